%% The process net_kernel of a simulated node, and what OTP's module net_kernel asks it.
%%
%% Connections themselves are the machine's; nothing here knows of sockets, ticks or cookies.
-module(weft_net).
-export([start/0, request/1, connect/1, disconnect/1, auth/1]).

%% Makes a connection at once, or breaks one; in C.
connect(_Node) -> erlang:nif_error(undef).
disconnect(_Node) -> erlang:nif_error(undef).

%% Other nodes ask by it whether this one is there.
start() ->
    register(net_kernel, self()),
    loop().

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
answer(ticktime) -> 60;
answer({new_ticktime, _, _}) -> unchanged;
answer(nodename) -> list_to_atom(hd(string:split(atom_to_list(node()), "@")));
answer(longnames) -> true;
answer(allowed) -> [];
answer({allow, _}) -> ok;
answer({verbose, _}) -> 0;
answer(get_state) -> #{started => static, name_type => static, name => node(), name_domain => longnames, type => visible};
answer(_) -> error.

%% --- instead of auth's server --------------------------------------------------------------------------

%% All nodes have the same cookie.
auth(_Node) ->
    case is_alive() of
        true -> weft;
        false -> nocookie
    end.
