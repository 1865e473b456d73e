%% Generated programs, with the outcomes that erl showed.
-module(generated_2).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%= erl: {[],[],[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
%= erl: {[],undefined,[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
%= erl: {undefined,undefined,[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
g252() ->
    S = self(),
    register(n, S),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = safe(fun() -> register(n, S) end),
        ets:insert(R, {1, [W1_1]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = safe(fun() -> register(n, S) end),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = item(P2, registered_name),
    O2 = item(P2, registered_name),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: exit: bad
%= erl: {0,[],[{2,[true]}]}
g253() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        exit(S, bad),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]})
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> link(P1) end),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    O1 = item(S, message_queue_len),
    O2 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {'$end_of_table',[],none,[{1,[0]},{2,[0]}]}
%= erl: {'$end_of_table',[],none,[{1,[0]},{2,[2]}]}
%= erl: {'$end_of_table',[],none,[{1,[2]},{2,[0]}]}
%= erl: {'$end_of_table',[],none,[{1,[2]},{2,[2]}]}
g254() ->
    S = self(),
    T = ets:new(t, [public, bag]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = ets:info(T, size),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        W2_1 = ets:foldl(fun({_, X}, N) -> X + N end, 0, T),
        ets:insert(R, {2, [W2_1]})
    end),
    ets:delete_all_objects(T),
    O2 = safe(fun() -> ets:first(T) end),
    O3 = ets:take(T, b),
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, O4, Rows}.

%= erl: {[],[],{error,badarg},[],[{1,[{error,badarg}]}]}
%= erl: {[],undefined,{error,badarg},[],[{1,[{error,badarg}]}]}
g255() ->
    S = self(),
    C = ets:new(c, [public]),
    register(n, S),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> register(n, S) end),
        ets:insert(R, {1, [W1_1]})
    end),
    O1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
    O2 = item(P1, registered_name),
    O3 = safe(fun() -> register(n, P1) end),
    O4 = messages(S),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {false,false,none,[]}
%= erl: {false,false,none,[{1,[false]}]}
g258() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = process_flag(trap_exit, false),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    exit(P1, normal),
    O2 = process_flag(trap_exit, true),
    exit(P1, kill),
    O4 = is_process_alive(P1),
    O5 = next(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, O5, Rows}.

%= erl: exit: bad
%= erl: {a,a}
%= erl: {a,m}
%= erl: {m,own}
%= erl: {own,a}
%= erl: {own,m}
%= erl: {own,none}
g261() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! a,
        S ! a,
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        S ! m,
        exit(bad)
    end),
    P3 = spawn_link(fun() ->
        P1 ! m,
        exit(bad)
    end),
    S ! own,
    O2 = next(),
    O3 = next(),
    {O2, O3}.

%= erl: exit: killed
%= erl: {true,true,[],[{1,[true]}]}
g263() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = safe(fun() -> unregister(n) end),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        catch n ! b,
        receive stop -> exit(stopped) end
    end),
    catch exit(whereis(n), kill),
    O2 = whereis(n) =:= undefined,
    O3 = safe(fun() -> register(n, self()) end),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, O4, Rows}.

%= erl: {false,runnable,[{1,[true]}]}
%= erl: {false,undefined,[{1,[true]}]}
%= erl: {undefined,runnable,[{1,[true]}]}
%= erl: {undefined,undefined,[{1,[true]}]}
g266() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = lists:member(S, processes()),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        process_flag(trap_exit, true),
        exit(bad)
    end),
    O1 = item(P1, trap_exit),
    O2 = status(P2),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {{error,badarg},{error,badarg},none,[{1,[{true,true}]}]}
%= erl: {{error,badarg},{error,badarg},{exit,normal},[{1,[{true,true}]}]}
g268() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
        ets:insert(R, {1, [W1_1]})
    end),
    O1 = safe(fun() -> ets:rename(u, v) end),
    O2 = safe(fun() -> ets:insert(u, {a}) end),
    O3 = next(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {true,true}
%= erl: {true,{error,badarg}}
%= erl: {{error,badarg},true}
%= erl: {{error,badarg},{error,badarg}}
g270() ->
    S = self(),
    process_flag(trap_exit, true),
    {P1, _} = spawn_monitor(fun() ->
        S ! a,
        S ! a
    end),
    {P2, _} = spawn_monitor(fun() ->
        S ! m,
        S ! b,
        S ! b,
        S ! m,
        receive stop -> exit(stopped) end
    end),
    U1 = safe(fun() -> erlang:suspend_process(P1) end),
    exit(P1, kill),
    O3 = safe(fun() -> erlang:resume_process(P1) end),
    U2 = safe(fun() -> erlang:suspend_process(P2) end),
    exit(P2, kill),
    O6 = safe(fun() -> erlang:resume_process(P2) end),
    {O3, O6}.

%= erl: {none,[]}
%= erl: {{table,left},[]}
%= erl: {{table,left},[{table,right}]}
g271() ->
    S = self(),
    P1 = spawn(fun() ->
        ets:new(h, [{heir, S, left}]),
        ets:new(i, [{heir, S, right}]),
        receive stop -> ok end
    end),
    exit(P1, kill),
    O2 = next(2),
    O3 = messages(S),
    {O2, O3}.

%= erl: {none,[],[{1,[none]},{2,[true]}]}
%= erl: {none,[],[{1,[stop]},{2,[true]}]}
g272() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        unlink(S),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]})
    end),
    P2 = spawn(fun() ->
        unlink(P1),
        W2_2 = lists:member(n, registered()),
        ets:insert(R, {2, [W2_2]}),
        receive stop -> ok end
    end),
    unlink(P1),
    O2 = next(),
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {[],[]}
%= erl: {[{down,bad}],[]}
%= erl: {[{down,bad}],[{1,[0]}]}
g275() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = length_of(S, links),
        unlink(S),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    unlink(P1),
    unlink(P1),
    exit(P1, bad),
    O4 = drain(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O4, Rows}.

%= erl: {true,[],none,[]}
%= erl: {true,[],{down,killed},[]}
%= erl: {true,[{down,killed}],none,[]}
%= erl: {true,[{down,killed}],none,[{1,[false]}]}
g276() ->
    S = self(),
    A = alias(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = lists:member(u, ets:all()),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    exit(P1, kill),
    O2 = unalias(A),
    O3 = drain(),
    A ! own,
    O5 = next(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, O5, Rows}.

%= erl: {[{1,[false]},{2,[1]}]}
%= erl: {[{1,[false]},{2,[none]}]}
%= erl: {[{1,[true]},{2,[1]}]}
%= erl: {[{1,[true]},{2,[none]}]}
g277() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = persistent_term:erase(x),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        W2_1 = persistent_term:get(x, none),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    persistent_term:put(x, 1),
    persistent_term:put(y, 1),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {Rows}.

%= erl: {[],true,[{1,[[]]},{2,[[]]}]}
%= erl: {[],true,[{1,[[]]},{2,[[true]]}]}
%= erl: {[],true,[{1,[[true]]},{2,[[]]}]}
%= erl: {[],true,[{1,[[true]]},{2,[[true]]}]}
g280() ->
    S = self(),
    C = ets:new(c, [public]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn_link(fun() ->
        W2_1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
        ets:insert(R, {2, [W2_1]})
    end),
    P3 = spawn_link(fun() ->
        ets:insert(C, {n, erlang:now()})
    end),
    O1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
    K1 = erlang:send_after(0, self(), a),
    O3 = erlang:read_timer(K1) =/= false,
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {b}
%= erl: {none}
g281() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        S ! b,
        receive stop -> ok end
    end),
    O1 = next(),
    {O1}.

%= erl: exit: killed
%= erl: {[]}
%= erl: {[{exit,bad}]}
g283() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn_link(fun() ->
        exit(S, kill),
        S ! m,
        exit(self(), kill)
    end),
    P2 = spawn(fun() ->
        exit(P1, kill),
        P1 ! m,
        exit(S, kill),
        receive stop -> exit(stopped) end
    end),
    P3 = spawn(fun() ->
        exit(S, kill),
        exit(P1, bad),
        exit(bad)
    end),
    exit(P1, bad),
    exit(P2, kill),
    O3 = drain(),
    {O3}.

%= erl: {[],[]}
%= erl: {[],[{1,[none]}]}
g284() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        unlink(S),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]})
    end),
    exit(P1, bad),
    unlink(P1),
    O3 = messages(S),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, Rows}.

%= erl: {u,none,[{1,[true]}]}
%= erl: {u,{exit,normal},[{1,[true]}]}
g285() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = lists:member(n, registered()),
        ets:insert(R, {1, [W1_1]})
    end),
    O1 = safe(fun() -> ets:new(u, [named_table, public]) end),
    safe(fun() -> ets:new(u, [named_table, public]) end),
    safe(fun() -> ets:new(v, [named_table]) end),
    O4 = next(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O4, Rows}.

%= erl: {[],[{2,[true]}]}
%= erl: {[],[{2,[{error,badarg}]}]}
g288() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        ets:new(h, [{heir, S, left}]),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> ets:give_away(ets:new(w, [named_table, public]), P1, gift) end),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    exit(P1, kill),
    O2 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: exit: killed
%= erl: {[]}
g290() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn_link(fun() ->
        exit(S, kill),
        S ! m,
        exit(self(), bad),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn_link(fun() ->
        exit(S, normal),
        exit(S, kill),
        S ! m,
        receive stop -> exit(stopped) end
    end),
    process_flag(priority, high),
    O2 = messages(S),
    {O2}.

%= erl: {b,a,[]}
%= erl: {b,a,[a,b]}
%= erl: {b,a,[a]}
%= erl: {none,a,[a,b,b]}
%= erl: {none,a,[b,a,b]}
%= erl: {none,a,[b]}
%= erl: {none,none,[]}
%= erl: {none,none,[a,b,a,b]}
g294() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        S ! a,
        S ! b,
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        S ! a,
        S ! b
    end),
    P1 ! m,
    O2 = receive b -> b after 0 -> none end,
    O3 = next(),
    O4 = drain(),
    {O2, O3, O4}.

%= erl: deadlock
%= erl: exit: stopped
g297() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = next(),
        W1_2 = next(),
        ets:insert(R, {1, [W1_1, W1_2]}),
        receive stop -> exit(stopped) end
    end),
    O1 = item(S, message_queue_len),
    O2 = drain(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {down,stop}
%= erl: {none,stop}
g298() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn_link(fun() ->
        S ! stop,
        exit(bad)
    end),
    P2 = spawn_link(fun() ->
        S ! stop
    end),
    M3 = monitor(process, P2),
    O2 = receive {'DOWN', M3, _, _, _} -> down after 2 -> none end,
    P1 ! stop,
    O4 = next(),
    {O2, O4}.

%= erl: {0,[],[],[{1,[[]]},{2,[undefined]}]}
%= erl: {0,[],[],[{1,[[{answer,links}]]},{2,[undefined]}]}
%= erl: {0,[],[],[{2,[undefined]}]}
%= erl: {0,[{answer,undefined}],[],[{1,[[]]},{2,[undefined]}]}
%= erl: {0,[{answer,undefined}],[],[{2,[undefined]}]}
%= erl: {0,undefined,[],[{1,[[]]},{2,[undefined]}]}
%= erl: {0,undefined,[],[{2,[undefined]}]}
%= erl: {undefined,[],[],[{1,[[]]},{2,[undefined]}]}
%= erl: {undefined,[],[],[{2,[undefined]}]}
%= erl: {undefined,undefined,[],[{1,[[]]},{2,[undefined]}]}
%= erl: {undefined,undefined,[],[{2,[undefined]}]}
g300() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = messages(S),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        exit(P1, kill),
        W2_2 = item(P1, trap_exit),
        ets:insert(R, {2, [W2_2]})
    end),
    O1 = length_of(P1, links),
    O2 = messages(P2),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {[],[{1,[false]},{2,[11,[{b,1}]]}]}
%= erl: {[],[{1,[false]},{2,[2,[{b,1}]]}]}
g302() ->
    S = self(),
    T = ets:new(t, [public, {write_concurrency, true}]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = ets:insert_new(T, [{a, 6}, {c, 6}]),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        W2_1 = ets:foldl(fun({_, X}, N) -> X + N end, 0, T),
        W2_2 = ets:take(T, b),
        ets:insert(R, {2, [W2_1, W2_2]}),
        receive stop -> exit(stopped) end
    end),
    ets:insert(T, [{a, 5}, {c, 5}]),
    O2 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {[],true,[{2,[[]]}]}
%= erl: {[],true,[{2,[[true]]}]}
g303() ->
    S = self(),
    C = ets:new(c, [public]),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        ets:insert(C, {n, erlang:now()})
    end),
    P2 = spawn(fun() ->
        W2_1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
    ets:insert(C, {n, erlang:now()}),
    O3 = (fun(X) -> erlang:system_time() >= X end)(erlang:system_time()),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: exit: killed
%= erl: {none,[{2,[false]}]}
%= erl: {{exit,bad},[{2,[false]}]}
g304() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        exit(S, kill),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = process_flag(trap_exit, true),
        ets:insert(R, {2, [W2_1]})
    end),
    exit(P1, bad),
    exit(P1, normal),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, Rows}.

%= erl: {suspended,true,[],true,a,[a]}
%= erl: {suspended,true,[],true,none,[]}
%= erl: {suspended,true,[a,a,b,a],true,none,[]}
%= erl: {suspended,true,[a,a],true,none,[]}
%= erl: {suspended,true,[a,b,a,a],true,none,[]}
%= erl: {suspended,true,[b,a,a,a],true,none,[]}
%= erl: {suspended,true,[b,a],true,a,[a]}
%= erl: {suspended,true,[b,a],true,none,[]}
%= erl: {undefined,{error,badarg},[a,a,b,a],true,none,[]}
%= erl: {undefined,{error,badarg},[a,a],true,none,[]}
%= erl: {undefined,{error,badarg},[b,a,a,a],true,none,[]}
%= erl: {undefined,{error,badarg},[b,a,a],true,none,[]}
g308() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        S ! b,
        S ! a,
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        S ! a,
        S ! a,
        exit(bad)
    end),
    U1 = safe(fun() -> erlang:suspend_process(P2) end),
    O2 = status(P2),
    O3 = safe(fun() -> erlang:resume_process(P2) end),
    U2 = safe(fun() -> erlang:suspend_process(P1) end),
    O5 = drain(),
    O6 = safe(fun() -> erlang:resume_process(P1) end),
    O7 = next(),
    O8 = messages(S),
    {O2, O3, O5, O6, O7, O8}.

%= erl: {runnable,false,[{1,[0]}]}
%= erl: {runnable,undefined,[{1,[0]}]}
%= erl: {undefined,undefined,[{1,[0]}]}
g310() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = item(S, message_queue_len),
        ets:insert(R, {1, [W1_1]})
    end),
    O1 = status(P1),
    O2 = item(P1, trap_exit),
    process_flag(priority, high),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {a,true,[]}
%= erl: {a,true,[m]}
%= erl: {m,true,[]}
%= erl: {m,true,[a]}
g311() ->
    S = self(),
    process_flag(trap_exit, true),
    {P1, _} = spawn_monitor(fun() ->
        S ! a,
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        S ! m
    end),
    O1 = next(2),
    O2 = process_flag(trap_exit, true),
    O3 = messages(S),
    {O1, O2, O3}.

%= erl: {none,[],[{1,[true]}]}
%= erl: {none,[{exit,bad}],[{1,[true]}]}
%= erl: {{exit,bad},[],[{1,[true]}]}
g312() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = item(S, trap_exit),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    O1 = next(),
    process_flag(priority, high),
    O3 = messages(S),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {a}
%= erl: {b}
%= erl: {own}
g321() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! a,
        exit(bad)
    end),
    P2 = spawn(fun() ->
        S ! b
    end),
    S ! own,
    O2 = next(),
    {O2}.

%= erl: {0,none}
%= erl: {0,{exit,bad}}
%= erl: {undefined,{exit,bad}}
g322() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        process_flag(trap_exit, true),
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        process_flag(priority, high),
        exit(bad)
    end),
    O1 = item(P2, message_queue_len),
    O2 = next(),
    {O1, O2}.

