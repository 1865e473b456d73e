#include "vm/term/number.h"

#include <math.h>

#include "vm/term/bignum.h"

// --- operands and results ------------------------------------------------------------------------
static inline bool both_small(Term a, Term b) { return term_is_small(a) && term_is_small(b); }
static inline bool both_integers(Term a, Term b) { return term_is_integer(a) && term_is_integer(b); }

static inline bool both_doubles(Term a, Term b, double *x, double *y) {
    return number_to_double(a, x) && number_to_double(b, y);
}

typedef Term (*IntegerOperation)(Heap *heap, Integer a, Integer b);

static inline Term on_integers(Heap *heap, IntegerOperation operation, Term a, Term b) {
    mp_limb_t room_a, room_b;
    return operation(heap, integer_of(a, &room_a), integer_of(b, &room_b));
}

// Erlang has no infinity and no nan.
static inline Term finite_float(Heap *heap, double value) {
    return isfinite(value) ? heap_float(heap, value) : NO_TERM;
}

// --- sums, products, quotients -------------------------------------------------------------------
Term number_add(Heap *heap, Term a, Term b) {
    double x, y;
    if (both_small(a, b)) return heap_integer(heap, term_to_small(a) + term_to_small(b));
    if (both_integers(a, b)) return on_integers(heap, bignum_add, a, b);
    return both_doubles(a, b, &x, &y) ? finite_float(heap, x + y) : NO_TERM;
}

Term number_subtract(Heap *heap, Term a, Term b) {
    double x, y;
    if (both_small(a, b)) return heap_integer(heap, term_to_small(a) - term_to_small(b));
    if (both_integers(a, b)) return on_integers(heap, bignum_subtract, a, b);
    return both_doubles(a, b, &x, &y) ? finite_float(heap, x - y) : NO_TERM;
}

Term number_multiply(Heap *heap, Term a, Term b) {
    double x, y;
    int64_t product;
    if (both_small(a, b) && !__builtin_mul_overflow(term_to_small(a), term_to_small(b), &product))
        return heap_integer(heap, product);
    if (both_integers(a, b)) return on_integers(heap, bignum_multiply, a, b);
    return both_doubles(a, b, &x, &y) ? finite_float(heap, x * y) : NO_TERM;
}

Term number_divide(Heap *heap, Term a, Term b) {
    double x, y;
    if (!both_doubles(a, b, &x, &y) || y == 0) return NO_TERM;
    return finite_float(heap, x / y);
}

Term number_quotient(Heap *heap, Term a, Term b) {
    if (!both_integers(a, b) || term_same(b, term_small(0))) return NO_TERM;
    if (both_small(a, b)) return heap_integer(heap, term_to_small(a) / term_to_small(b));
    return on_integers(heap, bignum_quotient, a, b);
}

Term number_remainder(Heap *heap, Term a, Term b) {
    if (!both_integers(a, b) || term_same(b, term_small(0))) return NO_TERM;
    if (both_small(a, b)) return term_small(term_to_small(a) % term_to_small(b));
    return on_integers(heap, bignum_remainder, a, b);
}

Term number_negate(Heap *heap, Term a) {
    if (term_is_small(a)) return heap_integer(heap, -term_to_small(a));
    if (term_is_float(a) && !heap->release->minus_subtracts) return heap_float(heap, -term_to_double(a));
    return number_subtract(heap, term_small(0), a);
}

Term number_absolute(Heap *heap, Term a) {
    if (!term_is_number(a)) return NO_TERM;
    bool negative = number_is_negative(a);
    if (term_is_float(a)) {
        double value = term_to_double(a);
        negative = value < 0 || (signbit(value) && heap->release->absolute_zero);
    }
    return negative ? number_negate(heap, a) : a;
}

// --- bits ----------------------------------------------------------------------------------------
static Term integer_bitwise(Heap *heap, Bitwise operation, Term a, Term b) {
    mp_limb_t room_a, room_b;
    if (!both_integers(a, b)) return NO_TERM;
    return bignum_bitwise(heap, operation, integer_of(a, &room_a), integer_of(b, &room_b));
}

Term number_band(Heap *heap, Term a, Term b) {
    if (both_small(a, b)) return term_small(term_to_small(a) & term_to_small(b));
    return integer_bitwise(heap, BITWISE_AND, a, b);
}

Term number_bor(Heap *heap, Term a, Term b) {
    if (both_small(a, b)) return term_small(term_to_small(a) | term_to_small(b));
    return integer_bitwise(heap, BITWISE_OR, a, b);
}

Term number_bxor(Heap *heap, Term a, Term b) {
    if (both_small(a, b)) return term_small(term_to_small(a) ^ term_to_small(b));
    return integer_bitwise(heap, BITWISE_XOR, a, b);
}

Term number_bnot(Heap *heap, Term a) {
    if (!term_is_integer(a)) return NO_TERM;
    return number_subtract(heap, term_small(-1), a);
}

