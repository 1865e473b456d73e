#include "vm/term/bignum.h"

#include <math.h>

#include "base/memory.h"

// --- results -------------------------------------------------------------------------------------
// A result is computed in a box at the top of the heap, with room for the largest case. What lies above
// the box, and the part of it that stayed empty, is given back at the end.

static mp_limb_t *box_limbs(Term box) { return &term_words(box)[1].bits; }

// NO_TERM when there is no room or the result would certainly be too large. Two limbs more than the
// limit are allowed, because the highest ones may turn out to be 0.
static Term box_new(Heap *heap, size_t limbs) {
    if (limbs > heap->release->integer_limbs + 2 || !heap_has_room(heap, limbs + 1)) return NO_TERM;
    return heap_box(heap, KIND_POSITIVE, limbs);
}

static bool magnitude_is_small(const mp_limb_t *limbs, size_t count, bool negative) {
    return count == 0 || (count == 1 && limbs[0] <= (mp_limb_t)SMALL_MAX + negative);
}

static Term box_finish(Heap *heap, Term box, bool negative) {
    mp_limb_t *limbs = box_limbs(box);
    size_t count = term_size(box);
    while (count > 0 && limbs[count - 1] == 0) count--;
    if (magnitude_is_small(limbs, count, negative)) {
        heap->top = term_words(box);
        int64_t value = count == 0 ? 0 : (int64_t)limbs[0];
        return term_small(negative ? -value : value);
    }
    if (count > heap->release->integer_limbs) {
        heap->top = term_words(box);
        return NUMBER_LIMIT;
    }
    heap->top = term_words(box) + 1 + count;
    *term_words(box) = header_make(negative ? KIND_NEGATIVE : KIND_POSITIVE, count);
    return box;
}

Term number_from_magnitude(Heap *heap, const uint64_t *limbs, size_t count, bool negative) {
    while (count > 0 && limbs[count - 1] == 0) count--;
    Term box = box_new(heap, count);
    if (term_is_none(box)) return NUMBER_LIMIT;
    if (count > 0) memcpy(box_limbs(box), limbs, count * sizeof *limbs);
    return box_finish(heap, box, negative);
}

// --- sums ----------------------------------------------------------------------------------------
static int magnitude_compare(Integer a, Integer b) {
    if (a.count != b.count) return a.count < b.count ? -1 : 1;
    return a.count == 0 ? 0 : mpn_cmp(a.limbs, b.limbs, (mp_size_t)a.count);
}

// |a| >= |b|
static Term magnitudes_add(Heap *heap, Integer a, Integer b, bool negative) {
    Term box = box_new(heap, a.count + 1);
    if (term_is_none(box)) return NUMBER_LIMIT;
    mp_limb_t *sum = box_limbs(box);
    sum[a.count] = mpn_add(sum, a.limbs, (mp_size_t)a.count, b.limbs, (mp_size_t)b.count);
    return box_finish(heap, box, negative);
}

// |a| >= |b|
static Term magnitudes_subtract(Heap *heap, Integer a, Integer b, bool negative) {
    Term box = box_new(heap, a.count);
    if (term_is_none(box)) return NUMBER_LIMIT;
    mpn_sub(box_limbs(box), a.limbs, (mp_size_t)a.count, b.limbs, (mp_size_t)b.count);
    return box_finish(heap, box, negative);
}

Term bignum_add(Heap *heap, Integer a, Integer b) {
    if (magnitude_compare(a, b) < 0) {
        Integer larger = b;
        b = a;
        a = larger;
    }
    if (a.count == 0) return term_small(0);
    if (a.negative == b.negative) return magnitudes_add(heap, a, b, a.negative);
    return magnitudes_subtract(heap, a, b, a.negative);
}

Term bignum_subtract(Heap *heap, Integer a, Integer b) {
    b.negative = !b.negative;
    return bignum_add(heap, a, b);
}

