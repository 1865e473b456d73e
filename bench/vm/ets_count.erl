%% ets: counters, inserts, look-ups, a select now and then.
-module(ets_count).
-export([main/1]).

main(N) ->
    T = ets:new(t, [set]),
    O = ets:new(o, [ordered_set]),
    [step(I, T, O) || I <- lists:seq(1, N * 1500000)],
    ok.

step(I, T, O) ->
    ets:update_counter(T, I rem 1000, 1, {I rem 1000, 0}),
    ets:insert(O, {I * 7919 rem 10007, I}),
    ets:lookup(O, I rem 10007),
    I rem 20000 =:= 0 andalso ets:select(O, [{{'$1', '$2'}, [{'<', '$1', 100}], ['$2']}]).
