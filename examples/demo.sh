#!/usr/bin/env bash
# Shows each example with the command that runs it: examples/demo.sh build/weft
cd "$(dirname "$0")/.." || exit 2
weft=${1:-build/weft}
show() {
    printf '\n$ %s\n' "$weft $*"
    "$weft" "$@"
    local status=$?
    [ $status -eq 0 ] || echo "(exit status $status)"
}
show run -m ping_pong -t main examples/ping_pong.erl
show check -m ping_pong -t main examples/ping_pong.erl
show run -m hello -t main examples/hello.erl
show run -m primes -t main examples/primes.erl -- 100
show run -m bank -t main examples/bank.erl
show run -m crash -t main examples/crash.erl
