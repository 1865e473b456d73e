#!/usr/bin/env bash
# What weft says of itself: help for every command and option, the manual page, completions in real shells, and the reference
# docs/options.md, which UPDATE=1 writes anew.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${WEFT:?the program to test}

has() { grep -qE -- "$1" "$2" || { echo "nothing like '$1' in what it says"; return 1; }; }

commands=$("$weft" --help | sed -nE 's/^  ([a-z]+) .*/\1/p' | grep -v '^weft$')
options=$("$weft" help --markdown | sed -nE 's/^<a id="(.*)"><\/a>$/--\1/p')
[ "$(wc -w <<<"$commands")" -ge 5 ] && [ "$(wc -w <<<"$options")" -ge 30 ]; verdict "there are commands and options"

# --- every command and every option -------------------------------------------------------------------------

for command in $commands; do
    "$weft" "$command" --help >"$scratch/out" 2>"$scratch/err"
    [ $? -eq 0 ] && [ ! -s "$scratch/err" ] && has "^usage: weft $command " "$scratch/out" && has '^  weft ' "$scratch/out" &&
        "$weft" help "$command" | cmp -s - "$scratch/out"
    verdict "weft $command --help has a usage and an example, and weft help $command says the same"
    [ "$(awk '{ if (length > most) most = length } END { print most + 0 }' "$scratch/out")" -le 125 ]
    verdict "no line of weft $command --help is longer than a screen is wide"
done

