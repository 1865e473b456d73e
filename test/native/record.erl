%% The record: programs, and how they ended on erl.
%%
%% A program is a function without arguments in a module below written/ or record/; the lines above it that begin with %=
%% tell its outcomes, one each:
%%
%%     %= erl: {true,[a]}          seen on erl: weft must find it, too
%%     %= may: {true,[]}           erl has not shown it, but nothing in it prevents it: weft may find it
%%     %= never: {false,[a]}       erl cannot do it: weft must not find it
%%     %= exactly: erl and may     weft must find these and no others
%%
%% Programs of written/ are by hand, those of record/ by generator.erl. An outcome is text as native.erl tells it.
-module(record).
-export([programs/1, all/2, is_exact/1, add/2, header/1]).

-type program() :: {Module :: string(), Function :: string(), [{Word :: string(), Text :: string()}]}.
-export_type([program/0]).

%% All of a file, in order.
-spec programs(file:filename()) -> [program()].
programs(File) -> of_lines(filename:basename(File, ".erl"), lines(File), []).

lines(File) ->
    {ok, Source} = file:read_file(File),
    string:split(unicode:characters_to_list(Source), "\n", all).

of_lines(_, [], _) -> [];
of_lines(Module, ["%= " ++ Line | Rest], Told) ->
    [Word, Text] = string:split(Line, ": "),
    of_lines(Module, Rest, [{Word, string:trim(Text)} | Told]);
of_lines(Module, [Line | Rest], Told) ->
    case {Told, re:run(Line, "^([a-z]\\w*)\\(\\) ->", [{capture, [1], list}])} of
        {[_ | _], {match, [Function]}} -> [{Module, Function, lists:reverse(Told)} | of_lines(Module, Rest, [])];
        _ -> of_lines(Module, Rest, Told)
    end.

all(Word, Told) -> [Text || {W, Text} <- Told, W =:= Word].

is_exact(Told) -> all("exactly", Told) =/= [].

%% Writes further outcomes above programs: [{Function, [Outcome]}]. What was only possible has now been seen.
add(File, Seen) -> ok = file:write_file(File, unicode:characters_to_binary(lists:join("\n", added(lines(File), [], Seen)))).

added([], Above, _) -> lists:reverse(Above);
added(["%= " ++ _ = Line | Rest], Above, Seen) -> added(Rest, [Line | Above], Seen);
added([Line | Rest], Above, Seen) ->
    Told = lists:takewhile(fun is_told/1, Above),
    Before = lists:reverse(lists:nthtail(length(Told), Above)),
    Before ++ outcomes(Line, lists:reverse(Told), Seen) ++ [Line | added(Rest, [], Seen)].

is_told(Line) -> lists:prefix("%= ", Line).

outcomes(_, [], _) -> [];
outcomes(Line, Told, Seen) ->
    [Function | _] = string:split(Line, "("),
    New = ["%= erl: " ++ O || O <- proplists:get_value(Function, Seen, [])] -- Told,
    [L || L <- Told, not lists:member("%= erl: " ++ lists:nthtail(min(8, length(L)), L), New)] ++ New.

%% How a module of generated programs begins.
header(Module) ->
    ["%% Generated programs, with the outcomes that erl showed.\n-module(", Module, ").\n"
     "-compile([export_all, nowarn_export_all]).\n-include(\"../native.hrl\").\n"].
