%% A request to a process that may die, guarded by a monitor.
-module(flush).
-export([test/0]).

test() ->
    Worker = spawn(fun worker/0),
    {ok, 42} = request(Worker, 41),
    Other = spawn(fun worker/0),
    {ok, 2} = request(Other, 1),
    ok.

worker() ->
    receive {From, Ref, N} -> From ! {Ref, N + 1} end.

request(Pid, N) ->
    Ref = monitor(process, Pid),
    Pid ! {self(), Ref, N},
    receive
        {Ref, Answer} ->
            demonitor(Ref),
            {ok, Answer};
        {'DOWN', _, process, _, Reason} ->
            {error, Reason}
    end.
