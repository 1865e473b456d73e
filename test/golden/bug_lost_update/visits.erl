%% A page counter in an ets table.
-module(visits).
-export([test/0]).

test() ->
    visits = ets:new(visits, [named_table, public]),
    ets:insert(visits, {home, 0}),
    Workers = [spawn_monitor(fun() -> visit(home) end) || _ <- [1, 2]],
    [receive {'DOWN', Ref, process, Pid, normal} -> ok end || {Pid, Ref} <- Workers],
    [{home, 2}] = ets:lookup(visits, home),
    ok.

visit(Page) ->
    [{Page, Count}] = ets:lookup(visits, Page),
    ets:insert(visits, {Page, Count + 1}).
