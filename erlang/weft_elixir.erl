%% Runs on the user's own Elixir, not on weft: compiles a project's tests and writes down what they need.
%%
%% Test files define modules that exist in memory only, and so do libraries that make modules while the tests are loaded. All of
%% them pass through code:load_binary/3, where a trace takes them. Beside them goes a file with the configuration
%% of all applications and the names of those that the tests find running.
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
    Before = running(),
    Collector = spawn(?MODULE, collect, [self(), Folder]),
    trace(Collector),
    lists:foreach(fun load_helper/1, Helpers),
    load_tests([unicode:characters_to_binary(File) || File <- Files]),
    untrace(Collector),
    write_paths(Folder),
    write_project(Folder, own_applications() ++ (running() -- Before)).

load_helper(File) -> 'Elixir.Code':require_file(unicode:characters_to_binary(File)).

load_tests([]) -> ok;
load_tests(Files) ->
    case 'Elixir.Kernel.ParallelCompiler':require(Files, []) of
        {ok, _, _} -> ok;
        {error, _, _} -> erlang:halt(1)
    end.

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

own_applications() ->
    case erlang:function_exported('Elixir.Mix.Project', get, 0) andalso 'Elixir.Mix.Project':get() of
        Project when Project =:= false; Project =:= nil -> [];
        _ -> [Name || Name <- mix_applications(), lists:member(Name, running())]
    end.

%% An umbrella has several.
mix_applications() ->
    case 'Elixir.Mix.Project':apps_paths() of
        nil -> ['Elixir.Keyword':get('Elixir.Mix.Project':config(), app)];
        Paths -> lists:sort(maps:keys(Paths))
    end.

write_project(Folder, Applications) ->
    Loaded = [Name || {Name, _, _} <- application:loaded_applications(), not is_tool(Name)],
    Environment = [{Name, Settings} || Name <- lists:sort(Loaded), Settings <- [settings(Name)], Settings =/= []],
    Project = #{environment => Environment, start => Applications},
    ok = file:write_file(filename:join(Folder, "weft_elixir.project"), term_to_binary(Project)).

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
