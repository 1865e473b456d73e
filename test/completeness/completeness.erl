%% Small concurrent programs at random, and what must hold of each of them.
%%
%%     classes   every search finds all classes of executions that trying every interleaving finds, the optimal one
%%               each of them once (classes.c)
%%     commute   actions whose footprints do not conflict can be swapped (commute.c)
%%     search    weft check tells the same results and errors with every reduction as with none
%%
%%     erl -noshell -run completeness main WEFT FOLDER SCRATCH GENERATOR DELIVERY CHECKS SEED...   checks programs
%%     erl -noshell -run completeness show GENERATOR DELIVERY SEED...                              prints them
%%
%% FOLDER has the programs classes and commute, GENERATOR is a number, DELIVERY instant or async, CHECKS are names with
%% commas, a SEED may be a range such as 1-60. The programs of a batch are one module. One that fails is made
%% smaller as long as it fails.
-module(completeness).
-export([main/1, show/1]).

-define(INTERLEAVINGS_MAX, 20000).
-define(WALKS, 6).
-define(BATCH, 50).
-define(SHOWN, 5).               % failures to make smaller and to show

main([Weft, Folder, Scratch, Generator, Delivery, Checks | Seeds]) ->
    [put(Key, Value) || {Key, Value} <- [{weft, Weft}, {folder, Folder}, {scratch, Scratch}, {delivery, Delivery}]],
    Programs = [{function_name(Seed), program(Generator, Seed)} || Seed <- seeds(Seeds)],
    Names = [list_to_atom(C) || C <- string:tokens(Checks, ",")],
    Failures = lists:append([failures(Check, Programs) || Check <- Names]),
    [explain(Generator, F) || F <- lists:sublist(Failures, ?SHOWN)],
    [io:format("generator ~s, ~s: ~s~n", [Generator, Delivery, lists:join(" ", lists:usort([N || {N, _, _} <- Failures]))])
     || Failures =/= []],
    Count = length(Programs) * length(Names),
    io:format("~b passed, ~b failed~n", [Count - length(Failures), length(Failures)]),
    halt(min(length(Failures), 1)).

show([Generator, Delivery | Seeds]) ->
    put(delivery, Delivery),
    [io:format("~s", [program:function(function_name(S), program(Generator, S))]) || S <- seeds(Seeds)],
    halt(0).

seeds(Arguments) -> lists:append([range(string:tokens(A, "-")) || A <- Arguments]).

range([Seed]) -> [list_to_integer(Seed)];
range([First, Last]) -> lists:seq(list_to_integer(First), list_to_integer(Last)).

function_name(Seed) -> "p" ++ integer_to_list(Seed).

program(Generator, Seed) -> (list_to_atom("generator_" ++ Generator)):program(Seed, get(delivery)).

%% --- checking many ----------------------------------------------------------------------------------------

%% [{Name, Check, Program}]
failures(Check, Programs) ->
    {Failures, Skipped} = lists:unzip([batch_failures(Check, B) || B <- batches(Programs)]),
    io:format("~s: ~b programs, of which ~b have too many interleavings~n", [Check, length(Programs), lists:sum(Skipped)]),
    lists:append(Failures).

batches([]) -> [];
batches(Programs) when length(Programs) =< ?BATCH -> [Programs];
batches(Programs) ->
    {Batch, Rest} = lists:split(?BATCH, Programs),
    [Batch | batches(Rest)].

batch_failures(Check, Batch) ->
    true = compile(Batch),
    Verdicts = verdicts(Check, [Name || {Name, _} <- Batch]),
    {[{Name, Check, Program} || {Name, Program} <- Batch, is_wrong(Check, Name, lists:keyfind(Name, 1, Verdicts))],
     length([N || {N, many} <- Verdicts])}.

%% One that ends the whole batch leaves those that follow it without a verdict: each of them is tried alone.
is_wrong(_, _, {_, Verdict}) -> Verdict =:= bad;
is_wrong(Check, Name, false) -> [V || {_, V} <- verdicts(Check, [Name]), V =/= bad] =:= [].

compile(Programs) ->
    File = filename:join(get(scratch), "programs.erl"),
    ok = file:write_file(File, program:source("programs", Programs)),
    case compile:file(File, [{outdir, get(scratch)}, return_errors]) of
        {ok, _} -> true;
        _ -> false
    end.

%% [{Name, good | many | bad}] of the module that was compiled last.
verdicts(Check, Names) ->
    [V || Line <- string:tokens(output(Check, Names), "\n"), {Name, _} = V <- [verdict(Line)], lists:member(Name, Names)].

verdict(Line) ->
    case string:tokens(Line, " :") of
        [Name, "good" | _] -> {Name, good};
        [Name, "many" | _] -> {Name, many};
        [Name, "bad" | _] -> {Name, bad};
        _ -> none
    end.

