%% ets: which accesses to a table can be told apart.
-module(tables).
-include("scenario.hrl").

table(Objects) ->
    Table = ets:new(table, [public]),
    ets:insert(Table, Objects),
    Table.

value(Table, Key) -> ets:lookup_element(Table, Key, 2).

%% --- read, add, write -----------------------------------------------------------------------------------

%% One after the other in either order; or both read 0, and then both write the same 1.
%= ends: ok | error: {badmatch,1}
%= error: P abnormal_exit error: {badmatch,1}
%= explored: 3
%= preemptions: 1
%= delays: 1
lost_update() ->
    Table = table([{count, 0}]),
    Add = fun() -> ets:insert(Table, {count, value(Table, count) + 1}) end,
    parallel([Add, Add]),
    2 = value(Table, count),
    ok.

%= ends: ok
%= explored: <= 2
lost_update_repaired() ->
    Table = table([{count, 0}]),
    Add = fun() -> ets:update_counter(Table, count, 1) end,
    parallel([Add, Add]),
    2 = value(Table, count),
    ok.

%% Adding 1 and adding 2: the two writes after two reads are not the same now. Two orders of all, two of the writes.
%= ends: 1 | 2 | 3
%= explored: 4
lost_update_of_different_sums() ->
    Table = table([{count, 0}]),
    Add = fun(N) -> ets:insert(Table, {count, value(Table, count) + N}) end,
    parallel([fun() -> Add(1) end, fun() -> Add(2) end]),
    value(Table, count).

%% --- keys and values ------------------------------------------------------------------------------------

%= ends: [{a,1},{b,2},{c,3}]
%= explored: 1
different_keys() ->
    Table = table([]),
    parallel([fun() -> ets:insert(Table, {Key, Value}) end || {Key, Value} <- [{a, 1}, {b, 2}, {c, 3}]]),
    lists:sort(ets:tab2list(Table)).

%= ends: 1
%= explored: 1
equal_writes() ->
    Table = table([]),
    parallel([fun() -> ets:insert(Table, {key, 1}) end || _ <- [1, 2, 3]]),
    value(Table, key).

%% All 3! orders, although only the last write is seen.
%= ends: 1 | 2 | 3
%= explored: <= 6
different_writes() ->
    Table = table([]),
    parallel([fun() -> ets:insert(Table, {key, I}) end || I <- [1, 2, 3]]),
    value(Table, key).

%% 1 and 1.0 are two keys of a set, and one of an ordered set.
%= ends: [{1,a},{1.0,b}]
%= explored: 1
number_keys_of_a_set() ->
    Table = table([]),
    parallel([fun() -> ets:insert(Table, {1, a}) end, fun() -> ets:insert(Table, {1.0, b}) end]),
    lists:sort(ets:tab2list(Table)).

%= ends: [{1,a}] | [{1.0,b}]
%= explored: 2
number_keys_of_an_ordered_set() ->
    Table = ets:new(table, [public, ordered_set]),
    parallel([fun() -> ets:insert(Table, {1, a}) end, fun() -> ets:insert(Table, {1.0, b}) end]),
    ets:tab2list(Table).

%= ends: [1,1,1]
%= explored: 1
readers_commute() ->
    Table = table([{key, 1}]),
    parallel([fun() -> value(Table, key) end || _ <- [1, 2, 3]]).

%% Each of two readers before or after the one writer.
%= ends: [0,0] | [0,1] | [1,0] | [1,1]
%= explored: 4
readers_and_a_writer() ->
    Table = table([{key, 0}]),
    Read = fun() -> value(Table, key) end,
    [_ | Seen] = parallel([fun() -> ets:insert(Table, {key, 1}) end, Read, Read]),
    Seen.

%% --- insert_new -----------------------------------------------------------------------------------------

%= ends: [true,false] | [false,true]
%= explored: 2
insert_new_has_one_winner() ->
    Table = table([]),
    parallel([fun() -> ets:insert_new(Table, {key, I}) end || I <- [1, 2]]).

%% Which fails only reads, so three of them and a reader have one order.
%= ends: [false,false,false,0]
%= explored: 1
failed_insert_new_reads() ->
    Table = table([{key, 0}]),
    Fail = [fun() -> ets:insert_new(Table, {key, I}) end || I <- [1, 2, 3]],
    parallel(Fail ++ [fun() -> value(Table, key) end]).

%% Deleted before both, between them in either order, or after both. Before both, one of two wins: 2 + 2 + 1.
%= ends: [true,true,false] | [true,false,true] | [true,false,false]
%= explored: 5
insert_new_against_delete() ->
    Table = table([{key, 0}]),
    parallel([fun() -> ets:delete(Table, key) end | [fun() -> ets:insert_new(Table, {key, I}) end || I <- [1, 2]]]).

