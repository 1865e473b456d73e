// Circle: code that comes back to a state in which it has been before, and so never ends.
//
// Nothing shows that from outside, so now and then, of one who has computed for long, the state is noted, and compared
// with those after each of some calls that follow. A loop through more calls is not noticed; it ends when it has used
// more reductions than allowed.
#pragma once
#include "vm/run/machine_state.h"

enum {
    CIRCLE_PATIENCE = 1 << 20,
    CIRCLE_GROWTH = 4
};   // reductions before the first look; each later one waits longer

// --- stepping: local code, which nobody can tell anything -------------------------------------------------------

typedef struct {
    uint64_t start, next, hash;
    uint32_t calls;   // still to be compared
} Circle;

Circle circle_begin(const Machine *machine);
int64_t circle_slice(const Circle *circle, int64_t slice);
typedef enum { CIRCLE_OPEN, CIRCLE_LONG, CIRCLE_CLOSED } CircleEnd;   // LONG: it has used more reductions than allowed

CircleEnd circle_look(Circle *circle, Machine *machine, const Process *p);   // unless OPEN, it is not to go on

// --- running: all who could run --------------------------------------------------------------------------------

// Lets the process make some calls, until one leaves all as it was: so it would go on as long as the others do nothing.
bool circle_walk(Machine *machine, Process *p, RunResult *result);
