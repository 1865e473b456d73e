%% Processes: spawning, messages, links, monitors, exit signals, names, timers, aliases, dictionaries.
%% Only what every schedule must answer alike.
-module(process_cases).
-include("diff.hrl").

cases() ->
    [{{link, Reason, Trap}, fun() -> linked(Reason, Trap) end} || Reason <- reasons(), Trap <- [true, false]]
    ++ [{{monitor, Reason}, fun() -> monitored(Reason) end} || Reason <- reasons()]
    ++ [{{exit_signal, Reason, Trap}, fun() -> signalled(Reason, Trap) end} || Reason <- reasons(),
         Trap <- [true, false]]
    ++ [{{dies, N}, fun() -> dies(Fun) end} || {N, Fun} <- lists:zip(lists:seq(1, length(deaths())), deaths())]
    ++ [{{spawned, N}, fun() -> Fun() end} || {N, Fun} <- lists:zip(lists:seq(1, length(spawns())), spawns())]
    ++ [{{ring, N, Rounds}, fun() -> ring(N, Rounds) end} || {N, Rounds} <- [{1, 1}, {3, 4}, {50, 10}, {500, 2}]]
    ++ table().

reasons() -> [normal, kill, killed, shutdown, {shutdown, why}, other, {complex, [reason]}, noproc].

down(P, M) -> receive {'DOWN', M, process, P, R} -> R after 5000 -> no_down end.
wait(P) -> M = monitor(process, P), down(P, M).
gone() -> P = spawn(fun() -> ok end), wait(P), P.
one() -> receive M -> M after 1000 -> nothing end.
all() -> receive M -> [M | all()] after 0 -> [] end.

%% A middle process links to one that exits; what becomes of the middle?
linked(Reason, Trap) ->
    {P, M} = spawn_monitor(fun() ->
        process_flag(trap_exit, Trap),
        C = spawn_link(fun() -> receive go -> exit(Reason) end end),
        C ! go,
        receive {'EXIT', C, R} -> exit({got, R}) after 500 -> exit(survived) end
    end),
    down(P, M).

monitored(Reason) ->
    P = spawn(fun() -> receive go -> exit(Reason) end end),
    M = monitor(process, P),
    P ! go,
    {down(P, M), down(P, monitor(process, P)), is_process_alive(P)}.

signalled(Reason, Trap) ->
    Me = self(),
    {P, M} = spawn_monitor(fun() ->
        process_flag(trap_exit, Trap),
        Me ! ready,
        receive {'EXIT', Me, R} -> exit({trapped, R}) after 500 -> exit(survived) end
    end),
    receive ready -> ok end,
    {exit(P, Reason), down(P, M)}.

deaths() ->
    [fun() -> ok end, fun() -> exit(normal) end, fun() -> error(oops) end, fun() -> throw(ball) end, fun() ->
     1 / diff_run:id(0) end, fun() -> exit(self(), kill) end, fun() -> exit(self(), normal), exit(later) end,
     fun() -> exit(self(), reason) end, fun() -> process_flag(trap_exit, true), exit(self(), kill) end, fun() ->
     process_flag(trap_exit, true), exit(self(), x), exit({trapped, one()}) end, fun() ->
     process_flag(trap_exit, true), exit(self(), normal), exit({trapped, one()}) end, fun() -> link(gone()),
     exit(one()) end, fun() -> process_flag(trap_exit, true), link(gone()), exit(one()) end, fun() ->
     spawn_link(fun() -> exit(child) end), receive after infinity -> ok end end, fun() ->
     C = spawn_link(fun() -> receive after infinity -> ok end end), unlink(C), exit(C, kill), wait(C),
     exit(alive) end, fun() -> lists:nth(3, [1]) end, fun() -> apply(no_module, f, []) end, fun() ->
     (diff_run:id(x))() end, fun() -> exit(kill) end, fun() -> spawn_link(fun() -> exit(kill) end),
     receive after infinity -> ok end end, fun() -> process_flag(trap_exit, true),
     spawn_link(fun() -> exit(kill) end), exit(element(3, one())) end, fun() -> process_flag(trap_exit, true),
     C = spawn_link(fun() -> receive after infinity -> ok end end), exit(C, kill), exit(element(3, one())) end,
     fun() -> erlang:raise(exit, raised, []) end, fun() -> try exit(a) catch exit:a -> exit(b) end end, fun() ->
     catch exit(a), exit(c) end].

