// Hamt: a persistent map from terms to terms, as a tree over the bits of the keys' hashes.
//
//   root      nil (or NO_TERM) when empty, else a child
//   child     leaf       a cons [Key | Value]
//             node       KIND_NODE: bitmap of the 16 slots in use, their children in slot order
//             collision  KIND_COLLISION: hash, leaves whose keys have the same hash, in exact order
//
// A node at depth d has a slot for each value of 4 hash bits, from the highest down; 15 depths use
// 60 bits, and keys that agree in all of these collide. A leaf (or collision) stands in the
// highest node where it has a slot to itself: a node never has one child that is not a node. So
// the tree depends on its contents only, never on its history, and walking it goes in the order of
// the hashes, then of the keys. Put and remove copy the nodes along one path and share the rest.
//
// Hash trees are Bagwell's (Ideal Hash Trees, 2001); the canonical form under removal is
// Steindorfer and Vinju's (OOPSLA 2015).
//
// `hash` is term_hash(key) in all functions.
#pragma once
#include "vm/store/store.h"

enum { HAMT_BITS = 4, HAMT_SLOTS = 1 << HAMT_BITS, HAMT_DEPTH = 15 };

// The bits of a hash that a tree looks at: equal for keys that collide.
static inline uint64_t hamt_position(uint64_t hash) { return hash >> (64 - HAMT_BITS * HAMT_DEPTH); }

// The value, or NO_TERM.
Term hamt_get(Term root, uint64_t hash, Term key);
// The leaf itself, or NO_TERM: for an owner of the whole tree who changes values in place
// (vm/ets/rows.h).
Term hamt_leaf(Term root, uint64_t hash, Term key);

// The new root. Keeps the old root when the value is the same word as before. `added` may be NULL.
Term hamt_put(Heap *heap, Term root, uint64_t hash, Term key, Term value, bool *added);

// The new root, nil when it was the last key. `removed` may be NULL.
Term hamt_remove(Heap *heap, Term root, uint64_t hash, Term key, bool *removed);

// The same for an owner of the whole tree, who uses no root again after it was passed here: nodes
// are changed in place where that is possible, through the trail.
Term hamt_put_owned(Store *store, Term root, uint64_t hash, Term key, Term value, bool *added);
Term hamt_remove_owned(Store *store, Term root, uint64_t hash, Term key, bool *removed);

// All of both; what `b` says wins. `common` becomes the number of keys that are in both.
Term hamt_merge(Heap *heap, Term a, Term b, size_t *common);

// A tree from leaves [Key | Value] in one go. Of equal keys the last one wins; `count` becomes the
// number of different keys.
Term hamt_build(Heap *heap, const Term *leaves, size_t *count);

// Single steps, O(depth) each. False when there is none. `key` need not be there: the step leads to
// the nearest leaf beyond the place where it would be.
bool hamt_first(Term root, Term *key, Term *value);
bool hamt_last(Term root, Term *key, Term *value);
bool hamt_next(Term root, uint64_t hash, Term key, Term *next_key, Term *value);
bool hamt_previous(Term root, uint64_t hash, Term key, Term *previous_key, Term *value);

// Whole walks, in the same order.
typedef struct {
    Term pending;     // a child to visit before all others, or NO_TERM
    unsigned depth;   // levels in use
    struct {
        const Term *next, *end;   // children still to visit
    } levels[HAMT_DEPTH + 1];     // nodes, and at the bottom a collision
} HamtIterator;

HamtIterator hamt_iterate(Term root);
// From the first leaf whose hamt_position is not below `position`.
HamtIterator hamt_iterate_from(Term root, uint64_t position);
// The next leaf, a cons [Key | Value]; NO_TERM at the end.
Term hamt_iterator_next(HamtIterator *iterator);

bool hamt_check(Term root);   // whether the tree is in the form described above
