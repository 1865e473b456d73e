#include "machine_fixture.h"
#include "tap.h"
#include "vm/bif/bifs.h"
#include "vm/term/number.h"

static Term call(Process *p, const char *name, unsigned arity, const Term *args) {
    const Bif *bif = atomics_bifs;
    while (bif->module && (strcmp(bif->function, name) != 0 || bif->arity != arity)) bif++;
    return bif->module ? bif->call(p, args) : NO_TERM;
}

static Term on(Process *p, const char *name, Term array, int64_t value) {
    Term args[] = {array, term_small(1), heap_integer(p->heap, value)};
    return call(p, name, 3, args);
}

static Term value_of(Process *p, Term array) {
    Term args[] = {array, term_small(1)};
    return call(p, "get", 2, args);
}

static Term new_array(Process *p, bool is_signed) {
    Term args[] = {term_small(2), term_small(is_signed)};
    return call(p, "atomics_new", 2, args);
}

static bool is_int64(Term term, int64_t value) {
    int64_t number;
    return number_to_int64(term, &number) && number == value;
}

TEST(signed_atomics_wrap_around) {
    Process *p = machine_fixture();
    Term array = new_array(p, true);
    on(p, "put", array, INT64_MAX);
    CHECK(is_int64(on(p, "add_get", array, 1), INT64_MIN));
    CHECK(is_int64(on(p, "exchange", array, 3), INT64_MIN));
    CHECK(is_int64(value_of(p, array), 3));
}

TEST(unsigned_atomics_have_no_sign) {
    Process *p = machine_fixture();
    Term array = new_array(p, false);
    uint64_t value = 0;
    on(p, "add", array, -1);
    CHECK(number_to_uint64(value_of(p, array), &value) && value == UINT64_MAX);
    CHECK(term_is_none(on(p, "put", array, -1)));
}

TEST(a_compare_exchange_happens_when_the_value_is_as_expected) {
    Process *p = machine_fixture();
    Term array = new_array(p, true);
    Term args[] = {array, term_small(1), term_small(0), term_small(5)};
    CHECK(term_same(call(p, "compare_exchange", 4, args), ATOM(ok)));
    CHECK(is_int64(call(p, "compare_exchange", 4, args), 5));
}

TEST(an_undo_brings_back_the_values) {
    Process *p = machine_fixture();
    Term array = new_array(p, true);
    on(p, "put", array, 7);
    size_t mark = store_mark(p->store);
    on(p, "add", array, INT64_MAX);
    CHECK(!is_int64(value_of(p, array), 7));
    store_undo(p->store, mark);
    CHECK(is_int64(value_of(p, array), 7));
}

TEST(references_of_other_things_are_refused) {
    Process *p = machine_fixture();
    CHECK(term_is_none(value_of(p, process_new_reference(p))));
    CHECK(term_is_none(value_of(p, ATOM(ok))));
    CHECK_TEXT(machine_fixture_call(p, "erts_internal:atomics_new", "[0, 1]"), "badarg ");
    CHECK_TEXT(machine_fixture_call(p, "persistent_term:get", "[nothing]"), "badarg ");
}
