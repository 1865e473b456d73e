#!/usr/bin/env bash
# weft lint from outside. Each program in programs/ says in its first lines what is to be found: %% lint: KIND CERTAINTY PATTERN,
# or %% lint: nothing.
#     WEFT=build/weft test/lint/run.sh
cd "$(dirname "$0")" || exit 2
weft=$(realpath "${WEFT:?the program to test}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)) && echo "$*"; }

# --- programs -------------------------------------------------------------------------------------------------

erlc +nowarn_unused_function -o "$scratch" programs/*.erl || exit 2
for program in programs/*.erl; do
    name=$(basename "$program" .erl)
    expected=$(sed -n 's/^%% lint: //p' "$program" | grep -v '^nothing$' | sort)
    timeout -s KILL 20 "$weft" lint "$scratch/$name.beam" --json "$scratch/json" -q --no-config
    status=$?
    got=$(python3 -c '
import json, sys
for f in json.load(open(sys.argv[1]))["findings"]: print(f["kind"], f["certainty"], f["pattern"])' "$scratch/json" | sort)
    wanted=0
    [ -n "$expected" ] && wanted=1
    if [ "$got" = "$expected" ] && [ $status -eq $wanted ]; then pass; else
        fail "$name: status $status, expected $wanted and"
        diff <(echo "$expected") <(echo "$got")
    fi
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
