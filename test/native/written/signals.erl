%% Signals take time: what was asked for has not happened when the call returns.
-module(signals).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%% A message to one's own alias is looked at when signals are.
%= exactly: erl and may
%= erl: none
%= erl: x
alias_of_oneself() ->
    A = alias(),
    A ! x,
    unalias(A),
    receive x -> x after 0 -> none end.

%= exactly: erl and may
%= erl: false
%= erl: true
alias_of_own_monitor() ->
    P = spawn(fun() -> receive stop -> ok end end),
    R = monitor(process, P, [{alias, reply_demonitor}]),
    R ! a,
    demonitor(R, [info]).

%% References of others are no mistake.
%= exactly: erl and may
%= erl: normal
demonitor_of_anothers() ->
    R = make_ref(),
    {_, M} = spawn_monitor(fun() -> true = demonitor(R) end),
    receive {'DOWN', M, _, _, Why} -> Why end.

%% Two linked children crash on their own, each for its own reason or the other's.
%= exactly: erl and may
%= erl: {crash_1,crash_1}
%= erl: {crash_1,crash_2}
%= erl: {crash_2,crash_2}
two_crashes() ->
    S = self(),
    {Q, _} = spawn_monitor(fun() ->
        A = spawn_link(fun() -> receive go -> exit(crash_1) end end),
        B = spawn_link(fun() -> receive go -> exit(crash_2) end end),
        S ! {A, B},
        receive never -> ok end
    end),
    {A, B} = receive {_, _} = X -> X end,
    MA = monitor(process, A),
    MB = monitor(process, B),
    A ! go,
    B ! go,
    Ends = {receive {'DOWN', MA, _, _, R1} -> R1 end, receive {'DOWN', MB, _, _, R2} -> R2 end},
    exit(Q, kill),
    Ends.

named() ->
    S = self(),
    P = spawn(fun() -> register(n, self()), ets:new(t, [named_table]), S ! ok, receive stop -> ok end end),
    receive ok -> P end.

%= exactly: erl and may
%= erl: false
%= erl: true
name_after_kill() ->
    exit(named(), kill),
    whereis(n) =:= undefined.

%= exactly: erl and may
%= erl: badarg
%= erl: true
register_after_kill() ->
    exit(named(), kill),
    try register(n, self()) catch error:R -> R end.

%= exactly: erl and may
%= erl: 0
%= erl: undefined
table_after_kill() ->
    exit(named(), kill),
    ets:info(t, size).

%= exactly: erl and may
%= erl: false
%= erl: true
process_after_kill() ->
    P = named(),
    exit(P, kill),
    lists:member(P, processes()).

%% is_process_alive/1 waits until earlier signals of its caller are handled.
%= exactly: erl and may
%= erl: false
%= never: true
alive_after_kill() ->
    P = named(),
    exit(P, kill),
    is_process_alive(P).

%= exactly: erl and may
%= erl: none
message_to_killed() ->
    P = spawn(fun() -> receive {S, X} -> S ! X end end),
    exit(P, kill),
    P ! {self(), hello},
    receive hello -> hello after 5 -> none end.

%% Whoever is told of the kill by the killer comes after it.
%= exactly: erl and may
%= never: taken
%= erl: none
message_of_another_to_killed() ->
    S = self(),
    P = spawn(fun() -> receive hello -> S ! taken end end),
    B = spawn(fun() -> receive now -> P ! hello end, S ! sent end),
    exit(P, kill),
    B ! now,
    receive sent -> ok end,
    receive taken -> taken after 5 -> none end.

%% Until the kill is handled, its receiver goes on.
%= exactly: erl and may
%= erl: 0
%= erl: 1
%= erl: 2
acting_after_kill() ->
    S = self(),
    ets:new(k, [named_table, public]),
    {P, M} = spawn_monitor(fun() -> S ! up, ets:insert(k, {1}), ets:insert(k, {2}) end),
    receive up -> ok end,
    exit(P, kill),
    receive {'DOWN', M, _, _, _} -> ets:info(k, size) end.

