#!/usr/bin/env bash
# Random programs: every search finds what trying all interleavings finds, and footprints are true (completeness.erl).
# SLOW=1 tries thousands of programs.
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
folder=${CHECKED:?a build folder}/test/completeness
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" ./*.erl || exit 2
passed=0 failed=0

check() {   # check GENERATOR DELIVERY CHECKS SEED...
    local results good bad
    results=$(erl -noshell -pa "$scratch" -run completeness main "$weft" "$folder" "$scratch" "$@" 2>&1)
    read -r good _ bad _ < <(tail -n 1 <<<"$results")
    if [[ ! "$good $bad" =~ ^[0-9]+\ [0-9]+$ ]]; then good=0 bad=1; fi
    passed=$((passed + good)) failed=$((failed + bad))
    [ "$bad" -eq 0 ] || head -n -1 <<<"$results"
}

# Those that once failed.
check 1 instant classes,commute,search 383 1256 321 355 1176 2350 2884 4983 125 200 13 16 18 9 15 137 4 27 80

if [ -n "${SLOW:-}" ]; then
    check 1 instant classes,commute 1-1000
    check 2 instant classes,commute 1-2000
    check 1 async classes,commute 1-300
    check 2 async classes,commute 1-300
    check 1 instant search 1-300
    check 2 instant search 1-300
    check 1 async search 1-100
else
    check 1 instant classes,commute 1-40
    check 2 instant classes,commute 1-60
    check 1 async classes,commute 1-20
    check 2 instant search 1-15
    check 1 async search 1-10
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
