%% Generated programs, with the outcomes that erl showed.
-module(generated_1).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%= erl: {2,[[a],[b]],[{a,1},{b,1},{c,3}],[],[{1,[[{a,1},{b,1}],true]},{2,[false,false]}]}
%= erl: {2,[[a],[b]],[{a,1},{b,1}],[],[{1,[[{a,1},{b,1}],true]},{2,[false,false]}]}
%= erl: {3,[[a],[b]],[{a,1},{b,1},{c,3}],[],[{1,[[{a,1},{b,1}],true]},{2,[false,false]}]}
g1() ->
    S = self(),
    T = ets:new(t, [public]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = lists:sort(ets:tab2list(T)),
        W1_2 = ets:insert_new(T, {c, 3}),
        ets:insert(R, {1, [W1_1, W1_2]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        W2_1 = ets:insert_new(T, [{a, 6}, {c, 6}]),
        W2_2 = ets:insert_new(T, [{a, 6}, {c, 6}]),
        ets:insert(R, {2, [W2_1, W2_2]})
    end),
    O1 = ets:info(T, size),
    O2 = lists:sort(ets:match(T, {'$1', 1})),
    O3 = lists:sort(ets:tab2list(T)),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: exit: killed
%= erl: {[],true,[],[{1,[true,[]]},{2,[{error,badarg},false]}]}
%= erl: {[],true,[],[{1,[{error,badarg},[]]},{2,[true,false]}]}
%= erl: {[],true,[{down,normal}],[{1,[true,[]]},{2,[{error,badarg},false]}]}
%= erl: {[],true,[{down,normal}],[{1,[{error,badarg},[]]},{2,[true,false]}]}
g3() ->
    S = self(),
    register(n, S),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = safe(fun() -> unregister(n) end),
        W1_2 = item(S, registered_name),
        ets:insert(R, {1, [W1_1, W1_2]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = safe(fun() -> unregister(n) end),
        W2_2 = lists:member(n, registered()),
        ets:insert(R, {2, [W2_1, W2_2]}),
        receive stop -> ok end
    end),
    O1 = item(P2, registered_name),
    catch exit(whereis(n), kill),
    O3 = whereis(n) =:= undefined,
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, O4, Rows}.

%= erl: {[],[{3,[false]}]}
%= erl: {[{exit,bad}],[{3,[false]}]}
g4() ->
    S = self(),
    K = erlang:send_after(1, S, tick),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        exit(S, bad),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        exit(P1, normal)
    end),
    {P3, _} = spawn_monitor(fun() ->
        W3_1 = process_flag(trap_exit, true),
        ets:insert(R, {3, [W3_1]}),
        receive stop -> ok end
    end),
    exit(P3, normal),
    O2 = messages(S),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {0,b,[a]}
%= erl: {0,none,[]}
%= erl: {0,none,[a,b]}
%= erl: {0,none,[a]}
g5() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! a,
        S ! b,
        receive stop -> exit(stopped) end
    end),
    O1 = item(S, message_queue_len),
    O2 = receive b -> b after 0 -> none end,
    O3 = drain(),
    {O1, O2, O3}.

%= erl: {u,v,u,[{1,[false]}]}
%= erl: {u,v,u,[{1,[true]}]}
%= erl: {u,v,{error,badarg},[{1,[true]}]}
%= erl: {u,{error,badarg},{error,badarg},[{1,[false]}]}
%= erl: {u,{error,badarg},{error,badarg},[{1,[true]}]}
%= erl: {{error,badarg},v,u,[{1,[true]}]}
%= erl: {{error,badarg},{error,badarg},{error,badarg},[{1,[true]}]}
g6() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = ets:whereis(u) =:= undefined,
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        safe(fun() -> ets:new(u, [named_table, public]) end),
        safe(fun() -> ets:new(v, [named_table]) end),
        receive stop -> ok end
    end),
    O1 = safe(fun() -> ets:new(u, [named_table, public]) end),
    O2 = safe(fun() -> ets:rename(u, v) end),
    O3 = safe(fun() -> ets:new(u, [named_table, public]) end),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {u,none,[{1,[v]},{2,[true]}]}
%= erl: {u,none,[{1,[v]},{2,[{error,badarg}]}]}
%= erl: {u,none,[{1,[{error,badarg}]},{2,[true]}]}
%= erl: {u,none,[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
g13() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> ets:rename(u, v) end),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> ets:insert(u, {a}) end),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = safe(fun() -> ets:new(u, [named_table, public]) end),
    O2 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: deadlock
%= erl: {none,{collected,true},[{1,[{collected,true}]}]}
%= erl: {{collected,true},none,[{1,[{collected,true}]}]}
g14() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        erlang:garbage_collect(S, [{async, x}]),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> exit(stopped) end
    end),
    erlang:garbage_collect(P1, [{async, x}]),
    O2 = next(),
    O3 = next(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {false,none,[{1,[false]}]}
%= erl: {false,none,[{1,[true]},{2,[true]}]}
%= erl: {false,{exit,normal},[{1,[false]},{2,[true]}]}
%= erl: {false,{exit,normal},[{1,[false]},{2,[{error,badarg}]}]}
%= erl: {false,{exit,normal},[{1,[false]}]}
g15() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = group_leader() =:= S,
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> group_leader(S, P1) end),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    exit(P2, kill),
    O2 = group_leader() =:= S,
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: deadlock
%= erl: {[],[],[],[{1,[none]}]}
g16() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = next(),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = messages(S),
    O2 = messages(S),
    O3 = drain(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {{error,badarg},[],none,[{2,[true]}]}
%= erl: {{error,badarg},[],{down,normal},[{2,[true]}]}
%= erl: {{error,badarg},undefined,{down,normal},[{2,[true]}]}
g18() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        process_flag(priority, high),
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = item(S, trap_exit),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = safe(fun() -> ets:delete(u) end),
    O2 = item(P2, dictionary),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {suspended,true}
%= erl: {undefined,{error,badarg}}
g19() ->
    S = self(),
    process_flag(trap_exit, true),
    {P1, _} = spawn_monitor(fun() ->
        S ! m,
        S ! m,
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        S ! b,
        S ! b,
        S ! m,
        S ! a
    end),
    U1 = safe(fun() -> erlang:suspend_process(P2) end),
    O2 = status(P2),
    O3 = safe(fun() -> erlang:resume_process(P2) end),
    {O2, O3}.

%= erl: {true,[],[]}
%= erl: {true,[],[a,m,b,{down,normal}]}
%= erl: {true,[],[b,{down,normal},a]}
%= erl: {true,[a,b,{down,normal},m],[]}
%= erl: {true,[a,b,{down,normal}],[]}
%= erl: {true,[a,m,b,{down,normal}],[]}
%= erl: {true,[a],[]}
%= erl: {true,[b,{down,normal},m,a],[]}
%= erl: {true,[b,{down,normal}],[]}
%= erl: {true,[m,a,b,{down,normal}],[]}
%= erl: {true,[m,b,{down,normal},a],[]}
%= erl: {true,[m],[]}
g20() ->
    S = self(),
    A = alias([reply]),
    {P1, _} = spawn_monitor(fun() ->
        S ! a,
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        S ! m,
        receive stop -> ok end
    end),
    {P3, _} = spawn_monitor(fun() ->
        S ! b
    end),
    O1 = unalias(A),
    O2 = drain(),
    O3 = drain(),
    {O1, O2, O3}.

%= erl: {{table,gift},true,{down,normal},[{2,[true]}]}
%= erl: {{table,left},false,none,[{2,[true]}]}
%= erl: {{table,left},false,{table,gift},[{2,[true]}]}
%= erl: {{table,left},true,{table,gift},[{2,[true]}]}
g23() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        ets:new(h, [{heir, S, left}])
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = safe(fun() -> ets:give_away(ets:new(w, [named_table, public]), S, gift) end),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = next(2),
    O2 = ets:info(w, owner) =:= S,
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {false,1,b,[{1,[{spawned,ok}]},{2,[{error,badarg}]}]}
%= erl: {false,1,none,[{1,[b]},{2,[{error,badarg}]}]}
%= erl: {false,1,none,[{1,[{spawned,ok}]},{2,[{error,badarg}]}]}
%= erl: {false,1,{exit,bad},[{1,[{spawned,ok}]},{2,[{error,badarg}]}]}
%= erl: {false,undefined,b,[{1,[{spawned,ok}]},{2,[{error,badarg}]}]}
%= erl: {false,undefined,{exit,bad},[{1,[{spawned,ok}]},{2,[{error,badarg}]}]}
g24() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        spawn_request(fun() -> S ! b end),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> ets:rename(u, v) end),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = lists:member(u, ets:all()),
    O2 = length_of(P1, links),
    P1 ! b,
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O4, Rows}.

