#!/usr/bin/env bash
# weft lint from outside. Each program in programs/ and elixir/ says in its first lines what is to be found:
# %% lint: KIND CERTAINTY PATTERN, or %% lint: nothing.
#     WEFT=build/weft test/lint/run.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=$(realpath "${WEFT:?the program to test}")

pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)) && echo "$*"; }

# --- programs -------------------------------------------------------------------------------------------------

erlc +debug_info +nowarn_unused_function -o "$scratch" programs/*.erl || exit 2
findings() {   # JSON
    python3 -c '
import json, sys
for f in json.load(open(sys.argv[1]))["findings"]: print(f["kind"], f["certainty"], f["pattern"])' "$1" | sort
}
check() {   # NAME BEAM [OPTION]; what is to be found is on standard input
    local expected got status wanted=0
    expected=$(grep -v '^nothing$' | sort)
    timeout -s KILL 20 "$weft" lint "$2" ${3:+"$3"} --json "$scratch/json" -q --no-config
    status=$?
    got=$(findings "$scratch/json")
    [ -n "$expected" ] && wanted=1
    if [ "$got" = "$expected" ] && [ $status -eq $wanted ]; then pass; else
        fail "$1: status $status, expected $wanted and"
        diff <(echo "$expected") <(echo "$got")
    fi
}
for program in programs/*.erl; do
    name=$(basename "$program" .erl)
    closed=; [[ $name == name_* ]] && closed=--closed   # names are known only if all code is
    check "$name" "$scratch/$name.beam" ${closed:+"$closed"} < <(sed -n 's/^%% lint: //p' "$program")
done

# The same in Elixir; a file has one module.

mkdir "$scratch/elixir"
elixirc -o "$scratch/elixir" elixir/*.ex >/dev/null 2>&1 || exit 2
for program in elixir/*.ex; do
    module=$(sed -n 's/^defmodule \(.*\) do/\1/p' "$program")
    check "$program" "$scratch/elixir/Elixir.$module.beam" < <(sed -n 's/^# lint: //p' "$program")
done

# A project that was built is read as it was built, whatever else lies there.

mkdir -p "$scratch/built/_build/default/lib/one/ebin"
cp "$scratch/begun_by_name.beam" "$scratch/built/_build/default/lib/one/ebin"
touch "$scratch/built/rebar.config"
echo 'no module at all' >"$scratch/built/script.erl"
if (cd "$scratch/built" && "$weft" lint --no-config) | grep -q 'receive_unneeded: clause {dne, _}'; then pass; else fail "a project that was built is not read"; fi

# --- the graph ----------------------------------------------------------------------------------------------------

"$weft" lint "$scratch/server_misspelt.beam" --graph "$scratch/messages.dot" --no-config -q
if grep -q '"call {read, _}\\nprograms/server_misspelt.erl:14"\];' "$scratch/messages.dot" &&
    grep -q '"call {fetch, _}\\nprograms/server_misspelt.erl:16", color=red' "$scratch/messages.dot"; then pass; else
    fail "the graph does not tell who sends what" && cat "$scratch/messages.dot"
fi
"$weft" lint "$scratch/server_misspelt.beam" --graph "$scratch/messages.svg" --no-config -q
if xmllint --noout "$scratch/messages.svg" && [ "$(grep -c '<rect' "$scratch/messages.svg")" = "$(grep -c 'label=.*shape\|shape=' "$scratch/messages.dot")" ] &&
    grep -q 'class="post dead".*call {fetch, _}.*server_misspelt.erl:16' "$scratch/messages.svg"; then pass; else
    fail "the picture does not show who sends what" && cat "$scratch/messages.svg"
fi
"$weft" lint "$scratch/server_misspelt.beam" --graph "$scratch/messages.html" --no-config -q
if [ "$(grep -c '<rect' "$scratch/messages.html")" = "$(grep -c '<rect' "$scratch/messages.svg")" ] &&
    sed -n 's/.*id="posts">\(.*\)/\1/p' "$scratch/messages.html" | grep -q '\['; then pass; else fail "the page does not show the picture"; fi

# --- what a test shows of findings ----------------------------------------------------------------------------------
# %% seen: MODULE:FUNCTION KIND LINE SEEN: what the interleavings of that function show.

mkdir "$scratch/confirm" "$scratch/outside"
(cd confirm && erlc +debug_info -o "$scratch/confirm" drop.erl hits.erl stock.erl && erlc -o "$scratch/outside" other.erl) || exit 2
seen() {   # MODULE TEST: what is found in the module, as its lines say it
    timeout -s KILL 60 "$weft" lint "$scratch/confirm/$1.beam" --pa "$scratch/outside" --confirm -m "${2%:*}" -t "${2#*:}" --json - --no-config |
        python3 -c '
import json, sys
result = json.load(sys.stdin)
for f in result["findings"] + result["withdrawn"]: print("%%%% seen: %s %s %d %s" % (sys.argv[1], f["kind"], f["line"], f["seen"]))' "$2" | sort
}
for module in drop hits stock; do
    for test in $(sed -n 's/^%% seen: \([a-z_:]*\) .*/\1/p' confirm/$module.erl | sort -u); do
        if diff <(grep "^%% seen: $test " confirm/$module.erl | sort) <(seen $module "$test"); then pass; else fail "$test shows something else of $module"; fi
    done
