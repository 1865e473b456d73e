#!/usr/bin/env bash
# Code that lies: modules made by hand are refused or stopped, and mutants of true ones do no harm.
#     WEFT=build/weft CHECKED=build-checked test/lies/run.sh
# SLOW=1 runs many more mutants, SEED=N others.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=$(realpath "${WEFT:?the program to test}")
checked=$(realpath "${CHECKED:?a build folder}")/weft
house=$(cd ../.. && pwd)
erlc -o "$scratch" ./*.erl || exit 2
pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "$*"
    head -n 5 "$scratch/out" | cut -c 1-300 | sed 's/^/    /'
}

# --- modules made by hand -------------------------------------------------------------------------

erl -noshell -pa "$scratch" -eval '
    Scratch = hd(init:get_plain_arguments()),
    [begin
         Folder = filename:join(Scratch, atom_to_list(N)),
         ok = file:make_dir(Folder),
         lies:write(N, filename:join(Folder, "lie.beam")),
         io:format("~s ~s~n", [N, lies:expected(N)])
     end || N <- lies:names()], halt().' -extra "$scratch" >"$scratch/list" || exit 2

# What is refused names function and byte, what is stopped the byte. Bytes that the program itself loads are looked at alike.
while read -r name expected; do
    case $expected in
    refused) wanted=2 pattern='lie:main/1, Code chunk, byte|Code chunk, byte' ;;
    stopped) wanted=2 pattern='code that no compiler writes: byte [0-9]+ of the Code chunk.*lie:main/1' ;;
    crashed) wanted=1 pattern='function_clause|badarith|badarg' ;;
    passed) wanted=0 pattern= ;;
    malformed) ;;
    esac
    for program in "$weft" "$checked"; do
        for way in "lie.beam --" "-- lie.beam"; do
            case $expected$way in
            malformed--*) wanted=1 pattern='badfile' ;;   # code:load_binary says so, as on erl
            malformed*) wanted=2 pattern='Code chunk, byte' ;;
            esac
            # shellcheck disable=SC2086
            (cd "$scratch/$name" && timeout 60 "$program" run --max-memory 256m -m lie_run -t main ../lie_run.beam $way) \
                >"$scratch/out" 2>&1 </dev/null
            status=$?
            if [ "$status" != "$wanted" ]; then fail "$name ($way): exit status $status, not $wanted"
            elif [ -n "$pattern" ] && ! grep -qE "$pattern" "$scratch/out"; then fail "$name ($way): says no '$pattern'"
            else pass; fi
        done
    done
done <"$scratch/list"

# --- mutants ----------------------------------------------------------------------------------------

# Of modules that compile here: the cases of the differential suite and the programs that are measured.
mkdir "$scratch/modules"
erlc +debug_info -W0 -o "$scratch/modules" "$house"/test/differential/*_cases.erl "$house"/bench/vm/*.erl || exit 2
number=${SLOW:+20000}
number=${number:-200}
erl -noshell -pa "$scratch" -eval '
    [Seed, Number, Folder, Out] = init:get_plain_arguments(),
    mutants:main(list_to_integer(Seed), list_to_integer(Number), Folder, Out),
    halt().' -extra "${SEED:-1}" "$number" "$scratch/modules" "$scratch/mutants" || exit 2
mutants() {   # mutants PROGRAM HOW-MANY OPTION...
    if ./mutants.py "$scratch/mutants" "$scratch" "$1" "$2" "${@:3}" >"$scratch/out" 2>&1; then pass
    else fail "mutants of seed ${SEED:-1} with $*"; fi
    tail -n 1 "$scratch/out"
}
mutants "$weft" "$number"
# A collection at every chance finds what is no term, and takes its time.
mutants "$checked" "$((number / 10))" --collect-always
# Where code is believed (test/harm/trusting.c), they do: else they would show nothing.
trusting=$(dirname "$weft")/test/harm/trusting
if [ -x "$trusting" ]; then
    if ./mutants.py "$scratch/mutants" "$scratch" "$trusting" 100 >"$scratch/out" 2>&1; then fail "mutants do no harm where code is believed"
    else pass; fi
fi

finish
