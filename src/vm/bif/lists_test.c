#include "fixture.h"
#include "tap.h"
#include "vm/bif/bifs.h"
#include "vm/term/compare.h"

static Process *p;

static Term call(const char *name, Term a, Term b, Term c) {
    Term args[] = {a, b, c};
    const Bif *bif = lists_bifs;
    while (strcmp(bif->function, name) != 0) bif++;
    return bif->call(p, args);
}

static Term list_of(size_t count, const int64_t *numbers) {
    Term list = TERM_NIL;
    while (count-- > 0) list = heap_cons(p->heap, term_small(numbers[count]), list);
    return list;
}

// Numbers below `limit`, from a seed.
static Term random_list(size_t count, int64_t limit, uint64_t seed) {
    Term list = TERM_NIL;
    for (size_t i = 0; i < count; i++) {
        seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
        Term head = heap_integer(p->heap, (int64_t)(seed >> 33) % limit);
        list = heap_cons(p->heap, heap_tuple2(p->heap, head, ATOM(ok)), list);
    }
    return list;
}

static Term without(Term list, Term element) {
    if (!term_is_cons(list)) return list;
    Term before = TERM_NIL, rest = list;
    for (; term_is_cons(rest) && !term_identical(term_head(rest), element); rest = term_tail(rest))
        before = heap_cons(p->heap, term_head(rest), before);
    return term_is_cons(rest) ? call("reverse", before, term_tail(rest), NO_TERM) : list;
}

TEST(subtracting_takes_the_first_occurrence_of_each_element_away) {
    p = fixture_process();
    int64_t from[] = {1, 2, 1, 3, 1}, what[] = {1, 3, 1, 9}, left[] = {2, 1};
    CHECK(term_identical(call("--", list_of(5, from), list_of(4, what), NO_TERM), list_of(2, left)));
    for (size_t size = 0; size < 60; size += 5)
        for (size_t count = 0; count < 60; count += 7) {
            Term a = random_list(size, 12, size), b = random_list(count, 12, count + 1000), expected = a;
            for (Term rest = b; term_is_cons(rest); rest = term_tail(rest))
                expected = without(expected, term_head(rest));
            CHECK(term_identical(call("--", a, b, NO_TERM), expected));
        }
}

TEST(subtracting_long_lists_takes_no_quadratic_time) {
    p = fixture_process();
    Term list = TERM_NIL, reversed = TERM_NIL;
    for (int64_t i = 0; i < 300000; i++) list = heap_cons(p->heap, term_small(i), list);
    reversed = call("reverse", list, TERM_NIL, NO_TERM);
    CHECK(term_is_nil(call("--", list, reversed, NO_TERM)));
}

TEST(improper_lists_are_refused_where_their_end_matters) {
    p = fixture_process();
    Term improper = heap_cons(p->heap, ATOM(ok), ATOM(error));
    CHECK(term_is_none(call("++", improper, TERM_NIL, NO_TERM)));
    CHECK(term_is_none(call("--", TERM_NIL, improper, NO_TERM)));
    CHECK(term_is_none(call("length", improper, NO_TERM, NO_TERM)));
    CHECK(term_is_none(call("reverse", improper, TERM_NIL, NO_TERM)));
    CHECK(term_same(call("member", ATOM(ok), improper, NO_TERM), ATOM(true)));
    CHECK(term_is_none(call("member", ATOM(error), improper, NO_TERM)));
    CHECK(term_same(call("++", TERM_NIL, ATOM(ok), NO_TERM), ATOM(ok)));
}

TEST(keys_are_found_by_value) {
    p = fixture_process();
    Term pair = heap_tuple2(p->heap, heap_float(p->heap, 1.0), ATOM(ok));
    Term list = heap_cons(p->heap, ATOM(ok), heap_cons(p->heap, pair, TERM_NIL));
    CHECK(term_same(call("keyfind", term_small(1), term_small(1), list), pair));
    CHECK(term_same(call("keymember", ATOM(ok), term_small(2), list), ATOM(true)));
    CHECK(term_same(call("keyfind", ATOM(ok), term_small(3), list), ATOM(false)));
    CHECK(term_same(term_elements(call("keysearch", ATOM(ok), term_small(2), list))[1], pair));
    CHECK(term_is_none(call("keyfind", ATOM(ok), term_small(0), list)));
}
