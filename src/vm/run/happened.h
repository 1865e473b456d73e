// Happened: what a step did that formulas and monitors can speak of, and what they say (vm/machine.h).
#pragma once
#include "vm/run/machine_state.h"

typedef enum {
    HAPPENED_PROBE,
    HAPPENED_SEND,
    HAPPENED_RECEIVE,
    HAPPENED_EXIT,
    HAPPENED_CRASH,
    HAPPENED_SPAWN
} HappenedKind;

void happened_add(Machine *machine, HappenedKind kind, Term a, Term b, Term c);   // NO_TERM: none

static inline void happened_note(Machine *m, HappenedKind kind, Term a, Term b, Term c) {
    if (m->watched && m->stepping) happened_add(m, kind, a, b, c);
}
bool happened_concerns(const Machine *machine, Term name);   // a formula speaks of facts of that name
typedef struct Watched Watched;
void happened_forget(Machine *machine);   // a step begins
void happened_free(Machine *machine);
