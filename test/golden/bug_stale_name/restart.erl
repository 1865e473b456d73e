%% Restarting a named server by hand.
-module(restart).
-export([test/0]).

test() ->
    ok = start(),
    ok = stop(),
    ok = start(),
    stop().

start() ->
    true = register(config, spawn(fun loop/0)),
    ok.

stop() ->
    config ! stop,
    ok.

loop() ->
    receive
        stop -> ok
    end.
