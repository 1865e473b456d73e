#!/usr/bin/env bash
# How well and how fast failing cases are made smaller: 45 cases for the registry of test/random that fail, shrunk in several
# ways. A result is minimal if no smaller case has an interleaving that fails; that is proved by exploring all of them.
#     WEFT=build/weft bench/shrink.sh [CASES]
set -euo pipefail
cd "$(dirname "$0")/.."
weft=$(realpath "${WEFT:?the program to measure}")
cases=${1:-45}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" test/random/registry.erl test/parallel/registry_model.erl

field() { sed -n "s/^ *\"$1\": \"\{0,1\}\(.*[^\",]\)\"\{0,1\},\{0,1\}\$/\1/p" "$2" | head -n 1; }
parallel() { "$weft" parallel -m registry_model "$scratch" --quiet --json "$scratch/json" "$@" || [ $? -eq 1 ]; }

# Whether no smaller case can fail.
is_minimal() {
    local text
    text=$(field case "$scratch/json")
    parallel --exhaustive --case "$text" --proof 5k
    [ "$(field case "$scratch/json")" = "$text" ] && [ "$(field smaller_cases "$scratch/json")" = "$(field smaller_cases_proved "$scratch/json")" ]
}

printf '%-44s %8s %8s %8s %8s %9s\n' "shrinking by" "seconds" "runs" "length" "longest" "minimal"
measure() {
    local name=$1 seed minimal=0
    shift
    : >"$scratch/table"
    for seed in $(seq 1 "$cases"); do
        parallel --seed "$seed" --runs 100000 "$@"
        printf '%s %s %s' "$(field shrink_cpu_seconds "$scratch/json")" "$(field shrink_runs "$scratch/json")" "$(field commands "$scratch/json")" >>"$scratch/table"
        if is_minimal; then echo " 1"; else echo " 0"; fi >>"$scratch/table"
    done
    awk -v name="$name" '{ s += $1; r += $2; l += $3; if ($3 > most) most = $3; m += $4; n++ }
        END { printf "%-44s %8.3f %8.0f %8.2f %8d %8.0f%%\n", name, s / n, r / n, l / n, most, 100 * m / n }' "$scratch/table"
}

measure "1 random run of each smaller case" --anew --repeats 1 --procrastinate 0 --proof 0
measure "10 random runs" --anew --repeats 10 --procrastinate 0 --proof 0
measure "100 random runs" --anew --repeats 100 --procrastinate 0 --proof 0
measure "300 random runs" --anew --repeats 300 --procrastinate 0 --proof 0
measure "30 runs of procrastination" --anew --repeats 0 --proof 0
measure "the failing schedule" --repeats 0 --procrastinate 0 --proof 0
measure "the failing schedule, procrastination" --repeats 0 --proof 0
measure "the failing schedule, every interleaving" --repeats 0 --procrastinate 0
measure "the failing schedule, all of these (default)"
measure "every interleaving" --anew --repeats 0 --procrastinate 0
