%% The eleventh generator: processes that run OTP's behaviours (parts.erl), and what the test's own process and a few others ask of
%% them, tell them and do to them. What each call answers is an observation.
-module(generator_11).
-export([program/2]).

program(Seed, _) ->
    rand:seed(exsss, {Seed, 53, 2063}),
    put(message, 0),
    Kinds = [pick([server, server, server, machine, supervisor, supervisor, manager, helper, timers, request, members]) || _ <- [1, 2]],
    put(kinds, pick([Kinds, [hd(Kinds)]])),
    {lines, [{quiet, "process_flag(trap_exit, true)"} || chance(3)] ++
                [{quiet, made(Kind)} || Kind <- lists:usort(get(kinds)), made(Kind) =/= none] ++
                workers(pick([1, 2, 2])) ++
                [{look, own_operation()} || _ <- lists:seq(1, pick([0, 1, 1, 2]))] ++
                [{look, io_lib:format("receive {'DOWN', R~b, _, _, W~b} -> W~b end", [I, I, I])} || I <- get(workers)] ++
                [{look, "drain()"} || chance(2)]}.

made(server) -> "{ok, V} = gen_server:" ++ pick(["start", "start_link"]) ++ "({local, srv}, parts, 0, [])";
made(machine) -> "{ok, M} = gen_statem:" ++ pick(["start", "start_link"]) ++ "({local, fsm}, parts_machine, closed, [])";
made(supervisor) -> io_lib:format("{ok, U} = parts:supervisor(~s, ~b)", [pick(["one_for_one", "one_for_all", "rest_for_one"]), pick([0, 1, 3])]);
made(manager) -> "{ok, E} = gen_event:start({local, evt})";
made(members) -> "{ok, G} = pg:start(grp)";
made(_) -> none.

workers(Count) ->
    put(workers, lists:seq(1, Count)),
    [{quiet, worker(I, [operation() || _ <- lists:seq(1, pick([1, 1, 2]))])} || I <- get(workers)].

worker(I, Operations) ->
    io_lib:format("{_, R~b} = spawn_monitor(fun() -> exit({shutdown, [~s]}) end)", [I, lists:join(", ", Operations)]).

%% What the system's own servers answer comes within the step that asks, so it has no place among other messages that come to who asks.
own_operation() ->
    case get(kinds) -- [request, helper, timers] of
        [] -> "(fun() -> receive X -> told(X) after 10 -> none end end)()";
        Kinds -> safe(operation(pick(Kinds)))
    end.

operation() -> safe(operation(pick(get(kinds)))).

operation(server) ->
    To = pick(["srv", "V"]),
    pick([["gen_server:call(", To, ", ", request(), ")"],
          ["gen_server:call(", To, ", ", request(), ")"],
          ["gen_server:call(", To, ", ", request(), ", ", pick(["infinity", "10"]), ")"],
          ["gen_server:cast(", To, ", ", request(), ")"],
          [To, " ! ", message(), ", sent"],
          ["gen_server:stop(", To, ")"],
          ["gen_server:stop(", To, ", ", pick(["shutdown", "bad"]), ", infinity)"],
          ["exit(V, ", pick(["kill", "shutdown", "bad"]), ")"],
          "whereis(srv) =:= V",
          "is_reference(monitor(process, srv))",
          ["sys:get_state(", To, ")"],
          "sys:suspend(V)", "sys:resume(V)",
          ["element(1, gen_server:start({local, srv}, parts, 5, []))"],
          "gen_server:receive_response(gen_server:send_request(srv, get), 5000)"]);
operation(machine) ->
    pick(["gen_statem:call(fsm, push)", "gen_statem:call(fsm, push)", "gen_statem:call(fsm, wait_open)", "gen_statem:call(fsm, {push, 10}, 20)",
          "gen_statem:cast(fsm, push)", "gen_statem:cast(fsm, {close_after, 10})", "gen_statem:stop(M)", "exit(M, kill)", "fsm ! push, sent",
          "gen_statem:call(fsm, state)"]);
