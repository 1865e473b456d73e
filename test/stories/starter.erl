%% Two processes start the same server, if it is not there.
-module(starter).
-export([t/0]).

t() ->
    Me = self(),
    [spawn(fun() -> start(), Me ! ready end) || _ <- [1, 2]],
    [receive ready -> ok end || _ <- [1, 2]].

start() ->
    case whereis(server) of
        undefined -> register(server, spawn(fun() -> receive stop -> ok end end));
        _ -> true
    end.
