%% A tracer hears of processes that nobody else knows.
%% lint: nothing
-module(tracer).
-export([main/0]).

main() ->
    Q = spawn(fun() -> receive stop -> ok end end),
    P = spawn(fun() -> receive go -> Q ! stop end end),
    spawn(fun() ->
        erlang:trace(P, true, [send]),
        P ! go,
        receive {trace, P, send, stop, Q} -> ok end
    end),
    ok.
