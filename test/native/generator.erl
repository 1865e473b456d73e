%% Small concurrent programs at random, about what processes can notice of each other.
%%
%% A program is {Setup, Workers, Main}: what there is before there are workers, what each of them does, and what the first
%% process does meanwhile. All three are made of lines {Feature, Kind, Text}: Erlang, and whether its value is looked at.
%% A program is about one or two themes, else its lines would hardly ever meet. What workers see they write into the
%% table r, and the first process waits for their ends before it reads it; if they look at nothing, it does not wait.
-module(generator).
-export([program/1, function/2, features/1, smaller/1]).

program(Seed) ->
    rand:seed(exsss, {Seed, 17, 2026}),
    put(variable, 0),
    Count = pick([1, 2, 2, 2, 3]),
    Themes = [pick(themes()) || _ <- lists:seq(1, pick([1, 1, 2]))],
    Setup = lists:append([setup(T) || T <- lists:usort(Themes)]) ++ [{trap, quiet, "process_flag(trap_exit, true)"} || one_of(2)],
    Workers = [{how(), lists:append([lines(Themes, Setup, worker, I - 1) || _ <- lists:seq(1, pick([1, 1, 2]))]) ++ last_line()}
               || I <- lists:seq(1, Count)],
    Main = lists:append([lines(Themes, Setup, main, Count) || _ <- lists:seq(1, pick([1, 2, 2, 3]))]) ++ last_look(),
    {Setup, Workers, Main}.

themes() -> [exits, exits, links, links, monitors, monitors, aliases, names, names, information, information, suspension, leaders, rows, tables,
             tables, gifts, timers, timers, clocks, shared, messages, messages, requests].

how() -> pick(["spawn", "spawn", "spawn_link", "spawn_monitor"]).

last_line() ->
    pick([[], [], [{ends, quiet, "exit(bad)"}], [{ends, quiet, "receive stop -> ok end"}], [{ends, quiet, "receive stop -> exit(stopped) end"}]]).

last_look() -> pick([[], [{mailbox, look, "drain()"}], [{mailbox, look, "messages(S)"}], [{mailbox, look, "next()"}]]).

pick(List) -> lists:nth(rand:uniform(length(List)), List).
one_of(N) -> rand:uniform(N) =:= 1.

%% --- lines ----------------------------------------------------------------------------------------------------

%% What a theme needs before there are workers.
setup(aliases) -> [{alias, quiet, "A = alias(" ++ pick(["", "[reply]"]) ++ ")"}];
setup(rows) -> [{table, quiet, "T = ets:new(t, [public" ++ pick(["", ", ordered_set", ", bag", ", {write_concurrency, true}"]) ++ "])"},
                {table, quiet, "ets:insert(T, [{a, 1}, {b, 1}])"}];
setup(clocks) -> [{table, quiet, "C = ets:new(c, [public])"}];
setup(names) -> pick([[], [{name, quiet, "register(n, S)"}]]);
setup(timers) -> pick([[], [{timer, quiet, "K = erlang:send_after(" ++ pick(["0", "1", "1"]) ++ ", S, tick)"}]]);
setup(_) -> [].

%% One or several lines of a theme, for a process that knows the first so many workers.
lines(Themes, Setup, Who, Known) -> line(pick(Themes), Setup, Who, target(Who, Known)).

%% Somebody else.
target(main, Known) -> "P" ++ integer_to_list(rand:uniform(Known));
target(worker, 0) -> "S";
target(worker, Known) -> pick(["S", "P" ++ integer_to_list(rand:uniform(Known))]).

line(exits, _, _, P) ->
    pick([[{kill, quiet, call("exit", P, "kill")}], [{exit, quiet, call("exit", P, "bad")}], [{exit, quiet, call("exit", P, "normal")}],
          [{kill, quiet, call("exit", P, "kill")}, {alive, look, call("is_process_alive", P)}],
          [{kill, quiet, call("exit", P, "kill")}, {message, quiet, P ++ " ! m"}],
          [{exit_self, quiet, "exit(self(), " ++ pick(["bad", "normal", "kill"]) ++ ")"}],
          [{trap, look, "process_flag(trap_exit, " ++ pick(["true", "false"]) ++ ")"}]]);
