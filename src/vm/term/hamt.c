#include "vm/term/hamt.h"

#include "base/memory.h"
#include "vm/term/compare.h"
#include "vm/term/hash.h"

// --- children ------------------------------------------------------------------------------------
static inline bool is_node(Term child) { return term_is_kind(child, KIND_NODE); }
static inline bool is_collision(Term child) { return term_is_kind(child, KIND_COLLISION); }
static inline bool is_empty(Term child) { return term_is_none(child) || term_is_nil(child); }

static inline uint32_t bitmap_of(Term node) { return (uint32_t)term_to_small(term_words(node)[1]); }
// Of a node or a collision.
static inline Term *children_of(Term parent) { return term_words(parent) + 2; }
static inline size_t children_count(Term parent) { return term_size(parent) - 1; }

static inline unsigned slot_of(uint64_t hash, unsigned depth) {
    return (unsigned)(hash << (HAMT_BITS * depth) >> (64 - HAMT_BITS));
}
// How many slots of a bitmap are in use. (What the compiler has for it is a call, unless it may assume a newer
// processor.)
static inline unsigned count_slots(uint32_t bitmap) {
    bitmap -= bitmap >> 1 & 0x5555;
    bitmap = (bitmap & 0x3333) + (bitmap >> 2 & 0x3333);
    bitmap = (bitmap + (bitmap >> 4)) & 0x0F0F;
    return (bitmap + (bitmap >> 8)) & 0xFF;
}

// How many children come before this slot's.
static inline unsigned index_of(uint32_t bitmap, unsigned slot) {
    return count_slots(bitmap & ((UINT32_C(1) << slot) - 1));
}

static Term node_new(Heap *heap, uint32_t bitmap) {
    Term node = heap_box(heap, KIND_NODE, 1 + (size_t)count_slots(bitmap));
    term_words(node)[1] = term_small(bitmap);
    return node;
}

static Term collision_new(Heap *heap, uint64_t hash, size_t count) {
    Term collision = heap_box(heap, KIND_COLLISION, 1 + count);
    term_words(collision)[1] = (Term){(hash & ~UINT64_C(0xF)) | IMM_SMALL};
    return collision;
}

// Of a leaf or a collision; only the bits of hamt_position are meant.
static uint64_t hash_of(Term child) {
    if (term_is_cons(child)) return term_hash(term_head(child));
    return term_words(child)[1].bits & ~UINT64_C(0xF);
}

static bool same_position(uint64_t a, uint64_t b) { return hamt_position(a) == hamt_position(b); }

// --- looking up ----------------------------------------------------------------------------------
static Term collision_leaf(Term collision, Term key) {
    const Term *leaves = children_of(collision);
    for (size_t i = 0; i < children_count(collision); i++)
        if (term_identical(term_head(leaves[i]), key)) return leaves[i];
    return NO_TERM;
}

Term hamt_leaf(Term root, uint64_t hash, Term key) {
    Term child = root;
    for (uint64_t rest = hash; is_node(child); rest <<= HAMT_BITS) {
        uint32_t bitmap = bitmap_of(child);
        unsigned slot = (unsigned)(rest >> (64 - HAMT_BITS));
        if (!(bitmap >> slot & 1)) return NO_TERM;
        child = children_of(child)[index_of(bitmap, slot)];
    }
    if (term_is_cons(child)) return term_identical(term_head(child), key) ? child : NO_TERM;
    return is_collision(child) ? collision_leaf(child, key) : NO_TERM;
}

Term hamt_get(Term root, uint64_t hash, Term key) {
    Term leaf = hamt_leaf(root, hash, key);
    return term_is_none(leaf) ? NO_TERM : term_tail(leaf);
}

// The way from the root to where a hash belongs.
typedef struct {
    unsigned depth;   // how many nodes it leads through
    Term nodes[HAMT_DEPTH];
    Term end;   // what stands in the last slot: leaf, collision or NO_TERM
} Path;

