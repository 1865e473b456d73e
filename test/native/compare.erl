%% Compares what programs do on erl with what weft says they can do.
%%
%%     erl -noshell -run compare recorded WEFT SCRATCH [WHICH...]      outcomes in the record with weft's
%%     erl -noshell -run compare live WEFT SCRATCH RUNS SEEDS          outcomes of generated programs, found now, with weft's
%%     erl -noshell -run compare again WEFT SCRATCH RUNS [WHICH...]    runs recorded programs again, and adds to the record
%%     erl -noshell -run compare keep WEFT SCRATCH RUNS SEEDS MODULE   makes a module of the record of generated programs
%%     erl -noshell -run compare show WEFT SCRATCH RUNS WHICH...       tells all about programs of the record
%%     erl -noshell -run compare shrink WEFT SCRATCH RUNS SEED...      makes generated programs that fail smaller
%%
%% WHICH is MODULE or MODULE:FUNCTION, SEEDS a number or a range such as 1-60. The folder is that of this file.
%% Programs named in the file known are known to fail: one of them that passes is an error, too.
-module(compare).
-export([recorded/1, live/1, again/1, keep/1, show/1, shrink/1]).

-define(BATCH, 50).
-define(EXPLORED_MAX, 500).         % interleavings of a program of the record
-define(OUTCOMES_MAX, 12).
-define(SYSTEMS, ["+S 1:1", "+S 2:2", "+S 2:2 +sbwt very_long", "+S 4:4"]).     % the runs of a program are divided among these

%% --- words of the command line ------------------------------------------------------------------------------

recorded([Weft, Scratch | Wanted]) ->
    configure(Weft, Scratch),
    Files = files(Wanted),
    workers:map(fun(File) -> true = compile_plain(File) end, Files),
    Programs = wanted(Wanted, lists:append([record:programs(F) || F <- Files])),
    Found = workers:map(fun weft_outcomes/1, batches(Programs)),
    Complaints = [{name(P), complaints(P, F)} || {P, F} <- lists:append(Found)],
    finish(length(Programs), judged(Complaints, known())).

again([Weft, Scratch, Runs | Wanted]) ->
    configure(Weft, Scratch),
    [begin
         true = compile_perturbed(File),
         Programs = wanted(Wanted, record:programs(File)),
         Seen = lists:append([native_outcomes(B, list_to_integer(Runs)) || B <- batches(Programs)]),
         New = [{F, Os -- record:all("erl", Told)} || {{_, F, Told}, Os} <- [{P, outcomes(S)} || {P, S} <- Seen]],
         [io:format("~s:~s: new on erl: ~ts~n", [M, F, O]) || {{M, F, _}, _} <- Seen, O <- proplists:get_value(F, New, [])],
         record:add(File, New)
     end || File <- files(Wanted)],
    halt(0).

show([Weft, Scratch, Runs | Wanted]) ->
    configure(Weft, Scratch),
    Files = files(Wanted),
    [true = compile_plain(F) andalso compile_perturbed(F) || F <- Files],
    Programs = wanted(Wanted, lists:append([record:programs(F) || F <- Files])),
    [show_one(P, Seen, Found) || B <- batches(Programs),
                                 {{P, Seen}, {_, Found}} <- lists:zip(native_outcomes(B, list_to_integer(Runs)), weft_outcomes(B))],
    halt(0).

show_one(Program, Seen, {Outcomes, Explored}) ->
    io:format("~s~n  erl, now:~n", [name(Program)]),
    [io:format("~8b  ~ts~n", [Count, O]) || {O, Count} <- lists:reverse(lists:keysort(2, Seen))],
    io:format("  weft, ~s:~n", [Explored]),
    [io:format("          ~ts~n", [O]) || O <- Outcomes],
    [io:format("  wrong: ~ts~n", [C]) || C <- complaints(Program, {Outcomes, Explored})].

live([Weft, Scratch, Runs, Seeds]) ->
    configure(Weft, Scratch),
    Results = generated(Seeds, Runs),
    Failures = [F || {_, _, Seen, _, [_ | _]} = F <- Results, lists:all(fun is_plain/1, Seen)],
    [tell_failure(F) || F <- Failures],
    tell_features(Results),
    add_failures(Failures, "record/live.erl"),
    finish(length(Results), [{Name, []} || {Name, _, _, _, _} <- Failures]).