%% The reason, with the stack trace cut to the functions of this module.
dies(Fun) ->
    {P, M} = spawn_monitor(Fun),
    case down(P, M) of
        {{nocatch, X}, S} when is_list(S) -> {nocatch, X, traced(S)};
        {R, [{_, _, _, _} | _] = S} -> {R, traced(S)};
        R -> R
    end.
traced(S) -> [{Module, F, if is_list(A) -> A; true -> A end} || {Module, F, A, _} <- S].

spawns() ->
    [fun() -> Me = self(), spawn(fun() -> Me ! {hello, self() =/= Me} end), one() end, fun() ->
     P = spawn(?MODULE, report, [self(), x]), {P, x} = one(), ok end, fun() ->
     P = spawn_link(?MODULE, report, [self(), y]), {P, y} = one(), ok end, fun() ->
     {P, M} = spawn_monitor(?MODULE, report, [self(), z]), R = receive {P, z} -> got end, {R, down(P, M)} end,
     fun() -> P = spawn_opt(fun() -> exit(bye) end, [monitor]), {Q, M} = P, down(Q, M) end, fun() ->
     process_flag(trap_exit, true), P = spawn_opt(fun() -> exit(bye) end, [link]), receive {'EXIT', P, R} ->
     R end end, fun() -> {P, M} = spawn_opt(fun() -> ok end,
     [monitor, {priority, high}, {min_heap_size, 1000}, {fullsweep_after, 5}]), down(P, M) end, fun() ->
     spawn_opt(fun() -> ok end, [bogus]) end, fun() -> spawn(diff_run:id(x)) end, fun() ->
     spawn(fun(_) -> ok end) end, fun() -> spawn(a, b, c) end, fun() -> spawn(lists, reverse, [1 | 2]) end,
     fun() -> Me = self(), [spawn(fun() -> Me ! I end) || I <- lists:seq(1, 20)],
     lists:sort([one() || _ <- lists:seq(1, 20)]) end, fun() -> R = erlang:spawn_request(fun() -> ok end),
     receive {spawn_reply, R, ok, P} -> is_pid(P) end end, fun() ->
     P = spawn(fun() -> receive {F, X} -> F ! X * 2 end end), P ! {self(), 21}, one() end, fun() ->
     pmap(fun(X) -> X * X end, lists:seq(1, 30)) end, fun() -> wait(spawn(node(), fun() -> exit(here) end)) end,
     fun() -> P = proc_lib:spawn(fun() -> exit(x) end), wait(P) end, fun() ->
     {proc_lib:start(?MODULE, init_ack, [self()])} end, fun() -> {proc_lib:start(?MODULE, init_fail, [])} end,
     fun() -> process_flag(trap_exit, true), {element(1, proc_lib:start_link(?MODULE, init_crash, []))} end].

report(To, What) -> To ! {self(), What}.
init_ack(_) -> proc_lib:init_ack({ok, ready}), ok.
init_fail() -> proc_lib:init_ack({error, sorry}), exit(normal).
init_crash() -> exit(crashed_early).
pmap(F, L) -> Me = self(), Ps = [spawn(fun() -> Me ! {self(), F(X)} end) || X <- L],
    [receive {P, R} -> R end || P <- Ps].

ring(N, Rounds) ->
    Me = self(),
    First = lists:foldl(fun(_, Next) -> spawn(fun() -> forward(Next) end) end, Me, lists:seq(1, N)),
    Result = lists:sum([begin First ! {token, I}, receive {token, J} -> J end end || I <- lists:seq(1, Rounds)]),
    First ! stop,
    receive stop -> Result end.
forward(Next) -> receive stop -> Next ! stop; {token, I} -> Next ! {token, I + 1}, forward(Next) end.

