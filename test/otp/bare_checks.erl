%% What stock_checks does, with bare processes.
-module(bare_checks).
-export([three/0]).

three() ->
    Server = spawn(fun() -> loop(10) end),
    Customers = [spawn_monitor(fun() -> call(Server, {take, 1}), call(Server, {take, 1}) end) || _ <- [1, 2, 3]],
    [receive {'DOWN', Monitor, process, Pid, normal} -> ok end || {Pid, Monitor} <- Customers],
    4 = call(Server, get),
    Server ! stop,
    ok.

call(Server, Request) ->
    Monitor = monitor(process, Server),
    Server ! {Monitor, self(), Request},
    receive
        {Monitor, Answer} ->
            demonitor(Monitor, [flush]),
            Answer;
        {'DOWN', Monitor, process, _, Reason} ->
            exit(Reason)
    end.

loop(N) ->
    receive
        {Tag, From, get} -> From ! {Tag, N}, loop(N);
        {Tag, From, {take, K}} -> From ! {Tag, ok}, loop(N - K);
        stop -> ok
    end.
