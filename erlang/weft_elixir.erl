%% Runs on the user's own Elixir, not on weft: compiles a project's tests and writes down what they need.
%%
%% Test files define modules that exist in memory only, and so do libraries that make modules while the tests are loaded. All of
%% them pass through code:load_binary/3, where a trace takes them. Beside them goes a file with the configuration
%% of all applications and the names of those that the tests find running, and of modules that start what test_helper.exs
%% starts beside them.
-module(weft_elixir).
-export([main/1, collect/2]).

%% [Folder to write to, helper files ..., "", test files ...], as Elixir has them: binaries.
main(Arguments) ->
    [Folder | Files] = [unicode:characters_to_list(Argument) || Argument <- Arguments],
    {Helpers, ["" | Tests]} = lists:splitwith(fun(File) -> File =/= "" end, Files),
    main(Folder, Helpers, Tests).

main(Folder, Helpers, Files) ->
    {ok, _} = application:ensure_all_started(ex_unit),
    application:set_env(ex_unit, autorun, false),
    start_project(),
    Before = running(),
    Collector = spawn(?MODULE, collect, [self(), Folder]),
    trace(Collector),
    Loaded = [load_helper(File) || File <- Helpers],
    load_tests([unicode:characters_to_binary(File) || File <- Files]),
    untrace(Collector),
    write_paths(Folder),
    write_project(Folder, own_applications() ++ (running() -- Before), write_helpers(Folder, Loaded)).

load_tests([]) -> ok;
load_tests(Files) ->
    case 'Elixir.Kernel.ParallelCompiler':require(Files, []) of
        {ok, _, _} -> ok;
        {error, _, _} -> erlang:halt(1)
    end.

%% --- helpers --------------------------------------------------------------------------------------
%%
%% A helper is evaluated expression by expression. Those that leave processes behind which belong to no application, or nodes that
%% were not there before, become a function, together with what they need: the tests rely on these, and weft has to start them, too.

%% {File, [{Expression, Pids, Nodes}]}
load_helper(File) ->
    Path = 'Elixir.Path':expand(unicode:characters_to_binary(File)),
    {ok, Text} = file:read_file(Path),
    {module, _} = code:ensure_loaded('Elixir.Code'),
    case erlang:function_exported('Elixir.Code', env_for_eval, 1) of
        true ->
            Quoted = 'Elixir.Code':'string_to_quoted!'(Text, [{file, Path}]),
            Done = evaluate(expressions(Quoted), [], 'Elixir.Code':env_for_eval([{file, Path}])),
            elixir_code_server:cast({required, Path}),   % a test may require it, too
            {Path, Done};
        false ->   % before 1.14
            'Elixir.Code':require_file(Path),
            {Path, []}
    end.

expressions({'__block__', _, Expressions}) -> Expressions;
expressions(Expression) -> [Expression].

evaluate([], _, _) ->
    [];
evaluate([Expression | Expressions], Binding, Env) ->
    Before = processes(),
    Nodes = nodes(),
    {_, NextBinding, NextEnv} = 'Elixir.Code':eval_quoted_with_env(Expression, Binding, Env),
    [{Expression, processes() -- Before, nodes() -- Nodes} | evaluate(Expressions, NextBinding, NextEnv)].

%% The names of the modules, each with a function run/0.
write_helpers(Folder, Loaded) ->
    [write_helper(Folder, "weft_helper_" ++ integer_to_list(N), Path, Expressions)
     || {N, {Path, Done}} <- lists:zip(lists:seq(1, length(Loaded)), Loaded), Expressions <- [to_repeat(lists:reverse(Done), [], [])],
        Expressions =/= []].

write_helper(Folder, Name, Path, Expressions) ->
    Module = list_to_atom(Name),
    Function = {def, [], [{run, [], []}, [{do, {'__block__', [], Expressions}}]]},
    [{Module, Bytes}] = 'Elixir.Code':compile_quoted({defmodule, [], [Module, [{do, Function}]]}, Path),
    write_module(Folder, Name, Bytes),
    Module.

%% From the last one to the first: whoever leaves processes, gives a value to a variable that is needed later, or says what names mean.
to_repeat([], _, Repeated) ->
    case lists:any(fun is_directive/1, Repeated) andalso lists:all(fun is_directive/1, Repeated) of
        true -> [];
        false -> Repeated
    end;
to_repeat([{Expression, Pids, Nodes} | Earlier], Needed, Repeated) ->
    case lists:any(fun stays/1, Pids) orelse Nodes =/= [] orelse is_directive(Expression) orelse binds(Expression, Needed) of
        true -> to_repeat(Earlier, variables(Expression) ++ Needed, [Expression | Repeated]);
        false -> to_repeat(Earlier, Needed, Repeated)
    end.

is_directive({Name, _, [_ | _]}) -> lists:member(Name, [alias, import, require]);
is_directive(_) -> false.

binds({'=', _, [Left, _]}, Needed) -> lists:any(fun(Name) -> lists:member(Name, Needed) end, variables(Left));
binds(_, _) -> false.

variables({Name, _, Context}) when is_atom(Name), is_atom(Context) -> [Name];
variables(Term) when is_tuple(Term) -> variables(tuple_to_list(Term));
variables([Head | Tail]) -> variables(Head) ++ variables(Tail);
variables(_) -> [].

%% Servers of the kernel that somebody asked for, such as that of a distributed node, are no part of the tests.
stays(Pid) -> is_process_alive(Pid) andalso application:get_application(Pid) =:= undefined andalso not is_of_kernel(Pid).

is_of_kernel(Pid) ->
    {Module, _, _} = proc_lib:translate_initial_call(Pid),
    Path = code:which(Module),
    is_list(Path) andalso lists:prefix(code:lib_dir(kernel), Path).

