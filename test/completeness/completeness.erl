%% Small concurrent programs at random, and what must hold of each of them.
%%
%%     classes   every search finds all classes of executions that trying every interleaving finds, the optimal one
%%               each of them once (classes.c)
%%     commute   actions whose footprints do not conflict can be swapped (commute.c)
%%     pure      built-ins that touch nothing answer the same whatever others did in between (pure.c)
%%     outcomes  every search, with and without receive patterns, finds the outcomes that visiting every state finds; the
%%               optimal one explores as much with several jobs as with one, and gives up nothing (outcomes.c)
%%     search    the same of what weft check tells
%%
%%     erl -noshell -run completeness main WEFT FOLDER SCRATCH GENERATOR DELIVERY CHECKS SEED...   checks programs
%%     erl -noshell -run completeness module WEFT FOLDER SCRATCH MODULE DELIVERY CHECKS            checks the functions of a module
%%     erl -noshell -run completeness show GENERATOR DELIVERY SEED...                              prints programs
%%
%% FOLDER has the programs classes, commute, pure and outcomes, SCRATCH the compiled modules of this folder. GENERATOR is a number, DELIVERY
%% instant, async, at-once (signals that are handled as they are sent) or pieces (of streams), CHECKS are names with commas, a SEED may be a range such as
%% 1-60. The programs of a batch are one
%% module. One that fails is made smaller as long as it fails.
-module(completeness).
-export([main/1, module/1, show/1]).

-define(CLASSES_MAX, 20000).     % interleavings, for classes
-define(STATES_MAX, 20000).      % of a random program, for outcomes and search
-define(FOUND_STATES_MAX, 300000).   % of a function of a module
-define(NONE_MAX, 50000).        % interleavings without a reduction, as one of many searches
-define(WALKS, 6).
-define(BATCH, 40).
-define(SHOWN, 3).               % failures to make smaller and to show

main([Weft, Folder, Scratch, Generator, Delivery, Checks | Seeds]) ->
    configure(Weft, Folder, Scratch, Delivery, ?STATES_MAX),
    Programs = [{function_name(Seed), program(Generator, Seed)} || Seed <- seeds(Seeds)],
    Names = checks(Checks),
    Failures = lists:append([failures("generator " ++ Generator, Check, Programs) || Check <- Names]),
    Kinds = lists:usort([{V, C} || {_, C, V, _} <- Failures]),
    Groups = [{C, V, [F || {_, C1, V1, _} = F <- Failures, C1 =:= C, V1 =:= V]} || {V, C} <- Kinds],   % the bad ones first
    [explain(Generator, F) || F <- lists:sublist(lists:append([Group || {_, _, Group} <- Groups]), ?SHOWN)],
    [io:format("generator ~s, ~s, ~s is ~s: ~s~n", [Generator, Delivery, C, V, lists:join(" ", [N || {N, _, _, _} <- Group])])
     || {C, V, Group} <- Groups],
    finish(length(Programs) * length(Names), length(Failures)).

module([Weft, Folder, Scratch, Module, Delivery, Checks]) ->
    configure(Weft, Folder, Scratch, Delivery, ?FOUND_STATES_MAX),
    Names = lists:sort([atom_to_list(F) || {F, 0} <- (list_to_atom(Module)):module_info(exports), F =/= module_info]),
    Outputs = [{N, Text} || C <- checks(Checks), {N, Text} <- workers:map(fun(N) -> {N, output(C, Module, [N])} end, Names)],
    Failures = [F || {N, Text} = F <- Outputs, not lists:member({N, good}, [verdict(L) || L <- string:tokens(Text, "\n")])],
    [io:format("~s, ~s: ~s", [Module, Delivery, Text]) || {_, Text} <- Failures],
    finish(length(Outputs), length(Failures)).

show([Generator, Delivery | Seeds]) ->
    put(delivery, Delivery),
    [io:format("~s", [program:function(function_name(S), program(Generator, S))]) || S <- seeds(Seeds)],
    halt(0).

configure(Weft, Folder, Scratch, Delivery, StatesMax) ->
    [put(Key, Value) || {Key, Value} <- [{weft, Weft}, {folder, Folder}, {scratch, Scratch}, {delivery, Delivery},
                                         {states_max, StatesMax}]].

