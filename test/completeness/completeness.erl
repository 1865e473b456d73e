%% Small concurrent programs at random, and what searching them must agree on.
%%
%% A program is data: {Gate, Patience, Main, Workers}. Main and every worker are lists of operations; what an operation
%% returns is an observation. A worker hands its observations over when it ends, either as its exit reason or in a
%% table under its own number, so that looking at them adds no races. Trying every interleaving there is (--dpor none)
%% tells the truth about a program; every reduction must find the same results and the same errors.
%%
%%     erl -noshell -run completeness main WEFT SCRATCH FIRST LAST      checks the programs of these seeds
%%     erl -noshell -run completeness write FILE FIRST LAST             writes them as one module
-module(completeness).
-export([main/1, write/1]).

-define(INTERLEAVINGS_MAX, 20000).
-define(ESTIMATE_MAX, 1200).      % about what most programs need to stay below that

%% --- making programs ------------------------------------------------------------------------------------

program(Seed) ->
    rand:seed(exsss, {Seed, 17, 4711}),
    put(message, 0),
    shape(Seed).

shape(Seed) ->
    Workers = pick([2, 2, 2, 3, 3, 4]),
    Gate = Workers =:= 2 andalso one_in(4),
    Most = case Workers of 2 -> 4; 3 -> 2; 4 -> 1 end,
    Program = {Gate, pick([forever, 5000]), operations(0, Workers, Gate, rand:uniform(3) - 1),
               [worker(I, Workers, Gate, rand:uniform(Most)) || I <- lists:seq(1, Workers)]},
    case estimate(Program) =< ?ESTIMATE_MAX of
        true -> Program;
        false -> shape(Seed)
    end.

worker(I, Workers, Gate, Count) -> {pick([tells, writes]), operations(I, Workers, Gate, Count)}.

operations(I, Workers, Gate, Count) -> [operation(theme(), I, Workers, Gate) || _ <- lists:seq(1, Count)].

%% Interleavings if no operation ever waited or depended on another.
estimate({Gate, _, Main, Workers}) ->
    Steps = [length(Main) + 1 | [length(W) + 1 + opened(Gate) + children(W) || {_, W} <- Workers]],
    lists:foldl(fun(N, Count) -> Count div factorial(N) end, factorial(lists:sum(Steps)), Steps).

opened(Gate) -> if Gate -> 1; true -> 0 end.
children(W) -> 2 * length([1 || {spawn, _, _} <- W]).

factorial(0) -> 1;
factorial(N) -> N * factorial(N - 1).

theme() -> pick([message, message, message, table, table, name, link, monitor, timer, info, spawn]).

operation(message, I, N, Gate) ->
    pick([{send, who(I, N, Gate), message()}, {send, who(I, N, Gate), message()}, {'receive', wanted(), patience()}]);
operation(table, _, _, _) ->
    Key = pick([k, k, l]),
    pick([{insert, Key, pick([1, 2])}, {lookup, Key}, {insert_new, Key, pick([1, 2])}, {delete, Key}, {counter, Key},
          {take, Key}, {element, Key}, size, all, {insert_all, pick([1, 2])}, {member, Key}, {replace, Key}]);
operation(name, I, N, Gate) ->
    Name = pick([n, n, o]),
    pick([{register, Name, who(I, N, Gate)}, {register, Name, who(I, N, Gate)}, {unregister, Name}, {whereis, Name},
          {send, Name, message()}, {exit_by_name, Name}, registered]);
operation(link, I, N, Gate) ->
    Who = who(I, N, Gate),
    pick([{link, Who}, {link, Who}, {unlink, Who}, {exit, Who, pick([normal, kill, bad])}, {trap, pick([true, true, false])},
          leave]);
operation(monitor, I, N, Gate) ->
    Who = who(I, N, Gate),
    pick([{monitor, Who}, {monitor, Who}, {monitor_name, pick([n, o])}, {demonitor, Who, pick([[], [flush], [info]])}]);
operation(timer, I, N, Gate) ->
    pick([{later, who(I, N, Gate), message()}, {later, pick([n, o]), message()}, {cancel, who(I, N, Gate), message()}]);
operation(info, I, N, Gate) ->
    Who = who(I, N, Gate),
    pick([{info, Who, pick([message_queue_len, messages, links, monitors, monitored_by, registered_name, trap_exit])},
          {alive, Who}, processes]);
operation(spawn, I, N, Gate) ->
    Theme = pick([message, table, name, link]),
    {spawn, pick([spawn, spawn_link, spawn_monitor]), operation(Theme, I, N, Gate)}.