%= erl: {none,1,[{1,[false,none]},{2,[false,none]}]}
%= erl: {none,1,[{1,[true,none]},{2,[false,none]}]}
g323() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = erlang:function_exported(guest, one, 0),
        W1_2 = persistent_term:get(y, none),
        ets:insert(R, {1, [W1_1, W1_2]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = persistent_term:erase(x),
        W2_2 = persistent_term:get(y, none),
        ets:insert(R, {2, [W2_1, W2_2]}),
        exit(bad)
    end),
    O1 = persistent_term:get(x, none),
    O2 = guest:one(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {{error,badarg},{true,false},{error,badarg},[],[{1,[{error,badarg}]},{2,[v]}]}
%= erl: {{error,badarg},{true,false},{error,badarg},[{down,normal}],[{1,[{error,badarg}]},{2,[v]}]}
%= erl: {{error,badarg},{true,true},{error,badarg},[],[{1,[{error,badarg}]},{2,[v]}]}
%= erl: {{error,badarg},{true,true},{error,badarg},[{down,normal}],[{1,[{error,badarg}]},{2,[v]}]}
g324() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> ets:delete(u) end),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = safe(fun() -> ets:new(v, [named_table, public]) end),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = safe(fun() -> ets:delete(u) end),
    O2 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
    O3 = safe(fun() -> ets:rename(u, v) end),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {true,none,[],[{1,[[true]]},{2,[[]]}]}
%= erl: {true,none,[{exit,bad}],[{1,[[]]},{2,[[]]}]}
%= erl: {true,none,[{exit,bad}],[{1,[[true]]},{2,[[]]}]}
%= erl: {true,{exit,bad},[],[{1,[[]]},{2,[[]]}]}
%= erl: {true,{exit,bad},[],[{1,[[true]]},{2,[[]]}]}
g325() ->
    S = self(),
    A = alias(),
    C = ets:new(c, [public]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    ets:insert(C, {n, erlang:now()}),
    O2 = (fun(X) -> erlang:system_time() >= X end)(erlang:system_time()),
    O3 = next(),
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, O4, Rows}.

%= erl: {true,[],[{1,[0]}]}
%= erl: {true,[],[{1,[1]}]}
%= erl: {{error,noproc},[],[{1,[0]}]}
g327() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = length_of(S, links),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        unlink(P1)
    end),
    exit(P2, bad),
    O2 = safe(fun() -> link(P1) end),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: exit: killed
%= erl: {true,[]}
%= erl: {true,[{exit,normal},{down,bad}]}
%= erl: {true,[{exit,normal}]}
g328() ->
    S = self(),
    process_flag(trap_exit, true),
    {P1, _} = spawn_monitor(fun() ->
        exit(S, kill),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        exit(S, normal),
        exit(P1, bad),
        receive stop -> ok end
    end),
    exit(P2, bad),
    O2 = process_flag(trap_exit, false),
    O3 = messages(S),
    {O2, O3}.

%= erl: {false,[],[{1,[true]},{2,[0]}]}
%= erl: {false,[],[{1,[true]},{2,[1]}]}
%= erl: {false,undefined,[{1,[true]},{2,[0]}]}
%= erl: {undefined,undefined,[{1,[true]},{2,[0]}]}
g329() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = lists:member(S, processes()),
        process_flag(priority, high),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        W2_1 = item(S, message_queue_len),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = item(P2, trap_exit),
    O2 = messages(P2),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {[]}
%= erl: {[{1,[none]}]}
g330() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        unlink(S),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        unlink(P1),
        receive stop -> exit(stopped) end
    end),
    unlink(P2),
    exit(P1, bad),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {Rows}.

%= erl: exit: killed
%= erl: {[]}
g333() ->
    S = self(),
    P1 = spawn(fun() ->
        exit(S, kill),
        receive stop -> ok end
    end),
    exit(P1, kill),
    O2 = drain(),
    {O2}.

%= erl: {b,m}
%= erl: {none,b}
%= erl: {none,none}
g335() ->
    S = self(),
    process_flag(trap_exit, true),
    {P1, _} = spawn_monitor(fun() ->
        S ! b,
        S ! m
    end),
    O1 = next(),
    O2 = next(),
    {O1, O2}.

%= erl: {none,false,[{1,[true,{error,badarg}]}]}
%= erl: {none,true,[{1,[true,{error,badarg}]}]}
%= erl: {{table,gift},false,[{1,[true,{error,badarg}]}]}
%= erl: {{table,left},false,[{1,[true,{error,badarg}]}]}
%= erl: {{table,left},true,[{1,[true,{error,badarg}]}]}
g339() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> ets:give_away(ets:new(w, [named_table, public]), S, gift) end),
        W1_2 = safe(fun() -> ets:give_away(ets:new(w, [named_table, public]), S, gift) end),
        ets:insert(R, {1, [W1_1, W1_2]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        ets:new(h, [{heir, S, left}]),
        exit(bad)
    end),
    O1 = next(),
    O2 = ets:info(w, owner) =:= undefined,
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {a,[{2,[none]}]}
%= erl: {a,[{2,[stop]}]}
%= erl: {b,[{2,[none]}]}
%= erl: {b,[{2,[stop]}]}
%= erl: {none,[{2,[none]}]}
%= erl: {none,[{2,[stop]}]}
g340() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        S ! a,
        S ! b,
        exit(bad)
    end),
    P2 = spawn(fun() ->
        S ! b,
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]})
    end),
    P1 ! a,
    O2 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {{error,badarg},[],[{1,[none]},{2,[0]}]}
%= erl: {{error,badarg},[],[{1,[none]},{2,[1]}]}
%= erl: {{error,badarg},[],[{1,[none]},{2,[undefined]}]}
%= erl: {{error,badarg},[],[{1,[stop]},{2,[0]}]}
%= erl: {{error,badarg},[],[{1,[stop]},{2,[1]}]}
g345() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        M1 = monitor(process, S),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = length_of(P1, monitored_by),
        P1 ! stop,
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = safe(fun() -> unregister(n) end),
    P2 ! stop,
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {[],[],[{1,[[]]}]}
%= erl: {[],[],[{1,[[true]]}]}
g347() ->
    S = self(),
    C = ets:new(c, [public]),
    T = ets:new(t, [public, ordered_set]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        ets:insert(C, {n, erlang:now()}),
        W1_2 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        ets:insert(R, {1, [W1_2]}),
        receive stop -> exit(stopped) end
    end),
    O1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
    ets:insert(C, {t, erlang:monotonic_time()}),
    ets:insert(T, {a, 2}),
    O4 = drain(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O4, Rows}.

%= erl: {true,[{1,[[]]},{2,[[]]}]}
%= erl: {true,[{1,[[]]},{2,[[true]]}]}
g348() ->
    S = self(),
    C = ets:new(c, [public]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        ets:insert(C, {t, erlang:monotonic_time()}),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn_link(fun() ->
        W2_1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        ets:insert(R, {2, [W2_1]})
    end),
    K1 = erlang:send_after(2, self(), a),
    O2 = erlang:read_timer(K1) =/= false,
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {0,[],[{1,[false]}]}
%= erl: {0,[],[{1,[true]}]}
%= erl: {undefined,[],[{1,[false]}]}
%= erl: {undefined,[],[{1,[true]}]}
g350() ->
    S = self(),
    T = ets:new(t, [public]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = ets:insert_new(T, [{a, 6}, {c, 6}]),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        ets:delete(T, a)
    end),
    ets:insert(T, {a, 2}),
    O2 = length_of(P2, links),
    ets:delete(T, a),
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, Rows}.

%= erl: {none,[{2,[true]}]}
%= erl: {{down,bad},[{1,[true]},{2,[true]}]}
%= erl: {{down,bad},[{1,[true]},{2,[{error,badarg}]}]}
%= erl: {{down,killed},[{1,[true]},{2,[true]}]}
%= erl: {{down,killed},[{1,[true]},{2,[{error,badarg}]}]}
%= erl: {{down,killed},[{2,[true]}]}
%= erl: {{down,killed},[{2,[{error,badarg}]}]}
g351() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = ets:whereis(u) =:= undefined,
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> ets:insert(u, {a}) end),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    exit(P1, kill),
    safe(fun() -> ets:new(u, [named_table, public]) end),
    safe(fun() -> ets:new(v, [named_table]) end),
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O4, Rows}.

%= erl: {a,{down,normal},[{spawned,ok},{collected,false}]}
%= erl: {{spawned,ok},a,[{down,normal},{collected,false}]}
%= erl: {{spawned,ok},none,[]}
%= erl: {{spawned,ok},none,[{collected,true},a,{down,normal}]}
%= erl: {{spawned,ok},{collected,true},[]}
%= erl: {{spawned,ok},{collected,true},[a,{down,normal}]}
g352() ->
    S = self(),
    {P1, _} = spawn_monitor(fun() ->
        S ! a
    end),
    spawn_request(fun() -> P1 ! m end),
    O2 = next(),
    erlang:garbage_collect(P1, [{async, x}]),
    O4 = next(),
    O5 = drain(),
    {O2, O4, O5}.

%= erl: {a,a}
%= erl: {a,b}
%= erl: {a,own}
%= erl: {a,{down,normal}}
%= erl: {own,a}
%= erl: {own,none}
g355() ->
    S = self(),
    {P1, _} = spawn_monitor(fun() ->
        S ! a,
        S ! b
    end),
    {P2, _} = spawn_monitor(fun() ->
        P1 ! b,
        S ! a
    end),
    S ! own,
    O2 = next(),
    P2 ! b,
    O4 = next(),
    {O2, O4}.

%= erl: {[],[]}
%= erl: {[{down,killed}],[]}
%= erl: {[{down,normal}],[{1,[false]}]}
g356() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = lists:member(n, registered()),
        ets:insert(R, {1, [W1_1]})
    end),
    exit(P1, kill),
    O2 = messages(S),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {0,none,m}
%= erl: {0,none,none}
g357() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! m,
        S ! a
    end),
    {P2, _} = spawn_monitor(fun() ->
        S ! m,
        receive stop -> exit(stopped) end
    end),
    O1 = item(S, message_queue_len),
    O2 = receive b -> b after 0 -> none end,
    O3 = next(),
    {O1, O2, O3}.

%= erl: {[],[],[{1,[false]}]}
%= erl: {[],[{down,bad}],[{1,[false]}]}
%= erl: {undefined,[{down,bad}],[{1,[false]}]}
g359() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        exit(S, normal),
        W1_2 = process_flag(trap_exit, false),
        ets:insert(R, {1, [W1_2]}),
        exit(bad)
    end),
    O1 = messages(P1),
    O2 = drain(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {{true,true},[],[{1,[{error,badarg},false]},{2,[{error,badarg}]}]}
%= erl: {{true,true},[{down,bad},{down,normal}],[{1,[{error,badarg},false]},{2,[{error,badarg}]}]}
%= erl: {{true,true},[{down,bad}],[{1,[{error,badarg},false]},{2,[{error,badarg}]}]}
%= erl: {{true,true},[{down,normal},{down,bad}],[{1,[{error,badarg},false]},{2,[{error,badarg}]}]}
%= erl: {{true,true},[{down,normal}],[{1,[{error,badarg},false]},{2,[{error,badarg}]}]}
g360() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = safe(fun() -> ets:rename(u, v) end),
        W1_2 = lists:member(v, ets:all()),
        ets:insert(R, {1, [W1_1, W1_2]}),
        exit(bad)
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = safe(fun() -> ets:delete(u) end),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
    O2 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {none,[],[{1,[false]},{2,[1,none]}]}
%= erl: {none,[{down,bad}],[{1,[false]},{2,[1,none]}]}
g364() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = erlang:module_loaded(guest),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = guest:one(),
        W2_2 = application:get_env(native, y, none),
        ets:insert(R, {2, [W2_1, W2_2]})
    end),
    O1 = persistent_term:get(x, none),
    O2 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {true,false,[],[{1,[true]}]}
%= erl: {true,true,[],[{1,[true]}]}
%= erl: {{error,badarg},false,[],[{1,[true]}]}
g365() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> group_leader(S, S) end),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    O1 = safe(fun() -> group_leader(S, P1) end),
    O2 = item(P1, group_leader) =:= S,
    O3 = drain(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: exit: bad
%= erl: exit: killed
g366() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = safe(fun() -> register(n, S) end),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        P1 ! stop,
        exit(bad)
    end),
    catch exit(whereis(n), kill),
    O2 = whereis(n) =:= undefined,
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: exit: stopped
%= erl: {true,true,[{1,[0]},{2,[true]}]}
%= erl: {true,true,[{1,[0]},{2,[{error,noproc}]}]}
%= erl: {true,true,[{1,[1]},{2,[true]}]}
%= erl: {true,true,[{1,[1]},{2,[{error,noproc}]}]}
%= erl: {true,{error,noproc},[{1,[0]},{2,[true]}]}
%= erl: {true,{error,noproc},[{1,[1]},{2,[true]}]}
%= erl: {{error,noproc},{error,noproc},[{1,[0]},{2,[true]}]}
g367() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = length_of(S, links),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> link(P1) end),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = safe(fun() -> link(P2) end),
    O2 = safe(fun() -> link(P2) end),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {suspended,true,[]}
%= erl: {suspended,true,[m,b,m,b,m,m]}
%= erl: {suspended,true,[m,b,m,m,m,b]}
%= erl: {suspended,true,[m,b,m,m]}
%= erl: {suspended,true,[m,b]}
%= erl: {suspended,true,[m,m,b,b,m,m]}
%= erl: {suspended,true,[m,m,b,m,b,m]}
%= erl: {suspended,true,[m,m,b,m,m,b]}
g369() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! m,
        S ! b,
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        S ! m,
        S ! b,
        S ! m,
        S ! m,
        exit(bad)
    end),
    U1 = safe(fun() -> erlang:suspend_process(P1) end),
    O2 = status(P1),
    O3 = safe(fun() -> erlang:resume_process(P1) end),
    exit(P2, normal),
    O5 = drain(),
    {O2, O3, O5}.

%= erl: {b}
%= erl: {own}
g370() ->
    S = self(),
    A = alias(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        S ! b
    end),
    P2 = spawn(fun() ->
        P1 ! b,
        exit(bad)
    end),
    A ! own,
    process_flag(priority, high),
    O3 = next(),
    {O3}.

%= erl: {0,[],b,[{1,[{spawned,ok}]}]}
%= erl: {0,[],none,[{1,[{spawned,ok}]}]}
%= erl: {0,undefined,b,[{1,[m]}]}
%= erl: {0,undefined,b,[{1,[{spawned,ok}]}]}
%= erl: {0,undefined,none,[{1,[m]}]}
%= erl: {0,undefined,none,[{1,[{spawned,ok}]}]}
g371() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        spawn_request(fun() -> S ! b end),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        P1 ! m
    end),
    O1 = length_of(P1, links),
    O2 = messages(P2),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {false,{down,bad}}
%= erl: {true,none}
g372() ->
    S = self(),
    {P1, _} = spawn_monitor(fun() ->
        process_flag(priority, high),
        exit(bad)
    end),
    process_flag(priority, high),
    O2 = is_process_alive(P1),
    put(k, 1),
    O4 = next(),
    {O2, O4}.

%= erl: {true,[],[{1,[[]]},{2,[false]}]}
%= erl: {true,[],[{1,[[]]},{2,[undefined]}]}
%= erl: {true,[],[{1,[[{answer,dictionary},{down,normal}]]},{2,[false]}]}
%= erl: {true,[],[{1,[[{answer,dictionary}]]},{2,[false]}]}
%= erl: {true,[],[{1,[[{down,normal},{down,noproc}]]},{2,[false]}]}
%= erl: {true,[],[{1,[[{down,normal},{down,normal}]]},{2,[false]}]}
%= erl: {true,undefined,[{1,[[]]},{2,[false]}]}
%= erl: {true,undefined,[{1,[[{down,normal},{down,noproc}]]},{2,[false]}]}
%= erl: {true,undefined,[{1,[[{down,normal}]]},{2,[false]}]}
g374() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = messages(S),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = item(P1, trap_exit),
        ets:insert(R, {2, [W2_1]})
    end),
    put(k, 1),
    O2 = lists:member(P1, processes()),
    O3 = item(P2, dictionary),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {true,[]}
%= erl: {true,[{down,normal}]}
%= erl: {{error,badarg},[{down,normal}]}
g377() ->
    S = self(),
    P1 = spawn(fun() ->
        unlink(S),
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        unlink(P1)
    end),
    O1 = safe(fun() -> register(n, P2) end),
    exit(P1, bad),
    O3 = messages(S),
    {O1, O3}.

%= erl: deadlock
%= erl: {[{1,[none]}]}
g378() ->
    S = self(),
    K = erlang:send_after(1, S, tick),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        K1 = erlang:send_after(0, self(), b),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        K2 = erlang:send_after(0, self(), m),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]})
    end),
    exit(P2, kill),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {Rows}.

%= erl: {{error,badarg},[],[{1,[false]}]}
%= erl: {{error,badarg},[],[{1,[true]}]}
g380() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = ets:whereis(v) =:= undefined,
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        safe(fun() -> ets:new(u, [named_table, public]) end),
        safe(fun() -> ets:new(v, [named_table]) end),
        exit(bad)
    end),
    exit(P2, kill),
    O2 = safe(fun() -> ets:delete(u) end),
    safe(fun() -> ets:new(u, [named_table, public]) end),
    safe(fun() -> ets:new(v, [named_table]) end),
    O5 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O5, Rows}.

