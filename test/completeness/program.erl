%% Programs of the generators: as Erlang, and smaller.
%%
%% A program is data: {Gate, Patience, Main, Workers} or {lines, Lines}. In the first shape, Main and every worker are lists
%% of operations; what an operation returns is an observation. A worker hands its observations over when it ends, either
%% as its exit reason or in a table under its own number, so that looking at them adds no races; where Patience is quiet,
%% nobody monitors it, and Main looks into the table when nothing else can happen. In the second shape, all that
%% counts is what the test's own process sees: its lines are Erlang, and those that are looks are observations.
-module(program).
-export([source/2, function/2, smaller/1, estimate/1]).

%% Interleavings if no operation ever waited or depended on another.
estimate({Gate, _, Main, Workers}) ->
    Steps = [length(Main) + 1 | [length(W) + 1 + opened(Gate) + children(W) || {_, W} <- Workers]],
    lists:foldl(fun(N, Count) -> Count div factorial(N) end, factorial(lists:sum(Steps)), Steps).

opened(Gate) -> if Gate -> 1; true -> 0 end.
children(W) -> lists:sum([further_steps(O) || O <- W]).

%% Of an operation, besides the first.
further_steps({spawn, _, _}) -> 2;
further_steps({spawn_request, _}) -> 2;
further_steps({server, call, _, _}) -> 4;
further_steps({server, _, _}) -> 2;
further_steps(server_stop) -> 4;
further_steps({ask, _, _}) -> 1;
further_steps({answer, _}) -> 1;
further_steps({unlink_flush, _}) -> 1;
further_steps({send_if_there, _, _}) -> 1;
further_steps({note_time, _}) -> 1;
further_steps({compare_time, _}) -> 1;
further_steps(_) -> 0.

factorial(0) -> 1;
factorial(N) -> N * factorial(N - 1).

%% --- as Erlang ------------------------------------------------------------------------------------------

source(Module, Programs) ->
    [io_lib:format("-module(~s).~n-compile([export_all, nowarn_export_all, nowarn_unused_vars]).~n~n"
                   "safe(F) -> try F() catch C:R -> {C, R} end.~n~n"
                   "traced(X) -> [X + 1].~n~n", [Module]),
     "drain() -> receive M -> [told(M) | drain()] after 0 -> [] end.\n\n"
     "messages(P) -> {messages, Messages} = process_info(P, messages), [told(M) || M <- Messages].\n\n"
     "told({'EXIT', _, R}) -> {exit, R};\n"
     "told({'DOWN', _, _, _, R}) -> {down, R};\n"
     "told({'ETS-TRANSFER', _, _, Gift}) -> {table, Gift};\n"
     "told({timeout, _, M}) -> {timeout, M};\n"
     "told({cancel_timer, _, Left}) -> {cancelled, Left =/= false};\n"
     "told({spawn_reply, _, Result, _}) -> {spawned, Result};\n"
     "told({P, M}) when is_pid(P) -> {from, M};\n"
     "told({[alias | _], M}) -> {answer, M};\n"
     "told({R, M}) when is_reference(R) -> {answer, M};\n"
     "told(M) -> M.\n",
     [function(Name, P) || {Name, P} <- Programs]].

function(Name, {lines, Lines}) ->
    Looks = [I || {I, {look, _}} <- number(Lines)],
    ["\n", Name, "() ->\n"
     "    S = self(),\n",
     [line(I, Line) || {I, Line} <- number(Lines)],
     io_lib:format("    {~s}.~n", [names("O", Looks)])];
function(Name, {Gate, Patience, Main, Workers}) ->
    Numbers = lists:seq(1, length(Workers)),
    ["\n", Name, "() ->\n"
     "    P0 = self(),\n",
     io_lib:format("    ets:new(t, [public, named_table~s]),~n", [table_type(Main)]),
     "    ets:new(r, [public, named_table]),\n",
     [["    ", Line, ",\n"] || Line <- preparations([Main | [W || {_, W} <- Workers]])],
     [["    ", made(Patience, I), "(fun() ->\n", worker_body(I, Gate, W, Numbers), "    end),\n"] || {I, W} <- number(Workers)],
     [io_lib:format("    P~b ! {go, ~s},~n", [I, names("P", Numbers)]) || Gate, I <- Numbers],
     body(0, Main, "    "),
     [["    ", awaited(Patience, I), ",\n"] || I <- Numbers],
     io_lib:format("    {~s, [~s], ~s, ~s}.~n", [observations(0, Main), names("E", Numbers), rows(r), last_look(Main)])].

