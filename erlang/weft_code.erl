%% Stands in for the code server: answers what code.erl asks it, as far as that is not in C already.
%%
%% The path is part of the machine's state (set_path/1,2); everything else follows from it.
-module(weft_code).
-export([call/1, uncompress/1, set_path/1, set_path/2, is_sticky/1, set_sticky/2]).

%% In C.
set_path(_Path) -> erlang:nif_error(undef).
set_path(_Old, _Path) -> erlang:nif_error(undef).   % false if it is not the old one any more
is_sticky(_Module) -> erlang:nif_error(undef).
set_sticky(_Module, _Sticky) -> erlang:nif_error(undef).

%% Instead of code_server:call/1. Releases after 25 add an argument about caching here and there.
call({dir, What}) -> directory(What);
call({add_path, Where, Dir}) -> add_path(Where, Dir);
call({add_path, Where, Dir, _Cache}) -> add_path(Where, Dir);
call({add_paths, Where, Dirs}) -> add_paths(Where, Dirs);
call({add_paths, Where, Dirs, _Cache}) -> add_paths(Where, Dirs);
call({del_path, Name}) -> del_path(Name);
call({del_paths, Names}) -> lists:foreach(fun del_path/1, Names);
call({replace_path, Name, Dir}) -> replace_path(Name, Dir);
call({replace_path, Name, Dir, _Cache}) -> replace_path(Name, Dir);
call({set_path, Path}) -> new_path(Path);
call({set_path, Path, _Cache}) -> new_path(Path);
call(get_path) -> code:get_path();
call(get_mode) -> code:get_mode();
call(all_loaded) -> code:all_loaded();
call({is_loaded, Module}) -> code:is_loaded(Module);
call({ensure_loaded, Module}) -> code:ensure_loaded(Module);
call({load_file, Module}) -> code:load_file(Module);
call({load_abs, File, Module}) -> code:load_abs(File, Module);
call({load_binary, Module, File, Bytes}) -> code:load_binary(Module, File, Bytes);
call({get_object_code, Module}) -> code:get_object_code(Module);
call({delete, Module}) -> code:delete(Module);
call({purge, Module}) -> code:purge(Module);
call({soft_purge, Module}) -> code:soft_purge(Module);
call({is_sticky, Module}) -> is_sticky(Module);
call({stick_mod, Module}) -> set_sticky(Module, true);
call({unstick_mod, Module}) -> set_sticky(Module, false);
call({stick_dir, Dir}) -> stick_dir(Dir, true);
call({unstick_dir, Dir}) -> stick_dir(Dir, false);
call({finish_loading, Prepared, EnsureLoaded}) -> finish_loading(Prepared, EnsureLoaded);
call({load_module, Prepared, Module, File, _Purge, EnsureLoaded}) ->
    case finish_loading([{Module, {Prepared, File}}], EnsureLoaded) of
        ok -> {module, Module};
        {error, [{Module, Reason}]} -> {error, Reason}
    end;
call({where_is_file, File}) -> where_is_file(File, code:get_path());
call(clear_cache) -> ok;
call(Request) -> erlang:nif_error({code_server, Request}).

%% Instead of beam_lib:uncompress/1, which old releases do with a port.
uncompress(Bytes) ->
    case iolist_to_binary(Bytes) of
        <<31, 139, _/binary>> = Packed -> zlib:gunzip(Packed);
        Plain -> Plain
    end.

%% --- the path -----------------------------------------------------------------------------------

add_path(Where, Dir) ->
    case check(Dir) of
        {ok, Good} -> change_path(fun(Path) -> add(Where, Good, Path) end);
        Error -> Error
    end.

%% The code server does one thing after the other: what somebody else changes in between is not lost.
change_path(Change) ->
    Path = code:get_path(),
    case Change(Path) of
        false -> false;
        New -> set_path(Path, New) orelse change_path(Change)
    end.

add(first, Dir, Path) -> [Dir | lists:delete(Dir, Path)];
add(last, Dir, Path) ->
    case lists:member(Dir, Path) of
        true -> Path;
        false -> Path ++ [Dir]
    end.

add_paths(Where, Dirs) ->
    lists:foreach(fun(Dir) -> add_path(Where, Dir) end, Dirs).

new_path(Dirs) ->
    Checked = [check(Dir) || Dir <- Dirs],
    case [Dir || {ok, Dir} <- Checked] of
        Path when length(Path) =:= length(Checked) -> set_path(Path);
        _ -> {error, bad_directory}
    end.

del_path(Name0) ->
    Name = filename:join([text(Name0)]),
    change_path(fun(Path) -> delete(Name, Path) end).