%% A worker knows main, itself and those that were made before it; all of them once a gate told it.
who(0, N, _) -> rand:uniform(N + 1) - 1;
who(_, N, true) -> rand:uniform(N + 1) - 1;
who(I, _, false) -> rand:uniform(I + 1) - 1.

message() ->
    put(message, get(message) + 1),
    {pick([a, b]), get(message)}.

wanted() -> pick([any, any, a, b]).
patience() -> pick([infinity, infinity, 0, 10, 2000]).
pick(List) -> lists:nth(rand:uniform(length(List)), List).
one_in(N) -> rand:uniform(N) =:= 1.

%% --- as Erlang ------------------------------------------------------------------------------------------

source(Module, Programs) ->
    [io_lib:format("-module(~s).~n-compile([export_all, nowarn_export_all, nowarn_unused_vars]).~n~n"
                   "safe(F) -> try F() catch C:R -> {C, R} end.~n", [Module]),
     [function(Name, P) || {Name, P} <- Programs]].

function(Name, {Gate, Patience, Main, Workers}) ->
    Numbers = lists:seq(1, length(Workers)),
    ["\n", Name, "() ->\n"
     "    P0 = self(),\n"
     "    ets:new(t, [public, named_table]),\n"
     "    ets:new(r, [public, named_table]),\n",
     [io_lib:format("    {P~b, R~b} = spawn_monitor(fun() ->~n~s    end),~n", [I, I, worker_body(I, Gate, W, Numbers)])
      || {I, W} <- lists:zip(Numbers, Workers)],
     [io_lib:format("    P~b ! {go, ~s},~n", [I, names("P", Numbers)]) || Gate, I <- Numbers],
     body(0, Main, "    "),
     [io_lib:format("    E~b = receive {'DOWN', R~b, _, _, W~b} -> W~b~s end,~n", [I, I, I, I, after_text(Patience)])
      || I <- Numbers],
     io_lib:format("    {~s, [~s], lists:sort(ets:tab2list(r)), lists:sort(ets:tab2list(t))}.~n",
                   [observations(0, Main), names("E", Numbers)])].

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

text({send, To, Message}, _) -> safe("~s ! ~w", [target(To), Message]);
text({'receive', any, Time}, 0) -> wait("M when element(1, M) =/= 'DOWN' -> M", Time);
text({'receive', any, Time}, _) -> wait("M -> M", Time);
text({'receive', Tag, Time}, _) -> wait(io_lib:format("{~w, M} -> M", [Tag]), Time);
text({insert, Key, Value}, _) -> safe("ets:insert(t, {~w, ~w})", [Key, Value]);
text({insert_all, Value}, _) -> safe("ets:insert(t, [{k, ~w}, {l, ~w}])", [Value, Value]);
text({lookup, Key}, _) -> safe("ets:lookup(t, ~w)", [Key]);
text({member, Key}, _) -> safe("ets:member(t, ~w)", [Key]);
text({element, Key}, _) -> safe("ets:lookup_element(t, ~w, 2)", [Key]);
text({insert_new, Key, Value}, _) -> safe("ets:insert_new(t, {~w, ~w})", [Key, Value]);
text({delete, Key}, _) -> safe("ets:delete(t, ~w)", [Key]);
text({take, Key}, _) -> safe("ets:take(t, ~w)", [Key]);
text({replace, Key}, _) -> safe("ets:update_element(t, ~w, {2, 7})", [Key]);
text({counter, Key}, _) -> safe("ets:update_counter(t, ~w, 1)", [Key]);
text(size, _) -> safe("ets:info(t, size)", []);
text(all, _) -> safe("lists:sort(ets:tab2list(t))", []);
text({register, Name, Who}, _) -> safe("register(~w, P~b)", [Name, Who]);
text({unregister, Name}, _) -> safe("unregister(~w)", [Name]);
text({whereis, Name}, _) -> safe("whereis(~w)", [Name]);
text({exit_by_name, Name}, _) -> safe("exit(whereis(~w), bad)", [Name]);
text(registered, _) -> safe("[N || N <- [n, o], lists:member(N, registered())]", []);
text({link, Who}, _) -> safe("link(P~b)", [Who]);
text({unlink, Who}, _) -> safe("unlink(P~b)", [Who]);
text({exit, Who, Reason}, _) -> safe("exit(P~b, ~w)", [Who, Reason]);
text({trap, Flag}, _) -> safe("process_flag(trap_exit, ~w)", [Flag]);
text(leave, _) -> "exit(left)";
text({monitor, Who}, _) -> safe("begin put(P~b, monitor(process, P~b)), ok end", [Who, Who]);
text({monitor_name, Name}, _) -> safe("begin monitor(process, ~w), ok end", [Name]);
text({demonitor, Who, Options}, _) -> safe("demonitor(get(P~b), ~w)", [Who, Options]);
text({later, To, Message}, _) -> safe("begin erlang:send_after(10, ~s, ~w), ok end", [target(To), Message]);
text({cancel, To, Message}, _) ->
    safe("erlang:cancel_timer(erlang:send_after(10, ~s, ~w)) =/= false", [target(To), Message]);
