%% A request arrives after the server was told to stop: nobody answers.
-module(after_stop).
-export([t/0]).

t() ->
    Server = spawn(fun server/0),
    Me = self(),
    spawn(fun() -> Server ! stop end),
    spawn(fun() ->
        Server ! {get, self()},
        receive {value, V} -> Me ! {got, V} end
    end),
    receive {got, 1} -> ok end.

server() ->
    receive
        {get, From} -> From ! {value, 1}, server();
        stop -> ok
    end.