%= erl: exit: bad
%= erl: exit: stopped
g381() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = item(S, trap_exit),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn_link(fun() ->
        W2_1 = item(P1, message_queue_len),
        W2_2 = is_process_alive(P1),
        ets:insert(R, {2, [W2_1, W2_2]})
    end),
    P3 = spawn_link(fun() ->
        process_flag(priority, high),
        receive stop -> exit(stopped) end
    end),
    O1 = is_process_alive(P3),
    put(k, 1),
    O3 = item(P1, message_queue_len),
    O4 = next(),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, O4, Rows}.

%= erl: {true,none}
%= erl: {true,{exit,normal}}
g384() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn_link(fun() ->
        put(k, 1)
    end),
    P2 = spawn_link(fun() ->
        put(k, 1),
        receive stop -> ok end
    end),
    O1 = is_process_alive(P2),
    put(k, 1),
    O3 = next(),
    {O1, O3}.

%= erl: {true,true,[],[{1,[0]},{2,[none]}]}
%= erl: {true,true,[],[{1,[0]},{2,[stop]}]}
%= erl: {true,true,[],[{1,[1]},{2,[none]}]}
%= erl: {true,true,[],[{1,[1]},{2,[stop]}]}
%= erl: {true,true,[],[{1,[2]},{2,[none]}]}
%= erl: {true,true,[],[{1,[2]},{2,[stop]}]}
%= erl: {true,{error,noproc},[],[{1,[0]},{2,[none]}]}
%= erl: {true,{error,noproc},[],[{1,[1]},{2,[none]}]}
g385() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = length_of(S, links),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        unlink(S),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]})
    end),
    O1 = safe(fun() -> link(P1) end),
    O2 = safe(fun() -> link(P2) end),
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {suspended,true,[]}
%= erl: {suspended,true,[a,a,a,b]}
%= erl: {suspended,true,[a,b,a,a]}
%= erl: {suspended,true,[a,b,a]}
%= erl: {suspended,true,[a,b]}
%= erl: {undefined,{error,badarg},[a,a,a,b]}
%= erl: {undefined,{error,badarg},[a,a,b,a]}
%= erl: {undefined,{error,badarg},[a,b,a,a]}
g391() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! a,
        S ! b,
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        S ! a,
        S ! a,
        exit(bad)
    end),
    U1 = safe(fun() -> erlang:suspend_process(P2) end),
    O2 = status(P2),
    O3 = safe(fun() -> erlang:resume_process(P2) end),
    O4 = drain(),
    {O2, O3, O4}.

%= erl: {0,[{1,[none]},{2,[true]}]}
%= erl: {0,[{1,[none]},{2,[{error,noproc}]}]}
%= erl: {0,[{1,[none]}]}
%= erl: {0,[{1,[stop]},{2,[true]}]}
%= erl: {0,[{1,[stop]},{2,[{error,noproc}]}]}
%= erl: {0,[{1,[stop]}]}
%= erl: {0,[{2,[true]}]}
%= erl: {1,[{1,[none]},{2,[true]}]}
%= erl: {1,[{2,[true]}]}
%= erl: {undefined,[{1,[none]},{2,[true]}]}
%= erl: {undefined,[{1,[none]},{2,[{error,noproc}]}]}
%= erl: {undefined,[{1,[none]}]}
g394() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        unlink(S),
        W1_2 = next(),
        unlink(S),
        ets:insert(R, {1, [W1_2]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        unlink(S),
        W2_2 = safe(fun() -> link(P1) end),
        ets:insert(R, {2, [W2_2]}),
        receive stop -> exit(stopped) end
    end),
    O1 = length_of(P1, links),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, Rows}.

%= erl: {2,[{a,1},{b,1}],false,{exit,normal},[{1,[[{a,1},{b,1}]]},{2,[0,false]}]}
%= erl: {2,[{a,1},{b,1}],false,{exit,normal},[{1,[[{a,1},{b,1}]]},{2,[0,true]}]}
%= erl: {2,[{a,1},{b,1}],true,none,[{1,[[{a,1},{b,1}]]},{2,[0,false]}]}
%= erl: {2,[{a,1},{b,1}],true,none,[{1,[[{a,1},{b,1}]]},{2,[0,true]}]}
%= erl: {2,[{a,1},{b,1}],true,{exit,normal},[{1,[[{a,1},{b,1}]]},{2,[0,false]}]}
%= erl: {2,[{a,1},{b,1}],true,{exit,normal},[{1,[[{a,1},{b,1}]]},{2,[0,true]}]}
g397() ->
    S = self(),
    T = ets:new(t, [public, {write_concurrency, true}]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = lists:sort(ets:tab2list(T)),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        W2_1 = ets:select_count(T, [{{'_', '$1'}, [{'>', '$1', 1}], [true]}]),
        W2_2 = lists:member(P1, processes()),
        ets:insert(R, {2, [W2_1, W2_2]}),
        receive stop -> ok end
    end),
    O1 = ets:info(T, size),
    O2 = lists:sort(ets:tab2list(T)),
    O3 = is_process_alive(P1),
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {true,down,[],[{1,[true]},{2,[false]}]}
%= erl: {true,down,[],[{1,[true]},{2,[true]}]}
%= erl: {true,none,[],[{1,[true]},{2,[false]}]}
%= erl: {true,none,[{down,bad}],[{1,[true]},{2,[false]}]}
g398() ->
    S = self(),
    register(n, S),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        M1 = monitor(process, S),
        W1_2 = demonitor(M1, [flush, info]),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = whereis(n) =:= S,
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    O1 = safe(fun() -> unregister(n) end),
    M2 = monitor(process, P2),
    O3 = receive {'DOWN', M2, _, _, _} -> down after 2 -> none end,
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, O4, Rows}.

%= erl: {true,[],[{1,[true]},{2,[down]}]}
%= erl: {true,[],[{1,[true]},{2,[none]}]}
g400() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        M1 = monitor(process, S),
        W1_2 = demonitor(M1, [flush, info]),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        M2 = monitor(process, P1),
        W2_2 = receive {'DOWN', M2, _, _, _} -> down after 2 -> none end,
        ets:insert(R, {2, [W2_2]}),
        receive stop -> exit(stopped) end
    end),
    M3 = monitor(process, P1),
    O2 = demonitor(M3, [flush, info]),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {none,[{1,[none]},{2,[none]}]}
%= erl: {none,[{1,[none]}]}
%= erl: {none,[{1,[stop]},{2,[none]}]}
%= erl: {none,[{1,[stop]}]}
g401() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        unlink(S),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]})
    end),
    P2 = spawn(fun() ->
        unlink(P1),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]}),
        receive stop -> ok end
    end),
    unlink(P1),
    O2 = next(),
    exit(P2, bad),
    unlink(P2),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {[{exit,bad},{exit,normal}],[{1,[false]},{2,[{error,badarg},false]}]}
%= erl: {[{exit,normal},{exit,bad}],[{1,[false]},{2,[{error,badarg},false]}]}
%= erl: {[{exit,normal}],[{1,[false]},{2,[{error,badarg},false]}]}
g402() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = process_flag(trap_exit, true),
        exit(S, bad),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> unregister(n) end),
        W2_2 = whereis(n) =:= S,
        ets:insert(R, {2, [W2_1, W2_2]}),
        receive stop -> ok end
    end),
    exit(self(), normal),
    O2 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {true,none,[{1,[false]}]}
%= erl: {true,{exit,bad},[{1,[false]}]}
%= erl: {{error,badarg},{exit,bad},[{1,[false]},{2,[none]}]}
%= erl: {{error,badarg},{exit,bad},[{1,[false]}]}
g403() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = item(S, group_leader) =:= S,
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        M1 = monitor(process, S),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]})
    end),
    exit(P2, kill),
    O2 = safe(fun() -> group_leader(S, P1) end),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {{table,gift},true,none,none,[{2,[true]}]}
%= erl: {{table,gift},true,{table,left},{table,left},[{2,[true]}]}
%= erl: {{table,left},false,{table,left},{down,bad},[{2,[true]}]}
%= erl: {{table,left},true,{table,left},{down,bad},[{2,[true]}]}
g405() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        ets:new(h, [{heir, S, left}]),
        ets:new(h, [{heir, S, left}]),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> ets:give_away(ets:new(w, [named_table, public]), S, gift) end),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = next(2),
    O2 = ets:info(w, owner) =:= S,
    O3 = next(),
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {[],[{1,[false]}]}
%= erl: {[{down,bad}],[{1,[false]}]}
g411() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = item(S, trap_exit),
        process_flag(priority, high),
        ets:insert(R, {1, [W1_1]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        put(k, 1),
        exit(bad)
    end),
    P2 ! a,
    O2 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {true,true,[],[{1,[false]},{2,[[],true]}]}
%= erl: {true,true,[],[{1,[false]},{2,[[],{error,badarg}]}]}
%= erl: {true,true,[],[{1,[false]},{2,[undefined,true]}]}
%= erl: {true,true,[],[{1,[false]},{2,[undefined,{error,badarg}]}]}
%= erl: {true,{error,badarg},[],[{1,[false]},{2,[[],true]}]}
%= erl: {true,{error,badarg},[],[{1,[false]},{2,[undefined,true]}]}
%= erl: {{error,badarg},true,[],[{1,[false]},{2,[[],{error,badarg}]}]}
%= erl: {{error,badarg},true,[],[{1,[false]},{2,[undefined,{error,badarg}]}]}
g414() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = process_flag(trap_exit, true),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = item(P1, registered_name),
        W2_2 = safe(fun() -> unregister(n) end),
        ets:insert(R, {2, [W2_1, W2_2]}),
        exit(bad)
    end),
    O1 = safe(fun() -> register(n, P2) end),
    O2 = safe(fun() -> register(n, self()) end),
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {[{1,[false]},{2,[true]}]}
%= erl: {[{1,[true]},{2,[false]}]}
g415() ->
    S = self(),
    K = erlang:send_after(0, S, tick),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = erlang:cancel_timer(K) =/= false,
        receive after 0 -> ok end,
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        W2_1 = erlang:cancel_timer(K) =/= false,
        receive after 1 -> ok end,
        ets:insert(R, {2, [W2_1]})
    end),
    K5 = erlang:send_after(1, P2, a),
    receive after 1 -> ok end,
    receive after 0 -> ok end,
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {Rows}.

%= erl: {none,true,b,[{1,[true]}]}
%= erl: {none,true,none,[{1,[true]}]}
g420() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        K1 = erlang:send_after(1, S, a),
        W1_2 = erlang:cancel_timer(K1) =/= false,
        ets:insert(R, {1, [W1_2]}),
        receive stop -> exit(stopped) end
    end),
    K2 = erlang:send_after(0, self(), b),
    O2 = next(),
    K3 = erlang:send_after(2, self(), a),
    O4 = erlang:read_timer(K3) =/= false,
    O5 = next(1),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, O5, Rows}.

%= erl: {none,none,[],[{2,[true]}]}
%= erl: {none,none,[{exit,bad}],[{2,[true]}]}
%= erl: {none,{exit,bad},[],[{2,[true]}]}
%= erl: {{exit,bad},none,[],[{2,[true]}]}
g421() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        unlink(S),
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        W2_1 = safe(fun() -> link(S) end),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    unlink(P1),
    O2 = next(),
    unlink(P1),
    O4 = next(),
    O5 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, O5, Rows}.

%= erl: {a,b,false,[],[]}
%= erl: {a,b,false,[b],[]}
%= erl: {a,none,true,[],[]}
%= erl: {b,b,false,[],[]}
%= erl: {b,b,false,[a],[]}
%= erl: {b,none,false,[],[]}
%= erl: {none,b,false,[b,a],[]}
%= erl: {none,none,false,[b,a,b],[]}
%= erl: {none,none,true,[],[]}
g422() ->
    S = self(),
    A = alias([reply]),
    P1 = spawn(fun() ->
        A ! b,
        S ! b
    end),
    P2 = spawn(fun() ->
        S ! a
    end),
    P3 = spawn(fun() ->
        A ! b
    end),
    O1 = next(),
    O2 = next(),
    O3 = unalias(A),
    O4 = drain(),
    O5 = messages(S),
    {O1, O2, O3, O4, O5}.

%= erl: {none,0,[{1,[m]},{2,[none]}]}
%= erl: {none,0,[{1,[none]},{2,[none]}]}
%= erl: {none,0,[{1,[none]},{2,[stop]}]}
%= erl: {none,0,[{1,[stop]},{2,[none]}]}
%= erl: {none,0,[{1,[stop]},{2,[stop]}]}
g423() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = next(),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        W2_1 = next(),
        P1 ! m,
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = next(),
    O2 = item(S, message_queue_len),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {b,[a,a]}
%= erl: {none,[]}
%= erl: {none,[a,a,b]}
%= erl: {none,[a]}
g426() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! a,
        S ! a,
        S ! b,
        receive stop -> ok end
    end),
    O1 = receive b -> b after 0 -> none end,
    P1 ! m,
    O3 = drain(),
    {O1, O3}.

%= erl: exit: killed
%= erl: {[{2,[false,false]}]}
g430() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        exit(S, kill),
        exit(S, kill),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = group_leader() =:= S,
        W2_2 = item(P1, group_leader) =:= S,
        ets:insert(R, {2, [W2_1, W2_2]})
    end),
    exit(P1, kill),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {Rows}.

%= erl: {false,[{down,killed}],[{1,[false,true]}]}
%= erl: {false,[{down,normal}],[{1,[false,true]},{2,[false]}]}
g431() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = group_leader() =:= S,
        W1_2 = safe(fun() -> group_leader(S, S) end),
        ets:insert(R, {1, [W1_1, W1_2]}),
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = item(P1, group_leader) =:= S,
        ets:insert(R, {2, [W2_1]})
    end),
    exit(P2, kill),
    exit(P2, kill),
    O3 = item(P2, group_leader) =:= S,
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, O4, Rows}.

%= erl: deadlock
%= erl: {[],[{1,[none]},{2,[none]}]}
g432() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        M1 = monitor(process, S),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        M2 = monitor(process, S),
        W2_2 = receive {'DOWN', M2, _, _, _} -> down after 2 -> none end,
        ets:insert(R, {2, [W2_2]}),
        receive stop -> ok end
    end),
    P2 ! stop,
    O2 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {[{1,[[]]},{2,[[]]},{3,[[]]}]}
%= erl: {[{1,[[]]},{2,[[]]},{3,[[true]]}]}
%= erl: {[{1,[[]]},{2,[[true]]},{3,[[]]}]}
%= erl: {[{1,[[]]},{2,[[true]]},{3,[[true]]}]}
%= erl: {[{1,[[true]]},{2,[[]]},{3,[[]]}]}
%= erl: {[{1,[[true]]},{2,[[]]},{3,[[true]]}]}
%= erl: {[{1,[[true]]},{2,[[true]]},{3,[[true]]}]}
g433() ->
    S = self(),
    C = ets:new(c, [public]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    {P3, _} = spawn_monitor(fun() ->
        ets:insert(C, {t, erlang:monotonic_time()}),
        W3_2 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
        ets:insert(R, {3, [W3_2]}),
        exit(bad)
    end),
    ets:insert(C, {n, erlang:now()}),
    ets:insert(C, {t, erlang:monotonic_time()}),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {Rows}.

%= erl: exit: bad
%= erl: {false}
g434() ->
    S = self(),
    P1 = spawn(fun() ->
        exit(S, bad),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        exit(S, normal)
    end),
    O1 = process_flag(trap_exit, true),
    exit(P2, kill),
    P2 ! m,
    {O1}.

%= erl: exit: killed
%= erl: {false,false}
g435() ->
    S = self(),
    P1 = spawn(fun() ->
        exit(S, kill),
        receive stop -> ok end
    end),
    exit(P1, kill),
    O2 = group_leader() =:= S,
    O3 = item(P1, group_leader) =:= S,
    {O2, O3}.

%= erl: {down,true,[stop],[{2,[none]}]}
%= erl: {down,true,[stop],[{2,[stop]}]}
%= erl: {down,true,[stop],[{2,[{down,noproc}]}]}
%= erl: {down,true,[stop],[{2,[{down,normal}]}]}
g437() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        S ! stop
    end),
    P2 = spawn_link(fun() ->
        M2 = monitor(process, P1),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]})
    end),
    M3 = monitor(process, P1),
    O2 = receive {'DOWN', M3, _, _, _} -> down after 2 -> none end,
    M4 = monitor(process, P2),
    O4 = demonitor(M4, [flush]),
    O5 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, O5, Rows}.

