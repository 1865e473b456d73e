%% The fourth generator: each way to receive after each pair of sources of signals.
%%
%% All programs are about the mailbox of the test's own process. A seed is a number in a table: every source with
%% every way to receive comes up once before any comes up again with another second source, so the first
%% length(sources()) * length(ways()) seeds are the whole matrix, and cells() of them everything there is.
-module(generator_4).
-export([program/2, cells/0]).

program(Seed, Delivery) ->
    {SourceCount, WayCount, OtherCount} = {length(sources()), length(ways()), length(others())},
    Number = (Seed - 1) rem cells(),
    Cell = Number rem (SourceCount * WayCount),
    Place = (Cell + Number div (SourceCount * WayCount)) rem (OtherCount * 2),
    arrange(Place div OtherCount, source(nth(Cell rem SourceCount, sources()), "1", a),
            source(other(Delivery, Place rem OtherCount), "2", b), way(nth(Cell div SourceCount, ways()))).

cells() -> length(sources()) * length(ways()) * length(others()) * 2.

nth(I, List) -> lists:nth(I + 1, List).

%% A source has lines that set it up and lines that try to stop it, before or after something was received.
arrange(0, {Set1, Stop1}, {Set2, Stop2}, Way) -> {lines, Set1 ++ Set2 ++ Stop1 ++ Stop2 ++ Way};
arrange(1, {Set1, Stop1}, {Set2, Stop2}, [Receive | Rest]) -> {lines, Set2 ++ Set1 ++ [Receive] ++ Stop2 ++ Stop1 ++ Rest}.

%% Deliveries are steps too, so there is less to be delivered.
other("async", Place) -> nth(Place rem 3, [nothing, nothing, send]);
other(_, Place) -> nth(Place, others()).

%% The second source is often a plain one, so that the first is not always disturbed.
others() -> lists:duplicate(8, send) ++ lists:duplicate(4, two_senders) ++ sources().

sources() ->
    [send, sends, send_self, name, name_taken, alias, alias_twice, alias_reply_two, monitor, monitor_flush, monitor_info,
     monitor_flush_info, monitor_two, monitor_gone, monitor_name, monitor_alias, link, link_bad, link_again, link_gone,
     link_untrapped, exit_normal, exit_bad, exit_untrapped, kill_sender, kill_sender_by_other, suspended, timer, timer_by_other, timer_name,
     start_timer, cancel_async, heir, give_away, spawn_request, leader, table, persistent, atomic, request, cast_and_stop].

%% {SetUp, Stop} of a source that sends messages with this tag; K makes its variables its own.
source(nothing, _, _) -> {[], []};
source(send, K, T) -> {[worker(K, ["S ! {", T, ", 1}"])], []};
source(sends, K, T) -> {[worker(K, ["S ! {", T, ", 1}, S ! {", T, ", 2}"])], []};
source(two_senders, K, T) -> {[worker(K, ["S ! {", T, ", 1}"]), quiet(["spawn(fun() -> S ! {", T, ", 2} end)"])], []};
source(send_self, K, T) -> {[worker(K, ["S ! {self(), ", T, "}"]), quiet(["S ! {", T, ", own}"])], []};
source(name, K, T) ->
    {[look(["safe(fun() -> register(n, S) end)"]), worker(K, ["catch n ! {", T, ", 1}"])], [look("safe(fun() -> unregister(n) end)")]};
source(name_taken, K, T) ->
    {[worker(K, ["(catch register(n, S)), catch n ! {", T, ", 1}"])],
     [look("safe(fun() -> register(n, S) end)"), look("whereis(n) =:= S")]};
source(alias, K, T) -> {[quiet(["A", K, " = alias([reply])"]), worker(K, ["A", K, " ! {", T, ", 1}"])], [unaliased(K), unaliased(K)]};
source(alias_twice, K, T) ->
    {[quiet(["A", K, " = alias()"]), worker(K, ["A", K, " ! {", T, ", 1}, A", K, " ! {", T, ", 2}"])], [unaliased(K)]};
source(alias_reply_two, K, T) ->
    {[quiet(["A", K, " = alias([reply])"]), worker(K, ["A", K, " ! {", T, ", 1}"]),
      quiet(["spawn(fun() -> A", K, " ! {", T, ", 2} end)"])], [unaliased(K)]};
