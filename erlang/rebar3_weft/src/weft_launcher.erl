%% Calling the program weft on behalf of a build tool; rebar3's plugin and mix's tasks share it.
%%
%% A configuration is what a project says in rebar.config or mix.exs, with the names of weft's options:
%%
%%     {weft, [{max_seconds, 10}, keep_going, {only, ["cashiers", "price"]}, {check, [{jobs, 2}]}, {bin, "/opt/weft"}]}.
%%
%% A name alone, or with true, is a flag; false takes back one of weft.toml; a list of texts gives the option several times. What
%% stands below test, check or another command is for that command alone; bin says where the program is.
-module(weft_launcher).
-export([words/2, find/2, run/3]).

-type word() :: string().
-type config() :: [{atom(), term()} | atom()].

%% --- the words of a configuration -------------------------------------------------------------------

%% What a configuration adds to the command line of one of weft's commands.
-spec words(Command :: word(), config()) -> [word()].
words(Command, Config) ->
    lists:append([option(Command, Entry) || Entry <- Config]).

option(_, {bin, _}) -> [];
option(Command, Name) when is_atom(Name) -> option(Command, {Name, true});
option(_, {Name, false}) -> ["--no-" ++ named(Name)];
option(_, {Name, true}) -> [flag(Name)];
option(Command, {Name, Value}) ->
    case is_config(Value) of
        true -> words_of(Command, atom_to_list(Name), Value);
        false -> lists:append([[flag(Name), text(Item)] || Item <- items(Value)])
    end.

words_of(Command, Command, Config) -> words(Command, Config);
words_of(_, _, _) -> [].

%% [{jobs, 2}] and [keep_going] are of a command, "text", ["text"], ['a:b/1'] are values.
is_config([{Name, _} | _]) -> is_atom(Name);
is_config(_) -> false.

items([First | _] = List) when not is_integer(First) -> List;
items([]) -> [];
items(Value) -> [Value].

flag(Name) ->
    case named(Name) of
        [Letter] -> [$-, Letter];
        Word -> "--" ++ Word
    end.

named(Name) -> [case C of $_ -> $-; _ -> C end || C <- atom_to_list(Name)].

text(Value) when is_binary(Value) -> unicode:characters_to_list(Value);
text(Value) when is_list(Value) -> Value;
text(Value) when is_atom(Value) -> atom_to_list(Value);
text(Value) -> lists:flatten(io_lib:format("~tw", [Value])).

%% --- the program ------------------------------------------------------------------------------------

%% What the configuration says, else the variable WEFT, else the first weft on PATH. Example: how a configuration says it.
-spec find(config(), Example :: string()) -> {ok, file:filename()} | {error, Message :: string()}.
find(Config, Example) ->
    case {proplists:get_value(bin, Config), os:getenv("WEFT")} of
        {Name, _} when Name =/= undefined -> executable(text(Name), "the option bin names ", Example);
        {_, Name} when is_list(Name), Name =/= "" -> executable(Name, "the variable WEFT names ", Example);
        _ -> executable("weft", "", Example)
    end.

executable(Name, Source, Example) ->
    case {os:find_executable(Name), Source} of
        {false, ""} -> {error, "weft is not on PATH. " ++ advice(Example)};
        {false, _} -> {error, Source ++ Name ++ ", which is no program. " ++ advice(Example)};
        {Path, _} -> {ok, Path}
    end.

advice(Example) ->
    "Install it (./dev install in its sources, or its Debian package),\n"
    "or say where it is: WEFT=/path/to/weft in the environment, or " ++ Example ++ ".".

%% It has the terminal (or the pipes) of the build tool, so colours, widths and the live line are as if it had been called
%% directly. That keeps its output from us, which we do not want, and interrupts from it: it is in a process group of its own.
%% So a shell waits with it, and ends it when the pipe on descriptor 3, which we hold open, is closed.
-spec run(file:filename(), [word()], [{string(), string() | false}]) -> ExitStatus :: non_neg_integer().
run(Program, Words, Environment) ->
    Shell = "\"$0\" \"$@\" 3<&- 4>&- & program=$!;"
            " { cat <&3 >/dev/null; kill $program; } 2>/dev/null 4>&- & watch=$!;"
            " exec 3<&- 4>&-; wait $program; status=$?; kill $watch 2>/dev/null; exit $status",
    Port = open_port({spawn_executable, "/bin/sh"},
                     [nouse_stdio, exit_status, {env, Environment}, {args, ["-c", Shell, Program | Words]}]),
    receive
        {Port, {exit_status, Status}} -> Status
    end.
