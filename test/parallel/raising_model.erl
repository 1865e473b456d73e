%% A command that raises, which no model explains; the arguments are terms that need care when they are written.
-module(raising_model).
-include_lib("proper/include/proper.hrl").
-behaviour(proper_statem).
-export([setup/0, initial_state/0, command/1, precondition/2, next_state/3, postcondition/3, divide/2]).

setup() -> ok.

initial_state() -> [].

command(_) ->
    {call, ?MODULE, divide, [elements([{'An atom', "te\"xt"}, <<1, 200>>, #{1.5 => [a | 'end']}, "", fun erlang:abs/1]), range(0, 20)]}.

precondition(_, _) -> true.
next_state(State, _, _) -> State.
postcondition(_, {call, _, divide, [What, _]}, Result) -> Result =:= What.

divide(What, N) ->
    _ = 100 div N,
    What.
