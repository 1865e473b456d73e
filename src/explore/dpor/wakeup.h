// Wakeup: an ordered tree of events still to be explored from a state.
//
// Optimal DPOR, Abdulla et al. 2014, section 6: each path from the root to a leaf is the beginning of
// an execution that no explored one and none to the left of it is equivalent to. A tree is given by
// its first branch.
#pragma once
#include <stddef.h>

#include "explore/dpor/reversal.h"

typedef struct Wakeup {
    struct Wakeup *sibling;   // to the right
    struct Wakeup *child;     // the leftmost
    Action *action;           // held: what happens there
} Wakeup;

typedef struct {   // all zeros at first
    Wakeup *free;
    struct WakeupBlock *blocks;
} WakeupPool;

void wakeup_free(WakeupPool *pool);

// Adds a sequence to the tree unless the tree covers it: a leaf is one of its prefixes, up to equivalence, or it is a
// prefix of a branch. A prefix of it is added: what is kept, and what distinguishes it from all branches to the left.
// UNKNOWN: what the sequence's last event touches decides, and the tree was left as it was. The sequence is used up.
typedef enum { WAKEUP_COVERED, WAKEUP_ADDED, WAKEUP_UNKNOWN } WakeupInsertion;
WakeupInsertion wakeup_insert(WakeupPool *pool, Wakeup **tree, Reversal *reversal);

// Takes the first branch off the tree; its children and its event are the caller's, to drop and to release.
Wakeup wakeup_take(WakeupPool *pool, Wakeup **tree);

void wakeup_drop(WakeupPool *pool, Wakeup *tree);   // all of it

// For those who build a tree node by node: a new one, without children, that shares the action.
Wakeup *wakeup_node(WakeupPool *pool, Action *action);
