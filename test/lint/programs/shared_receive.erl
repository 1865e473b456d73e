%% A clause that one of two processes needs (A10).
%% lint: nothing
-module(shared_receive).
-export([main/0]).

main() ->
    A = spawn(fun() -> worker() end),
    B = spawn(fun() -> worker() end),
    A ! {a, 1},
    B ! {b, 1},
    ok.

worker() -> receive {a, X} -> X; {b, Y} -> Y end.
