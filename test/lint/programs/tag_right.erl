%% The same without the mistake.
%% lint: nothing
-module(tag_right).
-export([start/0, ask/1, put/2]).

start() -> spawn(fun() -> loop(0) end).

ask(P) ->
    P ! {ask, self()},
    receive {answer, N} -> N end.

put(P, N) -> P ! {put, N}.

loop(N) ->
    receive
        {ask, From} -> From ! {answer, N}, loop(N + 1);
        {put, M} -> loop(M)
    end.
