#!/usr/bin/env bash
# weft test --shard and weft merge: the parts are one run, whatever their number and order; what is no whole is refused.
. "$(dirname "$0")/../lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
: "${WEFT:?the program to test}"
export LC_ALL=C.UTF-8
unset GITHUB_ACTIONS
erlc -o "$scratch" +debug_info "$here/some_SUITE.erl" "$here"/../suite/plain/*.erl || exit 2
cd "$scratch" || exit 2

refused() {   # SENTENCE MESSAGE COMMAND...: it ends with status 2 and says so
    local sentence=$1 message=$2 status=0
    shift 2
    "$@" >out 2>err || status=$?
    [ "$status" -eq 2 ] && grep -qF -- "$message" err || { cat err; false; }
    verdict "$sentence"
}

plain() { grep -v '"seconds"' "$1"; }

# --- parts are one run -------------------------------------------------------------------------------

"$WEFT" test . --json one.json >one.out
[ $? -eq 1 ] && grep -q ' skipped, ' one.out
verdict "some tests fail, some are skipped"

parts() {   # COUNT OPTION...: runs all parts, as part-I.json
    local count=$1 part
    shift
    rm -f part-*.json
    for part in $(seq "$count"); do "$WEFT" test . -q --shard "$part/$count" --json "part-$part.json" "$@" 2>/dev/null; done
}

is_one_run() {   # the parts together
    local files=(part-*.json) reversed=() file
    for file in "${files[@]}"; do reversed=("$file" "${reversed[@]}"); done
    "$WEFT" merge "${reversed[@]}" --json merged.json >merged.out
    [ $? -eq 1 ] && cmp <(plain one.json) <(plain merged.json) &&
        cmp <(tail -n 1 one.out | sed 's/[0-9.]* s$//') <(tail -n 1 merged.out | sed 's/[0-9.]* s$//')
}

for count in 1 4; do
    parts "$count"
    is_one_run
    verdict "$count parts are one run, with the same status, summary and JSON file"
done
"$WEFT" test . --list >all
for part in 1 2 3; do "$WEFT" test . --list --shard $part/3; done >listed
diff <(sort all) <(sort listed)
verdict "each test is in one part"
count=$(grep -c . all)
[ "$("$WEFT" test . --list --shard 3/3 | grep -c .)" -eq $((count / 3)) ]
verdict "without durations parts have equally many tests"
"$WEFT" test . --only 'nothing*to*lose' --shard 9/9 --json empty.json >out 2>err
[ $? -eq 2 ] && grep -q 'none of the' err
verdict "that no test is wanted at all is told"
"$WEFT" test . --shard $((count + 1))/$((count + 1)) --json empty.json >out && grep -q '^0 tests: 0 ok' out
verdict "a part may have no tests"

# --- durations ---------------------------------------------------------------------------------------

parts 3 --durations one.json
is_one_run
verdict "parts that are cut by durations are one run"
sed 's/"seconds": [0-9.]*/"seconds": 0.001/' one.json >even.json
slow=$(grep -n '"test": "slot_tests: waiting_test"' even.json | cut -d: -f1)
sed -i "$slow,\$ { 0,/\"seconds\": 0.001/ s//\"seconds\": 100/ }" even.json
[ "$(for part in 1 2 3; do "$WEFT" test . --list --shard $part/3 --durations even.json | grep -c .; done | sort -n | head -n 1)" -eq 1 ]
verdict "a test that takes as long as all others has a part of its own"

# --- what is refused ---------------------------------------------------------------------------------

parts 3
refused "a missing part" 'part 2 of 3 is missing' "$WEFT" merge part-1.json part-3.json
refused "a part that is there twice" 'is in part-1.json and in part-1.json' "$WEFT" merge part-1.json part-1.json part-2.json part-3.json
cp part-3.json other-3.json
parts 3 --only some_SUITE
refused "parts of other tests" 'part-1.json and other-3.json are not parts of one whole' "$WEFT" merge part-1.json part-2.json other-3.json
"$WEFT" test . -q --only some_SUITE --shard 2/3 --durations even.json --json part-2.json 2>/dev/null
refused "parts that were cut in different ways" 'some_SUITE' "$WEFT" merge part-1.json part-2.json part-3.json
refused "a report of all tests" 'it is of no part' "$WEFT" merge one.json
sed 's/"version": "[^"]*"/"version": "9.9"/' part-1.json >old.json
refused "a report of another version" 'was written by weft 9.9' "$WEFT" merge old.json
sed '0,/"verdict": "ok"/ s//"verdict": "FAILS"/' part-1.json >lie.json
refused "a report that contradicts itself" 'it says two things of the test' "$WEFT" merge lie.json
head -c 1000 part-1.json >short.json
refused "a file that was cut off" 'short.json:' "$WEFT" merge short.json
refused "what is no report at all" 'this is not JSON' "$WEFT" merge some_SUITE.beam
refused "no file" 'say which parts' "$WEFT" merge
refused "a part beyond the last" 'parts are counted from 1 to 2' "$WEFT" test . --shard 3/2
refused "what is no part" 'such as 2/5' "$WEFT" test . --shard half
refused "durations without parts" '--durations is for --shard' "$WEFT" test . --durations one.json
echo "{}" >empty
refused "durations that are none" 'the JSON file of an earlier weft test is wanted' "$WEFT" test . --shard 1/2 --durations empty
refused "durations of a file that is not there" 'nowhere.json' "$WEFT" test . --shard 1/2 --durations nowhere.json
finish
