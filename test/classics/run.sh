#!/usr/bin/env bash
# The published numbers of interleavings, exactly. SLOW=1 adds the large programs.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
erlc -o "$scratch" ../../bench/explore/classics.erl || exit 2

# check PROGRAM STRATEGY [OPTION ...]: interleavings and blocked ones
check() {
    local json=$scratch/result.json
    "$weft" check -q --keep-going --depth-bound 100000 --ignore-error deadlock --dpor "$2" --json "$json" \
        -m classics -t "$1" "$scratch/classics.beam" "${@:3}" >/dev/null
    echo "$(sed -n 's/^  "explored": \([0-9]*\),/\1/p' "$json") $(sed -n 's/^  "blocked": \([0-9]*\),/\1/p' "$json")"
}

# PROGRAM STRATEGY INTERLEAVINGS [BLOCKED [OPTION ...]]
expect() {
    local got
    got=$(check "$1" "$2" "${@:5}")
    if [[ $got == $3\ ${4:-*} ]]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1, $2: expected $3 ${4:-}, explored and blocked are $got"
    fi
}

# PROGRAM STRATEGY RUNS, blocked ones included, where the oldest process goes first
expect_started() {
    local explored blocked
    read -r explored blocked < <(check "$1" "$2" --scheduling oldest)
    if [ $((explored + blocked)) -eq "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1, $2, oldest first: expected $3 runs, explored and blocked are $explored $blocked"
    fi
}

expect ping_pong optimal 2 0
expect ping_pong source 2
expect readers2 optimal 4 0
expect readers8 optimal 256 0
expect readers8 source 256
expect lastzero5 optimal 64 0
expect lastzero10 optimal 3328 0
expect lastzero5 source 64
expect indexer12 optimal 8 0
expect indexer12 source 8
expect filesystem14 optimal 2 0
expect filesystem16 optimal 8 0
expect filesystem18 optimal 32 0
expect filesystem19 optimal 64 0
expect filesystem16 source 8 0
expect filesystem19 source 64 0
expect filesystem14 persistent 4 0 --use-receive-patterns false
expect filesystem16 persistent 64 0 --use-receive-patterns false
expect nsend_in_turn5 optimal 1 0
expect nsend5 optimal 120 0
expect nsend5 source 120
expect nsend7 optimal 5040 0
expect equal5 optimal 1 0
expect exits5 optimal 1 0
expect_started readers2 persistent 5
expect_started readers8 persistent 3281
expect_started lastzero5 source 79
if [ -n "${SLOW:-}" ]; then
    expect_started readers13 persistent 797162
    expect filesystem18 persistent 1024 0 --use-receive-patterns false
    expect filesystem19 persistent 4096 0 --use-receive-patterns false
    expect readers13 source 8192
    expect lastzero15 source 147456
    expect indexer15 source 4096
    expect readers13 optimal 8192 0
    expect lastzero15 optimal 147456 0
    expect indexer15 optimal 4096 0
    expect nsend8 optimal 40320 0
fi
finish
