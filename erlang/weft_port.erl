%% What a driver does for a port: here a port is a process that programs cannot tell from one (src/vm/run/port.h).
%%
%% A socket's port reads what has come for it only when somebody wants it: a call of recv, or the owner of an active socket. So in
%% what order data and requests come to it does not matter before. Whoever sends puts the data into the mailbox of the other
%% end's port, which is the wire; the port's own step takes it from there to its owner.
%%
%% Messages to a port:
%%     {weft_call, From, Ref, Request}       From waits for {Ref, Answer}
%%     {weft_async, From, Ref, Request}      From is sent {inet_async, Port, Ref, Answer}
%%     {weft_cancel, Ref}                    From has waited long enough
%%     {data, Framing, Bytes}, fin           from the other end of a connection
%%     {datagram, Address, Bytes}            from another socket
%%     {connection, Port}                    to one that listens: the new end of a connection that wants to be accepted
%%     {own, ...}, abandon                   to such an end: what becomes of it
%%     more                                  from itself: the rest of what it has taken from the wire may arrive now (--pieces any)
%%     {credit, From, Ref, Sent}             From waits until it has read most of so many bytes
-module(weft_port).
-export([init/1, socket/3, call/2, read/3, async/3, send/3, sendto/4, refuse/1]).
-export([bind/3, bound/1, connect/3, credit/4, find/2, frame/2, give_credit/1, leave/3, listen/2, note_datagrams/1, piece/2, place/2, raise_limit/2, seen_by/2,
    send_datagram/6, sent/1, shutdown/2, sockname/1, unbound/1]).   % for weft_native
-export([port_info/1, port_info/2, port_close/1, port_connect/2, port_command/3, port_control/3, port_call/3, port_get_data/1,
    port_set_data/2]).

-include("weft_port.hrl").

-define(LIMIT, 4).     % places in the state of a connected port, see src/vm/bif/weft_port.c
-define(FRAMING, 5).

%% What the machine does itself.
number(_Port) -> erlang:nif_error(weft).
this() -> erlang:nif_error(weft).
look(_Key) -> erlang:nif_error(weft).
note(_Key, _Value) -> erlang:nif_error(weft).
exchange(_Key, _Old, _New) -> erlang:nif_error(weft).
post(_Port, _Message) -> erlang:nif_error(weft).
arrive(_Port, _Message) -> erlang:nif_error(weft).
transmit(_Port, _Bytes) -> erlang:nif_error(weft).
open(_Link, _State, _Argument) -> erlang:nif_error(weft).
cuts() -> erlang:nif_error(weft).
unsupported(_Advice) -> erlang:nif_error(weft).

%% --- for those who use a port ---------------------------------------------------------------------------

socket(Type, Family, Options) ->
    open(link, open, {socket, self(), Type, Family, Options}).

refuse(What) -> unsupported(iolist_to_binary(What)).

