#!/usr/bin/env bash
# weft debug: scripts from a pipe, whose transcripts are kept (UPDATE=1 writes them anew); what it saves is followed by weft replay;
# schedules and reports are taken; and on a terminal lines are edited, completed and remembered, and Ctrl-C ends what is being done.
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
here=$PWD
scratch=$(mktemp -d)
trap 'tmux -L "weft$$" kill-server 2>/dev/null; rm -rf "$scratch"' EXIT
cp ./*.erl "$scratch"
cd "$scratch" || exit 2
export LC_ALL=C.UTF-8 COLUMNS=100
passed=0 failed=0

verdict() {   # SENTENCE, after a command: whether it holds
    if [ "$?" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; fi
}
has() { grep -qE -- "$1" out || { echo "nothing like '$1' in:" && sed 's/^/    /' out | tail -20; return 1; }; }

# --- transcripts ---------------------------------------------------------------------------------------------

transcript() {   # NAME STATUS WORD...
    local name=$1 wanted=$2
    shift 2
    timeout 60 "$weft" debug "$@" <"$here/$name.script" >all 2>&1
    [ $? -eq "$wanted" ]; verdict "$name ends with $wanted"
    grep -vE '^  in (erl_eval|prim_eval|weft_view):' all >out   # lines of OTP's modules differ from release to release
    [ -z "${UPDATE:-}" ] || cp out "$here/$name.out"
    diff "$here/$name.out" out; verdict "$name says what it said"
}

transcript lock 0 -m lock -t main lock.erl
transcript shop 2 -m shop -t main shop.erl
transcript deadlock 0 -m shop -t deadlock shop.erl
transcript bad 2 -m lock -t main lock.erl

debug() { timeout 60 "$weft" debug "$@" >out 2>&1; }

# --- schedules -----------------------------------------------------------------------------------------------

"$weft" check -m shop -t main shop.erl --schedule found.schedule --output report.txt >/dev/null
for file in found.schedule report.txt; do
    printf 'goto end\nsave again.schedule\n' | debug "$file"; verdict "$file is taken"
    has '^weft 0\+16> goto end' && has 'P ends with error: \{badmatch,2\}' && has '^written to again.schedule'
    verdict "the steps of $file are ahead, and their end is judged"
    "$weft" replay again.schedule >out && false || [ $? -eq 1 ]; verdict "weft replay follows what was saved of $file"
    has 'P ends with error: \{badmatch,2\}'; verdict "to the same end"
done
printf 'step\nstep\nsave part.schedule\nquit\nstep\n' | debug -m shop -t main shop.erl; verdict "quit ends it"
! grep -q 'weft 2> step' out; verdict "nothing behind quit is read"
printf 'story\n' | debug part.schedule && has 'ets:insert' ; verdict "a part of an interleaving can be saved and taken up"
sed -i 's/Results = /weft:pause(), Results = /' shop.erl
printf 'goto end\n' | debug found.schedule && has 'P ends with error: \{badmatch,2\}'; verdict "a schedule of a program that was changed since is followed"
printf 'step\n' | debug nothing.schedule; [ $? -eq 2 ]; verdict "a file that is not there is refused"
printf 'step\n' | debug -m shop; [ $? -eq 2 ] && has 'say which function'; verdict "it has to be said what to debug"
printf 'step\nsave /nowhere/at/all\n' | debug -m shop -t main shop.erl; has 'nowhere/at/all'; verdict "a file that cannot be written is told"

# Back is back: after any way there, a state is the same.
looks='enabled\nstate\n'
state_at() { printf "$1goto 9\n$looks" | debug found.schedule && sed -n '/> enabled/,$p' out; }
plain=$(state_at '')
for way in 'goto end\n' 'goto 12\nback 2\n' 'goto 7\nwhy\nrace\n' 'goto 5\ncheck\n' 'goto end\nstory\nback 3\nwhy P.1\n'; do
    [ "$(state_at "$way")" = "$plain" ]; verdict "after '$way' the state after step 9 is the same"
done
[ -n "$plain" ]; verdict "there is such a state"

# --- a terminal ----------------------------------------------------------------------------------------------

screen() { tmux -L "weft$$" capture-pane -p -t d >out; }
keys() { tmux -L "weft$$" send-keys -t d "$@"; }
shows() {   # PATTERN: the screen comes to show it
    local i
    for i in $(seq 400); do
        screen
        grep -qE -- "$1" out && return 0
        sleep 0.1
    done
    has "$1"
}
if command -v tmux >/dev/null; then
    tmux -L "weft$$" -f /dev/null new-session -d -s d -x 100 -y 60 "env TERM=screen LC_ALL=C.UTF-8 $weft debug -m lock -t main lock.erl; echo ended with \$?; sleep 200"
    shows 'weft 0>$'; verdict "it asks"
    keys ena Tab Enter; shows '1 +P +spawn P\.1'; verdict "Tab completes a word"
    keys s Tab; shows 'save +state +step +story +swap'; verdict "Tab lists words that begin so"
    keys C-c; shows 's\^C'; verdict "Ctrl-C gives a line up"
    keys 'step ' Tab Enter; shows 'weft 1>$'; verdict "Tab completes who can act"
    keys Enter; shows 'weft 2>$'; verdict "an empty line says the same again"
    keys Up Up Up; shows 'weft 2> enabled'; verdict "there is a history"
    keys C-c; keys 'until holds(anna)' Enter; shows 'stopped: holds\(anna\)'; verdict "it stops"
    keys 'check' Enter; shows 'errors?.* steps deep|/s.*error'; keys C-c; shows 'interrupted: there are more'; verdict "Ctrl-C ends a check, and not the debugger"
    keys 'eval 1 + 1' Enter; shows '^2$'; verdict "which goes on"
    keys C-d; shows 'ended with 0'; verdict "the end of the input ends it"
    tmux -L "weft$$" kill-server
else
    echo 'without tmux the terminal is not tested'
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
