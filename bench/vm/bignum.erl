%% Large integers: factorials, Fibonacci numbers, digits.
-module(bignum).
-export([main/1]).

main(N) ->
    Work = [factorial(2000) rem 1000003 + length(integer_to_list(fibonacci(20000, 0, 1))) || _ <- lists:seq(1, N * 100)],
    true = is_integer(lists:sum(Work)),
    ok.

factorial(0) -> 1;
factorial(N) -> N * factorial(N - 1).

fibonacci(0, A, _) -> A;
fibonacci(N, A, B) -> fibonacci(N - 1, B, A + B).
