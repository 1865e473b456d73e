%% Processes that count round and round, each for itself: as many states as counters have values, to the power of the processes.
-module(ring).
-export([four/0, five/0]).

four() -> counters(4).
five() -> counters(5).

counters(N) ->
    [spawn(fun() -> count(Which, 0) end) || Which <- lists:seq(1, N)],
    receive never -> ok end.

%% Each knows which it is: else any two of them could change places, and there would be fewer states.
count(Which, N) ->
    weft:pause(),
    count(Which, (N + 1) rem 16).
