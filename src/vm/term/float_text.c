#include "vm/term/float_text.h"

#include <assert.h>
#include <gmp.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// --- shortest digits -------------------------------------------------------------------------------
// Which decimals read back as this float? All in the interval between the midpoints to its two
// neighbours (the midpoints themselves go to an even significand). With the float as c * 2^q the
// interval is 2^q long (a quarter less at a power of two, which has a closer neighbour below). Take
// the largest power of ten 10^k not above that and count in units of it: the interval is then at
// least 1 and less than 10 long, so it holds a whole number and at most one
// multiple of ten. A multiple of ten in it, once its zeros are dropped, is the shortest answer; else
// the whole number closest to the float is.
//
// This is Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020), but with exact
// arithmetic in place of its table of powers.

typedef struct {
    uint64_t digits;   // no zero at the end
    int exponent;      // of ten
} Decimal;

enum { POWER_LIMBS = 13, SCALE_LIMBS = POWER_LIMBS + 2 };   // 5^324 has 753 bits

// 2^q / 10^k as 2^two * 5^(-k).
typedef struct {
    mp_limb_t power[POWER_LIMBS];   // 5^|k|
    mp_size_t power_size;
    bool divide;   // k > 0
    int two;
} Scale;

static Scale scale_new(int q, int k) {
    static const mp_limb_t five_27 = 7450580596923828125u;   // the largest power of 5 in a limb
    Scale scale = {{1}, 1, k > 0, q - k};
    int rest = abs(k);
    for (; rest > 0; rest -= 27) {
        mp_limb_t factor = five_27;
        for (int i = rest; i < 27; i++) factor /= 5;
        mp_limb_t carry = mpn_mul_1(scale.power, scale.power, scale.power_size, factor);
        if (carry) scale.power[scale.power_size++] = carry;
    }
    assert(scale.power_size <= POWER_LIMBS);
    return scale;
}

// number * 2^bits; returns its size.
static mp_size_t limbs_shift_left(mp_limb_t *limbs, uint64_t number, int bits) {
    mp_size_t zeros = bits / 64;
    int shift = bits % 64;
    memset(limbs, 0, (size_t)zeros * sizeof *limbs);
    limbs[zeros] = number << shift;
    limbs[zeros + 1] = shift ? number >> (64 - shift) : 0;
    return zeros + 1 + (limbs[zeros + 1] != 0);
}

// floor(number / 2^bits), which fits in a limb, with the last bit set if that is not exact.
static uint64_t limbs_shift_right(const mp_limb_t *number, mp_size_t size, int bits) {
    mp_size_t first = bits / 64;
    int shift = bits % 64;
    mp_limb_t low = first < size ? number[first] : 0;
    mp_limb_t high = first + 1 < size ? number[first + 1] : 0;
    mp_limb_t value = shift ? low >> shift | high << (64 - shift) : low;
    mp_limb_t lost = shift ? low << (64 - shift) : 0;
    for (mp_size_t i = 0; i < first && i < size; i++) lost |= number[i];
    return value | (lost != 0);
}

// floor(number * 2^q / 10^k), odd if that is not exact: comparing such values with even numbers gives
// the same answers as comparing the exact ones.
static uint64_t scale_apply(const Scale *scale, uint64_t number) {
    mp_limb_t limbs[SCALE_LIMBS], quotient[SCALE_LIMBS], remainder[POWER_LIMBS];
    mp_size_t size = scale->power_size;
    if (scale->divide) {
        mp_size_t shifted = limbs_shift_left(limbs, number, scale->two);
        assert(shifted >= size);
        mpn_tdiv_qr(quotient, remainder, 0, limbs, shifted, scale->power, size);
        return quotient[0] | !mpn_zero_p(remainder, size);
    }
    limbs[size] = mpn_mul_1(limbs, scale->power, size, number);
    if (scale->two >= 0) return limbs[0] << scale->two;
    return limbs_shift_right(limbs, size + 1, -scale->two);
}

