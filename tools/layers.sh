#!/usr/bin/env bash
# Fails when a file includes a header of a room that its own room may not use (ARCHITECTURE.md), or when headers include
# each other in a circle.
cd "$(dirname "$0")/.." || exit 2

# The rooms, lowest first, and what each may use besides itself. A folder below a room that has no line belongs to the room;
# "explore/" is that room and all rooms below it; the door is what a search sees of the machine. Behind a bar: what only the room's
# .c files may use, because they call what stands above them (the interpreter calls built-ins, a process that ends leaves tables).
# Tests may use all of the house that their room is in.
door='vm/(machine|event)\.h'
rooms='
base
queue               base
beam                base
analysis            base beam
refactor            base analysis
vm/store            base
vm/term             base vm/store | door vm/run vm/elixir
vm/run              base beam door vm/store vm/term | vm/ets vm/load vm/world vm/observe vm/bif
vm/ets              base door vm/store vm/term vm/run
vm/load             base beam vm/store vm/term vm/run
vm/world            base beam door vm/store vm/term vm/run vm/ets vm/load
vm/elixir           base beam door vm/store vm/term vm/run vm/world
vm/observe          base vm/store vm/term vm/run vm/ets vm/world vm/elixir
vm/bif              base beam door vm/store vm/term vm/run vm/ets vm/load vm/world vm/elixir vm/observe
vm                  base beam vm/
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
project             base vm/world
jail                base project vm vm/world explore/ report
option              base project vm
engine              base queue beam project jail option vm explore/ verdict report
debug               base door explore/ verdict report claim jail option engine
cli                 base queue beam analysis refactor vm vm/ explore/ profile verdict property linear report web claim project jail option engine debug
'
acyclic='src'   # where headers may not include each other in a circle

declare -A may inside
while IFS='|' read -r line above; do
    read -r room uses <<<"$line"
    [ -n "$room" ] && may[$room]=" $room $uses " inside[$room]=" $room $uses $above "
done <<<"$rooms"

room_of() {   # PATH below src, or as an include names it: sets `room`
    room=${1%/*}
    while [[ -z ${may[$room]:-} && $room == */* ]]; do room=${room%/*}; done
}

may_use() {   # ROOM HEADER FILE
    local uses=${may[$1]:-} header=$2 room
    if [[ $3 == *.c ]]; then uses=${inside[$1]:-}; fi
    if [[ $3 == *_test.c ]]; then uses+=" ${1%%/*} ${1%%/*}/ "; fi
    if [[ $uses == *' door '* && $header =~ ^($door)$ ]]; then return 0; fi
    room_of "$header"
    [[ $uses == *" $room "* || $uses == *" ${room%%/*}/ "* ]]
}

bad=0
while IFS=: read -r file line include; do
    header=${include#*\"} header=${header%%\"*}
    if [[ $file == *_test.c && $header != */* ]]; then continue; fi   # of test/
    room_of "${file#src/}"
    if ! may_use "$room" "$header" "$file"; then
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
