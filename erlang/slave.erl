%% OTP's older module slave, of a simulated node. No program is started, so arguments mean nothing.
-module(slave).
-export([start/1, start/2, start/3, start_link/1, start_link/2, start_link/3, stop/1]).

start(Host) -> start(Host, name()).

start(Host, Name) -> start(Host, Name, []).

start(Host, Name, _Arguments) -> start_it(Host, Name, none).

start_link(Host) -> start_link(Host, name()).

start_link(Host, Name) -> start_link(Host, Name, []).

start_link(Host, Name, _Arguments) -> start_it(Host, Name, self()).

stop(Node) ->
    rpc:call(Node, erlang, halt, []),
    ok.

%% That of the node that asks.
name() ->
    [Name, _] = string:split(atom_to_list(node()), "@"),
    Name.

start_it(Host, Name, Owner) ->
    is_alive() orelse error(not_alive),
    Node = list_to_atom(lists:concat([Name, "@", Host])),
    case weft_net:life(Node) =/= up andalso weft_net:order(Node, up) of
        true ->
            net_kernel:connect_node(Node),
            [spawn(fun() -> outlive(Owner, Node) end) || is_pid(Owner)],
            {ok, Node};
        false ->
            {error, {already_running, Node}}
    end.

outlive(Owner, Node) ->
    Ref = monitor(process, Owner),
    receive {'DOWN', Ref, process, Owner, _} -> weft_net:order(Node, down) end.
