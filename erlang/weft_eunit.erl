%% EUnit's tests, one at a time and without EUnit's own processes, so that they add no interleavings.
%%
%% A test is named by the function that it is in, or that generates it, and by its position in each of the lists
%% that lead to it: "reads_test", "fixture_test_/2". The same walk finds all tests (list/1) and runs one of them (run/1).
%% A group of tests in parallel is one test, in which they are. Time limits are of no use: time is virtual, and a test that
%% never ends is found to be one.
-module(weft_eunit).
-export([list/1, run/1, run_after/1]).

%% --- the door -------------------------------------------------------------------------------------

%% A line for each test: its name, what it says of itself, the line of the source (0: unknown), nothing, and "after" if others come before it in
%% the same fixture, with tabs between them.
%% The first line is the name of the source.
list([Name | _Tags]) ->
    Module = list_to_atom(Name),
    {File, Lines} = weft_listing:source(Module, 0),
    Tests = lists:append([tests_of(Function, Test, Lines) || {Function, Test} <- module_tests(Module)]),
    unicode:characters_to_binary([weft_listing:clean(File), $\n | [line(Test) || Test <- Tests]]).

%% A test that others come before, in the same fixture: these run first, once, and the search begins where they have ended.
run_after(Arguments) -> run(Arguments).

run([Name, Path]) ->
    Module = list_to_atom(Name),
    [Function | Positions] = string:split(Path, "/", all),
    case lists:keyfind(list_to_atom(Function), 1, module_tests(Module)) of
        {_, Test} -> run_first(Test, [list_to_integer(Position) || Position <- Positions]);
        false -> exit({no_such_test, Path})
    end.

%% What the framework did is of no interest.
run_first(Test, Path) ->
    try
        run(Test, Path),
        ok
    catch
        Class:Reason:Trace -> erlang:raise(Class, Reason, [Frame || Frame <- Trace, not is_ours(Frame)])
    end.

is_ours(Frame) -> element(1, Frame) =:= ?MODULE.

%% --- the tests of a module ------------------------------------------------------------------------

module_tests(Module) ->
    Exports = Module:module_info(exports),
    Tests = [{Name, Test} || {Name, 0} <- Exports, Test <- function_test(Module, Name)],
    case lists:member({eunit_wrapper_, 1}, Exports) of
        true -> [{eunit_wrapper_, {generator, fun() -> Module:eunit_wrapper_([Test || {_, Test} <- Tests]) end}}];
        false -> Tests
    end.

function_test(Module, Name) ->
    Text = atom_to_list(Name),
    case {lists:suffix("_test", Text), lists:suffix("_test_", Text)} of
        {true, _} -> [{test, Module, Name}];
        {_, true} -> [{generator, Module, Name}];
        _ -> []
    end.

tests_of(Function, Test, Lines) ->
    Line = maps:get(Function, Lines, 0),
    [{[atom_to_list(Function) | Path], Texts, known_line(At, Line), After} || {Path, Texts, At, After} <- find(Test)].

known_line(0, OfFunction) -> OfFunction;
known_line(Line, _) -> Line.

line({Path, Texts, Line, After}) ->
    [lists:join($/, Path), $\t, weft_listing:clean(lists:join(", ", Texts)), $\t, integer_to_list(Line), ["\t\tafter" || After], $\n].

%% --- what a test may look like ----------------------------------------------------------------------

%% One layer of a description, in few forms:
%%     {test, Fun, Line}  {list, Tests}  {text, Text, Test}  {spawn, Test}  {parallel, AtOnce, Tests}
%%     {generate, Fun}  {fixture, Where, Setup, Cleanup, Tests}  {refused, Why, Test}
form(Tests) when is_list(Tests) ->
    case Tests =/= [] andalso is_text(Tests) of
        true -> refuse("a file or folder as a test", Tests);
        false -> {list, Tests}
    end;