line(links, _, _, P) ->
    pick([[{link, look, safe(call("link", P))}], [{unlink, quiet, call("unlink", P)}], [{unlink, quiet, call("unlink", P)}, {mailbox, look, "next()"}],
          [{links, look, "length_of(" ++ P ++ ", links)"}], [{exit, quiet, call("exit", P, "bad")}]]);
line(monitors, _, _, P) ->
    V = variable("M"),
    pick([[{monitor, quiet, V ++ " = " ++ call("monitor", "process", P)}, {demonitor, look, "demonitor(" ++ V ++ ", " ++ options() ++ ")"}],
          [{monitor, quiet, V ++ " = " ++ call("monitor", "process", P)}, {mailbox, look, "next()"}],
          [{monitor, quiet, V ++ " = " ++ call("monitor", "process", P)}, {down, look, "receive {'DOWN', " ++ V ++ ", _, _, _} -> down after 2 -> none end"}],
          [{monitored_by, look, "length_of(" ++ P ++ ", monitored_by)"}], [{message, quiet, P ++ " ! stop"}]]);
line(aliases, _, main, _) ->
    pick([[{unalias, look, "unalias(A)"}], [{unalias, look, "unalias(A)"}, {mailbox, look, "drain()"}], [{mailbox, look, "next()"}],
          [{alias, quiet, "A ! own"}]]);
line(aliases, _, worker, _) -> pick([[{alias, quiet, "A ! " ++ message()}], [{message, quiet, "S ! " ++ message()}]]);
line(names, _, _, P) ->
    pick([[{register, look, safe("register(n, self())")}], [{register, look, safe("register(n, " ++ P ++ ")")}],
          [{unregister, look, safe("unregister(n)")}], [{whereis, look, "whereis(n) =:= " ++ pick(["undefined", "self()", "S"])}],
          [{send_name, quiet, "catch n ! " ++ message()}], [{kill, quiet, "catch exit(whereis(n), kill)"}, {whereis, look, "whereis(n) =:= undefined"}],
          [{registered_name, look, "item(" ++ P ++ ", registered_name)"}], [{registered, look, "lists:member(n, registered())"}]]);
line(information, _, _, P) ->
    pick([[{info, look, "item(" ++ P ++ ", " ++ I ++ ")"}]
          || I <- ["trap_exit", "message_queue_len", "dictionary"]] ++
         [[{status, look, "status(" ++ P ++ ")"}], [{info, look, "messages(" ++ P ++ ")"}], [{alive, look, call("is_process_alive", P)}],
          [{present, look, "lists:member(" ++ P ++ ", processes())"}], [{dictionary, quiet, "put(k, 1)"}],
          [{trap, quiet, "process_flag(trap_exit, true)"}], [{message, quiet, P ++ " ! " ++ message()}], [{priority, quiet, "process_flag(priority, high)"}]]);
line(suspension, _, main, P) ->
    V = variable("U"),
    Suspend = {suspend, quiet, V ++ " = " ++ safe(call("erlang:suspend_process", P))},
    Resume = {resume, look, safe(call("erlang:resume_process", P)) },
    pick([[Suspend, {info, look, "item(" ++ P ++ ", message_queue_len)"}, Resume], [Suspend, {status, look, "status(" ++ P ++ ")"}, Resume],
          [Suspend, {mailbox, look, "drain()"}, Resume, {mailbox, look, "next()"}], [Suspend, {kill, quiet, call("exit", P, "kill")}, Resume]]);
