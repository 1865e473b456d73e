%% A fun of a function that is named at run time may do anything.
%% lint: nothing
-module(fun_by_name).
-export([main/2]).

main(M, F) ->
    P = spawn(fun() -> receive {from_fun, X} -> X end end),
    Fun = fun M:F/1,
    Fun(P).
