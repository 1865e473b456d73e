// Fault: what breaks in a distributed system: nodes crash and come back, connections break, processes are killed.
//
// Each fault that may happen is an actor, so a search explores it like everything else; how many may still happen is a
// budget in the state. Two faults of one budget conflict, and a fault conflicts with what it breaks:
//
//     a node crashes         with all that happens on that node
//     a connection breaks    with what goes to and fro between these two nodes
//     a process is killed    as if somebody had sent it the exit signal `kill`
//
// Nothing has to break. One more actor can end the matter at any moment: no fault happens any more. So every execution
// with fewer faults than there may be is explored to its end, too.
//
// A search learns that a fault could have come first only if the fault was possible when something took it away, by
// spending the budget or ending the matter. So whatever makes a fault possible looks at its budget (a process that
// begins could be killed, a connection that comes up could break, a node that restarts could crash), so does what makes
// one impossible (a process that ends; C3 in vm/machine.h). The end of the matter is possible until it comes, also when
// all budgets are spent: two faults of different kinds, which do not conflict, would otherwise take it away together,
// and neither of them alone. Of one kind the last fault does. What happens only when nothing else can (a long timeout)
// waits for the end of the matter: a search has no way to see that a fault could also come after it.
#pragma once
#include "vm/run/node.h"

typedef enum { FAULT_CRASHES, FAULT_RESTARTS, FAULT_DISCONNECTS, FAULT_RECONNECTS, FAULT_KILLS, FAULT_KINDS } FaultKind;

void faults_end(Machine *machine);
void faults_begin(Machine *machine);                             // the budgets of the configuration
uint32_t fault_budget(const Machine *machine, FaultKind kind);   // how many are left
uint32_t fault_actors(Machine *machine, Actor *actors, uint32_t max);
void fault_footprint(Machine *machine, Actor actor, Footprint *out);
void fault_step(Machine *machine, Actor actor);
// What happens only when nothing else can, long timeouts that is, waits for the end of the matter.
void fault_touches_idle(const Machine *machine, Footprint *out);
void fault_touches_target(const Machine *machine, FaultKind kind, Footprint *out);   // what makes a fault possible
// Whether a broken connection may heal; that takes from the budget if there is one.
bool fault_may_reconnect(const Machine *machine, uint32_t epoch);
void fault_reconnect(Machine *machine, uint32_t epoch);
