%% Sockets of gen_tcp, gen_udp and the module socket: what two processes can see of each other, and nothing else.
-module(sockets).
-include("scenario.hrl").

-define(HERE, #{family => inet, addr => {127, 0, 0, 1}, port => 0}).

listener() ->
    {ok, L} = socket:open(inet, stream),
    ok = socket:bind(L, ?HERE),
    ok = socket:listen(L),
    {ok, Address} = socket:sockname(L),
    {L, Address}.

connect(Address) ->
    {ok, C} = socket:open(inet, stream),
    ok = socket:connect(C, Address),
    C.

ends() ->
    {L, Address} = listener(),
    C = connect(Address),
    {ok, S} = socket:accept(L),
    {C, S}.

tcp_ends() ->
    {ok, L} = gen_tcp:listen(0, [binary, {active, false}]),
    {ok, Number} = inet:port(L),
    {ok, C} = gen_tcp:connect({127, 0, 0, 1}, Number, [binary, {active, false}]),
    {ok, S} = gen_tcp:accept(L),
    {C, S}.

%= ends: {ok,<<"welcome">>}
who_accepts_may_write_at_once() ->
    {ok, L} = gen_tcp:listen(0, [binary, {active, false}]),
    {ok, Number} = inet:port(L),
    spawn_link(fun() -> {ok, S} = gen_tcp:accept(L), ok = gen_tcp:send(S, "welcome"), idle() end),
    {ok, C} = gen_tcp:connect({127, 0, 0, 1}, Number, [binary, {active, false}]),
    gen_tcp:recv(C, 7).

%= ends: {ok,<<"welcome">>}
who_accepts_a_socket_may_write_at_once() ->
    {L, Address} = listener(),
    spawn_link(fun() -> {ok, S} = socket:accept(L), ok = socket:send(S, "welcome"), idle() end),
    socket:recv(connect(Address), 7).

%= ends: {ok,<<"welcome">>}
one_of_two_that_do_not_wait_is_told() ->
    {L, Address} = listener(),
    [spawn_link(fun() -> door(L) end) || _ <- [1, 2]],
    socket:recv(connect(Address), 7).

door(L) ->
    case socket:accept(L, nowait) of
        {ok, S} -> ok = socket:send(S, "welcome"), idle();
        {error, closed} -> ok;
        {select, _} -> receive {'$socket', L, select, _} -> door(L); {'$socket', L, abort, _} -> ok end
    end.

%= ends: {ok,<<"ab">>} | {ok,<<"ba">>}
two_write_to_one_socket() ->
    {C, S} = ends(),
    [spawn(fun() -> socket:send(C, Data) end) || Data <- ["a", "b"]],
    socket:recv(S, 2).

%= ends: {ok,<<"a">>} | {error,closed}
one_writes_and_one_closes() ->
    {C, S} = ends(),
    spawn(fun() -> socket:send(C, "a") end),
    spawn(fun() -> socket:close(S) end),
    socket:recv(S, 1).

%= ends: {ok,<<"a">>} | {select,true}
data_is_there_or_not() ->
    {C, S} = ends(),
    spawn(fun() -> socket:send(C, "a") end),
    case socket:recv(S, 0, nowait) of
        {select, {select_info, recv, Handle}} -> receive {'$socket', S, select, Handle} -> {select, true} end;
        Result -> Result
    end.

%= ends: [{1,{ok,<<"a">>}},{2,{ok,<<"b">>}}] | [{1,{ok,<<"b">>}},{2,{ok,<<"a">>}}]
two_readers_get_one_byte_each() ->
    {C, S} = ends(),
    Me = self(),
    [spawn(fun() -> Me ! {I, socket:recv(S, 1)} end) || I <- [1, 2]],
    ok = socket:send(C, "ab"),
    [receive {I, _} = Result -> Result end || I <- [1, 2]].

%= ends: {error,timeout} | {ok,<<"late">>}
a_timeout_or_data() ->
    {C, S} = ends(),
    spawn(fun() -> socket:send(C, "late") end),
    socket:recv(S, 4, 100).

%= ends: closed
the_end_of_the_owner_closes_its_socket() ->
    {L, Address} = listener(),
    spawn(fun() -> connect(Address) end),
    {ok, S} = socket:accept(L),
    {error, Reason} = socket:recv(S),
    Reason.

%= ends: {ok,<<"abc">>} | {error,{closed,<<"ab">>}}
a_socket_and_one_of_gen_tcp() ->
    {L, #{port := Number} = _} = listener(),
    {ok, C} = gen_tcp:connect({127, 0, 0, 1}, Number, [binary, {active, false}]),
    {ok, S} = socket:accept(L),
    ok = gen_tcp:send(C, "ab"),
    spawn(fun() -> gen_tcp:send(C, "c") end),
    spawn(fun() -> gen_tcp:close(C) end),
    socket:recv(S, 3).

%= ends: {ok,<<"x">>} | {error,timeout}
a_datagram_comes_in_time_or_not() ->
    [A, B] = [element(2, socket:open(inet, dgram)) || _ <- [1, 2]],
    ok = socket:bind(B, ?HERE),
    {ok, Address} = socket:sockname(B),
    spawn_link(fun() -> socket:sendto(A, "x", Address), idle() end),
    socket:recv(B, 0, 100).

%= ends: ok | {error,eaddrinuse}
two_bind_one_address() ->
    {ok, First} = socket:open(inet, dgram),
    ok = socket:bind(First, ?HERE),
    {ok, Address} = socket:sockname(First),
    spawn(fun() -> socket:close(First) end),
    {ok, Second} = socket:open(inet, dgram),
    socket:bind(Second, Address).

%= ends: closed | nosock
a_monitor_of_a_socket() ->
    {C, _} = ends(),
    spawn(fun() -> socket:close(C) end),
    Monitor = socket:monitor(C),
    receive {'DOWN', Monitor, socket, C, Reason} -> Reason end.

%= ends: {error,closed}
half_closed_by_both() ->
    {C, S} = tcp_ends(),
    spawn_link(fun() -> gen_tcp:shutdown(C, write), idle() end),
    ok = gen_tcp:shutdown(S, write),
    gen_tcp:recv(S, 0).

%% --- bytes in any pieces --------------------------------------------------------------------------------

%= ends: <<"a">> | <<"ab">> | <<"abc">>
%= with: --pieces any
some_of_what_was_sent() ->
    {C, S} = tcp_ends(),
    ok = gen_tcp:send(C, "ab"),
    ok = gen_tcp:send(C, "c"),
    {ok, Data} = gen_tcp:recv(S, 0),
    Data.

%= ends: {ok,<<"abc">>}
%= with: --pieces any
who_says_how_much_gets_all_of_it() ->
    {C, S} = tcp_ends(),
    ok = gen_tcp:send(C, "ab"),
    ok = gen_tcp:send(C, "c"),
    gen_tcp:recv(S, 3).

%= ends: [<<"abc">>] | [<<"ab">>,<<"c">>] | [<<"a">>,<<"bc">>] | [<<"a">>,<<"b">>,<<"c">>]
%= with: --pieces any
an_active_socket() ->
    {C, S} = tcp_ends(),
    ok = inet:setopts(S, [{active, true}]),
    ok = gen_tcp:send(C, "abc"),
    ok = gen_tcp:close(C),
    pieces(S).

pieces(S) ->
    receive
        {tcp, S, Data} -> [Data | pieces(S)];
        {tcp_closed, S} -> []
    end.

%= ends: [<<"abc">>]
%= with: --pieces any
packets_are_whole() ->
    {C, S} = tcp_ends(),
    [ok = inet:setopts(X, [{packet, 2}]) || X <- [C, S]],
    ok = inet:setopts(S, [{active, true}]),
    ok = gen_tcp:send(C, "abc"),
    ok = gen_tcp:close(C),
    pieces(S).

%= ends: {ok,<<"ab">>} | {[],<<"a">>} | {[],<<"ab">>} | {<<"a">>,<<"b">>}
%= with: --pieces any
what_has_not_come_yet_will() ->
    {C, S} = ends(),
    ok = socket:send(C, "ab"),
    case socket:recv(S, 2, nowait) of
        {select, {{select_info, recv, Handle}, Data}} -> {Data, next(S, Handle)};
        {select, {select_info, recv, Handle}} -> {[], next(S, Handle)};
        Result -> Result
    end.

next(S, Handle) ->
    receive {'$socket', S, select, Handle} -> ok end,
    {ok, Data} = socket:recv(S, 0, 0),
    Data.

%= ends: {<<"a">>,<<"a">>} | {<<"a">>,<<"ab">>} | {<<"ab">>,<<"ab">>}
%= with: --pieces any
what_was_peeked_at_has_come() ->
    {C, S} = ends(),
    ok = socket:send(C, "ab"),
    {ok, Seen} = socket:recv(S, 0, [peek]),
    {ok, Read} = socket:recv(S),
    {Seen, Read}.
