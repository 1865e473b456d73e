#!/usr/bin/env bash
# What is printed where: colours, letters and the line about a search on a terminal, nothing of that elsewhere.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
unset COLUMNS NO_COLOR
export LC_ALL=C.UTF-8 TERM=xterm

not() { ! "$@"; }

cat >"$scratch/long.erl" <<'EOF'
-module(long).
-export([test/0]).
test() ->
    ets:new(t, [named_table, public]),
    Workers = [spawn_monitor(fun() -> ets:insert(t, {K, self()}), ets:lookup(t, K - 1) end) || K <- lists:seq(1, 25)],
    [receive {'DOWN', Ref, process, _, _} -> ok end || {_, Ref} <- Workers],
    ok.
EOF
erlc -o "$scratch" "$scratch/long.erl" || exit 2
race="check --no-output -m ping_pong -t main ../../examples/ping_pong.erl"
long="check --no-output -m long -t test $scratch/long.beam --max-seconds 2"
control=$'[\x01-\x08\x0b-\x1f\x7f]'

terminal() { script -qfec "stty cols ${width:-100}; $weft $*" /dev/null; }   # runs it on one

# shellcheck disable=SC2086   # words of options
{
$weft $race >"$scratch/out" 2>"$scratch/err"
not grep -q "$control" "$scratch/out"; verdict "in a file there are no control characters"
not test -s "$scratch/err"; verdict "a short search says nothing on the way"
grep -q '▶' "$scratch/out"; verdict "letters beyond ASCII are used where the locale has them"
LC_ALL=C $weft $race | not grep -q '[^ -~]'; verdict "and not where it has not"
$weft $race --ascii | not grep -q '[^ -~]'; verdict "nor with --ascii"
terminal "$race" | grep -q $'\033\[1;31m'; verdict "on a terminal errors are coloured"
NO_COLOR=1 terminal "$race" | not grep -q $'\033\[1;31m'; verdict "NO_COLOR is respected"
terminal "$race --color never" | not grep -q $'\033\[1;31m'; verdict "--color never is respected"
$weft $race --color always | grep -q $'\033\[1;31m'; verdict "--color always is respected"
$weft $race --color sometimes 2>&1 | grep -q 'choose auto, always or never'; verdict "other colours are refused"
width=70 terminal "$race --color never --ascii" | tr -d '\r' | sed -n '/^error/,/^the test/p' | not grep -q '.\{71\}'
verdict "lines are as wide as the terminal"
COLUMNS=60 $weft $race | grep -q '^  how it comes about'; verdict "COLUMNS may be narrow"
terminal "$long" >"$scratch/out"
grep -q 'interleavings · .*/s · 0 errors' "$scratch/out"; verdict "on a terminal a line tells how far a search is"
grep -q $'\r\033\[K\033\[1;33mno error found' "$scratch/out"; verdict "and is gone when it is done"
terminal "$long -q" | not grep -q interleavings; verdict "-q is silent"
$weft $long >"$scratch/out" 2>"$scratch/err"
not test -s "$scratch/err"; verdict "in a log a search of two seconds says nothing on the way"
}
finish
