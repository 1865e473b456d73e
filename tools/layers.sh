#!/usr/bin/env bash
# Fails when a file includes a header of a room that its own room may not use (ARCHITECTURE.md), or when headers include
# each other in a circle.
cd "$(dirname "$0")/.." || exit 2

# The rooms, lowest first, and what each may use besides itself. A folder below a room that has no line belongs to the room;
# "explore/" is that room and all rooms below it; the door is what a search sees of the machine.
door='vm/(machine|event)\.h'
rooms='
base
beam                base
analysis            base beam
refactor            base analysis
vm                  base beam
explore             base door
explore/dpor        base door explore
explore/strategy    base door explore explore/dpor
explore/witness     base door explore explore/dpor
explore/parallel    base door explore explore/dpor explore/witness
explore/random      base door explore explore/dpor explore/witness explore/parallel
explore/states      base door explore explore/dpor explore/witness explore/parallel
profile             base door
verdict             base door explore/
property            base
linear              base
claim               base door explore/ property
report              base explore/ analysis profile
web                 base report
cli                 base beam analysis refactor vm explore/ profile verdict property linear report web claim
'
acyclic='src'   # where headers may not include each other in a circle

declare -A may
while read -r room uses; do
    [ -n "$room" ] && may[$room]=" $room $uses "
done <<<"$rooms"

room_of() {   # PATH below src, or as an include names it: sets `room`
    room=${1%/*}
    while [[ -z ${may[$room]:-} && $room == */* ]]; do room=${room%/*}; done
}

may_use() {   # ROOM HEADER
    local uses=${may[$1]:-} header=$2 room
    if [[ $uses == *' door '* && $header =~ ^($door)$ ]]; then return 0; fi
    room_of "$header"
    [[ $uses == *" $room "* || $uses == *" ${room%%/*}/ "* ]]
}

bad=0
while IFS=: read -r file line include; do
    header=${include#*\"} header=${header%%\"*}
    if [[ $file == *_test.c && $header != */* ]]; then continue; fi   # of test/
    room_of "${file#src/}"
    if ! may_use "$room" "$header"; then
        echo "$file:$line: $room may not use $header"
        bad=1
    fi
done < <(grep -rnE '^ *# *include "' src --include='*.[ch]')

# Sorting says which headers stand in a circle, one line each after a line that says so.
circles=$(grep -rE '^ *# *include "' $acyclic --include='*.h' |
    sed -E 's|^src/([^:]*):[^"]*"([^"]*)".*|\1 \2|' | tsort 2>&1 >/dev/null)
if [ -n "$circles" ]; then
    sed -E 's/^tsort: -: input contains a loop:/headers that include each other in a circle:/; s/^tsort: /    /' <<<"$circles"
    bad=1
fi
exit $bad
