%% Maps: literals, updates, patterns, large ones, and the maps module.
-module(map_cases).
-include("diff.hrl").

big(N) -> maps:from_list([{I, I * I} || I <- lists:seq(1, N)]).
sorted(M) -> lists:sort(maps:to_list(M)).

cases() ->
    [{{size, N}, fun() -> sizes(N) end} || N <- [0, 1, 2, 31, 32, 33, 34, 64, 100, 1000, 5000]]
    ++ [{{keys, K}, fun() -> key(K) end} || K <- zoo:terms(), not is_function(K), not is_pid(K), not is_reference(K)]
    ++ [{{random, Seed}, fun() -> random(Seed) end} || Seed <- lists:seq(1, 12)]
    ++ [{{bad_map, Name}, fun() -> zoo:calls(maps, Name, [Args || Args <- bad(Arity)]) end}
        || {Name, Arity} <- [{get, 2}, {find, 2}, {put, 3}, {remove, 2}, {take, 2}, {update, 3}, {is_key, 2},
             {keys, 1}, {values, 1}, {to_list, 1}, {from_list, 1}, {from_keys, 2},
                             {merge, 2}, {size, 1}, {map, 2}, {fold, 3}, {filter, 2}, {filtermap, 2}, {with, 2},
                                  {without, 2}, {merge_with, 3}, {intersect, 2}, {iterator, 1}, {next, 1},
                                  {update_with, 3},
                             {get, 3}, {groups_from_list, 2}, {foreach, 2}, {intersect_with, 3}, {new, 0}]]
    ++ table().