# An example must be taken by the command that it is for: it may not find its files, but it knows its options.
takes() {
    local line=$1 command
    command=$(cut -d' ' -f1 <<<"$line")
    grep -qw -- "$command" <<<"$commands" || return 1
    [[ $command == @(trust|merge|status) ]] || line+=" --no-config"
    (cd "$scratch/empty" && eval "timeout 10 '$weft' $line" >"$scratch/out" 2>&1 </dev/null)
    ! grep -E 'there is no option|needs a value|takes no value|: choose|a number is wanted|exclude each other|needs --|does not work with' "$scratch/out"
}
mkdir "$scratch/empty"
for option in $options; do
    "$weft" help "$option" >"$scratch/told" 2>"$scratch/err"
    example=$(sed -n '/^Example:$/{n;s/^  weft //p}' "$scratch/told")
    name=${option#--}
    [ ! -s "$scratch/err" ] && has "$name" "$scratch/told" && has 'taken by: +weft ' "$scratch/told" &&
        { [[ $name == *config || $name == @(forget|shard|checkpoint|queue*) || $name == unconfined ]] || has "weft.toml: +${name//-/_} = " "$scratch/told"; } &&
        { grep -qx "$name" <<<"$commands" || "$weft" help "${name//-/_}" | cmp -s - "$scratch/told"; }   # the command comes first
    verdict "weft help $option tells all there is, with or without dashes"
    shorts=$(sed -nE '1s/^((-., )*).*/\1/p' "$scratch/told" | tr -d ' ' | tr ',' '|')
    grep -qE -- "(^| )(${shorts}$option)( |=|$)" <<<"$example"; verdict "the example of $option has the option in it: $example"
    takes "$example"; verdict "the example of $option is understood: $example"
done

"$weft" help dpoor >"$scratch/out" 2>&1; [ $? -eq 2 ] && has 'did you mean --dpor' "$scratch/out"; verdict "weft help knows near names"
"$weft" help chekc >"$scratch/out" 2>&1; [ $? -eq 2 ] && has 'did you mean check' "$scratch/out"; verdict "of commands, too"
"$weft" check --only x >"$scratch/out" 2>&1; [ $? -eq 2 ] && has 'it is for weft test' "$scratch/out"
verdict "an option of another command is told to be one"
[ "$("$weft" --version)" = "$("$weft" -V)" ] && has '^weft [0-9]+\.[0-9]+\.[0-9]+$' <("$weft" --version); verdict "--version is one line"
"$weft" --version --verbose | grep -q 'zlib .*GMP .*PCRE2'; verdict "--version --verbose names the libraries"

# --- files made from the same tables ------------------------------------------------------------------------

"$weft" help --man >"$scratch/weft.1"
groff -man -Tutf8 -ww -z "$scratch/weft.1" 2>"$scratch/err"; [ ! -s "$scratch/err" ] || { cat "$scratch/err"; false; }
verdict "groff has no complaint about the manual page"
LC_ALL=C.UTF-8 man --warnings -l "$scratch/weft.1" >"$scratch/page" 2>"$scratch/err"; [ ! -s "$scratch/err" ] && has 'EXIT STATUS' "$scratch/page"
verdict "man shows it"
missing=0
for option in $options; do grep -q -- "$option" "$scratch/page" || { echo "$option is not in it"; missing=1; }; done
[ "$missing" -eq 0 ]; verdict "every option is in the manual page"

"$weft" help --markdown >"$scratch/options.md"
[ -n "${UPDATE:-}" ] && cp "$scratch/options.md" ../../docs/options.md
diff -u ../../docs/options.md "$scratch/options.md" | head -20; [ "${PIPESTATUS[0]}" -eq 0 ]
verdict "docs/options.md is what weft help --markdown says (UPDATE=1 test/help/run.sh writes it)"

# --- completion ---------------------------------------------------------------------------------------------

"$weft" completion bash >"$scratch/weft.bash" && bash -n "$scratch/weft.bash"; verdict "bash reads its completions"
complete() {   # WORD...: what bash offers for the last one
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _weft; printf "%s\n" "${COMPREPLY[@]}" | sort' bash "$scratch/weft.bash" "$@"
}
[ "$(complete weft che)" = check ] && [ "$(complete weft check --dpo)" = --dpor ] && [ "$(complete weft check --dpor so)" = source ] &&
    [ "$(complete weft check --dpor = n)" = none ] && [ "$(complete weft test --onl)" = --only ] && [ -z "$(complete weft check --onl)" ] &&
    [ "$(complete weft help --depth)" = --depth-bound ] && [ "$(cd "$scratch" && complete weft check --json wef)" = "weft.1
weft.bash" ] && [ "$(cd "$scratch" && complete weft check --pa em)" = empty ]
verdict "bash completes commands, options, their words and files"

"$weft" completion zsh >"$scratch/_weft"
if command -v zsh >/dev/null; then
    zsh -fn "$scratch/_weft"; verdict "zsh reads its completions"
    cat >"$scratch/try.zsh" <<'END'
zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell "PS1='' fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -d $1/dump; zstyle ':completion:*' list-colors ''; PS1='READY>'"
zpty -r -m shell REPLY '*READY>*'
zpty -w -n shell $'weft check --sched\t\t'
sleep 0.5
zpty -r shell REPLY; print -r -- $REPLY
for i in {1..40}; do if zpty -r -t shell REPLY; then print -r -- $REPLY; else sleep 0.1; fi; done   # line by line
zpty -d shell
END
    timeout 20 zsh -f "$scratch/try.zsh" "$scratch" >"$scratch/zsh.out" 2>&1 </dev/null
    has 'scheduling-bound-type' "$scratch/zsh.out"; verdict "zsh completes the options of a command"
else
    echo "skipped: there is no zsh"
fi

"$weft" completion fish >"$scratch/weft.fish"
if command -v fish >/dev/null; then
    offer() { HOME=$scratch XDG_CONFIG_HOME=$scratch fish -N -c "source $scratch/weft.fish; complete -C '$1'" 2>/dev/null | cut -f1 | sort | tr '\n' ' '; }
    [ "$(offer 'weft chec')" = "check " ] && [ "$(offer 'weft check --dpor ')" = "none optimal persistent source " ] &&
        [ "$(offer 'weft check --keep')" = "--keep-going " ] && [ "$(offer 'weft replay --rel')" = "--relaxed " ] && [ -z "$(offer 'weft run --dpo')" ]
    verdict "fish completes commands, options and their words"
else
    echo "skipped: there is no fish"
fi
"$weft" completion powershell >"$scratch/out" 2>&1; [ $? -eq 2 ]; verdict "other shells are refused"

finish
