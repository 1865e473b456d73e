#!/usr/bin/env bash
# weft check and weft replay from outside: exit statuses, one clear line for bad input, bounds, interrupts, schedules
# that were edited or are none, and nothing left behind. What whole stories look like is in test/golden.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
export TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
erlc -o "$scratch" wrong.erl || exit 2
beam=$scratch/wrong.beam

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "$*"
    sed 's/^/    /' "$scratch/out" "$scratch/err" | head -20
}

# Runs weft with the words; its output and status are kept.
run() {
    timeout 60 "$weft" "$@" >"$scratch/out" 2>"$scratch/err"
    status=$?
}

# MESSAGE WORD...: exit status 2, this line on standard error, and no other word.
refuse() {
    local message=$1
    shift
    run "$@"
    sed -i "s|$scratch|DIR|g" "$scratch/err"
    if [ "$status $(cat "$scratch/err")" = "2 weft: $message" ] && [ ! -s "$scratch/out" ]; then pass; else fail "refuse $*: $status"; fi
}

# STATUS PATTERN WORD...: the exit status, and a line that matches.
expect() {
    local wanted=$1 pattern=$2
    shift 2
    run "$@"
    if [ "$status" = "$wanted" ] && grep -qE -- "$pattern" "$scratch/out"; then pass; else fail "expected $wanted, $pattern: $* gives $status"; fi
}

check() { local name=$1; shift; echo check -m wrong -t "$name" "$beam" "$@"; }

# --- bad input ----------------------------------------------------------------------------------------------

c="check -m wrong -t results $beam"
refuse "say what to run: -m MODULE -t FUNCTION" check
refuse "say which function of wrong to run: -t FUNCTION" check -m wrong "$beam"
refuse "say in which module results is: -m MODULE" check -t results "$beam"
refuse "-m needs a value: MOD" check -m
refuse "say what to run: -m MODULE -t FUNCTION; of ../../examples/bank.erl these take no arguments: main, start_account. For example: -m bank -t main" \
    check ../../examples/bank.erl
refuse "say which function of bank to run: -t FUNCTION; of ../../examples/bank.erl these take no arguments: main, start_account. For example: -m bank -t main" \
    check -m bank ../../examples/bank.erl
refuse "say which function of other to run: -t FUNCTION" check -m other ../../examples/bank.erl
refuse "module wrnog was not found in the given files or on the code path; did you mean wrong?" check -m wrnog -t results "$beam"
refuse "module nowhere was not found in the given files or on the code path" check -m nowhere -t results "$beam"
refuse "module wrong exports no function reslts/0; did you mean results?" check -m wrong -t reslts "$beam"
refuse "module wrong exports no function something_else/0" check -m wrong -t something_else "$beam"
refuse "module wrong exports with_arguments/1 and with_arguments/2, but not with_arguments/0" check -m wrong -t with_arguments "$beam"
refuse "there is no option --keep-gong; did you mean --keep-going?" $c --keep-gong
refuse "--keep-going takes no value" $c --keep-going=yes
refuse "--dpor best: choose optimal, source, persistent or none" $c --dpor best
refuse "--scheduling-bound says how many, but not of what: --scheduling-bound-type preemption or delay" $c --scheduling-bound 2
refuse "--scheduling-bound-type often: choose none, preemption or delay" $c --scheduling_bound_type often --scheduling_bound 1
refuse "--scheduling-bound-type delay works without a reduction only: leave out --dpor source" $c --scheduling_bound_type delay --dpor source
for dpor in optimal source persistent; do
    refuse "--scheduling-bound-type preemption has a reduction of its own, since $dpor would leave out some of what has few preemptions: leave out --dpor $dpor, or choose none" \
        $c --scheduling_bound_type preemption --scheduling_bound 2 --dpor $dpor
