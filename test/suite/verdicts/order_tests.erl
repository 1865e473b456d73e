%% Tests of a fixture that rely on those before them.
-module(order_tests).
-include_lib("eunit/include/eunit.hrl").

setup_test_() ->
    {setup, fun() -> ets:new(order, [named_table, public]) end, fun(_) -> ets:delete(order) end,
     [fun write_in_parallel/0,
      [?_assertEqual(2, length(ets:tab2list(order))), fun lose_an_update/0],
      ?_assert(is_list(ets:tab2list(order)))]}.

%% How these are interleaved is explored for this test, and not for those that come after it.
write_in_parallel() ->
    Started = [spawn_monitor(fun() -> ets:insert(order, {Key, 0}) end) || Key <- [a, b]],
    [receive {'DOWN', Monitor, process, Pid, normal} -> ok end || {Pid, Monitor} <- Started].

lose_an_update() ->
    Started = [spawn_monitor(fun() -> ets:insert(order, {a, ets:lookup_element(order, a, 2) + 1}) end) || _ <- [1, 2]],
    [receive {'DOWN', Monitor, process, Pid, normal} -> ok end || {Pid, Monitor} <- Started],
    ?assertEqual(2, ets:lookup_element(order, a, 2)).

each_begins_anew_test_() ->
    {foreach, fun() -> ets:new(each, [named_table, public]) end, fun(_) -> ets:delete(each) end,
     [fun() -> ets:insert(each, {a, 1}) end, ?_assertEqual([], ets:lookup(each, a))]}.

setup_fails_test_() -> {setup, fun() -> error(no_setup) end, [?_assert(true), ?_assert(true)]}.
