%% What ct_run makes of its suites: run.sh compares, case by case.
-module(rules_SUITE).
-include_lib("common_test/include/ct.hrl").
-compile([export_all, nowarn_export_all]).

suite() -> [{timetrap, {seconds, 2}}, {default_config, city, [{name, "Uppsala"}, {streets, [{long, 3}]}]}, {require, city}].

all() ->
    [passes, fails, throws, exits_normally, exits_by_shutdown, is_killed, is_taken_along, is_taken_along_quietly, says_it_fails, says_it_failed,
     returns_an_error, skips, skips_and_saves, comments, undefined_case, too_slow, too_slow_for_itself, sets_its_own_time, slow_in_the_end,
     saves, takes_what_was_saved, saves_nothing, begins_badly, begins_not, begins_with_failure, ends_badly, ends_with_failure, fails_and_ends_with_failure,
     requires_nothing_known, requires_what_is_known, knows_folders, has_no_links, captures, finds_code_that_was_loaded, is_taken_along_before_it_begins, {testcase, passes, [{repeat, 2}]},
     {group, plain}, {group, in_order}, {group, outer}, {group, side_by_side}, {group, one_of_them_fails}, {group, twice}, {group, until},
     {group, not_begun}, {group, left_out}, {group, no_config}, {group, outer, [sequence], [{inner, [sequence]}]}, {group, told_to_fail}, {group, timed},
     {group, mixed}].

groups() ->
    [{plain, [passes, fails, passes_too]},
     {in_order, [sequence], [passes, fails, passes_too, {group, plain}]},
     {outer, [], [passes, {group, inner}, {deep, [], [knows_groups, fails, {group, plain}]}, passes_too]},
     {inner, [], [passes, fails, skips, passes_too]},
     {side_by_side, [parallel], [passes, comments, {group, none_fails}, skips]},
     {none_fails, [sequence], [passes, comments]},
     {one_of_them_fails, [parallel], [passes, exits_by_shutdown, comments]},
     {twice, [{repeat, 2}], [passes, fails]},
     {until, [{repeat_until_any_fail, 3}], [passes, comments]},
     {not_begun, [], [passes, {group, inner}]},
     {left_out, [shuffle], [passes, {group, inner}]},
     {no_config, [{shuffle, {1, 2, 3}}], [passes, fails]},
     {told_to_fail, [sequence], [{failing, [], [passes]}, passes]},
     {timed, [], [too_slow_for_the_group]},
     {mixed, [parallel], [passes, {group, inner}]}].

group(timed) -> [{timetrap, 500}];
group(_) -> [].

init_per_suite(Config) ->
    Table = ets:new(gone, [named_table, public]),
    Linked = spawn_link(fun() -> receive stop -> ok end end),
    [{table, Table}, {linked, Linked}, {own, 1} | Config].

end_per_suite(_Config) -> ok.

init_per_group(not_begun, _Config) -> exit(never);
init_per_group(left_out, _Config) -> {skip, "nobody wants it"};
init_per_group(no_config, _Config) -> ok;
init_per_group(Group, Config) -> [{Group, true} | Config].

end_per_group(failing, _Config) -> {return_group_result, failed};
end_per_group(_, _Config) -> ok.

init_per_testcase(is_taken_along_before_it_begins, _Config) -> spawn_link(fun() -> exit(boom) end), receive never -> ok end;
init_per_testcase(begins_badly, _Config) -> error(badly);
init_per_testcase(finds_code_that_was_loaded = Case, Config) -> put(beginning, Case), {ok, Till} = till:start_link(), till:stop(Till), Config;
init_per_testcase(begins_not, _Config) -> {skip, "not today"};
init_per_testcase(begins_with_failure, _Config) -> {fail, "by design"};
init_per_testcase(Case, Config) -> put(beginning, Case), [{'case', Case} | Config].

end_per_testcase(ends_badly, _Config) -> error(badly);
end_per_testcase(ends_with_failure, _Config) -> {fail, "by design"};
end_per_testcase(fails_and_ends_with_failure, _Config) -> {fail, "by design"};
end_per_testcase(slow_in_the_end, _Config) -> timer:sleep(2500);
end_per_testcase(fails, Config) -> {failed, {{badmatch, 2}, _}} = ?config(tc_status, Config), {fail, seen};
end_per_testcase(Case, Config) ->
    ok = ?config(tc_status, Config),
    Case = get(beginning),
    ok.

