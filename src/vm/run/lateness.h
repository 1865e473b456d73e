// Lateness: how late it is where a process comes to. Each process has a time of its own (vm/run/timer.c), which follows
// the messages it gets; here it follows all else that two processes can share, so that a time that one has read and
// left in a table is never later than what the clock tells who finds it there. What happened before decides, and
// nothing but that: times do not depend on the order of steps that have nothing to do with each other.
#pragma once
#include "vm/run/machine_state.h"
#include "vm/term/map.h"

// A step begins; what it touches is known when its action is over, and wanted when its process looks at the clock, or
// at its end.
void lateness_begin(Process *p);
// The process is as late as it is for those who touched before what it has touched, and did not commute with it.
void lateness_follow(Process *p);

// Nobody has looked at a clock yet, or slept.
static inline bool lateness_is_idle(const Process *p) {
    return p->time < TIME_STEP && map_count(p->machine->globals->lateness) == 0;
}
