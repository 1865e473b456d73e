#!/usr/bin/env bash
# weft verify from outside: programs that never end, what always holds of them, what must happen at some time, and what is refused. That
# no two different states are taken for one is tested in test/completeness (states) and src/explore/states.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${ASSERTS:+$ASSERTS/weft} weft=${weft:-${WEFT:?the program to test}}   # rather the one with assertions
erlc -o "$scratch" ./*.erl >/dev/null || exit 2   # no weft_monitor is there to be a behaviour

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "$*"
    sed 's/^/    /' "$scratch/out" "$scratch/err" | head -20
}

run() {   # run MODULE FUNCTION WORD...
    local module=$1 function=$2
    shift 2
    (cd "$scratch" && timeout 60 "$weft" verify -m "$module" -t "$function" "$scratch" "$@" >"$scratch/out" 2>"$scratch/err")
    status=$?
}

expect() {   # expect STATUS PATTERN MODULE FUNCTION WORD...: a line of what it prints matches
    local wanted=$1 pattern=$2
    shift 2
    run "$@"
    if [ "$status" = "$wanted" ] && grep -qE -- "$pattern" "$scratch/out"; then pass; else fail "expected $wanted, $pattern: $* gives $status"; fi
}

refuse() {   # refuse PATTERN MODULE FUNCTION WORD...: exit status 2, and the message matches
    local pattern=$1
    shift
    run "$@"
    if [ "$status" = 2 ] && grep -qE -- "$pattern" "$scratch/err"; then pass; else fail "expected a refusal, $pattern: $* gives $status"; fi
}

# --- programs that never end have finitely many states ---------------------------------------------------------
expect 0 '^481 states, complete' locker ee --reduction none
expect 0 '^8952 states, complete' locker eee --reduction none
expect 0 '^8920 states, complete' locker ees --reduction none
expect 0 '^8952 states, complete' locker eee --reduction none --store compact
expect 0 '^67 states, complete' locker eee
expect 0 'states, complete' locker eee --store compact
expect 0 'not complete: --store bitstate' locker eee --store bitstate
expect 0 'states, complete' locker eee --search random --seed 3
expect 0 'not complete: --max-states was reached' locker eee --max-states 50
expect 0 '^[0-9]+ states?, complete' observers workers
expect 0 '^[0-9]+ states?, complete' observers calls
expect 0 '^[0-9]+ states?, complete' observers sleeper
expect 0 '^[0-9]+ states?, complete' observers timer

# Of processes that go round, each for itself, one after the other does: not all combinations of where they are.
expect 0 '^4369 states, complete' observers counters --reduction none
expect 0 '^[0-9]{1,3} states, complete' observers counters

# Of a worker that nobody can name any more nobody minds when it ends.
for program in spawner mail one_key; do expect 0 'complete' observers $program; done

# --- what states leave out is part of them where the program looks at it ---------------------------------------
for program in text keys unique; do expect 0 'looks at the order or text' observers $program; done
expect 0 'looks at the order or text' observers pair_order --max-states 200
expect 0 'looks at the order or text' observers clock --max-states 200
run observers workers
if grep -q 'looks at the order' "$scratch/out"; then fail 'workers does not look at the order of pids'; else pass; fi

# --- errors ----------------------------------------------------------------------------------------------------
expect 1 'the test function never returns' servers deadlock
expect 1 'ends with error: bad' servers worker_crashes
expect 0 'complete' servers told

# Who is told of an end first follows from nothing that is part of a state: both ways are found, and replayed.
for program in told_first told_last; do
    for error in news_first end_first; do expect 1 "ends with (exit: )?$error" observers $program -k; done
    run observers $program --output "$scratch/report.txt" -k
    (cd "$scratch" && timeout 60 "$weft" replay report.txt >"$scratch/out" 2>"$scratch/err")
    if [ $? = 1 ] && grep -q '_first' "$scratch/out"; then pass; else fail "replay of $program"; fi
done

# --- what always holds -----------------------------------------------------------------------------------------
exclusive='!(in_use(A) & in_use(B) & A != B)'
expect 0 'complete' servers mutex --always "$exclusive"
expect 1 'here with A = P\.[23], B = P\.[23]' servers no_mutex --always "$exclusive"
expect 0 'complete' locker ees --always '!(in_use({A, e}) & in_use({B, _}) & A != B)'
expect 1 'not always !in_use' locker ee --always '!in_use(_)'
expect 1 'not always !send' servers mutex --always '!send(_, _, {give, _})'
expect 1 'not always !deadlock' servers deadlock --always '!deadlock' -k
expect 0 'complete' servers mutex --always '!deadlock'

# An election by majority has two leaders, and so has one by all; one by pledges is proved (election.erl has the argument).
one_leader='!(leader(A) & leader(B) & A != B)'
expect 1 'not always !\(leader' election three --always "$one_leader"
expect 1 'not always !\(leader' election all --always "$one_leader"
expect 1 'not always !\(leader' election crash_all --always "$one_leader"
expect 0 '^proved: !\(leader' election pledge --always "$one_leader"

# --- shortest paths --------------------------------------------------------------------------------------------
run servers no_mutex --always "$exclusive" --shortest --json "$scratch/json"
steps=$(sed -n 's/^ *"schedule": "\(.*\)",$/\1/p' "$scratch/json" | head -n 1 | wc -w)
if [ "$status" = 1 ] && [ "$steps" = 3 ]; then pass; else fail "the shortest way has 3 steps, not $steps"; fi

run servers no_mutex --always "$exclusive" --search breadth --store compact --json "$scratch/json"
steps=$(sed -n 's/^ *"schedule": "\(.*\)",$/\1/p' "$scratch/json" | head -n 1 | wc -w)
if [ "$status" = 1 ] && [ "$steps" = 3 ]; then pass; else fail "the first error of --search breadth has 3 steps, not $steps"; fi
expect 0 '^8952 states, complete, 23279 transitions, 68 steps deep' locker eee --search breadth
expect 0 'paths were cut at --depth-bound' locker eee --search breadth --depth-bound 20

# --- what must happen ------------------------------------------------------------------------------------------
answered='G(request(C) -> X F release(C))'
expect 0 'complete' locker ee --ltl "$answered"
expect 0 'complete' locker es --ltl "$answered"
expect 1 'here with C = P' locker ees --ltl "$answered"
expect 1 'repeat' locker ees --ltl "$answered" --fairness strong
expect 1 'repeat' locker ee --ltl "$answered" --fairness none
expect 1 'repeat|for ever' servers killers --ltl "$answered" --ignore-error deadlock
expect 1 'here with N = 1|not G F' servers starved --ltl 'G F got(1)' --fairness weak
expect 0 'complete' servers ends --ltl 'F finished'
expect 1 'the last state stays for ever' servers ends --ltl 'G F finished'
expect 0 'complete' servers ends --ltl 'F G !working'
expect 0 'complete' servers mutex --ltl 'G(in_use(P) -> F !in_use(P))'

# A step that does not come back is left where it is when time is up, and what was found is told.
expect 0 'not complete: --max-seconds was reached' observers endless_step --max-seconds 1 --max-reductions 1000000m

# --- for programs ----------------------------------------------------------------------------------------------
run locker ees --ltl "$answered" --json "$scratch/json"
if grep -q '"cycle_from": [0-9]' "$scratch/json" && grep -q '"kind": "liveness"' "$scratch/json" && grep -q '"states": 8920' "$scratch/json"; then pass; else fail 'JSON of a lasso'; fi

# --- what is found can be replayed -----------------------------------------------------------------------------
run servers worker_crashes --output "$scratch/report.txt"
(cd "$scratch" && timeout 60 "$weft" replay report.txt >"$scratch/out" 2>"$scratch/err")
if [ $? = 1 ] && grep -q 'ends with error: bad' "$scratch/out"; then pass; else fail 'replay'; fi

# --- monitors ---------------------------------------------------------------------------------------------------
# What they know is a part of the state, and they come to the verdict of a formula.
expect 0 'proved: monitor watchers, in every state' servers mutex --monitor watchers
expect 1 'monitor watchers: \{too_many,\[P\.[23],P\.[23]\]\}' servers no_mutex --monitor watchers
expect 0 'proved: monitor watchers:2, in every state' servers no_mutex --monitor watchers:2
expect 1 'monitor watchers: 3' servers mutex --monitor 'watchers:{count,3}'
expect 0 'proved: monitor watchers:\{view,1\}, in every state' servers mutex --monitor 'watchers:{view,1}'
expect 0 'what follows from [0-9]+ states was left out, as monitors say' servers mutex --monitor 'watchers:{prune,1}'
run servers mutex --reduction none
plain=$(sed -n 's/^\([0-9]* states\), complete.*/\1/p' "$scratch/out")
expect 0 "^$plain, complete" servers mutex --monitor watchers --monitor 'weft_monitor:bounds(#{processes => 4})'
expect 1 'monitor watchers: ' servers no_mutex --monitor watchers --shortest
expect 0 'proved: monitor weft_monitor:mailbox\(2\)' servers mutex --monitor 'weft_monitor:mailbox(2)'
expect 1 'monitor weft_monitor: \{processes,4\}' servers mutex --monitor 'weft_monitor:bounds(#{processes => 3})'
expect 1 'not always !deadlock' servers deadlock --monitor weft_monitor:deadlock -k
expect 1 'monitor weft_monitor: \{both_inside,\[P\.[12],P\.[12]\]\}' watched no_exclusion --monitor 'weft_monitor:mutual_exclusion(enter, leave)'
expect 0 'complete' watched exclusion --monitor 'weft_monitor:mutual_exclusion(enter, leave)'
expect 1 'monitor watchers: \{too_many' servers no_mutex --monitor watchers --store compact