// --- products ------------------------------------------------------------------------------------
Term bignum_multiply(Heap *heap, Integer a, Integer b) {
    if (a.count == 0 || b.count == 0) return term_small(0);
    Term box = box_new(heap, a.count + b.count);
    if (term_is_none(box)) return NUMBER_LIMIT;
    Integer larger = a.count >= b.count ? a : b, smaller = a.count >= b.count ? b : a;
    mpn_mul(box_limbs(box), larger.limbs, (mp_size_t)larger.count, smaller.limbs, (mp_size_t)smaller.count);
    return box_finish(heap, box, a.negative != b.negative);
}

// GMP always computes both; the one nobody asked for lies above the box of the other. |a| >= |b| > 0
static Term divide(Heap *heap, Integer a, Integer b, bool want_remainder) {
    size_t quotient_size = a.count - b.count + 1, remainder_size = b.count;
    if (!heap_has_room(heap, quotient_size + remainder_size + 1)) return NUMBER_LIMIT;
    Term box = box_new(heap, want_remainder ? remainder_size : quotient_size);
    if (term_is_none(box)) return NUMBER_LIMIT;
    mp_limb_t *other = &heap_take(heap, want_remainder ? quotient_size : remainder_size)->bits;
    mp_limb_t *quotient = want_remainder ? other : box_limbs(box);
    mp_limb_t *remainder = want_remainder ? box_limbs(box) : other;
    mpn_tdiv_qr(quotient, remainder, 0, a.limbs, (mp_size_t)a.count, b.limbs, (mp_size_t)b.count);
    return box_finish(heap, box, want_remainder ? a.negative : a.negative != b.negative);
}

Term bignum_quotient(Heap *heap, Integer a, Integer b) {
    if (magnitude_compare(a, b) < 0) return term_small(0);
    return divide(heap, a, b, false);
}

Term bignum_remainder(Heap *heap, Integer a, Integer b) {
    if (magnitude_compare(a, b) < 0) return number_from_magnitude(heap, a.limbs, a.count, a.negative);
    return divide(heap, a, b, true);
}

// --- bits ----------------------------------------------------------------------------------------
// The limbs of an endless two's complement, one after the other from the lowest on.
typedef struct {
    Integer integer;
    size_t next;
    mp_limb_t carry;   // of the addition of one to the inverted magnitude
} Complement;

static Complement complement_of(Integer a) { return (Complement){a, 0, 1}; }

static inline mp_limb_t complement_next(Complement *c) {
    mp_limb_t limb = c->next < c->integer.count ? c->integer.limbs[c->next] : 0;
    c->next++;
    if (!c->integer.negative) return limb;
    limb = ~limb + c->carry;
    c->carry &= limb == 0;
    return limb;
}

static inline mp_limb_t bitwise(Bitwise operation, mp_limb_t a, mp_limb_t b) {
    return operation == BITWISE_AND ? (a & b) : operation == BITWISE_OR ? (a | b) : (a ^ b);
}

Term bignum_bitwise(Heap *heap, Bitwise operation, Integer a, Integer b) {
    size_t count = (a.count > b.count ? a.count : b.count) + 1;
    Term box = box_new(heap, count);
    if (term_is_none(box)) return NUMBER_LIMIT;
    mp_limb_t *limbs = box_limbs(box);
    Complement left = complement_of(a), right = complement_of(b);
    for (size_t i = 0; i < count; i++) limbs[i] = bitwise(operation, complement_next(&left), complement_next(&right));
    bool negative = bitwise(operation, a.negative, b.negative);
    if (negative) mpn_neg(limbs, limbs, (mp_size_t)count);
    return box_finish(heap, box, negative);
}

