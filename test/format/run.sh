#!/usr/bin/env bash
# C files are laid out as .clang-format says; `./dev format` does it. Versions of clang-format lay out some lines differently,
# so it is one version that is asked.
cd "$(dirname "$0")/../.." || exit 2
if git ls-files -z '*.c' '*.h' | xargs -0 clang-format-14 --dry-run -Werror; then
    echo "1 passed, 0 failed"
else
    echo "run ./dev format"
    echo "0 passed, 1 failed"
    exit 1
fi
