#include "explore/dpor/wakeup.h"

#include <assert.h>

#include "base/memory.h"
#include "explore/dpor/check.h"

enum { BLOCK_NODES = 511 };

typedef struct WakeupBlock {
    struct WakeupBlock *next;
    Wakeup nodes[BLOCK_NODES];
} WakeupBlock;

#ifndef NDEBUG
// Whether no tree has any of the nodes.
static bool are_all_free(const WakeupPool *pool) {
    size_t count = 0;
    for (const WakeupBlock *block = pool->blocks; block; block = block->next) count += BLOCK_NODES;
    for (const Wakeup *node = pool->free; node; node = node->sibling) count--;
    return count == 0;
}
#endif

void wakeup_free(WakeupPool *pool) {
    assert(are_all_free(pool));
    for (WakeupBlock *block = pool->blocks, *next; block; block = next) {
        next = block->next;
        memory_free(block);
    }
}

static void add_block(WakeupPool *pool) {
    WakeupBlock *block = memory_new(sizeof *block);
    block->next = pool->blocks;
    pool->blocks = block;
    for (uint32_t i = 0; i < BLOCK_NODES; i++) {
        block->nodes[i].sibling = pool->free;
        pool->free = &block->nodes[i];
    }
}

Wakeup *wakeup_node(WakeupPool *pool, Action *action) {
    if (!pool->free) add_block(pool);
    Wakeup *node = pool->free;
    pool->free = node->sibling;
    *node = (Wakeup){.action = action_share(action)};
    return node;
}

static void node_free(WakeupPool *pool, Wakeup *node) {
    node->sibling = pool->free;
    pool->free = node;
}

// --- trees -----------------------------------------------------------------------------------------

// The leftmost branch whose event is a weak initial of the sequence: `*branch`. NO: there is none, `*tree` is where a
// new one is to be put.
static Initial find_branch(Wakeup ***tree, Reversal *reversal, Wakeup **branch, uint32_t *at) {
    for (Wakeup *node; (node = **tree); *tree = &node->sibling) {
        Initial initial = reversal_has_weak_initial(reversal, node->action, at);
        initial_check(reversal, node->action, initial);
        *branch = node;
        if (initial != NO) return initial;
        reversal->events[*at].kept = true;
    }
    return NO;
}

// The branch has this event of the sequence; at == count: one that is not in it.
static void note_planned(Reversal *reversal, uint32_t at) {
    uint32_t position = at < reversal->count ? reversal->events[at].position : NO_POSITION;
    if (reversal->planned < position) reversal->planned = position;
}

static void add_branch(WakeupPool *pool, Wakeup **tree, Reversal *reversal) {
    reversal_close(reversal);
    for (uint32_t i = 0; i < reversal->count; i++) {
        if (!reversal->events[i].kept) continue;
        note_planned(reversal, i);
        *tree = wakeup_node(pool, reversal->events[i].action);
        tree = &(*tree)->child;
    }
}

WakeupInsertion wakeup_insert(WakeupPool *pool, Wakeup **tree, Reversal *reversal) {
    reversal->planned = 0;
    for (;;) {
        uint32_t at;
        Wakeup *branch;
        Initial initial = find_branch(&tree, reversal, &branch, &at);
        if (initial == UNKNOWN || (initial == NO && reversal->last != NO_ACTOR)) return WAKEUP_UNKNOWN;
        if (initial == NO) break;
        note_planned(reversal, at);
        reversal_remove(reversal, at);
        if (!branch->child) return WAKEUP_COVERED;   // or nothing is left, and any leaf will do
        tree = &branch->child;
    }
    add_branch(pool, tree, reversal);
    return WAKEUP_ADDED;
}

Wakeup wakeup_take(WakeupPool *pool, Wakeup **tree) {
    Wakeup *node = *tree, taken = *node;
    assert(node != node->sibling && node != node->child);
    *tree = node->sibling;
    node_free(pool, node);
    return taken;
}

void wakeup_drop(WakeupPool *pool, Wakeup *tree) {
    while (tree) {
        Wakeup *node = tree;
        if (node->child) {   // its children first: they are put in front, so that no stack is needed
            Wakeup *last = node->child;
            while (last->sibling) last = last->sibling;
            last->sibling = node->sibling;
            tree = node->child;
        } else {
            tree = node->sibling;
        }
        action_release(node->action);
        node_free(pool, node);
    }
}
