#!/usr/bin/env bash
# Programs that need a node: the same answers as erl, and what a search over schedules finds in an application.
#     WEFT=build/weft test/otp/run.sh [MODULE ...]
# With OTP=FOLDER in the environment, of a release that tools/otp.sh put there.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${ASSERTS:+$ASSERTS/weft} weft=$(realpath "${weft:-${WEFT:?the program to test}}")   # rather the one with assertions
bin=${OTP:+$OTP/bin/}
options=(${OTP:+--otp "$OTP/usr/lib/erlang"})
modules=("$@")
[ $# -gt 0 ] || modules=($(ls ./*_cases.erl | xargs -n 1 basename -s .erl))
mkdir "$scratch"/{ebin,v1,v2}
"${bin}erlc" -W0 -DVERSION=0 -o "$scratch/ebin" ./*.erl ../differential/diff_run.erl && cp ./*.app "$scratch/ebin" || exit 2
rm "$scratch/ebin/hot.beam"
"${bin}erlc" -W0 -DVERSION=1 -o "$scratch/v1" hot.erl && "${bin}erlc" -W0 -DVERSION=2 -o "$scratch/v2" hot.erl || exit 2
cd "$scratch" || exit 2

# --- the same answers as erl ----------------------------------------------------------------------------------

compare() {
    awk -v module="$1" '
        $1 != module { next }
        FILENAME ~ /erl$/ { expected[$2] = $0; count = $2 }
        FILENAME ~ /weft$/ { got[$2] = $0 }
        END {
            for (i = 1; i <= count; i++) {
                if (got[i] == expected[i]) { passed++; continue }
                failed++
                printf "  erl:  %s\n  weft: %s\n", expected[i], got[i] == "" ? "(nothing)" : got[i] > "/dev/stderr"
            }
            print passed + 0, failed + 0
        }' erl weft
}

for module in "${modules[@]}"; do
    "${bin}erl" -noshell -pa ebin -run diff_run main "$module" -s erlang halt >erl 2>/dev/null
    timeout 60 "$weft" run "${options[@]}" -m diff_run -t main ebin -- "$module" >weft 2>error || tail -n 3 error
    counts=($(compare "$module"))
    passed=$((passed + counts[0])) failed=$((failed + counts[1]))
done

# --- the same endings -----------------------------------------------------------------------------------------

# Of what is logged, which is the same program's output, only the headings without their times.
without_times() { sed '/^  /d; /^$/d; /^{/d; s/^\(=[A-Z ]*=\+\).*/\1/'; }

end_alike() {
    local expected got
    expected=$(timeout 60 "${bin}erl" -noshell -pa ebin -s endings "$1" 2>/dev/null; echo "status $?")
    got=$(timeout 60 "$weft" run "${options[@]}" -m endings -t "$1" ebin 2>/dev/null; echo "status $?")
    expected=$(without_times <<<"$expected")
    got=$(without_times <<<"$got")
    if [ "$expected" = "$got" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'endings:%s\n  erl:  %s\n  weft: %s\n' "$1" "$expected" "$got"
    fi
}

if [ $# -eq 0 ]; then
    for ending in stopped returned permanent halted; do end_alike $ending; done
fi

# --- what a search finds --------------------------------------------------------------------------------------

# check MODULE FUNCTION STATUS PATTERN [OPTION ...]: the answer of weft check has a line that matches.
check() {
    local answer status
    answer=$(timeout 60 "$weft" check "${options[@]}" -m "$1" -t "$2" ebin "${@:5}" 2>&1)
    status=$?
    if [ $status -eq "$3" ] && grep -Eq "$4" <<<"$answer"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s:%s: status %s, expected %s and /%s/\n%s\n' "$1" "$2" "$status" "$3" "$4" "$(head -n 8 <<<"$answer")"
    fi
}

if [ $# -eq 0 ]; then
    check stock_checks start_stop 0 '^1 interleaving explored'
    check stock_checks atomic 0 '^2 interleavings explored'
    check bare_checks three 0 '^90 interleavings explored'
    check stock_checks three 0 '^90 interleavings explored'
    check stock_checks lost_update 1 'P ends with error: \{badmatch,9\}'
    check stock_checks restart 0 'stock.1.1 ends with exit: \{out_of_order.*, which is handled' --show-handled
    check stock_checks passed_on 1 '^1 error in '
    check plain_checks main 0 '^1 interleaving explored'
    check node_checks named 0 '^1 interleaving explored'
    check node_checks by_number 0 '^1 interleaving explored'
    check node_checks told 0 '^1 interleaving explored'
    check node_checks copied 0 '^1 interleaving explored'
    check node_checks asked 2 'a message to erl_prim_loader, of which only the name is there'
    check service_checks booted 0 '^1 interleaving explored'
    check service_checks printing 0 '^1 interleaving explored'
    check service_checks logging 0 '^1 interleaving explored'
    check service_checks global_race 1 'P ends with error: \{badmatch,\[no,yes\]\}'
    check service_checks env_race 1 'P ends with error: \{badmatch,\[ok,undefined\]\}'
    check service_checks timer_race 1 'P ends with error: overtaken'
    check mnesia_checks alone 0 '^1 interleaving explored'
    check mnesia_checks transactions 0 '^ok: no schedule'
    check mnesia_checks dirty 1 'P ends with error: \{badmatch,\[\{sum,all,1\}\]\}'
    # Quiet processes, and what their quietness hides.
    check service_checks printing 0 '^not explored: in what order processes print and log \('
    check service_checks logging 0 '^not explored: in what order processes print and log \('
    check service_checks booted 0 '^not explored: the steps inside application_controller \('
    check service_checks printing 0 '^2 interleavings explored' --system-races
    check service_checks logging 0 '^2 interleavings explored' --system-races
    check service_checks global_race 1 'P ends with error: \{badmatch,\[no,yes\]\}' --system-races
    check stock_checks atomic 0 '^ok: no schedule' --system-races
    check service_checks reloading 1 'P ends with error: \{badmatch,2\}'
fi

finish