%= erl: {true,none,[{1,[{error,badarg}]},{2,[false]},{3,[false]}]}
%= erl: {true,none,[{1,[{error,badarg}]},{2,[false]},{3,[true]}]}
%= erl: {{error,badarg},none,[{1,[true]},{2,[false]},{3,[false]}]}
%= erl: {{error,badarg},none,[{1,[true]},{2,[false]},{3,[true]}]}
g438() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> unregister(n) end),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        W2_1 = whereis(n) =:= self(),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    P3 = spawn(fun() ->
        W3_1 = whereis(n) =:= S,
        ets:insert(R, {3, [W3_1]})
    end),
    O1 = safe(fun() -> unregister(n) end),
    O2 = next(),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: exit: killed
%= erl: {[]}
%= erl: {[{down,normal}]}
g440() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        exit(S, kill),
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        exit(self(), normal)
    end),
    exit(P1, kill),
    P1 ! m,
    O3 = drain(),
    {O3}.

%= erl: {false,[m,a],none,[]}
%= erl: {false,[m],a,[]}
%= erl: {false,[m],none,[]}
%= erl: {true,[],a,[]}
%= erl: {true,[],none,[]}
%= erl: {true,[],none,[a]}
%= erl: {true,[a],none,[]}
g441() ->
    S = self(),
    A = alias([reply]),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        A ! m
    end),
    P2 = spawn(fun() ->
        S ! a,
        A ! b,
        exit(bad)
    end),
    O1 = unalias(A),
    O2 = drain(),
    O3 = next(),
    O4 = drain(),
    {O1, O2, O3, O4}.

%= erl: exit: bad
%= erl: {[],[]}
g444() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> link(S) end),
        exit(S, bad),
        ets:insert(R, {1, [W1_1]})
    end),
    exit(P1, bad),
    O2 = drain(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: exit: killed
%= erl: {false,[],[{1,[false,true]}]}
%= erl: {true,[],[{1,[false,true]}]}
g447() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = item(S, group_leader) =:= S,
        W1_2 = safe(fun() -> group_leader(S, S) end),
        ets:insert(R, {1, [W1_1, W1_2]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        exit(S, kill),
        W2_2 = group_leader() =:= S,
        ets:insert(R, {2, [W2_2]}),
        exit(bad)
    end),
    exit(P2, kill),
    O2 = group_leader() =:= S,
    exit(P2, kill),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, Rows}.

%= erl: exit: killed
%= erl: {false,u}
g453() ->
    S = self(),
    P1 = spawn(fun() ->
        exit(S, kill),
        exit(bad)
    end),
    O1 = lists:member(v, ets:all()),
    O2 = safe(fun() -> ets:new(u, [named_table, public]) end),
    {O1, O2}.

%= erl: {true,[]}
%= erl: {true,[m,a]}
%= erl: {{error,badarg},[]}
%= erl: {{error,badarg},[m]}
g454() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! m,
        S ! a
    end),
    U1 = safe(fun() -> erlang:suspend_process(P1) end),
    exit(P1, kill),
    O3 = safe(fun() -> erlang:resume_process(P1) end),
    O4 = messages(S),
    {O3, O4}.

%= erl: {0,none,none,[{1,[stop,none]}]}
%= erl: {0,stop,none,[{1,[none,none]}]}
%= erl: {0,stop,none,[{1,[none,stop]}]}
%= erl: {0,stop,none,[{1,[stop,none]}]}
%= erl: {0,stop,{exit,normal},[{1,[none,none]}]}
%= erl: {0,{exit,normal},none,[{1,[none,none]}]}
%= erl: {0,{exit,normal},stop,[{1,[none,none]}]}
%= erl: {undefined,stop,{exit,normal},[{1,[none,none]}]}
%= erl: {undefined,{exit,normal},none,[{1,[none,none]}]}
%= erl: {undefined,{exit,normal},stop,[{1,[none,none]}]}
%= erl: {undefined,{exit,normal},{down,noproc},[{1,[none,none]}]}
g455() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        M1 = monitor(process, S),
        W1_2 = next(),
        M2 = monitor(process, S),
        W1_4 = next(),
        ets:insert(R, {1, [W1_2, W1_4]})
    end),
    P2 = spawn(fun() ->
        S ! stop,
        application:set_env(native, x, 1)
    end),
    O1 = length_of(P1, monitored_by),
    M5 = monitor(process, P1),
    O3 = next(),
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, O4, Rows}.

%= erl: {[],[],none,[{1,[true]},{2,[[true]]}]}
%= erl: {[],[],{down,bad},[{1,[true]},{2,[[]]}]}
%= erl: {[],[],{down,bad},[{1,[true]},{2,[[true]]}]}
%= erl: {[],[],{exit,bad},[{1,[true]},{2,[[]]}]}
%= erl: {[],[],{exit,bad},[{1,[true]},{2,[[true]]}]}
%= erl: {[],[true],none,[{1,[true]},{2,[[true]]}]}
%= erl: {[],[true],{down,bad},[{1,[true]},{2,[[]]}]}
%= erl: {[],[true],{exit,bad},[{1,[true]},{2,[[]]}]}
%= erl: {[],[true],{exit,bad},[{1,[true]},{2,[[true]]}]}
%= erl: {[true],[true],{down,bad},[{1,[true]},{2,[[]]}]}
%= erl: {[true],[true],{exit,bad},[{1,[true]},{2,[[]]}]}
g456() ->
    S = self(),
    C = ets:new(c, [public]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = (fun(X) -> erlang:system_time() >= X end)(erlang:system_time()),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    {P2, _} = spawn_monitor(fun() ->
        ets:insert(C, {n, erlang:now()}),
        W2_2 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        ets:insert(R, {2, [W2_2]}),
        exit(bad)
    end),
    O1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
    O2 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
    ets:insert(C, {t, erlang:monotonic_time()}),
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O4, Rows}.

%= erl: {true,[],b}
%= erl: {true,[],none}
%= erl: {true,[b,b,m],none}
%= erl: {true,[b,b],none}
%= erl: {true,[b,m],none}
%= erl: {true,[b],none}
%= erl: {true,[m],none}
g457() ->
    S = self(),
    A = alias(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        S ! b,
        A ! b,
        exit(bad)
    end),
    P2 = spawn(fun() ->
        A ! m,
        exit(P1, kill),
        P1 ! m,
        receive stop -> ok end
    end),
    O1 = unalias(A),
    O2 = drain(),
    A ! own,
    O4 = next(),
    {O1, O2, O4}.

%= erl: exit: bad
%= erl: {none,0}
%= erl: {none,undefined}
g463() ->
    S = self(),
    P1 = spawn(fun() ->
        exit(S, bad)
    end),
    P2 = spawn_link(fun() ->
        unlink(P1)
    end),
    unlink(P2),
    O2 = next(),
    O3 = length_of(P2, links),
    unlink(P1),
    {O2, O3}.

%= erl: {[true],[],[],[{1,[u,{error,badarg}]},{2,[[]]},{3,[true]}]}
%= erl: {[true],[],[],[{1,[u,{error,badarg}]},{2,[[true]]},{3,[true]}]}
g464() ->
    S = self(),
    C = ets:new(c, [public]),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> ets:new(u, [named_table, public]) end),
        W1_2 = safe(fun() -> ets:new(u, [named_table, public]) end),
        ets:insert(R, {1, [W1_1, W1_2]})
    end),
    P2 = spawn(fun() ->
        W2_1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
        ets:insert(R, {2, [W2_1]})
    end),
    P3 = spawn_link(fun() ->
        W3_1 = (fun(X) -> erlang:monotonic_time() >= X end)(erlang:monotonic_time()),
        ets:insert(R, {3, [W3_1]}),
        receive stop -> ok end
    end),
    ets:insert(C, {n, erlang:now()}),
    O2 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
    O3 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
    O4 = drain(),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, O4, Rows}.

%= erl: {[],true,[],a,[{2,[{error,badarg}]}]}
%= erl: {[],true,[],none,[{2,[{error,badarg}]}]}
%= erl: {[],true,[],{down,normal},[{2,[{error,badarg}]}]}
%= erl: {[],true,undefined,a,[{2,[{error,badarg}]}]}
%= erl: {[],{error,badarg},undefined,a,[{2,[true]}]}
%= erl: {[],{error,badarg},undefined,{down,normal},[{2,[true]}]}
%= erl: {undefined,{error,badarg},undefined,a,[{2,[true]}]}
%= erl: {undefined,{error,badarg},undefined,{down,normal},[{2,[true]}]}
g465() ->
    S = self(),
    register(n, S),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        catch n ! a,
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = safe(fun() -> unregister(n) end),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = item(P2, registered_name),
    O2 = safe(fun() -> unregister(n) end),
    O3 = item(P2, registered_name),
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {false,[{1,[true]},{2,[none]},{3,[{error,badarg}]}]}
%= erl: {false,[{1,[true]},{2,[stop]},{3,[{error,badarg}]}]}
%= erl: {false,[{1,[true]},{2,[{table,gift}]},{3,[true]}]}
%= erl: {false,[{1,[{error,badarg}]},{2,[{table,gift}]},{3,[true]}]}
%= erl: {true,[{1,[true]},{2,[none]},{3,[{error,badarg}]}]}
%= erl: {true,[{1,[true]},{2,[stop]},{3,[true]}]}
%= erl: {true,[{1,[true]},{2,[stop]},{3,[{error,badarg}]}]}
%= erl: {true,[{1,[{error,badarg}]},{2,[stop]},{3,[true]}]}
g466() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> ets:new(w, [named_table, {heir, S, left}]) =:= w end),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        unlink(S),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]})
    end),
    P3 = spawn(fun() ->
        W3_1 = safe(fun() -> ets:give_away(ets:new(w, [named_table, public]), P2, gift) end),
        ets:insert(R, {3, [W3_1]}),
        receive stop -> ok end
    end),
    O1 = ets:info(w, owner) =:= undefined,
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, Rows}.

%= erl: exit: killed
%= erl: {0,true,[m,own],[{2,[true]}]}
%= erl: {0,true,[own,m],[{2,[true]}]}
%= erl: {0,true,[own],[{2,[true]}]}
g470() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        S ! m,
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        catch exit(whereis(n), kill),
        W2_2 = whereis(n) =:= undefined,
        ets:insert(R, {2, [W2_2]}),
        receive stop -> ok end
    end),
    O1 = item(S, message_queue_len),
    O2 = safe(fun() -> unregister(n) end),
    S ! own,
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O4, Rows}.

%= erl: {none,[],[{1,[none]},{2,[false]}]}
%= erl: {none,[],[{1,[none]},{2,[true]}]}
%= erl: {none,[],[{1,[stop]},{2,[false]}]}
%= erl: {none,[],[{1,[stop]},{2,[true]}]}
%= erl: {none,[{exit,normal},{down,normal}],[{1,[none]},{2,[false]}]}
%= erl: {none,[{exit,normal},{down,normal}],[{1,[none]},{2,[true]}]}
%= erl: {none,[{exit,normal},{down,normal}],[{1,[stop]},{2,[true]}]}
%= erl: {{exit,normal},[{down,noproc}],[{1,[none]},{2,[true]}]}
%= erl: {{exit,normal},[{down,noproc}],[{1,[stop]},{2,[true]}]}
%= erl: {{exit,normal},[{down,normal}],[{1,[none]},{2,[false]}]}
%= erl: {{exit,normal},[{down,normal}],[{1,[none]},{2,[true]}]}
%= erl: {{exit,normal},[{down,normal}],[{1,[stop]},{2,[true]}]}
g471() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        M1 = monitor(process, S),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]})
    end),
    P2 = spawn_link(fun() ->
        M2 = monitor(process, P1),
        W2_2 = demonitor(M2, [flush, info]),
        ets:insert(R, {2, [W2_2]})
    end),
    M3 = monitor(process, P2),
    O2 = next(),
    P1 ! stop,
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, Rows}.

%= erl: {b,[a,own]}
%= erl: {none,[a,b,own]}
%= erl: {none,[a,own,b]}
%= erl: {none,[a,own]}
%= erl: {none,[own,a,b]}
%= erl: {none,[own,a]}
%= erl: {none,[own]}
g473() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn_link(fun() ->
        S ! a,
        S ! b,
        receive stop -> exit(stopped) end
    end),
    O1 = receive b -> b after 0 -> none end,
    S ! own,
    O3 = messages(S),
    {O1, O3}.

%= erl: {none,down,true,[{1,[{error,badarg}]}]}
%= erl: {none,none,true,[{1,[{error,badarg}]}]}
%= erl: {stop,down,true,[{1,[{error,badarg}]}]}
%= erl: {{down,bad},down,true,[{1,[{error,badarg}]}]}
g474() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = safe(fun() -> register(n, self()) end),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        S ! stop,
        receive stop -> exit(stopped) end
    end),
    M2 = monitor(process, P1),
    O2 = next(),
    M3 = monitor(process, P1),
    O4 = receive {'DOWN', M3, _, _, _} -> down after 2 -> none end,
    O5 = whereis(n) =:= self(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, O5, Rows}.

%= erl: {true,none,[{1,[[]]}]}
%= erl: {true,none,[{1,[[{exit,normal},{down,noproc}]]}]}
%= erl: {true,none,[{1,[[{exit,normal},{down,normal}]]}]}
%= erl: {true,{exit,normal},[{1,[[]]}]}
%= erl: {true,{exit,normal},[{1,[[{down,noproc}]]}]}
%= erl: {true,{exit,normal},[{1,[[{exit,normal}]]}]}
g477() ->
    S = self(),
    T = ets:new(t, [public, bag]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = messages(S),
        put(k, 1),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn_link(fun() ->
        ets:delete_all_objects(T)
    end),
    O1 = lists:member(P1, processes()),
    O2 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {runnable,none,[{1,[[]]},{2,[true]}]}
%= erl: {runnable,none,[{1,[[{k,1}]]},{2,[true]}]}
%= erl: {undefined,none,[{1,[[]]},{2,[true]}]}
%= erl: {undefined,none,[{1,[[{k,1}]]},{2,[true]}]}
g480() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = item(S, dictionary),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = lists:member(S, processes()),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    put(k, 1),
    O2 = status(P1),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {true,none,[]}
%= erl: {true,{exit,noproc},[]}
%= erl: {true,{exit,noproc},[{1,[0]}]}
g481() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = length_of(S, links),
        ets:insert(R, {1, [W1_1]})
    end),
    exit(P1, bad),
    O2 = safe(fun() -> link(P1) end),
    O3 = next(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {false,[]}
%= erl: {false,[{1,[false]}]}
g483() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = process_flag(trap_exit, false),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        exit(S, normal),
        exit(P1, kill)
    end),
    O1 = process_flag(trap_exit, true),
    exit(P1, normal),
    exit(P1, bad),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, Rows}.

%= erl: exit: killed
%= erl: {false,{error,badarg},true,[],[{1,[false,true]},{2,[true]}]}
%= erl: {true,true,true,[],[{1,[false,true]},{2,[{error,badarg}]}]}
%= erl: {true,{error,badarg},true,[],[{1,[false,true]},{2,[true]}]}
g484() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = whereis(n) =:= undefined,
        W1_2 = safe(fun() -> unregister(n) end),
        ets:insert(R, {1, [W1_1, W1_2]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> register(n, S) end),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    catch exit(whereis(n), kill),
    O2 = whereis(n) =:= undefined,
    O3 = safe(fun() -> register(n, self()) end),
    O4 = lists:member(n, registered()),
    O5 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, O4, O5, Rows}.

%= erl: {true,false,[]}
%= erl: {true,false,[b]}
g485() ->
    S = self(),
    A = alias([reply]),
    P1 = spawn_link(fun() ->
        S ! b,
        receive stop -> exit(stopped) end
    end),
    O1 = unalias(A),
    O2 = unalias(A),
    O3 = drain(),
    {O1, O2, O3}.

%= erl: {true,undefined,{error,badarg},[]}
%= erl: {true,undefined,{error,badarg},[b,b]}
%= erl: {true,undefined,{error,badarg},[b]}
%= erl: {{error,badarg},undefined,{error,badarg},[]}
%= erl: {{error,badarg},undefined,{error,badarg},[b,b]}
%= erl: {{error,badarg},undefined,{error,badarg},[b]}
g487() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! b,
        S ! b,
        receive stop -> ok end
    end),
    U1 = safe(fun() -> erlang:suspend_process(P1) end),
    exit(P1, kill),
    O3 = safe(fun() -> erlang:resume_process(P1) end),
    U2 = safe(fun() -> erlang:suspend_process(P1) end),
    O5 = status(P1),
    O6 = safe(fun() -> erlang:resume_process(P1) end),
    O7 = drain(),
    {O3, O5, O6, O7}.

