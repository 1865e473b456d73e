%% The fifth generator: longer programs in which signals of all kinds meet. They have too many interleavings to try them
%% all, so they are for commute only.
-module(generator_5).
-export([program/2]).

program(Seed, _) ->
    rand:seed(exsss, {Seed, 31, 2003}),
    put(message, 0),
    Count = pick([2, 3, 3, 4]),
    Gate = rand:uniform(4) =:= 1,
    put(themes, [theme() || _ <- lists:seq(1, pick([2, 3, 4, 6]))]),
    put(table, pick([set, ordered_set, bag])),
    Main = [{trap, true} || rand:uniform(2) =:= 1] ++ generator_2:operations(0, Count, Gate, rand:uniform(8)),
    Workers = [{pick([tells, writes]), generator_2:operations(I, Count, Gate, rand:uniform(6))} || I <- lists:seq(1, Count)],
    {Gate, pick([forever, 5000]), [{table, get(table)} | Main], Workers}.

theme() ->
    pick([message, receiving, alias, alias, owner, timer, link, link, exits, exits, monitor, monitor, name, info, leader, spawn,
          crash, table, rows, walk, life_of_table, persistent, atomics]).

pick(List) -> lists:nth(rand:uniform(length(List)), List).
