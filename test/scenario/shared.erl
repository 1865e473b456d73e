%% atomics, counters, persistent_term, group leaders, aliases, ways to spawn.
-module(shared).
-include("scenario.hrl").

%% --- atomics and counters -------------------------------------------------------------------------------

%= ends: 1 | 2
%= explored: <= 4
atomics_lost_update() ->
    A = atomics:new(1, []),
    Add = fun() -> atomics:put(A, 1, atomics:get(A, 1) + 1) end,
    parallel([Add, Add]),
    atomics:get(A, 1).

%= ends: 2
%= explored: <= 2
atomics_add() ->
    A = atomics:new(1, []),
    parallel([fun() -> atomics:add(A, 1, 1) end || _ <- [1, 2]]),
    atomics:get(A, 1).

%% Three adds without a result: nobody sees their order.
%= ends: 6
%= explored: 1
counters_add() ->
    C = counters:new(1, []),
    parallel([fun() -> counters:add(C, 1, N) end || N <- [1, 2, 3]]),
    counters:get(C, 1).

%= ends: 2
%= explored: 1
different_counters() ->
    C = counters:new(2, []),
    parallel([fun() -> counters:add(C, 1, 1), counters:get(C, 1) end, fun() -> counters:put(C, 2, 1) end]),
    counters:get(C, 1) + counters:get(C, 2).

%= ends: 0 | 1 | 2 | 3
%= explored: 4
counter_read_between() ->
    C = counters:new(1, []),
    [_, _, Seen] = parallel([fun() -> counters:add(C, 1, 1) end, fun() -> counters:add(C, 1, 2) end,
                             fun() -> counters:get(C, 1) end]),
    Seen.

%% Compare and exchange until it holds: the loser tries again with what it saw.
%= ends: 2
compare_exchange() ->
    A = atomics:new(1, []),
    parallel([fun() -> add(A, atomics:get(A, 1)) end || _ <- [1, 2]]),
    atomics:get(A, 1).

add(A, Old) ->
    case atomics:compare_exchange(A, 1, Old, Old + 1) of
        ok -> ok;
        Actual -> add(A, Actual)
    end.

%= ends: [in,out] | [out,in]
%= explored: 2
lock_by_exchange() ->
    A = atomics:new(1, []),
    parallel([fun() -> case atomics:exchange(A, 1, 1) of 0 -> in; 1 -> out end end || _ <- [1, 2]]).

%% --- persistent_term ------------------------------------------------------------------------------------

%= ends: [1,2] | [1,1] | [2,2]
persistent_check_then_put() ->
    Get = fun(Mine) ->
        case persistent_term:get(scenario, none) of
            none -> persistent_term:put(scenario, Mine), Mine;
            Theirs -> Theirs
        end
    end,
    parallel([fun() -> Get(1) end, fun() -> Get(2) end]).

%= ends: ok | error: badarg
%= error: P abnormal_exit error: badarg
persistent_get_too_early() ->
    spawn(fun() -> persistent_term:put(scenario, ok) end),
    persistent_term:get(scenario).

%= ends: ok
persistent_get_in_time() ->
    persistent_term:put(scenario, ok),
    Results = parallel([fun() -> persistent_term:get(scenario) end || _ <- [1, 2]]),
    [ok, ok] = Results,
    ok.

%= ends: ok
%= explored: 1
persistent_keys_apart() ->
    parallel([fun() -> persistent_term:put({scenario, I}, I), persistent_term:get({scenario, I}) end || I <- [1, 2, 3]]),
    [persistent_term:erase({scenario, I}) || I <- [1, 2, 3]],
    ok.

%% --- group leaders --------------------------------------------------------------------------------------

%% A child has the leader that its parent had when it was made.
%= ends: old | new
group_leader_of_a_child() ->
    New = spawn(fun() -> receive stop -> ok end end),
    Me = self(),
    Parent = spawn(fun() -> spawn(fun() -> Me ! {leader, group_leader()} end) end),
    try group_leader(New, Parent) catch error:badarg -> gone end,
    receive {leader, New} -> new; {leader, _} -> old end.

%% The same with a parent that stays, so that only its making a child tells when it was.
%= ends: old | new
group_leader_of_a_child_of_one_who_stays() ->
    New = spawn(fun() -> receive stop -> ok end end),
    Me = self(),
    Parent = spawn(fun() -> spawn(fun() -> Me ! {leader, group_leader()} end), receive stop -> ok end end),
    group_leader(New, Parent),
    receive {leader, New} -> new; {leader, _} -> old end.

%= ends: old | new
group_leader_changed_by_another() ->
    Me = self(),
    Old = group_leader(),
    New = spawn(fun() -> receive stop -> ok end end),
    spawn(fun() -> group_leader(New, Me) end),
    Seen = group_leader(),
    idle(),
    case Seen of
        Old -> old;
        New -> new
    end.

