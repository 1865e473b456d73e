#!/usr/bin/env bash
# The manual does not lie: each command in README.md and docs/ is run, and what it prints is compared with what stands there.
#
#     ```console            a line that begins with "$ " is run, the lines below it are what it prints; a line "..." stands
#     $ weft check ...      for any lines
#     ```
#     <!-- file: NAME -->   the code block that follows is the file NAME
#     <!-- function: NAME of FILE -->   ... is that function, in place of the one the file has
#     <!-- run: COMMAND --> is run, but not shown
#
# The commands of a page run one after the other in a folder of their own, in which there is a copy of examples/. Times are not
# compared. UPDATE=1 (or ./dev docs) writes what is printed now into the pages; read the difference before you commit it.
# PAGE ... as arguments: only these.
. "$(dirname "$0")/../lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
: "${WEFT:?the program to test}"

mkdir -p "$scratch/bin" "$scratch/home"
ln -s "$(realpath "$WEFT")" "$scratch/bin/weft"
export PATH=$scratch/bin:$PATH HOME=$scratch/home WEFT_SHARE=$top LANG=C.UTF-8 LC_ALL=C.UTF-8 REBAR_COLOR=low NO_COLOR=1 PAGER=cat
unset WEFT MIX_ENV ERL_LIBS CI GITHUB_ACTIONS COLUMNS FORCE_COLOR CLICOLOR_FORCE

# Not compared: times, rates, names of the machine's own, and large numbers of interleavings, which change whenever weft learns
# of more that is independent.
plain() {
    sed -E -e 's/[0-9]{3,} interleavings/MANY interleavings/g' -e 's/[0-9][0-9,]*(\.[0-9]+)? (s|ms|µs)\b/TIME/g' -e 's/[0-9][0-9,.]* ?(k|M)?\/s\b/RATE/g' -e "s|$scratch/[a-z]*|PLACE|g" -e 's/ +$//'
}

# Whether a text is as expected, in which lines "..." stand for any lines.
agrees() {   # EXPECTED ACTUAL
    local expected=$'\n'$(plain <<<"$1")$'\n' rest=$'\n'$(plain <<<"$2")$'\n' part
    [[ $expected == *$'\n...\n'* ]] || { [ "$expected" = "$rest" ]; return; }
    while [[ $expected == *$'\n...\n'* ]]; do
        part=${expected%%$'\n...\n'*}$'\n'
        [[ $rest == *"$part"* ]] || return 1
        [ -n "${begun:-}" ] || [[ $rest == "$part"* ]] || return 1
        local begun=1
        rest=$'\n'${rest#*"$part"}
        expected=$'\n'${expected#*$'\n...\n'}
    done
    [[ $rest == *"$expected" ]]
}

# What to write in place of an old text: as many lines at both ends of a "..." as there were.
renewed() {   # EXPECTED ACTUAL
    local before after
    if [ "$(grep -cx '\.\.\.' <<<"$1")" -ne 1 ]; then printf '%s' "$2"; return; fi
    before=$(grep -nx '\.\.\.' <<<"$1" | cut -d: -f1)
    after=$(($(wc -l <<<"$1") - before))
    head -n $((before - 1)) <<<"$2"
    echo ...
    tail -n "$after" <<<"$2"
}

# --- one page --------------------------------------------------------------------------------------

# Commands change this shell's folder, but nothing else of it.
run() {   # COMMAND: its output in $actual
    case $1 in
        cd\ *) cd "${1#cd }" && actual= status=0 ;;
        *) actual=$( (exit "$status"); eval "$1" 2>&1 </dev/null); status=$?
           actual=$(sed 's/\x1b\[[0-9;]*m//g' <<<"$actual") ;;   # rebar3 writes colours into pipes, too
    esac
}

finish_command() {   # the command before this line, if there is one, has said all that the page says
    [ -n "$command" ] || return 0
    run "${command//$'\\\n'/ }"
    if agrees "${expected%$'\n'}" "$actual"; then
        passed=$((passed + 1))
        actual=${expected%$'\n'}
    else
        failed=$((failed + 1))
        if [ -z "${UPDATE:-}" ]; then
            echo "$page: $command"
            diff -u --label "$page" --label "what is printed" <(printf '%s\n' "${expected%$'\n'}") <(printf '%s\n' "$actual") | tail -n +3
        fi
        actual=$(renewed "${expected%$'\n'}" "$actual")
    fi
    [ -n "$actual" ] && printf '%s\n' "$actual" >>"$new"
    command= expected=
}