made(quiet, I) -> io_lib:format("P~b = spawn", [I]);
made(_, I) -> io_lib:format("{P~b, R~b} = spawn_monitor", [I, I]).

awaited(quiet, I) -> io_lib:format("E~b = receive after 5000 -> is_process_alive(P~b) end", [I, I]);
awaited(Patience, I) -> io_lib:format("E~b = receive {'DOWN', R~b, _, _, W~b} -> W~b~s end", [I, I, I, I, after_text(Patience)]).

line(_, {quiet, Text}) -> ["    ", Text, ",\n"];
line(I, {look, Text}) -> io_lib:format("    O~b = ~s,~n", [I, Text]).

rows(Table) -> io_lib:format("lists:sort(ets:tab2list(~w))", [Table]).

%% The table may be gone by then.
last_look([{table, _} | _]) -> ["safe(fun() -> ", rows(t), " end)"];
last_look(_) -> rows(t).

table_type([{table, concurrent} | _]) -> ", {write_concurrency, true}";
table_type([{table, Type} | _]) -> io_lib:format(", ~w", [Type]);
table_type(_) -> "".

%% What several processes share is made before there are any.
preparations(Operations) ->
    Used = lists:usort([kind(O) || O <- lists:append(Operations)]),
    [Line || {Kinds, Line} <- [{[main_alias], "AL = alias([reply])"},
                               {[atomic], "AT = atomics:new(2, [])"},
                               {[counter_of], "CO = counters:new(2, [])"},
                               {[server, server_stop], "{ok, SV} = gen_server:start({local, srv}, server, 0, [])"},
                               {[main_cancel, main_read], "TM = erlang:send_after(10, self(), {a, late})"}],
             Kinds -- (Kinds -- Used) =/= []].

kind({spawn, _, Operation}) -> kind(Operation);
kind({spawn_request, Operation}) -> kind(Operation);
kind(Operation) when is_tuple(Operation) -> element(1, Operation);
kind(Operation) -> Operation.

after_text(forever) -> "";
after_text(Time) -> io_lib:format(" after ~b -> stuck", [Time]).

worker_body(I, Gate, {End, Operations}, Numbers) ->
    [io_lib:format("        P~b = self(),~n", [I]) || not Gate] ++
    [io_lib:format("        receive {go, ~s} -> ok end,~n", [names("P", Numbers)]) || Gate] ++
    [body(I, Operations, "        "), "        ", ending(End, I, observations(I, Operations)), "\n"].

ending(tells, _, Observations) -> ["exit({shutdown, ", Observations, "})"];
ending(writes, I, Observations) -> io_lib:format("ets:insert(r, {~b, ~s})", [I, Observations]).

body(I, Operations, Indent) ->
    [[Indent, variable(I, J), " = ", text(Operation, I), ",\n"] || {J, Operation} <- number(Operations)].

observations(I, Operations) ->
    ["[", lists:join(", ", [variable(I, J) || {J, _} <- number(Operations)]), "]"].

number(List) -> lists:zip(lists:seq(1, length(List)), List).
variable(I, J) -> io_lib:format("O~b~c", [I, $a + J - 1]).
names(Letter, Numbers) -> lists:join(", ", [[Letter, integer_to_list(N)] || N <- Numbers]).

%% Messages.
text({table, Type}, _) -> io_lib:format("~w", [Type]);
text({send, To, Message}, _) -> safe("~s ! ~w", [target(To), Message]);
text({send_here, Name, Message}, _) -> safe("{~w, node()} ! ~w", [Name, Message]);
text({'receive', any, Time}, 0) -> wait("M when element(1, M) =/= 'DOWN' -> M", Time);
text({'receive', any, Time}, _) -> wait("M -> M", Time);
text({receive_first, Time}, _) -> wait("M -> M", Time);
text({'receive', Tag, Time}, _) -> wait(io_lib:format("{~w, M} -> M", [Tag]), Time);
text({receive_guard, Least, Time}, _) -> wait(io_lib:format("{_, N} when is_integer(N), N > ~b -> N", [Least]), Time);
text({receive_bound, Tag, Time}, _) -> ["(fun(X) -> ", waiting("{X, M} -> M", Time), " end)(", atom_to_list(Tag), ")"];
text({receive_two, Time}, _) -> wait("{a, M} -> {first, M}; {b, M} -> {second, M}", Time);
text({flush_any, Time}, I) -> text({'receive', any, Time}, I);
text({receive_down, Who, Time}, _) ->
    ["(fun(X) -> ", waiting("{_, X, _, _, Y} -> Y", Time), io_lib:format(" end)(get(P~b))", [Who])];
