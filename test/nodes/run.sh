#!/usr/bin/env bash
# Distributed programs and faults: what each program of cases.erl returns when nothing breaks, when node a may crash, when
# the connection between main and a may break, and when a process may be killed (expected.txt). Every way to search must
# find exactly that, and footprints must be true (test/completeness/commute.c) whatever breaks.
#
# outcomes.erl has more of them, without faults. What all of these did on real nodes (peers.erl) is in seen.txt, and must be
# among what weft finds; what else it finds is in unseen.txt, with the reason. The calls in answers.erl have one answer each
# on real nodes, answers.txt, and the same on weft, under every schedule.
#
# UPDATE=1 writes expected.txt anew, to be looked at. SLOW=1 walks longer, and runs all programs on real nodes again, RUNS
# (200) times each; LIVE=1 does that and writes seen.txt and answers.txt anew.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
folder=${ASSERTS:-${CHECKED:?a build folder}}/test/completeness
erlc -o "$scratch" {cases,outcomes,answers,plain,starting}.erl || exit 2
cp answers.txt "$scratch"
root=$(erl -noshell -eval 'io:put_chars(code:root_dir()), halt().')
programs() { sed -n '/^%% --- what they share/q; s/^\([a-z_]*\)() ->.*/\1/p' "$1"; }
mapfile -t names < <(programs cases.erl)
mapfile -t others < <(programs outcomes.erl)

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

