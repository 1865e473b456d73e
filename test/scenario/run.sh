#!/usr/bin/env bash
# Small concurrent programs, each with its verdict above it; scenario.erl tells how to read them.
# SLOW=1 tries more of them in all interleavings, and runs each once on erl. ONLY="links names:one_name_each" takes some.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${ASSERTS:+$ASSERTS/weft} weft=${weft:-${WEFT:?the program to test}}   # rather the one with assertions
most=5000
[ -n "${SLOW:-}" ] && most=200000
erlc +debug_info -o "$scratch" ./*.erl || exit 2

# Runs a function of scenario.erl, and counts what it counted.
count() {
    local results p f
    results=$(erl -noshell -pa "$scratch" -run scenario "$@" 2>&1)
    read -r p _ f _ < <(tail -n 1 <<<"$results")
    if [[ "$p $f" =~ ^[0-9]+\ [0-9]+$ ]]; then results=$(head -n -1 <<<"$results"); else p=0 f=1; fi
    [ -n "$results" ] && echo "$results"
    passed=$((passed + p)) failed=$((failed + f))
}

count main "$weft" "$scratch" $most ${ONLY:-}
[ -n "${SLOW:-}" ] && count real "$scratch" ${ONLY:-}
finish
