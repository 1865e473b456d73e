#!/usr/bin/env bash
# What weft writes for other programs is what these programs read: JUnit XML, SARIF, TAP, JSON, GitHub's workflow commands.
# The results are odd on purpose: names and reasons have everything in them that one of the formats gives a meaning to.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
: "${WEFT:?the program to test}"
unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY

has() { grep -qF -- "$1" "$2" || { echo "there is no '$1' in $(basename "$2")"; return 1; }; }

# The schema of the standard is in a package of npm; where that cannot be had, our own checker is all there is.
schema=
cache=${CHECKED:-$scratch}/sarif-schema
if [ ! -f "$cache/schema.json" ] && command -v npm >/dev/null; then
    mkdir -p "$cache"
    (cd "$cache" && timeout 60 npm pack --silent @microsoft/jest-sarif@1.0.0-beta.0 >/dev/null 2>&1 &&
        tar xzf microsoft-jest-sarif-*.tgz --strip-components=3 package/lib/schemas && mv sarif-2.1.0*.json schema.json) 2>/dev/null
fi
if [ -f "$cache/schema.json" ]; then schema=$cache/schema.json; else echo "skipped: the schema of SARIF cannot be fetched from npm"; fi

junit() { xmllint --noout --schema junit.xsd "$1" 2>"$scratch/xml" || { cat "$scratch/xml"; return 1; }; }
sarif() { python3 sarif.py "$1" ${schema:+"$schema"}; }

# --- the tests of a suite -----------------------------------------------------------------------------------

"$WEFT" test odd_tests.erl odd_test.exs --junit "$scratch/odd.xml" --sarif "$scratch/odd.sarif" --tap "$scratch/odd.tap" \
    --json "$scratch/odd.json" >"$scratch/out" 2>&1
[ $? -eq 1 ]; verdict "weft test writes all formats at once"

junit "$scratch/odd.xml"; verdict "JUnit XML is as its schema says"
count() { xmllint --xpath "string(count($1))" "$scratch/odd.xml"; }
[ "$(count //testcase) $(count //failure) $(count //error) $(count //skipped)" = "9 5 1 1" ]
verdict "a case for each test, with its failure, error or reason to skip it"
[ "$(xmllint --xpath 'string(/testsuites/@tests)' "$scratch/odd.xml")" = 9 ] &&
    [ "$(xmllint --xpath 'string(//testsuite[@name="odd_tests"]/@failures)' "$scratch/odd.xml")" = 5 ]
verdict "the suites have counts"
xmllint --xpath 'string(//testcase[starts-with(@name, "strange_test_")]/failure)' "$scratch/odd.xml" >"$scratch/strange"
has "']]>'" "$scratch/strange"; verdict "what XML gives a meaning to comes out as it was"
[ "$(xmllint --xpath 'string(//testcase[@name="race_test"]/@file)' "$scratch/odd.xml")" = "test/formats/odd_tests.erl" ] ||
    [ "$(xmllint --xpath 'string(//testcase[@name="race_test"]/@file)' "$scratch/odd.xml")" = "odd_tests.erl" ]
verdict "files are named as from the root of the project"

sarif "$scratch/odd.sarif"; verdict "SARIF is as the standard says"
python3 - "$scratch/odd.sarif" <<'END'
import json, sys
run = json.load(open(sys.argv[1], encoding="utf-8"))["runs"][0]
by = {}
for result in run["results"]:
    by.setdefault(result["ruleId"], []).append(result)
assert sorted(by) == ["abnormal_exit", "assertion", "deadlock", "halt"], sorted(by)
race = next(r for r in by["abnormal_exit"] if "badarg" in r["message"]["text"])
assert race["locations"][0]["physicalLocation"]["region"]["startLine"] == 10
lines = [at["physicalLocation"]["region"]["startLine"] for at in race["relatedLocations"]]
assert 10 in lines and len(lines) == 2, lines
threads = {t["id"]: t["locations"] for t in race["codeFlows"][0]["threadFlows"]}
assert sorted(threads) == ["P", "P.1"], threads.keys()
assert sum(len(t) for t in threads.values()) == 4
assert not run["invocations"][0]["executionSuccessful"]
assert "unable_test" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
END
verdict "a result has the race, a thread for each process, and what could not be done"

