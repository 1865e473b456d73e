%% The repaired twin of ping_pong: the new process waits until it has its name.
-module(fixed).
-export([main/0]).

main() ->
    Me = self(),
    Pid = spawn(fun() -> receive go -> Me ! ping end end),
    register(ping_pong, Pid),
    Pid ! go,
    receive ping -> ok end.