%= erl: {none,none,[{2,[down]}]}
%= erl: {none,none,[{2,[none]}]}
g491() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        K1 = erlang:send_after(2, S, m),
        receive after 1 -> ok end
    end),
    P2 = spawn(fun() ->
        M2 = monitor(process, P1),
        W2_2 = receive {'DOWN', M2, _, _, _} -> down after 2 -> none end,
        ets:insert(R, {2, [W2_2]}),
        receive stop -> ok end
    end),
    M3 = monitor(process, P2),
    O2 = next(),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {true,[],[],none,[{1,[[true]]},{2,[[]]}]}
%= erl: {true,[],[],none,[{1,[[true]]},{2,[[true]]}]}
%= erl: {true,[],[],{down,normal},[{1,[[true]]},{2,[[]]}]}
%= erl: {true,[],[],{down,normal},[{1,[[true]]},{2,[[true]]}]}
%= erl: {true,[true],[],none,[{1,[[true]]},{2,[[true]]}]}
%= erl: {true,[true],[],{down,normal},[{1,[[true]]},{2,[[]]}]}
%= erl: {true,[true],[],{down,normal},[{1,[[true]]},{2,[[true]]}]}
g492() ->
    S = self(),
    C = ets:new(c, [public]),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        ets:insert(C, {t, erlang:monotonic_time()}),
        W1_2 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        ets:insert(R, {1, [W1_2]}),
        exit(bad)
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = (fun(X) -> erlang:monotonic_time() >= X end)(erlang:monotonic_time()),
    O2 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
    O3 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {[],[{1,[[{b,1}],[]]}]}
%= erl: {[{b,1}],[{1,[[{b,1}],[]]}]}
g493() ->
    S = self(),
    T = ets:new(t, [public, ordered_set]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = ets:take(T, b),
        W1_2 = ets:lookup(T, b),
        ets:insert(R, {1, [W1_1, W1_2]})
    end),
    P2 = spawn(fun() ->
        ets:delete(T, a)
    end),
    ets:delete(T, a),
    O2 = lists:sort(ets:tab2list(T)),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {a,[{a,1}],[]}
%= erl: {b,[{a,1}],[]}
%= erl: {none,[{a,1}],[]}
%= erl: {none,[{a,1}],[a]}
%= erl: {none,[{a,1}],[b]}
g494() ->
    S = self(),
    A = alias([reply]),
    T = ets:new(t, [public, {write_concurrency, true}]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    P1 = spawn_link(fun() ->
        A ! b,
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        A ! a,
        receive stop -> ok end
    end),
    O1 = next(),
    O2 = ets:lookup(T, a),
    O3 = messages(S),
    {O1, O2, O3}.

%= erl: {b,false,none,[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
%= erl: {none,false,b,[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
%= erl: {none,false,none,[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
%= erl: {none,false,tick,[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
g495() ->
    S = self(),
    K = erlang:send_after(1, S, tick),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = safe(fun() -> ets:rename(u, v) end),
        K1 = erlang:send_after(0, S, b),
        receive after 1 -> ok end,
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> ets:delete(u) end),
        ets:insert(R, {2, [W2_1]})
    end),
    K2 = erlang:send_after(0, P1, a),
    O2 = next(),
    O3 = lists:member(v, ets:all()),
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, O4, Rows}.

%= erl: {down,{down,normal},[{1,[true]}]}
%= erl: {none,none,[{1,[true]}]}
g499() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        M1 = monitor(process, S),
        W1_2 = demonitor(M1, [flush]),
        ets:insert(R, {1, [W1_2]})
    end),
    M2 = monitor(process, P1),
    O2 = receive {'DOWN', M2, _, _, _} -> down after 2 -> none end,
    O3 = next(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: exit: bad
%= erl: {true,b}
%= erl: {true,none}
g500() ->
    S = self(),
    A = alias([reply]),
    P1 = spawn_link(fun() ->
        A ! b,
        S ! b,
        exit(bad)
    end),
    P2 = spawn_link(fun() ->
        S ! b
    end),
    O1 = unalias(A),
    O2 = next(),
    {O1, O2}.

%= erl: {[],[{1,[[]]},{2,[[]]}]}
%= erl: {[],[{1,[[]]},{2,[[true]]}]}
%= erl: {[],[{1,[[true]]},{2,[[]]}]}
%= erl: {[],[{1,[[true]]},{2,[[true]]}]}
g501() ->
    S = self(),
    C = ets:new(c, [public]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        ets:insert(C, {n, erlang:now()}),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    ets:insert(C, {t, erlang:monotonic_time()}),
    O2 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {[],{error,badarg},[],[{1,[{error,badarg}]},{2,[true]}]}
%= erl: {[],{error,badarg},[{down,normal}],[{1,[{error,badarg}]},{2,[true]}]}
%= erl: {undefined,{error,badarg},[{down,normal}],[{1,[{error,badarg}]},{2,[true]}]}
g502() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = safe(fun() -> ets:insert(u, {a}) end),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = safe(fun() -> unregister(n) end),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = item(P2, registered_name),
    O2 = safe(fun() -> ets:insert(u, {a}) end),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {[],[{1,[false]},{2,[{error,badarg},{error,badarg}]}]}
%= erl: {[],[{1,[true]},{2,[{error,badarg},v]}]}
%= erl: {[],[{1,[true]},{2,[{error,badarg},{error,badarg}]}]}
g503() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = ets:whereis(v) =:= undefined,
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> ets:delete(v) end),
        W2_2 = safe(fun() -> ets:rename(u, v) end),
        ets:insert(R, {2, [W2_1, W2_2]}),
        receive stop -> ok end
    end),
    safe(fun() -> ets:new(u, [named_table, public]) end),
    safe(fun() -> ets:new(v, [named_table]) end),
    safe(fun() -> ets:new(u, [named_table, public]) end),
    safe(fun() -> ets:new(v, [named_table]) end),
    O5 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O5, Rows}.

%= erl: {[],a,[],[{1,[runnable]}]}
%= erl: {[],a,[],[{1,[waiting]}]}
%= erl: {[],a,[b],[{1,[runnable]}]}
%= erl: {[],a,[b],[{1,[waiting]}]}
%= erl: {[a,b],a,[b],[{1,[runnable]}]}
g504() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = status(S),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        put(k, 1),
        S ! a,
        S ! b,
        receive stop -> exit(stopped) end
    end),
    O1 = messages(S),
    process_flag(trap_exit, true),
    O3 = next(2),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, O4, Rows}.

%= erl: deadlock
%= erl: {0,none,[{1,[1]},{2,[none]}]}
%= erl: {0,{exit,normal},[{1,[1]},{2,[none]}]}
g510() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = length_of(S, links),
        ets:insert(R, {1, [W1_1]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        unlink(P1),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]}),
        receive stop -> ok end
    end),
    O1 = length_of(P2, links),
    unlink(P2),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {none}
%= erl: {{exit,bad}}
%= erl: {{exit,killed}}
g511() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn_link(fun() ->
        exit(self(), bad),
        exit(S, normal)
    end),
    P2 = spawn(fun() ->
        exit(P1, kill),
        exit(bad)
    end),
    exit(P1, normal),
    exit(P2, kill),
    O3 = next(),
    {O3}.

%= erl: {false,none,[{1,[true]}]}
%= erl: {undefined,none,[{1,[true]}]}
g512() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = lists:member(S, processes()),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    O1 = item(P1, trap_exit),
    O2 = next(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: deadlock
%= erl: {none,runnable,[{1,[true]},{2,[none]}]}
%= erl: {none,waiting,[{1,[true]},{2,[none]}]}
g515() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = is_process_alive(S),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn_link(fun() ->
        W2_1 = next(),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = next(),
    O2 = status(P2),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {false,false,[a,{down,normal}]}
%= erl: {true,false,[]}
%= erl: {true,false,[{down,normal}]}
g516() ->
    S = self(),
    A = alias([reply]),
    process_flag(trap_exit, true),
    {P1, _} = spawn_monitor(fun() ->
        A ! a
    end),
    O1 = unalias(A),
    O2 = unalias(A),
    A ! own,
    O4 = messages(S),
    {O1, O2, O4}.

%= erl: {0,0,[{1,[none]},{2,[true]}]}
%= erl: {0,undefined,[{1,[none]},{2,[true]}]}
%= erl: {undefined,undefined,[{1,[none]},{2,[true]}]}
g518() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        M1 = monitor(process, S),
        W1_2 = receive {'DOWN', M1, _, _, _} -> down after 2 -> none end,
        ets:insert(R, {1, [W1_2]})
    end),
    P2 = spawn_link(fun() ->
        M2 = monitor(process, S),
        W2_2 = demonitor(M2, [flush]),
        ets:insert(R, {2, [W2_2]})
    end),
    O1 = length_of(P2, monitored_by),
    O2 = length_of(P2, monitored_by),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {b,[],[{1,[stop]}]}
%= erl: {b,[{down,normal}],[{1,[none]}]}
%= erl: {b,[{down,normal}],[{1,[stop]}]}
g520() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = next(),
        ets:insert(R, {1, [W1_1]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        S ! b
    end),
    O1 = next(2),
    P2 ! a,
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: deadlock
%= erl: {1,[],[{1,[none]},{2,[none]}]}
%= erl: {1,[],[{1,[none]}]}
%= erl: {1,[{exit,bad}],[{1,[none]},{2,[none]}]}
%= erl: {undefined,[{exit,bad}],[{1,[none]},{2,[none]}]}
g524() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        unlink(S),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn_link(fun() ->
        unlink(P1),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]}),
        exit(bad)
    end),
    O1 = length_of(P2, links),
    exit(P2, bad),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {true,true,[],[{1,[true]},{2,[false]},{3,[true]}]}
%= erl: {true,true,[m,{down,bad}],[{1,[true]},{2,[false]},{3,[true]}]}
%= erl: {true,true,[{down,bad}],[{1,[true]},{2,[false]},{3,[true]}]}
g526() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = whereis(n) =:= S,
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = whereis(n) =:= self(),
        catch n ! m,
        ets:insert(R, {2, [W2_1]})
    end),
    {P3, _} = spawn_monitor(fun() ->
        W3_1 = lists:member(n, registered()),
        ets:insert(R, {3, [W3_1]}),
        exit(bad)
    end),
    O1 = whereis(n) =:= S,
    O2 = lists:member(n, registered()),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: exit: bad
%= erl: exit: killed
g527() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        ets:new(h, [{heir, S, left}]),
        ets:new(i, [{heir, S, right}])
    end),
    P2 = spawn_link(fun() ->
        W2_1 = safe(fun() -> ets:new(w, [named_table, {heir, S, left}]) =:= w end),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    P3 = spawn_link(fun() ->
        ets:new(h, [{heir, P1, left}]),
        ets:new(h, [{heir, S, left}]),
        ets:new(i, [{heir, S, right}])
    end),
    exit(P1, kill),
    exit(P2, kill),
    O3 = next(2),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, O4, Rows}.

%= erl: deadlock
%= erl: {{spawned,ok},1,[],[{1,[b]},{2,[true]}]}
%= erl: {{spawned,ok},1,[],[{1,[none]},{2,[true]}]}
%= erl: {{spawned,ok},1,[],[{1,[{collected,true}]},{2,[true]}]}
g528() ->
    S = self(),
    C = ets:new(c, [public]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        erlang:garbage_collect(S, [{async, x}]),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        W2_1 = (fun(X) -> erlang:system_time() >= X end)(erlang:system_time()),
        ets:insert(R, {2, [W2_1]})
    end),
    spawn_request(fun() -> P1 ! b end),
    O2 = next(),
    O3 = length_of(P1, links),
    ets:insert(C, {n, erlang:now()}),
    O5 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, O5, Rows}.

%= erl: {a,[]}
%= erl: {a,[b]}
%= erl: {b,[]}
%= erl: {b,[a]}
%= erl: {none,[]}
%= erl: {none,[a,b]}
%= erl: {none,[a]}
%= erl: {none,[b,a]}
%= erl: {none,[b]}
g529() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! a,
        exit(bad)
    end),
    P2 = spawn(fun() ->
        P1 ! m,
        S ! b,
        receive stop -> exit(stopped) end
    end),
    O1 = next(),
    O2 = drain(),
    {O1, O2}.

%= erl: {[[a],[b]],[],[]}
%= erl: {[[a],[b]],[],[{2,[false,[{a,1}]]}]}
g531() ->
    S = self(),
    T = ets:new(t, [public]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        exit(self(), normal),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = ets:insert_new(T, [{a, 6}, {c, 6}]),
        W2_2 = ets:lookup(T, a),
        ets:insert(R, {2, [W2_1, W2_2]}),
        receive stop -> exit(stopped) end
    end),
    O1 = lists:sort(ets:match(T, {'$1', 1})),
    exit(P2, kill),
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {[m,a,b,own]}
%= erl: {[m,a,own,b]}
%= erl: {[m,own,a]}
%= erl: {[m,own]}
%= erl: {[own,m,a,b]}
%= erl: {[own,m,a]}
%= erl: {[own,m]}
%= erl: {[own]}
g534() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! m,
        S ! a,
        S ! b,
        exit(bad)
    end),
    S ! own,
    O2 = messages(S),
    {O2}.

%= erl: {false,none,[{2,[true]}]}
%= erl: {false,none,[{2,[{error,badarg}]}]}
%= erl: {false,{table,left},[{2,[true]}]}
%= erl: {false,{table,left},[{2,[{error,badarg}]}]}
g538() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        ets:new(h, [{heir, S, left}]),
        ets:new(i, [{heir, S, right}]),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        ets:new(h, [{heir, S, left}]),
        ets:new(i, [{heir, S, right}]),
        W2_3 = safe(fun() -> ets:give_away(ets:new(w, [named_table, public]), P1, gift) end),
        ets:insert(R, {2, [W2_3]})
    end),
    O1 = ets:info(w, owner) =:= S,
    O2 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {1,none,b,[{2,[false]}]}
%= erl: {1,none,none,[{2,[false]}]}
g539() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        S ! b,
        S ! b,
        receive stop -> exit(stopped) end
    end),
    P2 = spawn_link(fun() ->
        W2_1 = lists:member({x, 1}, persistent_term:get()),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = guest:one(),
    O2 = application:get_env(native, y, none),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {m,[],[]}
%= erl: {none,[],[]}
%= erl: {none,[],[m]}
g540() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        S ! m
    end),
    O1 = next(),
    O2 = messages(S),
    O3 = drain(),
    {O1, O2, O3}.

%= erl: {true,[{2,[0]}]}
%= erl: {true,[{2,[1]}]}
g541() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        unlink(S),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        W2_1 = length_of(S, links),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = safe(fun() -> link(P1) end),
    unlink(P1),
    unlink(P1),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, Rows}.

%= erl: {true,false,[{down,normal},{down,noproc}],[{1,[true]},{2,[none]}]}
%= erl: {true,false,[{down,normal},{down,normal}],[{1,[true]},{2,[none]}]}
%= erl: {true,true,[],[{1,[true]},{2,[none]}]}
%= erl: {true,true,[],[{1,[true]},{2,[stop]}]}
%= erl: {true,true,[],[{1,[true]},{2,[{down,normal}]}]}
%= erl: {true,true,[{down,normal}],[{1,[true]},{2,[none]}]}
g543() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        M1 = monitor(process, S),
        W1_2 = demonitor(M1, [flush]),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        M2 = monitor(process, P1),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]})
    end),
    M3 = monitor(process, P1),
    O2 = demonitor(M3, [flush]),
    M4 = monitor(process, P2),
    O4 = demonitor(M4, [info]),
    O5 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, O5, Rows}.

%= erl: {false,{down,normal},m,[{1,[true]}]}
%= erl: {true,{down,normal},m,[{1,[true]}]}
g544() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        K1 = erlang:send_after(1, S, b),
        W1_2 = erlang:read_timer(K1) =/= false,
        ets:insert(R, {1, [W1_2]})
    end),
    P2 = spawn(fun() ->
        receive after 2 -> ok end
    end),
    K3 = erlang:send_after(0, S, m),
    O2 = erlang:read_timer(K3) =/= false,
    receive after 1 -> ok end,
    K5 = erlang:send_after(2, P1, m),
    O5 = next(),
    O6 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O5, O6, Rows}.

%= erl: {[],[],[{1,[true]}]}
%= erl: {[true],[],[{1,[true]}]}
g545() ->
    S = self(),
    C = ets:new(c, [public]),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = (fun(X) -> erlang:system_time() >= X end)(erlang:system_time()),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        ets:insert(C, {t, erlang:monotonic_time()}),
        exit(bad)
    end),
    O1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
    ets:insert(C, {t, erlang:monotonic_time()}),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {true,undefined,{error,badarg},m}
