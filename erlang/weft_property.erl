%% A property of PropEr over commands, run once for a given case: what it does before and after them is kept, and its
%% verdict counts. weft runs the commands (weft_parallel:run_commands/2 and the like stand in for PropEr's).
-module(weft_property).
-export([run/3, shape/2, shaped/2]).

run(Model, Function, Case) ->
    case outcome(Model:Function(), Case) of
        true -> ok;
        false -> erlang:raise(error, {property_false, Model, Function}, [])
    end.

%% The forms that PropEr's macros make.
outcome(Verdict, _) when is_boolean(Verdict) -> Verdict;
outcome({forall, _, Test}, Case) -> outcome(Test(Case), Case);
outcome({setup, Setup, Test}, Case) -> with_setup(Setup, Test, Case);
outcome({numtests, _, Test}, Case) -> outcome(Test, Case);
outcome({on_output, _, Test}, Case) -> outcome(Test, Case);
outcome({fails, Test}, Case) -> outcome(Test, Case);
outcome({whenfail, _, Test}, Case) -> outcome(Test(), Case);
outcome({trapexit, Test}, Case) -> outcome(Test(), Case);
outcome({timeout, _, Test}, Case) -> outcome(Test(), Case);
outcome({implies, Holds, Test}, Case) -> not Holds orelse outcome(Test(), Case);
outcome({sample, _, _, Test}, Case) -> outcome(Test, Case);
outcome({conjunction, Tests}, Case) -> lists:all(fun({_, Test}) -> outcome(Test, Case) end, Tests);
outcome(Other, _) -> exit({property_not_understood, Other}).

with_setup(Setup, Test, Case) ->
    Finish = Setup(),
    Outcome = outcome(Test, Case),
    is_function(Finish, 0) andalso Finish(),
    Outcome.

%% How a property wants commands: sequences of them are lists, parallel ones pairs.
shape(Model, Function) ->
    erlang:function_exported(Model, Function, 0) orelse
        throw([atom_to_list(Model), " exports no property ", atom_to_list(Function), "/0"]),
    case pick(Model:Function()) of
        {ok, Commands} when is_list(Commands) -> "sequence";
        {ok, {Commands, [_ | _]}} when is_list(Commands) -> "parallel";
        _ -> throw([atom_to_list(Function), " is not a property over commands alone"])
    end.

pick({forall, Type, _}) -> proper_gen:pick(Type, 1, {1, 2, 3});
pick(Wrapped) when tuple_size(Wrapped) > 1 -> pick(element(tuple_size(Wrapped), Wrapped));
pick(_) -> none.

shaped({Prefix, Branches}, "sequence") -> lists:append([Prefix | Branches]);
shaped(Case, "parallel") -> Case.
