%% Somebody looks for a name that nobody ever has: a loop through one call, again and again in the same state.
-module(misspelt).
-export([t/0]).

t() ->
    spawn(fun() -> register(severs, self()), receive stop -> ok end end),
    wait_for(server) ! stop.

wait_for(Name) ->
    case whereis(Name) of
        undefined -> wait_for(Name);
        Pid -> Pid
    end.
