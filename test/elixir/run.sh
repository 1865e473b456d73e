#!/usr/bin/env bash
# Programs in Elixir: the same answers as elixir, terms and exceptions told as Elixir tells them, and what a search
# finds in processes made by Elixir's library.
#     WEFT=build/weft test/elixir/run.sh
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${ASSERTS:+$ASSERTS/weft} weft=$(realpath "${weft:-${WEFT:?the program to test}}")   # rather the one with assertions
if ! command -v elixir >/dev/null; then
    echo "skipped: there is no elixir on PATH"
    echo "0 passed, 0 failed"
    exit
fi
mkdir "$scratch"/{ebin,consolidated}
elixirc -o "$scratch/ebin" ./*_cases.ex race_checks.ex 2>"$scratch/log" || { cat "$scratch/log"; exit 2; }
cp race_checks.ex "$scratch"
cd "$scratch" || exit 2

# alike NAME EXPECTED GOT: two files.
alike() {
    if [ -s "$2" ] && cmp -s "$2" "$3"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1"
        diff <(sed 's/, /,\n/g' "$2") <(sed 's/, /,\n/g' "$3") | head -n 10
    fi
}

# --- the same answers as elixir -------------------------------------------------------------------------------

# compare_cases OPTION...: of weft; a line for each case.
compare_cases() {
    local name
    timeout 60 "$weft" run "$@" -m LibraryCases -t main ebin 2>error | grep '^case_' >got || tail -n 3 error
    for name in $(cut -d ' ' -f 1 expected); do
        grep "^$name " expected >one
        grep "^$name " got >other
        alike "$name $*" one other
    done
}

elixir -pa ebin -e 'LibraryCases.main()' 2>/dev/null | grep '^case_' >expected
compare_cases
elixir -pa ebin -e '
    {:ok, code} = Protocol.consolidate(Shape, [Any, Integer, List, Square])
    File.write!("consolidated/Elixir.Shape.beam", code)'
grep '^case_protocol\|^case_enumerable' expected >some && mv some expected
compare_cases --pa consolidated

# --- terms and exceptions -------------------------------------------------------------------------------------

lists='atoms operators keys strings charlists numbers containers structs own_ways functions'
errors='runtime_error argument_error match_error case_clause cond_clause with_clause try_clause function_clause key_error
    key_error_of_struct dot_key_error bad_map bad_function bad_arity bad_boolean bad_struct arithmetic erlang_error
    thrown exits exits_with_text anonymous'

# All in one run of elixir, with a line before each.
elixir -pa ebin -e '
    lists = String.split(hd(System.argv()))
    errors = String.split(Enum.at(System.argv(), 1))
    for name <- lists do
      terms = apply(InspectCases, String.to_atom(name), [])
      File.write!(name, [inspect(terms, limit: :infinity, printable_limit: :infinity, width: :infinity), "\n"])
    end
    for name <- errors do
      try do
        apply(InspectCases, String.to_atom(name), [])
      catch
        kind, reason ->
          [first | _] = String.split(Exception.format_banner(kind, reason, __STACKTRACE__), "\n")
          frame = Enum.find(__STACKTRACE__, &(elem(&1, 0) == InspectCases)) |> Exception.format_stacktrace_entry()
          File.write!(name, [first, "\n    ", frame, "\n"])
      end
    end' "$lists" "$errors" 2>/dev/null

for name in $lists; do
    "$weft" run -m InspectCases -t "$name" ebin 2>got
    alike "$name" "$name" got
done
for name in $errors; do   # the banner, and the first frame of the module
    "$weft" run -m InspectCases -t "$name" ebin 2>&1 >/dev/null | sed -n '/^\*\* (/,$p' >all
    { head -n 1 all; grep -m 1 'InspectCases\.' <(tail -n +2 all); } >got
    alike "$name" "$name" got
done

# --- what a search finds --------------------------------------------------------------------------------------

# check FUNCTION STATUS PATTERN [FILE OPTION ...]: the answer of weft check has a line that matches.
check() {
    local answer status
    answer=$(timeout 60 "$weft" check -m RaceChecks -t "$1" "${4:-ebin}" "${@:5}" 2>&1)
    status=$?
    if [ $status -eq "$2" ] && grep -Eq "$3" <<<"$answer"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: status %s, expected %s and /%s/\n%s\n' "$1" "$status" "$2" "$3" "$(head -n 8 <<<"$answer")"
    fi
}

check tasks 0 '^1 interleaving explored'
check logging 0 '^1 interleaving explored'
check printing 0 '^1 interleaving explored' race_checks.ex
check server_race 1 'P ends with \*\* \(MatchError\) no match of right hand side value: 1'
check server_orders 0 '^6 interleavings explored'
check server_atomic 0 '^2 interleavings explored'
check agent_race 1 'P ends with \*\* \(MatchError\) no match of right hand side value: 1'
check agent_atomic 0 '^2 interleavings explored'
check table_race 1 'P ends with \*\* \(MatchError\) no match of right hand side value: \[number: 1\]'
check table_atomic 0 '^2 interleavings explored'
check registry_race 1 '\(MatchError\) no match of right hand side value: \{:error, \{:already_registered, #PID<P.[23]>\}\}'
check await_many 0 '^4 interleavings explored'
check registry_atomic 0 '^14 interleavings explored'   # the registry walks over its tables in parts
check supervisor_race 1 'P ends with \*\* \(exit\) exited in: GenServer.call\(#PID<P.1.1>, .*no process'
check supervisor_restarts 0 '^1 interleaving explored'
check never_a_message 1 "P waits in RaceChecks.never_a_message"
check name_race 1 'P ends with \*\* \(exit\) exited in: GenServer.call\(:lucky, .*no process'
check bank_race 1 'P ends with \*\* \(MatchError\) no match of right hand side value: 10'
# When P has ended, its supervisors end in steps of their own: an agent may be restarted when the registry is gone, but its
# supervisor is told of that.
check bank_atomic 0 'P.2.2 ends with .*ArgumentError. unknown registry: Names.*, which is handled' ebin --max-seconds 10 --show-handled

finish
