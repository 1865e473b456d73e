%% Programs of which a search once missed outcomes while it said that it was complete. All strategies must find
%% all outcomes of every function that is exported.
-module(found).
-export([alias_kill/0, demonitor_down/0, demonitor_down_by_reference/0, demonitor_down_info/0,
         demonitor_down_messages/0, demonitor_flush_info/0, jobs_kill/0, jobs_plain/0, link_gone/0,
         link_gone_alone/0, link_gone_messages/0, name_kill/0, name_messages/0, trap_no_more/0, alias_beside_two/0,
         table_between_messages/0, timer_and_link/0, two_downs/0, two_keys/0, unlink_kill/0, unlink_bad/0,
         unlink_bad_messages/0, linked_ends/0, killed_by_own_child/0, suspended_times_out/0,
         suspended_times_out_and_looks/0, watched_by_two_as_it_is_killed/0,
         bound_in_a_comprehension/0, bound_beside_a_map/0]).

%% Messages to an alias that may be gone, from a process that may be killed.
alias_kill() ->
    S = self(),
    P = spawn(fun() -> S ! p, S ! q end),
    A = alias([reply]),
    spawn(fun() -> A ! x end),
    U = unalias(A),
    unalias(A),
    exit(P, kill),
    {U, next(), messages()}.

%% 'DOWN' may have come before demonitor/1.
demonitor_down() ->
    S = self(),
    {_, R} = spawn_monitor(fun() -> ok end),
    spawn(fun() -> S ! a end),
    demonitor(R),
    receive M -> M =:= a end.

demonitor_down_by_reference() ->
    S = self(),
    {_, R} = spawn_monitor(fun() -> ok end),
    spawn(fun() -> S ! a end),
    demonitor(R),
    receive a -> a; {'DOWN', R, _, _, _} -> down end.

demonitor_down_info() ->
    S = self(),
    {_, R} = spawn_monitor(fun() -> ok end),
    spawn(fun() -> S ! a end),
    case demonitor(R, [info]) of
        true -> watched;
        false -> receive a -> a; {'DOWN', R, _, _, _} -> down end
    end.

demonitor_down_messages() ->
    S = self(),
    {_, R} = spawn_monitor(fun() -> ok end),
    spawn(fun() -> S ! a end),
    demonitor(R),
    messages().

demonitor_flush_info() ->
    S = self(),
    A = alias([reply]),
    spawn(fun() -> A ! x end),
    {_, R} = spawn_monitor(fun() -> S ! w end),
    spawn(fun() -> S ! m end),
    D = demonitor(R, [flush, info]),
    U = unalias(A),
    {D, U, messages()}.

%% Several processes explore together.
jobs_kill() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> S ! p end),
    spawn(fun() -> S ! a end),
    spawn(fun() -> exit(P, kill) end),
    unlink(P),
    {next(), next()}.

jobs_plain() ->
    S = self(),
    spawn(fun() -> ets:new(h, [{heir, S, h}]), S ! w end),
    process_flag(trap_exit, true),
    spawn(fun() -> exit(S, e) end),
    spawn(fun() -> S ! m end),
    spawn(fun() -> S ! n end),
    X = next(),
    Y = receive {'EXIT', _, W} -> W after 0 -> none end,
    {X, Y, messages()}.

%% Two signals of one link: its end, and that there is nobody to link to.
link_gone() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    spawn(fun() -> S ! m end),
    link(P),
    X = next(),
    Y = receive M -> told(M) end,
    {X, Y, messages()}.

link_gone_alone() ->
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    link(P),
    X = next(),
    {X, receive M -> told(M) end}.

link_gone_messages() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    spawn(fun() -> S ! m end),
    link(P),
    messages().

%% Whom a name stands for depends on when it is asked.
name_kill() ->
    S = self(),
    register(n, S),
    spawn(fun() -> catch n ! x end),
    Q = spawn(fun() -> S ! q end),
    unregister(n),
    exit(Q, kill),
    {next(), next()}.

name_messages() ->
    S = self(),
    register(n, S),
    spawn(fun() -> catch n ! x end),
    spawn(fun() -> S ! m end),
    unregister(n),
    messages().

trap_no_more() ->
    S = self(),
    process_flag(trap_exit, true),
    spawn_link(fun() -> S ! w end),
    spawn(fun() -> S ! m end),
    X = receive M -> told(M) after 2000 -> none end,
    process_flag(trap_exit, false),
    {X, messages()}.

alias_beside_two() ->
    S = self(),
    A = alias([reply]),
    spawn(fun() -> A ! x end),
    P = spawn_link(fun() -> ok end),
    spawn(fun() -> S ! m end),
    spawn(fun() -> S ! n end),
    X = receive m -> m after 0 -> none end,
    exit(P, bye),
    {X, messages()}.

%% A row that one process reads after each message of two others.
table_between_messages() ->
    ets:new(tab, [named_table, public]),
    S = self(),
    spawn(fun() -> S ! {w, 1}, ets:insert(tab, {0, 1}), S ! {e, 1} end),
    spawn(fun() -> S ! {q, self()}, receive a -> ok end, S ! {w, 2}, S ! {e, 2} end),
    until_ended(2).

until_ended(0) -> [];
until_ended(N) ->
    receive
        {w, I} -> Row = ets:lookup(tab, 0), [{I, Row} | until_ended(N)];
        {q, P} -> P ! a, [q | until_ended(N)];
        {e, I} -> [{e, I} | until_ended(N - 1)]
    end.

%% A timer that another may cancel, and a link that may be gone.
timer_and_link() ->
    S = self(),
    R = erlang:send_after(0, S, tm),
    spawn(fun() -> erlang:cancel_timer(R) end),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    unlink(P),
    receive m -> m after 0 -> none end,
    messages().

