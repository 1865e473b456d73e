#include "explore/wakeup.h"

#include "base/memory.h"

enum { BLOCK_NODES = 511 };

typedef struct WakeupBlock {
    struct WakeupBlock *next;
    Wakeup nodes[BLOCK_NODES];
} WakeupBlock;

void wakeup_init(WakeupPool *pool) { *pool = (WakeupPool){0}; }

void wakeup_free(WakeupPool *pool) {
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

static Wakeup *node_new(WakeupPool *pool, Action *action) {
    if (!pool->free) add_block(pool);
    Wakeup *node = pool->free;
    pool->free = node->sibling;
    *node = (Wakeup){.action = action_share(action)};
    return node;
}

static void node_free(WakeupPool *pool, Wakeup *node) {
    action_release(node->action);
    node->sibling = pool->free;
    pool->free = node;
}

// --- trees -----------------------------------------------------------------------------------------

// The leftmost branch that the sequence could go along, else NULL and where a new one is to be put.
static Wakeup *find_branch(Wakeup ***tree, Sequence *sequence, uint32_t *at) {
    for (Wakeup *node; (node = **tree); *tree = &node->sibling)
        if (sequence_may_begin(sequence, node->action, at)) return node;
    return NULL;
}

static void add_branch(WakeupPool *pool, Wakeup **tree, const Sequence *sequence) {
    for (uint32_t i = 0; i < sequence->count; i++) {
        *tree = node_new(pool, sequence->items[i].action);
        tree = &(*tree)->child;
    }
}

bool wakeup_insert(WakeupPool *pool, Wakeup **tree, Sequence *sequence) {
    uint32_t at;
    for (Wakeup *node; (node = find_branch(&tree, sequence, &at)); tree = &node->child) {
        sequence_remove(sequence, at);
        if (sequence->count == 0) return false;
    }
    add_branch(pool, tree, sequence);
    return true;
}

Actor wakeup_take(WakeupPool *pool, Wakeup **tree, Wakeup **children) {
    Wakeup *node = *tree;
    Actor actor = node->action->actor;
    *tree = node->sibling;
    *children = node->child;
    node_free(pool, node);
    return actor;
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
        node_free(pool, node);
    }
}