%% --- modules --------------------------------------------------------------------------------------

trace(Collector) ->
    erlang:trace_pattern({code, load_binary, 3}, true, [global]),
    erlang:trace(all, true, [call, {tracer, Collector}]).

%% All that was traced has been written when this returns.
untrace(Collector) ->
    erlang:trace(all, false, [call]),
    Delivered = erlang:trace_delivered(all),
    receive
        {trace_delivered, all, Delivered} -> ok
    end,
    Collector ! stop,
    receive
        {Collector, stopped} -> ok
    end.

collect(Parent, Folder) ->
    receive
        {trace, _, call, {code, load_binary, [Module, _, Bytes]}} ->
            write_module(Folder, atom_to_list(Module), Bytes),
            collect(Parent, Folder);
        stop ->
            Parent ! {self(), stopped}
    end.

write_module(_, "elixir_compiler_" ++ _, _) -> ok;   % thrown away as soon as it has run
write_module(Folder, Name, Bytes) -> ok = file:write_file(filename:join(Folder, Name ++ ".beam"), Bytes).

%% Where the tests found their modules, but for Erlang and Elixir themselves.
write_paths(Folder) ->
    Elixir = filename:dirname(code:lib_dir(elixir)),
    Paths = [Path || Path <- code:get_path(), Path =/= ".", Path =/= Folder,
                     not lists:prefix(code:root_dir(), Path), not lists:prefix(Elixir, Path)],
    Lines = [[filename:absname(Path), $\n] || Path <- Paths],
    ok = file:write_file(filename:join(Folder, "weft_elixir.paths"), unicode:characters_to_binary(Lines)).

%% --- applications ---------------------------------------------------------------------------------

running() -> [Name || {Name, _, _} <- lists:reverse(application:which_applications())].

%% As mix test would: a project whose tests start what they need has an alias that says so.
start_project() ->
    case is_project() andalso not starts_nothing('Elixir.Mix.Project':config()) of
        true -> 'Elixir.Mix.Task':run(<<"app.start">>, []);
        false -> ok
    end.

is_project() ->
    erlang:function_exported('Elixir.Mix.Project', get, 0) andalso 'Elixir.Mix.Project':get() =/= nil.

starts_nothing(Config) ->
    Alias = proplists:get_value(test, proplists:get_value(aliases, Config, []), []),
    lists:any(fun is_test_alone/1, if is_list(Alias) -> Alias; true -> [Alias] end).

is_test_alone(Command) when is_binary(Command) ->
    case string:lexemes(unicode:characters_to_list(Command), " ") of
        ["test" | Options] -> lists:member("--no-start", Options);
        _ -> false
    end;
is_test_alone(_) ->
    false.

own_applications() ->
    case is_project() of
        true -> [Name || Name <- mix_applications(), lists:member(Name, running())];
        false -> []
    end.

%% An umbrella has several.
mix_applications() ->
    case 'Elixir.Mix.Project':apps_paths() of
        nil -> ['Elixir.Keyword':get('Elixir.Mix.Project':config(), app)];
        Paths -> lists:sort(maps:keys(Paths))
    end.

write_project(Folder, Applications, Helpers) ->
    Loaded = [Name || {Name, _, _} <- application:loaded_applications(), not is_tool(Name)],
    Environment = [{Name, Settings} || Name <- lists:sort(Loaded), Settings <- [settings(Name)], Settings =/= []],
    Project = #{environment => Environment, start => Applications, helpers => Helpers, mix => mix()},
    ok = file:write_file(filename:join(Folder, "weft_elixir.project"), term_to_binary(Project)).

%% What mix knows, for tests of tasks: of each of its servers the state, and the rows of its table. Aliases that are funs of
%% mix.exs are left out.
mix() ->
    case is_project() of
        true -> [{Name, part(sys:get_state(Name)), part(rows(Name))} || Name <- ['Elixir.Mix.State', 'Elixir.Mix.ProjectStack']];
        false -> []
    end.

rows(Name) ->
    case ets:whereis(Name) of
        undefined -> [];
        Table -> ets:tab2list(Table)
    end.

part(Term) when is_map(Term) -> maps:from_list(part(maps:to_list(Term)));
part(Term) when is_tuple(Term) -> list_to_tuple(part(tuple_to_list(Term)));
part([_ | _] = Term) ->
    case is_portable(Term) of
        true -> Term;
        false -> [part(Element) || Element <- Term, keeps_part(Element)]
    end;
part(Term) -> Term.

keeps_part({_, Value}) -> keeps_part(Value);
keeps_part(Term) -> is_list(Term) orelse is_tuple(Term) orelse is_map(Term) orelse is_portable(Term).

%% Those that are not as the application's own file has them, and make sense on another machine.
settings(Application) ->
    [Setting || {_, Value} = Setting <- lists:sort(application:get_all_env(Application)), is_portable(Value)]
        -- defaults(Application).

defaults(Application) ->
    case code:where_is_file(atom_to_list(Application) ++ ".app") of
        non_existing -> [];
        Path -> {ok, [{application, _, Keys}]} = file:consult(Path), proplists:get_value(env, Keys, [])
    end.

is_tool(Name) -> lists:member(Name, [kernel, stdlib, compiler, mix, iex, hex, elixir]).

is_portable(Value) when is_pid(Value); is_port(Value); is_reference(Value) -> false;
is_portable(Value) when is_function(Value) -> erlang:fun_info(Value, type) =:= {type, external};
is_portable([Head | Tail]) -> is_portable(Head) andalso is_portable(Tail);
is_portable(Value) when is_tuple(Value) -> is_portable(tuple_to_list(Value));
is_portable(Value) when is_map(Value) -> is_portable(maps:to_list(Value));
is_portable(_) -> true.