finish(Count, Failed) ->
    io:format("~b passed, ~b failed~n", [Count - Failed, Failed]),
    halt(min(Failed, 1)).

checks(Names) -> [list_to_atom(C) || C <- string:tokens(Names, ",")].

seeds(Arguments) -> lists:append([range(string:tokens(A, "-")) || A <- Arguments]).

range([Seed]) -> [list_to_integer(Seed)];
range([First, Last]) -> lists:seq(list_to_integer(First), list_to_integer(Last)).

function_name(Seed) -> "p" ++ integer_to_list(Seed).

program(Generator, Seed) -> (list_to_atom("generator_" ++ Generator)):program(Seed, get(delivery)).

%% --- checking many ----------------------------------------------------------------------------------------

%% [{Name, Check, Verdict, Program}]
failures(Source, Check, Programs) ->
    {Failures, Skipped} = lists:unzip(workers:map(fun(Batch) -> batch_failures(Check, Batch) end, batches(Programs))),
    io:format("~s, ~s, ~s: ~b programs, of which ~b have too many interleavings~n",
              [Source, get(delivery), Check, length(Programs), lists:sum(Skipped)]),
    lists:append(Failures).

batches([]) -> [];
batches(Programs) when length(Programs) =< ?BATCH -> [Programs];
batches(Programs) ->
    {Batch, Rest} = lists:split(?BATCH, Programs),
    [Batch | batches(Rest)].

batch_failures(Check, [{First, _} | _] = Batch) ->
    Module = "programs_" ++ First,
    true = compile(Module, Batch),
    Verdicts = verdicts(Check, Module, [Name || {Name, _} <- Batch]),
    Judged = [{Name, Check, verdict(Check, Module, Name, lists:keyfind(Name, 1, Verdicts)), Program} || {Name, Program} <- Batch],
    {[F || {_, _, Verdict, _} = F <- Judged, is_wrong(Verdict)], length([many || {_, _, many, _} <- Judged])}.

is_wrong(Verdict) -> Verdict =:= bad orelse Verdict =:= wasteful.

%% One that ends the whole batch leaves those that follow it without a verdict: each of them is tried alone.
verdict(_, _, _, {_, Verdict}) -> Verdict;
verdict(Check, Module, Name, false) ->
    case verdicts(Check, Module, [Name]) of
        [{_, Verdict}] -> Verdict;
        [] -> bad
    end.

compile(Module, Programs) ->
    File = filename:join(get(scratch), Module ++ ".erl"),
    ok = file:write_file(File, program:source(Module, Programs)),
    case compile:file(File, [{outdir, get(scratch)}, return_errors]) of
        {ok, _} -> true;
        _ -> false
    end.

%% [{Name, good | many | wasteful | bad}]; wasteful: all is found, but the optimal search is not
verdicts(Check, Module, Names) ->
    [V || Line <- string:tokens(output(Check, Module, Names), "\n"), {Name, _} = V <- [verdict(Line)], lists:member(Name, Names)].

verdict(Line) ->
    case string:tokens(Line, " :") of
        [Name, "good" | _] -> {Name, good};
        [Name, "many" | _] -> {Name, many};
        [Name, "bad" | _] -> {Name, bad};
        [Name, "wasteful" | _] -> {Name, wasteful};
        _ -> none
    end.

output(search, Module, Names) -> search_verdicts(Module, Names);
output(classes, Module, Names) -> program("classes", ?CLASSES_MAX, Module, Names);
output(commute, Module, Names) -> program("commute", ?WALKS, Module, Names);
output(pure, Module, Names) -> program("pure", ?WALKS, Module, Names);
output(states, Module, Names) -> program("outcomes states", get(states_max), Module, Names);
output(outcomes, Module, Names) -> program("outcomes check", get(states_max), Module, Names).

%% One of those in C.
program(Command, Limit, Module, Names) ->
    run(["timeout 900 ", filename:join(get(folder), Command), number(Limit), " ", get(delivery), " ", code:root_dir(), " ",
         get(scratch), " ", Module, " ", lists:join(" ", Names), " 2>&1"]).

number(N) -> [" ", integer_to_list(N)].
run(Command) -> os:cmd(lists:flatten(["ASAN_OPTIONS=detect_leaks=0 nice " | Command])).