text({receive_not, Tag, Time}, I) ->
    wait(io_lib:format("M when element(1, M) =/= ~w~s -> M", [Tag, [", element(1, M) =/= 'DOWN'" || I =:= 0]]), Time);
text({receive_exit, Time}, _) -> wait("{'EXIT', P, R} -> {P, R}", Time);
text({send_self, To}, I) -> safe("~s ! {self(), ~b}", [target(To), I]);
text({receive_from, Who, Time}, _) -> wait(io_lib:format("{P, M} when P =:= P~b -> M", [Who]), Time);
text({ask, To, Time}, I) ->
    ["(fun(R) -> safe(fun() -> ", target(To), io_lib:format(" ! {ask, P~b, R} end), ", [I]), waiting("{R, M} -> M", Time),
     " end)(make_ref())"];
text({answer, Time}, I) -> wait(io_lib:format("{ask, P, R} -> P ! {R, ~b}, answered", [I]), Time);
text({send_if_there, Name, Message}, _) ->
    safe("case whereis(~w) of undefined -> nobody; P -> P ! ~w, sent end", [Name, Message]);
text(messages_own, _) -> "process_info(self(), messages)";
%% A server.
text({server, call, Request, infinity}, _) -> safe("gen_server:call(srv, ~w, infinity)", [Request]);
text({server, call, Request, Time}, _) -> safe("gen_server:call(SV, ~w, ~b)", [Request, Time]);
text({server, cast, Request}, _) -> safe("gen_server:cast(srv, ~w)", [Request]);
text({server, tell, Who}, _) -> safe("gen_server:cast(SV, {tell, P~b, {a, told}})", [Who]);
text({server, send, Message}, _) -> safe("srv ! ~w", [Message]);
text({server, link, _}, _) -> safe("link(SV)", []);
text({server, exit, Reason}, _) -> safe("exit(SV, ~w)", [Reason]);
text({server, monitor, _}, _) -> safe("begin monitor(process, srv), ok end", []);
text({server, whereis, _}, _) -> safe("whereis(srv) =:= SV", []);
text(server_stop, _) -> safe("gen_server:stop(SV)", []);
%% Aliases.
text({alias, Mode}, _) -> io_lib:format("begin put(alias, alias([~w])), ok end", [Mode]);
text({pass_alias, Who}, _) -> safe("begin P~b ! {al, get(alias)}, ok end", [Who]);
text(unalias, _) -> safe("unalias(get(alias))", []);
text(use_alias, _) -> "(fun() -> receive {al, X} -> safe(fun() -> X ! {a, 77} end) after 0 -> none end end)()";
text(main_alias, I) when I > 0 -> io_lib:format("AL ! {b, ~b}", [70 + I]);
text(main_alias, 0) -> "unalias(AL)";
text({monitor_alias, Who, Mode}, _) ->
    safe("begin R = monitor(process, P~b, [{alias, ~w}]), put(P~b, R), put(alias, R), ok end", [Who, Mode, Who]);
