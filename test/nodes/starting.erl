%% Nodes that a test starts and stops itself: each returns the same under every schedule, and on real nodes (peers.erl).
-module(starting).
-compile([export_all, nowarn_export_all, nowarn_deprecated_function]).

started() ->
    N = weft:start_node(x),
    P = self(),
    spawn(N, fun() -> P ! node() end),
    [receive X -> X =:= N end, lists:member(N, nodes()), gone(N)].

already_started() ->
    N = weft:start_node(x),
    {'EXIT', _} = (catch weft:start_node(x)),
    gone(N).

crashed() ->
    N = weft:start_node(x),
    monitor_node(N, true),
    ok = weft:crash_node(N),
    receive {nodedown, N} -> [down, lists:member(N, nodes())] end.

%% Its processes are those of another life.
restarted() ->
    N = weft:start_node(x),
    Q = spawn(N, fun() -> receive stop -> ok end end),
    weft:crash_node(N),
    N = weft:restart_node(N),
    R = monitor(process, Q),
    [receive {'DOWN', R, _, _, Why} -> Why end, erpc:call(N, erlang, is_alive, []), gone(N)].

parted() ->
    N = weft:start_node(x),
    M = weft:start_node(y),
    true = weft:connect(N, M),
    Both = [rpc:call(N, lists, member, [M, rpc:call(N, erlang, nodes, [])]), weft:disconnect(N, M), weft:disconnect(N, M)],
    [Both, gone(N), gone(M)].

halted() ->
    N = weft:start_node(x),
    monitor_node(N, true),
    rpc:cast(N, erlang, halt, []),
    receive {nodedown, N} -> down end.

%% The applications of a node end before it does, so who asked may have the answer, or not.
stopped() ->
    N = weft:start_node(x),
    monitor_node(N, true),
    rpc:cast(N, init, stop, []),
    receive {nodedown, N} -> down end.

peer() ->
    {ok, P, N} = peer:start(#{name => "x", host => host()}),
    Here = erpc:call(N, erlang, node, []) =:= N,
    running = peer:get_state(P),
    {'EXIT', {noconnection, _}} = (catch peer:call(P, erlang, node, [])),
    ok = peer:stop(P),
    [Here, lists:member(N, nodes()), exit_of(fun() -> peer:stop(P) end)].

%% With a channel of its own it is not connected.
peer_apart() ->
    {ok, P, N} = peer:start_link(#{name => "x", host => host(), connection => standard_io}),
    Apart = lists:member(N, nodes()),
    Here = peer:call(P, erlang, node, []) =:= N,
    Thrown = (catch peer:call(P, erlang, throw, [thrown])),
    {'EXIT', {boom, _}} = (catch peer:call(P, erlang, error, [boom])),
    {'EXIT', boom} = (catch peer:call(P, erlang, exit, [boom])),
    ok = peer:cast(P, erlang, node, []),
    ok = peer:stop(P),
    [Apart, Here, Thrown].

%% It does not outlive the connection, as there is no other one to it.
peer_lost() ->
    {ok, P, N} = peer:start(#{name => "x", host => host(), peer_down => crash}),
    R = monitor(process, P),
    erlang:disconnect_node(N),
    receive {'DOWN', R, process, P, Why} -> Why =:= {nodedown, N} end.

peer_unnamed() ->
    {ok, P, N} = peer:start(#{name => peer:random_name(), host => host()}),
    {ok, Q, M} = peer:start(#{name => peer:random_name(), host => host()}),
    ok = peer:stop(P),
    ok = peer:stop(Q),
    N =/= M.

slave() ->
    {ok, N} = slave:start(list_to_atom(host()), x),
    {error, {already_running, N}} = slave:start(list_to_atom(host()), x),
    Here = rpc:call(N, erlang, node, []) =:= N,
    ok = slave:stop(N),
    [Here, lists:member(N, nodes())].

exit_of(Fun) -> try Fun() catch exit:Reason -> Reason end.

gone(N) ->
    monitor_node(N, true),
    weft:crash_node(N),
    receive {nodedown, N} -> gone end.

host() ->
    [_, Host] = string:split(atom_to_list(node()), "@"),
    Host.
