%% Pids that travel in messages are sent to by those who get them.
%% lint: receive_unneeded proved {pnog, _}
-module(pid_in_message).
-export([main/0]).

main() ->
    A = spawn(fun() -> server() end),
    spawn(fun() -> A ! {ping, self()}, client() end),
    ok.

server() -> receive {ping, From} -> From ! {pong, self()}, server() end.

client() ->
    receive
        {pong, _} -> ok;
        {pnog, _} -> pnog
    end.
