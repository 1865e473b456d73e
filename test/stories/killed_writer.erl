%% A writer is killed between two writes that belong together.
-module(killed_writer).
-export([t/0]).

t() ->
    ets:new(account, [named_table, public]),
    ets:insert(account, [{from, 100}, {to, 0}]),
    {Writer, Ref} = spawn_monitor(fun() -> ets:insert(account, {from, 90}), ets:insert(account, {to, 10}) end),
    exit(Writer, kill),
    receive {'DOWN', Ref, process, _, _} -> ok end,
    100 = lists:sum([Sum || {_, Sum} <- ets:tab2list(account)]).