Term bignum_shift_left(Heap *heap, Integer a, uint64_t bits) {
    size_t zeros = bits / 64;
    if (a.count == 0) return term_small(0);
    if (zeros > heap->release->integer_limbs) return NUMBER_LIMIT;
    Term box = box_new(heap, zeros + a.count + 1);
    if (term_is_none(box)) return NUMBER_LIMIT;
    mp_limb_t *limbs = box_limbs(box);
    memset(limbs, 0, (zeros + a.count + 1) * sizeof *limbs);
    if (bits % 64)
        limbs[zeros + a.count] = mpn_lshift(limbs + zeros, a.limbs, (mp_size_t)a.count, bits % 64);
    else
        memcpy(limbs + zeros, a.limbs, a.count * sizeof *limbs);
    return box_finish(heap, box, a.negative);
}

// The magnitude shifted; rounding down means one more for a negative integer that lost a bit.
Term bignum_shift_right(Heap *heap, Integer a, uint64_t bits) {
    size_t dropped = bits / 64;
    if (dropped >= a.count) return term_small(a.negative ? -1 : 0);
    size_t count = a.count - dropped;
    Term box = box_new(heap, count + 1);
    if (term_is_none(box)) return NUMBER_LIMIT;
    mp_limb_t *limbs = box_limbs(box), lost = 0;
    if (bits % 64)
        lost = mpn_rshift(limbs, a.limbs + dropped, (mp_size_t)count, bits % 64);
    else
        memcpy(limbs, a.limbs + dropped, count * sizeof *limbs);
    limbs[count] = 0;
    if (a.negative) {
        for (size_t i = 0; i < dropped && !lost; i++) lost = a.limbs[i];
        if (lost) mpn_add_1(limbs, limbs, (mp_size_t)count + 1, 1);
    }
    return box_finish(heap, box, a.negative);
}

// --- order and floats ------------------------------------------------------------------------------
int bignum_compare(Integer a, Integer b) {
    if (a.negative != b.negative) return a.negative ? -1 : 1;
    return a.negative ? magnitude_compare(b, a) : magnitude_compare(a, b);
}

// Rounds once for each limb, from the highest on, as OTP does: the last bit of a float that was made
// from a bignum must be the same there and here.
double bignum_to_double(Integer a) {
    double value = 0;
    for (size_t i = a.count; i-- > 0 && isfinite(value);) value = value * 0x1p64 + (double)a.limbs[i];
    return a.negative ? -value : value;
}

Integer bignum_of_double(double finite, mp_limb_t room[DOUBLE_LIMBS]) {
    bool negative = signbit(finite);
    int exponent;
    double fraction = frexp(fabs(finite), &exponent);   // finite = fraction * 2^exponent
    memset(room, 0, DOUBLE_LIMBS * sizeof *room);
    if (exponent <= 0) return (Integer){room, 0, negative};
    mp_limb_t top = (mp_limb_t)ldexp(fraction, 64);   // highest bit set
    size_t limb = (size_t)(exponent - 1) / 64;
    int spare = 64 * ((int)limb + 1) - exponent;   // zero bits above the highest one
    room[limb] = top >> spare;
    if (limb > 0 && spare > 0) room[limb - 1] = top << (64 - spare);
    return (Integer){room, limb + 1, negative};
}

// --- bytes ---------------------------------------------------------------------------------------
// The limb `index` of `size` bytes; those beyond the end are `fill`.
static mp_limb_t limb_from_bytes(const uint8_t *bytes, size_t size, bool little, size_t index, uint8_t fill) {
    mp_limb_t limb = 0;
    for (size_t i = index * 8 + 8; i-- > index * 8;) {
        uint8_t byte = i >= size ? fill : little ? bytes[i] : bytes[size - 1 - i];
        limb = limb << 8 | byte;
    }
    return limb;
}

