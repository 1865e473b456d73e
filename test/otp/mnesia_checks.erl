%% For weft check: two processes add one each, by reading and writing outside of a transaction.
-module(mnesia_checks).
-export([dirty/0, alone/0, transactions/0]).

dirty() ->
    table(),
    Pids = [spawn_monitor(fun() -> mnesia:async_dirty(fun add/0) end) || _ <- [1, 2]],
    [receive {'DOWN', Monitor, process, Pid, normal} -> ok end || {Pid, Monitor} <- Pids],
    [{sum, all, 2}] = mnesia:dirty_read(sum, all).

alone() ->
    table(),
    {atomic, ok} = mnesia:transaction(fun add/0),
    stopped = mnesia:stop(),
    ok.

%% Each sees what the other has written, or comes first.
transactions() ->
    table(),
    Pids = [spawn_monitor(fun() -> {atomic, ok} = mnesia:transaction(fun add_locked/0) end) || _ <- [1, 2]],
    [receive {'DOWN', Monitor, process, Pid, normal} -> ok end || {Pid, Monitor} <- Pids],
    [{sum, all, 2}] = mnesia:dirty_read(sum, all).

add_locked() ->
    [{sum, all, N}] = mnesia:read(sum, all, write),
    mnesia:write({sum, all, N + 1}).

table() ->
    ok = mnesia:start(),
    {atomic, ok} = mnesia:create_table(sum, []),
    ok = mnesia:dirty_write({sum, all, 0}).

add() ->
    [{sum, all, N}] = mnesia:read(sum, all),
    mnesia:write({sum, all, N + 1}).
