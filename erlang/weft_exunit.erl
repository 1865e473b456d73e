%% ExUnit's tests, one at a time and without ExUnit's runner.
%%
%% The project's applications start before the test begins, so that no interleaving has to start them.
%% The first process is that of the module: it runs setup_all and stays to the end, as the test may be linked to what it
%% started. The test has a process of its own, which tells its result; if there are on_exit callbacks, it ends with `shutdown`, and they
%% run in yet another process. Without any, what the result is cannot change any more, so nothing needs to end for it. What weft_elixir found out about the project on the user's Elixir lies in a file on the code path.
-module(weft_exunit).
-export([list/1, run/1]).
-on_load(prepare/0).

-define(CALLBACKS, 'Elixir.ExUnit.OnExitHandler').
-define(FOREVER, 86400000).   % milliseconds: time limits are of no use where time is virtual

%% --- the door -------------------------------------------------------------------------------------

%% The same lines as weft_eunit:list/1 makes. A test that is to be skipped has the reason in a fourth field; what follows the module
%% are tags of such tests.
list([Name | Excluded]) ->
    exclude([unicode:characters_to_binary(Tag) || Tag <- Excluded]),
    Module = list_to_atom(Name),
    Tests = lists:keysort(1, [{maps:get(line, tags(Test), 0), Test} || Test <- tests(Module)]),
    File = maps:get(file, tags(element(2, hd(Tests ++ [{0, #{tags => #{}}}]))), ""),
    unicode:characters_to_binary([weft_listing:clean(File), $\n | [line(Line, Test) || {Line, Test} <- Tests]]).

run([Name, Test]) ->
    Module = list_to_atom(Name),
    #{start := Applications, helpers := Helpers, mix := Mix} = persistent_term:get(?MODULE),
    start_mix(Mix),
    [{ok, _} = application:ensure_all_started(Application) || Application <- Applications],
    [run_helper(Helper) || Helper <- Helpers],
    weft_boot:begin_test(),
    run_named(Module, Test);
run([Name, Test, "ready"]) ->   % all of that is done
    run_named(list_to_atom(Name), Test).

run_named(Module, Test) ->
    case [Found || #{name := Given} = Found <- tests(Module), title(Given) =:= Test] of
        [Found] -> run_test(Module, Found);
        [] -> exit({no_such_test, Test})
    end.

%% --- the project ----------------------------------------------------------------------------------

project() ->
    case code:where_is_file("weft_elixir.project") of
        non_existing -> #{};
        Path -> {ok, Bytes} = file:read_file(Path), binary_to_term(Bytes)
    end.

%% Configuration and ExUnit, when this module is loaded: before the first step of a search, so that no interleaving has to.
prepare() ->
    Project = project(),
    Environment = maps:get(environment, Project, []),
    [application:load(Application) || {Application, _} <- Environment],
    application:set_env(Environment),
    {ok, _} = application:ensure_all_started(ex_unit),
    application:set_env(ex_unit, assert_receive_timeout, ?FOREVER),   % it gives up when nobody can act any more
    persistent_term:put(?MODULE, maps:merge(#{start => [], helpers => [], mix => []}, maps:with([start, helpers, mix], Project))).

%% Tests run within mix, so that tasks of the project can be tested.
start_mix([]) ->
    ok;
start_mix(Servers) ->
    {ok, _} = application:ensure_all_started(mix),
    [sys:replace_state(Name, fun(_) -> State end) || {Name, State, _} <- Servers],
    [ets:insert(Name, Rows) || {Name, _, [_ | _] = Rows} <- Servers].

%% What test_helper.exs started is linked to a process that stays.
run_helper(Module) ->
    Parent = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> Module:run(), Parent ! {ready, self()}, receive after infinity -> ok end end),
    receive
        {ready, Pid} -> demonitor(Monitor, [flush]);
        {'DOWN', Monitor, process, Pid, Reason} -> weft_boot:failed("a test_helper.exs that fails there", Reason)
    end.

%% --- the tests of a module ------------------------------------------------------------------------

tests(Module) -> maps:get(tests, Module:'__ex_unit__'()).

tags(Test) -> maps:get(tags, Test).

%% Their functions are named "test DESCRIBE NAME".
title(Function) ->
    case atom_to_list(Function) of
        "test " ++ Title -> Title;
        Title -> Title
    end.

line(Line, #{name := Function} = Test) ->
    [weft_listing:clean(title(Function)), $\t, $\t, integer_to_list(Line), $\t, weft_listing:clean(skipped(Test)), $\n].

%% Why a test is left out: its tag says so, or the configuration of the project.
skipped(#{name := Function, module := Module} = Test) ->
    {Include, Exclude} = {setting(include), setting(exclude)},
    Tags = (tags(Test))#{test => Function, module => Module},
    case 'Elixir.ExUnit.Filters':eval(Include, Exclude, Tags, []) of
        ok -> "";
        {_, Reason} -> Reason
    end.

exclude(Tags) -> application:set_env(ex_unit, exclude, 'Elixir.ExUnit.Filters':parse(Tags) ++ setting(exclude)).

setting(Key) ->
    {ok, Value} = application:get_env(ex_unit, Key),
    Value.

%% --- running --------------------------------------------------------------------------------------

run_test(Module, Test) ->
    ?CALLBACKS:register(self()),
    Context = Module:'__ex_unit__'(setup_all, module_context(Module)),
    {Started, Result} = in_process(fun() -> test_body(Module, Test, Context) end),
    {Pid, _} = Started,
    case has_callbacks(Pid) orelse has_callbacks(self()) of
        true ->
            stop(Started),
            First = first_failure(Result, ?CALLBACKS:run(Pid, ?FOREVER)),
            tell(first_failure(First, ?CALLBACKS:run(self(), ?FOREVER)));
        false ->
            tell(Result)
    end.

%% {Pid, Supervisor, Callbacks}. How the test's supervisor ends fails nothing.
has_callbacks(Pid) ->
    [Row] = ets:lookup(?CALLBACKS, Pid),
    lists:any(fun(Part) -> is_list(Part) andalso Part =/= [] end, tuple_to_list(Row)).

module_context(Module) ->
    Struct = Module:'__ex_unit__'(),
    maps:merge(#{module => Module, 'case' => Module}, maps:get(tags, Struct, #{})).

test_body(Module, #{name := Function} = Test, ModuleContext) ->
    ?CALLBACKS:register(self()),
    rand:seed(exsss, {erlang:phash2(Module), erlang:phash2(Function), 0}),
    Own = (tags(Test))#{test => Function, module => Module, test_pid => self()},
    Context = Module:'__ex_unit__'(setup, with_folder(maps:merge(ModuleContext, Own))),
    Module:Function(Context).

%% The tag tmp_dir asks for a folder of the test's own.
with_folder(#{tmp_dir := Wanted, module := Module, test := Function} = Context) when Wanted =/= false, Wanted =/= nil ->
    {ok, Here} = file:get_cwd(),
    Parts = ["tmp", plain(atom_to_list(Module)), plain(atom_to_list(Function)) | [Wanted || is_binary(Wanted)]],
    Folder = unicode:characters_to_binary(filename:join([Here | Parts])),
    ok = filelib:ensure_dir(filename:join(Folder, "file")),
    Context#{tmp_dir => Folder};
with_folder(Context) ->
    Context.

plain(Text) ->
    [case lists:member(Character, " /\\:*?\"<>|") of
         true -> $-;
         false -> Character
     end || Character <- Text].

%% --- the test's process ---------------------------------------------------------------------------

%% {{Pid, Monitor}, Result}, when the body has come to its end. The process stays, as long as this one does or until it is stopped.
in_process(Body) ->
    Parent = self(),
    {Pid, Monitor} = Started = spawn_monitor(fun() -> Parent ! {result, self(), try_body(Body)}, stay(Parent) end),
    receive
        {result, Pid, Result} -> {Started, Result};
        {'DOWN', Monitor, process, Pid, Reason} -> {{Pid, none}, {ended, Reason}}
    end.

%% How it fails is told as a function that fails the same way.
try_body(Body) ->
    try
        Body(),
        ok
    catch
        Class:Reason:Trace -> {failed, fun() -> erlang:raise(Class, without_limit(Reason), without_us(Trace)) end}
    end.

without_limit(#{'__struct__' := 'Elixir.ExUnit.AssertionError', message := Message} = Assertion) when is_binary(Message) ->
    case binary:split(Message, <<" after ", (integer_to_binary(?FOREVER))/binary, "ms">>) of
        [Before, Behind] -> Assertion#{message := <<Before/binary, ", however long it waits", Behind/binary>>};
        [_] -> Assertion
    end;
without_limit(Reason) ->
    Reason.

stay(Parent) ->
    Monitor = monitor(process, Parent),
    receive
        {stop, Parent} -> ok;
        {'DOWN', Monitor, process, Parent, _} -> ok
    end,
    exit(shutdown).

stop({_, none}) ->
    ok;
stop({Pid, Monitor}) ->
    Pid ! {stop, self()},
    receive
        {'DOWN', Monitor, process, Pid, _} -> ok
    end.

%% Nor is it of interest where ExUnit raises what an assertion has found.
without_us([{'Elixir.ExUnit.Assertions', _, _, _} | Trace]) -> without_us(Trace);
without_us(Trace) -> [Frame || Frame <- Trace, element(1, Frame) =/= ?MODULE].

%% The test's own failure comes before those of its callbacks.
first_failure(ok, Callbacks) -> Callbacks;
first_failure(Failure, _) -> Failure.

tell(ok) ->
    ok;
tell({ended, Reason}) ->   % by a signal: this process ends for the same reason, and by the same fault
    process_flag(trap_exit, true),
    exit(Reason);
tell({failed, Failure}) ->
    Failure();
tell({Class, Reason, Trace}) when Class =:= error; Class =:= exit; Class =:= throw ->
    erlang:raise(Class, Reason, without_us(Trace));
tell({_, Reason, Trace}) ->   % a callback's process ended
    erlang:raise(exit, Reason, Trace).