server(State) -> receive {put, K, V} -> server(State#{K => V}); {get, From, K} ->
    From ! {reply, maps:get(K, State, none)}, server(State); stop -> ok end.
ask(P, K) -> P ! {get, self(), K}, receive {reply, V} -> V end.
selective() -> self() ! {b, 1}, self() ! {a, 2}, self() ! {b, 3}, self() ! {a, 4}, X = receive {a, N} -> N end,
    Y = receive {a, M} -> M end, {X, Y, all()}.
hibernating(To) -> To ! awake, receive M -> To ! {got, M} end.
nested_receive() -> self() ! a, self() ! b, self() ! c, receive b -> receive a -> receive c -> all() end end end.
flush_order() -> [self() ! I || I <- lists:seq(1, 10)], all().
timeouts(T) -> receive never -> ok after T -> {timed_out, T} end.
priority() -> receive {high, X} -> [X | priority()] after 0 -> receive {_, X} -> [X | priority()] after 0 ->
    [] end end.
dictionary() -> put(a, 1), put(b, 2), A = put(a, 3), E = erase(b),
    {A, E, get(a), get(b), lists:sort(get()), lists:sort(get_keys()), lists:sort(get_keys(3)),
    lists:sort(erase()), get()}.

table() ->
    [?C(selective()),
     ?C(nested_receive()),
     ?C(flush_order()),
     ?C([timeouts(T) || T <- [0, 1, 10]]),
     ?C(timeouts(1 bsl 32)),
     ?C(timeouts(-1)),
     ?C(timeouts(1.5)),
     ?C(timeouts(a)),
     ?C(begin self() ! {low, 1}, self() ! {high, 2}, self() ! {low, 3}, self() ! {high, 4}, priority() end),
     ?C(dictionary()),
     ?C(begin P = spawn(fun() -> server(#{}) end), P ! {put, a, 1}, R = {ask(P, a), ask(P, b)}, P ! stop,
         R end),
     ?C(begin P = spawn(fun() -> proc_lib:hibernate(?MODULE, hibernating, [self()]) end), P ! x, wait(P) end),
     ?C(begin Me = self(), P = spawn(fun() -> erlang:hibernate(?MODULE, hibernating, [Me]) end), P ! wake,
         {one(), (P ! second) =:= second, one()} end),
     ?C(begin self() ! x, receive Y -> Y end end),
     ?C(self() ! {a, b}),
     ?C(begin register(proc, self()), proc ! hi, R = one(), unregister(proc), R end),
     ?C(begin {proc2, node()} ! hi, one() end),
     ?C(begin register(proc3, self()), {proc3, node()} ! hi, one() end),
     ?C(erlang:send(self(), x)),
     ?C(erlang:send(gone(), x)),
     ?C(erlang:send(self(), x, [noconnect])),
     ?C(erlang:send(self(), x, [bogus])),
     ?C(gone() ! x),
     ?C(is_process_alive(self())),
     ?C(is_process_alive(gone())),
     ?C(is_process_alive(a)),
     ?C(register(a_name, gone())),
     ?C(begin register(n1, self()), register(n1, self()) end),
     ?C(begin register(n2, self()), register(n3, self()) end),
     ?C(begin register(n4, self()), {whereis(n4) =:= self(), process_info(self(), registered_name),
         unregister(n4), whereis(n4), process_info(self(), registered_name)} end),
     ?C(unregister(not_there)),
     ?C(register(undefined, self())),
     ?C(register("x", self())),
     ?C(begin P = spawn(fun() -> receive stop -> ok end end), register(n5, P), P ! stop, wait(P),
         whereis(n5) end),
     ?C(lists:member(n6, begin register(n6, self()), registered() end)),
     ?C(link(self())),
     ?C(begin process_flag(trap_exit, true), link(gone()), one() end),
     ?C(link(gone())),
     ?C(unlink(gone())),
     ?C(begin P = spawn(fun() -> receive a -> ok end end), link(P), {links, L} = process_info(self(), links),
         R = lists:member(P, L), unlink(P), P ! a, {R, process_info(self(), links)} end),
     ?C(begin process_flag(trap_exit, true), P = spawn_link(fun() -> receive x -> exit(r) end end), P ! x,
         M = one(), {element(1, M), element(3, M)} end),
     ?C(begin P = spawn(fun() -> receive x -> ok end end), M1 = monitor(process, P), M2 = monitor(process, P),
         demonitor(M1), P ! x, {down(P, M2), all()} end),
     ?C(begin M = monitor(process, gone()), {demonitor(M, [flush]), all()} end),
     ?C(begin P = spawn(fun() -> receive x -> ok end end), M = monitor(process, P), R = demonitor(M, [info]),
         P ! x, R end),
     ?C(begin P = spawn(fun() -> receive x -> ok end end), M = monitor(process, P),
         {demonitor(M, [flush, info]), P ! x} end),
     ?C(demonitor(make_ref())),
     ?C(demonitor(a)),
     ?C(demonitor(make_ref(), [bogus])),
     ?C(begin M = erlang:monitor(process, no_such_name), receive {'DOWN', M, process, W, R} -> {W, R} end end),
     ?C(begin P = spawn(fun() -> receive x -> ok end end), register(n7, P), M = erlang:monitor(process, n7), P ! x,
         receive {'DOWN', M, process, W, R} -> {W, R} end end),
     ?C(begin P = spawn(fun() -> receive x -> ok end end), M = erlang:monitor(process, P, [{tag, 'GONE'}]), P ! x,
         receive {'GONE', M, process, P, R} -> R end end),
     ?C(erlang:monitor(process, self()) =/= x),
     ?C(monitor(bogus, self())),
     ?C(erlang:monitor(process, 5)),
     ?C(is_reference(monitor(time_offset, clock_service))),
     ?C(begin {monitors, A} = process_info(self(), monitors), P = spawn(fun() -> receive x -> ok end end),
         erlang:monitor(process, P), {monitors, B} = process_info(self(), monitors), P ! x, {A, length(B)} end),
     ?C(begin P = spawn(fun() -> receive x -> ok end end), erlang:monitor(process, P),
         {monitored_by, L} = process_info(P, monitored_by), P ! x, L =:= [self()] end),
     ?C(begin A = erlang:alias(), A ! hi, R = one(), U = erlang:unalias(A), A ! lost, {R, U, all(), erlang:unalias(A)} end),
     ?C(begin A = erlang:alias([reply]), A ! one, A ! two, all() end),
     ?C(begin A = erlang:alias([explicit_unalias]), A ! 1, A ! 2, {all(), erlang:unalias(A)} end),
     ?C(erlang:alias([bogus])),
     ?C(erlang:unalias(make_ref())),
     ?C(begin P = spawn(fun() -> receive {A, X} -> A ! {A, X * 2} end end),
         A = erlang:monitor(process, P, [{alias, reply_demonitor}]), P ! {A, 4}, R = receive {A, V} -> V end,
         {R, all()} end),
     ?C(begin P = spawn(fun() -> receive x -> ok end end), A = erlang:monitor(process, P, [{alias, demonitor}]),
         demonitor(A), A ! hello, P ! x, all() end),
     ?C(begin T = erlang:send_after(5, self(), ping),
         {is_integer(erlang:read_timer(T)), one(), erlang:read_timer(T), erlang:cancel_timer(T)} end),
     ?C(begin T = erlang:start_timer(5, self(), msg), receive {timeout, T, M} -> M end end),
     ?C(begin T = erlang:send_after(100000, self(), never), L = erlang:cancel_timer(T),
         {is_integer(L), L > 90000, erlang:cancel_timer(T), all()} end),
     ?C(begin T = erlang:send_after(100000, self(), x),
         {erlang:cancel_timer(T, [{async, true}, {info, false}]), all()} end),
     ?C(begin T = erlang:send_after(100000, self(), x), erlang:cancel_timer(T, [{async, true}]),
         receive {cancel_timer, T, N} -> is_integer(N) end end),
     ?C(begin erlang:send_after(30, self(), third), erlang:send_after(10, self(), first),
         erlang:send_after(20, self(), second), [one(), one(), one()] end),
     ?C(erlang:send_after(-1, self(), x)),
     ?C(erlang:send_after(1 bsl 70, self(), x)),
     ?C(erlang:send_after(a, self(), x)),
     ?C(erlang:send_after(1, "pid", x)),
     ?C(erlang:cancel_timer(make_ref())),
     ?C(erlang:read_timer(make_ref())),
     ?C(is_reference(erlang:send_after(0, no_such_name, x))),
     ?C(begin erlang:send_after(0, self(), now), one() end),
     ?C(timer:sleep(5)),
     ?C(begin {ok, T} = timer:send_after(10000, x), {ok, _} = timer:cancel(T), ok end),
     ?C(begin timer:send_after(5, ding), one() end),
     ?C(begin timer:apply_after(5, erlang, send, [self(), applied]), one() end),
     ?C(begin A = erlang:monotonic_time(millisecond), timer:sleep(20),
         erlang:monotonic_time(millisecond) - A >= 20 end),
     ?C(process_flag(trap_exit, true)),
     ?C(begin process_flag(trap_exit, true), process_flag(trap_exit, false) end),
     ?C(process_flag(trap_exit, 'maybe')),
     ?C(process_flag(bogus, 1)),
     ?C(process_flag(priority, high)),
     ?C(begin process_flag(priority, low), process_flag(priority, normal) end),
     ?C(process_flag(message_queue_data, off_heap)),
     ?C(process_info(self(), trap_exit)),
     ?C(process_info(self(), message_queue_len)),
     ?C(begin self() ! a, self() ! b, {process_info(self(), message_queue_len),
         process_info(self(), messages)} end),
     ?C(process_info(self(), status)),
     ?C(process_info(self(), dictionary)),
     ?C(begin put(k, v), process_info(self(), dictionary) end),
     ?C(process_info(self(), priority)),
     ?C(process_info(self(), registered_name)),
     ?C(process_info(self(), bogus)),
     ?C(process_info(self(), [trap_exit, message_queue_len, registered_name, priority])),
     ?C(process_info(gone())),
     ?C(process_info(gone(), status)),
     ?C(process_info(a)),
     ?C(element(1, element(2, process_info(self(), initial_call)))),
     ?C(begin P = spawn(?MODULE, server, [#{}]), R = process_info(P, initial_call), P ! stop, R end),
     ?C(begin P = spawn(?MODULE, server, [#{}]), ask(P, x), timer:sleep(20),
         R = process_info(P, [current_function, status]), P ! stop, R end),
     ?C(begin {group_leader, G} = process_info(self(), group_leader), G =:= group_leader() end),
     ?C(is_integer(element(2, process_info(self(), reductions)))),
     ?C([is_integer(element(2, process_info(self(), I))) || I <- [heap_size, total_heap_size, stack_size,
         memory]]),
     ?C(element(1, hd(element(2, process_info(self(), current_stacktrace))))),
     ?C(process_info(self(), catchlevel)),
     ?C(process_info(self(), error_handler)),
     ?C(lists:member(self(), processes())),
     ?C(begin G = group_leader(), group_leader(self(), self()), R = group_leader() =:= self(),
         group_leader(G, self()), R end),
     ?C(begin P = spawn(fun() -> receive {F, R, Q} -> F ! {reply, R, {handled, element(1, Q)}} end end),
         P ! {self(), r, {request}}, one() end),
     ?C(begin P = spawn(fun() -> receive x -> ok end end), erlang:suspend_process(P), P ! x,
         A = is_process_alive(P), erlang:resume_process(P), {A, wait(P)} end),
     ?C(erlang:resume_process(self())),
     ?C(erlang:suspend_process(self())),
     ?C(erlang:garbage_collect()),
     ?C(erlang:garbage_collect(self())),
     ?C(erlang:garbage_collect(gone())),
     ?C(erlang:yield()),
     ?C(erlang:bump_reductions(100)),
     ?C(exit(gone(), kill)),
     ?C(exit(a, b)),
     ?C(exit(self(), normal)),
     ?C(begin process_flag(trap_exit, true), exit(self(), hello), one() end),
     ?C(begin process_flag(trap_exit, true), exit(self(), normal), one() end),
     ?C(erlang:check_process_code(self(), lists)),
     ?C(begin R = make_ref(), self() ! {other, 1}, self() ! {R, 2}, receive {R, X} -> {X, all()} end end),
     ?C(begin Me = self(), P = spawn(fun() -> [Me ! {self(), I} || I <- lists:seq(1, 100)] end),
         [receive {P, I} -> I end || _ <- lists:seq(1, 100)] =:= lists:seq(1, 100) end),
     ?C(begin Me = self(), Ps = [spawn_link(fun() -> receive {go, N} -> Me ! {done, N * I} end end) || I <- [1,
         2, 3]], [P ! {go, 10} || P <- Ps], lists:sort([receive {done, N} -> N end || _ <- Ps]) end),
     ?C(begin process_flag(trap_exit, true), Ps = [spawn_link(fun() -> exit({n, I}) end) || I <- lists:seq(1,
         10)], lists:sort([receive {'EXIT', P, R} -> R end || P <- Ps]) end),
     ?C(begin Me = self(), P = spawn(fun() -> process_flag(trap_exit, true), Me ! ready,
         receive {'EXIT', _, R} -> exit({saw, R}) end end), M = monitor(process, P), ready = one(),
         exit(P, poke), down(P, M) end),
     ?C(begin Big = lists:seq(1, 50000), P = spawn(fun() -> receive {F, L} -> F ! lists:sum(L) end end),
         P ! {self(), Big}, one() end),
     ?C(begin P = spawn(fun L() -> receive {F, ping} -> F ! pong, L(); stop -> ok end end),
         R = [begin P ! {self(), ping}, one() end || _ <- lists:seq(1, 1000)], P ! stop,
         {length(R), lists:usort(R)} end),
     ?C(erlang:process_display(a, b)),
     ?C(erlang:get_keys()),
     ?C(begin P = spawn(fun() -> erlang:hibernate(?MODULE, hibernating, [self()]) end), timer:sleep(100),
         Items = [process_info(P, I) || I <- [current_function, current_location, current_stacktrace, status]], exit(P, kill), Items end),
     ?C([begin P = spawn_opt(fun() -> receive stop -> ok end end, [{min_heap_size, N}]), S = process_info(P, min_heap_size),
               exit(P, kill), S end || N <- [1, 233, 234, 611, 10000, 2000000]]),
     ?C(begin P = spawn(fun() -> receive a -> ok end, timer:sleep(infinity) end), timer:sleep(10), P ! a, timer:sleep(10), P ! b, P ! c,
         timer:sleep(10), Alive = is_process_alive(P), exit(P, kill), Alive end),
     ?C(put(a, b)),
     ?C(erase(nothing)),
     ?C(catch exit({normal, x})),
     ?C(rpc:call(node(), lists, sum, [[1, 2, 3]])),
     ?C(erpc:call(node(), fun() -> 5 end)),
     ?C(rpc:call(node(), erlang, error, [x]) =/= ok),
     ?C(begin F = fun Loop(0) -> ok; Loop(N) -> receive _ -> Loop(N - 1) end end, Me = self(),
         P = spawn(fun() -> F(3), Me ! finished end), [P ! x || _ <- [1, 2, 3]], one() end),
     ?C(begin erlang:monitor(process, spawn(fun() -> exit(normal) end)),
         receive {'DOWN', _, process, _, R} when R =:= normal; R =:= noproc -> ended end end),
     ?C(try receive after 0 -> throw(x) end catch x -> caught end),
     ?C(receive after 0 -> done end),
     ?C(begin self() ! 1, self() ! 2, receive X when X > 1 -> X end end),
     ?C(begin self() ! {msg, "text", #{k => [v]}}, receive {msg, T, #{k := [V]}} -> {T, V} end end),
     ?C(begin self() ! <<1, 2, 3>>, receive <<A, R/binary>> -> {A, R} end end)].
