#include "fixture.h"
#include "tap.h"
#include "vm/bif/bifs.h"
#include "vm/term/map.h"

static Process *p;

static Term call(const char *name, Term a, Term b, Term c) {
    Term args[] = {a, b, c};
    const Bif *bif = maps_bifs;
    while (strcmp(bif->function, name) != 0) bif++;
    return bif->call(p, args);
}

static bool raised(Term result, Term kind, Term value) {
    return term_is_none(result) && term_is_tuple_of(p->reason, 2) && term_same(term_elements(p->reason)[0], kind) &&
           term_same(term_elements(p->reason)[1], value);
}

static Term sequence(int64_t count) {
    Term map = map_empty(p->heap);
    for (int64_t i = 1; i <= count; i++) map = map_put(p->heap, map, term_small(i), term_small(-i));
    return map;
}

// Follows an iterator as maps:next does; checks that each key comes once, in the order of
// maps:keys.
static bool visits_all(Term iterator, Term map) {
    size_t count = 0;
    Term keys = call("keys", map, NO_TERM, NO_TERM);
    for (;; count++) {
        if (term_is_cons(iterator))
            iterator = call("map_next", term_head(iterator), term_tail(iterator), ATOM(iterator));
        if (!term_is_tuple_of(iterator, 3)) break;
        if (!term_is_cons(keys) || !term_same(term_elements(iterator)[0], term_head(keys))) return false;
        if (!term_same(map_get(map, term_head(keys)), term_elements(iterator)[1])) return false;
        iterator = term_elements(iterator)[2];
        keys = term_tail(keys);
    }
    return term_same(iterator, ATOM(none)) && count == map_count(map);
}

TEST(an_iterator_visits_every_key_once) {
    p = fixture_process();
    for (int64_t size = 0; size < 300; size += 3) {
        Term map = sequence(size);
        CHECK(visits_all(heap_cons(p->heap, term_small(0), map), map));
    }
}

TEST(an_iterator_over_a_list_of_keys_follows_the_list) {
    p = fixture_process();
    Term map = sequence(100);
    CHECK(visits_all(heap_cons(p->heap, call("keys", map, NO_TERM, NO_TERM), map), map));
    Term unknown = heap_cons(p->heap, ATOM(ok), TERM_NIL);
    CHECK(term_is_none(call("map_next", unknown, map, ATOM(iterator))));
    CHECK(term_same(call("map_next", TERM_NIL, map, ATOM(iterator)), ATOM(none)));
}

TEST(a_map_becomes_a_list_in_one_go) {
    p = fixture_process();
    for (int64_t size = 0; size < 100; size += 9) {
        Term map = sequence(size);
        Term list = call("map_next", term_small(0), map, TERM_NIL);
        CHECK(term_list_length(list) == size);
        CHECK(term_identical(call("from_list", list, NO_TERM, NO_TERM), map));
    }
    CHECK(term_is_none(call("map_next", term_small(3), sequence(2), TERM_NIL)));
    CHECK(term_is_none(call("map_next", ATOM(ok), sequence(50), TERM_NIL)));
    CHECK(term_is_none(call("map_next", term_small(0), ATOM(ok), TERM_NIL)));
}

TEST(errors_name_the_key_or_what_is_no_map) {
    p = fixture_process();
    Term map = sequence(3);
    CHECK(raised(call("get", ATOM(ok), map, NO_TERM), ATOM(badkey), ATOM(ok)));
    CHECK(raised(call("get", ATOM(ok), ATOM(error), NO_TERM), ATOM(badmap), ATOM(error)));
    CHECK(raised(call("update", ATOM(ok), TERM_NIL, map), ATOM(badkey), ATOM(ok)));
    CHECK(raised(call("merge", map, ATOM(ok), NO_TERM), ATOM(badmap), ATOM(ok)));
    CHECK(raised(call("map_size", ATOM(ok), NO_TERM, NO_TERM), ATOM(badmap), ATOM(ok)));
    CHECK(term_same(call("find", ATOM(ok), map, NO_TERM), ATOM(error)));
    CHECK(term_same(call("take", ATOM(ok), map, NO_TERM), ATOM(error)));
}
