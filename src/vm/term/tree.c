#include "vm/term/tree.h"

#include "vm/term/compare.h"
#include "vm/term/hash.h"

enum { KEY = 1, VALUE, LEFT, RIGHT, PRIORITY, NODE_SIZE = PRIORITY };

static inline Term *word_of(Term node, unsigned field) { return term_words(node) + field; }
static inline Term child(Term node, unsigned side) { return *word_of(node, side); }
static inline int64_t priority(Term node) { return (int64_t)word_of(node, PRIORITY)->bits; }

// --- looking up ----------------------------------------------------------------------------------

Term tree_find(Term root, Term key) {
    while (!term_is_nil(root)) {
        int order = term_compare(key, tree_key(root));
        if (order == 0) return root;
        root = child(root, order < 0 ? LEFT : RIGHT);
    }
    return NO_TERM;
}

static Term outermost(Term root, unsigned side) {
    if (term_is_nil(root)) return NO_TERM;
    while (!term_is_nil(child(root, side))) root = child(root, side);
    return root;
}

Term tree_first(Term root) { return outermost(root, LEFT); }
Term tree_last(Term root) { return outermost(root, RIGHT); }

Term tree_next(Term root, Term key) {
    Term best = NO_TERM;
    while (!term_is_nil(root)) {
        bool above = term_compare(tree_key(root), key) > 0;
        if (above) best = root;
        root = child(root, above ? LEFT : RIGHT);
    }
    return best;
}

Term tree_previous(Term root, Term key) {
    Term best = NO_TERM;
    while (!term_is_nil(root)) {
        bool below = term_compare(tree_key(root), key) < 0;
        if (below) best = root;
        root = child(root, below ? RIGHT : LEFT);
    }
    return best;
}

// --- changing ------------------------------------------------------------------------------------
// A link is the word that holds a subtree: a child word of a node, or the variable with the root,
// which needs no announcement.

static void link_set(Store *store, Term *link, const Term *root, Term node) {
    if (link == root)
        *link = node;
    else if (!term_same(*link, node))
        store_set(store, link, node);
}

static Term node_new(Heap *heap, Term key, Term value, int64_t rank) {
    Term node = heap_box(heap, KIND_TREE, NODE_SIZE);
    *word_of(node, KEY) = key;
    *word_of(node, VALUE) = value;
    word_of(node, PRIORITY)->bits = (uint64_t)rank;
    return node;
}

// A small integer as it stands in the node, so that comparing words compares priorities.
static int64_t rank_of(Term key) { return (int64_t)(term_hash(key) << 4 | IMM_SMALL); }

void tree_set(Store *store, Term node, Term key, Term value) {
    if (!term_same(tree_key(node), key)) store_set(store, word_of(node, KEY), key);
    store_set(store, word_of(node, VALUE), value);
}

// Deals the nodes of `tree` out to those below and those above a key that is not among them.
static void split(Store *store, Term tree, Term key, Term *below, Term *above) {
    const Term *first_below = below, *first_above = above;
    while (!term_is_nil(tree)) {
        if (term_compare(tree_key(tree), key) < 0) {
            link_set(store, below, first_below, tree);
            below = word_of(tree, RIGHT);
            tree = *below;
        } else {
            link_set(store, above, first_above, tree);
            above = word_of(tree, LEFT);
            tree = *above;
        }
    }
    link_set(store, below, first_below, TERM_NIL);
    link_set(store, above, first_above, TERM_NIL);
}

Term tree_put(Store *store, Term root, Term key, Term value, bool *added) {
    Term node = tree_find(root, key);
    *added = term_is_none(node);
    if (!*added) {
        tree_set(store, node, key, value);
        return root;
    }
    int64_t rank = rank_of(key);
    Term *link = &root;
    while (!term_is_nil(*link) && priority(*link) >= rank)
        link = word_of(*link, term_compare(key, tree_key(*link)) < 0 ? LEFT : RIGHT);
    node = node_new(&store->heap, key, value, rank);
    split(store, *link, key, word_of(node, LEFT), word_of(node, RIGHT));
    link_set(store, link, &root, node);
    return root;
}

