// Process check: what holds of processes, mailboxes and deadlines between steps, walked through in builds with
// assertions.
//
// Each function computes a structure again from its definition, as plainly as can be, and compares.
#pragma once
#include "vm/run/machine_state.h"

#ifdef NDEBUG
#define mailbox_check(p) ((void)0)
#define process_check(p) ((void)0)
#define queue_check(machine) ((void)0)
#define deadlines_check(machine) ((void)0)
#else
void mailbox_check(const Process *p);
void process_check(const Process *p);           // one that is there, while nobody runs
void queue_check(const Machine *machine);       // those who can run, and nobody else
void deadlines_check(const Machine *machine);   // of timers and receives
#endif