static Decimal decimal_make(uint64_t digits, int exponent) {
    for (; digits % 10 == 0; digits /= 10) exponent++;
    return (Decimal){digits, exponent};
}

// floor(log10(2^q)), or of 3/4 of it.
static int power_of_ten_below(int q, bool three_quarters) {
    return (int)floor((q + (three_quarters ? -0.4150374992788438 : 0)) * 0.30102999566398120);
}

static Decimal shortest_digits(uint64_t c, int q, bool uneven) {
    int k = power_of_ten_below(q, uneven);
    Scale scale = scale_new(q, k);
    // Four times everything, so that midpoints are whole numbers too.
    uint64_t low = scale_apply(&scale, 4 * c - (uneven ? 1 : 2));
    uint64_t value = scale_apply(&scale, 4 * c);
    uint64_t high = scale_apply(&scale, 4 * c + 2);
    uint64_t open = c & 1;   // do the ends of the interval belong to the neighbours?
    low += open;
    high -= open;

    uint64_t down = value / 4, ten_down = down / 10 * 10, ten_up = ten_down + 10;
    if (ten_down > 0 && low <= 4 * ten_down) return decimal_make(ten_down, k);
    if (4 * ten_up <= high) return decimal_make(ten_up, k);
    bool down_inside = low <= 4 * down, up_inside = 4 * (down + 1) <= high;
    if (down_inside != up_inside) return decimal_make(down_inside ? down : down + 1, k);
    uint64_t middle = 4 * down + 2;
    bool up = value > middle || (value == middle && (down & 1));
    return decimal_make(up ? down + 1 : down, k);
}

static Decimal decimal_of(double positive) {
    uint64_t bits;
    memcpy(&bits, &positive, sizeof bits);
    uint64_t significand = bits & (((uint64_t)1 << 52) - 1);
    int exponent = (int)(bits >> 52);
    if (exponent == 0) return shortest_digits(significand, -1074, false);
    bool uneven = significand == 0 && exponent > 1;   // the float below is half as far away
    return shortest_digits(significand | (uint64_t)1 << 52, exponent - 1075, uneven);
}

// --- shortest text ---------------------------------------------------------------------------------
static char *put(char *at, const char *text, int size) {
    memcpy(at, text, (size_t)size);
    return at + size;
}

static char *put_zeros(char *at, int count) {
    memset(at, '0', (size_t)count);
    return at + count;
}

static char *put_number(char *at, uint64_t number) {
    char digits[20], *first = digits + sizeof digits;
    do *--first = (char)('0' + number % 10);
    while (number /= 10);
    return put(at, first, (int)(digits + sizeof digits - first));
}

// 12340.0, 12.34 or 0.001234
static char *put_fixed(char *at, const char *digits, int size, int exponent) {
    int whole = size + exponent;   // digits before the point
    if (exponent >= 0) return put(put_zeros(put(at, digits, size), exponent), ".0", 2);
    if (whole > 0) return put(put(put(at, digits, whole), ".", 1), digits + whole, -exponent);
    return put(put_zeros(put(at, "0.", 2), -whole), digits, size);
}

// 1.234e-5
static char *put_scientific(char *at, const char *digits, int size, int exponent) {
    int power = exponent + size - 1;
    at = put(put(at, digits, 1), ".", 1);
    at = size > 1 ? put(at, digits + 1, size - 1) : put(at, "0", 1);
    at = put(at, "e-", power < 0 ? 2 : 1);
    return put_number(at, (uint64_t)abs(power));
}

// Fixed notation unless the other is shorter, or the float may stand for several integers.
static bool fixed_is_better(double magnitude, int size, int exponent) {
    int power = exponent + size - 1;
    int fixed = power < 0 ? 2 - exponent : exponent < 0 ? size + 1 : size + exponent + 2;
    int scientific = (size > 1 ? size + 1 : 3) + 2 + (power < 0) + (abs(power) >= 10) + (abs(power) >= 100);
    return fixed <= scientific && magnitude < 0x1p53;
}

