-module(node_checks).
-export([named/0, by_number/0, told/0, asked/0, copied/0]).

%% Processes that every node has are there for who names them.
named() ->
    [true = is_pid(whereis(Name)) || Name <- [application_controller, code_server, erl_prim_loader, erl_signal_server, erts_code_purger,
                                              file_server_2, global_group, global_name_server, inet_db, init, kernel_refc, kernel_safe_sup,
                                              kernel_sup, logger, logger_sup, rex, standard_error_sup]].

by_number() ->
    true = is_process_alive(list_to_pid("<0.0.0>")),
    "<0.0.0>" = pid_to_list(whereis(list_to_atom("in" ++ "it"))).

%% What init does not understand it throws away.
told() -> init ! hello, receive M -> M after 10 -> ok end.

%% Of these there is the name only.
asked() -> rex ! hello, erl_prim_loader ! {self(), get_path}, receive M -> M after 10 -> ok end.

%% A copy of the module file under another name asks the file server itself.
copied() ->
    {ok, {_, [{abstract_code, {_, Forms}}]}} = beam_lib:chunks(code:which(file), [abstract_code]),
    Renamed = [case F of {attribute, L, module, file} -> {attribute, L, module, copy_of_file}; _ -> F end || F <- Forms],
    {ok, Module, Bytes} = compile:forms(Renamed),
    {module, Module} = code:load_binary(Module, "copy_of_file.beam", Bytes),
    true = file:get_cwd() =:= Module:get_cwd(),
    {error, enoent} = Module:read_file_info("/there/is/no/such/file"),
    ok = Module:write_file("note", "hello"),
    {ok, Io} = Module:open("note", [read]),
    {ok, "hello"} = Module:read(Io, 10),
    ok = Module:close(Io).