expect 1 'monitor watchers: \{timeout,P\}' observers sleeper --monitor 'watchers:{timeouts,1}'
expect 1 'monitor watchers: \{kill,P\.[1-3]\}' servers mutex --kills 1 --monitor 'watchers:{faults,1}'
expect 1 'monitor watchers: \{crash,other@weft\}' servers mutex --nodes other --crashes 1 --monitor 'watchers:{faults,1}'
expect 0 'proved: monitor watchers' servers mutex --monitor 'watchers:{faults,1}'

# One that does more than look is refused, with its stack.
refused() {   # PATTERN TERM
    refuse "$1" servers mutex --monitor "watchers:{$2,1}"
    if grep -q 'in watchers:' "$scratch/err"; then pass; else fail "no stack: $2"; fi
}
refused 'monitor watchers: it crashes with error: badarg' crash
refused 'monitor watchers: it waits, or computes on and on' loop
refused 'monitor watchers: it waits, or computes on and on' wait
refused 'monitor watchers: it may only look, and sends hello to P' send
refused 'monitor watchers: it may only look, and ets:new\(mine' table
refused 'monitor watchers: it crashes with error: \{bad_return,what\}' bad
refuse 'monitor locker: it exports no step/3, which a monitor has' servers mutex --monitor locker
refuse 'monitor nothing: there is no such module' servers mutex --monitor nothing
refuse 'monitor watchers: .*syntax error' servers mutex --monitor 'watchers:{'
refuse 'monitor weft_monitor: it crashes with error: \{no_such_monitor,\{some,1\}\}' servers mutex --monitor 'weft_monitor:some(1)'

