#!/usr/bin/env bash
# Hostile projects and poor hosts: links that lead out, planted files, full disks, lost folders, signals. Nothing outside of
# the project is read or written, and nothing that was found is lost.
#     WEFT=build/weft test/harm/run.sh
cd "$(dirname "$0")" || exit 2
weft=$(realpath "${WEFT:?the program to test}") || exit 2
examples=$(realpath ../../examples)
house=$(pwd)
scratch=$(mktemp -d)
trap 'cd /; rm -rf "$scratch"' EXIT
passed=0 failed=0

verdict() {   # SENTENCE, after a command: whether it holds
    if [ "$?" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; head -n 5 "$scratch/out" "$scratch/err" 2>/dev/null | cut -c 1-300; fi
}
run() { timeout 60 "$weft" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null; status=$?; }   # WORD...
says() { grep -qF -- "$1" "$scratch/out" "$scratch/err"; }

export HOME=$scratch/home TMPDIR=$scratch/tmp XDG_STATE_HOME=$scratch/state
project=$scratch/home/project
mkdir -p "$project" "$scratch/home/other" "$TMPDIR"
echo 'of somebody else' >"$scratch/home/other/secret"
echo 'of somebody else' >"$scratch/home/secret"
touch "$project/rebar.config"
cp "$examples/ping_pong.erl" "$house/reader.erl" "$project/"
cd "$project" || exit 2

# --- links, reading ------------------------------------------------------------------------------------------

echo inside >inside
ln -s ../other/secret link
ln -s ../other folder
ln -s inside fine
reads() { run run -m reader -t "$1" reader.erl -- "$2"; }   # FUNCTION NAME
reads file inside; says 'inside'; verdict "a program reads what lies in its project"
reads file fine; says 'inside'; verdict "also by a link"
for name in link folder/secret ../other/secret "$scratch/home/secret" /etc/passwd; do
    reads file "$name"; ! says 'somebody' && ! says root: && says error; verdict "it does not read $name"
    reads load "${name%.beam}"; ! says somebody; verdict "nor load it"
    reads open "$name"; ! says somebody && ! says root:; verdict "nor open it"
done
reads folder folder; ! says secret; verdict "it does not enter a folder outside by a link"
reads list folder; ! says secret; verdict "nor list it"
mkfifo pipe
reads file pipe; [ "$status" -ne 124 ] && says error; verdict "a pipe is no file to read"
truncate -s 20G huge
reads file huge; [ "$status" -ne 124 ] && says enomem; verdict "a file beyond --max-memory is not read"
for what in "replay pipe" "check -m x -t y pipe.beam" "linear pipe --model register" "check --config pipe -m x -t y ping_pong.erl"; do
    ln -sf pipe pipe.beam
    # shellcheck disable=SC2086
    run $what; [ "$status" -eq 2 ] && says 'not a regular file'; verdict "weft $what does not wait for ever"
done

# --- where a project ends -------------------------------------------------------------------------------------

mkdir -p deep/down; cp reader.erl deep/down
(cd deep/down && reads file ../../inside; says inside); verdict "a project is the folder with rebar.config, from wherever weft is started"
cd "$scratch/home" || exit 2
cp project/reader.erl .
reads file secret; ! says somebody; verdict "a home folder is no project"
run run -m reader -t file project/reader.erl -- project/inside; says inside; verdict "what was named is, from outside, too"
run run -m reader -t file project/reader.erl -- other/secret; ! says somebody; verdict "but not what lies beside it"
cd / && run run -m reader -t file "$project/reader.erl" -- etc/passwd; ! says root:; verdict "nor is /"
mkdir "$scratch/gone" && cd "$scratch/gone" && rmdir "$scratch/gone"
run run -m reader -t file "$project/reader.erl" -- /etc/passwd; [ "$status" -eq 2 ] && says 'the working folder is no more'
verdict "a working folder that was removed is no root"
cd "$project" || exit 2

# --- quoting ---------------------------------------------------------------------------------------------------

printf 'not for reports\n%.0s' {1..20} >"$scratch/home/other/private"
cp "$scratch/home/other/private" "$scratch/home/other/private.erl"
for file in /etc/passwd "$scratch/home/other/private" "$scratch/home/other/private.erl" ../other/private.erl folder/private.erl; do
    printf -- '-module(liar).\n-export([main/0]).\n-file("%s", 1).\nmain() ->\n    exit(crash).\n' "$file" >liar.erl
    run check -m liar -t main liar.erl --html page.html --json result.json
    [ "$status" -eq 1 ] && ! cat "$scratch/out" weft_report.txt page.html result.json | grep -qE 'not for reports|root:x:'
    verdict "-file(\"$file\", 1) does not quote that file"
done
run check -m ping_pong -t main ping_pong.erl; grep -q '│\|ping_pong.erl' "$scratch/out"; verdict "sources of the project are quoted"

# --- links, writing ---------------------------------------------------------------------------------------------

echo precious >../bashrc
for name in weft_report.txt result.json; do
    ln -sf ../bashrc "$name"
    run check -m ping_pong -t main ping_pong.erl --json result.json
    [ "$(cat ../bashrc)" = precious ] && [ -f "$name" ] && [ ! -L "$name" ]; verdict "a planted link $name is replaced, not followed"
done
ln -sf ../bashrc diary.txt
run check -m ping_pong -t main ping_pong.erl --output diary.txt --log-all
[ "$(cat ../bashrc)" = precious ] && grep -q interleaving diary.txt; verdict "also where the report begins early"
"$weft" check -q -m ping_pong -t main ping_pong.erl --json /dev/stdout --no-output | grep -q '"version"'; verdict "a device is written to as it is"
run check -q -m ping_pong -t main ping_pong.erl --json >(cat >"$scratch/piped"); sleep 0.2; grep -q '"version"' "$scratch/piped"; verdict "and so is a pipe"
chmod 700 result.json; run check -q -m ping_pong -t main ping_pong.erl --json result.json
[ "$(stat -c %a result.json)" = 600 ]; verdict "a file keeps its readers, and becomes no program"
[ -z "$(find . -name '*.weft')" ]; verdict "nothing else is left"

# --- full disks ----------------------------------------------------------------------------------------------

"$weft" check -m ping_pong -t main ping_pong.erl --timeouts idle --ignore-error deadlock --ignore-error abnormal_exit >/dev/full 2>"$scratch/err"
[ $? -eq 2 ] && grep -q 'cannot write to standard output: No space left' "$scratch/err"; verdict "what cannot be printed is an error"
"$weft" help >/dev/full 2>"$scratch/err"; [ $? -eq 2 ]; verdict "of help, too"
run check -m ping_pong -t main ping_pong.erl --json /dev/full; [ "$status" -eq 2 ] && says 'cannot write /dev/full: No space left'; verdict "and what cannot be written"
echo '{"old": 1}' >result.json
(ulimit -f 1; run check -m ping_pong -t main ping_pong.erl --show-races --keep-going --no-output --html result.json; [ "$status" -eq 2 ] && says 'File too large')
verdict "a limit of the size of files is told"
[ "$(cat result.json)" = '{"old": 1}' ]; verdict "and the old file is still there"

# --- faults --------------------------------------------------------------------------------------------------

# Calls that fail (faults.c): whatever happens, a result is there as a whole or is said to be missing, and nothing is left.
faults=$(dirname "$weft")/test/harm/libfaults.so
is_sanitized() { readelf --wide --symbols "$1" | grep -q ' __asan_init'; }
broken() {   # FAULT WORD...: with an old result in place
    echo '{"old": 1}' >result.json
    timeout -k 5 60 env FAULT="$1" LD_PRELOAD="$faults" "$weft" "${@:2}" --json result.json >"$scratch/out" 2>"$scratch/err" </dev/null
    status=$?
}
is_whole() { python3 -c 'import json, sys; json.load(open(sys.argv[1]))' result.json; }
is_old() { [ "$(cat result.json)" = '{"old": 1}' ]; }
is_clean() { [ -z "$(find . -name '*.weft')" ] && [ -z "$(ls -A "$TMPDIR")" ]; }
sound() {   # either it is told that something is missing, or the result is there
    case $status in
    0 | 1) is_whole && ! is_old ;;
    2) [ -s "$scratch/err" ] && { is_old || is_whole; } ;;
    *) false ;;
    esac && is_clean
}
same() { sed 's/[0-9.]* s,//; s/"seconds": .*//' "$1"; }
if [ -f "$faults" ] && ! is_sanitized "$weft"; then
    pairs=(check -m ping_pong -t main ping_pong.erl --no-output)
    mkdir beams; erlc +debug_info -o beams ping_pong.erl
    beams=(check -m ping_pong -t main beams/ping_pong.beam --no-output)
    echo '{"old": 1}' >result.json; run "${beams[@]}" --json result.json; same "$scratch/out" >"$scratch/whole.out"; same result.json >"$scratch/whole.json"
    for fault in short:outer:0 short:inner:0 signal:outer:0 signal:inner:0; do
        broken $fault "${beams[@]}"
        [ "$status" -eq 1 ] && same "$scratch/out" | cmp -s - "$scratch/whole.out" && same result.json | cmp -s - "$scratch/whole.json"
        verdict "calls that are interrupted or do half of their work change nothing ($fault)"
    done
    for room in 0 1 500 1000; do
        broken disk:outer:$room "${beams[@]}"
        [ "$status" -eq 2 ] && says 'No space left' && is_old && is_clean; verdict "a disk that is full after $room bytes keeps the old result"
    done
    for who in outer inner; do
        bad=
        for n in 0 1 2 3 5 8 13 21 34 55 89 144 233 377 610 987 1597 2584 4181 6765 10946 17711 28657 46368; do
            broken memory:$who:$n "${beams[@]}"; sound || bad="$bad $n($status)"
        done
        [ -z "$bad" ]; verdict "memory that cannot be had loses nothing silently ($who, after$bad)"
    done
    bad=
    for n in 1 100 400 800 1200; do broken memory:outer:$n "${pairs[@]}"; sound || bad="$bad $n($status)"; done
    [ -z "$bad" ]; verdict "nor while a compiler runs (after$bad)"
