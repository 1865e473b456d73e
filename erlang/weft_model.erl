%% What a state-machine model of PropEr says of cases that were not run: which are valid, how to make them, and smaller ones.
-module(weft_model).
-export([check/1, step/1, is_valid/2, generate/5, with_fewer_commands/2, with_smaller_arguments/2, variables/1]).

%% A module that lacks one of these is no model.
check(Model) ->
    Exports = Model:module_info(exports),
    case [{Function, Arity} || {Function, Arity} <- callbacks(), not lists:member({Function, Arity}, Exports)] of
        [] -> ok;
        [{Function, Arity} | _] ->
            throw(io_lib:format("~ts is no model for proper_statem: it does not export ~ts/~w", [Model, Function, Arity]))
    end,
    case code:ensure_loaded(proper_statem) of
        {module, _} -> ok;
        _ -> throw("PropEr was not found: it makes the commands. --pa DIR says where its ebin folder is")
    end.

callbacks() -> [{initial_state, 0}, {command, 1}, {precondition, 2}, {next_state, 3}, {postcondition, 3}].

%% How an operation with its result takes the model from state to state. Whose result is unknown goes on with a variable
%% in its place, as PropEr does while it generates commands.
step(Model) ->
    fun(State, #{call := Call, ended := Ended} = Operation) ->
        case Model:precondition(State, Call) of
            true -> step(Model, State, Call, Ended, Operation);
            _ -> {no, precondition}
        end
    end.

step(Model, State, Call, unknown, #{name := Name}) ->
    {ok, Model:next_state(State, Name, Call)};
step(Model, State, Call, {returned, Result}, _) ->
    case Model:postcondition(State, Call, Result) of
        true -> {ok, Model:next_state(State, Result, Call)};
        _ -> {no, postcondition}
    end;
step(_, _, _, {raised, _, _}, _) ->
    {no, raised}.

%% --- validity -------------------------------------------------------------------------------------

%% Every command may use what is known before it, in its branch or in the prefix, and its precondition holds in every
%% order of the branches.
is_valid(Model, {Prefix, Branches}) ->
    case after_prefix(Model, Prefix) of
        {State, Known} ->
            lists:all(fun(Branch) -> is_defined(Branch, Known) end, Branches) andalso
                weft_serial:every([operations(Branch) || Branch <- Branches], State, step(Model));
        false ->
            false
    end.

after_prefix(Model, Prefix) ->
    Step = step(Model),
    Holds = fun(Operation, {ok, State}) -> Step(State, Operation);
               (_, No) -> No
            end,
    case is_defined(Prefix, []) andalso lists:foldl(Holds, {ok, Model:initial_state()}, operations(Prefix)) of
        {ok, State} -> {State, [Name || {set, Name, _} <- Prefix]};
        _ -> false
    end.

operations(Commands) ->
    [#{number => Number, name => Name, call => Call, ended => unknown} || {set, {var, Number} = Name, Call} <- Commands].

is_defined([{set, Name, Call} | Commands], Known) ->
    variables(Call) -- Known =:= [] andalso is_defined(Commands, [Name | Known]);
is_defined([], _) ->
    true.

%% Named by a number: others are given to run_commands/3 by the property.
variables(Term) -> lists:usort(variables(Term, [])).

variables({var, Number} = Name, Found) when is_integer(Number) -> [Name | Found];
variables([Head | Tail], Found) -> variables(Tail, variables(Head, Found));
variables(Tuple, Found) when is_tuple(Tuple) -> lists:foldl(fun variables/2, Found, tuple_to_list(Tuple));
variables(Map, Found) when is_map(Map) -> variables(maps:to_list(Map), Found);
variables(_, Found) -> Found.

%% --- generating -----------------------------------------------------------------------------------

%% PropEr makes a sequence; its last commands, at most Tail, are dealt to the branches. As long as that is not valid, the
%% first of them goes to the prefix.
generate(Model, {Seed, Number}, Size, Processes, Tail) ->
    {ok, Commands} = proper_gen:pick(proper_statem:commands(Model), Size, {Seed band 16#FFFFFFFF, Number, Seed bsr 32}),
    Random = rand:seed_s(exsss, {Seed, Number, length(Commands)}),
    Plain = [Command || {set, _, _} = Command <- Commands],
    {Length, Random1} = between(min(2, length(Plain)), min(Tail, length(Plain)), Random),
    {Prefix, Last} = lists:split(length(Plain) - Length, Plain),
    {Dealt, _} = lists:mapfoldl(fun(Command, R) -> {Lane, R1} = rand:uniform_s(Processes, R), {{Lane, Command}, R1} end,
                                Random1, Last),
    deal(Model, Prefix, Dealt, Processes).

between(Low, High, Random) when Low >= High -> {High, Random};
between(Low, High, Random) ->
    {Number, Random1} = rand:uniform_s(High - Low + 1, Random),
    {Low + Number - 1, Random1}.

deal(_, Prefix, [], Processes) ->
    {Prefix, lists:duplicate(Processes, [])};
deal(Model, Prefix, [{_, First} | Rest] = Dealt, Processes) ->
    Case = {Prefix, [[Command || {Lane, Command} <- Dealt, Lane =:= Wanted] || Wanted <- lists:seq(1, Processes)]},
    case is_valid(Model, Case) of
        true -> Case;
        false -> deal(Model, Prefix ++ [First], Rest, Processes)
    end.

%% --- shrinking ------------------------------------------------------------------------------------

%% Valid cases that are smaller: without some commands, or with a command of a branch at the end of the prefix instead; or
%% with smaller arguments. The boldest first, none twice.
with_fewer_commands(Model, Case) ->
    valid(Model, Case, without_some(Case) ++ moved(Case)).

valid(Model, Case, Candidates) ->
    unique([renumber(Candidate) || Candidate <- Candidates, is_valid(Model, Candidate)], #{renumber(Case) => true}).

unique([Case | Cases], Seen) when is_map_key(Case, Seen) -> unique(Cases, Seen);
unique([Case | Cases], Seen) -> [Case | unique(Cases, Seen#{Case => true})];
unique([], _) -> [].

%% Variables from 1 on, in the order in which the commands are written.
renumber({Prefix, Branches} = Case) ->
    Names = [Name || {set, Name, _} <- lists:append([Prefix | Branches])],
    case [{var, Number} || Number <- lists:seq(1, length(Names))] of
        Names -> Case;
        New -> rename(Case, maps:from_list(lists:zip(Names, New)))
    end.

rename({var, _} = Name, New) -> maps:get(Name, New, Name);
rename([Head | Tail], New) -> [rename(Head, New) | rename(Tail, New)];
rename(Tuple, New) when is_tuple(Tuple) -> list_to_tuple([rename(Element, New) || Element <- tuple_to_list(Tuple)]);
rename(Map, New) when is_map(Map) -> maps:from_list(rename(maps:to_list(Map), New));
rename(Other, _) -> Other.

%% Runs of half of all commands, of a quarter ... of one; what uses a result that is gone goes, too.
without_some({Prefix, Branches}) ->
    Names = [Name || {set, Name, _} <- lists:append([Prefix | Branches])],
    Uses = {with_uses(Prefix), [with_uses(Branch) || Branch <- Branches]},
    [without(Uses, Run) || Length <- halves(length(Names)), Run <- runs(Names, Length)].

with_uses(Commands) -> [{Name, variables(Call), Command} || {set, Name, Call} = Command <- Commands].

halves(0) -> [];
halves(1) -> [1];
halves(Count) -> [Count div 2 | halves(Count div 2)].

runs(Names, Length) when length(Names) =< Length -> [Names];
runs(Names, Length) ->
    {Run, Rest} = lists:split(Length, Names),
    [Run | runs(Rest, Length)].

without({Prefix, Branches}, Names) ->
    {Prefix1, Gone} = drop(Prefix, Names),
    {Prefix1, [element(1, drop(Branch, Gone)) || Branch <- Branches]}.

drop([{Name, Uses, Command} | Commands], Gone) ->
    case lists:member(Name, Gone) orelse lists:any(fun(Used) -> lists:member(Used, Gone) end, Uses) of
        true ->
            drop(Commands, [Name | Gone]);
        false ->
            {Kept, Gone1} = drop(Commands, Gone),
            {[Command | Kept], Gone1}
    end;
drop([], Gone) ->
    {[], Gone}.

moved({Prefix, Branches}) ->
    [{Prefix ++ [First], Before ++ [Rest | After]} || {Before, [First | Rest], After} <- weft_serial:splits(Branches)].

%% Arguments as PropEr's generator would have made them: what it would not make is no candidate.
with_smaller_arguments(Model, {Prefix, Branches} = Case) ->
    Lists = [Prefix | Branches],
    States = states(Model, lists:append(Lists)),
    valid(Model, Case,
          [{Prefix1, Branches1}
           || {set, Name, Call} <- lists:append(Lists), Smaller <- made(Model, maps:get(Name, States), smaller_calls(Call)),
              [Prefix1 | Branches1] <- [[replace(Commands, Name, Smaller) || Commands <- Lists]]]).

made(_, _, []) ->
    [];
made(Model, State, Calls) ->
    Type = Model:command(State),
    [Call || Call <- Calls, is_made(Type, Call)].

is_made(Type, Call) ->
    try proper_types:is_inst(Call, Type) =:= true
    catch _:_ -> false
    end.

replace(Commands, Name, Call) ->
    [case Command of
         {set, Name, _} -> {set, Name, Call};
         _ -> Command
     end || Command <- Commands].

%% Before each command, in the order in which they are written.
states(Model, Commands) ->
    {States, _} = lists:foldl(fun({set, Name, Call}, {Found, State}) ->
                                  {Found#{Name => State}, Model:next_state(State, Name, Call)}
                              end, {#{}, Model:initial_state()}, Commands),
    States.

smaller_calls({call, Module, Function, Arguments}) ->
    [{call, Module, Function, Smaller} || Smaller <- smaller_elements(Arguments)].

smaller(Number) when is_integer(Number), Number =/= 0 ->
    lists:usort([0, Number div 2, Number - sign(Number)]) -- [Number];
smaller([_ | _] = List) ->
    case is_proper(List) of
        true -> [[] | [Before ++ After || {Before, _, After} <- weft_serial:splits(List)]] ++ smaller_elements(List);
        false -> []
    end;
smaller({var, Number}) when is_integer(Number) -> [{var, Other} || Other <- lists:seq(1, Number - 1)];
smaller(Tuple) when is_tuple(Tuple) -> [list_to_tuple(Smaller) || Smaller <- smaller_elements(tuple_to_list(Tuple))];
smaller(<<_, Rest/binary>> = Binary) -> lists:usort([<<>>, binary:part(Binary, 0, byte_size(Binary) div 2), Rest]);
smaller(_) -> [].

smaller_elements(List) ->
    [Before ++ [Smaller | After] || {Before, Element, After} <- weft_serial:splits(List), Smaller <- smaller(Element)].

sign(Number) when Number < 0 -> -1;
sign(_) -> 1.

is_proper(List) -> is_integer(catch length(List)).

