%% A linked task reads a setting that another one has not written yet, and takes the test along.
-module(linked_task).
-export([t/0]).

t() ->
    Table = ets:new(settings, [public]),
    Me = self(),
    spawn_link(fun() -> ets:insert(Table, {port, 80}), Me ! written end),
    spawn_link(fun() -> [{port, Port}] = ets:lookup(Table, port), Me ! {port, Port} end),
    receive written -> ok end,
    receive {port, 80} -> ok end.
