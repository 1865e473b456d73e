%% Stands in for the file server and the loader's process: whoever asks does the work itself.
%%
%% So two processes that use different files have nothing to do with each other.
-module(weft_file).
-export([call/2, serve/3, request/1, get_loader_config/0]).

%% Instead of file:call/2, which would ask file_server_2. Most commands are functions of prim_file.
call(Command, Arguments) -> serve(self(), Command, Arguments).

%% The same for another process, which will own what is opened.
serve(Owner, open, [Name, Modes]) when is_list(Modes) ->
    open(Owner, Name, Modes);
serve(_Owner, open, _) ->
    {error, einval};
serve(_Owner, copy, [From, FromModes, To, ToModes, Length]) ->
    copy(From, FromModes, To, ToModes, Length);
serve(_Owner, Command, Arguments) ->
    apply(prim_file, Command, Arguments).

%% The process that serves the file would exit with the reason of a failure; so it is only started for
%% a file that can be opened.
open(Owner, Name, Modes) ->
    case can_open(Name, Modes) of
        ok -> file_io_server:start(Owner, Name, Modes);
        Error -> Error
    end.

can_open(Name, Modes) ->
    case lists:member(exclusive, Modes) of
        true ->
            case prim_file:read_link_info(Name) of
                {ok, _} -> {error, eexist};
                {error, enoent} -> ok;
                Error -> Error
            end;
        false ->
            case prim_file:open(Name, Modes) of
                {ok, File} -> prim_file:close(File);
                Error -> Error
            end
    end.

copy(From, FromModes, To, ToModes, Length) ->
    with_file(From, [read, binary | FromModes], fun(Source) ->
        with_file(To, [write, binary | ToModes], fun(Target) ->
            prim_file:copy(Source, Target, Length)
        end)
    end).

with_file(Name, Modes, Do) ->
    case prim_file:open(Name, Modes) of
        {ok, File} ->
            Result = Do(File),
            prim_file:close(File),
            Result;
        Error ->
            Error
    end.

%% Instead of erl_prim_loader:get_loader_config/0: files are read by the process that asks, without an archive.
get_loader_config() -> {efile, undefined}.

%% Instead of erl_prim_loader:request/1.
request({get_path, _}) ->
    {ok, [D || A <- [kernel, stdlib], D <- [code:lib_dir(A, ebin)], is_list(D)]};
request({set_path, _}) ->
    ok;
request({get_file, File}) ->
    get_file(File, [[] | code:get_path()]);
request({get_cwd, []}) ->
    prim_file:get_cwd();
request({get_cwd, [Drive]}) ->
    prim_file:get_cwd(Drive);
request({get_modules, {Modules, Fun}}) ->
    {ok, get_modules(Modules, Fun, [], [])};
request({get_modules, {Modules, Fun, _Path}}) ->
    {ok, get_modules(Modules, Fun, [], [])};
request({Command, Name}) when
    Command =:= list_dir; Command =:= read_file_info; Command =:= read_link_info
->
    prim_file:Command(Name);
request(purge_archive_cache) ->
    ok;
request(_) ->
    {error, enotsup}.

get_file(File, [Directory | Rest]) ->
    Name = filename:join([D || D <- [Directory], D =/= []] ++ [File]),
    case prim_file:read_file(Name) of
        {ok, Bytes} -> {ok, Bytes, Name};
        {error, _} -> get_file(File, Rest)
    end;
get_file(_File, []) ->
    {error, enoent}.

get_modules([M | Ms], Fun, Good, Bad) ->
    case code:get_object_code(M) of
        {M, Bytes, File} ->
            case Fun(M, File, Bytes) of
                {ok, Result} -> get_modules(Ms, Fun, [{M, Result} | Good], Bad);
                {error, Reason} -> get_modules(Ms, Fun, Good, [{M, Reason} | Bad])
            end;
        error ->
            get_modules(Ms, Fun, Good, [{M, enoent} | Bad])
    end;
get_modules([], _Fun, Good, Bad) ->
    {Good, Bad}.