%= erl: {true,undefined,{error,badarg},{exit,killed}}
%= erl: {{error,badarg},undefined,{error,badarg},m}
%= erl: {{error,badarg},undefined,{error,badarg},{exit,killed}}
g546() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn_link(fun() ->
        S ! m,
        S ! m,
        receive stop -> exit(stopped) end
    end),
    U1 = safe(fun() -> erlang:suspend_process(P1) end),
    exit(P1, kill),
    O3 = safe(fun() -> erlang:resume_process(P1) end),
    U2 = safe(fun() -> erlang:suspend_process(P1) end),
    O5 = status(P1),
    O6 = safe(fun() -> erlang:resume_process(P1) end),
    O7 = next(),
    {O3, O5, O6, O7}.

%= erl: {[],[{2,[[]]}]}
%= erl: {[],[{2,[[m,{down,normal}]]}]}
%= erl: {[],[{2,[[m]]}]}
%= erl: {[m],[{2,[[]]}]}
%= erl: {[m],[{2,[[m]]}]}
g547() ->
    S = self(),
    C = ets:new(c, [public]),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        S ! m
    end),
    P2 = spawn(fun() ->
        W2_1 = messages(S),
        ets:insert(R, {2, [W2_1]})
    end),
    P2 ! b,
    O2 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: deadlock
%= erl: {m,true,[{1,[0]},{2,[{spawned,ok},true]}]}
%= erl: {{collected,true},false,[{1,[0]},{2,[{spawned,ok},true]}]}
%= erl: {{collected,true},true,[{1,[0]},{2,[{spawned,ok},true]}]}
g551() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = length_of(S, links),
        ets:insert(R, {1, [W1_1]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        spawn_request(fun() -> S ! m end),
        W2_2 = next(),
        W2_3 = safe(fun() -> group_leader(S, S) end),
        ets:insert(R, {2, [W2_2, W2_3]}),
        receive stop -> ok end
    end),
    erlang:garbage_collect(P2, [{async, x}]),
    O2 = next(),
    O3 = group_leader() =:= S,
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: deadlock
%= erl: {0,[],[{1,[true,0]},{2,[none]}]}
%= erl: {0,[],[{1,[true,1]},{2,[none]}]}
%= erl: {0,[{exit,normal},{down,normal}],[{1,[true,1]},{2,[none]}]}
g552() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = safe(fun() -> link(S) end),
        W1_2 = length_of(S, links),
        ets:insert(R, {1, [W1_1, W1_2]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        unlink(P1),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]}),
        receive stop -> exit(stopped) end
    end),
    O1 = length_of(P2, links),
    unlink(P1),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {a,true,[],[]}
%= erl: {a,true,[b,b,b,{down,normal}],[]}
%= erl: {a,true,[b,b,{down,normal},b],[]}
%= erl: {a,true,[b,b],[]}
%= erl: {a,true,[b],[]}
%= erl: {b,true,[],[]}
%= erl: {b,true,[b,{down,normal},a,b],[]}
%= erl: {b,true,[b,{down,normal}],[]}
%= erl: {none,true,[],[]}
%= erl: {none,true,[a,b,b,b,{down,normal}],[]}
%= erl: {none,true,[b,b,{down,normal}],[]}
g553() ->
    S = self(),
    A = alias(),
    P1 = spawn(fun() ->
        A ! a,
        A ! b
    end),
    {P2, _} = spawn_monitor(fun() ->
        S ! b,
        S ! b
    end),
    O1 = next(),
    O2 = unalias(A),
    O3 = drain(),
    O4 = messages(S),
    {O1, O2, O3, O4}.

%= erl: {v,false,[{down,bad}],[{1,[{true,true}]},{2,[u]}]}
%= erl: {{error,badarg},false,[],[{1,[{false,false}]},{2,[{error,badarg}]}]}
%= erl: {{error,badarg},false,[],[{1,[{true,true}]},{2,[{error,badarg}]}]}
%= erl: {{error,badarg},false,[{down,bad}],[{1,[{false,false}]},{2,[u]}]}
%= erl: {{error,badarg},false,[{down,bad}],[{1,[{true,true}]},{2,[u]}]}
%= erl: {{error,badarg},true,[{down,bad}],[{1,[{false,false}]},{2,[u]}]}
%= erl: {{error,badarg},true,[{down,bad}],[{1,[{false,true}]},{2,[u]}]}
%= erl: {{error,badarg},true,[{down,bad}],[{1,[{true,true}]},{2,[u]}]}
g554() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = safe(fun() -> ets:new(u, [named_table, public]) end),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    O1 = safe(fun() -> ets:rename(u, v) end),
    O2 = lists:member(u, ets:all()),
    safe(fun() -> ets:new(u, [named_table, public]) end),
    safe(fun() -> ets:new(v, [named_table]) end),
    O5 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O5, Rows}.

%= erl: {false,[]}
%= erl: {false,[{1,[true]}]}
%= erl: {true,[{1,[true]}]}
g555() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> ets:new(w, [named_table, {heir, S, left}]) =:= w end),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    O1 = ets:info(w, owner) =:= S,
    exit(P1, kill),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, Rows}.

%= erl: {0,[]}
%= erl: {0,[a,b,b,a,b]}
%= erl: {0,[a,b]}
%= erl: {0,[a]}
%= erl: {0,[b,a,a,b,b]}
%= erl: {0,[b,a,b,a,b]}
%= erl: {0,[b,a,b,a]}
%= erl: {0,[b,a,b]}
g556() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        S ! b,
        S ! a,
        S ! b
    end),
    P2 = spawn(fun() ->
        S ! a,
        S ! b,
        receive stop -> ok end
    end),
    O1 = item(S, message_queue_len),
    O2 = drain(),
    {O1, O2}.

%= erl: deadlock
%= erl: {a,b,[{1,[none]}]}
%= erl: {a,none,[{1,[none]}]}
%= erl: {b,a,[{1,[none]}]}
%= erl: {b,none,[{1,[none]}]}
g557() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = next(),
        S ! b,
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        S ! a,
        receive stop -> exit(stopped) end
    end),
    P2 ! a,
    O2 = next(2),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {false,[],[{1,[runnable]},{2,[[]]}]}
%= erl: {true,[],[{1,[runnable]},{2,[[]]}]}
%= erl: {true,[],[{1,[waiting]},{2,[[]]}]}
g558() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = status(S),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = item(S, dictionary),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = lists:member(P1, processes()),
    process_flag(trap_exit, true),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {suspended,true}
%= erl: {undefined,{error,badarg}}
g561() ->
    S = self(),
    C = ets:new(c, [public]),
    P1 = spawn_link(fun() ->
        S ! b,
        S ! m
    end),
    {P2, _} = spawn_monitor(fun() ->
        S ! a,
        S ! b,
        S ! m,
        S ! b,
        receive stop -> exit(stopped) end
    end),
    ets:insert(C, {t, erlang:monotonic_time()}),
    U1 = safe(fun() -> erlang:suspend_process(P1) end),
    O3 = status(P1),
    O4 = safe(fun() -> erlang:resume_process(P1) end),
    {O3, O4}.

%= erl: {false,[],[{2,[true]}]}
%= erl: {false,[{down,bad}],[{2,[true]}]}
%= erl: {false,[{down,killed}],[{2,[true]}]}
g562() ->
    S = self(),
    register(n, S),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        exit(self(), bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> unregister(n) end),
        ets:insert(R, {2, [W2_1]})
    end),
    P3 = spawn(fun() ->
        exit(P1, kill),
        P1 ! m
    end),
    exit(P1, bad),
    exit(P3, kill),
    O3 = is_process_alive(P3),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, O4, Rows}.

%= erl: {[[a],[b]],2,[{1,[[{a,1},{b,1}]]},{2,[0,false]},{3,[0]}]}
%= erl: {[[a],[b]],2,[{1,[[{a,1},{b,1}]]},{2,[1,false]},{3,[0]}]}
%= erl: {[[a],[b]],2,[{1,[[{a,1},{b,2}]]},{2,[0,false]},{3,[0]}]}
%= erl: {[[a],[b]],2,[{1,[[{a,1},{b,2}]]},{2,[1,false]},{3,[0]}]}
%= erl: {[[a]],2,[{1,[[{a,1},{b,1}]]},{2,[0,false]},{3,[0]}]}
%= erl: {[[a]],2,[{1,[[{a,1},{b,1}]]},{2,[1,false]},{3,[0]}]}
%= erl: {[[a]],2,[{1,[[{a,1},{b,2}]]},{2,[0,false]},{3,[0]}]}
%= erl: {[[a]],2,[{1,[[{a,1},{b,2}]]},{2,[1,false]},{3,[0]}]}
g565() ->
    S = self(),
    T = ets:new(t, [public, {write_concurrency, true}]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = lists:sort(ets:tab2list(T)),
        ets:insert(R, {1, [W1_1]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = ets:select_count(T, [{{'_', '$1'}, [{'>', '$1', 1}], [true]}]),
        W2_2 = ets:insert_new(T, {a, 3}),
        ets:insert(R, {2, [W2_1, W2_2]}),
        receive stop -> ok end
    end),
    P3 = spawn_link(fun() ->
        W3_1 = ets:select_count(T, [{{'_', '$1'}, [{'>', '$1', 1}], [true]}]),
        ets:insert(T, {b, 2}),
        ets:insert(R, {3, [W3_1]}),
        receive stop -> ok end
    end),
    O1 = lists:sort(ets:match(T, {'$1', 1})),
    O2 = ets:info(T, size),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {0,none,none,[{1,[none]}]}
%= erl: {0,none,none,[{1,[stop]}]}
g567() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = next(),
        ets:insert(R, {1, [W1_1]})
    end),
    O1 = item(S, message_queue_len),
    O2 = next(),
    O3 = next(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: exit: bad
%= erl: exit: killed
g568() ->
    S = self(),
    P1 = spawn(fun() ->
        exit(S, kill)
    end),
    {P2, _} = spawn_monitor(fun() ->
        catch n ! m
    end),
    O1 = safe(fun() -> register(n, P2) end),
    exit(self(), bad),
    O3 = messages(S),
    {O1, O3}.

%= erl: exit: killed
%= erl: {1,[own]}
%= erl: {2,[{exit,normal},own]}
g573() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        exit(S, normal)
    end),
    P2 = spawn(fun() ->
        exit(S, kill)
    end),
    S ! own,
    O2 = item(S, message_queue_len),
    O3 = drain(),
    {O2, O3}.

%= erl: {u,{error,badarg},v,[],[{1,[false]},{2,[true,false]}]}
%= erl: {u,{error,badarg},v,[],[{1,[false]},{2,[{error,badarg},false]}]}
%= erl: {u,{error,badarg},v,[],[{1,[false]},{2,[{error,badarg},true]}]}
%= erl: {u,{error,badarg},v,[],[{1,[true]},{2,[true,false]}]}
%= erl: {u,{error,badarg},v,[],[{1,[true]},{2,[{error,badarg},false]}]}
%= erl: {u,{error,badarg},v,[],[{1,[true]},{2,[{error,badarg},true]}]}
g574() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = lists:member(v, ets:all()),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn_link(fun() ->
        W2_1 = safe(fun() -> ets:insert(v, {a}) end),
        W2_2 = lists:member(u, ets:all()),
        ets:insert(R, {2, [W2_1, W2_2]}),
        receive stop -> ok end
    end),
    O1 = safe(fun() -> ets:new(u, [named_table, public]) end),
    O2 = safe(fun() -> ets:insert(v, {a}) end),
    O3 = safe(fun() -> ets:rename(u, v) end),
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {true,0,[],[{1,[1]},{2,[1,1]}]}
%= erl: {true,0,[],[{1,[1]},{2,[1,undefined]}]}
%= erl: {true,0,[],[{1,[1]},{2,[undefined,undefined]}]}
%= erl: {true,undefined,[],[{1,[1]},{2,[1,1]}]}
g577() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = length_of(S, links),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        W2_1 = length_of(P1, links),
        W2_2 = length_of(P1, links),
        ets:insert(R, {2, [W2_1, W2_2]})
    end),
    O1 = safe(fun() -> link(P1) end),
    O2 = length_of(P2, links),
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {[a,b,own],[{1,[none]}]}
%= erl: {[a,b,own],[{1,[stop]}]}
%= erl: {[a,own,b],[{1,[none]}]}
%= erl: {[a,own,b],[{1,[stop]}]}
%= erl: {[own,a,b],[{1,[none]}]}
%= erl: {[own,a,b],[{1,[stop]}]}
%= erl: {[own],[{1,[none]}]}
%= erl: {[own],[{1,[stop]}]}
g580() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = next(),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        S ! a,
        S ! b,
        receive stop -> ok end
    end),
    S ! own,
    O2 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {false,true,false,{exit,bad},[{1,[false]},{2,[false,false]}]}
%= erl: {false,true,false,{exit,bad},[{1,[true]},{2,[false,false]}]}
%= erl: {false,true,true,none,[{1,[false]},{2,[false,false]}]}
%= erl: {false,true,true,none,[{1,[true]},{2,[false,false]}]}
%= erl: {false,true,true,{exit,bad},[{1,[true]},{2,[false,false]}]}
%= erl: {false,{error,badarg},false,none,[{1,[false]},{2,[false,false]}]}
%= erl: {false,{error,badarg},false,{exit,bad},[{1,[false]},{2,[false,false]}]}
g581() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = group_leader() =:= S,
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn_link(fun() ->
        W2_1 = item(S, group_leader) =:= S,
        W2_2 = group_leader() =:= S,
        ets:insert(R, {2, [W2_1, W2_2]}),
        exit(bad)
    end),
    O1 = group_leader() =:= S,
    O2 = safe(fun() -> group_leader(S, P1) end),
    O3 = item(P1, group_leader) =:= S,
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {true,true,false,[],[{2,[true,[]]}]}
%= erl: {true,true,false,[],[{2,[true,n]}]}
%= erl: {true,true,false,[a],[{2,[true,[]]}]}
%= erl: {true,true,false,[a],[{2,[true,n]}]}
%= erl: {{error,badarg},true,false,[],[{2,[true,n]}]}
%= erl: {{error,badarg},true,false,[a],[{2,[true,n]}]}
g583() ->
    S = self(),
    A = alias(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        A ! a,
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> register(n, S) end),
        W2_2 = item(S, registered_name),
        ets:insert(R, {2, [W2_1, W2_2]}),
        exit(bad)
    end),
    O1 = safe(fun() -> unregister(n) end),
    O2 = unalias(A),
    O3 = unalias(A),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {none,0,none,[],[{1,[stop,none]}]}
%= erl: {none,0,none,[{down,normal}],[{1,[none,none]}]}
%= erl: {none,0,{down,normal},[],[{1,[none,none]}]}
%= erl: {none,1,{down,normal},[],[{1,[none,none]}]}
%= erl: {{down,normal},0,none,[],[{1,[none,none]}]}
g584() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = next(),
        W1_2 = next(),
        ets:insert(R, {1, [W1_1, W1_2]})
    end),
    O1 = next(),
    O2 = item(S, message_queue_len),
    O3 = next(2),
    O4 = drain(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {{error,badarg},true,[m,{exit,normal}],[{1,[n]},{2,[true]}]}
%= erl: {{error,badarg},true,[m],[{1,[n]},{2,[true]}]}
%= erl: {{error,badarg},true,[{exit,normal},m],[{1,[n]},{2,[true]}]}
g586() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = item(S, registered_name),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        W2_1 = lists:member(n, registered()),
        ets:insert(R, {2, [W2_1]})
    end),
    catch n ! m,
    O2 = safe(fun() -> register(n, P2) end),
    O3 = whereis(n) =:= self(),
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, O4, Rows}.

%= erl: {[]}
%= erl: {[b,{down,bad}]}
%= erl: {[{down,bad}]}
g587() ->
    S = self(),
    {P1, _} = spawn_monitor(fun() ->
        K1 = erlang:send_after(2, S, b),
        receive after 1 -> ok end,
        exit(bad)
    end),
    receive after 2 -> ok end,
    K3 = erlang:send_after(0, S, b),
    O3 = messages(S),
    {O3}.

%= erl: {false,false,[],[{2,[false]}]}
%= erl: {false,false,[],[{2,[true]}]}
%= erl: {false,false,[{down,bad}],[{2,[false]}]}
%= erl: {false,false,[{down,bad}],[{2,[true]}]}
%= erl: {true,false,[],[{2,[true]}]}
%= erl: {true,false,[{down,bad}],[{2,[true]}]}
g589() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        persistent_term:put(x, 1),
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = lists:member({x, 1}, persistent_term:get()),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    O1 = lists:member({x, 1}, persistent_term:get()),
    O2 = erlang:module_loaded(guest),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {2,none,[{2,[true]}]}