line(suspension, _, worker, _) -> [{message, quiet, "S ! " ++ message()}, {message, quiet, "S ! " ++ message()}];
line(leaders, _, _, P) ->
    pick([[{group_leader, look, safe("group_leader(S, " ++ P ++ ")")}], [{group_leader, look, "group_leader() =:= S"}],
          [{group_leader, look, "item(" ++ P ++ ", group_leader) =:= S"}], [{kill, quiet, call("exit", P, "kill")}]]);
line(rows, _, _, _) ->
    K = pick(["a", "b", "c"]),
    pick([[{row, look, "ets:lookup(T, " ++ K ++ ")"}], [{row, quiet, "ets:insert(T, {" ++ K ++ ", 2})"}], [{row, quiet, "ets:delete(T, " ++ K ++ ")"}],
          [{row, look, "ets:insert_new(T, {" ++ K ++ ", 3})"}], [{row, look, "ets:take(T, " ++ K ++ ")"}], [{scan, look, "lists:sort(ets:tab2list(T))"}],
          [{rows, quiet, "ets:insert(T, [{a, 5}, {c, 5}])"}], [{rows, look, "ets:insert_new(T, [{a, 6}, {c, 6}])"}],
          [{size, look, "ets:info(T, size)"}], [{rows, quiet, "ets:delete_all_objects(T)"}],
          [{scan, look, "ets:select_count(T, [{{'_', '$1'}, [{'>', '$1', 1}], [true]}])"}], [{scan, look, "lists:sort(ets:match(T, {'$1', 1}))"}],
          [{walk, look, safe("ets:first(T)")}], [{scan, look, "ets:foldl(fun({_, X}, N) -> X + N end, 0, T)"}]]);
line(tables, _, _, P) ->
    U = pick(["u", "u", "v"]),
    pick([[{table_new, look, safe("ets:new(" ++ U ++ ", [named_table, public])")}], [{table_delete, look, safe("ets:delete(" ++ U ++ ")")}],
          [{table_whereis, look, "ets:whereis(" ++ U ++ ") =:= undefined"}], [{table_whereis, look, "{ets:whereis(u) =:= undefined, ets:whereis(v) =:= undefined}"}],
          [{table_rename, look, safe("ets:rename(u, v)")}], [{row, look, safe("ets:insert(" ++ U ++ ", {a})")}], [{tables, look, "lists:member(" ++ U ++ ", ets:all())"}],
          [{kill, quiet, call("exit", P, "kill")}], [{table_new, quiet, safe("ets:new(u, [named_table, public])")}, {table_new, quiet, safe("ets:new(v, [named_table])")}]]);
line(gifts, _, worker, P) ->
    pick([[{heir, quiet, "ets:new(h, [{heir, " ++ P ++ ", left}])"}],
          [{heir, quiet, "ets:new(h, [{heir, " ++ P ++ ", left}])"}, {heir, quiet, "ets:new(i, [{heir, " ++ P ++ ", right}])"}],
          [{give_away, look, safe("ets:give_away(ets:new(w, [named_table, public]), " ++ P ++ ", gift)")}],
          [{heir, look, safe("ets:new(w, [named_table, {heir, S, left}]) =:= w")}]]);
line(gifts, _, main, P) ->
    pick([[{owner, look, "ets:info(w, owner) =:= S"}], [{owner, look, "ets:info(w, owner) =:= undefined"}], [{mailbox, look, "next()"}],
          [{kill, quiet, call("exit", P, "kill")}], [{down, look, "next(2)"}]]);
line(timers, Setup, Who, P) ->
    V = variable("K"),
    Start = {timer, quiet, V ++ " = erlang:send_after(" ++ pick(["0", "0", "1", "2"]) ++ ", " ++ pick(["S", "self()", P]) ++ ", " ++ message() ++ ")"},
    pick([[Start], [Start, {mailbox, look, "next()"}], [Start, {cancel, look, "erlang:cancel_timer(" ++ V ++ ") =/= false"}],
          [Start, {read_timer, look, "erlang:read_timer(" ++ V ++ ") =/= false"}], [Start, {sleep, quiet, "receive after 1 -> ok end"}],
          [{sleep, quiet, "receive after " ++ pick(["0", "1", "2"]) ++ " -> ok end"}]] ++
         [[{mailbox, look, "next(" ++ pick(["0", "1", "3"]) ++ ")"}] || Who =:= main] ++
         [[{cancel, look, "erlang:cancel_timer(K) =/= false"}] || lists:any(fun({F, _, _}) -> F =:= timer end, Setup)]);