fi

# --- terminals -----------------------------------------------------------------------------------------------

steers() { LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]' "$@"; }   # FILE...
printf -- '-module(loud_tests).\n-export([%s/0, crash_test/0]).\n%s() -> ok.\n%%%% \xe2\x80\xae reversed \x1b]0;title\x07\ncrash_test() -> exit(%s). %% \xe2\x80\xae \x1b[2J\n' \
    "'\\e]0;evil\\a\\x{202e}_test'" "'\\e]0;evil\\a\\x{202e}_test'" "'\\e[2J\\x{202e}'" >loud_tests.erl
run test loud_tests.erl --output loud.txt --tap loud.tap
[ "$status" -eq 1 ] && says 'x{1B}' && ! steers "$scratch/out" "$scratch/err" loud.txt loud.tap; verdict "names of tests and quoted sources do not steer a terminal"
run test loud_tests.erl --list; says evil && ! steers "$scratch/out"; verdict "nor does their list"
printf '{invoke, 1, {write, "\x1b]0;title\x07"}}.\n{ok, 1, ok}.\n{invoke, 2, read}.\n{ok, 2, "\xe2\x80\xae\x1b[2J"}.\n' >loud.history
run linear loud.history --model register; [ "$status" -eq 1 ] && ! steers "$scratch/out" "$scratch/err"; verdict "nor do values of a history"
printf '"\\u001b]0;title\\u0007" = 1\n' >loud.toml
run check --config loud.toml -m x -t y; [ "$status" -eq 2 ] && ! steers "$scratch/err"; verdict "nor what is said of a wrong file"

