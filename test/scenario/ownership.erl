%% Tables and those who own them.
-module(ownership).
-include("scenario.hrl").

%% The table goes with the one who made it.
%= ends: [] | gone | error: badarg
%= error: P abnormal_exit error: badarg
table_of_a_process_that_ends() ->
    Me = self(),
    spawn(fun() -> Me ! ets:new(table, [public]) end),
    Table = receive T -> T end,
    case ets:info(Table, size) of
        undefined -> gone;
        0 -> ets:tab2list(Table)
    end.

%= ends: []
table_of_a_process_that_stays() ->
    Me = self(),
    Owner = spawn(fun() -> Me ! ets:new(table, [public]), receive stop -> ok end end),
    Table = receive T -> T end,
    Seen = ets:tab2list(Table),
    Owner ! stop,
    Seen.

%% P ends, and with it the table that the worker still uses.
%= ends: ok
%= error: P.1 abnormal_exit error: badarg
%= preemptions: 0
worker_outlives_the_table() ->
    Table = ets:new(table, [public]),
    spawn(fun() -> ets:insert(Table, {key, 1}) end),
    ok.

%= ends: ok
worker_is_waited_for() ->
    Table = ets:new(table, [public]),
    {_, Monitor} = spawn_monitor(fun() -> ets:insert(Table, {key, 1}) end),
    receive {'DOWN', Monitor, _, _, _} -> ok end.

%= ends: ok
%= error: P.1 abnormal_exit error: badarg
%= explored: 2
table_deleted_while_in_use() ->
    Table = ets:new(table, [public]),
    spawn(fun() -> ets:insert(Table, {key, 1}) end),
    ets:delete(Table),
    ok.

%% --- names of tables ------------------------------------------------------------------------------------

%% Looked for by both before either makes it.
%= ends: ok
%= error: P.1|P.2 abnormal_exit error: badarg
%= preemptions: 1
double_checked_table() ->
    Ensure = fun() ->
        case ets:whereis(cache) of
            undefined -> ets:new(cache, [named_table, public]), ok;
            _ -> ok
        end,
        receive stop -> ok end
    end,
    [spawn(Ensure) || _ <- [1, 2]],
    ok.

%= ends: ok
double_checked_table_repaired() ->
    Ensure = fun() ->
        try ets:new(cache, [named_table, public])
        catch error:badarg -> ok
        end,
        receive stop -> ok end
    end,
    [spawn(Ensure) || _ <- [1, 2]],
    ok.

%% The first owner ends and takes the table away from under the second user.
%= ends: [none,true] | [true,true] | [true,none]
%= error: P.1|P.2 abnormal_exit error: badarg
table_of_whoever_came_first() ->
    Use = fun() ->
        catch ets:new(cache, [named_table, public]),
        ets:insert(cache, {key, 1})
    end,
    parallel([Use, Use]).

%= ends: [true,true]
table_made_before_its_users() ->
    ets:new(cache, [named_table, public]),
    Use = fun() -> ets:insert(cache, {key, 1}) end,
    parallel([Use, Use]).

%= ends: 1 | gone
renamed_table() ->
    ets:new(old, [named_table, public]),
    ets:insert(old, {key, 1}),
    Read = fun() -> try ets:lookup_element(old, key, 2) catch error:badarg -> gone end end,
    Me = self(),
    spawn(fun() -> Me ! Read() end),
    ets:rename(old, new),
    receive Seen -> Seen end.

%% Without a public table a stranger may only look.
%= ends: [badarg,[]]
%= explored: 1
protected_table() ->
    Table = ets:new(table, [protected]),
    parallel([fun() -> safely(fun() -> ets:insert(Table, {key, 1}) end) end, fun() -> ets:lookup(Table, key) end]).

%% --- heirs and gifts ------------------------------------------------------------------------------------

%= ends: [{key,1}]
heir() ->
    Me = self(),
    Owner = spawn(fun() -> ets:insert(ets:new(table, [{heir, Me, inherited}]), {key, 1}) end),
    receive {'ETS-TRANSFER', Table, Owner, inherited} -> ets:tab2list(Table) end.

%% The heir itself may be gone first: then nobody has the table.
%= ends: inherited | deleted
heir_that_may_be_gone() ->
    Told = ets:new(told, [public]),
    Heir = spawn(fun() ->
        receive {'ETS-TRANSFER', _, _, _} -> ets:insert(Told, {inherited}) after 10 -> ok end
    end),
    spawn(fun() -> ets:new(table, [{heir, Heir, none}]) end),
    idle(),
    case ets:tab2list(Told) of
        [{inherited}] -> inherited;
        [] -> deleted
    end.

%= ends: ok | error: badarg
%= error: P abnormal_exit error: badarg
%= preemptions: 1
give_away_to_one_who_may_be_gone() ->
    Table = ets:new(table, []),
    ets:give_away(Table, spawn(fun() -> ok end), gift),
    ok.

%= ends: [{key,1}]
give_away_to_one_who_waits() ->
    Me = self(),
    Table = ets:new(table, []),
    ets:insert(Table, {key, 1}),
    Child = spawn(fun() -> receive {'ETS-TRANSFER', T, Me, gift} -> Me ! ets:tab2list(T) end end),
    ets:give_away(Table, Child, gift),
    receive List -> List end.

%% Who gave a protected table away may no longer write.
%= ends: [badarg]
write_after_giving_away() ->
    Table = ets:new(table, [protected]),
    ets:give_away(Table, spawn(fun() -> receive stop -> ok end end), gift),
    [safely(fun() -> ets:insert(Table, {key, 1}) end)].

%% Who owns it is seen before or after the gift.
%= ends: giver | taker
owner_of_a_gift() ->
    Me = self(),
    Table = ets:new(table, [public]),
    Taker = spawn(fun() -> receive stop -> ok end end),
    spawn(fun() -> Me ! {owner, ets:info(Table, owner)} end),
    ets:give_away(Table, Taker, gift),
    receive {owner, Me} -> giver; {owner, Taker} -> taker end.
