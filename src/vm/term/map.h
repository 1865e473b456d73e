// Map: Erlang's maps, in two forms.
//
//   KIND_MAP      up to 32 keys: a tuple of the keys in exact term order, then their values.
//                 Maps made from one another by updates share the tuple.
//   KIND_HASHMAP  more keys: how many, then a tree by hash (vm/term/hamt.h).
//
// The form follows from the number of keys, and inside a form the layout follows from the contents.
// Walks go through small maps in key order and through large ones in hash order.
#pragma once
#include "vm/term/compare.h"
#include "vm/term/hamt.h"
#include "vm/term/hash.h"

enum { MAP_FLAT_MAX = 32 };

static inline bool map_is_flat(Term map) { return term_kind(map) == KIND_MAP; }
static inline size_t map_count(Term map) {
    return map_is_flat(map) ? term_size(map) - 1 : (size_t)term_to_small(term_words(map)[1]);
}
// Of a flat map.
static inline Term map_flat_keys(Term map) { return term_words(map)[1]; }
static inline Term *map_flat_values(Term map) { return term_words(map) + 2; }
// Of a large one.
static inline Term map_root(Term map) { return term_words(map)[2]; }

Term map_get_deeply(Term map, Term key);

// The value, or NO_TERM.
static inline Term map_get(Term map, Term key) {
    if (!map_is_flat(map) || !term_is_immediate(key)) return map_get_deeply(map, key);
    const Term *keys = term_words(map_flat_keys(map));
    for (size_t count = map_count(map), i = 1; i <= count; i++)
        if (term_same(keys[i], key)) return term_words(map)[i + 1];
    return NO_TERM;
}

Term map_empty(Heap *heap);
// With this value under the key; the same map when it is the same word already.
Term map_put(Heap *heap, Term map, Term key, Term value);
// The same for a key that is there; NO_TERM if it is not.
Term map_update(Heap *heap, Term map, Term key, Term value);
// The same map when the key is not there.
Term map_remove(Heap *heap, Term map, Term key);
// All of both; what `b` says wins.
Term map_merge(Heap *heap, Term a, Term b);

// From key, value, key, value ...; `count` pairs. A later pair wins over an earlier one with the
// same key, and `duplicate` (which may be NULL) tells that there was one.
Term map_from_pairs(Heap *heap, const Term *pairs, size_t count, bool *duplicate);

// Puts `count` pairs with different keys in one go. With `exact`, all keys must be there: NO_TERM,
// and the first absent one in `missing`, if not.
Term map_put_many(Heap *heap, Term map, const Term *pairs, size_t count, bool exact, Term *missing);

// MapIterator it;
// for (map_iterate(&it, map); map_next(&it, &key, &value);) ...
typedef struct {
    Term map;
    size_t index;          // of the next key, in a flat map
    HamtIterator leaves;   // of a large one
} MapIterator;

static inline void map_iterate(MapIterator *it, Term map) {
    it->map = map;
    it->index = 0;
    if (!map_is_flat(map)) it->leaves = hamt_iterate(map_root(map));
}

bool map_next_leaf(MapIterator *iterator, Term *key, Term *value);   // of a large one

static inline bool map_next(MapIterator *it, Term *key, Term *value) {
    if (!map_is_flat(it->map)) return map_next_leaf(it, key, value);
    if (it->index == map_count(it->map)) return false;
    *key = term_elements(map_flat_keys(it->map))[it->index];
    *value = map_flat_values(it->map)[it->index++];
    return true;
}

bool map_check(Term map);   // whether the layout is as described above