# --- the program itself --------------------------------------------------------------------------------------------

readelf --wide --file-header --program-headers --dynamic --symbols "$weft" >"$scratch/out" 2>"$scratch/err"
grep -q 'Type: *DYN' "$scratch/out" && grep -q 'FLAGS_1.* PIE' "$scratch/out"; verdict "where its code lies is not known before"
grep -q 'GNU_RELRO' "$scratch/out" && grep -q 'FLAGS_1.* NOW' "$scratch/out"; verdict "what the linker has bound can not be written"
! grep -qE ' RWE |GNU_STACK.* R?W?E ' "$scratch/out"; verdict "no memory can be both written and run, the stack neither"
grep -q ' __stack_chk_fail' "$scratch/out"; verdict "a stack that was written beyond is noticed"
grep -q ' __asan_init' "$scratch/out" || grep -qE ' __(memcpy|snprintf|vsnprintf)_chk' "$scratch/out"; verdict "and a buffer of known size"

# --- the jail ----------------------------------------------------------------------------------------------------

if [ -x "${CHECKED:-}/test/harm/cage" ]; then
    mkdir "$scratch/cage"
    for forks in no forks; do
        "$CHECKED/test/harm/cage" "$scratch/cage" $forks >"$scratch/out" 2>"$scratch/err"; status=$?
        [ "$status" -eq 3 ] || { [ "$status" -eq 0 ] && [ ! -s "$scratch/out" ] && [ -z "$(ls -A "$scratch/cage")" ]; }
        verdict "a process in the cage cannot open, make, run or reach anything ($forks)"
    done
