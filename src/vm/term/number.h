// Number: arithmetic on Erlang numbers: small integers, bignums, floats and all mixes of them.
//
// The interpreter does sums of small integers by itself and comes here for the rest. All functions
// take any term. The result is a number or one of two words that are never a value:
//
//     NO_TERM        badarith: no number (or no integer), division by zero, a float that overflows
//     NUMBER_LIMIT   system_limit: the integer would have more limbs than its release allows
//
// An integer is small if it fits, else a bignum: its magnitude in 64-bit limbs, lowest first, and a
// sign (vm/store/term.h). vm/term/bignum.h has the arithmetic on limbs, vm/term/float_text.h the text of floats.
#pragma once
#include "base/text.h"
#include "vm/store/heap.h"

#define NUMBER_LIMIT ((Term){4})

static inline bool number_is_limit(Term t) { return t.bits == 4; }
static inline bool number_failed(Term t) { return (t.bits & ~(uint64_t)4) == 0; }

// --- operators -----------------------------------------------------------------------------------
Term number_add(Heap *heap, Term a, Term b);
Term number_subtract(Heap *heap, Term a, Term b);
Term number_multiply(Heap *heap, Term a, Term b);
Term number_divide(Heap *heap, Term a, Term b);      // a / b: always a float
Term number_quotient(Heap *heap, Term a, Term b);    // a div b: towards zero
Term number_remainder(Heap *heap, Term a, Term b);   // a rem b: the sign of a
Term number_negate(Heap *heap, Term a);
Term number_absolute(Heap *heap, Term a);

// Bits of negative integers are those of an endless two's complement.
Term number_band(Heap *heap, Term a, Term b);
Term number_bor(Heap *heap, Term a, Term b);
Term number_bxor(Heap *heap, Term a, Term b);
Term number_bnot(Heap *heap, Term a);
Term number_shift_left(Heap *heap, Term a, Term b);   // a negative b shifts the other way
Term number_shift_right(Heap *heap, Term a, Term b);

// --- order ---------------------------------------------------------------------------------------
// Of two numbers, exact: 2^53 + 1 is greater than the float 2^53. Negative, 0 or positive.
int number_compare(Term a, Term b);
// a =:= b of two numbers: an integer is never a float; 0.0 and -0.0 are the same.
bool number_equal_exact(Term a, Term b);

// --- to and from C -------------------------------------------------------------------------------
bool number_to_int64(Term integer, int64_t *out);   // false: no integer, or it does not fit
bool number_to_uint64(Term integer, uint64_t *out);
bool number_to_double(Term number, double *out);      // false: no number, or too large for a float
Term number_from_double(Heap *heap, double finite);   // the integer, cut towards zero

// Integers in bytes, two's complement where signs matter. Writing keeps the low `size` bytes.
Term number_from_bytes(Heap *heap, const uint8_t *bytes, size_t size, bool little, bool sign);
void number_to_bytes(Term integer, uint8_t *bytes, size_t size, bool little);

// Sign and magnitude. Leading zero limbs are allowed here.
Term number_from_magnitude(Heap *heap, const uint64_t *limbs, size_t count, bool negative);
bool number_is_negative(Term integer);
size_t number_limb_count(Term integer);             // 0 for zero
uint64_t number_limb(Term integer, size_t index);   // of the magnitude, lowest first
size_t number_bit_count(Term integer);              // of the magnitude, without leading zeros

// --- text ----------------------------------------------------------------------------------------
// Bases are 2 .. 36; digits above 9 are written in upper case and read in both.
void number_integer_text(Term integer, int base, Text *out);
// What a digit counts in base 36; 36 for other characters.
int number_digit(char c);
// [+-] digits. NO_TERM for anything else.
Term number_integer_parse(Heap *heap, const char *digits, size_t size, int base);