%= erl: {[],true,n,[{2,[false]}]}
%= erl: {[],true,n,[{2,[true]}]}
g25() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        catch n ! a,
        receive stop -> exit(stopped) end
    end),
    P2 = spawn_link(fun() ->
        W2_1 = lists:member(n, registered()),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    O1 = item(P2, registered_name),
    O2 = safe(fun() -> register(n, P1) end),
    O3 = item(P1, registered_name),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: exit: bad
%= erl: exit: killed
%= erl: {true,[]}
%= erl: {true,[a,b]}
g26() ->
    S = self(),
    P1 = spawn_link(fun() ->
        S ! m,
        S ! m,
        S ! m,
        exit(bad)
    end),
    P2 = spawn(fun() ->
        S ! a,
        S ! b,
        receive stop -> exit(stopped) end
    end),
    U1 = safe(fun() -> erlang:suspend_process(P1) end),
    exit(P1, kill),
    O3 = safe(fun() -> erlang:resume_process(P1) end),
    O4 = drain(),
    {O3, O4}.

%= erl: {true,[],[],none,[{1,[[]]}]}
%= erl: {true,[],[],{down,bad},[{1,[[]]}]}
%= erl: {true,[],[],{down,normal},[{1,[[]]}]}
g29() ->
    S = self(),
    C = ets:new(c, [public]),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        ets:insert(R, {1, [W1_1]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        ets:insert(C, {n, erlang:now()}),
        exit(bad)
    end),
    O1 = (fun(X) -> erlang:system_time() >= X end)(erlang:system_time()),
    O2 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
    O3 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {none,none,{error,badarg},[],[{1,[none]},{2,[true]}]}
%= erl: {none,none,{error,badarg},[],[{1,[stop]},{2,[true]}]}
g30() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = next(),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        catch exit(whereis(n), kill),
        W2_2 = whereis(n) =:= undefined,
        ets:insert(R, {2, [W2_2]})
    end),
    O1 = next(),
    O2 = receive b -> b after 0 -> none end,
    O3 = safe(fun() -> unregister(n) end),
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {false,[],[{1,[[]]}]}
%= erl: {false,[],[{1,[[{down,noproc}]]}]}
%= erl: {true,[],[{1,[[]]}]}
%= erl: {true,[],[{1,[[{down,bad}]]}]}
%= erl: {true,[],[{1,[[{down,noproc}]]}]}
g32() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = messages(S),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        put(k, 1),
        exit(bad)
    end),
    O1 = is_process_alive(P2),
    P1 ! b,
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {a,false,b,[]}
%= erl: {a,false,none,[]}
%= erl: {b,false,a,[]}
%= erl: {b,true,none,[]}
%= erl: {none,false,b,[a]}
%= erl: {none,true,b,[]}
%= erl: {none,true,none,[]}
%= erl: {none,true,none,[b]}
g33() ->
    S = self(),
    A = alias([reply]),
    P1 = spawn_link(fun() ->
        S ! b,
        receive stop -> exit(stopped) end
    end),
    P2 = spawn_link(fun() ->
        A ! a
    end),
    O1 = next(),
    O2 = unalias(A),
    O3 = next(),
    O4 = messages(S),
    {O1, O2, O3, O4}.

%= erl: {false,[],[]}
%= erl: {false,[],[{1,[true]}]}
%= erl: {false,[{exit,killed}],[]}
%= erl: {true,[{table,gift},{exit,killed}],[]}
%= erl: {true,[{table,gift},{exit,normal}],[{1,[true]}]}
g34() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = safe(fun() -> ets:give_away(ets:new(w, [named_table, public]), S, gift) end),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        ets:new(h, [{heir, S, left}]),
        ets:new(i, [{heir, S, right}]),
        receive stop -> ok end
    end),
    exit(P1, kill),
    O2 = ets:info(w, owner) =:= S,
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: exit: killed
%= erl: exit: normal
g36() ->
    S = self(),
    P1 = spawn_link(fun() ->
        exit(S, kill),
        S ! m,
        exit(self(), bad)
    end),
    exit(P1, normal),
    exit(self(), normal),
    exit(P1, normal),
    O4 = next(),
    {O4}.

%= erl: {false,[],[{1,[true,[]]},{2,[0]}]}
%= erl: {true,[],[{1,[true,[]]},{2,[0]}]}
g37() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = lists:member(S, processes()),
        W1_2 = item(S, dictionary),
        ets:insert(R, {1, [W1_1, W1_2]})
    end),
    P2 = spawn(fun() ->
        W2_1 = item(S, message_queue_len),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    O1 = lists:member(P2, processes()),
    process_flag(trap_exit, true),
    process_flag(priority, high),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O4, Rows}.

%= erl: deadlock
%= erl: {none,[{1,[none]},{2,[down]}]}
%= erl: {stop,[{1,[none]},{2,[down]}]}
g38() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        M1 = monitor(process, S),
        W1_2 = next(),
        S ! stop,
        ets:insert(R, {1, [W1_2]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        M3 = monitor(process, P1),
        W2_2 = receive {'DOWN', M3, _, _, _} -> down after 2 -> none end,
        ets:insert(R, {2, [W2_2]})
    end),
    P2 ! stop,
    O2 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {false,[],[{1,[{true,true},false]},{2,[{error,badarg}]}]}
%= erl: {false,[{down,bad}],[{1,[{true,true},false]},{2,[{error,badarg}]}]}
%= erl: {true,[],[{1,[{true,true},false]},{2,[{error,badarg}]}]}
%= erl: {true,[{down,bad}],[{1,[{true,true},false]},{2,[{error,badarg}]}]}
g39() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
        W1_2 = lists:member(u, ets:all()),
        ets:insert(R, {1, [W1_1, W1_2]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> ets:delete(u) end),
        ets:insert(R, {2, [W2_1]})
    end),
    K1 = erlang:send_after(0, P2, b),
    O2 = erlang:read_timer(K1) =/= false,
    K2 = erlang:send_after(2, self(), m),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, Rows}.

%= erl: {0,0,[],[]}
%= erl: {0,0,[],[a,b]}
g40() ->
    S = self(),
    {P1, _} = spawn_monitor(fun() ->
        S ! a,
        S ! b,
        receive stop -> exit(stopped) end
    end),
    O1 = item(S, message_queue_len),
    O2 = item(S, message_queue_len),
    O3 = messages(S),
    O4 = drain(),
    {O1, O2, O3, O4}.

%= erl: {{error,badarg},[],[{1,[false]},{2,[a]}]}
%= erl: {{error,badarg},[],[{1,[false]},{2,[none]}]}
%= erl: {{error,badarg},[],[{1,[false]}]}
g44() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = item(S, group_leader) =:= S,
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        K1 = erlang:send_after(0, self(), a),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]}),
        exit(bad)
    end),
    exit(P2, kill),
    O2 = safe(fun() -> group_leader(S, P2) end),
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {b,[]}
%= erl: {b,[a,m]}
%= erl: {b,[a]}
%= erl: {b,[m,a]}
%= erl: {b,[m]}
%= erl: {m,[]}
%= erl: {m,[b,a]}
%= erl: {none,[]}
g45() ->
    S = self(),
    A = alias([reply]),
    P1 = spawn(fun() ->
        S ! b,
        S ! a,
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        S ! m,
        receive stop -> ok end
    end),
    O1 = next(),
    O2 = messages(S),
    {O1, O2}.

%= erl: exit: killed
%= erl: {false,[]}
%= erl: {false,[{exit,normal}]}
g49() ->
    S = self(),
    T = ets:new(t, [public, ordered_set]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    P1 = spawn(fun() ->
        exit(S, normal),
        exit(S, kill),
        S ! m,
        exit(bad)
    end),
    O1 = process_flag(trap_exit, true),
    O2 = drain(),
    {O1, O2}.

%= erl: {[],true,[],[{1,[true]},{2,[{error,badarg}]}]}
%= erl: {[],true,[],[{1,[{error,badarg}]},{2,[true]}]}
%= erl: {[],true,[{down,normal}],[{1,[true]},{2,[{error,badarg}]}]}
%= erl: {[],true,[{down,normal}],[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
%= erl: {[],{error,badarg},[{down,normal}],[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
%= erl: {undefined,{error,badarg},[{down,normal}],[{1,[{error,badarg}]},{2,[{error,badarg}]}]}
g52() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = safe(fun() -> unregister(n) end),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn_link(fun() ->
        W2_1 = safe(fun() -> unregister(n) end),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = item(P1, registered_name),
    catch n ! a,
    O3 = safe(fun() -> register(n, P1) end),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, O4, Rows}.

%= erl: exit: killed
%= erl: {true,true,none,[]}
%= erl: {true,{error,badarg},none,[]}
g53() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        exit(S, kill),
        W1_2 = safe(fun() -> group_leader(S, S) end),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        exit(P1, kill),
        receive stop -> ok end
    end),
    O1 = safe(fun() -> group_leader(S, P2) end),
    O2 = safe(fun() -> group_leader(S, P1) end),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {[],[{3,[false]}]}
%= erl: {[{exit,killed},{exit,normal},{exit,normal}],[{3,[false]}]}
%= erl: {[{exit,killed}],[{3,[false]}]}
%= erl: {[{exit,normal},{exit,normal},{exit,killed}],[{3,[false]}]}
%= erl: {[{exit,normal},{exit,normal},{exit,normal}],[{3,[false]}]}
%= erl: {[{exit,normal},{exit,normal}],[{3,[false]}]}
%= erl: {[{exit,normal}],[{3,[false]}]}
g55() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        exit(self(), normal),
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        exit(S, normal)
    end),
    P3 = spawn(fun() ->
        W3_1 = process_flag(trap_exit, true),
        ets:insert(R, {3, [W3_1]})
    end),
    exit(P3, normal),
    exit(P1, kill),
    O3 = drain(),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, Rows}.

%= erl: exit: killed
%= erl: {false,false,true,{exit,bad},[{1,[true]},{2,[true]}]}
%= erl: {true,false,true,{down,bad},[{1,[{error,badarg}]},{2,[true]}]}
%= erl: {true,false,true,{exit,bad},[{1,[true]},{2,[true]}]}
%= erl: {true,false,true,{exit,bad},[{1,[{error,badarg}]},{2,[true]}]}
g57() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = safe(fun() -> register(n, self()) end),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn_link(fun() ->
        W2_1 = safe(fun() -> unregister(n) end),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    catch exit(whereis(n), kill),
    O2 = whereis(n) =:= undefined,
    O3 = whereis(n) =:= S,
    catch exit(whereis(n), kill),
    O5 = whereis(n) =:= undefined,
    O6 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, O5, O6, Rows}.

%= erl: {false,[],[{1,[v]},{2,[{true,false}]},{3,[false]}]}
%= erl: {false,[],[{1,[v]},{2,[{true,true}]},{3,[false]}]}
%= erl: {false,[],[{2,[{true,false}]},{3,[true]}]}
%= erl: {true,[],[{1,[v]},{2,[{true,false}]},{3,[false]}]}
%= erl: {true,[],[{1,[v]},{2,[{true,false}]},{3,[true]}]}
%= erl: {true,[],[{1,[v]},{2,[{true,true}]},{3,[false]}]}
%= erl: {true,[],[{1,[v]},{2,[{true,true}]},{3,[true]}]}
%= erl: {true,[],[{2,[{true,false}]},{3,[false]}]}
%= erl: {true,[],[{2,[{true,true}]},{3,[true]}]}
g59() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> ets:new(v, [named_table, public]) end),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn_link(fun() ->
        W2_1 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    {P3, _} = spawn_monitor(fun() ->
        W3_1 = ets:whereis(v) =:= undefined,
        ets:insert(R, {3, [W3_1]}),
        receive stop -> exit(stopped) end
    end),
    exit(P1, kill),
    O2 = ets:whereis(v) =:= undefined,
    O3 = drain(),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {true,true,[]}
%= erl: {true,true,[b]}
g60() ->
    S = self(),
    K = erlang:send_after(1, S, tick),
    process_flag(trap_exit, true),
    {P1, _} = spawn_monitor(fun() ->
        K1 = erlang:send_after(1, self(), b),
        receive after 1 -> ok end
    end),
    K2 = erlang:send_after(0, self(), b),
    O2 = erlang:read_timer(K2) =/= false,
    O3 = safe(fun() -> link(P1) end),
    O4 = drain(),
    {O2, O3, O4}.

%= erl: {false,[{2,[[]]},{3,[[]]}]}
%= erl: {false,[{2,[[]]},{3,[undefined]}]}
%= erl: {false,[{2,[[stop]]},{3,[[]]}]}
%= erl: {false,[{2,[[stop]]},{3,[undefined]}]}
%= erl: {false,[{2,[undefined]},{3,[[]]}]}
%= erl: {false,[{2,[undefined]},{3,[undefined]}]}
%= erl: {undefined,[{2,[[]]},{3,[[]]}]}
g61() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        S ! a,
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = messages(P1),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    P3 = spawn(fun() ->
        W3_1 = item(P2, dictionary),
        ets:insert(R, {3, [W3_1]})
    end),
    process_flag(trap_exit, true),
    O2 = item(P3, trap_exit),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {none,none}
%= erl: {none,{table,left}}
%= erl: {{table,left},none}
g65() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        ets:new(h, [{heir, S, left}])
    end),
    O1 = next(),
    O2 = next(),
    {O1, O2}.

%= erl: exit: killed
%= erl: {[],[],[],[{1,[false]},{2,[true,{error,badarg}]}]}
%= erl: {[],[],[],[{1,[true]},{2,[true,{error,badarg}]}]}
%= erl: {[],undefined,[],[{1,[true]},{2,[true,{error,badarg}]}]}
%= erl: {undefined,undefined,[],[{1,[true]},{2,[true,{error,badarg}]}]}
g66() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        catch n ! a,
        catch exit(whereis(n), kill),
        W1_3 = whereis(n) =:= undefined,
        ets:insert(R, {1, [W1_3]})
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> register(n, S) end),
        W2_2 = safe(fun() -> register(n, S) end),
        ets:insert(R, {2, [W2_1, W2_2]})
    end),
    O1 = item(P1, registered_name),
    O2 = item(P1, registered_name),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: exit: bad
