%% Common Test's test cases, one at a time and without the processes of ct_run, so that they add no interleavings.
%%
%% A test is named by the groups that it is in and its case: "reads", "cache:parallel_reads", "cache:small:evicts". A group whose
%% cases run in parallel is one test, in which they do. A case runs as ct_run -group G -case C would run it: init_per_suite, init_per_group of its
%% groups and init_per_testcase before it, in one order, before the search begins; in a sequence, the cases before it, too. What depends on more
%% than that can be run after all that ct_run has run before it (run_after/1). The end functions of groups and of the suite have no part in the
%% verdict of a case, and run only where another case comes after them.
%%
%% As for ct_run, functions of the suite and of groups and every case that is not the one in question have a process of their own, which ends
%% with a reason that takes along who is linked to it. The case in question runs in the first process. Limits of time are compared
%% with the virtual clock when the case has ended: a case that never ends is found to be one.
-module(weft_ct).
-export([list/1, prepare/1, run/1, run_after/1]).
-export([timetrap/1, timetrap_info/0, setting/1, require/2]).   % for ct

-define(TIMETRAP, 1800000).   % of ct_run, in milliseconds
-define(CLOCK, '$weft_ct_timetrap').
-define(BEGUN, '$weft_ct_begun').

%% --- the door -------------------------------------------------------------------------------------

%% The same lines as weft_eunit:list/1 makes. What follows the module are tags, which cases do not have.
list([Name | _Tags]) ->
    Module = list_to_atom(Name),
    {File, Lines} = weft_listing:source(Module, 1),
    unicode:characters_to_binary([weft_listing:clean(File), $\n | [line(Test, Lines) || Test <- tests(Module)]]).

%% Runs init_per_suite for all tests of a module that are run in states like this one.
prepare([Name, _Test]) ->
    Module = list_to_atom(Name),
    put(?BEGUN, catch {ok, tree(Module), begin_suite(at(Module))}),
    weft_boot:begin_test().

run([Name, Test]) -> run_named(list_to_atom(Name), Test, alone).

%% After all that ct_run would have run before it.
run_after([Name, Test]) -> run_named(list_to_atom(Name), Test, 'after').

run_named(Module, Name, Order) ->
    case [Positions || {Positions, Found, _, _} <- tests(Module), Found =:= Name] of
        [Positions] -> run_test(Module, Positions, Order);
        [] -> exit({no_such_test, Name})
    end.

line({_, Name, Function, About}, Lines) ->
    [weft_listing:clean(Name), $\t, weft_listing:clean(About), $\t, integer_to_list(maps:get(Function, Lines, 0)), $\n].

%% --- what a suite has -----------------------------------------------------------------------------

