-module(ball).
-export([main/0]).

main() ->
    io:format("before~n"),
    lists:foreach(fun(N) when N > 1 -> throw({ball, N}); (_) -> ok end, [1, 2, 3]).
