%% What EUnit allows in a test.
-module(slot_tests).
-include_lib("eunit/include/eunit.hrl").
-export([check/0]).

plain_test() -> true = slot:take(a), slot:free(a).

simple_test_() -> fun() -> ok end.
named_test_() -> {"a text", {timeout, 10, ?_assert(true)}}.
listed_test_() -> [?_assert(true), [?_assertEqual(1, one()), {spawn, fun() -> ok end}]].
called_test_() -> [{test, ?MODULE, check}, {?MODULE, check}].
generated_test_() -> {generator, fun() -> [?_assert(true)] end}.
ordered_test_() -> {inorder, [fun() -> ok end]}.
with_test_() -> {with, 1, [fun(X) -> ?assertEqual(1, X) end]}.

%% The setup's process cleans up, the test has one of its own.
setup_test_() ->
    {setup, fun() -> self() end, fun(Pid) -> Pid = self() end, fun(Pid) -> ?_assertNotEqual(Pid, self()) end}.
local_test_() ->
    {setup, local, fun() -> self() end, fun(Pid) -> Pid = self() end, fun(Pid) -> ?_assertEqual(Pid, self()) end}.
steps_test_() ->
    {setup, [{first, fun() -> 1 end}, {second, fun() -> 2 end, fun(2) -> ok end}], fun(Made) -> ?_assertEqual([1, 2], Made) end}.
foreach_test_() ->
    {foreach, fun() -> 1 end, [fun(X) -> ?_assertEqual(1, X) end, {with, [fun(X) -> ?assertEqual(2, X) end]}]}.
foreachx_test_() ->
    {foreachx, fun(X) -> X + 1 end, fun(_, _) -> ok end, [{N, fun(X, R) -> ?_assertEqual(X + 1, R) end} || N <- [1, 2]]}.
cleanup_test_() -> {setup, fun() -> ok end, fun(ok) -> error(cannot_clean_up) end, ?_assert(true)}.

parallel_test_() -> {inparallel, [fun() -> slot:take(a), slot:free(a) end || _ <- [1, 2]]}.
two_at_once_test_() -> {inparallel, 1, [fun() -> slot:take(a), slot:free(a) end || _ <- [1, 2]]}.

%% Whoever the test is linked to takes it along; the cleanup is still done.
linked_test_() ->
    {setup, fun() -> ok end, fun(ok) -> ok end,
     fun() -> spawn_link(fun() -> exit(gone) end), receive never -> ok end end}.
waiting_test() -> receive never -> ok end.

node_test_() -> {node, other, fun() -> ok end}.
broken_test_() -> error(no_tests_today).

one() -> 1.
check() -> ok.
