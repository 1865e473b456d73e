%% Small programs on the nodes main, a and b that can end in several ways, or in one where several might be thought of.
%% A comment says what each can return, and why.
%%
%% They run on real nodes, too (peers.erl): what was seen there is in seen.txt. Where weft knows of more, unseen.txt says
%% why that is right. ?PAUSE is where real nodes are delayed by chance.
-module(outcomes).
-compile([export_all, nowarn_export_all]).
-include("nodes.hrl").

%% --- messages -------------------------------------------------------------------------------------

%% Three processes on three nodes send: any order.
three_senders() ->
    P = self(),
    spawn(?A, fun() -> ?PAUSE, P ! a end),
    spawn(?B, fun() -> ?PAUSE, P ! b end),
    spawn(fun() -> ?PAUSE, P ! c end),
    take(3).

%% The order of each sender is kept, and theirs among each other is free: three orders.
pair_and_one() ->
    P = self(),
    spawn(?A, fun() -> ?PAUSE, P ! 1, ?PAUSE, P ! 2 end),
    spawn(?B, fun() -> ?PAUSE, P ! 3 end),
    take(3).

%% P tells R, then Q, who tells R: from different nodes, so in any order.
triangle_between() ->
    P = self(),
    R = spawn(?B, fun() -> P ! take(2) end),
    Q = spawn(?A, fun() -> receive go -> ?PAUSE, R ! second end end),
    ?PAUSE,
    R ! first,
    Q ! go,
    receive L -> L end.

%% As before, with Q and R on one node: of different senders nothing is promised.
triangle_on_one() ->
    P = self(),
    R = spawn(?A, fun() -> P ! take(2) end),
    Q = spawn(?A, fun() -> receive go -> R ! second end end),
    R ! first,
    Q ! go,
    receive L -> L end.

%% Once around: one order only.
ring() ->
    P = self(),
    B = spawn(?B, fun() -> receive L -> ?PAUSE, P ! [b | L] end end),
    A = spawn(?A, fun() -> receive L -> ?PAUSE, B ! [a | L] end end),
    A ! [main],
    receive L -> L end.

%% The echoes of one process come in order.
echo() ->
    E = spawn(?A, fun echo_loop/0),
    [begin ?PAUSE, E ! {self(), X} end || X <- [1, 2, 3]],
    take(3).

%% Those of two come in any order.
two_echoes() ->
    A = spawn(?A, fun echo_loop/0),
    B = spawn(?B, fun echo_loop/0),
    A ! {self(), a},
    ?PAUSE,
    B ! {self(), b},
    take(2).

%% What goes to the dead is lost, and nothing else.
dead_letter() ->
    {Q, R} = spawn_monitor_on(?A, fun() -> ok end),
    receive {'DOWN', R, _, _, normal} -> ok end,
    Q ! lost,
    E = spawn(?A, fun echo_loop/0),
    E ! {self(), found},
    take(1).

%% Who has got one message looks for another one: it is there, or not yet.
selective() ->
    P = self(),
    spawn(?A, fun() -> ?PAUSE, P ! low end),
    spawn(?B, fun() -> ?PAUSE, P ! high end),
    receive low -> ok end,
    ?PAUSE,
    receive high -> high after 0 -> not_yet end.

%% Through somebody on P's node, and directly: different pairs, so in any order.
relayed() ->
    P = self(),
    Relay = spawn(fun() -> receive X -> ?PAUSE, P ! X end end),
    spawn(?A, fun() -> Relay ! 1, ?PAUSE, P ! 2 end),
    take(2).

%% The name goes from X to Y while a message to it is under way: X gets it, or Y, or nobody.
name_moves() ->
    P = self(),
    X = spawn(?A, fun() -> register(s, self()), P ! ready, receive stop -> ok; M -> P ! {x, M} end end),
    receive ready -> ok end,
    spawn(?A, fun() ->
                      ?PAUSE, unregister(s),
                      register(s, spawn(fun() -> receive M -> P ! {y, M} end end)),
                      X ! stop
              end),
    ?PAUSE,
    {s, ?A} ! m,
    receive {Who, m} -> Who after ?LONG -> nobody end.

%% What is sent by name and by pid to one process keeps its order.
name_and_pid() ->
    P = self(),
    Q = spawn(?A, fun() -> register(s, self()), P ! ready, P ! take(3) end),
    receive ready -> ok end,
    Q ! 1,
    {s, ?A} ! 2,
    ?PAUSE,
    Q ! 3,
    receive L -> L end.