size_t float_text_shortest(double value, char *buffer) {
    char digits[20], *at = buffer;
    if (signbit(value)) *at++ = '-';
    if (value == 0) {
        at = put(at, "0.0", 3);
    } else {
        Decimal decimal = decimal_of(fabs(value));
        int size = (int)(put_number(digits, decimal.digits) - digits);
        bool fixed = fixed_is_better(fabs(value), size, decimal.exponent);
        at = (fixed ? put_fixed : put_scientific)(at, digits, size, decimal.exponent);
    }
    *at = '\0';
    return (size_t)(at - buffer);
}

// --- other texts -----------------------------------------------------------------------------------
static size_t fitting(int length) { return length > 0 && length < FLOAT_TEXT_MAX ? (size_t)length : 0; }

size_t float_text_scientific(double value, int decimals, char *buffer) {
    return fitting(snprintf(buffer, FLOAT_TEXT_MAX, "%.*e", decimals, value));
}

// Drops zeros at the end, but not the one right behind the point.
static size_t without_zeros(char *buffer, size_t length) {
    while (length > 1 && buffer[length - 1] == '0') length--;
    if (buffer[length - 1] == '.') length++;
    buffer[length] = '\0';
    return length;
}

enum { FAST_DECIMALS = 19 };   // 10^18 is the last power of ten in an int64

// The fraction is rounded after it was scaled, in floats: not always the closest decimal, but the
// digits that OTP prints.
static size_t decimals_fast(double value, int decimals, char *buffer) {
    double magnitude = fabs(value), whole = floor(magnitude), scale = 1;
    const char *sign = signbit(value) ? "-" : "";
    if (decimals == 0) return (size_t)sprintf(buffer, "%s%.0f", sign, round(magnitude));
    for (int i = 0; i < decimals; i++) scale *= 10;
    double fraction = round((magnitude - whole) * scale);
    if (fraction >= scale) whole++, fraction = 0;
    return (size_t)sprintf(buffer, "%s%.0f.%0*llu", sign, whole, decimals, (unsigned long long)fraction);
}

size_t float_text_decimals(double value, int decimals, bool compact, char *buffer) {
    if (decimals < 0) return 0;
    bool fast = fabs(value) <= 0x1p53 && decimals < FAST_DECIMALS;
    size_t length = fast ? decimals_fast(value, decimals, buffer)
                         : fitting(snprintf(buffer, FLOAT_TEXT_MAX, "%.*f", decimals, value));
    if (length == 0 || !compact || (fast && decimals == 0)) return length;
    return without_zeros(buffer, length);
}

// --- reading ---------------------------------------------------------------------------------------
static bool skip_digits(const char **at) {
    const char *start = *at;
    while (**at >= '0' && **at <= '9') ++*at;
    return *at > start;
}

static void skip_sign(const char **at) {
    if (**at == '+' || **at == '-') ++*at;
}

static bool is_float_text(const char *at) {
    skip_sign(&at);
    if (!skip_digits(&at)) return false;
    if (*at != '.' && *at != ',') return false;
    at++;
    if (!skip_digits(&at)) return false;
    if (*at == 'e' || *at == 'E') {
        at++;
        skip_sign(&at);
        if (!skip_digits(&at)) return false;
    }
    return *at == '\0';
}

bool float_text_parse(const char *text, size_t size, double *out) {
    char inside[64], *copy = size < sizeof inside ? inside : memory_new(size + 1);
    memcpy(copy, text, size);
    copy[size] = '\0';
    bool good = is_float_text(copy);
    if (good) {
        char *comma = strchr(copy, ',');
        if (comma) *comma = '.';
        *out = strtod(copy, NULL);
        good = isfinite(*out);
    }
    if (copy != inside) memory_free(copy);
    return good;
}
