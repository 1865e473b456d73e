%% The sixth generator: small programs around what all processes share. Some are about one table that is read in parts, and all that
%% may happen to it meanwhile; others about atoms, code and the code path.
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
    {Look, Operations} = pick([{fun look/0, fun generator_2:operations/4}, {fun look/0, fun generator_2:operations/4},
                               {fun surroundings/0, fun(_, _, _, Length) -> [surroundings() || _ <- lists:seq(1, Length)] end}]),
    Main = Operations(0, Count, false, rand:uniform(3) - 1),
    Workers = [{pick([tells, writes]), [Look() || rand:uniform(2) =:= 1] ++ Operations(I, Count, false, rand:uniform(3) - 1)}
               || I <- lists:seq(1, Count)],
    Program = {false, pick([forever, 5000]), [{table, concurrent} | Main], Workers},
    case program:estimate(Program) =< ?INTERLEAVINGS_MAX of
        true -> Program;
        false -> shape()
    end.

look() -> pick([all, all, {select, '_'}, {match, '_'}, {select_count, '_'}, {select_some, 1}]).

surroundings() ->
    pick([{make_atom, "made_a"}, {make_atom, "made_b"}, {find_atom, "made_a"}, {find_atom, "made_b"}, {add_path, pick([a, z]), "/usr"},
          {add_path, a, "/tmp"}, {del_path, "/usr"}, {has_path, "/usr"}, {has_path, "/tmp"}, {delete_module, server}, {purge_module, server},
          {module_loaded, server}, {old_code, server}, {exported, server}, {insert, k, 1}, {lookup, k}, {call_module, server},
          {call_module, server}, {call_module, generator_2}, {module_loaded, generator_2}, {ensure_loaded, server}, {all_loaded, server},
          {find_atom, "pick"}, {made_by_term, "made_b"}, {found_by_term, "made_a"}]).

pick(List) -> lists:nth(rand:uniform(length(List)), List).
