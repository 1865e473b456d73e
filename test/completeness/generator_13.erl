%% The thirteenth generator: few processes and sockets of the module `socket', whose other end may be one of gen_tcp. What each operation answers,
%% and which messages come, is an observation.
-module(generator_13).
-export([program/2]).

program(Seed, Delivery) ->
    rand:seed(exsss, {Seed, 47, 2029}),
    put(message, $a),
    put(more, case Delivery of "pieces" -> "+"; _ -> "" end),
    Shape = pick([fun stream/0, fun stream/0, fun stream/0, fun mixed/0, fun listener/0, fun datagrams/0]),
    {lines, Shape()}.

-define(HERE, "#{family => inet, addr => {127, 0, 0, 1}, port => 0}").

listens() ->
    [{quiet, "{ok, L} = socket:open(inet, stream)"}, {quiet, "ok = socket:bind(L, " ++ ?HERE ++ ")"}, {quiet, "ok = socket:listen(L)"},
        {quiet, "{ok, A} = socket:sockname(L)"}].

%% Main has both ends, C and X.
stream() ->
    listens() ++
        [{quiet, "{ok, C} = socket:open(inet, stream)"}, {quiet, "ok = socket:connect(C, A)"}, {quiet, "{ok, X} = socket:accept(L)"}] ++
        [{look, of_stream()} || chance(4)] ++
        workers(pick([1, 2]), fun of_stream/0).

%% T is at the other end of X.
mixed() ->
    listens() ++
        [{quiet, "{ok, T} = gen_tcp:connect({127, 0, 0, 1}, maps:get(port, A), [binary, {active, " ++ pick(["false", "true", "once", "2"]) ++ "}])"},
            {quiet, "{ok, X} = socket:accept(L)"}] ++
        workers(pick([1, 2]), fun of_mixed/0).

%% Processes connect while others accept, or close.
listener() -> listens() ++ workers(2, fun of_listener/0).

datagrams() ->
    [{quiet, "{ok, C} = socket:open(inet, dgram)"}, {quiet, "ok = socket:bind(C, loopback)"}, {quiet, "{ok, A} = socket:sockname(C)"},
        {quiet, "{ok, X} = socket:open(inet, dgram)"}] ++
        [{quiet, "ok = socket:connect(X, A)"} || chance(2)] ++
        workers(pick([1, 2]), fun of_datagrams/0).

workers(Count, Operation) ->
    [{quiet, worker(I, [Operation() || _ <- lists:seq(1, pick([1, 1, 2]))])} || I <- lists:seq(1, Count)] ++
        [{look, Operation()} || _ <- lists:seq(1, pick([0, 1, 1]))] ++
        [{look, io_lib:format("receive {'DOWN', R~b, _, _, W~b} -> W~b end", [I, I, I])} || I <- lists:seq(1, Count)] ++
        [{look, "drain()"}].

worker(I, Operations) ->
    io_lib:format("{_, R~b} = spawn_monitor(fun() -> exit({shutdown, [~s]}) end)", [I, lists:join(", ", Operations)]).

of_stream() -> of_end(pick(["C", "X"])).

of_end(Socket) ->
    pick([send(Socket), send(Socket), send(Socket),
        "socket:recv(" ++ Socket ++ ", " ++ pick(["0", "1", "2"]) ++ ", 0)",
        "socket:recv(" ++ Socket ++ ", " ++ pick(["0", "1", "2"]) ++ ", 10)",
        "socket:recv(" ++ Socket ++ ", " ++ pick(["0", "2"]) ++ ", 5000)",
        "socket:recv(" ++ Socket ++ ", 0, [peek], 10)",
        "is_tuple(socket:recv(" ++ Socket ++ ", 0, nowait))",
        "socket:close(" ++ Socket ++ ")",
        "socket:shutdown(" ++ Socket ++ ", " ++ pick(["read", "write", "read_write"]) ++ ")",
        "socket:setopt(" ++ Socket ++ ", {otp, controlling_process}, S)",
        "is_reference(socket:monitor(" ++ Socket ++ "))",
        "element(1, socket:peername(" ++ Socket ++ "))"]).

of_mixed() ->
    pick([of_end("X"), of_end("X"), "gen_tcp:send(T, " ++ data() ++ ")", "gen_tcp:send(T, " ++ data() ++ ")", "gen_tcp:recv(T, 0, 10)",
        "gen_tcp:close(T)", "gen_tcp:shutdown(T, write)", "inet:setopts(T, [{active, " ++ pick(["true", "false", "once"]) ++ "}])"]).

of_listener() ->
    pick(["socket:connect(element(2, socket:open(inet, stream)), A)",
        "socket:connect(element(2, socket:open(inet, stream)), A)",
        "element(1, gen_tcp:connect({127, 0, 0, 1}, maps:get(port, A), []))",
        "element(1, socket:accept(L, 5000))",
        "element(1, socket:accept(L, 10))",
        "element(1, socket:accept(L, nowait))",
        "socket:close(L)"]).

of_datagrams() ->
    pick(["socket:sendto(X, " ++ data() ++ ", A)",
        "socket:send(X, " ++ data() ++ ")",
        "socket:recv(C, 0, 10)", "element(1, socket:recvfrom(C, 0, nowait))", "socket:recv(C, 0, 5000)", "socket:close(C)", "socket:close(X)"]).

send(Socket) -> "socket:send(" ++ Socket ++ ", " ++ data() ++ ")".

%% Each piece of data is another one as long as there are letters, of two bytes if they may come one by one.
data() ->
    Next = get(message),
    put(message, case Next of $z -> $a; _ -> Next + 1 end),
    [$", Next, get(more), $"].

chance(Of) -> rand:uniform(Of) =:= 1.
pick(List) -> lists:nth(rand:uniform(length(List)), List).
