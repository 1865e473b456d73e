// Vector: a state as a short string of bytes, the same for states that are the same up to names.
//
// The machine tells a state in parts (vm/machine.h). Each part's bytes are kept once (intern.h), and the part is known
// by its number. A state is then its parts in an order that does not depend on names, and for each part where its names
// were met first in that order:
//
//     globals  resident ...   processes and tables in the order in which they are named   those that nobody names
//     part 7   part 2, part 3    part 12: name 0, name 1      part 9: name 1, name 0, name 2       ...
//
// Claim: two states have one vector only if they are the same up to names. Reason: the vector lists all parts, each
// with its bytes and with all of its names; names with equal numbers are paired with each other. (Conversely, states
// that are the same may have different vectors where several parts that nobody names are alike; then they count as two,
// which costs time only.)
//
// What all states begin with, the globals and those that were there before the first step, seldom changes in a step.
// Its part of the vector is kept once, too, and known by a number: the base.
//
// On a path of states each has what its predecessor had, but for what the step changed. So the list of a state is kept
// in an arena, as long as the state is on the path, and made from the one before; a base is shared.
#pragma once
#include "base/arena.h"
#include "base/hash.h"
#include "explore/states/intern.h"
#include "vm/machine.h"

typedef struct {
    uint64_t whose;
    PartKind kind;
    uint32_t part;   // its number
    uint32_t name_count;
    const uint64_t *names;   // in the arena
} Holding;

typedef struct {
    const Holding *holdings;
    uint32_t count;
    uint32_t number;   // of its part of the vector
    uint32_t name_count;
    const uint64_t *names;   // that are met there, in their order
} Base;

typedef struct {
    const Base *base;
    const Holding *holdings;   // all others
    uint32_t count;
    ArenaMark mark;   // of what was there before
} StateParts;

typedef ARRAY(Holding) Holdings;

typedef struct {
    Machine *machine;
    Interned parts, bases;
    Arena arena;
    ARRAY(uint8_t) bytes;   // the vector that was made last
    // scratch
    const StateParts *before;
    uint32_t expected;   // where in it the next part is likely to be
    uint32_t same;       // so many of the base are as they were before; UINT32_MAX: it has changed
    Holdings leading, now;
    Hash places;   // of each name: the holding that it is the name of, plus 1 << 32 times its number, plus 1 each; 0:
                   // none
    ARRAY(uint64_t) order;   // names in the order of their numbers
    ARRAY(uint32_t) left;    // holdings that nobody has named yet, and some that were put
    uint32_t left_at;        // those before were put
    bool full;               // there are more parts than can be numbered
} Vectors;

void vectors_init(Vectors *vectors, Machine *machine);
void vectors_free(Vectors *vectors);

// The parts of the state in which the machine is. `before`: those of the state from which one step led here, after a
// mark; NULL: there is none.
StateParts vectors_take(Vectors *vectors, const StateParts *before);
void vectors_drop(Vectors *vectors, const StateParts *parts);   // and all that were taken since
void vectors_make(Vectors *vectors, const StateParts *parts);   // leaves it in `bytes`
uint64_t vectors_memory(const Vectors *vectors);                // of what is kept once
