#!/usr/bin/env bash
# weft test on suites of Common Test: what it says of them is in expected/, without times (UPDATE=1 writes that anew; read the difference
# before you commit it), and what it says of rules_SUITE is what the real ct_run says, case by case.
. "$(dirname "$0")/../lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
: "${WEFT:?the program to test}"
export LC_ALL=C.UTF-8
unset COLUMNS NO_COLOR

cp -r "$here/suites" "$scratch/suites"
cd "$scratch/suites" || exit 2

# NAME STATUS ARGUMENT...: compares what weft test prints with expected/NAME
golden() {
    local name=$1 status=$2 got
    shift 2
    timeout 200 "$WEFT" test "$@" >"$scratch/out" 2>"$scratch/err"
    got=$?
    [ "$got" -eq "$status" ] || { echo "weft test $*: exit status $got"; cat "$scratch/err"; false; }
    verdict "$name ends with status $status"
    sed -E 's/[0-9]+\.[0-9]{2} s/TIME s/g' "$scratch/out" >"$scratch/plain"
    [ -n "${UPDATE:-}" ] && cp "$scratch/plain" "$here/expected/$name"
    diff -u --label "expected/$name" --label "what weft says" "$here/expected/$name" "$scratch/plain"
    verdict "$name prints what is expected"
}

golden till 1 --suite till_SUITE
golden choice 0 --suite ./till_SUITE.erl,no_SUITE --group careful_customers --case pays_too
golden hooks 0 --suite hooked_SUITE
golden skips 1 --suite broken_SUITE

"$WEFT" test --suite rules_SUITE --list >"$scratch/out" 2>"$scratch/err"
grep -qx 'rules_SUITE.erl:[0-9]*: rules_SUITE:outer:deep:knows_groups' "$scratch/out"
verdict "cases are listed as suite, groups and case, with their lines"
"$WEFT" test --case nobody_answers,two_wait --json "$scratch/json" -q 2>"$scratch/err"
[ $? -eq 1 ] && [ "$(grep -c '"kind": "deadlock"' "$scratch/json")" -eq 2 ]
verdict "a case that would end by its time limit, because nobody can act, is a deadlock"
for case in two_pay_unsafely two_wait linked customers; do
    "$WEFT" test --suite till_SUITE --only "$case" --schedule "$scratch/schedule" -q 2>"$scratch/err"
    "$WEFT" replay "$scratch/schedule" >"$scratch/out" 2>&1
    [ $? -eq 1 ] && grep -q '^error 1: ' "$scratch/out"
    verdict "the schedule of $case can be replayed"
done
"$WEFT" test --suite rules_SUITE --case takes_what_was_saved --max-seconds 30 2>"$scratch/err" | grep -q 'ok .*, after the cases before it'
verdict "a case that needs what those before it have left is run after them"
"$WEFT" test --suite refused_SUITE >"$scratch/out" 2>"$scratch/err"
[ $? -eq 2 ] && grep -q 'unable .*steers' "$scratch/out" && grep -q 'more than weft can do with Common Test: {ct,run_test,1} (called from refused_SUITE:steers/1, refused_SUITE.erl:6)' "$scratch/out" &&
    grep -q 'groups/0 has no group of this name: {group,nowhere}' "$scratch/out"
verdict "what is not supported says so, with its place"

# --- where suites lie -------------------------------------------------------------------------------

mkdir -p "$scratch"/project/{src,test,itest} "$scratch"/built/{src,_build/test/lib/shop/{ebin,test,itest}}
cp till.erl "$scratch/project/src"
cp till_SUITE.erl "$scratch/project/test"
sed 's/till_SUITE/more_SUITE/' till_SUITE.erl >"$scratch/project/itest/more_SUITE.erl"
touch "$scratch"/{project,built}/rebar.config "$scratch/built/src/shop.app.src" "$scratch/project/mix.exs"
(cd "$scratch/project" && "$WEFT" test --case two_pay) >"$scratch/out" 2>"$scratch/err"
grep -q '^2 tests: 2 ok' "$scratch/out"
verdict "suites of a project that nobody has built are found, in test and in other folders"
erlc -o "$scratch/built/_build/test/lib/shop/ebin" till.erl
erlc -o "$scratch/built/_build/test/lib/shop/test" till_SUITE.erl
erlc -o "$scratch/built/_build/test/lib/shop/itest" "$scratch/project/itest/more_SUITE.erl"
(cd "$scratch/built" && "$WEFT" test --case two_pay) >"$scratch/out" 2>"$scratch/err"
grep -q '^2 tests: 2 ok' "$scratch/out"
verdict "so are those that rebar3 has built"
(cd "$scratch/built" && "$WEFT" test --pa _build/test/lib/shop/ebin _build/test/lib/shop/itest/more_SUITE.beam --case two_pay) >"$scratch/out" 2>"$scratch/err"
grep -q '^1 test: 1 ok' "$scratch/out"
verdict "and a compiled suite that is named"

# --- as ct_run ---------------------------------------------------------------------------------------

mkdir "$scratch/logs"
(cd "$scratch" && erlc -o suites suites/{rules_SUITE,till}.erl && timeout 200 ct_run -noshell -dir suites -suite rules_SUITE -no_auto_compile -logdir logs) >"$scratch/log" 2>&1
awk -f "$here/verdicts.awk" "$scratch"/logs/*/*/*/suite.log | LC_ALL=C sort >"$scratch/real"
rm -f ./*.beam
timeout 200 "$WEFT" test --suite rules_SUITE >"$scratch/out" 2>"$scratch/err"
sed -nE 's/^  (ok|FAILS|skipped|timing|open|unable) +([a-z_:]+)(\/[0-9]+)?( .*)?$/\2 \1/p' "$scratch/out" | sed -E 's/^([a-z_]+):([a-z_]+:)*([a-z_]+) skipped/\1:\3 skipped/' |
    awk '{ if (!($1 in verdict) || verdict[$1] == "skipped" || $2 == "FAILS") verdict[$1] = $2 } END { for (name in verdict) print name, verdict[name] }' |
    LC_ALL=C sort >"$scratch/ours"
[ "$(wc -l <"$scratch/real")" -gt 60 ] && diff "$scratch/real" "$scratch/ours"
verdict "cases come out as ct_run says"

finish