done
refuse "--jobs and --scheduling-bound-type cannot be used together" $c --scheduling_bound_type preemption --jobs 2
refuse "--timeouts and --after-timeout exclude each other: the first is about all timeouts" $c --timeouts idle --after_timeout 10
refuse "--timeouts never: choose default, any or idle" $c --timeouts never
refuse "--assertions-only and --strict-exits exclude each other: exits are no assertions" $c --assertions_only --strict_exits
refuse "--strict-deadlock and --ignore-error deadlock exclude each other" $c --strict_deadlock --ignore_error deadlock
refuse "--ignore-error all: choose abnormal_exit, assertion, deadlock, depth_bound, livelock, halt, not_linearizable, monitor or liveness" $c --ignore-error all
refuse "-q and --show-races exclude each other" $c --show_races -q
refuse "--max-seconds 0: it must be at least 1" $c --max-seconds 0
refuse "--max-seconds -1: a number is wanted, such as 500 or 2g" $c --max-seconds -1
refuse "--depth-bound 99999999999999999999: the number is too large" $c --depth_bound 99999999999999999999
refuse "--depth-bound 20000000000g: the number is too large" $c --depth_bound 20000000000g
refuse "--depth-bound: the number is too large" $c --depth_bound 8g
refuse "--interleaving-bound many: a number is wanted, such as 500 or 2g" $c --interleaving-bound many
refuse "--json DIR: it is a folder" $c --json "$scratch"
refuse "--json DIR/no/such/file: No such file or directory" $c --json "$scratch/no/such/file"
refuse "--json and --schedule are to be written to the same file" $c --json "$scratch/x" --schedule "$scratch/x"
refuse "DIR/missing.erl: No such file or directory" check -m wrong -t results "$scratch/missing.erl"
refuse "DIR/out: neither .erl nor .ex nor .exs nor .beam nor a directory" check -m wrong -t results "$scratch/out"
refuse "--otp DIR: no lib/stdlib-* there; give the folder that contains lib and bin" $c --otp "$scratch"
head -c 100 "$beam" >"$scratch/cut.beam"
run check -m cut -t results "$scratch/cut.beam"
if [ "$status" = 2 ] && [ "$(wc -l <"$scratch/err")" = 1 ]; then pass; else fail "a file cut short: $status"; fi

# Who asks for JSON learns of it there.
run check -m wrong -t nothing_like_it "$beam" --json "$scratch/json"
if grep -q '"status": "failed"' "$scratch/json" && grep -q '"message": "module wrong exports no' "$scratch/json"; then pass; else fail "JSON of a failure"; fi

# Erlang starts programs with its own folder in front of PATH.
PATH=$(dirname "$(find "$(erl -noshell -eval 'io:put_chars(code:root_dir()), halt().')" -path '*erts*/bin/erlexec' | head -n 1)"):$PATH \
    expect 0 "^ok: " $c

# --- verdicts -----------------------------------------------------------------------------------------------

expect 0 "^ok: no schedule of wrong:patient/0 fails" $(check patient)
expect 1 "^error 1: a process crashes" $(check impatient)
expect 0 "^ok: " $(check impatient --timeouts idle)
expect 0 "^ok: " $(check impatient --after_timeout 100)
expect 1 "^error 1: " $(check patient --timeouts any)
expect 0 "^ok: " $(check impatient --treat_as_normal too_late)
expect 0 "^ok: " $(check killed)
expect 1 "P.1 ends with exit: killed" $(check killed --strict_exits)
expect 0 "^ok: " $(check shut_down)
expect 1 "P.1 ends with exit: shutdown" $(check shut_down --keep_going --strict_exits)
expect 1 "P.2 ends with exit: {shutdown,restart}" $(check shut_down --keep_going --strict_exits)
expect 0 "^ok: " $(check ended_normally --strict_exits)
expect 1 "P ends with exit: killed" $(check killed_first)
expect 1 "^1 error in" $(check linked --keep_going)
expect 1 "and takes along P$" $(check linked)
expect 1 "^3 errors in" $(check linked --keep_going --strict-exits)
expect 1 "P ends with exit: broken" $(check linked --first_process_errors_only)
expect 1 "^1 error in" $(check workers --keep_going)
expect 1 "^2 errors in" $(check several --keep_going)
expect 0 "^warning: .*messages that nobody takes" $(check left_behind)
expect 0 "^note: processes are left behind" $(check left_behind_idle)
expect 1 "^error 1: deadlock" $(check left_behind --strict_deadlock)
expect 1 "^error 1: halt" $(check halting)
expect 1 "livelock" $(check computing --max-reductions 1m)
expect 1 "^error 1: an assertion fails" $(check lost_update --assertions-only)
expect 0 "^ok: " $(check lost_update --ignore-error assertion)
expect 1 "exit: enough" $(check crowd --depth-bound 20000)

# --- bounds -------------------------------------------------------------------------------------------------