%% Tables.
text({insert, Key, Value}, _) -> safe("ets:insert(t, {~w, ~w})", [Key, Value]);
text({insert_in, Table, Key, Value}, _) -> safe("ets:insert(~w, {~w, ~w})", [Table, Key, Value]);
text({lookup_in, Table, Key}, _) -> safe("ets:lookup(~w, ~w)", [Table, Key]);
text({insert_all, Value}, _) -> safe("ets:insert(t, [{k, ~w}, {l, ~w}])", [Value, Value]);
text({insert_new_all, Value}, _) -> safe("ets:insert_new(t, [{k, ~w}, {l, ~w}])", [Value, Value]);
text({lookup, Key}, _) -> safe("ets:lookup(t, ~w)", [Key]);
text({member, Key}, _) -> safe("ets:member(t, ~w)", [Key]);
text({element, Key}, _) -> safe("ets:lookup_element(t, ~w, 2)", [Key]);
text({insert_new, Key, Value}, _) -> safe("ets:insert_new(t, {~w, ~w})", [Key, Value]);
text({delete, Key}, _) -> safe("ets:delete(t, ~w)", [Key]);
text({delete_object, Key, Value}, _) -> safe("ets:delete_object(t, {~w, ~w})", [Key, Value]);
text(delete_all, _) -> safe("ets:delete_all_objects(t)", []);
text({take, Key}, _) -> safe("ets:take(t, ~w)", [Key]);
text({replace, Key}, _) -> safe("ets:update_element(t, ~w, {2, 7})", [Key]);
text({counter, Key}, _) -> safe("ets:update_counter(t, ~w, 1)", [Key]);
text({counter_or, Key}, _) -> safe("ets:update_counter(t, ~w, 1, {~w, 5})", [Key, Key]);
text(size, _) -> safe("ets:info(t, size)", []);
text(all, _) -> safe("lists:sort(ets:tab2list(t))", []);
text({match, Key}, _) -> safe("ets:match(t, {~w, '$1'})", [Key]);
text({match_object, Key, Value}, _) -> safe("ets:match_object(t, {~w, ~w})", [Key, Value]);
text({object_in, Key, Value}, _) -> safe("ets:insert(t, [{~w, ~w}, {~w, 3}])", [Key, Value, Key]);
text({match_delete, Key}, _) -> safe("ets:match_delete(t, {~w, '_'})", [Key]);
text({select, Key}, _) -> safe("lists:sort(ets:select(t, [{{~w, '$1'}, [{'>', '$1', 1}], ['$_']}]))", [Key]);
text({select_some, Count}, _) -> safe("element(1, ets:select(t, [{{'_', '$1'}, [], ['$1']}], ~b))", [Count]);
text({select_count, Key}, _) -> safe("ets:select_count(t, [{{~w, '$1'}, [{'<', '$1', 2}], [true]}])", [Key]);
text({select_delete, Key}, _) -> safe("ets:select_delete(t, [{{~w, '$1'}, [{'<', '$1', 2}], [true]}])", [Key]);
text({select_replace, Key}, _) -> safe("ets:select_replace(t, [{{~w, '$1'}, [], [{{~w, {'+', '$1', 1}}}]}])", [Key, Key]);
text(first, _) -> safe("ets:first(t)", []);
text(last, _) -> safe("ets:last(t)", []);
text({next, Key}, _) -> safe("ets:next(t, ~w)", [Key]);
text({prev, Key}, _) -> safe("ets:prev(t, ~w)", [Key]);
text({slot, N}, _) -> safe("length(ets:slot(t, ~b))", [N]);
text(walk, _) -> safe("ets:foldl(fun(X, Sum) -> element(2, X) + Sum end, 0, t)", []);
text({fix, Flag}, _) -> safe("ets:safe_fixtable(t, ~w)", [Flag]);
text({give, Table, Who}, _) -> safe("ets:give_away(~w, P~b, gift)", [Table, Who]);
text({heir, Table, Who}, _) -> safe("ets:setopts(~w, {heir, P~b, left})", [Table, Who]);
text({new, Table, none}, _) -> safe("ets:new(~w, [named_table, public])", [Table]);
text({new, Table, Heir}, _) -> safe("ets:new(~w, [named_table, {heir, P~b, left}])", [Table, Heir]);
text({owner, Table}, _) -> safe("ets:info(~w, owner)", [Table]);
text({table_info, Table}, _) -> safe("length(ets:info(~w))", [Table]);
text(flush_gift, _) -> "(fun() -> receive {'ETS-TRANSFER', T, From, Gift} -> {From, Gift} after 0 -> none end end)()";
text({drop, Table}, _) -> safe("ets:delete(~w)", [Table]);
text({rename, From, To}, _) -> safe("ets:rename(~w, ~w)", [From, To]);
text({table_whereis, Table}, _) -> safe("ets:whereis(~w) =:= undefined", [Table]);
text({make_atom, Name}, _) -> safe("is_atom(list_to_atom(~p))", [Name]);
text({find_atom, Name}, _) -> safe("is_atom(list_to_existing_atom(~p))", [Name]);
text({add_path, Where, Dir}, _) -> safe("code:add_path~w(~p)", [Where, Dir]);
text({del_path, Dir}, _) -> safe("code:del_path(~p)", [Dir]);
text({has_path, Dir}, _) -> safe("lists:member(~p, code:get_path())", [Dir]);
text({delete_module, Module}, _) -> safe("erlang:delete_module(~w)", [Module]);
text({purge_module, Module}, _) -> safe("erlang:purge_module(~w)", [Module]);
text({call_module, Module}, _) -> safe("~w:module_info(module)", [Module]);
text({ensure_loaded, Module}, _) -> safe("element(1, code:ensure_loaded(~w))", [Module]);
text({all_loaded, Module}, _) -> safe("lists:keymember(~w, 1, code:all_loaded())", [Module]);
text({made_by_term, Name}, _) -> safe("is_atom(binary_to_term(~p))", [<<131, 119, (length(Name)), (list_to_binary(Name))/binary>>]);
text({found_by_term, Name}, _) -> safe("is_atom(binary_to_term(~p, [safe]))", [<<131, 119, (length(Name)), (list_to_binary(Name))/binary>>]);
text({module_loaded, Module}, _) -> safe("erlang:module_loaded(~w)", [Module]);
text({old_code, Module}, _) -> safe("erlang:check_old_code(~w)", [Module]);
text({exported, Module}, _) -> safe("erlang:function_exported(~w, pick, 1)", [Module]);
text(tables, _) -> safe("[T || T <- [t, u], lists:member(T, ets:all())]", []);
%% Terms and numbers that all processes share.
text({put, Key, Value}, _) -> safe("persistent_term:put(~w, ~w)", [Key, Value]);
text({get, Key}, _) -> safe("persistent_term:get(~w)", [Key]);
text({erase, Key}, _) -> safe("persistent_term:erase(~w)", [Key]);
text(get_all, _) -> safe("[P || {K, _} = P <- lists:sort(persistent_term:get()), K =:= x orelse K =:= y]", []);
text({atomic, F, I}, _) -> safe("atomics:~s(AT, ~b)", [F, I]);
text({atomic, F, I, X}, _) -> safe("atomics:~s(AT, ~b, ~b)", [F, I, X]);
text({atomic, F, I, X, Y}, _) -> safe("atomics:~s(AT, ~b, ~b, ~b)", [F, I, X, Y]);
text({counter_of, F, I}, _) -> safe("counters:~s(CO, ~b)", [F, I]);
text({counter_of, F, I, X}, _) -> safe("counters:~s(CO, ~b, ~b)", [F, I, X]);
%% Time.
text({now, F}, _) -> safe("erlang:~s(microsecond)", [F]);
text(timestamp, _) -> safe("os:timestamp()", []);
text({note_time, Key}, _) -> safe("ets:insert(t, {~w, erlang:monotonic_time()})", [Key]);
text({compare_time, Key}, _) ->
    safe("begin X = erlang:monotonic_time(), [X >= Y || {_, Y} <- ets:lookup(t, ~w)] end", [Key]);