// In a tree that itself stands at `depth`.
static void path_to(Path *path, Term root, unsigned depth, uint64_t hash) {
    path->depth = depth;
    path->end = is_empty(root) ? NO_TERM : root;
    while (is_node(path->end)) {
        Term node = path->nodes[path->depth] = path->end;
        unsigned slot = slot_of(hash, path->depth++);
        uint32_t bitmap = bitmap_of(node);
        path->end = bitmap >> slot & 1 ? children_of(node)[index_of(bitmap, slot)] : NO_TERM;
    }
}

// --- putting -------------------------------------------------------------------------------------
static Term node_replace(Heap *heap, Term node, unsigned slot, Term child) {
    uint32_t bitmap = bitmap_of(node);
    Term copy = node_new(heap, bitmap);
    memcpy(children_of(copy), children_of(node), children_count(node) * sizeof child);
    children_of(copy)[index_of(bitmap, slot)] = child;
    return copy;
}

static Term node_insert(Heap *heap, Term node, unsigned slot, Term child) {
    uint32_t bitmap = bitmap_of(node);
    unsigned index = index_of(bitmap, slot);
    Term copy = node_new(heap, bitmap | UINT32_C(1) << slot);
    const Term *from = children_of(node);
    Term *to = children_of(copy);
    memcpy(to, from, index * sizeof child);
    to[index] = child;
    memcpy(to + index + 1, from + index, (children_count(node) - index) * sizeof child);
    return copy;
}

static Term node_delete(Heap *heap, Term node, unsigned slot) {
    uint32_t bitmap = bitmap_of(node);
    unsigned index = index_of(bitmap, slot);
    Term copy = node_new(heap, bitmap & ~(UINT32_C(1) << slot));
    const Term *from = children_of(node);
    Term *to = children_of(copy);
    memcpy(to, from, index * sizeof *to);
    memcpy(to + index, from + index + 1, (children_count(node) - index - 1) * sizeof *to);
    return copy;
}

// The nodes of the path from `top` down to where it leads, with another child there.
static Term path_replace(Heap *heap, const Path *path, unsigned top, uint64_t hash, Term child) {
    unsigned depth = path->depth;
    if (term_is_none(path->end) && depth > top) {
        depth--;
        child = node_insert(heap, path->nodes[depth], slot_of(hash, depth), child);
    }
    while (depth-- > top) child = node_replace(heap, path->nodes[depth], slot_of(hash, depth), child);
    return child;
}

// The same in place. Only a node that gets another child is copied.
static Term path_set(Store *store, const Path *path, uint64_t hash, Term child) {
    unsigned depth = path->depth;
    if (term_is_none(path->end) && depth > 0) {
        depth--;
        child = node_insert(&store->heap, path->nodes[depth], slot_of(hash, depth), child);
    }
    if (depth == 0) return child;
    Term parent = path->nodes[depth - 1];
    unsigned index = index_of(bitmap_of(parent), slot_of(hash, depth - 1));
    store_set(store, children_of(parent) + index, child);
    return path->nodes[0];
}

// A tree at `depth` of two children that must stand apart.
static Term split(Heap *heap, unsigned depth, Term a, Term b) {
    uint64_t x = hash_of(a), y = hash_of(b);
    unsigned bottom = depth;
    while (slot_of(x, bottom) == slot_of(y, bottom)) bottom++;
    assert(bottom < HAMT_DEPTH);
    unsigned slot_a = slot_of(x, bottom), slot_b = slot_of(y, bottom);
    Term tree = node_new(heap, UINT32_C(1) << slot_a | UINT32_C(1) << slot_b);
    children_of(tree)[slot_a > slot_b] = a;
    children_of(tree)[slot_a < slot_b] = b;
    while (bottom-- > depth) {
        Term parent = node_new(heap, UINT32_C(1) << slot_of(x, bottom));
        children_of(parent)[0] = tree;
        tree = parent;
    }
    return tree;
}

