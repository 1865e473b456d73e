#!/usr/bin/env bash
# What tools/mutants.py would change in sample.c: each place once, in this order. UPDATE=1 writes it anew.
cd "$(dirname "$0")" || exit 2
list() { ../../tools/mutants.py --list test/mutants/sample.c | sed 's/test\/mutants\/sample\.c | //'; }
if [ -n "${UPDATE:-}" ]; then list >expected; fi
if diff expected <(list); then echo "1 passed, 0 failed"; else echo "0 passed, 1 failed"; exit 1; fi
