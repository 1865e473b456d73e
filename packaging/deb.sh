#!/usr/bin/env bash
# Makes a Debian package of the program in a build folder: packaging/deb.sh BUILD OUT-FOLDER. Prints the package's file.
# Without debhelper: what it would do for one program and some text files is said here, and can be seen at once.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1 out=$2
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
architecture=$(dpkg --print-architecture)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$folder/root
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
maintainer="${DEBFULLNAME:-The weft authors} <${DEBEMAIL:-weft@weft.invalid}>"

packaging/install.sh "$build" "$root/usr"
rm "$root/usr/share/weft/installed"            # dpkg keeps this list
rm "$root/usr/share/doc/weft/LICENSE"          # in copyright
mv "$root/usr/share/doc/weft/CHANGELOG.md" "$root/usr/share/doc/weft/changelog"
find "$root" -name .formatter.exs -delete

# --- what Debian wants beside it -------------------------------------------------------------------

document=$root/usr/share/doc/weft
cat >"$document/changelog.Debian" <<EOF
weft ($version-1) unstable; urgency=medium

  * Made by ./dev deb; the file changelog tells what is in it.

 -- $maintainer  $(date -R -u -d "@$SOURCE_DATE_EPOCH")
EOF
gzip -9n "$document/changelog" "$document/changelog.Debian"
cat >"$document/copyright" <<EOF
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: weft

Files: *
Copyright: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) the weft authors
License: Apache-2.0
 On Debian systems, the text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.
EOF
mkdir -p "$root/usr/share/lintian/overrides"
printf '# It is not uploaded to Debian.\nweft: initial-upload-closes-no-bugs\n' >"$root/usr/share/lintian/overrides/weft"
find "$root/usr/share/man" -type f ! -name '*.gz' -exec gzip -9n {} + 2>/dev/null || true

# --- the package -----------------------------------------------------------------------------------

# dpkg-shlibdeps looks for debian/control where it stands.
mkdir -p "$folder/debian" "$root/DEBIAN"
echo "Source: weft" >"$folder/debian/control"
libraries=$(cd "$folder" && dpkg-shlibdeps -O "$root/usr/bin/weft" 2>/dev/null | sed 's/^shlibs:Depends=//')
cat >"$root/DEBIAN/control" <<EOF
Package: weft
Version: $version-1
Section: devel
Priority: optional
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --exclude=DEBIAN "$root" | cut -f1)
Depends: $libraries, erlang-base
Recommends: erlang-dev, erlang-eunit
Suggests: rebar3, elixir
Description: finds concurrency errors in Erlang and Elixir programs
 weft loads the .beam files that the compiler of Erlang or Elixir made, runs a
 test on a virtual machine of its own under every schedule that can matter,
 each once, and tells the shortest story of what goes wrong.
 .
 It finds and checks the EUnit and ExUnit tests of rebar3 and mix projects, and
 comes with a plugin for rebar3 and tasks for mix, in /usr/share/weft.
EOF
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find "$root" -type d -exec chmod 755 {} +
mkdir -p "$out"
package=$out/weft_$version-1_$architecture.deb
dpkg-deb --root-owner-group --build -Zxz "$root" "$package" >&2
echo "$package"
