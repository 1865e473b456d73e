#!/usr/bin/env bash
# Searching states: the lock server with five clients (test/verify/locker.erl), all mixes of exclusive and shared; and counters beside SPIN, on
# the same states, without a reduction on both sides. Seconds are of the processor.
#     WEFT=build/weft bench/verify.sh
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to measure}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" ../test/verify/locker.erl verify/ring.erl || exit 2

number_of() { sed -n "s/^ *\"$1\": \([0-9.]*\),\{0,1\}$/\1/p" "$scratch/json" | head -n 1; }

verify() {   # verify MODULE FUNCTION WORD...
    local module=$1 function=$2
    shift 2
    "$weft" verify -q --json "$scratch/json" --max-memory 8g -m "$module" -t "$function" "$@" "$scratch/$module.beam" || exit 2
    grep -q '"complete": true' "$scratch/json" || { echo "$function: the search is not complete" >&2; exit 2; }
    states=$(number_of states) transitions=$(number_of transitions) seconds=$(number_of processor_seconds) bytes=$(number_of stored_bytes)
}

total=0
printf '%-8s %10s %12s %8s %12s\n' locker states transitions seconds 'bytes/state'
for mix in ${MIXES:-eeeee eeees eeess eesss essss sssss}; do
    verify locker "$mix" --always '!(in_use({A, e}) & in_use({B, _}) & A != B)'
    printf '%-8s %10s %12s %8.1f %12s\n' "$mix" "$states" "$transitions" "$seconds" "$((bytes / states))"
    total=$(bc <<<"$total + $seconds")
done
printf 'in all %.1f s\n\n' "$total"

verify ring five --reduction none
printf 'ring     weft  %10s states %10s transitions %6.1f s %10.0f transitions/s\n' "$states" "$transitions" "$seconds" "$(bc -l <<<"$transitions / $seconds")"
command -v spin >/dev/null || exit 0
cp verify/ring.pml "$scratch" && cd "$scratch" && spin -a ring.pml && cc -O2 -DSAFETY -DNOREDUCE -DMEMLIM=4096 -o pan pan.c 2>/dev/null &&
    { TIMEFORMAT=%U; time ./pan -m2000000 -w22 >pan.out; } 2>pan.time
printf 'ring     spin  %10s states %10s transitions %6.1f s %10.0f transitions/s\n' "$(awk '/states, stored/ {print $1; exit}' pan.out)" \
    "$(awk '/transitions/ {print $1; exit}' pan.out)" "$(cat pan.time)" "$(bc -l <<<"$(awk '/transitions/ {print $1; exit}' pan.out) / $(cat pan.time)")"
