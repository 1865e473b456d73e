#include "vm/term/map.h"

#include "base/memory.h"

// --- flat maps -----------------------------------------------------------------------------------
// A flat map under construction.
typedef struct {
    size_t count;
    Term keys[MAP_FLAT_MAX], values[MAP_FLAT_MAX];
} Flat;

static Term flat_new(Heap *heap, Term keys) {
    Term map = heap_box(heap, KIND_MAP, 1 + term_tuple_size(keys));
    term_words(map)[1] = keys;
    return map;
}

static Term flat_to_map(Heap *heap, const Flat *flat) {
    Term keys = heap_tuple(heap, flat->count);
    memcpy(term_elements(keys), flat->keys, flat->count * sizeof keys);
    Term map = flat_new(heap, keys);
    memcpy(map_flat_values(map), flat->values, flat->count * sizeof keys);
    return map;
}

static void flat_from_map(Flat *flat, Term map) {
    flat->count = map_count(map);
    memcpy(flat->keys, term_elements(map_flat_keys(map)), flat->count * sizeof map);
    memcpy(flat->values, map_flat_values(map), flat->count * sizeof map);
}

// Where the key is, or `count`.
static size_t find(const Term *keys, size_t count, Term key) {
    size_t i = 0;
    if (term_is_immediate(key))
        while (i < count && !term_same(keys[i], key)) i++;
    else
        while (i < count && !term_identical(keys[i], key)) i++;
    return i;
}

