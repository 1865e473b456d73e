#!/usr/bin/env bash
# Other OTP releases than the installed one: all of their modules load, and the cases of test/differential,
# compiled by the release's own compiler, end alike on its erl and on weft with its libraries; the programs of test/scenario
# have the verdicts and numbers of interleavings that they have under the installed release.
#     SLOW=1 WEFT=build/weft CHECKED=build-checked test/releases/run.sh [RELEASE [MODULE ...]]
# More cases are here: of Elixir, and in a folder with the number of a release what only that can compile. Downloads
# the releases (tools/otp.sh), into the folder RELEASES if that is set; one that cannot be had is skipped.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")/../.." || exit 2
weft=$(realpath "${WEFT:?the program to test}")
load=$(realpath "${CHECKED:?a build folder}")/test/load/load
if [ -z "${SLOW:-}" ]; then
    echo "skipped: this downloads other OTP releases (./dev test-slow)"
    echo "0 passed, 0 failed"
    exit
fi
house=$PWD
releases=${1:-23 27 29}
[ $# -gt 0 ] && shift

# Cases that differ, and why that is right: releases, what the case is called, the reason.
known_differences() {
    cat <<'END'
23     bif_cases .*crc32_combine         with a length of 0: the C library zlib of that time answered otherwise
23     ets_cases .*\{body,#\{'\$1'       variables in keys of maps were left alone
27     binary_cases .*referenced_byte    of short binaries, OTP 27 counts the bits
27,29  bif_cases .*iolist_to_iovec,1     the frame is that of a function inside the runtime system
27,29  external_cases .*\[local\]        a local term begins with a number that differs from node to node
27,29  external_cases .*\{damaged,4\}    the damage makes an atom a tag that stands for the number of an atom in the node
27     socket_module_cases .*"hello"     who gets a part of what it waits for loses it, or gets the rest of a buffer
27     socket_module_cases at_once       the same
27,29  public_key_cases .*cipher_info    the number of a cipher
29     native_cases .*phash              the hash of a native record
END
}

# Prints the lines that differ, then how many agree and how many do not. From OTP 26 on the order of a small map's
# atoms is that of their numbers, which no two runs share: there, maps agree if they have the same letters.
compare() {
    known_differences | awk -v release="$1" '
        function weigh(line, weight,   i, letter) {
            gsub(/\\n|[ "]/, "", line)
            for (i = split(line, letter, ""); i > 0; i--) scale[letter[i]] += weight
        }
        function same_letters(a, b,   letter, unequal) {
            weigh(a, 1)
            weigh(b, -1)
            for (letter in scale) if (scale[letter]) unequal = 1
            delete scale
            return !unequal
        }
        function same(a, b) {
            if (a == b) return 1
            return release >= 26 && b != "" && a ~ /=>.*=>|# ?\{|maps|proplists/ && same_letters(a, b)
        }
        function is_known(line,   i) {
            for (i = 1; i <= known_count; i++) if (line ~ known[i]) return 1
            return 0
        }
        FILENAME == "-" { if ("," $1 "," ~ "," release ",") known[++known_count] = $2 " " $3; next }
        $1 !~ /_cases$/ { next }
        FILENAME ~ /expected$/ { expected[$1 " " $2] = $0; order[++count] = $1 " " $2; next }
        { got[$1 " " $2] = $0 }
        END {
            for (i = 1; i <= count; i++) {
                wanted = expected[order[i]]
                if (same(wanted, got[order[i]])) { passed++; continue }
                if (is_known(wanted)) continue
                failed++
                printf "  erl:  %s\n  weft: %s\n", wanted, got[order[i]] == "" ? "(nothing)" : got[order[i]]
            }
            print passed + 0, failed + 0
        }' - "$2" "$3"
}

# One line for each case, from a fresh run for each module, so that one cannot change what another sees.
run_on_erl() {
    xargs -P 2 -I{} sh -c "'$otp/bin/erl' -noshell -pa '$work/beams' '$elixir' -run diff_run main {} -s erlang halt \
        -kernel logger_level none >'$work/erl/{}' 2>'$work/erl/{}.log' || tail -n 5 '$work/erl/{}.log'"
}

run_on_weft() {
    xargs -P 2 -I{} sh -c "timeout 120 '$weft' run --max-memory 4g --otp '$otp/usr/lib/erlang' --pa '$elixir' -m diff_run \
        -t main '$work/beams' -- {} >'$work/weft/{}' 2>'$work/weft/{}.log' || { echo '$release: {}: exit status' \$?; head -n 5 '$work/weft/{}.log'; }"
}

count() {   # TITLE PASSED FAILED
    echo "$release: $1: $2 passed, $3 failed"
    passed=$((passed + $2)) failed=$((failed + $3))
}

run_release() {
    local release=$1 otp=${RELEASES:-$scratch}/otp$1 work=$scratch/work$1 elixir out agree differ modules
    shift
    elixir=$otp/usr/lib/elixir/lib/elixir/ebin
    tools/otp.sh "$release" "$otp" || { echo "$release: skipped"; return; }
    out=$("$load" "$otp/usr/lib/erlang" "$otp/usr/lib/erlang/lib" "$otp/usr/lib/elixir") || echo "$out"
    read -r agree _ differ _ < <(tail -n 1 <<<"$out")
    count modules "$agree" "$differ"
    mkdir -p "$work"/{beams,erl,weft}
    (cd test/differential && "$otp/bin/erlc" -W0 -o "$work/beams" ./*.erl "$house"/test/releases/*.erl \
        "$house"/test/releases/"$release"/*.erl) ||
        { count compiling 0 1; return; }
    modules=("$@")
    [ $# -gt 0 ] || modules=($(cd "$work/beams" && ls ./*_cases.beam | xargs -n 1 basename -s .beam))
    cd "$work" || exit 2   # where some cases write files
    printf '%s\n' "${modules[@]}" | run_on_erl
    printf '%s\n' "${modules[@]}" | run_on_weft
    (cd erl && cat "${modules[@]}") >expected
    (cd weft && cat "${modules[@]}") >got
    out=$(compare "$release" expected got)
    sed '$d' <<<"$out"
    read -r agree differ < <(tail -n 1 <<<"$out")
    count cases "$agree" "$differ"
    cd "$house" || exit 2
    out=$(OTP=$otp WEFT=$weft test/otp/run.sh)
    sed '$d' <<<"$out"
    read -r agree _ differ _ < <(tail -n 1 <<<"$out")
    count nodes "$agree" "$differ"
    run_scenarios "$release" "$otp"
    [ -f "$work/beams/sleep_cases.beam" ] && search_sleepers
}

# What hibernates in the middle of a function, with all strategies.
search_sleepers() {
    local strategy good=0 bad=0
    for strategy in optimal source persistent none; do
        if timeout 120 "$weft" check --keep-going --no-config --otp "$otp/usr/lib/erlang" --dpor $strategy -m sleep_cases -t woken \
            "$work/beams/sleep_cases.beam" 2>&1 | grep -q '^ok: no schedule'; then good=$((good + 1)); else bad=$((bad + 1)); fi
    done
    count searches $good $bad
}

# What the scenarios in some modules come to with the OTP below ROOT, a line each.
digest() {   # FOLDER ROOT MODULE ...
    (cd test/scenario && erl -noshell -pa "$scratch/scenarios" -run scenario digest "$weft" "$@")
}

# Where the libraries do something else: calls had no aliases, so that late answers came; who refuses to start is waited for.
known_scenarios() {   # RELEASE
    case $1 in
    23) echo '^\s*servers:late_answer ' ;;
    *) echo '^\s*servers:started_twice ' ;;
    esac
}

# The same verdict and the same number of interleavings, whoever compiled them. Old releases lack what some modules use.
run_scenarios() {   # RELEASE OTP
    local folder=$scratch/scenarios$1 file modules=() same different
    mkdir -p "$scratch/scenarios" "$folder"
    erlc -W0 -o "$scratch/scenarios" test/scenario/*.erl
    for file in test/scenario/*.erl; do
        [ "$file" = test/scenario/scenario.erl ] && continue
        if "$2/bin/erlc" -W0 -o "$folder" "$file" >/dev/null; then modules+=("$(basename "$file" .erl)"); fi
    done
    digest "$scratch/scenarios" "$(erl -noshell -eval 'io:put_chars(code:root_dir()), halt().')" "${modules[@]}" | sort >"$scratch/installed"
    digest "$folder" "$2/usr/lib/erlang" "${modules[@]}" | sort >"$scratch/other"
    different=$(comm -3 "$scratch/installed" "$scratch/other" | grep -vE "$(known_scenarios "$1")")
    [ -z "$different" ] || echo "$different"
    same=$(comm -12 "$scratch/installed" "$scratch/other" | wc -l)
    count "scenarios of ${#modules[@]} modules" "$same" "$(grep -c . <<<"$different")"
}

shopt -s nullglob
for release in $releases; do run_release "$release" "$@"; done
finish
