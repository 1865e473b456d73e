%% Sorting and comparing: merge sort of stdlib and a quick sort with comprehensions.
-module(sort).
-export([main/1]).

main(N) ->
    L = numbers(20000, 12345, []),
    [begin lists:sort(L), quick(L) end || _ <- lists:seq(1, N * 50)],
    ok.

numbers(0, _, L) -> L;
numbers(N, X, L) -> numbers(N - 1, (X * 1103515245 + 12345) band 16#7FFFFFFF, [X | L]).

quick([]) -> [];
quick([P | R]) -> quick([X || X <- R, X < P]) ++ [P | quick([X || X <- R, X >= P])].