%% --- explaining one ---------------------------------------------------------------------------------------

explain(Generator, {Name, Check, Verdict, Program}) ->
    Small = shrink(Check, Verdict, Program),
    compile("smaller", [{"p", Small}]),
    io:format("~s of generator ~s, ~s, fails: ~s~n~s~s~n",
              [Name, Generator, get(delivery), Check, program:function("p", Small), output(Check, "smaller", ["p"])]).

%% As long as it is wrong in the same way.
shrink(Check, Verdict, Program) -> shrink(Check, Verdict, Program, program:smaller(Program)).

shrink(_, _, Program, []) -> Program;
shrink(Check, Verdict, Program, [Smaller | Rest]) ->
    case compile("smaller", [{"p", Smaller}]) andalso verdict(Check, "smaller", "p", false) of
        Verdict -> shrink(Check, Verdict, Smaller);
        _ -> shrink(Check, Verdict, Program, Rest)
    end.

%% --- weft check -------------------------------------------------------------------------------------------

%% As the programs in C tell it.
search_verdicts(Module, Names) ->
    Truths = truths(Module, Names),
    Small = [N || N <- Names, answer(N, states, Truths) =/= too_many],
    Answers = Truths ++ searches(Module, Small),
    lists:flatten([search_verdict(N, lists:member(N, Small), Answers) || N <- Names]).

search_verdict(Name, false, _) -> [Name, " many\n"];
search_verdict(Name, true, Answers) ->
    case {differences(Name, Answers), waste(Name, Answers)} of
        {[], []} -> [Name, " good\n"];
        {[], Waste} -> [Name, " wasteful:\n", Waste];
        {Differences, Waste} -> [Name, " bad:\n", Differences, Waste]
    end.

%% {Strategy, Jobs, Patterns, Delivery}. Only the optimal strategy has jobs.
settings(Delivery) ->
    [{Strategy, Jobs, Patterns, Delivery} || Patterns <- ["true", "false"], {Strategy, Jobs} <- strategies()] ++
    [{"none", 1, "true", Delivery}] ++
    [{"optimal", 1, "true", Fewer} || Fewer <- shows_fewer(Delivery)].

%% What has no other outcomes than that.
shows_fewer("async") -> ["instant"];
shows_fewer("instant") -> ["at-once"];
shows_fewer("pieces") -> ["instant"];
shows_fewer("at-once") -> [].

strategies() -> [{"optimal", 1}, {"optimal", 2}, {"optimal", 5}, {"source", 1}, {"persistent", 1}].

setting_text(states) -> "states";
setting_text({Strategy, Jobs, Patterns, Delivery}) ->
    Option = case Delivery of "at-once" -> "signals at-once"; "pieces" -> "pieces any"; _ -> "delivery " ++ Delivery end,
    lists:flatten(io_lib:format("--dpor ~s --jobs ~b --use-receive-patterns ~s --~s", [Strategy, Jobs, Patterns, Option])).

%% All states are the truth about results. An error is one if any search tells of it: all others must, too.
differences(Name, Answers) -> differences(answer(Name, states, Answers), Name, Answers).

differences({failed, Text}, _, _) -> ["  states: ", Text, "\n"];
differences({Results, _, _, _}, Name, Answers) ->
    Settings = [S || {_, _, _, D} = S <- settings(get(delivery)), D =:= get(delivery)],
    Errors = lists:usort(lists:append([E || S <- Settings, {_, E, _, _} <- [answer(Name, S, Answers)]])),
    [["  ", setting_text(S), ": ", D, "\n"] || S <- Settings, D <- difference(S, Results, Errors, answer(Name, S, Answers))] ++
    [["  ", setting_text(S), ": ", D, "\n"] || S <- settings(get(delivery)) -- Settings,
                                            D <- lost(Name, answer(Name, S, Answers), Results)].

difference(_, _, _, {failed, Text}) -> [Text];
difference({"none", _, _, _}, _, _, too_many) -> [];
difference(_, _, _, too_many) -> ["does not end"];
difference(_, Results, Errors, {Found, Told, _, _}) ->
    [["missed ", X] || X <- Results -- Found] ++ [["made up ", X] || X <- Found -- Results] ++ [["missed ", X] || X <- Errors -- Told].

