%% Small distributed programs, each with what it can end with: under nodes alone, and when something may break.
%% test/completeness walks and searches them, too.
-module(cases).
-compile([export_all, nowarn_export_all]).
-include("nodes.hrl").

%% --- messages -------------------------------------------------------------------------------------

%% What goes to one process from two nodes comes in any order.
two_senders() ->
    P = self(),
    spawn(?A, fun() -> P ! a end),
    spawn(?B, fun() -> P ! b end),
    receive X -> X end.

%% Of one pair of processes the order is kept.
in_order() ->
    P = self(),
    spawn(?A, fun() -> P ! 1, P ! 2 end),
    receive X -> receive Y -> {X, Y} end end.

%% What a tells b may be there before what a sent earlier.
triangle() ->
    P = self(),
    B = spawn(?B, fun() -> receive X -> P ! X end end),
    spawn(?A, fun() -> ?PAUSE, P ! first, B ! second end),
    receive Y -> Y end.

by_name() ->
    P = self(),
    spawn(?A, fun() -> ?PAUSE, register(s, self()), receive X -> P ! X end end),
    {s, ?A} ! hello,
    receive Y -> Y after ?LONG -> lost end.

by_name_and_pid() ->
    P = self(),
    Q = spawn(?A, fun() -> register(s, self()), P ! ready, receive X -> receive Y -> P ! {X, Y} end end end),
    receive ready -> ok end,
    {s, ?A} ! one,
    Q ! two,
    receive R -> R end.

alias() ->
    P = self(),
    A = alias([reply]),
    Q = spawn(?A, fun() -> receive go -> A ! one, A ! two, P ! done end end),
    Q ! go,
    receive done -> receive X -> X after 0 -> none end end.

%% --- ends -----------------------------------------------------------------------------------------

monitors() ->
    {_, R} = spawn_monitor(fun() -> ok end),
    {Q, S} = erlang:spawn_opt(?A, fun() -> exit(bye) end, [monitor]),
    receive {'DOWN', S, process, Q, Why} -> receive {'DOWN', R, _, _, _} -> Why end end.

monitored_late() ->
    Q = spawn(?A, fun() -> ?PAUSE, ?PAUSE, ok end),
    R = monitor(process, Q),
    receive {'DOWN', R, process, Q, Why} -> Why end.

demonitored() ->
    Q = spawn(?A, fun() -> ?PAUSE, ?PAUSE, ok end),
    R = monitor(process, Q),
    ?PAUSE,
    demonitor(R),
    receive {'DOWN', R, process, Q, _} -> told after ?LONG -> not_told end.

flushed() ->
    Q = spawn(?A, fun() -> ok end),
    R = monitor(process, Q),
    demonitor(R, [flush]),
    receive {'DOWN', R, process, Q, _} -> told after 0 -> not_told end.

linked() ->
    process_flag(trap_exit, true),
    Q = spawn_link(?A, fun() -> exit(bye) end),
    receive {'EXIT', Q, Why} -> Why end.

linked_late() ->
    process_flag(trap_exit, true),
    Q = spawn(?A, fun() -> ?PAUSE, ?PAUSE, ok end),
    link(Q),
    receive {'EXIT', Q, Why} -> Why end.

unlinked() ->
    process_flag(trap_exit, true),
    Q = spawn(?A, fun() -> receive go -> exit(bye) end end),
    link(Q),
    Q ! go,
    ?PAUSE,
    unlink(Q),
    receive {'EXIT', Q, Why} -> Why after 0 -> none end.

killed() ->
    P = self(),
    Q = spawn(?A, fun() -> ?PAUSE, P ! one, receive never -> ok end end),
    R = monitor(process, Q),
    exit(Q, kill),
    receive {'DOWN', R, process, Q, Why} -> receive one -> {one, Why} after 0 -> Why end end.

crossing() ->
    P = self(),
    process_flag(trap_exit, true),
    Q = spawn(?A, fun() -> link(P), exit(bye) end),
    receive {'EXIT', Q, Why} -> Why after ?LONG -> none end.

%% --- nodes ----------------------------------------------------------------------------------------

watch() ->
    monitor_node(?A, true),
    receive {nodedown, ?A} -> down after ?LONG -> up end.

watch_all() ->
    ok = net_kernel:monitor_nodes(true),
    receive {nodedown, N} -> N after ?LONG -> none end.

seen() ->
    P = self(),
    spawn(?A, fun() -> P ! lists:sort(nodes()) end),
    receive L -> {L, lists:sort(nodes())} after ?LONG -> {lost, lists:sort(nodes())} end.

%% Who monitors learns of a loss; who asks again may reach the node again.
again() ->
    P = self(),
    Q = spawn(?A, fun() -> receive X -> P ! X end end),
    R = monitor(process, Q),
    receive {'DOWN', R, _, _, Why} -> Q ! again, receive again -> {Why, again} after ?LONG -> {Why, nothing} end
    after ?LONG -> none
    end.

calls() ->
    catch erpc:call(?A, erlang, node, []).

%% A copy on a, acknowledged: and then asked for.
replicated() ->
    P = self(),
    Q = spawn(?A, fun() -> receive {put, X} -> P ! ok, receive get -> P ! {value, X} end end end),
    R = monitor(process, Q),
    Q ! {put, 1},
    receive
        ok ->
            Q ! get,
            receive {value, V} -> V; {'DOWN', R, _, _, Why} -> {acknowledged, Why} end;
        {'DOWN', R, _, _, Why} -> Why
    end.

workers() ->
    P = self(),
    W = spawn(fun() -> receive go -> P ! done end end),
    R = monitor(process, W),
    W ! go,
    receive done -> done; {'DOWN', R, _, _, Why} -> Why end.