line(clocks, _, _, _) ->
    Time = pick(["erlang:monotonic_time()", "erlang:monotonic_time()", "erlang:system_time()", "erlang:now()"]),
    pick([[{clock, quiet, "ets:insert(C, {t, erlang:monotonic_time()})"}], [{clock, look, "[erlang:monotonic_time() >= X || {t, X} <- ets:lookup(C, t)]"}],
          [{clock, look, "(fun(X) -> " ++ Time ++ " >= X end)(" ++ Time ++ ")"}],
          [{clock, quiet, "ets:insert(C, {n, erlang:now()})"}], [{clock, look, "[erlang:now() > X || {n, X} <- ets:lookup(C, n)]"}]]);
line(shared, _, _, _) ->
    X = pick(["x", "y"]),
    pick([[{persistent, quiet, "persistent_term:put(" ++ X ++ ", 1)"}], [{persistent, look, "persistent_term:get(" ++ X ++ ", none)"}],
          [{persistent, look, "lists:member({x, 1}, persistent_term:get())"}], [{environment, quiet, "application:set_env(native, " ++ X ++ ", 1)"}],
          [{environment, look, "application:get_env(native, " ++ X ++ ", none)"}], [{code, look, "guest:one()"}],
          [{code, look, "erlang:module_loaded(guest)"}], [{code, look, "erlang:function_exported(guest, one, 0)"}],
          [{persistent, look, "persistent_term:erase(" ++ X ++ ")"}]]);
line(messages, _, main, P) ->
    pick([[{message, quiet, P ++ " ! " ++ message()}], [{mailbox, look, "next()"}], [{mailbox, look, "receive b -> b after 0 -> none end"}],
          [{mailbox, look, "messages(S)"}], [{message, quiet, "S ! own"}], [{mailbox, look, "next(2)"}],
          [{info, look, "item(S, message_queue_len)"}]]);
line(messages, _, worker, P) ->
    pick([[{message, quiet, P ++ " ! " ++ message()}], [{message, quiet, "S ! " ++ message()}], [{message, quiet, "S ! a"}, {message, quiet, "S ! b"}],
          [{mailbox, look, "next()"}]]);
line(requests, _, _, P) ->
    pick([[{spawn_request, quiet, "spawn_request(fun() -> " ++ P ++ " ! " ++ message() ++ " end)"}, {mailbox, look, "next()"}],
          [{collect, quiet, "erlang:garbage_collect(" ++ P ++ ", [{async, x}])"}, {mailbox, look, "next()"}],
          [{info, look, "messages(" ++ P ++ ")"}], [{message, quiet, P ++ " ! " ++ message()}], [{links, look, "length_of(" ++ P ++ ", links)"}],
          [{kill, quiet, call("exit", P, "kill")}, {info, look, "item(" ++ P ++ ", trap_exit)"}]]).

call(Function, X) -> Function ++ "(" ++ X ++ ")".
call(Function, X, Y) -> Function ++ "(" ++ X ++ ", " ++ Y ++ ")".
safe(Text) -> "safe(fun() -> " ++ Text ++ " end)".
options() -> pick(["[]", "[flush]", "[info]", "[flush, info]"]).
message() -> pick(["a", "b", "m"]).

variable(Letter) -> Letter ++ integer_to_list(put(variable, get(variable) + 1) + 1).

%% --- as Erlang --------------------------------------------------------------------------------------------------