// Hangs two trees, all keys of the first below those of the second, in one place.
static void join(Store *store, Term *link, const Term *root, Term below, Term above) {
    while (!term_is_nil(below) && !term_is_nil(above)) {
        bool left_rules = priority(below) >= priority(above);
        Term top = left_rules ? below : above;
        link_set(store, link, root, top);
        link = word_of(top, left_rules ? RIGHT : LEFT);
        if (left_rules)
            below = *link;
        else
            above = *link;
    }
    link_set(store, link, root, term_is_nil(below) ? above : below);
}

Term tree_remove(Store *store, Term root, Term key, bool *removed) {
    Term *link = &root;
    *removed = false;
    while (!term_is_nil(*link)) {
        Term node = *link;
        int order = term_compare(key, tree_key(node));
        if (order == 0) {
            *removed = true;
            join(store, link, &root, child(node, LEFT), child(node, RIGHT));
            break;
        }
        link = word_of(node, order < 0 ? LEFT : RIGHT);
    }
    return root;
}

// --- walking -------------------------------------------------------------------------------------

static int where(const TreeIterator *iterator, Term node) {
    int side = iterator->side ? iterator->side(iterator->range, tree_key(node)) : 0;
    return iterator->forward ? side : -side;
}

// Opens the nodes on the way to the nearest one that is not in front of the range.
static void approach(TreeIterator *iterator, Term tree) {
    unsigned near = iterator->forward ? LEFT : RIGHT;
    while (!term_is_nil(tree)) {
        bool in_front = where(iterator, tree) < 0;
        if (!in_front) words_push(&iterator->open, tree.bits);
        tree = child(tree, in_front ? LEFT + RIGHT - near : near);
    }
}

void tree_iterate(TreeIterator *iterator, Term root, bool forward, TreeSide side, const void *range) {
    words_init(&iterator->open);
    iterator->forward = forward;
    iterator->side = side;
    iterator->range = range;
    approach(iterator, root);
}

// Behind a node inside the range nothing is in front of it, so `side` only has to find the end.
Term tree_iterator_next(TreeIterator *iterator) {
    if (iterator->open.count == 0) return NO_TERM;
    Term node = {words_pop(&iterator->open)};
    if (where(iterator, node) > 0) {
        iterator->open.count = 0;
        return NO_TERM;
    }
    unsigned near = iterator->forward ? LEFT : RIGHT;
    Term tree = child(node, LEFT + RIGHT - near);
    for (; !term_is_nil(tree); tree = child(tree, near)) words_push(&iterator->open, tree.bits);
    return node;
}

void tree_iterator_end(TreeIterator *iterator) { words_free(&iterator->open); }

// --- checking ------------------------------------------------------------------------------------

static bool node_is_sound(Term node) {
    if (!term_is_kind(node, KIND_TREE) || term_size(node) != NODE_SIZE) return false;
    Term left = child(node, LEFT), right = child(node, RIGHT);
    return (term_is_nil(left) || priority(left) <= priority(node)) &&
           (term_is_nil(right) || priority(right) <= priority(node));
}

bool tree_check(Term root) {
    Words open;   // nodes whose left side has been walked or is being walked
    words_init(&open);
    bool sound = true;
    Term last = NO_TERM;
    for (Term at = root; sound && (!term_is_nil(at) || open.count > 0);) {
        if (!term_is_nil(at)) {
            sound = node_is_sound(at);
            words_push(&open, at.bits);
            at = sound ? child(at, LEFT) : TERM_NIL;
            continue;
        }
        Term node = {words_pop(&open)};
        sound = term_is_none(last) || term_compare(last, tree_key(node)) < 0;
        last = tree_key(node);
        at = child(node, RIGHT);
    }
    words_free(&open);
    return sound;
}
