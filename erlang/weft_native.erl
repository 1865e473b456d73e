%% The port of a socket of the module `socket' (weft_socket.erl): what a kernel, and the functions of prim_socket, do for one.
%%
%% A call is answered by the next step of the port, with data, a result or `select'. Then the process that called is the socket's current
%% reader (writer, acceptor), others wait behind it in a queue. The port looks at the wire when it is asked for data, and while the
%% current reader has not been told that there is some: so in what order data and calls come makes no interleavings before.
-module(weft_native).
-export([init/1, accepted/4]).

-include("weft_port.hrl").

-record(native, {
    socket,                % #socket{}: what every port has, gen_tcp's, too; its `bytes' are those nobody has read yet
    ref,                   % of the socket's term
    protocol,
    owner,                 % the controlling process, {Pid, Monitor}: when it ends, the socket is closed
    again = false,         % a connection that was waited for, and nobody has called connect again
    first,                 % the process, handle and result of a connect that was not finished yet; or none
    datagrams = [],        % {From, Bytes}, taken from the wire and not read yet
    ended = false,         % the other end writes no more
    failure = none,        % an error that the next call gets
    readers = [],          % {Pid, Handle}, the current one first
    writers = [],
    acceptors = [],
    selects = [],          % of read, write and accept: that the current one waits to be told of
    watched = [],          % {Pid, Monitor} of current ones that others wait behind
    monitors = [],         % {Ref, Pid, Socket}: whom to tell that it is closed
    made = opened,         % or accepted
    settings = #{},        % options of the level otp
    counters = #{},
    sure = 0,              % bytes that have arrived, as somebody knows; of the others any number may have (--pieces any)
    left = 0               % chunks that one recv may still take ({otp, rcvbuf} as {Number, Size})
}).

