%% Floats: arithmetic that never makes infinities, printing that reads back, the math module.
-module(float_cases).
-include("diff.hrl").

cases() ->
    [{{Operator, A}, fun() -> zoo:calls(erlang, Operator, zoo:pairs([A], zoo:floats())) end}
     || Operator <- ['+', '-', '*', '/'], A <- lists:sublist(zoo:floats(), 2, 22)]
    ++ [{{print, F}, fun() -> print(F) end} || F <- zoo:floats()]
    ++ [{{print, -F}, fun() -> print(-F) end} || F <- tl(zoo:floats())]
    ++ [{{unary, Name}, fun() -> zoo:calls(erlang, Name, [[F] || F <- zoo:floats()]) end}
        || Name <- [abs, round, trunc, ceil, floor, '-', float, float_to_list, float_to_binary, phash2,
             term_to_binary]]
    ++ [{{math, Name}, fun() -> rounded(zoo:calls(math, Name, [[X] || X <- math_arguments()])) end}
        || Name <- [sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh, exp, log, log2, log10,
                    sqrt, floor, ceil, erf, erfc]]
    ++ [{{math, Name}, fun() -> rounded(zoo:calls(math, Name,
         zoo:pairs([0, 2, -2.5, 1.0e10, a], [0, 3, -3, 0.5, 400, 1.0e-10]))) end}
        || Name <- [pow, atan2, fmod]]
    ++ [{{parse, Text}, fun() -> {zoo:call(erlang, list_to_float, [Text]), zoo:call(string, to_float, [Text]),
                                  zoo:call(erlang, binary_to_float, [list_to_binary(Text)])} end}
        || Text <- ["1.0", "-1.0", "+1.0", "1", "1.", ".5", "1.0e10", "1.0E10", "1.0e+10", "1.0e-10", "1e5",
             "1.0e400",
                    "1.0e-400", "1.5 ", " 1.5", "", "abc", "0.1", "123456789.123456789", "1.0e", "1.0e1.0",
                         "--1.0", "1.0.0",
                    "4.9406564584124654e-324", "1.7976931348623157e308", "1.7976931348623159e308", "00.5", "1_0.5"]]
    ++ [{{format, Options}, fun() -> [{zoo:call(erlang, float_to_list, [F, Options]),
         zoo:call(erlang, float_to_binary, [F, Options])}
                                      || F <- [0.0, 1.0, -1.5, 0.125, 2.675, 123456.789, 1.0e22, 1.0e-7,
                                           1.0e300]] end}
        || Options <- [[{decimals, 0}], [{decimals, 1}], [{decimals, 2}], [{decimals, 10}],
             [{decimals, 2}, compact], [{decimals, 10}, compact],
                       [{decimals, 253}], [{decimals, 254}], [{scientific, 0}], [{scientific, 3}],
                            [{scientific, 20}], [{scientific, 249}],
                       [{scientific, 250}], [short], [compact], [], [{decimals, -1}], [bad], bad]]
    ++ table().

math_arguments() -> [0, 1, -1, 0.5, -0.5, 2, 10, 100.0, 1.0e10, 710, 1.0e308, -1.0e-10, 1 bsl 70, 1 bsl 1100, a].

%% The last bits of transcendental functions belong to the C library, not to the machine.
rounded(Results) -> [rounded_one(R) || R <- Results].
rounded_one({F}) when is_float(F) -> io_lib:format("~.12e", [F]);
rounded_one(Other) -> Other.

print(F) ->
    Short = float_to_list(F, [short]),
    F = list_to_float(Short),
    F = binary_to_float(float_to_binary(F)),
    {Short, float_to_list(F), io_lib:format("~p ~w ~f ~e ~g ~.3f ~.3e ~.3g", [F, F, F, F, F, F, F, F]),
         <<F/float>>, <<F:32/float>>}.

mean(L) -> lists:sum(L) / length(L).

newton(X) -> newton(X, X / 2, 30).
newton(_, G, 0) -> G;
newton(X, G, N) -> newton(X, (G + X / G) / 2, N - 1).

horner(X, Coefficients) -> lists:foldl(fun(C, A) -> A * X + C end, 0.0, Coefficients).

classify(X) when X > 0.0, X < 1.0 -> small;
classify(X) when X == 1 -> one;
classify(X) when is_float(X), X * 2.0 > 1.0e300 -> huge;
classify(X) when X < 0 -> negative;
classify(_) -> other.

