// Remote: what a process does to another node as a whole: it sends to names there, and has processes made there.
//
// A process on another node is asked for by a signal, and answered by one, which comes before all else that the new
// process sends. Its number is the next child's of who asks, whenever it is made. Who waits for the answer has an entry
// among its monitors, so that it is told when the connection is lost.
#pragma once
#include "vm/run/delivery.h"

// Where what is sent to {Name, Node} goes; NO_TERM: nowhere, as this node is not alive.
Term remote_target(const Process *from, Term name, Term node);
// Whether a pid belongs to another node than the process.
static inline bool remote_is(const Process *p, Term pid) {
    return term_is_local_pid(pid) && delivery_is_far(p->pid, pid);
}
static inline bool remote_is_near(const Process *p, Term pid) {
    return term_is_local_pid(pid) && !delivery_is_far(p->pid, pid);
}
// Asks a node for a process. `options` as for erlang:spawn_request; the reference that the answer will name.
Term remote_request(Process *p, Term node, Term call, Term options);
void remote_touches_request(Process *p, Term node, Footprint *out);
static inline bool signal_is_spawn(Term monitor) { return term_is_tuple_of(monitor, 4); }

// The arrival of a request at a node, of the answer at who asked, or at nobody.
void remote_spawn(Machine *machine, Term from, Term to, const Signal *request);
void remote_spawned(Machine *machine, Process *p, Term from, const Signal *answer);
void remote_refused(Machine *machine, Term from, Term to, const Signal *answer);
void remote_spawn_footprint(Machine *machine, Term from, Term to, const Signal *request, Footprint *out);
void remote_spawned_footprint(Machine *machine, Term from, Term to, const Signal *answer, Footprint *out);
