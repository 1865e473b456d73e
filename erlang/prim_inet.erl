%% The lowest module of OTP's sockets. Here it asks ports that are part of the machine (weft_port): gen_tcp, gen_udp and inet run as they
%% are, and all that they reach is in the same machine.
-module(prim_inet).
-export([open/3, open/4, fdopen/4, fdopen/5, close/1, bind/3, listen/1, listen/2, connect/3, connect/4, async_connect/4, connectx/2,
    connectx/3, accept/1, accept/2, accept/3, async_accept/2, shutdown/2, send/2, send/3, sendto/4, sendmsg/3, sendfile/4, recv/2,
    recv/3, async_recv/3, unrecv/2, recvfrom/2, recvfrom/3, setopt/3, setopts/2, getopt/2, getopts/2, is_sockopt_val/2, chgopt/3,
    chgopts/2, getstat/2, getfd/1, ignorefd/2, getindex/1, getstatus/1, gettype/1, getifaddrs/1, getiflist/1, ifget/3, ifset/3,
    gethostname/1, getservbyname/3, getservbyport/3, peername/1, setpeername/2, peernames/1, peernames/2, sockname/1,
    setsockname/2, socknames/1, socknames/2, attach/1, detach/1, peeloff/2]).

%% --- opening and closing --------------------------------------------------------------------------------

open(Protocol, Family, Type) -> open(Protocol, Family, Type, []).

