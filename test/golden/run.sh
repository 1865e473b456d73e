#!/usr/bin/env bash
# What weft prints, byte for byte. A case is a folder here:
#     command   arguments for weft, run by sh inside the folder (WEFT is the program, SCRATCH a folder for files)
#     stdout    what it writes there     (no file: nothing)
#     stderr    likewise
#     status    its exit status          (no file: 0)
#     environment   variables, NAME=VALUE  (no file: none)
# UPDATE=1 writes what weft says now into the files; read the difference before you commit it.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
: "${WEFT:?the program to test}"
export WEFT
export LC_ALL=C.UTF-8   # letters beyond ASCII can be shown
unset COLUMNS NO_COLOR
export SCRATCH=$scratch   # for files that a command writes
for folder in */; do
    folder=${folder%/}
    [ -f "$folder/command" ] || continue
    (cd "$folder" && env $(cat environment 2>/dev/null) timeout 60 sh -c "\"\$WEFT\" $(cat command)") \
        >"$scratch/stdout" 2>"$scratch/stderr"
    echo $? >"$scratch/status"
    rm -f "$folder/weft_report.txt"
    bad=
    for what in stdout stderr status; do
        if [ -n "${UPDATE:-}" ]; then
            if [ "$what $(cat "$scratch/$what")" = "status 0" ] || [ ! -s "$scratch/$what" ]; then
                rm -f "$folder/$what"
            else
                cp "$scratch/$what" "$folder/$what"
            fi
        fi
        [ -f "$folder/$what" ] || case $what in status) echo 0 ;; *) : ;; esac >"$scratch/expected"
        [ -f "$folder/$what" ] && cp "$folder/$what" "$scratch/expected"
        diff -u --label "$folder/$what" --label "what weft says" "$scratch/expected" "$scratch/$what" || bad=1
    done
    if [ -n "$bad" ]; then failed=$((failed + 1)); else passed=$((passed + 1)); fi
done
finish