# --- functions in formulas --------------------------------------------------------------------------------------
expect 0 'proved: watchers:at_most\(1\), in every state' servers mutex --always 'watchers:at_most(1)'
expect 1 'not always watchers:at_most\(1\)' servers no_mutex --always 'watchers:at_most(1)'
expect 0 'proved' servers no_mutex --always 'watchers:at_most(2) & watchers:few & watchers:says_yes()'
expect 1 'not always' servers mutex --always '!watchers:says_yes()'
expect 0 'proved' servers mutex --ltl 'G (in_use(P) -> F watchers:at_most(0))'
refuse 'watchers:crashes: error: badarg in' servers mutex --always 'watchers:crashes'
refuse 'watchers:sends: it may only look, and sends hello to P' servers mutex --always 'watchers:sends'
refuse 'watchers:loops: it waits, or computes on and on' servers mutex --always 'watchers:loops'
refuse 'watchers:strange: error: \{not_a_boolean,7\}' servers mutex --always 'watchers:strange'
refuse 'watchers:nothing: error: undef' servers mutex --always 'watchers:nothing'
refuse 'a term without variables' servers mutex --always 'in_use(X) -> watchers:at_most(X)'

# --- from a probe on --------------------------------------------------------------------------------------------
expect 0 'complete' watched exclusion --from-probe enter --monitor 'weft_monitor:mutual_exclusion(enter, leave)'
run watched exclusion --from-probe enter --always '!leave' --output "$scratch/report.txt"
(cd "$scratch" && timeout 60 "$weft" replay report.txt --ignore-error depth_bound >"$scratch/out" 2>"$scratch/err")
if [ $? = 0 ] && grep -q 'option: --from-probe enter' report.txt "$scratch/report.txt" 2>/dev/null; then pass; else fail 'a schedule keeps where it begins'; fi
refuse 'from-probe nothing: nobody marks that' servers ends --from-probe nothing

# --- abstractions -----------------------------------------------------------------------------------------------
# A counter that only grows makes infinitely many states, and few that matter.
expect 0 'not complete: --max-states was reached' watched counting --max-states 2000
expect 0 'not complete: the verdict is about the abstraction' watched counting --abstraction watched --always 'watched:is_small(3)'
run watched counting --abstraction watched
if grep -qE '^[0-9]{1,2} states, ' "$scratch/out"; then pass; else fail 'an abstraction makes few states'; fi
expect 1 'not always !third' watched counting --abstraction watched --always '!third' --max-states 5000
refuse 'watchers:abstract: error: undef' watched counting --abstraction watchers
refuse 'does not work with --ltl' watched counting --abstraction watched --ltl 'G true'

# --- refused ---------------------------------------------------------------------------------------------------
refuse 'expected a formula' servers mutex --ltl 'G('
refuse 'variable X never gets a value' servers mutex --always 'X != Y'
refuse 'speaks of later ones, so give it to --ltl' servers mutex --always 'F in_use(_)'
refuse 'send has 3 arguments' servers mutex --always '!send(_, _)'
refuse 'closes' servers mutex --always '!in_use({A, e)'
refuse 'choose exact, compact or bitstate' servers mutex --store all
refuse -- '--ltl needs --store exact' servers mutex --store compact --ltl 'G true'

finish