init({native, Owner, Ref, Family, Type, Protocol, Options}) ->
    S = #socket{port = weft_port:this(), owner = Owner, type = Type, family = Family},
    begins(#native{socket = S, ref = Ref, protocol = Protocol, owner = Owner, settings = maps:with([debug, use_registry], Options)}).

%% The end of a connection that was accepted.
accepted(S, {From, Answer}, Protocol, Settings) ->
    Ref = make_ref(),
    weft_port:note(Ref, S#socket.port),
    weft_port:note({native, S#socket.port}, Ref),
    From ! {Answer, {ok, Ref}},
    begins(#native{socket = S#socket{owner = From}, made = accepted, ref = Ref, protocol = Protocol, owner = From, settings = Settings}).

begins(#native{owner = Owner} = N) ->
    loop(N#native{owner = {Owner, erlang:monitor(process, Owner)}, first = none}).

loop(#native{selects = Selects} = N) ->
    Reads = lists:member(read, Selects),
    Accepts = lists:member(accept, Selects),
    receive
        {weft_call, From, Ref, {native, Request}} -> asked(Request, {From, Ref}, N);
        {data, Framing, Bytes} when Reads -> loop(told(read, arrived(took({data, Framing, Bytes}, N))));
        fin when Reads -> loop(told(read, took(fin, N)));
        {fin, reset} when Reads -> loop(told(read, took({fin, reset}, N)));
        {datagram, From, Bytes} when Reads -> loop(arrives(took({datagram, From, Bytes}, N)));
        {connection, Port} when Accepts -> loop(told(accept, passes(Port, N)));
        {credit, From, Ref, Sent} -> loop(N#native{socket = weft_port:credit(From, Ref, Sent, N#native.socket)});
        more -> loop(rest_arrives(N));
        {weft_limit, Limit} -> loop(may_write(Limit, N));
        {'DOWN', Monitor, process, Pid, _} -> down(Pid, Monitor, N);
        {weft_call, From, Ref, _} -> From ! {Ref, {error, einval}}, loop(N)
    end.

asked(Request, {From, Ref} = Answer, N) ->
    case do(Request, Answer, N) of
        {later, New} -> loop(New);
        {close, New} -> leave(fun() -> From ! {Ref, ok} end, New);
        {Result, New} -> From ! {Ref, Result}, loop(New)
    end.

%% --- requests -------------------------------------------------------------------------------------------

do(close, _, N) -> {close, N};
do({bind, Place}, _, N) -> bind(Place, N);
do({listen, Backlog}, _, N) -> result(weft_port:listen(Backlog, N#native.socket), N);
do({connect, Handle, Place}, {From, _}, N) -> connect(Handle, Place, From, N);
do(connected, {From, _}, N) -> connected(From, N);
do({accept, Handle}, Answer, N) -> accept(Handle, Answer, N);
do({shutdown, How}, _, N) -> shutdown(How, taken(N));
do({recv, Length, Peeks, Handle}, {From, _}, N) -> turn(fun(New) -> recv(Length, Peeks, Handle, From, New) end, Handle, From, N);
do({recvfrom, Size, Peeks, Handle}, {From, _}, N) ->
    turn(fun(New) -> recvfrom(Size, Peeks, Handle, From, fun from/4, New) end, Handle, From, N);
do({recvmsg, Size, Peeks, Handle}, {From, _}, N) ->
    turn(fun(New) -> recvfrom(Size, Peeks, Handle, From, fun message/4, New) end, Handle, From, N);
do({send, Bytes}, _, N) -> send(Bytes, N);
do({sendto, Place, Bytes}, _, N) -> sendto(Place, Bytes, N);
do(unable_to_send, _, N) -> unable_to_send(taken(N));
do({wait_to_send, Handle}, {From, _}, N) -> wait_to_send(Handle, From, N);
do({cancel, Operation, Handle}, {From, _}, N) -> cancel(Operation, Handle, From, N);
do({setopt, Level, Number, Value}, {From, _}, N) -> setopt(Level, Number, Value, From, N);
do({getopt, Level, Number}, _, N) -> {getopt(Level, Number, N), N};
do(sockname, _, N) -> {{ok, address(weft_port:sockname(N#native.socket))}, N};
do(peername, _, N) -> {peername(N), N};
do(info, _, N) -> {info(N), N};
do({monitor, Monitor, Shown}, {From, _}, #native{monitors = Monitors} = N) -> {ok, N#native{monitors = [{Monitor, From, Shown} | Monitors]}};
do({demonitor, Monitor}, _, #native{monitors = Monitors} = N) ->
    case lists:keytake(Monitor, 1, Monitors) of
        {value, _, Left} -> {ok, N#native{monitors = Left}};
        false -> {{error, unknown_monitor}, N}
    end;
do(monitors, _, N) -> {[{Monitor, Pid} || {Monitor, Pid, _} <- N#native.monitors], N}.

%% What weft_port says of a socket, as prim_socket does.
result({answer, {error, eopnotsupp}, S}, N) -> {{error, enotsup}, N#native{socket = S}};
result({answer, {ok, _}, S}, N) -> {ok, N#native{socket = S}};
result({answer, Result, S}, N) -> {Result, N#native{socket = S}}.

%% --- addresses ------------------------------------------------------------------------------------------

address({local, Path}) -> #{family => local, path => Path};
address({{_, _, _, _} = Address, Number}) -> #{family => inet, addr => Address, port => Number};
address({Address, Number}) -> #{family => inet6, addr => Address, port => Number, flowinfo => 0, scope_id => 0}.

bind({local, Address, _}, #native{socket = #socket{family = local} = S} = N) ->
    case weft_port:find(S#socket.type, Address) of
        {error, enoent} -> result(weft_port:bind(Address, 0, S), N);
        _ -> {{error, eaddrinuse}, N}
    end;
bind({local, _, _}, N) -> {{error, einval}, N};
bind({inet, broadcast, Number}, N) -> bind({inet, any, Number}, N);
bind({Family, Address, Number}, #native{socket = #socket{family = Family} = S} = N) ->
    case weft_port:place(Family, Address) of
        elsewhere -> {{error, eaddrnotavail}, N};
        _ -> result(weft_port:bind(Address, Number, S), N)
    end;
bind(_, #native{socket = #socket{family = local}} = N) -> {{error, einval}, N};
bind(_, N) -> {{error, eafnosupport}, N}.

peername(#native{socket = #socket{remote = none}}) -> {error, enotconn};
peername(#native{first = {_, _, _}}) -> {error, enotconn};
peername(#native{socket = #socket{remote = Remote}} = N) ->
    case is_over(N) of
        true -> {error, enotconn};
        false -> {ok, address(Remote)}
    end.

%% --- connections ----------------------------------------------------------------------------------------

%% Of one by TCP the process is told when it is there, though nothing is far away.
connect(_, _, From, #native{first = {Pid, _, _}} = N) when Pid =/= From -> {{error, already}, N};
connect(_, {unspec, _, _}, _, #native{socket = #socket{type = dgram} = S} = N) ->
    New = S#socket{remote = none},
    weft_port:note_datagrams(New),
    {ok, N#native{socket = New, failure = none}};
connect(_, {unspec, _, _}, _, _) -> weft_port:refuse("socket:connect/2 to an address of the family unspec, for a stream");
connect(_, _, From, #native{first = {From, _, _}} = N) -> connected(From, N);
connect(_, _, _, #native{again = true} = N) -> {ok, N#native{again = false}};
connect(Handle, {Family, Address, Number}, From, #native{socket = #socket{family = Family, type = Type} = S} = N) ->
    {Result, New} = result(weft_port:connect(Address, Number, S), N),
    case Type =:= stream andalso Family =/= local andalso (Result =:= ok orelse Result =:= {error, econnrefused}) of
        true ->
            From ! {'$socket', {'$socket', N#native.ref}, select, Handle},
            {select, New#native{first = {From, Handle, Result}}};
        false ->
            {Result, New}
    end;
connect(_, _, _, #native{socket = #socket{family = local}} = N) -> {{error, einval}, N};
connect(_, _, _, N) -> {{error, eafnosupport}, N}.

connected(From, #native{first = {From, _, Result}} = N) -> {Result, N#native{first = none, again = Result =:= ok}};
connected(_, N) -> {invalid, N}.

accept(_, _, #native{socket = #socket{type = dgram}} = N) -> {{error, enotsup}, N};
accept(_, _, #native{socket = #socket{stage = Stage}} = N) when Stage =/= listening -> {{error, einval}, N};
accept(Handle, {From, _}, #native{acceptors = [{Other, _} | _]} = N) when From =/= Other -> {select, queued(accept, From, Handle, N)};
accept(Handle, {From, _} = Answer, N) ->
    case connection(N) of
        {Port, New} ->
            S = New#native.socket,
            weft_port:note({accepted, S#socket.port}, {S#socket.accepted + 1, S#socket.backlog}),
            weft_port:post(Port, {own_native, Answer, S#socket.family, S#socket.options, New#native.protocol,
                maps:without([meta], New#native.settings)}),
            {later, next(accept, count([acc_tries, acc_success], New#native{socket = S#socket{accepted = S#socket.accepted + 1}}))};
        none ->
            {select, current(accept, From, Handle, count([acc_tries, acc_waits], N))}
    end.

connection(#native{socket = #socket{passed = [Port | Rest]} = S} = N) -> {Port, N#native{socket = S#socket{passed = Rest}}};
connection(N) ->
    receive {connection, Port} -> {Port, N}
    after 0 -> none
    end.

passes(Port, #native{socket = #socket{passed = Passed} = S} = N) -> N#native{socket = S#socket{passed = Passed ++ [Port]}}.

shutdown(_, #native{socket = #socket{type = dgram, remote = none}} = N) -> {{error, enotconn}, N};
shutdown(How, #native{socket = #socket{type = dgram} = S} = N) ->
    How =:= read orelse weft_port:refuse("socket:shutdown/2 of a connected socket of datagrams, but for `read'"),
    {ok, N#native{socket = S#socket{half = true}}};
shutdown(write, #native{socket = #socket{stage = listening}} = N) -> {ok, N};
shutdown(_, #native{socket = #socket{stage = listening}}) -> weft_port:refuse("socket:shutdown/2 of a socket that listens, but for `write'");
shutdown(How, #native{socket = S} = N) ->
    case is_over(N) of
        true -> {{error, enotconn}, N};
        false -> wakes(result(weft_port:shutdown(How, S), N))
    end.

%% Who waits for data hears that there is none to come.
wakes({ok, #native{socket = #socket{half = true}} = N}) -> {ok, told(read, N)};
wakes(Result) -> Result.

%% Both ends write no more.
is_over(#native{ended = true, socket = #socket{port = Port}}) -> not writes(weft_port:look(Port));
is_over(_) -> false.

writes({connected, _, _, _, _, _, _}) -> true;
writes(_) -> false.

%% --- turns ----------------------------------------------------------------------------------------------

%% Reading is for the current reader, if there is one.
turn(_, zero, From, #native{readers = [{Other, _} | _]} = N) when From =/= Other -> {no_data(), N};
turn(_, Handle, From, #native{readers = [{Other, _} | _]} = N) when From =/= Other -> {select, queued(read, From, Handle, N)};
turn(Do, _, _, N) -> Do(taken(N)).

waiting(read, N) -> N#native.readers;
waiting(write, N) -> N#native.writers;
waiting(accept, N) -> N#native.acceptors.

set_waiting(read, Waiting, N) -> N#native{readers = Waiting};
set_waiting(write, Waiting, N) -> N#native{writers = Waiting};
set_waiting(accept, Waiting, N) -> N#native{acceptors = Waiting}.

%% It will be told when it may try again.
current(Kind, From, Handle, #native{selects = Selects} = N) ->
    Rest = case waiting(Kind, N) of [{From, _} | Others] -> Others; Others -> Others end,
    set_waiting(Kind, [{From, Handle} | Rest], N#native{selects = [Kind | lists:delete(Kind, Selects)]}).

%% Where somebody waits behind a process, its end is noticed.
queued(Kind, From, Handle, N) ->
    [{First, _} | _] = Waiting = waiting(Kind, N),
    watch(First, set_waiting(Kind, lists:keydelete(From, 1, Waiting) ++ [{From, Handle}], N)).

watch(Pid, #native{watched = Watched, owner = {Owner, _}} = N) ->
    case Pid =:= Owner orelse lists:keymember(Pid, 1, Watched) of
        true -> N;
        false -> N#native{watched = [{Pid, erlang:monitor(process, Pid)} | Watched]}
    end.

%% There is something for the current one.
told(Kind, #native{selects = Selects} = N) ->
    case {lists:member(Kind, Selects), waiting(Kind, N)} of
        {true, [{Pid, Handle} | _]} ->
            Pid ! {'$socket', {'$socket', N#native.ref}, select, Handle},
            N#native{selects = lists:delete(Kind, Selects)};
        _ ->
            N
    end.

%% The current one is done: now it is the turn of who waits behind it.
next(Kind, #native{selects = Selects} = N) ->
    case waiting(Kind, N) of
        [] -> N;
        [{Pid, _} | Rest] -> begins_turn(Kind, Rest, unwatch(Pid, set_waiting(Kind, Rest, N#native{selects = lists:delete(Kind, Selects)})))
    end.

begins_turn(_, [], N) -> N;
begins_turn(Kind, [{Pid, _} | Behind], N) ->
    Watching = case Behind of [] -> N; _ -> watch(Pid, N) end,
    Armed = Watching#native{selects = [Kind | Watching#native.selects]},
    case is_ready(Kind, Armed) of
        true -> told(Kind, Armed);
        false -> Armed
    end.

told_if_ready(#native{ended = false, failure = none, socket = #socket{half = false}} = N) -> N;
told_if_ready(N) -> told(read, N).

is_ready(read, #native{socket = #socket{bytes = Bytes, half = Half}} = N) ->
    Bytes =/= <<>> orelse N#native.datagrams =/= [] orelse N#native.ended orelse N#native.failure =/= none orelse Half;
is_ready(accept, #native{socket = S}) -> S#socket.passed =/= [];
is_ready(write, _) -> true.

unwatch(Pid, #native{watched = Watched} = N) ->
    case lists:keytake(Pid, 1, Watched) of
        {value, {_, Monitor}, Left} -> erlang:demonitor(Monitor, [flush]), N#native{watched = Left};
        false -> N
    end.

%% All who wait behind the current one get the same error.
failed(Kind, Reason, N) ->
    Current = next_current(Kind, N),
    [Pid ! {'$socket', {'$socket', N#native.ref}, abort, {Handle, Reason}} || {Pid, Handle} <- Current],
    set_waiting(Kind, [], N#native{selects = lists:delete(Kind, N#native.selects)}).

next_current(Kind, N) ->
    case waiting(Kind, N) of
        [] -> [];
        [_ | Rest] -> Rest
    end.

down(Pid, Monitor, #native{owner = {Pid, Monitor}} = N) -> leave(fun() -> ok end, N);
down(Pid, _, #native{watched = Watched} = N) ->
    New = N#native{watched = lists:keydelete(Pid, 1, Watched)},
    loop(lists:foldl(fun(Kind, Of) -> gone(Kind, Pid, Of) end, New, [read, write, accept])).

gone(Kind, Pid, N) ->
    case waiting(Kind, N) of
        [{Pid, _} | _] -> next(Kind, N);
        Waiting -> set_waiting(Kind, lists:keydelete(Pid, 1, Waiting), N)
    end.

cancel(_, Handle, From, #native{first = {From, Handle, _}} = N) -> {select_sent, N#native{first = none}};
cancel(Operation, Handle, From, N) ->
    Kind = kind(Operation),
    case waiting(Kind, N) of
        [{From, Handle} | _] ->
            Sent = not lists:member(Kind, N#native.selects),
            {case Sent of true -> select_sent; false -> ok end, next(Kind, N)};
        Waiting ->
            case lists:member({From, Handle}, Waiting) of
                true -> {ok, set_waiting(Kind, lists:delete({From, Handle}, Waiting), N)};
                false -> {not_found, N}
            end
    end.

kind(accept) -> accept;
kind(Operation) when Operation =:= recv; Operation =:= recvfrom; Operation =:= recvmsg -> read;
kind(_) -> write.

%% --- what comes -----------------------------------------------------------------------------------------

%% All that is there.
taken(#native{socket = #socket{type = dgram}} = N) ->
    receive {datagram, _, _} = Message -> taken(took(Message, N))
    after 0 -> N
    end;
taken(#native{ended = true} = N) -> N;
taken(N) ->
    receive
        {data, _, _} = Message -> taken(took(Message, N));
        fin -> took(fin, N);
        {fin, reset} -> took({fin, reset}, N)
    after 0 -> N
    end.

took({data, Framing, Bytes}, #native{socket = #socket{bytes = Old, read = Read} = S} = N) ->
    Framed = weft_port:frame(Framing, Bytes),
    New = S#socket{bytes = <<Old/binary, Framed/binary>>, read = Read + byte_size(Framed)},
    N#native{socket = weft_port:give_credit(New)};
took(fin, N) -> N#native{ended = true};
took({fin, reset}, #native{failure = none} = N) -> N#native{ended = true, failure = econnreset};
took({fin, reset}, N) -> N#native{ended = true, failure = none};   % somebody has heard of it
took({datagram, From, Bytes}, #native{socket = S, datagrams = Datagrams} = N) ->
    case weft_port:seen_by(From, S) of
        false -> N;
        Seen -> N#native{datagrams = Datagrams ++ [{Seen, Bytes}]}
    end.

%% Of a stream one byte more.
arrived(#native{sure = Sure} = N) -> N#native{sure = Sure + 1}.

arrives(#native{datagrams = []} = N) -> N;
arrives(N) -> told(read, N).

recv(Length, Peeks, Handle, From, #native{socket = #socket{type = dgram}} = N) ->
    recvfrom(Length, Peeks, Handle, From, fun(_, Bytes, _, _) -> Bytes end, N);
recv(_, _, _, _, #native{socket = #socket{peer = none, family = Family}} = N) ->
    {{error, case Family of local -> einval; _ -> enotconn end}, count([read_tries, read_fails], N)};
recv(Length, Peeks, Handle, From, #native{socket = #socket{bytes = <<>>}} = N) -> nothing(Length, Peeks, Handle, From, N);
recv(Length, Peeks, Handle, From, #native{socket = #socket{bytes = Bytes}} = N) ->
    {Number, Size} = buffer(N),
    Wanted = case Length of 0 -> Size; _ -> Length end,
    Most = min(Wanted, byte_size(Bytes)),
    Data = binary:part(Bytes, 0, weft_port:piece(min(N#native.sure, Most), Most)),
    Full = byte_size(Data) =:= Wanted,
    New = read(Peeks, byte_size(Data), N),
    if
        Data =:= <<>> ->
            later(nothing_yet(Handle, From, N));
        Full, Length =:= 0, Number > 1, N#native.left =/= 1 ->
            Left = case N#native.left of 0 -> Number; Some -> Some end,
            {{more, Data}, New#native{left = Left - 1}};
        Full; Length =:= 0 ->
            {{ok, Data}, next(read, New#native{left = 0})};
        Handle =:= zero ->
            {case no_data() of timeout -> {timeout, Data}; ok -> {ok, Data} end, next(read, New)};
        true ->
            later({{select, Data}, told_if_ready(current(read, From, Handle, count([read_waits], New)))})
    end.

%% What prim_socket says of that to who does not wait: another word from OTP 27 on.
no_data() ->
    case list_to_integer(erlang:system_info(otp_release)) >= 27 of
        true -> timeout;
        false -> ok
    end.

read(true, Size, #native{sure = Sure} = N) -> N#native{sure = max(Size, Sure)};
read(false, Size, #native{sure = Sure, socket = #socket{bytes = Bytes} = S} = N) ->
    <<_:Size/binary, Rest/binary>> = Bytes,
    Counted = received(Size, N),
    Counted#native{sure = max(Sure - Size, 0), socket = S#socket{bytes = Rest}}.

%% Settings of the level otp.
buffer(N) ->
    case setting(rcvbuf, N) of
        {Number, Size} -> {Number, Size};
        Size -> {0, Size}
    end.

nothing(_, _, _, _, #native{failure = Reason} = N) when Reason =/= none ->
    {{error, Reason}, failed(read, Reason, count([read_tries, read_fails], N#native{failure = none}))};
nothing(_, _, _, _, #native{ended = Ended, socket = #socket{half = Half}} = N) when Ended; Half ->
    {{error, closed}, failed(read, closed, count([read_tries, read_fails], N))};
nothing(_, _, Handle, From, N) -> nothing_yet(Handle, From, N).

nothing_yet(zero, _, N) -> {no_data(), count([read_tries], N)};
nothing_yet(Handle, From, N) -> {select, current(read, From, Handle, count([read_tries, read_waits], N))}.

%% The bytes that have not arrived yet will.
later({Result, #native{selects = Selects, sure = Sure, socket = #socket{bytes = Bytes, due = false} = S} = N}) when byte_size(Bytes) > Sure ->
    case lists:member(read, Selects) of
        true -> self() ! more, {Result, N#native{socket = S#socket{due = true}}};
        false -> {Result, N}
    end;
later(Answer) -> Answer.

rest_arrives(#native{socket = #socket{bytes = Bytes} = S, sure = Sure} = N) ->
    New = N#native{socket = S#socket{due = false}},
    case byte_size(Bytes) > Sure of
        true -> told(read, New#native{sure = Sure + 1});
        false -> New
    end.

recvfrom(Size, Peeks, Handle, From, Show, #native{socket = #socket{type = stream, remote = Remote}} = N) ->
    case recv(Size, Peeks, Handle, From, N) of
        {{Ok, Data}, New} when Ok =:= ok; Ok =:= more; Ok =:= select; Ok =:= timeout ->
            {{ok, Show(remote(Remote), Data, false, stream)}, case Ok of select -> next(read, New); _ -> New end};
        Other -> Other
    end;
recvfrom(_, _, _, _, _, #native{failure = Reason} = N) when Reason =/= none -> {{error, Reason}, N#native{failure = none}};
recvfrom(Size, Peeks, _, _, Show, #native{datagrams = [{By, Bytes} | Rest]} = N) ->
    Most = case Size of 0 -> element(2, buffer(N)); _ -> Size end,
    Data = binary:part(Bytes, 0, min(Most, byte_size(Bytes))),
    Shown = Show(remote(By), Data, byte_size(Bytes) > Most, dgram),
    New = case Peeks of true -> N; false -> received(byte_size(Data), N#native{datagrams = Rest}) end,
    {{ok, Shown}, next(read, New)};
recvfrom(Size, Peeks, Handle, From, _, N) -> nothing(Size, Peeks, Handle, From, N).

nobody() -> #{family => unspec, addr => <<>>}.

remote(none) -> nobody();
remote({{local, <<>>}, _}) -> nobody();
remote({{local, Path}, _}) -> address({local, Path});
remote(Address) -> address(Address).

from(_, Data, _, stream) -> {nobody(), Data};
from(Address, Data, _, _) -> {Address, Data}.

message(Address, Data, Cut, Type) ->
    Flags = case Cut of true -> [trunc]; false -> [] end,
    Message = #{ctrl => [], flags => Flags, iov => [Data]},
    case Type of
        stream -> Message;
        dgram -> Message#{addr => Address}
    end.

%% --- sending --------------------------------------------------------------------------------------------

send(_, #native{failure = Reason} = N) when Reason =/= none -> {{error, Reason}, N#native{failure = none}};
send(_, #native{socket = #socket{remote = none} = S} = N) ->
    New = N#native{socket = weft_port:bound(S)},
    case S#socket.family of
        local -> {{error, enotconn}, N};
        _ -> {{error, edestaddrreq}, New}
    end;
send(Bytes, #native{socket = #socket{port = Port}} = N) ->
    case weft_port:look(Port) of
        {datagrams, local, Local, To} -> sent(weft_port:send_datagram(Port, local, Local, To, 0, Bytes), Bytes, N);
        {datagrams, Family, Local, {To, At}} -> sent(weft_port:send_datagram(Port, Family, Local, To, At, Bytes), Bytes, N)
    end.

sendto(_, _, #native{failure = Reason} = N) when Reason =/= none -> {{error, Reason}, N#native{failure = none}};
sendto(_, _, #native{socket = #socket{type = stream, peer = none}} = N) -> {{error, epipe}, N};
sendto(_, _, #native{socket = #socket{type = stream}}) -> weft_port:refuse("socket:sendto/3 of a stream; socket:send/2 does the same");
sendto({unspec, _, _}, _, N) -> {{error, einval}, N};
sendto({Family, Address, Number}, Bytes, #native{socket = #socket{family = Family} = S} = N) ->
    Bound = case Family of local -> S; _ -> weft_port:bound(S) end,
    weft_port:note_datagrams(Bound),
    sent(weft_port:send_datagram(Bound#socket.port, Family, weft_port:sockname(Bound), Address, Number, Bytes), Bytes,
        N#native{socket = Bound});
sendto(_, _, #native{socket = #socket{family = local}} = N) -> {{error, einval}, N};
sendto(_, _, N) -> {{error, eafnosupport}, N}.

sent(ok, Bytes, N) -> {ok, wrote(byte_size(Bytes), N)};
sent(nobody, Bytes, #native{socket = #socket{remote = none}} = N) -> {ok, wrote(byte_size(Bytes), N)};
sent(nobody, Bytes, N) -> {ok, wrote(byte_size(Bytes), N#native{failure = econnrefused})};
sent(Error, _, N) -> {Error, count([write_tries, write_fails], N)}.

%% The stream's end takes no data: why, is known here. A reset is told once.
unable_to_send(#native{failure = Reason} = N) when Reason =/= none -> {{error, Reason}, N#native{failure = none}};
unable_to_send(#native{ended = false, socket = #socket{port = Port}} = N) ->
    case weft_port:look(Port) of
        {broken, _, _, _, _, _, _} -> {{error, econnreset}, N#native{failure = told}};
        _ -> {{error, unable(N)}, N}
    end;
unable_to_send(N) -> {{error, unable(N)}, N}.

unable(#native{socket = #socket{family = local, peer = none}}) -> enotconn;
unable(_) -> epipe.

%% The other end tells when it has read enough; somebody else may write until then, or be told that he may.
wait_to_send(Handle, From, #native{writers = [{Other, _} | _]} = N) when From =/= Other -> {select, queued(write, From, Handle, N)};
wait_to_send(Handle, From, #native{socket = #socket{port = Port, peer = Peer}} = N) ->
    New = current(write, From, Handle, N),
    case weft_port:look(Port) of
        {connected, _, Sent, Limit, _, _, _} when Sent >= Limit ->
            weft_port:post(Peer, {credit, {native, self()}, none, Sent}) orelse (self() ! {weft_limit, Sent + 1}),
            {select, New};
        _ ->
            {select, told(write, New)}
    end.

may_write(Limit, #native{socket = #socket{port = Port}} = N) ->
    weft_port:raise_limit(Port, Limit),
    told(write, N).

%% --- options --------------------------------------------------------------------------------------------

-define(OTP, [{1001, debug, false}, {1002, iow, false}, {1003, controlling_process, none}, {1004, rcvbuf, 8192}, {1006, rcvctrlbuf, 1024},
    {1007, sndctrlbuf, 1024}, {1008, fd, none}, {1009, meta, undefined}, {1010, use_registry, true}, {1011, select_read, false},
    {1999, domain, none}]).

setting(Name, #native{settings = Settings}) ->
    {_, _, Preset} = lists:keyfind(Name, 2, ?OTP),
    maps:get(Name, Settings, Preset).

setopt(otp, Number, Value, From, N) ->
    case lists:keyfind(Number, 1, ?OTP) of
        {_, Name, _} -> set(Name, Value, From, N);
        false -> {{invalid, socket_option}, N}
    end;
setopt(Level, Number, Value, _, #native{socket = S} = N) ->
    case weft_option:set(Level, Number, Value, S) of
        {ok, New} -> {ok, N#native{socket = New}};
        Other -> {Other, N}
    end.

set(controlling_process, Pid, From, #native{owner = {From, Monitor}, socket = S} = N) when is_pid(Pid) ->
    erlang:demonitor(Monitor, [flush]),
    {ok, N#native{owner = {Pid, erlang:monitor(process, Pid)}, socket = S#socket{owner = Pid}}};
set(controlling_process, Pid, _, N) when is_pid(Pid) -> {{error, {invalid, not_owner}}, N};
set(meta, _, From, #native{owner = {Owner, _}} = N) when From =/= Owner -> {{error, {invalid, not_owner}}, N};
set(meta, Value, _, N) -> {ok, keep(meta, Value, N)};
set(Name, Value, _, N) ->
    case takes(Name, Value) of
        true -> {ok, keep(Name, preset(Name, Value), N)};
        false -> {{invalid, value}, N};
        option -> {{invalid, socket_option}, N}
    end.

keep(Name, Value, #native{settings = Settings} = N) -> N#native{settings = Settings#{Name => Value}}.

preset(Name, default) -> element(3, lists:keyfind(Name, 2, ?OTP));
preset(_, Value) -> Value.

takes(Name, Value) when Name =:= debug; Name =:= iow; Name =:= select_read -> is_boolean(Value);
takes(use_registry, Value) -> Value =:= true;
takes(rcvbuf, {Number, Size}) -> is_size(Number) andalso is_size(Size);
takes(Name, Value) when Name =:= rcvbuf; Name =:= rcvctrlbuf; Name =:= sndctrlbuf -> Value =:= default orelse is_size(Value);
takes(controlling_process, _) -> false;
takes(_, _) -> option.

is_size(Value) -> is_integer(Value) andalso Value > 0.

getopt(otp, Number, N) ->
    case lists:keyfind(Number, 1, ?OTP) of
        {_, controlling_process, _} -> {ok, element(1, N#native.owner)};
        {_, domain, _} -> {ok, N#native.socket#socket.family};
        {_, fd, _} -> weft_port:refuse("file descriptors of sockets: socket:getopt(Socket, otp, fd)");
        {_, Name, _} -> {ok, setting(Name, N)};
        false -> {invalid, socket_option}
    end;
getopt(Level, Number, #native{socket = S, protocol = Protocol}) -> weft_option:get(Level, Number, Protocol, S).

%% --- what can be asked ----------------------------------------------------------------------------------

-define(COUNTERS, [acc_fails, acc_success, acc_tries, acc_waits, read_byte, read_fails, read_pkg, read_pkg_max, read_tries, read_waits,
    write_byte, write_fails, write_pkg, write_pkg_max, write_tries, write_waits]).

info(#native{socket = S, owner = {Owner, _}} = N) ->
    (known(N))#{owner => Owner, rstates => read_states(S), wstates => write_states(N), num_readers => length(N#native.readers),
        num_writers => length(N#native.writers), num_acceptors => length(N#native.acceptors)}.

known(#native{socket = #socket{type = Type, family = Family}, protocol = Protocol} = N) ->
    #{type => Type, domain => Family, protocol => Protocol, ctype => normal, counters => counters(N)}.

read_states(#socket{stage = listening}) -> [bound, listening];
read_states(#socket{stage = bound}) -> [bound];
read_states(_) -> [].

write_states(#native{first = {_, _, _}}) -> [connecting, selected];
write_states(#native{socket = #socket{stage = listening, accepted = Accepted}}) when Accepted > 0 -> [connected];
write_states(#native{made = opened, socket = #socket{peer = Peer, family = Family}}) when Peer =/= none ->
    [connected | [selected || Family =/= local]];
write_states(_) -> [].

counters(#native{socket = #socket{type = stream} = S, counters = Counters}) ->
    {Octets, Writes, Most} = weft_port:sent(S),
    complete(Counters#{write_byte => Octets, write_pkg => Writes, write_pkg_max => Most, write_tries => Writes});
counters(#native{counters = Counters}) -> complete(Counters).

complete(Counters) -> maps:merge(maps:from_list([{Name, 0} || Name <- ?COUNTERS]), Counters).

count(Names, #native{counters = Counters} = N) ->
    N#native{counters = lists:foldl(fun(Name, Of) -> Of#{Name => maps:get(Name, Of, 0) + 1} end, Counters, Names)}.

moved(Octets, Packets, Most, Size, #native{counters = Counters} = N) ->
    N#native{counters = Counters#{Octets => maps:get(Octets, Counters, 0) + Size, Packets => maps:get(Packets, Counters, 0) + 1,
        Most => max(maps:get(Most, Counters, 0), Size)}}.

received(Size, N) -> count([read_tries], moved(read_byte, read_pkg, read_pkg_max, Size, N)).

wrote(Size, N) -> count([write_tries], moved(write_byte, write_pkg, write_pkg_max, Size, N)).

%% --- closing --------------------------------------------------------------------------------------------

leave(Tell, #native{socket = S} = N) ->
    Closed = (known(N))#{owner => undefined, rstates => read_states(S) ++ [closing, closed],
        wstates => write_states(N) ++ [closing, closed], num_readers => 0, num_writers => 0,
        num_acceptors => 0},
    weft_port:note({closed, S#socket.port}, Closed),
    Term = {'$socket', N#native.ref},
    Waiting = N#native.readers ++ N#native.writers ++ N#native.acceptors ++ [{Pid, Handle} || {Pid, Handle, _} <- [N#native.first]],
    weft_port:leave(normal, unread(S), fun() ->
        [Pid ! {'$socket', Term, abort, {Handle, closed}} || {Pid, Handle} <- Waiting],
        [Pid ! {'DOWN', Monitor, socket, Shown, closed} || {Monitor, Pid, Shown} <- N#native.monitors],
        Tell()
    end).

%% Bytes that nobody has read are answered with a reset.
unread(#socket{bytes = <<>>} = S) -> S;
unread(#socket{options = Options} = S) -> S#socket{options = Options#{linger => {true, 0}}}.
