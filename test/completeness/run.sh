#!/usr/bin/env bash
# Small programs: every search finds what trying everything finds, and footprints are true.
#
#     run.sh [cases | found | random] ...     all of them, when none is named
#
# cases: those that once went wrong or nearly (cases.erl); found: those of which a search once missed outcomes (found.erl);
# random: seeds that once found something, then others. SLOW=1 tries thousands.
# All programs come from the build folder ASSERTS, if there is one.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${ASSERTS:+$ASSERTS/weft} weft=${weft:-${WEFT:?the program to test}}
folder=${ASSERTS:-${CHECKED:?a build folder}}/test/completeness
erlc -o "$scratch" ./*.erl ../erlang/workers.erl || exit 2

root=$(erl -noshell -eval 'io:put_chars(code:root_dir()), halt().')
mapfile -t names < <(sed -n 's/^\([a-z_]*\)() ->.*/\1/p' cases.erl)
check_case() {   # check_case PROGRAM LIMIT DELIVERY
    local results good
    results=$(ASAN_OPTIONS=detect_leaks=0 timeout 300 "$folder/$1" "$2" "$3" "$root" "$scratch" cases "${names[@]}" 2>&1)
    good=$(grep -c '^[a-z_]* good' <<<"$results")
    passed=$((passed + good)) failed=$((failed + ${#names[@]} - good))
    [ "$good" -eq ${#names[@]} ] || grep -v '^[a-z_]* good' <<<"$results"
}

# The search over states finds what visiting all states finds.
check_states() {   # check_states DELIVERY
    local results good
    results=$(ASAN_OPTIONS=detect_leaks=0 timeout 300 "$folder/outcomes" states 20000 "$1" "$root" "$scratch" cases "${names[@]}" 2>&1)
    good=$(grep -cE '^[a-z_]* (good|many)' <<<"$results")
    passed=$((passed + good)) failed=$((failed + ${#names[@]} - good))
    [ "$good" -eq ${#names[@]} ] || grep -vE '^[a-z_]* (good|many)' <<<"$results"
}

# The last line of what completeness prints is counted, those about how much was checked are always shown.
count() {
    local results=$1 good bad
    read -r good _ bad _ < <(tail -n 1 <<<"$results")
    if [[ ! "$good $bad" =~ ^[0-9]+\ [0-9]+$ ]]; then good=0 bad=1; fi
    passed=$((passed + good)) failed=$((failed + bad))
    if [ "$bad" -eq 0 ]; then grep ' programs, of which ' <<<"$results"; else head -n -1 <<<"$results"; fi
}

check() {   # check GENERATOR DELIVERY CHECKS SEED...
    count "$(erl -noshell -pa "$scratch" -run completeness main "$weft" "$folder" "$scratch" "$@" 2>&1)"
}

cases() {
    local delivery
    for delivery in instant async at-once; do
        check_case classes 200000 $delivery
        check_case commute 20 $delivery
        check_states $delivery
    done
}

found() {
    local delivery
    for delivery in instant async at-once; do
        count "$(erl -noshell -pa "$scratch" -run completeness module "$weft" "$folder" "$scratch" found $delivery outcomes,search 2>&1)"
    done
}

random() {
    check 1 instant classes,commute,search 3067 383 1256 321 355 1176 2350 2884 4983 125 200
    check 1 instant classes,commute 739 4 9 13 15 16 18 27 80 137 189 246 426 79 382 654
    check 2 instant classes 2582 197 208 24 548 1851 3128
    check 2 instant classes,commute 535 728
    check 2 instant commute 40028
    check 2 async commute 5 54 140
    check 3 instant commute 115 128 133 244 471
    check 3 async commute 45 49 153 165 179 198
    check 4 instant commute 27 35 39
    check 4 async commute 16 27 35 40
    check 5 instant commute 10 300 505 962 1199 1395 1478
    check 5 async commute 10 300 505 962 994 1199
    check 7 instant states 300020 300060
    check 3 instant search,classes 300154
    check 5 instant states 78804
    check 2 instant states 81008
    check 4 instant states 400024
    check 11 instant states 42 87 400005
    check 8 at-once outcomes,search 72335 300074
    check 5 at-once outcomes 300009 300016 300041
    check 5 instant commute "1-${SLOW:+10}20"
    check 5 async commute "1-${SLOW:+5}15"
    check 5 instant pure "1-${SLOW:+3}20"
    check 6 instant pure "1-${SLOW:+3}40"
    check 6 instant outcomes,commute "1-${SLOW:+10}60"
    check 6 async outcomes,commute "1-${SLOW:+3}20"
    check 6 instant states "1-20" 5001
    check 6 instant classes "1-${SLOW:+3}20"
    check 8 instant outcomes,search,commute "1-${SLOW:+10}40"
    check 8 async outcomes,search,commute 2001-2010 2036 ${SLOW:+1-200}
    check 8 at-once outcomes,commute "1-${SLOW:+5}15"
    check 9 instant outcomes,search,commute "1-${SLOW:+10}20"
    check 9 async outcomes,commute "1-${SLOW:+3}5"
    check 11 instant commute 100 "1-${SLOW:+20}30"
    check 11 instant outcomes,search "1-${SLOW:+20}15"
    check 13 instant outcomes,commute "1-${SLOW:+5}12"
    check 13 async outcomes,commute "1-${SLOW:+5}5"
    check 13 at-once outcomes "1-${SLOW:+5}5"
    check 13 pieces outcomes,commute "1-${SLOW:+5}10"
    check 8 pieces outcomes,commute "1-${SLOW:+5}8"
    check 13 instant search "1-${SLOW:+1}3"
    check 12 instant outcomes,commute 153 "1-${SLOW:+20}20"
    check 12 at-once outcomes "1-${SLOW:+5}10"
    check 10 nodes outcomes 300009
    check 10 crashes outcomes,commute 300003 300009
    check 10 nodes outcomes,commute "1-${SLOW:+3}30"
    check 10 crashes classes,commute "1-${SLOW:+3}20"
    check 10 disconnects commute "1-${SLOW:+3}30"
    check 10 restarts commute "1-${SLOW:+3}30"
    check 10 kills classes,commute "1-${SLOW:+3}20"
    local generator
    for generator in 1 2 3 4 7; do
        if [ -n "${SLOW:-}" ]; then
            check $generator instant outcomes 1-10000
            check $generator instant states 1-5000
            check $generator async states 1-1000
            check $generator at-once states 1-1000
            check $generator async outcomes 1-3000
            check $generator at-once outcomes 1-3000
            check $generator instant search 1-300
            check $generator async search 1-100
            check $generator instant classes,commute 1-1000
            check $generator async classes,commute 1-100
            check $generator at-once classes,commute 1-1000
        else
            check $generator instant outcomes 1-400
            check $generator instant states 1-60
            check $generator async outcomes 1-60
            check $generator at-once outcomes 1-60
            check $generator instant search 1-8
            check $generator instant classes,commute 1-20
            check $generator at-once classes,commute 1-20
        fi
    done
}

for word in "${@:-cases found random}"; do
    for part in $word; do "$part"; done
done
finish