// `collision` may be a single leaf whose key has the same hash as the new one's.
static Term collision_put(Heap *heap, Term collision, uint64_t hash, Term leaf, bool *added) {
    bool single = term_is_cons(collision);
    const Term *leaves = single ? &collision : children_of(collision);
    size_t count = single ? 1 : children_count(collision), index = 0;
    int order = 1;
    while (index < count && (order = term_compare_exact(term_head(leaves[index]), term_head(leaf))) < 0) index++;
    *added = index == count || order != 0;
    if (!*added && term_same(term_tail(leaves[index]), term_tail(leaf))) return collision;
    Term copy = collision_new(heap, hash, count + *added);
    memcpy(children_of(copy), leaves, index * sizeof leaf);
    children_of(copy)[index] = leaf;
    size_t rest = *added ? index : index + 1;
    memcpy(children_of(copy) + index + 1, leaves + rest, (count - rest) * sizeof leaf);
    return copy;
}

// What stands at the end of a path once the leaf is put there; `end` itself when nothing changes.
static Term end_put(Heap *heap, Term end, unsigned depth, uint64_t hash, Term key, Term value, bool *added) {
    *added = false;
    bool same_key = term_is_cons(end) && term_identical(term_head(end), key);
    if (same_key && term_same(term_tail(end), value)) return end;
    Term leaf = heap_cons(heap, same_key ? term_head(end) : key, value);
    if (same_key) return leaf;
    if (!term_is_none(end) && same_position(hash_of(end), hash)) return collision_put(heap, end, hash, leaf, added);
    *added = true;
    return term_is_none(end) ? leaf : split(heap, depth, end, leaf);
}

static Term put_below(Heap *heap, Term root, unsigned depth, uint64_t hash, Term key, Term value, bool *added) {
    Path path;
    path_to(&path, root, depth, hash);
    Term child = end_put(heap, path.end, path.depth, hash, key, value, added);
    if (term_same(child, path.end)) return root;
    return path_replace(heap, &path, depth, hash, child);
}

Term hamt_put(Heap *heap, Term root, uint64_t hash, Term key, Term value, bool *added) {
    bool unseen;
    return put_below(heap, root, 0, hash, key, value, added ? added : &unseen);
}

Term hamt_put_owned(Store *store, Term root, uint64_t hash, Term key, Term value, bool *added) {
    Path path;
    path_to(&path, root, 0, hash);
    Term child = end_put(&store->heap, path.end, path.depth, hash, key, value, added);
    return term_same(child, path.end) ? root : path_set(store, &path, hash, child);
}

// --- removing ------------------------------------------------------------------------------------
// What is left of a collision; a single leaf when there is just one.
static Term collision_remove(Heap *heap, Term collision, size_t index) {
    const Term *leaves = children_of(collision);
    size_t count = children_count(collision);
    if (count == 2) return leaves[1 - index];
    Term copy = collision_new(heap, hash_of(collision), count - 1);
    memcpy(children_of(copy), leaves, index * sizeof *leaves);
    memcpy(children_of(copy) + index, leaves + index + 1, (count - index - 1) * sizeof *leaves);
    return copy;
}

// What is left at the end of a path; `end` itself when the key is not there.
static Term end_remove(Heap *heap, Term end, Term key) {
    if (term_is_cons(end)) return term_identical(term_head(end), key) ? NO_TERM : end;
    if (term_is_none(end)) return end;
    const Term *leaves = children_of(end);
    for (size_t i = 0; i < children_count(end); i++)
        if (term_identical(term_head(leaves[i]), key)) return collision_remove(heap, end, i);
    return end;
}

// Takes the path's last child away: cuts the path, and returns what then belongs at its end. If a
// child that is not a node remains alone, it moves up.
static Term path_cut(Heap *heap, Path *path, uint64_t hash) {
    if (path->depth == 0) return TERM_NIL;
    unsigned depth = --path->depth, slot = slot_of(hash, depth);
    Term node = path->nodes[depth];
    Term other = children_of(node)[index_of(bitmap_of(node), slot) == 0];
    if (children_count(node) != 2 || is_node(other)) return node_delete(heap, node, slot);
    while (path->depth > 0 && children_count(path->nodes[path->depth - 1]) == 1) path->depth--;
    return other;
}

// The path to a key, cut if that was all that stood there; and what then belongs at its end.
static bool path_remove(Heap *heap, Path *path, Term root, uint64_t hash, Term key, Term *child) {
    path_to(path, root, 0, hash);
    *child = end_remove(heap, path->end, key);
    if (term_same(*child, path->end)) return false;
    if (term_is_none(*child)) *child = path_cut(heap, path, hash);
    return true;
}

