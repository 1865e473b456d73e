#!/usr/bin/env bash
# Random programs: every reduction finds what trying all interleavings finds, and actions that do not conflict commute.
# SLOW=1 tries 2000 programs.
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" completeness.erl || exit 2
last=60
[ -n "${SLOW:-}" ] && last=2000
erl -noshell -pa "$scratch" -run completeness main "$weft" "$scratch" 1 $last