%% `closed' if there is no such port any more.
call(Port, Request) ->
    Ref = make_ref(),
    case post(Port, {weft_call, self(), Ref, Request}) of
        true -> receive {Ref, Answer} -> Answer end;
        false -> closed
    end.

%% A call that may have to wait. Who traps exits may be told of the end of the port in another way, and finds the answer later.
read(Port, Request, Timeout) ->
    Ref = make_ref(),
    case post(Port, {weft_async, self(), Ref, Request}) of
        true ->
            receive
                {inet_async, Port, Ref, Answer} -> Answer;
                {'EXIT', Port, _} -> {error, closed}
            after Timeout ->
                post(Port, {weft_cancel, Ref}),
                receive
                    {inet_async, Port, Ref, Answer} -> Answer;
                    {'EXIT', Port, _} -> {error, closed}
                end
            end;
        false ->
            {error, closed}
    end.

async(Port, Request, Timeout) ->
    Ref = make_ref(),
    case post(Port, {weft_async, self(), Ref, Request}) of
        true ->
            Timeout =:= infinity orelse call(Port, {cancel_after, Ref, Timeout}),
            {ok, Ref};
        false ->
            {error, einval}
    end.

send(Port, Bytes, Timeout) ->
    case transmit(Port, Bytes) of
        ok -> ok;
        full -> wait_to_send(Port, Bytes, Timeout);
        none -> {error, closed};
        {datagrams, _, _, _} -> sendto(Port, any, 0, Bytes);
        _ -> closed_is_error(call(Port, unable_to_send))
    end.

closed_is_error(closed) -> {error, closed};
closed_is_error(Answer) -> Answer.

%% The other end has not read enough.
wait_to_send(Port, Bytes, Timeout) ->
    {connected, Peer, Sent, _, _, _, _} = look(Port),
    Ref = make_ref(),
    Reading = post(Peer, {credit, self(), Ref, Sent}),
    Own = call(Port, {credit, Ref, Sent}),
    case Reading =:= true andalso Own =:= ok of
        true ->
            receive
                {Ref, Limit} -> raise_limit(Port, Limit), send(Port, Bytes, Timeout)
            after timeout_of(Port, Timeout) ->
                post(Peer, {weft_cancel, Ref}),
                timed_out(Port)
            end;
        false ->
            raise_limit(Port, Sent + 1),
            send(Port, Bytes, Timeout)
    end.

timeout_of(_Port, Timeout) when is_integer(Timeout) -> Timeout;
timeout_of(Port, _) ->
    case call(Port, {getopts, [send_timeout]}) of
        {ok, [{send_timeout, Timeout}]} -> Timeout;
        _ -> 0
    end.

timed_out(Port) ->
    case call(Port, {getopts, [send_timeout_close]}) of
        {ok, [{_, true}]} -> call(Port, give_up);
        _ -> ok
    end,
    {error, timeout}.

raise_limit(Port, Limit) ->
    case look(Port) of
        State when element(1, State) =:= connected, element(?LIMIT, State) < Limit ->
            exchange(Port, State, setelement(?LIMIT, State, Limit)) orelse raise_limit(Port, Limit);
        _ ->
            true
    end.

%% --- functions of erlang --------------------------------------------------------------------------------

port_info(Port) when is_port(Port) ->
    case call(Port, info) of
        closed -> undefined;
        Info -> [Item || {Key, _} = Item <- Info, lists:member(Key, [name, links, id, connected, input, output, os_pid])]
    end;
port_info(Name) when is_atom(Name) -> undefined;
port_info(_) -> badarg.

port_info(Port, Item) when is_port(Port), is_atom(Item) ->
    case call(Port, info) of
        closed -> undefined;
        Info ->
            case lists:keyfind(Item, 1, Info) of
                false when Item =:= registered_name -> [];
                false -> badtype();
                Found -> Found
            end
    end;
port_info(Name, _) when is_atom(Name) -> undefined;
port_info(_, _) -> badtype().

badtype() -> badarg.

port_close(Port) when is_port(Port) ->
    case call(Port, port_close) of
        closed -> badarg;
        ok -> true
    end;
port_close(_) -> badarg.

port_connect(Port, Pid) when is_port(Port), is_pid(Pid), node(Pid) =:= node() ->
    case call(Port, {connect_to, Pid}) of
        closed -> badarg;
        ok -> true
    end;
port_connect(_, _) -> badarg.

port_command(Port, Data, _Options) when is_port(Port) ->
    try iolist_to_binary(Data) of
        Bytes ->
            case look(Port) of
                none -> badarg;
                _ ->
                    self() ! {inet_reply, Port, send(Port, Bytes, default)},
                    true
            end
    catch
        error:_ -> badarg
    end;
port_command(_, _, _) -> badarg.

port_control(Port, _, _) when is_port(Port) ->
    refuse("erlang:port_control/3 of a socket; the functions of inet do the same");
port_control(_, _, _) -> badarg.
port_call(_, _, _) -> badarg.

%% Of a port that is there.
port_set_data(Port, Data) when is_port(Port) ->
    case look(Port) of
        none -> erlang:error(badarg);
        _ -> note({data, Port}, {value, Data}), true
    end;
port_set_data(_, _) -> erlang:error(badarg).

port_get_data(Port) when is_port(Port) ->
    case look(Port) =/= none andalso look({data, Port}) of
        {value, Data} -> Data;
        _ -> erlang:error(badarg)
    end;
port_get_data(_) -> erlang:error(badarg).

%% --- the port -------------------------------------------------------------------------------------------

init({socket, Owner, Type, Family, Options}) ->
    loop(#socket{port = this(), owner = Owner, type = Type, family = Family, options = Options});
init({native, _, _, _, _, _, _} = Socket) ->
    weft_native:init(Socket);
init({end_of, Peer, Family, Local, Remote}) ->
    wait_for_owner(#socket{port = this(), type = stream, family = Family, stage = connected, peer = Peer, local = Local,
        remote = Remote}).

%% The end of a connection that was not accepted yet.
wait_for_owner(S) ->
    receive
        {own, Owner, Family, Options, Active, Answer} ->
            link(Owner),
            set_framing(S#socket.port, Options),
            answer(Answer, {ok, S#socket.port}),
            loop(S#socket{owner = Owner, family = Family, local = in_family(Family, S#socket.local),
                remote = in_family(Family, S#socket.remote), options = Options, active = Active});
        {own_native, Answer, Family, Options, Protocol, Settings} ->
            Own = S#socket{family = Family, local = in_family(Family, S#socket.local), remote = in_family(Family, S#socket.remote)},
            weft_native:accepted(Own#socket{options = Options}, Answer, Protocol, Settings);
        abandon ->
            close(normal, S)
    end.

in_family(local, Address) -> Address;
in_family(Family, {Address, Number}) -> {written(Family, Address), Number}.

loop(#socket{stage = listening, waiting = [_ | _], passed = [Port | Rest]} = S) ->
    loop(accepts(Port, S#socket{passed = Rest}));
loop(#socket{stage = listening, waiting = [_ | _]} = S) ->
    receive
        {connection, Port} -> loop(accepts(Port, S));
        {weft_call, From, Ref, Request} -> request(Request, {From, Ref}, S);
        {weft_async, From, Ref, Request} when Request =/= accept -> request(Request, {async, From, Ref, S#socket.port}, S);
        {weft_cancel, Ref} -> loop(cancelled(Ref, S));
        {'EXIT', From, Reason} -> exits(From, Reason, S);
        {From, close} when is_pid(From) -> told_to_close(From, S)
    end;
loop(S) ->
    case is_reading(S) of
        true ->
            receive
                {data, Framing, Bytes} -> loop(arrives(Framing, Bytes, S));
                fin -> ended(closed, S);
                {fin, reset} -> ended(econnreset, S);
                {datagram, Address, Bytes} -> loop(datagram(Address, Bytes, S));
                {weft_call, From, Ref, Request} -> request(Request, {From, Ref}, S);
                {weft_async, From, Ref, Request} -> request(Request, {async, From, Ref, S#socket.port}, S);
                {weft_cancel, Ref} -> loop(cancelled(Ref, S));
                {credit, From, Ref, Sent} -> loop(credit(From, Ref, Sent, S));
                {'EXIT', From, Reason} -> exits(From, Reason, S);
                {From, close} when is_pid(From) -> told_to_close(From, S);
                {From, {command, Data}} when is_pid(From) -> told_to_send(From, Data, S);
                {From, {connect, To}} when is_pid(From) -> told_to_connect(From, To, S)
            end;
        false ->
            receive
                more -> loop(deliver(S#socket{due = false}));
                {weft_call, From, Ref, Request} -> request(Request, {From, Ref}, S);
                {weft_async, From, Ref, Request} -> request(Request, {async, From, Ref, S#socket.port}, S);
                {weft_cancel, Ref} -> loop(cancelled(Ref, S));
                {credit, From, Ref, Sent} -> loop(credit(From, Ref, Sent, S));
                {'EXIT', From, Reason} -> exits(From, Reason, S);
                {From, close} when is_pid(From) -> told_to_close(From, S);
                {From, {command, Data}} when is_pid(From) -> told_to_send(From, Data, S);
                {From, {connect, To}} when is_pid(From) -> told_to_connect(From, To, S)
            end
    end.

%% The rest of what it has taken from the wire comes before anything else that is there.
is_reading(#socket{due = true}) -> false;
is_reading(#socket{stage = Stage, active = Active, waiting = Waiting}) ->
    (Stage =:= connected orelse Stage =:= bound) andalso (Active =/= false orelse Waiting =/= []).

%% --- requests -------------------------------------------------------------------------------------------

request(close, {From, _} = Answer, S) ->
    closes(Answer, fun() -> From =:= S#socket.owner andalso unlink(From) end, S);
request(port_close, {From, _} = Answer, S) ->
    closes(Answer, fun() -> end_link(From, S) end, S);
request(Request, Answer, S) ->
    case do(Request, Answer, S) of
        {answer, Result, New} -> answer(Answer, Result), loop(New);
        {wait, New} -> loop(New);
        {quit, Result, New} -> leave(normal, New, fun() -> answer(Answer, Result) end)
    end.

%% The exit signal of a port comes before whoever asked for its end hears that it has ended.
end_link(Pid, S) ->
    unlink(Pid),
    Pid =:= S#socket.owner andalso exit(Pid, normal).

closes(Answer, Before, S) ->
    leave(normal, S, fun() -> Before(), answer(Answer, ok) end).

told_to_close(From, S) ->
    leave(normal, S, fun() -> end_link(From, S), From ! {S#socket.port, closed} end).

told_to_send(From, Data, S) ->
    try iolist_to_binary(Data) of
        Bytes -> spawn_link(fun() -> From ! {inet_reply, S#socket.port, send(S#socket.port, Bytes, default)} end)
    catch
        error:_ -> exit(From, badsig)
    end,
    loop(S).

told_to_connect(From, To, S) ->
    link(To),
    From ! {S#socket.port, connected},
    loop(S#socket{owner = To}).

answer({async, From, Ref, Port}, Result) -> From ! {inet_async, Port, Ref, Result};
answer({From, Ref}, Result) -> From ! {Ref, Result}.

do({bind, Address, Number}, _, S) -> bind(Address, Number, S);
do({listen, Backlog}, _, S) -> listen(Backlog, S);
do({connect, Address, Number}, _, S) -> connect(Address, Number, S);
do(accept, Answer, #socket{stage = listening} = S) -> {wait, S#socket{waiting = S#socket.waiting ++ [{Answer, accept}]}};
do(accept, _, S) -> {answer, {error, einval}, S};
do({recv, Length}, Answer, S) -> recv(Length, Answer, S);
do({recvfrom, Length}, Answer, #socket{stage = bound, active = false, waiting = []} = S) ->
    {wait, S#socket{waiting = [{Answer, {recvfrom, Length}}]}};
do({recvfrom, _}, _, #socket{stage = bound, active = false} = S) -> {answer, {error, ealready}, S};
do({recvfrom, _}, _, S) -> {answer, {error, einval}, S};
do({unrecv, Bytes}, _, S) -> {answer, ok, S#socket{bytes = <<Bytes/binary, (S#socket.bytes)/binary>>, returned = byte_size(Bytes)}};
do({shutdown, How}, _, S) -> shutdown(How, S);
do({setopts, Options}, _, S) -> setopts(Options, S);
do({getopts, Names}, _, S) -> {answer, getopts(Names, S), S};
do(sockname, _, #socket{stage = gone} = S) -> {answer, {error, ebadf}, S};
do(sockname, _, S) -> {answer, {ok, sockname(S)}, S};
do(peername, _, #socket{remote = Remote, stage = Stage} = S) when Remote =:= none; Stage =:= gone -> {answer, {error, enotconn}, S};
do(peername, _, S) -> {answer, {ok, S#socket.remote}, S};
do({getstat, Items}, _, S) -> {answer, {ok, [{Item, statistic(Item, S)} || Item <- Items]}, S};
do(gettype, _, S) -> {answer, {ok, {S#socket.family, S#socket.type}}, S};
do(info, _, S) -> {answer, info(S), S};
do({connect_to, Pid}, _, S) ->
    link(Pid),
    {answer, ok, S#socket{owner = Pid}};
do(give_up, _, S) ->
    loses_peer(S),
    {answer, ok, gone(false, true, S)};
do(unable_to_send, _, S) -> unable_to_send(S);
do({credit, Ref, Sent}, {From, _}, S) -> {answer, ok, S#socket{credits = [{own, From, Ref, Sent} | S#socket.credits]}};
do({cancel_after, Ref, Timeout}, _, S) ->
    erlang:send_after(Timeout, self(), {weft_cancel, Ref}),
    {answer, ok, S};
do(status, _, S) -> {answer, {ok, S#socket.stage}, S}.

cancelled(Ref, #socket{waiting = Waiting} = S) ->
    case [Entry || {{_, _, Of, _}, _} = Entry <- Waiting, Of =:= Ref] of
        [{Answer, _} = Entry] ->
            answer(Answer, {error, timeout}),
            S#socket{waiting = Waiting -- [Entry]};
        [] ->
            receive
                {weft_async, From, Ref, accept} -> answer({async, From, Ref, S#socket.port}, {error, timeout})
            after 0 -> ok
            end,
            S#socket{credits = [Credit || Credit <- S#socket.credits, element(2, Credit) =/= Ref]}
    end.

%% From the end of a linked process, or erlang:exit/2, which says so (src/vm/bif/erlang_signal.c).
exits(_From, {weft_exit, Reason}, S) -> leave(Reason, S, fun() -> ok end);
exits(From, normal, #socket{owner = Owner} = S) when From =/= Owner -> loop(S);
exits(_From, Reason, S) -> leave(Reason, S, fun() -> ok end).

%% --- addresses ------------------------------------------------------------------------------------------
%%
%% The cell of {Type, Number} is a list of {Where, Port, Listens, Shares}: who is there, whether it takes connections (or datagrams), and whether
%% it shares the number with others that do (SO_REUSEPORT). That of
%% {Type, Path} is the same, of local sockets, whose name is also a file.

sockname(#socket{local = none, family = Family}) -> unbound(Family);
sockname(#socket{local = Local}) -> Local.

unbound(local) -> {local, <<>>};
unbound(Family) -> {any(Family), 0}.

any(inet) -> {0, 0, 0, 0};
any(inet6) -> {0, 0, 0, 0, 0, 0, 0, 0}.

loopback(inet) -> {127, 0, 0, 1};
loopback(inet6) -> {0, 0, 0, 0, 0, 0, 0, 1}.

%% What an address of this machine is, whoever writes it how: {inet | inet6, any | Address}. There is nothing but the machine.
place(inet, any) -> {inet, any};
place(inet, loopback) -> {inet, loopback(inet)};
place(inet, {0, 0, 0, 0}) -> {inet, any};
place(inet, {127, _, _, _} = Address) -> {inet, Address};
place(inet6, any) -> {inet6, any};
place(inet6, loopback) -> {inet6, loopback(inet6)};
place(inet6, {0, 0, 0, 0, 0, 0, 0, 0}) -> {inet6, any};
place(inet6, {0, 0, 0, 0, 0, 0, 0, 1} = Address) -> {inet6, Address};
place(inet6, {0, 0, 0, 0, 0, 16#FFFF, 16#7F00 = A, B}) when A bsr 8 =:= 127 -> {inet, {127, A band 255, B bsr 8, B band 255}};
place(_, _) -> elsewhere.

%% How a socket of a family writes it.
written(inet6, {A, B, C, D}) -> {0, 0, 0, 0, 0, 16#FFFF, A bsl 8 bor B, C bsl 8 bor D};
written(_, Address) -> Address.

%% Whether who is at one place is found at the other.
serves({_, any} = Any, {Family, _}) -> Any =:= {inet6, any} orelse Any =:= {Family, any};
serves(Place, Place) -> true;
serves(_, _) -> false.

bind(_, _, #socket{stage = Stage} = S) when Stage =/= open -> {answer, {error, einval}, S};
bind({local, Path}, _, S) ->
    case claim_path(Path, S) of
        ok -> bound_at({S#socket.type, Path}, {local, Path}, 0, S);
        Error -> {answer, Error, S}
    end;
bind(Address, Number, S) ->
    case place(S#socket.family, Address) of
        elsewhere ->
            {answer, {error, eaddrnotavail}, S};
        {_, Where} = Place ->
            case claim(Place, Number, S) of
                {ok, Given} ->
                    Shown = case Where of any -> any(S#socket.family); _ -> written(S#socket.family, Where) end,
                    bound_at({S#socket.type, Given}, {Shown, Given}, Given, S);
                Error ->
                    {answer, Error, S}
            end
    end.

bound_at(Key, Local, Number, S) ->
    New = S#socket{stage = bound, keys = [Key], local = Local},
    note_datagrams(New),
    {answer, {ok, Number}, New}.

%% Where no number is asked for, it follows from the port's own, so that sockets that have nothing to do with each other do not meet.
claim(Place, 0, S) -> claim_any(Place, ephemeral(S), S);
claim(Place, Number, S) ->
    case claim_number(Place, Number, S) of
        true -> {ok, Number};
        false -> {error, eaddrinuse}
    end.

ephemeral(S) -> 32768 + number(S#socket.port) rem 28232.

claim_any(Place, Number, S) ->
    case claim_number(Place, Number, S) of
        true -> {ok, Number};
        false -> claim_any(Place, 32768 + (Number + 1 - 32768) rem 28232, S)
    end.

claim_number(Place, Number, #socket{type = Type, port = Port} = S) ->
    Key = {Type, Number},
    Old = look(Key),
    Others = case Old of none -> []; _ -> Old end,
    Shares = option(reuseport, S) orelse (Type =:= dgram andalso option(reuseaddr, S)),
    case [Other || {Other, _, _, Sharing} <- Others, not (Shares andalso Sharing), serves(Other, Place) orelse serves(Place, Other)] of
        [] -> exchange(Key, Old, Others ++ [{Place, Port, Type =:= dgram, Shares}]) orelse claim_number(Place, Number, S);
        _ -> false
    end.

claim_path(<<0, _/binary>> = Path, S) -> claim_name(Path, S);
claim_path(Path, S) ->
    case prim_file:open(Path, [write, exclusive]) of
        {ok, File} ->
            prim_file:close(File),
            note({S#socket.type, Path}, [{local, S#socket.port, S#socket.type =:= dgram, false}]),
            ok;
        {error, eexist} -> {error, eaddrinuse};
        Error -> Error
    end.

claim_name(Path, #socket{type = Type, port = Port}) ->
    case exchange({Type, Path}, none, [{local, Port, Type =:= dgram, false}]) of
        true -> ok;
        false -> {error, eaddrinuse}
    end.

release(#socket{keys = Keys, port = Port}) -> [release(Key, Port) || Key <- Keys].

release(Key, Port) ->
    Old = look(Key),
    Left = [Entry || {_, Other, _, _} = Entry <- Old, Other =/= Port],
    New = case Left of [] -> none; _ -> Left end,
    exchange(Key, Old, New) orelse release(Key, Port).

%% The port that connections or datagrams for a place go to.
find(Type, {local, Path}) ->
    Named = case Path of
        <<0, _/binary>> -> ok;
        _ -> prim_file:read_file_info(Path)
    end,
    case Named of
        {error, _} = Error -> Error;
        _ ->
            case look({Type, Path}) of
                [{local, Port, true, _}] -> {ok, Port};
                _ -> {error, econnrefused}
            end
    end;
find(Type, {Place, Number}) ->
    Found = case look({Type, Number}) of none -> []; Entries -> Entries end,
    case [Port || {At, Port, true, _} <- Found, serves(At, Place)] of
        [] -> {error, econnrefused};
        [Port] -> {ok, Port};
        Sharing -> {ok, weft:choose(Sharing)}   % the system's choice
    end.

%% --- connections ----------------------------------------------------------------------------------------

listen(_, #socket{type = dgram} = S) -> {answer, {error, eopnotsupp}, S};
listen(Backlog, #socket{stage = open} = S) ->
    case bind(any, 0, S) of
        {answer, {ok, _}, Bound} -> listen(Backlog, Bound);
        Other -> Other
    end;
listen(Backlog, #socket{stage = bound, keys = [Key], port = Port} = S) ->
    Old = look(Key),
    Mine = lists:keyfind(Port, 2, Old),
    case exchange(Key, Old, lists:keyreplace(Port, 2, Old, setelement(3, Mine, true))) of
        true ->
            note({came, Port}, {0, Backlog + 1}),
            {answer, ok, S#socket{stage = listening, backlog = Backlog}};
        false -> listen(Backlog, S)
    end;
listen(_, #socket{stage = listening} = S) -> {answer, ok, S};
listen(_, S) -> {answer, {error, einval}, S}.

connect(_, _, #socket{stage = Stage} = S) when Stage =:= listening; Stage =:= gone -> {answer, {error, einval}, S};
connect(_, _, #socket{type = stream, remote = Remote} = S) when Remote =/= none -> {answer, {error, eisconn}, S};
connect(Address, Number, #socket{type = dgram} = S) -> connect_datagrams(Address, Number, S);
connect({local, Path}, _, S) ->
    connect(find(stream, {local, Path}), sockname(S), {local, Path}, S);
connect(Address, Number, #socket{family = Family} = S) ->
    case target(Family, Address) of
        elsewhere ->
            {answer, {error, enetunreach}, S};
        {Of, Where} = Place ->
            connect_from(find(stream, {Place, Number}), Of, Where, Number, S)
    end.

connect_from({error, _} = Error, _, _, _, S) -> {answer, Error, S};
connect_from(Found, Of, Where, Number, #socket{family = Family} = S) ->
    Bound = bound(S),
    connect(Found, own_address(Of, Where, Bound), {written(Family, Where), Number}, Bound).

target(Family, Address) ->
    case place(Family, Address) of
        {Of, any} -> {Of, loopback(Of)};
        Place -> Place
    end.

%% What a socket that sends there is seen to have for an address.
own_address(_Of, Where, #socket{local = {Local, Given}, family = Family}) ->
    case Local =:= any(Family) of
        true -> {source(Family, Where), Given};
        false -> {Local, Given}
    end.

source(Family, {127, _, _, _}) -> written(Family, {127, 0, 0, 1});
source(_, Where) -> Where.

connect({error, _} = Error, _, _, S) -> {answer, Error, S};
connect({ok, Listener}, Local, Remote, #socket{port = Port, family = Family} = S) ->
    Limit = limit(S),
    Peer = open(nolink, connected(Port, Limit, 0), {end_of, Port, Family, Remote, Local}),
    note(Port, connected(Peer, Limit, framing(S#socket.options))),   % before anybody can accept, and write
    case arrive_at(Listener, {connection, Peer}) of
        true ->
            {answer, ok, S#socket{stage = connected, peer = Peer, local = Local, remote = Remote}};
        false ->
            note(Port, open),
            tell(Peer, abandon),
            {answer, {error, econnrefused}, S}
    end.

connected(Peer, Limit, Framing) -> {connected, Peer, 0, Limit, Framing, 0, 0}.

%% Where more connections wait than may, a client's own attempts would wait, too.
arrive_at(Listener, Message) ->
    case arrive(Listener, Message) of
        full ->
            make_room(Listener),
            arrive_at(Listener, Message);
        Listens ->
            Listens
    end.

%% Each that is accepted makes room for another one; that is looked at only when there seems to be none.
make_room(Listener) ->
    Key = {came, Listener},
    case {look(Key), look({accepted, Listener})} of
        {{Limit, Limit} = Came, {Accepted, Backlog}} when Accepted + Backlog + 1 > Limit ->
            exchange(Key, Came, {Limit, Accepted + Backlog + 1});
        {{Limit, Limit}, _} ->
            refuse("more connections that nobody has accepted than the socket's backlog lets wait: a higher {backlog, N} for the listening "
                   "socket makes room for them");
        _ ->
            ok
    end.

accepts(Port, #socket{waiting = [{{async, From, _, _} = Answer, accept} | Rest]} = S) -> accepts(Port, From, Answer, Rest, S).

accepts(Port, From, Answer, Rest, S) ->
    case is_process_alive(From) of
        true ->
            note({accepted, S#socket.port}, {S#socket.accepted + 1, S#socket.backlog}),
            post(Port, {own, From, S#socket.family, maps:without([reuseaddr, reuseport], S#socket.options), S#socket.active, Answer}),
            S#socket{waiting = Rest, accepted = S#socket.accepted + 1};
        false ->
            S#socket{waiting = Rest, passed = [Port | S#socket.passed]}
    end.

%% --- data -----------------------------------------------------------------------------------------------

framing(Options) ->
    case maps:get(packet, Options, 0) of
        Bytes when is_integer(Bytes) -> Bytes;
        _ -> 0
    end.

%% Says to those who send what comes before each packet.
set_framing(Port, Options) ->
    Framing = framing(Options),
    case look(Port) of
        State when element(1, State) =:= connected, element(?FRAMING, State) =/= Framing ->
            exchange(Port, State, setelement(?FRAMING, State, Framing)) orelse set_framing(Port, Options);
        _ ->
            true
    end.

recv(_, _, #socket{waiting = [_ | _]} = S) -> {answer, {error, ealready}, S};
recv(_, _, #socket{stage = half} = S) -> {answer, {error, closed}, S};
recv(_, _, #socket{stage = connected, active = Active} = S) when Active =/= false -> {answer, {error, einval}, S};
recv(Length, Answer, #socket{stage = connected} = S) ->
    case Length > 0 andalso option(packet, S) =/= 0 of
        true -> {answer, {error, einval}, S};
        false -> receives(Length, Answer, S)
    end;
recv(_, _, #socket{stage = gone, port = Port} = S) ->
    case look(Port) of
        {gone, Sends, true} ->
            note(Port, {gone, Sends, false}),
            {answer, {error, closed}, S};
        _ ->
            {answer, {error, enotconn}, S}
    end;
recv(_, _, S) -> {answer, {error, enotconn}, S}.

receives(Length, Answer, Before) ->
    S = absorbed(Before),
    case packet(Length, S) of
        {ok, Packet, New} -> {answer, {ok, plain(Packet)}, New};
        more when S#socket.half ->
            receive
                {data, Framing, Bytes} -> receives(Length, Answer, arrives(Framing, Bytes, S))
            after 0 ->
                {answer, {error, closed}, end_of_stream(S)}
            end;
        more -> {wait, S#socket{waiting = [{Answer, {recv, Length}}]}};
        {error, Reason} -> {answer, {error, Reason}, broken(S)}
    end.

%% Bytes have come for somebody who waits, or for the owner.
arrives(Framing, Bytes, S) -> deliver(absorbed(took(Framing, Bytes, S))).

took(Framing, Bytes, S) ->
    Framed = frame(Framing, Bytes),
    give_credit(S#socket{bytes = <<(S#socket.bytes)/binary, Framed/binary>>, read = S#socket.read + byte_size(Framed)}).

%% Where bytes arrive in any pieces, what lies on the wire may arrive together.
absorbed(S) ->
    case cuts() andalso option(packet, S) =:= 0 of
        true ->
            receive {data, Framing, Bytes} -> absorbed(took(Framing, Bytes, S))
            after 0 -> S
            end;
        false ->
            S
    end.

frame(0, Bytes) -> Bytes;
frame(Framing, Bytes) -> <<(byte_size(Bytes)):(Framing * 8), Bytes/binary>>.

deliver(#socket{waiting = [{Answer, {recv, Length}}]} = S) -> deliver(Answer, Length, S);
deliver(#socket{active = false} = S) -> S;
deliver(S) -> to_owner(first, S).

%% Bytes that are no packet are an error once more of them come.
to_owner(_, #socket{active = false} = S) -> S;
to_owner(Which, S) ->
    case packet(0, S) of
        {ok, Packet, New} ->
            New#socket.owner ! message(Packet, New),
            rest_to_owner(one_less(New));
        more -> S;
        {error, _} when Which =:= later -> S;
        {error, Reason} ->
            S#socket.owner ! {tcp_error, S#socket.port, Reason},
            self() ! fin,
            S#socket{bytes = <<>>}
    end.

%% Other things may happen before the rest of the bytes arrives.
rest_to_owner(#socket{bytes = Bytes, due = Due} = S) ->
    case Bytes =/= <<>> andalso cuts() andalso option(packet, S) =:= 0 of
        true ->
            Due orelse (self() ! more),
            S#socket{due = true};
        false ->
            to_owner(later, S)
    end.

%% It is lost if who asked for it has ended.
deliver(Answer, Length, S) ->
    case packet(Length, S) of
        {ok, Packet, New} ->
            answer(Answer, {ok, plain(Packet)}),
            New#socket{waiting = []};
        more -> S;
        {error, Reason} ->
            answer(Answer, {error, Reason}),
            broken(S#socket{waiting = []})
    end.

broken(S) -> gone(false, false, S).

%% The system's socket is closed, while the port is there: who sends, or receives, hears that once; or has heard it.
gone(Sends, Receives, #socket{port = Port} = S) ->
    Sent = sent(S),
    note(Port, {gone, Sends, Receives}),
    S#socket{stage = gone, bytes = <<>>, sent = Sent}.

plain({http, Packet}) -> Packet;
plain(Data) -> Data.

message({http, Packet}, S) -> {http, S#socket.port, Packet};
message(Data, S) ->
    case option(deliver, S) of
        port -> {S#socket.port, {data, binary_to_list(iolist_to_binary(Data))}};
        term -> {tcp, S#socket.port, Data}
    end.

%% What setopts(active) said, after one message.
one_less(#socket{active = true} = S) -> S;
one_less(#socket{active = once} = S) -> S#socket{active = false};
one_less(#socket{active = 1} = S) -> passive(S);
one_less(#socket{active = Count} = S) -> S#socket{active = Count - 1}.

passive(#socket{type = stream} = S) ->
    S#socket.owner ! {tcp_passive, S#socket.port},
    S#socket{active = false};
passive(S) ->
    S#socket.owner ! {udp_passive, S#socket.port},
    S#socket{active = false}.

%% The next packet of what was read: {ok, Packet, Socket}, more or {error, Reason}.
packet(Length, S) ->
    Result = case option(packet, S) of
        0 -> raw(Length, S);
        http -> http(http, httph, S);
        http_bin -> http(http_bin, httph_bin, S);
        Type -> decoded(Type, S)
    end,
    case Result of
        {ok, Packet, New} -> {ok, Packet, count(byte_size(S#socket.bytes) - byte_size(New#socket.bytes), New)};
        _ -> Result
    end.

count(Size, #socket{received = {Octets, Packets, Most, Mean, Distance}} = S) ->
    Count = Packets + 1,
    NewMean = Mean + (Size - Mean) / Count,
    NewDistance = Distance + (abs(NewMean - Size) - Distance) / Count,
    S#socket{returned = 0, received = {Octets + Size, Count, max(Most, Size), NewMean, NewDistance}}.

raw(0, #socket{bytes = <<>>}) -> more;
raw(0, #socket{bytes = Bytes} = S) ->
    Size = case S#socket.returned of
        0 -> piece(1, min(byte_size(Bytes), option(buffer, S)));
        Returned -> Returned
    end,
    <<Data:Size/binary, Rest/binary>> = Bytes,
    {ok, data(Data, S), S#socket{bytes = Rest}};
raw(Length, #socket{bytes = Bytes} = S) ->
    case Bytes of
        <<Data:Length/binary, Rest/binary>> -> {ok, data(Data, S), S#socket{bytes = Rest}};
        _ -> more
    end.

%% How many bytes have arrived, of at least so many and at most so many.
piece(Least, Most) ->
    case Most > Least andalso cuts() of
        true -> weft:choose(lists:seq(Most, Least, -1));
        false -> Most
    end.

decode(Type, S) ->
    Delimiter = [{line_delimiter, option(line_delimiter, S)} || Type =:= line],
    Options = [{packet_size, option(packet_size, S)}, {line_length, option(buffer, S)} | Delimiter],
    erlang:decode_packet(Type, S#socket.bytes, Options).

decoded(Type, S) ->
    case decode(Type, S) of
        {ok, Packet, Rest} when is_binary(Packet) -> {ok, data(Packet, S), S#socket{bytes = Rest}};
        {ok, Packet, Rest} -> {ok, {http, Packet}, S#socket{bytes = Rest}};
        {more, _} -> more;
        {error, _} -> {error, emsgsize}
    end.

http(First, Header, S) ->
    case decode(case S#socket.head of true -> Header; false -> First end, S) of
        {ok, Packet, Rest} ->
            Head = case Packet of
                http_eoh -> false;
                {http_error, _} -> S#socket.head;
                _ -> true
            end,
            {ok, {http, Packet}, S#socket{bytes = Rest, head = Head}};
        {more, _} -> more;
        {error, _} -> {error, emsgsize}
    end.

data(Bytes, S) ->
    case {option(mode, S), option(header, S)} of
        {list, _} -> binary_to_list(Bytes);
        {binary, 0} -> Bytes;
        {binary, Header} ->
            case Bytes of
                <<Front:Header/binary, Rest/binary>> -> binary_to_list(Front) ++ Rest;
                _ -> binary_to_list(Bytes)
            end
    end.

%% --- backpressure ---------------------------------------------------------------------------------------
%%
%% What one end may send that the other has not read: what the system keeps for both. The driver takes a whole packet as long as it has
%% not reached that.

limit(S) -> option(sndbuf, S) + option(recbuf, S) + option(high_watermark, S) + 3776512.

credit(From, Ref, Sent, S) -> give_credit(S#socket{credits = [{From, Ref, Sent} | S#socket.credits]}).

give_credit(#socket{credits = []} = S) -> S;
give_credit(#socket{read = Read, credits = Credits} = S) ->
    Enough = fun({_, _, Sent}) -> Sent - Read =< limit(S) div 2; (_) -> false end,
    {Served, Left} = lists:partition(Enough, Credits),
    [give_limit(From, Ref, Read + limit(S)) || {From, Ref, _} <- Served],
    S#socket{credits = Left}.

give_limit({native, Port}, _, Limit) -> Port ! {weft_limit, Limit};
give_limit(From, Ref, Limit) -> From ! {Ref, Limit}.

%% --- the end of a stream --------------------------------------------------------------------------------

%% The other end writes no more. The owner of a port that closes is told so by a message, and by no exit signal.
ended(Reason, S) -> 
    case option(show_econnreset, S) of
        true -> end_told(Reason, S);
        false -> end_told(closed, S)
    end.

end_told(Reason, #socket{active = false, waiting = [{Answer, _}]} = S) ->
    New = end_of_stream(S#socket{waiting = []}),
    answer(Answer, {error, Reason}),
    loop(New);
end_told(Reason, #socket{owner = Owner, port = Port} = S) ->
    Leaves = option(exit_on_close, S),
    Leaves andalso unlink(Owner),
    Reason =:= closed orelse (Owner ! {tcp_error, Port, Reason}),
    Owner ! {tcp_closed, Port},
    case Leaves of
        true -> leave(normal, S, fun() -> ok end);
        false -> loop(S#socket{stage = half, active = false})
    end.

end_of_stream(S) ->
    case option(exit_on_close, S) of
        true ->
            loses_peer(S),
            gone(true, false, S);
        false ->
            S#socket{stage = half, bytes = <<>>}
    end.

%% Its end of the connection is closed, though the port is there.
loses_peer(#socket{port = Port, peer = Peer}) ->
    writes(look(Port)) andalso tell(Peer, fin).

%% Somebody has tried to send, and the state does not let him.
unable_to_send(#socket{port = Port} = S) ->
    case look(Port) of
        {gone, true, Receives} ->
            note(Port, {gone, false, Receives}),
            {answer, {error, closed}, S};
        {gone, false, _} ->
            {answer, {error, enotconn}, S};
        State when element(1, State) =:= reset; element(1, State) =:= broken; element(1, State) =:= shut ->
            Reason = case element(1, State) =:= broken andalso option(show_econnreset, S) of
                true -> econnreset;
                false -> closed
            end,
            case S#socket.active of
                false ->
                    {answer, {error, Reason}, gone(false, true, S)};
                _ ->
                    option(exit_on_close, S) andalso unlink(S#socket.owner),
                    S#socket.owner ! {tcp_closed, Port},
                    case option(exit_on_close, S) of
                        true -> {quit, {error, closed}, S};
                        false -> {answer, {error, closed}, S#socket{stage = gone, active = false}}
                    end
            end;
        _ ->
            {answer, {error, enotconn}, S}
    end.

shutdown(_, #socket{stage = Stage} = S) when Stage =/= connected, Stage =/= half -> {answer, {error, enotconn}, S};
shutdown(read, S) -> {answer, ok, S#socket{half = true}};
shutdown(write, #socket{port = Port, peer = Peer} = S) ->
    case look(Port) of
        State when element(1, State) =:= connected ->
            case exchange(Port, State, setelement(1, State, shut)) of
                true -> tell(Peer, fin), {answer, ok, S};
                false -> shutdown(write, S)
            end;
        State when element(1, State) =:= shut ->
            {answer, ok, S};
        _ ->
            {answer, {error, enotconn}, S}
    end;
shutdown(read_write, S) ->
    {answer, Result, New} = shutdown(write, S),
    {answer, Result, New#socket{half = true}}.

%% Whether the other port has closed meanwhile makes no difference, and so it is not asked.
tell(Port, Message) ->
    Port ! Message,
    true.

close(Reason, S) -> leave(Reason, S, fun() -> ok end).

%% The port closes. Whoever sends to it from now on finds that out; what was asked before is answered.
leave(Reason, #socket{port = Port, peer = Peer} = S, Tell) ->
    Last = look(Port),
    note(Port, none),
    S#socket.stage =:= listening andalso note({came, Port}, none),
    release(S),
    S#socket.type =:= stream andalso Peer =/= none andalso leave_peer(Last, S),
    [refuse_waiting(Answer, S) || {Answer, _} <- S#socket.waiting],
    [From ! {Ref, 0} || {own, From, Ref, _} <- S#socket.credits],
    [give_limit(From, Ref, 0) || {From, Ref, _} <- S#socket.credits],
    refuse_rest(S#socket.stage),
    [tell(Waiting, abandon) || Waiting <- S#socket.passed],
    Tell(),
    exit(Reason).

%% Bytes that nobody reads are answered with a reset.
leave_peer(Last, #socket{peer = Peer} = S) ->
    Unread = receive {data, _, _} -> true after 0 -> false end,
    case Unread orelse option(linger, S) =:= {true, 0} of
        true ->
            reset(Peer),
            tell(Peer, {fin, reset});
        false ->
            (is_tuple(Last) andalso lists:member(element(1, Last), [connected, reset, broken])) andalso tell(Peer, fin)
    end.

writes(State) -> is_tuple(State) andalso element(1, State) =:= connected.

reset(Peer) ->
    case look(Peer) of
        State when element(1, State) =:= connected -> exchange(Peer, State, setelement(1, State, broken)) orelse reset(Peer);
        _ -> true
    end.

refuse_rest(Stage) ->
    receive
        {weft_call, From, Ref, close} -> From ! {Ref, ok}, refuse_rest(Stage);
        {weft_call, From, Ref, port_close} -> From ! {Ref, closed}, refuse_rest(Stage);
        {weft_call, From, Ref, _} -> From ! {Ref, closed}, refuse_rest(Stage);
        {weft_async, From, Ref, _} -> From ! {inet_async, this(), Ref, {error, closed}}, refuse_rest(Stage);
        {credit, From, Ref, _} -> give_limit(From, Ref, 0), refuse_rest(Stage);
        {connection, Port} when Stage =:= listening -> tell(Port, abandon), refuse_rest(Stage)
    after 0 -> ok
    end.

%% Who waits for a connection is told by the exit signal, if he traps exits, and who waits for data by the answer.
refuse_waiting({async, From, _, _} = Answer, S) ->
    S#socket.stage =:= listening andalso From =:= S#socket.owner andalso end_link(From, S),
    answer(Answer, {error, closed}).

%% --- datagrams ------------------------------------------------------------------------------------------

%%
%% Whoever sends one puts it into the mailbox of the port that it is for. The state of a port of datagrams is {datagrams, Family, Local,
%% Remote}, so that nobody has to ask it. None is lost, but those for nobody.

-define(MOST_BYTES, 65507).   % of a datagram

sendto(Port, Address, Number, Bytes) ->
    case look(Port) of
        {datagrams, Family, Local, none} -> or_nobody(send_datagram(Port, Family, Local, Address, Number, Bytes));
        {datagrams, local, Local, To} -> or_nobody(send_datagram(Port, local, Local, To, 0, Bytes));
        {datagrams, Family, Local, {To, At}} -> is_told(send_datagram(Port, Family, Local, To, At, Bytes));
        none -> {error, closed};
        _ -> {error, einval}
    end.

%% Who is connected would be told some time later that nobody is there.
is_told(nobody) -> refuse("a datagram of a connected gen_udp socket for nobody, which is an error of a later call");
is_told(Result) -> Result.

or_nobody(nobody) -> ok;
or_nobody(Result) -> Result.

send_datagram(_, _, _, _, _, Bytes) when byte_size(Bytes) > ?MOST_BYTES -> {error, emsgsize};
send_datagram(_, local, Local, {local, Path}, _, Bytes) ->
    case find(dgram, {local, Path}) of
        {ok, To} -> post(To, {datagram, {Local, 0}, Bytes}), ok;
        Error -> Error
    end;
send_datagram(_, inet6, _, Address, _, _) when tuple_size(Address) =:= 4 -> {error, eafnosupport};
send_datagram(Port, Family, Local, Address, Number, Bytes) when Number > 0, Number < 65536 ->
    case target(Family, Address) of
        elsewhere ->
            {error, enetunreach};
        {_, Where} = Place ->
            case find(dgram, {Place, Number}) of
                {ok, To} -> post(To, {datagram, seen_from(Family, Where, Local, Port), Bytes}), ok;
                {error, _} -> nobody
            end
    end;
send_datagram(_, _, _, _, _, _) ->
    {error, einval}.

seen_from(Family, Where, {Address, Number}, _) ->
    case Address =:= any(Family) of
        true -> {source(Family, Where), Number};
        false -> {Address, Number}
    end.

%% Each family writes where it comes from in its own way, and a connected socket takes what comes from there only.
seen_by({{_, _, _, _} = Address, Number}, #socket{family = inet6} = S) -> seen_by({written(inet6, Address), Number}, S);
seen_by({{0, 0, 0, 0, 0, 16#FFFF, A, B}, Number}, #socket{family = inet} = S) ->
    seen_by({{A bsr 8, A band 255, B bsr 8, B band 255}, Number}, S);
seen_by(From, #socket{remote = Remote}) when Remote =/= none, From =/= Remote, Remote =/= element(1, From) -> false;
seen_by(From, _) -> From.

datagram(From, Bytes, S) ->
    case seen_by(From, S) of
        false -> S;
        Seen -> seen_datagram(Seen, Bytes, S)
    end.

seen_datagram({Address, Number}, Bytes, #socket{waiting = [{Answer, {recvfrom, Length}}]} = S) ->
    Kept = cut(Bytes, max(Length, option(buffer, S))),
    answer(Answer, {ok, {Address, Number, data(Kept, S)}}),
    count(byte_size(Kept), S#socket{waiting = []});
seen_datagram({Address, Number}, Bytes, #socket{owner = Owner, port = Port} = S) ->
    Kept = cut(Bytes, option(buffer, S)),
    option(deliver, S) =:= port andalso refuse("{deliver, port} of a gen_udp socket"),
    Owner ! {udp, Port, Address, Number, data(Kept, S)},
    one_less(count(byte_size(Kept), S)).

%% What does not fit into the buffer is lost.
cut(Bytes, Size) -> binary:part(Bytes, 0, min(Size, byte_size(Bytes))).

connect_datagrams({local, Path}, _, S) ->
    connected_to({local, Path}, find(dgram, {local, Path}), S);
connect_datagrams(Address, Number, #socket{family = Family} = S) ->
    case target(Family, Address) of
        elsewhere -> {answer, {error, enetunreach}, S};
        {_, Where} -> connected_to({written(Family, Where), Number}, ok, (bound(S))#socket{local = own_address(Family, Where, bound(S))})
    end.

bound(#socket{stage = open} = S) ->
    {answer, {ok, _}, Bound} = bind(any, 0, S),
    Bound;
bound(S) -> S.

connected_to(_, {error, _} = Error, S) -> {answer, Error, S};
connected_to(Remote, _, S) ->
    New = S#socket{remote = Remote},
    note_datagrams(New),
    {answer, ok, New}.

note_datagrams(#socket{type = dgram} = S) -> note(S#socket.port, {datagrams, S#socket.family, sockname(S), S#socket.remote});
note_datagrams(_) -> ok.

%% --- options --------------------------------------------------------------------------------------------

option(Name, #socket{options = Options, type = Type}) -> maps:get(Name, Options, preset(Name, Type)).

preset(Name, _) when Name =:= nodelay; Name =:= keepalive; Name =:= reuseaddr; Name =:= send_timeout_close; Name =:= delay_send;
    Name =:= dontroute; Name =:= show_econnreset; Name =:= broadcast; Name =:= recvtos; Name =:= recvttl; Name =:= recvtclass;
    Name =:= ipv6_v6only; Name =:= reuseport -> false;
preset(Name, _) when Name =:= packet; Name =:= packet_size; Name =:= header; Name =:= priority; Name =:= tos; Name =:= tclass -> 0;
preset(exit_on_close, _) -> true;
preset(mode, _) -> list;
preset(deliver, _) -> term;
preset(buffer, stream) -> 1460;
preset(buffer, dgram) -> 8192;
preset(recbuf, stream) -> 131072;
preset(sndbuf, stream) -> 16384;
preset(Name, dgram) when Name =:= recbuf; Name =:= sndbuf -> 212992;
preset(high_watermark, _) -> 8192;
preset(low_watermark, _) -> 4096;
preset(high_msgq_watermark, _) -> 8192;
preset(low_msgq_watermark, _) -> 4096;
preset(send_timeout, _) -> infinity;
preset(linger, _) -> {false, 0};
preset(bind_to_device, _) -> <<>>;
preset(pktoptions, _) -> [];
preset(read_packets, dgram) -> 5;
preset(multicast_ttl, dgram) -> 1;
preset(multicast_loop, dgram) -> true;
preset(line_delimiter, _) -> $\n;
preset(_, _) -> none.

%% Options of the system's socket: none, once that is closed.
is_of_system(Name) ->
    lists:member(Name, [recbuf, sndbuf, nodelay, keepalive, reuseaddr, linger, priority, tos, dontroute, broadcast, bind_to_device,
        pktoptions, recvtos, recvttl, multicast_ttl, multicast_loop]).

getopts(Names, S) ->
    try {ok, lists:append([getopt(Name, S) || Name <- Names])}
    catch throw:einval -> {error, einval}
    end.

getopt(active, S) -> [{active, S#socket.active}];
getopt({raw, _, _, _}, #socket{stage = gone}) -> [];
getopt({raw, _, _, _}, _) -> refuse("inet:getopts/2 of a raw option");
getopt(Name, #socket{family = Family}) when Family =/= inet6, Name =:= ipv6_v6only orelse Name =:= tclass orelse Name =:= recvtclass -> [];
getopt(Name, _) when Name =:= line_delimiter; Name =:= reuseport -> throw(einval);
getopt(Name, #socket{type = dgram}) when Name =:= send_timeout; Name =:= send_timeout_close; Name =:= nodelay; Name =:= high_watermark;
    Name =:= low_watermark; Name =:= delay_send; Name =:= packet_size; Name =:= show_econnreset -> [];
getopt(Name, #socket{type = stream}) when Name =:= read_packets; Name =:= netns -> [];
getopt(Name, S) when is_atom(Name) ->
    case option(Name, S) of
        none -> throw(einval);
        Value when S#socket.stage =:= gone -> [{Name, Value} || not is_of_system(Name)];
        Value -> [{Name, Value}]
    end;
getopt(_, _) -> throw(einval).

setopts(Options, S) ->
    New = lists:foldl(fun setopt/2, S, Options),
    case New#socket.options =:= S#socket.options of
        true -> ok;
        false -> set_framing(S#socket.port, New#socket.options)
    end,
    case {New#socket.active, New#socket.stage} of
        {false, _} -> {answer, ok, New};
        {_, gone} ->
            unlink(New#socket.owner),
            New#socket.owner ! {tcp_closed, New#socket.port},
            {quit, ok, New};
        {_, half} ->
            New#socket.owner ! {tcp_closed, New#socket.port},
            {answer, ok, New#socket{active = false}};
        {_, connected} ->
            case New#socket.half of
                true -> self() ! fin;
                false -> ok
            end,
            {answer, ok, deliver(New)};
        _ -> {answer, ok, New}
    end.

setopt({active, Count}, #socket{active = Old} = S) when is_integer(Count) ->
    Sum = case is_integer(Old) of true -> Old + Count; false -> Count end,
    case Sum > 0 of
        true -> S#socket{active = Sum};
        false -> passive(S)
    end;
setopt({active, Value}, S) -> S#socket{active = Value};
setopt({packet, raw}, S) -> set(packet, 0, S#socket{head = false});
setopt({packet, Type}, S) -> set(packet, Type, S#socket{head = false});
setopt({recbuf, Size}, #socket{type = Type} = S) ->
    New = set(recbuf, 2 * Size, S),
    case option(buffer, S) < Size of
        true when Type =:= stream -> set(buffer, Size, New);
        _ -> New
    end;
setopt({sndbuf, Size}, S) -> set(sndbuf, 2 * Size, S);
setopt({raw, 1, 15, <<Reuse:32/native>>}, S) -> set(reuseport, Reuse =/= 0, S);   % SO_REUSEPORT of Linux
setopt({raw, _, _, _}, S) -> S;
setopt({Name, Value}, S) -> set(Name, Value, S).

set(Name, Value, S) -> S#socket{options = (S#socket.options)#{Name => Value}}.

%% --- what can be asked ----------------------------------------------------------------------------------


statistic(recv_oct, #socket{received = Received}) -> element(1, Received);
statistic(recv_cnt, #socket{received = Received}) -> element(2, Received);
statistic(recv_max, #socket{received = Received}) -> element(3, Received);
statistic(recv_avg, #socket{received = Received}) -> trunc(element(4, Received));
statistic(recv_dvi, #socket{received = Received}) -> trunc(element(5, Received));
statistic(send_oct, S) -> element(1, sent(S));
statistic(send_cnt, S) -> element(2, sent(S));
statistic(send_max, S) -> element(3, sent(S));
statistic(send_avg, S) ->
    case sent(S) of
        {_, 0, _} -> 0;
        {Octets, Count, _} -> Octets div Count
    end;
statistic(send_pend, _) -> 0.

%% Bytes, packets, most bytes of one: written by who sends.
sent(#socket{type = stream, port = Port} = S) ->
    case look(Port) of
        {_, _, Octets, _, _, Count, Most} -> {Octets, Count, Most};
        _ -> S#socket.sent
    end;
sent(#socket{sent = Sent}) -> Sent.

info(#socket{received = Received} = S) ->
    {links, Links} = process_info(self(), links),
    [{name, name(S)}, {links, Links}, {id, number(S#socket.port) * 8}, {connected, S#socket.owner}, {input, element(1, Received)}, {output, element(1, sent(S))},
        {os_pid, undefined}, {monitors, []}, {monitored_by, element(2, process_info(self(), monitored_by))}, {parallelism, false},
        {queue_size, 0}, {memory, 40}, {locking, port_level}].

name(#socket{type = stream}) -> "tcp_inet";
name(#socket{type = dgram}) -> "udp_inet".
