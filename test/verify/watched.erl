%% Two that mark where they are inside, with a lock between them and without.
-module(watched).
-export([exclusion/0, no_exclusion/0]).

exclusion() -> start(fun(Key) -> receive Key -> ok end end, fun(Next) -> Next ! key end).
no_exclusion() -> start(fun(_) -> ok end, fun(_) -> ok end).

start(Take, Give) ->
    One = spawn(fun() -> begin_with(Take, Give) end),
    Two = spawn(fun() -> begin_with(Take, Give) end),
    One ! {other, Two},
    Two ! {other, One},
    One ! key,
    receive never -> ok end.

begin_with(Take, Give) -> receive {other, Other} -> loop(Take, Give, Other) end.

loop(Take, Give, Other) ->
    Take(key),
    weft:probe(enter),
    weft:pause(),
    weft:probe(leave),
    Give(Other),
    loop(Take, Give, Other).
