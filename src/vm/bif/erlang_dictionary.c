// The process dictionary: values a process keeps for itself.
#include "vm/bif/process_info.h"
#include "vm/term/map.h"

static Term erlang_put_2(Process *p, const Term *args) {
    Term old = map_get(p->dictionary, args[0]);
    process_touch(p);
    p->dictionary = map_put(p->heap, p->dictionary, args[0], args[1]);
    return term_is_none(old) ? ATOM(undefined) : old;
}

static Term erlang_get_1(Process *p, const Term *args) {
    Term value = map_get(p->dictionary, args[0]);
    return term_is_none(value) ? ATOM(undefined) : value;
}

static Term erlang_erase_1(Process *p, const Term *args) {
    Term old = map_get(p->dictionary, args[0]);
    if (term_is_none(old)) return ATOM(undefined);
    process_touch(p);
    p->dictionary = map_remove(p->heap, p->dictionary, args[0]);
    return old;
}

Term dictionary_list(Heap *heap, Term dictionary) {
    Term list = TERM_NIL, key, value;
    MapIterator it;
    for (map_iterate(&it, dictionary); map_next(&it, &key, &value);)
        list = heap_cons(heap, heap_tuple2(heap, key, value), list);
    return list;
}

static Term erlang_get_0(Process *p, const Term *args) {
    (void)args;
    return dictionary_list(p->heap, p->dictionary);
}

static Term erlang_erase_0(Process *p, const Term *args) {
    Term all = erlang_get_0(p, args);
    process_touch(p);
    p->dictionary = map_empty(p->heap);
    return all;
}

// The keys of all values, or of those that are =:= `wanted`.
static Term keys(Process *p, const Term *wanted) {
    Term list = TERM_NIL, key, value;
    MapIterator it;
    for (map_iterate(&it, p->dictionary); map_next(&it, &key, &value);)
        if (!wanted || term_identical(value, *wanted)) list = heap_cons(p->heap, key, list);
    return list;
}

static Term erlang_get_keys_0(Process *p, const Term *args) {
    (void)args;
    return keys(p, NULL);
}

static Term erlang_get_keys_1(Process *p, const Term *args) { return keys(p, &args[0]); }

const Bif erlang_dictionary_bifs[] = {
    BIF(erlang, put, 2, PURE),      BIF(erlang, get, 0, PURE),
    BIF(erlang, get, 1, PURE),      BIF(erlang, erase, 0, PURE),
    BIF(erlang, erase, 1, PURE),    BIF(erlang, get_keys, 0, PURE),
    BIF(erlang, get_keys, 1, PURE), {0},
};
