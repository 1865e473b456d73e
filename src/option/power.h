// Power: what only the person at the keyboard may give to a program.
//
// weft.toml and schedule files come with a project, perhaps somebody else's. What they may set is a list: options
// without a text of their own (flags, numbers, words to choose from), and those marked `open`, whose files must lie
// inside the project. Whatever else they ask for holds only if the command line says the same, or if weft.toml is
// trusted (option/trust_list.h).
#pragma once
#include "option/program.h"

// Whether all that files asked for is theirs to ask, or given.
bool power_check(const Program *program, Error *err);
// Whether the n-th option that was given holds.
bool power_allows(const Program *program, size_t n);
// A line for each thing that a weft.toml asks for and may not set by itself, as one would type it.
void power_list(const Config *config, Text *out);
