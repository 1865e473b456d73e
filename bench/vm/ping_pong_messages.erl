%% Messages between two processes.
-module(ping_pong_messages).
-export([main/1]).

main(N) ->
    Me = self(),
    Pid = spawn(fun() -> pong(Me) end),
    ping(N * 600000, Pid).

ping(0, Pid) -> Pid ! stop, ok;
ping(N, Pid) -> Pid ! {ping, N}, receive {pong, N} -> ping(N - 1, Pid) end.

pong(Pid) -> receive {ping, N} -> Pid ! {pong, N}, pong(Pid); stop -> ok end.
