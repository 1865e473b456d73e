%% A state of a program as those see it who are no part of it: monitors, formulas of `weft verify', and `weft debug'. View
%% is what they are given; looking changes nothing, and no process can tell.
-module(weft_view).
-export([processes/1, status/2, mailbox/2, dictionary/2, links/2, monitors/2, registered/1, tables/1, table/2, facts/1,
         in_flight/1, nodes/1, process/1]).
-export([evaluate/1, holds/3, read/1, read_all/1, abstract/1]).
-export_type([view/0]).

-type view() :: term().
-define(NO_STATE, erlang:error(not_on_weft)).

%% The processes of the program, in order of age.
-spec processes(view()) -> [pid()].
processes(_View) -> ?NO_STATE.

%% ready: it can act; waiting: in a receive.
-spec status(view(), pid()) -> ready | waiting | suspended | ended.
status(_View, _Pid) -> ?NO_STATE.

%% The messages that it has not taken, oldest first.
-spec mailbox(view(), pid()) -> [term()].
mailbox(_View, _Pid) -> ?NO_STATE.

-spec dictionary(view(), pid()) -> [{term(), term()}].
dictionary(_View, _Pid) -> ?NO_STATE.

-spec links(view(), pid()) -> [pid() | port()].
links(_View, _Pid) -> ?NO_STATE.

%% What it monitors.
-spec monitors(view(), pid()) -> [{process, term()} | term()].
monitors(_View, _Pid) -> ?NO_STATE.

-spec registered(view()) -> [{atom(), pid()}].
registered(_View) -> ?NO_STATE.

-spec tables(view()) -> [atom() | ets:tid()].
tables(_View) -> ?NO_STATE.

%% All objects of a table.
-spec table(view(), atom() | ets:tid()) -> [tuple()].
table(_View, _Table) -> ?NO_STATE.

%% What weft:fact/1,2 said to hold: Name, or {Name, Term}.
-spec facts(view()) -> [term()].
facts(_View) -> ?NO_STATE.

%% Signals that have been sent and are not handled yet.
-spec in_flight(view()) -> [{pid(), pid(), message | exit | link | unlink | unlinked | monitor | demonitor | down | question | answer, term()}].
in_flight(_View) -> ?NO_STATE.

-spec nodes(view()) -> [node()].
nodes(_View) -> [node()].

%% The process that stories call so: <<"P.1">>.
-spec process(binary()) -> pid().
process(_Name) -> ?NO_STATE.

%% --- for weft itself -----------------------------------------------------------------------------------------

%% The value of an expression as somebody types it. P.1 in it is that process; functions of this module need neither its
%% name nor a view.
-spec evaluate(binary()) -> {ok, term()} | {error, binary()} | {raised, atom(), term(), list()}.
evaluate(Text) ->
    try
        {Source, Bindings} = name_processes(unicode:characters_to_list(Text), none, "", []),
        {value, Value, _} = erl_eval:exprs(parse(Source, fun give_view/1), Bindings, none),   % not linted: that would leave something behind
        {ok, Value}
    catch
        throw:{weft_view, Why} -> {error, Why};
        Class:Reason -> {raised, Class, Reason, []}
    end.

%% What an abstraction makes of a state.
-spec abstract(module()) -> {ok, term()} | {raised, atom(), term(), list()}.
abstract(Module) ->
    try
        {ok, Module:abstract(view)}
    catch
        Class:Reason:Stack -> {raised, Class, Reason, Stack}
    end.

%% A term as somebody types it; f(A, B) is {f, A, B}. Nothing is [].
-spec read(string()) -> {ok, term()} | {error, binary()}.
read("") ->
    {ok, []};
read(Text) ->
    try
        case parse(Text, fun(Tokens) -> Tokens end) of
            [{call, _, {atom, _, Name}, Arguments}] -> {ok, list_to_tuple([Name | [erl_parse:normalise(A) || A <- Arguments]])};
            [Expression] -> {ok, erl_parse:normalise(Expression)}
        end
    catch
        throw:{weft_view, Why} -> {error, Why};
        error:_ -> {error, unicode:characters_to_binary(["this is no term: ", Text])}
    end.

-spec read_all([binary()]) -> {ok, [term()]} | {error, binary()}.
read_all(Texts) ->
    Read = [read(unicode:characters_to_list(Text)) || Text <- Texts],
    case lists:keyfind(error, 1, Read) of
        false -> {ok, [Term || {ok, Term} <- Read]};
        Error -> Error
    end.

