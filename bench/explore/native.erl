%% Microseconds for one run of a program of classics on erl: spawned, until all it made is done, many times.
-module(native).
-export([main/1]).

main([Program]) ->
    Function = list_to_atom(Program),
    N = 300,
    [once(Function) || _ <- lists:seq(1, 20)],
    {Time, _} = timer:tc(fun() -> [once(Function) || _ <- lists:seq(1, N)] end),
    io:format("~.2f", [Time / N]).

%% The test function waits for ever: it is over when everything it made has ended or waits too.
once(Function) ->
    Before = length(processes()),
    {Pid, Ref} = spawn_monitor(fun() -> classics:Function() end),
    settle(Before + 1),
    exit(Pid, kill),
    receive {'DOWN', Ref, process, Pid, _} -> ok end.

settle(Expected) ->
    case length(processes()) > Expected of
        true -> erlang:yield(), settle(Expected);
        false -> ok
    end.
