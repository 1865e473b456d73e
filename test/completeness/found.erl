%% Programs in which a search once missed outcomes: signals of all kinds meet in the mailbox of one process.
-module(found).
-compile([export_all, nowarn_export_all]).

alias_used_or_given_up() ->
    S = self(),
    P = spawn(fun() -> S ! p, S ! q end),
    A = alias([reply]),
    spawn(fun() -> A ! x end),
    U = unalias(A),
    unalias(A),
    exit(P, kill),
    X = any(),
    {U, X, messages()}.

alias_of_one_who_is_killed() ->
    S = self(),
    P = spawn(fun() -> A = alias([reply]), S ! {alias, A}, receive M -> S ! M end end),
    A = receive {alias, X} -> X end,
    spawn(fun() -> A ! x end),
    spawn(fun() -> A ! y end),
    exit(P, kill),
    any().

alias_beside_a_killed_link() ->
    S = self(),
    A = alias([reply]),
    spawn(fun() -> A ! x end),
    P = spawn_link(fun() -> ok end),
    [spawn(fun() -> S ! M end) || M <- [m, n]],
    X = receive m -> m after 0 -> none end,
    exit(P, bye),
    {X, messages()}.

%% 'DOWN' may have come before.
demonitor_and_look() ->
    S = self(),
    {_, R} = spawn_monitor(fun() -> ok end),
    spawn(fun() -> S ! a end),
    demonitor(R),
    receive a -> a; {'DOWN', R, _, _, _} -> down end.

demonitor_info() ->
    S = self(),
    {_, R} = spawn_monitor(fun() -> ok end),
    spawn(fun() -> S ! a end),
    case demonitor(R, [info]) of
        true -> watched;
        false -> receive a -> a; {'DOWN', R, _, _, _} -> down end
    end.

demonitor_flush_info() ->
    S = self(),
    A = alias([reply]),
    spawn(fun() -> A ! x end),
    {_, R} = spawn_monitor(fun() -> S ! w end),
    spawn(fun() -> S ! m end),
    D = demonitor(R, [flush, info]),
    U = unalias(A),
    {D, U, messages()}.

demonitor_flush() ->
    S = self(),
    {_, R} = spawn_monitor(fun() -> S ! w end),
    spawn(fun() -> S ! m end),
    demonitor(R, [flush]),
    messages().

link_to_one_who_is_gone() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    spawn(fun() -> S ! m end),
    link(P),
    X = any(),
    Y = receive M -> plain(M) end,
    {X, Y, messages()}.

links_to_one_who_is_gone() ->
    process_flag(trap_exit, true),
    P = spawn(fun() -> ok end),
    [spawn(fun() -> process_flag(trap_exit, true), link(P), messages() end) || _ <- [1, 2]],
    link(P),
    link(P),
    messages().

name_given_up() ->
    S = self(),
    register(n, S),
    spawn(fun() -> catch n ! x end),
    Q = spawn(fun() -> S ! q end),
    unregister(n),
    exit(Q, kill),
    {any(), any()}.

name_and_messages() ->
    S = self(),
    register(n, S),
    spawn(fun() -> catch n ! x end),
    spawn(fun() -> S ! m end),
    unregister(n),
    messages().

killed_and_unlinked() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> S ! p end),
    spawn(fun() -> S ! a end),
    spawn(fun() -> exit(P, kill) end),
    unlink(P),
    {any(), any()}.

crashed_and_unlinked() ->
    S = self(),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> exit(bad) end),
    spawn(fun() -> S ! a end),
    unlink(P),
    {any(), messages()}.

trap_no_longer() ->
    S = self(),
    process_flag(trap_exit, true),
    spawn_link(fun() -> S ! w end),
    spawn(fun() -> S ! m end),
    X = receive M -> plain(M) after 2000 -> none end,
    process_flag(trap_exit, false),
    {X, messages()}.

timer_cancelled_by_another() ->
    S = self(),
    R = erlang:send_after(0, S, tm),
    spawn(fun() -> erlang:cancel_timer(R) end),
    process_flag(trap_exit, true),
    P = spawn_link(fun() -> ok end),
    unlink(P),
    receive m -> m after 0 -> none end,
    messages().

watched_twice() ->
    S = self(),
    T = erlang:send_after(0, S, tm),
    {P, R} = spawn_monitor(fun() -> S ! w end),
    monitor(process, P),
    spawn(fun() -> S ! m end),
    A = receive {'DOWN', R, _, _, Why} -> Why end,
    B = erlang:read_timer(T) =/= false,
    {A, B, any(), messages()}.

table_is_inherited() ->
    S = self(),
    spawn(fun() -> ets:new(h, [{heir, S, h}]), S ! w end),
    process_flag(trap_exit, true),
    spawn(fun() -> exit(S, e) end),
    spawn(fun() -> S ! m, S ! {m, 2} end),
    X = any(),
    Y = receive {'EXIT', _, W} -> W after 0 -> none end,
    {X, Y, messages()}.

asked_and_told() ->
    ets:new(tab, [named_table, public]),
    S = self(),
    spawn(fun() -> S ! {w, 1}, ets:insert(tab, {0, 1}), S ! {e, 1} end),
    spawn(fun() -> S ! {q, self()}, receive a -> ok end, S ! {w, 2}, S ! {e, 2} end),
    answer(2, []).

answer(0, L) -> lists:reverse(L);
answer(N, L) ->
    receive
        {w, I} -> answer(N, [{I, ets:lookup(tab, 0)} | L]);
        {q, P} -> P ! a, answer(N, [q | L]);
        {e, I} -> answer(N - 1, [{e, I} | L])
    end.

keys_taken_and_written() ->
    ets:new(t, [named_table, public]),
    Parts = [[{take, a}, {take, b}], [{read, b}, {if0, [{read, a}, {read, b}]}], [{write, b}, {write, a}, {write, a}], [{read, a}]],
    Monitors = [spawn_monitor(fun() -> exit({shutdown, play(P, 0, [])}) end) || P <- Parts],
    [receive {'DOWN', R, _, _, Log} -> Log end || {_, R} <- Monitors].

play([], _, Log) -> Log;
play([{take, X} | Rest], _, Log) ->
    R = case ets:insert_new(t, {X, 1}) of true -> 0; false -> 1 end,
    play(Rest, R, [R | Log]);
play([{read, X} | Rest], _, Log) ->
    R = case ets:lookup(t, X) of [] -> 0; [{_, V}] -> V end,
    play(Rest, R, [R | Log]);
play([{write, X} | Rest], R, Log) -> ets:insert(t, {X, R + 1}), play(Rest, R, Log);
play([{if0, Part} | Rest], 0, Log) -> play(Part ++ Rest, 0, Log);
play([_ | Rest], R, Log) -> play(Rest, R, Log).

any() -> receive M -> plain(M) after 0 -> none end.
messages() -> [plain(M) || M <- element(2, process_info(self(), messages))].

plain({'EXIT', _, Why}) -> {exit, Why};
plain({'DOWN', _, _, _, Why}) -> {down, Why};
plain({'ETS-TRANSFER', _, _, Gift}) -> Gift;
plain(M) -> M.