%% All or nothing: the pairs {a,b} and {b,c} share a key.
%= ends: [true,false] | [false,true]
%= explored: 2
insert_new_of_lists() ->
    Table = table([]),
    parallel([fun() -> ets:insert_new(Table, [{a, 1}, {b, 1}]) end, fun() -> ets:insert_new(Table, [{b, 2}, {c, 2}]) end]).

%= ends: ok | error: {badmatch,[in,in]}
%= error: P abnormal_exit
%= preemptions: 1
%= delays: 1
lock_by_looking() ->
    Table = table([]),
    Enter = fun() ->
        case ets:member(Table, lock) of
            true -> out;
            false -> ets:insert(Table, {lock, self()}), in
        end
    end,
    [in, out] = lists:sort(parallel([Enter, Enter])),
    ok.

%= ends: ok
%= explored: 2
lock_by_insert_new() ->
    Table = table([]),
    Enter = fun() ->
        case ets:insert_new(Table, {lock, self()}) of
            false -> out;
            true -> in
        end
    end,
    [in, out] = lists:sort(parallel([Enter, Enter])),
    ok.

%% --- delete and take ------------------------------------------------------------------------------------

%% Both find the job, or the second comes too late.
%= ends: [done,late] | [done,done]
queue_by_lookup_and_delete() ->
    Table = table([{job, 1}]),
    Work = fun() ->
        case ets:lookup(Table, job) of
            [] -> late;
            [_] -> ets:delete(Table, job), done
        end
    end,
    lists:sort(parallel([Work, Work])).

%= ends: [done,late]
%= explored: 2
queue_by_take() ->
    Table = table([{job, 1}]),
    Work = fun() ->
        case ets:take(Table, job) of
            [] -> late;
            [_] -> done
        end
    end,
    lists:sort(parallel([Work, Work])).

%= ends: [0,true] | [none,true]
%= error: P.1 abnormal_exit error: badarg
%= explored: 2
lookup_of_a_deleted_key() ->
    Table = table([{key, 0}]),
    parallel([fun() -> value(Table, key) end, fun() -> ets:delete(Table, key) end]).

%= ends: [0,true] | [gone,true]
%= explored: 2
lookup_of_a_deleted_key_repaired() ->
    Table = table([{key, 0}]),
    Read = fun() ->
        case ets:lookup(Table, key) of
            [{key, Value}] -> Value;
            [] -> gone
        end
    end,
    parallel([Read, fun() -> ets:delete(Table, key) end]).

%% --- the whole table ------------------------------------------------------------------------------------

%% The size is taken before or after each of two inserts, which do not see each other.
%= ends: 0 | 1 | 2
%= explored: 4
size_against_inserts() ->
    Table = table([]),
    Insert = fun(Key) -> fun() -> ets:insert(Table, {Key, 1}) end end,
    lists:last(parallel([Insert(a), Insert(b), fun() -> ets:info(Table, size) end])).

%= ends: [] | [{a,1}] | [{b,1}] | [{a,1},{b,1}]
%= explored: 4
snapshot_against_inserts() ->
    Table = table([]),
    Insert = fun(Key) -> fun() -> ets:insert(Table, {Key, 1}) end end,
    lists:sort(lists:last(parallel([Insert(a), Insert(b), fun() -> ets:match_object(Table, '_') end]))).

%% A list is inserted at once, but two lookups are two.
%= ends: {0,0} | {0,1} | {1,1}
%= explored: 3
torn_read() ->
    Table = table([{a, 0}, {b, 0}]),
    hd(parallel([fun() -> {value(Table, a), value(Table, b)} end, fun() -> ets:insert(Table, [{a, 1}, {b, 1}]) end])).

%= ends: [0,0] | [1,1]
%= explored: 2
torn_read_repaired() ->
    Table = table([{a, 0}, {b, 0}]),
    Read = fun() -> ets:select(Table, [{{'_', '$1'}, [], ['$1']}]) end,
    hd(parallel([Read, fun() -> ets:insert(Table, [{a, 1}, {b, 1}]) end])).

%= ends: {0,0} | {1,0} | {1,1}
%= explored: 3
torn_write() ->
    Table = table([{a, 0}, {b, 0}]),
    Write = fun() -> ets:insert(Table, {a, 1}), ets:insert(Table, {b, 1}) end,
    [_, Seen] = parallel([Write, fun() -> ets:match_object(Table, '_') end]),
    {proplists:get_value(a, Seen), proplists:get_value(b, Seen)}.

%= ends: {2,[]} | {1,[{b,2}]}
%= explored: 2
select_delete_against_insert() ->
    Table = table([{a, 1}]),
    [Deleted, _] = parallel([fun() -> ets:select_delete(Table, [{{'_', '$1'}, [], [true]}]) end,
                             fun() -> ets:insert(Table, {b, 2}) end]),
    {Deleted, ets:tab2list(Table)}.

%% --- walking through a table ----------------------------------------------------------------------------

