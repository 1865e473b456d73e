// Functions of the module maps, and what erlang and erts_internal know about maps.
#include "vm/term/map.h"

#include "base/words.h"
#include "vm/run/bif.h"
#include "vm/run/observed.h"

static Term bad_map(Process *p, Term value) { return process_raise(p, heap_tuple2(p->heap, ATOM(badmap), value)); }

static Term bad_key(Process *p, Term key) { return process_raise(p, heap_tuple2(p->heap, ATOM(badkey), key)); }

// --- one key -------------------------------------------------------------------------------------
static Term maps_get_2(Process *p, const Term *args) {
    if (!term_is_map(args[1])) return bad_map(p, args[1]);
    Term value = map_get(args[1], args[0]);
    return term_is_none(value) ? bad_key(p, args[0]) : value;
}

static Term maps_find_2(Process *p, const Term *args) {
    if (!term_is_map(args[1])) return bad_map(p, args[1]);
    Term value = map_get(args[1], args[0]);
    return term_is_none(value) ? ATOM(error) : heap_tuple2(p->heap, ATOM(ok), value);
}

static Term maps_is_key_2(Process *p, const Term *args) {
    if (!term_is_map(args[1])) return bad_map(p, args[1]);
    return process_boolean(!term_is_none(map_get(args[1], args[0])));
}

static Term maps_put_3(Process *p, const Term *args) {
    if (!term_is_map(args[2])) return bad_map(p, args[2]);
    return map_put(p->heap, args[2], args[0], args[1]);
}

static Term maps_update_3(Process *p, const Term *args) {
    if (!term_is_map(args[2])) return bad_map(p, args[2]);
    Term map = map_update(p->heap, args[2], args[0], args[1]);
    return term_is_none(map) ? bad_key(p, args[0]) : map;
}

static Term maps_remove_2(Process *p, const Term *args) {
    if (!term_is_map(args[1])) return bad_map(p, args[1]);
    return map_remove(p->heap, args[1], args[0]);
}

static Term maps_take_2(Process *p, const Term *args) {
    if (!term_is_map(args[1])) return bad_map(p, args[1]);
    Term value = map_get(args[1], args[0]);
    if (term_is_none(value)) return ATOM(error);
    return heap_tuple2(p->heap, value, map_remove(p->heap, args[1], args[0]));
}

static Term erlang_map_size_1(Process *p, const Term *args) {
    if (!term_is_map(args[0])) return bad_map(p, args[0]);
    return term_small((int64_t)map_count(args[0]));
}

// --- whole maps ----------------------------------------------------------------------------------
// A list that is built from its front: the words of `count` conses, each leading to the next.
static Term *take_conses(Heap *heap, size_t count, Term tail, Term *list) {
    Term *conses = heap_take(heap, 2 * count);
    for (size_t i = 0; i < count; i++) conses[2 * i + 1] = term_from_list_words(conses + 2 * (i + 1));
    if (count) conses[2 * count - 1] = tail;
    *list = count ? term_from_list_words(conses) : tail;
    return conses;
}

static Term maps_keys_1(Process *p, const Term *args) {
    if (!term_is_map(args[0])) return bad_map(p, args[0]);
    observed_map(p, args[0]);
    Term list, key, value, *at = take_conses(p->heap, map_count(args[0]), TERM_NIL, &list);
    MapIterator it;
    for (map_iterate(&it, args[0]); map_next(&it, &key, &value); at += 2) *at = key;
    return list;
}

static Term maps_values_1(Process *p, const Term *args) {
    if (!term_is_map(args[0])) return bad_map(p, args[0]);
    observed_map(p, args[0]);
    Term list, key, value, *at = take_conses(p->heap, map_count(args[0]), TERM_NIL, &list);
    MapIterator it;
    for (map_iterate(&it, args[0]); map_next(&it, &key, &value); at += 2) *at = value;
    return list;
}

