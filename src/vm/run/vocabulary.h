// Vocabulary: which atoms there are, as far as a program can ask.
//
// The table of atoms (vm/store/atom.h) grows through all states of a search, and belongs to none. What is there in a
// state follows from the state alone:
// - always: atoms that were there before the first step, and those of all modules that a node loads when it boots;
// - atoms that the program has made since then (globals->atoms), and those of code that it has loaded since then
//   (globals->brought).
#pragma once
#include "vm/run/machine_state.h"

bool vocabulary_has_always(Machine *machine, Bytes utf8);
bool vocabulary_find(Machine *machine, Bytes utf8, Term *atom);   // a machine that is NULL has all that the table has
void vocabulary_add(Machine *machine, Term atom);                 // the program has made it
void vocabulary_bring(Machine *machine, const Module *version);   // the program has loaded it

// What the making of an atom by the program and a question for it touch, where somebody asks (world/inquiry.h). An
// action that makes one that is there already touches the same, and who makes it first does not matter.
void vocabulary_touch(Machine *machine, Bytes utf8, AccessKind kind, Footprint *out);
