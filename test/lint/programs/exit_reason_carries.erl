%% A pid may travel in the reason of an exit.
%% lint: nothing
-module(exit_reason_carries).
-export([main/0]).

main() ->
    spawn(fun() ->
        P = spawn(fun() -> receive {hello, X} -> X end end),
        {_, Ref} = spawn_monitor(fun() -> exit({found, P}) end),
        receive {'DOWN', Ref, process, _, {found, Q}} -> Q ! {hello, 1} end
    end),
    ok.
