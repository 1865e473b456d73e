#!/usr/bin/env bash
# Distributed programs and faults: what each program of cases.erl returns when nothing breaks, when node a may crash, when
# the connection between main and a may break, and when a process may be killed (expected.txt). Every way to search must
# find exactly that, and footprints must be true (test/completeness/commute.c) whatever breaks.
#
# UPDATE=1 writes expected.txt anew, to be looked at. SLOW=1 walks longer, and counts classes by brute force.
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
folder=${ASSERTS:-${CHECKED:?a build folder}}/test/completeness
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" cases.erl || exit 2
root=$(erl -noshell -eval 'io:put_chars(code:root_dir()), halt().')
mapfile -t names < <(sed -n 's/^\([a-z_]*\)() ->.*/\1/p' cases.erl)
passed=0 failed=0

verdict() {   # verdict WHAT EXPECTED FOUND
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s:\n  expected %s\n  found    %s\n' "$1" "$2" "$3"
    fi
}

# --- what they return -----------------------------------------------------------------------------

declare -A faults=([nodes]="" [crash]="--crashes 1 --crash-of a" [break]="--disconnects 1 --disconnect-of main-a" [kill]="--kills 1")

results() {   # results FUNCTION FAULT STRATEGY: what the function returns, sorted; and whether it may wait for ever
    rm -f "$scratch/json"
    # shellcheck disable=SC2086
    timeout 120 "$weft" check -q --keep-going --dpor "$3" --json "$scratch/json" -m cases -t "$1" --nodes a,b ${faults[$2]} \
        --ignore-error abnormal_exit "$scratch/cases.beam" >/dev/null 2>"$scratch/stderr"
    [ $? -le 1 ] || cat "$scratch/stderr"
    {
        sed -n 's/.*"result": "\(.*\)",\{0,1\}$/\1/p' "$scratch/json" | sed 's/,\[{[a-z]*,.*/.../' | LC_ALL=C sort -u
        grep -q '"kind": "deadlock"' "$scratch/json" && echo deadlock
        grep -q '"complete": true' "$scratch/json" || echo incomplete
    } | paste -sd ' '
}

expected() { sed -n "s/^$1 $2: //p" expected.txt; }

if [ -n "${UPDATE:-}" ]; then
    for name in "${names[@]}"; do
        for fault in nodes crash break kill; do echo "$name $fault: $(results "$name" $fault optimal)"; done
    done >"$scratch/expected"
    cp "$scratch/expected" expected.txt
fi
for name in "${names[@]}"; do
    for fault in nodes crash break kill; do
        for strategy in optimal source; do
            verdict "$name, $fault, $strategy" "$(expected "$name" $fault)" "$(results "$name" $fault $strategy)"
        done
    done
done

# --- the contract of the door ---------------------------------------------------------------------

walk() {   # walk WALKS FAULT
    local results good
    results=$(ASAN_OPTIONS=detect_leaks=0 timeout 500 "$folder/commute" "$1" "$2" "$root" "$scratch" cases "${names[@]}" 2>&1)
    good=$(grep -c '^[a-z_]* good' <<<"$results")
    passed=$((passed + good)) failed=$((failed + ${#names[@]} - good))
    [ "$good" -eq ${#names[@]} ] || grep -v '^[a-z_]* good' <<<"$results" | head -30
}
for fault in nodes crashes disconnects restarts kills faults; do walk ${SLOW:+20}20 $fault; done

# Each class of executions once, none missed: by brute force.
classes() {   # classes FAULT FUNCTION...
    local fault=$1 good results
    shift
    results=$(ASAN_OPTIONS=detect_leaks=0 timeout 500 "$folder/classes" 100000 "$fault" "$root" "$scratch" cases "$@" 2>&1)
    good=$(grep -c '^[a-z_]* good' <<<"$results")
    passed=$((passed + good)) failed=$((failed + $# - good))
    [ "$good" -eq $# ] || grep -v '^[a-z_]* good' <<<"$results" | head -30
}
classes nodes unlinked killed linked_late monitored_late crossing again
classes crashes linked_late monitored_late calls watch watch_all again
classes disconnects linked_late monitored_late watch again
classes kills linked_late monitored_late workers killed

# --- how it is said -------------------------------------------------------------------------------

refused() {   # refused TEXT OPTIONS...: one line, exit status 2
    local text=$1 said
    shift
    said=$("$weft" check -q -m cases -t watch "$scratch/cases.beam" "$@" 2>&1)
    [ $? -eq 2 ] && [ "$(wc -l <<<"$said")" -eq 1 ] && grep -qF -- "$text" <<<"$said"
    verdict "refused: $*" 0 $?
}
refused "there are no other nodes" --crashes 1
refused "there are no other nodes" --disconnects 1
refused "there is no node c" --nodes a,b --crashes 1 --crash-of c
refused "no pair of nodes" --nodes a,b --disconnects 1 --disconnect-of a-c
refused "no name of a node" --nodes a,b@
refused "no name of a node" --node "a b"
refused "--crashes how often" --nodes a --crash-of a
refused "needs nodes that may crash" --nodes a --restarts 1
refused "--jobs and faults" --nodes a --crashes 1 --jobs 2

# A fault is a step of a story; a schedule with faults can be followed again.
"$weft" check --schedule "$scratch/schedule" -o "$scratch/report" -m cases -t in_order --nodes a --crashes 1 "$scratch/cases.beam" >"$scratch/told" 2>&1
grep -q 'node a crashes' "$scratch/told"; verdict "a crash is told" 0 $?
grep -q 'at most 1 crash of a node' "$scratch/report"; verdict "the report names the budget" 0 $?
"$weft" replay "$scratch/report" >/dev/null 2>&1; verdict "a schedule with a crash leads to the same error" 1 $?

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
