%% One of each kind of term, and calls of functions with all of them.
-module(zoo).
-export([terms/0, everyone/0, few/0, integers/0, floats/0, strings/0, call/3, calls/3, pairs/2, triples/3]).

integers() ->
    [0, 1, -1, 2, 7, -7, 63, 64, 255, 256, 1000000007, -1000000007,
     (1 bsl 31) - 1, 1 bsl 32, (1 bsl 59) - 1, 1 bsl 59, -(1 bsl 59), -(1 bsl 59) - 1,
     (1 bsl 62) + 5, (1 bsl 63) - 1, 1 bsl 63, -(1 bsl 63), (1 bsl 64) - 1, 1 bsl 64, -(1 bsl 64),
     123456789012345678901234567890, -98765432109876543210987654321098765432109876543210,
     (1 bsl 128) - 1, 1 bsl 128, (1 bsl 200) + (1 bsl 100) + 1].

floats() ->
    [0.0, 1.0, -1.0, 0.1, 0.5, 1.5, 2.5, -2.5, 3.999999999999999, 100.0, 123456.789, 1.0e10, 1.0e15,
     1.0e16, 1.0e21, 1.0e22, 1.0e23, 1.0e100, 1.7976931348623157e308, 2.2250738585072014e-308, 5.0e-324,
     1.0e-5, 0.001, 9007199254740992.0, 9007199254740993.0, -4503599627370497.5, 4294967296.0,
     18446744073709551616.0, 0.30000000000000004, 2.718281828459045].

strings() -> ["", "a", "hello world", "0", "-12", "+7", "1.5", "1e5", " 12", "12 ", "16#ff", "zz", "{a,b}", "x y z"].

terms() ->
    [0, 1, -1, 17, 1 bsl 59, -(1 bsl 59) - 1, 1 bsl 64, -(1 bsl 64), 0.0, 1.0, -0.5, 1.0e300,
     a, '', true, false, undefined, {}, {a}, {a, 1}, {1, 2, 3}, [], [1], [a, b], "abc", [a | b], [[]], [{a, 1}],
     <<>>, <<1, 2, 3>>, <<"17">>, <<5:3>>, #{}, #{a => 1}, #{1 => 2, b => []},
     fun erlang:abs/1].

%% Those and the ones that look different in every run.
everyone() -> terms() ++ [self(), make_ref()].

few() -> [0, 1, -1, 3, 300, 1.5, a, true, {}, {a, b, c}, [], [1, 2, 3], "ab", [x | y], <<>>, <<"abc">>, <<7:5>>,
          #{}, #{a => 1}].

pairs(As, Bs) -> [[A, B] || A <- As, B <- Bs].
triples(As, Bs, Cs) -> [[A, B, C] || A <- As, B <- Bs, C <- Cs].

%% A value, or the exception with what its innermost frame says; `itself` when that frame is the call made.
call(Module, Function, Arguments) ->
    try
        {apply(Module, Function, Arguments)}
    catch
        Class:Reason:Trace -> raised(Class, Reason, Trace, {Module, Function, Arguments})
    end.

raised(Class, Reason, [{M, F, A, Info} | _], {M, F, A}) -> {Class, Reason, itself, Info};
raised(Class, Reason, [{M, F, A, _} | _], _) when is_list(A) -> {Class, Reason, {M, F, arguments, A =/= []}};
raised(Class, Reason, [{M, F, A, _} | _], _) -> {Class, Reason, {M, F, A}};
raised(Class, Reason, [], _) -> {Class, Reason}.

calls(Module, Function, ArgumentLists) -> [call(Module, Function, A) || A <- ArgumentLists].
