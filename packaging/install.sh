#!/bin/sh
# Installs the program of a build folder and what comes with it: packaging/install.sh BUILD PREFIX. `meson install` calls it
# without words, and names these folders in the environment.
#
#     bin/weft
#     share/weft/weft.erl          the module that tests talk to weft with, for plain nodes
#     share/weft/rebar3_weft/      the rebar3 plugin
#     share/weft/mix/              the mix tasks
#     share/weft/installed         the list of all files, for ./dev uninstall
#     share/doc/weft/              manual and examples
#     share/man/man1/weft.1, completions of bash, zsh and fish, all made by the program itself
#
# The program itself needs none of these: its Erlang modules are inside it.
set -eu
build=$(realpath "${1:-$MESON_BUILD_ROOT}")
top=$(realpath -m "${2:-$MESON_INSTALL_DESTDIR_PREFIX}")
cd "$(dirname "$0")/.."
list=$top/share/weft/installed
mkdir -p "$top/bin" "$top/share/weft"
strip -o "$top/bin/weft" "$build/weft"
chmod 755 "$top/bin/weft"
echo bin/weft >"$list"

place() {   # FILE FOLDER [NAME]: installs a file below the prefix
    mkdir -p "$top/$2"
    install -m 644 "$1" "$top/$2/${3:-$(basename "$1")}"
    echo "$2/${3:-$(basename "$1")}" >>"$list"
}

place_all() {   # FROM TO: a folder with all in it; links become files
    find -L "$1" -type f ! -path '*/_build/*' ! -path '*/.*' ! -name demo.sh | LC_ALL=C sort | while read -r file; do
        rest=${file#"$1"/}
        folder=$(dirname "$rest")
        place "$file" "$2${folder:+/$folder}"
    done
}

place erlang/weft.erl share/weft
place_all erlang/rebar3_weft share/weft/rebar3_weft
place_all elixir share/weft/mix
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$build/weft" help --man >"$made/weft.1" && place "$made/weft.1" share/man/man1
"$build/weft" completion bash >"$made/weft" && place "$made/weft" share/bash-completion/completions
"$build/weft" completion zsh >"$made/_weft" && place "$made/_weft" share/zsh/site-functions
"$build/weft" completion fish >"$made/weft.fish" && place "$made/weft.fish" share/fish/vendor_completions.d
for file in README.md CHANGELOG.md LICENSE; do place "$file" share/doc/weft; done
place_all docs share/doc/weft/manual
place_all examples share/doc/weft/examples
echo share/weft/installed >>"$list"
sed -i 's|/\./|/|g' "$list"
