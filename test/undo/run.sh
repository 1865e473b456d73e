#!/usr/bin/env bash
# Takes back every step of programs of the differential suite, under random schedules, with and without collecting
# garbage at every chance, and with signals that take time: the state must come back exactly.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
undo=${CHECKED:?a build folder}/test/undo/undo
root=$(erl -noshell -eval 'io:put_chars(code:root_dir()), halt().')
erlc -W0 -o "$scratch" ../differential/*.erl undo_programs.erl || exit 2

try() {
    if out=$(ASAN_OPTIONS=detect_leaks=0 timeout 120 "$undo" "$@" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'undo %s: %s\n' "$*" "$(tail -n 5 <<<"$out")"
    fi
}

for program in messages tables links names timers exceptions deep binaries growing application code facts; do
    for seed in 1 2 3; do
        try $seed "$root" "$scratch" undo_programs $program
        COLLECT_ALWAYS=1 try $seed "$root" "$scratch" undo_programs $program
        ASYNC_DELIVERY=1 COLLECT_ALWAYS=1 try $seed "$root" "$scratch" undo_programs $program
    done
done
for module in process_cases shared_cases ets_cases socket_cases; do
    try 1 "$root" "$scratch" diff_run main $module
done
finish