results() {   # [with=OPTIONS] results FUNCTION FAULT STRATEGY [MODULE]: what the function returns, sorted; and whether it may wait for ever
    rm -f "$scratch/json"
    # shellcheck disable=SC2086
    timeout 120 "$weft" check -q --keep-going --dpor "$3" --json "$scratch/json" -m "${4:-cases}" -t "$1" ${with:---nodes a,b} ${faults[$2]} \
        --ignore-error abnormal_exit "$scratch/${4:-cases}.beam" >/dev/null 2>"$scratch/stderr"
    [ $? -le 1 ] || cat "$scratch/stderr"
    {
        sed -n 's/.*"result": "\(.*\)",\{0,1\}$/\1/p' "$scratch/json" | sed 's/,\[{[a-z]*,[a-z_]*,[0-9[].*/.../' | LC_ALL=C sort -u
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

# --- what real nodes did --------------------------------------------------------------------------

# Loopback only; the names tell these nodes from others on the machine.
on_real_nodes() {   # on_real_nodes WORD ARGUMENT...
    mkdir -p "$scratch/real" && erlc -o "$scratch/real" peers.erl plain.erl || exit 2
    nice erl -noshell -name "main_n$$@127.0.0.1" -setcookie weft -kernel prevent_overlapping_partitions false -pa "$scratch/real" -run peers "$@"
}
all_on_real_nodes() {   # all_on_real_nodes RUNS
    on_real_nodes outcomes "$1" cases "${names[@]}" && on_real_nodes outcomes "$1" outcomes "${others[@]}"
}
one_a_line() { tr ' ' '\n' <<<"$1" | grep -v '^$' | LC_ALL=C sort -u; }
outcomes_in() { sed -n "s/^$1 \([^ ]*\).*/\1/p" "$2" | LC_ALL=C sort -u; }

compare() {   # compare FUNCTION MODULE SEEN: all that was seen is found, all that is found was seen, or has its reason
    results "$1" nodes optimal "$2" | tr ' ' '\n' | LC_ALL=C sort -u >"$scratch/found"
    verdict "$1: seen, but not found" "" "$(outcomes_in "$1" "$3" | LC_ALL=C comm -13 "$scratch/found" - | paste -sd ' ')"
    verdict "$1: found, but not seen" "$(outcomes_in "$1" unseen.txt | paste -sd ' ')" \
        "$(outcomes_in "$1" seen.txt | LC_ALL=C comm -23 "$scratch/found" - | paste -sd ' ')"
}
compare_all() {   # compare_all SEEN
    for name in "${names[@]}"; do compare "$name" cases "$1"; done
    for name in "${others[@]}"; do compare "$name" outcomes "$1"; done
}
if [ -n "${LIVE:-}" ]; then
    all_on_real_nodes "${RUNS:-1000}" >"$scratch/seen" && cp "$scratch/seen" seen.txt
    on_real_nodes answers answers >"$scratch/answers.txt" && cp "$scratch/answers.txt" answers.txt
fi
if [ -n "${SLOW:-}" ]; then
    all_on_real_nodes "${RUNS:-200}" >"$scratch/seen"
    compare_all "$scratch/seen"
    verdict "answers on real nodes" "$(cat answers.txt)" "$(on_real_nodes answers answers)"
fi
compare_all seen.txt
said=$("$weft" run -m answers -t answers --nodes a,b "$scratch"/{answers,plain}.beam 2>"$scratch/stderr")
while IFS= read -r line; do
    grep -qxF -- "$line" <<<"$said"; verdict "$line" 0 $?
done <answers.txt
for seed in 1 2 3; do
    (cd "$scratch" && "$weft" random -q --strategy walk --depth-bound 50000 --runs 1 --seed $seed -m answers -t agrees --nodes a,b answers.beam plain.beam) >/dev/null 2>&1
    verdict "answers under a schedule by chance, seed $seed" 0 $?
done

# Nodes that tests start and stop themselves.
if [ -n "${SLOW:-}" ]; then
    mkdir -p "$scratch/real" && erlc -o "$scratch/real" starting.erl ../../erlang/weft.erl || exit 2
fi
really() {   # really FUNCTION: what it returns on a node of its own that starts real ones
    erl -noshell -name "main_s$$@127.0.0.1" -kernel prevent_overlapping_partitions false logger_level none \
        -pa "$scratch/real" -eval "io:format(\"~0p~n\", [starting:$1()]), halt()."
}
while read -r name wanted; do
    verdict "$name, where a test starts nodes" "$wanted" "$(with="--node main" results "$name" nodes optimal starting)"
    [ -z "${SLOW:-}" ] || verdict "$name, on real nodes" "$wanted" "$(really "$name")"
done <starting.txt

# --- the contract of the door ---------------------------------------------------------------------

walk() {   # walk WALKS FAULT
    local results good
    results=$(ASAN_OPTIONS=detect_leaks=0 timeout 500 "$folder/commute" "$1" "$2" "$root" "$scratch" cases "${names[@]}" 2>&1)
    good=$(grep -c '^[a-z_]* good' <<<"$results")
    passed=$((passed + good)) failed=$((failed + ${#names[@]} - good))
    [ "$good" -eq ${#names[@]} ] || grep -v '^[a-z_]* good' <<<"$results" | head -30
}
for fault in nodes crashes disconnects restarts kills faults; do walk ${SLOW:+20}20 $fault; done

# Each class of executions once, none missed: by brute force, where that is possible, else as many by several processes as by one.
all() {   # all classes|searches FAULT FUNCTION...
    local -A programs=([classes]="classes 100000" [searches]="outcomes check 20000")
    local program=${programs[$1]} fault=$2 good results
    shift 2
    # shellcheck disable=SC2086
    results=$(ASAN_OPTIONS=detect_leaks=0 timeout 500 "$folder/"$program "$fault" "$root" "$scratch" cases "$@" 2>&1)
    good=$(grep -c '^[a-z_]* good' <<<"$results")
    passed=$((passed + good)) failed=$((failed + $# - good))
    [ "$good" -eq $# ] || grep -v '^[a-z_]* good' <<<"$results" | head -30
}
all classes nodes unlinked killed linked_late monitored_late crossing again
all classes crashes linked_late monitored_late calls watch watch_all again
all classes disconnects linked_late monitored_late watch again
all classes kills linked_late monitored_late workers killed
all searches crashes two_senders in_order watch
all searches restarts two_senders triangle
all searches kills workers calls
all searches faults workers

# However the search goes about it. Two kinds of faults are more than each alone: what ends them is taken away by neither.
classes_of() { "$weft" check --keep-going -m cases -t "$1" --nodes a,b "$scratch/cases.beam" --no-output --ignore-error abnormal_exit "${@:2}" | sed -n 's/ interleavings explored.*//p'; }
for name in workers again alias monitors; do
    for budgets in "--disconnects 1 --kills 1" "--crashes 1 --kills 1" "--crashes 1 --disconnects 1"; do
        # shellcheck disable=SC2086
        for order in "--scheduling newest" "--scheduling oldest" "--jobs 2"; do verdict "$name: $budgets $order" "$(classes_of "$name" $budgets)" "$(classes_of "$name" $budgets $order)"; done
    done
done
[ "$(classes_of workers --disconnects 1 --kills 1)" -gt 100 ]
verdict "workers: both kinds of faults, and one of them" 0 $?

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

# A fault is a step of a story; a schedule with faults can be followed again.
"$weft" check --schedule "$scratch/schedule" -o "$scratch/report" -m cases -t in_order --nodes a --crashes 1 "$scratch/cases.beam" >"$scratch/told" 2>&1
grep -q 'node a crashes' "$scratch/told"; verdict "a crash is told" 0 $?
grep -q 'at most 1 crash of a node' "$scratch/report"; verdict "the report names the budget" 0 $?
"$weft" replay "$scratch/report" >/dev/null 2>&1; verdict "a schedule with a crash leads to the same error" 1 $?

finish
