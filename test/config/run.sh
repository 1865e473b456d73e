#!/usr/bin/env bash
# weft.toml: where it is looked for, what it means, and what is said when it is wrong.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}
examples=$(realpath ../../examples)

verdict() {   # SENTENCE, after a command: whether it holds
    if [ "$?" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; cat "$scratch/out" "$scratch/err" 2>/dev/null | head -5; fi
}
project=$scratch/project
mkdir -p "$project/deep/down" "$scratch/elsewhere"
cp "$examples/ping_pong.erl" "$project/"

setting() { printf '%s\n' "$@" >"$project/weft.toml"; }   # LINE...
run() { (cd "$1" && shift && timeout 60 "$weft" "$@") >"$scratch/out" 2>"$scratch/err"; status=$?; }   # FOLDER WORD...
check() { run "$project" check -m ping_pong -t main ping_pong.erl "$@"; }
says() { grep -qF -- "$1" "$scratch/out"; }

# MESSAGE LINE...: what weft check says of such a file
refuse() {
    local message=$1
    shift
    setting "$@"
    check
    [ "$status" -eq 2 ] && [ "$(cat "$scratch/err")" = "weft: weft.toml:$message" ]
    verdict "$* is refused with $message"
}

# --- where it is ---------------------------------------------------------------------------------------------

setting 'interleaving_bound = 1' 'module = "ping_pong"' 'test = "main"' 'file = "ping_pong.erl"'
run "$project" check; says "1 interleaving explored"; verdict "it says what to check, in the working folder"
run "$project/deep/down" check; says "1 interleaving explored"; verdict "it is found from folders below, and its files are as from its own"
run "$scratch/elsewhere" check -m ping_pong -t main ../project/ping_pong.erl; says "1 interleaving explored"
verdict "it is found from a file that is named"
check --no-config; says "2 interleavings explored"; verdict "--no-config leaves it out"
echo 'keep_going = true' >"$scratch/elsewhere/other.toml"
check --config ../elsewhere/other.toml; says "2 interleavings explored" && ! says "stopped at the first"; verdict "--config names another one"
check --config nowhere.toml; [ "$status" -eq 2 ]; verdict "which must be there"
mkdir "$project/deep/.git"
run "$project/deep/down" check; [ "$status" -eq 2 ] && grep -q 'say what to run' "$scratch/err"; verdict "a repository's options end at its root"
rmdir "$project/deep/.git"

# --- what it means -------------------------------------------------------------------------------------------

setting 'interleaving_bound = 1' '[check]' 'interleaving_bound = 2' '[test]' 'interleaving_bound = 3'
check; says "2 interleavings explored"; verdict "what stands in the command's section comes after what is for all"
check --interleaving-bound 1; says "1 interleaving explored"; verdict "the command line comes last"
setting 'keep_going = true'; check; ! says "stopped at the first"; verdict "a flag may be set"
check --no-keep-going; says "stopped at the first"; verdict "and taken back on the command line"
setting 'keep_going = true' '[check]' 'keep_going = false'; check; says "stopped at the first"; verdict "or in the section"
setting 'max-memory = "1g"' 'depth_bound = 0x1_000' 'use_receive_patterns = false' 'ignore-error = ["deadlock", "abnormal_exit"]'
check; [ "$status" -eq 0 ]; verdict "numbers, words and lists are understood"
setting 'exhaustive = true' 'only = ["x"]'; check; [ "$status" -eq 1 ]; verdict "options of other commands are left to them"
setting '[check]' 'json = "result.json"'; mkdir -p "$project/sub"
run "$project/sub" check -m ping_pong -t main ../ping_pong.erl; [ -f "$project/result.json" ]; verdict "files to write are as from its folder, too"

setting 'after_timeout = 100'; check --timeouts any
[ "$status" -eq 2 ] && [ "$(cat "$scratch/err")" = "weft: --timeouts and --after-timeout exclude each other: the first is about all timeouts (--after-timeout is from weft.toml)" ]
verdict "what contradicts an option of the command line is told to stand there"

# --- schedules -----------------------------------------------------------------------------------------------

setting 'timeouts = "idle"' 'strict_exits = true' 'keep_going = true'
check --no-strict-exits --schedule "$project/failing.schedule"
grep -qx 'option: --timeouts idle' "$project/failing.schedule" && grep -qx 'option: --no-strict-exits' "$project/failing.schedule"
verdict "a schedule keeps what had a say in it, wherever it stood"
setting 'ignore_error = "abnormal_exit"' 'quiet = true'
run "$project" replay failing.schedule; [ "$status" -eq 1 ] && [ ! -s "$scratch/out" ]
verdict "replaying takes nothing from it that a schedule keeps, but the rest"

# --- powers ---------------------------------------------------------------------------------------------------

export XDG_STATE_HOME=$scratch/state
otp=$(erl -noshell -eval 'io:put_chars(code:root_dir()), halt().')
mkdir -p "$scratch/elsewhere/ebin" "$project/ebin"
asks() {   # WHAT REASON LINE...: weft.toml asks for something and gets it only from the person at the keyboard
    local what=$1 reason=$2
    shift 2
    setting "$@"
    check
    [ "$status" -eq 2 ] && [ "$(cat "$scratch/err")" = "weft: weft.toml asks for $what:$reason say it on the command line, or \`weft trust\`" ]
    verdict "weft.toml may not set $what by itself"
    # shellcheck disable=SC2086
    check $what; [ "$status" -le 1 ]; verdict "$what holds when the command line says it, too"
}
asks "--external os:cmd/1" "" 'external = ["os:cmd/1"]'
asks "--otp $otp" "" "otp = \"$otp\""
asks "--pa /usr" " it lies outside of the project;" 'pa = ["ebin", "/usr"]'
asks "--pz $scratch/elsewhere/ebin" " it lies outside of the project;" "pz = \"$scratch/elsewhere/ebin\""
asks "--json $scratch/elsewhere/r.json" " it lies outside of the project;" '[check]' "json = \"$scratch/elsewhere/r.json\""
rm -f "$scratch/elsewhere/r.json"
setting 'json = "../elsewhere/r.json"'; check; [ "$status" -eq 2 ] && [ ! -e "$scratch/elsewhere/r.json" ]; verdict "nor write outside by dots"
ln -s ../elsewhere "$project/way_out"; ln -s nowhere "$project/dangling"
setting 'json = "way_out/r.json"'; check; [ "$status" -eq 2 ] && [ ! -e "$scratch/elsewhere/r.json" ]; verdict "nor by a link of a folder"
setting 'json = "dangling"'; check; [ "$status" -eq 2 ]; verdict "nor by a link to what is not there yet"
setting 'json = ".git/hooks/pre-commit"'; mkdir -p "$project/.git/hooks"; check
[ "$status" -eq 2 ] && grep -q 'its name begins with a dot' "$scratch/err"; verdict "nor into the folders of tools"
setting 'pa = ["way_out/ebin"]'; check; [ "$status" -eq 2 ]; verdict "nor read outside by a link"
rm -rf "$project/way_out" "$project/dangling" "$project/.git"
setting 'pa = ["ebin"]' 'json = "-"'; check; [ "$status" -eq 1 ]; verdict "what lies inside needs nobody's leave"

setting 'external = ["os:cmd/1"]' '[test]' 'otp = "/opt/none"'
run "$project" trust; [ "$status" -eq 0 ] && says "--external os:cmd/1" && says "--otp /opt/none"; verdict "weft trust tells what it is about"
check; [ "$status" -eq 1 ]; verdict "a file that is trusted may ask for anything"
check --schedule "$project/trusted.schedule"; run "$project" replay trusted.schedule; [ "$status" -eq 1 ]; verdict "and so may schedules that ask for the same"
echo '# changed' >>"$project/weft.toml"; check; [ "$status" -eq 2 ]; verdict "trust ends with any change"
run "$project" trust; run "$project" trust --forget; check; [ "$status" -eq 2 ]; verdict "and with weft trust --forget"
run "$scratch/elsewhere" trust ../project/weft.toml; check; [ "$status" -eq 1 ]; verdict "it may be named"
cp "$project/weft.toml" "$scratch/elsewhere/"
run "$scratch/elsewhere" check -m ping_pong -t main ../project/ping_pong.erl; [ "$status" -eq 2 ]; verdict "the same text elsewhere is not trusted"
rm "$scratch/elsewhere/weft.toml"; setting '# nothing'
run "$scratch" trust; [ "$status" -eq 2 ] && grep -q 'there is no weft.toml' "$scratch/err"; verdict "there must be one to trust"

scheduled() { printf 'module: ping_pong\nfunction: main\nfile: ping_pong.erl\n%s\n\nP\n' "$1" >"$project/other.schedule"; }   # LINE
no_power() {   # LINE MESSAGE
    scheduled "$1"
    run "$project" replay other.schedule
    [ "$status" -eq 2 ] && [ "$(cat "$scratch/err")" = "weft: other.schedule$2" ]; verdict "'$1' in a schedule is refused with $2"
}
no_power 'option: --external os:cmd/1' ' asks for --external os:cmd/1: say it on the command line'
no_power 'option: --external=os:cmd/1' ' asks for --external os:cmd/1: say it on the command line'
no_power 'option: --output stolen.txt' ' asks for --output stolen.txt: no schedule has that option; say it on the command line'
touch "$project/evil.toml"
no_power 'option: --config evil.toml' ' asks for --config evil.toml: no schedule has that option; say it on the command line'
no_power 'option: --pa /' ' asks for --pa /: it lies outside of the project; say it on the command line'
no_power 'file: /etc/hostname' ' asks for --file /etc/hostname: it lies outside of the project; say it on the command line'
no_power 'option: --' ': line 4 names no option'
scheduled 'file: --external=os'; run "$project" replay other.schedule; [ "$status" -eq 2 ] && ! grep -q 'external.*say' "$scratch/err"
verdict "a file that is called like an option is none"
scheduled 'option: --external'; run "$project" replay other.schedule os:cmd/1; [ "$status" -eq 2 ] && grep -q 'needs a value' "$scratch/err"
verdict "an option of a schedule takes no word of the command line for its value"
[ ! -e "$project/stolen.txt" ]; verdict "nothing was written"
rm "$project"/*.schedule "$project/weft.toml"

# --- what is wrong -------------------------------------------------------------------------------------------

refuse "2:1: there is no option --keep-gong; did you mean --keep-going?" 'depth_bound = 5' 'keep_gong = true'
refuse "1:1: config is for the command line only" 'config = "other.toml"'
refuse "1:14: keep_going is true or false" 'keep_going = 1'
refuse "1:15: depth_bound is a number, such as 500 or \"2g\"" 'depth_bound = -5'
refuse "1:15: --depth-bound 0: it must be at least 1" 'depth_bound = 0'
refuse "1:8: --dpor best: choose optimal, source, persistent or none" 'dpor = "best"'
refuse "1:8: dpor is a string" 'dpor = true'
refuse "1:15: pa is an array of strings" 'pa = ["ebin", 3]'
refuse "1:2: there is no command chek that a section could be about; did you mean check?" '[chek]'
refuse "2:1: there is no option --only here: it is for weft test, weft lint" '[check]' 'only = "x"'
refuse "3:1: there is no option --relaxed here: it is for weft replay" '[test]' 'max_seconds = 3' 'relaxed = true'
refuse "1:1: there is no command project that a section could be about" 'project.jobs = 2'
refuse "1:6: a string that is not closed" 'pa = "x'
refuse "2:1: jobs is set in line 1 already" 'jobs = 1' 'jobs = 2'

finish
