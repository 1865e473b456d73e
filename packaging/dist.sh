#!/usr/bin/env bash
# Makes a tarball of a static program and what comes with it: packaging/dist.sh BUILD OUT-FOLDER. Prints the tarball's file.
# It is unpacked anywhere; bin/weft needs nothing from there, only an erl on PATH (or --otp).
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1 out=$2
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
name=weft-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
time=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}

packaging/install.sh "$build" "$folder/$name"
mkdir -p "$out"
tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$time" -cJf "$out/$name.tar.xz" "$name"
(cd "$out" && sha256sum "$name.tar.xz" >"$name.tar.xz.sha256")
echo "$out/$name.tar.xz"
