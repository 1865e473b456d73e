%% The seventh generator: processes that wait for several things at once, their timers and timeouts in all orders of deadlines.
-module(generator_7).
-export([program/2]).

program(Seed, _) ->
    rand:seed(exsss, {Seed, 17, 2011}),
    put(message, 0),
    Count = pick([1, 2, 2]),
    put(themes, [pick([waiting, waiting, long_waiting, message, table])]),
    put(table, set),
    Main = operations(0, Count, 5),
    Workers = [{pick([tells, writes]), operations(I, Count, 3)} || I <- lists:seq(1, Count)],
    {false, pick([forever, 5000]), Main, Workers}.

operations(I, Count, Most) -> [operation(I, Count) || _ <- lists:seq(1, rand:uniform(Most))].

%% Without a gate a worker knows itself, those before it and Main.
operation(I, Count) ->
    Who = fun() -> pick([0, if I =:= 0 -> rand:uniform(Count); true -> rand:uniform(I) end]) end,
    Theme = pick([waiting, waiting, waiting, long_waiting | get(themes)]),
    generator_2:operation(Theme, I, Who).

pick(List) -> lists:nth(rand:uniform(length(List)), List).
