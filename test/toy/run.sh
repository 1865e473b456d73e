#!/usr/bin/env bash
# Searches of the toy machine against brute force, many programs of each kind: as sets of traces, for every strategy, with
# every order of messages and with those that matter, with and without merging of invisible steps. With SLOW=1, very many.
. "$(dirname "$0")/../lib.sh"
folder=${ASSERTS:-${CHECKED:?a build folder}}/test/toy
export WEFT_TEST_PROGRAMS=${SLOW:+50000}
export WEFT_TEST_PROGRAMS=${WEFT_TEST_PROGRAMS:-2000}

run() { ASAN_OPTIONS=detect_leaks=0 "$folder/unit_explore" "$@" 2>&1; }

mapfile -t names < <(sed -n 's/^TEST(\([a-z_]*_searched_like_brute_force\)).*/\1/p' "$(dirname "$0")/../../src/explore/dpor/search_test.c")
[ ${#names[@]} -gt 0 ] || exit 2
for name in "${names[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
    run "$name" >"$scratch/$name" &
done
wait
for name in "${names[@]}"; do
    grep -v '^ok \|^1\.\.' "$scratch/$name"
    if grep -q '^ok ' "$scratch/$name" && ! grep -q '^not ok ' "$scratch/$name"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
finish
