%% Processes that are born, send one message and die, some linked, some monitored.
-module(spawn_exit).
-export([main/1]).

main(N) -> [one(I) || I <- lists:seq(1, N * 300000)], ok.

one(I) ->
    Me = self(),
    {P, M} = spawn_monitor(fun() -> Me ! {self(), I * I} end),
    receive {P, _} -> ok end,
    receive {'DOWN', M, process, P, normal} -> ok end.
