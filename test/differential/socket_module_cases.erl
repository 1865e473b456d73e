%% Sockets of the module `socket', and of gen_tcp and gen_udp that stand on it: what calls answer, and which messages come.
%%
%% Every case has a process of its own, which owns what it opens. Numbers of ports are left out: they are the system's to choose.
-module(socket_module_cases).
-include("diff.hrl").

-define(HERE, #{family => inet, addr => {127, 0, 0, 1}, port => 0}).

open(Type) ->
    {ok, Socket} = socket:open(inet, Type),
    Socket.

listener() ->
    L = open(stream),
    ok = socket:bind(L, ?HERE),
    ok = socket:listen(L),
    L.

address(Socket) ->
    {ok, Address} = socket:sockname(Socket),
    Address.

%% A connection: who listens, who connects, who was accepted.
connection() ->
    L = listener(),
    C = open(stream),
    ok = socket:connect(C, address(L)),
    {ok, S} = socket:accept(L),
    {L, C, S}.

ends() ->
    {_, C, S} = connection(),
    {C, S}.

%% What is sent has come: on erl it takes a moment.
wait() -> timer:sleep(20).

send(Socket, Data) ->
    Result = socket:send(Socket, Data),
    wait(),
    Result.

close(Socket) ->
    Result = socket:close(Socket),
    wait(),
    Result.

%% All messages that come.
messages() ->
    receive
        Message -> [Message | messages()]
    after 100 -> []
    end.

%% A result without the handles that it is about, and whether a message is about the same.
select(Result) ->
    case Result of
        {select, {{select_info, Tag, Handle}, Data}} -> {select, tag(Tag), Data, is_reference(Handle)};
        {select, {select_info, Tag, Handle}} -> {select, tag(Tag), is_reference(Handle)};
        _ -> Result
    end.

tag({Name, _}) -> Name;
tag(Name) -> Name.

handle({select, {{select_info, _, Handle}, _}}) -> Handle;
handle({select, {select_info, _, Handle}}) -> Handle.

info({select, {Info, _}}) when element(1, Info) =:= select_info -> Info;
info({select, Info}) -> Info.

%% Somebody else does it while this process waits.
meanwhile(Do) -> spawn(fun() -> wait(), Do() end).

%% Others do it one after the other, and say what came of it.
others(Doers) ->
    Me = self(),
    [begin spawn(fun() -> Me ! {Name, Do()} end), wait() end || {Name, Do} <- Doers],
    ok.

family({ok, #{addr := Address, port := Number} = Name}) -> {maps:get(family, Name), Address, is_integer(Number), lists:sort(maps:keys(Name))};
family(Other) -> Other.

from({ok, {#{addr := Address}, Data}}) -> {ok, Address, Data};
from({ok, #{addr := #{addr := Address}} = Message}) -> {ok, Address, maps:remove(addr, Message)};
from(Other) -> Other.

%% Two sockets of datagrams that know their addresses.
datagrams() ->
    [A, B] = [open(dgram) || _ <- [1, 2]],
    [ok = socket:bind(X, loopback) || X <- [A, B]],
    {A, B, address(B)}.

short(#{counters := Counters} = Info) ->
    Of = [read_byte, read_pkg, read_pkg_max, write_byte, write_pkg, write_pkg_max, acc_success],
    {maps:with(Of, Counters), maps:without([counters, owner], Info)}.

%% Ends of a connection, at each point, and what each end hears then.
at_points() ->
    [fun(_, _) -> ok end,
        fun(C, _) -> send(C, "first") end,
        fun(_, S) -> send(S, "first") end,
        fun(C, S) -> send(C, "one"), send(S, "two") end,
        fun(C, S) -> send(C, "one"), socket:recv(S, 3, 50) end,
        fun(C, S) -> send(C, "one"), socket:recv(S, 1, 50) end,
        fun(C, S) -> send(C, "one"), send(S, "two"), socket:recv(C, 0, 50), socket:recv(S, 0, 50) end,
        fun(C, _) -> socket:shutdown(C, write), wait() end,
        fun(_, S) -> socket:shutdown(S, write), wait() end,
        fun(_, S) -> socket:shutdown(S, read), wait() end,
        fun(C, _) -> send(C, "last"), socket:shutdown(C, write), wait() end,
        fun(C, _) -> socket:setopt(C, {socket, linger}, #{onoff => true, linger => 0}) end].

afterwards() ->
    [[{recv, 0}, {send, "x"}, {recv, 0}, {send, "y"}, {recv, 0}],
        [{send, "x"}, {send, "y"}, {recv, 0}, {recv, 0}, {send, "z"}],
        [{recv, 2}, {recv, 9}, {recv, 0}, {send, "x"}],
        [{recv, 9}, {shutdown, write}, {shutdown, read_write}],
        [{send, "x"}, {recv, 0}, {recv, 0}, {send, "y"}]].

call(S, {send, Data}) -> send(S, Data);
call(S, {shutdown, How}) -> socket:shutdown(S, How);
call(S, {recv, Length}) -> socket:recv(S, Length, 60).

closed_at(Point, Calls) ->
    {C, S} = ends(),
    Point(C, S),
    close(C),
    [call(S, Call) || Call <- Calls].

%% What each of them answers: they have nothing to do with each other.
at_once(Doers) ->
    Running = [spawn_monitor(fun() -> exit({done, Do()}) end) || Do <- Doers],
    [receive {'DOWN', Monitor, process, Pid, Result} -> Result end || {Pid, Monitor} <- Running].

values() -> [true, false, 1, 0, -1, 300, foo, 1.0, "abc", #{onoff => true, linger => 5}, #{onoff => true}, {3, 100}, default].

known_options() ->
    [{socket, Name} || Name <- [acceptconn, broadcast, domain, dontroute, keepalive, linger, oobinline, priority, protocol, rcvlowat,
        reuseaddr, reuseport, timestamp, type]] ++
        [{tcp, nodelay}, {tcp, cork}, {udp, cork}, {ip, recvtos}, {ip, recvttl}, {ip, pktinfo}, {ip, multicast_loop}, {ip, ttl},
            {ipv6, v6only}, {ipv6, recvtclass}].

otp_options() -> [{otp, Name} || Name <- [debug, iow, rcvbuf, rcvctrlbuf, sndctrlbuf, meta, use_registry, domain, foo]].

%% --- gen_tcp and gen_udp on top of it ---------------------------------------------------------------------

-define(ON, {inet_backend, socket}).

tcp(Listen, Connect) ->
    {ok, L} = gen_tcp:listen(0, [?ON | Listen]),
    {ok, Number} = inet:port(L),
    {ok, C} = gen_tcp:connect({127, 0, 0, 1}, Number, [?ON | Connect]),
    {ok, S} = gen_tcp:accept(L),
    {L, C, S}.

named(Term, Names) ->
    case lists:keyfind(Term, 1, Names) of
        {_, Name} -> Name;
        false when is_tuple(Term) -> list_to_tuple([named(Part, Names) || Part <- tuple_to_list(Term)]);
        false when is_list(Term) -> [named(Part, Names) || Part <- Term];
        false -> Term
    end.

told(S) -> named(messages(), [{S, s}]).

tcp_send(Socket, Data) ->
    Result = gen_tcp:send(Socket, Data),
    wait(),
    Result.

active(Options, Pieces) ->
    {_, C, S} = tcp([binary, {active, true} | Options], [binary, {active, false}]),
    [tcp_send(C, Piece) || Piece <- Pieces],
    gen_tcp:close(C),
    told(S).

passive(Options, Data, Lengths) ->
    {_, C, S} = tcp([binary, {active, false} | Options], [binary, {active, false}]),
    tcp_send(C, Data),
    gen_tcp:close(C),
    [gen_tcp:recv(S, Length, 80) || Length <- Lengths].

local_address() -> #{family => local, path => "weft_native_socket"}.

local(Type, Do) ->
    Directory = "/tmp/weft_socket_module_cases" ++ "_" ++ os:getpid(),
    {ok, Before} = file:get_cwd(),
    file:del_dir_r(Directory),
    ok = file:make_dir(Directory),
    ok = file:set_cwd(Directory),
    try
        {ok, L} = socket:open(local, Type),
        ok = socket:bind(L, local_address()),
        {ok, C} = socket:open(local, Type),
        Do(L, C)
    after
        file:set_cwd(Before),
        file:del_dir_r(Directory)
    end.

cases() ->
    [%% opening
     ?C([element(1, socket:open(D, T)) || D <- [inet, inet6, local], T <- [stream, dgram]]),
     ?C([(catch socket:open(foo, stream)), socket:open(inet, foo), socket:open(inet, stream, foo), socket:open(inet, dgram, tcp), socket:open(inet, stream, udp)]),
     ?C([socket:open(local, stream, tcp), element(1, socket:open(inet, stream, tcp)), element(1, socket:open(inet, dgram, {raw, 17}))]),
     ?C([begin {ok, S} = socket:open(inet, T, P), socket:getopt(S, {socket, protocol}) end || {T, P} <- [{stream, default}, {stream, tcp}, {dgram, udp}, {dgram, 0}]]),
     ?C(begin S = open(stream), {close(S), socket:close(S), socket:is_supported(ipv6)} end),
     ?C([(catch element(1, element(2, catch socket:recv(X)))) || X <- [foo, {'$socket', foo}, make_ref()]]),
     ?C([catch element(1, element(2, catch F(foo))) || F <- [fun socket:close/1, fun socket:sockname/1, fun socket:accept/1, fun socket:info/1, fun socket:monitor/1]]),
     %% names
     ?C(begin L = listener(), [family(socket:sockname(L)), socket:peername(L)] end),
     ?C(begin S = open(stream), [family(socket:sockname(S)), socket:peername(S), socket:bind(S, any), family(socket:sockname(S))] end),
     ?C(begin {C, S} = ends(), [socket:sockname(C) =:= socket:peername(S), socket:peername(C) =:= socket:sockname(S)] end),
     ?C(begin {ok, S} = socket:open(inet6, stream), ok = socket:bind(S, loopback), family(socket:sockname(S)) end),
     ?C(begin S = open(stream), [socket:bind(S, X) || X <- [?HERE#{addr => {8, 8, 8, 8}}, #{family => inet6}, broadcast, #{family => local, path => "x"}, ?HERE, ?HERE]] end),
     ?C(begin S = open(stream), [(catch socket:bind(S, X)) || X <- [?HERE#{port => 70000}, ?HERE#{port => foo}, ?HERE#{addr => {1, 2, 3}}, ?HERE#{foo => 1}, #{family => foo}]] end),
     ?C(begin L = listener(), S = open(stream), [socket:bind(S, address(L)), socket:setopt(S, {socket, reuseaddr}, true), socket:bind(S, address(L))] end),
     ?C(begin S = open(dgram), [socket:bind(S, loopback), socket:bind(S, loopback), socket:listen(S), socket:accept(S, 0)] end),
     ?C(begin L = listener(), A = address(L), close(L), S = open(stream), [socket:bind(S, A), socket:sockname(S) =:= {ok, A}] end),
     %% connections
     ?C(begin S = open(stream), [socket:connect(S, ?HERE#{port => 1}), socket:connect(open(stream), #{family => inet6, addr => loopback, port => 1})] end),
     ?C(begin S = open(stream), R = socket:connect(S, ?HERE#{port => 1}, nowait), M = messages(), [select(R), M =:= [{'$socket', S, select, handle(R)}], socket:connect(S)] end),
     ?C(begin L = listener(), S = open(stream), R = socket:connect(S, address(L), nowait), M = messages(), [select(R), M =:= [{'$socket', S, select, handle(R)}], socket:connect(S), element(1, socket:peername(S))] end),
     ?C(begin L = listener(), S = open(stream), H = make_ref(), R = socket:connect(S, address(L), H), [handle(R) =:= H, messages() =:= [{'$socket', S, select, H}], socket:connect(S)] end),
     ?C(begin S = open(stream), [(catch element(1, element(2, catch socket:connect(S)))), (catch element(1, element(2, catch socket:connect(S, ?HERE, foo))))] end),
     ?C(begin {L, C, _} = connection(), [socket:connect(C, address(L)) || _ <- [1, 2, 3]] end),
     ?C(begin L = listener(), R = socket:accept(L, nowait), C = open(stream), socket:connect(C, address(L)), wait(), [select(R), messages() =:= [{'$socket', L, select, handle(R)}], element(1, socket:accept(L, nowait)), select(socket:accept(L, nowait))] end),
     ?C(begin L = listener(), [socket:accept(L, 0), socket:accept(L, 20), (catch element(1, element(2, catch socket:accept(L, -1))))] end),
     ?C(begin L = listener(), meanwhile(fun() -> socket:close(L) end), socket:accept(L) end),
     ?C(begin L = listener(), R = socket:accept(L, nowait), [select(R), close(L), messages() =:= [{'$socket', L, abort, {handle(R), closed}}], socket:accept(L)] end),
     ?C(begin L = listener(), others([{one, fun() -> element(1, socket:accept(L)) end}, {two, fun() -> element(1, socket:accept(L)) end}]), [socket:connect(open(stream), address(L)) || _ <- [1, 2]] ++ lists:sort(messages()) end),
     ?C(begin L = listener(), others([{one, fun() -> element(1, socket:accept(L)) end}, {two, fun() -> element(1, socket:accept(L)) end}]), [close(L) | lists:sort(messages())] end),
     ?C(begin L = listener(), R = socket:accept(L, nowait), [socket:cancel(L, info(R)), element(1, element(2, socket:cancel(L, info(R)))), socket:connect(open(stream), address(L)), messages(), element(1, socket:accept(L))] end),
     ?C(begin {_, C, _} = connection(), [socket:accept(C, 10), socket:listen(C)] end),
     ?C(begin L = listener(), [socket:recv(L, 0, 10), socket:send(L, "x"), socket:shutdown(L, write), socket:listen(L)] end),
     ?C(begin S = open(stream), [socket:listen(S), family(socket:sockname(S)), (catch element(1, element(2, catch socket:listen(S, foo))))] end),
     %% sending and receiving
     ?C(begin {C, S} = ends(), [send(C, "hello"), socket:recv(S), send(S, [<<"wo">>, "rl", $d]), socket:recv(C, 3), socket:recv(C, 2)] end),
     ?C(begin {C, S} = ends(), [send(C, "hello"), socket:recv(S, 10, 0), socket:recv(S, 0, 0), socket:recv(S, 1, 20)] end),
     ?C(begin {C, S} = ends(), [send(C, "hello"), socket:recv(S, 10, 30), socket:recv(S, 0, 0), send(C, "more"), socket:recv(S, 0, 0)] end),
     ?C(begin {C, S} = ends(), [send(C, "hello"), socket:recv(S, 3, [peek]), socket:recv(S, 0, [peek]), socket:recv(S, 5), socket:recv(S, 0, [peek], 10)] end),
     ?C(begin {C, S} = ends(), meanwhile(fun() -> send(C, "hel"), send(C, "lo") end), socket:recv(S, 5) end),
     ?C(begin {C, S} = ends(), meanwhile(fun() -> send(C, "hel"), close(C) end), socket:recv(S, 5) end),
     ?C(begin {_, S} = ends(), meanwhile(fun() -> close(S) end), socket:recv(S) end),
     ?C(begin {C, S} = ends(), meanwhile(fun() -> send(C, "he") end), socket:recv(S, 5, 80) end),
     ?C(begin {C, S} = ends(), meanwhile(fun() -> close(C) end), [socket:recv(S), socket:recv(S), socket:recv(S, 0, 0)] end),
     ?C(begin {C, S} = ends(), R = socket:recv(S, 0, nowait), [select(R), send(C, "hello"), messages() =:= [{'$socket', S, select, handle(R)}], socket:recv(S, 0, nowait), select(socket:recv(S, 0, nowait))] end),
     ?C(begin {C, S} = ends(), R = socket:recv(S, 0, nowait), Q = socket:recv(S, 3, nowait), [select(R), send(C, "hello"), messages() =:= [{'$socket', S, select, handle(Q)}]] end),
     ?C(begin {C, S} = ends(), send(C, "hello"), R = socket:recv(S, 10, nowait), [select(R), send(C, "world"), messages() =:= [{'$socket', S, select, handle(R)}], socket:recv(S, 5, nowait)] end),
     ?C(begin {C, S} = ends(), send(C, "hello"), R = socket:recv(S, 10, nowait), [select(R), close(C), messages() =:= [{'$socket', S, select, handle(R)}], socket:recv(S, 5, nowait)] end),
     ?C(begin {C, S} = ends(), send(C, "hello"), close(C), R = socket:recv(S, 10, nowait), [select(R), messages() =:= [{'$socket', S, select, handle(R)}], socket:recv(S, 5, nowait)] end),
     ?C(begin {_, S} = ends(), R = socket:recv(S, 0, nowait), [close(S), messages() =:= [{'$socket', S, abort, {handle(R), closed}}]] end),
     ?C(begin {C, S} = ends(), R = socket:recv(S, 0, nowait), [socket:cancel(S, info(R)), element(1, element(2, socket:cancel(S, info(R)))), send(C, "x"), messages(), socket:recv(S)] end),
     ?C(begin {C, S} = ends(), R = socket:recv(S, 0, nowait), [send(C, "x"), socket:cancel(S, info(R)), messages(), socket:recv(S)] end),
     ?C(begin {_, S} = ends(), [catch element(1, element(2, socket:cancel(S, {select_info, X, make_ref()}))) || X <- [recv, send, accept]] end),
     ?C(begin {C, S} = ends(), others([{one, fun() -> socket:recv(S, 1) end}, {two, fun() -> socket:recv(S, 1) end}]), [socket:recv(S, 1, 0), socket:recv(S, 1, 20), send(C, "abc"), lists:sort(messages()), socket:recv(S)] end),
     ?C(begin {C, S} = ends(), others([{one, fun() -> socket:recv(S, 1) end}, {two, fun() -> socket:recv(S, 1) end}]), [close(C) | lists:sort(messages())] end),
     ?C(begin {_, S} = ends(), others([{one, fun() -> socket:recv(S, 1) end}, {two, fun() -> socket:recv(S, 1) end}]), [close(S) | lists:sort(messages())] end),
     ?C(begin {C, S} = ends(), P = spawn(fun() -> socket:recv(S) end), wait(), A = socket:recv(S, 0, 0), exit(P, kill), wait(), [A, send(C, "x"), socket:recv(S)] end),
     ?C(begin {C, S} = ends(), P = spawn(fun() -> socket:recv(S) end), wait(), others([{two, fun() -> socket:recv(S) end}]), exit(P, kill), wait(), [send(C, "x"), messages()] end),
     ?C(begin {C, S} = ends(), P = spawn(fun() -> socket:recv(S, 0, nowait), receive stop -> ok end end), wait(), others([{two, fun() -> socket:recv(S) end}]), send(C, "x"), A = messages(), P ! stop, wait(), [A, messages()] end),
     ?C(begin {C, S} = ends(), send(C, binary:copy(<<7>>, 20000)), [byte_size(element(2, socket:recv(S, N))) || N <- [0, 0, 1000, 0]] end),
     ?C(begin {C, S} = ends(), socket:setopt(S, {otp, rcvbuf}, 1000), send(C, binary:copy(<<7>>, 2500)), [byte_size(element(2, socket:recv(S, N))) || N <- [0, 0, 0]] end),
     ?C(begin {C, S} = ends(), socket:setopt(S, {otp, rcvbuf}, {3, 1000}), send(C, binary:copy(<<7>>, 7500)), [byte_size(element(2, socket:recv(S, N, 20))) || N <- [0, 0, 0]] end),
     ?C(begin {C, S} = ends(), [socket:send(C, ""), socket:send(C, <<>>), socket:recv(S, 0, 10)] end),
     ?C(begin {C, _} = ends(), [catch element(1, element(2, catch socket:send(C, X))) || X <- [foo, [300], [foo], {}]] end),
     ?C(begin {C, S} = ends(), [socket:sendmsg(C, #{iov => [<<"ab">>, <<"c">>]}), wait(), socket:recvmsg(S), (catch socket:sendmsg(C, #{iov => [foo]})), (catch element(1, element(2, catch socket:sendmsg(C, foo))))] end),
     ?C(begin {C, S} = ends(), [send(C, "abc"), socket:recvfrom(S), socket:recvfrom(S, 0, 10), send(C, "de"), socket:recvmsg(S, 1, 0), socket:recvmsg(S, 5, 0, [], 10)] end),
     ?C(begin {C, S} = ends(), [socket:close(C), socket:recvmsg(S), socket:recvfrom(S)] end),
     ?C(begin {C, S} = ends(), D = binary:copy(<<1>>, 10000000), {select, {I, R}} = socket:send(C, D, nowait), [element(1, element(2, I)), byte_size(R) > 0, byte_size(R) < 10000000, byte_size(element(2, socket:recv(S, 1000000)))] end),
     ?C(begin {C, S} = ends(), D = binary:copy(<<1>>, 8000000), Me = self(), spawn(fun() -> Me ! {sent, socket:send(C, D)} end), wait(), A = byte_size(element(2, socket:recv(S, 8000000))), [A | messages()] end),
     ?C(begin {C, _} = ends(), D = binary:copy(<<1>>, 9000000), {error, {timeout, R}} = socket:send(C, D, 30), byte_size(R) > 1000000 end),
     ?C(begin {C, S} = ends(), D = binary:copy(<<1>>, 9000000), meanwhile(fun() -> socket:close(S) end), {error, {Reason, R}} = socket:send(C, D), [Reason, byte_size(R) > 0] end),
     ?C(begin {C, _} = ends(), [catch element(1, element(2, catch socket:recv(C, X, T))) || {X, T} <- [{-1, 0}, {foo, 0}, {0, foo}, {0, -1}]] end),
     ?C(begin {C, _} = ends(), [socket:recv(C, 0, [foo], 0), (catch element(1, element(2, catch socket:recv(C, 0, [-1], 0))))] end),
     %% closing
     ?C(at_once([fun() -> closed_at(Point, Calls) end || Point <- at_points(), Calls <- afterwards()])),
     ?C(begin {_, C, _} = connection(), socket:close(C), [F(C) || F <- [fun socket:close/1, fun socket:recv/1, fun(S) -> socket:send(S, "x") end, fun socket:peername/1, fun socket:sockname/1,
         fun(S) -> socket:getopt(S, {socket, rcvbuf}) end, fun(S) -> socket:setopt(S, {otp, debug}, false) end, fun(S) -> socket:shutdown(S, read) end, fun(S) -> socket:bind(S, any) end,
         fun socket:listen/1, fun(S) -> socket:accept(S, 0) end, fun(S) -> socket:connect(S, ?HERE#{port => 1}) end, fun(S) -> socket:cancel(S, {select_info, recv, make_ref()}) end,
         fun(S) -> socket:recvfrom(S) end, fun(S) -> socket:recvmsg(S) end, fun(S) -> socket:sendto(S, "x", ?HERE) end]] end),
     ?C(begin {C, S} = ends(), [socket:shutdown(C, write), socket:recv(S, 0, 20), socket:send(C, "x"), socket:send(S, "y"), socket:recv(C), socket:shutdown(S, read), socket:recv(S),
         socket:shutdown(S, read_write), socket:send(S, "x"), socket:shutdown(S, write), (catch element(1, element(2, catch socket:shutdown(S, foo))))] end),
     ?C(begin {C, S} = ends(), R = socket:recv(S, 0, nowait), [socket:shutdown(S, read), messages() =:= [{'$socket', S, select, handle(R)}], socket:recv(S, 0, nowait), send(C, "x"), socket:recv(S, 0, 0)] end),
     ?C(begin {C, S} = ends(), [send(C, "left"), socket:shutdown(S, read), socket:recv(S), socket:recv(S)] end),
     ?C(begin S = open(stream), [socket:shutdown(S, write), socket:send(S, "x"), socket:recv(S, 0, 0)] end),
     %% owners and monitors
     ?C(begin {C, S} = ends(), P = spawn(fun() -> receive stop -> ok end end), [socket:setopt(C, {otp, controlling_process}, P), socket:setopt(C, {otp, controlling_process}, self()), element(2, socket:getopt(C, {otp, controlling_process})) =:= P, begin P ! stop, wait() end, socket:recv(S, 0, 50), socket:send(C, "x")] end),
     ?C(begin {_, S} = ends(), [socket:setopt(S, {otp, controlling_process}, foo), (catch socket:setopt(S, otp, controlling_process, 1))] end),
     ?C(begin Me = self(), P = spawn(fun() -> {_, C, S} = connection(), socket:setopt(S, {otp, controlling_process}, Me), Me ! {C, S}, receive stop -> ok end end), {C, S} = receive X -> X end,
         M = socket:monitor(C), P ! stop, wait(), [socket:recv(S, 0, 50), messages() =:= [{'DOWN', M, socket, C, closed}]] end),
     ?C(begin {C, _} = ends(), M = socket:monitor(C), [socket:number_of_monitors() >= 1, socket:which_monitors(C) =:= [M], socket:monitored_by(C) =:= [self()], socket:cancel_monitor(M), socket:cancel_monitor(M), close(C), messages()] end),
     ?C(begin {C, _} = ends(), M = socket:monitor(C), N = socket:monitor(C), close(C), L = messages(), [length(L), lists:sort(L) =:= lists:sort([{'DOWN', X, socket, C, closed} || X <- [M, N]])] end),
     ?C(begin {C, _} = ends(), close(C), M = socket:monitor(C), messages() =:= [{'DOWN', M, socket, C, closed}] end),
     ?C(begin {C, _} = ends(), Me = self(), spawn(fun() -> Me ! socket:monitor(C), timer:sleep(200) end), M = receive X -> X end, wait(), [catch element(1, element(2, catch socket:cancel_monitor(X))) || X <- [M, foo]] end),
     ?C(begin {_, C, S} = connection(), Mine = socket:which_sockets(fun(#{owner := O}) -> O =:= self() end), [is_list(Mine), lists:member(C, socket:which_sockets()), lists:member(S, socket:which_sockets(tcp)), lists:member(C, socket:which_sockets(udp))] end),
     ?C(begin C = open(stream), A = lists:member(C, socket:which_sockets()), close(C), [A, lists:member(C, socket:which_sockets()), lists:member(C, erlang:ports()), is_list(socket:to_list(C))] end),
     ?C(begin {_, C, S} = connection(), send(C, "abc"), send(C, "de"), socket:recv(S, 3), [short(socket:info(X)) || X <- [C, S]] end),
     ?C(begin {L, C, _} = connection(), R = socket:recv(C, 0, nowait), Q = socket:accept(L, nowait), [select(R), select(Q), [maps:with([num_readers, num_writers, num_acceptors], socket:info(X)) || X <- [L, C]]] end),
     ?C(begin {_, C, _} = connection(), close(C), {_, I} = short(socket:info(C)), I end),
     ?C([maps:is_key(Key, socket:info()) || Key <- [counters, debug, iov_max, iow, socket_debug, use_registry]]),
     %% options
     ?C([begin S = open(T), [{O, socket:getopt(S, O)} || O <- known_options()] end || T <- [stream, dgram]]),
     ?C(begin {ok, S} = socket:open(inet6, stream), [{O, socket:getopt(S, O)} || O <- known_options()] end),
     ?C(begin {ok, S} = socket:open(local, stream), [{O, socket:getopt(S, O)} || O <- known_options()] end),
     ?C([begin S = open(stream), [{V, (catch socket:setopt(S, O, V)), socket:getopt(S, O)} || V <- values()] end || O <- [{socket, keepalive}, {socket, linger}, {socket, priority}, {socket, type}, {tcp, nodelay}, {ip, recvttl}]]),
     ?C([begin S = open(stream), [{V, (catch socket:setopt(S, O, V)), socket:getopt(S, O)} || V <- values()] end || O <- otp_options(), O =/= {otp, debug}, O =/= {otp, domain}]),
     ?C(begin S = open(stream), [(catch socket:getopt(S, O)) || O <- [foo, {socket, foo}, {foo, bar}, {socket, 8}, {tcp, broadcast}, {otp, foo}]] end),
     ?C(begin S = open(stream), [socket:setopt(S, {socket, rcvbuf}, 20000), socket:getopt(S, {socket, rcvbuf}), socket:setopt(S, {socket, sndbuf}, 1), socket:getopt(S, {socket, sndbuf})] end),
     ?C(begin S = open(stream), [socket:setopt(S, socket, keepalive, true), socket:getopt(S, socket, keepalive), socket:setopt(S, {ip, ttl}, 0), socket:setopt(S, {ip, ttl}, 5), socket:getopt(S, {ip, ttl})] end),
     ?C(begin L = open(stream), socket:setopt(L, {tcp, nodelay}, true), socket:setopt(L, {socket, keepalive}, true), socket:setopt(L, {otp, rcvbuf}, 77), socket:bind(L, ?HERE), socket:listen(L), C = open(stream), socket:connect(C, address(L)), {ok, S} = socket:accept(L),
         [socket:getopt(X, O) || X <- [C, S], O <- [{tcp, nodelay}, {socket, keepalive}, {otp, rcvbuf}]] end),
     ?C([begin L = listener(), socket:getopt(L, {socket, acceptconn}) end, begin {C, _} = ends(), socket:getopt(C, {ip, mtu}) end]),
     %% datagrams
     ?C(begin {A, B, To} = datagrams(), [socket:sendto(A, "hello", To), from(socket:recvfrom(B)), socket:sendto(A, <<"longer">>, To), from(socket:recvfrom(B, 3)), socket:recvfrom(B, 0, 10)] end),
     ?C(begin {A, B, To} = datagrams(), [socket:sendmsg(A, #{addr => To, iov => [<<"a">>, <<"b">>]}), from(socket:recvmsg(B)), socket:sendto(A, "longer", To), from(socket:recvmsg(B, 3, 0)), (catch socket:sendmsg(A, #{iov => [<<"a">>]}))] end),
     ?C(begin {A, B, To} = datagrams(), [socket:sendto(A, X, To) || X <- ["one", "two", ""]] ++ [from(socket:recvfrom(B, 0, [peek])), socket:recv(B), socket:recv(B, 2), socket:recv(B), select(socket:recv(B, 0, nowait))] end),
     ?C(begin {A, B, To} = datagrams(), R = socket:recvfrom(B, 0, nowait), Q = socket:recvmsg(B, nowait), socket:sendto(A, "x", To), wait(), [select(R), select(Q), messages() =:= [{'$socket', B, select, handle(Q)}], from(socket:recvmsg(B, nowait))] end),
     ?C(begin {A, B, To} = datagrams(), [socket:connect(A, To), socket:peername(A) =:= {ok, To}, socket:send(A, "x"), socket:recv(B), socket:connect(A, #{family => unspec}), socket:peername(A), socket:send(A, "y")] end),
     ?C(begin {A, B, To} = datagrams(), D = open(dgram), socket:connect(B, address(A)), [socket:sendto(D, "no", To), socket:sendto(A, "yes", To), socket:recv(B, 0, 30), socket:recv(B, 0, 10)] end),
     ?C(begin {A, B, To} = datagrams(), close(B), [socket:connect(A, To), socket:send(A, "x"), socket:send(A, "y"), socket:send(A, "z"), socket:recv(A, 0, 10), socket:recv(A, 0, 10)] end),
     ?C(begin {A, B, To} = datagrams(), close(B), [socket:sendto(A, "x", To), socket:sendto(A, "x", To#{port => 0}), socket:recv(A, 0, 10)] end),
     ?C(begin {A, _, To} = datagrams(), [socket:sendto(A, binary:copy(<<0>>, 70000), To), socket:sendto(A, "x", #{family => inet6, addr => loopback, port => 9}), (catch socket:sendto(A, "x", foo)), (catch element(1, element(2, catch socket:sendto(A, foo, To))))] =/= [] end),
     ?C(begin S = open(dgram), [socket:send(S, "x"), socket:recv(S, 0, 10), socket:peername(S), family(socket:sockname(S)), socket:shutdown(S, write)] end),
     ?C(begin {A, B, To} = datagrams(), meanwhile(fun() -> socket:sendto(A, "late", To) end), from(socket:recvfrom(B)) end),
     ?C(begin {_, B, _} = datagrams(), meanwhile(fun() -> socket:close(B) end), socket:recvfrom(B) end),
     ?C(begin {A, B, To} = datagrams(), [socket:sendto(A, X, To) || X <- ["abc", "de"]], socket:recv(B), [short(socket:info(X)) || X <- [A, B]] end),
     %% local sockets
     ?C(local(stream, fun(L, C) -> socket:listen(L), A = socket:connect(C, local_address(), nowait), {ok, S} = socket:accept(L), [A, socket:sockname(L), socket:sockname(C), socket:peername(C), socket:sockname(S), send(C, "abc"), socket:recv(S), send(S, "d"), socket:recv(C), close(C), socket:recv(S)] end)),
     ?C(local(stream, fun(L, C) -> [socket:connect(C, local_address()), socket:connect(C, #{family => local, path => "nosuch"}), socket:bind(C, local_address()), socket:bind(L, local_address()), socket:connect(C, ?HERE), socket:bind(C, any), socket:send(C, "x"), socket:recv(C, 0, 0)] end)),
     ?C(local(dgram, fun(L, C) -> [socket:sendto(C, "x", local_address()), socket:recvfrom(L), socket:connect(C, local_address()), socket:send(C, "y"), socket:recv(L), socket:sendto(L, "z", #{family => local, path => "nosuch"}), socket:send(L, "x")] end)),
     %% with gen_tcp at the other end
     ?C(begin L = listener(), #{port := N} = address(L), {ok, C} = gen_tcp:connect({127, 0, 0, 1}, N, [binary, {active, false}, {packet, 2}]), {ok, S} = socket:accept(L), [gen_tcp:send(C, "abc"), socket:recv(S, 5), socket:send(S, <<2:16, "de">>), gen_tcp:recv(C, 0, 50), socket:close(S), gen_tcp:recv(C, 0, 50)] end),
     ?C(begin {ok, L} = gen_tcp:listen(0, [binary, {active, true}]), {ok, N} = inet:port(L), C = open(stream), ok = socket:connect(C, ?HERE#{port => N}), {ok, S} = gen_tcp:accept(L), socket:send(C, "abc"), wait(), socket:close(C), [case X of {T, S} -> T; {T, S, D} -> {T, D} end || X <- messages()] end),
     %% gen_tcp on top of it
     ?C(begin {_, C, S} = tcp([binary, {active, false}], [binary, {active, false}]), [gen_tcp:send(C, "hello"), gen_tcp:recv(S, 2), gen_tcp:recv(S, 0), gen_tcp:recv(S, 0, 10), gen_tcp:close(C), gen_tcp:recv(S, 0), gen_tcp:close(S)] end),
     ?C(begin {L, C, S} = tcp([], []), [inet:sockname(C) =:= inet:peername(S), inet:peername(L), element(1, inet:port(L))] end),
     ?C(active([], ["one", "two"])),
     ?C(active([{active, once}], ["one", "two"])),
     ?C(active([{active, 2}], ["one", "two", "three"])),
     ?C(active([list], ["one"])),
     ?C(active([{packet, 2}], [[0, 3, "abc", 0], [2, "de"]])),
     ?C(active([{packet, line}], ["one\ntw", "o\n"])),
     ?C(active([{packet, http}], ["GET / HTTP/1.1\r\nA: b\r\n\r\n"])),
     ?C(passive([], "abcdef", [1, 2, 0, 0])),
     ?C(passive([{packet, 4}], [0, 0, 0, 3, "abc", 0, 0, 0, 5, "part"], [0, 0])),
     ?C(passive([{packet, line}], "one\ntwo\nthr", [0, 0, 0])),
     ?C(passive([], "abc", [5, 0])),
     ?C(begin {_, C, S} = tcp([binary, {active, false}], [binary, {active, false}]), meanwhile(fun() -> gen_tcp:close(C) end), gen_tcp:recv(S, 0) end),
     ?C(begin {_, C, S} = tcp([binary, {active, false}], [binary, {active, false}]), meanwhile(fun() -> gen_tcp:send(C, "late") end), gen_tcp:recv(S, 4, 500) end),
     ?C(begin {_, C, S} = tcp([binary, {active, false}], [binary, {active, false}]), P = spawn(fun() -> receive {tcp, _, D} -> exit(D) end end), M = monitor(process, P), [gen_tcp:controlling_process(S, P), inet:setopts(S, [{active, true}]), gen_tcp:send(C, "x"), receive {'DOWN', M, _, _, R} -> R end] end),
     ?C(begin {ok, L} = gen_tcp:listen(0, [?ON]), [gen_tcp:accept(L, 0), gen_tcp:accept(L, 20), gen_tcp:close(L), gen_tcp:accept(L, 20)] end),
     ?C(begin {ok, L} = gen_tcp:listen(0, [?ON]), meanwhile(fun() -> gen_tcp:close(L) end), gen_tcp:accept(L) end),
     ?C(gen_tcp:connect({127, 0, 0, 1}, 1, [?ON])),
     ?C(begin {_, C, S} = tcp([binary, {active, false}], [binary, {active, false}]), [gen_tcp:shutdown(C, write), gen_tcp:recv(S, 0, 50), gen_tcp:send(S, "still"), gen_tcp:recv(C, 0, 50), inet:getopts(C, [active, packet, mode, nodelay])] end),
     ?C(begin {ok, A} = gen_udp:open(0, [?ON, binary, {active, false}]), {ok, B} = gen_udp:open(0, [?ON, binary, {active, true}]), {ok, N} = inet:port(B), {ok, M} = inet:port(A), gen_udp:send(A, {127, 0, 0, 1}, N, "x"), named(messages(), [{B, b}, {M, m}]) end)].
