%% Small programs that once went wrong, or nearly.
-module(cases).
-compile([export_all, nowarn_export_all]).

%% Two fix a table: neither minds who was first.
table_fixed_by_two() ->
    ets:new(t, [named_table, public]),
    meet([fun() -> ets:safe_fixtable(t, true) end, fun() -> ets:safe_fixtable(t, true) end]).

%% A table that cannot be made is no news to who lists all of them.
name_of_a_table_is_taken() ->
    ets:new(t, [named_table, public]),
    meet([fun() -> catch ets:new(t, [named_table]) end, fun() -> length(ets:all()) end]).

%% The end of its owner deletes a table, unless another has.
table_deleted_by_another() ->
    meet([fun() -> ets:new(t, [named_table, public]) end, fun() -> catch ets:delete(t) end]).

%% The answer is a message.
timer_cancelled_later() ->
    meet([fun() ->
              erlang:cancel_timer(erlang:send_after(10, self(), ring), [{async, true}]),
              receive ring -> rang; {cancel_timer, _, _} -> cancelled end
          end]).

%% A message to an alias that is gone is lost, and not if it comes before.
alias_is_given_up() ->
    Alias = alias(),
    spawn(fun() -> Alias ! hello end),
    unalias(Alias),
    receive hello -> got end.

%% What a process sends to an alias of its own comes when it handles signals, and what others send meanwhile comes behind it.
alias_of_its_own() ->
    S = self(),
    spawn(fun() -> S ! other end),
    Alias = alias(),
    Alias ! own,
    X = receive M -> M after 0 -> none end,
    [X, unalias(Alias), receive N -> N after 0 -> none end].

aliases_of_its_own() ->
    {One, Two} = {alias(), alias([reply])},
    One ! one,
    Two ! two,
    unalias(One),
    S = self(),
    spawn(fun() -> S ! other end),
    [receive M -> M end, unalias(Two)].

alias_of_its_own_and_a_kill() ->
    {P, R} = spawn_monitor(fun() -> Alias = alias(), Alias ! own, unalias(Alias), receive own -> exit(got) after 0 -> exit(lost) end end),
    exit(P, kill),
    receive {'DOWN', R, _, _, Why} -> Why end.

%% Only the first answer counts.
alias_for_one_answer() ->
    Alias = alias([reply]),
    [spawn(fun() -> Alias ! I end) || I <- [1, 2]],
    receive I -> I end.

%% Whoever is suspended does nothing.
suspended() ->
    ets:new(t, [named_table, public]),
    P = spawn(fun() -> ets:insert(t, {k, 1}) end),
    erlang:suspend_process(P),
    Seen = ets:lookup(t, k),
    erlang:resume_process(P),
    Seen.

%% A kill comes before, between or after two messages are taken, though who is killed waits when it is sent.
killed_while_waiting() ->
    {P, R} = spawn_monitor(fun() -> receive a -> ok end, receive b -> ok end end),
    spawn(fun() -> P ! a, P ! b end),
    exit(P, kill),
    receive {'DOWN', R, _, _, Why} -> Why end.

%% The end of one side of a link is the end of the other, unless that comes first.
linked_ends() ->
    {P, R} = spawn_monitor(fun() -> spawn_link(fun() -> exit(bad) end), ok end),
    receive {'DOWN', R, _, _, Why} -> Why end, P.

%% How far another has come, which a call that changes nothing does not hide.
looked_at_while_failing() ->
    ets:new(t, [named_table, public]),
    ets:insert(t, {k, 1}),
    P = spawn(fun() -> put(step, 1), ets:insert_new(t, {k, 2}), put(step, 2), ets:member(t, k) end),
    process_info(P, dictionary).

%% Who asks later gets a greater number.
numbers_in_order() ->
    meet([fun() -> erlang:unique_integer([monotonic]) end, fun() -> erlang:unique_integer([monotonic]) end]).

