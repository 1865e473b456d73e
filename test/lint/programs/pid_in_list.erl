%% Pids that are kept in a list are found there (A9).
%% lint: receive_unneeded proved {stpo, _}
-module(pid_in_list).
-export([main/0]).

main() ->
    Pids = [spawn(fun() -> worker() end) || _ <- lists:seq(1, 3)],
    lists:foreach(fun(P) -> P ! {stop, now} end, Pids),
    ok.

worker() ->
    receive
        {stop, _} -> ok;
        {stpo, _} -> stopped
    end.
