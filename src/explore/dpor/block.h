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

#include "explore/dpor/action.h"

struct Execution;

typedef struct Block {
    struct Block *rest;                 // of it; NULL: the actor rests, or nobody has seen what it does then
    Action *action;                     // its first step, held
    uint64_t does[2], conflicting[2];   // as in an Action, of all of it
    uint32_t references;
} Block;

static inline void block_share(Block *block) { block->references++; }
void block_release(Block *block);

bool block_conflicts(Orders *orders, const Block *block, const Action *action);

// --- along the execution -------------------------------------------------------------------------------

// The positions of a block's first step and behind its last one; the step at `at` is in it.
uint32_t block_begin(const struct Execution *execution, uint32_t at);
uint32_t block_end(const struct Execution *execution, uint32_t at);

// The execution has come to a new state: finds out whether the last one to act rests.
void block_enter(struct Execution *execution);
void block_leave(struct Execution *execution);   // before the state is left for good

// The last step and all that its actor went on to do in the same block, held. NULL: blocks do not matter.
Block *block_new(struct Execution *execution);

// Whether the last one to act rests and has looked at what the block touches.
bool block_is_seen(const struct Execution *execution, const Block *block);
