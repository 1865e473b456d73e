-module(refused_SUITE).
-export([all/0, steers/1]).

all() -> [steers, {group, nowhere}].

steers(_Config) -> ct:run_test([{suite, ?MODULE}]), ok.
