%% The order of all terms, equality of both kinds, sorting.
-module(compare_cases).
-include("diff.hrl").

animals() ->
    [0, 1, -1, 1 bsl 60, 1 bsl 64, -(1 bsl 64), 1.0, 0.5, 1.0e20, 18446744073709551616.0, a, b, ab, '', 'A',
     fun erlang:abs/1, fun erlang:abs/2, fun lists:all/2, {}, {a}, {b}, {1}, {1.0}, {a, b}, {1, 2, 3}, #{},
     #{a => 1}, #{a => 2}, #{b => 1}, #{1 => a}, #{1.0 => a}, #{a => 1.0}, #{a => 1, b => 2}, [], [a], [1],
     [1.0], [a, b], [a | b], "abc", [[]], <<>>, <<1>>, <<1:1>>, <<0:1>>, <<"abc">>, <<"abd">>, <<1, 2:2>>].

cases() ->
    [{{order, A}, fun() -> [order(A, B) || B <- animals()] end} || A <- animals()]
    ++ [{{deep, Wrap}, fun() -> [[order(Wrap(A), Wrap(B)) || B <- animals()] || A <- animals()] end}
        || Wrap <- [fun(X) -> {X, 1} end, fun(X) -> [X] end, fun(X) -> [1 | X] end, fun(X) -> #{k => X} end,
             fun(X) -> #{X => 1} end,
                    fun(X) -> {a, [X, {X}]} end]]
    ++ table().

order(A, B) ->
    Bit = fun(true) -> 1; (false) -> 0 end,
    lists:foldl(fun(X, N) -> N * 2 + Bit(X) end, 0, [A < B, A =< B, A > B, A >= B, A == B, A =:= B, A /= B, A =/= B]).

kind(X) when X < 0 -> below;
kind(X) when X =< 1 bsl 70 -> number;
kind(X) when X < {} -> atomic;
kind(X) when X < [] -> tuple_or_map;
kind(X) when X < <<>> -> list;
kind(_) -> bits.

table() ->
    [?C(lists:sort(animals())),
     ?C(lists:usort(animals())),
     ?C(lists:reverse(lists:sort(fun erlang:'>='/2, animals()))),
     ?C([kind(X) || X <- animals()]),
     ?C(lists:sort([{2, a}, {1, b}, {2, 'A'}, {1, a}])),
     ?C(lists:sort([{1.0, x}, {1, y}])),
     ?C(lists:keysort(1, [{2, a}, {1.0, b}, {1, c}, {2.0, d}])),
     ?C(lists:max(animals())),
     ?C(lists:min(animals())),
     ?C([max(A, B) || A <- [1, 1.0, a, []], B <- [1, 1.0, a, []]]),
     ?C([min(A, B) || A <- [1, 1.0, a, []], B <- [1, 1.0, a, []]]),
     ?C(self() < {}),
     ?C(make_ref() < self()),
     ?C(begin R1 = make_ref(), R2 = make_ref(), {R1 < R2, R1 == R2, R1 =:= R1} end),
     ?C(begin P = self(), Q = spawn(fun() -> ok end), {P =:= P, P =:= Q, P == Q} end),
     ?C(fun lists:map/2 < fun lists:map/3),
     ?C(fun lists:map/2 =:= fun lists:map/2),
     ?C(begin F = fun() -> 1 end, {F =:= F, F < {}, F > a} end),
     ?C(begin M = fun(X) -> fun() -> X end end, {M(1) == M(1), M(1) == M(2), M(1) < M(2), M(1.0) == M(1)} end),
     ?C(lists:seq(1, 100) < lists:seq(1, 101)),
     ?C(lists:seq(1, 100) < lists:seq(2, 3)),
     ?C("abc" < "abd"),
     ?C("abc" < "ab"),
     ?C([1, 2 | 3] < [1, 2, 3]),
     ?C([1, 2 | 3] > [1, 2]),
     ?C(list_to_tuple(lists:seq(1, 100)) < list_to_tuple(lists:seq(1, 99))),
     ?C(#{1 => x, 2 => y} < #{1 => x, 3 => a}),
     ?C(#{a => 9} < #{a => 1, b => 1}),
     ?C(maps:from_list([{I, I} || I <- lists:seq(1, 100)]) == maps:from_list([{I, I} || I <- lists:seq(100, 1,
         -1)])),
     ?C(maps:from_list([{I, I} || I <- lists:seq(1, 100)]) == maps:from_list([{I,
         I * 1.0} || I <- lists:seq(100, 1, -1)])),
     ?C(maps:from_list([{I, I} || I <- lists:seq(1, 100)]) =:= maps:from_list([{I,
         I * 1.0} || I <- lists:seq(100, 1, -1)])),
     ?C(maps:from_list([{I, I} || I <- lists:seq(1, 40)]) < maps:from_list([{I, I} || I <- lists:seq(1, 41)])),
     ?C(maps:from_list([{I, 0} || I <- lists:seq(1, 40)]) < maps:from_list([{I, 0} || I <- lists:seq(2, 41)])),
     ?C(maps:from_list([{I, 0} || I <- lists:seq(1, 40)]) < maps:from_list([{I, 1} || I <- lists:seq(1, 40)])),
     ?C(#{1 => a, 1.0 => b} == #{1.0 => b, 1 => a}),
     ?C(maps:size(#{1 => a, 1.0 => b})),
     ?C(#{{1} => a} == #{{1.0} => a}),
     ?C(<<1, 2, 3:3>> < <<1, 2, 3>>),
     ?C(<<255>> > <<255:7>>),
     ?C(<<>> == <<>>),
     ?C(<<0:7>> < <<0:8>>),
     ?C([] < <<>>),
     ?C({1, 2} =:= {1, 2.0}),
     ?C({1, 2} == {1, 2.0}),
     ?C([1 | 2] == [1 | 2.0]),
     ?C("" == []),
     ?C('a' == "a"),
     ?C(<<"a">> == "a"),
     ?C(a < b),
     ?C(ab < b),
     ?C('' < a),
     ?C('Z' < a),
     ?C('\x{e9}' > z),
     ?C('\x{3b1}' > '\x{e9}'),
     ?C(abcdefgh < abcdefgi),
     ?C(abcdefgha < abcdefghb),
     ?C(lists:sort(['\x{10ffff}', '\x{fffd}', '\x{800}', '\x{7f}', a, aa, 'aA', aaaaaaaaaaaaaaaaaaaaaaaa,
         aaaaaaaaaaaaaaaaaaaaaaab])),
     ?C(begin Deep = lists:foldl(fun(_, A) -> [A] end, 1, lists:seq(1, 100000)),
         {Deep == Deep, Deep =:= lists:foldl(fun(_, A) -> [A] end, 1, lists:seq(1, 100000))} end),
     ?C(begin Deep = lists:foldl(fun(_, A) -> {A, 1} end, 1, lists:seq(1, 100000)),
         Deep < lists:foldl(fun(_, A) -> {A, 1} end, 2, lists:seq(1, 100000)) end)].