%% Programs that are small, and have something to tell.
keep([Weft, Scratch, Runs, Seeds, Module]) ->
    configure(Weft, Scratch),
    Kept = [R || {_, _, Seen, {_, Explored}, _} = R <- generated(Seeds, Runs), length(Seen) > 1, length(Seen) =< ?OUTCOMES_MAX,
                 is_small(Explored), lists:all(fun is_plain/1, Seen)],
    ok = file:write_file("record/" ++ Module ++ ".erl", unicode:characters_to_binary([record:header(Module) | [recorded_text(R) || R <- Kept]])),
    io:format("~b programs, of which ~b fail~n", [length(Kept), length([1 || {_, _, _, _, [_ | _]} <- Kept])]),
    halt(0).

%% Pids and references are different in every run.
is_plain(Outcome) -> re:run(Outcome, "<\\d+\\.\\d+\\.\\d+") =:= nomatch.

is_small(Explored) -> is_number_of_interleavings(Explored) andalso list_to_integer(hd(string:split(Explored, " "))) =< ?EXPLORED_MAX.

shrink([Weft, Scratch, Runs | Seeds]) ->
    configure(Weft, Scratch),
    [begin
         Small = smaller(generator:program(list_to_integer(S)), Runs),
         io:format("~s", [generator:function(function_name(list_to_integer(S)), Small)]),
         [io:format("    ~ts~n", [C]) || C <- failures(Small, Runs)]
     end || S <- Seeds],
    halt(0).

generated(Seeds, Runs) ->
    Programs = [{function_name(S), generator:program(S)} || S <- range(string:tokens(Seeds, "-"))],
    lists:append([live_batch(B, list_to_integer(Runs)) || B <- parts(Programs)]).

range([Seed]) -> [list_to_integer(Seed)];
range([First, Last]) -> lists:seq(list_to_integer(First), list_to_integer(Last)).

configure(Weft, Scratch) ->
    [ok = filelib:ensure_dir(filename:join([Scratch, Folder, "x"])) || Folder <- ["plain", "perturbed", "record"]],
    put(weft, Weft),
    put(scratch, Scratch),
    true = compile_plain("guest.erl").

finish(Count, Failures) ->
    [io:format("~s: ~ts~n", [Name, C]) || {Name, Complaints} <- Failures, C <- Complaints],
    io:format("~b passed, ~b failed~n", [Count - length(Failures), length(Failures)]),
    halt(min(length(Failures), 1)).

%% --- which programs -----------------------------------------------------------------------------------------

files([]) -> lists:sort(filelib:wildcard("{written,record}/*.erl"));
files(Wanted) ->
    Modules = [hd(string:split(W, ":")) || W <- Wanted],
    [F || F <- files([]), lists:member(filename:basename(F, ".erl"), Modules)].

wanted([], Programs) -> Programs;
wanted(Wanted, Programs) -> [P || {M, _, _} = P <- Programs, lists:member(M, Wanted) orelse lists:member(name(P), Wanted)].

name({Module, Function, _}) -> Module ++ ":" ++ Function.