%% Whether a function says that something holds in a state: with the view behind its arguments, if it takes one.
-spec holds(module(), atom(), [term()]) -> {ok, boolean()} | {error, binary()} | {raised, atom(), term(), list()}.
holds(Module, Function, Arguments) ->
    {module, Module} = code:ensure_loaded(Module),
    Viewing = erlang:function_exported(Module, Function, length(Arguments) + 1),
    try apply(Module, Function, Arguments ++ [view || Viewing]) of
        Value when is_boolean(Value) -> {ok, Value};
        Other -> {raised, error, {not_a_boolean, Other}, [{Module, Function, length(Arguments), []}]}
    catch
        Class:Reason:Stack -> {raised, Class, Reason, Stack}
    end.

text(Format, Arguments) ->
    unicode:characters_to_binary(io_lib:format(Format, Arguments)).

parse(Source, Change) ->
    case erl_scan:string(Source ++ ".", 1, [{reserved_word_fun, fun is_reserved/1}]) of
        {ok, Tokens, _} ->
            case erl_parse:parse_exprs(Change(Tokens)) of
                {ok, Expressions} -> Expressions;
                {error, {_, Module, Why}} -> throw({weft_view, text("~ts", [Module:format_error(Why)])})
            end;
        {error, {_, Module, Why}, _} -> throw({weft_view, text("~ts", [Module:format_error(Why)])})
    end.

%% OTP's own way to find out would keep what it found.
is_reserved(Word) ->
    lists:member(Word, ['after', 'begin', 'case', 'try', 'catch', 'end', 'fun', 'if', 'of', 'receive', 'when', 'andalso', 'orelse',
                        'not', 'and', 'or', 'xor', 'div', 'rem', 'band', 'bor', 'bxor', 'bnot', 'bsl', 'bsr']).

%% A call of a function of this module, without its name, becomes one with its name and a view.
give_view([{':', _} = Colon, {atom, _, _} = Name | Rest]) ->
    [Colon, Name | give_view(Rest)];
give_view([{atom, At, Name}, {'(', _} = Open, Next | Rest]) ->
    Views = [processes, status, mailbox, dictionary, links, monitors, registered, tables, table, facts, in_flight, nodes],
    case lists:member(Name, Views) of
        true ->
            Comma = [{',', At} || element(1, Next) =/= ')'],
            [{atom, At, weft_view}, {':', At}, {atom, At, Name}, Open, {atom, At, view} | Comma] ++ give_view([Next | Rest]);
        false -> [{atom, At, Name}, Open | give_view([Next | Rest])]
    end;
give_view([Token | Rest]) ->
    [Token | give_view(Rest)];
give_view([]) ->
    [].

%% P, P.1, P.1.2 become variables, unless they stand in a string or a quoted atom, or are the end of a longer word.
name_processes([], _Quote, Done, Bindings) ->
    {lists:reverse(Done), Bindings};
name_processes([$\\, C | Rest], Quote, Done, Bindings) ->
    name_processes(Rest, Quote, [C, $\\ | Done], Bindings);
name_processes([Quote | Rest], Quote, Done, Bindings) ->
    name_processes(Rest, none, [Quote | Done], Bindings);
name_processes([C | Rest], none, Done, Bindings) when C =:= $"; C =:= $' ->
    name_processes(Rest, C, [C | Done], Bindings);
name_processes([$P | Rest], none, Done, Bindings) ->
    {Numbers, Behind} = numbers(Rest, ""),
    case is_word(Done) orelse starts_word(Behind) of
        true -> name_processes(Rest, none, [$P | Done], Bindings);
        false -> name_process("P" ++ Numbers, Behind, Done, Bindings)
    end;
name_processes([C | Rest], Quote, Done, Bindings) ->
    name_processes(Rest, Quote, [C | Done], Bindings).

name_process(Name, Behind, Done, Bindings) ->
    Variable = list_to_atom(lists:map(fun($.) -> $_; (C) -> C end, Name)),
    try weft_view:process(list_to_binary(Name)) of   % not the function above: weft's
        Pid -> name_processes(Behind, none, lists:reverse(atom_to_list(Variable)) ++ Done, [{Variable, Pid} | lists:keydelete(Variable, 1, Bindings)])
    catch
        error:badarg -> throw({weft_view, text("there is no process ~ts here", [Name])})
    end.

numbers([$., Digit | Rest], Done) when Digit >= $0, Digit =< $9 ->
    {More, Behind} = lists:splitwith(fun(C) -> C >= $0 andalso C =< $9 end, Rest),
    numbers(Behind, Done ++ [$., Digit | More]);
numbers(Rest, Done) ->
    {Done, Rest}.

is_word([C | _]) -> is_letter(C);
is_word([]) -> false.

starts_word([C | _]) -> is_letter(C);
starts_word([]) -> false.

is_letter(C) ->
    (C >= $a andalso C =< $z) orelse (C >= $A andalso C =< $Z) orelse (C >= $0 andalso C =< $9) orelse C =:= $_ orelse C =:= $@.