function(Name, {Setup, Workers, Main}) ->
    Looking = [I || {I, {_, Lines}} <- number(Workers), looks(Lines) =/= []],
    Last = ["Rows" || Looking =/= []],
    [Name, "() ->\n    S = self(),\n",
     [["    ", Text, ",\n"] || {_, _, Text} <- Setup],
     ["    R = ets:new(r, [public]),\n" || Looking =/= []],
     [worker(I, How, Lines) || {I, {How, Lines}} <- number(Workers)],
     body("O", "    ", Main),
     [waiting(Workers) || Looking =/= []],
     "    {", lists:join(", ", names("O", looks(Main)) ++ Last), "}.\n"].

worker(I, How, Lines) ->
    Started = case How of "spawn_monitor" -> ["{P", integer_to_list(I), ", _}"]; _ -> ["P", integer_to_list(I)] end,
    Letter = "W" ++ integer_to_list(I) ++ "_",
    Written = [["ets:insert(R, {", integer_to_list(I), ", [", lists:join(", ", names(Letter, looks(Lines))), "]})"] || looks(Lines) =/= []],
    {Work, End} = lists:partition(fun({Feature, _, _}) -> Feature =/= ends end, Lines),
    All = [text(Letter, J, L) || {J, L} <- number(Work)] ++ Written ++ [Text || {_, _, Text} <- End],
    ["    ", Started, " = ", How, "(fun() ->\n        ", lists:join(",\n        ", non_empty(All)), "\n    end),\n"].

non_empty([]) -> ["ok"];
non_empty(Lines) -> Lines.

body(Letter, Indent, Lines) -> [[Indent, text(Letter, J, L), ",\n"] || {J, L} <- number(Lines)].

text(_, _, {_, quiet, Text}) -> Text;
text(Letter, J, {_, look, Text}) -> [Letter, integer_to_list(J), " = ", Text].

waiting(Workers) ->
    Pids = lists:join(", ", ["P" ++ integer_to_list(I) || {I, _} <- number(Workers)]),
    ["    [P ! stop || P <- [", Pids, "]],\n",
     "    [receive {'DOWN', M, _, _, _} -> ok end || M <- [monitor(process, P) || P <- [", Pids, "]]],\n",
     "    Rows = lists:sort(ets:tab2list(R)),\n"].

looks(Lines) -> [J || {J, {_, look, _}} <- number(Lines)].
names(Letter, Numbers) -> [Letter ++ integer_to_list(N) || N <- Numbers].
number(List) -> lists:zip(lists:seq(1, length(List)), List).

features({Setup, Workers, Main}) -> lists:usort([F || {F, _, _} <- Setup ++ Main ++ lists:append([L || {_, L} <- Workers])]).

%% --- smaller ----------------------------------------------------------------------------------------------------

%% All programs with one thing less. Some of them may not compile.
smaller({Setup, Workers, Main}) ->
    [{Setup, W, Main} || W <- shorter(Workers)] ++
    [{Setup, Workers, M} || M <- shorter(Main)] ++
    [{S, Workers, Main} || S <- shorter(Setup)] ++
    [{Setup, replaced(I, {How, L}, Workers), Main} || {I, {How, Lines}} <- number(Workers), L <- shorter(Lines)] ++
    [{Setup, replaced(I, {"spawn", Lines}, Workers), Main} || {I, {How, Lines}} <- number(Workers), How =/= "spawn"] ++
    [{Setup, Workers, quieter(I, Main)} || {I, {_, look, _}} <- number(Main)] ++
    [{Setup, replaced(I, {How, quieter(J, Lines)}, Workers), Main} || {I, {How, Lines}} <- number(Workers), {J, {_, look, _}} <- number(Lines)].

shorter(List) -> [lists:sublist(List, I - 1) ++ lists:nthtail(I, List) || I <- lists:seq(1, length(List))].
replaced(I, Item, List) -> lists:sublist(List, I - 1) ++ [Item | lists:nthtail(I, List)].
quieter(I, Lines) -> replaced(I, setelement(2, lists:nth(I, Lines), quiet), Lines).
