%% The process net_kernel of a simulated node, and what OTP's module net_kernel asks it.
%%
%% Connections themselves are the machine's; nothing here knows of sockets, ticks or cookies.
-module(weft_net).
-export([start/0, settle/0, request/1, connect/1, disconnect/1, join/2, part/2, life/1, order/2, known_as/1,
         start_node/1, crash_node/1, restart_node/1, connect/2, disconnect/2, get_cookie/0, get_cookie/1, set_cookie/1, set_cookie/2]).

%% Makes a connection at once, or breaks one; in C.
connect(_Node) -> erlang:nif_error(undef).
disconnect(_Node) -> erlang:nif_error(undef).

%% The same between any two; what a node is: up, down or undefined; and to start or to stop one, within this step; in C.
join(_Node, _Other) -> erlang:nif_error(undef).
part(_Node, _Other) -> erlang:nif_error(undef).
life(_Node) -> erlang:nif_error(undef).
order(_Node, _Up) -> erlang:nif_error(undef).

%% Other nodes ask by it whether this one is there.
start() ->
    register(net_kernel, self()),
    loop().

%% Until the names of global are the same on all nodes that this one sees.
settle() ->
    whereis(global_name_server) =:= undefined orelse global:sync().

loop() ->
    receive
        {'$gen_call', From, {is_auth, _Node}} -> reply(From, yes);
        {'$gen_call', From, Request} -> reply(From, request(Request));
        _ -> ok
    end,
    loop().

%% As gen:reply/2 does, which would bring modules that few programs need.
reply({_, [alias | Alias] = Tag}, Reply) -> Alias ! {Tag, Reply};
reply({_, [[alias | Alias] | _] = Tag}, Reply) -> Alias ! {Tag, Reply};
reply({To, Tag}, Reply) -> To ! {Tag, Reply}.

%% --- instead of net_kernel:request/1 -------------------------------------------------------------------

request(Request) ->
    case is_alive() of
        true -> answer(Request);
        false -> ignored
    end.

answer({connect, _Type, Node}) -> connect(Node);
answer({passive_cnct, Node}) -> connect(Node);
answer({disconnect, Node}) -> disconnect(Node);
answer(ticktime) -> 60000;
answer({new_ticktime, _, _}) -> unchanged;
answer(nodename) -> node();
answer(longnames) -> true;
answer(allowed) -> [];
answer({allow, _}) -> ok;
answer({verbose, _}) -> 0;
answer(get_state) -> #{started => static, name_type => static, name => node(), name_domain => longnames, type => visible};
answer(_) -> error.

%% --- instead of auth's server --------------------------------------------------------------------------

%% All nodes have the same cookie, whatever is set.
get_cookie() -> get_cookie(node()).

get_cookie(_Node) ->
    case is_alive() of
        true -> weft;
        false -> nocookie
    end.

set_cookie(_Cookie) -> is_alive().

set_cookie(_Node, _Cookie) -> is_alive().

%% --- instead of weft's functions of these names ----------------------------------------------------------

%% Without a host it is on that of the node that asks.
known_as(Name) when is_atom(Name) -> known_as(atom_to_list(Name));
known_as(Name) when is_binary(Name) -> known_as(binary_to_list(Name));
known_as(Name) ->
    case lists:member($@, Name) of
        true -> list_to_atom(Name);
        false -> [_, Host] = string:split(atom_to_list(node()), "@"), list_to_atom(Name ++ "@" ++ Host)
    end.

start_node(Name) ->
    is_alive() orelse error(not_alive),
    Node = known_as(Name),
    order(Node, up) orelse error({already_started, Node}),
    join(Node, node()),   %% a connection to a former life of it is lost by that
    Node.

crash_node(Node) ->
    existing(Node),
    order(Node, down),
    ok.

restart_node(Node) ->
    existing(Node),
    order(Node, up) orelse error({already_started, Node}),
    join(Node, node()),   %% a connection to a former life of it is lost by that
    Node.

connect(Node, Other) ->
    existing(Node),
    existing(Other),
    join(Node, Other).

disconnect(Node, Other) ->
    existing(Node),
    existing(Other),
    part(Node, Other).

existing(Node) ->
    is_atom(Node) andalso life(Node) =/= undefined orelse error({no_such_node, Node}).
