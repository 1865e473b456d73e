%% The lists module, and list operators and comprehensions.
-module(list_cases).
-include("diff.hrl").

cases() ->
    [{{sort, N, Kind}, fun() -> sorts(N, Kind) end} || N <- [0, 1, 2, 3, 10, 100, 1000],
         Kind <- [random, up, down, equal, few, pairs, mixed]]
    ++ [{{positions, N}, fun() -> positions(N) end} || N <- [0, 1, 2, 5]]
    ++ [{{seq, A, B, S}, fun() -> zoo:call(lists, seq, [A, B, S]) end} || A <- [0, 1, 5, -3],
         B <- [0, 1, 6, -4], S <- [1, 2, -1, -2, 0]]
    ++ table().

items(N, random) -> rand:seed(exsss, {1, 2, N}), [rand:uniform(1000) || _ <- lists:seq(1, N)];
items(N, up) -> lists:seq(1, N);
items(N, down) -> lists:seq(N, 1, -1);
items(N, equal) -> lists:duplicate(N, x);
items(N, few) -> [I * 7 rem 3 || I <- lists:seq(1, N)];
items(N, pairs) -> [{I * 7919 rem 101, I} || I <- lists:seq(1, N)];
items(N, mixed) -> [lists:nth(I * 31 rem 5 + 1, [I, I * 1.0, {I}, [I],
    integer_to_binary(I)]) || I <- lists:seq(1, N)].

sorts(N, Kind) ->
    L = items(N, Kind),
    Sorted = lists:sort(L),
    Pairs = [{X, I} || {X, I} <- lists:zip(L, lists:seq(1, N))],
    {erlang:phash2(Sorted), lists:sublist(Sorted, 5), length(lists:usort(L)),
         Sorted =:= lists:sort(fun(A, B) -> A =< B end, L),
     erlang:phash2(lists:keysort(1, Pairs)), erlang:phash2(lists:ukeysort(1, Pairs)),
          erlang:phash2(lists:sort(fun(A, B) -> A > B end, L)),
     lists:merge(Sorted, Sorted) =:= lists:sort(L ++ L),
          lists:umerge(lists:usort(L), lists:usort(L)) =:= lists:usort(L),
     erlang:phash2(lists:keymerge(2, Pairs, Pairs)), lists:reverse(lists:reverse(L)) =:= L,
          lists:usort(fun(A, B) -> A =< B end, L) =:= lists:usort(L)}.

positions(N) ->
    L = lists:seq(1, 3),
    [zoo:call(lists, F, [N, L]) || F <- [nth, nthtail, duplicate, split]] ++ [zoo:call(lists, sublist, [L, N]),
         zoo:call(lists, sublist, [L, N, 2]), zoo:call(lists, keyfind, [1, N, [{1}]])].

quick([]) -> [];
quick([P | R]) -> quick([X || X <- R, X < P]) ++ [P] ++ quick([X || X <- R, X >= P]).
permutations([]) -> [[]];
permutations(L) -> [[H | T] || H <- L, T <- permutations(L -- [H])].
primes(N) -> sieve(lists:seq(2, N)).
sieve([]) -> [];
sieve([P | R]) -> [P | sieve([X || X <- R, X rem P =/= 0])].
queens(N) -> length(queens(N, N)).
queens(0, _) -> [[]];
queens(K, N) -> [[Q | B] || B <- queens(K - 1, N), Q <- lists:seq(1, N), safe(Q, B, 1)].
safe(_, [], _) -> true;
safe(Q, [C | B], D) -> Q =/= C andalso abs(Q - C) =/= D andalso safe(Q, B, D + 1).
hanoi(0, _, _, _) -> [];
hanoi(N, A, B, C) -> hanoi(N - 1, A, C, B) ++ [{A, B} | hanoi(N - 1, C, B, A)].
pascal(0) -> [1];
pascal(N) -> P = pascal(N - 1), lists:zipwith(fun(A, B) -> A + B end, [0 | P], P ++ [0]).
body(0) -> [];
body(N) -> [N | body(N - 1)].

