#!/usr/bin/env bash
# The module weft, as tests use it: every strategy finds the same outcomes as trying everything, the optimal one in as
# many interleavings as there are; stories and schedules name choices; a plain erl runs the same code.
#     WEFT=build/weft test/weft/run.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${ASSERTS:+$ASSERTS/weft} weft=${weft:-${WEFT:?the program to test}}   # rather the one with assertions
erlc -o "$scratch" talk.erl || exit 2
cp ../../erlang/weft.erl "$scratch" && mkdir "$scratch/plain" && erlc -o "$scratch/plain" "$scratch/weft.erl" || exit 2
beam=$scratch/talk.beam

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "$*"
    head -n 30 "$scratch/out" | sed 's/^/    /'
}
same() { if [ "$2" = "$3" ]; then pass; else fail "$1: $2, not $3"; fi; }
holds() { if grep -qF -- "$2" "$scratch/out"; then pass; else fail "$1: says no '$2'"; fi; }

check() { timeout 60 "$weft" check --keep-going -m talk "$@" "$beam" >"$scratch/out" 2>&1; }
field() { sed -n "s/^  *\"$1\": \(.*\),\{0,1\}\$/\1/p" "$scratch/json" | sed 's/,$//'; }
outcomes() { field result | sort | tr '\n' ' '; }

# COUNT FUNCTION...: interleavings of the optimal search. All other ways to search end in the same results.
explored() {
    local count=$1 function how brute
    shift
    for function; do
        check -t "$function" --dpor none --json "$scratch/json"
        brute=$(outcomes)
        for how in "--dpor optimal" "--dpor source" "--dpor persistent" "--jobs 2"; do
            check -t "$function" $how --json "$scratch/json"
            same "$function, $how: outcomes" "$(outcomes)" "$brute"
            [ "$how" = "--dpor optimal" ] && same "$function: interleavings" "$(field explored)" "$count"
        done
    done
}

explored 1 alone prints nested raises
explored 6 pair counted
explored 4 dependent
explored 3 miscounted
explored 9 independent
explored 8 racing shared
explored 57 killed
explored 2 together looks waits

check -t empty
holds "an empty list" 'badarg'
check -t no_list
holds "an improper list" 'badarg'
check -t waits
holds "waiting in an atomic fun" '{weft_atomic,receive_would_wait}'
check -t chooses
holds "choosing in an atomic fun" 'weft:choose/1 inside weft:atomic/1'

# A story with probes; its schedule leads there again.
check -t told --schedule "$scratch/schedule"
holds "the first probe" 'P  probe before   ('
holds "a probe with a name" 'P.1  probe child: {1,"two"}   ('
holds "the choice" 'P.1?2  chooses bad, alternative 2 of 2  ('
holds "the assertion" 'an assertion fails'
holds "its comment" '"a good one"'
timeout 60 "$weft" replay "$scratch/schedule" >"$scratch/out" 2>&1
same "replay" $? 1
holds "the choice again" 'P.1?2  chooses bad'
sed 's/?2/?1/' "$scratch/schedule" >"$scratch/other"
timeout 60 "$weft" replay "$scratch/other" --relaxed >"$scratch/out" 2>&1
same "replay of the other choice" $? 0

# One run takes the first; so does a plain erl, where the rest does nothing in particular.
timeout 60 "$weft" run -m talk -t plain "$beam" >"$scratch/out" 2>&1
same "weft run" "$(cat "$scratch/out")" true
same "plain erl" "$(erl -noshell -pa "$scratch" -pa "$scratch/plain" -eval 'io:format("~p", [talk:plain()]), halt().')" false

# Random bytes are the same in every interleaving, and in every search.
check -t random --dpor none --json "$scratch/json"
same "random bytes" "$(field result | wc -l)" 1
random=$(outcomes)
check -t random --jobs 2 --json "$scratch/json"
same "random bytes of several searches" "$(outcomes)" "$random"

finish
