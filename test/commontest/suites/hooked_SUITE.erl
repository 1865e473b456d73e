-module(hooked_SUITE).
-include_lib("common_test/include/ct.hrl").
-export([suite/0, all/0, groups/0, init_per_suite/1, end_per_suite/1, init_per_testcase/2, end_per_testcase/2]).
-export([counted/1, left_out/1, counted_in_group/1]).

suite() -> [{ct_hooks, [{counting_hook, [first]}, cth_surefire]}].

all() -> [counted, left_out, {group, within}].

groups() -> [{within, [], [counted_in_group]}].

init_per_suite(Config) -> [pre_init_per_suite] = calls(Config), Config.
end_per_suite(_Config) -> ok.

init_per_testcase(_, Config) -> pre_init_per_testcase = hd(calls(Config)), Config.
end_per_testcase(_, _Config) -> ok.

calls(Config) -> ?config(calls, Config).

counted(Config) -> [post_init_per_testcase, pre_init_per_testcase, post_init_per_suite, pre_init_per_suite] = calls(Config).

counted_in_group(Config) ->
    [post_init_per_testcase, pre_init_per_testcase, post_init_per_group, pre_init_per_group, post_init_per_suite, pre_init_per_suite] = calls(Config).

left_out(_Config) -> error(not_reached).
