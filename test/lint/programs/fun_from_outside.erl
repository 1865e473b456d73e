%% A fun from outside runs in the process (A4, A11).
%% lint: nothing
-module(fun_from_outside).
-export([main/1]).

main(F) ->
    spawn(fun() -> F(), receive {from_fun, X} -> X end end),
    ok.
