%% What one run of a program, of classics or another module, costs on erl: the time from the spawn of its test function until all that it
%% made has ended or waits, in nanoseconds, the best and the mean of many runs in one system.
%%
%% The conditions are the best for erl. Nothing else runs and nothing is traced; this process looks only when
%% the program leaves room (it has low priority); starting the system and stopping what a run left behind do not count.
%%
%%     erl +S 1 -noshell -run native main [MODULE] PROGRAM RUNS
-module(native).
-export([main/1]).

main([Program, Runs]) ->
    main(["classics", Program, Runs]);
main([Module, Program, Runs]) ->
    process_flag(priority, low),
    Test = {list_to_atom(Module), list_to_atom(Program)},
    [once(Test) || _ <- lists:seq(1, 200)],   % to get warm
    Times = [once(Test) || _ <- lists:seq(1, list_to_integer(Runs))],
    io:format("~b ~b ~p~n", [lists:min(Times), lists:sum(Times) div length(Times), erlang:system_info(emu_flavor)]),
    halt().

once({Module, Function} = Test) ->
    Before = processes(),
    Start = erlang:monotonic_time(),
    First = spawn(Module, Function, []),
    settle(),
    Time = erlang:monotonic_time() - Start,
    Left = processes() -- Before,
    Settled = lists:all(fun waits_or_ended/1, Left),
    stop([First | Left]),
    case Settled of
        true -> erlang:convert_time_unit(Time, native, nanosecond);
        false -> once(Test)    % somebody was between two schedulers
    end.

%% Nothing is on its way any more when the only task of the system is this one.
settle() ->
    case erlang:statistics(total_active_tasks) of
        1 -> ok;
        _ -> erlang:yield(), settle()
    end.

waits_or_ended(Pid) -> lists:member(process_info(Pid, status), [{status, waiting}, undefined]).

%% Tables go with their owners, and names with their processes.
stop(Pids) ->
    References = [monitor(process, Pid) || Pid <- Pids],
    [exit(Pid, kill) || Pid <- Pids],
    [receive {'DOWN', Reference, process, _, _} -> ok end || Reference <- References].
