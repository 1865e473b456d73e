%% The eighth generator: few processes and the two ends of a connection, or two sockets of datagrams. What each operation answers, and which
%% messages come, is an observation.
-module(generator_8).
-export([program/2]).

program(Seed, Delivery) ->
    rand:seed(exsss, {Seed, 43, 2027}),
    put(message, $a),
    put(more, case Delivery of "pieces" -> "+"; _ -> "" end),
    Shape = pick([fun stream/0, fun stream/0, fun stream/0, fun listener/0, fun datagrams/0]),
    {lines, Shape()}.

%% Main has both ends, C and X.
stream() ->
    [{quiet, "process_flag(trap_exit, true)"} || chance(3)] ++
        [{quiet, "{ok, L} = gen_tcp:listen(0, [binary, {active, " ++ active() ++ "}])"},
            {quiet, "{ok, N} = inet:port(L)"},
            {quiet, "{ok, C} = gen_tcp:connect({127, 0, 0, 1}, N, [binary, {active, false}])"},
            {quiet, "{ok, X} = gen_tcp:accept(L)"}] ++
        [{look, of_stream()} || chance(4)] ++
        workers(pick([1, 2]), fun of_stream/0).

%% Processes connect while others accept, or close.
listener() ->
    [{quiet, "{ok, L} = gen_tcp:listen(0, [binary, {active, false}])"}, {quiet, "{ok, N} = inet:port(L)"}] ++
        workers(2, fun of_listener/0).

datagrams() ->
    [{quiet, "{ok, C} = gen_udp:open(0, [binary, {active, " ++ active() ++ "}])"},
        {quiet, "{ok, X} = gen_udp:open(0, [binary, {active, false}])"},
        {quiet, "{ok, N} = inet:port(C)"}] ++
        workers(pick([1, 2]), fun of_datagrams/0).

workers(Count, Operation) ->
    [{quiet, worker(I, [Operation() || _ <- lists:seq(1, pick([1, 1, 2]))])} || I <- lists:seq(1, Count)] ++
        [{look, Operation()} || _ <- lists:seq(1, pick([0, 1, 1]))] ++
        [{look, io_lib:format("receive {'DOWN', R~b, _, _, W~b} -> W~b end", [I, I, I])} || I <- lists:seq(1, Count)] ++
        [{look, "drain()"}].

worker(I, Operations) ->
    io_lib:format("{_, R~b} = spawn_monitor(fun() -> exit({shutdown, [~s]}) end)", [I, lists:join(", ", Operations)]).

of_stream() ->
    Socket = pick(["C", "X"]),
    pick([send(Socket), send(Socket), send(Socket),
        "gen_tcp:recv(" ++ Socket ++ ", 0, 0)",
        "gen_tcp:recv(" ++ Socket ++ ", " ++ pick(["0", "1", "2"]) ++ ", 10)",
        "gen_tcp:recv(" ++ Socket ++ ", 0, 5000)",
        "gen_tcp:close(" ++ Socket ++ ")",
        "gen_tcp:shutdown(" ++ Socket ++ ", " ++ pick(["read", "write", "read_write"]) ++ ")",
        "inet:setopts(" ++ Socket ++ ", [{active, " ++ pick(["true", "false", "once", "2"]) ++ "}])",
        "gen_tcp:controlling_process(" ++ Socket ++ ", S)",
        "safe(fun() -> exit(" ++ Socket ++ ", foo) end)",
        "safe(fun() -> link(" ++ Socket ++ ") end)",
        "is_list(erlang:port_info(" ++ Socket ++ "))",
        "element(1, inet:peername(" ++ Socket ++ "))"]).

of_listener() ->
    pick(["element(1, gen_tcp:connect({127, 0, 0, 1}, N, []))",
        "element(1, gen_tcp:connect({127, 0, 0, 1}, N, []))",
        "gen_tcp:close(element(2, gen_tcp:connect({127, 0, 0, 1}, N, [])))",
        "element(1, gen_tcp:accept(L, 5000))",
        "element(1, gen_tcp:accept(L, 10))",
        "element(1, gen_tcp:accept(L, 0))",
        "gen_tcp:close(L)"]).

of_datagrams() ->
    pick(["gen_udp:send(X, {127, 0, 0, 1}, N, " ++ data() ++ ")",
        "gen_udp:send(X, {127, 0, 0, 1}, N, " ++ data() ++ ")",
        "gen_udp:recv(C, 0, 10)", "gen_udp:recv(C, 0, 0)", "gen_udp:close(C)", "gen_udp:close(X)",
        "inet:setopts(C, [{active, " ++ pick(["true", "false", "once"]) ++ "}])"]).

send(Socket) -> "gen_tcp:send(" ++ Socket ++ ", " ++ data() ++ ")".

%% Each piece of data is another one, of two bytes if they may come one by one.
data() ->
    Next = get(message),
    put(message, Next + 1),
    [$", Next, get(more), $"].

active() -> pick(["false", "true", "once"]).
chance(Of) -> rand:uniform(Of) =:= 1.
pick(List) -> lists:nth(rand:uniform(length(List)), List).