expect 0 "^not exhaustive: --interleaving-bound was reached$" $(check long --interleaving-bound 10)
expect 0 "but the search is not exhaustive$" $(check long --max-seconds 1)
expect 0 "^not exhaustive: --max-seconds was reached$" $(check long --max-seconds 1)
expect 0 "^not exhaustive: --max-seconds was reached$" $(check counts_for_ever --max-reductions 1000g --max-seconds 1)
expect 0 "^--max-seconds was reached$" random -m wrong -t counts_for_ever "$beam" --max-reductions 1000g --max-seconds 1
expect 1 "ends with exit: found_before" $(check wrong_or_for_ever --max-reductions 1000g --max-seconds 2 --keep-going)
expect 1 "^not exhaustive: some interleavings were cut at --depth-bound" $(check ping_for_ever --depth-bound 50)

# Bounds of preemptions and delays: in rounds, as many as it takes, and nothing is told twice.
bounded() { local name=$1 type=$2; shift 2; check "$name" --scheduling_bound_type "$type" "$@"; }
expect 0 "^not exhaustive: interleavings with more than 1 preemption were left out$" $(bounded long preemption --scheduling_bound 1)
expect 0 "^proved: no schedule with at most 1 preemption fails$" $(bounded long preemption --scheduling_bound 1)
expect 0 "^not exhaustive: interleavings with delays were left out$" $(bounded long delay --scheduling_bound 0)
expect 0 "^proved: no schedule without delays fails$" $(bounded long delay --scheduling_bound 0)
expect 0 "^not exhaustive: --max-seconds was reached$" $(bounded long preemption --max-seconds 1)
expect 0 "^proved: no schedule with at most [0-9]* preemptions? fails$" $(bounded long preemption --max-seconds 1)
expect 0 "^not exhaustive: --interleaving-bound was reached$" $(bounded long preemption --interleaving-bound 100)
expect 0 "^100 interleavings explored" $(bounded long preemption --interleaving-bound 100)
expect 0 "^ok: " $(bounded patient preemption --scheduling_bound 5)
expect 0 "^ok: " $(bounded patient delay)
expect 0 "^no error found" $(bounded lost_update preemption --scheduling_bound 0)
expect 1 "^proved: no schedule without preemptions fails$" $(bounded lost_update preemption)
expect 1 "how often: in 1 of .* explored so far; it takes 1 preemption" $(bounded lost_update preemption)
expect 1 "^6 interleavings explored" $(bounded lost_update preemption --keep-going)
expect 1 "^6 interleavings explored" $(check lost_update --keep-going)
expect 1 "it takes no preemption" $(bounded impatient preemption)   # who waits may be left, also if its time may be over
expect 1 "it takes [0-9]* delay" $(bounded lost_update delay)

run $(bounded lost_update preemption --scheduling_bound 1 --json "$scratch/json")
if [ "$status" = 1 ] && grep -A2 '"scheduling_bound": {' "$scratch/json" | tr -d '\n ' | grep -q '{"type":"preemption","explored_up_to":0' \
    && grep -q '^ *"preemptions": 1,$' "$scratch/json"; then pass; else fail "JSON of a bounded search"; fi

# The same results and errors with every bound as without a reduction.
found() { "$weft" $(check "$@" -q --keep-going --json "$scratch/json") >"$scratch/out" 2>&1; grep -E '^ *(\{ *)?"(result|kind|reason|preemptions)":' "$scratch/json" | tr -d ' {,' | sort; }
for name in lost_update patient impatient results several linked killed workers; do
    for bound in 0 1 2; do
        found $name --scheduling_bound_type preemption --scheduling_bound $bound >"$scratch/bounded"
        if found $name --scheduling_bound_type preemption --scheduling_bound $bound --dpor none | diff "$scratch/bounded" - >"$scratch/err"; then pass
        else fail "$name differs with at most $bound preemptions"; fi
    done
done

# --- interrupts ---------------------------------------------------------------------------------------------

