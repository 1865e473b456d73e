%% Generated programs, with the outcomes that erl showed.
-module(live).
-compile([export_all, nowarn_export_all]).
-include("../native.hrl").

%= erl: {[],[],[{1,[[]]},{2,[true]}]}
%= erl: {[],[],[{1,[[{answer,dictionary}]]},{2,[false]}]}
%= erl: {[],[],[{1,[[{answer,dictionary}]]},{2,[true]}]}
%= erl: {[],[],[{1,[[{down,normal}]]},{2,[true]}]}
g6010() ->
    S = self(),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn(fun() ->
        W1_1 = messages(S),
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    P2 = spawn(fun() ->
        W2_1 = lists:member(P1, processes()),
        ets:insert(R, {2, [W2_1]}),
        receive stop -> ok end
    end),
    P2 ! a,
    put(k, 1),
    O3 = item(P1, dictionary),
    O4 = messages(S),
    [P ! stop || P <- [P1, P2]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1, P2]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O3, O4, Rows}.

%= erl: {[],[],undefined,[{exit,killed}],[]}
%= erl: {[],[],undefined,[{exit,killed}],[{1,[true]}]}
%= erl: {[],[{answer,1}],undefined,[{exit,killed}],[]}
%= erl: {[],[{answer,1}],undefined,[{exit,killed}],[{1,[true]}]}
g6036() ->
    S = self(),
    K = erlang:send_after(1, S, tick),
    process_flag(trap_exit, true),
    R = ets:new(r, [public]),
    P1 = spawn_link(fun() ->
        W1_1 = erlang:cancel_timer(K) =/= false,
        ets:insert(R, {1, [W1_1]}),
        receive stop -> exit(stopped) end
    end),
    O1 = messages(P1),
    O2 = messages(P1),
    exit(P1, kill),
    O4 = item(P1, trap_exit),
    O5 = messages(S),
    [P ! stop || P <- [P1]],
    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [P1]]],
    Rows = lists:sort(ets:tab2list(R)),
    {O1, O2, O4, O5, Rows}.
