// Alternative: a process that stands before weft:choose/1 is as many actors as it has alternatives.
//
//     P stands before choose([a, b, c])     P?1, P?2 and P?3 can act, P cannot
//     P?2 acts                              P goes on with b; the others are gone
//
// Each of them makes the others impossible, and so they conflict. Those of a process's n-th choice are numbered by n
// and their place in the list, so they are the same actors in every interleaving.
#pragma once
#include "vm/run/machine_state.h"

// What choosing touches: nothing if there is no choice.
void alternative_touches(Process *p, const Term *args, Footprint *out);
void alternative_stands(Process *p, const Term *args);   // p stops before the choice of these
void alternative_stand(Process *p, uint32_t count);      // or before something else that can happen in so many ways
void alternative_end(Process *p);                        // one of them has happened
void alternative_touches_beginning(const Process *p, Footprint *out);   // none can happen before p stands there
Term alternative_take(Process *p, Term list);                           // the element that was chosen

// Of standing processes, puts the alternatives in place of those who stand before a choice. Returns how many there are.
uint32_t alternative_actors(Machine *machine, Actor *actors, uint32_t count, uint32_t max);

// Who chooses, and what: the place in the list, from 1. NULL: the actor is no alternative.
Process *alternative_process(Machine *machine, Actor actor, uint32_t *place);
bool alternative_is_actor(const Machine *machine, Actor actor);