form(Fun) when is_function(Fun, 0) -> {test, Fun, 0};
form({test, Module, Function}) when is_atom(Module), is_atom(Function) -> {test, fun Module:Function/0, 0};
form({generator, Fun}) when is_function(Fun, 0) -> {generate, Fun};
form({generator, Module, Function}) when is_atom(Module), is_atom(Function) -> {generate, fun Module:Function/0};
form({inorder, Test}) -> form(Test);
form({inparallel, Test}) -> {parallel, 0, Test};
form({inparallel, AtOnce, Test}) when is_integer(AtOnce), AtOnce >= 0 -> {parallel, AtOnce, Test};
form({timeout, Seconds, Test}) when is_number(Seconds) -> form(Test);
form({spawn, Test}) -> {spawn, Test};
form({spawn, Node, _} = Test) when is_atom(Node) -> refuse("a test on another node", Test);
form({node, _, _} = Test) -> refuse("a test on another node", Test);
form({node, _, _, _} = Test) -> refuse("a test on another node", Test);
form({application, _} = Test) -> refuse("an application as a test", Test);
form({application, _, _} = Test) -> refuse("an application as a test", Test);
form({file, _} = Test) -> refuse("a file as a test", Test);
form({dir, _} = Test) -> refuse("a folder as a test", Test);
form({with, Value, Funs}) when is_list(Funs) -> {list, [fun() -> Fun(Value) end || Fun <- Funs]};
form({module, Module}) when is_atom(Module) -> {list, [Test || {_, Test} <- module_tests(Module)]};
form({Kind, _, _} = Test) when Kind =:= setup; Kind =:= foreach; Kind =:= foreachx -> fixture(Test);
form({Kind, _, _, _} = Test) when Kind =:= setup; Kind =:= foreach; Kind =:= foreachx -> fixture(Test);
form({Kind, _, _, _, _} = Test) when Kind =:= setup; Kind =:= foreach; Kind =:= foreachx -> fixture(Test);
form({Line, Test}) when is_integer(Line) -> at_line(form(Test), Line);
form({{Module, Name, Arity}, Test}) when is_atom(Module), is_atom(Name), is_integer(Arity) -> form(Test);
form({Module, Function}) when is_atom(Module), is_atom(Function) -> form({test, Module, Function});
form(Test) when is_tuple(Test), tuple_size(Test) > 1 -> described(tuple_to_list(Test), Test);
form(Module) when is_atom(Module) -> form({module, Module});
form(Other) -> bad(Other).

at_line({test, Fun, _}, Line) -> {test, Fun, Line};
at_line(_, _) -> bad(line).

%% {"text", Test}; {"text", setup, ...} is {"text", {setup, ...}}.
described([Text | Rest], Test) ->
    case {is_binary(Text) orelse (is_list(Text) andalso is_text(Text)), Rest} of
        {false, _} -> bad(Test);
        {true, [One]} -> {text, Text, One};
        {true, _} -> {text, Text, list_to_tuple(Rest)}
    end.

is_text(List) -> lists:all(fun(Character) -> is_integer(Character) andalso Character >= 0 end, List).

bad(Test) -> error({bad_test, Test}).
refuse(What, Test) -> {refused, What ++ " is more than weft can do", Test}.

%% --- fixtures -------------------------------------------------------------------------------------

fixture({Kind, Setup, Tests}) -> fixture({Kind, spawn, Setup, no_cleanup(Kind), Tests});
fixture({Kind, Setup, Cleanup, Tests}) when is_function(Setup), is_function(Cleanup) ->
    fixture({Kind, spawn, Setup, Cleanup, Tests});
fixture({Kind, Where, Setup, Tests}) -> fixture({Kind, Where, Setup, no_cleanup(Kind), Tests});
fixture({_, {spawn, _}, _, _, _} = Test) -> refuse("a test on another node", Test);
fixture({setup, Where, Steps, _, Tests}) when is_list(Steps) ->
    {Setup, Cleanup} = several(Steps),
    {fixture, Where, Setup, Cleanup, Tests};