%% The name is given up at some moment: what is sent by it arrives, or is lost.
name_given_up() ->
    P = self(),
    Q = spawn(?A, fun() -> register(s, self()), P ! ready, ?PAUSE, unregister(s), P ! given_up, P ! take_now() end),
    receive ready -> ok end,
    ?PAUSE,
    {s, ?A} ! 1,
    receive given_up -> ok end,
    Q ! 2,
    receive L -> L end.

%% An alias is given up when b says so: what a sends through it arrives before that, or never.
unaliased() ->
    P = self(),
    Alias = alias(),
    spawn(?A, fun() -> ?PAUSE, Alias ! a, P ! sent end),
    spawn(?B, fun() -> ?PAUSE, P ! b end),
    receive b -> unalias(Alias) end,
    receive sent -> ok end,
    receive a -> got after 0 -> not_got end.

%% An answer through the alias of a monitor ends the monitor: nothing comes after it.
alias_of_monitor() ->
    Q = spawn(?A, fun() -> receive {ask, Alias} -> ?PAUSE, Alias ! answer end end),
    R = monitor(process, Q, [{alias, reply_demonitor}]),
    Q ! {ask, R},
    receive answer -> receive {'DOWN', R, _, _, Why} -> {answer, Why} after ?LONG -> answer end end.

%% Of two answers through such an alias the first counts: one of two orders.
two_answers() ->
    P = self(),
    Alias = alias([reply]),
    spawn(?A, fun() -> ?PAUSE, Alias ! a, P ! done end),
    spawn(?B, fun() -> ?PAUSE, Alias ! b, P ! done end),
    receive done -> ok end,
    receive done -> ok end,
    take_now().

%% Two writers on two nodes, each of two steps, on a table of main: one of the writes may get lost.
lost_update() ->
    P = self(),
    ets:new(t, [named_table, public]),
    ets:insert(t, {n, 0}),
    [spawn(N, fun() ->
                      [{n, V}] = erpc:call(?MAIN, ets, lookup, [t, n]),
                      ?PAUSE,
                      erpc:call(?MAIN, ets, insert, [t, {n, V + 1}]),
                      P ! done
              end) || N <- [?A, ?B]],
    receive done -> ok end,
    receive done -> ok end,
    [{n, V}] = ets:lookup(t, n),
    ets:delete(t),
    V.

%% --- spawning -------------------------------------------------------------------------------------

%% The answer to a request comes before all that the new process sends.
reply_first() ->
    P = self(),
    R = spawn_request(?A, fun() -> P ! child end, []),
    receive X -> receive Y -> [said(X, R), said(Y, R)] end end.

said({spawn_reply, R, How, _}, R) -> How;
said(X, _) -> X.

%% And before its end.
reply_before_down() ->
    R = spawn_request(?A, fun() -> exit(bye) end, [monitor]),
    receive X -> receive Y -> [ended(X, R), ended(Y, R)] end end.

ended({spawn_reply, R, How, _}, R) -> How;
ended({'DOWN', R, process, _, Why}, R) -> Why.

%% The answers of two nodes come in any order.
two_requests() ->
    R1 = spawn_request(?A, fun() -> ok end, []),
    ?PAUSE,
    R2 = spawn_request(?B, fun() -> ok end, []),
    receive {spawn_reply, R, ok, _} when R =:= R1; R =:= R2 -> ok end,
    case R of R1 -> a; R2 -> b end.

%% A request that is taken back: it was, or the answer is there already.
abandoned() ->
    R = spawn_request(?A, fun() -> ok end, []),
    ?PAUSE,
    case spawn_request_abandon(R) of
        true -> taken_back;
        false -> receive {spawn_reply, R, ok, _} -> answered after 0 -> missing end
    end.

%% A child that links to nobody sends before it is killed, or not.
killed_child() ->
    P = self(),
    {Q, R} = spawn_monitor_on(?A, fun() -> ?PAUSE, P ! begun, receive never -> ok end end),
    ?PAUSE,
    exit(Q, kill),
    receive {'DOWN', R, process, Q, Why} -> {Why, take_now()} end.

%% Grandchildren on a third node send directly.
grandchildren() ->
    P = self(),
    spawn(?A, fun() -> spawn(?B, fun() -> ?PAUSE, P ! b end), ?PAUSE, P ! a end),
    take(2).

