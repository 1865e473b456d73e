#!/usr/bin/env bash
# weft check --checkpoint: a search that is killed again and again, or whose file ends anywhere, comes to what one search
# comes to; what is of another search is refused. SLOW=1 kills a hundred times.
#     WEFT=build/weft test/checkpoint/run.sh
here=$(cd "$(dirname "$0")" && pwd)
weft=${WEFT:?the program to test}
export LC_ALL=C.UTF-8
unset GITHUB_ACTIONS
scratch=$(mktemp -d)
trap 'cd /; rm -rf "$scratch"' EXIT
erlc -o "$scratch" "$here/kept.erl" || exit 2
cd "$scratch" || exit 2
passed=0 failed=0

verdict() {   # SENTENCE, after a command: whether it holds
    if [ "$?" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; head -n 5 out err 2>/dev/null | cut -c 1-300; fi
}

check() {   # FUNCTION OPTION...: what is found is in the file found
    timeout 100 "$weft" check -q -m kept -t "$1" kept.beam --keep-going --json found "${@:2}" >out 2>err
}

# What does not depend on who did the work, and when.
told() { grep -v '^ *"\(seconds\|events\|blocked\|interleaving\)": [0-9]' "$1"; }
is_as() { cmp -s <(told "$1") <(told found) && ! grep -q '"status": "failed"' found; }

for function in cells mail short tree; do check $function; mv found $function; done

# --- one after the other -----------------------------------------------------------------------------------

for function in cells mail short tree; do
    check $function --checkpoint $function.kept; is_as $function; verdict "$function: what is kept is what was found"
    check $function --checkpoint $function.kept --jobs 2; is_as $function; verdict "$function: what was done is told again"
done
size=$(stat -c %s cells.kept)
check cells --checkpoint cells.kept
[ "$(stat -c %s cells.kept)" -eq "$size" ]; verdict "and nothing is done again for that"
check cells --checkpoint shared.kept --jobs 3; is_as cells; verdict "by three processes"
timeout 100 "$weft" check -q -m kept -t mail kept.beam --checkpoint first.kept >out 2>err
[ $? -eq 1 ]; verdict "the first error ends a search"
size=$(stat -c %s first.kept)
timeout 100 "$weft" check -m kept -t mail kept.beam --checkpoint first.kept >out 2>err
[ $? -eq 1 ] && grep -q backwards out && [ "$(stat -c %s first.kept)" -eq "$size" ]; verdict "and ends it again"

for ((left = 100; left > 0; left--)); do
    check cells --checkpoint timed.kept --max-seconds 1
    grep -q '"complete": true' found && break
done
[ "$left" -lt 100 ] || echo "(this machine needs no second for it)"
is_as cells; verdict "a second at a time"
timeout --foreground -s INT 1 "$weft" check -q -m kept -t cells kept.beam --keep-going --checkpoint stopped.kept >out 2>err
check cells --checkpoint stopped.kept; is_as cells; verdict "after an interrupt"

# --- kills -------------------------------------------------------------------------------------------------

children() { local child; for child in $(cat /proc/"$1"/task/"$1"/children 2>/dev/null); do echo "$child"; children "$child"; done; }

# Ends weft itself, or one of the processes that it has made, after a while.
kill_one() {   # PROCESS
    local victims victim
    sleep "$((RANDOM % 2)).$((RANDOM % 10))"
    mapfile -t victims < <(echo "$1"; echo "$1"; children "$1")
    victim=${victims[RANDOM % ${#victims[@]}]}
    kill -KILL "$victim" 2>/dev/null
    [ "$victim" = "$1" ] || sleep 0.3
    kill -KILL "$1" 2>/dev/null
    wait "$1" 2>/dev/null
}

kills=5
[ -n "${SLOW:-}" ] && kills=50
for function in cells tree; do
    for ((left = kills; left > 0; left--)); do
        "$weft" check -q -m kept -t $function kept.beam --keep-going --json found --checkpoint $function.killed --jobs $((RANDOM % 4 + 1)) >out 2>err &
        kill_one $!
    done
    check $function --checkpoint $function.killed --jobs 2
    is_as $function; verdict "$function: after $kills kills"
done

"$weft" check -q -m kept -t cells kept.beam --keep-going --json found --checkpoint worker.kept --jobs 2 >out 2>err &
sleep 1
for worker in $(children $! | tail -n 1); do kill -KILL "$worker"; done
wait $!
is_as cells; verdict "when a worker is killed another one takes its place"

# --- files that end anywhere -----------------------------------------------------------------------------------

for function in cells tree; do
    size=$(stat -c %s $function.killed)
    for ((left = 3; left > 0; left--)); do
        head -c $((RANDOM * 7919 % size)) $function.killed >torn.kept
        check $function --checkpoint torn.kept --jobs $((RANDOM % 3 + 1))
        is_as $function; verdict "$function: with the first $(stat -c %s torn.kept) bytes of $size"
    done
done
size=$(stat -c %s cells.kept)
for place in $((size / 2)) $((size - 3)); do
    cp cells.kept torn.kept
    printf '\377\376\375' | dd of=torn.kept bs=1 seek=$place conv=notrunc 2>/dev/null
    check cells --checkpoint torn.kept
    is_as cells; verdict "with other bytes from $place on"
done
size=$(stat -c %s short.kept)
for ((bytes = 0; bytes < size; bytes += size / 20 + 1)); do
    head -c $bytes short.kept >torn.kept
    check short --checkpoint torn.kept
    is_as short; verdict "short: with the first $bytes bytes of $size"
done
(ulimit -f 8; timeout 100 "$weft" check -m kept -t cells kept.beam --keep-going --checkpoint full.kept 2>err | cat >out)
grep -q 'full.kept: File too large: what is found from now on is not kept' err && grep -q '^ok: no schedule' out
verdict "a file that cannot grow does not end the search"
check cells --checkpoint full.kept; is_as cells; verdict "and what it has is good"

head -c 100 short.kept >short.kept.anew
check short --checkpoint short.kept; is_as short && [ ! -e short.kept.anew ]; verdict "what a kill has left beside a file goes away"
echo mine >short.kept.anew
check short --checkpoint short.kept; is_as short && [ "$(cat short.kept.anew)" = mine ]; verdict "and nothing else does"
rm short.kept.anew

# --- what is refused -----------------------------------------------------------------------------------------

refused() {   # SENTENCE MESSAGE OPTION...: with status 2, and one line
    local sentence=$1 message=$2 status=0
    shift 2
    timeout 60 "$weft" check "$@" >out 2>err || status=$?
    [ "$status" -eq 2 ] && grep -qF -- "$message" err && [ "$(grep -c . err)" -eq 1 ]
    verdict "$sentence"
}

other='is of another search'
refused "another function" "$other" -m kept -t mail kept.beam --keep-going --checkpoint short.kept
refused "other options" "$other" -m kept -t short kept.beam --keep-going --timeouts idle --checkpoint short.kept
refused "a search that ends with the first error" "$other" -m kept -t short kept.beam --checkpoint short.kept
mkdir new && sed 's/cells(6)/cells(7)/' "$here/kept.erl" >new/kept.erl && erlc -o new new/kept.erl
refused "other code" "$other" -m kept -t short new/kept.beam --keep-going --checkpoint short.kept
check short --checkpoint short.kept && is_as short; verdict "which leaves the file as it was"
cp kept.beam something
refused "something else" 'that is something else: nothing is written there' -m kept -t short kept.beam --checkpoint something
cmp -s kept.beam something; verdict "and nothing is"
refused "a folder" 'Is a directory' -m kept -t short kept.beam --checkpoint .
refused "a device" 'that is no file' -m kept -t short kept.beam --checkpoint /dev/null
refused "a place that is not there" 'No such file' -m kept -t short kept.beam --checkpoint nowhere/file
refused "another reduction" 'needs --dpor optimal' -m kept -t short kept.beam --checkpoint file --dpor source
refused "a scheduling bound" 'cannot be used together' -m kept -t short kept.beam --checkpoint file -c preemption
exec 9<short.kept
flock 9
refused "a file in use" 'is in use by another weft' -m kept -t short kept.beam --keep-going --checkpoint short.kept
exec 9<&-
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