page() {   # FILE: runs its commands and writes the page as it would have to be
    local page=$1 new=$scratch/new state=text command= expected= file= append= status=0 line function actual
    : >"$new"
    rm -rf "$scratch/work"
    mkdir "$scratch/work"
    cp -r "$top/examples" "$scratch/work/"
    cd "$scratch/work" || exit 2
    while IFS= read -r line; do
        case $state:$line in
            text:'<!-- file: '*) file=${line#<!-- file: }; file=${file% -->} ;;
            text:'<!-- function: '*) file=${line#*' of '}; file=${file% -->}; function=${line#<!-- function: }
                sed -i "/^${function%% of *}(/,/\.$/d" "$file"; append=1 ;;
            text:'<!-- run: '*) command=${line#<!-- run: }; run "${command% -->}"; command=
                [ "$status" -eq 0 ] || { failed=$((failed + 1)); echo "$page: $line"; echo "$actual"; } ;;
            text:'```console') state=console ;;
            text:'```'*) state=code
                if [ -n "$file" ]; then mkdir -p "$(dirname "$file")"; [ -n "$append" ] || : >"$file"; fi ;;
            code:'```') state=text file= append= ;;
            code:*) [ -z "$file" ] || printf '%s\n' "$line" >>"$file" ;;
            console:'```') finish_command; state=text ;;
            console:'$ '*) finish_command; command=${line#'$ '} ;;
            console:*)
                if [[ $command == *\\ ]]; then command+=$'\n'$line
                else expected+=$line$'\n'; continue; fi ;;
        esac
        printf '%s\n' "$line" >>"$new"
    done <"$top/$page"
    if [ -n "${UPDATE:-}" ]; then cp "$new" "$top/$page"; fi
    cd "$top" || exit 2
}

cd "$top" || exit 2
if [ $# -gt 0 ]; then pages=("$@"); else pages=(README.md docs/*.md); fi
for name in "${pages[@]}"; do page "$name"; done

# --- what pages point to ---------------------------------------------------------------------------

# A heading becomes an anchor: small letters, blanks as dashes, nothing else. Others are there by name.
anchors() {
    sed '/^```/,/^```/d' "$1" | sed -n 's/^#\+ //p' | tr '[:upper:] ' '[:lower:]-' | sed 's/[^a-z0-9_-]//g'
    sed -n 's/^<a id="\(.*\)"><\/a>$/\1/p' "$1"
}

leads() {   # PAGE LINK: whether there is such a file, and such a heading in it
    local file=${2%%#*} anchor=${2#*#}
    file=$(dirname "$1")/${file:-$(basename "$1")}
    [ -e "$file" ] && { [[ $2 != *#* ]] || anchors "$file" | grep -qx -- "$anchor"; }
}

for name in "${pages[@]}"; do
    while read -r link; do
        if leads "$name" "$link"; then passed=$((passed + 1)); continue; fi
        failed=$((failed + 1))
        echo "$name: a link to $link, which is not there"
    done < <(sed '/^```/,/^```/d' "$name" | grep -oE '\]\([^)]+\)' | sed -E 's/^\]\(|\)$//g' | grep -v '^[a-z]*:')
done

# --- examples for other tools ----------------------------------------------------------------------

# OWNER PROGRAM COMMAND...: the problem matcher finds a line of the program in what weft says about it
matches() {
    local owner=$1 file=$2 pattern
    shift 2
    pattern=$(tr -d '\n' <examples/ci/problem-matcher.json | sed -E "s/.*\"owner\": \"$owner\"[^}]*\"regexp\": \"([^\"]*)\".*/\1/; s/\\\\\\\\/\\\\/g")
    "$@" 2>/dev/null | grep -P -- "$pattern" | grep -qF "$file:"
}
verdict() { if [ "$?" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; fi; }

if [ $# -eq 0 ]; then
    matches weft examples/ping_pong.erl weft check -m ping_pong -t main examples/ping_pong.erl
    verdict "editors find lines of Erlang in what weft prints"
    matches weft-elixir test/suite/script/post_test.exs weft test test/suite/script/post_test.exs
    verdict "editors find lines of Elixir in what weft prints"
    cp -r test/suite/script "$scratch/project"
    for file in examples/ci/github.yml examples/ci/gitlab.yml; do
        rm -f "$scratch/project/weft.xml" "$scratch/project/failing.schedule"
        (cd "$scratch/project" && eval "$(grep -oE 'weft test .*' "$top/$file")") >/dev/null 2>&1
        [ $? -eq 1 ] && [ -s "$scratch/project/weft.xml" ] && [ -s "$scratch/project/failing.schedule" ]
        verdict "the command in $file does what it is there for"
    done
    matrix=examples/ci/github-matrix.yml
    for part in 1 2 3 4; do
        (cd "$scratch/project" && eval "$(sed -n 's/.*run: \(weft test .*\)/\1/p' "$top/$matrix" | sed "s/\${{ matrix.part }}/$part/g")") >/dev/null 2>&1
    done
    (cd "$scratch/project" && eval "$(sed -n 's/.*run: \(weft merge .*\)/\1/p' "$top/$matrix")") >"$scratch/merged" 2>&1
    [ $? -eq 1 ] && grep -q '^6 tests: 4 ok, 2 failed' "$scratch/merged"
    verdict "the commands in $matrix run all tests, a part on each machine"
fi

finish