text({info, Who, Item}, _) -> safe("process_info(P~b, ~w)", [Who, Item]);
text({alive, Who}, _) -> safe("is_process_alive(P~b)", [Who]);
text(processes, _) -> safe("length(processes())", []);
text({spawn, spawn_monitor, Operation}, I) -> io_lib:format("begin spawn_monitor(fun() -> ~s end), ok end", [text(Operation, I)]);
text({spawn, How, Operation}, I) -> io_lib:format("~s(fun() -> ~s end)", [How, text(Operation, I)]).

target(To) when is_integer(To) -> io_lib:format("P~b", [To]);
target(To) -> atom_to_list(To).

safe(Format, Arguments) -> ["safe(fun() -> ", io_lib:format(Format, Arguments), " end)"].

wait(Clause, infinity) -> wait(Clause, "", []);
wait(Clause, Time) -> wait(Clause, " after ~b -> none", [Time]).
wait(Clause, After, Arguments) -> ["(fun() -> receive ", Clause, io_lib:format(After, Arguments), " end end)()"].

%% --- searching ------------------------------------------------------------------------------------------

main([Weft, Scratch, First, Last]) ->
    Seeds = lists:seq(list_to_integer(First), list_to_integer(Last)),
    put(weft, Weft),
    put(scratch, Scratch),
    Verdicts = in_parallel(fun check/1, Seeds),
    [show(V) || {failed, _, _, _} = V <- Verdicts],
    Count = fun(Kind) -> length([V || V <- Verdicts, element(1, V) =:= Kind]) end,
    io:format("~b programs have too many interleavings~n", [Count(skipped)]),
    io:format("~b passed, ~b failed~n", [Count(passed), Count(failed)]),
    halt(min(Count(failed), 1)).

write([File, First, Last]) ->
    Seeds = lists:seq(list_to_integer(First), list_to_integer(Last)),
    Programs = [{"p" ++ integer_to_list(Seed), program(Seed)} || Seed <- Seeds],
    ok = file:write_file(File, source(filename:basename(File, ".erl"), Programs)),
    halt(0).

%% As many at a time as there are processors.
in_parallel(Function, List) ->
    Self = self(),
    Shared = [get(weft), get(scratch)],
    Width = erlang:system_info(logical_processors_available),
    Work = fun(Rest) ->
        [put(Key, Value) || {Key, Value} <- lists:zip([weft, scratch], Shared)],
        Self ! {self(), [Function(X) || X <- Rest]}
    end,
    Pids = [spawn_link(fun() -> Work(every(Width, I, List)) end) || I <- lists:seq(1, Width)],
    lists:append([receive {Pid, Results} -> Results end || Pid <- Pids]).

every(Width, I, List) -> [X || {J, X} <- number(List), J rem Width =:= I - 1].

check(Seed) ->
    Program = program(Seed),
    case judge(Program) of
        {wrong, How} ->
            {Small, Why} = shrink(Program, How),
            {failed, Seed, Small, Why};
        Verdict -> {Verdict, Seed}
    end.

show({failed, Seed, Program, How}) ->
    io:format("seed ~b: ~p~n~s~n", [Seed, Program, function("p", Program)]),
    [io:format("  ~s: ~s~n", [Strategy, Text]) || {Strategy, Text} <- How].

%% passed, skipped, or {wrong, [{Strategy, Text}]}
judge(Program) ->
    compile(Program),
    case search("none") of
        too_many -> skipped;
        {failed, Text} -> {wrong, [{"none", Text}]};
        Truth ->
            Differences = [{S, D} || S <- ["optimal", "source", "persistent"], D <- differences(Truth, search(S))],
            case Differences of [] -> passed; _ -> {wrong, Differences} end
    end.

differences(_, too_many) -> ["more interleavings than there are"];
differences(_, {failed, Text}) -> [Text];
differences({All, Explored}, {Found, Classes}) ->
    [["missed ", X] || X <- All -- Found] ++ [["made up ", X] || X <- Found -- All] ++
    ["more interleavings than there are" || Classes > Explored].