%= erl: exit: killed
g69() ->
    S = self(),
    P1 = spawn_link(fun() ->
        exit(S, normal),
        exit(S, bad)
    end),
    P2 = spawn(fun() ->
        exit(self(), bad),
        receive stop -> ok end
    end),
    exit(P1, kill),
    O2 = is_process_alive(P1),
    {O2}.

%= erl: {true,[],[{1,[true]},{2,[false]}]}
%= erl: {true,[],[{1,[true]},{2,[true]}]}
%= erl: {true,[],[{1,[{error,badarg}]},{2,[false]}]}
%= erl: {true,[],[{1,[{error,badarg}]},{2,[true]}]}
%= erl: {true,[a],[{1,[{error,badarg}]},{2,[false]}]}
%= erl: {true,[a],[{1,[{error,badarg}]},{2,[true]}]}
g74() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> register(n, self()) end),
        catch n ! a,
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = lists:member(n, registered()),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = safe(fun() -> unregister(n) end),
    O2 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {true,[],[{1,[false]},{2,[false]},{3,[false]}]}
%= erl: {true,[],[{1,[false]},{2,[false]},{3,[true]}]}
g75() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = item(S, group_leader) =:= S,
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn_link(fun() ->
        W2_1 = group_leader() =:= S,
        ets:insert(R, {2, [W2_1]})
    end),
    {P3, _} = spawn_monitor(fun() ->
        W3_1 = group_leader() =:= S,
        ets:insert(R, {3, [W3_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = safe(fun() -> group_leader(S, P3) end),
    O2 = messages(S),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {true,false,[{2,[true]}]}
%= erl: {true,true,[{2,[true]}]}
g77() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        ets:new(h, [{heir, S, left}])
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> register(n, self()) end),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    P3 = spawn(fun() ->
        ets:new(h, [{heir, P1, left}]),
        ets:new(i, [{heir, P1, right}]),
        receive stop -> exit(stopped) end
    end),
    O1 = ets:info(w, owner) =:= undefined,
    O2 = lists:member(n, registered()),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {[],false,[],[{1,[true]},{2,[[]]}]}
%= erl: {[],false,[],[{1,[true]},{2,[undefined]}]}
%= erl: {[],false,[b],[{1,[true]},{2,[[]]}]}
%= erl: {[],false,[b],[{1,[true]},{2,[undefined]}]}
%= erl: {[],undefined,[],[{1,[true]},{2,[[]]}]}
%= erl: {[],undefined,[],[{1,[true]},{2,[undefined]}]}
%= erl: {[],undefined,[b],[{1,[true]},{2,[[]]}]}
%= erl: {[],undefined,[b],[{1,[true]},{2,[undefined]}]}
%= erl: {undefined,undefined,[b],[{1,[true]},{2,[undefined]}]}
g78() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = is_process_alive(S),
        S ! b,
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = item(P1, dictionary),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = item(P1, dictionary),
    O2 = item(P1, trap_exit),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {[{1,[1]},{2,[1,false]},{3,[false,false]}]}
%= erl: {[{1,[1]},{2,[none,false]},{3,[false,false]}]}
g79() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = guest:one(),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        W2_1 = persistent_term:get(x, none),
        W2_2 = erlang:function_exported(guest, one, 0),
        ets:insert(R, {2, [W2_1, W2_2]}),
        receive stop -> exit(stopped) end
    end),
    P3 = spawn(fun() ->
        W3_1 = erlang:function_exported(guest, one, 0),
        W3_2 = erlang:module_loaded(guest),
        ets:insert(R, {3, [W3_1, W3_2]})
    end),
    persistent_term:put(y, 1),
    persistent_term:put(x, 1),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {Rows}.

%= erl: {1,undefined,[]}
%= erl: {1,undefined,[{1,[{spawned,ok}]}]}
%= erl: {none,undefined,[]}
g80() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        spawn_request(fun() -> S ! a end),
        W1_2 = next(),
        application:set_env(native, y, 1),
        ets:insert(R, {1, [W1_2]})
    end),
    O1 = application:get_env(native, y, none),
    exit(P1, kill),
    O3 = item(P1, trap_exit),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {[],[{2,[true]}]}
%= erl: {undefined,[{2,[true]}]}
g81() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        unlink(S),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> unregister(n) end),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = item(P2, registered_name),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, Rows}.

%= erl: {0,none,[{2,[0]}]}
%= erl: {0,none,[{2,[undefined]}]}
%= erl: {0,{exit,bad},[{2,[1]}]}
%= erl: {0,{exit,bad},[{2,[undefined]}]}
%= erl: {undefined,none,[{2,[undefined]}]}
%= erl: {undefined,{exit,bad},[{1,[true,1]},{2,[undefined]}]}
%= erl: {undefined,{exit,bad},[{2,[1]}]}
%= erl: {undefined,{exit,bad},[{2,[undefined]}]}
g82() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> link(S) end),
        W1_2 = length_of(S, links),
        ets:insert(R, {1, [W1_1, W1_2]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = length_of(P1, links),
        ets:insert(R, {2, [W2_1]})
    end),
    exit(P1, bad),
    O2 = length_of(P2, links),
    exit(P1, bad),
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, Rows}.

%= erl: exit: killed
%= erl: {true,{exit,killed},[{2,[false]}]}
g83() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        exit(S, kill),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        exit(P1, kill),
        W2_2 = is_process_alive(P1),
        exit(P1, bad),
        ets:insert(R, {2, [W2_2]}),
        exit(bad)
    end),
    exit(P1, normal),
    O2 = process_flag(trap_exit, false),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: exit: bad