fixture({setup, Where, Setup, Cleanup, Tests})
  when is_function(Setup, 0), is_function(Cleanup, 1), Where =:= spawn orelse Where =:= local ->
    {fixture, Where, Setup, Cleanup, Tests};
fixture({foreach, Where, Setup, Cleanup, Tests}) when is_list(Tests) ->
    {list, [{setup, Where, Setup, Cleanup, Test} || Test <- Tests]};
fixture({foreachx, Where, Setup, Cleanup, Pairs}) when is_list(Pairs) ->
    {list, [{setup, Where, fun() -> Setup(X) end, fun(R) -> Cleanup(X, R) end, fun(R) -> Make(X, R) end}
            || {X, Make} <- Pairs]};
fixture(Test) ->
    bad(Test).

no_cleanup(foreachx) -> fun(_, _) -> ok end;
no_cleanup(_) -> fun(_) -> ok end.

%% [{Tag, Setup, Cleanup} | {Tag, Setup}]: what was set up is cleaned up in the opposite order, also when the next fails.
several(Steps) -> {fun() -> set_up(Steps, []) end, fun(Results) -> clean_up(Steps, Results) end}.

set_up([], Done) ->
    [Result || {_, Result} <- lists:reverse(Done)];
set_up([Step | Steps], Done) ->
    try (element(2, Step))() of
        Result -> set_up(Steps, [{Step, Result} | Done])
    catch
        Class:Reason:Trace ->
            [clean_step(Other, Result) || {Other, Result} <- Done],
            erlang:raise(Class, Reason, Trace)
    end.

clean_up(Steps, Results) ->
    [clean_step(Step, Result) || {Step, Result} <- lists:reverse(lists:zip(Steps, Results))].

clean_step({_, _, Cleanup}, Result) -> Cleanup(Result);
clean_step({_, _}, _) -> ok.

%% The tests within a fixture, whose setup returned Result. A function without arguments is a test.
instance(Make, Result) when is_function(Make, 1) -> Make(Result);
instance({with, Funs}, Result) -> {with, Result, Funs};
instance(Tests, _) -> Tests.

%% --- finding --------------------------------------------------------------------------------------

%% {Path, Texts, Line, After} for each. What fails on the way is a test: running it tells how.
find(Test) ->
    try find_in(form(Test))
    catch
        _:_ -> [{[], [], 0, false}]
    end.

find_in({test, _, Line}) -> [{[], [], Line, false}];
find_in({list, Tests}) -> find_each(1, Tests);
find_in({text, Text, Test}) -> [{Path, [Text | Texts], Line, After} || {Path, Texts, Line, After} <- find(Test)];
find_in({spawn, Test}) -> find(Test);
find_in({refused, _, _}) -> [{[], [], 0, false}];
find_in({parallel, _, _}) -> [{[], ["in parallel"], 0, false}];
find_in({generate, Fun}) -> find(Fun());
find_in({fixture, _, Setup, Cleanup, Tests}) when is_function(Tests, 1) ->
    Result = Setup(),
    Found = find(Tests(Result)),
    Cleanup(Result),
    follow(Found);
find_in({fixture, _, _, _, Tests}) ->
    follow(find(instance(Tests, none))).

%% All but the first of a fixture come after others.
follow(Found) -> [{Path, Texts, Line, lists:any(fun(N) -> N =/= "1" end, Path)} || {Path, Texts, Line, _} <- Found].

find_each(_, []) ->
    [];
find_each(N, [Test | Tests]) ->
    [{[integer_to_list(N) | Path], Texts, Line, After} || {Path, Texts, Line, After} <- find(Test)] ++ find_each(N + 1, Tests).

%% --- running --------------------------------------------------------------------------------------

run(Test, Path) -> run_in(form(Test), Path).

