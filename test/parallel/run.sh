#!/usr/bin/env bash
# weft parallel from outside: a model that holds, one whose server loses updates, one of a registry with races; what is
# told, what is shrunk to, schedules that replay, and one clear line for what cannot be done.
#     WEFT=build/weft test/parallel/run.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${ASSERTS:+$ASSERTS/weft} weft=$(realpath "${weft:-${WEFT:?the program to test}}")   # rather the one with assertions

erl -noshell -eval 'halt(case filelib:is_file(filename:join(code:lib_dir(proper), "include/proper.hrl")) of true -> 0; _ -> 1 end).' 2>/dev/null || {
    echo "skipped: there is no PropEr"
    echo "0 passed, 0 failed"
    exit 0
}
erlc -o "$scratch" ./*.erl || exit 2
[ -f ../random/registry.erl ] && erlc -o "$scratch" ../random/registry.erl

# Runs weft with the words; its output and status are kept.
run() {
    timeout 60 "$weft" "$@" >"$scratch/out" 2>"$scratch/err"
    status=$?
}

# STATUS PATTERN WORD...: the exit status, and a line that matches.
expect() {
    local wanted=$1 pattern=$2
    shift 2
    run "$@"
    if [ "$status" = "$wanted" ] && grep -Eq -- "$pattern" "$scratch/out" "$scratch/err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$*: status $status, expected $wanted and /$pattern/"
        head -n 12 "$scratch/out" "$scratch/err" | sed 's/^/    /'
    fi
}

# PATTERN: the same output has a line that matches.
and() {
    if grep -Eq -- "$1" "$scratch/out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "no line matches /$1/"
        head -n 12 "$scratch/out" | sed 's/^/    /'
    fi
}

# A server that counts right, by a property over parallel commands.
expect 0 '^no error found in 30 cases for right_model$' parallel -m right_model "$scratch" --runs 300
expect 0 '^no error found in [0-9]+ cases for right_model$' parallel -m right_model "$scratch" --processes 3 --runs 200
expect 0 '^ok: no schedule of 1 case for right_model fails$' parallel -m right_model "$scratch" --exhaustive \
    --case '{[],[[{set,{var,1},{call,counter,add,[1]}}],[{set,{var,2},{call,counter,add,[2]}},{set,{var,3},{call,counter,value,[]}}]]}'

# One that loses updates, by a property over a sequence of commands: two of them are enough, and with one fewer, or
# one after the other, or smaller numbers, no interleaving fails.
expect 1 '^from [0-9]+ commands to 2 in [0-9]+ runs: no interleaving of the [0-9]+ smaller cases fails$' \
    parallel -m lost_model "$scratch" --schedule "$scratch/lost.schedule" --json "$scratch/lost.json"
and '^  no order of the calls explains what they returned$'
and '^      1  V1 = counter:add_slowly\(1\)  -> 1$'
and '^    then not 2: counter:add_slowly\(1\) -> 1 is not what the model expects there$'
and '^ *the race: with step [0-9]+ before step [0-9]+ the test passes$'
cp "$scratch/out" "$scratch/first"
expect 1 '^  no order of the calls explains what they returned$' replay "$scratch/lost.schedule"
and '^1 error in lost_model$'
expect 1 '^case 1 for lost_model fails$' parallel -m lost_model "$scratch"
if diff <(sed 's/[0-9.]* s, /TIME, /' "$scratch/first") <(sed 's/[0-9.]* s, /TIME, /' "$scratch/out"); then
    passed=$((passed + 1))
else
    failed=$((failed + 1)) && echo "the same seed led to another answer"
fi
expect 1 '^case 1 for lost_model fails$' parallel -m lost_model "$scratch" --whole
and '^1 error in lost_model with [0-9]+ commands$'
expect 1 '^from [0-9]+ commands to 2 in' parallel -m lost_model "$scratch" --seed 9 --processes 3
expect 1 '^from [0-9]+ commands to 2 in' parallel -m lost_model "$scratch" --exhaustive --commands 6 --seed 2

# Time is a limit, too: for all cases together.
expect 0 '^(ok: no schedule of|no error found in) [0-9]+ cases? for right_model' parallel -m right_model "$scratch" --exhaustive --max-seconds 1
expect 0 '^no error found in [0-9]+ cases for right_model$' parallel -m right_model "$scratch" --max-seconds 1

# As data: two lanes, what was placed and what was not.
python3 - "$scratch/lost.json" <<'END' && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "the JSON is not as expected"; }
import json, sys
data = json.load(open(sys.argv[1]))
history = data["errors"][0]["history"]
assert data["errors"][0]["kind"] == "not_linearizable"
assert [lane["name"] for lane in history["lanes"]] == ["first", "branch 1", "branch 2"]
assert history["order"] == [1] and history["stuck"] == [{"number": 2, "why": "postcondition"}]
assert data["parallel"]["commands"] == 2 and data["parallel"]["smaller_cases"] == data["parallel"]["smaller_cases_proved"]
END

# The registry: a dead process, and two who register it.
if [ -f "$scratch/registry.beam" ]; then
    expect 1 '^from [0-9]+ commands to 4 in [0-9]+ runs: no interleaving of the [0-9]+ smaller cases fails$' \
        parallel -m registry_model "$scratch" --runs 20000
    and '^      4  V4 = registry_model:'
fi

# A command that raises; arguments with quotes, funs and whatever else must arrive as they were.
expect 1 '^from [0-9]+ commands? to 1 in' parallel -m raising_model "$scratch" --schedule "$scratch/raising.schedule"
and '^  raising_model:divide\(.*, 0\) raises error: badarith$'
expect 1 ' raises error: badarith$' replay "$scratch/raising.schedule"

# A property that has more to say than the model.
expect 2 '^weft: it has several properties, and -t does not say which: prop_bad, prop_good$' parallel -m two_model "$scratch"
expect 0 '^no error found in 10 cases for two_model$' parallel -m two_model -t prop_good "$scratch" --runs 100
expect 1 '^from [0-9]+ commands to 3 in' parallel -m two_model -t prop_bad "$scratch"
and '^  P ends with error: \{property_false,two_model,prop_bad\}$'

# What cannot be done is said in one line.
expect 2 '^weft: counter is no model for proper_statem: it does not export initial_state/0$' parallel -m counter "$scratch"
expect 2 '^weft: module nobody was not found|^weft: .*nobody' parallel -m nobody "$scratch"
expect 2 '^weft: say which model: -m MODULE$' parallel "$scratch"
expect 2 '^weft: right_model exports no property prop_other/0$' parallel -m right_model -t prop_other "$scratch"
expect 2 '^weft: --processes 99: at most 16$' parallel -m right_model "$scratch" --processes 99

finish
