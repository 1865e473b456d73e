#!/usr/bin/env bash
# Small programs: every search finds what trying all interleavings finds, and footprints are true. Those that once
# went wrong (cases.erl, and seeds of completeness.erl), then others at random. SLOW=1 tries thousands.
# All programs come from the build folder ASSERTS, if there is one.
cd "$(dirname "$0")" || exit 2
weft=${ASSERTS:+$ASSERTS/weft} weft=${weft:-${WEFT:?the program to test}}
folder=${ASSERTS:-${CHECKED:?a build folder}}/test/completeness
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" ./*.erl || exit 2
passed=0 failed=0

root=$(erl -noshell -eval 'io:put_chars(code:root_dir()), halt().')
check_cases() {   # check_cases MODULE PROGRAM LIMIT DELIVERY
    local results good cases
    mapfile -t cases < <(sed -n 's/^\([a-z_]*\)() ->.*/\1/p' "$1.erl" | grep -vx 'any\|messages')
    results=$(ASAN_OPTIONS=detect_leaks=0 timeout 300 "$folder/$2" "$3" "$4" "$root" "$scratch" "$1" "${cases[@]}" 2>&1)
    good=$(grep -c '^[a-z_]* good' <<<"$results")
    passed=$((passed + good)) failed=$((failed + ${#cases[@]} - good))
    [ "$good" -eq ${#cases[@]} ] || grep -v '^[a-z_]* good' <<<"$results"
}

check() {   # check GENERATOR DELIVERY CHECKS SEED...
    local results good bad
    results=$(erl -noshell -pa "$scratch" -run completeness main "$weft" "$folder" "$scratch" "$@" 2>&1)
    read -r good _ bad _ < <(tail -n 1 <<<"$results")
    if [[ ! "$good $bad" =~ ^[0-9]+\ [0-9]+$ ]]; then good=0 bad=1; fi
    passed=$((passed + good)) failed=$((failed + bad))
    [ "$bad" -eq 0 ] || head -n -1 <<<"$results"
}

for delivery in instant async; do
    check_cases cases classes 20000 $delivery
    check_cases cases commute 20 $delivery
    check_cases found commute 40 $delivery
done
check 1 instant classes,commute,search 3067 383 1256 321 355 1176 2350 2884 4983 125 200
check 2 instant classes 2582 197 208 24 548 1851 3128
check 1 instant classes,commute 739 4 9 13 15 16 18 27 80 137 189 246 426 79 382 654
check 2 instant commute 40028
check 3 instant commute 10 300 505 962 1199 1395 1478
check 3 async commute 10 300 505 962 994 1199

if [ -n "${SLOW:-}" ]; then
    check 1 instant classes,commute 1-1000
    check 2 instant classes,commute 1-2000
    check 1 async classes,commute 1-300
    check 2 async classes,commute 1-100
    check 3 instant commute 1-1000
    check 3 async commute 1-500
    check 1 instant search 1-300
    check 2 instant search 1-300
    check 1 async search 1-100
else
    check 1 instant classes,commute 1-40
    check 2 instant classes,commute 1-50
    check 1 async classes,commute 1-15
    check 3 instant commute 1-20
    check 3 async commute 1-15
    check 2 instant search 1-12
    check 1 async search 1-8
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