bad(0) -> [[]];
bad(1) -> [[X] || X <- [a, 1, [], [a], [{a}], [{a, 1} | b], #{a => 1}, {}, <<>>]];
bad(2) -> zoo:pairs([a, [], [a], fun(X) -> X end, fun(K, _) -> K =:= a end, #{a => 1}],
    [b, [], #{}, #{a => 1}, none]);
bad(3) -> zoo:triples([a, fun(X) -> X end, fun(X, _) -> X end, fun(X, _, _) -> X end], [a, x, #{}, #{a => 1}],
    [b, #{}, #{a => 1}]).

sizes(N) ->
    M = big(N),
    Same = maps:from_list([{I, I * I} || I <- lists:seq(N, 1, -1)]),
    Grown = lists:foldl(fun(I, A) -> A#{I => I * I} end, #{}, lists:seq(1, N)),
    Shrunk = lists:foldl(fun(I, A) -> maps:remove(I, A) end, big(N + 40), lists:seq(N + 1, N + 40)),
    Updated = maps:map(fun(K, V) -> K + V end, M),
    {map_size(M), M =:= Same, M =:= Grown, M =:= Shrunk, erlang:phash2(M), lists:sum(maps:keys(M)),
         lists:sum(maps:values(M)),
     maps:fold(fun(K, V, A) -> K * V + A end, 0, M), lists:sum(maps:values(Updated)),
          map_size(maps:filter(fun(K, _) -> K rem 3 =:= 0 end, M)),
     [maps:find(K, M) || K <- [0, 1, N, N + 1, a]], M < Grown#{N + 1 => 0}, M == maps:merge(M, M),
          map_size(maps:merge(M, #{a => 1, 1 => b})),
     binary_to_term(term_to_binary(M)) =:= M, length(sorted(M))}.

key(K) ->
    M = #{K => 1, other => 2},
    L = maps:put(K, found, big(50)),
    {M, map_get(K, M), is_map_key(K, M), M#{K := 3}, maps:remove(K, M), case M of #{K := V} -> V end,
         maps:get(K, L), map_size(L), map_size(maps:remove(K, L)), map_size(L#{K => again}), maps:find({K}, L)}.

%% A long random life of a map beside that of an ordered list of pairs.
random(Seed) ->
    rand:seed(exsss, {Seed, 2, 3}),
    {M, L} = lists:foldl(fun(_, {M, L}) -> step(M, L, rand:uniform(5), rand:uniform(80 * Seed)) end, {#{}, []},
         lists:seq(1, 2000)),
    {sorted(M) =:= L, map_size(M), erlang:phash2(L)}.

step(M, L, Do, K) when Do =< 3 -> {M#{K => Do}, orddict:store(K, Do, L)};
step(M, L, 4, K) -> {maps:remove(K, M), orddict:erase(K, L)};
step(M, L, 5, K) ->
    case M of
        #{K := V} -> {M#{K := V + 1}, orddict:update(K, fun(X) -> X + 1 end, L)};
        _ -> error = orddict:find(K, L), {M, L}
    end.

iterate(none, Done) -> lists:sort(Done);
iterate({K, V, I}, Done) -> iterate(maps:next(I), [{K, V} | Done]).

count(Words) -> lists:foldl(fun(W, M) -> maps:update_with(W, fun(N) -> N + 1 end, 1, M) end, #{}, Words).
config(#{host := H, port := P} = C) when is_integer(P), P > 0 -> {H, P, maps:without([host, port], C)};
config(#{host := H}) -> {H, default};
config(#{}) -> nothing;
config(_) -> no_map.

table() ->
    [?C(#{}),
     ?C(#{a => 1, b => 2}),
     ?C(#{b => 1, a => 2, c => 3}),
     ?C(#{1 => a, 1.0 => b, "1" => c}),
     ?C(#{a => 1, a => 2}),
     ?C((#{a => 1})#{a => 2}),
     ?C((#{a => 1})#{b => 2}),
     ?C((#{a => 1})#{a := 2}),
     ?C((diff_run:id(#{a => 1}))#{b := 2}),
     ?C((diff_run:id(#{a => 1}))#{b := 2, a := 3}),
     ?C((diff_run:id(x))#{a => 1}),
     ?C((diff_run:id([]))#{a := 1}),
     ?C((diff_run:id(#{}))#{a => 1, b => 2, a => 3}),
     ?C((diff_run:id(#{z => 0}))#{a => 1, z := 2, b => 3}),
     ?C(#{diff_run:id(k) => v}),
     ?C(#{#{a => 1} => #{b => 2}}),
     ?C(#{{a, b} => [c], [d] => {e}, <<"f">> => g}),
     ?C(#{[] => empty, {} => unit, #{} => map}),
     ?C([config(C) || C <- [#{host => h, port => 80, x => 1}, #{host => h, port => 0}, #{host => g}, #{}, a]]),
     ?C(count([a, b, a, c, b, a])),
     ?C(sorted(count([I rem 7 || I <- lists:seq(1, 1000)]))),
     ?C(maps:get(a, #{a => 1})),
     ?C(maps:get(b, #{a => 1})),
     ?C(maps:get(b, #{a => 1}, default)),
     ?C(maps:get(b, diff_run:id(c))),
     ?C(maps:find(a, #{a => 1})),
     ?C(maps:find(b, #{a => 1})),
     ?C(maps:find(1.0, #{1 => a})),
     ?C(maps:is_key(1, #{1.0 => a})),
     ?C(maps:put(a, 2, #{a => 1})),
     ?C(maps:update(a, 2, #{a => 1})),
     ?C(maps:update(b, 2, #{a => 1})),
     ?C(maps:remove(b, #{a => 1})),
     ?C(maps:take(a, #{a => 1})),
     ?C(maps:take(b, #{a => 1})),
     ?C(maps:merge(#{a => 1, b => 2}, #{b => 3, c => 4})),
     ?C(maps:merge_with(fun(_, X, Y) -> X + Y end, #{a => 1, b => 2}, #{b => 3, c => 4})),
     ?C(maps:intersect(#{a => 1, b => 2}, #{b => 3, c => 4})),
     ?C(maps:intersect_with(fun(K, X, Y) -> {K, X, Y} end, #{a => 1, b => 2}, #{b => 3})),
     ?C(maps:with([a, z], #{a => 1, b => 2})),
     ?C(maps:without([a, z], #{a => 1, b => 2})),
     ?C(maps:keys(#{c => 1, a => 2, b => 3})),
     ?C(maps:values(#{c => 1, a => 2, b => 3})),
     ?C(maps:to_list(#{c => 1, a => 2, b => 3})),
     ?C(maps:from_list([{a, 1}, {b, 2}, {a, 3}])),
     ?C(maps:from_list([{a, 1}, b])),
     ?C(maps:from_keys([a, b, a], 0)),
     ?C(maps:fold(fun(K, V, A) -> [{K, V} | A] end, [], #{a => 1, b => 2})),
     ?C(maps:map(fun(K, V) -> {K, V} end, #{a => 1})),
     ?C(maps:filter(fun(_, V) -> V > 1 end, #{a => 1, b => 2})),
     ?C(maps:filtermap(fun(_, V) when V > 1 -> {true, V * 10}; (k, _) -> true; (_, _) -> false end,
         #{a => 1, b => 2, k => 0})),
     ?C(maps:filter(fun(_, _) -> maybe_not end, #{a => 1})),
     ?C(maps:groups_from_list(fun(X) -> X rem 3 end, lists:seq(1, 10))),
     ?C(maps:groups_from_list(fun erlang:length/1, fun lists:reverse/1, ["a", "bc", "de"])),
     ?C(maps:update_with(a, fun(V) -> V * 2 end, #{a => 4})),
     ?C(maps:update_with(z, fun(V) -> V * 2 end, #{a => 4})),
     ?C(maps:update_with(z, fun(V) -> V * 2 end, 7, #{a => 4})),
     ?C(maps:size(#{a => 1})),
     ?C(iterate(maps:next(maps:iterator(#{b => 2, a => 1})), [])),
     ?C(length(iterate(maps:next(maps:iterator(big(200))), []))),
     ?C(maps:next(maps:iterator(#{}))),
     ?C(maps:to_list(maps:iterator(#{a => 1}))),
     ?C(maps:next(diff_run:id(foo))),
     ?C(begin maps:foreach(fun(K, V) -> put(K, V) end, #{a => 1, b => 2}), {get(a), get(b)} end),
     ?C(#{a => 1} =:= #{a => 1}),
     ?C(#{a => 1} == #{a => 1.0}),
     ?C(#{a => 1, b => 2} > #{a => 1, c => 0}),
     ?C(begin M = #{a => #{b => #{c => 1}}}, M#{a => (maps:get(a, M))#{b => 2}} end),
     ?C(begin #{a := #{b := X}} = #{a => #{b => 5}}, X end),
     ?C(begin M = big(40), M#{1 := x, 40 := y, 41 => z} =:= maps:put(41, z,
         maps:put(40, y, maps:put(1, x, M))) end),
     ?C(begin M = big(40), M#{41 := x} end == never),
     ?C(begin M = big(40), case M of #{1 := A, 20 := B, 40 := C} -> {A, B, C} end end),
     ?C(begin M = big(40), case M of #{41 := _} -> yes; _ -> no end end),
     ?C(begin M = maps:from_list([{{k, I rem 10, I}, I} || I <- lists:seq(1, 300)]),
         [maps:get({k, I rem 10, I}, M) || I <- [1, 150, 300]] end),
     ?C(begin M = maps:from_list([{integer_to_binary(I), I} || I <- lists:seq(1, 300)]),
         [maps:get(<<"7">>, M), maps:get(<<"299">>, M), maps:find(<<"301">>, M)] end),
     ?C(begin M = maps:from_list([{I / 2, I} || I <- lists:seq(1, 100)]),
         {maps:get(1.0, M), maps:find(1, M)} end),
     ?C(begin M = maps:from_list([{1 bsl I, I} || I <- lists:seq(1, 100)]),
         {maps:get(1 bsl 64, M), maps:find(0, M)} end),
     ?C(io_lib:format("~p ~w", [#{a => 1, "b" => [c]}, #{<<"x">> => 'Y'}])),
     ?C(erlang:phash2(#{a => 1, b => 2})),
     ?C(erlang:phash2(big(100))),
     ?C(term_to_binary(#{a => 1, b => [2]})),
     ?C(erlang:map_size(diff_run:id({}))),
     ?C(lists:keyfind(b, 1, maps:to_list(#{a => 1, b => 2}))),
     ?C(lists:usort([#{b => 1}, #{a => 2}, #{a => 1}, #{}, #{a => 1, b => 1}])),
     ?C(maps:fold(fun(_, V, A) -> V + A end, 0, maps:from_list([{{X, Y}, X * Y} || X <- lists:seq(1, 50),
         Y <- lists:seq(1, 50)]))),
     ?C(map_size(lists:foldl(fun(I, M) -> M#{I rem 777 => I} end, #{}, lists:seq(1, 20000)))),
     ?C(map_size(lists:foldl(fun(I, M) -> maps:remove(I, M) end, big(2000), lists:seq(1, 1970))))].