Term hamt_remove(Heap *heap, Term root, uint64_t hash, Term key, bool *removed) {
    Path path;
    Term child;
    bool found = path_remove(heap, &path, root, hash, key, &child);
    if (removed) *removed = found;
    return found ? path_replace(heap, &path, 0, hash, child) : root;
}

Term hamt_remove_owned(Store *store, Term root, uint64_t hash, Term key, bool *removed) {
    Path path;
    Term child;
    *removed = path_remove(&store->heap, &path, root, hash, key, &child);
    return *removed ? path_set(store, &path, hash, child) : root;
}

// --- merging -------------------------------------------------------------------------------------
static size_t count_leaves(Term root) {
    size_t count = 0;
    for (HamtIterator it = hamt_iterate(root); !term_is_none(hamt_iterator_next(&it));) count++;
    return count;
}

// Puts the leaves of a leaf or collision into a tree; `replace`: also those whose keys are there.
static Term put_leaves(Heap *heap, Term tree, unsigned depth, Term from, bool replace, size_t *common) {
    Term leaf;
    for (HamtIterator it = hamt_iterate(from); !term_is_none(leaf = hamt_iterator_next(&it));) {
        uint64_t hash = hash_of(from);
        bool added;
        Term result = put_below(heap, tree, depth, hash, term_head(leaf), term_tail(leaf), &added);
        if (!added) ++*common;
        if (added || replace) tree = result;
    }
    return tree;
}

static bool same_leaf(Term a, Term b) {
    return term_is_cons(a) && term_is_cons(b) && term_same(term_tail(a), term_tail(b)) &&
           term_identical(term_head(a), term_head(b));
}

// Recursion goes no deeper than HAMT_DEPTH.
static Term merge(Heap *heap, Term a, Term b, unsigned depth, size_t *common) {
    if (is_empty(a)) return b;
    if (is_empty(b)) return a;
    if (term_same(a, b) || same_leaf(a, b)) {
        *common += count_leaves(a);
        return a;
    }
    if (!is_node(a)) return put_leaves(heap, b, depth, a, false, common);
    if (!is_node(b)) return put_leaves(heap, a, depth, b, true, common);

    uint32_t in_a = bitmap_of(a), in_b = bitmap_of(b);
    Term children[HAMT_SLOTS];
    bool as_a = in_a == (in_a | in_b), as_b = in_b == (in_a | in_b);
    unsigned count = 0;
    for (uint32_t rest = in_a | in_b; rest; rest &= rest - 1) {
        unsigned slot = (unsigned)__builtin_ctz(rest);
        Term x = in_a >> slot & 1 ? children_of(a)[index_of(in_a, slot)] : NO_TERM;
        Term y = in_b >> slot & 1 ? children_of(b)[index_of(in_b, slot)] : NO_TERM;
        Term child = children[count++] = merge(heap, x, y, depth + 1, common);
        as_a = as_a && term_same(child, x);
        as_b = as_b && term_same(child, y);
    }
    if (as_a || as_b) return as_a ? a : b;
    Term node = node_new(heap, in_a | in_b);
    memcpy(children_of(node), children, count * sizeof *children);
    return node;
}

Term hamt_merge(Heap *heap, Term a, Term b, size_t *common) {
    *common = 0;
    return merge(heap, a, b, 0, common);
}

// --- building from many leaves -------------------------------------------------------------------
typedef struct {
    uint64_t hash;
    Term leaf;
} Entry;

typedef struct {
    Heap *heap;
    size_t count;   // different keys so far
} Builder;

static bool all_collide(const Entry *entries, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (!same_position(entries[i].hash, entries[0].hash)) return false;
    return true;
}

// A child for keys of one hash: most often they are the same key, given several times.
static Term build_group(Builder *builder, const Entry *entries, size_t count) {
    Term child = entries[0].leaf;
    bool added;
    builder->count++;
    for (size_t i = 1; i < count; i++) {
        Term leaf = entries[i].leaf;
        if (term_is_cons(child) && term_identical(term_head(child), term_head(leaf))) {
            child = leaf;
            continue;
        }
        child = collision_put(builder->heap, child, entries[i].hash, leaf, &added);
        builder->count += added;
    }
    return child;
}

