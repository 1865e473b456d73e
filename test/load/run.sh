#!/usr/bin/env bash
# Loads every module of the installed OTP and Elixir, with the program of the build folder CHECKED.
root=$(erl -noinput -eval 'io:put_chars(code:root_dir()), halt().')
elixir=$(dirname "$(readlink -f "$(command -v elixir)")")/../lib
exec "${CHECKED:?a build folder}/test/load/load" "$root" "$root"/lib/*/ebin "$elixir"