%% Long timeouts wait for all others to have done what they can.
patience() ->
    ets:new(t, [named_table, public]),
    [spawn(fun() -> ets:insert(t, {I, I}) end) || I <- [1, 2]],
    receive never -> ok after 5000 -> ets:lookup(t, 1) end.

%% Who cannot register a name only sees that it is taken.
name_is_taken() ->
    register(n, self()),
    meet([fun() -> catch register(n, self()) end, fun() -> catch unregister(o) end]).

%% No message ends a sleep.
sleeper() ->
    S = self(),
    [spawn(fun() -> S ! M end) || M <- [a, b]],
    receive after 10 -> ok end,
    [receive M -> M end || _ <- [1, 2]].

%% How many there are, in whatever order.
mailbox_size() ->
    S = self(),
    [spawn(fun() -> S ! M end) || M <- [a, b]],
    process_info(S, message_queue_len).

%% Who hibernates goes on when a message has come, whether it takes that or not.
hibernated() ->
    ets:new(t, [named_table, public]),
    P = spawn(fun() -> erlang:hibernate(ets, insert, [t, {k, 1}]) end),
    spawn(fun() -> P ! go end),
    P ! go,
    ets:lookup(t, k).

%% The same when something else comes before, so that the message may be there already.
hibernated_later() ->
    ets:new(t, [named_table, public]),
    P = spawn(fun() -> ets:insert(t, {k, 0}), erlang:hibernate(ets, insert, [t, {k, 1}]) end),
    P ! go,
    ets:lookup(t, k).

%% Who has just been spawned may not have begun when others look at it, send to it, or end it.
beginner() ->
    P = spawn(fun() -> put(step, 1), receive M -> put(step, M) end end),
    spawn(fun() -> exit(P, kill) end),
    P ! 2,
    process_info(P, dictionary).

%% Or suspend it.
suspended_beginner() ->
    ets:new(t, [named_table, public]),
    P = spawn(fun() -> put(step, 1), ets:insert(t, {k, 1}) end),
    erlang:suspend_process(P),
    Seen = {process_info(P, dictionary), process_info(P, status), ets:lookup(t, k)},
    erlang:resume_process(P),
    Seen.

%% Who watches one, and whom it watches, while that changes.
watchers_asked() ->
    P = spawn(fun() -> receive stop -> ok end end),
    spawn(fun() -> demonitor(monitor(process, P)) end),
    length_of(P, monitored_by).

watcher_asked() ->
    S = self(),
    {_, R} = spawn_monitor(fun() -> ok end),
    spawn(fun() -> length_of(S, monitors) end),
    demonitor(R, [flush]).

%% A message through an alias ends the monitor that it came with.
watched_through_alias() ->
    P = spawn(fun() -> receive stop -> ok end end),
    Alias = monitor(process, P, [{alias, reply_demonitor}]),
    spawn(fun() -> Alias ! x end),
    length_of(P, monitored_by).

length_of(P, Item) ->
    case process_info(P, Item) of
        {Item, List} -> length(List);
        undefined -> undefined
    end.

%% Some answers come later, from who was asked, perhaps after other messages.
collected() ->
    P = spawn(fun() -> receive stop -> ok end end),
    S = self(),
    spawn(fun() -> S ! m end),
    erlang:garbage_collect(P, [{async, x}]),
    exit(P, kill),
    [receive M -> M after 0 -> none end || _ <- [1, 2]].

cancelled_by_another() ->
    S = self(),
    spawn(fun() -> erlang:send_after(5000, S, x), S ! erlang:start_timer(5000, S, y) end),
    R = receive Timer -> Timer end,
    erlang:cancel_timer(R, [{async, true}]),
    receive {cancel_timer, R, _} -> yes after 0 -> no end.

