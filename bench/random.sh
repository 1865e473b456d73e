#!/usr/bin/env bash
# What a random run costs, beside running the test once on erl: the best of ROUNDS (5) samples by time of the processor, and
# the best of many runs on erl, so that what else the machine does matters little. Starting weft and erl do not count. erl
# runs with one scheduler, which is faster for tests this small (explore/native.erl).
#     WEFT=build/weft bench/random.sh
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to measure}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" explore/native.erl explore/classics.erl ../test/random/*.erl || exit 2
number_of() { sed -n "s/^ *\"$1\": \([0-9.]*\),\{0,1\}$/\1/p" "$scratch/json" | head -n 1; }

# sample MODULE FUNCTION STRATEGY: nanoseconds of a run, the best, and its steps.
sample() {
    local best=''
    for _ in $(seq "${ROUNDS:-5}"); do
        "$weft" random -q --keep-going --runs "${RUNS:-20000}" --strategy "$3" --json "$scratch/json" -m "$1" -t "$2" "$scratch" >/dev/null
        best=$(printf '%s\n' "$best" "$(awk -v s="$(number_of processor_seconds)" -v n="$(number_of runs)" 'BEGIN { printf "%.0f", s * 1e9 / n }')" |
            grep . | sort -g | head -n 1)
    done
    echo "$best $(awk -v e="$(number_of events)" -v n="$(number_of runs)" 'BEGIN { printf "%.1f", e / n }')"
}

echo "A random run beside one run on erl; the target is half of it, and 150000 runs a second for locks:three."
printf '%-24s %-10s %7s %9s %9s %9s %6s  %s\n' program strategy steps us-each per-sec erl-us ratio verdict
for test in locks:three locks:guarded registry_checks:fresh registry_checks:crowded world_hello:few classics:readers13; do
    module=${test%:*} function=${test#*:}
    read -r native _ < <(erl +S 1 -noshell -pa "$scratch" -kernel logger_level none -run native main "$module" "$function" 1000)
    for strategy in walk portfolio; do
        read -r each steps < <(sample "$module" "$function" "$strategy")
        awk -v t="$test" -v how="$strategy" -v steps="$steps" -v each="$each" -v native="$native" 'BEGIN {
            verdict = each <= native / 2 ? "half or less" : "too slow"
            if (t == "locks:three" && how == "walk") verdict = verdict (each <= 1e9 / 150000 ? ", fast enough" : ", less than 150000 a second")
            printf "%-24s %-10s %7.1f %9.2f %9.0f %9.2f %6.2f  %s\n", t, how, steps, each / 1000, 1e9 / each, native / 1000,
                each / native, verdict }'
    done
done