%= erl: exit: killed
g84() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        exit(S, kill)
    end),
    P2 = spawn_link(fun() ->
        W2_1 = item(S, group_leader) =:= S,
        W2_2 = safe(fun() -> group_leader(S, S) end),
        ets:insert(R, {2, [W2_1, W2_2]}),
        exit(bad)
    end),
    exit(P1, kill),
    O2 = group_leader() =:= S,
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {[],[{1,[none]},{2,[false]}]}
%= erl: {[],[{1,[none]},{2,[true]}]}
g86() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        application:set_env(native, x, 1),
        W1_2 = persistent_term:get(x, none),
        ets:insert(R, {1, [W1_2]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = persistent_term:erase(y),
        ets:insert(R, {2, [W2_1]})
    end),
    persistent_term:put(y, 1),
    O2 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {[],[],[{1,[true]},{2,[none]}]}
%= erl: {[],[a],[{1,[true]},{2,[none]}]}
%= erl: {[a],[a],[{1,[true]},{2,[none]}]}
g87() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        M1 = monitor(process, S),
        W1_2 = demonitor(M1, [flush, info]),
        S ! a,
        ets:insert(R, {1, [W1_2]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn_link(fun() ->
        M2 = monitor(process, S),
        W2_2 = receive {'DOWN', M2, _, _, _} -> down after 2 -> none end,
        ets:insert(R, {2, [W2_2]}),
        receive stop -> ok end
    end),
    O1 = messages(S),
    O2 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {none,none,[]}
%= erl: {none,{down,killed},[]}
%= erl: {none,{table,left},[]}
%= erl: {{down,killed},none,[]}
%= erl: {{down,killed},{table,left},[]}
%= erl: {{table,left},none,[]}
%= erl: {{table,left},none,[{2,[true]}]}
%= erl: {{table,left},{down,killed},[]}
%= erl: {{table,left},{down,killed},[{2,[true]}]}
%= erl: {{table,left},{table,left},[]}
%= erl: {{table,left},{table,left},[{2,[true]}]}
g89() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        ets:new(h, [{heir, S, left}])
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = safe(fun() -> ets:new(w, [named_table, {heir, S, left}]) =:= w end),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    exit(P2, kill),
    O2 = next(),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {false,[],[{1,[{error,badarg},v]},{2,[{true,false},{true,false}]}]}
%= erl: {false,[],[{1,[{error,badarg},v]},{2,[{true,true},{true,false}]}]}
%= erl: {false,[],[{1,[{error,badarg},v]},{2,[{true,true},{true,true}]}]}
%= erl: {false,[{exit,bad}],[{1,[{error,badarg},v]},{2,[{true,false},{true,false}]}]}
%= erl: {false,[{exit,bad}],[{1,[{error,badarg},v]},{2,[{true,true},{true,false}]}]}
%= erl: {false,[{exit,bad}],[{1,[{error,badarg},v]},{2,[{true,true},{true,true}]}]}
%= erl: {true,[],[{1,[{error,badarg},v]},{2,[{true,false},{true,false}]}]}
%= erl: {true,[],[{1,[{error,badarg},v]},{2,[{true,true},{true,true}]}]}
%= erl: {true,[{exit,bad}],[{1,[{error,badarg},v]},{2,[{true,false},{true,false}]}]}
g90() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> ets:delete(u) end),
        W1_2 = safe(fun() -> ets:new(v, [named_table, public]) end),
        ets:insert(R, {1, [W1_1, W1_2]}),
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        W2_1 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
        W2_2 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
        ets:insert(R, {2, [W2_1, W2_2]}),
        exit(bad)
    end),
    O1 = lists:member(v, ets:all()),
    O2 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {false,[{2,[2,none]}]}
%= erl: {false,[{2,[2,stop]}]}
%= erl: {false,[{2,[3,none]}]}
%= erl: {false,[{2,[3,stop]}]}
g91() ->
    S = self(),
    T = ets:new(t, [public, {write_concurrency, true}]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        ets:insert(T, [{a, 5}, {c, 5}])
    end),
    P2 = spawn(fun() ->
        W2_1 = ets:info(T, size),
        W2_2 = next(),
        ets:insert(R, {2, [W2_1, W2_2]})
    end),
    O1 = ets:insert_new(T, [{a, 6}, {c, 6}]),
    S ! own,
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, Rows}.

%= erl: {0,down,[{exit,normal}],[{1,[none]},{2,[true]}]}
%= erl: {0,none,[{exit,normal},{down,normal}],[{1,[none]},{2,[true]}]}
%= erl: {0,none,[{exit,normal}],[{1,[none]},{2,[true]}]}
%= erl: {undefined,down,[{exit,normal}],[{1,[none]},{2,[true]}]}
g92() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        M1 = monitor(process, S),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]})
    end),
    P2 = spawn(fun() ->
        M2 = monitor(process, P1),
        W2_2 = demonitor(M2, []),
        ets:insert(R, {2, [W2_2]}),
        exit(bad)
    end),
    O1 = length_of(P2, monitored_by),
    M4 = monitor(process, P1),
    O3 = receive {'DOWN', M4, _, _, _} -> down after 2 -> none end,
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, O4, Rows}.

%= erl: {{table,gift},true,[],[{1,[{error,badarg}]},{2,[true]}]}
%= erl: {{table,gift},true,[{down,bad}],[{1,[{error,badarg}]},{2,[true]}]}
%= erl: {{table,left},true,[{down,bad}],[{1,[true]},{2,[{error,badarg}]}]}
%= erl: {{table,left},true,[{down,bad}],[{1,[true]}]}
g94() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = safe(fun() -> ets:new(w, [named_table, {heir, S, left}]) =:= w end),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> ets:give_away(ets:new(w, [named_table, public]), S, gift) end),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    O1 = next(2),
    O2 = ets:info(w, owner) =:= S,
    exit(P2, kill),
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O4, Rows}.

%= erl: {false,false,[{1,[false]},{2,[false]}]}
%= erl: {false,false,[{1,[false]}]}
g95() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = process_flag(trap_exit, false),
        ets:insert(R, {1, [W1_1]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = process_flag(trap_exit, true),
        exit(S, normal),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    O1 = process_flag(trap_exit, false),
    exit(P2, kill),
    O3 = is_process_alive(P2),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {{error,badarg},true,[],[{1,[{error,badarg}]},{2,[v]}]}
%= erl: {{error,badarg},{error,badarg},[],[{1,[true]},{2,[v]}]}
%= erl: {{error,badarg},{error,badarg},[],[{1,[{error,badarg}]},{2,[v]}]}
g96() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> ets:delete(v) end),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn_link(fun() ->
        W2_1 = safe(fun() -> ets:new(v, [named_table, public]) end),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    O1 = safe(fun() -> ets:delete(u) end),
    O2 = safe(fun() -> ets:delete(v) end),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {runnable}
%= erl: {undefined}
g100() ->
    S = self(),
    {P1, _} = spawn_monitor(fun() ->
        S ! a
    end),
    P2 = spawn_link(fun() ->
        process_flag(trap_exit, true)
    end),
    process_flag(priority, high),
    O2 = status(P2),
    K1 = erlang:send_after(2, self(), m),
    {O2}.

%= erl: {0,b,[a,a,b]}
%= erl: {0,b,[a,a]}
%= erl: {0,b,[a]}
%= erl: {0,none,[]}
%= erl: {0,none,[a,a,b,b]}
%= erl: {0,none,[a,a,b]}
%= erl: {0,none,[a,b,a,b]}
%= erl: {0,none,[a,b]}
%= erl: {2,b,[a,a,b]}
%= erl: {3,b,[a,a,b]}
%= erl: {4,b,[a,a,b]}
g101() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! a,
        S ! b
    end),
    P2 = spawn_link(fun() ->
        S ! a,
        S ! b
    end),
    O1 = item(S, message_queue_len),
    O2 = receive b -> b after 0 -> none end,
    O3 = drain(),
    {O1, O2, O3}.

%= erl: deadlock
%= erl: {none,[],[{1,[0]},{2,[none]}]}
g102() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = length_of(S, links),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        unlink(S),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]}),
        receive stop -> exit(stopped) end
    end),
    unlink(P1),
    O2 = next(),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: exit: bad
%= erl: {none,[]}
g104() ->
    S = self(),
    P1 = spawn_link(fun() ->
        K1 = erlang:send_after(2, S, b),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        K2 = erlang:send_after(1, S, b),
        receive after 1 -> ok end
    end),
    M3 = monitor(process, P1),
    O2 = next(),
    O3 = drain(),
    {O2, O3}.

%= erl: {0,[]}
%= erl: {1,[]}
g106() ->
    S = self(),
    T = ets:new(t, [public, ordered_set]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    P1 = spawn(fun() ->
        ets:delete_all_objects(T),
        ets:delete(T, c)
    end),
    {P2, _} = spawn_monitor(fun() ->
        ets:insert(T, {a, 2}),
        receive stop -> ok end
    end),
    O1 = ets:select_count(T, [{{'_', '$1'}, [{'>', '$1', 1}], [true]}]),
    ets:insert(T, [{a, 5}, {c, 5}]),
    O3 = drain(),
    {O1, O3}.

%= erl: {[]}
%= erl: {[{down,bad}]}
%= erl: {[{down,killed}]}
g107() ->
    S = self(),
    process_flag(trap_exit, true),
    {P1, _} = spawn_monitor(fun() ->
        exit(self(), bad),
        exit(S, normal),
        exit(bad)
    end),
    exit(P1, kill),
    P1 ! m,
    exit(P1, normal),
    O4 = messages(S),
    {O4}.

%= erl: {v,true,[]}
%= erl: {{error,badarg},false,[]}
%= erl: {{error,badarg},true,[]}
g109() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        safe(fun() -> ets:new(u, [named_table, public]) end),
        safe(fun() -> ets:new(v, [named_table]) end),
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        safe(fun() -> ets:new(u, [named_table, public]) end),
        safe(fun() -> ets:new(v, [named_table]) end),
        safe(fun() -> ets:new(u, [named_table, public]) end),
        safe(fun() -> ets:new(v, [named_table]) end),
        receive stop -> ok end
    end),
    O1 = safe(fun() -> ets:rename(u, v) end),
    O2 = lists:member(v, ets:all()),
    O3 = messages(S),
    {O1, O2, O3}.

%= erl: {[],[{1,[true]}]}
%= erl: {[{down,normal}],[{1,[true]}]}
g110() ->
    S = self(),
    T = ets:new(t, [public, ordered_set]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = lists:member(S, processes()),
        ets:insert(R, {1, [W1_1]})
    end),
    process_flag(priority, high),
    process_flag(priority, high),
    ets:delete_all_objects(T),
    O4 = messages(S),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O4, Rows}.