source(monitor, K, T) -> monitored(K, T, "[]");
source(monitor_flush, K, T) -> monitored(K, T, "[flush]");
source(monitor_info, K, T) -> monitored(K, T, "[info]");
source(monitor_flush_info, K, T) -> monitored(K, T, "[flush, info]");
source(monitor_two, K, _) ->
    {[quiet(["{P", K, ", R", K, "} = spawn_monitor(fun() -> ok end)"]), quiet(["monitor(process, P", K, ")"])], [demonitored(K, "[info]")]};
source(monitor_gone, K, T) ->
    {[worker(K, ["exit({", T, ", 1})"]), quiet(["R", K, " = monitor(process, P", K, ")"])], [demonitored(K, "[]")]};
source(monitor_name, K, _) ->
    {[worker(K, "catch register(n, self())"), quiet(["R", K, " = monitor(process, n)"])], [demonitored(K, "[flush]")]};
source(monitor_alias, K, T) ->
    {[worker(K, ["receive {to, X} -> X ! {", T, ", 1} end"]),
      quiet(["R", K, " = monitor(process, P", K, ", [{alias, reply_demonitor}])"]), quiet(["P", K, " ! {to, R", K, "}"])],
     [demonitored(K, "[info]")]};
source(link, K, T) -> {[trap(), linked(K, ["S ! {", T, ", 1}"])], [look(["unlink(P", K, ")"])]};
source(link_bad, K, T) -> {[trap(), linked(K, ["exit({", T, ", 1})"])], [look(["unlink(P", K, ")"])]};
source(link_again, K, _) -> {[trap(), linked(K, "ok"), quiet(["link(P", K, ")"])], [look(["unlink(P", K, ")"])]};
source(link_gone, K, T) -> {[trap(), worker(K, ["exit({", T, ", 1})"]), quiet(["link(P", K, ")"])], [look(["link(P", K, ")"])]};
source(link_untrapped, K, _) -> {[trap(), linked(K, "ok")], [look("process_flag(trap_exit, false)")]};
source(exit_normal, K, T) -> {[trap(), worker(K, ["exit(S, normal), S ! {", T, ", 1}"])], []};
source(exit_bad, K, T) -> {[trap(), worker(K, ["exit(S, {", T, ", 1})"])], []};
source(exit_untrapped, K, T) -> {[trap(), worker(K, ["exit(S, {", T, ", 1})"])], [look("process_flag(trap_exit, false)")]};
source(kill_sender, K, T) -> {[worker(K, ["S ! {", T, ", 1}"])], [quiet(["exit(P", K, ", kill)"])]};
source(kill_sender_by_other, K, T) -> {[worker(K, ["S ! {", T, ", 1}"]), quiet(["spawn(fun() -> exit(P", K, ", kill) end)"])], []};
source(suspended, K, T) ->
    {[worker(K, ["S ! {", T, ", 1}"]), look(["safe(fun() -> erlang:suspend_process(P", K, ") end)"])],
     [look(["safe(fun() -> erlang:resume_process(P", K, ") end)"])]};
source(timer, K, T) -> {[timer(K, "0", "S", T)], [look(["erlang:cancel_timer(T", K, ") =/= false"])]};
source(timer_by_other, K, T) ->
    {[timer(K, "0", "S", T), worker(K, ["erlang:cancel_timer(T", K, ")"])], [look(["erlang:read_timer(T", K, ") =/= false"])]};
source(timer_name, K, T) -> {[timer(K, "0", "n", T), worker(K, "catch register(n, S)")], [look("safe(fun() -> unregister(n) end)")]};
source(start_timer, K, T) ->
    {[quiet(["T", K, " = erlang:start_timer(10, S, ", T, ")"])], [look(["erlang:read_timer(T", K, ") =/= false"])]};
source(cancel_async, K, T) -> {[timer(K, "10", "S", T)], [quiet(["erlang:cancel_timer(T", K, ", [{async, true}])"])]};
source(heir, K, T) -> {[worker(K, ["ets:new(h, [{heir, S, {", T, ", 1}}])"])], []};
source(give_away, K, T) ->
    {[worker(K, ["catch ets:give_away(ets:new(u", K, ", [named_table, public]), S, {", T, ", 1})"])],
     [look(["ets:info(u", K, ", owner) =:= S"])]};
source(spawn_request, K, T) ->
    {[quiet(["Q", K, " = spawn_request(fun() -> S ! {", T, ", 1} end)"])], [look(["spawn_request_abandon(Q", K, ")"])]};
source(leader, K, T) ->
    {[worker(K, ["group_leader() ! {", T, ", 1}"]), quiet(["safe(fun() -> group_leader(S, P", K, ") end)"])], []};
