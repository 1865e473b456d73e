#include "fixture.h"
#include "tap.h"
#include "vm/run/bif.h"
#include "vm/term/number.h"

extern const Bif math_bifs[];

static Term math(Process *p, const char *name, Term a, Term b) {
    Term args[] = {a, b};
    const Bif *bif = math_bifs;
    while (bif->module && strcmp(bif->function, name) != 0) bif++;
    return bif->module ? bif->call(p, args) : NO_TERM;
}

static bool raised(Process *p, Term result, Term reason) {
    return term_is_none(result) && term_same(p->reason, reason);
}

TEST(math_takes_integers_and_gives_floats) {
    Process *p = fixture_process();
    CHECK(term_to_double(math(p, "sqrt", term_small(16), NO_TERM)) == 4);
    CHECK(term_to_double(math(p, "pow", term_small(2), heap_float(p->heap, 10))) == 1024);
    CHECK(term_to_double(math(p, "fmod", term_small(-7), term_small(4))) == -3);
    CHECK(term_to_double(math(p, "exp", term_small(-1000), NO_TERM)) == 0);
}

TEST(math_without_a_finite_answer_is_badarith) {
    Process *p = fixture_process();
    Term zero = term_small(0);
    CHECK(raised(p, math(p, "log", zero, NO_TERM), ATOM(badarith)));
    CHECK(raised(p, math(p, "sqrt", term_small(-1), NO_TERM), ATOM(badarith)));
    CHECK(raised(p, math(p, "pow", zero, term_small(-1)), ATOM(badarith)));
    CHECK(raised(p, math(p, "fmod", term_small(1), zero), ATOM(badarith)));
    CHECK(raised(p, math(p, "exp", term_small(1000), NO_TERM), ATOM(badarith)));
    Term large = number_shift_left(p->heap, term_small(1), term_small(1024));
    CHECK(raised(p, math(p, "sin", large, NO_TERM), ATOM(badarith)));
}

TEST(math_of_what_is_no_number_is_badarg) {
    Process *p = fixture_process();
    CHECK(raised(p, math(p, "sin", ATOM(ok), NO_TERM), ATOM(badarg)));
    CHECK(raised(p, math(p, "pow", term_small(1), ATOM(ok)), ATOM(badarg)));
}
