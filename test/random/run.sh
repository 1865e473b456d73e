#!/usr/bin/env bash
# weft random from outside: what each strategy finds and what it says of it, the same for a seed whatever the number of
# processes, schedules that can be replayed. How decisions are drawn is tested in src/explore/random.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
erlc -o "$scratch" ./*.erl || exit 2

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "$*"
    sed 's/^/    /' "$scratch/out" "$scratch/err" | head -20
}

run() {
    timeout 60 "$weft" "$@" >"$scratch/out" 2>"$scratch/err"
    status=$?
}

# STATUS PATTERN WORD...: the exit status, and a line that matches.
expect() {
    local wanted=$1 pattern=$2
    shift 2
    run "$@"
    if [[ $status == $wanted ]] && grep -qE -- "$pattern" "$scratch/out"; then pass; else fail "expected $wanted, $pattern: $* gives $status"; fi
}

# MESSAGE WORD...: exit status 2, this line on standard error, and no other word.
refuse() {
    local message=$1
    shift
    run "$@"
    if [ "$status $(cat "$scratch/err")" = "2 weft: $message" ] && [ ! -s "$scratch/out" ]; then pass; else fail "refuse $*: $status"; fi
}

number_of() { sed -n "s/^ *\"$1\": \([0-9.]*\),\{0,1\}$/\1/p" "$scratch/json" | head -n 1; }

hello="random -m world_hello -t main $scratch/world_hello.beam --delivery async"
registry="$scratch/registry.beam $scratch/registry_checks.beam --delivery async"
strategies="portfolio walk pos pct:2 pctcp:2 surw procrastinate"

# --- options ------------------------------------------------------------------------------------------------

l="random -m locks -t careless $scratch/locks.beam"
refuse "--strategy best: choose portfolio, walk, pos, pct:D, pctcp:D, surw or procrastinate" $l --strategy best
refuse "--strategy pct:0: D is a number from 1 to 64" $l --strategy pct:0
refuse "--limit 5;3: numbers, or all, separated by commas" $l --limit '5;3'
refuse "--limit: a number from 1 on for each level, or all, separated by commas" $l --limit 0
refuse "--limit has 2 numbers for 1 levels" $l --levels 1 --limit 5,3
refuse "--levels: at most 8" $l --levels 9
refuse "--conflict store: say which function, as M:F" $l --conflict store

# --- a message through many hands ---------------------------------------------------------------------------

for seed in 1 2 3 4 5 6 7 8 9 10; do
    run $hello --strategy procrastinate --seed $seed --json "$scratch/json"
    if [ "$status" = 1 ] && [ "$(number_of runs)" -le 2 ]; then pass; else fail "procrastination with seed $seed needs more than two runs"; fi
done
expect 0 '^1000 runs' $hello --strategy walk --runs 1000
expect 0 'this is a sample: other schedules may fail' $hello --strategy walk --runs 10
expect 1 'the race: with step' $hello --strategy pctcp:1 --runs 1000

# --- every strategy, the same with one process and with several, and again -----------------------------------

for strategy in $strategies; do
    for jobs in 1 2 3; do
        run random -m registry_checks -t fresh $registry --strategy "$strategy" --runs 600 --keep-going --jobs $jobs \
            --json "$scratch/json$jobs"
        sed -i '/seconds"/d' "$scratch/json$jobs"
    done
    if [ "$status" = 1 ] && cmp -s "$scratch/json1" "$scratch/json2" && cmp -s "$scratch/json1" "$scratch/json3"; then pass
    else fail "$strategy: not the same with several processes"; fi
    run random -m registry_checks -t fresh $registry --strategy "$strategy" --runs 600 --keep-going --seed 1 --json "$scratch/json2"
    sed -i '/seconds"/d' "$scratch/json2"
    if cmp -s "$scratch/json1" "$scratch/json2"; then pass; else fail "$strategy: not the same again"; fi
done

# A process that is killed is replaced, and nothing is missed.
children() { local child; for child in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do echo "$child"; children "$child"; done; }
many() { "$weft" random -q -m registry_checks -t fresh $registry --strategy walk --runs 20000 --keep-going --jobs $1 --json "$scratch/$2" >"$scratch/out" 2>"$scratch/err"; }
many 1 whole
many 3 killed & search=$!
victim=
while kill -0 $search 2>/dev/null && [ -z "$victim" ]; do
    mapfile -t family < <(children $search)
    [ ${#family[@]} -ge 4 ] && sleep 0.1 && victim=${family[3]} && kill -KILL "$victim" 2>/dev/null
done
wait $search; status=$?
if [ "$status" = 1 ] && [ -n "$victim" ] && cmp -s <(sed '/seconds"/d' "$scratch/whole") <(sed '/seconds"/d' "$scratch/killed"); then pass
else fail "a worker is killed, and something else is found"; fi

# --- what is found can be replayed ---------------------------------------------------------------------------

for test in stale fresh overtaken; do
    for strategy in $strategies; do
        run random -m registry_checks -t $test $registry --strategy $strategy --schedule "$scratch/found.schedule"
        key=$(grep -A1 '^error 1' "$scratch/out")
        if [ "$status" != 1 ]; then fail "$test: $strategy finds nothing"; continue; fi
        if ! grep -q 'and none that is simpler fails' "$scratch/out"; then fail "$test: $strategy gives up"; continue; fi
        run replay "$scratch/found.schedule"
        if [ "$status" = 1 ] && [ "$key" = "$(grep -A1 '^error 1' "$scratch/out")" ]; then pass; else fail "$test: $strategy is not replayed"; fi
    done
done

# --- schedules of a program that was changed -----------------------------------------------------------------

mkdir "$scratch/edited"
edit() { erlc "$@" -o "$scratch/edited" edited.erl; }   # as it is now
edit
run random -m edited -t main "$scratch/edited/edited.beam" --strategy walk --schedule "$scratch/edited/schedule"
[ "$status" = 1 ] && pass || fail "edited: nothing found"
expect 1 'badmatch' replay "$scratch/edited/schedule"
for how in FEWER MORE LONGER; do
    edit -D$how
    expect 1 'badmatch' replay "$scratch/edited/schedule" --relaxed
    if [ $how != LONGER ]; then
        # Without what it says of processes, they are taken for others.
        grep -v '^process:' "$scratch/edited/schedule" >"$scratch/edited/nameless"
        expect 0 'could not be done' replay "$scratch/edited/nameless" --relaxed
    fi
done

# --- conflicts that the user knows of --------------------------------------------------------------------------

for words in '' '--conflict locks:apart'; do
    run random -m locks -t apart "$scratch/locks.beam" --strategy procrastinate --runs 20 $words
    if [ "$status" = 0 ] && ! grep -q 'could be reversed' "$scratch/out"; then pass; else fail "apart: a conflict $words"; fi
done
expect 0 'conflicts in the runs of [0-9]+ draws, [1-9][0-9]* of them could be reversed' \
    random -m locks -t apart "$scratch/locks.beam" --strategy procrastinate --runs 20 --conflict locks:note
expect 0 'conflicts in the runs of [0-9]+ draws, [1-9][0-9]* of them could be reversed' \
    random -m locks -t apart "$scratch/locks.beam" --strategy procrastinate --runs 20 --conflict ets:insert

# --- statistics ----------------------------------------------------------------------------------------------

for test in guarded careless; do
    run check -m locks -t $test "$scratch/locks.beam" --keep-going --json "$scratch/json"
    all=$(number_of explored)
    expect '[01]' "^$all classes of equivalent runs met, each of them more than once: the next run is not likely to be of a new one, but rare ones may be missing" \
        random -m locks -t $test "$scratch/locks.beam" --strategy pos --runs 60000 --keep-going
done
expect 1 '^  how often: in [0-9]+ of 200 runs sampled' random -m locks -t careless "$scratch/locks.beam" --runs 200 --keep-going
expect 1 '^procrastination: [0-9]+ conflicts in the runs of [0-9]+ draws, [0-9]+ of them could be reversed' \
    random -m locks -t careless "$scratch/locks.beam" --runs 200 --keep-going --strategy procrastinate --levels 2 --limit all,3

finish
