%% What weft's own register does, as a model for PropEr: histories must get the same verdict from both.
-module(register_model).
-export([initial_state/0, command/1, precondition/2, next_state/3, postcondition/3]).

initial_state() -> undefined.

command(_) -> {call, ?MODULE, read, []}.   % nobody makes commands of it

precondition(_, _) -> true.

next_state(_, _, {call, _, write, [Value]}) -> Value;
next_state(Old, _, {call, _, cas, [Old, New]}) -> New;
next_state(Value, _, _) -> Value.

postcondition(Value, {call, _, read, []}, Result) -> Result =:= Value;
postcondition(Value, {call, _, cas, [Old, _]}, Result) -> Result =:= (Value =:= Old);
postcondition(_, {call, _, write, _}, _) -> true.
