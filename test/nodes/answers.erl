%% Calls and messages between nodes, each with one answer: run on real nodes (peers.erl), whose answers are in
%% answers.txt, and on weft, which must say the same. zz is a name of a node that does not run. Where an order is free,
%% the answer is sorted.
-module(answers).
-compile([export_all, nowarn_export_all]).
-include("nodes.hrl").
-define(C(Expression), {??Expression, fun() -> Expression end}).

answers() ->
    [rpc:call(N, logger, set_primary_config, [level, none]) || N <- [?MAIN, ?A, ?B]],
    [io:format("~s = ~ts~n", [Text, plain:answer(Fun)]) || {Text, Fun} <- cases()].

%% Where a search takes the steps, what is said must be in the record, too.
agrees() ->
    {ok, Record} = file:read_file("answers.txt"),
    Lines = binary:split(Record, <<"\n">>, [global]),
    [] = [Said || {Text, Fun} <- cases(), Said <- [lists:flatten([Text, " = ", plain:answer(Fun)])],
                  not lists:member(unicode:characters_to_binary(Said), Lines)].

cases() ->
    identity() ++ sending() ++ linking() ++ monitoring() ++ spawning() ++ losing() ++ watching() ++ calling() ++ servers() ++ connecting() ++ global_names() ++ groups().

%% --- what nodes and pids are ----------------------------------------------------------------------

