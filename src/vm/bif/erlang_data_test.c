#include "fixture.h"
#include "tap.h"
#include "vm/bif/bifs.h"
#include "vm/term/compare.h"

static Process *p;

static Term call(const char *name, unsigned arity, Term a, Term b, Term c) {
    Term args[] = {a, b, c};
    const Bif *bif = erlang_data_bifs;
    while (strcmp(bif->function, name) != 0 || bif->arity != arity) bif++;
    return bif->call(p, args);
}

static Term pair(int64_t a, int64_t b) { return heap_tuple2(p->heap, term_small(a), term_small(b)); }

TEST(setting_an_element_always_gives_a_new_tuple) {
    p = fixture_process();
    Term old = pair(1, 2), new = call("setelement", 3, term_small(2), old, term_small(2));
    CHECK(!term_same(old, new) && term_identical(old, new));
    CHECK(term_is_none(call("setelement", 3, term_small(3), old, ATOM(ok))));
    CHECK(term_is_none(call("setelement", 3, term_small(0), old, ATOM(ok))));
    CHECK(term_is_none(call("setelement", 3, ATOM(ok), old, ATOM(ok))));
}

TEST(elements_are_inserted_and_deleted_at_every_place) {
    p = fixture_process();
    Term empty = heap_tuple(p->heap, 0), one = call("append_element", 2, empty, term_small(1), NO_TERM);
    CHECK(term_identical(call("append_element", 2, one, term_small(2), NO_TERM), pair(1, 2)));
    CHECK(term_identical(call("insert_element", 3, term_small(1), one, term_small(0)), pair(0, 1)));
    CHECK(term_identical(call("insert_element", 3, term_small(2), one, term_small(0)), pair(1, 0)));
    CHECK(term_is_none(call("insert_element", 3, term_small(3), one, term_small(0))));
    CHECK(term_identical(call("delete_element", 2, term_small(1), one, NO_TERM), empty));
    CHECK(term_is_none(call("delete_element", 2, term_small(2), one, NO_TERM)));
}

TEST(a_tuple_is_made_with_a_few_elements_that_differ) {
    p = fixture_process();
    Term changes = heap_cons(p->heap, pair(2, 7), heap_cons(p->heap, pair(2, 8), TERM_NIL));
    CHECK(term_identical(call("make_tuple", 3, term_small(2), term_small(0), changes), pair(0, 8)));
    CHECK(term_is_none(call("make_tuple", 3, term_small(1), term_small(0), changes)));
    CHECK(term_is_none(call("make_tuple", 2, term_small(-1), ATOM(ok), NO_TERM)));
    CHECK(term_is_none(call("make_tuple", 2, term_small(1 << 24), ATOM(ok), NO_TERM)));
    CHECK(term_identical(call("make_tuple", 2, term_small(0), ATOM(ok), NO_TERM), heap_tuple(p->heap, 0)));
}

TEST(of_equal_terms_the_first_is_the_least_and_the_greatest) {
    p = fixture_process();
    Term one = term_small(1), float_one = heap_float(p->heap, 1.0);
    CHECK(term_same(call("min", 2, one, float_one, NO_TERM), one));
    CHECK(term_same(call("max", 2, float_one, one, NO_TERM), float_one));
    CHECK(term_same(call("max", 2, one, ATOM(ok), NO_TERM), ATOM(ok)));
    CHECK(term_same(call("cmp_term", 2, float_one, one, NO_TERM), term_small(1)));
    CHECK(term_same(call("=<", 2, float_one, one, NO_TERM), ATOM(true)));
    CHECK(term_same(call("=:=", 2, float_one, one, NO_TERM), ATOM(false)));
}

TEST(records_are_known_by_tag_and_size) {
    p = fixture_process();
    Term record = heap_tuple2(p->heap, ATOM(ok), term_small(1));
    CHECK(term_same(call("is_record", 2, record, ATOM(ok), NO_TERM), ATOM(true)));
    CHECK(term_same(call("is_record", 3, record, ATOM(ok), term_small(2)), ATOM(true)));
    CHECK(term_same(call("is_record", 3, record, ATOM(ok), term_small(-2)), ATOM(false)));
    CHECK(term_is_none(call("is_record", 3, record, term_small(1), term_small(2))));
    CHECK(term_is_none(call("is_record", 2, ATOM(ok), term_small(1), NO_TERM)));
}

TEST(only_truth_values_are_combined) {
    p = fixture_process();
    CHECK(term_same(call("and", 2, ATOM(true), ATOM(false), NO_TERM), ATOM(false)));
    CHECK(term_same(call("xor", 2, ATOM(true), ATOM(true), NO_TERM), ATOM(false)));
    CHECK(term_is_none(call("or", 2, ATOM(true), ATOM(ok), NO_TERM)));
    CHECK(term_is_none(call("not", 1, term_small(0), NO_TERM, NO_TERM)));
}
