#!/usr/bin/env bash
# Other OTP releases than the installed one: all of their modules load, and the cases of test/differential,
# compiled by the release's own compiler, end alike on its erl and on weft with its libraries.
#     SLOW=1 WEFT=build/weft CHECKED=build-checked test/releases/run.sh [RELEASE [MODULE ...]]
# Downloads the releases (tools/otp.sh), into RELEASES if that is set; one that cannot be had is skipped.
cd "$(dirname "$0")/../.." || exit 2
house=$PWD weft=$(realpath "${WEFT:?the program to test}")
load=$(realpath "${CHECKED:?a build folder}")/test/load/load
[ -n "${SLOW:-}" ] || { echo "skipped: this downloads other OTP releases (./dev test-slow)"; echo "0 passed, 0 failed"; exit; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
releases=${1:-23 27 29}
shift
modules=("$@")
[ $# -gt 0 ] || modules=($(cd test/differential && ls ./*_cases.erl | xargs -n 1 basename -s .erl))
passed=0 failed=0

# Lines of two outputs that differ, and the numbers of those that agree and do not.
compare() {
    awk '
        NR == FNR { if ($1 ~ /_cases$/) { expected[$1 " " $2] = $0; order[++count] = $1 " " $2 }; next }
        { got[$1 " " $2] = $0 }
        END {
            for (i = 1; i <= count; i++) {
                if (got[order[i]] == expected[order[i]]) { passed++; continue }
                failed++
                printf "  erl:  %s\n  weft: %s\n", expected[order[i]], got[order[i]] == "" ? "(nothing)" : got[order[i]]
            }
            print passed + 0, failed + 0
        }' "$1" "$2"
}

run_release() {
    local release=$1 otp=${RELEASES:-$scratch}/otp$1 work=$scratch/work$1 out module agree differ
    tools/otp.sh "$release" "$otp" || { echo "$release: skipped"; return; }
    out=$("$load" "$otp"/usr/lib/erlang/lib "$otp"/usr/lib/elixir) || echo "$out"
    echo "$release: modules: $(tail -n 1 <<<"$out")"
    read -r agree _ differ _ < <(tail -n 1 <<<"$out")
    passed=$((passed + agree)) failed=$((failed + differ))
    mkdir -p "$work/beams"
    (cd test/differential && "$otp/bin/erlc" -W0 -o "$work/beams" ./*.erl) || { failed=$((failed + 1)); return; }
    cd "$work" || exit 2   # where some cases write files
    "$otp/bin/erl" -noshell -pa "$work/beams" -run diff_run main "${modules[@]}" -s erlang halt \
        -kernel logger_level none >"$work/expected" 2>"$work/log" || tail "$work/log"
    for module in "${modules[@]}"; do
        timeout 120 "$weft" run --max-memory 4g --otp "$otp/usr/lib/erlang" -m diff_run -t main "$work/beams" -- "$module" \
            2>"$work/log" || { echo "$release: $module: exit status $?" >&2; head -n 12 "$work/log" >&2; }
    done >"$work/got"
    out=$(compare "$work/expected" "$work/got")
    read -r agree differ < <(tail -n 1 <<<"$out")
    sed '$d' <<<"$out"
    echo "$release: cases: $agree passed, $differ failed"
    passed=$((passed + agree)) failed=$((failed + differ))
}

for release in $releases; do run_release "$release"; cd "$house" || exit 2; done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