fi
"$weft" --version --verbose | grep -q '^confined by '; verdict "weft --version --verbose says what confines it"

# --- code that has taken over ----------------------------------------------------------------------------------------

# A weft that believes bytecode (trusting.c), and modules that use it. What they reach with --unconfined they must not reach without.
trusting=$(dirname "$weft")/test/harm/trusting
mkdir -p "$scratch/home/taken" && cd "$scratch/home/taken" && touch rebar.config && erlc "$house/taken.erl" && erl -noshell -eval 'taken:write("."), halt().' || exit 2
for name in escape escape_jobs nonsense silent left_behind; do
    printf -- '-module(%s).\n-export([main/0]).\nmain() -> self() ! x, receive x -> ok end.\n' $name >$name.erl
    erlc $name.erl || exit 2
done
library=$(ldd "$trusting" | sed -n 's/.*libc\.so\.6 => \([^ ]*\).*/\1/p')
offset() { readelf --wide --dyn-syms "$library" | awk -v name="$1" '{ split($8, part, "@"); if (part[1] == name && $7 != "UND") { print $2; exit } }'; }
takes() {   # FUNCTION TEXT OPTION...: has weft call that function of the C library
    rm -rf made
    timeout 60 "$trusting" run "${@:3}" -m taken -t main taken.beam lie.beam -- "$2" "$crc" "$slot" "$(offset waitpid)" "$(offset labs)" \
        "$(offset "$1")" >"$scratch/out" 2>"$scratch/err"
}
if [ -n "$library" ] && ! is_sanitized "$trusting"; then
    crc=$(readelf --wide --symbols "$trusting" | awk '$8 == "erlang_crc32_1" { print $2; exit }')
    slot=$(readelf --wide --relocs "$trusting" | awk '$5 ~ /^waitpid@/ { print $1; exit }')
    takes perror 'it is taken'; says 'it is taken: '; verdict "bytecode that is believed takes weft over, also in the jail"
    takes system 'touch made' --unconfined; [ -f made ]; verdict "and starts programs without it"
    takes system 'touch made'; says 'weft lies at' && [ ! -e made ]; verdict "but none in the jail"
    takes creat made --unconfined; [ -f made ]; verdict "it creates files without the jail"
    takes creat made; says 'weft lies at' && [ ! -e made ]; verdict "but none in it"
    run run -m taken -t main taken.beam lie.beam -- x 1 1 1 1 1; [ "$status" -eq 2 ] && says 'lie:'; verdict "weft itself does not believe that bytecode"
fi
hostile() { timeout 60 "$trusting" check --no-output -m "$1" -t main "$1.beam" "${@:2}" >"$scratch/out" 2>"$scratch/err" 7>>open.txt </dev/null; status=$?; }   # MODULE OPTION...
timeout 60 "$trusting" check --no-output -m silent -t main silent.beam >silent.out 2>&1 &
silent=$!
"$trusting" --version --verbose | grep -q '^confined by seccomp' && for name in escape escape_jobs; do
    [ $name = escape ] && jobs=1 || jobs=2
    hostile $name --jobs $jobs; [ "$status" -eq 0 ] && ! says 'it can' && [ ! -s open.txt ] && [ -z "$(find . -name made)" ]
    verdict "whatever code runs inside opens, makes, runs and reaches nothing, also by what was open before (--jobs $jobs)"
