-module(lock).
-export([main/0]).

main() ->
    Lock = spawn(fun() -> free([]) end),
    [spawn(fun() -> client(Lock, Name) end) || Name <- [anna, bert, carl]],
    receive never -> ok end.

client(Lock, Name) ->
    weft:probe(asks, Name),
    Lock ! {take, self()},
    receive granted -> ok end,
    weft:fact(holds, Name),
    weft:pause(),
    weft:no_fact(holds, Name),
    Lock ! {give, self()},
    client(Lock, Name).

free([Next | Waiting]) -> Next ! granted, taken(Waiting);
free([]) -> receive {take, Who} -> free([Who]) end.

taken(Waiting) ->
    receive
        {take, Who} -> taken([Who | Waiting]);
        {give, _} -> free(Waiting)
    end.