passes(Config) ->
    1 = ?config(own, Config),
    passes = ?config('case', Config),
    undefined = ?config(no_such_key, Config),
    ok.

passes_too(_Config) -> ok.
fails(_Config) -> 1 = length([a, b]).
throws(_Config) -> throw(something).
exits_normally(_Config) -> exit(normal).
exits_by_shutdown(_Config) -> exit(shutdown).
is_killed(_Config) -> exit(self(), kill), receive never -> ok end.
is_taken_along(_Config) -> spawn_link(fun() -> exit(boom) end), receive never -> ok end.
is_taken_along_quietly(_Config) -> spawn_link(fun() -> exit(shutdown) end), receive never -> ok end.
says_it_fails(_Config) -> ct:fail("~p is ~s", [this, "wrong"]).
says_it_failed(_Config) -> {fail, wrong}.
returns_an_error(_Config) -> {error, which_is_no_failure}.
skips(_Config) -> {skip, "no need"}.
skips_and_saves(_Config) -> {skip_and_save, "no need", [{a, b}]}.
comments(_Config) -> {comment, "a comment"}.

too_slow(_Config) -> timer:sleep(2500).
too_slow_for_itself() -> [{timetrap, 100}].
too_slow_for_itself(_Config) -> timer:sleep(300).
too_slow_for_the_group(_Config) -> timer:sleep(1000).
sets_its_own_time(_Config) -> ct:timetrap({seconds, 5}), timer:sleep(3000).
slow_in_the_end(_Config) -> ok.

saves(_Config) -> {save_config, [{saved, "this"}]}.
takes_what_was_saved(Config) -> {saves, [{saved, "this"}]} = ?config(saved_config, Config), ok.
saves_nothing(Config) -> undefined = ?config(saved_config, Config), ok.

begins_badly(_Config) -> ok.
begins_not(_Config) -> ok.
begins_with_failure(_Config) -> ok.
ends_badly(_Config) -> ok.
ends_with_failure(_Config) -> ok.
fails_and_ends_with_failure(_Config) -> exit(first).

requires_nothing_known() -> [{require, no_such_thing}].
requires_nothing_known(_Config) -> ok.
requires_what_is_known() -> [{require, city}].
requires_what_is_known(_Config) ->
    "Uppsala" = ct:get_config({city, name}),
    3 = ct:get_config({city, streets, long}),
    nothing = ct:get_config({city, mayor}, nothing),
    undefined = ct:get_config(country),
    {error, _} = ct:require(country),
    ok.

knows_folders(Config) ->
    "rules_SUITE_data" = filename:basename(?config(data_dir, Config)),
    {ok, <<"data\n">>} = file:read_file(filename:join(?config(data_dir, Config), "some.txt")),
    File = filename:join(?config(priv_dir, Config), "written.txt"),
    ok = file:write_file(File, "here"),
    {ok, <<"here">>} = file:read_file(File).

knows_groups(Config) ->
    [{name, deep} | _] = ?config(tc_group_properties, Config),
    [[{name, outer} | _]] = ?config(tc_group_path, Config),
    {true, true} = {?config(outer, Config), ?config(deep, Config)},
    ok.

%% The process of init_per_suite has ended, and has taken others along.
has_no_links(Config) ->
    undefined = ets:info(?config(table, Config)),
    false = is_process_alive(?config(linked, Config)),
    ok.

captures(_Config) ->
    ok = ct:capture_start(),
    io:format("one~n"),
    ok = ct:capture_stop(),
    ["one\n"] = ct:capture_get(),
    ok = ct:pal("~p", [two]),
    ok = ct:log("no such ~q", []),
    ok = ct:print("three"),
    ok = ct:comment("four").

%% By init_per_testcase, before there is anything to explore.
finds_code_that_was_loaded(_Config) -> true = erlang:module_loaded(till).

is_taken_along_before_it_begins(_Config) -> ok.
