#!/usr/bin/env bash
# One more interleaving beside running the test once on erl (without starting erl).
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to measure}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" explore/classics.erl explore/native.erl || exit 2
printf '%-14s %12s %14s %14s %8s\n' program interleavings "weft us each" "erl us a run" ratio
for program in readers13 lastzero15 indexer15 nsend8; do
    "$weft" check -q --keep-going --depth-bound 100000 --ignore-error deadlock --json "$scratch/json" \
        -m classics -t $program "$scratch/classics.beam"
    explored=$(sed -n 's/^  "explored": \([0-9]*\),/\1/p' "$scratch/json")
    seconds=$(sed -n 's/^  "seconds": \([0-9.]*\),/\1/p' "$scratch/json")
    native=$(erl -noshell -pa "$scratch" -run native main $program -s erlang halt)
    awk -v p=$program -v n="$explored" -v s="$seconds" -v e="$native" \
        'BEGIN { w = s * 1e6 / n; printf "%-14s %12d %14.2f %14.2f %8.2f\n", p, n, w, e, w / e }'
done