// Sorts the entries by their slot, keeping their order otherwise, and returns the bitmap of these.
static uint32_t sort_by_slot(Entry *entries, Entry *scratch, size_t count, unsigned depth, size_t ends[HAMT_SLOTS]) {
    size_t starts[HAMT_SLOTS + 1] = {0};
    uint32_t bitmap = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned slot = slot_of(entries[i].hash, depth);
        starts[slot + 1]++;
        bitmap |= UINT32_C(1) << slot;
    }
    for (unsigned slot = 0; slot < HAMT_SLOTS; slot++) ends[slot] = starts[slot + 1] += starts[slot];
    memcpy(scratch, entries, count * sizeof *entries);
    for (size_t i = 0; i < count; i++) entries[starts[slot_of(scratch[i].hash, depth)]++] = scratch[i];
    return bitmap;
}

// Recursion goes no deeper than HAMT_DEPTH.
static Term build(Builder *builder, Entry *entries, Entry *scratch, size_t count, unsigned depth) {
    if (all_collide(entries, count)) return build_group(builder, entries, count);
    size_t ends[HAMT_SLOTS];
    uint32_t bitmap = sort_by_slot(entries, scratch, count, depth, ends);
    Term node = node_new(builder->heap, bitmap);
    Term *child = children_of(node);
    size_t start = 0;
    for (uint32_t rest = bitmap; rest; rest &= rest - 1) {
        size_t end = ends[__builtin_ctz(rest)];
        *child++ = build(builder, entries + start, scratch, end - start, depth + 1);
        start = end;
    }
    return node;
}

Term hamt_build(Heap *heap, const Term *leaves, size_t *count) {
    if (*count == 0) return TERM_NIL;
    Entry *entries = memory_new(2 * *count * sizeof *entries);
    for (size_t i = 0; i < *count; i++) entries[i] = (Entry){term_hash(term_head(leaves[i])), leaves[i]};
    Builder builder = {heap, 0};
    Term root = build(&builder, entries, entries + *count, *count, 0);
    memory_free(entries);
    *count = builder.count;
    return root;
}

// --- single steps --------------------------------------------------------------------------------
// The first or last leaf of a child; NO_TERM of nothing.
static Term edge(Term child, bool forward) {
    while (term_is_boxed(child)) child = children_of(child)[forward ? 0 : children_count(child) - 1];
    return term_is_cons(child) ? child : NO_TERM;
}

// The child in the nearest used slot above or below this one.
static Term neighbour(Term node, unsigned slot, bool forward) {
    uint32_t bitmap = bitmap_of(node);
    unsigned below = index_of(bitmap, slot);
    if (!forward) return below ? children_of(node)[below - 1] : NO_TERM;
    size_t index = below + (bitmap >> slot & 1);
    return index < children_count(node) ? children_of(node)[index] : NO_TERM;
}

// Of a leaf or collision: the first leaf, in this direction, that lies beyond (hash, key).
static Term beyond(Term end, uint64_t hash, Term key, bool forward) {
    if (term_is_none(end)) return NO_TERM;
    uint64_t at = hamt_position(hash_of(end)), from = hamt_position(hash);
    if (at != from) return (at > from) == forward ? edge(end, forward) : NO_TERM;
    const Term *leaves = term_is_cons(end) ? &end : children_of(end);
    size_t count = term_is_cons(end) ? 1 : children_count(end);
    for (size_t i = 0; i < count; i++) {
        Term leaf = leaves[forward ? i : count - 1 - i];
        int order = term_compare_exact(term_head(leaf), key);
        if (forward ? order > 0 : order < 0) return leaf;
    }
    return NO_TERM;
}

static bool give(Term leaf, Term *key, Term *value) {
    if (term_is_none(leaf)) return false;
    *key = term_head(leaf);
    *value = term_tail(leaf);
    return true;
}

