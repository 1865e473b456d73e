%% A table that everybody may write to: a value that is read, changed and written, and one that is written if there is none.
%% lint: race api ets:insert
%% lint: race api ets:insert
-module(race_table).
-export([open/0, add/2, once/2, other_key/2, atomic/2, first/1]).

open() -> ets:new(counts, [named_table, public]).

add(Key, N) ->
    [{_, Old}] = ets:lookup(counts, Key),
    ets:insert(counts, {Key, Old + N}).

once(Key, Value) ->
    case ets:member(counts, Key) of
        true -> exists;
        false -> ets:insert(counts, {Key, Value})
    end.

other_key(Key, Other) ->
    case ets:lookup(counts, Key) of
        [] -> ets:insert(counts, {Other, 1});
        _ -> true
    end.

atomic(Key, N) -> ets:update_counter(counts, Key, N, {Key, 0}).

first(Key) ->
    case ets:lookup(counts, Key) of
        [] -> ets:insert_new(counts, {Key, 1});
        _ -> false
    end.
