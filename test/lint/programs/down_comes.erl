%% Monitors make messages (A2).
%% lint: nothing
-module(down_comes).
-export([main/0]).

main() ->
    {P, Ref} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', Ref, process, P, R} -> R end.