static Term maps_merge_2(Process *p, const Term *args) {
    if (!term_is_map(args[0])) return bad_map(p, args[0]);
    if (!term_is_map(args[1])) return bad_map(p, args[1]);
    return map_merge(p->heap, args[0], args[1]);
}

static Term from_words(Process *p, Words *pairs) {
    Term map = map_from_pairs(p->heap, (const Term *)pairs->items, pairs->count / 2, NULL);
    words_free(pairs);
    return map;
}

static Term maps_from_list_1(Process *p, const Term *args) {
    Words pairs;
    words_init(&pairs);
    Term list = args[0];
    for (; term_is_cons(list) && term_is_tuple_of(term_head(list), 2); list = term_tail(list)) {
        words_push(&pairs, term_elements(term_head(list))[0].bits);
        words_push(&pairs, term_elements(term_head(list))[1].bits);
    }
    if (term_is_nil(list)) return from_words(p, &pairs);
    words_free(&pairs);
    return process_badarg(p);
}

static Term maps_from_keys_2(Process *p, const Term *args) {
    Words pairs;
    words_init(&pairs);
    Term list = args[0];
    for (; term_is_cons(list); list = term_tail(list)) {
        words_push(&pairs, term_head(list).bits);
        words_push(&pairs, args[1].bits);
    }
    if (term_is_nil(list)) return from_words(p, &pairs);
    words_free(&pairs);
    return process_badarg(p);
}

// --- iterators -----------------------------------------------------------------------------------
// An iterator as maps.erl knows it is one of
//
//     {Key, Value, Iterator}   what comes next, ready made
//     none                     the end
//     [Path | Map]             where to go on: a list of keys to visit in this order, or a number
//
// Numbers are ours: 0 is the beginning of a map, another one a position in a large map. A position
// has 60 bits, and so has a small integer; read as one it may be negative, which nobody minds.

enum { ITERATOR_STEPS = 32 };   // associations made ready at a time

// Chains {Key, Value, ...} of associations; the last one's tail is set at the end.
typedef struct {
    Heap *heap;
    Term first;
    Term *tail;
} Chain;

static void chain_add(Chain *chain, Term key, Term value) {
    Term link = heap_tuple3(chain->heap, key, value, ATOM(none));
    *chain->tail = link;
    chain->tail = term_elements(link) + 2;
}

// A group of colliding keys is never cut: a position leads to the first of them.
static Term next_from_position(Process *p, Term path, Term map) {
    Chain chain = {p->heap, ATOM(none), NULL};
    chain.tail = &chain.first;
    HamtIterator it = hamt_iterate_from(map_root(map), path.bits >> 4);
    uint64_t last = 0;
    Term leaf;
    for (unsigned i = 0; !term_is_none(leaf = hamt_iterator_next(&it)); i++) {
        if (i >= ITERATOR_STEPS) {
            uint64_t position = hamt_position(term_hash(term_head(leaf)));
            if (position != last) {
                *chain.tail = heap_cons(p->heap, (Term){position << 4 | IMM_SMALL}, map);
                break;
            }
        } else if (i == ITERATOR_STEPS - 1) {
            last = hamt_position(term_hash(term_head(leaf)));
        }
        chain_add(&chain, term_head(leaf), term_tail(leaf));
    }
    return chain.first;
}

static Term next_of_keys(Process *p, Term keys, Term map) {
    Chain chain = {p->heap, ATOM(none), NULL};
    chain.tail = &chain.first;
    for (unsigned i = 0; term_is_cons(keys) && i < ITERATOR_STEPS; keys = term_tail(keys), i++) {
        Term value = map_get(map, term_head(keys));
        if (term_is_none(value)) return process_badarg(p);
        chain_add(&chain, term_head(keys), value);
    }
    if (!term_is_list(keys)) return process_badarg(p);
    if (term_is_cons(keys)) *chain.tail = heap_cons(p->heap, keys, map);
    return chain.first;
}

