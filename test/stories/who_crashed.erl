%% Two monitored workers crash, and the first message is taken for the first worker's.
-module(who_crashed).
-export([t/0]).

t() ->
    {First, _} = spawn_monitor(fun() -> exit(disk_full) end),
    {Second, _} = spawn_monitor(fun() -> exit(no_answer) end),
    Ends = [receive {'DOWN', _, process, Pid, Reason} -> {Pid, Reason} end || _ <- [1, 2]],
    [{First, disk_full}, {Second, no_answer}] = Ends.