%= erl: {2,none,[{2,[{error,noproc}]}]}
%= erl: {3,none,[{2,[true]}]}
%= erl: {3,none,[{2,[{error,noproc}]}]}
g590() ->
    S = self(),
    T = ets:new(t, [public, {write_concurrency, true}]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        unlink(S),
        ets:insert(T, {c, 2}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> link(P1) end),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    O1 = ets:info(T, size),
    O2 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {0,[],true,b,[b]}
%= erl: {0,[],true,none,[]}
%= erl: {0,[],true,none,[b,b]}
%= erl: {0,[b,b],true,none,[]}
g594() ->
    S = self(),
    {P1, _} = spawn_monitor(fun() ->
        S ! b,
        S ! b,
        receive stop -> ok end
    end),
    O1 = item(S, message_queue_len),
    U1 = safe(fun() -> erlang:suspend_process(P1) end),
    O3 = drain(),
    O4 = safe(fun() -> erlang:resume_process(P1) end),
    O5 = next(),
    O6 = drain(),
    {O1, O3, O4, O5, O6}.

%= erl: exit: killed
%= erl: {false,[],[{2,[{error,badarg}]}]}
%= erl: {false,[{down,killed}],[{2,[{error,badarg}]}]}
g595() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = group_leader() =:= S,
        exit(S, kill),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> group_leader(S, P1) end),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    exit(P1, kill),
    O2 = group_leader() =:= S,
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: deadlock
%= erl: {true,[],[{1,[none,0]},{2,[none]}]}
%= erl: {true,[],[{1,[none,1]},{2,[none]}]}
%= erl: {true,[],[{1,[stop,0]},{2,[none]}]}
%= erl: {true,[],[{1,[stop,1]},{2,[none]}]}
g596() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        unlink(S),
        W1_2 = next(),
        W1_3 = length_of(S, links),
        ets:insert(R, {1, [W1_2, W1_3]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        unlink(P1),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]}),
        receive stop -> ok end
    end),
    O1 = safe(fun() -> link(P2) end),
    O2 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {false,runnable,[{down,normal}],[{2,[[]]},{3,[true]}]}
%= erl: {false,runnable,[{down,normal}],[{2,[undefined]},{3,[true]}]}
%= erl: {false,waiting,[{down,normal}],[{2,[[]]},{3,[true]}]}
%= erl: {true,runnable,[],[{2,[[]]},{3,[true]}]}
%= erl: {true,runnable,[],[{2,[undefined]},{3,[true]}]}
%= erl: {true,runnable,[{down,normal}],[{2,[[]]},{3,[true]}]}
%= erl: {true,runnable,[{down,normal}],[{2,[undefined]},{3,[true]}]}
%= erl: {true,waiting,[],[{2,[[]]},{3,[true]}]}
%= erl: {true,waiting,[{down,normal}],[{2,[[]]},{3,[true]}]}
g602() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        process_flag(priority, high),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = item(P1, dictionary),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    {P3, _} = spawn_monitor(fun() ->
        process_flag(trap_exit, true),
        W3_2 = is_process_alive(S),
        ets:insert(R, {3, [W3_2]})
    end),
    O1 = is_process_alive(P3),
    O2 = status(P2),
    O3 = drain(),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {true,[],[{2,[false]}]}
%= erl: {true,[{down,bad},{exit,normal}],[{2,[false]}]}
%= erl: {true,[{down,bad}],[{2,[false]}]}
%= erl: {true,[{exit,normal},{down,bad}],[{2,[false]}]}
%= erl: {true,[{exit,normal}],[{2,[false]}]}
g603() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        exit(self(), normal)
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = process_flag(trap_exit, false),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    O1 = process_flag(trap_exit, false),
    O2 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {[]}
%= erl: {[{1,[false]},{2,[false,{true,true}]}]}
%= erl: {[{1,[false]}]}
%= erl: {[{2,[false,{true,true}]}]}
g604() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        exit(S, bad),
        W1_2 = lists:member(u, ets:all()),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = process_flag(trap_exit, true),
        W2_2 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
        ets:insert(R, {2, [W2_1, W2_2]}),
        receive stop -> exit(stopped) end
    end),
    exit(P2, bad),
    exit(P1, kill),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {Rows}.

%= erl: deadlock
%= erl: {own,[{1,[none]}]}
g605() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = next(),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        S ! a,
        S ! b,
        S ! a,
        S ! b,
        exit(bad)
    end),
    S ! own,
    O2 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {false,none,[{1,[false,none]}]}
%= erl: {false,none,[{1,[true,none]}]}
%= erl: {false,{down,normal},[{1,[false,none]}]}
g606() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = persistent_term:erase(x),
        W1_2 = application:get_env(native, x, none),
        ets:insert(R, {1, [W1_1, W1_2]})
    end),
    P2 = spawn_link(fun() ->
        persistent_term:put(y, 1)
    end),
    O1 = erlang:function_exported(guest, one, 0),
    persistent_term:put(x, 1),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {none,none,0,[{2,[none]}]}
%= erl: {none,none,0,[{2,[stop]}]}
%= erl: {none,none,undefined,[{2,[none]}]}
%= erl: {none,{exit,bad},0,[{2,[stop]}]}
%= erl: {none,{exit,bad},undefined,[{2,[none]}]}
%= erl: {{exit,bad},none,0,[{2,[none]}]}
%= erl: {{exit,bad},none,0,[{2,[stop]}]}
%= erl: {{exit,bad},none,undefined,[{2,[none]}]}
g612() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        exit(S, bad)
    end),
    P2 = spawn(fun() ->
        unlink(P1),
        unlink(P1),
        W2_3 = next(),
        ets:insert(R, {2, [W2_3]}),
        exit(bad)
    end),
    unlink(P1),
    O2 = next(),
    unlink(P2),
    O4 = next(),
    O5 = length_of(P2, links),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, O5, Rows}.

%= erl: {0,0,[],[{2,[true]}]}
%= erl: {0,0,[stop],[{2,[true]}]}
%= erl: {0,1,[],[{2,[true]}]}
%= erl: {0,1,[stop],[{2,[true]}]}
%= erl: {undefined,0,[stop],[{2,[true]}]}
g613() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        S ! stop,
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        M2 = monitor(process, P1),
        W2_2 = demonitor(M2, []),
        ets:insert(R, {2, [W2_2]})
    end),
    O1 = length_of(P2, monitored_by),
    O2 = length_of(P1, monitored_by),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {false,[{b,1}],none,[{1,[[[a],[b]]]},{2,[0]}]}
%= erl: {false,[{b,1}],{exit,bad},[{1,[[[a],[b]]]},{2,[0]}]}
g616() ->
    S = self(),
    T = ets:new(t, [public, bag]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = lists:sort(ets:match(T, {'$1', 1})),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn_link(fun() ->
        W2_1 = ets:select_count(T, [{{'_', '$1'}, [{'>', '$1', 1}], [true]}]),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    O1 = ets:insert_new(T, [{a, 6}, {c, 6}]),
    O2 = ets:lookup(T, b),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {[]}
%= erl: {[a,b,{down,bad}]}
g619() ->
    S = self(),
    process_flag(trap_exit, true),
    {P1, _} = spawn_monitor(fun() ->
        S ! a,
        S ! b,
        exit(bad)
    end),
    {P2, _} = spawn_monitor(fun() ->
        P1 ! b,
        receive stop -> ok end
    end),
    P1 ! m,
    O2 = messages(S),
    {O2}.

%= erl: {m,false,none,[{1,[true]},{2,[true]}]}
%= erl: {none,false,none,[{1,[true]},{2,[true]}]}
%= erl: {none,true,none,[{1,[true]},{2,[false]}]}
g622() ->
    S = self(),
    K = erlang:send_after(1, S, tick),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        K1 = erlang:send_after(0, S, m),
        W1_2 = erlang:read_timer(K1) =/= false,
        ets:insert(R, {1, [W1_2]})
    end),
    P2 = spawn(fun() ->
        W2_1 = erlang:cancel_timer(K) =/= false,
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    O1 = next(0),
    O2 = erlang:cancel_timer(K) =/= false,
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {{false,false},[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
%= erl: {{false,true},[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
%= erl: {{true,false},[{1,[{error,badarg}]},{2,[v]}]}
%= erl: {{true,false},[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
%= erl: {{true,true},[{1,[{error,badarg}]},{2,[v]}]}
%= erl: {{true,true},[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
g623() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        safe(fun() -> ets:new(u, [named_table, public]) end),
        safe(fun() -> ets:new(v, [named_table]) end),
        W1_3 = safe(fun() -> ets:rename(u, v) end),
        ets:insert(R, {1, [W1_3]})
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> ets:rename(u, v) end),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    O1 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, Rows}.

%= erl: {down,[{exit,stopped}],[{1,[none]}]}
%= erl: {none,[],[{1,[stop]}]}
g624() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        M1 = monitor(process, S),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> exit(stopped) end
    end),
    P1 ! stop,
    M3 = monitor(process, P1),
    O3 = receive {'DOWN', M3, _, _, _} -> down after 2 -> none end,
    O4 = drain(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, O4, Rows}.

%= erl: {[],[],[{1,[[],true]},{2,[[]]}]}
%= erl: {[],[],[{1,[[],true]},{2,[[true]]}]}
g625() ->
    S = self(),
    C = ets:new(c, [public]),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
        W1_2 = (fun(X) -> erlang:now() >= X end)(erlang:now()),
        ets:insert(R, {1, [W1_1, W1_2]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        ets:insert(C, {t, erlang:monotonic_time()}),
        ets:insert(R, {2, [W2_1]})
    end),
    ets:insert(C, {t, erlang:monotonic_time()}),
    ets:insert(C, {t, erlang:monotonic_time()}),
    O3 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, O4, Rows}.

%= erl: {none,none,[{1,[none]},{2,[false]}]}
%= erl: {none,{exit,normal},[{1,[none]},{2,[false]}]}
g630() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = application:get_env(native, y, none),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn_link(fun() ->
        W2_1 = erlang:module_loaded(guest),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = application:get_env(native, x, none),
    O2 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {none,[{1,[false]},{2,[false]}]}
%= erl: {{down,normal},[{1,[false]},{2,[false]}]}
g631() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = lists:member({x, 1}, persistent_term:get()),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = erlang:module_loaded(guest),
        application:set_env(native, x, 1),
        ets:insert(R, {2, [W2_1]})
    end),
    persistent_term:put(y, 1),
    O2 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {none,[],[{1,[true]},{2,[{error,badarg}]}]}
%= erl: {none,[],[{1,[{error,badarg}]},{2,[true]}]}
%= erl: {none,[{down,bad}],[{1,[true]},{2,[{error,badarg}]}]}
%= erl: {none,[{down,bad}],[{1,[{error,badarg}]},{2,[true]}]}
%= erl: {{down,bad},[],[{1,[true]},{2,[{error,badarg}]}]}
%= erl: {{down,bad},[],[{1,[{error,badarg}]},{2,[true]}]}
g632() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> ets:new(w, [named_table, {heir, S, left}]) =:= w end),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        ets:new(h, [{heir, P1, left}]),
        ets:new(i, [{heir, P1, right}]),
        W2_3 = safe(fun() -> ets:give_away(ets:new(w, [named_table, public]), P1, gift) end),
        ets:insert(R, {2, [W2_3]}),
        exit(bad)
    end),
    O1 = next(),
    O2 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {true,[],b,none}
%= erl: {true,[],none,b}
%= erl: {true,[],none,none}
%= erl: {true,[a,b],none,none}
%= erl: {true,[a],none,none}
%= erl: {true,[b,a],none,none}
%= erl: {true,[b],none,none}
g633() ->
    S = self(),
    A = alias(),
    process_flag(trap_exit, true),
    {P1, _} = spawn_monitor(fun() ->
        S ! b,
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        A ! a,
        exit(bad)
    end),
    O1 = unalias(A),
    O2 = drain(),
    O3 = next(),
    O4 = next(),
    {O1, O2, O3, O4}.

%= erl: {true,true,none,[{1,[true]},{2,[false]}]}
%= erl: {true,true,{down,bad},[{1,[true]},{2,[false]}]}
g635() ->
    S = self(),
    C = ets:new(c, [public]),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = whereis(n) =:= undefined,
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = lists:member(n, registered()),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    ets:insert(C, {n, erlang:now()}),
    O2 = (fun(X) -> erlang:monotonic_time() >= X end)(erlang:monotonic_time()),
    O3 = (fun(X) -> erlang:monotonic_time() >= X end)(erlang:monotonic_time()),
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, O4, Rows}.

%= erl: exit: killed
%= erl: {false,true,[],[],[{1,[n,true]},{2,[false]}]}
%= erl: {false,true,[],[],[{1,[n,true]},{2,[true]}]}
%= erl: {false,{error,badarg},[],[],[{1,[n,true]},{2,[true]}]}
%= erl: {true,true,[],[],[{1,[n,true]},{2,[true]}]}
g636() ->
    S = self(),
    register(n, S),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = item(S, registered_name),
        W1_2 = safe(fun() -> unregister(n) end),
        ets:insert(R, {1, [W1_1, W1_2]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        catch exit(whereis(n), kill),
        W2_2 = whereis(n) =:= undefined,
        ets:insert(R, {2, [W2_2]}),
        receive stop -> ok end
    end),
    O1 = whereis(n) =:= undefined,
    O2 = safe(fun() -> register(n, self()) end),
    O3 = item(P2, registered_name),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {true,true,[],[{1,[true]}]}
%= erl: {true,true,[{down,normal}],[{1,[true]}]}
g637() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        K1 = erlang:send_after(2, S, m),
        W1_2 = erlang:read_timer(K1) =/= false,
        ets:insert(R, {1, [W1_2]})
    end),
    K2 = erlang:send_after(1, S, a),
    O2 = erlang:cancel_timer(K2) =/= false,
    K3 = erlang:send_after(0, S, b),
    O4 = erlang:read_timer(K3) =/= false,
    O5 = messages(S),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, O5, Rows}.

%= erl: {m,none,own}
%= erl: {none,none,own}
g639() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! m,
        receive stop -> exit(stopped) end
    end),
    O1 = next(2),
    O2 = next(2),
    S ! own,
    O4 = next(),
    {O1, O2, O4}.

%= erl: {[],true,none,none}
%= erl: {[],{error,badarg},none,none}
g642() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        exit(self(), normal),
        exit(S, normal),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        exit(self(), bad),
        exit(bad)
    end),
    U1 = safe(fun() -> erlang:suspend_process(P1) end),
    O2 = drain(),
    O3 = safe(fun() -> erlang:resume_process(P1) end),
    O4 = next(),
    O5 = next(),
    {O2, O3, O4, O5}.

%= erl: {0,[{1,[true,none]},{2,[0]}]}
%= erl: {0,[{1,[true,stop]},{2,[1]}]}
%= erl: {1,[{1,[true,none]},{2,[0]}]}
%= erl: {1,[{1,[true,none]},{2,[1]}]}
%= erl: {1,[{1,[true,stop]},{2,[0]}]}
%= erl: {1,[{1,[true,stop]},{2,[1]}]}
%= erl: {undefined,[{1,[true,none]},{2,[0]}]}
%= erl: {undefined,[{1,[true,none]},{2,[1]}]}
g644() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = safe(fun() -> link(S) end),
        unlink(S),
        W1_3 = next(),
        ets:insert(R, {1, [W1_1, W1_3]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = length_of(S, links),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = length_of(P1, links),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, Rows}.

%= erl: {[],0,[],[{1,[0]},{2,[[]]}]}
%= erl: {[],0,[{down,bad},{exit,normal}],[{1,[0]},{2,[[]]}]}
%= erl: {[],0,[{down,bad},{exit,normal}],[{1,[0]},{2,[[{a,1}]]}]}
%= erl: {[],0,[{down,bad}],[{1,[0]},{2,[[]]}]}
%= erl: {[],0,[{exit,normal},{down,bad}],[{1,[0]},{2,[[]]}]}
%= erl: {[],0,[{exit,normal},{down,bad}],[{1,[0]},{2,[[{a,1}]]}]}
%= erl: {[],0,[{exit,normal}],[{1,[0]},{2,[[]]}]}
%= erl: {[],0,[{exit,normal}],[{1,[0]},{2,[[{a,1}]]}]}
g645() ->
    S = self(),
    T = ets:new(t, [public]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = ets:select_count(T, [{{'_', '$1'}, [{'>', '$1', 1}], [true]}]),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn_link(fun() ->
        W2_1 = ets:take(T, a),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = ets:take(T, c),
    ets:delete_all_objects(T),
    O3 = ets:select_count(T, [{{'_', '$1'}, [{'>', '$1', 1}], [true]}]),
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, O4, Rows}.

%= erl: {false,m,[],[{1,[[]]},{2,[true]}]}
%= erl: {false,m,[{exit,normal}],[{1,[[]]},{2,[true]}]}
%= erl: {false,none,[],[{1,[[]]},{2,[true]}]}
%= erl: {undefined,m,[{exit,normal}],[{1,[[]]},{2,[true]}]}
g649() ->
    S = self(),
    A = alias([reply]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        A ! m,
        W1_2 = item(S, dictionary),
        ets:insert(R, {1, [W1_2]})
    end),
    P2 = spawn(fun() ->
        W2_1 = item(S, trap_exit),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    process_flag(trap_exit, true),
    O2 = item(P1, trap_exit),
    O3 = next(),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, O4, Rows}.

%= erl: {false,runnable,[],[{1,[[],[]]},{2,[[],runnable]}]}
%= erl: {false,runnable,[],[{1,[[],[]]},{2,[[],waiting]}]}
%= erl: {false,runnable,[],[{1,[[{down,noproc}],[]]},{2,[[],runnable]}]}
%= erl: {false,runnable,[],[{1,[[{down,normal}],[]]},{2,[[],waiting]}]}
%= erl: {false,runnable,[{down,bad}],[{1,[[],[]]},{2,[[],runnable]}]}
%= erl: {false,undefined,[{down,bad}],[{1,[[],[]]},{2,[[],runnable]}]}
%= erl: {false,undefined,[{down,bad}],[{1,[[],[]]},{2,[[],waiting]}]}
g650() ->
    S = self(),
    T = ets:new(t, [public]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = messages(S),
        W1_2 = ets:lookup(T, c),
        ets:insert(R, {1, [W1_1, W1_2]}),
        exit(bad)
    end),
    P2 = spawn_link(fun() ->
        W2_1 = ets:take(T, c),
        W2_2 = status(S),
        ets:insert(R, {2, [W2_1, W2_2]})
    end),
    O1 = ets:insert_new(T, [{a, 6}, {c, 6}]),
    O2 = status(P1),
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {[],[],[],[{1,[[]]}]}
%= erl: {[],[],[],[{1,[[true]]}]}
%= erl: {[],[true],[],[{1,[[]]}]}
%= erl: {[],[true],[],[{1,[[true]]}]}
g651() ->
    S = self(),
    C = ets:new(c, [public]),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        ets:insert(C, {t, erlang:monotonic_time()}),
        receive stop -> ok end
    end),
    O1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
    O2 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
    ets:insert(C, {n, erlang:now()}),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O4, Rows}.

%= erl: {none}
%= erl: {{down,bad}}
%= erl: {{exit,normal}}
g653() ->
    S = self(),
    process_flag(trap_exit, true),
    {P1, _} = spawn_monitor(fun() ->
        exit(S, normal),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        exit(S, normal),
        receive stop -> ok end
    end),
    exit(P1, bad),
    exit(P2, normal),
    O3 = next(),
    {O3}.

%= erl: {0}
%= erl: {2}
g654() ->
    S = self(),
    {P1, _} = spawn_monitor(fun() ->
        S ! m
    end),
    O1 = item(S, message_queue_len),
    P1 ! m,
    {O1}.

%= erl: {none}
%= erl: {{exit,bad}}
g658() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        exit(S, bad)
    end),
    P2 = spawn_link(fun() ->
        exit(P1, bad),
        receive stop -> exit(stopped) end
    end),
    exit(P1, bad),
    exit(P1, kill),
    O3 = next(),
    {O3}.

