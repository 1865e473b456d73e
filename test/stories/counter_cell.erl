%% A counter is read and written, where it should be added to.
-module(counter_cell).
-export([t/0]).

t() ->
    Cell = atomics:new(1, []),
    Me = self(),
    [spawn(fun() -> atomics:put(Cell, 1, atomics:get(Cell, 1) + 1), Me ! done end) || _ <- [1, 2]],
    [receive done -> ok end || _ <- [1, 2]],
    2 = atomics:get(Cell, 1).
