// Bignum: arithmetic on integers of any size, in sign and magnitude, on top of GMP's mpn functions.
//
// Operands are Integers: views of a magnitude that lives somewhere else, in a heap object or in one
// limb beside the view when the integer is small. Results are terms: small again when they fit, and
// NUMBER_LIMIT when they are too large.
#pragma once
#include <gmp.h>

#include "vm/term/number.h"

static_assert(sizeof(mp_limb_t) == sizeof(uint64_t) && GMP_NAIL_BITS == 0, "limbs are plain words");

typedef struct {
    const mp_limb_t *limbs;   // the magnitude, lowest first; the highest limb is not 0
    size_t count;             // 0 for zero
    bool negative;
} Integer;

// `room` is where the limb of a small integer goes; it must live as long as the view.
static inline Integer integer_of(Term t, mp_limb_t *room) {
    if (term_is_small(t)) {
        int64_t value = term_to_small(t);
        *room = value < 0 ? 0 - (mp_limb_t)value : (mp_limb_t)value;
        return (Integer){room, value != 0, value < 0};
    }
    assert(term_is_bignum(t));
    return (Integer){&term_words(t)[1].bits, term_size(t), term_kind(t) == KIND_NEGATIVE};
}

Term bignum_add(Heap *heap, Integer a, Integer b);
Term bignum_subtract(Heap *heap, Integer a, Integer b);
Term bignum_multiply(Heap *heap, Integer a, Integer b);
Term bignum_quotient(Heap *heap, Integer a, Integer b);    // b is not zero
Term bignum_remainder(Heap *heap, Integer a, Integer b);   // b is not zero

typedef enum { BITWISE_AND, BITWISE_OR, BITWISE_XOR } Bitwise;
Term bignum_bitwise(Heap *heap, Bitwise operation, Integer a, Integer b);
Term bignum_shift_left(Heap *heap, Integer a, uint64_t bits);
Term bignum_shift_right(Heap *heap, Integer a, uint64_t bits);   // rounds down

int bignum_compare(Integer a, Integer b);

double bignum_to_double(Integer a);   // infinite when it is too large
enum { DOUBLE_LIMBS = 16 };           // of the largest float
// The magnitude of a float, cut towards zero.
Integer bignum_of_double(double finite, mp_limb_t room[DOUBLE_LIMBS]);
