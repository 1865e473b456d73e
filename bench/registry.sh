#!/usr/bin/env bash
# How soon each strategy meets a race of a process registry (test/random/registry.erl): the mean number of runs of the program
# and the mean time to the first failure, over SEEDS (40) seeds. Signals take their time, as in the published figures, where
# a random walk needed 2.43 s and procrastination at level 1<10> 1.32 s.
#     WEFT=build/weft bench/registry.sh
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to measure}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" ../test/random/registry.erl ../test/random/registry_checks.erl || exit 2
tests=(stale fresh overtaken crowded busy)
number_of() { sed -n "s/^ *\"$1\": \([0-9.]*\),\{0,1\}$/\1/p" "$scratch/json" | head -n 1; }

# measure TEST WORD...: mean runs and milliseconds to the first failure.
measure() {
    local test=$1 seed
    shift
    for seed in $(seq "${SEEDS:-40}"); do
        "$weft" random -q --delivery async --runs 1m --seed "$seed" --json "$scratch/json" -m registry_checks -t "$test" "$@" \
            "$scratch" >/dev/null
        [ $? = 1 ] || { echo "$test: no failure with $*, seed $seed" >&2; exit 2; }
        echo "$(number_of runs) $(number_of seconds)"
    done | awk '{ runs += $1; seconds += $2 } END { printf "%.1f %.3f", runs / NR, seconds / NR * 1000 }'
}

printf '%-22s' 'mean runs, ms'
printf ' %16s' "${tests[@]}" all
echo
while read -r name words; do
    printf '%-22s' "$name"
    for test in "${tests[@]}"; do
        read -r runs milliseconds < <(measure "$test" $words)
        printf ' %8.1f %7.2f' "$runs" "$milliseconds"
        echo "$runs $milliseconds" >>"$scratch/$name"
    done
    awk '{ runs += $1; ms += $2 } END { printf " %8.1f %7.2f\n", runs / NR, ms / NR }' "$scratch/$name" | tee "$scratch/$name.all"
done <<'END'
walk --strategy walk
pos --strategy pos
pct:2 --strategy pct:2
pct:3 --strategy pct:3
pctcp:3 --strategy pctcp:3
surw --strategy surw
procrastination-1<10> --strategy procrastinate --levels 1 --limit 10
procrastination-1<inf> --strategy procrastinate --levels 1 --limit all
procrastination-2<5,1> --strategy procrastinate --levels 2 --limit 5,1
procrastination-2<10,10> --strategy procrastinate --levels 2 --limit 10,10
portfolio --strategy portfolio
END
awk 'FILENAME ~ /walk.all$/ { runs = $1; ms = $2 }
     { name = FILENAME; sub(/.*\//, "", name); sub(/\.all$/, "", name); r[name] = $1; m[name] = $2 }
     END { for (n in m) { if (best == "" || m[n] < m[best]) best = n; if (few == "" || r[n] < r[few]) few = n }
           printf "the soonest is %s, %.1f times as soon as the walk; the fewest runs has %s, %.1f times fewer\n", best,
               ms / m[best], few, runs / r[few]
           print (ms / m[best] >= 2 ? "twice as good as the walk, or better" : "not twice as good as the walk") }' "$scratch"/*.all
