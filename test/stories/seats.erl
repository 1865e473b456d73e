%% A seat is looked for and then taken: two passengers sit on it.
-module(seats).
-export([t/0]).

t() ->
    ets:new(seats, [named_table, public]),
    Me = self(),
    [spawn(fun() -> Me ! {Who, take(Who)} end) || Who <- [ann, bob]],
    Results = [receive {Who, Result} -> Result end || Who <- [ann, bob]],
    [ok, taken] = lists:sort(Results).

take(Who) ->
    case ets:member(seats, window) of
        false -> ets:insert(seats, {window, Who}), ok;
        true -> taken
    end.