delete(Name, Path) ->
    case lists:splitwith(fun(Dir) -> Dir =/= Name andalso name(Dir) =/= Name end, Path) of
        {_, []} -> false;
        {Before, [_ | After]} -> Before ++ After
    end.

replace_path(Name0, Dir) ->
    Name = text(Name0),
    case check(text(Dir)) of
        {ok, Good} ->
            case name(Good) of
                Name -> change_path(fun(Path) -> replace(Name, Good, Path) end);
                _ -> {error, bad_name}
            end;
        Error ->
            case name(text(Dir)) of
                Name -> Error;
                _ -> {error, bad_name}
            end
    end.

replace(Name, New, [Dir | Path]) ->
    case name(Dir) of
        Name -> [New | Path];
        _ -> [Dir | replace(Name, New, Path)]
    end;
replace(_Name, New, []) ->
    [New].

%% The directory's name without slashes at the end, if there is such a directory.
check(Dir) when is_atom(Dir) ->
    check(atom_to_list(Dir));
check(Dir) ->
    case is_list(Dir) andalso lists:all(fun is_integer/1, Dir) of
        true -> check_directory(filename:join([Dir]));
        false -> {error, bad_directory}
    end.

check_directory(Dir) ->
    case prim_file:read_file_info(Dir) of
        {ok, Info} when element(3, Info) =:= directory -> {ok, Dir};
        _ -> {error, bad_directory}
    end.

text(Name) when is_atom(Name) -> atom_to_list(Name);
text(Name) -> Name.

%% Of a directory its modules are what is said to be sticky, as they are now.
stick_dir(Dir, Sticky) ->
    case prim_file:list_dir(Dir) of
        {ok, Files} ->
            Modules = [filename:rootname(File) || File <- Files, filename:extension(File) =:= ".beam"],
            lists:foreach(fun(Module) -> set_sticky(list_to_atom(Module), Sticky) end, Modules);
        _ ->
            error
    end.

%% --- applications -------------------------------------------------------------------------------

directory(root_dir) -> code:root_dir();
directory(lib_dir) -> code:lib_dir();
directory(compiler_dir) -> directory({lib_dir, compiler});
directory({priv_dir, Name}) -> directory({lib_dir, Name, priv});
directory({lib_dir, Name, Sub}) ->
    case directory({lib_dir, Name}) of
        Dir when is_list(Dir) -> filename:join([Dir, atom_to_list(Sub)]);
        Error -> Error
    end;
directory({lib_dir, Name}) ->
    Wanted = text(Name),
    case [Dir || Dir <- code:get_path(), name(Dir) =:= Wanted] of
        [Dir | _] -> without_ebin(Dir);
        [] -> {error, bad_name}
    end.

%% "stdlib" of ".../stdlib-4.2/ebin" and of ".../stdlib-4.2".
name(Dir) ->
    case lists:reverse(filename:split(Dir)) of
        ["ebin", Name | _] -> before_hyphen(Name);
        [Name | _] when Name =:= "."; Name =:= "ebin" -> name_of_absolute(Dir);
        [Name | _] -> before_hyphen(Name);
        [] -> ""
    end.

name_of_absolute(Dir) ->
    {ok, Cwd} = prim_file:get_cwd(),
    case lists:reverse(filename:split(Cwd) ++ [D || D <- filename:split(Dir), D =/= "."]) of
        ["ebin", Name | _] -> before_hyphen(Name);
        [Name | _] -> before_hyphen(Name)
    end.

before_hyphen(Name) -> lists:takewhile(fun(C) -> C =/= $- end, Name).

without_ebin(Dir) ->
    case lists:reverse(filename:split(Dir)) of
        ["ebin"] -> {ok, Cwd} = prim_file:get_cwd(), Cwd;
        ["ebin" | Rest] -> filename:join(lists:reverse(Rest));
        _ -> Dir
    end.

where_is_file(_File, []) ->
    non_existing;
where_is_file(File, [Dir | Path]) ->
    Full = filename:append(Dir, File),
    case prim_file:read_file_info(Full) of
        {ok, _} -> Full;
        _ -> where_is_file(File, Path)
    end.

%% --- several modules at once ----------------------------------------------------------------------

%% What was prepared is {Module, Bytes} (erts_internal:prepare_loading/2).
finish_loading(Prepared, EnsureLoaded) ->
    Left = [P || {M, _} = P <- Prepared, not (EnsureLoaded andalso erlang:module_loaded(M))],
    case [{M, sticky_directory} || {M, _} <- Left, is_sticky(M)] of
        [] ->
            lists:foreach(fun({M, {{M, Bytes}, File}}) -> {module, M} = code:load_binary(M, File, Bytes) end, Left);
        Sticky ->
            {error, Sticky}
    end.