static Term next_of_flat(Process *p, Term map) {
    Term next = ATOM(none);
    for (size_t i = map_count(map); i-- > 0;)
        next = heap_tuple3(p->heap, term_elements(map_flat_keys(map))[i], map_flat_values(map)[i], next);
    return next;
}

// All associations from a path on, in front of a list. It never stops half way with a new path.
static Term list_from_path(Process *p, Term path, Term map, Term tail) {
    if (map_is_flat(map) || term_same(path, term_small(0))) {
        Term list, key, value, *at = take_conses(p->heap, map_count(map), tail, &list);
        MapIterator it;
        for (map_iterate(&it, map); map_next(&it, &key, &value); at += 2) *at = heap_tuple2(p->heap, key, value);
        return list;
    }
    Term leaf;
    HamtIterator it = hamt_iterate_from(map_root(map), path.bits >> 4);
    while (!term_is_none(leaf = hamt_iterator_next(&it)))
        tail = heap_cons(p->heap, heap_tuple2(p->heap, term_head(leaf), term_tail(leaf)), tail);
    return tail;
}

static Term erts_internal_map_next_3(Process *p, const Term *args) {
    Term path = args[0], map = args[1];
    bool iterator = term_same(args[2], ATOM(iterator));
    if (!term_is_map(map) || !(iterator || term_is_list(args[2]))) return process_badarg(p);
    observed_map(p, map);
    if (iterator && term_is_list(path)) return next_of_keys(p, path, map);
    if (!term_is_small(path)) return process_badarg(p);
    if (map_is_flat(map) && (uint64_t)term_to_small(path) > map_count(map)) return process_badarg(p);
    if (!iterator) return list_from_path(p, path, map, args[2]);
    return map_is_flat(map) ? next_of_flat(p, map) : next_from_position(p, path, map);
}

// --- the inside, for erts_debug:size/1 -----------------------------------------------------------
static Term erts_internal_map_to_tuple_keys_1(Process *p, const Term *args) {
    if (!term_is_map(args[0])) return bad_map(p, args[0]);
    observed_map(p, args[0]);
    return map_is_flat(args[0]) ? map_flat_keys(args[0]) : process_badarg(p);
}

// The leaves: nodes are not for Erlang code to see.
static Term erts_internal_map_hashmap_children_1(Process *p, const Term *args) {
    if (!term_is_map(args[0])) return bad_map(p, args[0]);
    observed_map(p, args[0]);
    if (map_is_flat(args[0])) return process_badarg(p);
    Term list, leaf, *at = take_conses(p->heap, map_count(args[0]), TERM_NIL, &list);
    HamtIterator it = hamt_iterate(map_root(args[0]));
    for (; !term_is_none(leaf = hamt_iterator_next(&it)); at += 2) *at = leaf;
    return list;
}

const Bif maps_bifs[] = {
    BIF(maps, get, 2, PURE),
    BIF(maps, find, 2, PURE),
    BIF(maps, is_key, 2, PURE),
    BIF(maps, put, 3, PURE),
    BIF(maps, update, 3, PURE),
    BIF(maps, remove, 2, PURE),
    BIF(maps, take, 2, PURE),
    BIF(maps, keys, 1, PURE),
    BIF(maps, values, 1, PURE),
    BIF(maps, merge, 2, PURE),
    BIF(maps, from_list, 1, PURE),
    BIF(maps, from_keys, 2, PURE),
    BIF_NAMED("erlang", "map_get", 2, maps_get_2, PURE),
    BIF_NAMED("erlang", "is_map_key", 2, maps_is_key_2, PURE),
    BIF(erlang, map_size, 1, PURE),
    BIF(erts_internal, map_next, 3, PURE),
    BIF(erts_internal, map_to_tuple_keys, 1, PURE),
    BIF(erts_internal, map_hashmap_children, 1, PURE),
    {0},
};