two_downs() ->
    S = self(),
    T = erlang:send_after(0, S, tm),
    {P, R} = spawn_monitor(fun() -> S ! w end),
    monitor(process, P),
    spawn(fun() -> S ! m end),
    A = receive {'DOWN', R, _, _, Why} -> Why end,
    B = erlang:read_timer(T) =/= false,
    {A, B, next(), messages()}.

%% What insert_new does depends on who came first, and what is read later on what was read before.
two_keys() ->
    ets:new(t, [named_table, public]),
    S = self(),
    Programs = [[{take, a}, {take, b}],
                [{read, b}, {if_none, [{read, a}, {read, b}]}],
                [{write, b}, {write, a}, {write, a}],
                [{read, a}]],
    Pids = [spawn(fun() -> S ! {self(), keys(P, 0)} end) || P <- Programs],
    [receive {Pid, Seen} -> Seen end || Pid <- Pids].

keys([], _) -> [];
keys([{take, Key} | Rest], _) ->
    New = case ets:insert_new(t, {Key, 1}) of true -> 0; false -> 1 end,
    [New | keys(Rest, New)];
keys([{read, Key} | Rest], _) ->
    Value = case ets:lookup(t, Key) of [] -> 0; [{_, V}] -> V end,
    [Value | keys(Rest, Value)];
keys([{write, Key} | Rest], Last) -> ets:insert(t, {Key, Last + 1}), keys(Rest, Last);
keys([{if_none, Then} | Rest], 0) -> keys(Then ++ Rest, 0);
keys([{if_none, _} | Rest], Last) -> keys(Rest, Last).

unlink_kill() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    spawn(fun() -> S ! a end),
    spawn(fun() -> exit(P, kill) end),
    unlink(P),
    {next(), next()}.

unlink_bad() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> exit(bad) end),
    spawn(fun() -> S ! a end),
    unlink(P),
    {next(), next()}.

unlink_bad_messages() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> exit(bad) end),
    spawn(fun() -> S ! a end),
    unlink(P),
    messages().

%% Several processes searched some of these classes twice where signals are handled at once.
linked_ends() ->
    {P1, R1} = spawn_monitor(fun() -> exit(self(), shutdown) end),
    {P2, R2} = spawn_monitor(fun() -> exit({linked, catch link(P1)}) end),
    {_, R3} = spawn_monitor(fun() -> ok end),
    process_flag(trap_exit, true),
    Linked = catch link(P2),
    {Linked =:= true, [receive {'DOWN', R, _, _, W} -> W end || R <- [R1, R2, R3]]}.

killed_by_own_child() ->
    ets:new(r, [public, named_table]),
    {_, R1} = spawn_monitor(fun() -> ok end),
    {P2, R2} = spawn_monitor(fun() -> ok end),
    {_, R3} = spawn_monitor(fun() ->
        Q = self(),
        Linked = catch link(P2),
        Child = spawn_opt(fun() -> catch exit(Q, kill) end, [link]),
        ets:insert(r, {3, Linked =:= true, is_pid(Child)})
    end),
    [receive {'DOWN', R, _, _, W} -> W end || R <- [R1, R2, R3]] ++ ets:tab2list(r).

%% Its time may be over before it is suspended, while it is, and afterwards.
suspended_times_out() ->
    S = self(),
    {_, R1} = spawn_monitor(fun() -> erlang:suspend_process(S) end),
    {_, R2} = spawn_monitor(fun() -> S ! b end),
    First = receive a -> a; b -> b after 10 -> none end,
    {First, [receive {'DOWN', R, _, _, W} -> W end || R <- [R1, R2]]}.

suspended_times_out_and_looks() ->
    S = self(),
    {_, R1} = spawn_monitor(fun() -> erlang:suspend_process(S) end),
    {_, R2} = spawn_monitor(fun() -> S ! b end),
    First = receive a -> a; b -> b after 10 -> none end,
    Second = receive M when is_atom(M) -> M after 0 -> none end,
    {First, Second, [receive {'DOWN', R, _, _, W} -> W end || R <- [R1, R2]]}.

%% Both may have come too late for it: they are told so in the order in which they came.
watched_by_two_as_it_is_killed() ->
    P = spawn(fun() -> receive never -> ok end end),
    T = ets:new(t, [public]),
    exit(P, kill),
    Watchers = [spawn_monitor(fun() ->
        M = monitor(process, P),
        receive {'DOWN', M, _, _, Reason} -> ets:insert(T, {last, I, Reason}) end
    end) || I <- [1, 2]],
    [receive {'DOWN', R, _, _, _} -> ok end || {_, R} <- Watchers],
    ets:tab2list(T).

%% What a message is compared with is needed no more when it fits, and its place in the frame holds the message then.
bound_in_a_comprehension() ->
    S = self(),
    [spawn(fun() -> S ! {I rem 2, I} end) || I <- [1, 2, 3, 4]],
    [receive {Kind, I} -> I end || Kind <- [0, 1, 0, 1]].

bound_beside_a_map() ->
    S = self(),
    [spawn(fun() -> S ! {I rem 2, #{value => I}} end) || I <- [1, 2, 3]],
    [receive {Kind, #{value := I}} -> I end || Kind <- [1, 0, 1]].

%% --- what they share ----------------------------------------------------------------------------------------

next() -> receive M -> told(M) after 0 -> none end.

messages() ->
    {messages, Messages} = process_info(self(), messages),
    [told(M) || M <- Messages].

told({'EXIT', _, Reason}) -> Reason;
told({'DOWN', _, _, _, Reason}) -> Reason;
told({'ETS-TRANSFER', _, _, Gift}) -> Gift;
told(Message) -> Message.
