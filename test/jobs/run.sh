#!/usr/bin/env bash
# Several processes find what one finds: the same interleavings, results, errors and stories.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${ASSERTS:+$ASSERTS/weft} weft=${weft:-${WEFT:?the program to test}}   # rather the one with assertions
erlc -o "$scratch" ../../bench/explore/classics.erl ../scenario/{patterns,servers,mailbox,links,monitors}.erl || exit 2

# What does not depend on who did the work.
told() {   # told FILE
    grep -v '^ *"\(seconds\|events\|blocked\|interleaving\)": [0-9]' "$1"
}

compare() {   # compare MODULE FUNCTION [OPTION ...]
    local jobs
    for jobs in 1 2 3; do
        "$weft" check -q -m "$1" -t "$2" "$scratch/$1.beam" --keep-going --depth-bound 100000 --max-seconds 60 \
            --jobs $jobs --json "$scratch/$jobs.json" "${@:3}" >/dev/null 2>"$scratch/$jobs.text"
        told "$scratch/$jobs.json" >"$scratch/$jobs.told"
    done
    if ! grep -q '"status": "failed"' "$scratch/1.told" && cmp -s "$scratch/1.told" "$scratch/2.told" && cmp -s "$scratch/1.told" "$scratch/3.told"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1:$2 depends on the number of jobs:"
        diff "$scratch/1.told" "$scratch/2.told" | head -n 6
        diff "$scratch/1.told" "$scratch/3.told" | head -n 6
    fi
}

for program in ping_pong readers8 lastzero5 lastzero10 filesystem18 indexer14 nsend5; do compare classics $program --ignore-error deadlock; done
compare classics nsend5 --use-receive-patterns false --ignore-error deadlock
for module in patterns servers mailbox links; do
    for function in $(sed -n 's/^\([a-z_]*\)() ->.*/\1/p' ../scenario/$module.erl); do compare $module "$function"; done
done
for function in $(sed -n 's/^\([a-z_]*\)() ->.*/\1/p' ../scenario/monitors.erl); do compare monitors "$function" --delivery async; done
compare patterns three_philosophers --delivery async
compare servers two_that_ask_each_other --delivery async
finish