%= exactly: erl and may
%= erl: now
exit_of_oneself() ->
    {_, M} = spawn_monitor(fun() -> exit(self(), now), exit(later) end),
    receive {'DOWN', M, _, _, R} -> R end.

%= exactly: erl and may
%= erl: killed
kill_of_oneself() ->
    {_, M} = spawn_monitor(fun() -> exit(self(), kill), exit(later) end),
    receive {'DOWN', M, _, _, R} -> R end.

%= exactly: erl and may
%= erl: yes
exit_to_oneself_trapped() ->
    S = self(),
    process_flag(trap_exit, true),
    exit(S, hello),
    receive {'EXIT', S, hello} -> yes after 0 -> no end.

%= exactly: erl and may
%= erl: normal
normal_exit_of_oneself() ->
    {_, M} = spawn_monitor(fun() -> exit(self(), normal), exit(later) end),
    receive {'DOWN', M, _, _, R} -> R end.

%% The monitor of one that is dead is answered later.
%= exactly: erl and may
%= erl: no
%= erl: yes
monitor_of_the_dead() ->
    {P, M} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', M, _, _, _} -> ok end,
    R = monitor(process, P),
    receive {'DOWN', R, _, _, noproc} -> yes after 0 -> no end.

%= exactly: erl and may
%= erl: yes
monitor_of_no_name() ->
    R = monitor(process, nobody),
    receive {'DOWN', R, _, _, noproc} -> yes after 0 -> no end.

%= exactly: erl and may
%= erl: yes
link_to_the_dead() ->
    process_flag(trap_exit, true),
    {P, M} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', M, _, _, _} -> ok end,
    link(P),
    receive {'EXIT', P, noproc} -> yes after 0 -> no end.

%= exactly: erl and may
%= erl: noproc
link_to_the_dead_untrapped() ->
    {P, M} = spawn_monitor(fun() -> ok end),
    receive {'DOWN', M, _, _, _} -> ok end,
    try link(P) of true -> receive never -> ok after 20 -> alive end
    catch error:R -> R
    end.

%% Who links to a process that ends may be told by an exception, by a signal, or of its normal end.
%= exactly: erl and may
%= erl: noproc
%= erl: {linked,true}
%= erl: {linked,{error,noproc}}
link_to_the_ending() ->
    P = spawn(fun() -> receive stop -> ok end end),
    {_, M} = spawn_monitor(fun() ->
        P ! stop,
        X = safe(fun() -> link(P) end),
        receive never -> ok after 5 -> exit({linked, X}) end
    end),
    receive {'DOWN', M, _, _, R} -> R end.

%% The kill comes first, so the link finds nobody. On a busy machine that may take longer than somebody waits.
%= exactly: erl and may
%= never: killed
%= erl: noproc
%= erl: {linked,{error,noproc}}
%= erl: {linked,true}
link_to_the_killed() ->
    P = spawn(fun() -> receive stop -> ok end end),
    {_, M} = spawn_monitor(fun() ->
        exit(P, kill),
        X = safe(fun() -> link(P) end),
        receive never -> ok after 5 -> exit({linked, X}) end
    end),
    receive {'DOWN', M, _, _, R} -> R end.

%= exactly: erl and may
%= erl: []
%= erl: [w,{exit,noproc}]
%= erl: [w,{exit,normal},{exit,noproc}]
%= erl: [w,{exit,normal}]
%= erl: [w]
%= erl: [w,{exit,noproc},{exit,normal}]
link_then_unlink() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> S ! w end),
    link(P),
    unlink(P),
    drain().

%= exactly: erl and may
%= erl: [none,none]
%= erl: [{exit,normal},none]
unlink_then_look() ->
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    unlink(P),
    [next(), receive {'EXIT', P, R} -> R after 3 -> none end].

%% What has come before the unlink stays in the mailbox.
%= exactly: erl and may
%= erl: {bye,none}
%= erl: {none,none}
unlink_and_flush() ->
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> exit(bye) end),
    unlink(P),
    X = receive {'EXIT', P, R} -> R after 0 -> none end,
    {X, receive {'EXIT', P, _} -> late after 3 -> none end}.