%% Signals that take time may also arrive at once. What is told of a second link to a process that has ended is not one of them: it
%% comes from the link itself, which with signals that take time still finds the first one (docs/limits.md).
lost("link_gone" ++ _, _, _) -> [];
lost(_, {Found, _, _, _}, Results) -> [["not when signals take time: ", X] || X <- without_pids(Found) -- without_pids(Results)];
lost(_, _, _) -> [].

%% An optimal search gives up nothing, and explores the same classes with any number of jobs.
waste(Name, Answers) ->
    Delivery = get(delivery),
    [["  ", setting_text(S), ": ", W, "\n"]
     || {"optimal", Jobs, Patterns, D} = S <- settings(Delivery), D =:= Delivery,
        W <- waste(answer(Name, S, Answers), Jobs, answer(Name, {"optimal", 1, Patterns, Delivery}, Answers))].

waste({_, _, Explored, Blocked}, Jobs, {_, _, Alone, _}) ->
    [io_lib:format("gave up ~b", [Blocked]) || Blocked > 0] ++
    [io_lib:format("explored ~b with ~b jobs, ~b with one", [Explored, Jobs, Alone]) || Explored =/= Alone];
waste(_, _, _) -> [].

%% Deliveries have numbers too, so processes have others.
without_pids(Texts) -> lists:usort([re:replace(T, "(?:<|\\\\u003c)0\\.\\d+\\.0>", "<pid>", [global, {return, list}]) || T <- Texts]).

%% {Results, Errors, Explored, Blocked}
answer(Name, Setting, Answers) ->
    proplists:get_value({Name, setting_text(Setting)}, Answers, {failed, "no answer"}).

truths(Module, Names) -> answers(program("outcomes tell", get(states_max), Module, Names)).

%% By one run of the shell.
searches(_, []) -> [];
searches(Module, [First | _] = Names) ->
    Script = filename:join(get(scratch), Module ++ "_" ++ First ++ ".sh"),
    ok = file:write_file(Script, [search_command(Module, Name, S) || Name <- Names, S <- settings(get(delivery))]),
    answers(run(["sh ", Script, " 2>&1"])).

%% [{{Name, Setting}, Answer}]
answers(Output) ->
    [begin
         [Name, Setting, Text] = re:split(Part, "[:\n]", [{parts, 3}, {return, list}]),
         {{Name, Setting}, read(Text)}
     end || Part <- re:split(Output, "^== ", [multiline, {return, list}]), Part =/= ""].

search_command(Module, Name, Setting) ->
    Text = setting_text(Setting),
    ["echo '== ", Name, ":", Text, "'\n",
     "timeout 120 ", get(weft), " check -q --keep-going --otp ", code:root_dir(), " --pa ", get(scratch), " ", Text,
     [[" --interleaving-bound", number(?NONE_MAX)] || element(1, Setting) =:= "none"],
     " --json - -m ", Module, " -t ", Name, " ", filename:join(get(scratch), Module ++ ".beam"), "\n"].

read(Json) ->
    case {fields("status", Json), fields("complete", Json)} of
        {[], _} -> {failed, "weft: " ++ Json};
        {["\"failed\""], _} -> {failed, Json};
        {_, ["false"]} -> too_many;
        _ ->
            Errors = lists:zipwith3(fun(K, P, R) -> lists:join(" ", [K, P, R]) end, error_fields("kind", Json),
                                    error_fields("process", Json), error_fields("reason", Json)),
            {lists:usort(fields("result", Json)), lists:usort([lists:flatten(E) || E <- Errors]),
             list_to_integer(hd(fields("explored", Json))), list_to_integer(hd(fields("blocked", Json)))}
    end.

fields(Name, Json) -> matches("^ *(?:\\{ *)?\"" ++ Name ++ "\": (.*?),?$", Json).

%% Crashes that were handled stand before the errors. The events of an error have such fields, too, further to the right.
error_fields(Name, Json) ->
    [_ | Errors] = string:split(Json, "\"errors\": ["),   % outcomes.c tells of none where there are none
    matches("^ {6}\"" ++ Name ++ "\": (.*?),?$", Errors).

matches(Pattern, Json) ->
    case re:run(Json, Pattern, [global, multiline, {capture, [1], list}]) of
        {match, Found} -> lists:append(Found);
        nomatch -> []
    end.