done
"$weft" lint "$scratch/confirm/hits.beam" --confirm -m hits -t two_at_once --no-config >"$scratch/told"
if grep -q 'it happens in 1 of 3 interleavings of hits:two_at_once/0' "$scratch/told" && grep -q 'goes by what it saw' "$scratch/told"; then pass; else
    fail "a race that happens is not told with its story" && cat "$scratch/told"
fi
"$weft" lint "$scratch/confirm/drop.beam" --pa "$scratch/outside" --confirm -m other -t uses_two --only receive_unneeded --no-config >"$scratch/told"
if [ $? -eq 0 ] && grep -q 'other:uses_two/0 does it, in 2 of 2 interleavings: P.1 receives {two,2}' "$scratch/told"; then pass; else
    fail "a finding that a test refutes is not withdrawn" && cat "$scratch/told"
fi
if [ "$("$weft" lint "$scratch/confirm/drop.beam" --confirm --no-config 2>&1 | head -c 5)" = weft: ]; then pass; else fail "--confirm without a test is not refused"; fi

# --- small mistakes in good programs ------------------------------------------------------------------------------

mkdir "$scratch/mutants"
if python3 mutants.py "$weft" "$scratch/mutants" mutants/*.erl; then pass; else fail "mutants were not found"; fi

# --- OTP and Elixir -----------------------------------------------------------------------------------------------
# What is found in those that otp.txt was made for, no more and no less. Each finding there was read against the source.

otp=$(erl -noshell -eval 'io:format("~s", [code:lib_dir()]), halt().')
elixir=$(elixir -e 'IO.write(Path.expand("..", :code.lib_dir(:elixir)))')
if [ -d "$otp/kernel-8.5.3" ] && grep -qs '{vsn,"1.14' "$elixir/elixir/ebin/elixir.app"; then
    timeout -s KILL 120 "$weft" lint "$otp" "$elixir" --json "$scratch/otp.json" -q --no-config
    python3 -c '
import json, sys
for f in json.load(open(sys.argv[1]))["findings"]: print(f["kind"], f["certainty"], "%s:%d" % (f["file"], f["line"]))' \
        "$scratch/otp.json" | sort >"$scratch/otp"
    if diff <(grep -v '^#' otp.txt | cut -f1 | sort) "$scratch/otp"; then pass; else fail "OTP and Elixir have other findings than otp.txt"; fi
fi

# --- what lint calls dead is never taken --------------------------------------------------------------------------
# Random programs run on erl, several times; clauses that were taken there must not be among the findings, under any assumption.

random=$scratch/random seed=${SEED:-1} programs=${SLOW:+600}
mkdir "$random"
python3 random_programs.py "$random" "$seed" "${programs:-30}" || exit 2
(cd "$random" && erlc -o . *.erl >/dev/null) && erlc -o "$random" random_run.erl || exit 2
timeout -s KILL 300 erl -noshell -pa "$random" -run random_run main "$random" 5 >"$random/hits"
for beam in "$random"/r*_*.beam; do
    timeout -s KILL 20 "$weft" lint "$beam" --closed --json "${beam%.beam}.json" -q --no-config
    [ $? -le 1 ] || fail "$(basename "$beam") could not be analysed"
done
if python3 random_compare.py "$random/hits" "$random"/r*.json && [ "$(wc -l <"$random/hits")" -gt 10 ]; then pass; else fail "seed $seed"; fi

# The same on weft, in every interleaving: whatever it withdraws, it was wrong about.

mkdir "$scratch/scenario"
erlc +debug_info -o "$scratch/scenario" ../scenario/*.erl || exit 2
withdrawn() {   # BEAM FUNCTION OPTION...
    timeout -s KILL 60 "$weft" lint "$1" "${@:3}" --confirm -m "$(basename "$1" .beam)" -t "$2" --max-seconds 2 --no-config 2>/dev/null | grep ': withdrawn: '
}
count=0
for source in ../scenario/*.erl; do
    beam=$scratch/scenario/$(basename "$source" .erl).beam
    timeout -s KILL 20 "$weft" lint "$beam" --closed -q --no-config && continue   # nothing to withdraw
    for function in $(sed -n 's/^\([a-z_]*\)() ->.*/\1/p' "$source"); do
        count=$((count + 1))
        if told=$(withdrawn "$beam" "$function" --closed); then fail "$(basename "$source"):$function: $told"; fi
    done
done
for beam in "$random"/r*_*.beam; do
    count=$((count + 1))
    if told=$(withdrawn "$beam" main --closed); then fail "$(basename "$beam"): $told"; fi
done
if [ "$count" -gt 50 ]; then pass; else fail "only $count programs have findings"; fi

# Random servers on erl: what lint says that no clause takes must not be taken, and most of what is not taken must be found.

servers=$scratch/servers
mkdir "$servers"
python3 random_servers.py "$servers" "$seed" "$((${programs:-30} * 2))" || exit 2
(cd "$servers" && erlc +debug_info -o . s*.erl >/dev/null) && erlc -o "$servers" random_servers_run.erl || exit 2
timeout -s KILL 300 erl -noshell -pa "$servers" -run random_servers_run main "$servers" >"$servers/taken"
for beam in "$servers"/s*_*.beam; do
    timeout -s KILL 20 "$weft" lint "$beam" --json "${beam%.beam}.json" -q --no-config
    [ $? -le 1 ] || fail "$(basename "$beam") could not be analysed"
done
if python3 random_servers_compare.py "$servers/taken" "$servers"/s*_*.json && [ "$(wc -l <"$servers/taken")" -gt 100 ]; then pass; else
    fail "seed $seed"
fi

finish
