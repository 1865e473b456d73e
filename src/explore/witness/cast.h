// Cast: the actors of a program by name, and an order among them.
//
// Numbers of actors are given out as a search meets them, so they differ from search to search. Names do not: what
// is chosen by the order of names, or kept as names, is the same whoever found it.
#pragma once
#include "base/text.h"
#include "vm/machine.h"

typedef struct {
    Machine *machine;
    Text *names;                // by actor; empty: not met yet
    uint32_t *ranks;            // by actor: its place among the names
    Actor *order;               // those met, by name
    uint32_t capacity, count;   // count: of those met
} Cast;

void cast_init(Cast *cast, Machine *machine);
void cast_free(Cast *cast);

const char *cast_name(Cast *cast, Actor actor);
void cast_meet(Cast *cast, Actor actor);

// Of actors that were met; meeting another one may change ranks, but not who comes before whom.
uint32_t cast_rank(const Cast *cast, Actor actor);
