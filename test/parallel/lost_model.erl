%% A counter that loses updates when two clients add at the same time. The property is a sequential one.
-module(lost_model).
-include_lib("proper/include/proper.hrl").
-behaviour(proper_statem).
-export([prop_counter/0, initial_state/0, command/1, precondition/2, next_state/3, postcondition/3]).

prop_counter() ->
    ?FORALL(Commands, commands(?MODULE),
            begin
                counter:start(),
                {_, _, Result} = run_commands(?MODULE, Commands),
                counter:stop(),
                aggregate(command_names(Commands), Result =:= ok)
            end).

initial_state() -> 0.

command(_) -> oneof([{call, counter, add_slowly, [range(1, 9)]}, {call, counter, value, []}]).

precondition(_, _) -> true.

next_state(Value, _, {call, _, add_slowly, [N]}) -> Value + N;
next_state(Value, _, _) -> Value.

postcondition(Value, {call, _, add_slowly, [N]}, Result) -> Result =:= Value + N;
postcondition(Value, {call, _, value, []}, Result) -> Result =:= Value.