// Where a key that is not there belongs. Keys often come in order, so the end is tried first.
static size_t place(const Term *keys, size_t count, Term key) {
    if (count == 0 || term_compare_exact(keys[count - 1], key) < 0) return count;
    size_t low = 0, high = count - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (term_compare_exact(keys[middle], key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void flat_insert(Flat *flat, Term key, Term value) {
    size_t at = place(flat->keys, flat->count, key), after = flat->count++ - at;
    memmove(flat->keys + at + 1, flat->keys + at, after * sizeof key);
    memmove(flat->values + at + 1, flat->values + at, after * sizeof key);
    flat->keys[at] = key;
    flat->values[at] = value;
}

// False when there is no room for one more key.
static bool flat_put(Flat *flat, Term key, Term value) {
    size_t at = find(flat->keys, flat->count, key);
    if (at < flat->count) {
        flat->values[at] = value;
        return true;
    }
    if (flat->count == MAP_FLAT_MAX) return false;
    flat_insert(flat, key, value);
    return true;
}

// --- large maps ----------------------------------------------------------------------------------
// Flat if there are few keys.
static Term from_root(Heap *heap, Term root, size_t count) {
    if (count > MAP_FLAT_MAX) {
        Term map = heap_box(heap, KIND_HASHMAP, 2);
        term_words(map)[1] = term_small((int64_t)count);
        term_words(map)[2] = root;
        return map;
    }
    Flat flat = {0};
    Term leaf;
    for (HamtIterator it = hamt_iterate(root); !term_is_none(leaf = hamt_iterator_next(&it));)
        flat_insert(&flat, term_head(leaf), term_tail(leaf));
    return flat_to_map(heap, &flat);
}

static Term root_of(Heap *heap, Term map) {
    if (!map_is_flat(map)) return map_root(map);
    Term leaves[MAP_FLAT_MAX], key, value;
    size_t count = 0;
    MapIterator it;
    for (map_iterate(&it, map); map_next(&it, &key, &value);) leaves[count++] = heap_cons(heap, key, value);
    return hamt_build(heap, leaves, &count);
}

static Term put_large(Heap *heap, Term map, Term key, Term value) {
    bool added;
    Term old = root_of(heap, map);
    Term root = hamt_put(heap, old, term_hash(key), key, value, &added);
    if (term_same(root, old)) return map;
    return from_root(heap, root, map_count(map) + added);
}

// --- one key -------------------------------------------------------------------------------------
Term map_get_deeply(Term map, Term key) {
    if (!map_is_flat(map)) return hamt_get(map_root(map), term_hash(key), key);
    size_t count = map_count(map), at = find(term_elements(map_flat_keys(map)), count, key);
    return at < count ? map_flat_values(map)[at] : NO_TERM;
}

Term map_empty(Heap *heap) { return flat_new(heap, heap_tuple(heap, 0)); }

static Term flat_replace(Heap *heap, Term map, size_t at, Term value) {
    if (term_same(map_flat_values(map)[at], value)) return map;
    Term copy = flat_new(heap, map_flat_keys(map));
    memcpy(map_flat_values(copy), map_flat_values(map), map_count(map) * sizeof value);
    map_flat_values(copy)[at] = value;
    return copy;
}

// Copies `count` terms, with one more in between.
static void copy_with(Term *to, const Term *from, size_t count, size_t at, Term one) {
    memcpy(to, from, at * sizeof one);
    to[at] = one;
    memcpy(to + at + 1, from + at, (count - at) * sizeof one);
}

// Copies `count` terms but one.
static void copy_without(Term *to, const Term *from, size_t count, size_t at) {
    memcpy(to, from, at * sizeof *to);
    memcpy(to + at, from + at + 1, (count - at - 1) * sizeof *to);
}

Term map_put(Heap *heap, Term map, Term key, Term value) {
    if (!map_is_flat(map)) return put_large(heap, map, key, value);
    const Term *keys = term_elements(map_flat_keys(map));
    size_t count = map_count(map), at = find(keys, count, key);
    if (at < count) return flat_replace(heap, map, at, value);
    if (count == MAP_FLAT_MAX) return put_large(heap, map, key, value);
    at = place(keys, count, key);
    Term new_keys = heap_tuple(heap, count + 1);
    copy_with(term_elements(new_keys), keys, count, at, key);
    Term copy = flat_new(heap, new_keys);
    copy_with(map_flat_values(copy), map_flat_values(map), count, at, value);
    return copy;
}

Term map_update(Heap *heap, Term map, Term key, Term value) {
    if (!map_is_flat(map)) {
        bool added;
        Term root = hamt_put(heap, map_root(map), term_hash(key), key, value, &added);
        if (added) return NO_TERM;
        return term_same(root, map_root(map)) ? map : from_root(heap, root, map_count(map));
    }
    size_t count = map_count(map), at = find(term_elements(map_flat_keys(map)), count, key);
    return at < count ? flat_replace(heap, map, at, value) : NO_TERM;
}

static Term remove_large(Heap *heap, Term map, Term key) {
    bool removed;
    Term root = hamt_remove(heap, map_root(map), term_hash(key), key, &removed);
    return removed ? from_root(heap, root, map_count(map) - 1) : map;
}

Term map_remove(Heap *heap, Term map, Term key) {
    if (!map_is_flat(map)) return remove_large(heap, map, key);
    const Term *keys = term_elements(map_flat_keys(map));
    size_t count = map_count(map), at = find(keys, count, key);
    if (at == count) return map;
    Term new_keys = heap_tuple(heap, count - 1);
    copy_without(term_elements(new_keys), keys, count, at);
    Term copy = flat_new(heap, new_keys);
    copy_without(map_flat_values(copy), map_flat_values(map), count, at);
    return copy;
}

// --- many keys -----------------------------------------------------------------------------------
static Term from_many_pairs(Heap *heap, const Term *pairs, size_t *count) {
    Term *leaves = memory_new(*count * sizeof *leaves);
    for (size_t i = 0; i < *count; i++) leaves[i] = heap_cons(heap, pairs[2 * i], pairs[2 * i + 1]);
    Term root = hamt_build(heap, leaves, count);
    memory_free(leaves);
    return from_root(heap, root, *count);
}

Term map_from_pairs(Heap *heap, const Term *pairs, size_t count, bool *duplicate) {
    size_t distinct = count;
    Term map;
    if (count > MAP_FLAT_MAX) {
        map = from_many_pairs(heap, pairs, &distinct);
    } else {
        Flat flat;
        flat.count = 0;
        for (size_t i = 0; i < count; i++) flat_put(&flat, pairs[2 * i], pairs[2 * i + 1]);
        distinct = flat.count;
        map = flat_to_map(heap, &flat);
    }
    if (duplicate) *duplicate = distinct < count;
    return map;
}

// Gives all keys of a flat map that are there already their new values; false if one is not there.
static bool replace_many(Heap *heap, Term map, const Term *pairs, size_t count, Term *result) {
    const Term *keys = term_elements(map_flat_keys(map));
    Term values[MAP_FLAT_MAX];
    size_t size = map_count(map);
    memcpy(values, map_flat_values(map), size * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        size_t at = find(keys, size, pairs[2 * i]);
        if (at == size) return false;
        values[at] = pairs[2 * i + 1];
    }
    if (memcmp(values, map_flat_values(map), size * sizeof *values) == 0) {
        *result = map;
        return true;
    }
    *result = flat_new(heap, map_flat_keys(map));
    memcpy(map_flat_values(*result), values, size * sizeof *values);
    return true;
}

// Puts pairs into a flat map as long as there is room; says how many it took.
static Term put_flat(Heap *heap, Term map, const Term *pairs, size_t count, size_t *taken) {
    Flat flat;
    flat_from_map(&flat, map);
    size_t i = 0;
    while (i < count && flat_put(&flat, pairs[2 * i], pairs[2 * i + 1])) i++;
    *taken = i;
    return flat_to_map(heap, &flat);
}

static bool first_missing(Term map, const Term *pairs, size_t count, Term *missing) {
    for (size_t i = 0; i < count; i++) {
        if (!term_is_none(map_get(map, pairs[2 * i]))) continue;
        *missing = pairs[2 * i];
        return true;
    }
    return false;
}

Term map_put_many(Heap *heap, Term map, const Term *pairs, size_t count, bool exact, Term *missing) {
    size_t taken = 0;
    if (map_is_flat(map)) {
        Term result;
        if (replace_many(heap, map, pairs, count, &result)) return result;
    }
    if (exact && first_missing(map, pairs, count, missing)) return NO_TERM;
    if (map_is_flat(map)) map = put_flat(heap, map, pairs, count, &taken);
    for (; taken < count; taken++) map = map_put(heap, map, pairs[2 * taken], pairs[2 * taken + 1]);
    return map;
}

// --- two maps ------------------------------------------------------------------------------------
// Pairs of both flat maps in key order, at most 64; returns how many.
static size_t merge_pairs(Term a, Term b, Term *pairs) {
    const Term *keys_a = term_elements(map_flat_keys(a)), *keys_b = term_elements(map_flat_keys(b));
    size_t i = 0, j = 0, count = 0, count_a = map_count(a), count_b = map_count(b);
    while (i < count_a || j < count_b) {
        int order = i == count_a ? 1 : j == count_b ? -1 : term_compare_exact(keys_a[i], keys_b[j]);
        pairs[2 * count] = order < 0 ? keys_a[i] : keys_b[j];
        pairs[2 * count + 1] = order < 0 ? map_flat_values(a)[i] : map_flat_values(b)[j];
        i += order <= 0;
        j += order >= 0;
        count++;
    }
    return count;
}

static Term merge_flat(Heap *heap, Term a, Term b) {
    Term pairs[4 * MAP_FLAT_MAX];
    size_t count = merge_pairs(a, b, pairs);
    if (count == map_count(b)) return b;
    if (count > MAP_FLAT_MAX) return from_many_pairs(heap, pairs, &count);
    Flat flat;
    flat.count = count;
    for (size_t i = 0; i < count; i++) {
        flat.keys[i] = pairs[2 * i];
        flat.values[i] = pairs[2 * i + 1];
    }
    return flat_to_map(heap, &flat);
}

// Puts the pairs of a flat map into a large one; `replace`: also those whose keys are there.
static Term merge_few(Heap *heap, Term large, Term flat, bool replace) {
    Term key, value;
    MapIterator it;
    for (map_iterate(&it, flat); map_next(&it, &key, &value);)
        if (replace || term_is_none(map_get(large, key))) large = map_put(heap, large, key, value);
    return large;
}

Term map_merge(Heap *heap, Term a, Term b) {
    if (term_same(a, b) || map_count(a) == 0) return b;
    if (map_count(b) == 0) return a;
    if (map_is_flat(a) && map_is_flat(b)) return merge_flat(heap, a, b);
    if (map_is_flat(b)) return merge_few(heap, a, b, true);
    if (map_is_flat(a)) return merge_few(heap, b, a, false);
    size_t common;
    Term root = hamt_merge(heap, map_root(a), map_root(b), &common);
    if (term_same(root, map_root(a))) return a;
    if (term_same(root, map_root(b))) return b;
    return from_root(heap, root, map_count(a) + map_count(b) - common);
}

// --- walks ---------------------------------------------------------------------------------------
bool map_next_leaf(MapIterator *it, Term *key, Term *value) {
    Term leaf = hamt_iterator_next(&it->leaves);
    if (term_is_none(leaf)) return false;
    *key = term_head(leaf);
    *value = term_tail(leaf);
    return true;
}

bool map_check(Term map) {
    size_t count = map_count(map), found = 0;
    Term key, value;
    MapIterator it;
    for (map_iterate(&it, map); map_next(&it, &key, &value);) found++;
    if (found != count) return false;
    if (!map_is_flat(map)) return count > MAP_FLAT_MAX && hamt_check(map_root(map));
    if (count > MAP_FLAT_MAX || !term_is_tuple_of(map_flat_keys(map), count)) return false;
    const Term *keys = term_elements(map_flat_keys(map));
    for (size_t i = 1; i < count; i++)
        if (term_compare_exact(keys[i - 1], keys[i]) >= 0) return false;
    return true;
}
