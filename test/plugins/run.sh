#!/usr/bin/env bash
# rebar3 weft and mix weft, end to end: projects as people have them, the build tools of Debian, no network. Where it matters
# what weft is told, a small program takes its place that writes down its words.
. "$(dirname "$0")/../lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
top=$here/../..
: "${WEFT:?the program to test}"
export WEFT
command -v rebar3 >/dev/null || { echo "rebar3 is not installed: ./dev test installs it"; echo "0 passed, 1 failed"; exit 1; }
export HOME=$scratch/home MIX_HOME=$scratch/mix REBAR_COLOR=low
unset MIX_ENV ERL_LIBS
mkdir -p "$HOME"

verdict() {   # SENTENCE, after a command: whether it holds
    if [ "$?" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; tail -20 "$scratch/out"; fi
}

# STATUS COMMAND...: whether it ends so; what it says is in $scratch/out
ends() {
    local status=$1 got
    shift
    timeout 120 "$@" >"$scratch/out" 2>&1 </dev/null
    got=$?
    [ "$got" -eq "$status" ] || { echo "$*: exit status $got"; false; }
}

says() { grep -qF -- "$1" "$scratch/out"; }

# A weft that tells what it was called with, and fails if it is told to.
cat >"$scratch/parrot" <<'EOF'
#!/bin/sh
[ -t 1 ] && echo "on a terminal"
echo "words: $*"
echo "libraries: $ERL_LIBS, environment: $MIX_ENV"
exit "${PARROT:-0}"
EOF
chmod +x "$scratch/parrot"

# --- the words of a configuration ------------------------------------------------------------------

mkdir -p "$scratch/ebin"
erlc -Werror -o "$scratch/ebin" "$top/erlang/rebar3_weft/src/weft_launcher.erl" "$here/words.erl" &&
    erl -noshell -pa "$scratch/ebin" -s words main >"$scratch/out"
grep -E '^(not so|  )' "$scratch/out"
counts=$(tail -n 1 "$scratch/out")
set -- ${counts//[!0-9 ]/}
passed=$((passed + ${1:-0})) failed=$((failed + ${2:-1}))

# --- rebar3 ----------------------------------------------------------------------------------------

# FOLDER: a project with the plugin, and two tests of four that say something to the checker
rebar_project() {
    cp -r "$here/../suite/rebar" "$1"
    mkdir -p "$1/_checkouts"
    ln -s "$(realpath "$top/erlang/rebar3_weft")" "$1/_checkouts/rebar3_weft"
    echo '{project_plugins, [rebar3_weft]}.' >>"$1/rebar.config"
}
rebar_project "$scratch/till"
cd "$scratch/till" || exit 2
ends 1 rebar3 weft
verdict "rebar3 weft of a project with a failing test ends with status 1"
says '4 tests: 3 ok, 1 failed' && says 'an assertion fails'
verdict "rebar3 weft compiles the project with its tests and shows what weft prints"
ends 0 rebar3 weft --only 'two*pay' --max-seconds=5 && says '1 test: 1 ok'
verdict "options of rebar3 weft go to weft"
ends 0 rebar3 weft test/till_tests.erl:5 && says 'one_cashier_test'
verdict "FILE:LINE goes to weft"
ends 2 rebar3 weft check -m till_tests -t no_such_test && says no_such_test
verdict "a function that is not there makes the status 2"
ends 0 rebar3 weft check -m till_tests -t one_cashier_test && says 'till_tests:one_cashier_test/0'
verdict "rebar3 weft check calls weft check with the project's modules and tests"
ends 2 rebar3 weft --onl x && says 'did you mean --only'
verdict "an option that weft does not know makes the status 2, and weft says what it may have been"
ends 0 rebar3 as foo weft --only 'two*pay' && says '1 test: 1 ok'
verdict "rebar3 weft finds what was built under another profile"
ends 0 rebar3 do weft --only 'two*pay', weft --only one_cashier && says 'one_cashier_test'
verdict "rebar3 weft can stand among other commands"
(unset WEFT; PATH=$(dirname "$(command -v rebar3)"):/usr/bin:/bin; ends 1 rebar3 weft) && says 'weft is not on PATH' && says '{bin,'
verdict "without weft rebar3 says how to come by it"
(export WEFT=$scratch/nowhere; ends 1 rebar3 weft) && says "WEFT names $scratch/nowhere"
verdict "a variable WEFT that names nothing is told"
[ ! -e "$top/erlang/rebar3_weft/ebin" ] && [ ! -e "$top/erlang/rebar3_weft/_build" ]
verdict "rebar3 writes nothing beside the plugin's sources"

cat >>rebar.config <<EOF
{weft, [{bin, "$scratch/parrot"}, {max_seconds, 7}, keep_going, {only, ["pay", "price"]}, {check, [{jobs, 2}]}]}.
{alias, [{quick, [{weft, "--interleaving-bound 9"}]}]}.
EOF
ends 0 rebar3 weft --max-seconds 8 && says 'words: test --max-seconds 7 --keep-going --only pay --only price --max-seconds 8'
verdict "the words of rebar.config come first, and bin says where weft is"
ends 0 rebar3 weft check -m a -t b && says 'words: check --max-seconds 7 --keep-going --only pay --only price --jobs 2 -m a -t b'
verdict "what stands below check is for weft check"
ends 0 rebar3 quick && says '--interleaving-bound 9'
verdict "an alias can give options to weft"
(export PARROT=1; ends 1 rebar3 weft) && says 'weft found an error'
verdict "status 1 of weft is status 1 of rebar3"
(export PARROT=2; ends 2 rebar3 weft)
verdict "status 2 of weft is status 2 of rebar3"
ends 0 script -qec "rebar3 weft" /dev/null && says 'on a terminal'
verdict "weft has the terminal that rebar3 has"

cat >"$scratch/sleeper" <<EOF
#!/bin/sh
echo \$\$ >"$scratch/pid"
exec sleep 100
EOF
chmod +x "$scratch/sleeper"
sed -i "s|parrot|sleeper|" rebar.config
rebar3 weft >"$scratch/out" 2>&1 </dev/null &
for _ in $(seq 100); do [ -s "$scratch/pid" ] && break; sleep 0.1; done
kill -KILL $!
wait $! 2>/dev/null
for _ in $(seq 50); do kill -0 "$(cat "$scratch/pid")" 2>/dev/null || break; sleep 0.1; done
! kill -0 "$(cat "$scratch/pid")" 2>/dev/null
verdict "weft ends when rebar3 is no more"
echo 'this is not Erlang' >>src/till.erl
ends 1 rebar3 weft && says 'syntax error' && ! says 'words:'
verdict "a project that does not compile is not checked"

# Several applications, one of which depends on the other.
mkdir -p "$scratch/shop/apps/desk/src" "$scratch/shop/apps/desk/test"
rebar_project "$scratch/shop/apps/till"
mv "$scratch/shop/apps/till/rebar.config" "$scratch/shop/apps/till/_checkouts" "$scratch/shop/"
cp "$here/desk.app.src" "$scratch/shop/apps/desk/src/desk.app.src"
cp "$here/desk_tests.erl" "$scratch/shop/apps/desk/test/"
cd "$scratch/shop" || exit 2
ends 1 rebar3 weft && says 'desk_tests' && says '5 tests: 4 ok, 1 failed'
verdict "rebar3 weft checks the tests of all applications of a project"

# --- mix -------------------------------------------------------------------------------------------

cp -r "$here/../suite/mix" "$scratch/stock"
cp -r "$here/mix/." "$scratch/stock/"
cd "$scratch/stock" || exit 2
export WEFT_MIX=$(realpath "$top/elixir")
ends 1 mix weft
verdict "mix weft of a project with a failing test ends with status 1"
says '5 tests: 2 ok, 1 failed, 2 skipped'
verdict "mix weft compiles the project, loads its tests and shows what weft prints"
ends 0 mix weft test/stock_test.exs:22 && says '1 test: 1 ok'
verdict "options and FILE:LINE of mix weft go to weft"
ends 1 mix weft.check -m Stock.Race -t look_then_take && says 'Stock.Race.look_then_take/0'
verdict "mix weft.check finds the project's modules, and its verdict is passed on"
ends 0 mix weft.check -m Stock.Race -t take_one_each && says 'Stock.Race.take_one_each/0'
verdict "mix weft.check proves what is right"
ends 2 mix weft --onl x && says 'did you mean --only'
verdict "an option that weft does not know makes the status 2 for mix, too"
(unset WEFT; PATH=/usr/bin:/bin; ends 1 mix weft) && says 'weft is not on PATH' && says 'weft: [bin:'
verdict "without weft mix says how to come by it"
ends 0 mix help weft && says 'weft.toml'
verdict "mix help weft tells about configuration"

export WEFT_OPTIONS="[bin: \"$scratch/parrot\", max_seconds: 7, test: [only: [\"pay\"]], keep_going: true]"
ends 0 mix weft --max-seconds 8 && says 'words: test --max-seconds 7 --only pay --keep-going --max-seconds 8' && says 'environment: test'
verdict "the words of mix.exs come first, and tests have their environment"
ends 0 mix weft.check -m A -t b && says 'words: check --max-seconds 7 --keep-going -m A -t b' && says "libraries: $PWD/_build/test/lib"
verdict "mix weft.check tells weft where the modules are"
(export MIX_ENV=other; ends 0 mix weft.check -m A -t b) && says "libraries: $PWD/_build/other/lib" && says 'environment: other'
verdict "another environment is used when it is asked for"
(export PARROT=2; ends 2 mix weft.check -m A -t b)
verdict "status 2 of weft is status 2 of mix"
ends 0 script -qec "mix weft.check -m A -t b" /dev/null && says 'on a terminal'
verdict "weft has the terminal that mix has"
unset WEFT_OPTIONS

# Without a word in mix.exs: an archive.
(cp -rL "$WEFT_MIX" "$scratch/archive" && cd "$scratch/archive" && mix archive.build -o weft.ez && mix archive.install --force weft.ez) >"$scratch/out" 2>&1
verdict "the mix tasks can be made an archive and installed"
unset WEFT_MIX
rm -rf _build
ends 0 mix weft --only 'take one each' && says '1 test: 1 ok'
verdict "with the archive mix weft works in a project that does not know of it"

# An umbrella of projects, and one of these.
cp -r "$here/../suite/umbrella" "$scratch/house"
cd "$scratch/house" || exit 2
ends 1 mix weft && says '4 tests: 2 ok, 1 failed, 1 skipped'
verdict "mix weft checks the tests of all projects of an umbrella"
cd apps/bell && ends 0 mix weft && says '1 test: 1 ok'
verdict "mix weft in the folder of one of them checks its tests"

finish
