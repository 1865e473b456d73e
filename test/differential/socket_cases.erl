%% Sockets of gen_tcp and gen_udp: what calls answer, which messages come, and in which words it fails.
%%
%% Every case has a process of its own, which owns what it opens. Numbers of ports are left out: they are the system's to choose.
-module(socket_cases).
-include("diff.hrl").

-define(HERE, {127, 0, 0, 1}).

%% A connection: who listens, who connects, who was accepted.
connection(Listen, Connect) ->
    {ok, L} = gen_tcp:listen(0, Listen),
    {ok, Number} = inet:port(L),
    {ok, C} = gen_tcp:connect(?HERE, Number, Connect),
    {ok, S} = gen_tcp:accept(L),
    {L, C, S}.

%% Both ends, without messages.
ends() -> ends([]).
ends(Options) ->
    {_, C, S} = connection([binary, {active, false} | Options], [binary, {active, false} | Options]),
    {C, S}.

%% What is sent has come: on erl it takes a moment.
wait() -> timer:sleep(25).

send(Socket, Data) ->
    Result = gen_tcp:send(Socket, Data),
    wait(),
    Result.

close(Socket) ->
    ok = gen_tcp:close(Socket),
    wait().

%% All messages that come, with names for the sockets.
messages(Names) ->
    receive
        Message -> [named(Message, Names) | messages(Names)]
    after 150 -> []
    end.

named(Term, Names) ->
    case lists:keyfind(Term, 1, Names) of
        {_, Name} -> Name;
        false when is_tuple(Term) -> list_to_tuple([named(Part, Names) || Part <- tuple_to_list(Term)]);
        false when is_list(Term) -> named_list(Term, Names);
        false when is_reference(Term) -> reference;
        false -> Term
    end.

named_list([Head | Tail], Names) -> [named(Head, Names) | named_list(Tail, Names)];
named_list([], _) -> [];
named_list(Tail, Names) -> named(Tail, Names).

trap() -> process_flag(trap_exit, true).

%% Somebody else does it.
other(Do) ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit({done, Do()}) end),
    receive {'DOWN', Monitor, process, Pid, Result} -> Result end.

%% Somebody else does it while this process waits.
meanwhile(Do) -> spawn(fun() -> wait(), Do() end).

active(Options, Pieces) -> active(Options, Pieces, fun(_) -> ok end).

active(Options, Pieces, Then) ->
    {_, C, S} = connection([binary, {active, true} | Options], [binary, {active, false}]),
    [send(C, Piece) || Piece <- Pieces],
    Then(S),
    close(C),
    messages([{S, s}]).

%% What recv answers, again and again.
passive(Options, Data, Lengths) ->
    {_, C, S} = connection([binary, {active, false} | Options], [binary, {active, false}]),
    send(C, Data),
    close(C),
    [gen_tcp:recv(S, Length, 80) || Length <- Lengths].

packets(Type, Data) ->
    {passive([{packet, Type}], Data, [0, 0, 0, 0]), active([{packet, Type}], [Data])}.

%% The packets that one end makes, as the other end gets them.
framed(Type, Data) ->
    {C, S} = ends([{packet, Type}]),
    ok = inet:setopts(S, [{packet, raw}]),
    {gen_tcp:send(C, Data), gen_tcp:recv(S, 0, 60)}.

options(Socket, Names) -> [inet:getopts(Socket, [Name]) || Name <- Names].

settings() ->
    [{active, foo}, {active, once}, {active, 40000}, {active, false}, {packet, 9}, {packet, 4}, {packet, line}, {packet, raw}, {mode, x},
        {mode, list}, binary, list, {foo, 1}, foo, {nodelay, 1}, {nodelay, true}, {send_timeout, 5}, {send_timeout, infinity},
        {send_timeout, -1}, {buffer, 100}, {backlog, 3}, {exit_on_close, false}, {exit_on_close, maybe}, {header, 2},
        {linger, {true, 1}}, {linger, true}, {keepalive, true}, {deliver, port}, {deliver, x}, {packet_size, 10}, {high_watermark, 100},
        {low_watermark, 10}, {delay_send, true}, {show_econnreset, true}, {raw, 6, 9, <<1, 0, 0, 0>>}].

of_stream() ->
    [active, mode, packet, packet_size, header, buffer, nodelay, keepalive, reuseaddr, exit_on_close, high_watermark, low_watermark,
        send_timeout, send_timeout_close, delay_send, deliver, linger, priority, tos, show_econnreset, dontroute, high_msgq_watermark,
        low_msgq_watermark, broadcast, backlog, ip, line_delimiter, ipv6_v6only, foo].

of_datagrams() ->
    [active, mode, buffer, reuseaddr, broadcast, header, read_packets, multicast_ttl, multicast_loop, deliver, send_timeout, priority,
        tos, dontroute, nodelay, high_watermark].