%% The key from which the walk goes on may be gone.
%= ends: [ok,true] | [none,true]
%= error: P.1 abnormal_exit error: badarg
walk_without_fixing() -> walk(set, fun(_) -> ok end).

%= ends: [ok,true]
walk_fixed() -> walk(set, fun(Table) -> ets:safe_fixtable(Table, true) end).

%= ends: [ok,true]
walk_in_order() -> walk(ordered_set, fun(_) -> ok end).

walk(Type, Prepare) ->
    Table = ets:new(table, [public, Type]),
    ets:insert(Table, {a, 1}),
    Walk = fun() ->
        Prepare(Table),
        case ets:first(Table) of
            a -> '$end_of_table' = ets:next(Table, a);
            '$end_of_table' -> ok
        end,
        ok
    end,
    parallel([Walk, fun() -> ets:delete(Table, a) end]).

%% --- bags -----------------------------------------------------------------------------------------------

%= ends: [{key,1},{key,2}] | [{key,2},{key,1}]
%= explored: 2
bag_keeps_order() ->
    Table = ets:new(table, [public, bag]),
    parallel([fun() -> ets:insert(Table, {key, I}) end || I <- [1, 2]]),
    ets:lookup(Table, key).

%= ends: [{key,1}]
%= explored: <= 2
bag_of_equal_objects() ->
    Table = ets:new(table, [public, bag]),
    parallel([fun() -> ets:insert(Table, {key, 1}) end || _ <- [1, 2]]),
    ets:lookup(Table, key).

%= ends: [{key,1},{key,1}]
%= explored: <= 2
duplicate_bag_of_equal_objects() ->
    Table = ets:new(table, [public, duplicate_bag]),
    parallel([fun() -> ets:insert(Table, {key, 1}) end || _ <- [1, 2]]),
    ets:lookup(Table, key).

%% Of two objects one is deleted, before or after the other comes.
%= ends: [{key,2}]
%= explored: <= 2
bag_delete_object() ->
    Table = ets:new(table, [public, bag]),
    ets:insert(Table, {key, 1}),
    parallel([fun() -> ets:delete_object(Table, {key, 1}) end, fun() -> ets:insert(Table, {key, 2}) end]),
    ets:lookup(Table, key).

%% --- tables that are read in parts ------------------------------------------------------------------

%% Two rows, one after the other, while somebody reads: any of them may be seen without the other.
%= ends: [] | [x] | [x,y] | [y]
%= explored: 4
rows_of_a_concurrent_table() -> read_while(fun(T) -> ets:insert(T, {x}), ets:insert(T, {y}) end).

%= ends: [] | [x] | [x,y]
%= explored: 3
rows_of_a_plain_table() -> read_while([], fun(T) -> ets:insert(T, {x}), ets:insert(T, {y}) end).

%% The other way round, too: the order of rows in a set means nothing.
%= ends: [] | [y] | [x,y] | [x]
%= explored: 4
rows_in_the_other_order() -> read_while(fun(T) -> ets:insert(T, {y}), ets:insert(T, {x}) end).

%% A list of rows is there at once.
%= ends: [] | [x,y]
%= explored: 2
list_of_rows() -> read_while(fun(T) -> ets:insert(T, [{x}, {y}]) end).

%% What has been read is not read again when all is deleted.
%= ends: [] | [x] | [x,y] | [y]
%= explored: 5
rows_and_their_end() ->
    read_while(fun(T) -> ets:insert(T, {x}), ets:insert(T, {y}), ets:delete_all_objects(T) end).

%% Reading is in nobody's way who does not write what is read.
%= ends: [x]
%= explored: 1
read_by_two() ->
    T = ets:new(t, [public, {write_concurrency, true}]),
    ets:insert(T, {x}),
    {_, M} = spawn_monitor(fun() -> ets:tab2list(T) end),
    Rows = lists:sort([K || {K} <- ets:tab2list(T)]),
    receive {'DOWN', M, process, _, normal} -> Rows end.

%% A look at some keys is one step.
%= ends: [] | [x] | [x,y]
%= explored: 3
rows_of_known_keys() ->
    T = ets:new(t, [public, {write_concurrency, true}]),
    {_, M} = spawn_monitor(fun() -> ets:insert(T, {x}), ets:insert(T, {y}) end),
    Rows = lists:sort([K || {K} <- ets:select(T, [{{x}, [], ['$_']}, {{y}, [], ['$_']}])]),
    receive {'DOWN', M, process, _, normal} -> Rows end.

read_while(Write) -> read_while([{write_concurrency, true}], Write).

read_while(Options, Write) ->
    T = ets:new(t, [public | Options]),
    {_, M} = spawn_monitor(fun() -> Write(T) end),
    Rows = lists:sort([K || {K} <- ets:tab2list(T)]),
    receive {'DOWN', M, process, _, normal} -> Rows end.
