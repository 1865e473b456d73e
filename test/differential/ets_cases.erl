%% ets tables of the four kinds: the same operations on each, match specifications, ownership.
-module(ets_cases).
-include("diff.hrl").

cases() ->
    [{{Kind, Name}, fun() -> T = ets:new(t, [Kind, public]), Fun(T) end} || Kind <- [set, ordered_set, bag,
         duplicate_bag], {Name, Fun} <- operations()]
    ++ [{{match, N, Kind}, fun() -> matching(Kind, Spec) end} || {N,
         Spec} <- lists:zip(lists:seq(1, length(specs())), specs()), Kind <- [set, ordered_set, bag]]
    ++ [{{test_ms, N}, fun() -> zoo:call(ets, test_ms, [{a, 5, [x]}, Spec]) end} || {N,
         Spec} <- lists:zip(lists:seq(1, length(specs())), specs())]
    ++ [{{guard, G}, fun() -> [ets:test_ms({X, Y}, [{{'$1', '$2'}, [G], [{{'$2', '$1'}}]}]) || {X,
         Y} <- [{1, 2}, {2, 1}, {a, []}, {[1], {b}}, {1.5, <<"x">>}, {#{a => 1}, 0}]] end} || G <- guards()]
    ++ [{{body, B}, fun() -> [ets:test_ms({X, Y}, [{{'$1', '$2'}, [], [B]}]) || {X, Y} <- [{1, 2}, {a, []},
         {[1], {b}}]] end} || B <- bodies()]
    ++ [{{life, Kind, Seed}, fun() -> life(Kind, Seed) end} || Kind <- [set, ordered_set, bag, duplicate_bag],
         Seed <- [1, 2, 3]]
    ++ table().

all(T) -> lists:sort(ets:tab2list(T)).

operations() ->
    [{insert, fun(T) -> {ets:insert(T, {a, 1}), ets:insert(T, {a, 2}), ets:insert(T, {a, 1}), all(T)} end},
     {insert_list, fun(T) -> {ets:insert(T, [{b, 1}, {a, 2}, {b, 3}, {b, 1}]), all(T)} end},
     {insert_bad, fun(T) -> ets:insert(T, a) end},
     {insert_empty, fun(T) -> ets:insert(T, {}) end},
     {insert_nothing, fun(T) -> ets:insert(T, []) end},
     {insert_partly_bad, fun(T) -> {catch ets:insert(T, [{a}, b]), all(T)} end},
     {insert_new, fun(T) -> {ets:insert_new(T, {a, 1}), ets:insert_new(T, {a, 2}),
         ets:insert_new(T, [{b, 1}, {a, 3}]), ets:insert_new(T, [{b, 1}, {c, 3}]), all(T)} end},
     {lookup, fun(T) -> ets:insert(T, [{1, x}, {1.0, y}, {a, z}]),
         {lists:sort(ets:lookup(T, 1)), lists:sort(ets:lookup(T, 1.0)), ets:lookup(T, b)} end},
     {lookup_element, fun(T) -> ets:insert(T, {a, b, c}),
         {ets:lookup_element(T, a, 2), zoo:call(ets, lookup_element, [T, z, 2]),
         zoo:call(ets, lookup_element, [T, a, 9])} end},
     {member, fun(T) -> ets:insert(T, {a}), {ets:member(T, a), ets:member(T, b)} end},
     {delete, fun(T) -> ets:insert(T, [{a, 1}, {b, 2}]), {ets:delete(T, a), ets:delete(T, z), all(T)} end},
     {delete_object, fun(T) -> ets:insert(T, [{a, 1}, {a, 2}, {b, 3}]),
         {ets:delete_object(T, {a, 1}), ets:delete_object(T, {b, 4}), all(T)} end},
     {delete_all, fun(T) -> ets:insert(T, [{a}, {b}]),
         {ets:delete_all_objects(T), all(T), ets:info(T, size)} end},
     {delete_table, fun(T) -> {ets:delete(T), zoo:call(ets, lookup, [T, a]), ets:info(T)} end},
     {take, fun(T) -> ets:insert(T, [{a, 1}, {a, 2}, {b, 3}]),
         {lists:sort(ets:take(T, a)), ets:take(T, z), all(T)} end},
     {update_counter, fun(T) -> ets:insert(T, {a, 5, 10}),
         {ets:update_counter(T, a, 3), ets:update_counter(T, a, {3, -1}),
         ets:update_counter(T, a, [{2, 1}, {3, 1}]), ets:update_counter(T, a, {2, 100, 50, 0}), all(T)} end},
     {update_counter_default, fun(T) -> {ets:update_counter(T, n, 1, {n, 0}),
         ets:update_counter(T, n, {2, 5}, {n, 0}), all(T)} end},
     {update_counter_bad, fun(T) -> ets:insert(T, {a, x}),
         {zoo:call(ets, update_counter, [T, a, 1]), zoo:call(ets, update_counter, [T, z, 1]),
         zoo:call(ets, update_counter, [T, a, {1, 1}]), zoo:call(ets, update_counter, [T, a, {7, 1}])} end},
     {update_counter_big, fun(T) -> ets:insert(T, {a, 1 bsl 70}),
         ets:update_counter(T, a, [{2, 1}, {2, -(1 bsl 71)}]) end},
     {update_element, fun(T) -> ets:insert(T, {a, 1, 2}),
         {ets:update_element(T, a, {2, x}), ets:update_element(T, a, [{2, y}, {3, z}]),
         ets:update_element(T, q, {2, x}), all(T)} end},
     {first_next, fun(T) -> ets:insert(T, [{I, I} || I <- [3, 1, 2]]),
         {lists:sort(walk(T, ets:first(T))), ets:first(ets:new(e, [])), zoo:call(ets, next, [T, 99])} end},
     {prev, fun(T) -> ets:insert(T, [{I} || I <- [3, 1, 2]]),
         {lists:sort([ets:last(T) || ets:info(T, type) =:= ordered_set]),
         [ets:prev(T, 2) || ets:info(T, type) =:= ordered_set]} end},
     {foldl, fun(T) -> ets:insert(T, [{I, I * I} || I <- lists:seq(1, 10)]),
         {ets:foldl(fun({_, V}, A) -> V + A end, 0, T), ets:foldr(fun({_, V}, A) -> V + A end, 0, T)} end},
     {info, fun(T) -> ets:insert(T, [{a}, {b}]), [ets:info(T, I) || I <- [size, type, keypos, protection, name,
         named_table, heir, node, write_concurrency, read_concurrency, compressed, fixed, bogus]] end},
     {match, fun(T) -> ets:insert(T, [{a, 1, x}, {b, 2, x}, {c, 1, y}]),
         {lists:sort(ets:match(T, {'$1', 1, '_'})), lists:sort(ets:match(T, {'$2', '$1', x})),
         lists:sort(ets:match(T, {'_', '$1', '_'})), ets:match(T, {z, '$1', '_'}),
         lists:sort(ets:match(T, '$1'))} end},
     {match_object, fun(T) -> ets:insert(T, [{a, 1}, {b, 2}, {c, 1}]),
         {lists:sort(ets:match_object(T, {'_', 1})), lists:sort(ets:match_object(T, '_')),
         ets:match_object(T, {a, '$1'}), ets:match_object(T, {'$1', '$1'})} end},
     {match_delete, fun(T) -> ets:insert(T, [{a, 1}, {b, 2}, {c, 1}]),
         {ets:match_delete(T, {'_', 1}), all(T)} end},
     {select, fun(T) -> ets:insert(T, [{I, I * I} || I <- lists:seq(1, 20)]),
         {lists:sort(ets:select(T, [{{'$1', '$2'}, [{'>', '$2', 100}, {'=:=', {'rem', '$1', 2}, 0}], ['$1']}])),
         ets:select_count(T, [{{'$1', '_'}, [{'<', '$1', 5}], [true]}]),
         ets:select_delete(T, [{{'$1', '_'}, [{'<', '$1', 15}], [true]}]), all(T)} end},
     {select_replace, fun(T) -> ets:insert(T, [{I, I} || I <- lists:seq(1, 5)]),
         {ets:select_replace(T, [{{'$1', '$2'}, [{'>', '$1', 3}], [{{'$1', {'*', '$2', 10}}}]}]), all(T)} end},
     {select_limit, fun(T) -> ets:insert(T, [{I} || I <- lists:seq(1, 10)]),
         lists:sort(chunks(ets:select(T, [{{'$1'}, [], ['$1']}], 3))) end},
     {match_limit, fun(T) -> ets:insert(T, [{I} || I <- lists:seq(1, 10)]),
         lists:sort(lists:append(match_chunks(ets:match(T, {'$1'}, 4)))) end},
     {select_end, fun(T) -> {ets:select(T, [{'_', [], ['$_']}], 3), ets:match(T, '$1', 2),
         ets:select('$end_of_table')} end},
     {fixed_and_never_there, fun(T) -> ets:insert(T, {1}), ets:safe_fixtable(T, true), ets:next(T, 2) end},
     {fixed_too_late, fun(T) -> ets:insert(T, {1}), ets:delete(T, 1), ets:safe_fixtable(T, true), ets:next(T, 1) end},
     {fixed_before_delete, fun(T) -> ets:insert(T, {1}), ets:safe_fixtable(T, true), ets:delete(T, 1), [ets:next(T, 1), ets:prev(T, 1)] end},
     {fixed_before_all_go, fun(T) -> ets:insert(T, {1}), ets:safe_fixtable(T, true), ets:delete_all_objects(T), ets:next(T, 1) end},
     {fixed_before_match, fun(T) -> ets:insert(T, {1}), ets:safe_fixtable(T, true), ets:select_delete(T, [{{1}, [], [true]}]), ets:next(T, 1) end},
     {fixed_before_take, fun(T) -> ets:insert(T, {1}), ets:safe_fixtable(T, true), ets:take(T, 1), ets:next(T, 1) end},
     {unfixed_again, fun(T) -> ets:insert(T, {1}), ets:safe_fixtable(T, true), ets:delete(T, 1), ets:safe_fixtable(T, false), ets:next(T, 1) end},
     {fixed_once_more, fun(T) -> ets:insert(T, {1}), ets:safe_fixtable(T, true), ets:delete(T, 1), ets:safe_fixtable(T, false),
         ets:safe_fixtable(T, true), ets:next(T, 1) end},
     {fixed, fun(T) -> ets:insert(T, [{I} || I <- lists:seq(1, 10)]), ets:safe_fixtable(T, true),
         R = remove_while_walking(T, ets:first(T), 0), ets:safe_fixtable(T, false), {R, ets:info(T, size)} end},
     {rename, fun(T) -> {ets:rename(T, other) =/= T, ets:info(T, name)} end},
     {tab2list, fun(T) -> ets:insert(T, [{I, -I} || I <- lists:seq(1, 50)]),
         {length(ets:tab2list(T)), lists:sum([V || {_, V} <- ets:tab2list(T)])} end},
     {keys, fun(T) -> ets:insert(T, [{K, x} || K <- [a, "s", <<"b">>, {1, 2}, 3.5, #{k => v}, [], 1 bsl 70]]),
         {all(T), [length(ets:lookup(T, K)) || K <- ["s", <<"b">>, {1, 2}, 3.5, #{k => v}, [], 1 bsl 70,
         3]]} end},
     {select_reverse, fun(T) -> ets:insert(T, [{I} || I <- [1, 2, 3]]),
         lists:sort(ets:select_reverse(T, [{'$1', [], ['$1']}])) end},
     {to_dets_names, fun(T) -> [zoo:call(ets, F, [T]) || F <- [first, last, bogus]] end},
     {slot, fun(T) -> ets:insert(T, {a, 1}), is_list(ets:slot(T, 0)) end},
     {init_table, fun(T) -> {ets:init_table(T, fun(read) -> end_of_input; (close) -> ok end), all(T)} end},
     {many, fun(T) -> [ets:insert(T, {I rem 100, I}) || I <- lists:seq(1, 1000)],
         {ets:info(T, size), erlang:phash2(all(T))} end},
     {table, fun(T) -> ets:insert(T, [{1, a}, {2, b}]), lists:sort(qlc_free(T)) end},
     {big_objects, fun(T) -> ets:insert(T, {k, lists:seq(1, 1000), binary:copy(<<"x">>, 1000)}),
         [{k, L, B}] = ets:lookup(T, k), {lists:sum(L), byte_size(B)} end}].

walk(_, '$end_of_table') -> [];
walk(T, K) -> [K | walk(T, ets:next(T, K))].
chunks('$end_of_table') -> [];
chunks({L, C}) -> L ++ chunks(ets:select(C)).
match_chunks('$end_of_table') -> [];
match_chunks({L, C}) -> L ++ match_chunks(ets:match(C)).
remove_while_walking(_, '$end_of_table', N) -> N;
remove_while_walking(T, K, N) -> ets:delete(T, K), remove_while_walking(T, ets:next(T, K), N + 1).
qlc_free(T) -> [{V, K} || {K, V} <- ets:tab2list(T)].

specs() ->
    [[{'_', [], ['$_']}], [{'$1', [], ['$1']}], [{{'$1', '$2', '_'}, [], [['$1', '$2']]}],
     [{{'$1', '$2', '$3'}, [{'>', '$2', 3}], [{{'$3', '$1'}}]}],
     [{{'_', '$1', '_'}, [{is_integer, '$1'}], ['$$']}], [{{'$1', '_', '_'}, [], [{const, {x, '$1'}}]}],
     [{{a, '$1', '_'}, [], ['$1']}, {{b, '$1', '_'}, [], [{'-', '$1'}]}],
     [{{'$1', '$2', '$3'}, [{'orelse', {'==', '$1', a}, {'<', '$2', 3}}], ['$2']}],
     [{{'$1', '$2', '$3'}, [{'=:=', {hd, '$3'}, x}], ['$1']}], [{{'$1', '$2', [x | '$3']}, [], ['$3']}],
     [{{'$1', '$2', '_'}, [], [{{'$2', {{'$1'}}, ['$2' | '$1'], #{k => '$2'}}}]}],
     [{{'$1', '$1', '_'}, [], [same]}], [{{'_', '$1', '_'}, [{'not', {'>', '$1', 2}}], [small]}],
     [{{'_', '$1', '_'}, [true], [{'*', '$1', '$1'}]}], [{{'_', '$1', '_'}, [], [{element, 1, '$_'}]}],
     [{{'_', '$1', '_'}, [{bogus, '$1'}], ['$1']}], [{{'_', '$1', '_'}, [], []}], [], nonsense, [{a}],
     [{{'$1', '_', '_'}, [], ['$7']}], [{{'_', '_', '_'}, [], [{self}]}],
     [{{'_', '_', '_'}, [], [{map_size, #{a => 1}}]}], [{{'$100000000', '_', '_'}, [], ['$100000000']}]].

matching(Kind, Spec) ->
    T = ets:new(t, [Kind]),
    ets:insert(T, [{a, 1, [x]}, {b, 2, [y, z]}, {c, 3, []}, {d, 4, [x | y]}, {e, 5.0, none}, {f, f, "str"},
         {7, 7, <<"bin">>}]),
    {try lists:sort(ets:select(T, Spec)) catch C:R -> {C, R} end, try ets:select_count(T, Spec) catch C:R ->
         {C, R} end, try lists:sort(ets:match_spec_run(ets:tab2list(T),
         ets:match_spec_compile(Spec))) catch C:R -> {C, R} end}.

guards() ->
    [{'>', '$1', '$2'}, {'==', '$1', 1.0}, {'=:=', '$1', 1}, {'and', {is_integer, '$1'}, {is_integer, '$2'}},
     {'andalso', {is_list, '$1'}, {'=:=', {length, '$1'}, 1}}, {'or', {is_atom, '$1'}, {is_atom, '$2'}},
     {'xor', {is_atom, '$1'}, {is_list, '$2'}}, {'not', {is_atom, '$1'}}, {is_map, '$1'}, {is_map_key, a, '$1'},
     {'=:=', {map_get, a, '$1'}, 1}, {is_binary, '$2'}, {'=:=', {byte_size, '$2'}, 1}, {is_tuple, '$2'},
     {'=:=', {tuple_size, '$2'}, 1}, {'=:=', {element, 1, '$2'}, b}, {'=:=', {'+', '$1', '$2'}, 3},
     {'>', {'/', '$1', '$2'}, 0.7}, {'=:=', {'band', '$1', 1}, 1}, {'=:=', {abs, '$1'}, 2},
     {'=:=', {round, '$1'}, 2}, {'=:=', '$1', {const, a}}, {'=:=', '$1', a}, {is_float, '$1'},
     {is_number, '$1'}, {'=:=', {node}, nonode@nohost}, {is_pid, {self}}, {'=/=', '$2', []},
     {'=:=', {'$1', '$2'}, x}, {'=:=', {{'$1', '$2'}}, {{1, 2}}}, {'=:=', '$_', {const, {2, 1}}}, true, false,
     other, {hd, '$1'}, {is_record, '$_', 1, 2}, {'=:=', {size, '$2'}, 1}, {'=:=', {trunc, '$1'}, 1},
     {'>=', '$$', []}, {'bnot', '$1'}, {is_function, '$1'}, {is_boolean, {'<', '$1', '$2'}}].

bodies() ->
    ['$1', '$_', '$$', {{'$1', '$2'}}, ['$1', '$2'], {const, '$1'}, {'+', '$1', 1}, {element, 2, '$_'},
     {{'$2', {{'$1', [a | '$1']}}}}, #{'$1' => '$2'}, {self}, {node}, {hd, '$1'}, {length, '$1'}, true, [],
     "str", {{}}, {abs, {'-', '$1'}}, {is_atom, '$1'}, <<"bin">>, 1.5, {const, {a, [b]}}, {min, '$1', '$2'}].

life(Kind, Seed) ->
    rand:seed(exsss, {Seed, 9, 9}),
    T = ets:new(t, [Kind]),
    [case rand:uniform(6) of
         1 -> ets:delete(T, rand:uniform(50));
         2 -> ets:match_delete(T, {rand:uniform(50), rand:uniform(3)});
         _ -> ets:insert(T, {rand:uniform(50), rand:uniform(3)})
     end || _ <- lists:seq(1, 800)],
    {ets:info(T, size), erlang:phash2(all(T)), lists:sum([length(ets:lookup(T, K)) || K <- lists:seq(1, 50)])}.

ordered() -> T = ets:new(t, [ordered_set]), ets:insert(T, [{K, x} || K <- [5, 1, 3.0, 3, 9, b, a, "s", {2}]]), T.
owner(F) -> Self = self(), P = spawn(fun() -> Self ! {self(), F()}, receive stop -> ok end end),
    receive {P, R} -> {P, R} end.
gone(P) -> M = monitor(process, P), receive {'DOWN', M, _, _, _} -> ok end.

table() ->
    [?C(ets:tab2list(ordered())),
     ?C(ets:first(ordered())),
     ?C(ets:last(ordered())),
     ?C(ets:next(ordered(), 3)),
     ?C(ets:next(ordered(), 4)),
     ?C(ets:prev(ordered(), 4)),
     ?C(ets:prev(ordered(), 0)),
     ?C(ets:lookup(ordered(), 3)),
     ?C(ets:lookup(ordered(), 3.0)),
     ?C(walk(ordered(), ets:first(ordered()))),
     ?C(begin T = ordered(), walk(T, ets:first(T)) end),
     ?C(ets:select(ordered(), [{{'$1', '_'}, [{'>', '$1', 2}, {'<', '$1', 6}], ['$1']}])),
     ?C(ets:select_reverse(ordered(), [{{'$1', x}, [], ['$1']}])),
     ?C(element(1, ets:select(ordered(), [{{'$1', '_'}, [], ['$1']}], 2))),
     ?C(ets:new(a, [bogus])),
     ?C(ets:new("a", [])),
     ?C(ets:new(a, [named_table])),
     ?C(begin ets:new(a, [named_table]), ets:new(a, [named_table]) end),
     ?C(begin ets:new(named, [named_table]), ets:insert(named, {1, 2}),
         {ets:lookup(named, 1), is_reference(ets:whereis(named)), ets:whereis(unnamed)} end),
     ?C(begin T = ets:new(t, [{keypos, 2}]), ets:insert(T, {a, k}),
         {ets:lookup(T, k), catch ets:insert(T, {a})} end),
     ?C(ets:new(t, [{keypos, 0}])),
     ?C(begin {P, T} = owner(fun() -> ets:new(t, [private]) end),
         R = {zoo:call(ets, lookup, [T, a]), zoo:call(ets, insert, [T, {a}])}, P ! stop, R end),
     ?C(begin {P, T} = owner(fun() -> ets:new(t, [protected]) end),
         R = {zoo:call(ets, lookup, [T, a]), zoo:call(ets, insert, [T, {a}]), zoo:call(ets, delete, [T])},
         P ! stop, R end),
     ?C(begin {P, T} = owner(fun() -> ets:new(t, [public]) end), R = {ets:insert(T, {a, 1}), ets:lookup(T, a)},
         P ! stop, gone(P), {R, ets:info(T)} end),
     ?C(begin Me = self(), {P, T} = owner(fun() -> ets:new(t, [public, {heir, Me, data}]) end), P ! stop,
         receive {'ETS-TRANSFER', T, P, D} -> {D, ets:info(T, owner) =:= Me} end end),
     ?C(begin T = ets:new(t, []), ets:insert(T, {a, 1}), Me = self(),
         P = spawn(fun() -> receive {'ETS-TRANSFER', X, Me, D} -> Me ! {D, ets:lookup(X, a)} end end),
         ets:give_away(T, P, gift), receive M -> M end end),
     ?C(begin T = ets:new(t, []), ets:setopts(T, {heir, none}), ets:give_away(T, self(), x) end),
     ?C(lists:member(t, ets:all())),
     ?C(begin T = ets:new(x, []), lists:member(T, ets:all()) end),
     ?C(ets:fun2ms(x)),
     ?C(ets:is_compiled_ms(ets:match_spec_compile([]))),
     ?C(ets:match_spec_run([{1}, {2}], ets:match_spec_compile([{{'$1'}, [{'>', '$1', 1}], ['$1']}]))),
     ?C(ets:test_ms({1, 2}, [{{'$1', '$2'}, [], [{'+', '$1', '$2'}]}])),
     ?C(ets:test_ms(x, [{{'$1', '$2'}, [], [{'+', '$1', '$2'}]}])),
     ?C(begin T = ets:new(t, [bag]), ets:insert(T, [{a, I} || I <- [3, 1, 2]]),
         lists:sort(ets:lookup_element(T, a, 2)) end),
     ?C(begin T = ets:new(t, [duplicate_bag]), ets:insert(T, [{a, 1}, {a, 1}]), ets:lookup(T, a) end),
     ?C(begin T = ets:new(t, [set]), ets:insert(T, {a, 1}), ets:insert(T, {a, 2}), ets:lookup(T, a) end),
     ?C(begin T = ets:new(t, [ordered_set]), ets:insert(T, [{1, a}, {1.0, b}]), ets:tab2list(T) end),
     ?C(begin T = ets:new(t, [set]), ets:insert(T, [{1, a}, {1.0, b}]), all(T) end),
     ?C(begin T = ets:new(t, [compressed]), ets:insert(T, {a, lists:seq(1, 100)}),
         length(ets:lookup_element(T, a, 2)) end),
     ?C(begin T = ets:new(t, []), ets:insert(T, {a, 1}), A = ets:lookup(T, a), ets:insert(T, {a, 2}),
         {A, ets:lookup(T, a)} end),
     ?C(begin T = ets:new(t, [{write_concurrency, true}, {read_concurrency, true},
         {decentralized_counters, true}]), ets:info(T, write_concurrency) end),
     ?C(begin T = ets:new(t, []), F = fun(I) -> ets:insert(T, {I}) end, lists:foreach(F, lists:seq(1, 5000)),
         ets:info(T, size) end),
     ?C(begin T = ordered(), ets:select(T, [{{{'$1'}, '_'}, [], ['$1']}, {{a, '_'}, [], [the_a]}]) end),
     ?C(begin T = ets:new(t, [ordered_set]), [ets:insert(T, {{X, Y}, X * Y}) || X <- [1, 2, 3], Y <- [1, 2, 3]],
         {ets:select(T, [{{{2, '$1'}, '$2'}, [], [{{'$1', '$2'}}]}]), ets:match(T, {{'_', 3}, '$1'}),
         ets:next(T, {2, 0}), ets:prev(T, {2, 0})} end)].