static Term shift_left(Heap *heap, Term a, uint64_t bits) {
    int64_t shifted;
    mp_limb_t room;
    if (term_is_small(a) && bits < 63 && !__builtin_mul_overflow(term_to_small(a), (int64_t)1 << bits, &shifted))
        return heap_integer(heap, shifted);
    return bignum_shift_left(heap, integer_of(a, &room), bits);
}

static Term shift_right(Heap *heap, Term a, uint64_t bits) {
    if (term_is_small(a)) return term_small(term_to_small(a) >> (bits < 63 ? bits : 63));
    return bignum_shift_right(heap, integer_of(a, NULL), bits);
}

static Term shift(Heap *heap, Term a, Term b, bool left) {
    if (!both_integers(a, b)) return NO_TERM;
    if (number_is_negative(b)) left = !left;
    // A bignum shifts by more than any integer has bits.
    uint64_t bits = term_is_bignum(b) ? INT64_MAX : number_limb(b, 0);
    return left ? shift_left(heap, a, bits) : shift_right(heap, a, bits);
}

Term number_shift_left(Heap *heap, Term a, Term b) { return shift(heap, a, b, true); }
Term number_shift_right(Heap *heap, Term a, Term b) { return shift(heap, a, b, false); }

// --- order ---------------------------------------------------------------------------------------
static inline int order(bool less, bool greater) { return (int)greater - (int)less; }
static inline int double_compare(double x, double y) { return order(x<y, x> y); }

static int small_compare_double(int64_t a, double b) {
    if (b >= 0x1p63) return -1;
    if (b < -0x1p63) return 1;
    int64_t whole = (int64_t)b;
    if (a != whole) return a < whole ? -1 : 1;
    return double_compare(0, b - (double)whole);
}

static int integer_compare_double(Term a, double b) {
    mp_limb_t room[DOUBLE_LIMBS];
    if (term_is_small(a)) return small_compare_double(term_to_small(a), b);
    // A float's fraction does not matter: a bignum is larger than all floats that have one.
    return bignum_compare(integer_of(a, NULL), bignum_of_double(b, room));
}

int number_compare(Term a, Term b) {
    mp_limb_t room_a, room_b;
    if (both_small(a, b)) return order(term_to_small(a) < term_to_small(b), term_to_small(a) > term_to_small(b));
    if (term_is_float(a) && term_is_float(b)) return double_compare(term_to_double(a), term_to_double(b));
    if (term_is_float(b)) return integer_compare_double(a, term_to_double(b));
    if (term_is_float(a)) return -integer_compare_double(b, term_to_double(a));
    return bignum_compare(integer_of(a, &room_a), integer_of(b, &room_b));
}

bool number_equal_exact(Term a, Term b) {
    if (term_same(a, b)) return true;
    if (term_is_small(a) || term_is_small(b)) return false;
    if (term_is_float(a) != term_is_float(b)) return false;
    return number_compare(a, b) == 0;
}

// --- to and from C -------------------------------------------------------------------------------
bool number_to_int64(Term integer, int64_t *out) {
    if (term_is_small(integer)) {
        *out = term_to_small(integer);
        return true;
    }
    if (!term_is_bignum(integer) || term_size(integer) > 1) return false;
    bool negative = number_is_negative(integer);
    uint64_t magnitude = number_limb(integer, 0);
    if (magnitude > (uint64_t)INT64_MAX + negative) return false;
    *out = (int64_t)(negative ? 0 - magnitude : magnitude);
    return true;
}

bool number_to_uint64(Term integer, uint64_t *out) {
    if (!term_is_integer(integer) || number_is_negative(integer)) return false;
    if (number_limb_count(integer) > 1) return false;
    *out = number_limb(integer, 0);
    return true;
}

bool number_to_double(Term number, double *out) {
    if (term_is_small(number))
        *out = (double)term_to_small(number);
    else if (term_is_float(number))
        *out = term_to_double(number);
    else if (term_is_bignum(number))
        *out = bignum_to_double(integer_of(number, NULL));
    else
        return false;
    return isfinite(*out);
}

Term number_from_double(Heap *heap, double finite) {
    mp_limb_t room[DOUBLE_LIMBS];
    if (fabs(finite) < 0x1p63) return heap_integer(heap, (int64_t)finite);
    Integer a = bignum_of_double(finite, room);
    return number_from_magnitude(heap, a.limbs, a.count, a.negative);
}

bool number_is_negative(Term integer) {
    return term_is_small(integer) ? term_to_small(integer) < 0 : term_kind(integer) == KIND_NEGATIVE;
}

size_t number_limb_count(Term integer) {
    mp_limb_t room;
    return integer_of(integer, &room).count;
}

uint64_t number_limb(Term integer, size_t index) {
    mp_limb_t room;
    Integer a = integer_of(integer, &room);
    return index < a.count ? a.limbs[index] : 0;
}

size_t number_bit_count(Term integer) {
    size_t limbs = number_limb_count(integer);
    if (limbs == 0) return 0;
    return limbs * 64 - (size_t)__builtin_clzll(number_limb(integer, limbs - 1));
}