%= erl: {u,u,[{exit,normal}],[{1,[{false,true}]},{2,[v]}]}
%= erl: {u,u,[{exit,normal}],[{1,[{true,true}]},{2,[v]}]}
%= erl: {u,{error,badarg},[],[{1,[{false,false}]},{2,[v]}]}
%= erl: {u,{error,badarg},[],[{1,[{false,true}]},{2,[v]}]}
%= erl: {u,{error,badarg},[],[{1,[{false,true}]},{2,[{error,badarg}]}]}
%= erl: {u,{error,badarg},[],[{1,[{true,false}]},{2,[v]}]}
%= erl: {u,{error,badarg},[{exit,normal}],[{1,[{false,true}]},{2,[v]}]}
%= erl: {u,{error,badarg},[{exit,normal}],[{1,[{true,true}]},{2,[v]}]}
%= erl: {u,{error,badarg},[{exit,normal}],[{1,[{true,true}]},{2,[{error,badarg}]}]}
g661() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> ets:rename(u, v) end),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = safe(fun() -> ets:new(u, [named_table, public]) end),
    O2 = safe(fun() -> ets:new(u, [named_table, public]) end),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {false,a,none,[{1,[2]}]}
%= erl: {false,a,{exit,bad},[{1,[2]}]}
g662() ->
    S = self(),
    T = ets:new(t, [public, ordered_set]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = ets:foldl(fun({_, X}, N) -> X + N end, 0, T),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    O1 = ets:insert_new(T, [{a, 6}, {c, 6}]),
    O2 = safe(fun() -> ets:first(T) end),
    O3 = next(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {none,[],[{1,[true]}]}
%= erl: {none,[{exit,normal}],[{1,[true]}]}
%= erl: {{exit,normal},[],[{1,[true]}]}
g666() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> link(S) end),
        ets:insert(R, {1, [W1_1]})
    end),
    unlink(P1),
    O2 = next(),
    unlink(P1),
    O4 = messages(S),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, Rows}.

%= erl: {[],[],[{1,[none]}]}
%= erl: {[],[],[{1,[stop]}]}
%= erl: {[],[{down,normal}],[{1,[none]}]}
%= erl: {undefined,[],[{1,[none]}]}
%= erl: {undefined,[],[{1,[stop]}]}
%= erl: {undefined,[{down,normal}],[{1,[none]}]}
g667() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        unlink(S),
        unlink(S),
        W1_3 = next(),
        ets:insert(R, {1, [W1_3]})
    end),
    P2 = spawn(fun() ->
        process_flag(priority, high)
    end),
    O1 = messages(P2),
    O2 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {true,none,[{1,[{error,badarg}]}]}
%= erl: {{error,badarg},none,[{1,[true]}]}
g672() ->
    S = self(),
    T = ets:new(t, [public, bag]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = safe(fun() -> register(n, S) end),
        ets:delete_all_objects(T),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = safe(fun() -> register(n, P1) end),
    O2 = next(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {0,[],[]}
%= erl: {0,[],[m,{exit,normal},m,{exit,normal}]}
%= erl: {0,[],[m,{exit,normal}]}
%= erl: {0,[m,{exit,normal},m,{exit,normal}],[m,{exit,normal},m,{exit,normal}]}
%= erl: {0,[m,{exit,normal}],[m,{exit,normal}]}
%= erl: {2,[m,{exit,normal},m,{exit,normal}],[m,{exit,normal},m,{exit,normal}]}
%= erl: {2,[m,{exit,normal}],[m,{exit,normal},m,{exit,normal}]}
%= erl: {2,[m,{exit,normal}],[m,{exit,normal}]}
%= erl: {4,[m,{exit,normal},m,{exit,normal}],[m,{exit,normal},m,{exit,normal}]}
g675() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn_link(fun() ->
        S ! m
    end),
    P2 = spawn_link(fun() ->
        P1 ! a,
        S ! m
    end),
    O1 = item(S, message_queue_len),
    O2 = messages(S),
    O3 = drain(),
    {O1, O2, O3}.

%= erl: {false,[{exit,bad},{exit,killed}]}
%= erl: {false,[{exit,bad},{exit,normal},{exit,killed}]}
%= erl: {false,[{exit,killed}]}
%= erl: {false,[{exit,normal},{exit,killed},{exit,bad}]}
%= erl: {false,[{exit,normal},{exit,killed}]}
g677() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        exit(S, bad)
    end),
    P2 = spawn_link(fun() ->
        exit(S, normal),
        receive stop -> exit(stopped) end
    end),
    {P3, _} = spawn_monitor(fun() ->
        exit(P2, kill),
        P2 ! m,
        receive stop -> exit(stopped) end
    end),
    exit(P1, kill),
    exit(P2, kill),
    O3 = is_process_alive(P2),
    O4 = messages(S),
    {O3, O4}.

%= erl: {true,false,[],[],[{2,[true]}]}
%= erl: {true,false,[],[m],[{2,[true]}]}
%= erl: {true,false,[m],[],[{2,[true]}]}
g678() ->
    S = self(),
    A = alias(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        S ! m
    end),
    P2 = spawn(fun() ->
        W2_1 = whereis(n) =:= undefined,
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = unalias(A),
    O2 = unalias(A),
    O3 = drain(),
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {0,a,[],[{1,[0]},{2,[[[a],[b]]]}]}
%= erl: {0,a,[{down,normal}],[{1,[0]},{2,[[[a],[b]]]}]}
g679() ->
    S = self(),
    T = ets:new(t, [public]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = ets:select_count(T, [{{'_', '$1'}, [{'>', '$1', 1}], [true]}]),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        W2_1 = lists:sort(ets:match(T, {'$1', 1})),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    O1 = ets:select_count(T, [{{'_', '$1'}, [{'>', '$1', 1}], [true]}]),
    O2 = safe(fun() -> ets:first(T) end),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {a,false,m}
%= erl: {b,false,a}
%= erl: {b,false,m}
%= erl: {b,false,none}
%= erl: {none,false,a}
%= erl: {none,true,m}
%= erl: {none,true,none}
g681() ->
    S = self(),
    A = alias([reply]),
    {P1, _} = spawn_monitor(fun() ->
        A ! a,
        S ! m,
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        A ! b
    end),
    P3 = spawn(fun() ->
        S ! a,
        A ! m,
        receive stop -> ok end
    end),
    O1 = next(),
    O2 = unalias(A),
    O3 = next(),
    {O1, O2, O3}.

%= erl: exit: bad
%= erl: {false,[{down,killed}],[{2,[false]}]}
g682() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        exit(S, bad),
        W1_2 = safe(fun() -> group_leader(S, S) end),
        ets:insert(R, {1, [W1_2]})
    end),
    P2 = spawn(fun() ->
        W2_1 = group_leader() =:= S,
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    P3 = spawn(fun() ->
        exit(self(), normal),
        W3_2 = item(S, group_leader) =:= S,
        ets:insert(R, {3, [W3_2]})
    end),
    exit(P1, kill),
    O2 = is_process_alive(P1),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {false,false,[],[{1,[true]},{2,[true]}]}
%= erl: {false,false,[tick],[{1,[false]},{2,[true]}]}
%= erl: {true,false,[],[{1,[false]},{2,[true]}]}
g684() ->
    S = self(),
    K = erlang:send_after(0, S, tick),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = erlang:cancel_timer(K) =/= false,
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        K2 = erlang:send_after(1, self(), m),
        W2_2 = erlang:read_timer(K2) =/= false,
        ets:insert(R, {2, [W2_2]}),
        receive stop -> ok end
    end),
    O1 = erlang:cancel_timer(K) =/= false,
    O2 = erlang:cancel_timer(K) =/= false,
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {true,undefined,{error,badarg},[],[{1,[true,[]]}]}
%= erl: {true,undefined,{error,badarg},[m,{down,bad}],[{1,[true,[]]}]}
%= erl: {true,undefined,{error,badarg},[{down,bad}],[{1,[true,[]]}]}
%= erl: {{error,badarg},undefined,{error,badarg},[],[{1,[true,[]]}]}
%= erl: {{error,badarg},undefined,{error,badarg},[m,a,{down,bad}],[{1,[true,[]]},{2,[[]]}]}
%= erl: {{error,badarg},undefined,{error,badarg},[m,a,{down,bad}],[{1,[true,[]]}]}
%= erl: {{error,badarg},undefined,{error,badarg},[m,a],[{1,[true,[]]},{2,[[]]}]}
%= erl: {{error,badarg},undefined,{error,badarg},[m,{down,bad}],[{1,[true,[]]}]}
%= erl: {{error,badarg},undefined,{error,badarg},[{down,bad},m,a],[{1,[true,[]]},{2,[[]]}]}
%= erl: {{error,badarg},undefined,{error,badarg},[{down,bad}],[{1,[true,[]]}]}
g687() ->
    S = self(),
    C = ets:new(c, [public]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = (fun(X) -> erlang:monotonic_time() >= X end)(erlang:monotonic_time()),
        W1_2 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        ets:insert(R, {1, [W1_1, W1_2]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
        S ! m,
        S ! a,
        ets:insert(R, {2, [W2_1]})
    end),
    U1 = safe(fun() -> erlang:suspend_process(P2) end),
    exit(P2, kill),
    O3 = safe(fun() -> erlang:resume_process(P2) end),
    U2 = safe(fun() -> erlang:suspend_process(P2) end),
    O5 = item(P2, message_queue_len),
    O6 = safe(fun() -> erlang:resume_process(P2) end),
    O7 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, O5, O6, O7, Rows}.

%= erl: {0,[],[{2,[none]}]}
%= erl: {0,[stop],[{2,[none]}]}
g688() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        S ! stop,
        exit(bad)
    end),
    P2 = spawn_link(fun() ->
        M2 = monitor(process, S),
        W2_2 = receive {'DOWN', M2, _, _, _} -> down after 2 -> none end,
        ets:insert(R, {2, [W2_2]})
    end),
    O1 = length_of(P2, monitored_by),
    O2 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {false,none}
%= erl: {false,{down,killed}}
%= erl: {false,{exit,bad}}
g690() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        exit(self(), bad),
        exit(S, kill)
    end),
    {P2, _} = spawn_monitor(fun() ->
        exit(S, bad),
        exit(self(), bad),
        receive stop -> ok end
    end),
    exit(P1, kill),
    O2 = is_process_alive(P1),
    exit(P2, kill),
    O4 = next(),
    {O2, O4}.

%= erl: {{error,badarg},true,[],[{1,[{true,true},{error,badarg}]},{2,[false]}]}
%= erl: {{error,badarg},true,[],[{1,[{true,true},{error,badarg}]},{2,[true]}]}
%= erl: {{error,badarg},true,[{exit,bad}],[{1,[{true,true},{error,badarg}]},{2,[false]}]}
%= erl: {{error,badarg},true,[{exit,bad}],[{1,[{true,true},{error,badarg}]},{2,[true]}]}
g691() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
        W1_2 = safe(fun() -> ets:delete(v) end),
        ets:insert(R, {1, [W1_1, W1_2]}),
        exit(bad)
    end),
    P2 = spawn_link(fun() ->
        W2_1 = is_process_alive(P1),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = safe(fun() -> ets:insert(u, {a}) end),
    O2 = lists:member(P2, processes()),
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {[],[],[{1,[[]]},{2,[false]}]}
%= erl: {[],[],[{2,[false]}]}
%= erl: {[],[{exit,bad}],[{1,[[]]},{2,[false]}]}
%= erl: {[],[{exit,killed}],[{1,[[]]},{2,[false]}]}
%= erl: {[],[{exit,killed}],[{2,[false]}]}
g696() ->
    S = self(),
    C = ets:new(c, [public]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        exit(P1, kill),
        W2_2 = is_process_alive(P1),
        ets:insert(R, {2, [W2_2]}),
        exit(bad)
    end),
    ets:insert(C, {t, erlang:monotonic_time()}),
    O2 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: deadlock
%= erl: {none,[{1,[none]}]}
g697() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        unlink(S),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        exit(S, bad),
        exit(bad)
    end),
    exit(P2, bad),
    O2 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: deadlock
%= erl: {b,[a,{down,normal}],[{1,[none]}]}
%= erl: {none,[],[{1,[none]}]}
%= erl: {none,[a,b,{down,normal}],[{1,[none]}]}
g698() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = next(),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        S ! a,
        S ! b
    end),
    O1 = receive b -> b after 0 -> none end,
    O2 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {false,[],[{1,[false]},{2,[1]}]}
%= erl: {false,[],[{1,[false]},{2,[none]}]}
g699() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = erlang:module_loaded(guest),
        application:set_env(native, y, 1),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = application:get_env(native, y, none),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = erlang:function_exported(guest, one, 0),
    application:set_env(native, y, 1),
    persistent_term:put(x, 1),
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O4, Rows}.

%= erl: {false,none,[{2,[true]}]}
%= erl: {false,{table,left},[{2,[true]}]}
g700() ->
    S = self(),
    C = ets:new(c, [public]),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        ets:new(h, [{heir, S, left}]),
        ets:new(i, [{heir, S, right}]),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = (fun(X) -> erlang:system_time() >= X end)(erlang:system_time()),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = ets:info(w, owner) =:= S,
    ets:insert(C, {t, erlang:monotonic_time()}),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.