static Term step(Term root, uint64_t hash, Term key, bool forward) {
    Path path;
    path_to(&path, root, 0, hash);
    Term leaf = beyond(path.end, hash, key, forward);
    for (unsigned depth = path.depth; term_is_none(leaf) && depth-- > 0;)
        leaf = edge(neighbour(path.nodes[depth], slot_of(hash, depth), forward), forward);
    return leaf;
}

bool hamt_first(Term root, Term *key, Term *value) { return give(edge(root, true), key, value); }
bool hamt_last(Term root, Term *key, Term *value) { return give(edge(root, false), key, value); }

bool hamt_next(Term root, uint64_t hash, Term key, Term *next_key, Term *value) {
    return give(step(root, hash, key, true), next_key, value);
}

bool hamt_previous(Term root, uint64_t hash, Term key, Term *previous_key, Term *value) {
    return give(step(root, hash, key, false), previous_key, value);
}

// --- walks ---------------------------------------------------------------------------------------
HamtIterator hamt_iterate(Term root) {
    HamtIterator it;
    it.pending = is_empty(root) ? NO_TERM : root;
    it.depth = 0;
    return it;
}

HamtIterator hamt_iterate_from(Term root, uint64_t position) {
    uint64_t hash = position << (64 - HAMT_BITS * HAMT_DEPTH);
    HamtIterator it;
    Path path;
    path_to(&path, root, 0, hash);
    for (it.depth = 0; it.depth < path.depth; it.depth++) {
        Term node = path.nodes[it.depth];
        unsigned slot = slot_of(hash, it.depth);
        it.levels[it.depth].next = children_of(node) + index_of(bitmap_of(node), slot) + (bitmap_of(node) >> slot & 1);
        it.levels[it.depth].end = children_of(node) + children_count(node);
    }
    bool wanted = !term_is_none(path.end) && hamt_position(hash_of(path.end)) >= position;
    it.pending = wanted ? path.end : NO_TERM;
    return it;
}

Term hamt_iterator_next(HamtIterator *it) {
    Term child = it->pending;
    it->pending = NO_TERM;
    for (;;) {
        if (term_is_cons(child)) return child;
        if (!term_is_none(child)) {
            it->levels[it->depth].next = children_of(child);
            it->levels[it->depth++].end = children_of(child) + children_count(child);
        }
        while (it->depth > 0 && it->levels[it->depth - 1].next == it->levels[it->depth - 1].end) it->depth--;
        if (it->depth == 0) return NO_TERM;
        child = *it->levels[it->depth - 1].next++;
    }
}

// --- the invariant -------------------------------------------------------------------------------
static bool check_leaf(Term leaf, uint64_t prefix, unsigned depth) {
    if (!term_is_cons(leaf)) return false;
    uint64_t bits = depth ? UINT64_MAX << (64 - HAMT_BITS * depth) : 0;
    return ((term_hash(term_head(leaf)) ^ prefix) & bits) == 0;
}

static bool check_collision(Term collision, uint64_t prefix, unsigned depth) {
    const Term *leaves = children_of(collision);
    for (size_t i = 0; i < children_count(collision); i++) {
        if (!check_leaf(leaves[i], prefix, depth)) return false;
        if (!same_position(hash_of(leaves[i]), hash_of(collision))) return false;
        if (i && term_compare_exact(term_head(leaves[i - 1]), term_head(leaves[i])) >= 0) return false;
    }
    return children_count(collision) >= 2;
}

static bool check(Term child, uint64_t prefix, unsigned depth) {
    if (is_collision(child)) return check_collision(child, prefix, depth);
    if (!is_node(child)) return check_leaf(child, prefix, depth);
    uint32_t bitmap = bitmap_of(child);
    if (depth == HAMT_DEPTH || children_count(child) != count_slots(bitmap)) return false;
    if (children_count(child) == 0) return false;
    if (children_count(child) == 1 && !is_node(children_of(child)[0])) return false;
    const Term *at = children_of(child);
    for (uint32_t rest = bitmap; rest; rest &= rest - 1) {
        uint64_t slot = (uint64_t)__builtin_ctz(rest);
        if (!check(*at++, prefix | slot << (64 - HAMT_BITS * (depth + 1)), depth + 1)) return false;
    }
    return true;
}

bool hamt_check(Term root) { return is_empty(root) || check(root, 0, 0); }
