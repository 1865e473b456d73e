%% Runs the cases of modules and prints one line for each: where, name, result. Run once by erl and once
%% by weft, the two outputs must be the same, byte for byte.
%%
%% A module of cases exports cases/0, a list of {Name, Fun}, or functions t_*/0, or both. A case ends
%% with a value or an exception; exceptions show class, reason and the stack trace down to the case.
-module(diff_run).
-export([main/1, id/1, each/2]).

main(Modules) ->
    lists:foreach(fun(Module) -> run_module(list_to_atom(Module)) end, Modules).

%% A value the compiler cannot see through.
id(X) -> X.

%% What a function answers for each of many arguments, failures included; for cases that are tables.
each(Fun, Arguments) ->
    [try {ok, Fun(X)} catch Class:Reason -> {Class, Reason} end || X <- Arguments].

run_module(Module) ->
    {module, Module} = code:ensure_loaded(Module),
    lists:foldl(fun(Case, Number) -> run_case(Module, Number, Case) end, 1, cases(Module)),
    ok.

cases(Module) ->
    Exports = lists:sort(Module:module_info(exports)),
    Table = case lists:member({cases, 0}, Exports) of
                true -> Module:cases();
                false -> []
            end,
    Table ++ [{Name, fun Module:Name/0} || {Name, 0} <- Exports, lists:prefix("t_", atom_to_list(Name))].

run_case(Module, Number, {Name, Fun}) ->
    {Pid, Monitor} = spawn_monitor(fun() -> exit({outcome, outcome(Fun)}) end),
    Outcome = receive
                  {'DOWN', Monitor, process, Pid, {outcome, Result}} -> Result;
                  {'DOWN', Monitor, process, Pid, Reason} -> {'case was killed', Reason}
              after 20000 ->
                  exit(Pid, kill),
                  'case did not end'
              end,
    io:put_chars([atom_to_list(Module), $\s, integer_to_list(Number), $\s, title(Name), " => ",
                  ascii(io_lib:format("~0tp", [plain(Outcome)])), $\n]),
    Number + 1.

title(Name) when is_atom(Name) -> atom_to_list(Name);
title(Name) when is_list(Name), length(Name) =< 120 -> ascii(Name);
title(Name) when is_list(Name) -> ascii(lists:sublist(Name, 117)) ++ "...";
title(Name) -> ascii(io_lib:format("~0tp", [Name])).

outcome(Fun) ->
    try
        {value, Fun()}
    catch
        Class:Reason:Trace -> {Class, Reason, lists:takewhile(fun inside/1, Trace)}
    end.

inside({Module, _, _, _}) -> Module =/= ?MODULE.

ascii(Text) -> lists:flatten([ascii_char(C) || C <- unicode:characters_to_list(Text)]).

ascii_char(C) when C >= $\s, C =< $~ -> C;
ascii_char(C) -> io_lib:format("\\x{~.16B}", [C]).

%% What may differ between two runs is replaced: identities, and the order of keys where there is none.
plain(X) when is_pid(X) -> '#Pid';
plain(X) when is_reference(X) -> '#Ref';
plain(X) when is_port(X) -> '#Port';
plain(X) when is_function(X) -> plain_fun(X, erlang:fun_info(X, type));
plain(X) when is_tuple(X) -> list_to_tuple(plain(tuple_to_list(X)));
plain(X) when is_map(X) -> plain_map(X);
plain([Head | Tail]) -> plain_list(Tail, [plain(Head)]);
plain(X) -> X.

plain_list([Head | Tail], Done) -> plain_list(Tail, [plain(Head) | Done]);
plain_list([], Done) -> lists:reverse(Done);
plain_list(Tail, Done) -> lists:reverse(Done, plain(Tail)).

plain_map(Map) ->
    case map_size(Map) =< 32 andalso has_ordered_maps() of
        true -> maps:map(fun(_, Value) -> plain(Value) end, Map);
        false -> {'#Map', plain(lists:sort(maps:to_list(Map)))}
    end.

%% From OTP 26 on, the order of keys in small maps depends on which atom was seen first.
has_ordered_maps() -> list_to_integer(erlang:system_info(otp_release)) < 26.

plain_fun(Fun, {type, external}) -> Fun;
plain_fun(Fun, {type, local}) ->
    [{module, Module}, {name, Name}, {arity, Arity}] =
        [erlang:fun_info(Fun, Item) || Item <- [module, name, arity]],
    {'#Fun', Module, Name, Arity}.
