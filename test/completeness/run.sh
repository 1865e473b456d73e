#!/usr/bin/env bash
# Random programs: every reduction finds what trying all interleavings finds, and actions whose footprints do not
# conflict commute. SLOW=1 tries 2000 programs.
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
commute=${CHECKED:?a build folder}/test/completeness/commute
last=60
[ -n "${SLOW:-}" ] && last=2000
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" completeness.erl || exit 2
passed=0 failed=0

results=$(erl -noshell -pa "$scratch" -run completeness main "$weft" "$scratch" 1 $last 2>&1)
read -r passed _ failed _ < <(tail -n 1 <<<"$results")
if [[ ! "$passed $failed" =~ ^[0-9]+\ [0-9]+$ ]]; then passed=0 failed=1; fi
head -n -1 <<<"$results"

root=$(erl -noshell -eval 'io:put_chars(code:root_dir()), halt().')
erl -noshell -pa "$scratch" -run completeness write "$scratch/programs.erl" 1 $last
erlc -W0 -o "$scratch" "$scratch/programs.erl" || exit 2
for seed in $(seq 1 $last); do
    if out=$(ASAN_OPTIONS=detect_leaks=0 timeout 120 "$commute" "$seed" 10 "$root" "$scratch" programs "p$seed" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'the program of seed %s:\n%s\n' "$seed" "$(tail -n 5 <<<"$out")"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
