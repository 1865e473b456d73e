%% Options of sockets of the module `socket', as Linux has them.
-module(weft_option).
-export([all/0, set/4, get/4]).

-include("weft_port.hrl").

%% {Level, Name, Number}
all() -> [{Level, Name, Number} || {Level, Number, Name, _, _} <- options()].

%% {Level, Number, Name, what values it takes, what it is at first}
options() ->
    [{socket, 30, acceptconn, refused, fun(S) -> S#socket.stage =:= listening end},
        {socket, 6, broadcast, flag, false},
        {socket, 1, debug, integer, 0},
        {socket, 39, domain, fixed, fun(S) -> S#socket.family end},
        {socket, 5, dontroute, flag, false},
        {socket, 9, keepalive, flag, false},
        {socket, 13, linger, linger, #{onoff => false, linger => 0}},
        {socket, 10, oobinline, flag, false},
        {socket, 12, priority, integer, 0},
        {socket, 38, protocol, fixed, protocol},
        {socket, 8, rcvbuf, {size, 2304}, fun(#socket{type = stream, family = F}) when F =/= local -> 131072; (_) -> 212992 end},
        {socket, 18, rcvlowat, integer, 1},
        {socket, 2, reuseaddr, flag, false},
        {socket, 15, reuseport, flag, false},
        {socket, 7, sndbuf, {size, 4608}, fun(#socket{type = stream, family = F}) when F =/= local -> 16384; (_) -> 212992 end},
        {socket, 29, timestamp, flag, false},
        {socket, 3, type, fixed, fun(S) -> S#socket.type end},
        {ip, 15, freebind, flag, false},
        {ip, 14, mtu, fixed, fun(#socket{peer = none}) -> throw(enotconn); (_) -> 65535 end},
        {ip, 34, multicast_loop, flag, true},
        {ip, 33, multicast_ttl, {range, 0, 255}, 1},
        {ip, 8, pktinfo, flag, false},
        {ip, 11, recverr, flag, false},
        {ip, 13, recvtos, flag, false},
        {ip, 12, recvttl, flag, false},
        {ip, 1, tos, {range, 0, 255}, 0},
        {ip, 19, transparent, flag, false},
        {ip, 2, ttl, {range, 1, 255}, 64},
        {tcp, 3, cork, flag, false},
        {tcp, 2, maxseg, {range, 88, 32767}, fun(#socket{peer = none}) -> 536; (_) -> 32741 end},
        {tcp, 1, nodelay, flag, false},
        {udp, 1, cork, flag, false},
        {ipv6, 18, multicast_hops, integer, 1},
        {ipv6, 19, multicast_loop, flag, true},
        {ipv6, 66, recvtclass, flag, false},
        {ipv6, 67, tclass, integer, 0},
        {ipv6, 16, unicast_hops, integer, 64},
        {ipv6, 26, v6only, flag, false}].

find(Level, Number) -> [Option || {Of, N, _, _, _} = Option <- options(), N =:= Number, level(Of) =:= Level].

level(socket) -> socket;
level(ip) -> 0;
level(tcp) -> 6;
level(udp) -> 17;
level(ipv6) -> 41.

%% {ok, Socket}, {error, Reason} or {invalid, What}.
set(Level, Number, Value, S) ->
    case find(Level, Number) of
        [] -> {invalid, socket_option};
        [{Of, _, Name, Kind, _}] ->
            case has(Of, S) of
                true -> put(Kind, Value, {Of, Name}, S);
                Error -> Error
            end
    end.

%% Which sockets have options of a level.
has(socket, _) -> true;
has(_, #socket{family = local}) -> {error, enotsup};
has(ipv6, #socket{family = inet}) -> {error, enotsup};
has(tcp, #socket{type = dgram, family = inet6}) -> {error, enoprotoopt};
has(tcp, #socket{type = dgram}) -> {error, enotsup};
has(udp, #socket{type = stream, family = inet6}) -> {error, enoprotoopt};
has(udp, #socket{type = stream}) -> {error, enotsup};
has(_, _) -> true.

put(flag, Value, Key, S) when is_boolean(Value) -> keep(Key, Value, S);
put(integer, Value, Key, S) when is_integer(Value) -> keep(Key, Value, S);
put({range, Least, Most}, Value, Key, S) when is_integer(Value) ->
    case Value >= Least andalso Value =< Most of
        true -> keep(Key, Value, S);
        false -> {error, einval}
    end;
put({size, Least}, Value, Key, S) when is_integer(Value) -> keep(Key, max(2 * min(Value, 212992), Least), S);
put(linger, #{onoff := On, linger := Seconds} = Value, Key, S) when is_boolean(On), is_integer(Seconds), map_size(Value) =:= 2 ->
    keep(Key, Value, S);
put(refused, _, _, _) -> {error, enoprotoopt};
put(fixed, _, _, _) -> {invalid, socket_option};
put(_, _, _, _) -> {invalid, value}.

%% Some of them are options of every socket, by other names (weft_port.erl).
keep({socket, linger} = Key, #{onoff := On, linger := Seconds} = Value, S) -> kept(Key, Value, linger, {On, Seconds}, S);
keep({socket, Name} = Key, Value, S) when Name =:= reuseaddr; Name =:= reuseport; Name =:= sndbuf; Name =:= rcvbuf ->
    kept(Key, Value, Name, Value, S);
keep(Key, Value, #socket{options = Options} = S) -> {ok, S#socket{options = Options#{Key => Value}}}.

kept(Key, Value, Name, Other, #socket{options = Options} = S) -> {ok, S#socket{options = Options#{Key => Value, Name => Other}}}.

get(Level, Number, Protocol, S) -> value(find(Level, Number), Protocol, S).

value([], _, _) -> {invalid, socket_option};
value([{Of, _, Name, _, First}], Protocol, S) ->
    case {has(Of, S), S#socket.options} of
        {true, #{{Of, Name} := Value}} -> {ok, Value};
        {true, _} -> at_first(First, Protocol, S);
        {Error, _} -> Error
    end.

at_first(protocol, 0, _) -> {ok, default};
at_first(protocol, Protocol, _) -> {ok, Protocol};
at_first(First, _, S) when is_function(First) ->
    try {ok, First(S)} catch throw:Reason -> {error, Reason} end;
at_first(First, _, _) -> {ok, First}.
