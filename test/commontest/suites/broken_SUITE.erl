-module(broken_SUITE).
-export([all/0, init_per_suite/1, end_per_suite/1, one/1, two/1]).

all() -> [one, two].

init_per_suite(Config) -> {ok, _} = maps:find(server, #{config => Config}), Config.
end_per_suite(_Config) -> ok.

one(_Config) -> ok.
two(_Config) -> ok.
