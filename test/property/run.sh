#!/usr/bin/env bash
# Automata of formulas against those that spin and lbt make, on random words. CHECKED: a build folder.
cd "$(dirname "$0")" || exit 2
exec python3 oracles.py "${CHECKED:?a build folder}/test/property/automaton" "${1:-300}" "${2:-1}"
