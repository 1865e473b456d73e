%% A catch-all takes what no other clause does.
%% lint: nothing
-module(catch_all_takes).
-export([main/0]).

main() ->
    P = spawn(fun() -> worker() end),
    P ! {job, 1},
    P ! {jbo, 2},
    ok.

worker() ->
    receive
        {job, N} -> N, worker();
        _ -> worker()
    end.
