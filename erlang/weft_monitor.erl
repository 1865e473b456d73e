%% Monitors of `weft verify': modules that watch each step of a program, and say when something is wrong.
%%
%%     init(Term) -> State.
%%     step(Event, View, State) -> {ok, State} | prune | {violation, Term}.
%%
%% The state of a monitor is a part of the program's: where it differs, states differ. A monitor may look at everything
%% (weft_view) and change nothing. `prune' leaves out what follows from a state.
-module(weft_monitor).
-export([init/1, step/3]).
-export([begin_text/2, 'begin'/2, advance/4]).
-export_type([event/0]).

-type event() :: {send, From :: pid(), To :: pid(), Message :: term()} | {'receive', pid(), Message :: term()}
               | {spawn, Parent :: pid(), pid()} | {exit, pid(), Reason :: term()}
               | {probe, pid(), Name :: term(), Term :: term()} | {fact, pid(), Name :: term(), Term :: term(), boolean()}
               | {timeout, pid()} | {fault, {crash, node()} | {restart, node()} | {disconnect, node(), node()} | {kill, pid()}}
               | {other, pid() | none}.
-callback init(Term :: term()) -> State :: term().
-callback step(event(), weft_view:view(), State) -> {ok, State} | prune | {violation, term()} when State :: term().

%% --- the ones that are there already ---------------------------------------------------------------------------

%% mailbox(N): no mailbox has more than N messages. bounds(#{processes => N, mailbox => N, in_flight => N, table => N}): no
%% more processes, messages in one mailbox, signals under way, objects in one table. mutual_exclusion(Enter, Leave): of those
%% who marked weft:probe(Enter) and not weft:probe(Leave) since there is one at most.
init({mailbox, Most}) when is_integer(Most) -> {bounds, #{mailbox => Most}};
init({bounds, Bounds}) when is_map(Bounds) ->
    [] = maps:keys(maps:without([processes, mailbox, in_flight, table], Bounds)),
    {bounds, Bounds};
init({mutual_exclusion, Enter, Leave}) -> {inside, Enter, Leave, []};
init(Other) -> erlang:error({no_such_monitor, Other}).

step(_Event, View, {bounds, Bounds} = State) ->
    case [Passed || Bound <- maps:to_list(Bounds), Passed <- passed(Bound, View)] of
        [] -> {ok, State};
        [First | _] -> {violation, First}
    end;
step({probe, Who, Name, Term}, _View, {inside, Enter, Leave, Inside}) ->
    case {is_mark(Enter, Name, Term), is_mark(Leave, Name, Term)} of
        {true, _} when Inside =/= [], Inside =/= [Who] -> {violation, {both_inside, lists:usort([Who | Inside])}};
        {true, _} -> {ok, {inside, Enter, Leave, [Who]}};
        {false, true} -> {ok, {inside, Enter, Leave, lists:delete(Who, Inside)}};
        _ -> {ok, {inside, Enter, Leave, Inside}}
    end;
step({exit, Who, _}, _View, {inside, Enter, Leave, Inside}) -> {ok, {inside, Enter, Leave, lists:delete(Who, Inside)}};
step(_Event, _View, State) -> {ok, State}.

%% weft:probe(Enter), or weft:probe(Enter, Anything).
is_mark(Mark, none, Mark) -> true;
is_mark(Mark, Mark, _Term) -> true;
is_mark(_Mark, _Name, _Term) -> false.

passed({processes, Most}, View) ->
    Count = length(weft_view:processes(View)),
    [{processes, Count} || Count > Most];
passed({in_flight, Most}, View) ->
    Count = length(weft_view:in_flight(View)),
    [{in_flight, Count} || Count > Most];
passed({mailbox, Most}, View) ->
    [{mailbox, Pid, Messages} || Pid <- weft_view:processes(View), Messages <- [weft_view:mailbox(View, Pid)], length(Messages) > Most];
passed({table, Most}, View) ->
    [{table, Table, Count} || Table <- weft_view:tables(View), Count <- [length(weft_view:table(View, Table))], Count > Most].

%% --- for weft itself -----------------------------------------------------------------------------------------

'begin'(Module, Text) ->
    case code:ensure_loaded(Module) of
        {module, Module} ->
            case [{F, A} || {F, A} <- [{init, 1}, {step, 3}], not erlang:function_exported(Module, F, A)] of
                [] -> begin_text(Module, unicode:characters_to_list(Text));
                [{F, A} | _] -> {error, text("it exports no ~s/~b, which a monitor has", [F, A])}
            end;
        {error, _} -> {error, <<"there is no such module">>}
    end.

begin_text(Module, Text) ->
    case weft_view:read(Text) of
        {ok, Term} -> guarded(fun() -> {ok, Module:init(Term)} end);
        {error, Why} -> {error, Why}
    end.

%% What happened comes latest first.
advance(Module, Actor, Happened, State) ->
    Events = case lists:foldl(fun add_event/2, [], Happened) of
        [] -> [{other, Actor}];
        Some -> Some
    end,
    guarded(fun() -> tell(Module, Events, State) end).

guarded(Fun) ->
    try Fun()
    catch Class:Reason:Stack -> {raised, Class, Reason, Stack}
    end.

tell(_Module, [], State) ->
    {ok, State};
tell(Module, [Event | Rest], State) ->
    case Module:step(Event, view, State) of
        {ok, Next} -> tell(Module, Rest, Next);
        prune -> prune;
        {violation, Term} -> {violation, Term};
        Other -> {raised, error, {bad_return, Other}, [{Module, step, 3, []}]}
    end.

%% As vm/run/happened.h has them: {Kind, A, B, C}.
add_event({0, Name, Term, Who}, Events) -> [{probe, Who, name(Name), Term} | Events];
add_event({1, From, To, Message}, Events) -> [{send, From, To, Message} | Events];
add_event({2, Who, Message, _}, Events) -> [{'receive', Who, Message} | Events];
add_event({3, Who, Reason, _}, Events) -> [{exit, Who, Reason} | Events];
add_event({4, _Who, _Reason, _}, Events) -> Events;
add_event({5, Parent, Child, _}, Events) -> [{spawn, Parent, Child} | Events];
add_event({6, {Name}, Holds, Who}, Events) -> [{fact, Who, Name, none, Holds} | Events];
add_event({6, {Name, Term}, Holds, Who}, Events) -> [{fact, Who, Name, Term, Holds} | Events];
add_event({7, Who, _, _}, Events) -> [{timeout, Who} | Events];
add_event({8, Fault, _, _}, Events) -> [{fault, Fault} | Events].

name([Name]) -> Name;
name([]) -> none.

text(Format, Arguments) ->
    unicode:characters_to_binary(io_lib:format(Format, Arguments)).
