%% The process `init`: boots a node as far as a program can tell, then waits for the order to stop.
%%
%% What is booted are OTP's own logger, application controller, kernel and stdlib, by the commands in the boot
%% script of the release. The machine starts this before a module is called that needs a booted node, and runs it to
%% the end first. Parts of the kernel that few programs use are started when somebody needs them.
-module(weft_boot).
-export([need/1, part/1, failed/2, begin_test/0, skip/2]).

%% Ends the run; in C.
failed(_What, _Why) -> erlang:nif_error(undef).

%% From here on a search looks for interleavings; in C.
begin_test() -> erlang:nif_error(undef).

%% The test is not to be run: as somebody wants it (skipped), or because what comes before it fails (auto_skipped); in C.
skip(_Why, _How) -> erlang:nif_error(undef).

%% A module is about to be called for the first time, or something is to be logged. The on_load functions of programs can
%% do without a node.
need({on_load, Module}) when Module =/= weft_exunit ->
    on_load(Module);
need(Module) ->
    try
        boot(whereis(init)),
        part_of(Module)
    catch
        _:Reason:Trace -> failed("this OTP does not boot", {Module, Reason, Trace})
    end,
    [loop(whereis(application_controller)) || whereis(init) =:= self()].

boot(undefined) ->
    register(init, self()),
    process_flag(trap_exit, true),
    lists:foreach(fun command/1, script()),
    spawn(fun serve_code/0);
boot(_) ->
    ok.

%% Whoever asks the code server by a message gets the answer that the functions of the module code give.
serve_code() ->
    register(code_server, self()),
    code_requests().

code_requests() ->
    receive
        {code_call, From, Request} ->
            [Function | Arguments] = case Request of _ when is_tuple(Request) -> tuple_to_list(Request); _ -> [Request] end,
            From ! {code_server, apply(code, Function, Arguments)},
            code_requests();
        _ ->
            code_requests()
    end.

%% A module that asks for a library of the host does without: calls of functions from there stop the run.
on_load(Module) ->
    case catch Module:'$on_load'() of
        ok -> ok;
        Other -> asks_for_library(Module) orelse failed("an on_load function that does not return ok", {Module, Other})
    end.

asks_for_library(Module) ->
    case code:get_object_code(Module) of
        {Module, Bytes, _File} ->
            {ok, {_, [{imports, Imports}]}} = beam_lib:chunks(Bytes, [imports]),
            lists:member({erlang, load_nif, 2}, Imports);
        error ->
            false
    end.

%% Makes sure that a part of the kernel is there; called by whoever needs it.
part(Name) ->
    case whereis(Name) of
        undefined -> start_part(weft_kernel:part(Name));
        Pid -> {ok, Pid}
    end.

start_application(Name) -> {ok, _} = application:ensure_all_started(Name).

start_part(Spec) ->
    case supervisor:start_child(kernel_sup, Spec) of
        {error, {already_started, Pid}} -> {ok, Pid};
        Result -> Result
    end.

part_of(global) -> part(global_name_server);
part_of(rpc) -> part(rex);
part_of(erl_signal_handler) -> part(erl_signal_server);
part_of(inet_db) -> part(inet_db);
part_of(elixir_config) -> start_application(elixir);
part_of('Elixir.Logger') -> start_application(logger);
part_of({on_load, Module}) -> on_load(Module);
part_of({registered_name, Name}) -> whereis(Name) =/= undefined orelse named(Name);
part_of(Event) when is_tuple(Event) -> logger ! Event;
part_of(_) -> ok.

named(net_kernel) ->
    spawn(weft_net, start, []);
named(Name) when Name =:= rex; Name =:= global_name_server; Name =:= erl_signal_server; Name =:= inet_db; Name =:= logger_sup ->
    part(Name);
named(file_server_2) ->
    spawn(fun() -> register(file_server_2, self()), serve_files() end);
named(Name) ->
    spawn(fun() -> register(Name, self()), stand_in(Name) end).

%% Who asks it directly, as a copy of the module file does, gets what the functions of that module give.
serve_files() ->
    receive
        {'$gen_call', {Pid, _} = From, Request} ->
            [Command | Arguments] = case Request of _ when is_tuple(Request) -> tuple_to_list(Request); _ -> [Request] end,
            gen_server:reply(From, try weft_file:serve(Pid, Command, Arguments) catch error:undef -> {error, enotsup} end);
        _ ->
            ignored
    end,
    serve_files().

%% There is such a process on every node, and nothing that it would do here.
stand_in(Name) ->
    receive
        {'EXIT', _, _} -> stand_in(Name);
        Message -> failed("a message to " ++ atom_to_list(Name) ++ ", of which only the name is there", Message)
    end.

%% --- the boot script ------------------------------------------------------------------------------

script() ->
    {ok, [[Root]]} = init:get_argument(root),
    case prim_file:read_file(Root ++ "/bin/start.boot") of
        {ok, Bytes} ->
            {script, _Name, Commands} = binary_to_term(Bytes),
            Commands;
        {error, _} ->
            commands()
    end.

%% The same for a tree of libraries without a script.
commands() ->
    [{kernelProcess, logger, {logger_server, start_link, []}},
     {kernelProcess, application_controller, {application_controller, start, [specification("kernel.app")]}},
     {apply, {application, load, [specification("stdlib.app")]}},
     {apply, {application, start_boot, [kernel, permanent]}},
     {apply, {application, start_boot, [stdlib, permanent]}}].

specification(File) ->
    {ok, [Specification]} = file:consult(code:where_is_file(File)),
    Specification.

command({kernelProcess, logger, {M, F, As}}) ->
    {ok, _} = apply(M, F, As);
command({kernelProcess, application_controller, {M, F, [Kernel]}}) ->
    {ok, _} = M:F(weft_kernel:settings(Kernel));
command({apply, {application, F, As}}) ->
    ok = apply(application, F, As);
command(_) ->
    ok.

%% --- afterwards -----------------------------------------------------------------------------------

%% Whoever has no other group leader prints through this process. A node does not survive its application controller, which
%% ends with a permanent application.
loop(Controller) ->
    receive
        {io_request, _, _, _} = Request ->
            user ! Request,
            loop(Controller);
        {stop, {stop, Status}} ->
            Controller ! {'EXIT', self(), shutdown},
            receive
                {'EXIT', Controller, _} -> erlang:halt(Status)
            end;
        {'EXIT', Controller, Reason} ->
            Text = io_lib:format("Kernel pid terminated (application_controller) (~tp)~n", [Reason]),
            weft_io:write(standard_error, unicode:characters_to_binary(Text)),
            erlang:halt(1);
        {From, {get_argument, _} = Request} when is_pid(From) ->
            From ! {init, init:request(Request)},
            loop(Controller);
        {From, Request} when is_pid(From), (Request =:= get_arguments orelse Request =:= get_plain_arguments orelse Request =:= get_status orelse
                                            Request =:= script_id) ->
            From ! {init, init:request(Request)},
            loop(Controller);
        _ ->
            loop(Controller)
    end.
