#!/usr/bin/env bash
# Fails when a file includes a header of a room that its own room may not use (ARCHITECTURE.md).
cd "$(dirname "$0")/.." || exit 2
door='vm/(machine|event)\.h'
declare -A may=(
    [base]='base/'
    [beam]='(base|beam)/'
    [analysis]='(base|beam|analysis)/'
    [refactor]='(base|analysis|refactor)/'
    [vm]='(base|beam|vm)/'
    [explore]="(base|explore)/|$door"
    [profile]="(base|profile)/|$door"
    [monitor]="(base|explore|monitor)/|$door"
    [report]='(base|explore|analysis|profile|report)/'
    [web]='(base|report|web)/'
    [cli]='.*'
)
bad=0
while IFS=: read -r file line include; do
    room=${file#src/} room=${room%%/*}
    header=${include#*\"} header=${header%\"*}
    if [[ $file == *_test.c && $header != */* ]]; then continue; fi   # of test/
    if [[ ! $header =~ ^(${may[$room]:-nothing})  ]]; then
        echo "$file:$line: $room may not use $header"
        bad=1
    fi
done < <(grep -rnE '^ *# *include "' src --include='*.[ch]')
exit $bad
