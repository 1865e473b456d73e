%% The sixth generator: small programs around one table that is read in parts, and all that may happen to it meanwhile.
-module(generator_6).
-export([program/2]).

-define(INTERLEAVINGS_MAX, 150).   % by an estimate that does not know of parts

program(Seed, _) ->
    rand:seed(exsss, {Seed, 37, 2017}),
    put(message, 0),
    shape().

shape() ->
    Count = pick([2, 2, 2, 3]),
    put(themes, [pick([table, table, rows, rows, walk, owner, life_of_table, exits]) || _ <- lists:seq(1, 2)]),
    Main = generator_2:operations(0, Count, false, rand:uniform(3) - 1),
    Workers = [{pick([tells, writes]), [look() || rand:uniform(2) =:= 1] ++ generator_2:operations(I, Count, false, rand:uniform(3) - 1)}
               || I <- lists:seq(1, Count)],
    Program = {false, pick([forever, 5000]), [{table, concurrent} | Main], Workers},
    case program:estimate(Program) =< ?INTERLEAVINGS_MAX of
        true -> Program;
        false -> shape()
    end.

look() -> pick([all, all, {select, '_'}, {match, '_'}, {select_count, '_'}, {select_some, 1}]).

pick(List) -> lists:nth(rand:uniform(length(List)), List).