operation(supervisor) ->
    Child = pick(["a", "a", "b"]),
    pick([["parts:start_child(", Child, ", ", pick(["permanent", "transient", "temporary"]), ")"],
          ["parts:start_child(", Child, ", ", pick(["permanent", "transient", "temporary"]), ")"],
          ["supervisor:terminate_child(sup, ", Child, ")"],
          ["supervisor:delete_child(sup, ", Child, ")"],
          ["element(1, supervisor:restart_child(sup, ", Child, "))"],
          "lists:sort([{I, is_pid(P)} || {I, P, _, _} <- supervisor:which_children(sup)])",
          "supervisor:count_children(sup)",
          ["gen_server:call(", Child, ", ", request(), ")"],
          ["exit(whereis(", Child, "), ", pick(["kill", "shutdown", "normal", "bad"]), ")"],
          ["whereis(", Child, ") =:= undefined"],
          ["exit(U, ", pick(["kill", "shutdown"]), ")"]]);
operation(manager) ->
    Handler = pick(["parts_handler", "{parts_handler, 2}"]),
    pick([["gen_event:add_handler(evt, ", Handler, ", [])"], ["gen_event:add_sup_handler(evt, ", Handler, ", [])"],
          ["gen_event:delete_handler(evt, ", Handler, ", bye)"],
          ["gen_event:notify(evt, ", message(), ")"], ["gen_event:sync_notify(evt, ", message(), ")"],
          ["gen_event:call(evt, ", Handler, ", get)"], "gen_event:which_handlers(evt)", "gen_event:stop(evt)"]);
operation(helper) ->
    pick(["element(1, proc_lib:start_link(parts, ready, [1]))", "proc_lib:start(parts, refuse, [no])", "proc_lib:start(parts, crash, [])",
          "proc_lib:start(parts, late, [], 10)", "element(1, gen_server:start(parts, {stop, bad}, []))",
          "gen_server:start_link(parts, {stop, bad}, [])", "gen_server:start(parts, ignore, [])",
          "(fun() -> {P, _} = proc_lib:spawn_opt(parts, forward, [S], [monitor]), P ! " ++ message() ++ ", sent end)()"]);
operation(timers) ->
    pick([["element(1, timer:send_after(", duration(), ", S, ", message(), "))"],
          ["element(1, timer:apply_after(", duration(), ", erlang, send, [S, ", message(), "]))"],
          ["(fun() -> {ok, T} = timer:send_after(", duration(), ", ", message(), "), element(1, timer:cancel(T)) end)()"],
          ["element(1, timer:exit_after(", duration(), ", S, shutdown))"],
          "timer:sleep(10)", "(fun() -> receive X -> told(X) after 20 -> none end end)()"]);
operation(request) ->
    pick(["erpc:call(node(), erlang, abs, [-1])", "rpc:call(node(), erlang, whereis, [srv]) =:= undefined",
          "erpc:call(node(), timer, sleep, [10], 20)", "erpc:cast(node(), erlang, send, [S, cast])",
          "element(1, global:register_name(gl, self()))", "global:whereis_name(gl) =:= undefined", "global:unregister_name(gl)",
          "application:set_env(kernel, mine, 1)", "application:get_env(kernel, mine)", "application:unset_env(kernel, mine)",
          "global:trans({lock, self()}, fun() -> application:get_env(kernel, mine) end)",
          "io:put_chars(\"\")", "element(1, file:read_file(\"none\"))"]);
operation(members) ->
    pick(["pg:join(grp, x, self())", "pg:join(grp, x, S)", "pg:leave(grp, x, S)", "length(pg:get_members(grp, x))", "pg:which_groups(grp)",
          "length(pg:get_local_members(grp, x))"]).

request() ->
    pick(["get", "get", "add", "add", "later", "never", "{wait, 10}", "stop", "{stop, bad}", "crash", "{tell, S}", "{tell_down, S}", "{link, S}"]).

duration() -> pick(["0", "10", "10", "20"]).

message() ->
    put(message, get(message) + 1),
    io_lib:format("{m, ~b}", [get(message)]).

safe(Text) -> ["safe(fun() -> ", Text, " end)"].
chance(Of) -> rand:uniform(Of) =:= 1.
pick(List) -> lists:nth(rand:uniform(length(List)), List).