%= exactly: erl and may
%= erl: [none,none]
%= erl: [{down,normal},none]
demonitor_then_look() ->
    {_, M} = spawn_monitor(fun() -> ok end),
    demonitor(M),
    [next(), receive {'DOWN', M, _, _, _} -> late after 3 -> none end].

%= exactly: erl and may
%= erl: {false,none}
%= erl: {true,none}
demonitor_flush() ->
    {_, M} = spawn_monitor(fun() -> ok end),
    X = demonitor(M, [flush, info]),
    {X, receive {'DOWN', M, _, _, _} -> late after 3 -> none end}.

%= exactly: erl and may
%= erl: {true,none}
%= erl: {true,x}
unalias_then_look() ->
    A = alias(),
    spawn(fun() -> A ! x end),
    X = unalias(A),
    {X, receive x -> x after 3 -> none end}.

%% A and B watch P. A tells B that P is gone. Has B its own 'DOWN' by then?
%= exactly: erl and may
%= erl: no
%= erl: yes
two_watchers() ->
    S = self(),
    P = spawn(fun() -> receive stop -> ok end end),
    A = spawn(fun() -> M = monitor(process, P), S ! ready, receive {b, B} -> ok end, receive {'DOWN', M, _, _, _} -> B ! gone end end),
    receive ready -> ok end,
    B0 = spawn(fun() ->
        M = monitor(process, P),
        S ! ready,
        receive gone -> S ! {b, receive {'DOWN', M, _, _, _} -> yes after 0 -> no end} end
    end),
    receive ready -> ok end,
    A ! {b, B0},
    P ! stop,
    receive {b, X} -> X end.

%= exactly: erl and may
%= erl: yes
two_watchers_the_other_way() ->
    S = self(),
    P = spawn(fun() -> receive stop -> ok end end),
    B = spawn(fun() ->
        M = monitor(process, P),
        S ! ready,
        receive gone -> S ! {b, receive {'DOWN', M, _, _, _} -> yes after 0 -> no end} end
    end),
    receive ready -> ok end,
    spawn(fun() -> M = monitor(process, P), S ! ready, receive {'DOWN', M, _, _, _} -> B ! gone end end),
    receive ready -> ok end,
    P ! stop,
    receive {b, X} -> X end.

%% A server is killed and started again at once.
%= exactly: erl and may
%= erl: already_started
%= erl: ok
restart_after_kill() ->
    {ok, _} = gen_server:start({local, srv}, guest, 0, []),
    exit(whereis(srv), kill),
    case gen_server:start({local, srv}, guest, 0, []) of
        {ok, _} -> ok;
        {error, {already_started, _}} -> already_started
    end.

%% A message and an exit signal of one sender stay in their order.
%= exactly: erl and may
%= erl: {a,{exit,bad},b}
message_before_exit() ->
    S = self(),
    process_flag(trap_exit, true),
    spawn(fun() -> S ! a, exit(S, bad), S ! b end),
    {receive A -> told(A) end, receive B -> told(B) end, receive C -> told(C) end}.

%= exactly: erl and may
%= erl: bad
%= erl: {trapped,bad}
trap_set_before_handling() ->
    S = self(),
    {P, M} = spawn_monitor(fun() ->
        receive go -> ok end,
        S ! went,
        process_flag(trap_exit, true),
        receive {'EXIT', _, R} -> exit({trapped, R}) end
    end),
    P ! go,
    receive went -> ok end,
    exit(P, bad),
    receive {'DOWN', M, _, _, R} -> R end.

%% group_leader/2 waits for its answer.
%= exactly: erl and may
%= erl: true
group_leader_of_another() ->
    S = self(),
    P = spawn(fun() -> receive stop -> ok end end),
    group_leader(S, P),
    item(P, group_leader) =:= S.

%= exactly: erl and may
%= erl: {false,{error,badarg}}
%= erl: {true,true}
%= may: {false,true}
group_leader_seen_by_itself() ->
    S = self(),
    P = spawn(fun() -> receive go -> S ! {seen, group_leader() =:= S} end end),
    spawn(fun() -> S ! {changed, safe(fun() -> group_leader(S, P) end)} end),
    P ! go,
    {receive {seen, X} -> X end, receive {changed, Y} -> Y end}.