text({send_now, Who}, _) -> safe("P~b ! {a, erlang:monotonic_time()}", [Who]);
text({later, To, Message}, _) -> safe("begin erlang:send_after(10, ~s, ~w), ok end", [target(To), Message]);
text({later, Time, To, Message}, _) -> safe("begin put(timer, erlang:send_after(~b, ~s, ~w)), ok end", [Time, target(To), Message]);
text({start, Time, To, Message}, _) -> safe("begin put(timer, erlang:start_timer(~b, ~s, ~w)), ok end", [Time, target(To), Message]);
text(cancel, _) -> safe("erlang:cancel_timer(get(timer))", []);
text(read, _) -> safe("erlang:read_timer(get(timer))", []);
text(main_cancel, _) -> safe("erlang:cancel_timer(TM) =/= false", []);
text(main_read, _) -> safe("erlang:read_timer(TM) =/= false", []);
text({cancel_async, Time, To}, _) ->
    safe("erlang:cancel_timer(erlang:send_after(~b, ~s, {a, 5}), [{async, true}])", [Time, target(To)]);
text({cancel, To, Message}, _) ->
    safe("erlang:cancel_timer(erlang:send_after(10, ~s, ~w)) =/= false", [target(To), Message]);
%% Names.
text({register, Name, Who}, _) -> safe("register(~w, P~b)", [Name, Who]);
text({unregister, Name}, _) -> safe("unregister(~w)", [Name]);
text({whereis, Name}, _) -> safe("whereis(~w)", [Name]);
text({exit_by_name, Name}, _) -> safe("exit(whereis(~w), bad)", [Name]);
text(registered, _) -> safe("[N || N <- [n, o], lists:member(N, registered())]", []);
%% Tracing.
text({trace, Who, Flags}, _) -> safe("erlang:trace(P~b, true, ~w)", [Who, Flags]);
text({trace_off, Who}, _) -> safe("erlang:trace(P~b, false, [all])", [Who]);
text({trace_info, Who}, _) -> safe("erlang:trace_info(P~b, flags)", [Who]);
text({trace_counted, Kind}, _) -> safe("erlang:trace_info({?MODULE, traced, 1}, ~w)", [Kind]);
text({trace_calls, What, Kind}, _) when is_tuple(What) ->
    safe("erlang:trace_pattern({?MODULE, traced, 1}, [{'_', [], [~w]}], [~w])", [What, Kind]);
