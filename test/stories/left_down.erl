%% A monitor is given up, but its message was there already and is taken for another one's.
-module(left_down).
-export([t/0]).

t() ->
    {_, Ref} = spawn_monitor(fun() -> ok end),
    demonitor(Ref),
    {Second, _} = spawn_monitor(fun() -> exit(second) end),
    receive {'DOWN', _, process, Pid, _} -> Second = Pid end.