compile(Program) ->
    ok = file:write_file(file(".erl"), source(module(), [{"p", Program}])),
    {ok, _} = compile:file(file(".erl"), [{outdir, get(scratch)}, debug_info]).

module() -> "generated" ++ [C || C <- pid_to_list(self()), C >= $0, C =< $9].
file(Extension) -> filename:join(get(scratch), module() ++ Extension).

%% The results and errors that were found, and how many interleavings.
search(Strategy) ->
    Command = io_lib:format("timeout 120 ~s check -q --keep-going --otp ~s --interleaving-bound ~b --dpor ~s --json ~s"
                            " -m ~s -t p ~s 2>&1", [get(weft), code:root_dir(), ?INTERLEAVINGS_MAX, Strategy, file(".json"), module(), file(".beam")]),
    file:delete(file(".json")),
    Output = os:cmd(lists:flatten(Command)),
    case file:read_file(file(".json")) of
        {ok, Json} -> answer(Json, Output);
        _ -> {failed, "weft: " ++ Output}
    end.

answer(Json, Output) ->
    case {fields("status", Json), fields("complete", Json)} of
        {["\"failed\""], _} -> {failed, Output};
        {_, ["false"]} -> too_many;
        _ ->
            Errors = lists:zipwith3(fun(K, P, R) -> lists:join(" ", [K, P, R]) end, fields("kind", Json),
                                    error_fields("process", Json), fields("reason", Json)),
            {lists:usort([lists:flatten(X) || X <- fields("result", Json) ++ Errors]),
             list_to_integer(hd(fields("explored", Json)))}
    end.

fields(Name, Json) -> matches("^ *(?:\\{ *)?\"" ++ Name ++ "\": (.*?),?$", Json).

%% The events of an error name processes too.
error_fields(Name, Json) -> matches("\"kind\": .*\\n *\"" ++ Name ++ "\": (.*?),?$", Json).

matches(Pattern, Json) ->
    case re:run(Json, Pattern, [global, multiline, {capture, [1], list}]) of
        {match, Found} -> lists:append(Found);
        nomatch -> []
    end.

%% --- shrinking ------------------------------------------------------------------------------------------

%% Takes out one thing after the other as long as the program still goes wrong.
shrink(Program, How) ->
    case first_wrong(smaller(Program)) of
        none -> {Program, How};
        {Smaller, Why} -> shrink(Smaller, Why)
    end.

first_wrong([]) -> none;
first_wrong([Program | Rest]) ->
    case judge(Program) of
        {wrong, How} -> {Program, How};
        _ -> first_wrong(Rest)
    end.

smaller({Gate, Patience, Main, Workers}) ->
    [{Gate, Patience, Main, lists:droplast(Workers)} || length(Workers) > 1, not mentions(length(Workers), {Main, Workers})] ++
    [{Gate, Patience, M, Workers} || M <- shorter(Main)] ++
    [{Gate, Patience, Main, W} || W <- shorter_worker(Workers)] ++
    [{false, Patience, Main, Workers} || Gate, not looks_ahead(Workers)] ++
    [{Gate, forever, Main, Workers} || Patience =/= forever].

shorter(List) -> [lists:sublist(List, I - 1) ++ lists:nthtail(I, List) || I <- lists:seq(1, length(List))].

shorter_worker(Workers) ->
    [lists:sublist(Workers, I - 1) ++ [{End, S}] ++ lists:nthtail(I, Workers)
     || {I, {End, Operations}} <- number(Workers), S <- shorter(Operations)].

mentions(N, {Main, Workers}) ->
    lists:any(fun(Operation) -> refers(Operation, N) end, Main ++ lists:append([W || {_, W} <- Workers])).

looks_ahead(Workers) ->
    Count = length(Workers),
    lists:any(fun({I, {_, W}}) -> lists:any(fun(O) -> lists:any(fun(N) -> refers(O, N) end, lists:seq(I + 1, Count)) end, W) end,
              number(Workers)).

refers({spawn, _, Operation}, N) -> refers(Operation, N);
refers({Kind, Who}, N) when Kind =:= link; Kind =:= unlink; Kind =:= monitor; Kind =:= alive -> Who =:= N;
refers({Kind, Who, _}, N) when Kind =:= send; Kind =:= exit; Kind =:= demonitor; Kind =:= later; Kind =:= cancel;
                               Kind =:= info -> Who =:= N;
refers({register, _, Who}, N) -> Who =:= N;
refers(_, _) -> false.