done
hostile nonsense --json nonsense.json; [ "$status" -eq 2 ] && says 'cannot be read'; verdict "the process outside takes no nonsense from the one inside"
hostile left_behind --jobs 2; [ "$status" -eq 0 ] && ! pgrep -f -- '-m left_behind' >/dev/null; verdict "what was forked inside ends with it"
wait $silent; [ $? -eq 2 ] && grep -q 'answered no more' silent.out; verdict "whoever talks no more, and does not end, is ended"

mkdir -p "$scratch/home/tests" && cd "$scratch/home/tests" && touch rebar.config && erlc +debug_info "$house/trouble_tests.erl" || exit 2
trouble() {   # TEST OPTION...: in the background, with its own outputs
    local test=$1
    shift
    timeout 60 "$weft" test trouble_tests.beam --only "$test" --json "$test.json" "$@" >"$test.out" 2>"$test.err"
    echo $? >"$test.status"
}
"$weft" test trouble_tests.beam --max-memory 96m --max-seconds 10 --only memory --only before --only after --json all.json --junit all.xml \
    >"$scratch/out" 2>"$scratch/err"
[ $? -eq 2 ] && says 'out of memory: the program has more' && [ "$(grep -c '"verdict": "ok"' all.json)" -eq 2 ] && grep -q 'testcase.*after_memory' all.xml
verdict "a test that runs out of memory costs that test, and no other"
trouble stuck --max-seconds 1 &
stuck=$!
trouble both --max-seconds 1 --keep-going &
both=$!
"$weft" check -m trouble_tests -t outcomes_test trouble_tests.beam --max-memory 64m --max-seconds 50 --no-output --json outcomes.json >outcomes.out 2>&1 &

# The process inside is the only child of the one that was started.
start() { env --default-signal=HUP "$weft" "$@" >"$scratch/out" 2>"$scratch/err" & outer=$!; sleep 1.5; inner=$(pgrep -P "$outer" | head -n 1); }
finish() { wait "$outer"; status=$?; }
start check -m trouble_tests -t endless trouble_tests.beam --json crash.json --keep-going
kill -ABRT "$inner"; finish
[ "$status" -eq 1 ] && says 'weft itself crashed' && says 'wrong_at_once' && grep -q wrong_at_once crash.json; verdict "a crash of weft loses no error that was found, and is told"
start check -m trouble_tests -t quiet trouble_tests.beam --json crash.json
kill -ABRT "$inner"; finish
[ "$status" -eq 2 ] && says 'mistake of weft' && grep -q 'mistake of weft' crash.json; verdict "nor does one that found nothing pass for a result"
start check -m trouble_tests -t endless trouble_tests.beam --keep-going
kill -KILL "$outer"; wait "$outer" 2>/dev/null; sleep 0.5; [ ! -e "/proc/$inner" ] || grep -q "^State:.*Z" "/proc/$inner/status"; verdict "who is inside ends with the one outside"
printf -- '-module(endless).\n-export([main/0]).\nmain() -> main().\n' >endless.erl
"$weft" run -m endless -t main endless.erl >"$scratch/out" 2>&1 &
outer=$!
until [ -n "$(pgrep -P $outer | xargs -r ps -o comm= -p 2>/dev/null | grep weft)" ] || ! kill -0 $outer 2>/dev/null; do sleep 0.2; done
kill -KILL $outer; wait $outer 2>/dev/null
mkdir "$TMPDIR/weft-other" && echo mine >"$TMPDIR/weft-other/file"
[ "$(find "$TMPDIR" -maxdepth 1 -name 'weft-*' | wc -l)" -eq 2 ] && run run -m reader -t file "$project/reader.erl" -- x &&
    [ "$(ls "$TMPDIR")" = weft-other ] && [ -f "$TMPDIR/weft-other/file" ]
