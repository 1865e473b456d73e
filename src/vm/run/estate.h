// Estate: what a process leaves behind when it has ended, and what becomes of that.
//
// An end is no single moment. First the process is gone: it does nothing more, and whoever asks for it is told so; then
// its tables go, one after the other in the order in which they were made, then its name; then those are told who are
// linked to it, those go on that it had suspended, those are told who watch it; last, whoever sent it a signal that it
// did not come to handle gets the answer of the dead. Each of these is a step, of an actor that stands for what is
// left, and others may act in between.
//
// Who links to it after the process has handled signals for the last time, and before it is gone, finds it alive and is
// refused all the same. So where the program links to processes that are there already (vm/world/inquiry.h), a process
// stands before its end twice: what arrives after the first step is too late.
//
// Which of those who are linked to it, were suspended by it or watch it is told first follows from nothing that is part
// of a state: in a search over states (MachineConfig.stateful) it may be any of them. There is an actor for each then,
// known by its place among them, instead of the one for all that is left:
//
//     P/end can act                    P has two links: P/end1 and P/end2 can act, P/end cannot
//
// Where signals are handled at once (MachineConfig.signals_at_once), and for the system's own processes, an end is one
// step.
#pragma once
#include "vm/run/delivery.h"

typedef enum {
    ESTATE_NOTHING,
    ESTATE_TABLE,       // key: its id
    ESTATE_NAME,        // key: the name
    ESTATE_LINK,        // key: who is linked to it
    ESTATE_SUSPENDED,   // key: whom it had suspended; value: how many times
    ESTATE_WATCHER,     // key: the monitor's reference; value: {Pid, Item, Tag}
    ESTATE_SIGNALS,     // that it has not handled: the first of them
} EstateKind;

typedef struct {
    EstateKind kind;
    Term key, value;
} Estate;

bool estate_takes_steps(const Process *p);   // its end does
bool estate_may_close(const Process *p);
static inline bool estate_is_to_close(const Process *p) {   // it stands before its end, and still handles links
    return p->machine->links && estate_may_close(p);
}
void estate_close(Process *p);
void estate_touches_closing(const Machine *machine, Term pid, AccessKind kind, Footprint *out);
// What is left of a link says whether it came too late.
static inline bool estate_refuses(Term link) { return term_same(link, ATOM(noproc)); }
void estate_begin(Process *p, Term reason);             // it is gone, and frees its record when nothing is left
Estate estate_next(const Process *p, uint32_t place);   // what comes next; place: of one of several, from 1, or 0
Process *estate_left(const Machine *machine,
                     Term pid);   // that process, if it has ended and something is left; else NULL
// Until its tables and its name are gone, a process that has ended is listed among all others.
static inline bool estate_is_listed(const Process *p) { return term_is_cons(p->tables) || !term_is_nil(p->name); }
uint32_t estate_listed(const Machine *machine);   // how many of those

// A question to a process that is ending is answered when it is not listed any more. Who asks does not wait for that,
// but lets its tables and its name go within the step that asks: were it to wait, nobody would see that it could have
// come first.
void estate_settle(Machine *machine, Term pid);
void estate_touches_asking(Machine *machine, Term pid, Footprint *out);

// --- stepping ------------------------------------------------------------------------------------------
// Of actors that can act, puts those that stand for one of several in place of those that stand for all that is left.
// Returns how many there are.
uint32_t estate_actors(Machine *machine, Actor *actors, uint32_t count, uint32_t max);
// The process whose estate an actor is; else NULL. `place`: as in estate_next.
Process *estate_of(const Machine *machine, Actor actor, uint32_t *place);
void estate_footprint(Process *p, uint32_t place, Footprint *out);
void estate_step(Process *p, uint32_t place);
void estate_drop(Process *p);   // nobody is told of anything: its node has crashed
