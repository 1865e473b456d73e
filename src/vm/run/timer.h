// Timer: messages that come later, on the virtual clock.
#pragma once
#include "vm/run/machine_state.h"

// `to` is a pid or a name; `reference` identifies the timer from now on.
Term timer_start(Process *p, uint64_t deadline, Term to, Term message, Term reference);
bool timer_find(Machine *machine, Term reference, uint64_t *deadline);
Term timer_receiver(const Machine *machine, Term reference);   // a pid or a name; NO_TERM: there is no such timer
bool timer_has_receiver(Machine *machine, Term reference);     // not if it is a pid that is gone
bool timer_cancel(Machine *machine, Term reference, uint64_t *deadline);

// --- stepping ------------------------------------------------------------------------------------------
// Whether a timeout of this length fires only when nothing else can happen.
bool timer_is_long(const Machine *machine, uint64_t nanoseconds);
bool timer_waits(const Process *p, uint64_t nanoseconds);   // one that this process begins now
// Those whose time may be over now: receives and timers below the threshold, and those whose time has come; or, when
// nothing else can happen, the very next of all, or the clock if several come at that moment.
uint32_t timer_actors(Machine *machine, bool idle, Actor *actors, uint32_t max);
bool timer_is_clock(const Machine *machine, Actor actor);
uint64_t timer_clock_next(Machine *machine);   // to which moment it goes
bool timer_is_due(const Process *p);   // the time of the receive it waits in has come, as nothing else could happen
bool timer_may_end_receive(const Process *p);   // the timeout of the receive it waits in may fire at any moment
// Whatever cancels or asks for a timer may let another one of its owner go first.
void timer_touches_deadlines(Term reference, Footprint *out);
void timer_touches_start(const Process *p, uint64_t nanoseconds, Footprint *out);   // a timer of that length
void timer_touches_own_deadlines(const Process *p, Footprint *out);                 // if it ever had a timer
void timer_footprint(Machine *machine, Actor actor, Footprint *out);
void timer_step(Machine *machine, Actor actor);
uint64_t timer_length(Term timer);   // in nanoseconds
bool timer_by_actor(Machine *machine, Actor actor, Term *timer);
void timer_stop_node(Machine *machine, uint32_t node);   // those that were made there are gone