open(Protocol, Family, Type, Options) when Family =:= inet; Family =:= inet6; Family =:= local ->
    case is_known(Protocol, Type) of
        true -> opened(weft_port:socket(Type, Family, #{}), Options);
        false -> weft_port:refuse(["sockets of ", io_lib:format("~p", [Protocol]), "; gen_tcp and gen_udp are simulated"])
    end;
open(_, _, _, _) ->
    {error, einval}.

is_known(tcp, stream) -> true;
is_known(udp, dgram) -> true;
is_known(local, _) -> true;
is_known(_, _) -> false.

opened(Socket, Options) ->
    case setopts(Socket, Options) of
        ok ->
            {ok, Socket};
        Error ->
            close(Socket),
            Error
    end.

fdopen(Protocol, Family, Type, Number) -> fdopen(Protocol, Family, Type, Number, true).

fdopen(_, _, _, _, _) -> no_descriptor().

no_descriptor() -> weft_port:refuse("file descriptors of sockets: {fd, N}, inet:getfd/1").

close(Socket) when is_port(Socket) ->
    weft_port:call(Socket, close),
    ok.

detach(Socket) ->
    unlink(Socket),
    ok.

attach(Socket) ->
    try erlang:port_connect(Socket, self()) of
        true -> ok
    catch
        error:Reason -> {error, Reason}
    end.

peeloff(_, _) -> {error, einval}.

%% --- where it is ----------------------------------------------------------------------------------------

bind(Socket, Address, Number) when is_port(Socket) ->
    case local_or(Address) of
        {list, _} -> weft_port:refuse("more than one address for a socket");
        error -> {error, einval};
        Known -> result(weft_port:call(Socket, {bind, Known, Number}))
    end.

%% The forms in which an address of this socket or another may come.
local_or({inet, {Address, _}}) -> Address;
local_or({inet6, {Address, _}}) -> Address;
local_or({local, Path}) -> local(Path);
local_or(Address) when is_tuple(Address); Address =:= any; Address =:= loopback -> Address;
local_or(List) when is_list(List) -> {list, List};
local_or(_) -> error.

local(Path) when is_binary(Path) -> {local, Path};
local(Path) ->
    case unicode:characters_to_binary(Path, unicode, file:native_name_encoding()) of
        Bytes when is_binary(Bytes) -> {local, Bytes};
        _ -> error
    end.

%% Of what answers {ok, _} or {error, _} where the port is there.
result(closed) -> {error, einval};
result(Result) -> Result.

listen(Socket) -> listen(Socket, 5).

listen(Socket, true) -> listen(Socket, 5);
listen(Socket, false) -> listen(Socket, 0);
listen(Socket, Backlog) when is_port(Socket), is_integer(Backlog) -> result(weft_port:call(Socket, {listen, Backlog})).

connect(Socket, Address, Number) when is_integer(Number) -> connect(Socket, Address, Number, infinity);
connect(Socket, {Family, {Address, Number}}, Timeout) when Family =:= inet; Family =:= inet6 -> connect(Socket, Address, Number, Timeout);
connect(Socket, {inet6, {Address, Number, _, _}}, Timeout) -> connect(Socket, Address, Number, Timeout);
connect(Socket, #{family := Family, addr := Address} = To, Timeout) when Family =:= inet; Family =:= inet6 ->
    connect(Socket, Address, maps:get(port, To, 0), Timeout);
connect(Socket, Address, Timeout) -> connect(Socket, Address, 0, Timeout).

%% Nobody is far away, so it takes no time.
connect(Socket, Address, Number, _Timeout) when is_port(Socket) ->
    case local_or(Address) of
        error -> {error, einval};
        {list, _} -> {error, einval};
        Known -> result(weft_port:call(Socket, {connect, Known, Number}))
    end.

async_connect(Socket, Address, Number, Timeout) ->
    Ref = make_ref(),
    case connect(Socket, Address, Number, Timeout) of
        ok ->
            self() ! {inet_async, Socket, Ref, ok},
            {ok, Socket, Ref};
        {error, einval} = Error ->
            Error;
        Error ->
            self() ! {inet_async, Socket, Ref, Error},
            {ok, Socket, Ref}
    end.

connectx(_, _) -> {error, einval}.
connectx(_, _, _) -> {error, einval}.

accept(Socket) -> accept(Socket, -1, []).

accept(Socket, Timeout) -> accept(Socket, Timeout, []).

accept(Socket, Timeout, _Family) when is_port(Socket) -> weft_port:read(Socket, accept, time(Timeout)).

time(Timeout) when is_integer(Timeout), Timeout >= 0 -> Timeout;
time(_) -> infinity.

async_accept(Socket, Timeout) -> weft_port:async(Socket, accept, time(Timeout)).

shutdown(Socket, How) when is_port(Socket), How =:= read orelse How =:= write orelse How =:= read_write ->
    case weft_port:call(Socket, {shutdown, How}) of
        closed -> {error, closed};
        Result -> Result
    end.

%% --- data -----------------------------------------------------------------------------------------------

send(Socket, Data) -> send(Socket, Data, []).

send(Socket, Data, _Options) when is_port(Socket) ->
    try iolist_to_binary(Data) of
        Bytes -> weft_port:send(Socket, Bytes, default)
    catch
        error:_ -> {error, einval}
    end.

sendto(Socket, #{addr := Address} = To, _, Data) -> datagram(Socket, Address, maps:get(port, To, 0), Data);
sendto(Socket, {local, _} = Address, _, Data) -> datagram(Socket, Address, 0, Data);
sendto(Socket, {_, {Address, Number}}, Auxiliary, Data) when is_list(Auxiliary) -> datagram(Socket, Address, Number, Data);
sendto(Socket, {Address, Number}, Auxiliary, Data) when is_list(Auxiliary) -> datagram(Socket, Address, Number, Data);
sendto(Socket, Address, Number, Data) when is_port(Socket), is_integer(Number) -> datagram(Socket, Address, Number, Data);
sendto(_, _, _, _) -> {error, einval}.

datagram(Socket, Address, Number, Data) ->
    Known = local_or(Address),
    try iolist_to_binary(Data) of
        _ when Known =:= error; is_tuple(Known), element(1, Known) =:= list -> {error, einval};
        Bytes -> weft_port:sendto(Socket, Known, Number, Bytes)
    catch
        error:_ -> {error, einval}
    end.

sendmsg(_, _, _) -> weft_port:refuse("sockets of SCTP").

%% file:sendfile/5 sends what it reads then.
sendfile(_, _, _, _) -> {error, enotsup}.

-define(MOST, 16#4000000).   % bytes that a call may ask for

recv(Socket, Length) -> recv(Socket, Length, -1).

recv(Socket, Length, Timeout) when is_port(Socket), is_integer(Length), Length >= 0 ->
    case Length > ?MOST of
        true -> {error, enomem};
        false -> weft_port:read(Socket, {recv, Length}, time(Timeout))
    end.

async_recv(Socket, Length, Timeout) -> weft_port:async(Socket, {recv, Length}, time(Timeout)).

unrecv(Socket, Data) when is_port(Socket) -> result(weft_port:call(Socket, {unrecv, iolist_to_binary(Data)})).

recvfrom(Socket, Length) -> recvfrom(Socket, Length, -1).

recvfrom(Socket, Length, Timeout) when is_port(Socket), is_integer(Length), Length >= 0, Length =< 16#FFFFFFFF ->
    weft_port:read(Socket, {recvfrom, Length}, time(Timeout));
recvfrom(_, _, _) -> {error, einval}.

%% --- options --------------------------------------------------------------------------------------------

setopt(Socket, Name, Value) -> setopts(Socket, [{Name, Value}]).

setopts(Socket, Options) when is_port(Socket) ->
    Plain = [plain(Option) || Option <- Options, Option =/= inet, Option =/= inet6, Option =/= local],
    case lists:all(fun is_option/1, Plain) of
        true when Plain =:= [] -> ok;
        true -> result(weft_port:call(Socket, {setopts, Plain}));
        false -> {error, einval}
    end.

plain(Option) when Option =:= binary; Option =:= list -> {mode, Option};
plain({raw, {Protocol, Number, Value}}) -> {raw, Protocol, Number, Value};
plain(Option) -> Option.

getopt(Socket, Name) ->
    case getopts(Socket, [Name]) of
        {ok, [{_, Value}]} -> {ok, Value};
        {ok, []} -> {error, einval};
        Error -> Error
    end.

getopts(Socket, Names) when is_port(Socket) -> result(weft_port:call(Socket, {getopts, Names})).

chgopt(Socket, Name, Value) -> setopt(Socket, Name, Value).
chgopts(Socket, Options) -> setopts(Socket, Options).

is_sockopt_val(Name, Value) -> is_option(plain({Name, Value})).

is_option({raw, Protocol, Number, Value}) -> is_integer(Protocol) andalso is_integer(Number) andalso is_binary(Value);
is_option({active, Value}) ->
    lists:member(Value, [true, false, once]) orelse (is_integer(Value) andalso Value >= -32768 andalso Value =< 32767);
is_option({packet, Value}) ->
    lists:member(Value, [raw, 0, 1, 2, 4, sunrm, asn1, cdr, fcgi, line, tpkt, http, httph, http_bin, httph_bin, ssl, ssl_tls]);
is_option({mode, Value}) -> Value =:= list orelse Value =:= binary;
is_option({deliver, Value}) -> Value =:= term orelse Value =:= port;
is_option({send_timeout, infinity}) -> true;
is_option({linger, {On, Seconds}}) -> is_boolean(On) andalso is_integer(Seconds);
is_option({bind_to_device, Value}) -> is_binary(Value);
is_option({netns, Value}) -> is_list(Value);
is_option({multicast_if, Value}) -> is_tuple(Value);
is_option({Name, _}) when Name =:= add_membership; Name =:= drop_membership -> weft_port:refuse("multicast");
is_option({Name, Value}) when is_boolean(Value) ->
    lists:member(Name, [nodelay, keepalive, reuseaddr, exit_on_close, send_timeout_close, delay_send, dontroute, show_econnreset,
        broadcast, recvtos, recvttl, recvtclass, ipv6_v6only, multicast_loop]);
is_option({Name, Value}) when is_integer(Value) ->
    lists:member(Name, [tos, priority, tclass, recbuf, sndbuf]) orelse
        (Value >= 0 andalso lists:member(Name, [packet_size, header, buffer, high_watermark, low_watermark, high_msgq_watermark,
            low_msgq_watermark, send_timeout, line_delimiter, read_packets, multicast_ttl]));
is_option(_) -> false.

%% --- questions ------------------------------------------------------------------------------------------

getstat(Socket, Items) when is_port(Socket) -> result(weft_port:call(Socket, {getstat, Items})).

gettype(Socket) when is_port(Socket) -> result(weft_port:call(Socket, gettype)).

getstatus(Socket) when is_port(Socket) ->
    case weft_port:call(Socket, status) of
        {ok, listening} -> {ok, [listen, open]};
        {ok, bound} -> {ok, [open]};
        {ok, open} -> {ok, [open]};
        {ok, gone} -> {ok, []};
        {ok, _} -> {ok, [connected, open]};
        closed -> {error, einval}
    end.

sockname(Socket) when is_port(Socket) -> result(weft_port:call(Socket, sockname)).

peername(Socket) when is_port(Socket) -> result(weft_port:call(Socket, peername)).

socknames(Socket) -> listed(sockname(Socket)).
socknames(Socket, _) -> socknames(Socket).
peernames(Socket) -> listed(peername(Socket)).
peernames(Socket, _) -> peernames(Socket).

listed({ok, Address}) -> {ok, [Address]};
listed(Error) -> Error.

setsockname(_, _) -> weft_port:refuse("prim_inet:setsockname/2").
setpeername(_, _) -> weft_port:refuse("prim_inet:setpeername/2").

getfd(_) -> no_descriptor().
getindex(_) -> no_descriptor().
ignorefd(_, _) -> no_descriptor().

%% There is one interface, the one to itself.
getiflist(_) -> {ok, ["lo"]}.

getifaddrs(_) ->
    Ones = list_to_tuple(lists:duplicate(8, 16#FFFF)),
    {ok, [{"lo", [{flags, [up, loopback, running]}, {addr, {127, 0, 0, 1}}, {netmask, {255, 0, 0, 0}}, {addr, {0, 0, 0, 0, 0, 0, 0, 1}},
        {netmask, Ones}, {hwaddr, [0, 0, 0, 0, 0, 0]}]}]}.

ifget(_, "lo", Names) ->
    Known = [{addr, {127, 0, 0, 1}}, {broadaddr, {0, 0, 0, 0}}, {netmask, {255, 0, 0, 0}}, {mtu, 65536}, {flags, [up, loopback, running]},
        {hwaddr, [0, 0, 0, 0, 0, 0]}],
    {ok, [Item || Name <- Names, {Key, _} = Item <- Known, Key =:= Name]};
ifget(_, _, _) -> {ok, []}.

ifset(_, _, _) -> {error, eperm}.

gethostname(_) -> {ok, "localhost"}.

getservbyname(_, Name, Protocol) ->
    case lists:keyfind(text(Name), 1, services()) of
        {_, Number} when Protocol =:= tcp; Protocol =:= udp -> {ok, Number};
        _ -> {error, einval}
    end.

getservbyport(_, Number, Protocol) ->
    case lists:keyfind(Number, 2, services()) of
        {Name, _} when Protocol =:= tcp; Protocol =:= udp -> {ok, Name};
        _ -> {error, einval}
    end.

text(Name) when is_atom(Name) -> atom_to_list(Name);
text(Name) -> Name.

services() -> [{"ftp", 21}, {"ssh", 22}, {"telnet", 23}, {"smtp", 25}, {"domain", 53}, {"http", 80}, {"ntp", 123}, {"https", 443}].
