%% Tries to read what is not in its project.
-module(reader).
-export([file/1, load/1, open/1, folder/1, list/1]).

file([Name]) -> file:read_file(Name).

load([Name]) -> {code:load_abs(Name), code:add_patha(filename:dirname(Name)), code:which(list_to_atom(filename:basename(Name)))}.

open([Name]) ->
    case file:open(Name, [read]) of
        {ok, Device} -> file:read(Device, 100);
        Error -> Error
    end.

folder([Name]) -> {file:set_cwd(Name), file:list_dir("."), file:read_file("secret")}.

list([Name]) -> {file:list_dir(Name), filelib:wildcard(Name ++ "/*")}.