output(search, Names) -> lists:append([search_verdict(Name) || Name <- Names]);
output(Check, Names) ->
    Limit = case Check of classes -> ?INTERLEAVINGS_MAX; commute -> ?WALKS end,
    run(["timeout 900 ", filename:join(get(folder), Check), number(Limit), " ", get(delivery), " ", code:root_dir(), " ",
         get(scratch), " programs ", lists:join(" ", Names), " 2>&1"]).

number(N) -> [" ", integer_to_list(N)].
run(Command) -> os:cmd(lists:flatten(["ASAN_OPTIONS=detect_leaks=0 nice " | Command])).

%% --- explaining one ---------------------------------------------------------------------------------------

explain(Generator, {Name, Check, Program}) ->
    Small = shrink(Check, Program),
    compile([{"p", Small}]),
    io:format("~s of generator ~s, ~s, fails: ~s~n~s~s~n",
              [Name, Generator, get(delivery), Check, program:function("p", Small), output(Check, ["p"])]).

shrink(Check, Program) -> shrink(Check, Program, program:smaller(Program)).

shrink(_, Program, []) -> Program;
shrink(Check, Program, [Smaller | Rest]) ->
    case still_fails(Check, Smaller) of
        true -> shrink(Check, Smaller);
        false -> shrink(Check, Program, Rest)
    end.

still_fails(Check, Program) -> compile([{"p", Program}]) andalso is_wrong(Check, "p", false).

%% --- weft check -------------------------------------------------------------------------------------------

%% As the programs in C tell it.
search_verdict(Name) ->
    case search(Name, "none", get(delivery)) of
        too_many -> Name ++ " many\n";
        {failed, Text} -> Name ++ " bad: " ++ Text ++ "\n";
        Truth ->
            case all_differences(Name, Truth, get(delivery)) of
                [] -> Name ++ " good\n";
                Differences -> lists:flatten([Name, " bad: ", Differences])
            end
    end.

all_differences(Name, Truth, Delivery) ->
    [[S, " ", D, "\n"] || S <- ["optimal", "source", "persistent"], D <- differences(Truth, search(Name, S, Delivery))] ++
    [["async misses ", X, "\n"] || Delivery =:= "async", X <- missed_by_async(Truth, search(Name, "optimal", "instant"))].

differences(_, too_many) -> ["more interleavings than there are"];
differences(_, {failed, Text}) -> [Text];
differences({All, Explored}, {Found, Classes}) ->
    [["missed ", X] || X <- All -- Found] ++ [["made up ", X] || X <- Found -- All] ++
    ["more interleavings than there are" || Classes > Explored].

%% Signals that take time may also arrive at once.
missed_by_async({All, _}, {Found, _}) -> without_pids(Found) -- without_pids(All);
missed_by_async(_, _) -> [].

%% Deliveries have numbers too, so processes have others.
without_pids(Texts) -> lists:usort([re:replace(T, "(?:<|\\\\u003c)0\\.\\d+\\.0>", "<pid>", [global, {return, list}]) || T <- Texts]).

%% The results and errors that were found, and how many interleavings.
search(Name, Strategy, Delivery) ->
    Json = filename:join(get(scratch), "result.json"),
    file:delete(Json),
    Output = run(["timeout 120 ", get(weft), " check -q --keep-going --otp ", code:root_dir(), " --interleaving-bound",
                  number(?INTERLEAVINGS_MAX), " --dpor ", Strategy, " --delivery ", Delivery, " --json ", Json,
                  " -m programs -t ", Name, " ", filename:join(get(scratch), "programs.beam"), " 2>&1"]),
    case file:read_file(Json) of
        {ok, Text} -> answer(Text, Output);
        _ -> {failed, "weft: " ++ Output}
    end.

answer(Json, Output) ->
    case {fields("status", Json), fields("complete", Json)} of
        {["\"failed\""], _} -> {failed, Output};
        {_, ["false"]} -> too_many;
        _ ->
            Errors = lists:zipwith3(fun(K, P, R) -> lists:join(" ", [K, P, R]) end, error_fields("kind", Json),
                                    error_fields("process", Json), error_fields("reason", Json)),
            {lists:usort([lists:flatten(X) || X <- fields("result", Json) ++ Errors]),
             list_to_integer(hd(fields("explored", Json)))}
    end.

fields(Name, Json) -> matches("^ *(?:\\{ *)?\"" ++ Name ++ "\": (.*?),?$", Json).

%% The events of an error have such fields, too, further to the right.
error_fields(Name, Json) -> matches("^ {6}\"" ++ Name ++ "\": (.*?),?$", Json).

matches(Pattern, Json) ->
    case re:run(Json, Pattern, [global, multiline, {capture, [1], list}]) of
        {match, Found} -> lists:append(Found);
        nomatch -> []
    end.
