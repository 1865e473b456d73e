%% Somebody may send to all processes there are.
%% lint: nothing
-module(processes_of_all).
-export([main/0]).

main() ->
    spawn(fun() -> receive {hello, X} -> X end end),
    [P ! {hello, 1} || P <- processes()],
    ok.
