%% The tenth generator: a process on another node, at times a second one on a third, and what they and the test's own process do
%% to each other while something may break (see subject.h for what). What comes of it is what the test's process sees.
-module(generator_10).
-export([program/2]).

program(Seed, Delivery) ->
    rand:seed(exsss, {Seed, 47, 2039}),
    put(message, 0),
    Second = chance(5) andalso Delivery =:= "nodes",
    {lines, [{quiet, "process_flag(trap_exit, true)"} || chance(2)] ++
                [{quiet, started("Q", "a@weft", ["S"])}] ++
                [{quiet, started("B", "b@weft", ["S", "Q"])} || Second] ++
                [{look, here()} || _ <- lists:seq(1, pick([1, 1, 2]))] ++
                [{look, "receive M -> told(M) after 5000 -> none end"}] ++
                [{look, "drain()"} || chance(2)]}.

started(Name, Node, Others) ->
    Body = lists:join(", ", [there(Others) || _ <- lists:seq(1, pick([1, 1, 2]))]),
    Fun = ["fun() -> ", Body, " end"],
    pick([[Name, " = spawn(", Node, ", ", Fun, ")"],
          [Name, " = spawn(", Node, ", ", Fun, ")"],
          [Name, " = spawn_link(", Node, ", ", Fun, ")"],
          ["{", Name, ", _} = erlang:spawn_opt(", Node, ", ", Fun, ", [monitor])"]]).

%% Of the test's process.
here() ->
    pick([send("Q"), send("Q"), send("{q, a@weft}"),
          "is_reference(monitor(process, Q))", "is_reference(monitor(process, {q, a@weft}))",
          "safe(fun() -> link(Q) end)", "safe(fun() -> unlink(Q) end)",
          "demonitor(monitor(process, Q))", "demonitor(monitor(process, Q), [flush])",
          "exit(Q, kill)", "exit(Q, normal)", "exit(Q, boo)",
          "monitor_node(a@weft, true)", "net_kernel:monitor_nodes(true)",
          "lists:sort(nodes())", "register(s, S)",
          "erlang:send(Q, {m, 0}, [noconnect])",
          "receive M1 -> told(M1) after 0 -> nothing end"]).

%% Of the other ones.
there(Others) ->
    To = pick(Others),
    pick([send(To), send(To), send("{s, main@weft}"), "register(q, self())",
          "link(" ++ To ++ ")", "monitor(process, " ++ To ++ ")",
          "receive {m, N} -> " ++ To ++ " ! {got, N} end",
          "receive _ -> ok after 0 -> ok end",
          "process_flag(trap_exit, true)", "exit(bye)", "exit(normal)",
          "exit(" ++ To ++ ", boo)", "S ! nodes()", "disconnect_node(main@weft)",
          "receive _ -> ok end"]).

send(To) ->
    put(message, get(message) + 1),
    lists:flatten(io_lib:format("~s ! {m, ~b}", [To, get(message)])).

chance(N) -> rand:uniform(N) =:= 1.
pick(List) -> lists:nth(rand:uniform(length(List)), List).
