// Happened: what a step did that formulas and monitors can speak of, and what they say (vm/machine.h).
#pragma once
#include "vm/run/machine_state.h"

typedef enum {
    HAPPENED_PROBE,
    HAPPENED_SEND,
    HAPPENED_RECEIVE,
    HAPPENED_EXIT,
    HAPPENED_CRASH,
    HAPPENED_SPAWN,
    HAPPENED_FACT,      // of no formula, as facts hold in states
    HAPPENED_TIMEOUT,   // nor are these
    HAPPENED_FAULT
} HappenedKind;

void happened_add(Machine *machine, HappenedKind kind, Term a, Term b, Term c);   // NO_TERM: none

static inline void happened_note(Machine *m, HappenedKind kind, Term a, Term b, Term c) {
    if (m->watched && m->stepping) happened_add(m, kind, a, b, c);
}
void happened_note_all(Machine *machine);                    // from now on, for monitors
bool happened_concerns(const Machine *machine, Term name);   // a formula speaks of facts of that name
bool happened_asks(const Machine *machine);                  // some formula calls functions, which may see anything
typedef struct Watched Watched;
void happened_forget(Machine *machine);   // a step begins
void happened_free(Machine *machine);
