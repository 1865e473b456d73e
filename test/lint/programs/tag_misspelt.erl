%% A clause whose tag nobody sends.
%% lint: receive_unneeded api {aks, _}
-module(tag_misspelt).
-export([start/0, ask/1]).

start() -> spawn(fun() -> loop(0) end).

ask(P) ->
    P ! {ask, self()},
    receive {answer, N} -> N end.

loop(N) ->
    receive
        {ask, From} -> From ! {answer, N}, loop(N + 1);
        {aks, From} -> From ! {answer, N}, loop(N)
    end.
