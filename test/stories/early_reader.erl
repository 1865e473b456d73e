%% A reader looks for what a writer stores, before it is there.
-module(early_reader).
-export([t/0]).

t() ->
    spawn(fun() -> persistent_term:put(limit, 10) end),
    10 = persistent_term:get(limit, none).
