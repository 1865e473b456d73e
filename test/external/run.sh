#!/usr/bin/env bash
# --external: a real erl evaluates the call, once for each list of arguments; what cannot travel is refused; erl ends
# when weft does, however that ends.
#     WEFT=build/weft test/external/run.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
erlc -o "$scratch" abroad.erl || exit 2
functions=(sum/1 draw/0 fails/1 exits/1 throws/1 echo/1 reference/0 prints/0 dies/0 ends/0 sleeps/0)
externals=()
for function in "${functions[@]}"; do externals+=(--external "abroad:$function"); done

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "$*"
    head -n 20 "$scratch/out" | sed 's/^/    /'
}

# COMMAND FUNCTION WORD...
weft() {
    local command=$1 function=$2
    shift 2
    timeout 60 "$weft" "$command" -m abroad -t "$function" --pa "$scratch" "$@" >"$scratch/out" 2>&1
    status=$?
}

# STATUS PATTERN FUNCTION...: of weft run.
expect() {
    local wanted=$1 pattern=$2 function
    shift 2
    for function; do
        weft run "$function" "${externals[@]}"
        if [ $status = "$wanted" ] && grep -qE -- "$pattern" <(cat "$scratch/out"; echo); then pass
        else fail "$function: exit status $status, not $wanted with '$pattern'"; fi
    done
}

expect 0 '^6$' value through_apply
expect 0 '^4$' through_fun
expect 0 '^$' place error_back exit_back throw_back all_kinds
expect 1 'error: \{no,1\}' uncaught
expect 0 'printed abroad' printing
expect 1 'exit: killed' dying
expect 2 'external abroad:echo/1: an argument contains a pid' pid_there
expect 2 'external abroad:echo/1: an argument contains a fun' fun_there
expect 2 'external abroad:echo/1: an argument contains a port' port_there
expect 2 'external abroad:echo/1: an argument contains a reference' reference_there
expect 2 'external abroad:reference/0: its answer contains a reference' reference_back
expect 2 'the erl that answers --external calls has ended' ending

# Every interleaving sees the same answer, also if several processes search, and the report tells of it.
for jobs in 1 2; do
    weft check drawn "${externals[@]}" --jobs $jobs
    if [ $status = 0 ] && grep -q 'abroad:draw/0  1 answer$' "$scratch/out" && grep -q 'abroad:sum/1  2 answers$' "$scratch/out"
    then pass; else fail "drawn with $jobs jobs: $status"; fi
done
weft check value "${externals[@]}" --json "$scratch/json"
if grep -q '"external": "abroad:sum/1  1 answer' "$scratch/json"; then pass; else fail "no answers in the JSON file"; fi

# Without the option, what needs another program says what to do; with it, it is done.
weft run outside
if [ $status = 2 ] && grep -q -- '--external M:F/A' "$scratch/out"; then pass; else fail "outside: $status"; fi
weft run outside --external os:cmd/1
if [ $status = 0 ] && grep -Fxq '"5\n"' "$scratch/out"; then pass; else fail "outside, with the option: $status"; fi

# Options that make no sense.
for wrong in abroad abroad:sum abroad:/1 :sum/1 abroad:sum/x abroad:sum/300 erlang:self/0; do
    weft run value --external "$wrong"
    if [ $status = 2 ] && grep -q -- "^weft: --external $wrong: " "$scratch/out"; then pass; else fail "$wrong: $status"; fi
done

# No erl is left, after the end, an interrupt, or the worst.
helpers() { pgrep -f "open_port.*$scratch"; }
left() { helpers | wc -l; }
for signal in INT TERM KILL; do
    env --default-signal=INT "$weft" run -m abroad -t sleeping --pa "$scratch" "${externals[@]}" >"$scratch/out" 2>&1 &
    child=$!
    for _ in $(seq 100); do [ "$(left)" -gt 0 ] && break; sleep 0.05; done
    sleep 0.5
    kill -$signal $child
    wait $child 2>/dev/null
    for _ in $(seq 100); do [ "$(left)" -eq 0 ] && break; sleep 0.05; done
    if [ "$(left)" -eq 0 ]; then pass; else fail "erl outlives SIG$signal"; kill -KILL $(helpers); fi
done

finish
