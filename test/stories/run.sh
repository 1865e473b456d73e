#!/usr/bin/env bash
# What is told of bugs that people meet: each program here is one of them, and its story stands in expected/.
# UPDATE=1 writes what weft says now; read the difference before you commit it: is the race named that is to blame, is
# the hint right, would somebody who sees only this know what to do?
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
: "${WEFT:?the program to test}"
export LC_ALL=C.UTF-8
unset COLUMNS NO_COLOR

# Times, and how much of the search was needed, are other tests' matter.
tidy() {
    sed -E -e 's/[0-9]+ interleavings? explored, .* s,/N interleavings explored, N steps, N s,/' -e 's/, [0-9.]+ s$/, N s/' \
        -e 's/in [0-9]+ of [0-9]+ interleavings?/in N of N interleavings/' -e 's/^ +[0-9]+ times?  /       N times  /' \
        -e "s|$scratch|SCRATCH|g" -e 's/^( *(ok|FAILS|timing) .*)[0-9]+\.[0-9]+ s/\1N s/'
}

story() {   # story NAME COMMAND...: what it prints is the one that is expected
    local name=$1
    shift
    timeout 60 "$WEFT" "$@" -o "$scratch/report" 2>&1 | tidy >"$scratch/story"
    [ -z "${UPDATE:-}" ] || cp "$scratch/story" "expected/$name"
    if diff -u --label "expected/$name" --label "what weft says" "expected/$name" "$scratch/story"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

for file in *.erl; do story "${file%.erl}" check -m "${file%.erl}" -t t "$file"; done
for file in eunit/*_tests.erl; do name=${file#eunit/} && story "${name%_tests.erl}" test "$file"; done
for file in *_test.exs; do [ ! -f "$file" ] || story "${file%_test.exs}" test "$file"; done
finish