%% Ends of a connection, at each point, and what each end hears then.
at_points() ->
    [fun(_, _) -> ok end,
        fun(C, _) -> send(C, "first") end,
        fun(_, S) -> send(S, "first") end,
        fun(C, S) -> send(C, "one"), send(S, "two") end,
        fun(C, S) -> send(C, "one"), gen_tcp:recv(S, 3, 50) end,
        fun(C, S) -> send(C, "one"), gen_tcp:recv(S, 1, 50) end,
        fun(C, S) -> send(C, "one"), send(S, "two"), gen_tcp:recv(C, 0, 50), gen_tcp:recv(S, 0, 50) end,
        fun(C, _) -> gen_tcp:shutdown(C, write), wait() end,
        fun(_, S) -> gen_tcp:shutdown(S, write), wait() end,
        fun(C, _) -> send(C, "last"), gen_tcp:shutdown(C, write), wait() end].

afterwards() ->
    [[{recv, 0}, {send, "x"}, {recv, 0}, {send, "y"}, {recv, 0}],
        [{send, "x"}, {send, "y"}, {recv, 0}, {recv, 0}, {send, "z"}],
        [{recv, 2}, {recv, 9}, {recv, 0}, {send, "x"}],
        [{send, "x"}, {recv, 0}, {recv, 0}, {send, "y"}]].

closed_at(Point, Calls, Options) ->
    {C, S} = ends(Options),
    Point(C, S),
    close(C),
    [call(S, Call) || Call <- Calls].

call(S, {send, Data}) -> send(S, Data);
call(S, {recv, Length}) -> gen_tcp:recv(S, Length, 80).

at_each_point(Options) ->
    at_once([fun() -> closed_at(Point, Calls, Options) end || Point <- at_points(), Calls <- afterwards()]).

%% What each of them answers: they have nothing to do with each other.
at_once(Doers) ->
    Running = [spawn_monitor(fun() -> exit({done, Do()}) end) || Do <- Doers],
    [receive {'DOWN', Monitor, process, Pid, Result} -> Result end || {Pid, Monitor} <- Running].

%% --- datagrams ------------------------------------------------------------------------------------------

number(Socket) ->
    {ok, Number} = inet:port(Socket),
    Number.

udp(Options) ->
    {ok, Socket} = gen_udp:open(0, [binary | Options]),
    Socket.

%% A sends to B; A's number is `a'.
datagrams(Options, Data, Then) ->
    A = udp([{active, false}]),
    B = udp(Options),
    [gen_udp:send(A, ?HERE, number(B), Piece) || Piece <- Data],
    wait(),
    named(Then(A, B), [{number(A), a}, {number(B), b}, {A, sa}, {B, sb}]).

