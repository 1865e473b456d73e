#!/usr/bin/env bash
# Exploring a test of poolboy, beside running it from the start on erl for each interleaving: the test alone, the best of
# many runs in one warm system whose scheduler is left alone (explore/native.erl), and a fresh system that runs it once.
#     WEFT=build/weft bench/otp.sh
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to measure}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" explore/native.erl ../test/programs/pool_checks.erl || exit 2
number_of() { sed -n "s/^  \"$1\": \([0-9.]*\),/\1/p" "$scratch/json"; }

# The best of ROUNDS (5): interleavings, and microseconds for all of them.
explore() {
    local round micros=''
    for round in $(seq "${ROUNDS:-5}"); do
        "$weft" check -q --json "$scratch/json" -m "$1" -t "$2" "$scratch" || exit 2
        grep -q '"complete": true' "$scratch/json" || { echo "$2: the search is not complete" >&2; exit 2; }
        micros=$(printf '%s\n' "$micros" "$(awk -v s="$(number_of seconds)" 'BEGIN { printf "%.1f", s * 1e6 }')" |
            grep . | sort -g | head -n 1)
    done
    echo "$(number_of explored) $micros"
}

# Microseconds from the start of a system to its end, the best of five.
fresh() {
    local start best=''
    for _ in 1 2 3 4 5; do
        start=$(date +%s%N)
        erl -noshell -pa "$scratch" -run "$1" "$2" -s erlang halt >/dev/null 2>&1
        best=$(printf '%s\n' "$best" $((($(date +%s%N) - start) / 1000)) | grep . | sort -g | head -n 1)
    done
    echo "$best"
}

echo "Interleavings a second, beside runs of the whole test, setup included, on erl: in a system that is up (warm), which is what a"
echo "tool pays at least that stays in one node and runs the test again, and in a new one each time (fresh). Wanted: 50 times as many."
printf '%-20s %7s %8s %8s %9s %6s %9s %6s  %s\n' test count us-each per-sec warm-us times fresh-us times verdict
for test in pool_checks:shared pool_checks:crash; do
    module=${test%:*} function=${test#*:}
    read -r count micros < <(explore "$module" "$function")
    read -r best _ < <(erl +S 1 -noshell -pa "$scratch" -kernel logger_level none -run native main "$module" "$function" 300)
    awk -v test="$test" -v n="$count" -v us="$micros" -v best="$best" -v fresh="$(fresh "$module" "$function")" 'BEGIN {
        each = us / n; warm = best / 1000
        printf "%-20s %7d %8.2f %8.0f %9.1f %6.1f %9d %6.0f  %s\n", test, n, each, 1e6 / each, warm, warm / each, fresh,
            fresh / each, (warm / each >= 50 ? "enough" : fresh / each >= 50 ? "enough beside fresh" : "too slow") }'
done
