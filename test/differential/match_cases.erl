%% Patterns of every shape, in heads, case, =, receive, funs and comprehensions.
-module(match_cases).
-include("diff.hrl").
-record(point, {x = 0, y = 0}).

cases() ->
    [{{shape, X}, fun() -> shape(X) end} || X <- shapes()]
    ++ [{{nested, X}, fun() -> nested(X) end} || X <- nests()]
    ++ [{{calc, X}, fun() -> calculate(X) end} || X <- sums()]
    ++ table().

shapes() ->
    [0, 1, -1, 1.0, a, [], {}, [1], [1, 2], [1, 2, 3], [1 | 2], {1}, {1, 2}, {2, 1}, {1, 1}, {a, {b, c}},
     {a, [b, c]}, "abc", "abcd", "xyz", <<>>, <<"abc">>, #{}, #{k => 1}, #{k => 2, l => 3}, #point{},
     #point{x = 1}, #point{x = 1, y = 2}, {point, 1}, [[]], [[[]]], [{a, 1}, {b, 2}], [a, a], [a, b], {x, x, x},
     {x, x, y}, 1 bsl 70, 16#FFFFFFFFFFFFFFFFFFFF].

shape(0) -> zero;
shape(1.0) -> float_one;
shape(X) when is_integer(X), X < 0 -> negative;
shape(16#FFFFFFFFFFFFFFFFFFFF) -> that_bignum;
shape(X) when is_integer(X) -> {integer, X};
shape([]) -> empty;
shape({}) -> unit;
shape("abc") -> abc;
shape("abc" ++ Rest) -> {abc_and, Rest};
shape([X, X]) -> {twice, X};
shape([X]) -> {single, X};
shape([{Key, Value} | Rest]) -> {pair, Key, Value, Rest};
shape([X, Y]) -> {two, X, Y};
shape([X | Y]) when not is_list(Y) -> {improper, X, Y};
shape([_, _ | Rest] = All) -> {more, length(All), Rest};
shape({X, X}) -> {same, X};
shape({a, {B, C}}) -> {inner, B, C};
shape({a, [H | T]}) -> {inner_list, H, T};
shape({1, X}) -> {one_and, X};
shape({X, 1}) -> {and_one, X};
shape({X, X, X}) -> {thrice, X};
shape(#point{x = 0, y = 0}) -> origin;
shape(#point{x = X} = P) when X =:= P#point.y -> diagonal;
shape(#point{x = X, y = Y}) -> {point_at, X, Y};
shape({point, _} = T) -> {not_a_point, T};
shape(#{k := V, l := W}) -> {both, V, W};
shape(#{k := V}) -> {k, V};
shape(M) when is_map(M) -> some_map;
shape(<<>>) -> no_bytes;
shape(<<H, T/binary>>) -> {bytes, H, T};
shape(Other) -> {other, Other}.

nests() ->
    [{ok, {ok, 1}}, {ok, {error, 1}}, {ok, [1, {2, 3}]}, {error, [{a, [{b, c}]}]}, #{a => #{b => {c, [d]}}},
     [#{a => 1}, #{a => 2}], {[], [[]], [[[]]]}, {{{{deep}}}}, [1, [2, [3, [4]]]], {ok, <<1, 2:4, 3:4>>},
     nothing].

nested({ok, {ok, X}}) -> {fine, X};
nested({ok, {error, X}}) -> {bad, X};
nested({ok, [_, {X, Y}]}) -> X + Y;
nested({error, [{A, [{B, C}]}]}) -> [A, B, C];
nested(#{a := #{b := {C, [D]}}}) -> {C, D};
nested([#{a := X}, #{a := Y}]) -> X * 10 + Y;
nested({[], [[]], [[[]]]}) -> lists;
nested({{{{X}}}}) -> X;
nested([A, [B, [C, [D]]]]) -> {A, B, C, D};
nested({ok, <<A, B:4, C:4>>}) -> A + B + C.

sums() ->
    [1, {add, 1, 2}, {mul, {add, 1, 2}, {sub, 5, 1}}, {neg, {neg, 4}}, {'if', {less, 1, 2}, 10, 20},
     {'let', x, 5, {mul, {var, x}, {var, x}}}, {var, y}, {divide, 1, 0}, bogus].

calculate(E) -> calculate(E, #{}).
calculate(N, _) when is_integer(N) -> N;
calculate({var, V}, Env) -> maps:get(V, Env);
calculate({add, A, B}, Env) -> calculate(A, Env) + calculate(B, Env);
calculate({sub, A, B}, Env) -> calculate(A, Env) - calculate(B, Env);
calculate({mul, A, B}, Env) -> calculate(A, Env) * calculate(B, Env);
calculate({divide, A, B}, Env) -> calculate(A, Env) div calculate(B, Env);
calculate({neg, A}, Env) -> -calculate(A, Env);
calculate({less, A, B}, Env) -> calculate(A, Env) < calculate(B, Env);
calculate({'if', C, T, F}, Env) -> case calculate(C, Env) of true -> calculate(T, Env); false ->
    calculate(F, Env) end;
calculate({'let', V, A, Body}, Env) -> calculate(Body, Env#{V => calculate(A, Env)}).

only_one(1) -> ok.
only_pair({A, B}) when A < B -> ok.
only_empty([]) -> ok.
three(A, B, C) when A > B, B > C -> down.
%% Function heads with many clauses on several arguments.
cell(0, 0) -> origin; cell(0, _) -> column; cell(_, 0) -> row; cell(X, X) -> diagonal;
    cell(X, Y) when X + Y =:= 10 -> anti; cell(_, _) -> inside.

table() ->
    [?C(only_one(diff_run:id(2))),
     ?C(only_pair(diff_run:id({2, 1}))),
     ?C(only_pair(diff_run:id([]))),
     ?C(only_empty(diff_run:id("x"))),
     ?C(three(1, 2, 3)),
     ?C(three(3, 2, 1)),
     ?C([[cell(X, Y) || X <- [0, 3, 5]] || Y <- [0, 3, 7]]),
     ?C(begin {A, B} = diff_run:id({1, 2}), A + B end),
     ?C(begin {A, A} = diff_run:id({1, 2}), A end),
     ?C(begin {A, A} = diff_run:id({1, 1.0}), A end),
     ?C(begin [H | T] = diff_run:id([1]), {H, T} end),
     ?C(begin [H | T] = diff_run:id([]), {H, T} end),
     ?C(begin 1 = diff_run:id(1.0) end),
     ?C(begin ok = diff_run:id({error, enoent}) end),
     ?C(begin #{a := 1} = diff_run:id(#{a => 2}) end),
     ?C(begin #{a := X} = diff_run:id(#{a => 2}), X end),
     ?C(begin #{missing := X} = diff_run:id(#{}), X end),
     ?C(begin #{a := X} = diff_run:id(not_a_map), X end),
     ?C(begin {X, _, _} = diff_run:id({1, 2}), X end),
     ?C(begin K = diff_run:id(key), #{K := V} = #{key => value}, V end),
     ?C(begin K = diff_run:id({1, [a]}), #{K := V} = #{{1, [a]} => deep}, V end),
     ?C(begin #{1 := V} = #{1.0 => a, 1 => b}, V end),
     ?C(begin X = 1, case diff_run:id(2) of X -> same; _ -> different end end),
     ?C(case diff_run:id(1) of 2 -> two; 3 -> three end),
     ?C(case diff_run:id({a, [1]}) of {a, [_, _]} -> x; {b, _} -> y end),
     ?C(case diff_run:id("ab") of [$a | R] -> R end),
     ?C(case diff_run:id("prefix-rest") of "prefix-" ++ R -> R end),
     ?C(case diff_run:id("pre") of "prefix-" ++ R -> R; _ -> none end),
     ?C(case diff_run:id({1, 2}) of {X, Y} = Z -> {Z, X, Y} end),
     ?C(case diff_run:id([1, 2]) of [X | _] = [_, Y] -> {X, Y} end),
     ?C(begin {X = Y, Z} = diff_run:id({1, 2}), {X, Y, Z} end),
     ?C(begin [A, B, C | _] = lists:seq(1, 10), {A, B, C} end),
     ?C([X || {ok, X} <- [{ok, 1}, error, {ok, 2}, {ok, 3, 4}]]),
     ?C([Y || [_, Y | _] <- ["ab", "c", "def", x]]),
     ?C([V || #{v := V} <- [#{v => 1}, #{w => 2}, #{v => 3, w => 4}, 5]]),
     ?C([X || <<X, _/binary>> <- [<<1, 2>>, <<>>, <<3>>, a]]),
     ?C([{X, Y} || #point{x = X, y = Y} <- [#point{}, {point}, #point{x = 5}]]),
     ?C((fun({X, [Y | _]}) -> {X, Y}; (Z) -> Z end)({1, "ab"})),
     ?C((fun({X, [Y | _]}) -> {X, Y} end)({1, []})),
     ?C((fun(1, 2) -> ok end)(2, 1)),
     ?C((fun F(0) -> []; F(N) -> [N | F(N - 1)] end)(5)),
     ?C((fun F(0) -> []; F(N) when N > 0 -> [N | F(N - 1)] end)(-1)),
     ?C(begin F = fun([{K, V} | T], G) -> [{V, K} | G(T, G)]; ([], _) -> [] end, F([{a, 1}, {b, 2}], F) end),
     ?C(begin self() ! {x, 1}, self() ! {y, 2}, receive {y, N} -> N end end),
     ?C(begin self() ! [1, 2, 3], receive [A | B] -> {A, B} end end),
     ?C(begin #point{x = X} = diff_run:id({point, 1}), X end),
     ?C(begin #point{x = X} = diff_run:id(#point{x = 7}), X end),
     ?C(begin P = diff_run:id({other, 1, 2}), P#point.x end),
     ?C(begin P = diff_run:id(a), P#point{x = 3} end),
     ?C((diff_run:id(#point{}))#point{y = 9}),
     ?C(begin A = B = C = diff_run:id(4), A + B + C end),
     ?C(begin _ = diff_run:id(1), _Ignored = 2, ok end),
     ?C(try begin {ok, X} = diff_run:id(error), X end catch error:{badmatch, V} -> {caught, V} end),
     ?C(begin -1 = diff_run:id(-1), -1.5 = diff_run:id(-1.5), ok end),
     ?C(begin 1 + 2 = diff_run:id(3), $a = diff_run:id(97), ok end),
     ?C(begin {_, _} = {_, _} = diff_run:id({1, 2}) end),
     ?C(element(2, {X = 1, X = 1})),
     ?C(begin [X, Y, X, Y] = diff_run:id([1, 2, 1, 2]), {X, Y} end),
     ?C(begin [X, Y, X, Y] = diff_run:id([1, 2, 1, 3]), {X, Y} end),
     ?C(begin T = list_to_tuple(lists:seq(1, 300)),
         {element(1, T), element(256, T), element(300, T), tuple_size(T)} end),
     ?C(begin {A, _, _, _, _, _, _, _, _, J} = diff_run:id({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), A * J end)].
