%% OTP's module peer, of a simulated node: its functions with what they answer, but no program is started.
%%
%% A control process stands for the channel between a peer and who started it. It goes through the connection between
%% the two nodes, whatever `connection' is; with another one than the default it does not end with that, and the nodes
%% are not connected at first.
-module(peer).
-export([start/0, start/1, start_link/0, start_link/1, stop/1, get_state/1, random_name/0, random_name/1,
         call/4, call/5, cast/4, send/3]).
-export([control/3]).

%% --- starting -----------------------------------------------------------------------------------------

start() -> start(#{name => random_name()}).

start(Options) -> start_it(Options, spawn_monitor).

start_link() -> start_link(#{name => random_name()}).

start_link(Options) -> start_it(Options, spawn_link).

random_name() -> random_name(peer).

random_name(Prefix) ->
    lists:flatten(io_lib:format("~ts-~b-~s", [Prefix, erlang:unique_integer([positive]), os:getpid()])).

start_it(Options, How) ->
    check(Options),
    Node = node_for(Options),
    Tag = make_ref(),
    Pid = case How of
              spawn_link -> spawn_link(?MODULE, control, [{self(), Tag}, Node, Options]);
              spawn_monitor -> spawn(?MODULE, control, [{self(), Tag}, Node, Options])
          end,
    Ref = monitor(process, Pid),
    receive
        {Tag, started} ->
            demonitor(Ref, [flush]),
            notify(Options, Node, Pid),
            {ok, Pid, Node};
        {'DOWN', Ref, process, Pid, Reason} ->
            receive {'EXIT', Pid, _} -> ok after 0 -> ok end,
            exit(Reason)
    end.

notify(#{wait_boot := {To, Tag}}, Node, Pid) -> To ! {Tag, {started, Node, Pid}};
notify(_, _, _) -> ok.

check(Options) when is_map(Options) ->
    is_alive() orelse maps:is_key(connection, Options) orelse error(not_alive),
    is_alive() orelse weft_boot:failed("a peer of a node that is not alive (--node NAME names it)", Options),
    maps:is_key(name, Options) orelse not maps:is_key(connection, Options) orelse
        weft_boot:failed("a peer without a name: its node is not alive, and could be reached by its own channel only", Options);
check(Options) ->
    error(badarg, [Options]).

node_for(#{name := Name, host := Host}) -> list_to_atom(text(Name) ++ "@" ++ text(Host));
node_for(#{name := Name}) -> weft_net:known_as(text(Name));
node_for(#{host := Host}) -> list_to_atom(random_name() ++ "@" ++ text(Host));
node_for(_) -> weft_net:known_as(random_name()).

text(Text) when is_atom(Text) -> atom_to_list(Text);
text(Text) when is_binary(Text) -> binary_to_list(Text);
text(Text) -> Text.

%% --- the control process ------------------------------------------------------------------------------

-record(state, {node, options, is = running}).

control({Starter, Tag}, Node, Options) ->
    process_flag(trap_exit, true),
    weft_net:order(Node, up) orelse exit(timeout),   % the name is in use: what comes up never answers
    case maps:is_key(connection, Options) of
        true -> ok;
        false -> net_kernel:connect_node(Node), monitor_node(Node, true)
    end,
    Starter ! {Tag, started},
    loop(Starter, #state{node = Node, options = Options}).

loop(Starter, State = #state{node = Node}) ->
    receive
        stop ->
            Connected = lists:member(Node, nodes()),
            monitor_node(Node, Connected),
            weft_net:order(Node, down),
            [receive {nodedown, Node} -> ok end || Connected, maps:get(shutdown, State#state.options, halt) =/= close],
            exit(normal);
        {'$gen_call', From, get_state} ->
            gen:reply(From, State#state.is),
            loop(Starter, State);
        {'$gen_call', From, {call, M, F, As}} ->
            answer(From, State, {M, F, As}),
            loop(Starter, State);
        {'$gen_cast', {cast, M, F, As}} ->
            [erpc:cast(Node, M, F, As) || State#state.is =:= running],
            loop(Starter, State);
        {'$gen_cast', {send, To, Message}} ->
            [{To, Node} ! Message || State#state.is =:= running],
            loop(Starter, State);
        {nodedown, Node} ->
            weft_net:order(Node, down),   % a peer does not outlive its control process
            down(maps:get(peer_down, State#state.options, stop), Starter, State);
        {'EXIT', Starter, Reason} ->
            weft_net:order(Node, down),
            exit(Reason);
        _ ->
            loop(Starter, State)
    end.

down(stop, _, _) -> exit(normal);
down(crash, _, #state{node = Node}) -> exit({nodedown, Node});
down(continue, Starter, State = #state{node = Node}) -> loop(Starter, State#state{is = {down, {nodedown, Node}}}).

%% Somebody else waits for the answer, so that other calls go on meanwhile.
answer(From, #state{is = running, node = Node, options = Options}, {M, F, As}) ->
    case maps:is_key(connection, Options) of
        false -> gen:reply(From, {error, noconnection, []});
        true -> spawn(fun() -> gen:reply(From, result(Node, M, F, As)) end)
    end;
answer(From, _, _) ->
    gen:reply(From, {error, noconnection, []}).

result(Node, M, F, As) ->
    try
        {ok, erpc:call(Node, M, F, As)}
    catch
        throw:Thrown -> {throw, Thrown, []};
        exit:{exception, Reason} -> {exit, Reason, []};
        exit:{signal, Reason} -> {exit, Reason, []};
        error:{exception, Reason, Stack} -> {error, Reason, Stack};
        error:{erpc, Reason} -> {error, Reason, []}
    end.

%% --- asking it ----------------------------------------------------------------------------------------

stop(Pid) ->
    Ref = monitor(process, Pid),
    Pid ! stop,
    receive
        {'DOWN', Ref, process, Pid, normal} -> ok;
        {'DOWN', Ref, process, Pid, Reason} -> exit(Reason)
    end.

get_state(Pid) -> gen_server:call(Pid, get_state).

call(Pid, M, F, As) -> call(Pid, M, F, As, 5000).

call(Pid, M, F, As, Timeout) ->
    case gen_server:call(Pid, {call, M, F, As}, Timeout) of
        {ok, Value} -> Value;
        {Class, Reason, Stack} -> erlang:raise(Class, Reason, Stack)
    end.

cast(Pid, M, F, As) -> gen_server:cast(Pid, {cast, M, F, As}).

send(Pid, To, Message) -> gen_server:cast(Pid, {send, To, Message}).
