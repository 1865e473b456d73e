%% Measures on erl what programs of the record cannot count: what docs/assumptions.md rests on.
%%
%%     erl -noshell +S 2:2 -run measure traversals     which traversals of tables are interrupted, from how many rows on
%%     erl -noshell +S 2:2 -run measure torn           whether a traversal sees a row and misses one that was put in before
%%     erl -noshell +S 2:2 -run measure ends           in what order a process that ends disappears
%%     erl -noshell +S 2:2 -run measure requests       which items of process_info/2 wait for the process
-module(measure).
-export([traversals/0, torn/0, ends/0, requests/0]).

%% --- traversals -------------------------------------------------------------------------------------------

%% A process that leaves the scheduler within a call has given up the lock of the table in between.
traversals() ->
    [io:format("~-14s ~-38w interrupted from ~p rows on~n", [Name, Options, threshold(Options, Call, 1, 100000)])
     || Options <- kinds_of_table(), {Name, Call} <- calls()],
    halt(0).

kinds_of_table() ->
    [[set], [ordered_set], [bag], [set, {write_concurrency, true}], [ordered_set, {write_concurrency, true}]].

calls() ->
    [{"tab2list", fun ets:tab2list/1},
     {"select", fun(T) -> ets:select(T, [{'_', [], ['$_']}]) end},
     {"select none", fun(T) -> ets:select(T, [{{none}, [], ['$_']}, {{'_', none}, [], ['$_']}]) end},
     {"match", fun(T) -> ets:match(T, {'$1', '_'}) end},
     {"match_object", fun(T) -> ets:match_object(T, '_') end},
     {"select_count", fun(T) -> ets:select_count(T, [{'_', [], [true]}]) end},
     {"select_delete", fun(T) -> ets:select_delete(T, [{'_', [], [true]}]) end},
     {"match_delete", fun(T) -> ets:match_delete(T, {'_', 1}) end},
     {"delete_all", fun ets:delete_all_objects/1},
     {"insert list", fun(T) -> ets:insert(T, [{{new, I}, 1} || I <- lists:seq(1, ets:info(T, size))]) end}].

%% The least number of rows between two with which the call is interrupted.
threshold(Options, Call, Low, High) when Low >= High -> case is_interrupted(Options, Call, Low) of true -> Low; false -> none end;
threshold(Options, Call, Low, High) ->
    Middle = (Low + High) div 2,
    case is_interrupted(Options, Call, Middle) of
        true -> threshold(Options, Call, Low, Middle);
        false -> threshold(Options, Call, Middle + 1, High)
    end.

is_interrupted(Options, Call, Rows) ->
    S = self(),
    P = spawn(fun() ->
        T = ets:new(t, [public | Options]),
        ets:insert(T, [{I, 1} || I <- lists:seq(1, Rows)]),
        receive go -> ok end,
        erlang:garbage_collect(),
        erlang:yield(),
        S ! begins,
        erlang:yield(),
        Call(T),
        S ! {self(), done}
    end),
    erlang:trace(P, true, [running]),
    P ! go,
    receive begins -> ok end,
    Outs = outs(P, []),
    lists:any(fun(MFA) -> element(1, MFA) =:= ets end, Outs).

outs(P, Outs) ->
    receive
        {P, done} -> Outs;
        {trace, P, out, MFA} -> outs(P, [MFA | Outs]);
        {trace, P, in, _} -> outs(P, Outs)
    end.

%% --- torn -------------------------------------------------------------------------------------------------

%% A writer puts in pairs of rows one after the other; a traversal that has the second of a pair must have the first.
torn() ->
    [begin
         {Torn, Times} = torn(Options, Rows),
         io:format("~-40w ~6b rows: torn ~b of ~b~n", [Options, Rows, Torn, Times])
     end || Options <- kinds_of_table(), Rows <- [20, 200, 900, 2000, 20000]],
    halt(0).

%% {Torn, All}: traversals of two seconds.
torn(Options, Rows) ->
    T = ets:new(t, [public | Options]),
    ets:insert(T, [{2 * I, old} || I <- lists:seq(1, Rows)]),
    Writer = spawn_link(fun() -> process_flag(scheduler, 2), write_pairs(T, 2 * Rows) end),
    process_flag(scheduler, 1),
    Counts = traverse(T, erlang:monotonic_time(millisecond) + 2000, 0, 0),
    Monitor = monitor(process, Writer),
    unlink(Writer),
    exit(Writer, kill),
    receive {'DOWN', Monitor, _, _, _} -> ets:delete(T) end,
    Counts.

traverse(T, End, Torn, All) ->
    case {erlang:monotonic_time(millisecond) < End, is_torn(ets:tab2list(T))} of
        {false, _} -> {Torn, All};
        {true, true} -> traverse(T, End, Torn + 1, All + 1);
        {true, false} -> traverse(T, End, Torn, All + 1)
    end.

