#!/usr/bin/env bash
# Replays the corpus of each fuzz target, with sanitizers, from the build folder CHECKED.
cd "$(dirname "$0")/../.." || exit 2
passed=0 failed=0
for source in fuzz/*_fuzz.c; do
    [ -e "$source" ] || continue
    name=$(basename "$source" _fuzz.c)
    mapfile -t files < <(find "fuzz/corpus/$name" -type f 2>/dev/null | sort)
    [ ${#files[@]} -gt 0 ] || continue
    if out=$("${CHECKED:?a build folder}/fuzz/${name}_fuzz" "${files[@]}" 2>&1); then
        passed=$((passed + ${#files[@]}))
    else
        failed=$((failed + 1))
        printf '%s\n%s\n' "$name:" "$(tail -n 40 <<<"$out")"
    fi
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
