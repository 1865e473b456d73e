// Glance: a process that looks at its own mailbox, by process_info/1,2.
//
// What has arrived for a process need not be in sight of it yet: it fetches that when a receive of its finds nothing in
// what it has. Releases before 25 fetch before such a look, too, later ones do not:
//
//     arrived: a, b, c       a receive has taken b       the look shows [a, c], or [a] only
//
// For sure fetched is what is before a message that it has taken or sent to itself, what was there when a receive gave
// up, and what a look has shown. The look shows that or all: two alternatives (vm/run/alternative.h). Each tells in
// which order what is taken came, too, and what came before a receive gave up (VALUE_LOOKS_BACK).
//
// That is so where modules of the program name such items (vm/world/inquiry.h); else a look shows all.
#pragma once
#include "vm/run/machine_state.h"

bool glance_is_partial(const Process *p);                        // a look of this process may show a part
void glance_stands(Process *p);                                  // it stops before one
uint32_t glance_shown(const Process *asker, const Process *p);   // how many messages of p's mailbox one sees
void glance_end(Process *p);                                     // it has looked
bool glance_touches_mailbox(const Process *p);   // the alternative that is asked for shows something, or could
void glance_note_all(Process *p);                // its last message is its own, or a receive has gone past all of them
void glance_note_taken(Process *p,
                       Term before);   // a message was taken out that followed this one; nil: it was the first
void glance_note_flushed(Process *p,
                         Term before);   // the same of one whose taking must not be told from its never having come
