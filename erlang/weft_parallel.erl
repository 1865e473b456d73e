%% State-machine models of PropEr, run in parallel: weft parallel explores test/1 and asks the other functions here.
%%
%% A case is {Prefix, Branches}: symbolic commands of PropEr that run one after the other, then lists of them that run in
%% processes of their own at the same time. It travels as text, so that a schedule file can hold it and people can
%% edit it. What the commands returned is judged at the end of each run: some order of them must agree with the model
%% (weft_serial). If there is none the test process raises not_linearizable, with the reason in words and as data.
%%
%% What surrounds the commands is the model's own property, if it has one (property/2), or else its functions setup/0 and
%% cleanup/0, if it exports them.
-module(weft_parallel).
-export([describe/1, generate/1, shrink/1, test/1]).
-export([run_commands/2, run_commands/3, run_parallel_commands/2, run_parallel_commands/3]).

%% --- the door -------------------------------------------------------------------------------------

%% Whether the module is a model, and what surrounds its commands: the property and the shape in which it wants commands,
%% or "setup" or "nothing", and a tab. Without a tab it is why the module cannot be used.
describe([Name | Property]) ->
    Model = list_to_atom(Name),
    try
        weft_model:check(Model),
        case surroundings(Model, Property) of
            {property, Function} -> text([atom_to_list(Function), $\t, weft_property:shape(Model, Function)]);
            Nothing -> text([atom_to_list(Nothing), $\t])
        end
    catch
        throw:Why -> text(Why)
    end.

%% Cases number First, First + 1, ..., a line each: how many commands it has, a tab, the case. A case depends on the seed
%% and its number only.
generate([Name | Numbers]) ->
    Model = list_to_atom(Name),
    [Seed, First, Count, Size, Processes, Tail] = [list_to_integer(Number) || Number <- Numbers],
    lines([weft_model:generate(Model, {Seed, Number}, Size, Processes, Tail) || Number <- lists:seq(First, First + Count - 1)]).

%% Smaller cases to try instead, the boldest first, a line each: with fewer or moved "commands", or smaller "arguments".
shrink([Name, Text, "commands"]) -> lines(weft_model:with_fewer_commands(list_to_atom(Name), read(Text)));
shrink([Name, Text, "arguments"]) -> lines(weft_model:with_smaller_arguments(list_to_atom(Name), read(Text))).

lines(Cases) ->
    text([[integer_to_list(length(lists:append([Prefix | Branches]))), $\t, write(Case), $\n]
          || {Prefix, Branches} = Case <- Cases]).

%% Runs a case, within a property or alone.
test([Name, Text, Property, Shape]) ->
    Model = list_to_atom(Name),
    Case = read(Text),
    put(?MODULE, {Model, Case}),
    weft_property:run(Model, list_to_atom(Property), weft_property:shaped(Case, Shape)),
    ok;
test([Name, Text]) ->
    Model = list_to_atom(Name),
    Case = read(Text),
    {module, Model} = code:ensure_loaded(Model),
    optionally(Model, setup),
    run(Model, Case, []),
    optionally(Model, cleanup),
    ok.

optionally(Model, Function) ->
    case erlang:function_exported(Model, Function, 0) of
        true -> Model:Function();
        false -> ok
    end.

surroundings(_, [Property]) ->
    {property, list_to_atom(Property)};
surroundings(Model, []) ->
    Properties = lists:sort([Function || {Function, 0} <- Model:module_info(exports), lists:prefix("prop_", atom_to_list(Function))]),
    case {erlang:function_exported(Model, setup, 0), Properties} of
        {true, _} -> setup;
        {false, [Property]} -> {property, Property};
        {false, []} -> nothing;
        {false, _} -> throw(["it has several properties, and -t does not say which: ",
                            lists:join(", ", [atom_to_list(Property) || Property <- Properties])])
    end.

text(Characters) -> unicode:characters_to_binary(Characters).

%% --- cases as text --------------------------------------------------------------------------------

%% Terms that cannot be written, such as funs, travel in the external format.
write(Case) ->
    try weft_term:write(Case)
    catch throw:not_plain -> "base64 " ++ base64:encode_to_string(term_to_binary(Case))
    end.

read("base64 " ++ Encoded) -> binary_to_term(base64:decode(Encoded));
read(Text) -> weft_term:read(Text).

