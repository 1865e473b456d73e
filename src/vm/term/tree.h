// Tree: terms under keys in Erlang's order, where 1 and 1.0 are the same key (ordered tables).
//
//   root   nil when empty, else a node
//   node   KIND_TREE: key, value, left, right, priority
//
// A treap: by keys it is a search tree, by priorities a heap. Priorities are the hashes of the
// keys, so the expected depth is logarithmic and the shape follows from the keys alone. A change
// writes about two words wherever it happens, none of them on the way there. That is why nodes are
// changed in place, through store_set: whoever holds a root owns all of its nodes, and a root that
// was passed to a changing function must not be used again.
//
// Treaps are Seidel and Aragon's (Randomized Search Trees, 1996).
#pragma once
#include "base/words.h"
#include "vm/store/store.h"

// NO_TERM wherever there is no such node.
Term tree_find(Term root, Term key);
Term tree_first(Term root);
Term tree_last(Term root);
Term tree_next(Term root, Term key);   // the lowest key above this one, which need not be there
Term tree_previous(Term root, Term key);

static inline Term tree_key(Term node) { return term_words(node)[1]; }
static inline Term tree_value(Term node) { return term_words(node)[2]; }

// The new root. A key that is there already is replaced, together with its value.
Term tree_put(Store *store, Term root, Term key, Term value, bool *added);
Term tree_remove(Store *store, Term root, Term key, bool *removed);
void tree_set(Store *store, Term node, Term key, Term value);   // `key` must be == to the node's

// Walks over a range of neighbouring keys, upwards or downwards. `side` says whether a key lies
// below (negative), inside (0) or above (positive) the range; without one the range is everything.
//     TreeIterator it; tree_iterate(&it, root, true, NULL, NULL);
//     for (Term node; !term_is_none(node = tree_iterator_next(&it));) ...
//     tree_iterator_end(&it);
typedef int (*TreeSide)(const void *range, Term key);
typedef struct {
    Words open;   // nodes still to come whose nearer side has been walked, the next one last
    bool forward;
    TreeSide side;
    const void *range;
} TreeIterator;

void tree_iterate(TreeIterator *iterator, Term root, bool forward, TreeSide side, const void *range);
Term tree_iterator_next(TreeIterator *iterator);   // NO_TERM: that was all
void tree_iterator_end(TreeIterator *iterator);

bool tree_check(Term root);   // whether the tree is in the form described above
