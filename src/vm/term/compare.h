// Compare: Erlang's total order of all terms, and its two equalities.
//
//   number < atom < reference < fun < port < pid < tuple < record < map < [] < list < bitstring
//
// Numbers are ordered by value (1 == 1.0), except where a map's keys are concerned: there, and in
// the exact functions below, every integer comes before every float, so 1 and 1.0 are two keys.
// Maps are ordered by size, then by their keys in exact order, then by their values.
//
// The walks use an explicit stack: terms may be nested as deeply as memory allows.
#pragma once
#include "vm/store/term.h"

int compare_deeply(Term a, Term b, bool exact);   // the doors below inline the common cases
bool compare_equal_deeply(Term a, Term b, bool exact);

// Negative, 0 or positive, as `<`, `==` and `>` say.
static inline int term_compare(Term a, Term b) {
    if (term_same(a, b)) return 0;
    if (term_is_small(a) && term_is_small(b)) return (int64_t)a.bits < (int64_t)b.bits ? -1 : 1;
    return compare_deeply(a, b, false);
}

// The order of map keys: 0 only for terms that are =:=, integers before floats.
static inline int term_compare_exact(Term a, Term b) {
    if (term_same(a, b)) return 0;
    if (term_is_small(a) && term_is_small(b)) return (int64_t)a.bits < (int64_t)b.bits ? -1 : 1;
    return compare_deeply(a, b, true);
}

// Whether both tags allow a =:= b at all: the same kind of pointer. Immediates need the same word.
static inline bool compare_tags_agree(Term a, Term b) { return ((a.bits ^ b.bits) & 3) == 0 && !term_is_immediate(a); }

static inline bool term_identical(Term a, Term b) {   // =:=
    if (term_same(a, b)) return true;
    return compare_tags_agree(a, b) && compare_equal_deeply(a, b, true);
}

static inline bool term_equal(Term a, Term b) {   // ==
    if (term_same(a, b)) return true;
    if (term_is_immediate(a) && term_is_immediate(b)) return false;
    return compare_equal_deeply(a, b, false);
}
