%% Two properties: somebody has to say which. One of them is false whatever the commands return.
-module(two_model).
-include_lib("proper/include/proper.hrl").
-behaviour(proper_statem).
-export([prop_good/0, prop_bad/0, initial_state/0, command/1, precondition/2, next_state/3, postcondition/3]).

prop_good() ->
    ?SETUP(fun() -> fun() -> ok end end,
           ?FORALL(Commands, parallel_commands(?MODULE),
                   begin
                       {History, State, Result} = run_parallel_commands(?MODULE, Commands),
                       ?WHENFAIL(io:format("~p ~p~n", [History, State]), Result =:= ok)
                   end)).

prop_bad() ->
    ?FORALL(Commands, commands(?MODULE),
            begin
                {_, State, ok} = run_commands(?MODULE, Commands),
                conjunction([{few, State < 3}])
            end).

initial_state() -> 0.
command(_) -> {call, erlang, abs, [range(-5, 5)]}.
precondition(_, _) -> true.
next_state(Count, _, _) -> Count + 1.
postcondition(_, {call, _, abs, [N]}, Result) -> Result =:= max(N, -N).
