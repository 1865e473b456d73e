#!/usr/bin/env bash
# Runs every module of cases on erl and on weft, twice: as the compiler likes it today (new), and
# unoptimised with the instructions of OTP 23 (old). A case passes when both lines are the same.
#     WEFT=build/weft test/differential/run.sh [MODULE ...]
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
modules=("$@")
[ $# -gt 0 ] || modules=($(ls ./*_cases.erl | xargs -n 1 basename -s .erl))

for flavour in new old; do
    options=
    [ $flavour = old ] && options="+no_copt +no_ssa_opt +r23"
    mkdir "$scratch/$flavour" "$scratch/$flavour.weft"
    erlc -W0 $options -o "$scratch/$flavour" ./*.erl || exit 2
    erl -noshell -pa "$scratch/$flavour" -run diff_run main "${modules[@]}" -s erlang halt \
        -kernel logger_level none >"$scratch/$flavour.erl" 2>"$scratch/$flavour.log" || { tail "$scratch/$flavour.log"; exit 2; }
    printf '%s\n' "${modules[@]}" | xargs -P 2 -I{} sh -c \
        "timeout 60 '$weft' run --max-memory 4g -m diff_run -t main '$scratch/$flavour' -- {} >'$scratch/$flavour.weft/{}' 2>'$scratch/$flavour.weft/{}.err'
         status=\$?; [ \$status -eq 0 ] || { echo '{} ($flavour): exit status' \$status; head -n 12 '$scratch/$flavour.weft/{}.err'; }"
    for module in "${modules[@]}"; do cat "$scratch/$flavour.weft/$module"; done >"$scratch/$flavour.got"
done

awk '
    $1 !~ /_cases$/ { next }
    function key() { return $1 " " $2 }
    function answer() { return substr($0, length(key()) + 2) }
    FILENAME ~ /erl$/ { split(FILENAME, part, "/"); flavour = substr(part[length(part)], 1, 3) }
    FILENAME ~ /got$/ { split(FILENAME, part, "/"); flavour = substr(part[length(part)], 1, 3) }
    FILENAME ~ /erl$/ { expected[flavour, key()] = answer(); if (!(key() in cases)) { cases[key()]; order[++count] = key() } }
    FILENAME ~ /got$/ { got[flavour, key()] = answer() }
    END {
        for (i = 1; i <= count; i++) {
            bad = 0
            for (f = 1; f <= 2; f++) {
                flavour = f == 1 ? "new" : "old"
                if (got[flavour, order[i]] == expected[flavour, order[i]]) continue
                bad = 1
                where = index(expected[flavour, order[i]], " => ")
                printf "%s (%s) %s\n  erl:  %s\n  weft: %s\n", order[i], flavour, substr(expected[flavour, order[i]], 1, where - 1),
                    substr(expected[flavour, order[i]], where + 4), \
                    got[flavour, order[i]] == "" ? "(nothing)" : substr(got[flavour, order[i]], where + 4)
                break
            }
            if (bad) failed++; else passed++
        }
        printf "%d passed, %d failed\n", passed, failed
        exit failed > 0
    }' "$scratch"/{new,old}.{erl,got}
