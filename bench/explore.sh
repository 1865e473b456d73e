#!/usr/bin/env bash
# Exploring, beside running the test once on erl: what one more interleaving costs, whether that grows with the number
# of interleavings, and how much memory it takes. The best of ROUNDS (5) runs each; starting weft and erl do not count.
# erl runs with one scheduler, which is faster for tests this small, and many times (explore/native.erl).
#     WEFT=build/weft bench/explore.sh [PROGRAM ...]
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to measure}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" explore/classics.erl explore/native.erl || exit 2
programs=("$@")
[ $# -gt 0 ] || programs=(readers13 lastzero15 indexer15 filesystem19 nsend8)

number_of() { sed -n "s/^  \"$1\": \([0-9.]*\),/\1/p" "$scratch/json"; }

# explore PROGRAM [OPTION ...]: sets explored, events, seconds (the best) and megabytes (the most).
explore() {
    local program=$1 peak
    shift
    seconds='' megabytes=0
    for _ in $(seq "${ROUNDS:-5}"); do
        /usr/bin/time -f %M -o "$scratch/peak" "$weft" check -q --keep-going --depth-bound 100000 \
            --ignore-error deadlock --json "$scratch/json" -m classics -t "$program" "$@" "$scratch/classics.beam" || exit 2
        grep -q '"complete": true' "$scratch/json" || { echo "$program: the search is not complete" >&2; exit 2; }
        explored=$(number_of explored) events=$(number_of events)
        seconds=$(printf '%s\n' "$seconds" "$(number_of seconds)" | grep . | sort -g | head -n 1)
        peak=$(($(tail -n 1 "$scratch/peak") / 1024))
        [ "$peak" -le "$megabytes" ] || megabytes=$peak
    done
}

# calculate EXPRESSION: of awk, with what explore found.
calculate() { awk -v n="$explored" -v e="$events" -v s="$seconds" "BEGIN { printf \"%.2f\", $1 }"; }

echo "One more interleaving beside one run on erl; the target is a tenth of it, the aim 200000 interleavings a second."
printf '%-14s %9s %8s %9s %9s %9s %6s  %s\n' program count seconds per-sec us-each erl-us ratio verdict
for program in "${programs[@]}"; do
    explore "$program"
    read -r best mean flavor < <(erl +S 1 -noshell -pa "$scratch" -run native main "$program" 3000)
    [ "$flavor" = jit ] || echo "erl has no JIT here: $flavor" >&2
    awk -v p="$program" -v n="$explored" -v s="$seconds" -v best="$best" 'BEGIN {
        each = s * 1e6 / n; run = best / 1000; ratio = each / run
        verdict = ratio <= 0.1 ? "a tenth or less" : sprintf("%.1f times the target", ratio * 10)
        if (n / s >= 200000) verdict = verdict ", fast enough"
        printf "%-14s %9d %8.3f %9.0f %9.2f %9.2f %6.2f  %s\n", p, n, s, n / s, each, run, ratio, verdict }'
    if "$weft" check --help | grep -q -- '--jobs'; then
        alone=$seconds
        explore "$program" --jobs 2
        printf '  with --jobs 2 %8d %8.3f %9.0f %9.2f %25.2f times as fast\n' "$explored" "$seconds" \
            "$(calculate 'n / s')" "$(calculate 's * 1e6 / n')" "$(calculate "$alone / s")"
    fi
done

echo
echo "The same with fewer and with more interleavings: the time of a step must not grow."
printf '%-14s %9s %9s %9s %9s  %s\n' program count us-each steps-each ns-a-step verdict
for pair in 'readers10 readers13' 'lastzero10 lastzero15' 'indexer14 indexer15' 'filesystem18 filesystem19' 'nsend7 nsend8'; do
    small=''
    for program in $pair; do
        explore "$program"
        step=$(calculate 's * 1e9 / e') verdict=''
        if [ -n "$small" ]; then
            verdict=$(awk -v a="$small" -v b="$step" 'BEGIN { print (b <= 1.25 * a ? "linear" : "grows") }')
        fi
        printf '%-14s %9d %9.2f %9.1f %9.0f  %s\n' "$program" "$explored" "$(calculate 's * 1e6 / n')" \
            "$(calculate 'e / n')" "$step" "$verdict"
        small=$step
    done
done

echo
explore lastzero15
verdict=$([ "$megabytes" -lt 100 ] && echo "less than 100" || echo "too much: 100 or more")
echo "peak memory of lastzero15: $megabytes MB, $verdict"