%% {Positions, Name, Function, About} for each test. A name that was there before has a number.
tests(Module) -> numbered(found(tree(Module), [], []), #{}).

numbered([], _) ->
    [];
numbered([{Positions, Names, Function, About} | Tests], Seen) ->
    Name = lists:flatten(lists:join($:, Names)),
    Count = maps:get(Name, Seen, 0) + 1,
    Shown = case Count of
                1 -> Name;
                _ -> Name ++ "/" ++ integer_to_list(Count)
            end,
    [{Positions, Shown, Function, About} | numbered(Tests, Seen#{Name => Count})].

found(Nodes, Positions, Names) ->
    lists:append([found_in(Node, Positions ++ [N], Names) || {N, Node} <- lists:zip(lists:seq(1, length(Nodes)), Nodes)]).

found_in({'case', Case, Properties}, Positions, Names) ->
    [{Positions, Names ++ [atom_to_list(Case)], Case, repeated(Properties)}];
found_in({group, Name, Properties, Nodes}, Positions, Names) ->
    Path = Names ++ [atom_to_list(Name)],
    case is_parallel(Properties) of
        true -> [{Positions, Path, first_case(Nodes), "in parallel: " ++ lists:append(lists:join(", ", cases_in(Nodes)))} || Nodes =/= []];
        false -> found(Nodes, Positions, Path)
    end;
found_in({refused, _, What}, Positions, Names) ->
    [{Positions, Names ++ [lists:flatten(io_lib:format("~tp", [What]))], none, ""}].

repeated(Properties) ->
    case [N || {repeat, N} <- Properties, N =/= 1] of
        [N | _] when is_integer(N) -> "once of " ++ integer_to_list(N) ++ " times";
        _ -> ""
    end.

cases_in(Nodes) -> lists:append([case_names(Node) || Node <- Nodes]).

case_names({'case', Case, _}) -> [atom_to_list(Case)];
case_names({group, _, _, Nodes}) -> cases_in(Nodes);
case_names({refused, _, What}) -> [lists:flatten(io_lib:format("~tp", [What]))].

first_case([{'case', Case, _} | _]) -> Case;
first_case([{group, _, _, Nodes} | _]) -> first_case(Nodes);
first_case(_) -> none.

%% {'case', Name, Properties}, {group, Name, Properties, Nodes}, {refused, Why, What}
tree(Module) ->
    case Module:all() of
        {skip, _} = Skip -> [{refused, Skip, all}];
        Items -> nodes(Items, [], #{groups => groups(Module), within => []})
    end.

groups(Module) ->
    case erlang:function_exported(Module, groups, 0) of
        true -> Module:groups();
        false -> []
    end.

nodes(Items, Given, Known) when is_list(Items) -> [node_of(Item, Given, Known) || Item <- Items];
nodes(Other, _, _) -> [refuse("no list of test cases", Other)].

node_of(Case, _, _) when is_atom(Case) -> {'case', Case, []};
node_of({testcase, Case, Properties}, _, _) when is_atom(Case), is_list(Properties) -> {'case', Case, Properties};
node_of({testcase, Case}, _, _) when is_atom(Case) -> {'case', Case, []};
node_of({group, Name}, Given, Known) when is_atom(Name) -> group(Name, default, [], Given, Known);
node_of({group, Name, Properties}, Given, Known) when is_atom(Name) -> group(Name, Properties, [], Given, Known);
node_of({group, Name, Properties, Within}, Given, Known) when is_atom(Name) -> group(Name, Properties, Within, Given, Known);
node_of({Name, Properties, Items}, Given, Known) when is_atom(Name), is_list(Properties), is_list(Items) ->
    defined(Name, default, [], {Properties, Items}, Given, Known);
node_of({Name, Items}, Given, Known) when is_atom(Name), is_list(Items) -> defined(Name, default, [], {[], Items}, Given, Known);
node_of(Other, _, _) -> refuse("more than weft can do", Other).

group(Name, Properties, Within, Given, #{groups := Groups} = Known) ->
    case [Definition || Definition <- Groups, is_tuple(Definition), element(1, Definition) =:= Name] of
        [{_, Own, Items} | _] -> defined(Name, Properties, Within, {Own, Items}, Given, Known);
        [{_, Items} | _] -> defined(Name, Properties, Within, {[], Items}, Given, Known);
        [] -> refuse("groups/0 has no group of this name", {group, Name})
    end.

%% What a reference to a group says of groups within it comes before what groups/0 says.
defined(Name, Properties, Within, {Own, Items}, Given, #{within := Around} = Known) ->
    {Overriding, Deeper} = case lists:keyfind(Name, 1, Given) of
                               {_, P} -> {P, Within};
                               {_, P, W} -> {P, W};
                               false -> {Properties, Within}
                           end,
    Held = case Overriding of
               default -> Own;
               _ -> Overriding
           end,
    case lists:member(Name, Around) of
        true -> refuse("a group that is within itself", {group, Name});
        false -> {group, Name, properties(Held), nodes(Items, Deeper, Known#{within := [Name | Around]})}
    end.

properties(Properties) when is_list(Properties) -> Properties;
properties(Property) -> [Property].

refuse(Why, What) -> {refused, Why, What}.

is_parallel(Properties) -> lists:member(parallel, Properties) orelse lists:keymember(parallel, 1, Properties).
is_sequence(Properties) -> lists:member(sequence, Properties).

%% One order of those that a group may be run in.
in_order(Nodes, Properties) ->
    case [Seed || Property <- Properties, Seed <- seed(Property)] of
        [Seed | _] ->
            {Keys, _} = lists:mapfoldl(fun(_, State) -> rand:uniform_s(State) end, rand:seed_s(exsss, Seed), Nodes),
            [Node || {_, Node} <- lists:keysort(1, lists:zip(Keys, Nodes))];
        [] -> Nodes
    end.

seed(shuffle) -> [{0, 0, 0}];
seed({shuffle, Seed}) -> [Seed];
seed(_) -> [].

%% --- the test in question -------------------------------------------------------------------------
%%
%% What holds where it stands: #{suite, order, groups := those around, the innermost first, as {Name, Properties}, infos := what info functions
%% say, hooks, saved := {Case, Config} or none, last := the case that ran last}

run_test(Module, Positions, Order) ->
    Nodes = tree(Module),
    refused_here(Nodes, Positions),
    case begun(erase(?BEGUN), Module) of
        {ok, Config, Within} -> descend(Nodes, Positions, Config, Within#{order := Order});
        {Skip, Why} -> skip(init_per_suite, Skip, Why)
    end.

at(Module) -> #{suite => Module, order => alone, groups => [], infos => [], hooks => [], saved => none}.

begun({ok, _, Begun}, _) -> Begun;
begun(_, Module) -> begin_suite(at(Module)).

refused_here(Nodes, [N | Positions]) ->
    case lists:nth(N, Nodes) of
        {refused, {skip, Why}, _} -> skip(all, skipped, Why);
        {refused, Why, What} -> weft_boot:failed(Why, What);
        {group, _, _, Within} when Positions =/= [] -> refused_here(Within, Positions);
        _ -> ok
    end.

descend(Nodes, [N | Positions], Config, #{groups := Groups, order := Order} = At) ->
    Properties = own_properties(Groups),
    Ordered = in_order(lists:zip(lists:seq(1, length(Nodes)), Nodes), Properties),
    {Before, [{_, Node} | _]} = lists:splitwith(fun({M, _}) -> M =/= N end, Ordered),
    {Results, Now} = case Order =:= 'after' orelse is_sequence(Properties) of
                         true -> run_all([Other || {_, Other} <- Before], Config, At);
                         false -> {[], At}
                     end,
    case is_sequence(Properties) andalso [Name || {failed, Name} <- Results] of
        [First | _] -> skip(First, auto_skipped, "it comes before in the sequence");
        _ -> enter(Node, Positions, Config, Now)
    end.

own_properties([]) -> [];
own_properties([{_, Properties} | _]) -> Properties.

enter({'case', Case, _}, [], Config, At) ->
    run_here(Case, Config, At);
enter({group, Name, Properties, Nodes}, Positions, Config, At) ->
    case begin_group(Name, Properties, Config, At) of
        {ok, Own, Within} when Positions =:= [] -> run_parallel_here(Nodes, Own, Within);
        {ok, Own, Within} -> descend(Nodes, Positions, Own, Within);
        {Skip, Why, _} -> skip(init_per_group, Skip, Why)
    end.

%% As somebody wants it, that is all; what fails is told with its place.
skip(_, skipped, Why) -> weft_boot:skip(text(Why), skipped);
skip(Function, auto_skipped, Why) -> weft_boot:skip(text([atom_to_list(Function), " failed: " | failure(Why)]), auto_skipped).

failure({failed, Why}) -> failure(Why);
failure({require_failed, Key}) -> io_lib:format("~0tp is required, and nothing configures it", [Key]);
failure({Reason, [{_, _, _, Place} | _]}) when is_list(Place) ->
    [io_lib:format("~0tp", [Reason]), [io_lib:format(" (~ts:~b)", [File, Line]) || {file, File} <- Place, {line, Line} <- Place]];
failure(Why) -> phrase(Why).

text(Why) -> unicode:characters_to_list([phrase(Why)]).

phrase(Text) ->
    case io_lib:printable_unicode_list(lists:flatten([Text])) of
        true -> lists:flatten([Text]);
        false -> io_lib:format("~0tp", [Text])
    end.

%% The first process is that of the case.
run_here(Case, Config, #{suite := Module} = At) ->
    case begin_case(Case, Config, At) of
        {ok, Own, Within} ->
            weft_boot:begin_test(),
            told(Module, Case, finish_case(Case, Own, Within, call_case(Module, Case, Own)));
        {failed, Why} ->
            weft_boot:begin_test(),
            failed(Module, Case, Why);
        {Skip, Why} ->
            skip(skipping(Why, Case), Skip, without_function(Why))
    end.

skipping({init_per_testcase, _}, _) -> init_per_testcase;
skipping(_, Case) -> Case.

without_function({init_per_testcase, Why}) -> Why;
without_function(Why) -> Why.

run_parallel_here(Nodes, Config, #{suite := Module} = At) ->
    weft_boot:begin_test(),
    Results = in_parallel(Nodes, Config, At),
    lists:foreach(fun({Case, Result}) -> told(Module, Case, Result) end, Results),
    ok.

%% As the end of the first process: of ok and of what is skipped it says so.
told(_, _, {ok, Value}) -> Value;
told(_, _, {skipped, Why}) -> {skipped, Why};
told(_, _, {auto_skipped, Why}) -> {skipped, Why};
told(Module, Case, {failed, Why}) -> failed(Module, Case, Why);
told(Module, Case, {raised, Class, Reason, Trace}) -> erlang:raise(Class, Reason, without_us(Trace) ++ [{Module, Case, 1, []} || not lists:keymember(Module, 1, Trace)]);
told(_, _, {ended, Reason}) ->   % by a signal: this process ends for the same reason, and by the same fault
    process_flag(trap_exit, true),
    exit(Reason).

failed(Module, Case, Why) -> erlang:raise(exit, {test_case_failed, Why}, [{Module, Case, 1, []}]).

%% What the framework did is of no interest.
without_us(Trace) -> [Frame || Frame <- Trace, not lists:member(element(1, Frame), [?MODULE, ct, test_server])].

%% --- a case ---------------------------------------------------------------------------------------
%%
%% How it ends: {ok, Value}, {skipped | auto_skipped, Why}, {failed, Why}, {raised, Class, Reason, Trace}, {ended, Reason}

%% Everything up to its body, in the process that is to run it.
begin_case(Case, Config, #{suite := Module, saved := Saved} = At) ->
    Info = info(Module, Case, []),
    Within = with_info(Info, At),
    set_timetrap(limit(Within)),
    Given = lists:keydelete(saved_config, 1, prepared(Case, Config, At)),
    case require_all(Info) of
        ok -> init_case(Case, [{saved_config, Saved} || Saved =/= none] ++ Given, Within#{saved := none});
        {error, Why} -> {auto_skipped, {require_failed, Why}}
    end.

init_case(Case, Config, #{suite := Module} = At) ->
    {Result, Within} = hooked(init_per_testcase, Case, Config, At, fun(Own) -> call(Module, init_per_testcase, [Case, Own], Own) end),
    case Result of
        {returned, Own} when is_list(Own) -> {ok, Own, Within};
        {returned, {fail, Why}} -> {failed, Why};
        {returned, {failed, Why}} -> {failed, Why};
        {returned, {skip, Why}} -> {skipped, Why};
        {returned, {skipped, Why}} -> {skipped, Why};
        {returned, {skip_and_save, Why, _}} -> {skipped, Why};
        Other -> {auto_skipped, {init_per_testcase, reason(Other)}}
    end.

call_case(Module, Case, Config) ->
    try Module:Case(Config) of
        Value -> in_time(result(Value))
    catch
        exit:Reason:Trace when Reason =:= normal; Reason =:= shutdown; element(1, Reason) =:= shutdown ->   % to ct_run it fails all the same
            {raised, exit, {test_case_exited, Reason}, Trace};
        throw:Term:Trace ->
            {raised, error, {thrown, Term}, Trace};
        Class:Reason:Trace ->
            {raised, Class, Reason, Trace}
    end.

result({Skip, Why}) when Skip =:= skip; Skip =:= skipped -> {skipped, Why};
result({skip_and_save, Why, _}) -> {skipped, Why};
result({Fail, Why}) when Fail =:= fail; Fail =:= failed -> {failed, Why};
result(Value) -> {ok, Value}.

finish_case(Case, Config, #{suite := Module} = At, Result) ->
    set_timetrap(infinity),
    {Ended, _} = hooked_end(Case, [{tc_status, status(Result)} | Config], At, fun(Own) -> call(Module, end_per_testcase, [Case, Own], ok) end),
    case Ended of
        {returned, {Fail, Why}} when element(1, Result) =:= ok, Fail =:= fail orelse Fail =:= failed -> {failed, Why};
        _ -> Result   % to ct_run it is a warning if that fails
    end.

status({ok, _}) -> ok;
status({raised, error, Reason, Trace}) -> {failed, {Reason, Trace}};
status({raised, _, Reason, _}) -> {failed, Reason};
status({ended, Reason}) -> {failed, Reason};
status({_, _} = Status) -> Status.

%% A function that a suite need not have.
call(Module, Function, Arguments, Default) ->
    case erlang:function_exported(Module, Function, length(Arguments)) of
        true -> try {returned, apply(Module, Function, Arguments)} catch Class:Reason:Trace -> {raised, Class, Reason, Trace} end;
        false -> {returned, Default}
    end.

reason({returned, Value}) -> {bad_return, Value};
reason({raised, error, Reason, Trace}) -> {Reason, without_us(Trace)};
reason({raised, _, Reason, _}) -> Reason;
reason({ended, Reason}) -> Reason;
reason({failed, Reason}) -> Reason.

%% --- limits of time -------------------------------------------------------------------------------

set_timetrap(Limit) -> put(?CLOCK, {now_in_milliseconds(), Limit}).

now_in_milliseconds() -> erlang:monotonic_time(millisecond).

in_time(Result) ->
    case get(?CLOCK) of
        {Start, Limit} when is_integer(Limit) ->
            case now_in_milliseconds() - Start > Limit of
                true -> {failed, {timetrap_timeout, Limit}};
                false -> Result
            end;
        _ -> Result
    end.

%% ct:timetrap/1: from now on.
timetrap(Time) ->
    case in_time(ok) of
        ok -> set_timetrap(milliseconds(Time)), ok;
        {failed, Why} -> exit(Why)
    end.

timetrap_info() ->
    {Start, Limit} = case get(?CLOCK) of
                         undefined -> {now_in_milliseconds(), ?TIMETRAP};
                         Clock -> Clock
                     end,
    {case Limit of
         infinity -> infinity;
         _ -> max(0, Limit - (now_in_milliseconds() - Start))
     end, {false, 1}, false}.

limit(#{infos := Infos}) ->
    case [Time || {timetrap, Time} <- lists:append(Infos)] of
        [Time | _] -> milliseconds(Time);
        [] -> ?TIMETRAP
    end.

milliseconds(infinity) -> infinity;
milliseconds(Time) when is_integer(Time) -> Time;
milliseconds(Time) when is_float(Time) -> round(Time);
milliseconds({seconds, N}) -> round(N * 1000);
milliseconds({minutes, N}) -> round(N * 60000);
milliseconds({hours, N}) -> round(N * 3600000);
milliseconds(Fun) when is_function(Fun, 0) -> milliseconds(Fun());
milliseconds({Module, Function, Arguments}) -> milliseconds(apply(Module, Function, Arguments));
milliseconds(_) -> ?TIMETRAP.

%% --- what info functions say ----------------------------------------------------------------------

info(Module, Function, Arguments) ->
    case erlang:function_exported(Module, Function, length(Arguments)) of
        true ->
            case catch apply(Module, Function, Arguments) of
                Info when is_list(Info) -> Info;
                _ -> []
            end;
        false -> []
    end.

with_info(Info, #{infos := Infos} = At) -> At#{infos := [Info | Infos]}.

require_all(Info) ->
    [put_setting(Key, Value) || {default_config, Key, Value} <- Info, setting(Key) =:= undefined],
    require_each([Required || Required <- Info, is_tuple(Required), element(1, Required) =:= require]).

require_each([]) -> ok;
require_each([{require, Key} | Rest]) -> required(Key, require(Key, Key), Rest);
require_each([{require, Name, Key} | Rest]) -> required(Key, require(Name, Key), Rest).

required(_, ok, Rest) -> require_each(Rest);
required(Key, {error, _}, _) -> {error, Key}.

%% Configuration that default_config gives; there are no other sources.
setting(Key) -> maps:get(Key, persistent_term:get(?MODULE, #{}), undefined).

put_setting(Key, Value) -> persistent_term:put(?MODULE, (persistent_term:get(?MODULE, #{}))#{Key => Value}).

require(Name, Key) ->
    case {setting(first_of(Key)), Name} of
        {undefined, _} -> {error, {not_available, Key}};
        {_, Key} -> ok;
        {Value, _} -> put_setting(Name, Value)
    end.

first_of(Key) when is_tuple(Key) -> element(1, Key);
first_of(Key) -> Key.

%% --- suites and groups ----------------------------------------------------------------------------

begin_suite(#{suite := Module} = At) ->
    Info = info(Module, suite, []),
    Within = with_info(Info, At#{hooks := start_hooks(Info, [])}),
    Config = [{tc_logfile, filename:join(private(), "log.html")}, {tc_group_properties, []}, {tc_group_path, []},
              {data_dir, data_folder(Module)}, {priv_dir, private() ++ "/"}],
    ok = filelib:ensure_dir(filename:join(private(), "file")),
    case require_all(Info) of
        ok -> configured(on_its_own(init_per_suite, none, Config, Within, fun(Own) -> call(Module, init_per_suite, [Own], Own) end), Config);
        {error, Why} -> {auto_skipped, {require_failed, Why}}
    end.

%% What is written there stays in memory.
private() ->
    {ok, Here} = file:get_cwd(),
    filename:join(Here, "log_private").

%% Beside the module, or beside its source.
data_folder(Module) ->
    Name = atom_to_list(Module) ++ "_data",
    Beside = case code:which(Module) of
                 File when is_list(File) -> [filename:join(filename:dirname(File), Name)];
                 _ -> []
             end,
    Source = filename:join(filename:dirname(weft_listing:source_file(Module)), Name),
    hd([Folder || Folder <- Beside, filelib:is_dir(Folder)] ++ [Source]) ++ "/".

configured({{returned, {Skip, Why}}, _}, _) when Skip =:= skip; Skip =:= skipped -> {skipped, Why};
configured({{returned, {skip_and_save, Why, _}}, _}, _) -> {skipped, Why};
configured({{returned, {Fail, Why}}, _}, _) when Fail =:= fail; Fail =:= failed -> {auto_skipped, Why};
configured({{returned, Config}, At}, _) when is_list(Config) -> {ok, Config, At};
configured({{returned, _}, At}, Config) -> {ok, Config, At};
configured({Failure, _}, _) -> {auto_skipped, {failed, reason(Failure)}}.

begin_group(Name, Properties, Config, #{suite := Module, groups := Groups, hooks := Hooks} = At) ->
    Info = info(Module, group, [Name]),
    Within = with_info(Info, At#{groups := [{Name, Properties} | Groups], hooks := start_hooks(Info, Hooks)}),
    Given = prepared(init_per_group, Config, Within),
    Begun = case require_all(Info) of
                ok -> configured(on_its_own(init_per_group, Name, Given, Within, fun(Own) -> init_group(Module, Name, Own) end), Given);
                {error, Why} -> {auto_skipped, {require_failed, Why}}
            end,
    case Begun of
        {ok, _, _} -> Begun;
        {Skip, Reason} -> {Skip, Reason, Within}
    end.

init_group(Module, Name, Config) -> call(Module, init_per_group, [Name, Config], Config).

%% What ct_run itself puts into the configuration.
prepared(_, Config, #{groups := Groups}) ->
    Known = [[{name, Name} | Properties] || {Name, Properties} <- Groups],
    {Own, Path} = case Known of
                      [] -> {[], []};
                      [Innermost | Around] -> {Innermost, Around}
                  end,
    lists:keystore(tc_group_path, 1, lists:keystore(tc_group_properties, 1, Config, {tc_group_properties, Own}), {tc_group_path, Path}).

%% --- what comes before ----------------------------------------------------------------------------

%% {[{ok | skipped | failed, Name}], At}
run_all(Nodes, Config, At) -> run_all(Nodes, Config, At, []).

run_all([], _, At, Results) ->
    {lists:reverse(Results), At};
run_all([Node | Nodes], Config, #{groups := Groups} = At, Results) ->
    case is_sequence(own_properties(Groups)) andalso lists:keymember(failed, 1, Results) of
        true -> run_all(Nodes, Config, At, [{skipped, name(Node)} | Results]);
        false ->
            {Result, Next} = run_whole(Node, Config, At),
            run_all(Nodes, Config, Next, [{Result, name(Node)} | Results])
    end.

name({'case', Case, _}) -> Case;
name({group, Name, _, _}) -> Name;
name({refused, _, What}) -> What.

run_whole({'case', Case, Properties}, Config, At) ->
    repeat(rounds(Properties), fun(Now) -> run_case(Case, Config, Now) end, At);
run_whole({group, Name, Properties, Nodes}, Config, At) ->
    repeat(rounds(Properties), fun(Now) -> run_group(Name, Properties, Nodes, Config, Now) end, At);
run_whole({refused, _, _}, _, At) ->
    {skipped, At}.

rounds(Properties) ->
    case [Property || {Word, _} = Property <- Properties, lists:member(Word, [repeat, repeat_until_all_ok, repeat_until_all_fail, repeat_until_any_ok,
                                                                           repeat_until_any_fail])] of
        [{Word, N} | _] when is_integer(N) -> {Word, N};
        _ -> {repeat, 1}
    end.

%% Of a group it counts whether it went well as a whole.
repeat({Until, N}, Run, At) ->
    {Result, Next} = Run(At),
    case N =< 1 orelse is_enough(Until, Result) of
        true -> {Result, Next};
        false -> repeat({Until, N - 1}, Run, Next)
    end.

is_enough(repeat, _) -> false;
is_enough(Until, ok) -> Until =:= repeat_until_all_ok orelse Until =:= repeat_until_any_ok;
is_enough(Until, failed) -> Until =:= repeat_until_all_fail orelse Until =:= repeat_until_any_fail;
is_enough(_, _) -> false.

run_group(Name, Properties, Nodes, Config, At) ->
    case begin_group(Name, Properties, Config, At) of
        {ok, Own, Within} ->
            {Results, Ended} = run_members(in_order(Nodes, Properties), Properties, Own, Within),
            {end_group(Name, Own, Results, Ended), left(At, Ended)};
        {auto_skipped, _, _} -> {failed, At};
        {skipped, _, _} -> {skipped, At}
    end.

run_members(Nodes, Properties, Config, At) ->
    case is_parallel(Properties) of
        true -> {[{verdict(Result), Case} || {Case, Result} <- in_parallel(Nodes, Config, At)], At};
        false -> run_all(Nodes, Config, At)
    end.

left(At, #{saved := Saved, hooks := Hooks}) -> At#{saved := Saved, hooks := Hooks}.

end_group(Name, Config, Results, #{suite := Module} = At) ->
    Told = [{Word, [{Module, Case} || {Verdict, Case} <- Results, Verdict =:= Word]} || Word <- [ok, skipped, failed]],
    {Ended, _} = on_its_own(end_per_group, Name, [{tc_group_result, Told} | Config], At,
                            fun(Own) -> call(Module, end_per_group, [Name, Own], ok) end),
    case Ended of
        {returned, {return_group_result, Result}} -> Result;
        _ -> ok
    end.

%% A case from beginning to end, in a process of its own.
run_case(Case, Config, At) ->
    {Result, Next} = awaited(start_case(Case, Config, At), limit(with_info(info(maps:get(suite, At), Case, []), At)), Case, Config, At),
    {verdict(Result), Next}.

verdict({ok, _}) -> ok;
verdict({skipped, _}) -> skipped;
verdict({auto_skipped, _}) -> skipped;
verdict(_) -> failed.

start_case(Case, Config, At) -> start(fun() -> whole_case(Case, Config, At) end).

whole_case(Case, Config, #{suite := Module} = At) ->
    case begin_case(Case, Config, At) of
        {ok, Own, Within} ->
            Result = finish_case(Case, Own, Within, call_case(Module, Case, Own)),
            {Result, Within#{saved := saved(Case, Result)}};
        Other -> {Other, At#{saved := none}}
    end.

saved(Case, {ok, {save_config, Saved}}) -> {Case, Saved};
saved(_, _) -> none.

%% Who does not end in time or is ended by others has its end_per_testcase in another process.
awaited(Started, Limit, Case, Config, #{suite := Module} = At) ->
    case wait(Started, Limit) of
        {returned, {Result, #{saved := Saved, hooks := Hooks}}} ->
            {Result, At#{saved := Saved, hooks := Hooks}};
        {raised, _, _, _} = Raised ->
            {Raised, At};
        {ended, Reason} ->
            Status = [{tc_status, {failed, Reason}} | prepared(Case, Config, At)],
            wait(start(fun() -> call(Module, end_per_testcase, [Case, Status], ok) end), ?TIMETRAP),
            {{ended, Reason}, At}
    end.

%% --- in parallel ----------------------------------------------------------------------------------

%% [{Case, how it ended}], when all have. Groups among them have their turn when it comes, while others run.
in_parallel(Nodes, Config, At) -> ended(started(Nodes, Config, At)).

started([], _, _) ->
    [];
started([{'case', Case, _} | Nodes], Config, At) ->
    Started = {started, Case, start(fun() -> element(1, whole_case(Case, Config, At)) end)},
    [Started | started(Nodes, Config, At)];
started([{group, Name, Properties, Members} | Nodes], Config, At) ->
    Results = in_group(Name, Properties, Members, Config, At),
    Results ++ started(Nodes, Config, At);
started([{refused, Why, What} | _], _, _) ->
    weft_boot:failed(Why, What).

in_group(Name, Properties, Members, Config, At) ->
    case begin_group(Name, Properties, Config, At) of
        {ok, Own, Within} ->
            Results = case is_parallel(Properties) of
                          true -> in_parallel(Members, Own, Within);
                          false -> lists:append([ended(started([Member], Own, Within)) || Member <- Members])
                      end,
            end_group(Name, Own, [{verdict(Result), Case} || {Case, Result} <- Results], Within),
            Results;
        {Skip, Why, _} -> [{list_to_atom(Case), {Skip, Why}} || Case <- cases_in(Members)]
    end.

ended(Started) -> lists:map(fun end_of/1, Started).

end_of({started, Case, Process}) ->
    case hear(Process) of
        {returned, Result} -> {Case, Result};
        Other -> {Case, Other}
    end;
end_of({_, _} = Known) ->
    Known.

%% --- a process of its own -------------------------------------------------------------------------

%% With its hooks around it: {how it ended, At}
on_its_own(Function, Name, Config, At, Fun) ->
    case wait(start(fun() -> hooked(Function, Name, Config, At, Fun) end), limit(At)) of
        {returned, Result} -> Result;
        Other -> {Other, At}
    end.

start(Fun) ->
    Parent = self(),
    spawn_monitor(fun() ->
                      Result = try {returned, Fun()} catch Class:Reason:Trace -> {raised, Class, Reason, Trace} end,
                      Parent ! {self(), Result},
                      exit(shutdown)
                  end).

%% How it ended does not change any more when it has said so.
hear({Pid, Monitor}) ->
    receive
        {Pid, Result} -> Result;
        {'DOWN', Monitor, process, Pid, Reason} -> {ended, Reason}
    end.

wait({Pid, Monitor}, Limit) ->
    receive
        {Pid, Result} ->
            receive {'DOWN', Monitor, process, Pid, _} -> Result end;
        {'DOWN', Monitor, process, Pid, Reason} ->
            {ended, Reason}
    after Limit ->
        exit(Pid, kill),
        receive {'DOWN', Monitor, process, Pid, _} -> {ended, {timetrap_timeout, Limit}} end
    end.

%% --- hooks ----------------------------------------------------------------------------------------
%%
%% A hook is {Module, State}. Those that only report are left out.

start_hooks(Info, Hooks) -> Hooks ++ [start_hook(Hook) || {ct_hooks, Given} <- Info, Hook <- Given, not is_reporter(Hook)].

is_reporter(Hook) -> lists:member(hook_module(Hook), [cth_surefire, cth_log_redirect, cth_conn_log, cth_readable_shell, cth_readable_failonly,
                                                      cth_readable_compact_shell, cth_readable_nosasl]).

hook_module(Hook) when is_tuple(Hook) -> element(1, Hook);
hook_module(Hook) -> Hook.

start_hook(Hook) when is_atom(Hook) -> start_hook({Hook, []});
start_hook({Module, Options, _Priority}) -> start_hook({Module, Options});
start_hook({Module, Options}) ->
    code:ensure_loaded(Module),
    Id = case erlang:function_exported(Module, id, 1) of
             true -> Module:id(Options);
             false -> make_ref()
         end,
    case Module:init(Id, Options) of
        {ok, State} -> {Module, State};
        {ok, State, _Priority} -> {Module, State}
    end.

%% A function of the suite with the hooks before and after it: {how it ended, At}.
hooked(Function, Name, Config, #{hooks := Hooks} = At, Fun) ->
    {Given, Before} = each_hook(before(Function), Name, [], Config, Hooks, At),
    Result = case is_list(Given) of
                 true -> Fun(Given);
                 false -> {returned, Given}
             end,
    {Value, After} = each_hook(behind(Function), Name, [Config], as_value(Result), Before, At),
    {as_result(Value, Result), At#{hooks := After}}.

%% The function that ends a case gets what was said of it, and hooks may say something else.
hooked_end(Case, Config, At, Fun) -> hooked(end_per_testcase, Case, Config, At, Fun).

as_value({returned, Value}) -> Value;
as_value(Failure) -> {'EXIT', reason(Failure)}.

as_result({'EXIT', _}, Failure) -> Failure;
as_result(Value, _) -> {returned, Value}.

before(init_per_suite) -> pre_init_per_suite;
before(init_per_group) -> pre_init_per_group;
before(init_per_testcase) -> pre_init_per_testcase;
before(end_per_testcase) -> pre_end_per_testcase;
before(end_per_group) -> pre_end_per_group.

behind(init_per_suite) -> post_init_per_suite;
behind(init_per_group) -> post_init_per_group;
behind(init_per_testcase) -> post_init_per_testcase;
behind(end_per_testcase) -> post_end_per_testcase;
behind(end_per_group) -> post_end_per_group.

%% Each gets what the one before it made of a value.
each_hook(Function, Name, More, Value, Hooks, #{suite := Suite}) ->
    Names = [Name || Name =/= none],
    lists:foldl(fun({Module, State}, {Now, Done}) ->
                    {Next, Kept} = call_hook(Module, Function, Suite, Names, More ++ [Now], State),
                    {Next, Done ++ [{Module, Kept}]}
                end, {Value, []}, Hooks).

%% With the suite as its first argument, or as it was before there was one.
call_hook(Module, Function, Suite, Names, Arguments, State) ->
    Long = [Suite | Names] ++ Arguments ++ [State],
    Short = Names ++ Arguments ++ [State],
    case {erlang:function_exported(Module, Function, length(Long)), Names =/= [] andalso erlang:function_exported(Module, Function, length(Short))} of
        {true, _} -> apply(Module, Function, Long);
        {false, true} -> apply(Module, Function, Short);
        {false, false} -> {lists:last(Arguments), State}
    end.
