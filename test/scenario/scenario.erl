%% Reads the verdicts in the sources and compares them with what weft says.
%%
%% A scenario is a function without arguments; the lines above it that begin with %= are its verdict:
%%
%%     %= ends: ok | error: {badmatch,[{count,1}]}   all results of the test function, over all interleavings
%%     %= ends: ok | error: {badmatch...              likewise, of one only the beginning
%%     %= error: P abnormal_exit error: badarg       an error: process, kind, and the reason or its beginning
%%     %= error: P.1|P.2 abnormal_exit               the same error of either, which may be told as one
%%     %= explored: 3                                interleavings of the default search; also <= 3
%%     %= preemptions: 1                             the least preemption bound that shows an error
%%     %= delays: 2                                  the least delay bound that shows one
%%     %= cut: no end                                 some interleavings do not end, so that the search is not complete
%%     %= with: --timeouts any                       options for weft
%%
%% No line `error` means that there is none. Beside the verdict every scenario must have these properties: a schedule that
%% weft wrote shows its error again; the other searches, and the one that tries everything unless it needs more than MOST
%% interleavings, find the same results and the same errors.
%%
%%     erl -noshell -run scenario main WEFT SCRATCH MOST [WHICH ...]   all of them, or some: MODULE or MODULE:FUNCTION
%%     erl -noshell -run scenario digest WEFT SCRATCH ROOT [WHICH ...]   prints how each comes out with the OTP in ROOT
%%     erl -noshell -run scenario real SCRATCH [WHICH ...]             runs each once on erl: its result must be a stated one
-module(scenario).
-export([main/1, digest/1, real/1]).

%% --- verdicts -------------------------------------------------------------------------------------------

%% [{Module, Function, [{Property, Text}]}]
scenarios(Wanted) ->
    [S || File <- lists:sort(filelib:wildcard("*.erl")), File =/= "scenario.erl", {M, F, _} = S <- of_file(File),
          Wanted =:= [] orelse lists:member(M, Wanted) orelse lists:member(M ++ ":" ++ F, Wanted)].

of_file(File) ->
    {ok, Source} = file:read_file(File),
    of_lines(filename:basename(File, ".erl"), string:split(binary_to_list(Source), "\n", all), []).

of_lines(_, [], []) -> [];
of_lines(Module, ["%= " ++ Line | Rest], Verdict) ->
    [Property, Text] = string:split(Line, ": "),
    of_lines(Module, Rest, [{list_to_existing_atom(Property), string:trim(Text)} | Verdict]);
of_lines(Module, [_ | Rest], []) -> of_lines(Module, Rest, []);
of_lines(Module, [Line | Rest], Verdict) ->
    [Function, "->" ++ _] = string:split(Line, "() "),
    [{Module, Function, lists:reverse(Verdict)} | of_lines(Module, Rest, [])].

all(Property, Verdict) -> [Text || {P, Text} <- Verdict, P =:= Property].
one(Property, Verdict, Default) -> proplists:get_value(Property, Verdict, Default).
ends(Verdict) -> lists:sort(lists:append([string:split(T, " | ", all) || T <- all(ends, Verdict)])).

%% --- judging --------------------------------------------------------------------------------------------

main([Weft, Scratch, Most | Wanted]) ->
    put(weft, Weft),
    put(scratch, Scratch),
    put(most, Most),
    Results = [{S, judge(S)} || S <- scenarios(Wanted)],
    io:format("~b of them tried in all interleavings~n", [length(get_keys(tried))]),
    tell(Results).

tell(Results) ->
    [io:format("~s:~s ~ts~n", [M, F, C]) || {{M, F, _}, Complaints} <- Results, C <- Complaints],
    Failed = length([1 || {_, [_ | _]} <- Results]),
    io:format("~b passed, ~b failed~n", [length(Results) - Failed, Failed]),
    halt(min(Failed, 1)).

%% For comparing what one program is under several releases.
digest([Weft, Scratch, Root | Wanted]) ->
    put(weft, Weft),
    put(scratch, Scratch),
    [digest_line(S, Root) || S <- scenarios(Wanted)],
    halt().

digest_line({Module, Function, Verdict} = Scenario, Root) ->
    #{status := Status, explored := Explored, results := Results, errors := Errors} =
        search(Scenario, ["--otp ", Root, " ", one(with, Verdict, "")]),
    io:format("~s:~s ~s, ~b interleavings, ~0tp~n", [Module, Function, Status, Explored, {Results, Errors}]).

judge({_, _, Verdict} = Scenario) ->
    Schedule = file("schedule"),
    file:delete(Schedule),
    With = one(with, Verdict, ""),
    case search(Scenario, [With, " --schedule ", Schedule]) of
        #{status := "failed", message := Message} -> ["cannot be searched: " ++ Message];
        Found ->
            ending(Found, Verdict) ++ errors(Found, Verdict) ++ explored(Found, Verdict) ++
            replayed(Found, Schedule) ++ others(Scenario, Found, With) ++
            bounds(Scenario, With, preemptions, "preemption") ++ bounds(Scenario, With, delays, "delay")
    end.

ending(#{results := Results}, Verdict) ->
    Expected = ends(Verdict),
    [["does not end with ", E] || E <- Expected, not lists:any(fun(R) -> is_end(E, R) end, Results)] ++
    [["ends with ", R] || R <- Results, not lists:any(fun(E) -> is_end(E, R) end, Expected)].

is_end(Expected, Found) ->
    case string:split(Expected, "...") of
        [Beginning, ""] -> lists:prefix(Beginning, Found);
        [Expected] -> Found =:= Expected
    end.

errors(#{errors := Errors}, Verdict) ->
    Expected = all(error, Verdict),
    [["does not show ", E] || E <- Expected, not lists:any(fun(F) -> is_error(E, F) end, Errors)] ++
    [["shows ", F] || F <- Errors, not lists:any(fun(E) -> is_error(E, F) end, Expected)].

is_error(Expected, Found) ->
    [Processes, What] = string:split(Expected, " "),
    [Process, Told] = string:split(Found, " "),
    lists:member(Process, string:split(Processes, "|", all)) andalso lists:prefix(What, Told).

explored(#{explored := Explored, blocked := Blocked, complete := Complete}, Verdict) ->
    {Most, Wanted} = case one(explored, Verdict, none) of
        none -> {Explored, Explored};
        "<= " ++ N -> {list_to_integer(N), Explored};
        N -> {Explored, list_to_integer(N)}
    end,
    [io_lib:format("has ~b interleavings explored", [Explored]) || Explored > Most orelse Explored =/= Wanted] ++
    ["has runs that were given up" || Blocked > 0] ++
    ["is not explored completely" || not Complete, one(cut, Verdict, none) =:= none, not lists:member("P depth_bound", all(error, Verdict))].

%% The schedule that was written is the first error's.
replayed(#{kinds := []}, _) -> [];
replayed(#{kinds := [Kind | _]}, Schedule) ->
    Output = command(["replay ", Schedule, "; echo status $?"]),
    Again = matches("^error [0-9]+: (?:[^(\n]* \\()?(\\w+)\\)?(?:[,:] .*)?$", Output),
    ["is not replayed: " ++ Output || matches("^status (.*)$", Output) =/= ["1"] orelse not lists:member(Kind, Again)].

%% --- other searches -------------------------------------------------------------------------------------

others(Scenario, Found, With) ->
    lists:append([difference(Found, How, search(Scenario, [With, " --dpor ", How])) || How <- ["source", "persistent"]]) ++
    everything(Scenario, Found, With).

everything(Scenario, #{explored := Explored} = Found, With) ->
    case search(Scenario, [With, " --dpor none --interleaving-bound ", get(most)]) of
        #{complete := false} -> [];
        #{explored := All} = Truth ->
            put({tried, Scenario}, tried),
            difference(Found, "none", Truth) ++ ["has more interleavings explored than there are" || Explored > All]
    end.

%% In which of several processes an error is told does not matter.
difference(Found, How, Other) ->
    [io_lib:format("--dpor ~s finds ~p, and the default ~p", [How, B -- A, A -- B])
     || What <- [results, faults], A <- [maps:get(What, Found)], B <- [maps:get(What, Other)], A =/= B].

bounds(Scenario = {_, _, Verdict}, With, Property, Type) ->
    case one(Property, Verdict, none) of
        none -> [];
        Text ->
            Least = list_to_integer(Text),
            Shows = fun(Bound) ->
                Options = [With, " --scheduling-bound-type ", Type, " --scheduling-bound ", integer_to_list(Bound)],
                maps:get(errors, search(Scenario, Options)) =/= []
            end,
            case lists:takewhile(fun(Bound) -> not Shows(Bound) end, lists:seq(0, Least)) of
                Before when length(Before) =:= Least -> [];
                Before -> [io_lib:format("shows an error not from ~b ~s on, but from ~b", [Least, Property, length(Before)])]
            end
    end.

%% --- asking weft ----------------------------------------------------------------------------------------

search({Module, Function, _}, Options) ->
    weft(["check --keep-going ", Options, " -m ", Module, " -t ", Function, " ", file(Module ++ ".beam")]).

file(Name) -> filename:join(get(scratch), Name).

weft(Arguments) ->
    Json = file("result.json"),
    file:delete(Json),
    Output = command([Arguments, " -q --json ", Json]),
    case file:read_file(Json) of
        {ok, Text} -> answer(Text);
        _ -> #{status => "failed", message => Output, results => [], errors => [Output], faults => [Output], kinds => [],
               complete => true, explored => 0, blocked => 0}
    end.

%% Without what re does not take: signs that only decorate.
command(Arguments) -> [C || C <- os:cmd(lists:flatten(["exec 2>&1; timeout 60 ", get(weft), " ", Arguments])), C < 256].

answer(Json) ->
    Kinds = of_errors("kind", Json),
    Errors = lists:zipwith3(fun(K, P, R) -> P ++ " " ++ K ++ " " ++ R end, Kinds, of_errors("process", Json), of_errors("reason", Json)),
    [Status] = texts("status", Json),
    #{status => Status, message => lists:append(texts("message", Json)),
      results => lists:usort(texts("result", Json)),
      errors => lists:usort(Errors),
      faults => lists:usort([string:find(Error, " ") || Error <- Errors]),
      kinds => Kinds,
      complete => numbers("complete", Json) =:= ["true"],
      explored => list_to_integer(hd(numbers("explored", Json))),
      blocked => list_to_integer(hd(numbers("blocked", Json)))}.

%% Steps of a story have such fields, too, further to the right, and crashes that are no errors before them.
of_errors(Name, Json) -> matches("^ {6}\"" ++ Name ++ "\": \"(.*)\",?$", string:find(Json, "\"errors\": [")).
texts(Name, Json) -> matches("^ *\"" ++ Name ++ "\": \"(.*)\",?$", Json).
numbers(Name, Json) -> matches("^  \"" ++ Name ++ "\": ([0-9a-z]*),?$", Json).

matches(Pattern, Json) ->
    case re:run(Json, Pattern, [global, multiline, {capture, [1], list}]) of
        {match, Found} -> [plain(Text) || [Text] <- Found];
        nomatch -> []
    end.

plain("\\u" ++ [A, B, C, D | Rest]) -> [list_to_integer([A, B, C, D], 16) | plain(Rest)];
plain([$\\, C | Rest]) -> [C | plain(Rest)];
plain([C | Rest]) -> [C | plain(Rest)];
plain([]) -> [].

%% --- on erl ---------------------------------------------------------------------------------------------

real([Scratch | Wanted]) ->
    code:add_path(Scratch),
    logger:set_primary_config(level, none),
    tell([{S, run(S)} || {_, _, Verdict} = S <- scenarios(Wanted), not lists:member("P halt", all(error, Verdict))]).

run({Module, Function, Verdict}) ->
    Before = processes(),
    Run = fun() -> exit({returned, apply(list_to_atom(Module), list_to_atom(Function), [])}) end,
    {_, Monitor} = spawn_monitor(Run),
    Complaints = receive
        {'DOWN', Monitor, _, _, Reason} ->
            Text = text(Reason),
            [["ends with ", Text, " on erl"] || not lists:any(fun(E) -> is_end(E, Text) end, ends(Verdict))]
    after 7000 ->
        Endless = ["P deadlock", "P livelock", "P depth_bound"],
        ["does not end on erl" || all(error, Verdict) -- Endless =:= all(error, Verdict)]
    end,
    [remove(Pid) || Pid <- processes() -- Before],
    persistent_term:erase(scenario),
    Complaints.

remove(Pid) ->
    Monitor = monitor(process, Pid),
    exit(Pid, kill),
    receive {'DOWN', Monitor, _, _, _} -> ok end.

text({returned, Result}) -> flat("~0p", Result);
text({{nocatch, Thrown}, [_ | _]}) -> flat("throw: ~0p", Thrown);
text({Reason, [{_, _, _, _} | _]}) -> flat("error: ~0p", Reason);
text(Reason) -> flat("exit: ~0p", Reason).

flat(Format, Term) -> lists:flatten(io_lib:format(Format, [Term])).