table() ->
    [?C(quick([3, 1, 4, 1, 5, 9, 2, 6])),
     ?C(permutations([1, 2, 3])),
     ?C(length(permutations(lists:seq(1, 6)))),
     ?C(primes(60)),
     ?C(queens(6)),
     ?C(length(hanoi(8, a, b, c))),
     ?C(hanoi(2, a, b, c)),
     ?C([pascal(N) || N <- [0, 1, 5, 12]]),
     ?C(lists:sum(body(100000))),
     ?C([1, 2] ++ [3]),
     ?C([1, 2] ++ x),
     ?C([] ++ x),
     ?C(diff_run:id(x) ++ []),
     ?C(diff_run:id([1 | 2]) ++ [3]),
     ?C([1, 2, 3, 2, 1] -- [2, 1]),
     ?C([1, 1.0, a] -- [1.0]),
     ?C([] -- [1]),
     ?C(lists:seq(1, 100) -- lists:seq(2, 100, 2)),
     ?C(diff_run:id([1 | 2]) -- [1]),
     ?C([1, 2] -- [1] -- [1]),
     ?C([X * Y || X <- [1, 2, 3], Y <- [10, 20]]),
     ?C([X || X <- lists:seq(1, 20), X rem 2 =:= 0, X > 7]),
     ?C([{X, Y} || X <- [a, b], Y <- [1, 2], X =/= b orelse Y =/= 1]),
     ?C([[Y || Y <- lists:seq(1, X)] || X <- [1, 2, 3]]),
     ?C([X || {X, true} <- [{1, true}, {2, false}, 3]]),
     ?C([X + Y || X <- [1, 2], Y <- [X, X * 10]]),
     ?C([fun() -> X end() || X <- [1, 2]]),
     ?C(lists:append([[1], [], [2, 3]])),
     ?C(lists:append([1], [2])),
     ?C(lists:append([[1] | x])),
     ?C(lists:concat([a, 1, 2.5, "b", 'C d'])),
     ?C(lists:delete(b, [a, b, c, b])),
     ?C(lists:droplast([1, 2, 3])),
     ?C(lists:droplast([])),
     ?C(lists:duplicate(3, x)),
     ?C(lists:enumerate([a, b])),
     ?C(lists:enumerate(5, [a, b])),
     ?C(lists:filter(fun(X) -> X > 1 end, [1, 2, 3])),
     ?C(lists:filter(fun(_) -> x end, [1])),
     ?C(lists:filtermap(fun(X) -> X > 1 andalso {true, X * 2} end, [1, 2, 3])),
     ?C(lists:flatlength([1, [2, [3]], []])),
     ?C(lists:flatmap(fun(X) -> [X, X] end, [a, b])),
     ?C(lists:flatten([1, [2, [3, []]], [[[4]]]])),
     ?C(lists:flatten([1, [2]], [3])),
     ?C(lists:flatten([1 | 2])),
     ?C(lists:foldl(fun(X, A) -> [X | A] end, [], [1, 2, 3])),
     ?C(lists:foldr(fun(X, A) -> [X | A] end, [], [1, 2, 3])),
     ?C(lists:foldl(fun(X) -> X end, 0, [1])),
     ?C(lists:foreach(fun(X) -> put(s, X) end, [1, 2])),
     ?C(lists:join(x, [a, b, c])),
     ?C(lists:join(x, [])),
     ?C(lists:keydelete(b, 1, [{a, 1}, {b, 2}])),
     ?C(lists:keyfind(2.0, 2, [{a, 1}, {b, 2}])),
     ?C(lists:keyfind(c, 1, [{a}, b, {c, 1}])),
     ?C(lists:keyfind(x, 3, [{a, b}])),
     ?C(lists:keymap(fun(X) -> X * 2 end, 2, [{a, 1}, {b, 2}])),
     ?C(lists:keymember(b, 1, [{a}, {b}])),
     ?C(lists:keyreplace(a, 1, [{a, 1}], {a, 2})),
     ?C(lists:keysearch(a, 1, [{a, 1}])),
     ?C(lists:keystore(c, 1, [{a, 1}], {c, 2})),
     ?C(lists:keytake(b, 1, [{a, 1}, {b, 2}, {c, 3}])),
     ?C(lists:keytake(z, 1, [{a, 1}])),
     ?C(lists:last([1, 2])),
     ?C(lists:map(fun erlang:abs/1, [-1, 2])),
     ?C(lists:mapfoldl(fun(X, A) -> {X * 2, A + X} end, 0, [1, 2, 3])),
     ?C(lists:mapfoldr(fun(X, A) -> {X * A, A + X} end, 0, [1, 2, 3])),
     ?C(lists:max([1, 3, 2])),
     ?C(lists:max([])),
     ?C(lists:member(1.0, [1, 2])),
     ?C(lists:member(1, diff_run:id([2 | 3]))),
     ?C(lists:merge([[1, 4], [2, 5], [3]])),
     ?C(lists:merge(fun(A, B) -> A >= B end, [3, 1], [4, 2])),
     ?C(lists:merge3([1, 4], [2], [3])),
     ?C(lists:partition(fun(X) -> X > 2 end, [1, 2, 3, 4])),
     ?C(lists:prefix("ab", "abc")),
     ?C(lists:prefix("abc", "ab")),
     ?C(lists:reverse([1, 2], [3])),
     ?C(lists:reverse([1, 2], x)),
     ?C(lists:search(fun(X) -> X > 1 end, [1, 2, 3])),
     ?C(lists:search(fun(X) -> X > 9 end, [1, 2, 3])),
     ?C(lists:seq(1, 5)),
     ?C(lists:seq(5, 1)),
     ?C(lists:seq(5, 4)),
     ?C(lists:seq(1, a)),
     ?C(lists:split(2, [a, b, c])),
     ?C(lists:splitwith(fun is_atom/1, [a, b, 1, c])),
     ?C(lists:sublist([a, b, c, d], 2, 2)),
     ?C(lists:subtract([1, 2, 3], [2])),
     ?C(lists:suffix("bc", "abc")),
     ?C(lists:sum([1, 2.5])),
     ?C(lists:sum([])),
     ?C(lists:takewhile(fun(X) -> X < 3 end, [1, 2, 3, 1])),
     ?C(lists:dropwhile(fun(X) -> X < 3 end, [1, 2, 3, 1])),
     ?C(lists:unzip([{a, 1}, {b, 2}])),
     ?C(lists:unzip3([{a, 1, x}])),
     ?C(lists:zip([a, b], [1, 2])),
     ?C(lists:zip3([a], [b], [c])),
     ?C(lists:zipwith(fun(A, B) -> A * B end, [1, 2], [3, 4])),
     ?C(lists:zipwith3(fun(A, B, C) -> A + B + C end, [1], [2], [3])),
     ?C(lists:uniq([a, b, a, 1, 1.0])),
     ?C(lists:uniq(fun(X) -> X rem 3 end, [1, 2, 3, 4, 5])),
     ?C(lists:all(fun is_atom/1, [])),
     ?C(lists:any(fun is_atom/1, [])),
     ?C(lists:all(fun(X) -> X end, [true, no])),
     ?C(lists:any(fun(X) -> X end, [false, no])),
     ?C(lists:rukeymerge(1, [{2}], [{1}])),
     ?C(lists:rmerge([3, 1], [2])),
     ?C(lists:ukeymerge(1, [{1, a}, {3, a}], [{1, b}, {2, b}])),
     ?C(length(lists:seq(1, 100000))),
     ?C(hd(lists:reverse(lists:seq(1, 100000)))),
     ?C(lists:foldl(fun(X, {A, B}) -> {A + X, B * X rem 997} end, {0, 1}, lists:seq(1, 10000)))].
