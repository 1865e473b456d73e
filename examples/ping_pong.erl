%% A race: the new process may be gone before it gets its name. Under the schedule that weft run
%% follows the name comes in time; another schedule makes register/2 fail with badarg.
-module(ping_pong).
-export([main/0]).

main() ->
    Me = self(),
    Pid = spawn(fun() -> Me ! ping end),
    register(ping_pong, Pid),
    receive
        ping -> io:format("pong~n")
    end.
