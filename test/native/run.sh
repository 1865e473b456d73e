#!/usr/bin/env bash
# What programs did on erl, weft must say they can do: the record of it is compared with weft's outcomes.
#
#     run.sh [MODULE | MODULE:FUNCTION ...]     all of the record, when nothing is named
#
# SLOW=1 runs the record again on erl, then the generated programs SEEDS (1-3000), RUNS (100) times each; what erl shows that
# is new becomes part of the record. SHOW=1 tells all outcomes of what is named, on erl and by weft. record.erl tells how to
# read programs, compare.erl what else can be asked; known has those that are known to fail.
cd "$(dirname "$0")" || exit 2
weft=${ASSERTS:+$ASSERTS/weft} weft=${weft:-${WEFT:?the program to test}}
weft=$(realpath "$weft")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" ./*.erl ../erlang/workers.erl || exit 2
compare() { local word=$1; shift; erl -noshell -pa "$scratch" -run compare "$word" "$weft" "$scratch" "$@"; }

if [ -n "${SHOW:-}" ]; then
    compare show "${RUNS:-400}" "$@"
elif [ -n "${SLOW:-}" ]; then
    compare again "${RUNS:-100}" "$@"
    compare live "${RUNS:-100}" "${SEEDS:-1-3000}"
    live=$?
    compare recorded "$@" && [ $live -eq 0 ]
else
    compare recorded "$@"
fi
