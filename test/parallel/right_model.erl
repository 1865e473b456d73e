%% A counter that counts right: every order of the calls has an explanation. The property is the one PropEr runs alone.
-module(right_model).
-include_lib("proper/include/proper.hrl").
-behaviour(proper_statem).
-export([prop_counter/0, initial_state/0, command/1, precondition/2, next_state/3, postcondition/3]).

prop_counter() ->
    ?FORALL(Commands, parallel_commands(?MODULE),
            begin
                counter:start(),
                {History, Branches, Result} = run_parallel_commands(?MODULE, Commands),
                counter:stop(),
                ?WHENFAIL(io:format("~p~n~p~n", [History, Branches]), Result =:= ok)
            end).

initial_state() -> 0.

command(_) -> oneof([{call, counter, add, [range(1, 9)]}, {call, counter, value, []}]).

precondition(_, _) -> true.

next_state(Value, _, {call, _, add, [N]}) -> Value + N;
next_state(Value, _, _) -> Value.

postcondition(Value, {call, _, add, [N]}, Result) -> Result =:= Value + N;
postcondition(Value, {call, _, value, []}, Result) -> Result =:= Value.
