#!/usr/bin/env bash
# Reports stay of a reasonable size whatever a program does: a full mailbox, terms of a megabyte, two hundred failing tests.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
: "${WEFT:?the program to test}"
export LC_ALL=C.UTF-8
unset COLUMNS NO_COLOR

at_most() {   # NUMBER FILE -c|-l
    [ "$(wc "$3" <"$2")" -le "$1" ] || { wc "$2"; false; }
}

bounded() {   # NAME COMMAND...: fails, is told in 400 lines of a reasonable length, and in a page of 5 MB
    local name=$1
    shift
    timeout 120 "$WEFT" "$@" -o "$scratch/report" --html "$scratch/page" --json "$scratch/json" >"$scratch/out" 2>"$scratch/err"
    [ $? -eq 1 ]; verdict "$name fails"
    at_most 400 "$scratch/out" -l; verdict "$name is told in 400 lines"
    at_most 40000 "$scratch/out" -c; verdict "$name is told in 40 kB"
    at_most 5000000 "$scratch/page" -c; verdict "the page of $name has at most 5 MB"
    at_most 5000000 "$scratch/json" -c; verdict "the JSON of $name has at most 5 MB"
}

bounded mailbox check -m mail -t mailbox mail.erl --depth-bound 20000
grep -q 'in its mailbox: {item, 1,' "$scratch/out"; verdict "the beginning of a mailbox is told"
bounded message check -m mail -t message mail.erl
"$WEFT" check -m mail -t left mail.erl -o "$scratch/report" >"$scratch/out" 2>&1
at_most 2000 "$scratch/out" -c && grep -q 'in its mailbox: .* more bytes)$' "$scratch/out"; verdict "who is left behind with a huge message is told in 2 kB"
at_most 3000000 "$scratch/report" -c; verdict "and in 3 MB in the report"
bounded terms check -m mail -t terms mail.erl
grep -q '([0-9]* bytes in all)' "$scratch/report"; verdict "the report says how much it leaves out of a term"

{
    printf -- '-module(many_tests).\n-include_lib("eunit/include/eunit.hrl").\n'
    for n in $(seq 200); do
        printf 'n%d_test() ->\n    Me = self(),\n    spawn(fun() -> Me ! {a, %d} end),\n    spawn(fun() -> Me ! {b, %d} end),\n' "$n" "$n" "$n"
        printf '    receive {X, _} -> ?assertEqual(a, X) end.\n'
    done
} >"$scratch/many_tests.erl"
bounded tests test "$scratch/many_tests.erl"
[ "$(grep -c '^error 1:' "$scratch/out")" -le 10 ]; verdict "at most ten stories are told"
tail -n 1 "$scratch/out" | grep -q '^200 tests: 0 ok, 200 failed'; verdict "the summary comes last"
[ "$(grep -c 'error 1: an assertion fails' "$scratch/report")" = 200 ]; verdict "the report has all of them"

{
    printf -- '-module(same_tests).\n-include_lib("eunit/include/eunit.hrl").\n'
    printf 'count(T) ->\n    [{n, N}] = ets:lookup(T, n),\n    ets:insert(T, {n, N + 1}).\n'
    printf 'twice() ->\n    T = ets:new(t, [public]),\n    ets:insert(T, {n, 0}),\n    Both = [spawn_monitor(fun() -> count(T) end) || _ <- [1, 2]],\n'
    printf "    [receive {'DOWN', R, _, _, _} -> ok end || {_, R} <- Both],\n    ets:lookup_element(T, n, 2).\n"
    for n in $(seq 20); do printf 'n%d_test() ->\n    ?assertEqual(2, twice()).\n' "$n"; done
} >"$scratch/same_tests.erl"
bounded same test "$scratch/same_tests.erl"
[ "$(grep -c '^error 1:' "$scratch/out")" = 1 ]; verdict "one race that fails twenty tests is told once"
[ "$(grep -A 30 '^the same race fails more tests:' "$scratch/out" | grep -c '^  same_tests: n')" = 19 ]; verdict "and names the others"

finish
