#include "fixture.h"
#include "tap.h"
#include "vm/run/bif.h"
#include "vm/term/compare.h"

extern const Bif erlang_external_bifs[];

static Term call(Process *p, const char *name, unsigned arity, Term a, Term b) {
    Term args[] = {a, b};
    const Bif *bif = erlang_external_bifs;
    while (bif->module && (strcmp(bif->function, name) != 0 || bif->arity != arity)) bif++;
    return bif->module ? bif->call(p, args) : NO_TERM;
}

static bool raised(Process *p, Term result, Term reason) {
    return term_is_none(result) && term_same(p->reason, reason);
}

static Term list1(Process *p, Term item) { return heap_cons(p->heap, item, TERM_NIL); }
static Term option(Process *p, Term name, int64_t value) {
    return list1(p, heap_tuple2(p->heap, name, term_small(value)));
}
static Term binary(Process *p, const char *bytes, size_t size) { return heap_binary_from(p->heap, bytes, size); }

TEST(a_term_survives_the_way_to_a_binary_and_back) {
    Process *p = fixture_process();
    Term term = heap_tuple2(p->heap, ATOM(ok), heap_list_from_text(p->heap, "text"));
    Term bytes = call(p, "term_to_binary", 1, term, NO_TERM);
    CHECK(term_identical(call(p, "binary_to_term", 1, bytes, NO_TERM), term));
    CHECK(term_identical(term_head(call(p, "term_to_iovec", 1, term, NO_TERM)), bytes));
    Term size = term_small((int64_t)term_binary_size(bytes));
    CHECK(term_same(call(p, "external_size", 1, term, NO_TERM), size));
}

TEST(options_choose_the_format) {
    Process *p = fixture_process();
    Term utf8 = call(p, "term_to_binary", 2, ATOM(ok), option(p, ATOM(minor_version), 2));
    CHECK(term_identical(utf8, binary(p, "\x83w\2ok", 5)));
    Term one = heap_float(p->heap, 1.0), minor_0 = option(p, ATOM(minor_version), 0);
    CHECK(term_same(call(p, "external_size", 2, one, minor_0), term_small(33)));
}

TEST(unknown_options_are_badarg) {
    Process *p = fixture_process();
    Term one = term_small(1), minor_2 = option(p, ATOM(minor_version), 2);
    CHECK(raised(p, call(p, "external_size", 2, one, minor_2), ATOM(badarg)));
    Term minor_3 = option(p, ATOM(minor_version), 3), level_0 = option(p, ATOM(compressed), 0);
    CHECK(raised(p, call(p, "external_size", 2, one, level_0), ATOM(badarg)));
    CHECK(raised(p, call(p, "term_to_binary", 2, one, minor_3), ATOM(badarg)));
    Term level_10 = option(p, ATOM(compressed), 10);
    CHECK(raised(p, call(p, "term_to_binary", 2, one, level_10), ATOM(badarg)));
    CHECK(raised(p, call(p, "term_to_binary", 2, one, ATOM(compressed)), ATOM(badarg)));
    CHECK(raised(p, call(p, "term_to_binary", 2, one, list1(p, ATOM(local))), ATOM(badarg)));
}

TEST(reading_can_tell_how_much_it_used) {
    Process *p = fixture_process();
    Term bytes = binary(p, "\203a\1more", 7);
    Term result = call(p, "binary_to_term", 2, bytes, list1(p, ATOM(used)));
    CHECK(term_is_tuple_of(result, 2));
    CHECK(term_same(term_elements(result)[0], term_small(1)));
    CHECK(term_same(term_elements(result)[1], term_small(3)));
}

TEST(what_cannot_be_read_is_badarg) {
    Process *p = fixture_process();
    CHECK(raised(p, call(p, "binary_to_term", 1, binary(p, "nonsense", 8), NO_TERM), ATOM(badarg)));
    CHECK(raised(p, call(p, "binary_to_term", 1, ATOM(ok), NO_TERM), ATOM(badarg)));
    Term odd = heap_subbinary(p->heap, binary(p, "\203a\1", 3), 0, 23);
    CHECK(raised(p, call(p, "binary_to_term", 1, odd, NO_TERM), ATOM(badarg)));
    Term good = binary(p, "\203a\1", 3);
    CHECK(raised(p, call(p, "binary_to_term", 2, good, list1(p, ATOM(ok))), ATOM(badarg)));
    CHECK(term_same(p->cause, ATOM(badopt)));
}

TEST(a_binary_may_start_at_any_bit) {
    Process *p = fixture_process();
    Term shifted = heap_subbinary(p->heap, binary(p, "\x08\x36\x10\x10", 4), 4, 24);
    CHECK(term_same(call(p, "binary_to_term", 1, shifted, NO_TERM), term_small(1)));
}