source(table, K, T) ->
    {[quiet(["T", K, " = ets:new(t", K, ", [public])"]),
      worker(K, ["ets:insert(T", K, ", {k, 1}), S ! {", T, ", 1}, ets:insert(T", K, ", {k, 2})"])],
     [look(["ets:lookup(T", K, ", k)"])]};
source(persistent, K, T) ->
    {[worker(K, ["persistent_term:put(x, ", T, "), S ! {", T, ", 1}"])], [look("persistent_term:get(x, none)")]};
source(atomic, K, T) ->
    {[quiet(["A", K, " = atomics:new(1, [])"]), worker(K, ["S ! {", T, ", atomics:add_get(A", K, ", 1, 1)}"])],
     [look(["atomics:exchange(A", K, ", 1, 5)"])]};
source(request, K, T) ->
    {[server(K), quiet(["Q", K, " = gen_server:send_request(V", K, ", {echo, ", T, "})"])],
     [look(["gen_server:receive_response(Q", K, ", 0)"])]};
source(cast_and_stop, K, T) ->
    {[server(K), quiet(["gen_server:cast(V", K, ", {tell, S, {", T, ", 1}})"])], [quiet(["exit(V", K, ", kill)"])]}.

quiet(Text) -> {quiet, lists:flatten(texts(Text))}.
look(Text) -> {look, lists:flatten(texts(Text))}.

texts([]) -> [];
texts([X | Rest]) when is_atom(X) -> [atom_to_list(X) | texts(Rest)];
texts([X | Rest]) -> [X | texts(Rest)].

worker(K, Body) -> quiet(["P", K, " = spawn(fun() -> ", texts(Body), " end)"]).
linked(K, Body) -> quiet(["P", K, " = spawn_link(fun() -> ", texts(Body), " end)"]).
trap() -> quiet("process_flag(trap_exit, true)").
unaliased(K) -> look(["unalias(A", K, ")"]).
demonitored(K, Options) -> look(["demonitor(R", K, ", ", Options, ")"]).
monitored(K, T, Options) ->
    {[quiet(["{P", K, ", R", K, "} = spawn_monitor(fun() -> S ! {", T, ", 1} end)"])], [demonitored(K, Options)]}.
timer(K, Time, To, T) -> quiet(["T", K, " = erlang:send_after(", Time, ", ", To, ", {", T, ", late})"]).
server(K) -> quiet(["{ok, V", K, "} = gen_server:start(server, 0, [])"]).

%% The first line of a way is a receive or a look.
ways() ->
    [any, any_now, any_now_twice, any_soon, any_late, tag_now, tag_then_any, other_tag, two_tags, sender, guard, reference,
     drain, messages, length, any_then_messages, tag_then_messages, late_messages].

way(any) -> [taking("M -> told(M)")];
way(any_now) -> [taking("M -> told(M) after 0 -> none")];
way(any_now_twice) -> way(any_now) ++ way(any_now);
way(any_soon) -> [taking("M -> told(M) after 10 -> none")];
way(any_late) -> [taking("M -> told(M) after 2000 -> none") | way(any_now)];
way(tag_now) -> [taking("{a, X} -> X after 0 -> none") | way(any_now)];
way(tag_then_any) -> [taking("{a, X} -> X after 2000 -> none") | way(any_now)];
way(other_tag) -> [taking("{b, X} -> X") | way(any_now)];
way(two_tags) -> [taking("{a, X} -> {first, X}; {b, X} -> {second, X}")];
way(sender) -> [taking("{X, Y} when is_pid(X) -> Y after 0 -> none") | way(any)];
way(guard) -> [taking("M when element(1, M) =/= a -> told(M) after 0 -> none") | way(any_now)];
way(reference) ->
    [look("(fun(R) -> spawn(fun() -> S ! {R, it} end), receive {R, X} -> X end end)(make_ref())") | way(any_now)];
way(drain) -> [look("drain()")];
way(messages) -> [look("messages(S)")];
way(length) -> [look("process_info(S, message_queue_len)") | way(any_now)];
way(any_then_messages) -> way(any_now) ++ way(messages);
way(tag_then_messages) -> [taking("{b, X} -> X after 0 -> none") | way(messages)];
way(late_messages) -> [look("receive after 2000 -> ok end") | way(messages)].

taking(Clauses) -> look(["(fun() -> receive ", Clauses, " end end)()"]).
