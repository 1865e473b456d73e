#!/usr/bin/env bash
# What it costs to mark a state, let one visible action happen and take it back.
cd "$(dirname "$0")" || exit 2
build=$(dirname "${WEFT:?the program to measure}")
ninja --quiet -C "$build" bench/step >&2 || exit 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" actions.erl || exit 2
root=$(erl -noshell -eval 'io:put_chars(code:root_dir()), halt().')
"$build/bench/step" "$root" "$scratch" actions send lookup spawned
