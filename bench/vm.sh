#!/usr/bin/env bash
# How fast weft runs sequential and concurrent programs, beside erl, in one go on this machine. weft's
# clock is virtual, so time is taken from outside: each program runs 0 times and once; the difference
# counts, the best of ROUNDS (3).
#     WEFT=build/weft bench/vm.sh [PROGRAM ...]
cd "$(dirname "$0")/vm" || exit 2
weft=${WEFT:?the program to measure}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
erlc -o "$scratch" ./*.erl || exit 2
programs=("$@")
[ $# -gt 0 ] || programs=($(ls ./*.erl | xargs -n 1 basename -s .erl | grep -v '^bench$'))

run_erl() { erl -noshell -pa "$scratch" -run bench main "$1" "$2" -s erlang halt; }
run_weft() { timeout 600 "$weft" run -m bench -t main "$scratch" -- "$1" "$2"; }

# Seconds of the fastest of several rounds: best COMMAND PROGRAM TIMES; "failed" when it does not end well.
best() {
    local command=$1 best= now start
    shift
    for _ in $(seq "${ROUNDS:-3}"); do
        start=$(date +%s.%N)
        "run_$command" "$@" >/dev/null 2>"$scratch/errors" || { echo failed; return; }
        now=$(echo "$(date +%s.%N) - $start" | bc)
        if [ -z "$best" ] || [ "$(echo "$now < $best" | bc)" = 1 ]; then best=$now; fi
    done
    echo "$best"
}

net() {   # of one run without the start
    local once
    once=$(best "$1" "$2" 1)
    if [ "$once" = failed ]; then echo failed; else echo "$once - $(best "$1" "$2" 0)" | bc; fi
}

printf '%-20s %8s %8s %8s\n' program erl/s weft/s ratio
logs=0 count=0
for program in "${programs[@]}"; do
    on_erl=$(net erl "$program")
    on_weft=$(net weft "$program")
    if [ "$on_weft" = failed ] || [ "$on_erl" = failed ]; then
        printf '%-20s %8s %8s %8s\n' "$program" "$on_erl" "$on_weft" -
        continue
    fi
    printf '%-20s %8.2f %8.2f %8.2f\n' "$program" "$on_erl" "$on_weft" "$(echo "scale=4; $on_weft / $on_erl" | bc)"
    logs=$(echo "scale=8; $logs + l($on_weft / $on_erl)" | bc -l) count=$((count + 1))
done
[ $count -eq 0 ] || printf '%-20s %26.2f\n' "geometric mean" "$(echo "scale=8; e($logs / $count)" | bc -l)"

cat >"$scratch/hello.erl" <<'HELLO'
-module(hello).
-export([main/0]).
main() -> io:put_chars("hello\n").
HELLO
erlc -o "$scratch" "$scratch/hello.erl"
run_erl() { erl -noshell -pa "$scratch" -run hello main -s erlang halt; }
run_weft() { "$weft" run -m hello -t main "$scratch/hello.beam"; }
printf 'cold start of hello world: erl %.3f s, weft %.3f s\n' "$(best erl)" "$(best weft)"

# Peak memory while the compiler compiles its largest module.
largest=$(ls -S "$(erl -noshell -eval 'io:put_chars(code:lib_dir(compiler)), halt().')"/ebin/*.beam | head -n 1)
erlc -o "$scratch" ../../test/selfhost/selfhost.erl
peak() { /usr/bin/time -f %M "$@" 2>&1 >/dev/null | tail -n 1; }
on_erl=$(peak erl -noshell -pa "$scratch" -run selfhost main "$largest" -s erlang halt)
on_weft=$(peak "$weft" run -m selfhost -t main "$scratch/selfhost.beam" -- "$largest")
printf 'peak memory compiling %s: erl %s MB, weft %s MB\n' "$(basename "$largest" .beam)" $((on_erl / 1024)) $((on_weft / 1024))
