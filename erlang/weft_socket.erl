%% The module `socket': what prim_socket asks the system for, with names as there, and socket_registry.
%%
%% Each socket has a port of its own (weft_native.erl), which the program does not see: it knows a reference. So a socket of this kind
%% and one of gen_tcp are two ends of one connection like any others. A call asks the port and gets an answer, never later than the port's
%% next step; what cannot be done yet is told by a message to the process, as everywhere: {'$socket', Socket, select, Handle}.
%%
%% The cell of a socket's reference is its port; that of {closed, Port}, what is known of one that was closed.
-module(weft_socket).
-export([p_get/1, nif_info/0, nif_info/1, nif_command/1, nif_supports/0, nif_supports/1, nif_open/2, nif_open/4, nif_bind/2, nif_bind/3,
    nif_connect/1, nif_connect/3, nif_listen/2, nif_accept/2, nif_send/4, nif_sendto/5, nif_sendmsg/5, nif_sendv/3, nif_sendfile/1,
    nif_sendfile/4, nif_sendfile/5, nif_recv/4, nif_recvfrom/4, nif_recvmsg/5, nif_close/1, nif_finalize_close/1, nif_shutdown/2,
    nif_setopt/5, nif_getopt/3, nif_getopt/4, nif_getopt/5, nif_sendmmsg/4, nif_recvmmsg/6, nif_sockname/1, nif_peername/1, nif_ioctl/2, nif_ioctl/3, nif_ioctl/4, nif_cancel/3]).
-export([number_of/0, which_sockets/1, monitor/1, monitor/2, cancel_monitor/1, number_of_monitors/0, number_of_monitors/1,
    which_monitors/1, monitored_by/1]).
-compile({no_auto_import, [monitor/2]}).

%% --- asking a port --------------------------------------------------------------------------------------

%% `closed' if the socket is.
ask(Ref, Request) -> weft_port:call(port_of(Ref), {native, Request}).

port_of(Ref) ->
    case is_reference(Ref) andalso weft_port:look(Ref) of
        Port when is_port(Port) -> Port;
        _ -> erlang:error(badarg)
    end.

do(Ref, Request) ->
    case ask(Ref, Request) of
        closed -> {error, closed};
        Answer -> Answer
    end.

%% --- what there is --------------------------------------------------------------------------------------

nif_supports() -> [{sctp, false}, {ipv6, true}, {local, true}, {netns, false}, {sendfile, false}].

nif_supports(_) -> [].

%% The tables that prim_socket makes of what the system supports. What is not simulated is not supported.
p_get(protocols) ->
    maps:from_list(lists:append([[{Number, Names} | [{Name, Number} || Name <- Names]] || {Names, Number} <- protocols()]));
p_get(options) ->
    maps:from_list([{{Level, Name}, {key(Of), Number}} || {Of, Name, Number} <- weft_option:all(), Level <- names(Of)]);
p_get(msg_flags) -> #{peek => 2, trunc => 32, nosignal => 16384};
p_get(_) -> #{}.

protocols() ->
    [{[ip, 'IP'], 0}, {[icmp, 'ICMP'], 1}, {[tcp, 'TCP'], 6}, {[udp, 'UDP'], 17}, {[ipv6, 'IPv6'], 41},
        {['ipv6-icmp', 'IPv6-ICMP'], 58}, {[sctp, 'SCTP'], 132}].

key(socket) -> socket;
key(Level) -> element(2, named(Level)).

names(socket) -> [socket];
names(Level) -> element(1, named(Level)).

named(Level) -> hd([Entry || {[Name | _], _} = Entry <- protocols(), Name =:= Level]).

nif_command(_) -> ok.

nif_info() ->
    Sockets = [info(Ref) || Ref <- all()],
    Count = fun(Key, Value) -> length([S || #{Key := Of} = S <- Sockets, Of =:= Value]) end,
    #{debug => false, socket_debug => false, use_registry => true, iow => false, iov_max => 1024,
        counters => #{num_sockets => length(Sockets), num_cnt_bits => 64, num_dinet => Count(domain, inet),
            num_dinet6 => Count(domain, inet6), num_dlocal => Count(domain, local), num_tstreams => Count(type, stream),
            num_tdgrams => Count(type, dgram), num_tseqpkgs => 0, num_pip => Count(protocol, 0), num_psctp => 0,
            num_ptcp => Count(protocol, 6), num_pudp => Count(protocol, 17)}}.

