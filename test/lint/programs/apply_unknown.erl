%% Functions whose names are not known (A12).
%% lint: nothing
-module(apply_unknown).
-export([main/2]).

main(M, F) ->
    P = spawn(fun() -> receive {x, X} -> X; {y, Y} -> Y end end),
    apply(M, F, [P]),
    ok.
