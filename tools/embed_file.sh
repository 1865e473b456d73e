#!/bin/sh
# Writes a text file as a C string: tools/embed_file.sh OUT.c NAME FILE
set -e
{
    echo "extern const char $2[];"
    echo "const char $2[] = {"
    od -An -v -td1 "$3" | sed 's/\([0-9]\)\( \|$\)/\1,/g'
    echo '0};'
} >"$1"
