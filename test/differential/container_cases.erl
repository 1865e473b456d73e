%% Containers of stdlib: each lives through the same random operations beside a plain list; then by hand.
-module(container_cases).
-include("diff.hrl").

cases() ->
    [{{Kind, Seed}, fun() -> life(Kind, Seed) end} || Kind <- [ordsets, sets1, sets2, gb_sets, dict, orddict,
         gb_trees, maps, array, queue, proplists], Seed <- [1, 2, 3, 4]]
    ++ table().

life(Kind, Seed) ->
    rand:seed(exsss, {Seed, 20, 300}),
    End = lists:foldl(fun(_, S) -> do(Kind, rand:uniform(4), rand:uniform(30 * Seed), S) end, new(Kind),
         lists:seq(1, 500)),
    L = contents(Kind, End),
    {length(L), erlang:phash2(L), lists:sublist(L, 6)}.

new(ordsets) -> ordsets:new();
new(sets1) -> sets:new();
new(sets2) -> sets:new([{version, 2}]);
new(gb_sets) -> gb_sets:new();
new(dict) -> dict:new();
new(orddict) -> orddict:new();
new(gb_trees) -> gb_trees:empty();
new(maps) -> #{};
new(array) -> array:new({default, none});
new(queue) -> queue:new();
new(proplists) -> [].

do(Kind, 4, X, S) -> remove(Kind, X, S);
do(Kind, N, X, S) -> add(Kind, X, N, S).

add(ordsets, X, _, S) -> ordsets:add_element(X, S);
add(sets1, X, _, S) -> sets:add_element(X, S);
add(sets2, X, _, S) -> sets:add_element(X, S);
add(gb_sets, X, _, S) -> gb_sets:add_element(X, S);
add(dict, X, N, S) -> dict:append(X, N, S);
add(orddict, X, N, S) -> orddict:store(X, N, S);
add(gb_trees, X, N, S) -> gb_trees:enter(X, N, S);
add(maps, X, N, S) -> S#{X => N};
add(array, X, N, S) -> array:set(X, N, S);
add(queue, X, N, S) when N < 3 -> queue:in(X, S);
add(queue, X, _, S) -> queue:in_r(X, S);
add(proplists, X, N, S) -> [{X, N} | S].

remove(ordsets, X, S) -> ordsets:del_element(X, S);
remove(sets1, X, S) -> sets:del_element(X, S);
remove(sets2, X, S) -> sets:del_element(X, S);
remove(gb_sets, X, S) -> gb_sets:del_element(X, S);
remove(dict, X, S) -> dict:erase(X, S);
remove(orddict, X, S) -> orddict:erase(X, S);
remove(gb_trees, X, S) -> gb_trees:delete_any(X, S);
remove(maps, X, S) -> maps:remove(X, S);
remove(array, X, S) -> array:reset(X, S);
remove(queue, X, S) when X rem 2 =:= 0 -> {_, T} = queue:out(S), T;
remove(queue, _, S) -> {_, T} = queue:out_r(S), T;
remove(proplists, X, S) -> proplists:delete(X, S).

contents(ordsets, S) -> S;
contents(Sets, S) when Sets =:= sets1; Sets =:= sets2 -> lists:sort(sets:to_list(S));
contents(gb_sets, S) -> gb_sets:to_list(S);
contents(dict, S) -> lists:sort(dict:to_list(S));
contents(orddict, S) -> S;
contents(gb_trees, S) -> gb_trees:to_list(S);
contents(maps, S) -> lists:sort(maps:to_list(S));
contents(array, S) -> array:sparse_to_orddict(S);
contents(queue, S) -> queue:to_list(S);
contents(proplists, S) -> S.

graph(Edges) ->
    G = digraph:new(),
    [digraph:add_vertex(G, V) || V <- lists:usort([A || {A, _} <- Edges] ++ [B || {_, B} <- Edges])],
    [digraph:add_edge(G, A, B) || {A, B} <- Edges],
    G.

on_graph(F) -> G = graph([{a, b}, {b, c}, {c, a}, {c, d}, {d, e}, {f, e}]), R = F(G), digraph:delete(G), R.

