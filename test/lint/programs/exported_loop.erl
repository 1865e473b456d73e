%% A loop that is exported so that new code can take over.
%% lint: receive_unneeded api {dne, _}
-module(exported_loop).
-export([start/0, stop/1, loop/1]).

start() -> spawn(fun() -> loop(0) end).

stop(P) -> P ! {done, self()}.

loop(N) ->
    receive
        {done, _} -> N;
        {dne, _} -> ?MODULE:loop(N + 1)
    end.