text({trace_calls, What, Kind}, _) when is_boolean(What); What =:= pause; What =:= restart ->
    safe("erlang:trace_pattern({?MODULE, traced, 1}, ~w, [~w])", [What, Kind]);
text({trace_calls, What, Kind}, _) ->
    safe("erlang:trace_pattern({?MODULE, traced, 1}, [{'_', [], [{~w}]}], [~w])", [What, Kind]);
text(call_traced, I) -> safe("?MODULE:traced(~b)", [I]);
text(call_traced_from_here, I) -> safe("traced(~b)", [I]);
text(call_traced_that_fails, _) -> safe("element(1, catch ?MODULE:traced(a))", []);
text(drain, _) -> "drain()";
%% Life and death.
text({link, Who}, _) -> safe("link(P~b)", [Who]);
text({unlink, Who}, _) -> safe("unlink(P~b)", [Who]);
text({exit, Who, Reason}, _) -> safe("exit(P~b, ~w)", [Who, Reason]);
text({exit_self, Reason}, _) -> safe("exit(self(), ~w)", [Reason]);
text({trap, Flag}, _) -> safe("process_flag(trap_exit, ~w)", [Flag]);
text(leave, _) -> "exit(left)";
text(crash, _) -> "error(oops)";
text(throw, _) -> "throw(ball)";
text(caught, _) -> "begin catch error(oops, []), ok end";
text({halt, Status}, _) -> io_lib:format("erlang:halt(~b)", [Status]);
text({link_name, Name}, _) -> safe("link(whereis(~w))", [Name]);
text({unlink_flush, Who}, _) ->
    safe("begin unlink(P~b), receive {'EXIT', P~b, X} -> X after 0 -> none end end", [Who, Who]);
text({suspend, Who}, _) -> safe("erlang:suspend_process(P~b)", [Who]);
text({suspend_later, Who}, _) -> safe("erlang:suspend_process(P~b, [asynchronous])", [Who]);
text({resume, Who}, _) -> safe("erlang:resume_process(P~b)", [Who]);
text({present, Who}, _) -> safe("lists:member(P~b, processes())", [Who]);
text({priority, Level}, _) -> safe("process_flag(priority, ~w)", [Level]);
text({monitor, Who}, _) -> safe("begin put(P~b, monitor(process, P~b)), ok end", [Who, Who]);
text({monitor_tag, Who}, _) -> safe("begin put(P~b, monitor(process, P~b, [{tag, gone}])), ok end", [Who, Who]);
text({monitor_name, Name}, _) -> safe("begin monitor(process, ~w), ok end", [Name]);
text({demonitor, Who, Options}, _) -> safe("demonitor(get(P~b), ~w)", [Who, Options]);
text({info, Who, Item}, _) -> safe("process_info(P~b, ~w)", [Who, Item]);
text({infos, Who, Items}, _) -> safe("process_info(P~b, ~w)", [Who, Items]);
text({alive, Who}, _) -> safe("is_process_alive(P~b)", [Who]);
text(processes, _) -> safe("length(processes())", []);
text(process_count, _) -> safe("erlang:system_info(process_count)", []);
text({put_own, Value}, _) -> io_lib:format("put(own, ~w)", [Value]);
text(get_own, _) -> "get(own)";
text({leader, Leader, Who}, _) -> safe("group_leader(P~b, P~b)", [Leader, Who]);
text(own_leader, _) -> "group_leader()";
text(unique, _) -> "erlang:unique_integer()";
text(monotonic, _) -> "erlang:unique_integer([monotonic])";
text(reference, _) -> "make_ref()";
text({send_reference, Who}, _) -> safe("P~b ! {b, make_ref()}", [Who]);
text({spawn, spawn_monitor, Operation}, I) -> io_lib:format("begin spawn_monitor(fun() -> ~s end), ok end", [text(Operation, I)]);
text({spawn, spawn_opt_link, Operation}, I) -> io_lib:format("spawn_opt(fun() -> ~s end, [link])", [text(Operation, I)]);
text({spawn, spawn_opt_monitor, Operation}, I) ->
    io_lib:format("begin spawn_opt(fun() -> ~s end, [monitor]), ok end", [text(Operation, I)]);