table() ->
    [?C(ordsets:from_list([c, a, b, a])),
     ?C(ordsets:union([1, 3], [2, 3])),
     ?C(ordsets:intersection([1, 2, 3], [2, 3, 4])),
     ?C(ordsets:subtract([1, 2, 3], [2])),
     ?C(ordsets:is_subset([1], [1, 2])),
     ?C(ordsets:is_disjoint([1], [2])),
     ?C(ordsets:fold(fun(X, A) -> X + A end, 0, [1, 2])),
     ?C(ordsets:filter(fun(X) -> X > 1 end, [1, 2])),
     ?C(lists:sort(sets:to_list(sets:union(sets:from_list([1, 2]), sets:from_list([2, 3]))))),
     ?C(lists:sort(sets:to_list(sets:intersection(sets:from_list([1, 2, 3]),
         sets:from_list([2, 3, 4], [{version, 2}]))))),
     ?C(sets:is_subset(sets:from_list([1]), sets:from_list([1, 2]))),
     ?C(sets:size(sets:from_list([a, a, b]))),
     ?C(sets:is_element(1.0, sets:from_list([1]))),
     ?C(lists:sort(sets:to_list(sets:filter(fun(X) -> X > 2 end, sets:from_list(lists:seq(1, 5)))))),
     ?C(sets:is_disjoint(sets:from_list([1, 2]), sets:from_list([3]))),
     ?C(sets:fold(fun(X, A) -> X + A end, 0, sets:from_list(lists:seq(1, 1000)))),
     ?C(gb_sets:to_list(gb_sets:union(gb_sets:from_list([3, 1]), gb_sets:from_list([2])))),
     ?C(gb_sets:smallest(gb_sets:from_list([3, 1]))),
     ?C(gb_sets:largest(gb_sets:from_list([3, 1]))),
     ?C(gb_sets:take_smallest(gb_sets:from_list([2, 1]))),
     ?C(gb_sets:smallest(gb_sets:empty())),
     ?C(gb_sets:insert(1, gb_sets:from_list([1]))),
     ?C(gb_sets:delete(9, gb_sets:from_list([1]))),
     ?C(gb_sets:from_ordset(lists:seq(1, 10))),
     ?C(gb_sets:balance(lists:foldl(fun gb_sets:add/2, gb_sets:new(), lists:seq(1, 20)))),
     ?C(begin I = gb_sets:iterator_from(3, gb_sets:from_list(lists:seq(1, 9))), {X, J} = gb_sets:next(I),
         {Y, _} = gb_sets:next(J), {X, Y} end),
     ?C(gb_trees:to_list(gb_trees:insert(b, 2, gb_trees:from_orddict([{a, 1}])))),
     ?C(gb_trees:insert(a, 2, gb_trees:from_orddict([{a, 1}]))),
     ?C(gb_trees:lookup(z, gb_trees:empty())),
     ?C(gb_trees:take_smallest(gb_trees:from_orddict([{a, 1}, {b, 2}]))),
     ?C(gb_trees:largest(gb_trees:from_orddict([{a, 1}, {b, 2}]))),
     ?C(gb_trees:values(gb_trees:map(fun(_, V) -> V * 2 end, gb_trees:from_orddict([{a, 1}, {b, 2}])))),
     ?C(gb_trees:update(z, 1, gb_trees:empty())),
     ?C(gb_trees:delete(z, gb_trees:empty())),
     ?C(gb_trees:balance(lists:foldl(fun(I, T) -> gb_trees:insert(I, x, T) end, gb_trees:empty(),
         lists:seq(1, 12)))),
     ?C(gb_trees:take(a, gb_trees:from_orddict([{a, 1}, {b, 2}]))),
     ?C(gb_trees:keys(gb_trees:from_orddict([{1, a}, {2.0, b}]))),
     ?C(gb_trees:lookup(1.0, gb_trees:from_orddict([{1, a}]))),
     ?C(lists:sort(dict:to_list(dict:from_list([{a, 1}, {b, 2}])))),
     ?C(dict:fetch(z, dict:new())),
     ?C(dict:find(a, dict:from_list([{a, 1}]))),
     ?C(lists:sort(dict:to_list(dict:update_counter(a, 5, dict:from_list([{a, 1}]))))),
     ?C(lists:sort(dict:to_list(dict:merge(fun(_, A, B) -> A + B end, dict:from_list([{a, 1}]),
         dict:from_list([{a, 2}, {b, 3}]))))),
     ?C(dict:size(dict:from_list([{I, I} || I <- lists:seq(1, 500)]))),
     ?C(dict:fold(fun(_, V, A) -> V + A end, 0, dict:from_list([{I, I} || I <- lists:seq(1, 500)]))),
     ?C(dict:update(z, fun(X) -> X end, dict:new())),
     ?C(dict:take(a, dict:from_list([{a, 1}]))),
     ?C(dict:is_empty(dict:new())),
     ?C(orddict:update(a, fun(X) -> X + 1 end, [{a, 1}])),
     ?C(orddict:update(b, fun(X) -> X + 1 end, 7, [{a, 1}])),
     ?C(orddict:merge(fun(_, A, B) -> {A, B} end, [{a, 1}], [{a, 2}, {b, 3}])),
     ?C(orddict:append(a, 2, [{a, [1]}])),
     ?C(orddict:fetch_keys([{a, 1}, {b, 2}])),
     ?C(queue:to_list(queue:reverse(queue:from_list([1, 2, 3])))),
     ?C(queue:out(queue:new())),
     ?C(queue:peek(queue:from_list([1]))),
     ?C(queue:peek_r(queue:new())),
     ?C(queue:split(2, queue:from_list([1, 2, 3]))),
     ?C(queue:join(queue:from_list([1]), queue:from_list([2]))),
     ?C(queue:filter(fun(X) -> X > 1 end, queue:from_list([1, 2, 3]))),
     ?C(queue:member(2, queue:from_list([1, 2]))),
     ?C(queue:get(queue:new())),
     ?C(queue:drop(queue:new())),
     ?C(queue:fold(fun(X, A) -> X + A end, 0, queue:from_list([1, 2, 3]))),
     ?C(queue:delete(2, queue:from_list([1, 2, 3]))),
     ?C(queue:any(fun(X) -> X > 2 end, queue:from_list([1, 2, 3]))),
     ?C(queue:len(a)),
     ?C(array:to_list(array:from_list([a, b]))),
     ?C(array:get(5, array:from_list([a, b]))),
     ?C(array:set(3, x, array:new(2))),
     ?C(array:set(1, x, array:fix(array:new(1)))),
     ?C(array:size(array:set(99, x, array:new()))),
     ?C(array:sparse_to_list(array:set(50, x, array:new()))),
     ?C(array:foldl(fun(I, V, A) -> [{I, V} | A] end, [], array:from_list([a, b]))),
     ?C(array:sparse_map(fun(_, V) -> V * 2 end, array:from_list([1, 2]))),
     ?C(array:to_orddict(array:resize(2, array:from_list([a, b, c])))),
     ?C(array:relax(array:fix(array:new(3)))),
     ?C(array:default(array:new([{default, q}]))),
     ?C(array:new([bogus])),
     ?C(erlang:phash2(array:to_list(lists:foldl(fun(I, A) -> array:set(I * 7 rem 500, I, A) end, array:new(),
         lists:seq(1, 1000))))),
     ?C(proplists:get_value(a, [{a, 1}, {a, 2}])),
     ?C(proplists:get_value(b, [a, b])),
     ?C(proplists:get_value(c, [a], d)),
     ?C(proplists:get_all_values(a, [{a, 1}, b, {a, 2}])),
     ?C(proplists:get_bool(a, [{a, true}])),
     ?C(proplists:get_bool(a, [{a, 1}])),
     ?C(proplists:lookup(a, [a])),
     ?C(proplists:lookup_all(a, [a, {a, 2, 3}])),
     ?C(proplists:expand([{a, [b, c]}], [x, a])),
     ?C(proplists:normalize([a, no_b], [{negations, [{no_b, b}]}])),
     ?C(proplists:substitute_aliases([{c, d}], [c, {c, 1}])),
     ?C(proplists:split([a, {b, 1}, c], [a, b])),
     ?C(proplists:to_map([a, {b, 1}, {b, 2}])),
     ?C(proplists:unfold([a, {b, 1}])),
     ?C(proplists:is_defined(b, [{b, 1}])),
     ?C(proplists:append_values(a, [{a, [1]}, {a, 2}])),
     ?C(proplists:from_map(#{a => 1})),
     ?C(on_graph(fun(G) -> lists:sort(digraph:vertices(G)) end)),
     ?C(on_graph(fun(G) -> digraph:no_edges(G) end)),
     ?C(on_graph(fun(G) -> digraph:get_path(G, a, e) end)),
     ?C(on_graph(fun(G) -> digraph:get_short_path(G, b, d) end)),
     ?C(on_graph(fun(G) -> lists:sort(digraph:get_cycle(G, a)) end)),
     ?C(on_graph(fun(G) -> digraph:get_path(G, e, a) end)),
     ?C(on_graph(fun(G) -> lists:sort([lists:sort(C) || C <- digraph_utils:strong_components(G)]) end)),
     ?C(on_graph(fun(G) -> digraph_utils:is_acyclic(G) end)),
     ?C(on_graph(fun(G) -> digraph_utils:topsort(G) end)),
     ?C(on_graph(fun(G) -> lists:sort(digraph_utils:reachable([c], G)) end)),
     ?C(on_graph(fun(G) -> {digraph:in_degree(G, e), digraph:out_degree(G, c)} end)),
     ?C(on_graph(fun(G) -> lists:sort(digraph:out_neighbours(G, c)) end)),
     ?C(on_graph(fun(G) -> digraph:add_edge(G, a, zz) end)),
     ?C(begin G = graph([{a, b}, {a, c}, {b, d}, {c, d}]), T = digraph_utils:topsort(G), digraph:delete(G),
         {hd(T), lists:last(T)} end),
     ?C(sofs:to_external(sofs:set([c, a, b]))),
     ?C(sofs:to_external(sofs:relation([{a, 1}, {b, 2}, {a, 2}]))),
     ?C(sofs:to_external(sofs:domain(sofs:relation([{a, 1}, {b, 2}])))),
     ?C(sofs:to_external(sofs:composite(sofs:relation([{a, 1}]), sofs:relation([{1, x}])))),
     ?C(sofs:to_external(sofs:partition(fun(X) -> X rem 2 end, sofs:set([1, 2, 3])))),
     ?C(sofs:to_external(sofs:relation_to_family(sofs:relation([{a, 1}, {b, 2}, {a, 2}]))))].