known() ->
    {ok, Text} = file:read_file("known"),
    [L || L <- string:lexemes(binary_to_list(Text), "\n"), hd(L) =/= $#].

%% Of one module each.
batches(Programs) ->
    Modules = lists:usort([M || {M, _, _} <- Programs]),
    [Batch || M <- Modules, Batch <- parts([P || {M1, _, _} = P <- Programs, M1 =:= M])].

parts([]) -> [];
parts(Programs) ->
    {Part, Rest} = lists:split(min(?BATCH, length(Programs)), Programs),
    [Part | parts(Rest)].

%% --- judging ------------------------------------------------------------------------------------------------

%% What is wrong with weft's outcomes of a program.
complaints({_, _, Told}, {Found, Explored}) ->
    Seen = record:all("erl", Told),
    [["weft could not: ", Explored] || not is_number_of_interleavings(Explored)] ++
    [["erl shows, weft misses: ", O] || O <- Seen -- Found] ++
    [["weft invents: ", O] || O <- record:all("never", Told), lists:member(O, Found)] ++
    [["weft shows, but should not: ", O] || record:is_exact(Told), O <- (Found -- Seen) -- record:all("may", Told)] ++
    [["erl may show, weft misses: ", O] || record:is_exact(Told), O <- record:all("may", Told) -- Found].

is_number_of_interleavings(Text) -> lists:suffix(" interleavings", Text).

%% A program that is known to fail must.
judged(Complaints, Known) ->
    [{Name, Wrong} || {Name, Wrong} <- Complaints, Wrong =/= [], not lists:member(Name, Known)] ++
    [{Name, ["passes: remove it from known"]} || {Name, []} <- Complaints, lists:member(Name, Known)].

%% --- generated programs -------------------------------------------------------------------------------------

%% Of programs {Name, Program}: [{Name, Program, Seen, Found, Complaints}]
live_batch([{First, _} | _] = Batch, Runs) ->
    true = compile_generated("batch_" ++ First, Batch),
    compare_generated("batch_" ++ First, Batch, Runs).

compare_generated(Module, Batch, Runs) ->
    Programs = [{Module, Name, []} || {Name, _} <- Batch],
    Seen = native_outcomes(Programs, Runs),
    Found = weft_outcomes(Programs),
    [{Name, P, outcomes(N), W, complaints({Module, Name, [{"erl", O} || O <- outcomes(N)]}, W)}
     || {{Name, P}, {{_, N}, {_, W}}} <- lists:zip(Batch, lists:zip(Seen, Found))].

function_name(Seed) -> "g" ++ integer_to_list(Seed).

compile_generated(Module, Programs) ->
    File = filename:join([get(scratch), "record", Module ++ ".erl"]),
    ok = file:write_file(filename:join(get(scratch), "native.hrl"), element(2, file:read_file("native.hrl"))),
    ok = file:write_file(File, [record:header(Module) | [["\n", generator:function(N, P)] || {N, P} <- Programs]]),
    compile_plain(File) andalso compile_perturbed(File).

tell_failure({Name, Program, _, _, Complaints}) ->
    io:format("~s (~s):~n", [Name, lists:join(" ", [atom_to_list(F) || F <- generator:features(Program)])]),
    [io:format("    ~ts~n", [C]) || C <- Complaints].

%% A program with as little in it as possible that still fails.
smaller(Program, Runs) -> smaller(Program, generator:smaller(Program), Runs).

smaller(Program, [], _) -> Program;
smaller(Program, [Smaller | Rest], Runs) ->
    case failures(Smaller, Runs) of
        [] -> smaller(Program, Rest, Runs);
        _ -> smaller(Smaller, Runs)
    end.

failures(Program, Runs) ->
    case compile_generated("smaller", [{"p", Program}]) of
        true -> [C || {_, _, _, _, Cs} <- compare_generated("smaller", [{"p", Program}], list_to_integer(Runs)), C <- Cs];
        false -> []
    end.

%% How many of the programs with each feature fail.
tell_features(Results) ->
    Uses = [{F, length(Complaints)} || {_, P, _, _, Complaints} <- Results, F <- generator:features(P)],
    io:format("feature: programs that fail, of how many~n"),
    [io:format("    ~-24s ~4b ~5b~n", [F, length([1 || {F1, N} <- Uses, F1 =:= F, N > 0]), length([1 || {F1, _} <- Uses, F1 =:= F])])
     || F <- lists:usort([F || {F, _} <- Uses])].

%% Failures become part of the record.
add_failures([], _) -> ok;
add_failures(Failures, File) ->
    filelib:is_regular(File) orelse file:write_file(File, record:header(filename:basename(File, ".erl"))),
    There = [F || {_, F, _} <- record:programs(File)],
    Texts = [recorded_text(R) || {Name, _, _, _, _} = R <- Failures, not lists:member(Name, There)],
    ok = file:write_file(File, unicode:characters_to_binary(Texts), [append]).

recorded_text({Name, Program, Seen, _, _}) -> ["\n", [["%= erl: ", O, "\n"] || O <- Seen], generator:function(Name, Program)].

%% --- erl ----------------------------------------------------------------------------------------------------

%% [{Program, [{Outcome, Count}]}], of programs in one module
native_outcomes([{Module, _, _} | _] = Programs, Runs) ->
    Each = max(1, Runs div length(?SYSTEMS)),
    Lines = lists:append([string:lexemes(run_native(S, Each, Module, Programs), "\n") || S <- ?SYSTEMS]),
    Ends = [{F, {O, list_to_integer(Count)}} || L <- Lines, [F, Count, O] <- [re:split(L, " ", [{parts, 3}, {return, list}, unicode])]],
    [{P, summed(proplists:get_all_values(F, Ends))} || {_, F, _} = P <- Programs].

run_native(System, Runs, Module, Programs) ->
    shell(["erl -noshell ", System, " -kernel logger_level none -pa ", get(scratch), " -pa ", folder("plain"), " -pa ", folder("perturbed"),
           " -run native main ", integer_to_list(Runs), " ", Module,
           [[" ", F] || {_, F, _} <- Programs], " 2>/dev/null"]).

summed(Ends) -> maps:to_list(lists:foldl(fun({O, N}, Sum) -> maps:update_with(O, fun(M) -> M + N end, N, Sum) end, #{}, Ends)).

outcomes({_, Ends}) -> outcomes(Ends);
outcomes(Ends) -> [O || {O, _} <- Ends].

%% --- weft ---------------------------------------------------------------------------------------------------

%% [{Program, {[Outcome], HowMuch}}], of programs in one module
weft_outcomes([{Module, First, _} | _] = Programs) ->
    Script = filename:join(get(scratch), Module ++ "_" ++ First ++ ".sh"),
    ok = file:write_file(Script, [weft_command(M, F) || {M, F, _} <- Programs]),
    Answers = re:split(shell(["sh ", Script, " 2>&1"]), "^== .*\n", [multiline, {return, list}, unicode]),
    lists:zip(Programs, [weft_answer(A) || A <- tl(Answers)]).

weft_command(Module, Function) ->
    ["echo '== ", Function, "'\ntimeout 150 ", get(weft), " check -q --keep-going --no-config --print-depth 1000 --otp ", code:root_dir(),
     " --pa ", folder("plain"), " --json - -m ", Module, " -t ", Function, " ", filename:join(folder("plain"), Module ++ ".beam"), "\n"].

weft_answer(Json) ->
    case {fields("status", Json), fields("complete", Json)} of
        {[Status], ["true"]} when Status =/= "\"failed\"" ->
            Ends = [normal_form(string_of(R)) || R <- fields("result", Json)] ++ [E || K <- fields("kind", Json), E <- endless(K)],
            {lists:usort(Ends), hd(fields("explored", Json)) ++ " interleavings"};
        _ -> {[], lists:sublist(Json, 300)}
    end.

endless("\"deadlock\"") -> ["deadlock"];
endless(_) -> [].

fields(Name, Json) ->
    case re:run(Json, "^ {2,6}\"" ++ Name ++ "\": (.*?),?$", [global, multiline, {capture, [1], list}]) of
        {match, Found} -> lists:append(Found);
        nomatch -> []
    end.

%% A string of JSON.
string_of("\"" ++ Quoted) -> unescaped(lists:droplast(Quoted)).

unescaped("\\u" ++ [A, B, C, D | Rest]) -> [list_to_integer([A, B, C, D], 16) | unescaped(Rest)];
unescaped([$\\, C | Rest]) -> [C | unescaped(Rest)];
unescaped([C | Rest]) -> [C | unescaped(Rest)];
unescaped([]) -> [].

%% As erl prints it.
normal_form("error: " ++ Text) -> "error: " ++ normal_form(Text);
normal_form("exit: " ++ Text) -> "exit: " ++ normal_form(Text);
normal_form("throw: " ++ Text) -> "throw: " ++ normal_form(Text);
normal_form(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text ++ "."),
    case erl_parse:parse_term(Tokens) of
        {ok, Term} -> lists:flatten(io_lib:format("~0tp", [Term]));
        _ -> Text
    end.

%% --- tools --------------------------------------------------------------------------------------------------

compile_plain(File) -> compile(File, "plain", []).
compile_perturbed(File) -> compile(File, "perturbed", [{parse_transform, perturb}]).

compile(File, Folder, Options) ->
    case compile:file(File, [{outdir, folder(Folder)}, return_errors, nowarn_unused_vars | Options]) of
        {ok, _} -> true;
        {error, _, _} -> false
    end.

folder(Name) -> filename:join(get(scratch), Name).

shell(Command) -> os:cmd(unicode:characters_to_list(Command)).
