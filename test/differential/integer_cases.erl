%% Integers of all sizes: arithmetic, bits, conversion to and from text.
-module(integer_cases).
-include("diff.hrl").

cases() ->
    [{{Operator, A}, fun() -> zoo:calls(erlang, Operator, zoo:pairs([A], zoo:integers())) end}
     || Operator <- ['+', '-', '*', 'div', 'rem', 'band', 'bor', 'bxor'], A <- zoo:integers()]
    ++ [{{Operator, A}, fun() -> zoo:calls(erlang, Operator, [[A, N] || N <- shifts()]) end}
        || Operator <- ['bsl', 'bsr'], A <- zoo:integers()]
    ++ [{{base, Base}, fun() -> [round_trip(N, Base) || N <- zoo:integers()] end} || Base <- lists:seq(2, 36)]
    ++ [{{unary, Operator}, fun() -> zoo:calls(erlang, Operator, [[N] || N <- zoo:integers()]) end}
        || Operator <- ['-', '+', 'bnot', abs, float, round, trunc, ceil, floor, integer_to_list,
                        integer_to_binary, is_integer, phash2, term_to_binary, md5]]
    ++ [{{parse, Text}, fun() -> parse(Text) end} || Text <- texts()]
    ++ table().

shifts() -> [0, 1, 5, 31, 32, 59, 60, 63, 64, 65, 100, 128, -1, -5, -59, -60, -64, -200, a, 1.0].

texts() ->
    ["0", "-0", "+0", "00012", "-", "+", "", " 1", "1 ", "1_000", "9999999999999999999", "-9223372036854775808",
     "-9223372036854775809", "576460752303423487", "576460752303423488", "-576460752303423488",
     "123456789012345678901234567890123456789012345678901234567890", "12a", "a12", "--1", "+-1", "1.0", "1e3",
     "FF", "ff", "zZ", [$1, 256], [$1 | $2], [a], "\x{661}"].

round_trip(N, Base) ->
    Text = integer_to_list(N, Base),
    Binary = integer_to_binary(N, Base),
    N = list_to_integer(Text, Base),
    N = binary_to_integer(Binary, Base),
    N = list_to_integer(string:lowercase(Text), Base),
    {Text, Binary}.

parse(Text) ->
    {zoo:call(erlang, list_to_integer, [Text]),
     [zoo:call(erlang, list_to_integer, [Text, Base]) || Base <- [2, 10, 16, 36, 1, 37, a]],
     zoo:call(string, to_integer, [Text]),
     try zoo:call(erlang, binary_to_integer, [list_to_binary(Text)]) catch error:badarg -> no_binary end}.

factorial(0) -> 1;
factorial(N) -> N * factorial(N - 1).

power(_, 0) -> 1;
power(B, N) when N rem 2 =:= 0 -> power(B * B, N div 2);
power(B, N) -> B * power(B, N - 1).

gcd(A, 0) -> A;
gcd(A, B) -> gcd(B, A rem B).

fibonacci(N) -> fibonacci(N, 0, 1).
fibonacci(0, A, _) -> A;
fibonacci(N, A, B) -> fibonacci(N - 1, B, A + B).

digits(N) -> digits(N, 0).
digits(0, Sum) -> Sum;
digits(N, Sum) -> digits(N div 10, Sum + N rem 10).

root(N) -> root(N, N).
root(N, X) ->
    case (X + N div X) div 2 of
        Y when Y >= X -> X;
        Y -> root(N, Y)
    end.

