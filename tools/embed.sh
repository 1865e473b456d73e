#!/bin/sh
# Compiles Erlang modules and writes them as a C file of constants: tools/embed.sh OUT.c FILE.erl ...
set -e
out=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
erlc +deterministic -o "$folder" "$@"
{
    echo '#include "vm/world/embedded.h"'
    for file; do
        module=$(basename "$file" .erl)
        echo "static const uint8_t bytes_of_$module[] = {"
        od -An -v -tu1 "$folder/$module.beam" | sed 's/\([0-9]\)\( \|$\)/\1,/g'
        echo '};'
    done
    echo 'const Embedded embedded_modules[] = {'
    for file; do
        module=$(basename "$file" .erl)
        echo "    {\"$module\", bytes_of_$module, sizeof bytes_of_$module},"
    done
    echo '    {0},'
    echo '};'
} >"$out"
