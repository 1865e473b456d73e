%% Runs programs of this folder on real nodes: main is this one, a and b are peers, on the loopback interface only.
%%
%%     erl -name main_X@127.0.0.1 -run peers outcomes RUNS MODULE [FUNCTION ...]    how they end, with how often
%%     erl -name main_X@127.0.0.1 -run peers answers MODULE                         what MODULE:answers/0 prints
%%
%% X tells these nodes from others on the machine. Modules are compiled with the names of the nodes, and with a ?PAUSE
%% that takes some time by chance, or keeps a connection busy for a moment.
-module(peers).
-export([outcomes/1, answers/1, pause/0, sweep/1, connect/0]).

-record(nodes, {main, a, b, controls}).

%% --- the nodes ------------------------------------------------------------------------------------

suffix() ->
    [_, Rest] = string:split(atom_to_list(node()), "_"),
    "_" ++ Rest.

named(Name) -> list_to_atom(Name ++ suffix()).

%% Peers that outlive a lost connection, as they are controlled by another one.
start() ->
    Controls = [start(Name) || Name <- ["a", "b"]],
    Nodes = #nodes{main = node(), a = named("a"), b = named("b"), controls = Controls},
    connect(),
    [rpc:call(N, logger, set_primary_config, [level, none]) || N <- [node() | nodes()]],
    Nodes.

start(Name) ->
    [Full, _Host] = string:split(Name ++ suffix(), "@"),
    Args = ["-kernel", "prevent_overlapping_partitions", "false", "-setcookie", atom_to_list(erlang:get_cookie())],
    {ok, Control, _} = peer:start(#{name => Full, host => "127.0.0.1", longnames => true, connection => standard_io, args => Args}),
    Control.

stop(Nodes) -> [peer:stop(C) || C <- Nodes#nodes.controls].

%% All see each other.
connect() ->
    [A, B] = [named(N) || N <- ["a", "b"]],
    true = net_kernel:connect_node(A),
    true = net_kernel:connect_node(B),
    case rpc:call(A, net_kernel, connect_node, [B]) of
        true -> [wait(N) || N <- [node(), A, B]];
        _ -> connect()
    end.

wait(Node) ->
    case rpc:call(Node, erlang, nodes, []) of
        [_, _ | _] -> ok;
        _ -> timer:sleep(1), connect()
    end.

%% The code is on all nodes, which have no other way to it.
load(Nodes, Module) ->
    [load_on(N, M, code(Nodes, M)) || N <- [Nodes#nodes.main, Nodes#nodes.a, Nodes#nodes.b], M <- [Module, plain, ?MODULE]],
    ok.

load_on(Node, Module, _) when Node =:= node(), Module =:= ?MODULE -> ok;
load_on(Node, Module, Code) -> {module, Module} = rpc:call(Node, code, load_binary, [Module, atom_to_list(Module), Code]).

code(Nodes, Module) ->
    Names = [{d, 'A', Nodes#nodes.a}, {d, 'B', Nodes#nodes.b}, {d, 'MAIN', Nodes#nodes.main}, {d, 'ZZ', named("zz")}],
    {ok, Module, Code} = compile:file(atom_to_list(Module), [binary, return_errors, {d, 'REAL', true}, {d, 'LONG', 100} | Names]),
    Code.

%% --- taking time ----------------------------------------------------------------------------------

%% Nothing, another process's turn, some milliseconds, or a connection that has much to carry.
pause() ->
    case rand:uniform(8) of
        1 -> timer:sleep(rand:uniform(4) - 1);
        2 -> timer:sleep(1);
        3 -> erlang:yield();
        4 -> lists:foreach(fun(N) -> {nobody, N} ! binary:copy(<<0>>, rand:uniform(1 bsl 20)) end, some(nodes()));
        5 -> lists:seq(1, rand:uniform(20000));
        _ -> ok
    end.

some([]) -> [];
some(Nodes) -> [lists:nth(rand:uniform(length(Nodes)), Nodes)].

%% --- outcomes -------------------------------------------------------------------------------------

outcomes([Runs, Module | Names]) ->
    process_flag(priority, high),
    Nodes = start(),
    M = list_to_atom(Module),
    load(Nodes, M),
    [outcomes(M, list_to_atom(Name), list_to_integer(Runs)) || Name <- Names],
    stop(Nodes),
    halt(0).

outcomes(Module, Name, Runs) ->
    Seen = lists:foldl(fun(_, Map) -> maps:update_with(run(Module, Name), fun(N) -> N + 1 end, 1, Map) end, #{}, lists:seq(1, Runs)),
    [io:format("~s ~s ~b~n", [Name, Outcome, Count]) || {Outcome, Count} <- lists:sort(maps:to_list(Seen))].

%% One run, whose processes are known by their group leader, and gone afterwards.
run(Module, Name) ->
    Leader = spawn(fun leader/0),
    {Pid, Ref} = spawn_monitor(fun() -> group_leader(Leader, self()), exit({outcome, Module:Name()}) end),
    Outcome = receive
                  {'DOWN', Ref, process, Pid, {outcome, Value}} -> plain:text(Value);
                  {'DOWN', Ref, process, Pid, Reason} -> plain:text({'EXIT', Reason})
              after 4000 -> exit(Pid, kill), receive {'DOWN', Ref, _, _, _} -> "deadlock" end
              end,
    sweep(Leader),
    connect(),
    [ok = rpc:call(N, ?MODULE, sweep, [Leader]) || _ <- [1, 2], N <- [node(), named("a"), named("b")]],
    exit(Leader, kill),
    Outcome.

%% Answers whoever prints or asks, and prints nothing.
leader() ->
    receive
        {io_request, From, As, _} -> From ! {io_reply, As, ok}, leader();
        _ -> leader()
    end.

sweep(Leader) ->
    Mine = [P || P <- processes(), {group_leader, L} <- [process_info(P, group_leader)], L =:= Leader, P =/= self()],
    Refs = [monitor(process, P) || P <- Mine],
    [exit(P, kill) || P <- Mine],
    [receive {'DOWN', R, _, _, _} -> ok end || R <- Refs],
    ok.

%% --- answers --------------------------------------------------------------------------------------

answers([Module]) ->
    Nodes = start(),
    M = list_to_atom(Module),
    load(Nodes, M),
    M:answers(),
    stop(Nodes),
    halt(0).
