%% A token around a ring of a thousand processes.
-module(ring).
-export([main/1]).

main(N) ->
    First = lists:foldl(fun(_, Next) -> spawn(fun() -> forward(Next) end) end, self(), lists:seq(1, 1000)),
    [begin First ! I, receive I -> ok end end || I <- lists:seq(1, N * 2000)],
    First ! stop,
    receive stop -> ok end.

forward(Next) -> receive stop -> Next ! stop; M -> Next ! M, forward(Next) end.