%= erl: {[],a,[],[{2,[none,none]}]}
%= erl: {[],a,[b],[{2,[none,none]}]}
%= erl: {[],a,[b],[{2,[none,stop]}]}
%= erl: {[],a,[b],[{2,[stop,none]}]}
%= erl: {[],none,[],[{2,[none,none]}]}
%= erl: {[],none,[],[{2,[stop,none]}]}
g111() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        S ! a,
        S ! b,
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = next(),
        W2_2 = next(),
        ets:insert(R, {2, [W2_1, W2_2]})
    end),
    O1 = messages(S),
    O2 = next(),
    P1 ! b,
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O4, Rows}.

%= erl: exit: bad
%= erl: exit: killed
g112() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = safe(fun() -> ets:delete(u) end),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = safe(fun() -> ets:delete(u) end),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    P3 = spawn_link(fun() ->
        exit(S, kill),
        receive stop -> exit(stopped) end
    end),
    exit(P1, kill),
    O2 = safe(fun() -> ets:new(u, [named_table, public]) end),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {{exit,bad},[],[{2,[none]}]}
%= erl: {{exit,bad},[b],[{2,[none]}]}
g113() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        K1 = erlang:send_after(0, self(), m),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        K2 = erlang:send_after(2, S, b),
        W2_2 = next(),
        K3 = erlang:send_after(2, P1, b),
        receive after 1 -> ok end,
        ets:insert(R, {2, [W2_2]}),
        receive stop -> exit(stopped) end
    end),
    O1 = next(3),
    receive after 2 -> ok end,
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: deadlock
%= erl: {1,[],[{1,[none]},{2,[none]}]}
g115() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = application:get_env(native, y, none),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        application:set_env(native, x, 1),
        M1 = monitor(process, S),
        W2_3 = next(),
        ets:insert(R, {2, [W2_3]}),
        receive stop -> ok end
    end),
    O1 = guest:one(),
    O2 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: exit: killed
%= erl: {[{2,[1]}]}
g116() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        exit(S, kill),
        S ! m,
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        W2_1 = guest:one(),
        application:set_env(native, y, 1),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    exit(P1, bad),
    exit(P1, kill),
    P1 ! m,
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {Rows}.

%= erl: {[],[{1,[true]},{2,[[]]}]}
%= erl: {[],[{1,[true]},{2,[[{k,1}]]}]}
g117() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = lists:member(S, processes()),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = item(S, dictionary),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = item(P2, dictionary),
    put(k, 1),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, Rows}.

%= erl: {[],false,[],[{1,[0]}]}
%= erl: {[],false,[],[{1,[1]}]}
%= erl: {[],undefined,[],[{1,[0]}]}
%= erl: {[],undefined,[],[{1,[1]}]}
%= erl: {undefined,undefined,[],[{1,[0]}]}
g118() ->
    S = self(),
    T = ets:new(t, [public, bag]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = item(S, message_queue_len),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        put(k, 1),
        exit(bad)
    end),
    O1 = item(P1, dictionary),
    O2 = item(P1, trap_exit),
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {true,[],none}
%= erl: {true,[true],none}
g120() ->
    S = self(),
    C = ets:new(c, [public]),
    P1 = spawn(fun() ->
        ets:insert(C, {n, erlang:now()})
    end),
    P2 = spawn(fun() ->
        ets:insert(C, {t, erlang:monotonic_time()})
    end),
    O1 = (fun(X) -> erlang:monotonic_time() >= X end)(erlang:monotonic_time()),
    O2 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
    O3 = next(),
    {O1, O2, O3}.

%= erl: exit: killed
%= erl: {false,[{exit,normal}],[{1,[{error,badarg}]},{2,[true,true]}]}
%= erl: {true,[],[{1,[true]},{2,[true,false]}]}
%= erl: {true,[],[{1,[true]},{2,[true,true]}]}
%= erl: {true,[],[{1,[{error,badarg}]},{2,[true,true]}]}
%= erl: {true,[{exit,normal}],[{1,[true]},{2,[true,false]}]}
%= erl: {true,[{exit,normal}],[{1,[{error,badarg}]},{2,[true,true]}]}
g122() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = safe(fun() -> unregister(n) end),
        ets:insert(R, {1, [W1_1]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = safe(fun() -> register(n, S) end),
        W2_2 = lists:member(n, registered()),
        ets:insert(R, {2, [W2_1, W2_2]}),
        receive stop -> exit(stopped) end
    end),
    catch exit(whereis(n), kill),
    O2 = whereis(n) =:= undefined,
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {a,false,{exit,killed},[{1,[true]}]}
%= erl: {none,false,none,[]}
%= erl: {none,false,{exit,killed},[]}
%= erl: {none,false,{exit,killed},[{1,[true]}]}
%= erl: {{exit,killed},false,a,[]}
%= erl: {{exit,killed},false,a,[{1,[true]}]}
%= erl: {{exit,killed},false,none,[]}
%= erl: {{exit,killed},false,none,[{1,[true]}]}
g124() ->
    S = self(),
    K = erlang:send_after(1, S, tick),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = erlang:cancel_timer(K) =/= false,
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        receive after 1 -> ok end
    end),
    exit(P1, kill),
    K3 = erlang:send_after(0, S, a),
    O3 = next(),
    O4 = item(P2, group_leader) =:= S,
    O5 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, O4, O5, Rows}.

%= erl: {false,[],undefined,[{1,[[],true]},{2,[false]}]}
%= erl: {true,[],[],[{1,[[],true]},{2,[false]}]}
%= erl: {true,[],n,[{1,[[],true]},{2,[false]}]}
%= erl: {true,[],undefined,[{1,[[],true]},{2,[false]}]}
g126() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = item(S, registered_name),
        W1_2 = safe(fun() -> register(n, self()) end),
        ets:insert(R, {1, [W1_1, W1_2]})
    end),
    P2 = spawn(fun() ->
        W2_1 = whereis(n) =:= S,
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    catch exit(whereis(n), kill),
    O2 = whereis(n) =:= undefined,
    O3 = item(P2, registered_name),
    O4 = item(P1, registered_name),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, O4, Rows}.

%= erl: {true,none,[{1,[false]}]}
%= erl: {true,{down,bad},[{1,[false]}]}
g127() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = whereis(n) =:= self(),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    catch n ! a,
    O2 = safe(fun() -> register(n, self()) end),
    O3 = next(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: {false,[],[{1,[true,[]]},{2,[true]}]}
%= erl: {false,[],[{2,[false]}]}
%= erl: {false,[],[{2,[true]}]}
%= erl: {false,[{exit,killed}],[{2,[false]}]}
%= erl: {false,[{exit,killed}],[{2,[true]}]}
%= erl: {true,[],[{1,[true,[]]},{2,[false]}]}
%= erl: {true,[],[{1,[true,[]]},{2,[true]}]}
%= erl: {true,[],[{2,[false]}]}
%= erl: {true,[],[{2,[true]}]}
%= erl: {true,[{exit,killed}],[{2,[false]}]}
%= erl: {true,[{exit,killed}],[{2,[true]}]}
%= erl: {true,[{exit,normal}],[{1,[true,[]]},{2,[true]}]}
g128() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = safe(fun() -> register(n, self()) end),
        W1_2 = item(S, registered_name),
        ets:insert(R, {1, [W1_1, W1_2]})
    end),
    P2 = spawn_link(fun() ->
        catch exit(whereis(n), kill),
        W2_2 = whereis(n) =:= undefined,
        ets:insert(R, {2, [W2_2]}),
        receive stop -> exit(stopped) end
    end),
    catch exit(whereis(n), kill),
    O2 = whereis(n) =:= undefined,
    catch n ! a,
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, Rows}.

%= erl: {false,a}
%= erl: {true,a}
%= erl: {true,none}
g130() ->
    S = self(),
    A = alias([reply]),
    {P1, _} = spawn_monitor(fun() ->
        S ! a
    end),
    {P2, _} = spawn_monitor(fun() ->
        A ! a,
        A ! m,
        receive stop -> exit(stopped) end
    end),
    O1 = unalias(A),
    O2 = next(),
    {O1, O2}.

%= erl: {none,false,[{down,normal},{down,normal},{down,noproc}],[{1,[true,true]}]}
%= erl: {none,false,[{down,normal},{down,normal},{down,normal}],[{1,[true,true]}]}
%= erl: {none,true,[],[{1,[true,true]}]}
%= erl: {none,true,[{down,normal},{down,normal}],[{1,[true,true]}]}
%= erl: {{down,normal},false,[{down,noproc},{down,noproc}],[{1,[true,true]}]}
%= erl: {{down,normal},false,[{down,normal},{down,noproc}],[{1,[true,true]}]}
%= erl: {{down,normal},true,[{down,noproc}],[{1,[true,true]}]}
%= erl: {{down,normal},true,[{down,normal}],[{1,[true,true]}]}
g131() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        M1 = monitor(process, S),
        W1_2 = demonitor(M1, [flush]),
        M2 = monitor(process, S),
        W1_4 = demonitor(M2, [flush]),
        ets:insert(R, {1, [W1_2, W1_4]})
    end),
    M3 = monitor(process, P1),
    O2 = next(),
    M4 = monitor(process, P1),
    O4 = demonitor(M4, [info]),
    O5 = messages(S),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, O5, Rows}.

%= erl: {{error,badarg},false,[{1,[true]},{3,[v]}]}
%= erl: {{error,badarg},true,[{1,[true]},{3,[v]}]}
g132() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = ets:whereis(u) =:= undefined,
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        S ! m,
        S ! b,
        exit(bad)
    end),
    P3 = spawn_link(fun() ->
        W3_1 = safe(fun() -> ets:new(v, [named_table, public]) end),
        ets:insert(R, {3, [W3_1]})
    end),
    O1 = safe(fun() -> ets:rename(u, v) end),
    O2 = ets:whereis(v) =:= undefined,
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {{error,badarg},false,{true,true},[],[{1,[[],false]},{2,[false]}]}
%= erl: {{error,badarg},false,{true,true},[{exit,bad}],[{1,[[],false]},{2,[false]}]}
g133() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = item(S, registered_name),
        W1_2 = lists:member(v, ets:all()),
        ets:insert(R, {1, [W1_1, W1_2]}),
        exit(bad)
    end),
    P2 = spawn_link(fun() ->
        W2_1 = lists:member(n, registered()),
        ets:insert(R, {2, [W2_1]}),
        exit(bad)
    end),
    O1 = safe(fun() -> ets:delete(u) end),
    O2 = lists:member(u, ets:all()),
    O3 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {true,0,0,[]}
