%% Two that mark where they are inside, with a lock between them and without.
-module(watched).
-export([exclusion/0, no_exclusion/0, counting/0, abstract/1, is_small/2]).

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

%% Somebody counts for ever, and says when the number has a rest of two by three: the abstraction knows that rest.
counting() ->
    Counter = spawn(fun() -> count(0) end),
    spawn(fun() -> tick(Counter) end),
    receive never -> ok end.

tick(Counter) ->
    Counter ! {tick, self()},
    receive ok -> tick(Counter) end.

count(N) ->
    put(count, N),
    receive {tick, From} -> From ! ok end,
    case N rem 3 of
        2 -> weft:probe(third);
        _ -> ok
    end,
    count(N + 1).

abstract(View) ->
    [{weft_view:status(View, P), length(weft_view:mailbox(View, P)), [N rem 3 || {count, N} <- weft_view:dictionary(View, P)]}
     || P <- weft_view:processes(View)].

is_small(Most, View) -> length(weft_view:processes(View)) =< Most + 2.
