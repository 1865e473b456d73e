%% rebar3 weft: the project's tests under every schedule that can matter.
%%
%%     rebar3 weft [FILE ...] [OPTION ...]           compiles the project and its tests, then calls weft test
%%     rebar3 weft COMMAND [ARGUMENT ...]            the same with another command of weft: check, run, replay ...
%%
%% Options are weft's own. What is always wanted stands in weft.toml, or in rebar.config (see weft_launcher).
-module(rebar3_weft).
-export([init/1, do/1, format_error/1]).

init(State) ->
    Provider = providers:create([
        {name, weft},
        {module, ?MODULE},
        {bare, true},
        {deps, [lock]},
        {profiles, [test]},
        {example, "rebar3 weft --max-seconds 10"},
        {opts, options(given(State))},
        {short_desc, "Check tests under every schedule that can matter."},
        {desc, "Compiles the project and its tests and checks each test with weft, as 'weft test' does.\n"
               "The first word may be another command of weft: rebar3 weft check -m MODULE -t FUNCTION.\n"
               "All options are weft's ('weft help' tells them); lasting ones go into weft.toml,\n"
               "or into rebar.config: {weft, [{max_seconds, 10}, keep_going]}."}]),
    {ok, rebar_state:add_provider(State, Provider)}.

do(State) ->
    Config = rebar_state:get(State, weft, []),
    case weft_launcher:find(Config, "{weft, [{bin, \"/path/to/weft\"}]} in rebar.config") of
        {ok, Weft} -> compile_and_call(Weft, Config, State);
        {error, Message} -> {error, {?MODULE, {missing, Message}}}
    end.

format_error({missing, Message}) -> Message;
format_error(found) -> "weft found an error.".

%% --- calling ----------------------------------------------------------------------------------------

compile_and_call(Weft, Config, State) ->
    case compile(State) of
        {ok, Compiled} -> verdict(weft_launcher:run(Weft, words(Config, Compiled), environment(Compiled)), Compiled);
        {error, _} = Error -> Error
    end.

%% The words of the command line come last, so that they win over those of the configuration.
words(Config, State) ->
    {Command, Given} = command(rebar_state:command_args(State)),
    [Command | weft_launcher:words(Command, Config)] ++ Given ++ places(Command, Given, State).

%% A first word that is neither an option nor a file is a command of weft.
command(["--" | Words]) -> command(Words);
command([[First | _] = Word | Words] = All) ->
    case First =:= $- orelse lists:member($., Word) orelse lists:member($/, Word) orelse filelib:is_file(Word) of
        true -> {"test", All};
        false -> {Word, Words}
    end;
command(Words) -> {"test", Words}.

verdict(0, State) -> {ok, State};
verdict(1, _) -> {error, {?MODULE, found}};
verdict(Status, _) ->   % weft has said why; rebar3 knows no status but 1
    rebar_api:error("weft could not do it (exit status ~b).", [Status]),
    halt(Status).

%% --- compiling --------------------------------------------------------------------------------------

%% As rebar3 eunit compiles, so that neither has to compile again what the other did.
compile(State) ->
    Apps = [rebar_app_info:opts(App, for_eunit(rebar_app_info:opts(App))) || App <- rebar_state:project_apps(State)],
    WithTests = rebar_state:opts(State, for_eunit(rebar_state:opts(State))),
    rebar_prv_compile:do(rebar_state:project_apps(WithTests, Apps)).

for_eunit(Opts) ->
    Erl = rebar_opts:get(Opts, eunit_compile_opts, []) ++ rebar_opts:get(Opts, erl_opts, []),
    First = rebar_opts:get(Opts, eunit_first_files, []) ++ rebar_opts:get(Opts, erl_first_files, []),
    Defined = lists:member({d, 'EUNIT'}, Erl) orelse lists:member({d, 'EUNIT', true}, Erl),
    rebar_opts:set(rebar_opts:set(Opts, erl_first_files, First), erl_opts, [{d, 'EUNIT'} || not Defined] ++ Erl).

%% --- where the modules are --------------------------------------------------------------------------

%% weft test finds what is in _build/test by itself. Under another profile or base folder, and for other commands, the
%% applications of the project are named to it; what they depend on comes with ERL_LIBS.
places("test", Given, State) ->
    case is_usual(State) orelse [Word || [First | _] = Word <- Given, First =/= $-] =/= [] of
        true -> [];
        false -> folders(State)
    end;
places(Command, _, State) ->
    case lists:member(Command, ["check", "run", "random", "parallel"]) of
        true -> folders(State);
        false -> []
    end.

is_usual(State) ->
    filename:absname(rebar_dir:base_dir(State)) =:= filename:absname("_build/test", rebar_dir:root_dir(State)).

folders(State) ->
    Built = [rebar_app_info:out_dir(App) || App <- rebar_state:project_apps(State)],
    Folders = [filename:join(Folder, Part) || Folder <- Built, Part <- ["ebin", "test"]],
    [Folder || Folder <- Folders ++ filelib:wildcard(filename:join([rebar_dir:base_dir(State), "extras", "*"])),
               filelib:is_dir(Folder)].

environment(State) ->
    Others = [Libs || Libs <- [os:getenv("ERL_LIBS")], is_list(Libs), Libs =/= ""],
    [{"ERL_LIBS", lists:flatten(lists:join($:, [filename:join(rebar_dir:base_dir(State), "lib") | Others]))}].

%% --- options ----------------------------------------------------------------------------------------

%% rebar3 refuses options that a provider does not declare. weft knows its own and says better what is wrong with one; so we
%% declare what was given, on the command line or by an alias, and hand the words on.
given(State) ->
    Aliases = [Words || {_, Commands} <- rebar_state:get(State, alias, []), {weft, Words} <- Commands],
    init:get_plain_arguments() ++ lists:append([string:lexemes(Words, " ") || Words <- Aliases]).

options(Words) ->
    lists:usort(lists:append([declare(string:trim(Word, trailing, ",")) || Word <- Words])).

declare("--" ++ [_ | _] = "--" ++ Word) ->
    case string:split(Word, "=") of
        [Name] -> [{list_to_atom(Name), undefined, Name, undefined, "for weft"}];
        [Name, _] -> [{list_to_atom(Name), undefined, Name, string, "for weft"}]
    end;
declare("-" ++ [First | _] = "-" ++ Letters) when First =/= $- ->
    [{list_to_atom([Letter]), Letter, undefined, undefined, "for weft"} || Letter <- Letters];
declare(_) -> [].
