%% mnesia in memory on one node.
-module(mnesia_cases).
-include("../differential/diff.hrl").

-record(account, {id, owner, amount}).

with(Fun) -> with([], Fun).
with(Options, Fun) ->
    ok = mnesia:start(),
    Created = mnesia:create_table(account, [{attributes, record_info(fields, account)} | Options]),
    Result = (catch Fun()),
    stopped = mnesia:stop(),
    {Created, Result}.

t(Fun) -> mnesia:transaction(Fun).
w(Id, Owner, Amount) -> mnesia:write(#account{id = Id, owner = Owner, amount = Amount}).
some() -> t(fun() -> [w(I, O, I * 10) || {I, O} <- [{1, ann}, {2, bob}, {3, ann}]], ok end).

cases() ->
    [?C(with(fun() -> {some(), t(fun() -> mnesia:read(account, 2) end), mnesia:dirty_read(account, 4)} end)),
     ?C(with(fun() -> some(), t(fun() -> w(1, ann, 0), mnesia:abort(why) end) end)),
     ?C(with(fun() -> some(), t(fun() -> w(1, ann, 0), error(oops) end), mnesia:dirty_read(account, 1) end)),
     ?C(with(fun() -> some(), R = t(fun() -> mnesia:delete({account, 1}), lists:sort(mnesia:all_keys(account)) end), {R, mnesia:table_info(account, size)} end)),
     ?C(with([{index, [owner]}], fun() -> some(), t(fun() -> lists:sort(mnesia:index_read(account, ann, #account.owner)) end) end)),
     ?C(with(fun() -> some(), t(fun() -> lists:sort(mnesia:match_object(#account{owner = ann, _ = '_'})) end) end)),
     ?C(with(fun() -> some(), t(fun() -> lists:sort(mnesia:select(account, [{#account{id = '$1', amount = '$2', _ = '_'}, [{'>', '$2', 15}], ['$1']}])) end) end)),
     ?C(with(fun() -> some(), t(fun() -> mnesia:foldl(fun(#account{amount = A}, S) -> A + S end, 0, account) end) end)),
     ?C(with([{type, bag}], fun() -> t(fun() -> w(1, a, 1), w(1, b, 2) end), lists:sort(mnesia:dirty_read(account, 1)) end)),
     ?C(with([{type, ordered_set}], fun() -> some(), {mnesia:dirty_first(account), mnesia:dirty_next(account, 1), mnesia:dirty_last(account)} end)),
     ?C(with(fun() -> [mnesia:dirty_update_counter({account_counter, x}, 1)] end)),
     ?C(with(fun() -> {mnesia:dirty_write(#account{id = 9}), mnesia:dirty_delete(account, 9), mnesia:dirty_all_keys(account)} end)),
     ?C(with(fun() -> some(), {mnesia:clear_table(account), mnesia:table_info(account, size), mnesia:delete_table(account)} end)),
     ?C(with(fun() -> {mnesia:system_info(is_running), mnesia:system_info(running_db_nodes), lists:sort(mnesia:system_info(tables))} end)),
     ?C(with(fun() -> some(), mnesia:subscribe({table, account, simple}), mnesia:dirty_write(#account{id = 5}),
         receive {mnesia_table_event, E} -> setelement(3, E, id) after 500 -> nothing end end)),
     ?C(with(fun() -> some(), Me = self(), [spawn(fun() -> Me ! add(1) end) || _ <- [1, 2, 3]], R = [receive A -> A end || _ <- [1, 2, 3]],
         {R, mnesia:dirty_read(account, 1)} end)),
     ?C(with(fun() -> t(fun() -> t(fun() -> w(1, a, 1) end), {atomic, R} = t(fun() -> mnesia:read(account, 1) end), R end) end)),
     ?C(catch mnesia:dirty_read(account, 1)),
     ?C(mnesia:transaction(fun() -> ok end)),
     ?C(mnesia:system_info(is_running))].

add(Id) ->
    t(fun() ->
        [A = #account{amount = N}] = mnesia:wread({account, Id}),
        mnesia:write(A#account{amount = N + 1})
    end).