table() ->
    [?C(factorial(20)),
     ?C(factorial(21)),
     ?C(factorial(25)),
     ?C(factorial(100)),
     ?C(factorial(300) div factorial(298)),
     ?C(digits(factorial(500))),
     ?C(fibonacci(90)),
     ?C(fibonacci(91)),
     ?C(fibonacci(100)),
     ?C(fibonacci(500)),
     ?C(erlang:phash2(fibonacci(5000))),
     ?C(gcd(factorial(30), fibonacci(60))),
     ?C(gcd(power(6, 100), power(10, 80))),
     ?C(root(power(10, 100) + 7)),
     ?C(root(power(2, 401))),
     ?C(power(3, 200) rem power(7, 30)),
     ?C(power(-3, 201)),
     ?C(-power(2, 59)),
     ?C(power(2, 59) - 1 + 1),
     ?C(-power(2, 59) - 1),
     ?C(power(2, 60) - power(2, 60)),
     ?C((1 bsl 64) band -(1 bsl 64)),
     ?C(bnot (1 bsl 64)),
     ?C(-1 bsr 100),
     ?C(1 bsl 0),
     ?C(-1 bsl 64),
     ?C((-5) rem 3),
     ?C((-5) div 3),
     ?C(5 div -3),
     ?C(5 rem -3),
     ?C(-(-576460752303423488)),
     ?C(abs(-576460752303423488)),
     ?C(-576460752303423488 div -1),
     ?C(-9223372036854775808 div -1),
     ?C(diff_run:id(576460752303423487) + 1),
     ?C(diff_run:id(-576460752303423488) - 1),
     ?C(diff_run:id(4611686018427387904) * 2),
     ?C(diff_run:id(3037000500) * 3037000500),
     ?C(diff_run:id(1 bsl 40) * (1 bsl 40)),
     ?C(diff_run:id(-1) * (1 bsl 59)),
     ?C(diff_run:id(1 bsl 59) * -1),
     ?C(diff_run:id(1) div 0),
     ?C(diff_run:id(1) rem 0),
     ?C((1 bsl 80) div 0),
     ?C((1 bsl 80) rem 0),
     ?C(diff_run:id(1) / 0),
     ?C(diff_run:id(1.5) div 2),
     ?C(diff_run:id(1.5) band 2),
     ?C(diff_run:id(a) + 1),
     ?C(diff_run:id("1") + 1),
     ?C(1 - diff_run:id({})),
     ?C(-diff_run:id(a)),
     ?C(bnot diff_run:id(1.0)),
     ?C(diff_run:id(1) bsl diff_run:id(1.0)),
     ?C(1 bsl (1 bsl 64)),
     ?C(0 bsl (1 bsl 64)),
     ?C(1 bsr (1 bsl 64)),
     ?C(-1 bsr (1 bsl 64)),
     ?C(1 bsl -(1 bsl 64)),
     ?C((1 bsl 100) bsr 99),
     ?C((1 bsl 100) bsr 100),
     ?C((1 bsl 100) bsr 101),
     ?C(-(1 bsl 100) bsr 101),
     ?C(integer_to_list(255, 16)),
     ?C(integer_to_list(-255, 16)),
     ?C(integer_to_list(1, 1)),
     ?C(integer_to_list(1, 37)),
     ?C(integer_to_list(a)),
     ?C(integer_to_binary(1.0)),
     ?C(list_to_integer("7fffffffffffffff", 16)),
     ?C(list_to_integer("-8000000000000000", 16)),
     ?C(binary_to_integer(<<"-1f">>, 16)),
     ?C(binary_to_integer(<<>>)),
     ?C(binary_to_integer(<<"1":7>>)),
     ?C(string:to_integer("12abc")),
     ?C(string:to_integer("-")),
     ?C(lists:sum(lists:seq(1, 100000))),
     ?C(lists:foldl(fun(X, A) -> A * X rem 1000000007 end, 1, lists:seq(1, 1000))),
     ?C(lists:foldl(fun(X, A) -> (A bxor X) * 16777619 band 16#FFFFFFFF end, 2166136261,
         "the quick brown fox")),
     ?C([X * Y || X <- [1 bsl 59, -(1 bsl 59), 1 bsl 60], Y <- [1, -1, 2, -2]]),
     ?C([{X div Y, X rem Y} || X <- [7, -7, 1 bsl 70, -(1 bsl 70)], Y <- [2, -2, 1 bsl 65, -(1 bsl 65)]]),
     ?C([integer_to_list(1 bsl N) || N <- lists:seq(50, 70)]),
     ?C([N - 1 || N <- [-(1 bsl 59), 1 bsl 59, -(1 bsl 63), 1 bsl 63]]),
     ?C(16#DEADBEEF bxor 16#FFFFFFFF),
     ?C($a + $b),
     ?C(2#1010 bor 2#0101),
     ?C(1_000_000 * 1_000_000_000_000)].