%% An odd number is first put in at a random place, then at another, then both are taken away.
write_pairs(T, Most) ->
    First = 2 * rand:uniform(Most div 2) + 1,
    Second = 2 * rand:uniform(Most div 2) + 1,
    [begin ets:insert(T, {First, first}), ets:insert(T, {Second, second}), ets:delete(T, Second), ets:delete(T, First) end || First =/= Second],
    write_pairs(T, Most).

is_torn(Rows) -> lists:keymember(second, 2, Rows) andalso not lists:keymember(first, 2, Rows).

%% --- ends -------------------------------------------------------------------------------------------------

%% For each two signs of life: how often the second is still there when the first has just gone.
ends() ->
    Signs = [timer, table_1, table_2, name, exit, down, info, alive, processes],
    [io:format("~-10s gone, still there: ~s~n", [A, [io_lib:format("~s ~b  ", [B, N]) || B <- Signs, B =/= A, N <- [still_there(A, B, 300)], N > 0]])
     || A <- Signs],
    halt(0).

still_there(A, B, Times) -> length([1 || _ <- lists:seq(1, Times), is_still_there(A, B)]).

is_still_there(A, B) ->
    S = self(),
    process_flag(trap_exit, true),
    {P, M} = spawn_opt(fun() ->
        process_flag(scheduler, 2),
        register(n, self()),
        ets:new(table_1, [named_table]),
        ets:new(table_2, [named_table]),
        S ! up,
        receive stop -> ok end
    end, [link, monitor]),
    process_flag(scheduler, 1),
    receive up -> ok end,
    Marks = {P, M, erlang:send_after(60000, P, late)},
    P ! stop,
    wait_until_gone(A, Marks),
    Still = not is_gone(B, Marks),
    [receive {'EXIT', P, _} -> ok end || not lists:member(exit, [A, B]) orelse Still andalso B =:= exit],
    [receive {'DOWN', M, _, _, _} -> ok end || not lists:member(down, [A, B]) orelse Still andalso B =:= down],
    Still.

wait_until_gone(Sign, Marks) ->
    case is_gone(Sign, Marks) of
        true -> ok;
        false -> wait_until_gone(Sign, Marks)
    end.

is_gone(timer, {_, _, Timer}) -> erlang:read_timer(Timer) =:= false;
is_gone(name, _) -> whereis(n) =:= undefined;
is_gone(exit, {P, _, _}) -> receive {'EXIT', P, _} -> true after 0 -> false end;
is_gone(down, {_, M, _}) -> receive {'DOWN', M, _, _, _} -> true after 0 -> false end;
is_gone(info, {P, _, _}) -> process_info(P, message_queue_len) =:= undefined;
is_gone(alive, {P, _, _}) -> not is_process_alive(P);
is_gone(processes, {P, _, _}) -> not lists:member(P, processes());
is_gone(Table, _) -> ets:whereis(Table) =:= undefined.

%% --- requests ---------------------------------------------------------------------------------------------

%% A process compares two long lists, which takes milliseconds without a stop: who waits for it asks it.
requests() ->
    S = self(),
    P = spawn(fun() ->
        process_flag(scheduler, 2),
        Long = lists:seq(1, 3000000),
        Copy = lists:seq(1, 3000000),
        S ! ready,
        compare_for_ever(Long, Copy)
    end),
    process_flag(scheduler, 1),
    receive ready -> ok end,
    Asked = [{Item, fun() -> process_info(P, Item) end} || Item <- items()] ++
        [{is_process_alive, fun() -> is_process_alive(P) end}, {alive_after_signal, fun() -> exit(P, normal), is_process_alive(P) end},
         {processes, fun() -> processes() end}, {monitor, fun() -> monitor(process, P) end}, {link, fun() -> link(P) end},
         {unlink, fun() -> unlink(P) end}, {group_leader, fun() -> group_leader(S, P) end}, {send, fun() -> P ! x end},
         {garbage_collect, fun() -> erlang:garbage_collect(P) end},
         {suspend, fun() -> erlang:suspend_process(P) end}, {resume, fun() -> erlang:resume_process(P) end}],
    [io:format("~-32w ~7b us~n", [Name, lists:min([microseconds(Ask) || _ <- lists:seq(1, 9)])]) || {Name, Ask} <- Asked],
    halt(0).

%% Asked while the process compares.
microseconds(Ask) ->
    timer:sleep(20),
    element(1, timer:tc(Ask)).

items() ->
    [registered_name, message_queue_len, status, messages, links, monitors, monitored_by, dictionary, trap_exit, priority, group_leader,
     current_function, initial_call, current_stacktrace, heap_size, memory, reductions, suspending, error_handler, [registered_name, status],
     [status, message_queue_len]].

compare_for_ever(A, B) -> true = A =:= B, erlang:yield(), compare_for_ever(A, B).