run_in({test, Fun, _}, all) -> Fun();
run_in({test, Fun, _}, _) -> weft_boot:begin_test(), Fun(), ok;   % stories know a test by who called it
run_in({list, Tests}, [{within, N} | Path]) ->
    {Before, [Test | _]} = lists:split(N - 1, Tests),
    [catch wait(start(fun() -> run(Other, all) end)) || Other <- Before],
    run(Test, Path);
run_in({list, Tests}, [N | Path]) -> run(lists:nth(N, Tests), Path);
run_in({list, Tests}, all) -> [catch wait(start(fun() -> run(Test, all) end)) || Test <- Tests];
run_in({list, Tests}, []) -> [run(Test, []) || Test <- Tests];   % within a group in parallel
run_in({text, _, Test}, Path) -> run(Test, Path);
run_in({spawn, Test}, Path) -> wait(start(fun() -> run(Test, Path) end));
run_in({refused, Why, Test}, _) -> weft_boot:failed(Why, Test);
run_in({parallel, AtOnce, Tests}, all) -> run_parallel(items(Tests), AtOnce);
run_in({parallel, AtOnce, Tests}, _) -> weft_boot:begin_test(), run_parallel(items(Tests), AtOnce);
run_in({generate, Fun}, Path) -> run(Fun(), Path);
run_in({fixture, Where, Setup, Cleanup, Tests}, Path) -> run_fixture(Where, Setup, Cleanup, Tests, Path).

run_fixture(Where, Setup, Cleanup, Tests, Path) ->
    Result = Setup(),
    try run_within(Where, fun() -> run(instance(Tests, Result), within(Path)) end) of
        _ -> Cleanup(Result), ok
    catch
        Class:Reason:Trace ->
            catch Cleanup(Result),   % the test's failure comes first
            erlang:raise(Class, Reason, Trace)
    end.

within(all) -> all;
within(Path) -> [case N of {within, _} -> N; _ -> {within, N} end || N <- Path].

run_within(local, Body) -> Body();
run_within(spawn, Body) -> wait(start(Body)).

%% Those that are to run side by side: a list in a list is not a group of its own.
items(Tests) ->
    case form(Tests) of
        {list, List} -> lists:append([items(Test) || Test <- List]);
        {generate, Fun} -> items(Fun());
        _ -> [Tests]
    end.

%% A number of them at once, or 0: all.
run_parallel([], _) ->
    ok;
run_parallel(Tests, AtOnce) ->
    {Now, Later} = case AtOnce of
                       0 -> {Tests, []};
                       _ -> lists:split(min(AtOnce, length(Tests)), Tests)
                   end,
    wait_all([start(fun() -> run(Test, []) end) || Test <- Now]),
    run_parallel(Later, AtOnce).

%% --- a test in a process of its own ------------------------------------------------------------------

%% It ends normally, as EUnit's do: those linked to it are not taken along by a failing test.
start(Body) ->
    Parent = self(),
    spawn_monitor(fun() -> try_body(Body, Parent) end).

%% How it fails is told as a function that fails the same way.
try_body(Body, Parent) ->
    try
        Body(),
        ok
    catch
        Class:Reason:Trace ->
            Parent ! {failed, self(), fun() -> erlang:raise(Class, Reason, Trace) end},
            ok
    end.

wait(Started) -> wait_all([Started]).

wait_all(Started) -> lists:foreach(fun tell/1, [ended(One) || One <- Started]).

ended({Pid, Monitor}) ->
    receive
        {'DOWN', Monitor, process, Pid, normal} ->
            ok;
        {'DOWN', Monitor, process, Pid, Reason} ->
            {ended, Reason};
        {failed, Pid, Failure} ->
            receive
                {'DOWN', Monitor, process, Pid, _} -> {failed, Failure}
            end
    end.

tell(ok) ->
    ok;
tell({ended, Reason}) ->   % by a signal: this process ends for the same reason, and by the same fault
    process_flag(trap_exit, true),
    exit(Reason);
tell({failed, Failure}) ->
    Failure().