table() ->
    [?C(mean([1, 2, 3, 4])),
     ?C(mean([])),
     ?C(newton(2.0)),
     ?C(horner(1.5, [1, 2, 3, 4])),
     ?C([classify(X) || X <- [0.5, 1, 1.0, -3, 1.0e301, 7, a, 0.0]]),
     ?C(1 / 3),
     ?C(4 / 2),
     ?C(diff_run:id(1) / 3.0),
     ?C((1 bsl 100) / (1 bsl 99)),
     ?C((1 bsl 2000) / 2),
     ?C(1 / (1 bsl 2000)),
     ?C((1 bsl 1023) / 1),
     ?C(1.0e308 * diff_run:id(10)),
     ?C(1.0e308 + diff_run:id(1.0e308)),
     ?C(-1.0e308 - diff_run:id(1.0e308)),
     ?C(1.0e-308 / diff_run:id(1.0e10)),
     ?C(0.0 / diff_run:id(0.0)),
     ?C(1.0 / diff_run:id(0.0)),
     ?C(1 / diff_run:id(0)),
     ?C(float(1 bsl 1023)),
     ?C(float(1 bsl 1024)),
     ?C(float(a)),
     ?C(round(0.5)),
     ?C(round(-0.5)),
     ?C(round(1.5)),
     ?C(round(2.5)),
     ?C(round(-2.5)),
     ?C(round(1.0e20)),
     ?C(trunc(-1.9)),
     ?C(ceil(-0.5)),
     ?C(floor(-0.5)),
     ?C(round(9007199254740993.0)),
     ?C(trunc(1.7976931348623157e308)),
     ?C(round(0.49999999999999994)),
     ?C(0.1 + 0.2),
     ?C(0.1 + 0.2 == 0.3),
     ?C(1.0 == 1),
     ?C(1.0 =:= 1),
     ?C(0.0 == -0.0),
     ?C(diff_run:id(-0.0) < 0.0),
     ?C(-0.0),
     ?C(9007199254740993 == 9007199254740992.0),
     ?C(9007199254740993 > 9007199254740992.0),
     ?C((1 bsl 64) == 18446744073709551616.0),
     ?C((1 bsl 64) + 1 == 18446744073709551616.0),
     ?C((1 bsl 2000) > 1.0e308),
     ?C(-(1 bsl 2000) < -1.0e308),
     ?C(lists:sort([3, 2.0, 1, 2, 1.0, 3.0])),
     ?C(lists:usort([1, 1.0, 2.0, 2])),
     ?C(max(1, 1.0)),
     ?C(max(1.0, 1)),
     ?C(min(1, 1.0)),
     ?C(min(1.0, 1)),
     ?C(math:pi()),
     ?C(math:sqrt(16)),
     ?C(math:sqrt(-1)),
     ?C(math:log(0)),
     ?C(math:pow(2, 10)),
     ?C(math:pow(-8, 1 / 3)),
     ?C(math:fmod(5.5, 2)),
     ?C(math:fmod(1, 0)),
     ?C(io_lib:format("~.0f", [0.5])),
     ?C(io_lib:format("~.2f", [2.005])),
     ?C(io_lib:format("~10.2f|~-10.2f|", [3.14159, 3.14159])),
     ?C(io_lib:format("~10.3e", [12345.678])),
     ?C(io_lib:format("~g ~g ~g", [0.1, 1.0e-3, 123456.7])),
     ?C(io_lib:format("~f", [a])),
     ?C(io_lib:format("~p", [1.0e-10])),
     ?C(float_to_list(7.0, [{decimals, 3}, compact])),
     ?C(float_to_list(1.0e300, [{decimals, 2}])),
     ?C(float_to_binary(3.14159, [{decimals, 3}])),
     ?C(float_to_list(0.1)),
     ?C(list_to_float("1.0e5")),
     ?C(<<1.5/float>>),
     ?C(<<1.5:32/float>>),
     ?C(<<1.5:16/float>>),
     ?C(<<65504.0:16/float>>),
     ?C(<<70000.0:16/float>>),
     ?C(<<1.0e40:32/float>>),
     ?C(<<3:64/float>>),
     ?C(<<(1 bsl 2000):64/float>>),
     ?C(begin <<F/float>> = <<64, 9, 33, 251, 84, 68, 45, 24>>, F end),
     ?C(begin <<F:32/float-little>> = <<0, 0, 192, 63>>, F end),
     ?C(case <<127, 240, 0, 0, 0, 0, 0, 0>> of <<F/float>> -> F; B -> B end),
     ?C(case <<127, 255, 255, 255, 255, 255, 255, 255>> of <<F/float>> -> F; B -> B end),
     ?C(case <<16#7c00:16>> of <<F:16/float>> -> F; B -> B end),
     ?C(begin <<F:16/float>> = <<16#3555:16>>, F end),
     ?C(lists:foldl(fun(X, A) -> A + 1.0 / X end, 0.0, lists:seq(1, 1000))),
     ?C(lists:foldl(fun(_, {S, C}) -> Y = 0.1 - C, T = S + Y, {T, (T - S) - Y} end, {0.0, 0.0},
         lists:seq(1, 1000)))].