identity() ->
    [?C(node()),
     ?C(is_alive()),
     ?C(lists:sort(nodes())),
     ?C(nodes(this)),
     ?C(lists:sort(nodes([this, visible]))),
     ?C(lists:sort(nodes(connected))),
     ?C(nodes(hidden)),
     ?C(lists:member(nonode@nohost, nodes(known))),
     ?C([N || N <- [?MAIN, ?A, ?B], not lists:member(N, nodes(known))]),
     ?C(nodes(nothing)),
     ?C(nodes([visible | x])),
     ?C(lists:sort([{N, T} || {N, #{node_type := T}} <- erlang:nodes(connected, #{node_type => true})])),
     ?C(erlang:nodes(this, #{node_type => true, connection_id => true})),
     ?C(node(sleeper(?A))),
     ?C(sleeper(?A)),
     ?C(node(there(?A, fun make_ref/0))),
     ?C(there(?A, fun() -> {node(), node(group_leader()), group_leader() =:= there(?MAIN, fun group_leader/0)} end)),
     ?C(there(?A, fun() -> lists:sort(nodes()) end)),
     ?C(begin P = sleeper(?A), P =:= list_to_pid(pid_to_list(P)) end),
     ?C(begin P = sleeper(?A), P =:= binary_to_term(term_to_binary(P)) end),
     ?C(hd(pid_to_list(sleeper(?A)))),
     ?C(begin P = sleeper(?A), erpc:call(?A, erlang, pid_to_list, [P]) =:= pid_to_list(P) end),
     ?C(begin P = self(), there(?A, fun() -> {node(P), is_pid(P)} end) end),
     ?C(is_process_alive(sleeper(?A))),
     ?C(process_info(sleeper(?A))),
     ?C(process_info(sleeper(?A), messages)),
     ?C(register(some_name, sleeper(?A))),
     ?C(process_flag(sleeper(?A), save_calls, 0)),
     ?C(erlang:suspend_process(sleeper(?A))),
     ?C(erlang:resume_process(sleeper(?A))),
     ?C(garbage_collect(sleeper(?A))),
     ?C(check_process_code(sleeper(?A), lists)),
     ?C(erlang:trace(sleeper(?A), true, [send])),
     ?C(ets:give_away(ets:new(t, []), sleeper(?A), x)),
     ?C(ets:new(t, [{heir, sleeper(?A), x}])),
     ?C(erlang:send_after(1, sleeper(?A), x)),
     ?C(erlang:send_after(1, {name, ?A}, x)),
     ?C(erlang:start_timer(1, sleeper(?A), x)),
     ?C(erlang:process_display(sleeper(?A), backtrace)),
     ?C(there(?A, fun() -> process_info(self(), parent) end)),
     ?C(there(?A, fun() -> erpc:call(?B, erlang, node, []) end)),
     ?C(there(?A, fun() -> put(x, 1), get() end)),
     ?C(begin register(mine, self()), [whereis(mine) =:= self(), there(?A, fun() -> whereis(mine) end)] end),
     ?C(begin
            Names = [begin P = sleeper(N), there(N, fun() -> register(same, P) end) end || N <- [?A, ?B]],
            [end_named(N, same) || N <- [?A, ?B]],
            Names
        end),
     ?C(begin ets:new(named, [named_table, public]), there(?A, fun() -> ets:info(named) end) end),
     ?C(begin T = ets:new(unnamed, [public]), there(?A, fun() -> plain:call(fun() -> ets:info(T, name) end) end) end),
     ?C(begin persistent_term:put(key, here), [persistent_term:get(key), there(?A, fun() -> persistent_term:get(key, none) end)] end),
     ?C(begin application:set_env(stdlib, x, 1), R = there(?A, fun() -> application:get_env(stdlib, x) end), application:unset_env(stdlib, x), R end),
     ?C(there(?A, fun() -> X = 7, F = fun(Y) -> X + Y end, there(?B, fun() -> F(1) end) end)),
     ?C(there(?A, fun() -> try nomod:f(1) catch error:undef -> undef end end)),
     ?C(erlang:node(there(?A, fun() -> spawn(fun() -> ok end) end))),
     ?C(begin C = there(?A, fun() -> counters:new(1, []) end), is_reference(C) orelse C end)].

%% --- sending --------------------------------------------------------------------------------------

sending() ->
    [?C(erlang:send({x, ?ZZ}, m, [noconnect])),
     ?C({unknown, ?A} ! m),
     ?C(unknown ! m),
     ?C({unknown, node()} ! m),
     ?C({x, ?ZZ} ! m),
     ?C({x, notanode} ! m),
     ?C({x, 42} ! m),
     ?C({42, ?A} ! m),
     ?C({x, ?A, y} ! m),
     ?C(begin P = dead(?A), P ! m end),
     ?C(erlang:send({unknown, ?A}, m, [noconnect])),
     ?C(erlang:send(sleeper(?A), m, [nosuspend])),
     ?C(erlang:send(sleeper(?A), m, [bad])),
     ?C(erlang:send_nosuspend(sleeper(?A), m)),
     ?C(erlang:send_nosuspend({x, ?ZZ}, m)),
     ?C(begin P = self(), spawn(?A, fun() -> P ! {self() =:= P, node(P)} end), next() end),
     ?C(begin P = self(), spawn(?A, fun() -> {main_name, ?MAIN} ! hello, P ! sent end), next() end),
     ?C(begin register(main_name, self()), spawn(?A, fun() -> {main_name, ?MAIN} ! hello end), next() end),
     ?C(begin register(main_name, self()), spawn(?A, fun() -> {main_name, ?ZZ} ! lost, {main_name, ?MAIN} ! kept end), next() end),
     ?C(begin P = self(), A = alias(), spawn(?A, fun() -> A ! x, P ! y end), [next(), next()] end),
     ?C(begin P = self(), A = alias(), unalias(A), spawn(?A, fun() -> A ! x, P ! y end), [next(), next_or_none()] end),
     ?C(begin P = self(), A = alias([reply]), spawn(?A, fun() -> A ! x, A ! y, P ! z end), [next(), next(), next_or_none()] end),
     ?C(begin P = self(), Q = spawn(?A, fun() -> P ! {alias, alias()}, receive X -> P ! X end end), {alias, A} = next(), A ! hi, R = next(), true = is_pid(Q), R end),
     ?C(begin P = self(), spawn(?A, fun() -> exit(P, normal), P ! after_it end), next() end),
     ?C(begin process_flag(trap_exit, true), P = self(), spawn(?A, fun() -> exit(P, boo) end), next() end),
     ?C(begin P = self(), spawn(?A, fun() -> exit(P, boo) end), next() end),
     ?C(begin P = self(), spawn(?A, fun() -> exit(P, kill) end), next() end),
     ?C(exit(dead(?A), boo)),
     ?C(begin P = self(), T = {make_ref(), P, fun() -> 1 end, <<1:3>>, 1 bsl 100, 1.5, #{a => [b]}, "text"},
              spawn(?A, fun() -> P ! T end), next() =:= T end)].

%% --- linking --------------------------------------------------------------------------------------

linking() ->
    [?C(begin process_flag(trap_exit, true), P = dead(?A), {link(P), next()} end),
     ?C(begin link(dead(?A)), next() end),
     ?C(begin process_flag(trap_exit, true), P = sleeper(?A), link(P), exit(P, kill), next() end),
     ?C(begin process_flag(trap_exit, true), P = sleeper(?A), link(P), exit(P, boo), next() end),
     ?C(begin P = sleeper(?A), link(P), exit(P, boo), next() end),
     ?C(begin process_flag(trap_exit, true), P = spawn_link(?A, fun() -> ok end), {node(P), next()} end),
     ?C(begin process_flag(trap_exit, true), spawn_link(?A, fun() -> exit(bye) end), next() end),
     ?C(begin process_flag(trap_exit, true), spawn_link(?A, erlang, throw, [x]), {'EXIT', _, {{nocatch, x}, _}} = next(), ok end),
     ?C(begin process_flag(trap_exit, true), P = sleeper(?A), link(P), link(P), unlink(P), exit(P, kill), next_or_none() end),
     ?C(unlink(sleeper(?A))),
     ?C(unlink(dead(?A))),
     ?C(begin process_flag(trap_exit, true), spawn_link(?ZZ, fun() -> ok end), next() end),
     ?C(begin spawn_link(?ZZ, fun() -> ok end), next() end),
     ?C(begin P = self(), process_flag(trap_exit, true), Q = spawn(?A, fun() -> link(P), exit(crossed) end), true = is_pid(Q), next() end),
     ?C(begin P = sleeper(?A), link(P), {links, [P]} = process_info(self(), links), ok end),
     ?C(begin P = self(), Q = spawn_link(?A, fun() -> P ! [node(L) || L <- element(2, process_info(self(), links))], receive x -> ok end end), true = is_pid(Q), next() end),
     ?C(begin P = self(), Q = sleeper(?A), spawn(?B, fun() -> process_flag(trap_exit, true), link(Q), ask(Q), P ! linked, P ! next() end), linked = next(), exit(Q, boo), next() end),
     ?C(begin process_flag(trap_exit, true), P = self(), spawn_link(?A, fun() -> P ! one, P ! two end), [next(), next(), next()] end)].

%% --- monitoring -----------------------------------------------------------------------------------

monitoring() ->
    [?C(down(monitor(process, dead(?A)))),
     ?C(down(monitor(process, {nosuch, ?A}))),
     ?C(down(monitor(process, nosuch))),
     ?C(down(monitor(process, {nosuch, node()}))),
     ?C(down(monitor(process, {x, ?ZZ}))),
     ?C(monitor(process, {x, 42})),
     ?C(monitor(process, {42, ?A})),
     ?C(monitor(nothing, sleeper(?A))),
     ?C(begin P = sleeper(?A), R = monitor(process, P), exit(P, boo), down(R) end),
     ?C(begin P = sleeper(?A), R = monitor(process, P), exit(P, kill), down(R) end),
     ?C(begin P = named_sleeper(?A), R = monitor(process, {sleeper, ?A}), exit(P, kill), D = down(R), end_named(?A, sleeper), D end),
     ?C(begin P = sleeper(?A), R = monitor(process, P, [{tag, gone}]), exit(P, boo), {gone, R, process, P, boo} = next(), ok end),
     ?C(begin R = monitor(process, {x, ?ZZ}, [{tag, gone}]), {gone, R, process, O, W} = next(), {O, W} end),
     ?C(begin P = sleeper(?A), R = monitor(process, P), [demonitor(R, [flush, info]), demonitor(R, [flush, info])] end),
     ?C(begin R = monitor(process, dead(?A)), {'DOWN', R, _, _, _} = next(), demonitor(R, [info]) end),
     ?C(begin P = sleeper(?A), R = monitor(process, P), demonitor(R), exit(P, kill), wait_dead(P), next_or_none() end),
     ?C(begin P = sleeper(?A), monitor(process, P), {monitors, [{process, Q}]} = process_info(self(), monitors), P =:= Q end),
     ?C(begin named_sleeper(?A), monitor(process, {sleeper, ?A}), {monitors, L} = process_info(self(), monitors), end_named(?A, sleeper), L end),
     ?C(begin P = self(), sleeper_on(?A, fun() -> monitor(process, P) end), until(fun() -> length(element(2, process_info(P, monitored_by))) > 1 end),
              lists:sort([node(Q) || Q <- element(2, process_info(P, monitored_by))]) end),
     ?C(begin P = self(), Q = sleeper_on(?A, fun() -> P ! {r, monitor(process, P)} end), {r, R} = next(), true = is_pid(Q), demonitor(R) end),
     ?C(begin process_flag(trap_exit, true), P = sleeper(?A), R = monitor(process, P), S = monitor(process, P), link(P), exit(P, boo),
              lists:sort([kind(next(), [R, S]) || _ <- [1, 2, 3]]) end)].

%% --- spawning -------------------------------------------------------------------------------------

spawning() ->
    [?C(node(spawn(?A, fun() -> ok end))),
     ?C(node(spawn(?ZZ, fun() -> ok end))),
     ?C(begin {P, R} = spawn_monitor_at(?ZZ), {node(P), down(R)} end),
     ?C(begin {P, R} = spawn_monitor_at(?A), {node(P), down(R)} end),
     ?C(begin process_flag(trap_exit, true), {P, R} = erlang:spawn_opt(?ZZ, erlang, now, [], [monitor, link]), [tag(next(), P, R), tag(next(), P, R)] end),
     ?C(begin process_flag(trap_exit, true), {P, R} = erlang:spawn_opt(?A, fun() -> exit(bye) end, [monitor, link]), lists:sort([tag(next(), P, R), tag(next(), P, R)]) end),
     ?C(reply(spawn_request(?ZZ, fun() -> ok end, [monitor]))),
     ?C(reply(spawn_request(?ZZ, fun() -> ok end, []))),
     ?C(reply(spawn_request(?A, fun() -> ok end, []))),
     ?C(begin R = spawn_request(?A, fun() -> exit(bye) end, [monitor]), {spawn_reply, R, ok, P} = next(), {'DOWN', R, process, P, W} = next(), {node(P), W} end),
     ?C(reply(spawn_request(?A, fun() -> ok end, [bad_option]))),
     ?C(begin R = spawn_request(?ZZ, fun() -> ok end, [{reply, error_only}, {reply_tag, tg}]), {tg, R, H, W} = next(), {H, W} end),
     ?C(begin spawn_request(?A, fun() -> ok end, [{reply, error_only}]), next_or_none() end),
     ?C(begin spawn_request(?A, fun() -> ok end, [{reply, no}]), next_or_none() end),
     ?C(begin spawn_request(?ZZ, fun() -> ok end, [{reply, success_only}]), next_or_none() end),
     ?C(begin R = spawn_request(?A, erlang, now, [], [{reply_tag, #{t => 1}}]), {#{t := 1}, R, H, _} = next(), H end),
     ?C(begin R = spawn_request(?A, fun() -> ok end), {spawn_reply, R, ok, _} = next(), spawn_request_abandon(R) end),
     ?C(spawn_request_abandon(make_ref())),
     ?C(spawn_request_abandon(x)),
     ?C(begin {_, R} = erlang:spawn_opt(?A, nomod, f, [], [monitor]), {'DOWN', R, _, _, {W, [{M, F, As, _}]}} = next(), {W, M, F, As} end),
     ?C(spawn(?A, x)),
     ?C(spawn(?A, lists, seq, x)),
     ?C(spawn(42, fun() -> ok end)),
     ?C(begin P = self(), spawn(?A, fun() -> P ! process_info(self(), trap_exit) end), next() end),
     ?C(begin P = self(), erlang:spawn_opt(?A, fun() -> P ! process_info(self(), priority) end, [{priority, high}]), next() end),
     ?C(begin P = self(), spawn(?A, fun() -> P ! {initial, element(2, process_info(self(), initial_call))} end), next() end),
     ?C(begin P = self(), proc_lib:spawn(?A, fun() -> P ! [node(Q) || Q <- get('$ancestors')] end), next() end),
     ?C(begin P = self(), {ok, Q, X} = start_there(?A, fun() -> proc_lib:init_ack(P, {ok, self(), yes}), receive x -> ok end end), {node(Q), X} end)].

%% --- losing a connection --------------------------------------------------------------------------

losing() ->
    [?C(begin process_flag(trap_exit, true), P = sleeper(?A), link(P), true = erlang:disconnect_node(?A), next() end),
     ?C(begin P = sleeper(?A), link(P), erlang:disconnect_node(?A), next() end),
     ?C(begin P = sleeper(?A), R = monitor(process, P), erlang:disconnect_node(?A), down(R) end),
     ?C(begin named_sleeper(?A), R = monitor(process, {sleeper, ?A}), erlang:disconnect_node(?A), D = down(R), connect(), end_named(?A, sleeper), D end),
     ?C(begin P = sleeper(?A), monitor(process, P), erlang:disconnect_node(?A), next(), connect(), there(?A, fun() -> is_process_alive(P) end) end),
     ?C(begin process_flag(trap_exit, true), P = sleeper(?A), link(P), ask(P), erlang:disconnect_node(?A), next(), connect(), there(?A, fun() -> until(fun() -> not is_process_alive(P) end) end) end),
     ?C(begin process_flag(trap_exit, true), P = trapper(?A), link(P), pong = ping(P), erlang:disconnect_node(?A), next(), connect(), ask(P) end),
     ?C(begin P = watcher(?A, self()), erlang:disconnect_node(?A), connect(), ask(P) end),
     ?C(begin P = sleeper(?A), R = monitor(process, P), monitor_node(?A, true), net_kernel:monitor_nodes(true, []), process_flag(trap_exit, true), link(P),
              erlang:disconnect_node(?A), L = [kind(next(), [R]) || _ <- [1, 2, 3, 4]], connect(), {L -- [{nodedown, ?A}], lists:member({nodedown, ?A}, L)} end),
     ?C(begin erlang:disconnect_node(?A), L = lists:sort(nodes()), connect(), L end),
     ?C(begin erlang:disconnect_node(?A), L = there(?B, fun() -> lists:sort(nodes()) end), connect(), L end),
     ?C(erlang:disconnect_node(?ZZ)),
     ?C(erlang:disconnect_node(node())),
     ?C(erlang:disconnect_node(42)),
     ?C(begin X = [erlang:disconnect_node(?A), erlang:disconnect_node(?A)], connect(), X end),
     ?C(begin erlang:disconnect_node(?A), X = erlang:send({unknown, ?A}, m, [noconnect]), connect(), X end),
     ?C(begin P = echoer(?A), erlang:disconnect_node(?A), X = erlang:send(P, lost, [noconnect]), connect(), {X, ask(P)} end),
     ?C(begin P = echoer(?A), erlang:disconnect_node(?A), ask(P) end),
     ?C(begin P = echoer(?A), erlang:disconnect_node(?A), there(?A, fun() -> ok end), X = lists:member(?A, nodes()), {X, ask(P)} end),
     ?C(begin S = server(?A), erlang:disconnect_node(?A), connect(), X = gen_server:call(S, get), gen_server:stop(S), X end),
     ?C(begin A = alias([reply]), P = sleeper(?A), R = monitor(process, P, [{alias, reply_demonitor}]), erlang:disconnect_node(?A), D = down(R), connect(), spawn(?A, fun() -> R ! x, A ! y end), {D, next()} end),
     ?C(begin P = self(), Q = spawn(?A, fun() -> process_flag(trap_exit, true), link(P), P ! linked, trap_one() end),
              process_flag(trap_exit, true), linked = next(), erlang:disconnect_node(?A), {'EXIT', Q, V} = next(), connect(), {V, ask(Q)} end),
     ?C(begin P = self(), sleeper_on(?B, fun() -> monitor_node(?A, true), P ! ready, receive {nodedown, ?A} -> P ! down end end), ready = next(), erlang:disconnect_node(?A), X = next_or_none(), connect(), X end)].

%% --- watching nodes -------------------------------------------------------------------------------

watching() ->
    [?C(monitor_node(?A, true)),
     ?C(monitor_node(?A, false)),
     ?C(monitor_node(?A, maybe)),
     ?C(monitor_node(42, true)),
     ?C(monitor_node(node(), true)),
     ?C(begin monitor_node(?ZZ, true), next() end),
     ?C(begin erlang:monitor_node(?ZZ, true, [allow_passive_connect]), next() end),
     ?C(erlang:monitor_node(?A, true, [bad])),
     ?C(begin monitor_node(?ZZ, true), monitor_node(?ZZ, true), [next(), next()] end),
     ?C(begin monitor_node(?A, true), monitor_node(?A, true), monitor_node(?A, false), erlang:disconnect_node(?A), X = [next(), next_or_none()], connect(), X end),
     ?C(begin monitor_node(?A, true), erlang:disconnect_node(?A), next(), connect(), erlang:disconnect_node(?A), X = next_or_none(), connect(), X end),
     ?C(net_kernel:monitor_nodes(maybe)),
     ?C(begin ok = net_kernel:monitor_nodes(true), erlang:disconnect_node(?A), connect(), [next(), next()] end),
     ?C(begin ok = net_kernel:monitor_nodes(true), ok = net_kernel:monitor_nodes(true), erlang:disconnect_node(?A), X = [next(), next()], connect(), X end),
     ?C(begin ok = net_kernel:monitor_nodes(true), ok = net_kernel:monitor_nodes(false), erlang:disconnect_node(?A), connect(), next_or_none() end),
     ?C(begin ok = net_kernel:monitor_nodes(true, [nodedown_reason]), erlang:disconnect_node(?A), connect(), [next(), next()] end),
     ?C(begin ok = net_kernel:monitor_nodes(true, [{node_type, all}, nodedown_reason]), erlang:disconnect_node(?A), connect(), [next(), next()] end),
     ?C(begin ok = net_kernel:monitor_nodes(true, #{node_type => visible}), erlang:disconnect_node(?A), connect(), [next(), next()] end),
     ?C(begin ok = net_kernel:monitor_nodes(true, [{node_type, hidden}]), erlang:disconnect_node(?A), connect(), next_or_none() end),
     ?C(begin ok = net_kernel:monitor_nodes(true, [connection_id, {node_type, all}, nodedown_reason]), erlang:disconnect_node(?A), connect(), keys([next(), next()]) end),
     ?C(begin ok = net_kernel:monitor_nodes(true, #{connection_id => true, nodedown_reason => true}), erlang:disconnect_node(?A), connect(), keys([next(), next()]) end),
     ?C(begin ok = net_kernel:monitor_nodes(true, [connection_id]), erlang:disconnect_node(?A), connect(), {_, _, [{connection_id, X}]} = next(), {_, _, [{connection_id, Y}]} = next(), Y > X end),
     ?C(net_kernel:monitor_nodes(true, [bad]))].

keys(News) -> [{What, N, if is_map(Info) -> lists:sort(maps:keys(Info)); true -> [K || {K, _} <- Info] end} || {What, N, Info} <- News].

%% --- rpc and erpc ---------------------------------------------------------------------------------

calling() ->
    [?C({rpc, K, rpc:call(?A, ?MODULE, does, [K])}) || K <- [value, exit, throw]] ++
    [?C({erpc, K, plain:call(fun() -> erpc:call(?A, ?MODULE, does, [K]) end)}) || K <- [value, exit, throw, killed]] ++
    [?C(begin {badrpc, {'EXIT', {boom, [_ | _]}}} = rpc:call(?A, ?MODULE, does, [error]), ok end),
     ?C(begin {badrpc, {'EXIT', {undef, [{nomod, f, [1], []}]}}} = rpc:call(?A, nomod, f, [1]), ok end),
     ?C(rpc:call(?A, ?MODULE, does, [killed])),
     ?C(rpc:call(?A, timer, sleep, [infinity], 1)),
     ?C(rpc:call(?ZZ, erlang, node, [])),
     ?C(rpc:call(node(), erlang, node, [])),
     ?C(rpc:call(?A, erlang, node, x)),
     ?C(rpc:call(42, erlang, node, [])),
     ?C(rpc:block_call(?A, erlang, node, [])),
     ?C(rpc:cast(?A, erlang, node, [])),
     ?C(rpc:cast(?ZZ, erlang, node, [])),
     ?C(rpc:multicall([?A, ?B, ?ZZ], erlang, node, [])),
     ?C(begin {L, []} = rpc:multicall(erlang, node, []), lists:sort(L) end),
     ?C(rpc:abcast([?A, ?ZZ], nm, x)),
     ?C(rpc:sbcast([?A, ?ZZ], nm, x)),
     ?C(rpc:eval_everywhere([?A, ?B], erlang, node, [])),
     ?C(rpc:server_call(?A, nosuch, rep, x)),
     ?C(rpc:yield(rpc:async_call(?A, erlang, node, []))),
     ?C(rpc:yield(rpc:async_call(?ZZ, erlang, node, []))),
     ?C(rpc:nb_yield(rpc:async_call(?A, erlang, node, []), 5000)),
     ?C(rpc:parallel_eval([{erlang, abs, [-1]}, {erlang, abs, [-2]}])),
     ?C(rpc:pmap({erlang, abs}, [], [-1, -2])),
     ?C(rpc:pinfo(sleeper(?A), trap_exit)),
     ?C(erpc:call(?A, erlang, node, [])),
     ?C(erpc:call(?A, fun() -> node() end)),
     ?C(erpc:call(?ZZ, erlang, node, [])),
     ?C(begin {exception, boom, [_ | _]} = try erpc:call(?A, ?MODULE, does, [error]) catch error:E -> E end, ok end),
     ?C(try erpc:call(?A, nomod, f, [1]) catch error:{exception, undef, [{M, F, As, _}]} -> {M, F, As} end),
     ?C(erpc:call(?A, timer, sleep, [infinity], 1)),
     ?C(erpc:call(?A, erlang, node, x)),
     ?C(erpc:call(42, erlang, node, [])),
     ?C(erpc:call(?A, erlang, node, [], -1)),
     ?C(erpc:cast(?A, erlang, node, [])),
     ?C(erpc:cast(?ZZ, erlang, node, [])),
     ?C(erpc:multicall([?A, ?B, ?ZZ], erlang, node, [])),
     ?C(erpc:multicall([?A, ?B], ?MODULE, does, [throw])),
     ?C(erpc:multicast([?A, ?ZZ], erlang, node, [])),
     ?C(erpc:receive_response(erpc:send_request(?A, erlang, node, []))),
     ?C(erpc:receive_response(erpc:send_request(?ZZ, erlang, node, []))),
     ?C(erpc:wait_response(erpc:send_request(?A, timer, sleep, [infinity]), 1)),
     ?C(begin R = erpc:send_request(?A, erlang, node, []), erpc:check_response(next(), R) end),
     ?C(erpc:call(?A, erlang, halt_nothing, []))].

does(value) -> value;
does(exit) -> exit(boom);
does(throw) -> throw(boom);
does(error) -> error(boom);
does(killed) -> exit(self(), kill), receive never -> ok end.

%% --- servers --------------------------------------------------------------------------------------

servers() ->
    [?C(gen_server:call({nosuch, ?A}, x)),
     ?C(gen_server:call(dead(?A), x)),
     ?C(gen_server:call({x, ?ZZ}, x)),
     ?C(gen_server:call(sleeper(?A), x, 1)),
     ?C(gen_server:call(nosuch, x)),
     ?C(gen_server:cast({nosuch, ?A}, x)),
     ?C(gen_server:cast({x, ?ZZ}, x)),
     ?C(gen_statem:call({x, ?ZZ}, x)),
     ?C(gen_statem:call({nosuch, ?A}, x)),
     ?C(gen_event:call({x, ?ZZ}, h, x)),
     ?C(gen_event:notify({x, ?ZZ}, x)),
     ?C(gen_event:sync_notify({x, ?ZZ}, x)),
     ?C(gen_event:sync_notify({nosuch, ?A}, x)),
     ?C(supervisor:which_children({x, ?ZZ})),
     ?C(sys:get_state({x, ?ZZ})),
     ?C(sys:get_state({nosuch, ?A})),
     ?C(gen_server:stop({nosuch, ?A})),
     ?C(gen_server:stop({x, ?ZZ})),
     ?C(begin S = server(?A), X = [gen_server:call(S, {add, 2}), gen_server:call({server, ?A}, get)], gen_server:stop(S), X end),
     ?C(begin S = server(?A), X = gen_server:call(S, who), gen_server:stop(S), X end),
     ?C(begin S = server(?A), R = try gen_server:call(S, crash) catch exit:{W, {gen_server, call, _}} -> W end, R end),
     ?C(begin S = server(?A), X = sys:get_state(S), gen_server:stop(S), X end),
     ?C(begin S = server(?A), gen_server:stop({server, ?A}), wait_dead(S), gen_server:call({server, ?A}, x) end),
     ?C(begin S = server(?A), X = gen_server:receive_response(gen_server:send_request(S, get), 5000), gen_server:stop(S), X end),
     ?C(gen_server:receive_response(gen_server:send_request({x, ?ZZ}, get), 5000)),
     ?C(begin A = server(?A), B = server(?B), {L, X} = gen_server:multi_call([?A, ?B, ?ZZ], server, get), gen_server:stop(A), gen_server:stop(B), {lists:sort(L), X} end),
     ?C(begin A = server(?A), {L, X} = gen_server:multi_call(server, get), gen_server:stop(A), {L, lists:sort(X)} end),
     ?C(gen_server:multi_call([?A], nosuch, x, 1000)),
     ?C(begin A = server(?A), gen_server:abcast([?A, ?ZZ], server, {add, 1}), X = gen_server:call(A, get), gen_server:stop(A), X end),
     ?C(begin A = server(?A), abcast = gen_server:abcast(server, {add, 1}), X = gen_server:call(A, get), gen_server:stop(A), X end),
     ?C(begin P = self(), sleeper_on(?A, fun() -> {ok, S} = gen_server:start_link(?MODULE, 0, []), P ! S end), S = next(), gen_server:call(S, get) end),
     ?C(begin {ok, Sup} = supervisor:start_link(?MODULE, {remote, ?A}), [{child, C, worker, _}] = supervisor:which_children(Sup), node(C) end),
     ?C(gen_server:start_link({local, x}, ?MODULE, 0, []) =/= no)].

init({remote, Node}) ->
    {ok, {#{}, [#{id => child, start => {?MODULE, start_at, [Node]}}]}};
init(N) -> {ok, N}.
start_at(Node) -> erpc:call(Node, gen_server, start, [?MODULE, 0, []]).
handle_call(get, _, N) -> {reply, N, N};
handle_call(who, {P, _}, N) -> {reply, node(P), N};
handle_call({add, M}, _, N) -> {reply, N + M, N + M};
handle_call(crash, _, _) -> exit(crashed).
handle_cast({add, M}, N) -> {noreply, N + M}.
handle_info(_, N) -> {noreply, N}.

server(Node) -> {ok, S} = erpc:call(Node, gen_server, start, [{local, server}, ?MODULE, 0, []]), S.

%% --- connecting -----------------------------------------------------------------------------------

connecting() ->
    [?C(net_kernel:connect_node(?A)),
     ?C(net_kernel:connect_node(node())),
     ?C(net_kernel:connect_node(?ZZ)),
     ?C(net_kernel:hidden_connect_node(?ZZ)),
     ?C(net_adm:ping(?A)),
     ?C(net_adm:ping(node())),
     ?C(net_adm:ping(?ZZ)),
     ?C(is_atom(erlang:get_cookie())),
     ?C(erlang:get_cookie() =:= there(?A, fun erlang:get_cookie/0)),
     ?C(erlang:set_cookie(?ZZ, secret)),
     ?C(net_kernel:get_net_ticktime()),
     ?C(net_kernel:longnames()),
     ?C(net_kernel:nodename() =:= node() orelse net_kernel:nodename()),
     ?C(begin erlang:disconnect_node(?A), X = net_adm:ping(?A), {X, lists:member(?A, nodes())} end),
     ?C(begin erlang:disconnect_node(?A), X = net_kernel:connect_node(?A), {X, lists:member(?A, nodes())} end),
     ?C(begin P = self(), erlang:disconnect_node(?A), there(?B, fun() -> spawn(?A, fun() -> P ! back end) end), next() end),
     ?C(lists:sort(nodes()))].

%% --- global ---------------------------------------------------------------------------------------

global_names() ->
    [?C(global:sync()),
     ?C(global:whereis_name(nobody)),
     ?C(global:send(nobody, x)),
     ?C(global:unregister_name(nobody)),
     ?C(begin P = sleeper(?A), yes = global:register_name(n1, P), X = [global:whereis_name(n1) =:= P, there(?B, fun() -> global:whereis_name(n1) =:= P end)], global:unregister_name(n1), X end),
     ?C(begin P = sleeper(?A), yes = global:register_name(n2, P), X = there(?B, fun() -> global:register_name(n2, self()) end), global:unregister_name(n2), X end),
     ?C(begin P = sleeper(?A), Q = sleeper(?B), yes = global:register_name(n3, P), X = [global:re_register_name(n3, Q), global:whereis_name(n3) =:= Q], global:unregister_name(n3), X end),
     ?C(begin P = sleeper(?A), yes = global:register_name(n4, P), there(?B, fun() -> global:unregister_name(n4) end), global:whereis_name(n4) end),
     ?C(begin P = sleeper(?A), yes = global:register_name(n5, P), exit(P, kill), until(fun() -> global:whereis_name(n5) =:= undefined end) end),
     ?C(begin P = echoer(?A), yes = global:register_name(n6, P), global:send(n6, {self(), ask}), X = receive {P, Y} -> Y end, global:unregister_name(n6), X end),
     ?C(begin P = sleeper(?A), yes = global:register_name(n7, P), X = there(?B, fun() -> [N || N <- global:registered_names(), N =:= n7] end), global:unregister_name(n7), X end),
     ?C(begin {ok, S} = there(?A, fun() -> gen_server:start({global, g1}, ?MODULE, 1, []) end), {error, {already_started, S2}} = gen_server:start({global, g1}, ?MODULE, 2, []),
              X = [S =:= S2, gen_server:call({global, g1}, get)], gen_server:stop({global, g1}), X end),
     ?C(gen_server:call({global, nobody}, x)),
     ?C(gen_server:cast({global, nobody}, x)),
     ?C(begin X = global:set_lock({l1, self()}), Y = there(?A, fun() -> global:set_lock({l1, self()}, [?MAIN, ?A, ?B], 0) end), global:del_lock({l1, self()}), {X, Y} end),
     ?C(begin global:set_lock({l2, self()}), global:del_lock({l2, self()}), there(?A, fun() -> global:set_lock({l2, self()}, [?MAIN, ?A, ?B], 0) end) end),
     ?C(begin global:set_lock({l3, self()}), global:set_lock({l3, self()}), global:del_lock({l3, self()}), there(?A, fun() -> global:set_lock({l3, self()}, [?MAIN, ?A, ?B], 0) end) end),
     ?C(begin there(?A, fun() -> global:set_lock({l4, self()}) end), until(fun() -> global:set_lock({l4, self()}, [?MAIN, ?A, ?B], 0) end) end),
     ?C(global:trans({l5, self()}, fun() -> done end)),
     ?C(begin P = self(), Q = sleeper_on(?A, fun() -> true = global:set_lock({l6, self()}), P ! locked end), locked = next(), X = global:trans({l6, self()}, fun() -> done end, [?MAIN, ?A], 0), exit(Q, kill), X end),
     ?C(global:set_lock(bad)),
     ?C(begin P = sleeper(?A), G = group_leader(), group_leader(P, ask_process(P)), there(?A, fun() -> {group_leader, L} = process_info(P, group_leader), {L =:= P, is_pid(G)} end) end),
     ?C(begin P = sleeper(?A), G = sleeper(?B), group_leader(G, P), ask(P), there(?A, fun() -> process_info(P, group_leader) =:= {group_leader, G} end) end),
     ?C(group_leader(self(), dead(?A))),
     ?C(group_leader(x, sleeper(?A)))].

ask_process(P) -> ask(P), P.

%% --- pg -------------------------------------------------------------------------------------------

groups() ->
    [?C(pg:get_members(nowhere, g)),
     ?C(pg:join(nowhere, g, self())),
     ?C(on_scope(s1, fun() -> P = there(?A, fun() -> P = sleeper(?A), ok = pg:join(s1, g, P), P end), until(fun() -> pg:get_members(s1, g) =:= [P] end) end)),
     ?C(on_scope(s2, fun() -> P = sleeper(?A), pg:join(s2, g, P) end)),
     ?C(on_scope(s3, fun() -> ok = pg:join(s3, g, self()), ok = pg:join(s3, g, self()), there(?A, fun() -> until(fun() -> length(pg:get_members(s3, g)) =:= 2 end) end) end)),
     ?C(on_scope(s4, fun() -> ok = pg:join(s4, g, self()), [pg:leave(s4, g, self()), pg:leave(s4, g, self()), pg:get_members(s4, g)] end)),
     ?C(on_scope(s5, fun() -> P = sleeper(node()), ok = pg:join(s5, g, P), exit(P, kill), until(fun() -> pg:get_members(s5, g) =:= [] end) end)),
     ?C(on_scope(s6, fun() -> ok = pg:join(s6, g, self()), [pg:which_groups(s6), pg:which_local_groups(s6), pg:get_local_members(s6, g) =:= [self()]] end)),
     ?C(on_scope(s7, fun() ->
                             there(?A, fun() -> P = sleeper(?A), ok = pg:join(s7, g, P) end),
                             until(fun() -> length(pg:get_members(s7, g)) =:= 1 end),
                             erlang:disconnect_node(?A),
                             Gone = until(fun() -> pg:get_members(s7, g) =:= [] end),
                             connect(),
                             {Gone, until(fun() -> length(pg:get_members(s7, g)) =:= 1 end)}
                     end)),
     ?C(on_scope(s8, fun() -> {_, M} = pg:monitor(s8, g), ok = pg:join(s8, g, self()), {_, join, g, [P]} = next(), {M, P =:= self()} end)),
     ?C(lists:sort(nodes()))].

%% On main and on a.
on_scope(Scope, Fun) ->
    [{ok, _} = there(N, fun() -> pg:start(Scope) end) || N <- [?MAIN, ?A]],
    X = Fun(),
    [there(N, fun() -> gen_server:stop(Scope) end) || N <- [?MAIN, ?A]],
    X.

%% --- what they share ------------------------------------------------------------------------------

%% Whoever has asked it has told it all that was before.
sleeper(Node) -> spawn(Node, fun sleep/0).

sleep() -> receive {From, ask} -> From ! {self(), node()}, sleep(); stop -> ok end.

sleeper_on(Node, Fun) -> spawn(Node, fun() -> Fun(), sleep() end).

named_sleeper(Node) ->
    P = self(),
    Q = sleeper_on(Node, fun() -> register(sleeper, self()), P ! registered end),
    registered = next(),
    Q.

echoer(Node) -> spawn(Node, fun Loop() -> receive {From, ask} -> From ! {self(), node()}, Loop(); _ -> Loop() end end).

%% Answers what it got first.
trapper(Node) ->
    P = self(),
    Q = spawn(Node, fun() -> process_flag(trap_exit, true), P ! trapping, trap_one() end),
    trapping = next(),
    Q.

trap_one() ->
    receive
        {From, ping} -> From ! pong, trap_one();
        {'EXIT', _, Why} -> receive {From, ask} -> From ! {self(), Why} end
    end.

ping(P) -> P ! {self(), ping}, next().

watcher(Node, Whom) ->
    P = self(),
    Q = spawn(Node, fun() -> R = monitor(process, Whom), P ! watching, receive {'DOWN', R, _, _, Why} -> receive {From, ask} -> From ! {self(), Why} end end end),
    watching = next(),
    Q.

ask(P) -> P ! {self(), ask}, receive {P, Answer} -> Answer end.

dead(Node) ->
    {P, R} = erlang:spawn_opt(Node, fun() -> ok end, [monitor]),
    receive {'DOWN', R, process, P, _} -> P end.

end_named(Node, Name) ->
    there(Node, fun() ->
                        case whereis(Name) of
                            undefined -> ok;
                            P -> R = monitor(process, P), exit(P, kill), receive {'DOWN', R, _, _, _} -> ok end
                        end
                end).

wait_dead(P) -> R = monitor(process, P), receive {'DOWN', R, _, _, _} -> ok end.

there(Node, Fun) ->
    {P, R} = erlang:spawn_opt(Node, fun() -> exit({value, Fun()}) end, [monitor]),
    receive {'DOWN', R, process, P, {value, Value}} -> Value; {'DOWN', R, process, P, Why} -> {ended, Why} end.

next() -> receive X -> X after 5000 -> nothing_came end.

next_or_none() -> receive X -> X after ?LONG -> none end.

down(R) -> receive {'DOWN', R, process, Object, Why} -> {Object, Why} after 5000 -> not_down end.

kind({'DOWN', R, _, _, Why}, Refs) -> {down, lists:member(R, Refs), Why};
kind({'EXIT', _, Why}, _) -> {exit, Why};
kind(X, _) -> X.

tag({'DOWN', R, process, P, Why}, P, R) -> {down, Why};
tag({'EXIT', P, Why}, P, _) -> {exit, Why};
tag(X, _, _) -> X.

reply(R) -> receive {spawn_reply, R, How, What} -> {How, What} after 5000 -> no_reply end.

spawn_monitor_at(Node) -> erlang:spawn_opt(Node, fun() -> exit(bye) end, [monitor]).

start_there(Node, Fun) ->
    {P, R} = erlang:spawn_opt(Node, Fun, [monitor]),
    receive {ack, P, X} -> X; {'DOWN', R, _, _, Why} -> {ended, Why} end.

until(True) -> case True() of true -> true; false -> receive after 1 -> until(True) end end.

%% All see each other again.
connect() ->
    [true = net_kernel:connect_node(N) || N <- [?A, ?B]],
    until(fun() -> length(nodes()) >= 2 andalso there(?A, fun() -> length(nodes()) >= 2 end) =:= true end).
