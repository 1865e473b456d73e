#!/usr/bin/env bash
# Makes another OTP release usable without installing it: tools/otp.sh RELEASE FOLDER
#
# Debian releases carry different OTP releases. The packages of the fitting one are fetched from the
# mirror that this machine's apt already uses, with lists and cache of their own below FOLDER, and
# unpacked there. The programs inside want the C library of their own Debian release, so they are told
# (patchelf) to use the one unpacked beside them. Afterwards there are
#     FOLDER/usr/lib/erlang         the release, as weft --otp wants it
#     FOLDER/usr/lib/elixir         Elixir, compiled for it
#     FOLDER/bin/erl, erlc, elixir  run it
# Exit status 3: the release cannot be had here, and the last line says why.
set -euo pipefail

[ $# -eq 2 ] || { echo "usage: tools/otp.sh RELEASE FOLDER" >&2; exit 2; }
release=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)

parts="base crypto dev eunit tools dialyzer syntax-tools parsetools mnesia runtime-tools
    asn1 public-key ssl inets xmerl"
packages="$(printf 'erlang-%s ' $parts) erlang-proper elixir patchelf
    libc6 libgcc-s1 libstdc++6 libtinfo6 zlib1g libzstd1 libsctp1"
case $release in
23) suites=bullseye packages+=" libssl1.1" ;;
25) suites=bookworm packages+=" libssl3" ;;
27) suites=trixie packages+=" libssl3t64" ;;
29) suites="forky sid" packages+=" libssl3t64" ;;
*) suites= ;;
esac

unavailable() {
    echo "OTP $release cannot be had: $1" >&2
    exit 3
}

# --- fetching -------------------------------------------------------------------------------------

# The first Debian mirror of the machine, as the start of a line for sources.list: with its key, if it names one.
mirror() {
    local site entry key
    read -r site entry < <(apt-get indextargets --format '$(SITE) $(SOURCESENTRY)' \
        'Created-By: Packages' 'Origin: Debian' 2>/dev/null) || return 1
    key=$(sed -n 's/^Signed-By: *\(\/.*\)/\1/p; s/^deb .*signed-by=\(\/[^] ]*\).*/\1/p' "${entry%:*}" | head -n 1)
    echo "deb ${key:+[signed-by=$key] }$site"
}

# apt with everything it remembers below FOLDER, and nothing known to be installed.
private() {
    local command=$1
    shift
    "$command" -q -q -o Dir::State="$folder/apt" -o Dir::State::status="$folder/apt/status" -o Dir::Cache="$folder/apt" \
        -o Dir::Etc::sourcelist="$folder/apt/sources.list" -o Dir::Etc::sourceparts=- \
        -o Dir::Etc::preferencesparts=- -o APT::Sandbox::User=root "$@"
}

version_in() {   # SUITE: the version of OTP there
    echo "$mirror $1 main" >"$folder/apt/sources.list"
    private apt-get update >"$folder/apt/log" 2>&1 || return 1
    private apt-cache show erlang-base | sed -n 's/^Version: \([0-9]*:\)\?//p' | head -n 1
}

fetch() {
    local suite version found=
    command -v apt-get >/dev/null || unavailable "this machine has no apt"
    mirror=$(mirror) || unavailable "apt has no Debian mirror (apt-get update may help)"
    mkdir -p "$folder/apt/lists/partial" "$folder/apt/archives/partial" "$folder/packages"
    : >"$folder/apt/status"
    for suite in $suites; do
        version=$(version_in "$suite") || continue
        [ "${version%%.*}" = "$release" ] && { found=1; break; }
    done
    [ -n "$found" ] || unavailable "no Debian release on the mirror has it (tried:${suites:+ $suites})"
    (cd "$folder/packages" && private apt-get download $packages) >"$folder/apt/log" 2>&1 ||
        unavailable "$(grep -m 1 '^E:' "$folder/apt/log" || echo "its packages do not come")"
}

# --- making it run --------------------------------------------------------------------------------

# Programs keep their place; only where they look for the loader and for libraries changes.
patch_programs() {
    local libraries loader file
    libraries=$(dirname "$(find "$folder" -name libstdc++.so.6 | head -n 1)")
    loader=$(find "$folder" -name 'ld-linux*' -not -type d | head -n 1)
    for file in $(find "$folder"/lib/*/ -name '*.so*' 2>/dev/null); do   # before the merged /usr
        [ -e "$libraries/${file##*/}" ] || ln -s "$file" "$libraries"
    done
    patch() { "$loader" --library-path "$libraries" "$folder/usr/bin/patchelf" "$@" 2>/dev/null; }
    for file in "$folder"/usr/lib/erlang/erts-*/bin/*; do
        if patch --print-interpreter "$file" >/dev/null; then
            patch --set-interpreter "$loader" --force-rpath --set-rpath "$libraries" "$file"
        fi
    done
    for file in $(find "$folder/usr/lib/erlang/lib/" -path '*/priv/*.so'); do
        patch --force-rpath --set-rpath "$libraries" "$file"
    done
}

# Debian's own bin/erl says where the installed release is, so these three say it anew.
write_wrappers() {
    local root=$folder/usr/lib/erlang bin
    bin=$(echo "$root"/erts-*/bin)
    mkdir -p "$folder/bin"
    cat >"$folder/bin/erl" <<END
#!/bin/sh
export ROOTDIR='$root' BINDIR='$bin' EMU=beam PROGNAME=erl
exec '$bin/erlexec' -boot '$root/bin/start_clean' "\$@"
END
    cat >"$folder/bin/erlc" <<END
#!/bin/sh
export ROOTDIR='$root' BINDIR='$bin' EMU=beam ERLC_EMULATOR='$folder/bin/erl'
exec '$bin/erlc' "\$@"
END
    cat >"$folder/bin/elixir" <<END
#!/bin/sh
PATH='$folder/bin':\$PATH exec '$folder/usr/lib/elixir/bin/elixir' "\$@"
END
    chmod +x "$folder"/bin/erl "$folder"/bin/erlc "$folder"/bin/elixir
}

runs() {
    [ "$("$folder/bin/erl" -noinput -eval 'io:put_chars(erlang:system_info(otp_release)), halt().' 2>&1)" = "$release" ]
}

if [ ! -e "$folder/complete" ]; then
    fetch
    for package in "$folder"/packages/*.deb; do dpkg-deb -x "$package" "$folder"; done
    patch_programs
    write_wrappers
    runs || unavailable "its erl does not run: $("$folder/bin/erl" -noinput -s erlang halt 2>&1 | head -n 1)"
    rm -rf "$folder/apt" "$folder/packages"
    touch "$folder/complete"
fi
