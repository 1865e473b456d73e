#!/usr/bin/env bash
# The page of --html: its logic in node, then the page itself in a browser, with what weft writes.
# Needs node, npm (once, for web/node_modules) and Chromium; what cannot be had is left out with a word.
cd "$(dirname "$0")/../.." || exit 2
: "${WEFT:?the program to test}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

leave_out() {
    echo "left out: $1"
    finish
}

check() {   # NAME COMMAND ...
    local name=$1
    shift
    if "$@" >"$scratch/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not ok - $name"
        cat "$scratch/log"
    fi
}

# Files of node's test runner; its last lines count.
run_tests() {
    node --test --test-reporter=tap "$@" >"$scratch/tap" 2>&1
    grep -E '^ *not ok' -A 25 "$scratch/tap" | grep -vE '^ *(duration_ms|type|stack)'
    passed=$((passed + $(sed -n 's/^# pass //p' "$scratch/tap")))
    failed=$((failed + $(sed -n 's/^# fail //p' "$scratch/tap") + $(sed -n 's/^# cancelled //p' "$scratch/tap")))
    grep -q '^# pass' "$scratch/tap" || { failed=$((failed + 1)); cat "$scratch/tap"; }
}

command -v node >/dev/null || leave_out "there is no node, so the page is not tested"
if ! cmp -s web/package-lock.json web/node_modules/installed; then
    command -v npm >/dev/null || leave_out "there is no npm, so the page is not tested"
    (cd web && npm ci --ignore-scripts --no-audit --no-fund >"$scratch/npm" 2>&1 && cp package-lock.json node_modules/installed) ||
        { tail -n 3 "$scratch/npm"; leave_out "npm cannot get what the page is built and tested with"; }
fi

check "the types fit" web/node_modules/.bin/tsc -p web
check "the page that is built into weft is the one that the sources make" \
    sh -c "cd web && node build.mjs '$scratch/page.html' && cmp '$scratch/page.html' dist/page.html"
for module in model rows diff state history words markdown permalink; do echo "export * from './$module';"; done |
    (cd web/src && ../node_modules/.bin/esbuild --bundle --format=esm --loader=ts --sourcefile=logic.ts >"$scratch/logic.mjs")
LOGIC=$scratch/logic.mjs run_tests test/web/logic.test.mjs

browser=$(command -v chromium-headless-shell || command -v chromium || command -v google-chrome) ||
    leave_out "there is no Chromium, so the page is not opened"
BROWSER=$browser SCRATCH=$scratch run_tests test/web/page.test.mjs
finish
