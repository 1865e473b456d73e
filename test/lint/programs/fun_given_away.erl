%% And the fun may be given away.
%% lint: nothing
-module(fun_given_away).
-export([main/0]).

main() ->
    P = spawn(fun() -> receive {hello, X} -> X end end),
    fun(M) -> P ! M end.
