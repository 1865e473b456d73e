#!/usr/bin/env bash
# The compiler compiles modules of stdlib and compiler, on erl and on weft: the results must be the same.
#     WEFT=build/weft test/selfhost/run.sh [MODULE ...]     a sample; all of them with SLOW=1
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
sample="lists gb_trees sets string io_lib_pretty erl_scan beam_asm v3_core"
lib=$(erl -noshell -eval 'io:put_chars(code:lib_dir()), halt().')
erlc -o "$scratch" selfhost.erl || exit 2

if [ $# -gt 0 ]; then
    files=$(for m in "$@"; do ls "$lib"/{stdlib,compiler}-*/ebin/"$m".beam 2>/dev/null; done)
elif [ -n "${SLOW:-}" ]; then
    files=$(ls "$lib"/{stdlib,compiler}-*/ebin/*.beam)
else
    files=$(for m in $sample; do ls "$lib"/{stdlib,compiler}-*/ebin/"$m".beam 2>/dev/null; done)
fi

erl -noshell -pa "$scratch" -run selfhost main $files -s erlang halt >"$scratch/erl" || exit 2
echo "$files" | xargs -P 2 -I{} sh -c \
    "timeout 600 '$weft' run --max-memory 8g -m selfhost -t main '$scratch/selfhost.beam' -- {} >>'$scratch/weft.'\$(basename {} .beam) 2>&1"
while read -r module answer; do
    got=$(head -n 1 "$scratch/weft.$module" 2>/dev/null)
    if [ "$got" = "$module $answer" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s\n  erl:  %s\n  weft: %s\n' "$module" "$answer" "$(head -n 5 "$scratch/weft.$module")"
    fi
done <"$scratch/erl"
finish