%% --- links and exits ------------------------------------------------------------------------------

%% What was sent before the end comes before it.
sent_and_ended() ->
    process_flag(trap_exit, true),
    P = self(),
    Q = spawn_link(?A, fun() -> P ! 1, ?PAUSE, P ! 2, exit(bye) end),
    [ends(X, Q) || X <- take(3)].

ends({'EXIT', Q, Why}, Q) -> Why;
ends(X, _) -> X.

%% Messages and exit signals of one sender keep their order.
message_and_exit() ->
    P = self(),
    Q = spawn(?A, fun() -> process_flag(trap_exit, true), P ! ready, P ! [what(X) || X <- take(3)] end),
    receive ready -> ok end,
    Q ! 1,
    exit(Q, boo),
    ?PAUSE,
    Q ! 2,
    receive L -> L end.

what({'EXIT', _, Why}) -> {exit, Why};
what(X) -> X.

%% It traps exits at some moment: the signal ends it, or is a message.
trapping_late() ->
    P = self(),
    {Q, R} = spawn_monitor_on(?A, fun() -> ?PAUSE, process_flag(trap_exit, true), receive X -> P ! what(X) end end),
    ?PAUSE,
    exit(Q, boo),
    receive {'DOWN', R, process, Q, Why} -> {Why, take_now()} end.