verdict "what a weft that was killed left is removed by the next one, and nothing else"
rm -r "$TMPDIR/weft-other"
mkdir -p slow/bin slow/lib/stdlib-1/ebin && printf '#!/bin/sh\ntrap "" TERM INT\necho $$ >pid\nwhile :; do sleep 0.1; done\n' >slow/bin/erl && chmod +x slow/bin/erl
"$weft" run -m endless -t main endless.erl --otp "$PWD/slow" >"$scratch/out" 2>"$scratch/err" &
outer=$!
until [ -s pid ]; do sleep 0.1; done
kill -TERM $outer; wait $outer; status=$?
[ "$status" -eq 143 ] && ! kill -0 "$(cat pid)" 2>/dev/null && [ -z "$(ls "$TMPDIR")" ]; verdict "a compiler that hangs ends with weft"
start check -m trouble_tests -t endless trouble_tests.beam --keep-going --json hangup.json
kill -HUP "$outer"; finish; [ "$status" -eq 1 ] && grep -q wrong_at_once hangup.json; verdict "a terminal that is gone loses nothing"
# Killed at any moment, with several processes that search: no process and no half result is left, and the next weft removes the folder.
cp "$house/trouble_tests.erl" . && echo '{"old": 1}' >killed.json
bad=
for pause in 0.05 0.3 0.6 0.9 1.2 1.5 1.8; do
    "$weft" test trouble_tests.erl --jobs 2 --only before --only endless_fails --only outcomes --max-seconds 3 --json killed.json >"$scratch/out" 2>&1 &
    outer=$!
    sleep $pause; kill -KILL $outer; wait $outer 2>/dev/null; sleep 0.2
    pgrep -f "^$weft test trouble_tests.erl --jobs 2" >/dev/null && bad="$bad $pause(process)"
    python3 -c 'import json; json.load(open("killed.json"))' || bad="$bad $pause(result)"
done
[ -z "$bad" ]; verdict "who is killed at any moment leaves no process and no half of a result ($bad)"
run run -m reader -t file "$project/reader.erl" -- x; [ -z "$(ls -A "$TMPDIR")" ]; verdict "and no folder, once weft is started again"
start check -m trouble_tests -t endless trouble_tests.beam --jobs 3 --keep-going --max-seconds 20 --json worker.json
kill -KILL "$(pgrep -P "$inner" | tail -n 1)"; finish; [ "$status" -ne 0 ] && python3 -c 'import json; json.load(open("worker.json"))'
verdict "a worker that is killed does not make a result that looks complete"
start test trouble_tests.beam --only before --only stuck --only both --max-seconds 30 --json cut.json --junit cut.xml
kill -INT "$outer"; sleep 0.5; kill -INT "$outer"; finish
[ "$status" -eq 130 ] && says 'interrupted: 1 test was not run' && grep -q before_memory cut.json && grep -q '"skipped": 1' cut.json && grep -q 'not run: weft was interrupted' cut.xml
verdict "an interrupted weft test says what was not run"
start check -m trouble_tests -t stuck_test trouble_tests.beam --json twice.json
kill -TERM "$outer"; sleep 0.5; kill -TERM "$outer"; finish
[ "$status" -eq 143 ] && grep -q interrupted twice.json; verdict "a second signal ends what is stuck in a step, and is told"

wait "$stuck"
[ "$(cat stuck.status)" -eq 2 ] && grep -q 'a step did not come back' stuck.json; verdict "a step that does not come back ends with its test"
wait "$both"
[ "$(cat both.status)" -eq 1 ] && grep -q found_before both.json; verdict "what was found before is told"
wait
grep -q 'not exhaustive: what the search has to remember reached --max-memory' outcomes.out; verdict "a search that outgrows --max-memory stops with what it knows"
grep -q '"outcomes_left_out": ' outcomes.json && [ "$(stat -c %s outcomes.json)" -lt 40000000 ]; verdict "a report is no larger than can be read, and says what it leaves out"
cd "$project" || exit 2

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
