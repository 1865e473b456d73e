#!/bin/sh
# The C files of one folder, for its meson.build: tools/sources.sh code|test FOLDER
cd "$2" || exit 1
case $1 in
code) find . -maxdepth 1 -name '*.c' ! -name '*_test.c' ;;
test) find . -maxdepth 1 -name '*_test.c' ;;
esac | sort
