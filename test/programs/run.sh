#!/usr/bin/env bash
# Programs as people write them, on the libraries they use: poolboy, meck, PropEr, an application, a state machine. The
# correct ones pass in every interleaving, and the mistakes in the others are found.
#     WEFT=build/weft test/programs/run.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${ASSERTS:+$ASSERTS/weft} weft=$(realpath "${weft:-${WEFT:?the program to test}}")   # rather the one with assertions

has() { erl -noshell -eval "halt(case code:lib_dir($1) of {error, _} -> 1; _ -> 0 end)."; }
has_header() { erl -noshell -eval 'halt(case filelib:is_file(filename:join(code:lib_dir(proper), "include/proper.hrl")) of true -> 0; _ -> 1 end).'; }

erlc +debug_info -o "$scratch" $(ls ./*.erl | grep -v ticket_checks) && cp ./*.app "$scratch" || exit 2

# check MODULE FUNCTION STATUS PATTERN: the answer of weft check has a line that matches.
check() {
    local answer status
    answer=$(timeout 60 "$weft" check -m "$1" -t "$2" "$scratch" 2>&1)
    status=$?
    if [ $status -eq "$3" ] && grep -Eq "$4" <<<"$answer"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s:%s: status %s, expected %s and /%s/\n%s\n' "$1" "$2" "$status" "$3" "$4" "$(head -n 8 <<<"$answer")"
    fi
}

check shop_checks sells 0 '^4 interleavings explored'
check shop_checks recovers 0 '^8 interleavings explored'
check shop_checks oversold 1 'ends with error: \{badmatch,none\}'
check shop_checks too_early 1 'P ends with exit: \{noproc,\{gen_server,call,\[till,sold\]\}\}'
check door_checks timeouts 0 '^4 interleavings explored'
check door_checks stale_timer 1 'P.1 ends with exit: \{function_clause,\.\.\.\}'
check door_checks two_hands 1 'P ends with error: \{badmatch,\[opened,opened\]\}'

if has poolboy; then
    check pool_checks shared 0 '^ok: no schedule'
    check pool_checks crash 0 '^ok: no schedule'
    check pool_checks impatient 1 'P ends with error: \{badmatch,\[1,false\]\}'
else
    echo "skipped: there is no poolboy"
fi

if has meck; then
    check mock_checks history 0 '^ok: no schedule'
    check mock_checks once 0 '^ok: no schedule'
    check mock_checks twice 1 'P ends with error: \{badmatch,2\}'
else
    echo "skipped: there is no meck"
fi

# --- PropEr -----------------------------------------------------------------------------------------------------

# A property ends as on erl, and says the same.
alike() {
    local expected got
    expected=$(erl -noshell -pa "$scratch" -run ticket_checks "$1" -s erlang halt)
    got=$(timeout 60 "$weft" run -m ticket_checks -t "$1" "$scratch" 2>&1)
    if [ -n "$expected" ] && [ "$expected" = "$got" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'ticket_checks:%s\n  erl:  %s\n  weft: %s\n' "$1" "$expected" "$got"
    fi
}

if has_header; then
    erlc +debug_info -o "$scratch" ticket_checks.erl || exit 2
    for property in lists wrong_lists sequential parallel; do alike $property; done
    check ticket_checks lists 0 '^1 interleaving explored'
    check ticket_checks atomic 0 '^2 interleavings explored'
    check ticket_checks read_write 1 'P ends with error: \{badmatch,false\}'
else
    echo "skipped: there is no PropEr, or its header is missing (erlang-proper-dev)"
fi

finish
