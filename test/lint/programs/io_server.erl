%% Whoever knows a process may print to it, by io (A7).
%% lint: nothing
-module(io_server).
-export([start/0, stop/1, print/0]).

start() -> spawn(fun() -> loop() end).

stop(P) -> P ! stop.

print() ->
    Q = spawn(fun() -> loop() end),
    io:format(Q, "text", []),
    Q ! stop.

loop() ->
    receive
        {io_request, From, As, _} -> From ! {io_reply, As, ok}, loop();
        stop -> ok
    end.
