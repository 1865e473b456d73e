#!/usr/bin/env bash
# The unit tests of every room, from the build folder CHECKED. Counts the TAP lines; a room that
# crashes, leaks or hangs is one failure more.
cd "${CHECKED:?a build folder}/test/unit" || exit 2
passed=0 failed=0
for room in unit_* ../toy/unit_*; do
    [ -x "$room" ] && [ -f "$room" ] || continue
    out=$(timeout 300 "./$room" 2>&1)
    status=$?
    bad=$(grep -c '^not ok ' <<<"$out")
    [ "$bad" -eq 0 ] && [ $status -ne 0 ] && bad=1
    [ "$bad" -eq 0 ] || printf '%s: exit status %d\n%s\n' "$room" $status "$(grep -v '^ok ' <<<"$out")"
    passed=$((passed + $(grep -c '^ok ' <<<"$out")))
    failed=$((failed + bad))
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