%% `normal' from somebody else ends nobody.
exit_normal() ->
    P = self(),
    Q = spawn(?A, fun() -> receive go -> P ! lives end end),
    exit(Q, normal),
    Q ! go,
    take(1).

%% A chain over three nodes: who is at its end learns of the other one.
chain() ->
    process_flag(trap_exit, true),
    A = spawn_link(?A, fun() -> spawn_link(?B, fun() -> ?PAUSE, exit(bye) end), receive never -> ok end end),
    receive {'EXIT', A, Why} -> Why end.

%% Two are linked to M and end: the first one takes M with it.
two_ends() ->
    {M, R} = spawn_monitor(fun() ->
                                   spawn_link(?A, fun() -> ?PAUSE, exit(a) end),
                                   spawn_link(?B, fun() -> ?PAUSE, exit(b) end),
                                   receive never -> ok end
                           end),
    receive {'DOWN', R, process, M, Why} -> Why end.

%% Both link to each other, and Q ends: told once, whoever was first; the link may come too late.
both_link() ->
    process_flag(trap_exit, true),
    P = self(),
    Q = spawn(?A, fun() -> link(P), ?PAUSE, exit(bye) end),
    ?PAUSE,
    link(Q),
    [ends(X, Q) || X <- take_all()].

%% Once unlinked nothing comes any more.
unlinked_and_flushed() ->
    process_flag(trap_exit, true),
    P = self(),
    Q = spawn_link(?A, fun() -> receive go -> P ! gone, exit(bye) end end),
    Q ! go,
    ?PAUSE,
    unlink(Q),
    receive {'EXIT', Q, _} -> ok after 0 -> ok end,
    receive gone -> ok end,
    take_all().

%% --- monitors -------------------------------------------------------------------------------------

%% Of what is to be had before the end all is there.
sent_and_down() ->
    P = self(),
    Q = spawn(?A, fun() -> receive go -> P ! 1, ?PAUSE, P ! 2 end end),
    R = monitor(process, Q),
    Q ! go,
    [down(X, R) || X <- take(3)].

down({'DOWN', R, process, _, Why}, R) -> Why;
down(X, _) -> X.

%% Two watch, one of them tells: 'DOWN' and what the other one says come in any order.
two_watch() ->
    P = self(),
    Q = spawn(?A, fun() -> receive go -> ok end end),
    W = spawn(?B, fun() -> R = monitor(process, Q), P ! ready, receive {'DOWN', R, _, _, _} -> ?PAUSE, P ! told end end),
    receive ready -> ok end,
    R = monitor(process, Q),
    Q ! go,
    L = [down(X, R) || X <- take(2)],
    true = is_pid(W),
    L.

%% A name is monitored that somebody registers at some moment: it is there, or not.
monitored_name() ->
    P = self(),
    spawn(?A, fun() -> ?PAUSE, register(s, self()), P ! ready, receive go -> ok end end),
    ?PAUSE,
    R = monitor(process, {s, ?A}),
    receive ready -> {s, ?A} ! go end,
    receive {'DOWN', R, process, {s, N}, Why} -> {N =:= ?A, Why} end.

%% Whether there was something to take back.
demonitor_info() ->
    Q = spawn(?A, fun() -> ok end),
    R = monitor(process, Q),
    ?PAUSE,
    {demonitor(R, [info]), is_down(R)}.

is_down(R) -> receive {'DOWN', R, _, _, _} -> down after 0 -> not_down end.

%% It ends and is killed: one of the two is the reason.
ends_or_is_killed() ->
    {Q, R} = spawn_monitor_on(?A, fun() -> ?PAUSE, exit(bye) end),
    ?PAUSE,
    exit(Q, kill),
    receive {'DOWN', R, process, Q, Why} -> Why end.

%% Two on two nodes want to end it, each for a reason of its own.
two_murderers() ->
    {Q, R} = spawn_monitor_on(?A, fun() -> receive never -> ok end end),
    spawn(?B, fun() -> ?PAUSE, exit(Q, b) end),
    ?PAUSE,
    exit(Q, main),
    receive {'DOWN', R, process, Q, Why} -> Why end.

%% --- OTP ------------------------------------------------------------------------------------------

init(N) -> {ok, N}.
handle_call(get, _, N) -> {reply, N, N};
handle_call({add, M}, _, N) -> {reply, N + M, N + M};
handle_call(stop, _, N) -> {stop, normal, stopped, N};
handle_call(crash, _, _) -> exit(crashed);
handle_call(slow, _, N) -> ?PAUSE, {reply, slow, N}.
handle_cast({add, M}, N) -> {noreply, N + M};
handle_cast(stop, N) -> {stop, normal, N}.
handle_info({add, M}, N) -> {noreply, N + M};
handle_info(_, N) -> {noreply, N}.

server(Node) ->
    {ok, S} = erpc:call(Node, gen_server, start, [{local, server}, ?MODULE, 0, []]),
    S.

%% Two clients on two nodes: each sees one of two orders, and they agree.
two_clients() ->
    P = self(),
    S = server(?A),
    [spawn(N, fun() -> ?PAUSE, P ! {N, gen_server:call(S, {add, 1})} end) || N <- [?MAIN, ?B]],
    X = receive {?MAIN, M} -> M end,
    {X, receive {?B, K} -> K end}.

%% A cast and a call of one client keep their order, by pid or by name.
cast_and_call() ->
    S = server(?A),
    gen_server:cast(S, {add, 1}),
    gen_server:cast({server, ?A}, {add, 2}),
    S ! {add, 4},
    gen_server:call(S, get).

%% Casts of one client, a call of another one: it sees some of them.
casts_seen() ->
    P = self(),
    S = server(?A),
    spawn(?B, fun() -> gen_server:cast(S, {add, 1}), ?PAUSE, gen_server:cast(S, {add, 2}), P ! done end),
    ?PAUSE,
    N = gen_server:call(S, get),
    receive done -> N end.

%% A server that somebody stops: the call is answered, or the server was gone, or went while the call was waiting.
stopped_server() ->
    S = server(?A),
    spawn(?B, fun() -> ?PAUSE, gen_server:cast(S, stop) end),
    ?PAUSE,
    try gen_server:call(S, get) catch exit:{Why, {gen_server, call, _}} -> Why end.

%% The same by name: who has taken the name cannot be asked, so it is one of these, too.
stopped_by_name() ->
    S = server(?A),
    spawn(?B, fun() -> ?PAUSE, gen_server:call(S, stop) end),
    ?PAUSE,
    try gen_server:call({server, ?A}, get) catch exit:{Why, {gen_server, call, _}} -> Why end.

%% Servers of two nodes, asked at once, both answer.
multi_call() ->
    server(?A),
    server(?B),
    {Good, Bad} = gen_server:multi_call([?A, ?B], server, {add, 1}),
    {[X || {_, X} <- Good], Bad}.

%% One of two nodes has no such server.
multi_call_bad() ->
    server(?A),
    {Good, Bad} = gen_server:multi_call([?A, ?B], server, {add, 1}),
    {[X || {_, X} <- Good], [N =:= ?B || N <- Bad]}.

%% What is cast to two nodes arrives there before what is called afterwards.
abcast() ->
    A = server(?A),
    B = server(?B),
    abcast = gen_server:abcast([?A, ?B], server, {add, 3}),
    {gen_server:call(A, get), gen_server:call(B, get)}.

%% Two calls at once: their answers are told apart.
two_rpcs() ->
    K1 = rpc:async_call(?A, ?MODULE, slowly, [1]),
    K2 = rpc:async_call(?B, ?MODULE, slowly, [2]),
    {rpc:yield(K2), rpc:yield(K1)}.

slowly(X) -> ?PAUSE, X.

%% Two requests of erpc, and which is answered first.
first_response() ->
    R1 = erpc:send_request(?A, ?MODULE, slowly, [a]),
    R2 = erpc:send_request(?B, ?MODULE, slowly, [b]),
    receive M ->
        case erpc:check_response(M, R1) of
            {response, X} -> {X, erpc:receive_response(R2)};
            no_response -> {response, X} = erpc:check_response(M, R2), {X, erpc:receive_response(R1)}
        end
    end.

%% Who is counted on from two nodes.
rpc_counter() ->
    P = self(),
    C = counters:new(1, []),
    Self = spawn(fun() -> counter_loop(C) end),
    [spawn(N, fun() -> ?PAUSE, Self ! {add, P} end) || N <- [?A, ?B]],
    take(2).

counter_loop(C) -> receive {add, From} -> counters:add(C, 1, 1), From ! counters:get(C, 1), counter_loop(C) end.

%% --- algorithms -----------------------------------------------------------------------------------

%% Two participants vote; one says no at times, by what comes to it first.
two_phases() ->
    P = self(),
    B = spawn(?B, fun() -> receive busy -> receive {prepare, C} -> C ! no end; {prepare, C} -> C ! yes end end),
    A = spawn(?A, fun() -> receive {prepare, C} -> C ! yes end end),
    spawn(?A, fun() -> ?PAUSE, B ! busy end),
    ?PAUSE,
    [Q ! {prepare, P} || Q <- [A, B]],
    lists:sort(take(2)).

%% A lock that is a process on a: both get it, one after the other; what they see is one of two orders.
lock() ->
    P = self(),
    L = spawn(?A, fun lock_free/0),
    [spawn(N, fun() -> ?PAUSE, L ! {lock, self()}, receive locked -> P ! N, L ! unlock end end) || N <- [?MAIN, ?B]],
    [N =:= ?MAIN || N <- take(2)].

%% Who asks both replicas may see a write at one of them only.
replicas() ->
    A = spawn(?A, fun() -> replica(0) end),
    B = spawn(?B, fun() -> replica(0) end),
    spawn(fun() -> A ! {put, 1}, ?PAUSE, B ! {put, 1} end),
    ?PAUSE,
    [begin R ! {get, self()}, receive {value, V} -> V end end || R <- [A, B]].

replica(V) -> receive {put, W} -> replica(W); {get, From} -> From ! {value, V}, replica(V) end.

%% Two writers, two replicas: they may differ for ever.
diverging() ->
    P = self(),
    A = spawn(?A, fun() -> replica(0) end),
    B = spawn(?B, fun() -> replica(0) end),
    spawn(?A, fun() -> ?PAUSE, A ! {put, 1}, B ! {put, 1}, P ! done end),
    spawn(?B, fun() -> ?PAUSE, A ! {put, 2}, B ! {put, 2}, P ! done end),
    take(2),
    [begin ?PAUSE, R ! {get, self()}, receive {value, V} -> V end end || R <- [A, B]].

%% Messages with what their sender has seen: an answer may be there before its question.
causality() ->
    P = self(),
    B = spawn(?B, fun() -> receive question -> ?PAUSE, P ! answer end end),
    spawn(?A, fun() -> ?PAUSE, P ! question, B ! question end),
    take(2).

%% --- connections ----------------------------------------------------------------------------------

%% P breaks the connection while somebody sends: some beginning is there, then a gap, then perhaps an end.
gap() ->
    P = self(),
    Q = spawn(?A, fun() -> receive go -> ok end, [begin P ! X, ?PAUSE end || X <- [1, 2, 3]] end),
    Q ! go,
    ?PAUSE,
    erlang:disconnect_node(?A),
    take_all().

%% It was linked, so it ends where it is, too; the name is free again.
linked_and_lost() ->
    P = self(),
    process_flag(trap_exit, true),
    Q = spawn_link(?A, fun() -> receive never -> ok end end),
    W = spawn(?B, fun() -> R = monitor(process, Q), P ! ready, receive {'DOWN', R, _, _, Why} -> P ! {seen, Why} end end),
    receive ready -> ok end,
    erlang:disconnect_node(?A),
    Here = receive {'EXIT', Q, Why} -> Why end,
    true = is_pid(W),
    {Here, receive {seen, There} -> There end}.

%% It was only watched, so it lives, and can be reached again.
watched_and_lost() ->
    P = self(),
    Q = spawn(?A, fun() -> receive go -> P ! lives end end),
    R = monitor(process, Q),
    erlang:disconnect_node(?A),
    Why = receive {'DOWN', R, process, Q, W} -> W end,
    Q ! go,
    {Why, receive lives -> lives end}.

%% A call while the connection breaks: the answer, or no connection; whether it was done nobody knows.
call_and_loss() ->
    S = server(?A),
    spawn(fun() -> ?PAUSE, erlang:disconnect_node(?A) end),
    ?PAUSE,
    Said = ask(S, {add, 1}),
    {Said, ask(S, get)}.

%% The same with erpc.
erpc_and_loss() ->
    spawn(fun() -> ?PAUSE, erlang:disconnect_node(?A) end),
    ?PAUSE,
    try erpc:call(?A, ?MODULE, slowly, [here]) catch error:{erpc, Why} -> Why end.

%% And with rpc.
rpc_and_loss() ->
    spawn(fun() -> ?PAUSE, erlang:disconnect_node(?A) end),
    ?PAUSE,
    rpc:call(?A, ?MODULE, slowly, [here]).

%% A spawn while the connection breaks.
spawn_and_loss() ->
    spawn(fun() -> ?PAUSE, erlang:disconnect_node(?A) end),
    ?PAUSE,
    R = spawn_request(?A, fun() -> ok end, []),
    receive {spawn_reply, R, How, What} -> {How, is_pid(What) orelse What} end.

%% Those who watch all nodes hear of the loss, and of the new connection after it.
down_and_up() ->
    ok = net_kernel:monitor_nodes(true),
    erlang:disconnect_node(?A),
    Down = receive {nodedown, ?A} -> down end,
    pong = net_adm:ping(?A),
    Up = receive {nodeup, ?A} -> up end,
    ok = net_kernel:monitor_nodes(false),
    [Down, Up | take_now()].

%% Of one node twice: told twice, and then no more.
watched_node() ->
    true = monitor_node(?A, true),
    true = monitor_node(?A, true),
    erlang:disconnect_node(?A),
    receive {nodedown, ?A} -> ok end,
    receive {nodedown, ?A} -> ok end,
    pong = net_adm:ping(?A),
    erlang:disconnect_node(?A),
    take_all().

%% The other side notices later, and the third node not at all.
three_views() ->
    P = self(),
    erlang:disconnect_node(?A),
    spawn(?B, fun() -> P ! lists:sort([N || N <- nodes(), N =:= ?A orelse N =:= ?MAIN]) =:= lists:sort([?A, ?MAIN]) end),
    {lists:member(?A, nodes()), take(1)}.

%% An unlink that is lost with the connection: nothing comes of it.
unlinked_and_lost() ->
    process_flag(trap_exit, true),
    P = self(),
    Q = spawn_link(?A, fun() -> receive go -> P ! lives end end),
    unlink(Q),
    erlang:disconnect_node(?A),
    Q ! go,
    receive
        lives -> lives;
        {'EXIT', Q, Why} -> Why
    after ?LONG -> gone
    end.

%% --- what they share ------------------------------------------------------------------------------

spawn_monitor_on(Node, Fun) -> erlang:spawn_opt(Node, Fun, [monitor]).

take(0) -> [];
take(N) -> receive X -> [X | take(N - 1)] end.

take_now() -> receive X -> [X | take_now()] after 0 -> [] end.

%% All that comes until nothing comes any more.
take_all() -> receive X -> [X | take_all()] after ?LONG -> [] end.

echo_loop() -> receive {From, X} -> ?PAUSE, From ! X, echo_loop() end.

lock_free() -> receive {lock, Q} -> Q ! locked, receive unlock -> lock_free() end end.

ask(S, Question) -> try gen_server:call(S, Question) catch exit:{{Why, _}, {gen_server, call, _}} -> Why end.
