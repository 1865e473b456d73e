%% Runs on the user's own erl, not on weft: compiles the Erlang sources of a project that nobody has built, as rebar3 would.
%%
%% The options are those of erl_opts in the nearest rebar.config, those of its profile test among them. What others need to be
%% compiled (parse transforms, behaviours) comes first. Of NAME.app.src a NAME.app is made, without which an application
%% cannot be started.
-module(weft_erlang).
-export([main/1]).

%% [Folder to write to, "test" or "", sources ...]
main([Folder, Test | Files]) ->
    code:add_patha(Folder),
    Ordered = in_order([{File, module_of(File), needs(File)} || File <- Files]),
    Done = [compile(File, Folder, Test) || File <- Ordered],
    [write_application(File, Sources, Folder) || {File, Sources} <- applications(Files)],
    halt(case lists:member(error, Done) of true -> missing(Files), 1; false -> 0 end).

%% Suites include a header of Common Test, which may be a package of its own.
missing(Files) ->
    Suites = [File || File <- Files, lists:suffix("_SUITE.erl", File)],
    [io:format("weft: ~ts is a suite of Common Test, which this OTP does not have (Debian's package is erlang-common-test)~n", [hd(Suites)])
     || Suites =/= [], code:lib_dir(common_test) =:= {error, bad_name}].

module_of(File) -> filename:basename(File, ".erl").

compile(File, Folder, Test) ->
    Own = {parse_transform, list_to_atom(module_of(File))},
    Given = [Option || Test =/= "", Option <- rebar_options(File), Option =/= Own],
    Tested = [{d, 'TEST'} || Test =/= "", not lists:member({d, 'TEST'}, Given), not lists:keymember('TEST', 2, Given)],
    Included = [{i, Path} || Path <- include_folders(File)],
    Options = [report, debug_info, {outdir, Folder}] ++ Tested ++ Included ++ Given,
    case compile:file(File, Options) of
        error -> error;
        _ -> ok
    end.

include_folders(File) ->
    Here = filename:dirname(File),
    [Here | [Path || Path <- [filename:join([Here, "..", "include"]), filename:join([Here, "..", "src"]), filename:join([Here, "..", ".."])],
                     filelib:is_dir(Path)]].

%% --- order ----------------------------------------------------------------------------------------

%% Those first that the others need, as far as there is such an order.
in_order([]) -> [];
in_order(Files) ->
    Modules = [Module || {_, Module, _} <- Files],
    case [Entry || {_, Module, Needed} = Entry <- Files, [] =:= [Other || Other <- Needed, Other =/= Module, lists:member(Other, Modules)]] of
        [] -> [File || {File, _, _} <- Files];
        Ready -> [File || {File, _, _} <- Ready] ++ in_order(Files -- Ready)
    end.

%% Names of modules in a source's attributes, and in the options for all of them.
needs(File) ->
    {ok, Text} = file:read_file(File),
    Pattern = "^-\\s*behaviou?r\\s*\\(\\s*'?(\\w+)|parse_transform\\s*,\\s*'?(\\w+)",
    Found = case re:run(Text, Pattern, [global, multiline, {capture, all_but_first, list}]) of
        {match, Matches} -> lists:append(Matches);
        nomatch -> []
    end,
    [Name || Name <- Found, Name =/= ""] ++ [atom_to_list(Name) || {parse_transform, Name} <- rebar_options(File)].

%% --- rebar.config ---------------------------------------------------------------------------------

rebar_options(File) ->
    Config = config_around(filename:dirname(filename:absname(File))),
    Profile = proplists:get_value(test, proplists:get_value(profiles, Config, []), []),
    All = proplists:get_value(erl_opts, Config, []) ++ proplists:get_value(erl_opts, Profile, []),
    lists:append([option(Option) || Option <- All]).

config_around(Folder) ->
    case file:consult(filename:join(Folder, "rebar.config")) of
        {ok, Config} -> Config;
        {error, _} ->
            case filename:dirname(Folder) of
                Folder -> [];
                Above -> config_around(Above)
            end
    end.

%% What is to be defined for some systems only; that warnings are errors is for whoever builds the project.
option({platform_define, Pattern, Name}) -> [{d, Name} || is_platform(Pattern)];
option({platform_define, Pattern, Name, Value}) -> [{d, Name, Value} || is_platform(Pattern)];
option({src_dirs, _}) -> [];
option(warnings_as_errors) -> [];
option(no_debug_info) -> [];
option(Option) -> [Option].

is_platform(Pattern) ->
    {Family, Name} = os:type(),
    Platform = io_lib:format("~s-~s-~s-~s", [erlang:system_info(otp_release), erlang:system_info(system_architecture), Family, Name]),
    re:run(Platform, Pattern) =/= nomatch.

%% --- applications ---------------------------------------------------------------------------------

applications(Files) ->
    [{File, [Source || Source <- Files, filename:dirname(Source) =:= Folder]}
     || Folder <- lists:usort([filename:dirname(Source) || Source <- Files]), File <- filelib:wildcard(filename:join(Folder, "*.app.src"))].

write_application(File, Sources, Folder) ->
    case file:consult(File) of
        {ok, [{application, Name, Properties}]} ->
            Modules = [list_to_atom(module_of(Source)) || Source <- Sources],
            Version = case proplists:get_value(vsn, Properties) of
                Text when is_list(Text) -> Text;
                _ -> "0"
            end,
            Known = lists:keystore(vsn, 1, lists:keystore(modules, 1, Properties, {modules, Modules}), {vsn, Version}),
            Text2 = io_lib:format("~tp.~n", [{application, Name, Known}]),
            file:write_file(filename:join(Folder, atom_to_list(Name) ++ ".app"), unicode:characters_to_binary(Text2));
        _ -> ok
    end.
