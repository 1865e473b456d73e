# What a run.sh begins with: . "$(dirname "$0")/../lib.sh"
#
# A folder of its own in $scratch, gone at the end; what was counted in $passed and $failed; and the last line, which ./dev reads.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

verdict() {   # SENTENCE, after a command: whether it holds
    if [ "$?" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; fi
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
