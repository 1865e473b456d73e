#!/usr/bin/env bash
# How long weft linear takes to judge recorded histories: ten thousand operations of eight clients, all of which are open
# most of the time, for several models; some hold, in some the result of a late read is wrong.
#     WEFT=build/weft bench/linear.sh
set -euo pipefail
weft=$(realpath "${WEFT:?the program to measure}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# history MODEL VALUES OPERATIONS CLIENTS SEED [WRONG]: clients call, do and return in random order. WRONG: the result of the
# last but hundredth read is one that nobody wrote.
history() {
    awk -v model="$1" -v values="$2" -v count="$3" -v clients="$4" -v seed="$5" -v wrong="${6:-}" '
        function below(n) { seed = (seed * 1103515245 + 12345) % 2147483648; return int(seed / 65536) % n }
        function begin(c) {
            kind[c] = below(model == "queue" ? 2 : 3)
            value[c] = values ? below(values) : ++fresh
            if (model == "register") what[c] = kind[c] ? "read" : "{write," value[c] "}"
            if (model == "map") { key[c] = below(50); what[c] = kind[c] ? "{get," key[c] "}" : "{put," key[c] "," value[c] "}" }
            if (model == "counter") what[c] = kind[c] ? "read" : "{add," value[c] "}"
            if (model == "queue") what[c] = kind[c] % 2 ? "dequeue" : "{enqueue," value[c] "}"
            print "{invoke," c "," what[c] "}."
        }
        function act(c) {
            result[c] = "ok"
            if (model == "register") { if (kind[c]) result[c] = state; else state = value[c] }
            if (model == "map") { if (kind[c]) result[c] = key[c] in map ? map[key[c]] : "undefined"; else map[key[c]] = value[c] }
            if (model == "counter") { if (kind[c]) result[c] = total + 0; else total += value[c] }
            if (model == "queue") {
                if (!(kind[c] % 2)) queue[last++] = value[c]
                else result[c] = first < last ? queue[first++] : "empty"
            }
            if (wrong && called > count - 100 && kind[c] && !spoilt) { result[c] = -1; spoilt = 1 }
        }
        BEGIN {
            state = "undefined"
            while (ended < count) {
                c = below(clients)
                if (phase[c] == 0 && called < count) { begin(c); called++; phase[c] = 1 }
                else if (phase[c] == 1) { act(c); phase[c] = 2 }
                else if (phase[c] == 2) { print "{ok," c "," result[c] "}."; phase[c] = 0; ended++ }
            }
        }'
}

printf '%-34s %10s %8s %-17s %14s\n' history operations clients verdict seconds
measure() {
    local name=$1 verdict seconds
    shift
    history "$@" >"$scratch/history"
    "$weft" linear "$scratch/history" --model "$1" --json "$scratch/json" --quiet || true
    verdict=$(grep -q '"linearizable": true' "$scratch/json" && echo linearizable || echo "not linearizable")
    seconds=$(sed -n 's/.*"seconds": \([0-9.]*\).*/\1/p' "$scratch/json")
    printf '%-34s %10s %8s %-17s %14s\n' "$name" "$3" "$4" "$verdict" "$seconds"
}

measure "register, five values" register 5 10000 8 1
measure "register, each value once" register 0 10000 8 2
measure "register, a wrong read" register 0 10000 8 3 wrong
measure "register, five values, a wrong read" register 5 10000 8 4 wrong
measure "register, 100,000 operations" register 5 100000 8 5
measure "map of 50 keys" map 0 10000 8 6
measure "counter" counter 5 10000 8 7
measure "counter, a wrong read" counter 5 10000 8 8 wrong
measure "queue, each value once" queue 0 10000 4 9