%% --- in place of PropEr's functions ----------------------------------------------------------------

%% Within a property: the case is the one that is tested, in whichever form PropEr gave it to the property.
run_commands(Model, Commands) -> run_commands(Model, Commands, []).

run_commands(_, _, Environment) ->
    {Model, Case} = get(?MODULE),
    {History, _, State} = run(Model, Case, Environment),
    {History, State, ok}.

run_parallel_commands(Model, Commands) -> run_parallel_commands(Model, Commands, []).

run_parallel_commands(_, _, Environment) ->
    {Model, Case} = get(?MODULE),
    {History, Branches, _} = run(Model, Case, Environment),
    {History, Branches, ok}.

%% --- running --------------------------------------------------------------------------------------

%% What PropEr calls histories: of the branches calls and results; the last state. Those who will run the branches are made
%% first, so that their names do not depend on what the prefix does.
run(Model, {Prefix, Branches}, Environment) ->
    Workers = [start_worker(Branch) || Branch <- Branches, Branch =/= []],
    {Ends, Environment1} = execute_all(Prefix, Environment, []),
    First = operations(Prefix, Ends, 1, Environment),
    State = judge_prefix(Model, First, Workers),
    [Pid ! {go, Environment1} || {Pid, _, _} <- Workers],
    Lanes = collect(Workers, length(Prefix) + 1, Environment1),
    {[], [[{Call, Result} || #{call := Call, ended := {returned, Result}} <- Lane] || Lane <- Lanes],
     judge_branches(Model, State, First, Lanes)}.

start_worker(Commands) ->
    Parent = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> worker(Parent, Commands) end),
    {Pid, Monitor, Commands}.

worker(Parent, Commands) ->
    receive
        {go, Environment} ->
            {Ends, _} = execute_all(Commands, Environment, []),
            Parent ! {self(), Ends},
            ok;
        stop ->
            ok
    end.

collect([{Pid, Monitor, Commands} | Workers], Number, Environment) ->
    receive
        {Pid, Ends} ->
            demonitor(Monitor, [flush]),
            [operations(Commands, Ends, Number, Environment) | collect(Workers, Number + length(Commands), Environment)];
        {'DOWN', Monitor, process, Pid, Reason} ->
            exit({branch_ended, Reason, Commands})
    end;
collect([], _, _) ->
    [].

%% How the commands ended, up to the first that raised; what is known by then.
execute_all([{set, {var, Variable}, Call} | Commands], Environment, Ends) ->
    {call, Module, Function, Arguments} = evaluate(Environment, Call),
    try apply(Module, Function, Arguments) of
        Result -> execute_all(Commands, [{Variable, Result} | Environment], [{returned, Result} | Ends])
    catch
        Class:Reason -> {lists:reverse([{raised, Class, Reason} | Ends]), Environment}
    end;
execute_all([], Environment, Ends) ->
    {lists:reverse(Ends), Environment}.

%% The results of earlier commands in place of their names. The call itself is not made.
evaluate(Environment, Call) -> setelement(1, proper_symb:eval(Environment, setelement(1, Call, calling)), call).

operations([{set, {var, Variable} = Name, Call} | Commands], [Ended | Ends], Number, Environment) ->
    [#{number => Number, name => Name, symbolic => Call, call => evaluate(Environment, Call), ended => Ended}
     | operations(Commands, Ends, Number + 1, [{Variable, element(2, Ended)} | Environment])];
operations(_, [], _, _) ->
    [].

%% --- judging --------------------------------------------------------------------------------------

judge_prefix(Model, First, Workers) ->
    case weft_serial:explain([First], Model:initial_state(), weft_model:step(Model)) of
        {placed, _} ->
            state_after(Model, Model:initial_state(), First);
        Stuck ->
            [Pid ! stop || {Pid, _, _} <- Workers],
            weft_verdict:raise(Model, First, [], Stuck)
    end.

judge_branches(Model, State, First, Lanes) ->
    case weft_serial:explain(Lanes, State, weft_model:step(Model)) of
        {placed, Order} -> state_after(Model, State, Order);
        Stuck -> weft_verdict:raise(Model, First, Lanes, Stuck)
    end.

state_after(Model, State, Operations) ->
    lists:foldl(fun(#{call := Call, ended := {returned, Result}}, Before) -> Model:next_state(Before, Result, Call) end,
                State, Operations).
