%% What a test may say to weft. On a plain Erlang node the same calls do the obvious thing, so that a test that uses
%% them runs there, too.
-module(weft).
-export([choose/1, assert/1, assert/2, probe/1, probe/2, fact/1, fact/2, no_fact/1, no_fact/2, pause/0, atomic/1, is_weft/0,
         start_node/1, crash_node/1, restart_node/1, connect/2, disconnect/2]).

%% Whether the code runs on weft.
-spec is_weft() -> boolean().
is_weft() ->
    false.

%% One of the elements. `weft check' explores what follows from each of them; `weft run' and a plain node take the first.
-spec choose([Element, ...]) -> Element.
choose([First | Rest]) when is_list(Rest) ->
    First;
choose(_) ->
    erlang:error(badarg).

%% What must be true here. `weft check' tells of a failure as of one of EUnit's assertions.
-spec assert(boolean()) -> ok.
assert(true) ->
    ok;
assert(Value) ->
    erlang:error({assert, [{expected, true}, {value, Value}]}).

-spec assert(boolean(), term()) -> ok.
assert(true, _Comment) ->
    ok;
assert(Value, Comment) ->
    erlang:error({assert, [{comment, Comment}, {expected, true}, {value, Value}]}).

%% Returns the term. The story of an error shows it where it happened; no other process can notice.
-spec probe(Term) -> Term.
probe(Term) ->
    Term.

-spec probe(Name :: term(), Term) -> Term.
probe(_Name, Term) ->
    Term.

%% From here on this holds, until no_fact says otherwise: for the formulas and monitors of `weft verify'. No process can notice.
-spec fact(Name :: term()) -> ok.
fact(_Name) ->
    ok.

-spec fact(Name :: term(), term()) -> ok.
fact(_Name, _Term) ->
    ok.

-spec no_fact(Name :: term()) -> ok.
no_fact(_Name) ->
    ok.

-spec no_fact(Name :: term(), term()) -> ok.
no_fact(_Name, _Term) ->
    ok.

%% A step of its own that does nothing: others may act before it and after it.
-spec pause() -> ok.
pause() ->
    ok.

%% Runs the fun as one step of its process: on weft no other process acts before it is done. So it must not wait: a
%% receive that finds no message raises {weft_atomic, receive_would_wait}. A plain node only runs it.
-spec atomic(fun(() -> Result)) -> Result.
atomic(Fun) when is_function(Fun, 0) ->
    enter(),
    try
        Fun()
    after
        leave()
    end.

%% --- nodes ----------------------------------------------------------------------------------------
%% On weft these are simulated. A plain node starts real ones by OTP's module peer; without that, or if the node is not
%% alive, it raises {not_on_weft, Function}.

%% A node that is up, connected to this one. A name without a host gets that of this node.
-spec start_node(atom() | string()) -> node().
start_node(Name) ->
    can(start_node),
    started(short(Name)).

%% It ends without any cleanup.
-spec crash_node(node()) -> ok.
crash_node(Node) ->
    can(crash_node),
    monitor_node(Node, true),
    rpc:cast(Node, erlang, halt, [1, [{flush, false}]]),
    receive {nodedown, Node} -> ok end.

%% The same name again: another node, on which nothing runs.
-spec restart_node(node()) -> node().
restart_node(Node) ->
    can(restart_node),
    started(short(Node)).

%% Whether they see each other then.
-spec connect(node(), node()) -> boolean().
connect(Node, Other) ->
    can(connect),
    rpc:call(Node, net_kernel, connect_node, [Other]).

%% Whether they saw each other before. The other one notices some time later.
-spec disconnect(node(), node()) -> boolean().
disconnect(Node, Other) ->
    can(disconnect),
    rpc:call(Node, erlang, disconnect_node, [Other]).

can(Function) ->
    is_alive() andalso code:ensure_loaded(peer) =:= {module, peer} orelse error({not_on_weft, Function}).

started(Name) ->
    Paths = lists:append([["-pa", Path] || Path <- code:get_path(), not lists:prefix(code:root_dir(), Path)]),
    Cookie = ["-setcookie", atom_to_list(erlang:get_cookie())],
    {ok, _, Node} = peer:start(#{name => Name, host => host(), connection => standard_io, args => Cookie ++ Paths}),
    true = net_kernel:connect_node(Node),
    Node.

short(Name) when is_atom(Name) -> short(atom_to_list(Name));
short(Name) -> hd(string:split(Name, "@")).

host() ->
    [_, Host] = string:split(atom_to_list(node()), "@"),
    Host.

%% What weft has functions of its own for.
enter() ->
    ok.

leave() ->
    ok.