%% --- aliases --------------------------------------------------------------------------------------------

%% After unalias nothing comes: before it the message is in the mailbox.
%= ends: 0 | 1
unalias() ->
    Alias = alias(),
    spawn(fun() -> Alias ! hello end),
    unalias(Alias),
    idle(),
    {message_queue_len, Length} = process_info(self(), message_queue_len),
    Length.

%% An alias for one answer: of two answers one comes.
%= ends: a | b
alias_for_one_reply() ->
    Alias = alias([reply]),
    [spawn(fun() -> Alias ! {answer, X} end) || X <- [a, b]],
    idle(),
    fetch(),
    {message_queue_len, 1} = process_info(self(), message_queue_len),
    receive {answer, X} -> X end.

%% An alias that came with a monitor ends with it: a message of somebody else comes before the end or not at all.
%= ends: [hello,down] | [down]
alias_that_ends_with_its_monitor() ->
    Child = spawn(fun() -> receive stop -> ok end end),
    Alias = monitor(process, Child, [{alias, demonitor}]),
    spawn(fun() -> Alias ! hello end),
    Child ! stop,
    idle(),
    fetch(),
    {messages, Messages} = process_info(self(), messages),
    [case M of hello -> hello; {'DOWN', Alias, _, _, _} -> down end || M <- Messages].

%% One that is for one reply ends its monitor too: whoever replies, the end is not told then.
%= ends: [hello] | [down]
monitor_that_ends_with_its_alias() ->
    Child = spawn(fun() -> receive stop -> ok end end),
    Alias = monitor(process, Child, [{alias, reply_demonitor}]),
    spawn(fun() -> Alias ! hello end),
    Child ! stop,
    idle(),
    fetch(),
    {messages, Messages} = process_info(self(), messages),
    [case M of hello -> hello; {'DOWN', Alias, _, _, _} -> down end || M <- Messages].

%% A late answer is dropped, because the alias went with the timeout.
%= ends: {answer,0} | {timeout,0}
late_answer_to_an_alias() ->
    Server = spawn(fun() -> receive {To, Tag, question} -> To ! {Tag, answer} end end),
    Tag = monitor(process, Server, [{alias, demonitor}]),
    Server ! {Tag, Tag, question},
    Got = receive
        {Tag, Answer} -> demonitor(Tag, [flush]), Answer;
        {'DOWN', Tag, _, _, _} -> down
    after 10 ->
        demonitor(Tag, [flush]),
        receive {Tag, Answer} -> Answer after 0 -> timeout end
    end,
    idle(),
    {message_queue_len, Length} = process_info(self(), message_queue_len),
    {Got, Length}.

%% The same with its pid: the answer comes when nobody waits any more.
%= ends: {answer,0} | {timeout,1}
late_answer_to_a_pid() ->
    Server = spawn(fun() -> receive {To, Tag, question} -> To ! {Tag, answer} end end),
    Tag = make_ref(),
    Server ! {self(), Tag, question},
    Got = receive {Tag, Answer} -> Answer after 10 -> timeout end,
    idle(),
    fetch(),
    {message_queue_len, Length} = process_info(self(), message_queue_len),
    {Got, Length}.

%% --- ways to spawn --------------------------------------------------------------------------------------

%= ends: {normal,normal}
spawn_opt_link_and_monitor() ->
    process_flag(trap_exit, true),
    {Child, Monitor} = spawn_opt(fun() -> ok end, [link, monitor]),
    Down = receive {'DOWN', Monitor, process, Child, R1} -> R1 end,
    Exit = receive {'EXIT', Child, R2} -> R2 end,
    {Down, Exit}.

%% The reply to the request comes before anything that the child sends.
%= ends: [reply,hello]
spawn_request() ->
    Me = self(),
    Request = erlang:spawn_request(fun() -> Me ! hello end),
    [receive {spawn_reply, Request, ok, _} -> reply; hello -> hello end || _ <- [1, 2]].

%= ends: [1,2,3]
%= explored: 1
spawned_by_name_of_function() ->
    Table = ets:new(table, [public]),
    [spawn(ets, insert, [Table, {N}]) || N <- [1, 2, 3]],
    idle(),
    lists:sort([N || {N} <- ets:tab2list(Table)]).

%% Who is not there yet when P sends by name, made by a child of a child.
%= ends: ok | error: badarg
%= error: P abnormal_exit error: badarg
grandchild_by_name() ->
    spawn(fun() -> spawn(fun() -> register(grandchild, self()), receive stop -> ok end end) end),
    grandchild ! stop,
    ok.