nif_info(Ref) -> info(Ref).

info(Ref) ->
    case ask(Ref, info) of
        closed -> weft_port:look({closed, port_of(Ref)});
        Info -> Info
    end.

%% --- opening and closing --------------------------------------------------------------------------------

nif_open(Number, _) when is_integer(Number) -> weft_port:refuse("file descriptors of sockets: socket:open/1,2 of one");
nif_open(_, _) -> erlang:error(badarg).

nif_open(Domain, _, _, _) when Domain =/= inet, Domain =/= inet6, Domain =/= local, not is_integer(Domain) -> {invalid, domain};
nif_open(_, Type, _, _) when Type =/= stream, Type =/= dgram, Type =/= seqpacket, Type =/= raw, Type =/= rdm, not is_integer(Type) ->
    {invalid, type};
nif_open(_, _, _, #{netns := _}) -> weft_port:refuse("network namespaces");
nif_open(Domain, Type, Protocol, Options) when is_atom(Domain), Type =:= stream orelse Type =:= dgram ->
    case spoken(Domain, Type, Protocol) of
        error -> {error, eprotonosupport};
        Spoken -> opened(Domain, Type, Spoken, Options)
    end;
nif_open(_, Type, _, _) -> weft_port:refuse(["sockets of the type ", io_lib:format("~0p", [Type])]).

spoken(local, _, 0) -> 0;
spoken(local, _, _) -> error;
spoken(_, stream, Protocol) when Protocol =:= 0; Protocol =:= 6 -> 6;
spoken(_, dgram, Protocol) when Protocol =:= 0; Protocol =:= 17 -> 17;
spoken(_, _, 132) -> weft_port:refuse("sockets of SCTP");
spoken(_, _, _) -> error.

opened(Domain, Type, Protocol, Options) ->
    Ref = make_ref(),
    State = case Type of stream -> open; dgram -> {datagrams, Domain, weft_port:unbound(Domain), none} end,
    Port = weft_port:open(nolink, State, {native, self(), Ref, Domain, Type, Protocol, Options}),
    weft_port:note(Ref, Port),
    weft_port:note({native, Port}, Ref),
    {ok, Ref}.

nif_close(Ref) -> do(Ref, close).

nif_finalize_close(_) -> ok.

nif_shutdown(Ref, How) when How =:= read; How =:= write; How =:= read_write -> do(Ref, {shutdown, How});
nif_shutdown(_, How) -> erlang:error({invalid, {how, How}}).

%% --- addresses ------------------------------------------------------------------------------------------

nif_bind(Ref, Address) -> with_address(Address, fun(Place) -> do(Ref, {bind, Place}) end).

nif_bind(_, _, _) -> weft_port:refuse("more than one address for a socket").

%% {Family, Address, Number} or {local, Path, 0}.
with_address(Address, Do) ->
    case place(Address) of
        error -> {invalid, sockaddr};
        Place -> Do(Place)
    end.

place(#{family := local, path := Path}) when is_binary(Path) -> {local, {local, Path}, 0};
place(#{family := Family, addr := Address, port := Number}) when is_integer(Number) ->
    case is_address(Family, Address) of
        true -> {Family, Address, Number band 16#FFFF};
        false -> error
    end;
place(#{family := unspec}) -> {unspec, none, 0};
place(_) -> error.

is_address(inet, {_, _, _, _} = Address) -> are_below(256, Address);
is_address(inet6, {_, _, _, _, _, _, _, _} = Address) -> are_below(65536, Address);
is_address(inet, broadcast) -> true;
is_address(_, Address) -> Address =:= any orelse Address =:= loopback.

are_below(Limit, Address) -> lists:all(fun(Part) -> is_integer(Part) andalso Part >= 0 andalso Part < Limit end, tuple_to_list(Address)).

nif_listen(Ref, Backlog) -> do(Ref, {listen, Backlog}).

nif_connect(Ref) -> finished(do(Ref, connected)).

nif_connect(Ref, Handle, Address) -> with_address(Address, fun(Place) -> do(Ref, {connect, Handle, Place}) end).

finished(invalid) -> erlang:error({invalid, state});
finished(Result) -> Result.

nif_accept(Ref, Handle) -> do(Ref, {accept, Handle}).

nif_sockname(Ref) -> do(Ref, sockname).

nif_peername(Ref) -> do(Ref, peername).

%% --- data -----------------------------------------------------------------------------------------------

nif_send(Ref, Bytes, Flags, Handle) when is_binary(Bytes) ->
    takes_flags(Flags, [16384]),
    write(port_of(Ref), Bytes, Handle).

-define(SMALL, 65536).   % so much is taken as one piece

%% What one end writes lies at the other end at once, whether its port acts or not.
write(Port, Bytes, Handle) when byte_size(Bytes) > 0, byte_size(Bytes) =< ?SMALL ->
    case weft_port:transmit(Port, Bytes) of
        ok -> ok;
        full -> wait_to_write(Port, 0, Handle);
        State -> write(State, Port, Bytes, Handle)
    end;
write(Port, Bytes, Handle) -> write(weft_port:look(Port), Port, Bytes, Handle).

write(none, _, _, _) -> {error, closed};
write({connected, _, _, _, _, _, _}, _, <<>>, _) -> ok;
write({connected, _, Sent, Limit, _, _, _}, Port, Bytes, Handle) ->
    Room = min(byte_size(Bytes), Limit - Sent),
    case Room > 0 andalso weft_port:transmit(Port, binary:part(Bytes, 0, Room)) of
        ok when Room =:= byte_size(Bytes) -> ok;
        ok -> wait_to_write(Port, Room, Handle);
        full -> wait_to_write(Port, 0, Handle);
        false -> wait_to_write(Port, 0, Handle);
        State -> write(State, Port, Bytes, Handle)
    end;
write({datagrams, _, _, _}, Port, Bytes, _) -> answered(weft_port:call(Port, {native, {send, Bytes}}));
write(_, Port, _, _) -> answered(weft_port:call(Port, {native, unable_to_send})).

answered(closed) -> {error, closed};
answered(Answer) -> Answer.

%% The other end has not read enough.
wait_to_write(_, Written, zero) -> {ok, Written};
wait_to_write(Port, Written, Handle) ->
    case answered(weft_port:call(Port, {native, {wait_to_send, Handle}})) of
        select when Written > 0 -> {select, Written};
        Answer -> Answer
    end.

nif_sendto(Ref, Bytes, Address, Flags, _) ->
    takes_flags(Flags, [16384]),
    with_address(Address, fun(Place) -> do(Ref, {sendto, Place, Bytes}) end).

nif_sendmsg(Ref, Message, Flags, Handle, Pieces) ->
    is_map_key(ctrl, Message) andalso weft_port:refuse("control messages of socket:sendmsg"),
    case is_list(Pieces) andalso lists:all(fun is_binary/1, Pieces) of
        false -> {invalid, iov};
        true ->
            Bytes = iolist_to_binary(Pieces),
            case Message of
                #{addr := Address} -> of_message(nif_sendto(Ref, Bytes, Address, Flags, Handle));
                #{} -> nif_send(Ref, Bytes, Flags, Handle)
            end
    end.

of_message({invalid, sockaddr}) -> {invalid, addr};
of_message(Result) -> Result.

nif_sendv(Ref, Pieces, Handle) -> nif_send(Ref, iolist_to_binary(Pieces), 0, Handle).

nif_sendfile(_) -> no_files().
nif_sendfile(_, _, _, _) -> no_files().
nif_sendfile(_, _, _, _, _) -> no_files().

no_files() -> weft_port:refuse("socket:sendfile; file:read/2 and socket:send/2 do the same").

nif_sendmmsg(_, _, _, _) -> weft_port:refuse("several messages by one call of socket:sendmmsg").
nif_recvmmsg(_, _, _, _, _, _) -> weft_port:refuse("several messages by one call of socket:recvmmsg").

nif_recv(Ref, Length, Flags, Handle) -> do(Ref, {recv, Length, peeks(Flags), Handle}).

nif_recvfrom(Ref, Size, Flags, Handle) -> do(Ref, {recvfrom, Size, peeks(Flags), Handle}).

nif_recvmsg(Ref, Size, _Control, Flags, Handle) -> do(Ref, {recvmsg, Size, peeks(Flags), Handle}).

peeks(Flags) ->
    takes_flags(Flags, [2]),
    Flags =:= 2.

takes_flags(Flags, Known) ->
    Flags =:= 0 orelse lists:member(Flags, Known) orelse weft_port:refuse("flags of messages, but for `peek' of what is received").

nif_cancel(Ref, Operation, Handle) -> do(Ref, {cancel, Operation, Handle}).

%% --- options --------------------------------------------------------------------------------------------

nif_setopt(_, _, _, _, 1) -> weft_port:refuse("socket:setopt_native/3");
nif_setopt(Ref, Level, Number, Value, 0) -> do(Ref, {setopt, Level, Number, Value}).

nif_getopt(Ref, Level, Number) -> do(Ref, {getopt, Level, Number}).

nif_getopt(_, _, _, _) -> no_native_options().
nif_getopt(_, _, _, _, _) -> no_native_options().

no_native_options() -> weft_port:refuse("socket:getopt_native/3").

nif_ioctl(_, _) -> no_requests().
nif_ioctl(_, _, _) -> no_requests().
nif_ioctl(_, _, _, _) -> no_requests().

no_requests() -> weft_port:refuse("socket:ioctl").

%% --- the registry ---------------------------------------------------------------------------------------
%%
%% socket_registry is a process that all sockets are told to. Here everybody can look for himself, and nobody has to wait for another one.
%% The cell {monitor, Ref} is {Port, Socket, Pid}.

all() ->
    [Ref || Port <- weft_port:sockets(), Ref <- [weft_port:look({native, Port})], Ref =/= none].

number_of() -> length(all()).

which_sockets(Filter) when is_boolean(Filter); tuple_size(Filter) =:= 2; is_function(Filter, 1) ->
    [Socket || Ref <- all(), Socket <- [{'$socket', Ref}], passes(Filter, Socket)];
which_sockets(Filter) -> erlang:error(badarg, [Filter]).

passes(Filter, _) when is_boolean(Filter) -> Filter;
passes({Key, Value}, Socket) -> maps:find(Key, socket:info(Socket)) =:= {ok, Value};
passes(Filter, Socket) -> Filter(socket:info(Socket)) =:= true.

monitor(Socket) -> monitor(Socket, #{}).

monitor({'$socket', Ref} = Socket, Options) when is_map(Options) ->
    Monitor = make_ref(),
    Shown = maps:get(msocket, Options, Socket),
    Port = port_of(Ref),
    case ask(Ref, {monitor, Monitor, Shown}) of
        ok -> weft_port:note({monitor, Monitor}, {Port, Socket, self()});
        closed -> self() ! {'DOWN', Monitor, socket, Shown, nosock}
    end,
    Monitor;
monitor(Socket, Options) -> erlang:error(badarg, [Socket, Options]).

cancel_monitor(Monitor) when is_reference(Monitor) ->
    case weft_port:look({monitor, Monitor}) of
        none -> {error, unknown_monitor};
        {_, _, Pid} when Pid =/= self() ->
            case is_process_alive(Pid) of
                true -> {error, not_owner};
                false -> {error, unknown_monitor}
            end;
        {Port, _, _} ->
            case weft_port:call(Port, {native, {demonitor, Monitor}}) of
                closed -> {error, unknown_monitor};
                Answer -> Answer
            end
    end;
cancel_monitor(Monitor) -> erlang:error(badarg, [Monitor]).

monitors() ->
    [{Monitor, Pid, Socket} || Ref <- all(), Socket <- [{'$socket', Ref}], List <- [ask(Ref, monitors)], is_list(List), {Monitor, Pid} <- List].

number_of_monitors() -> length(monitors()).

number_of_monitors(Of) -> length(which_monitors(Of)).

which_monitors(Of) -> [Monitor || {Monitor, Pid, Socket} <- monitors(), Of =:= Pid orelse Of =:= Socket].

monitored_by(Of) -> lists:usort([Pid || {_, Pid, Socket} <- monitors(), Socket =:= Of]).