%= erl: {true,1,0,[]}
%= erl: {true,1,1,[]}
g139() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        unlink(S),
        receive stop -> exit(stopped) end
    end),
    O1 = safe(fun() -> link(P1) end),
    O2 = length_of(P1, links),
    O3 = length_of(P1, links),
    O4 = messages(S),
    {O1, O2, O3, O4}.

%= erl: {[]}
%= erl: {[{down,killed}]}
%= erl: {[{exit,normal},{down,killed}]}
%= erl: {[{exit,normal}]}
g143() ->
    S = self(),
    process_flag(trap_exit, true),
    {P1, _} = spawn_monitor(fun() ->
        exit(S, normal),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        exit(P1, kill),
        P1 ! m
    end),
    exit(P1, kill),
    P1 ! m,
    exit(P2, normal),
    O4 = messages(S),
    {O4}.

%= erl: {0,a}
%= erl: {0,none}
g144() ->
    S = self(),
    {P1, _} = spawn_monitor(fun() ->
        S ! a,
        S ! stop,
        receive stop -> exit(stopped) end
    end),
    O1 = item(S, message_queue_len),
    O2 = next(2),
    {O1, O2}.

%= erl: {[tick,{down,normal}]}
%= erl: {[tick]}
%= erl: {[{down,normal},tick]}
g150() ->
    S = self(),
    K = erlang:send_after(1, S, tick),
    P1 = spawn(fun() ->
        receive after 0 -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        K2 = erlang:send_after(2, P1, b),
        receive after 1 -> ok end
    end),
    K3 = erlang:send_after(1, P1, b),
    receive after 1 -> ok end,
    O3 = drain(),
    {O3}.

%= erl: {[]}
%= erl: {[a,m,{down,normal}]}
%= erl: {[m,{down,normal}]}
g151() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        S ! a,
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        S ! m
    end),
    O1 = messages(S),
    {O1}.

%= erl: {0,a}
%= erl: {0,none}
g158() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn_link(fun() ->
        S ! a,
        S ! b,
        S ! b,
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        P1 ! a,
        receive stop -> exit(stopped) end
    end),
    P2 ! b,
    O2 = item(S, message_queue_len),
    O3 = next(),
    {O2, O3}.

%= erl: exit: killed
%= erl: {[],[]}
%= erl: {[{exit,normal}],[]}
g160() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = item(S, trap_exit),
        exit(S, kill),
        S ! m,
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        process_flag(priority, high)
    end),
    exit(P1, kill),
    exit(P1, kill),
    exit(P1, normal),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O4, Rows}.

%= erl: {false,[a,b],false,[],none,[]}
%= erl: {true,[],false,[],a,[]}
%= erl: {true,[],false,[],none,[]}
%= erl: {true,[],false,[a],none,[]}
%= erl: {true,[a],false,[],none,[]}
g166() ->
    S = self(),
    A = alias([reply]),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        S ! a,
        A ! b,
        receive stop -> exit(stopped) end
    end),
    O1 = unalias(A),
    O2 = drain(),
    O3 = unalias(A),
    O4 = drain(),
    O5 = next(),
    O6 = drain(),
    {O1, O2, O3, O4, O5, O6}.

%= erl: {runnable,[],true,none,[{1,[true,runnable]},{2,[[]]}]}
%= erl: {runnable,[],true,none,[{1,[true,runnable]},{2,[[{answer,messages}]]}]}
%= erl: {runnable,[],true,none,[{1,[true,waiting]},{2,[[]]}]}
%= erl: {runnable,[],true,none,[{1,[true,waiting]},{2,[[{answer,messages}]]}]}
%= erl: {runnable,[],true,none,[{1,[true,waiting]},{2,[[{down,bad}]]}]}
%= erl: {runnable,[{answer,messages}],true,none,[{1,[true,runnable]},{2,[[]]}]}
%= erl: {undefined,[],true,none,[{1,[true,runnable]},{2,[[]]}]}
%= erl: {undefined,[],true,none,[{1,[true,runnable]},{2,[[{answer,messages}]]}]}
%= erl: {undefined,[{answer,messages}],true,none,[{1,[true,runnable]},{2,[[]]}]}
g171() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = is_process_alive(S),
        W1_2 = status(S),
        ets:insert(R, {1, [W1_1, W1_2]}),
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = messages(S),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    O1 = status(P1),
    O2 = messages(P2),
    O3 = is_process_alive(P2),
    O4 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, O4, Rows}.

%= erl: {none,true,[{1,[none]}]}
%= erl: {{exit,bad},false,[{1,[none]}]}
%= erl: {{exit,bad},true,[{1,[none]}]}
g174() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        K1 = erlang:send_after(2, S, a),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]}),
        exit(bad)
    end),
    O1 = next(3),
    K3 = erlang:send_after(2, S, m),
    M4 = monitor(process, P1),
    O4 = demonitor(M4, [info]),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O4, Rows}.

%= erl: {[],[{1,[1]}]}
%= erl: {[],[{1,[2]}]}
g175() ->
    S = self(),
    T = ets:new(t, [public, bag]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = ets:foldl(fun({_, X}, N) -> X + N end, 0, T),
        ets:insert(R, {1, [W1_1]})
    end),
    ets:delete(T, a),
    O2 = drain(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {runnable,none,[{1,[[],false]},{2,[true]}]}
%= erl: {runnable,none,[{1,[[{down,normal}],false]},{2,[true]}]}
%= erl: {waiting,none,[{1,[[],false]},{2,[true]}]}
%= erl: {waiting,none,[{1,[[{down,normal}],false]},{2,[true]}]}
g176() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = messages(S),
        W1_2 = item(S, trap_exit),
        ets:insert(R, {1, [W1_1, W1_2]})
    end),
    P2 = spawn(fun() ->
        W2_1 = lists:member(S, processes()),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    O1 = status(P2),
    process_flag(priority, high),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {false,[{1,[0]}]}
%= erl: {false,[{1,[2]}]}
g177() ->
    S = self(),
    T = ets:new(t, [public]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = ets:select_count(T, [{{'_', '$1'}, [{'>', '$1', 1}], [true]}]),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    ets:insert(T, [{a, 5}, {c, 5}]),
    O2 = ets:insert_new(T, [{a, 6}, {c, 6}]),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {none,{error,badarg},[{1,[{error,badarg}]},{2,[none]},{3,[{error,badarg}]}]}
%= erl: {{down,bad},{error,badarg},[{1,[{error,badarg}]},{2,[none]},{3,[{error,badarg}]}]}
%= erl: {{down,noproc},{error,badarg},[{1,[{error,badarg}]},{2,[none]},{3,[{error,badarg}]}]}
g179() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> ets:insert(v, {a}) end),
        ets:insert(R, {1, [W1_1]}),
        exit(bad)
    end),
    {P2, _} = spawn_monitor(fun() ->
        M1 = monitor(process, S),
        W2_2 = receive {'DOWN', M1, _, _, _} -> down after 2 -> none end,
        ets:insert(R, {2, [W2_2]})
    end),
    P3 = spawn(fun() ->
        W3_1 = safe(fun() -> ets:rename(u, v) end),
        ets:insert(R, {3, [W3_1]})
    end),
    M2 = monitor(process, P1),
    O2 = next(),
    O3 = safe(fun() -> ets:insert(v, {a}) end),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O3, Rows}.

%= erl: exit: bad
%= erl: exit: killed
g180() ->
    S = self(),
    {P1, _} = spawn_monitor(fun() ->
        exit(S, normal)
    end),
    P2 = spawn(fun() ->
        exit(S, kill),
        exit(S, kill),
        S ! m,
        exit(bad)
    end),
    exit(self(), bad),
    exit(P2, kill),
    O3 = is_process_alive(P2),
    {O3}.

%= erl: {false,false,[{1,[false]},{2,[false,false]},{3,[true]}]}
%= erl: {false,false,[{1,[false]},{2,[undefined,false]},{3,[true]}]}
g181() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = group_leader() =:= S,
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = item(P1, trap_exit),
        W2_2 = group_leader() =:= S,
        ets:insert(R, {2, [W2_1, W2_2]}),
        receive stop -> exit(stopped) end
    end),
    {P3, _} = spawn_monitor(fun() ->
        W3_1 = safe(fun() -> group_leader(S, S) end),
        put(k, 1),
        ets:insert(R, {3, [W3_1]}),
        receive stop -> ok end
    end),
    O1 = item(P2, group_leader) =:= S,
    O2 = item(P2, group_leader) =:= S,
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {{error,badarg},true,[{1,[[]]},{2,[false]}]}
%= erl: {{error,badarg},true,[{1,[[]]},{2,[true]}]}
%= erl: {{error,badarg},true,[{1,[n]},{2,[false]}]}
%= erl: {{error,badarg},true,[{1,[n]},{2,[true]}]}
g182() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = item(S, registered_name),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        W2_1 = lists:member(n, registered()),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = safe(fun() -> register(n, P1) end),
    catch n ! a,
    O3 = safe(fun() -> unregister(n) end),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {true,[],[{1,[none]}]}
%= erl: {true,[stop,stop],[{1,[none]}]}
%= erl: {true,[stop],[{1,[none]}]}
g183() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        S ! stop,
        M2 = monitor(process, S),
        W1_3 = receive {'DOWN', M2, _, _, _} -> down after 2 -> none end,
        ets:insert(R, {1, [W1_3]})
    end),
    P2 = spawn(fun() ->
        S ! stop,
        receive stop -> exit(stopped) end
    end),
    P2 ! stop,
    M5 = monitor(process, P1),
    O3 = demonitor(M5, [flush]),
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, O4, Rows}.