# The story moves down by two lines.
sed '1i %%\n%%' odd_tests.erl >"$scratch/odd_tests.erl"
(cd "$scratch" && "$WEFT" test odd_tests.erl --sarif moved.sarif >/dev/null 2>&1)
prints() { python3 -c 'import json, sys; print(sorted(r["partialFingerprints"]["weftError/v1"] for r in json.load(open(sys.argv[1]))["runs"][0]["results"]))' "$1"; }
[ "$(prints "$scratch/odd.sarif")" = "$(prints "$scratch/moved.sarif")" ]
verdict "fingerprints stay when lines move"

tap() { perl -MTAP::Parser -e '
    my $p = TAP::Parser->new({source => $ARGV[0]}); $p->run;
    printf "%d %d %d %d\n", $p->tests_run, scalar $p->passed, scalar $p->skipped, scalar $p->parse_errors' "$1"; }
[ "$(tap "$scratch/odd.tap")" = "9 3 1 0" ]; verdict "a parser of TAP counts the same"
"$WEFT" test odd_tests.erl --only passes --tap - >"$scratch/pure.tap" 2>"$scratch/err"
[ "$(cat "$scratch/pure.tap")" = "TAP version 13
ok 1 - odd_tests: passes_test
1..1" ] && [ ! -s "$scratch/err" ]
verdict "--tap - leaves standard output to TAP"
python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); assert len(d["tests"]) == 8 and d["summary"]["skipped"] == 1' "$scratch/odd.json"
verdict "JSON has every test that was run"

# --- one test, and one interleaving -------------------------------------------------------------------------

check() { "$WEFT" check -m odd_tests -t race_test odd_tests.erl "$@"; }
check --schedule "$scratch/race.schedule" --junit "$scratch/check.xml" --sarif "$scratch/check.sarif" --tap "$scratch/check.tap" >"$scratch/out" 2>&1
junit "$scratch/check.xml" && sarif "$scratch/check.sarif" && [ "$(tap "$scratch/check.tap")" = "1 0 0 0" ]
verdict "weft check writes them"
"$WEFT" replay "$scratch/race.schedule" --junit "$scratch/replay.xml" --sarif "$scratch/replay.sarif" --tap "$scratch/replay.tap" >"$scratch/out" 2>&1
junit "$scratch/replay.xml" && sarif "$scratch/replay.sarif" && [ "$(tap "$scratch/replay.tap")" = "1 0 0 0" ]
verdict "weft replay writes them"
[ "$(prints "$scratch/check.sarif")" = "$(prints "$scratch/replay.sarif")" ]
verdict "an error replayed has the same fingerprint"
"$WEFT" check -m odd_tests -t nothing odd_tests.erl --junit "$scratch/refused.xml" --sarif "$scratch/refused.sarif" >"$scratch/out" 2>&1
[ $? -eq 2 ] && junit "$scratch/refused.xml" && sarif "$scratch/refused.sarif" && has "exports no function nothing/0" "$scratch/refused.xml"
verdict "what could not be checked is written, too"
"$WEFT" test nowhere --junit "$scratch/nowhere.xml" --json "$scratch/nowhere.json" >"$scratch/out" 2>&1
[ $? -eq 2 ] && junit "$scratch/nowhere.xml" && python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["tests"][0]["verdict"] == "unable"' "$scratch/nowhere.json"
verdict "a suite that could not be found is written, too"
check --junit "$scratch/one" --tap "$scratch/one" >"$scratch/out" 2>"$scratch/err"
[ $? -eq 2 ] && has "--junit and --tap are to be written to the same file" "$scratch/err"
verdict "two formats do not go to one file"

# --- pictures -----------------------------------------------------------------------------------------------

accepts() { dot -Tsvg "$1" >"$scratch/picture.svg" 2>"$scratch/err" && [ ! -s "$scratch/err" ] || { cat "$scratch/err"; return 1; }; }
# Every leaf is an interleaving.
for how in "" "--dpor source" "--dpor persistent" "--dpor none --use-receive-patterns false --interleaving-bound 500"; do
    "$WEFT" check -m odd_tests -t lost_update_test odd_tests.erl --keep-going $how --show-races --graph "$scratch/tree.dot" >"$scratch/out" 2>&1
    explored=$(sed -nE 's/^([0-9]+) interleavings? explored.*/\1/p' "$scratch/out")
    given_up=$(sed -nE 's/.* ([0-9]+) given up.*/\1/p' "$scratch/out")
    [ "$(grep -cE '^ +t1_e[0-9]+ .*label="interleaving' "$scratch/tree.dot")" = "$explored" ] &&
        [ "$(grep -cE '^ +t1_e[0-9]+ .*label="given up' "$scratch/tree.dot")" = "${given_up:-0}" ]
    verdict "the tree has a leaf for each of $explored interleavings ${how:-} and for each that was given up"
done
"$WEFT" check -m odd_tests -t lost_update_test odd_tests.erl --keep-going --show-races --graph "$scratch/tree.dot" >"$scratch/out" 2>&1
accepts "$scratch/tree.dot" && grep -q 'style=dashed' "$scratch/tree.dot" && [ "$(grep -c 'error 1: an assertion fails' "$scratch/tree.dot")" = 2 ]
verdict "Graphviz draws it, with races and errors"
"$WEFT" check -m odd_tests -t lost_update_test odd_tests.erl --keep-going --dpor none --use-receive-patterns false --graph "$scratch/large.dot" >"$scratch/out" 2>&1
[ "$(grep -cE '^ +t1_e[0-9]+ .*label="interleaving' "$scratch/large.dot")" = 1000 ] && grep -q 'more interleavings are not drawn' "$scratch/large.dot"
verdict "of very many interleavings the first are drawn, and a note says so"
"$WEFT" test odd_tests.erl --graph "$scratch/all.dot" >"$scratch/out" 2>&1; accepts "$scratch/all.dot"
verdict "the trees of several tests are one picture, whatever is written in it"
"$WEFT" test odd_tests.erl --graph "$scratch/errors.dot" --graph-of errors >"$scratch/out" 2>&1
accepts "$scratch/errors.dot" && [ "$(grep -c 'subgraph cluster_t[0-9]*_f[0-9]* {' "$scratch/errors.dot")" = 5 ] && grep -q 'label="race"' "$scratch/errors.dot"
verdict "--graph-of errors draws the story of each"
"$WEFT" replay "$scratch/race.schedule" -g "$scratch/replay.dot" >"$scratch/out" 2>&1; accepts "$scratch/replay.dot" && grep -q 'label="race"' "$scratch/replay.dot"
verdict "weft replay draws its story"
check --jobs 2 --graph "$scratch/no.dot" >"$scratch/out" 2>"$scratch/err"; [ $? -eq 2 ] && has "--graph-of errors can" "$scratch/err"
verdict "several processes gather no tree"

# --- GitHub -------------------------------------------------------------------------------------------------

on_github() { (export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$scratch/summary.md; "$WEFT" "$@"); }
on_github test odd_tests.erl odd_test.exs >"$scratch/out" 2>&1
grep '^::' "$scratch/out" >"$scratch/commands"
[ "$(grep -c '^::error file=[^,]*odd_tests.erl,line=[0-9]*,title=[^:,]*::' "$scratch/commands")" = 6 ]
verdict "each error and each test that could not be checked is marked at its place"
grep '^::error.*a process crashes::a process crashes%3A' "$scratch/commands" && false
grep -q 'line=10,title=odd_tests%3A race_test%3A a process crashes::a process crashes: P ends with error: badarg%0A' "$scratch/commands"
verdict "properties and messages are escaped as GitHub wants it"
grep -q '50%250A::error::' "$scratch/commands"; verdict "a text of the program cannot make a command"
[ "$(grep -c '^| ' "$scratch/summary.md")" = 10 ] && has '| odd\_tests: race\_test | :x: fails | a process crashes | 2 |' "$scratch/summary.md"
verdict "the summary has a line for each test"
on_github check -q -m odd_tests -t race_test odd_tests.erl >"$scratch/out" 2>&1
[ ! -s "$scratch/out" ]; verdict "-q prints nothing there, either"
on_github check -m odd_tests -t race_test odd_tests.erl --json - 2>"$scratch/err" | python3 -c 'import json, sys; json.load(sys.stdin)' && grep -q '^::error' "$scratch/err"
verdict "where a format has standard output, marks go to the other stream"

# --- findings without running --------------------------------------------------------------------------------

lint() { "$WEFT" lint odd_lint.erl "$@" >"$scratch/out" 2>&1; }

lint --junit "$scratch/lint.xml" --sarif "$scratch/lint.sarif" --json "$scratch/lint.json"
[ $? -eq 1 ]; verdict "weft lint writes all formats at once"
junit "$scratch/lint.xml"; verdict "JUnit XML of lint is as its schema says"
[ "$(xmllint --xpath 'string(/testsuites/@failures)' "$scratch/lint.xml")" = 2 ] && [ "$(xmllint --xpath 'count(//failure)' "$scratch/lint.xml")" = 2 ]
verdict "each finding is a failure"
xmllint --xpath 'string(//failure[@type="receive_unneeded"])' "$scratch/lint.xml" >"$scratch/unneeded"
has "{'<a>&]]>', _}" "$scratch/unneeded" && grep -qF "'takes \\n it'" "$scratch/lint.xml"; verdict "patterns with what XML gives a meaning to come out as they were"
sarif "$scratch/lint.sarif"; verdict "SARIF of lint is as the standard says"
python3 - "$scratch/lint.sarif" <<'END'
import json, sys
run = json.load(open(sys.argv[1], encoding="utf-8"))["runs"][0]
found = {r["ruleId"]: r for r in run["results"]}
assert sorted(found) == ["receive_unneeded", "send_unreceived"], sorted(found)
assert [run["tool"]["driver"]["rules"][r["ruleIndex"]]["id"] for r in run["results"]] == [r["ruleId"] for r in run["results"]]
place = found["send_unreceived"]["locations"][0]["physicalLocation"]
assert place["artifactLocation"]["uri"].endswith("odd_lint.erl") and place["region"]["startLine"] == 7, place
assert found["receive_unneeded"]["properties"]["certainty"] == "proved"
END
verdict "rules, places and certainties of lint's findings are right"
(echo; sed 's/^-export.*/&\n\n/' odd_lint.erl) >"$scratch/odd_lint.erl"
"$WEFT" lint "$scratch/odd_lint.erl" --sarif "$scratch/moved.sarif" -q
prints() { python3 -c 'import json,sys; print(sorted(r["partialFingerprints"]["weftLint/v1"] for r in json.load(open(sys.argv[1]))["runs"][0]["results"]))' "$1"; }
[ "$(prints "$scratch/lint.sarif")" = "$(prints "$scratch/moved.sarif")" ]; verdict "findings keep their fingerprints when lines move"
GITHUB_ACTIONS=true "$WEFT" lint odd_lint.erl --only send_unreceived >"$scratch/out"
[ "$(grep -c '^::error file=.*odd_lint.erl,line=7,title=' "$scratch/out")" -eq 1 ] && ! grep -q receive_unneeded "$scratch/out"
verdict "in a workflow of GitHub the findings that are asked for are marked"
lint --only receive_nothing --junit "$scratch/none.xml"
[ $? -eq 0 ] && junit "$scratch/none.xml" && [ "$(xmllint --xpath 'string(/testsuites/@tests)' "$scratch/none.xml")" = 1 ]; verdict "nothing found is a case that passes"

finish
