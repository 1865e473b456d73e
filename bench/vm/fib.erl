%% Calls and small integers: the naive Fibonacci function.
-module(fib).
-export([main/1]).

main(N) -> [fib(30) || _ <- lists:seq(1, N * 60)], ok.

fib(N) when N < 2 -> N;
fib(N) -> fib(N - 1) + fib(N - 2).