%= erl: {true,[{1,[true]},{2,[none]}]}
%= erl: {true,[{1,[true]},{2,[stop]}]}
%= erl: {{error,noproc},[{1,[true]},{2,[none]}]}
g184() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = safe(fun() -> link(S) end),
        unlink(S),
        ets:insert(R, {1, [W1_1]})
    end),
    {P2, _} = spawn_monitor(fun() ->
        unlink(P1),
        unlink(P1),
        W2_3 = next(),
        ets:insert(R, {2, [W2_3]})
    end),
    unlink(P1),
    O2 = safe(fun() -> link(P2) end),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {false,false,[],[{1,[false]},{2,[none]}]}
%= erl: {false,true,[],[{1,[false]},{2,[none]}]}
g185() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = erlang:function_exported(guest, one, 0),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        W2_1 = persistent_term:get(y, none),
        persistent_term:put(x, 1),
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = erlang:module_loaded(guest),
    O2 = lists:member({x, 1}, persistent_term:get()),
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {[],[{1,[[]]},{2,[[]]}]}
%= erl: {[],[{1,[[true]]},{2,[[]]}]}
g186() ->
    S = self(),
    C = ets:new(c, [public]),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
        ets:insert(R, {2, [W2_1]}),
        receive stop -> exit(stopped) end
    end),
    ets:insert(C, {t, erlang:monotonic_time()}),
    ets:insert(C, {t, erlang:monotonic_time()}),
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, Rows}.

%= erl: {true,[],[],[{1,[[[a],[b]]]},{2,[false,[{a,1},{b,1}]]}]}
%= erl: {true,[b],[],[{1,[[[a],[b]]]},{2,[false,[{a,1},{b,1}]]}]}
g187() ->
    S = self(),
    A = alias(),
    T = ets:new(t, [public]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = lists:sort(ets:match(T, {'$1', 1})),
        A ! b,
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        W2_1 = ets:insert_new(T, {b, 3}),
        W2_2 = lists:sort(ets:tab2list(T)),
        ets:insert(R, {2, [W2_1, W2_2]}),
        receive stop -> exit(stopped) end
    end),
    O1 = unalias(A),
    O2 = drain(),
    O3 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {a,{true,true}}
%= erl: {none,{true,true}}
g190() ->
    S = self(),
    process_flag(trap_exit, true),
    {P1, _} = spawn_monitor(fun() ->
        S ! a,
        receive stop -> ok end
    end),
    O1 = next(),
    O2 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
    {O1, O2}.

%= erl: exit: bad
%= erl: {false,none}
g192() ->
    S = self(),
    P1 = spawn(fun() ->
        exit(S, bad),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        exit(P1, kill),
        exit(P1, kill),
        P1 ! m
    end),
    P3 = spawn(fun() ->
        exit(P1, kill),
        P1 ! m,
        receive stop -> ok end
    end),
    exit(P1, kill),
    O2 = process_flag(trap_exit, true),
    exit(P1, bad),
    O4 = next(),
    {O2, O4}.

%= erl: deadlock
%= erl: {none,[a,own,own,b],[{2,[none]}]}
%= erl: {none,[own,a,b,own],[{2,[none]}]}
%= erl: {none,[own,own,a,b],[{2,[none]}]}
g196() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        S ! a
    end),
    P2 = spawn(fun() ->
        W2_1 = next(),
        S ! b,
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    O1 = receive b -> b after 0 -> none end,
    S ! own,
    S ! own,
    O4 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O4, Rows}.

%= erl: exit: bad
%= erl: exit: noproc
g197() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        exit(S, bad),
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        unlink(P1),
        W2_2 = next(),
        exit(P1, bad),
        ets:insert(R, {2, [W2_2]})
    end),
    O1 = safe(fun() -> link(P1) end),
    O2 = safe(fun() -> link(P1) end),
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: deadlock
%= erl: {true,none,[],[{1,[none]},{2,[true]}]}
g199() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        K1 = erlang:send_after(1, self(), b),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        K2 = erlang:send_after(2, self(), b),
        receive after 1 -> ok end,
        K3 = erlang:send_after(0, self(), a),
        W2_4 = erlang:cancel_timer(K3) =/= false,
        ets:insert(R, {2, [W2_4]}),
        receive stop -> ok end
    end),
    K4 = erlang:send_after(1, self(), a),
    O2 = erlang:cancel_timer(K4) =/= false,
    K5 = erlang:send_after(1, self(), b),
    O4 = next(),
    O5 = drain(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O4, O5, Rows}.

%= erl: {{false,false},{error,badarg},[]}
%= erl: {{false,true},{error,badarg},[]}
%= erl: {{true,false},{error,badarg},[]}
%= erl: {{true,true},u,[]}
%= erl: {{true,true},{error,badarg},[]}
g200() ->
    S = self(),
    P1 = spawn(fun() ->
        safe(fun() -> ets:new(u, [named_table, public]) end),
        safe(fun() -> ets:new(v, [named_table]) end),
        receive stop -> exit(stopped) end
    end),
    O1 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
    O2 = safe(fun() -> ets:new(u, [named_table, public]) end),
    O3 = messages(S),
    {O1, O2, O3}.

%= erl: {false,[]}
%= erl: {undefined,[{exit,normal}]}
g201() ->
    S = self(),
    process_flag(trap_exit, true),
    P1 = spawn_link(fun() ->
        put(k, 1)
    end),
    process_flag(trap_exit, true),
    process_flag(priority, high),
    O3 = item(P1, trap_exit),
    O4 = drain(),
    {O3, O4}.

%= erl: {true,[{1,[false]},{2,[false,true]}]}
%= erl: {true,[{1,[false]},{2,[false,{error,badarg}]}]}
%= erl: {{error,badarg},[{1,[false]},{2,[false,true]}]}
g202() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = whereis(n) =:= self(),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    P2 = spawn_link(fun() ->
        W2_1 = item(P1, group_leader) =:= S,
        W2_2 = safe(fun() -> group_leader(S, P1) end),
        ets:insert(R, {2, [W2_1, W2_2]}),
        exit(bad)
    end),
    O1 = safe(fun() -> group_leader(S, P2) end),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, Rows}.

%= erl: {false,[b,a],none,false,[],[]}
%= erl: {true,[],b,false,[],[]}
%= erl: {true,[],none,false,[],[]}
%= erl: {true,[],none,false,[b],[]}
%= erl: {true,[b],none,false,[],[]}
g204() ->
    S = self(),
    A = alias([reply]),
    P1 = spawn(fun() ->
        S ! b,
        A ! a
    end),
    O1 = unalias(A),
    O2 = drain(),
    O3 = next(),
    O4 = unalias(A),
    O5 = drain(),
    O6 = messages(S),
    {O1, O2, O3, O4, O5, O6}.

%= erl: {0,undefined,[],[]}
%= erl: {0,undefined,[],[{1,[{collected,true}]}]}
%= erl: {0,undefined,[m],[]}
%= erl: {0,undefined,[m],[{1,[none]}]}
%= erl: {0,undefined,[m],[{1,[{collected,true}]}]}
g205() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        erlang:garbage_collect(S, [{async, x}]),
        W1_2 = next(),
        S ! m,
        ets:insert(R, {1, [W1_2]}),
        receive stop -> exit(stopped) end
    end),
    O1 = length_of(P1, links),
    exit(P1, kill),
    O3 = item(P1, trap_exit),
    O4 = messages(S),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, O4, Rows}.

%= erl: {[]}
%= erl: {[{1,[true]}]}
g208() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> ets:new(w, [named_table, {heir, S, left}]) =:= w end),
        ets:insert(R, {1, [W1_1]})
    end),
    exit(P1, kill),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {Rows}.

%= erl: {down,down,none,[{1,[none]},{2,[true,down]}]}
%= erl: {none,down,{down,normal},[{1,[none]},{2,[true,down]}]}
%= erl: {none,down,{down,normal},[{1,[none]},{2,[true,none]}]}
g211() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        M1 = monitor(process, S),
        W1_2 = next(),
        ets:insert(R, {1, [W1_2]})
    end),
    P2 = spawn_link(fun() ->
        M2 = monitor(process, P1),
        W2_2 = demonitor(M2, [flush]),
        M3 = monitor(process, P1),
        W2_4 = receive {'DOWN', M3, _, _, _} -> down after 2 -> none end,
        ets:insert(R, {2, [W2_2, W2_4]})
    end),
    M4 = monitor(process, P1),
    O2 = receive {'DOWN', M4, _, _, _} -> down after 2 -> none end,
    P2 ! stop,
    M6 = monitor(process, P1),
    O5 = receive {'DOWN', M6, _, _, _} -> down after 2 -> none end,
    O6 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, O5, O6, Rows}.

%= erl: deadlock
%= erl: {none,[{1,[none]},{2,[none]},{3,[none]}]}
%= erl: {none,[{1,[none]},{2,[none]},{3,[stop]}]}
%= erl: {stop,[{1,[none]},{2,[none]},{3,[none]}]}
g216() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        M1 = monitor(process, S),
        W1_2 = receive {'DOWN', M1, _, _, _} -> down after 2 -> none end,
        ets:insert(R, {1, [W1_2]}),
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        M2 = monitor(process, P1),
        W2_2 = next(),
        ets:insert(R, {2, [W2_2]}),
        receive stop -> exit(stopped) end
    end),
    P3 = spawn_link(fun() ->
        M3 = monitor(process, S),
        W3_2 = next(),
        S ! stop,
        ets:insert(R, {3, [W3_2]})
    end),
    M5 = monitor(process, P2),
    O2 = next(),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {[],[{2,[[{c,5}]]}]}
