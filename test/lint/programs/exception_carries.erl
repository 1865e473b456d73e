%% A pid may travel in an exception.
%% lint: nothing
-module(exception_carries).
-export([main/0]).

main() ->
    P = spawn(fun() -> receive {hello, X} -> X end end),
    try throw({found, P}) catch throw:{found, Q} -> Q ! {hello, 1} end,
    ok.