Term number_from_bytes(Heap *heap, const uint8_t *bytes, size_t size, bool little, bool sign) {
    if (size == 0) return term_small(0);
    bool negative = sign && (little ? bytes[size - 1] : bytes[0]) & 0x80;
    uint8_t fill = negative ? 0xFF : 0;
    size_t count = (size + 7) / 8;
    Term box = box_new(heap, count);
    if (term_is_none(box)) return NUMBER_LIMIT;
    mp_limb_t *limbs = box_limbs(box);
    for (size_t i = 0; i < count; i++) limbs[i] = limb_from_bytes(bytes, size, little, i, fill);
    if (negative) mpn_neg(limbs, limbs, (mp_size_t)count);
    return box_finish(heap, box, negative);
}

void number_to_bytes(Term integer, uint8_t *bytes, size_t size, bool little) {
    mp_limb_t room, limb = 0;
    Complement rest = complement_of(integer_of(integer, &room));
    for (size_t i = 0; i < size; i++) {
        limb = i % 8 ? limb >> 8 : complement_next(&rest);
        bytes[little ? i : size - 1 - i] = (uint8_t)limb;
    }
}

// --- text ----------------------------------------------------------------------------------------
int number_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 36;
}

static void small_text(int64_t value, int base, Text *out) {
    char digits[65], *end = digits + sizeof digits, *at = end;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        *--at = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[rest % (unsigned)base];
        rest /= (unsigned)base;
    } while (rest);
    if (value < 0) *--at = '-';
    text_add_bytes(out, at, (size_t)(end - at));
}

void number_integer_text(Term integer, int base, Text *out) {
    assert(base >= 2 && base <= 36);
    if (term_is_small(integer)) return small_text(term_to_small(integer), base, out);
    Integer a = integer_of(integer, NULL);
    mp_limb_t *limbs = memory_new(a.count * sizeof *limbs);   // GMP spoils what it converts
    memcpy(limbs, a.limbs, a.count * sizeof *limbs);
    uint8_t *digits = memory_new((size_t)((double)a.count * 64 / log2(base)) + 3);
    size_t size = mpn_get_str(digits, base, limbs, (mp_size_t)a.count), first = 0;
    while (digits[first] == 0) first++;
    for (size_t i = first; i < size; i++) digits[i] += digits[i] < 10 ? '0' : 'A' - 10;
    if (a.negative) text_add_char(out, '-');
    text_add_bytes(out, digits + first, size - first);
    memory_free(digits);
    memory_free(limbs);
}

// More digits than fit in a word; the values of the digits, highest first.
static Term parse_many(Heap *heap, const uint8_t *digits, size_t size, int base, bool negative) {
    double limbs = (double)size * log2(base) / 64 + 2;
    if (limbs > (double)heap->release->integer_limbs + 2) return NUMBER_LIMIT;
    Term box = box_new(heap, (size_t)limbs);
    if (term_is_none(box)) return NUMBER_LIMIT;
    size_t used = (size_t)mpn_set_str(box_limbs(box), digits, size, base);
    assert(used <= (size_t)limbs);
    memset(box_limbs(box) + used, 0, ((size_t)limbs - used) * sizeof(mp_limb_t));
    return box_finish(heap, box, negative);
}

// 12 digits fit in a word in every base.
enum { DIGITS_IN_WORD = 12 };

Term number_integer_parse(Heap *heap, const char *digits, size_t size, int base) {
    bool negative = size > 0 && *digits == '-';
    if (negative || (size > 0 && *digits == '+')) digits++, size--;
    if (size == 0) return NO_TERM;
    int64_t value = 0;
    for (size_t i = 0; i < size; i++) {
        if (number_digit(digits[i]) >= base) return NO_TERM;
        if (i < DIGITS_IN_WORD) value = value * base + number_digit(digits[i]);
    }
    if (size <= DIGITS_IN_WORD) return heap_integer(heap, negative ? -value : value);
    while (size > 1 && *digits == '0') digits++, size--;
    uint8_t *values = memory_new(size);
    for (size_t i = 0; i < size; i++) values[i] = (uint8_t)number_digit(digits[i]);
    Term integer = parse_many(heap, values, size, base, negative);
    memory_free(values);
    return integer;
}