# SIGNAL NAME STATUS PATTERN: a search that takes for ever is stopped.
interrupt() {
    env --default-signal="$1" "$weft" $(check "$2" --keep-going --json "$scratch/json") >"$scratch/out" 2>"$scratch/err" &
    local search=$!
    sleep 1.5
    kill -s "$1" $search
    wait $search
    status=$?
    if [ "$status" = "$3" ] && grep -qE "$4" "$scratch/out" && grep -q "^not exhaustive: interrupted$" "$scratch/out" &&
        grep -q '"complete": false' "$scratch/json"; then pass; else fail "SIG$1 during $2: $status"; fi
}
interrupt INT long 130 "but the search is not exhaustive"
interrupt TERM long 143 "but the search is not exhaustive"
interrupt HUP long 129 "but the search is not exhaustive"
interrupt INT long_and_wrong 1 "exit: wrong_at_once"

# A run that takes for ever ends when it is told to, and takes its compiled sources along.
printf -- '-module(endless).\n-export([main/0]).\nmain() -> main().\n' >"$scratch/endless.erl"
"$weft" run -m endless -t main "$scratch/endless.erl" >"$scratch/out" 2>"$scratch/err" &
endless=$!
sleep 1.5
kill -s INT $endless
wait $endless
status=$?
if [ $status = 130 ] && [ -z "$(ls "$TMPDIR")" ]; then pass; else fail "SIGINT during a run: $status"; fi

# --- schedules ----------------------------------------------------------------------------------------------

# What a schedule says is what weft check said, options included.
round_trip() {
    local name=$1 wanted=$2
    shift 2
    run $(check "$name" --schedule "$scratch/$name.schedule" "$@")
    expect 1 "$wanted" replay "$scratch/$name.schedule"
}
round_trip locks "deadlock"
round_trip lost_update "assertEqual"
round_trip timer "timer_was_first"
round_trip patient "too_late" --timeouts any
round_trip killed "killed" --strict-exits
round_trip shut_down "shutdown" --strict-exits
round_trip left_behind "left behind" --strict-deadlock
round_trip ping_for_ever "depth_bound" --depth-bound 40
round_trip halting "status 3"
round_trip late "P.1->P" --delivery async
expect 0 "^no error in this interleaving" replay "$scratch/patient.schedule" --treat-as-normal too_late

# Edited ones.
s=$scratch/edited.schedule
schedule() { printf 'module: wrong\nfunction: %s\nfile: %s\n%s\n' "$1" "$beam" "${*:2}" | sed 's/ P/\nP/g' >"$s"; }
schedule lost_update P P P P P.1 P.2
expect 1 "assertEqual" replay "$s"
schedule lost_update P P P P P.1 P.1 P.2
expect 0 "^no error in this interleaving of wrong:lost_update/0$" replay "$s"
schedule lost_update
expect 0 "^no error in this interleaving" replay "$s"
schedule lost_update P P P P P.7 P.1 P.2
refuse "line 8: P.7 cannot act here, as step 5; --relaxed leaves such steps out" replay "$s"
expect 1 "^1 step of the schedule could not be done and was left out$" replay "$s" --relaxed
schedule lost_update P.1 P.2 P P P P P.1 P.2
refuse "line 4: P.1 cannot act here, as step 1; --relaxed leaves such steps out" replay "$s"
expect 1 "^2 steps of the schedule could not be done and were left out$" replay "$s" --relaxed
printf '\r\n  module: wrong \r\nfunction: results\r\nfile: %s\r\n\r\n\tP # first\r\n' "$beam" >"$s"
expect 0 "^no error in this interleaving" replay "$s"

# Those that are none.
refuse "say which schedule: weft replay FILE" replay
refuse "DIR/none: No such file or directory" replay "$scratch/none"
refuse "DIR: not a regular file" replay "$scratch"
refuse "DIR/wrong.beam: not a schedule of weft" replay "$beam"
: >"$s"
refuse "DIR/edited.schedule: not a schedule of weft: it names no module and function" replay "$s"
refuse "run.sh: line 4 is not a line of a schedule: . \"\$(dirname \"\$0\")/../lib.sh\"" replay run.sh
schedule no_such_function P
refuse "module wrong exports no function no_such_function/0" replay "$s"
sed -i 's/module: wrong/module: other/' "$s"
refuse "module other was not found in the given files or on the code path" replay "$s"
schedule results P
echo "option: --bogus" >>"$s"
refuse "there is no option --bogus; --help lists them" replay "$s"
schedule results P
yes "# nothing" | head -n 300000 >>"$s"
expect 0 "^no error" replay "$s"
schedule ping_for_ever
yes P.1 | head -n 200000 >>"$s"
expect 1 "^error 1: an interleaving does not end" replay "$s" --relaxed

