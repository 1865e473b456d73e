%% A hook that notes its own calls in the configuration, and leaves out one case.
-module(counting_hook).
-export([id/1, init/2, pre_init_per_suite/3, post_init_per_suite/4, pre_init_per_group/4, post_init_per_group/5, pre_init_per_testcase/4,
         post_init_per_testcase/5]).

id([Name]) -> Name.
init(first, [first]) -> {ok, 0}.

pre_init_per_suite(_Suite, Config, N) -> {noted(pre_init_per_suite, Config), N + 1}.
post_init_per_suite(_Suite, _Config, Result, N) -> {noted(post_init_per_suite, Result), N + 1}.

pre_init_per_group(_Suite, within, Config, N) -> {noted(pre_init_per_group, Config), N + 1}.
post_init_per_group(_Suite, within, _Config, Result, N) -> {noted(post_init_per_group, Result), N + 1}.

pre_init_per_testcase(_Suite, left_out, _Config, N) -> {{skip, "the hook says so"}, N};
pre_init_per_testcase(_Suite, _Case, Config, N) -> {noted(pre_init_per_testcase, Config), N + 1}.
post_init_per_testcase(_Suite, _Case, _Config, Result, N) when is_list(Result) -> {noted(post_init_per_testcase, Result), N + 1};
post_init_per_testcase(_Suite, _Case, _Config, Result, N) -> {Result, N}.

noted(Call, Config) -> lists:keystore(calls, 1, Config, {calls, [Call | proplists:get_value(calls, Config, [])]}).
