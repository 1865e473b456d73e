%% Records: defaults, access, update, nesting, errors, record_info, records as patterns and guards.
-module(record_cases).
-include("diff.hrl").
-record(none, {}).
-record(one, {a}).
-record(person, {name = "nobody", age = 0 :: integer(), tags = [], boss}).
-record(big, {a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12}).
-record(tree, {left, value = diff_run:id(default), right}).

insert(V, undefined) -> #tree{value = V};
insert(V, #tree{value = W, left = L} = T) when V < W -> T#tree{left = insert(V, L)};
insert(V, #tree{value = W, right = R} = T) when V > W -> T#tree{right = insert(V, R)};
insert(_, T) -> T.

walk(undefined) -> [];
walk(#tree{left = L, value = V, right = R}) -> walk(L) ++ [V] ++ walk(R).

depth(undefined) -> 0;
depth(#tree{left = L, right = R}) -> 1 + max(depth(L), depth(R)).

older(#person{age = A} = P, N) when A + N < 150 -> P#person{age = A + N, tags = [older | P#person.tags]}.
adult(P) when P#person.age >= 18 -> true;
adult(#person{}) -> false.
swap(#big{a = A, l = L} = B) -> B#big{a = L, l = A}.
many(B) -> B#big{a = x, c = x, e = x, g = x, i = x, k = x}.

cases() ->
    [?C(#none{}),
     ?C(#one{}),
     ?C(#one{a = 1}),
     ?C(#person{}),
     ?C(#person{age = 3, boss = #person{}}),
     ?C(#person{_ = z}),
     ?C(#tree{}),
     ?C((#person{age = 7})#person.age),
     ?C((#person{boss = #person{name = b}})#person.boss#person.name),
     ?C((#person{boss = #person{}})#person.boss#person{age = 9}),
     ?C(older(#person{age = 5}, 2)),
     ?C(older(#person{age = 149}, 2)),
     ?C(older(older(#person{}, 1), 1)),
     ?C(older(diff_run:id({person, 1}), 2)),
     ?C([adult(#person{age = A}) || A <- [0, 17, 18, 19, z]]),
     ?C(adult(diff_run:id(x))),
     ?C(swap(#big{})),
     ?C(many(#big{})),
     ?C(many(diff_run:id(#one{}))),
     ?C(begin B = #big{}, C = B#big{d = new}, {B#big.d, C#big.d} end),
     ?C(record_info(size, big)),
     ?C(record_info(fields, person)),
     ?C(#person.age),
     ?C(#big.l),
     ?C(lists:keysort(#person.age, [#person{age = 3}, #person{age = 1}])),
     ?C(lists:keyfind(x, #person.name, [#person{name = y}, #person{name = x, age = 1}])),
     ?C(is_record(#person{}, person)),
     ?C(is_record({person, 1}, person)),
     ?C(is_record(diff_run:id(#one{}), one, 2)),
     ?C(walk(lists:foldl(fun insert/2, undefined, [5, 3, 8, 1, 4, 7, 9, 2, 6]))),
     ?C(depth(lists:foldl(fun insert/2, undefined, lists:seq(1, 50)))),
     ?C(lists:foldl(fun insert/2, undefined, [2, 1, 3])),
     ?C(begin R = diff_run:id(#one{a = 1}), case R of #person{} -> p; #one{a = 1} -> o end end),
     ?C(begin R = diff_run:id({one}), R#one.a end),
     ?C(begin R = diff_run:id(#person{}), R#one.a end),
     ?C([P#person.name || P <- [#person{name = N} || N <- [a, b]]]),
     ?C(erlang:setelement(#person.age, #person{}, 44)),
     ?C(tuple_to_list(#person{})),
     ?C(#person{} == #person{}),
     ?C(#one{a = 1} < #one{a = 2}),
     ?C(#none{} < #one{}),
     ?C(begin F = fun(#person{age = A}) when A > 1 -> A; (#one{a = X}) -> X end,
         [F(#person{age = 2}), F(#one{a = z})] end),
     ?C((fun(#person{age = A}) when A > 1 -> A end)(#person{})),
     ?C(lists:foldl(fun(N, B) -> case N rem 3 of 0 -> B#big{a = N}; 1 -> B#big{f = B#big.a}; 2 ->
         B#big{l = N, k = B#big.f} end end, #big{}, lists:seq(1, 30))),
     ?C([erlang:element(I, #big{}) || I <- lists:seq(1, record_info(size, big))])].
