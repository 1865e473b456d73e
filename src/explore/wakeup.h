// Wakeup: an ordered tree of events still to be explored from a state.
//
// Optimal DPOR, Abdulla et al. 2014, section 6: each path from the root to a leaf is the beginning of
// an execution that no explored one and none to the left of it is equivalent to. A tree is given by
// its first branch.
#pragma once
#include <stddef.h>

#include "explore/sequence.h"

typedef struct Wakeup {
    struct Wakeup *sibling;   // to the right
    struct Wakeup *child;     // the leftmost
    Action *action;           // held
} Wakeup;

typedef struct {
    Wakeup *free;
    struct WakeupBlock *blocks;
} WakeupPool;

void wakeup_init(WakeupPool *pool);
void wakeup_free(WakeupPool *pool);

// Adds a sequence to the tree unless what is in it covers the sequence. A leaf goes on with the rest of it: labels say what
// actions might do, so what begins with the leaf could turn out to be explored, but for that rest. The sequence is used up.
bool wakeup_insert(WakeupPool *pool, Wakeup **tree, Sequence *sequence);

// Takes the first branch off the tree; its children are left in `*children`. Returns its actor.
Actor wakeup_take(WakeupPool *pool, Wakeup **tree, Wakeup **children);

void wakeup_drop(WakeupPool *pool, Wakeup *tree);   // all of it
