%% How configurations become words of a command line.
-module(words).
-export([main/0]).

cases() -> [
    {[], []},
    {[{max_seconds, 10}], ["--max-seconds", "10"]},
    {[keep_going, {strict_exits, true}, {show_races, false}], ["--keep-going", "--strict-exits", "--no-show-races"]},
    {[{m, till_tests}, {t, "pay_test"}], ["-m", "till_tests", "-t", "pay_test"]},
    {[{only, ["a", "b c"]}], ["--only", "a", "--only", "b c"]},
    {[{only, [<<"a">>, b]}], ["--only", "a", "--only", "b"]},
    {[{only, []}], []},
    {[{external, ['my_nif:parse/1']}], ["--external", "my_nif:parse/1"]},
    {[{json, <<"weft-\x{e4}.json"/utf8>>}], ["--json", "weft-\x{e4}.json"]},
    {[{bin, "/opt/weft"}, {jobs, 2}], ["--jobs", "2"]},
    {[{test, [{jobs, 2}]}, {check, [{jobs, 3}]}], ["--jobs", "2"]},
    {[{dpor, source}], ["--dpor", "source"]}].

main() ->
    Bad = [Case || {Config, Words} = Case <- cases(), weft_launcher:words("test", Config) =/= Words],
    [io:format("not so: ~tp~n  but ~tp~n", [Case, weft_launcher:words("test", element(1, Case))]) || Case <- Bad],
    io:format("~b passed, ~b failed~n", [length(cases()) - length(Bad), length(Bad)]),
    halt(length(Bad)).