cases() ->
    [?C([gen_tcp:connect(?HERE, 1, []), gen_tcp:connect("localhost", 1, []), gen_tcp:connect(localhost, 1, [])]),
     ?C(gen_tcp:connect("nosuch.invalid", 1, [])),
     ?C(catch gen_tcp:connect({1, 2, 3}, 7, [])),
     ?C(gen_tcp:connect({0, 0, 0, 0, 0, 0, 0, 1}, 1, [inet6])),
     ?C([(catch gen_tcp:listen(0, [{foo, 1}])), (catch gen_tcp:listen(-1, [])), (catch gen_tcp:listen(70000, []))]),
     ?C([gen_tcp:listen(0, [{ip, {8, 8, 8, 8}}]), gen_tcp:connect(?HERE, 1, [{ip, {8, 8, 8, 8}}])]),
     ?C(begin {ok, L} = gen_tcp:listen(0, []), {ok, {A, N}} = inet:sockname(L), {A, N =:= number(L), inet:peername(L)} end),
     ?C(begin {ok, L} = gen_tcp:listen(0, [{ip, ?HERE}]), {ok, {A, _}} = inet:sockname(L), A end),
     ?C(begin {ok, L} = gen_tcp:listen(0, [inet6]), {ok, {A, _}} = inet:sockname(L), A end),
     ?C(begin {ok, L} = gen_tcp:listen(0, []), {ok, N} = inet:port(L), gen_tcp:listen(N, []) end),
     ?C(begin {ok, L} = gen_tcp:listen(0, []), {ok, N} = inet:port(L), gen_tcp:listen(N, [{ip, ?HERE}]) end),
     ?C(begin {ok, L} = gen_tcp:listen(0, [{ip, ?HERE}]), {ok, N} = inet:port(L), {gen_tcp:listen(N, []), element(1, gen_tcp:listen(N, [{ip, {127, 0, 0, 2}}]))} end),
     ?C(begin {ok, L} = gen_tcp:listen(0, []), {ok, N} = inet:port(L), ok = gen_tcp:close(L), element(1, gen_tcp:listen(N, [])) end),
     ?C(begin {ok, L} = gen_tcp:listen(0, []), {ok, N} = inet:port(L), ok = gen_tcp:close(L), gen_tcp:connect(?HERE, N, []) end),
     ?C(begin {ok, L} = gen_tcp:listen(0, [{ip, ?HERE}]), {ok, N} = inet:port(L), gen_tcp:connect({127, 0, 0, 3}, N, []) end),
     ?C(begin {ok, L} = gen_tcp:listen(0, []), [gen_tcp:accept(L, 0), gen_tcp:accept(L, 30)] end),
     ?C(begin {ok, L} = gen_tcp:listen(0, []), [gen_tcp:recv(L, 0), gen_tcp:send(L, "x"), gen_tcp:shutdown(L, write)] end),
     ?C(begin {ok, L} = gen_tcp:listen(0, []), meanwhile(fun() -> gen_tcp:close(L) end), gen_tcp:accept(L) end),
     ?C(begin trap(), {ok, L} = gen_tcp:listen(0, []), meanwhile(fun() -> gen_tcp:close(L) end), {gen_tcp:accept(L), length(messages([]))} end),
     ?C(begin {ok, L} = gen_tcp:listen(0, []), gen_tcp:close(L), [gen_tcp:accept(L), inet:port(L), inet:sockname(L)] end),
     ?C(begin {C, _} = ends(), gen_tcp:accept(C) end),
     ?C(begin {C, S} = ends(), {inet:sockname(C) =:= inet:peername(S), inet:peername(C) =:= inet:sockname(S), element(1, element(2, inet:sockname(C)))} end),
     ?C(begin {ok, L} = gen_tcp:listen(0, [inet6]), {ok, N} = inet:port(L), {ok, C} = gen_tcp:connect(?HERE, N, []), {ok, S} = gen_tcp:accept(L),
         {ok, {P, _}} = inet:peername(S), {ok, {Q, _}} = inet:peername(C), {P, Q} end),
     ?C(begin {ok, L} = gen_tcp:listen(0, [inet6]), {ok, N} = inet:port(L), {ok, C} = gen_tcp:connect("::1", N, [inet6]), {ok, S} = gen_tcp:accept(L),
         {ok, {P, _}} = inet:peername(S), {ok, {Q, _}} = inet:peername(C), {P, Q} end),
     ?C(begin O = {raw, 1, 15, <<1:32/native>>}, {ok, L} = gen_tcp:listen(0, [O]), {ok, N} = inet:port(L), [element(1, gen_tcp:listen(N, X)) || X <- [[O], [], [O]]] end),
     ?C(begin O = {raw, 1, 15, <<1:32/native>>}, {ok, L} = gen_tcp:listen(0, [O]), {ok, N} = inet:port(L), {ok, _} = gen_tcp:listen(N, [O]), {ok, C} = gen_tcp:connect(?HERE, N, []), is_port(C) end),
     %% sending and receiving
     ?C(begin {C, S} = ends(), {send(C, "hello"), gen_tcp:recv(S, 0)} end),
     ?C(begin {C, S} = ends(), {send(S, ["he", <<"ll">>, $o]), gen_tcp:recv(C, 5)} end),
     ?C(begin {_, C, S} = connection([{active, false}], [{active, false}]), {send(C, "hello"), gen_tcp:recv(S, 0)} end),
     ?C(begin {C, S} = ends(), {gen_tcp:recv(S, 0, 0), gen_tcp:recv(S, 3, 30), gen_tcp:recv(C, 0, 80)} end),
     ?C(begin {C, S} = ends(), send(C, "abcdef"), [gen_tcp:recv(S, N, 80) || N <- [1, 2, 3, 1]] end),
     ?C(begin {C, S} = ends(), send(C, "12345"), A = gen_tcp:recv(S, 10, 30), send(C, "67890"), {A, gen_tcp:recv(S, 10, 30)} end),
     ?C(begin {C, S} = ends(), send(C, "abcdef"), A = gen_tcp:recv(S, 4), {A, gen_tcp:unrecv(S, <<"XY">>), gen_tcp:recv(S, 0), gen_tcp:recv(S, 0)} end),
     ?C(begin {C, S} = ends(), send(C, binary:copy(<<1>>, 5000)), [byte_size(element(2, gen_tcp:recv(S, 0))) || _ <- [1, 2, 3, 4]] end),
     ?C(begin {C, S} = ends(), send(C, binary:copy(<<1>>, 5000)), byte_size(element(2, gen_tcp:recv(S, 5000))) end),
     ?C(begin {C, S} = ends([{buffer, 4000}]), send(C, binary:copy(<<1>>, 5000)), [byte_size(element(2, gen_tcp:recv(S, 0))) || _ <- [1, 2]] end),
     ?C(begin {_, S} = ends(), gen_tcp:recv(S, 100000000, 10) end),
     ?C(begin {C, _} = ends(), [gen_tcp:send(C, foo), gen_tcp:send(C, [300]), gen_tcp:send(C, "ok")] end),
     ?C([(catch gen_tcp:send(foo, "x")), (catch gen_tcp:recv(foo, 0)), (catch inet:port(foo))] =/= []),
     ?C(begin {C, S} = ends(), spawn(fun() -> gen_tcp:recv(S, 0) end), wait(), A = gen_tcp:recv(S, 0, 80), send(C, "x"), A end),
     ?C(begin {C, S} = ends(), P = spawn(fun() -> gen_tcp:recv(S, 0) end), wait(), exit(P, kill), wait(), send(C, "x"), gen_tcp:recv(S, 0, 50) end),
     ?C(begin {_, S} = ends(), meanwhile(fun() -> gen_tcp:close(S) end), gen_tcp:recv(S, 0) end),
     ?C(begin {C, S} = ends(), meanwhile(fun() -> gen_tcp:close(C) end), gen_tcp:recv(S, 0) end),
     ?C(begin {C, S} = ends(), meanwhile(fun() -> gen_tcp:send(C, "late") end), gen_tcp:recv(S, 0) end),
     %% packets
     ?C(packets(1, [3, "abc", 0, 2, "de"])),
     ?C(packets(2, [0, 3, "abc", 0, 0, 0, 2, "de"])),
     ?C(packets(4, [0, 0, 0, 3, "abc", 0, 0, 0, 5, "part"])),
     ?C(packets(line, "one\ntwo\r\n\nthree")),
     ?C(packets(raw, "abc")),
     ?C(packets(http, "GET /path?q=1 HTTP/1.1\r\nHost: x\r\nX-Other: y\r\n\r\n")),
     ?C(packets(http_bin, "GET / HTTP/1.0\r\n\r\n")),
     ?C(packets(http, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")),
     ?C(packets(http, "nonsense\r\n")),
     ?C(packets(httph, "Host: x\r\nA: b\r\n\r\n")),
     ?C(packets(asn1, [48, 3, 1, 2, 3, 48, 129, 1, 9])),
     ?C(packets(cdr, <<"GIOP", 1, 0, 0, 0, 0, 0, 0, 2, 7, 8>>)),
     ?C(packets(sunrm, <<1:1, 3:31, "abc">>)),
     ?C(packets(fcgi, <<1, 1, 0, 1, 0, 2, 1, 0, "ab", 0>>)),
     ?C(packets(tpkt, <<3, 0, 0, 6, "ab">>)),
     ?C([framed(Type, "abc") || Type <- [0, raw, 1, 2, 4, line, http, asn1]]),
     ?C(passive([{packet, line}, {line_delimiter, $|}], "a|b|c", [0, 0, 0])),
     ?C(passive([{packet, line}, {buffer, 4}], "abcdefghij\nxy\n", [0, 0, 0, 0, 0])),
     ?C(passive([{packet, 2}, {packet_size, 10}], [0, 3, "abc", 0, 20, "01234567890123456789"], [0, 0, 0])),
     ?C(begin {C, S} = ends(), inet:setopts(S, [{packet, http}]), send(C, "GET / HTTP/1.1\r\nA: b\r\n\r\nbody"), A = [gen_tcp:recv(S, 0) || _ <- [1, 2, 3]],
         inet:setopts(S, [{packet, raw}]), {A, gen_tcp:recv(S, 0)} end),
     ?C(begin {C, S} = ends([{packet, line}]), send(C, "one\ntwo"), A = gen_tcp:recv(S, 0), inet:setopts(S, [{packet, raw}]), {A, gen_tcp:recv(S, 0)} end),
     ?C(begin {C, S} = ends([{packet, 2}]), send(C, ["ab", <<"cd">>]), gen_tcp:recv(S, 0) end),
     ?C(begin {C, S} = ends([{packet, 1}]), [send(C, X) || X <- ["a", "", "b"]], [gen_tcp:recv(S, 0) || _ <- [1, 2, 3]] end),
     %% active
     ?C(active([], ["one", "two"])),
     ?C(active([list], ["one"])),
     ?C(active([{header, 2}], ["abcd", "e", "fg"])),
     ?C(active([{header, 2}, list], ["abcd"])),
     ?C(active([{deliver, port}], ["abcd"])),
     ?C(active([{active, once}], ["one", "two"])),
     ?C(active([{active, 2}], ["one", "two", "three"])),
     ?C(active([{active, 3}], ["one", "two"])),
     ?C(active([{active, once}], ["one", "two"], fun(S) -> inet:setopts(S, [{active, once}]), wait() end)),
     ?C(active([{active, false}], ["one", "two"], fun(S) -> gen_tcp:recv(S, 3), inet:setopts(S, [{active, true}]), wait() end)),
     ?C(active([{exit_on_close, false}], ["one"])),
     ?C(active([], ["one"], fun(S) -> inet:setopts(S, [{active, false}]), self() ! gen_tcp:recv(S, 0, 80) end)),
     ?C(begin {_, _, S} = connection([{active, true}], []), {gen_tcp:recv(S, 0, 10), gen_tcp:recv(S, 1)} end),
     ?C(begin {_, S} = ends(), [inet:setopts(S, [{active, N}]) || N <- [5, -2]] ++ [inet:getopts(S, [active])] end),
     ?C(begin {_, S} = ends(), [inet:setopts(S, [{active, N}]) || N <- [1, -1]] ++ messages([{S, s}]) end),
     ?C(begin {_, S} = ends(), A = inet:setopts(S, [{active, -1}]), [A | messages([{S, s}])] end),
     ?C(begin {_, C, S} = connection([binary, {active, true}], []), [gen_tcp:send(C, [N]) || N <- lists:seq(1, 20)], wait(),
         iolist_to_binary([D || {tcp, _, D} <- messages([{S, s}])]) end),
     ?C(begin {C, S} = ends(), send(C, "one"), inet:setopts(S, [{active, once}]), messages([{S, s}]) end),
     ?C(begin {C, S} = ends(), send(C, "one"), close(C), inet:setopts(S, [{active, true}]), messages([{S, s}]) end),
     ?C(begin {C, S} = ends(), close(C), inet:setopts(S, [{active, once}]), {messages([{S, s}]), inet:port(S), gen_tcp:send(S, "x"), gen_tcp:recv(S, 0)} end),
     ?C(begin {C, S} = ends(), close(C), gen_tcp:recv(S, 0), inet:setopts(S, [{active, true}]), messages([{S, s}]) end),
     %% the end
     ?C(at_each_point([])),
     ?C(at_each_point([{exit_on_close, false}])),
     ?C(at_each_point([{packet, 2}])),
     ?C(at_each_point([{packet, line}])),
     ?C(begin {C, S} = ends(), [gen_tcp:close(C), gen_tcp:close(C), gen_tcp:close(S)] end),
     ?C(begin {C, _} = ends(), close(C), [gen_tcp:recv(C, 0), gen_tcp:send(C, "x"), gen_tcp:shutdown(C, write), inet:port(C), inet:sockname(C), inet:peername(C),
         inet:setopts(C, [{active, true}]), inet:getopts(C, [active]), gen_tcp:controlling_process(C, self()), erlang:port_info(C)] end),
     ?C(begin {C, S} = ends(), close(C), A = gen_tcp:recv(S, 0), [A, inet:port(S), inet:sockname(S), inet:peername(S), inet:getopts(S, [active, packet, nodelay])] end),
     ?C([begin {C, S} = ends(), [gen_tcp:shutdown(C, How), send(S, "x"), send(C, "y"), gen_tcp:recv(S, 0, 80), gen_tcp:recv(C, 0, 80)] end || How <- [read, write, read_write]]),
     ?C(begin {C, S} = ends(), [send(C, "x"), gen_tcp:shutdown(C, write), gen_tcp:recv(S, 0), gen_tcp:recv(S, 0, 80), gen_tcp:recv(C, 0, 80)] end),
     ?C(begin {C, S} = ends([{exit_on_close, false}]), [gen_tcp:shutdown(C, write), gen_tcp:recv(S, 0, 80), send(S, "back"), gen_tcp:recv(C, 0, 80),
         gen_tcp:shutdown(S, write), gen_tcp:recv(C, 0, 80), gen_tcp:send(C, "x")] end),
     ?C(begin {C, _} = ends(), [gen_tcp:shutdown(C, write), gen_tcp:shutdown(C, write), gen_tcp:shutdown(C, read)] end),
     ?C(begin {C, S} = ends([{linger, {true, 0}}]), close(C), [send(S, "x"), gen_tcp:recv(S, 0, 80)] end),
     ?C(begin {C, S} = ends([{show_econnreset, true}]), send(S, "unread"), close(C), gen_tcp:recv(S, 0, 80) end),
     ?C(begin {C, S} = ends([{show_econnreset, true}]), send(S, "unread"), close(C), gen_tcp:send(S, "x") end),
     ?C(begin {_, C, S} = connection([binary, {active, true}, {show_econnreset, true}], [{active, false}]), send(S, "unread"), close(C), messages([{S, s}]) end),
     ?C(begin {_, C, S} = connection([binary, {active, true}], [{active, false}]), send(S, "unread"), close(C), messages([{S, s}]) end),
     %% owners, links, monitors
     ?C(begin trap(), {_, C, S} = connection([{active, true}], [{active, true}]), close(C), messages([{C, c}, {S, s}]) end),
     ?C(begin trap(), {_, C, S} = connection([{active, true}], [{active, true}]), other(fun() -> gen_tcp:close(C) end), messages([{C, c}, {S, s}]) end),
     ?C(begin trap(), {C, _} = ends(), true = erlang:port_close(C), {messages([{C, c}]), (catch erlang:port_close(C)) =/= true} end),
     ?C(begin trap(), {C, _} = ends(), C ! {self(), close}, messages([{C, c}, {self(), me}]) end),
     ?C(begin trap(), {C, _} = ends(), exit(C, kill), messages([{C, c}]) end),
     ?C(begin trap(), {C, _} = ends(), other(fun() -> exit(C, foo) end), messages([{C, c}]) end),
     ?C(begin trap(), {C, _} = ends(), other(fun() -> exit(C, normal) end), {messages([{C, c}]), erlang:port_info(C)} end),
     ?C(begin trap(), {C, _} = ends(), other(fun() -> link(C) end), {messages([{C, c}]), element(1, erlang:port_info(C, connected))} end),
     ?C(begin trap(), {C, _} = ends(), other(fun() -> link(C), exit(foo) end), messages([{C, c}]) end),
     ?C(begin {C, _} = ends(), monitor(port, C), close(C), messages([{C, c}]) end),
     ?C(begin {C, _} = ends(), close(C), monitor(port, C), messages([{C, c}]) end),
     ?C(begin {C, _} = ends(), M = monitor(port, C), [demonitor(M), close(C), messages([{C, c}])] end),
     ?C(begin trap(), {C, _} = ends(), close(C), [link(C), messages([{C, c}])] end),
     ?C(begin {C, S} = ends(), {links, L} = process_info(self(), links), [lists:member(X, L) || X <- [C, S]] end),
     ?C(begin {C, S} = ends(), P = spawn(fun() -> receive stop -> ok end end), ok = gen_tcp:controlling_process(S, P), {links, L} = process_info(self(), links),
         A = {lists:member(S, L), erlang:port_info(S, connected) =:= {connected, P}}, P ! stop, wait(), {A, gen_tcp:recv(C, 0, 80), erlang:port_info(S)} end),
     ?C(begin {C, _} = ends(), other(fun() -> gen_tcp:controlling_process(C, self()) end) end),
     ?C(begin {_, C, S} = connection([binary, {active, true}], [binary, {active, true}]), Me = self(), P = spawn(fun() -> Me ! {p, messages([{S, s}])} end),
         A = gen_tcp:controlling_process(S, P), send(C, "x"), [A | messages([{C, c}, {S, s}])] end),
     ?C(begin {_, C, S} = connection([binary, {active, true}], [binary, {active, true}]), send(C, "early"), Me = self(), P = spawn(fun() -> Me ! {p, messages([{S, s}])} end),
         A = gen_tcp:controlling_process(S, P), [A | messages([{C, c}, {S, s}])] end),
     ?C(begin Me = self(), {ok, L} = gen_tcp:listen(0, [binary, {active, false}]), {ok, N} = inet:port(L),
         spawn(fun() -> {ok, C} = gen_tcp:connect(?HERE, N, []), Me ! C end), {ok, S} = gen_tcp:accept(L), receive C -> is_port(C) end, gen_tcp:recv(S, 0, 50) end),
     ?C(begin {ok, L} = gen_tcp:listen(0, [binary, {active, false}]), {ok, N} = inet:port(L), {ok, C} = gen_tcp:connect(?HERE, N, []), ok = gen_tcp:send(C, "early"), close(C),
         {ok, S} = gen_tcp:accept(L), [gen_tcp:recv(S, 0), gen_tcp:recv(S, 0)] end),
     ?C(begin {ok, L} = gen_tcp:listen(0, [binary, {active, true}, {packet, line}]), {ok, N} = inet:port(L), {ok, C} = gen_tcp:connect(?HERE, N, []), send(C, "a\nb"),
         {ok, S} = gen_tcp:accept(L), {inet:getopts(S, [active, packet, mode]), messages([{S, s}])} end),
     ?C(begin {ok, L} = gen_tcp:listen(0, []), {ok, N} = inet:port(L), {ok, C} = gen_tcp:connect(?HERE, N, [{active, false}]), wait(), gen_tcp:close(L), wait(), gen_tcp:recv(C, 0, 50) end),
     ?C(begin {C, _} = ends(), C ! {self(), {command, "x"}}, messages([{C, c}]) end),
     ?C(begin {C, S} = ends(), [erlang:port_command(C, "abc"), messages([{C, c}]), gen_tcp:recv(S, 0)] end),
     ?C(begin {C, _} = ends(), [erlang:port_info(C, name), [K || {K, _} <- erlang:port_info(C)], (catch element(1, erlang:port_info(C, foo))), erlang:port_info(foo)] end),
     ?C(begin {C, _} = ends(), [is_port(C), is_pid(C), erlang:is_builtin(erlang, is_port, 1), lists:member(C, erlang:ports()), lists:member(C, processes())] end),
     ?C(begin {C, S} = ends(), [send(C, X) || X <- ["abc", "de", "fghijk"]], [gen_tcp:recv(S, N) || N <- [3, 2, 6]], {inet:getstat(S), inet:getstat(C)} end),
     ?C(begin {_, C, S} = connection([binary, {active, true}, {packet, 2}], [{packet, 2}]), [send(C, X) || X <- ["abc", "de", "fghijk"]], {inet:getstat(S), inet:getstat(C)} end),
     %% options
     ?C(begin {C, _} = ends(), [{O, inet:setopts(C, [O])} || O <- settings()] end),
     ?C(begin {C, _} = ends(), options(C, of_stream()) end),
     ?C(begin {ok, L} = gen_tcp:listen(0, [{reuseaddr, true}, {nodelay, true}]), options(L, of_stream()) end),
     ?C(begin {L, C, S} = connection([{nodelay, true}, {keepalive, true}, {packet, 4}, binary, {exit_on_close, false}, {active, once}], []),
         [inet:getopts(X, [nodelay, keepalive, packet, mode, exit_on_close, active]) || X <- [L, C, S]] end),
     ?C(begin {C, _} = ends(), [inet:setopts(C, [{packet, 4}, {foo, 1}]), inet:getopts(C, [packet])] end),
     ?C(begin {C, _} = ends(), inet:setopts(C, [{sndbuf, 5000}, {recbuf, 6000}]), inet:getopts(C, [sndbuf, recbuf, buffer]) end),
     ?C(begin {ok, L} = gen_tcp:listen(0, []), inet:getopts(L, [recbuf, sndbuf]) end),
     %% who cannot send waits
     ?C(begin {C, S} = ends([{send_timeout, 50}]), D = binary:copy(<<0>>, 1000000), F = fun F(N) -> case gen_tcp:send(C, D) of ok when N < 50 -> F(N + 1); E -> E end end,
         {F(0), gen_tcp:send(C, "x"), byte_size(element(2, gen_tcp:recv(S, 1000, 50)))} end),
     ?C(begin {C, S} = ends([{send_timeout, 50}, {send_timeout_close, true}]), D = binary:copy(<<0>>, 1000000),
         F = fun F(N) -> case gen_tcp:send(C, D) of ok when N < 50 -> F(N + 1); E -> E end end, {F(0), gen_tcp:send(C, "x"), is_port(S)} end),
     ?C(begin {C, S} = ends(), D = binary:copy(<<7>>, 1000000), Me = self(), spawn(fun() -> Me ! [gen_tcp:send(C, D) || _ <- lists:seq(1, 8)] end),
         wait(), A = byte_size(element(2, gen_tcp:recv(S, 8000000))), {A, messages([])} end),
     %% local sockets
     ?C(local(fun(L, C, S) -> [inet:sockname(X) || X <- [L, C, S]] ++ [inet:peername(X) || X <- [C, S]] end)),
     ?C(local(fun(L, C, _) -> [inet:port(X) || X <- [L, C]] end)),
     ?C(local(fun(_, C, S) -> [send(C, "abc"), gen_tcp:recv(S, 0), send(S, "de"), gen_tcp:recv(C, 2), gen_tcp:close(C), gen_tcp:recv(S, 0)] end)),
     ?C(local(fun(_, _, _) -> gen_tcp:listen(0, [{ifaddr, {local, path()}}]) end)),
     ?C(local(fun(L, _, _) -> gen_tcp:close(L), [gen_tcp:connect({local, path()}, 0, []), gen_tcp:listen(0, [{ifaddr, {local, path()}}])] end)),
     ?C(local(fun(L, _, _) -> gen_tcp:close(L), file:delete(path()), [gen_tcp:connect({local, path()}, 0, []), element(1, gen_tcp:listen(0, [{ifaddr, {local, path()}}]))] end)),
     ?C(gen_tcp:connect({local, "/no/such/socket"}, 0, [])),
     %% datagrams
     ?C(datagrams([{active, true}], ["one", <<"two">>, ["th", $r, "ee"]], fun(_, _) -> messages([]) end)),
     ?C(datagrams([{active, false}], ["one", "two"], fun(_, B) -> [gen_udp:recv(B, 0, 80) || _ <- [1, 2, 3]] end)),
     ?C(datagrams([{active, false}], ["longer"], fun(_, B) -> [gen_udp:recv(B, 2, 30), gen_udp:recv(B, 0, 80)] end)),
     ?C(datagrams([{active, once}], ["one", "two"], fun(_, B) -> A = messages([]), inet:setopts(B, [{active, once}]), [A, messages([])] end)),
     ?C(datagrams([{active, 2}], ["one", "two", "three"], fun(_, _) -> messages([]) end)),
     ?C(datagrams([{active, true}, list], ["one"], fun(_, _) -> messages([]) end)),
     ?C(datagrams([{active, true}, {header, 2}], ["one"], fun(_, _) -> messages([]) end)),
     ?C(datagrams([{active, true}], [binary:copy(<<1>>, 60000)], fun(_, _) -> [byte_size(element(5, M)) || M <- messages([])] end)),
     ?C(datagrams([{active, true}], [""], fun(_, _) -> messages([]) end)),
     ?C(datagrams([{active, true}], [], fun(A, B) -> [gen_udp:send(A, ?HERE, number(B), binary:copy(<<0>>, 70000)), gen_udp:send(A, ?HERE, 1, "x"), gen_udp:send(A, "x"),
         gen_udp:recv(B, 0), gen_udp:send(A, ?HERE, number(B), foo), inet:peername(A)] end)),
     ?C(datagrams([{active, true}], [], fun(A, B) -> [gen_udp:send(A, localhost, number(B), "x"), messages([])] end)),
     ?C(datagrams([{active, true}], [], fun(A, B) -> [gen_udp:send(A, {?HERE, number(B)}, "x"), messages([])] end)),
     ?C(datagrams([{active, true}], [], fun(A, B) -> [gen_udp:send(A, #{family => inet, addr => ?HERE, port => number(B)}, "x"), messages([])] end)),
     ?C(datagrams([{active, false}], [], fun(A, B) -> spawn(fun() -> gen_udp:recv(B, 0) end), wait(), [gen_udp:recv(B, 0, 10), gen_udp:close(B), gen_udp:recv(B, 0), gen_udp:send(A, ?HERE, 9, "x")] end)),
     ?C(datagrams([{active, false}], [], fun(A, _) -> gen_udp:close(A), [gen_udp:send(A, ?HERE, 9, "x"), gen_udp:recv(A, 0), gen_udp:close(A)] end)),
     ?C(datagrams([{active, true}], [], fun(A, B) -> X = gen_udp:connect(A, ?HERE, number(B)), [X, gen_udp:send(A, "via"), inet:peername(A), inet:sockname(A), messages([])] end)),
     ?C(datagrams([{active, true}], [], fun(A, B) -> gen_udp:connect(A, ?HERE, number(B)), D = udp([]), gen_udp:send(D, ?HERE, number(A), "no"), gen_udp:send(B, ?HERE, number(A), "yes"),
         [gen_udp:recv(A, 0, 80), gen_udp:recv(A, 0, 80)] end)),
     ?C(datagrams([{active, true}], [], fun(_, B) -> gen_udp:open(number(B), []) end)),
     ?C(datagrams([{active, true}], [], fun(_, B) -> options(B, of_datagrams()) end)),
     ?C(datagrams([{active, true}], ["abc", "de"], fun(_, B) -> messages([]), inet:getstat(B, [recv_cnt, recv_oct, recv_max]) end)),
     ?C(datagrams([{active, true}], [], fun(A, B) -> P = spawn(fun() -> receive M -> exit(element(1, M)) end end), R = monitor(process, P), X = gen_udp:controlling_process(B, P),
         gen_udp:send(A, ?HERE, number(B), "x"), [X, receive {'DOWN', R, process, P, Y} -> Y end] end)),
     ?C(begin A = udp([inet6, {active, false}]), B = udp([]), [gen_udp:send(B, ?HERE, number(A), "four"), named(gen_udp:recv(A, 0, 80), [{number(B), b}]), gen_udp:send(A, ?HERE, number(B), "x")] end),
     ?C([(catch gen_udp:open(-1)), (catch gen_udp:open(0, [{foo, 1}])), gen_udp:open(0, [{ip, {8, 8, 8, 8}}])]),
     ?C(begin {ok, L} = gen_tcp:listen(0, []), {C, S} = ends(), [prim_inet:getstatus(X) || X <- [L, C, S, udp([])]] end),
     %% names
     ?C([inet:getaddr("localhost", inet), inet:getaddr("127.0.0.1", inet), inet:getaddr("nosuch.invalid", inet), inet:getaddr("::1", inet6)]),
     ?C([inet:ntoa(?HERE), inet:parse_address("127.0.0.1"), inet:gethostbyname("localhost") =/= x])].

path() -> "weft_socket".

local(Do) ->
    Directory = "/tmp/weft_socket_cases" ++ "_" ++ os:getpid(),
    {ok, Before} = file:get_cwd(),
    file:del_dir_r(Directory),
    ok = file:make_dir(Directory),
    ok = file:set_cwd(Directory),
    try
        {ok, L} = gen_tcp:listen(0, [{ifaddr, {local, path()}}, {active, false}]),
        {ok, C} = gen_tcp:connect({local, path()}, 0, [{active, false}]),
        {ok, S} = gen_tcp:accept(L),
        Do(L, C, S)
    after
        file:set_cwd(Before),
        file:del_dir_r(Directory)
    end.
