#include "fixture.h"
#include "tap.h"
#include "vm/bif/bifs.h"
#include "vm/term/map.h"

static Term call(Process *p, const char *function, unsigned arity, Term a, Term b) {
    Term args[] = {a, b};
    for (const Bif *bif = erlang_dictionary_bifs; bif->module; bif++)
        if (strcmp(bif->function, function) == 0 && bif->arity == arity) return bif->call(p, args);
    return NO_TERM;
}

static Process *process(void) {
    Process *p = fixture_process();
    p->dictionary = map_empty(p->heap);
    return p;
}

TEST(putting_a_value_returns_the_old_one) {
    Process *p = process();
    CHECK(term_same(call(p, "put", 2, ATOM(ok), term_small(1)), ATOM(undefined)));
    CHECK(term_same(call(p, "put", 2, ATOM(ok), term_small(2)), term_small(1)));
    CHECK(term_same(call(p, "get", 1, ATOM(ok), NO_TERM), term_small(2)));
    CHECK(term_same(call(p, "get", 1, ATOM(error), NO_TERM), ATOM(undefined)));
}

TEST(erasing_forgets_and_tells_what_there_was) {
    Process *p = process();
    call(p, "put", 2, ATOM(ok), term_small(1));
    CHECK(term_same(call(p, "erase", 1, ATOM(ok), NO_TERM), term_small(1)));
    CHECK(term_same(call(p, "erase", 1, ATOM(ok), NO_TERM), ATOM(undefined)));
    call(p, "put", 2, ATOM(error), term_small(2));
    Term all = call(p, "erase", 0, NO_TERM, NO_TERM);
    CHECK(term_list_length(all) == 1);
    CHECK(term_same(term_elements(term_head(all))[0], ATOM(error)));
    CHECK(term_is_nil(call(p, "get", 0, NO_TERM, NO_TERM)));
}

TEST(keys_are_found_by_their_exact_value) {
    Process *p = process();
    call(p, "put", 2, ATOM(ok), term_small(1));
    call(p, "put", 2, ATOM(error), heap_float(p->heap, 1.0));
    Term keys = call(p, "get_keys", 1, term_small(1), NO_TERM);
    CHECK(term_list_length(keys) == 1 && term_same(term_head(keys), ATOM(ok)));
    CHECK(term_list_length(call(p, "get_keys", 0, NO_TERM, NO_TERM)) == 2);
}
