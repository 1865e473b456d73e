// Block: what an actor does between two switches.
//
//     p p p p | q q | p p | r ...       a bar is free where the one before it rests: it waits, or has ended
//
// Where preemptions are bounded, the order of blocks matters, not only that of steps: two blocks without a conflict may
// change places at no cost, two steps may not. A process that waits has looked at its mailbox, and that conflicts with
// whatever would have let it go on, for then it costs something to leave it.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "explore/action.h"

struct Trace;
struct Step;

// The positions of a block's first step and behind its last one; the step at `at` is in it.
uint32_t block_begin(const struct Trace *trace, uint32_t at);
uint32_t block_end(const struct Trace *trace, uint32_t at);

// The trace has come to a new state: finds out whether the last one to act rests.
void block_enter(struct Trace *trace);
void block_leave(struct Trace *trace);   // before the state is left for good

// The last step and all that its actor went on to do in the same block, as one action, held.
Action *block_action(struct Trace *trace);

// Whether the last one to act, who rests, has looked at what the action touches.
bool block_is_seen(struct Trace *trace, const Action *action);