%% Who asks goes on when the answer has come, and then needs a message, too, which may have come before.
answer_and_message() ->
    {_, R1} = spawn_monitor(fun() -> exit(one) end),
    {P2, R2} = spawn_monitor(fun() -> exit(two) end),
    Alive = is_process_alive(P2),
    [Alive | [receive {'DOWN', R, _, _, Reason} -> Reason end || R <- [R1, R2]]].

%% The same with who goes on when it is not suspended any more.
resumption_and_message() ->
    S = self(),
    P = spawn(fun() -> receive go -> S ! gone end end),
    erlang:suspend_process(P),
    spawn(fun() -> P ! go end),
    erlang:resume_process(P),
    receive gone -> ok end.

%% A look at the own mailbox need not show what has just arrived.
own_mailbox_counted() ->
    S = self(),
    {P, _} = spawn_monitor(fun() -> S ! a end),
    monitor(process, P),
    process_info(S, message_queue_len).

own_mailbox_after_a_message() ->
    S = self(),
    [spawn(fun() -> S ! M end) || M <- [a, b]],
    receive b -> ok end,
    process_info(S, messages).

own_mailbox_after_a_timeout() ->
    S = self(),
    spawn(fun() -> S ! a end),
    X = receive x -> x after 5 -> none end,
    [X, process_info(S, messages)].

own_mailbox_with_an_own_message() ->
    S = self(),
    spawn(fun() -> S ! a end),
    S ! x,
    X = receive M -> M end,
    [X, process_info(S, messages), process_info(S, message_queue_len)].

%% A walk goes on from a key that was deleted while the table was fixed, and from no other.
walk_from_a_deleted_key() ->
    ets:new(t, [named_table, public]),
    ets:insert(t, [{a}, {b}]),
    meet([fun() -> ets:safe_fixtable(t, true), catch ets:next(t, a) end, fun() -> ets:delete(t, a) end]).

walk_from_a_key_deleted_with_others() ->
    ets:new(t, [named_table, public]),
    ets:insert(t, {a}),
    meet([fun() -> ets:safe_fixtable(t, true), catch ets:next(t, a) end, fun() -> ets:delete_all_objects(t) end]).

%% A kill takes along who was spawned by the killed, and could have come before that.
killed_with_a_new_link() ->
    P = spawn(fun() -> ets:whereis(t), spawn_link(fun() -> ok end), ok end),
    exit(P, killed).

%% Each of the two has taken the other along, one by a signal and one by the link.
parent_ended_by_its_child() ->
    {_, R} = spawn_monitor(fun() -> S = self(), spawn_link(fun() -> exit(S, bad) end), receive never -> ok end end),
    receive {'DOWN', R, _, _, Why} -> Why end.

%% What a link touches does not depend on whether the other one has linked before.
two_that_link_each_other() ->
    S = self(),
    {P, R} = spawn_monitor(fun() -> catch link(S), exit({shutdown, done}) end),
    catch link(P),
    receive {'DOWN', R, _, _, _} -> ok end.

%% Two long timeouts at one moment: either may be the first, and then what follows it may come before the other.
timeout_and_who_timed_out() ->
    P = spawn(fun() -> receive x -> got after 2000 -> exit({shutdown, late}) end end),
    receive nothing -> ok after 2000 -> ok end,
    P ! x.

timeouts_of_each_other() ->
    S = self(),
    P = spawn(fun() -> receive x -> S ! got after 2000 -> S ! x end end),
    receive x -> got after 2000 -> P ! x, late end.

%% Each alternative takes away the others, and none is there before the process stands at the choice.
choices() ->
    ets:new(t, [named_table, public]),
    meet([fun() -> ets:insert(t, {k, weft:choose([1, 2])}) end, fun() -> [weft:choose([a, b]) | ets:lookup(t, k)] end]).

%% Runs each in a process of its own.
meet(Functions) ->
    Monitors = [spawn_monitor(fun() -> exit({shutdown, F()}) end) || F <- Functions],
    [receive {'DOWN', R, _, _, Result} -> Result end || {_, R} <- Monitors].
