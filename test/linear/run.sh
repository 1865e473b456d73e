#!/usr/bin/env bash
# weft linear from outside: verdicts, the drawing, JSON, what is refused, and random histories judged by a model in C and
# by the same model in Erlang.
#     WEFT=build/weft test/linear/run.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=$(realpath "${WEFT:?the program to test}")

pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)) && echo "$*"; }

# STATUS EXPECTED-OUTPUT WORD...: what is printed, the time aside.
says() {
    local wanted=$1 expected=$2 status got
    shift 2
    got=$(timeout 60 "$weft" linear "$@" 2>&1)
    status=$?
    got=$(sed "s/, [0-9.]* s$//; s|$scratch|DIR|g" <<<"$got")
    if [ "$status" = "$wanted" ] && [ "$got" = "$expected" ]; then pass; else
        fail "$*: status $status, expected $wanted and"
        diff <(echo "$expected") <(echo "$got")
    fi
}

cat >"$scratch/stale" <<'END'
% the second read goes back
{invoke, 1, {write, 1}}.
{invoke, 2, {write, 2}}.
{ok, 1, ok}.
{invoke, 3, read}.
{ok, 3, 2}.
{invoke, 3, read}.
{ok, 2, ok}.
{ok, 3, 1}.
{invoke, 1, read}.
{ok, 1, 2}.
END
says 1 'not linearizable: 5 operations of 3 clients, model register

  1  |-1 write(1) -> ok-|
  2   |----------2 write(2) -> ok----------|
  3                      |-3 read() -> 2-||=4 read() -> 1=|

  an order for what returned before: 1 2 3
  after it the state is 2
  then not 4, read() -> 1 of client 3 (line 7): nothing that is open by the time it returns makes it possible' \
    "$scratch/stale" --model register

sed 's/{ok, 3, 1}/{ok, 3, 2}/' "$scratch/stale" >"$scratch/fresh"
says 0 'linearizable: 5 operations of 3 clients, model register' "$scratch/fresh" --model register

# The same in Clojure's and JSON's words, for a map; the other key is of no interest.
cat >"$scratch/keys" <<'END'
{:process 0, :type :invoke, :f :put, :value ["a" 1]}
{:process 1, :type :invoke, :f :put, :value ["b" 7]}
{:process 0, :type :ok, :f :put, :value ["a" 1]}
{"process": 2, "type": "invoke", "f": "get", "value": "a"}
{"process": 2, "type": "ok", "f": "get", "value": null}
{:process 1, :type :info, :f :put, :value ["b" 7]}
END
says 1 'not linearizable: 3 operations of 3 clients, model map
  the key is "a"

  0  |-1 put("a", 1) -> 1-|
  2                        |=3 get("a") -> undefined=|

  an order for what returned before: 1
  after it the state is 1
  then not 3, get("a") -> undefined of client 2 (line 4): nothing that is open by the time it returns makes it possible' \
    "$scratch/keys" --model map

echo '{invoke, 1, {write, 1}}' >"$scratch/open"
says 0 'linearizable: 1 operation of 1 client, model register' "$scratch/open" --model register
printf '{invoke,1,read}\n{ok,1,0}\n' >"$scratch/zero"
says 0 'linearizable: 1 operation of 1 client, model register' "$scratch/zero" --model register --initial 0

# As data.
"$weft" linear "$scratch/stale" --model register --json "$scratch/json" -q
python3 - "$scratch/json" <<'END' && pass || fail "the JSON is not as expected"
import json, sys
data = json.load(open(sys.argv[1]))
history = data["errors"][0]["history"]
assert data["status"] == "error" and data["errors"][0]["kind"] == "not_linearizable"
assert data["linear"]["linearizable"] is False and data["linear"]["operations"] == 5
assert [lane["name"] for lane in history["lanes"]] == ["1", "2", "3"]
assert history["lanes"][2]["operations"][1] == {"number": 4, "call": "read()", "result": "1", "from": 5, "to": 7, "line": 7}
assert history["order"] == [1, 2, 3] and history["state"] == "2" and history["stuck"][0]["number"] == 4
END

# What cannot be done.
says 2 'weft: say which history: weft linear FILE --model MODEL' --model register
says 2 'weft: say what the operations mean: --model register, map, set, counter, queue, stack, mutex or a module' "$scratch/open"
says 2 'weft: --initial is for the models register and counter' "$scratch/open" --model queue --initial 3
says 2 'weft: DIR/open: line 1: the model mutex has no operation write: it has acquire, release by who has it; either may say false' \
    "$scratch/open" --model mutex
echo '{invoke, 1, {write, 1}' >"$scratch/broken"
says 2 'weft: DIR/broken: line 1, column 23: a bracket is not closed' "$scratch/broken" --model register
awk 'BEGIN { for (i = 0; i < 60; i++) print "{invoke," i ",{enqueue," i "}}"; for (i = 0; i < 60; i++) print "{ok," i ",ok}" }' >"$scratch/many"
says 2 'weft: DIR/many: gave up at line 1: so many operations are open, or of unknown order, that there are more than 2000000 possible states' \
    "$scratch/many" --model queue

# A model in Erlang: the same verdict as the one in C, on random histories.
if erl -noshell -eval 'halt(case code:lib_dir(proper) of {error, _} -> 1; _ -> 0 end).' 2>/dev/null; then
    erlc -o "$scratch" register_model.erl || exit 2
    different=0 holding=0 seeds=${SLOW:+300}
    for seed in $(seq 1 "${seeds:-40}"); do
        awk -v seed="$seed" '
            function below(n) { seed = (seed * 1103515245 + 12345) % 2147483648; return int(seed / 65536) % n }
            BEGIN {
                below(2)
                for (i = 0; i < 16; i++) {
                    c = below(3)
                    if (!open[c]) {
                        kind[c] = below(3)
                        what = kind[c] == 0 ? "read" : kind[c] == 1 ? "{write," below(2) "}" : "{cas," below(2) "," below(2) "}"
                        print "{invoke," c "," what "}"
                    } else if (below(8) == 0) print "{info," c "}"
                    else print "{ok," c "," (kind[c] == 0 ? below(2) : kind[c] == 1 ? "ok" : below(2) ? "true" : "false") "}"
                    open[c] = !open[c]
                }
            }' >"$scratch/random"
        "$weft" linear "$scratch/random" --model register -q
        ours=$?
        "$weft" linear "$scratch/random" --model register_model "$scratch" -q
        theirs=$?
        [ $ours -eq 0 ] && holding=$((holding + 1))
        [ $ours -eq $theirs ] || { different=$((different + 1)) && echo "seed $seed: $ours, by the model in Erlang $theirs"; }
    done
    if [ $different -eq 0 ] && [ $holding -gt 4 ] && [ $holding -lt "${seeds:-40}" ]; then pass; else fail "$different verdicts differ, $holding hold"; fi
    says 1 'not linearizable: 5 operations of 3 clients, model register_model

  1  |-1 write(1) -> ok-|
  2   |----------2 write(2) -> ok----------|
  3                      |-3 read() -> 2-||=4 read() -> 1=|

  an order for what returned before: 1 2 3
  after it the state is 2
  then not 4, read() -> 1 of client 3 (line 7): the postcondition does not hold there' "$scratch/stale" --model register_model "$scratch"
else
    echo "skipped: there is no PropEr"
fi

finish