%= erl: {[{down,normal}],[{2,[[]]}]}
%= erl: {[{down,normal}],[{2,[[{c,5}]]}]}
g217() ->
    S = self(),
    T = ets:new(t, [public, {write_concurrency, true}]),
    ets:insert(T, [{a, 1}, {b, 1}]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        ets:delete_all_objects(T)
    end),
    P2 = spawn(fun() ->
        ets:insert(T, [{a, 5}, {c, 5}]),
        W2_2 = ets:take(T, c),
        ets:insert(R, {2, [W2_2]})
    end),
    ets:delete(T, a),
    O2 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {true,false,none,[{1,[v]},{2,[{true,false}]}]}
%= erl: {true,false,none,[{1,[v]},{2,[{true,true}]}]}
%= erl: {true,true,none,[{1,[v]},{2,[{true,false}]}]}
%= erl: {true,true,none,[{1,[v]},{2,[{true,true}]}]}
g218() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = safe(fun() -> ets:new(v, [named_table, public]) end),
        ets:insert(R, {1, [W1_1]})
    end),
    P2 = spawn(fun() ->
        W2_1 = {ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined},
        ets:insert(R, {2, [W2_1]})
    end),
    O1 = ets:whereis(u) =:= undefined,
    O2 = ets:whereis(v) =:= undefined,
    O3 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {true,none,[{1,[runnable]}]}
%= erl: {true,none,[{1,[waiting]}]}
g219() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = status(S),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = lists:member(n, registered()),
    O2 = next(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: deadlock
%= erl: exit: bad
g221() ->
    S = self(),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        exit(S, bad),
        exit(S, bad),
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        unlink(S),
        W2_2 = next(),
        unlink(S),
        ets:insert(R, {2, [W2_2]}),
        receive stop -> exit(stopped) end
    end),
    exit(P1, bad),
    unlink(P2),
    O3 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, Rows}.

%= erl: {[]}
%= erl: {[b]}
g222() ->
    S = self(),
    A = alias([reply]),
    P1 = spawn(fun() ->
        A ! b,
        receive stop -> ok end
    end),
    exit(P1, bad),
    O2 = messages(S),
    {O2}.

%= erl: exit: killed
%= erl: exit: normal
g224() ->
    S = self(),
    {P1, _} = spawn_monitor(fun() ->
        exit(S, normal),
        receive stop -> exit(stopped) end
    end),
    {P2, _} = spawn_monitor(fun() ->
        exit(S, kill),
        exit(S, bad),
        receive stop -> ok end
    end),
    exit(P2, normal),
    exit(P2, normal),
    exit(self(), normal),
    O4 = messages(S),
    {O4}.

%= erl: {[],true,[{1,[[],true]}]}
%= erl: {[true],true,[{1,[[],true]}]}
g227() ->
    S = self(),
    C = ets:new(c, [public]),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = [erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)],
        W1_2 = (fun(X) -> erlang:now() >= X end)(erlang:now()),
        ets:insert(R, {1, [W1_1, W1_2]})
    end),
    P2 = spawn_link(fun() ->
        ets:insert(C, {n, erlang:now()})
    end),
    O1 = [erlang:now() > X || {n, X} <- ets:lookup(C, n)],
    O2 = (fun(X) -> erlang:monotonic_time() >= X end)(erlang:monotonic_time()),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: exit: bad
%= erl: {0,[]}
g229() ->
    S = self(),
    P1 = spawn(fun() ->
        exit(S, bad),
        exit(bad)
    end),
    O1 = length_of(P1, links),
    O2 = drain(),
    {O1, O2}.

%= erl: {false,[a,{down,normal}],none}
%= erl: {false,[a],none}
%= erl: {false,[a],{down,normal}}
%= erl: {false,[b,{down,normal}],none}
%= erl: {true,[],none}
%= erl: {true,[],{down,normal}}
%= erl: {true,[{down,normal}],none}
g230() ->
    S = self(),
    A = alias([reply]),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        A ! a
    end),
    {P2, _} = spawn_monitor(fun() ->
        A ! b
    end),
    O1 = unalias(A),
    O2 = drain(),
    O3 = next(),
    {O1, O2, O3}.

%= erl: {none,[{1,[true]}]}
%= erl: {{down,killed},[{1,[true]}]}
%= erl: {{down,normal},[{1,[true]},{2,[{error,badarg}]}]}
g232() ->
    S = self(),
    C = ets:new(c, [public]),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        W1_1 = (fun(X) -> erlang:monotonic_time() >= X end)(erlang:monotonic_time()),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> ok end
    end),
    {P2, _} = spawn_monitor(fun() ->
        W2_1 = safe(fun() -> ets:insert(u, {a}) end),
        ets:insert(R, {2, [W2_1]})
    end),
    exit(P2, kill),
    O2 = next(),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O2, Rows}.

%= erl: {false,[b],false,[],none}
%= erl: {true,[],false,[],none}
g233() ->
    S = self(),
    A = alias([reply]),
    P1 = spawn(fun() ->
        A ! b,
        exit(bad)
    end),
    P2 = spawn(fun() ->
        A ! b
    end),
    O1 = unalias(A),
    O2 = drain(),
    O3 = unalias(A),
    O4 = drain(),
    O5 = next(),
    {O1, O2, O3, O4, O5}.

%= erl: {{error,badarg},[],[{1,[true,runnable]}]}
%= erl: {{error,badarg},[],[{1,[true,waiting]}]}
g234() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = is_process_alive(S),
        W1_2 = status(S),
        ets:insert(R, {1, [W1_1, W1_2]}),
        receive stop -> exit(stopped) end
    end),
    O1 = safe(fun() -> ets:rename(u, v) end),
    O2 = drain(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: deadlock
%= erl: {true,[],[{2,[[],{error,noproc}]},{3,[none]}]}
%= erl: {true,[],[{2,[undefined,{error,noproc}]},{3,[none]}]}
%= erl: {true,[b,{down,bad}],[{2,[undefined,{error,noproc}]},{3,[none]}]}
g236() ->
    S = self(),
    register(n, S),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    {P1, _} = spawn_monitor(fun() ->
        catch n ! b,
        exit(bad)
    end),
    P2 = spawn(fun() ->
        W2_1 = item(P1, registered_name),
        W2_2 = safe(fun() -> link(P1) end),
        ets:insert(R, {2, [W2_1, W2_2]})
    end),
    P3 = spawn_link(fun() ->
        unlink(P1),
        W3_2 = next(),
        ets:insert(R, {3, [W3_2]}),
        receive stop -> ok end
    end),
    O1 = lists:member(n, registered()),
    O2 = messages(S),
    [P ! stop || P <- [P1, P2, P3]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2, P3]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, Rows}.

%= erl: {[],[],[{1,[0]}]}
%= erl: {[{answer,links}],[],[{1,[0]}]}
%= erl: {undefined,[],[{1,[0]}]}
g238() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = length_of(S, links),
        ets:insert(R, {1, [W1_1]})
    end),
    O1 = messages(P1),
    P1 ! b,
    O3 = messages(S),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O3, Rows}.

%= erl: {true,{error,badarg},[],[{1,[{error,badarg}]}]}
%= erl: {{error,badarg},{error,badarg},[],[{1,[true]}]}
g239() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = safe(fun() -> register(n, S) end),
        ets:insert(R, {1, [W1_1]})
    end),
    O1 = safe(fun() -> register(n, self()) end),
    O2 = safe(fun() -> register(n, self()) end),
    O3 = drain(),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O3, Rows}.

%= erl: {0,suspended,true,[]}
%= erl: {0,suspended,true,[a,b,b]}
%= erl: {0,suspended,true,[a]}
%= erl: {0,suspended,true,[b,a,b]}
%= erl: {0,suspended,true,[b,b,a]}
%= erl: {0,suspended,true,[b,b]}
%= erl: {0,undefined,{error,badarg},[a,b,b]}
%= erl: {0,undefined,{error,badarg},[b,a,b]}
%= erl: {0,undefined,{error,badarg},[b,b,a]}
%= erl: {0,undefined,{error,badarg},[b,b]}
g241() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! b,
        S ! b,
        exit(bad)
    end),
    P2 = spawn(fun() ->
        S ! a,
        receive stop -> ok end
    end),
    O1 = item(S, message_queue_len),
    U1 = safe(fun() -> erlang:suspend_process(P1) end),
    O3 = status(P1),
    O4 = safe(fun() -> erlang:resume_process(P1) end),
    O5 = drain(),
    {O1, O3, O4, O5}.

%= erl: {[m,own,{exit,bad}]}
%= erl: {[m,own]}
%= erl: {[m,{exit,bad},own]}
%= erl: {[own,m,{exit,bad}]}
%= erl: {[own,m]}
%= erl: {[own,{exit,bad}]}
%= erl: {[own]}
%= erl: {[{exit,bad},own]}
g242() ->
    S = self(),
    A = alias(),
    process_flag(trap_exit, true),
    P1 = spawn(fun() ->
        S ! m,
        receive stop -> ok end
    end),
    P2 = spawn(fun() ->
        exit(S, bad),
        receive stop -> exit(stopped) end
    end),
    A ! own,
    exit(P1, bad),
    O3 = drain(),
    {O3}.

%= erl: exit: bad
%= erl: {false,[],[]}
g245() ->
    S = self(),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = length_of(S, links),
        W1_2 = safe(fun() -> link(S) end),
        ets:insert(R, {1, [W1_1, W1_2]}),
        receive stop -> ok end
    end),
    exit(P1, bad),
    exit(P1, kill),
    O3 = is_process_alive(P1),
    O4 = messages(S),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, O4, Rows}.

%= erl: {false,stop}
%= erl: {true,none}
%= erl: {true,stop}
g250() ->
    S = self(),
    P1 = spawn(fun() ->
        S ! stop,
        exit(bad)
    end),
    P1 ! stop,
    M3 = monitor(process, P1),
    O3 = demonitor(M3, [flush, info]),
    O4 = next(),
    {O3, O4}.