printf 'Schedule of error 1\n' >"$scratch/cut.schedule"
refuse "DIR/cut.schedule: not a schedule of weft: it names no module and function" replay "$scratch/cut.schedule"

# --- drawn by chance ----------------------------------------------------------------------------------------

expect 0 "^no error found" $(check third_counts_first -i 100)
expect 1 "^[0-9]+ more runs? drawn by chance, .*: here is the error$" $(check third_counts_first -i 100 --random 1000)
expect 1 "how often: in 1 of [0-9]+ runs? drawn by chance$" $(check third_counts_first -i 100 --random 1000)
run $(check third_counts_first -i 100 --random 1000 --schedule "$scratch/drawn" --json "$scratch/drawn.json")
grep -q '"sampling"' "$scratch/drawn.json" && pass || fail "the JSON of a run drawn by chance does not say so"
expect 1 "^error 1: a process crashes" replay "$scratch/drawn"
expect 0 "^50 more runs drawn by chance, .*: none of them fails$" $(check nobody_minds_who_counts_first -i 100 --random 50)
run $(check nobody_minds_who_counts_first --random 50)
grep -q "drawn by chance" "$scratch/out" && fail "what was explored all is drawn by chance, too" || pass
refuse "--random none: a number is wanted, such as 500 or 2g" $(check results --random none)

# --- a program that has changed since -----------------------------------------------------------------------

cat >"$scratch/acc.erl" <<'END'
-module(acc).
-export([main/0]).
main() ->
    Table = ets:new(t, [public]),
    ets:insert(Table, {n, 0}),
    Adding = [spawn_monitor(fun() -> add(Table) end) || _ <- [1, 2]],
    [receive {'DOWN', Ref, _, _, _} -> ok end || {_, Ref} <- Adding],
    2 = ets:lookup_element(Table, n, 2).
add(Table) ->
    N = ets:lookup_element(Table, n, 2),
    ets:insert(Table, {n, N + 1}).
END
run check -m acc -t main "$scratch/acc.erl" --schedule "$scratch/before"
for line in 'Adding =' '2 = ets' 'N = ets' 'ets:insert(Table, {n, N'; do
    mkdir -p "$scratch/changed"
    sed "s/^    $line/    io:format(\"here~n\"),\n&/" "$scratch/acc.erl" >"$scratch/changed/acc.erl"
    sed "s|$scratch/acc.erl|$scratch/changed/acc.erl|" "$scratch/before" >"$scratch/after"
    expect 1 "^the program has changed since the schedule was written: [0-9]+ steps are new$" replay "$scratch/after"
    grep -q "badmatch,1" "$scratch/out" && pass || fail "the same error is met after an io:format was added before $line"
done
sed "s/^    ets:insert(Table, {n, N.*/    N./" "$scratch/acc.erl" >"$scratch/changed/acc.erl"
run replay "$scratch/after"
[ "$status" = 2 ] && grep -q "cannot act here" "$scratch/err" && pass || fail "a step that is gone is left out without a word"

# --- a file under another name ----------------------------------------------------------------------------

erlc -o "$scratch" wrong.erl && mv "$scratch/wrong.beam" "$scratch/renamed.beam"
refuse "module renamed was not found in the given files or on the code path; the file renamed.beam holds another module: was it renamed?" check -m renamed -t results "$scratch/renamed.beam"
rm -f "$scratch/renamed.beam"

# --- a node without a name ---------------------------------------------------------------------------------

cat >"$scratch/alone.erl" <<'END'
-module(alone).
-export([main/0]).
main() -> {ok, Peer, _} = peer:start_link(#{name => other}), peer:stop(Peer).
END
expect 1 "the node that it runs on has no name: --node NAME gives it one" check -m alone -t main "$scratch/alone.erl"
expect 0 "^ok: no schedule of alone:main/0 fails$" check -m alone -t main "$scratch/alone.erl" --node main

# --- nothing is left ----------------------------------------------------------------------------------------

run check -m wrong -t results wrong.erl
run check -m wrong -t no_such_function wrong.erl
run replay "$s" wrong.erl
if [ -z "$(ls -A "$TMPDIR")" ]; then pass; else fail "left behind: $(ls -A "$TMPDIR")"; fi
finish
