#!/usr/bin/env bash
# weft as people install it: below a prefix, from a Debian package, from a tarball (with SLOW=1, because that builds it anew).
. "$(dirname "$0")/../lib.sh"
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
unset WEFT MIX_ENV ERL_LIBS
export HOME=$scratch/home REBAR_COLOR=low
mkdir -p "$HOME"

verdict() {   # SENTENCE, after a command: whether it holds
    if [ "$?" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; tail -20 "$scratch/out"; fi
}

# BIN: whether the program there finds the race of the example, which lies somewhere else
works() {
    cp "$top/examples/ping_pong.erl" "$scratch/home/"
    (cd "$scratch/home" && PATH=/usr/bin:/bin timeout 60 "$1" check -m ping_pong -t main ping_pong.erl) >"$scratch/out" 2>&1
    [ $? -eq 1 ] && grep -q badarg "$scratch/out"
}

# --- below a prefix --------------------------------------------------------------------------------

prefix=$scratch/prefix
(cd "$top" && ./dev install "$prefix") >"$scratch/out" 2>&1
verdict "./dev install works"
works "$prefix/bin/weft"
verdict "the installed program checks an example"
(cd "$prefix" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) >"$scratch/found"
LC_ALL=C sort "$prefix/share/weft/installed" | diff - "$scratch/found" >"$scratch/out"
verdict "the list of installed files is right"

LC_ALL=C.UTF-8 man -l "$prefix/share/man/man1/weft.1" >"$scratch/out" 2>&1 && grep -q 'EXIT STATUS' "$scratch/out" &&
    bash -c '. "$1"; complete -p weft' bash "$prefix/share/bash-completion/completions/weft" >"$scratch/out" 2>&1 &&
    [ -s "$prefix/share/zsh/site-functions/_weft" ] && [ -s "$prefix/share/fish/vendor_completions.d/weft.fish" ]
verdict "the manual page and the completions are installed"

version=$("$prefix/bin/weft" --version | head -n 1)
grep -q "vsn, \"${version#weft }\"" "$prefix/share/weft/rebar3_weft/src/rebar3_weft.app.src"
verdict "the rebar3 plugin has the version of the program"
grep -q "version: \"${version#weft }\"" "$prefix/share/weft/mix/mix.exs"
verdict "the mix tasks have the version of the program"

cp -r "$here/../suite/rebar" "$scratch/till"
mkdir "$scratch/till/_checkouts"
ln -s "$prefix/share/weft/rebar3_weft" "$scratch/till/_checkouts/"
echo '{project_plugins, [rebar3_weft]}.' >>"$scratch/till/rebar.config"
(cd "$scratch/till" && PATH=$prefix/bin:$PATH timeout 120 rebar3 weft --only pay) >"$scratch/out" 2>&1 && grep -q '1 test: 1 ok' "$scratch/out"
verdict "the installed plugin works with the installed program"

cp -r "$here/../suite/mix" "$scratch/stock"
cp -r "$here/../plugins/mix/." "$scratch/stock/"
(cd "$scratch/stock" && PATH=$prefix/bin:$PATH WEFT_MIX=$prefix/share/weft/mix timeout 120 mix weft test/stock_test.exs:22) \
    >"$scratch/out" 2>&1 && grep -q '1 test: 1 ok' "$scratch/out"
verdict "the installed mix tasks work with the installed program"
(cd "$prefix" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) | diff "$scratch/found" - >"$scratch/out"
verdict "build tools write nothing below the prefix"

touch "$prefix/bin/other"
(cd "$top" && ./dev uninstall "$prefix") >"$scratch/out" 2>&1
(cd "$prefix" && find . -type f) | diff - <(echo ./bin/other) >"$scratch/out"
verdict "./dev uninstall removes what was installed, and nothing else"
(cd "$top" && ./dev uninstall "$prefix") >"$scratch/out" 2>&1
[ $? -eq 2 ] && grep -q 'not installed' "$scratch/out"
verdict "./dev uninstall says when there is nothing to remove"

# --- a Debian package ------------------------------------------------------------------------------

if command -v dpkg-shlibdeps >/dev/null; then
    package=$("$top/packaging/deb.sh" "$top/build" "$scratch/deb" 2>"$scratch/out")
    verdict "a Debian package can be built"
    dpkg-deb -x "$package" "$scratch/root" && works "$scratch/root/usr/bin/weft"
    verdict "the program of the package works where it was unpacked"
    dpkg-deb -f "$package" Depends | grep -q 'libgmp10.*erlang-base'
    verdict "the package depends on its libraries and on Erlang"
    dpkg-deb -c "$package" | awk '$2 != "root/root" { wrong = 1 } END { exit wrong }'
    verdict "the files of the package are root's"
    (cd "$scratch/root" && dpkg-deb --ctrl-tarfile "$package" | tar -xO ./md5sums | md5sum --quiet -c) >"$scratch/out" 2>&1
    verdict "the sums of the package's files are right"
else
    echo "no dpkg-dev: the Debian package is not tested"
fi

# --- a tarball -------------------------------------------------------------------------------------

if [ -n "${SLOW:-}" ]; then
    tarball=$(cd "$top" && ./dev dist "$scratch/dist" 2>"$scratch/out" | tail -n 1)
    verdict "a tarball can be built"
    (cd "$scratch/dist" && sha256sum --quiet -c ./*.sha256) >"$scratch/out" 2>&1
    verdict "its sum is right"
    tar -C "$scratch" -xf "$tarball" && unpacked=$scratch/$(basename "$tarball" .tar.xz) && works "$unpacked/bin/weft"
    verdict "the program of the tarball works where it was unpacked"
    ldd "$unpacked/bin/weft" 2>&1 | grep -qE 'statically linked|not a dynamic executable'
    verdict "it needs no library of the system"
fi

finish
