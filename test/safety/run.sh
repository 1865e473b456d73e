#!/usr/bin/env bash
# Nothing that a program does reaches the host, and nothing brings weft down: it is simulated, or refused with a clear
# word and an exit status, soon.
#     WEFT=build/weft test/safety/run.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
mkdir "$scratch/home"
erlc -W0 -o "$scratch/home" hostile.erl || exit 2
echo precious >"$scratch/home/victim"
cd "$scratch/home" || exit 2

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "$*"
    head -c 2000 "$scratch/out" | head -n 5 | sed 's/^/    /'
}

# What lies there, and whether somebody else's folder got something.
world() { ls -A; cat victim; ls /tmp/made_by_hostile 2>&1; }
before=$(world)

# STATUS PATTERN FUNCTION...: run ends with the status and a line that matches, the host is as it was.
expect() {
    local wanted=$1 pattern=$2 function status
    shift 2
    for function; do
        timeout 30 "$weft" run --max-memory 96m -m hostile -t "$function" hostile.beam >"$scratch/out" 2>&1
        status=$?
        if [ "$status" != "$wanted" ]; then fail "$function: exit status $status, not $wanted"
        elif [ -n "$pattern" ] && ! grep -qE -- "$pattern" "$scratch/out"; then fail "$function: says no '$pattern'"
        elif [ "$(world)" != "$before" ]; then fail "$function: the host has changed"
        else pass; fi
    done
}

# A search meets the same: STATUS PATTERN FUNCTION...
expect_check() {
    local wanted=$1 pattern=$2 function status
    shift 2
    for function; do
        timeout 60 "$weft" check --no-output --max-memory 96m --max-reductions 20m -m hostile -t "$function" hostile.beam >"$scratch/out" 2>&1
        status=$?
        if [ "$status" = "$wanted" ] && grep -qE -- "$pattern" "$scratch/out" && [ "$(world)" = "$before" ]; then pass
        else fail "check $function: exit status $status, not $wanted with '$pattern'"; fi
    done
}

expect 0 '' delete rename write write_outside
expect 0 'einval' delete_all
expect 0 'enoent' read_outside make_link
expect 0 'efbig' far_away
expect 2 'programs outside weft .*--external' command port executable kill_parent
expect 0 '' listen datagram
expect 0 'econnrefused' connect
expect 0 'econnrefused' socket
expect 0 'enetunreach' socket_far
expect 2 'file descriptors of sockets' socket_of_descriptor
expect 0 'nxdomain' connect_by_name
expect 2 'not supported' node_up
expect 0 '' library
expect 2 'linked-in drivers' driver

expect 3 '' halt_with
expect 134 '' halt_abort
expect 4 '' stop
expect 1 'a slogan' dump
expect 0 '' kill_servers
expect 1 'badarg|undef' internal_abort

expect 2 'more than 1048576 atoms' atoms atoms_in_terms
expect 1 'system_limit' long_atom
expect 2 'out of memory: the program has more terms than --max-memory allows' \
    memory rows messages monitors timers dictionary persistent environment sequence duplicate
expect 2 'out of memory: the program has more processes, their stacks and tables than --max-memory allows' \
    crowd fork_bomb tables names recursion deep_product
expect 1 'system_limit' copies shift larger_shift power bits counters
expect 1 'badarg|system_limit' tuple list_bomb zip_bomb
expect 0 '^no$' in_guard
expect 0 'nomatch' backtracking
expect 0 '' nesting sharing padding
expect 1 'deadlock' wait
expect 0 '' long_wait

# A loop is the program's own business when it only runs; a search calls it one, and a limit ends it.
timeout 60 "$weft" run --max-reductions 10m -m hostile -t loop hostile.beam >"$scratch/out" 2>&1
[ $? = 2 ] && grep -q -- '--max-reductions' "$scratch/out" && pass || fail "loop: no limit"
expect_check 1 'computes on and on' loop
expect_check 1 'halt' halt_with
expect_check 0 'no schedule' delete write
expect_check 2 'programs outside weft' command
expect_check 0 'no schedule' listen connect
expect_check 0 'no schedule of hostile:socket/0 fails' socket
expect_check 2 'file descriptors of sockets' socket_of_descriptor
expect_check 2 'out of memory|computes on and on' memory
expect_check 1 'system_limit' shift copies
expect_check 1 'deadlock' wait

finish