text({spawn, spawn_opt_priority, Operation}, I) ->
    io_lib:format("spawn_opt(fun() -> ~s end, [link, {priority, high}])", [text(Operation, I)]);
text({spawn, spawn_opt_alias, Operation}, I) ->
    safe("begin {_, R} = spawn_opt(fun() -> ~s end, [{monitor, [{alias, reply_demonitor}]}]), put(alias, R), ok end",
         [text(Operation, I)]);
text({spawn_request, Operation}, I) ->
    io_lib:format("begin spawn_request(fun() -> ~s end, [{reply_tag, a}]), ok end", [text(Operation, I)]);
text({spawn, How, Operation}, I) -> io_lib:format("~s(fun() -> ~s end)", [How, text(Operation, I)]).

target(To) when is_integer(To) -> io_lib:format("P~b", [To]);
target(To) -> atom_to_list(To).

safe(Format, Arguments) -> ["safe(fun() -> ", io_lib:format(Format, Arguments), " end)"].

wait(Clauses, Time) -> ["(fun() -> ", waiting(Clauses, Time), " end)()"].

waiting(Clauses, infinity) -> ["receive ", Clauses, " end"];
waiting(Clauses, Time) -> ["receive ", Clauses, io_lib:format(" after ~b -> none end", [Time])].

%% --- smaller ----------------------------------------------------------------------------------------------

%% All programs with one thing less. Some of them may not compile.
smaller({lines, Lines}) -> [{lines, L} || L <- shorter(Lines)];
smaller({Gate, Patience, Main, Workers}) ->
    [{Gate, Patience, Main, lists:droplast(Workers)} || length(Workers) > 1, not mentions(length(Workers), {Main, Workers})] ++
    [{Gate, Patience, M, Workers} || M <- shorter(Main)] ++
    [{Gate, Patience, Main, W} || W <- shorter_worker(Workers)] ++
    [{Gate, Patience, Main, W} || Patience =/= quiet, W <- plainer_worker(Workers)] ++
    [{false, Patience, Main, Workers} || Gate, not looks_ahead(Workers)] ++
    [{Gate, forever, Main, Workers} || is_integer(Patience)].

shorter(List) -> [lists:sublist(List, I - 1) ++ lists:nthtail(I, List) || I <- lists:seq(1, length(List))].

shorter_worker(Workers) ->
    [lists:sublist(Workers, I - 1) ++ [{End, S}] ++ lists:nthtail(I, Workers)
     || {I, {End, Operations}} <- number(Workers), S <- shorter(Operations)].

%% An exit reason instead of a row.
plainer_worker(Workers) ->
    [lists:sublist(Workers, I - 1) ++ [{tells, Operations}] ++ lists:nthtail(I, Workers)
     || {I, {writes, Operations}} <- number(Workers)].

mentions(N, {Main, Workers}) ->
    lists:any(fun(Operation) -> refers(Operation, N) end, Main ++ lists:append([W || {_, W} <- Workers])).

looks_ahead(Workers) ->
    Count = length(Workers),
    lists:any(fun({I, {_, W}}) -> lists:any(fun(O) -> lists:any(fun(N) -> refers(O, N) end, lists:seq(I + 1, Count)) end, W) end,
              number(Workers)).

%% Whether the text speaks of the process.
refers(Operation, N) ->
    Text = lists:flatten(text(Operation, 1)),
    re:run(Text, "\\bP" ++ integer_to_list(N) ++ "\\b") =/= nomatch.
