#include "vm/term/bits.h"

#include <math.h>

#include "base/memory.h"
#include "vm/term/number.h"
#include "vm/term/unicode.h"

static size_t minimum(size_t a, size_t b) { return a < b ? a : b; }

// --- words at any bit ----------------------------------------------------------------------------

static uint64_t load_big(const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return __builtin_bswap64(word);
}

static void store_big(uint8_t *at, uint64_t word) {
    word = __builtin_bswap64(word);
    memcpy(at, &word, sizeof word);
}

// Up to 64 bits.
static uint64_t load(const uint8_t *bytes, size_t offset, size_t size) {
    if (size <= 56) return bits_load(bytes, offset, size);
    return bits_load(bytes, offset, size - 32) << 32 | bits_load(bytes, offset + size - 32, 32);
}

// The low `size` bits of value, at most 56.
static void store_some(uint8_t *to, size_t offset, size_t size, uint64_t value) {
    uint8_t *at = to + offset / 8;
    size_t last = offset % 8 + size, padding = (8 - last % 8) % 8;
    uint64_t mask = (((uint64_t)1 << size) - 1) << padding;
    value = value << padding & mask;
    for (size_t i = (last + 7) / 8; i-- > 0; value >>= 8, mask >>= 8) at[i] = (uint8_t)((at[i] & ~mask) | value);
}

// The low `size` bits of value, at most 64.
static void store(uint8_t *to, size_t offset, size_t size, uint64_t value) {
    if (size == 64 && offset % 8 == 0) {
        store_big(to + offset / 8, value);
    } else if (size > 56) {
        store_some(to, offset, size - 32, value >> 32);
        store_some(to, offset + size - 32, 32, value);
    } else {
        store_some(to, offset, size, value);
    }
}

// --- whole bitstrings ----------------------------------------------------------------------------

// `count` bytes to a byte boundary, from `shift` bits (1 .. 7) behind one.
static void copy_shifted(uint8_t *to, const uint8_t *from, unsigned shift, size_t count) {
    for (; count >= 8; count -= 8, to += 8, from += 8) store_big(to, load_big(from) << shift | from[8] >> (8 - shift));
    for (; count > 0; count--, to++, from++) *to = (uint8_t)(from[0] << shift | from[1] >> (8 - shift));
}

void bits_copy(uint8_t *to, size_t to_offset, const uint8_t *from, size_t from_offset, size_t size) {
    size_t head = minimum(size, (8 - to_offset % 8) % 8);
    if (head > 0) store_some(to, to_offset, head, bits_load(from, from_offset, head));
    to += (to_offset + head) / 8;
    from_offset += head;
    size -= head;

    const uint8_t *source = from + from_offset / 8;
    unsigned shift = from_offset % 8;
    if (size < 8) {
        // nothing but a tail
    } else if (shift == 0) {
        memcpy(to, source, size / 8);
    } else {
        copy_shifted(to, source, shift, size / 8);
    }
    size_t tail = size % 8;
    if (tail > 0) store_some(to, size - tail, tail, bits_load(from, from_offset + size - tail, tail));
}

// Compares bits that both have.
static int compare_common(Bits a, Bits b, size_t size) {
    size_t done = 0;
    if (a.offset % 8 == 0 && b.offset % 8 == 0) {
        int order = memcmp(a.bytes + a.offset / 8, b.bytes + b.offset / 8, size / 8);
        if (order != 0) return order;
        done = size - size % 8;
    }
    while (done < size) {
        size_t step = minimum(size - done, 56);
        uint64_t x = bits_load(a.bytes, a.offset + done, step);
        uint64_t y = bits_load(b.bytes, b.offset + done, step);
        if (x != y) return x < y ? -1 : 1;
        done += step;
    }
    return 0;
}

int bits_compare(Bits a, Bits b) {
    int order = compare_common(a, b, minimum(a.size, b.size));
    if (order != 0) return order;
    return a.size < b.size ? -1 : a.size > b.size;
}

bool bits_equal(Bits a, Bits b) { return a.size == b.size && compare_common(a, b, a.size) == 0; }

Bytes bits_bytes(Bits bits, uint8_t **scratch) {
    assert(bits.size % 8 == 0);
    *scratch = NULL;
    if (bits.offset % 8 == 0) return (Bytes){bits.bytes + bits.offset / 8, bits.size / 8};
    *scratch = memory_new(bits.size / 8 + 1);
    bits_copy(*scratch, 0, bits.bytes, bits.offset, bits.size);
    return (Bytes){*scratch, bits.size / 8};
}

bool bits_of_binary(Term t, Bytes *bytes, uint8_t **scratch) {
    *scratch = NULL;
    if (!term_is_binary(t)) return false;
    *bytes = bits_bytes(term_bits(t), scratch);
    return true;
}

// --- integers ------------------------------------------------------------------------------------
//
// A little-endian integer of 20 bits is two bytes, the lowest first, and then its highest four bits.

static uint64_t load_little(const uint8_t *bytes, size_t offset, size_t size) {
    uint64_t value = 0;
    for (size_t i = 0; i < size; i += 8) value |= bits_load(bytes, offset + i, minimum(8, size - i)) << i;
    return value;
}

static void store_little(uint8_t *to, size_t offset, size_t size, uint64_t value) {
    for (size_t i = 0; i < size; i += 8) store_some(to, offset + i, minimum(8, size - i), value >> i);
}

// Limb i (64 bits, or what is left) of an integer of `size` bits.
static uint64_t load_limb(const uint8_t *bytes, size_t offset, size_t size, bool little, size_t i) {
    size_t below = i * 64, here = minimum(64, size - below);
    if (little) return load_little(bytes, offset + below, here);
    return load(bytes, offset + size - below - here, here);
}

// Turns limbs in two's complement into the magnitude of the negative number they are.
static void negate(uint64_t *limbs, size_t count) {
    bool carry = true;
    for (size_t i = 0; i < count; i++) {
        limbs[i] = ~limbs[i] + carry;
        carry = carry && limbs[i] == 0;
    }
}

// The integer whose magnitude was built in a bignum of `count` limbs, the newest object of the heap.
static Term trim_bignum(Heap *heap, Term bignum, size_t count, bool negative) {
    Term *words = term_words(bignum);
    while (count > 0 && words[count].bits == 0) count--;
    uint64_t low = count > 0 ? words[1].bits : 0;
    if (count <= 1 && low <= (uint64_t)SMALL_MAX + negative) {
        heap->top = words;
        return term_small(negative ? -(int64_t)low : (int64_t)low);
    }
    words[0] = header_make(negative ? KIND_NEGATIVE : KIND_POSITIVE, count);
    heap->top = words + 1 + count;
    return bignum;
}

static bool is_negative(const uint8_t *bytes, size_t offset, size_t size, bool little) {
    if (size == 0) return false;
    size_t highest = little ? (size - 1) / 8 * 8 : 0;   // where the highest bits start
    return bits_load(bytes, offset + highest, 1);
}

Term bits_get_any_integer(Heap *heap, const uint8_t *bytes, size_t offset, size_t size, bool little, bool sign) {
    size_t count = (size + 63) / 64;
    if (count > heap->release->integer_limbs || !heap_has_room(heap, count + 1)) return NO_TERM;
    Term bignum = heap_box(heap, KIND_POSITIVE, count);
    uint64_t *limbs = &term_words(bignum)[1].bits;
    for (size_t i = 0; i < count; i++) limbs[i] = load_limb(bytes, offset, size, little, i);
    bool negative = sign && is_negative(bytes, offset, size, little);
    if (negative) {
        if (size % 64 > 0) limbs[count - 1] |= UINT64_MAX << size % 64;
        negate(limbs, count);
    }
    return trim_bignum(heap, bignum, count, negative);
}

// An integer as endless two's complement, 64 bits at a time.
typedef struct {
    const Term *limbs;   // magnitude of a bignum, NULL for a plain number
    size_t count;
    size_t lowest;   // negative bignum: the lowest limb that is not 0
    bool negative;
    int64_t value;   // plain number
} Integer;

static Integer integer_of(Term t) {
    if (term_is_small(t)) return (Integer){.value = term_to_small(t), .negative = term_to_small(t) < 0};
    Integer integer = {.limbs = term_words(t) + 1, .count = term_size(t), .negative = term_kind(t) == KIND_NEGATIVE};
    while (integer.limbs[integer.lowest].bits == 0) integer.lowest++;
    return integer;
}

static uint64_t integer_limb(const Integer *integer, size_t i) {
    if (!integer->limbs && i == 0) return (uint64_t)integer->value;
    if (i >= integer->count) return integer->negative ? UINT64_MAX : 0;
    uint64_t limb = integer->limbs[i].bits;
    if (!integer->negative) return limb;
    return i <= integer->lowest ? 0 - limb : ~limb;
}

static void put(uint8_t *to, size_t offset, size_t size, const Integer *integer, bool little) {
    for (size_t below = 0; below < size; below += 64) {
        uint64_t limb = integer_limb(integer, below / 64);
        size_t here = minimum(64, size - below);
        if (little) {
            store_little(to, offset + below, here, limb);
        } else {
            store(to, offset + size - below - here, here, limb);
        }
    }
}

void bits_put_integer(uint8_t *to, size_t offset, size_t size, Term integer, bool little) {
    if (size == 8 && offset % 8 == 0 && term_is_small(integer)) {
        to[offset / 8] = (uint8_t)term_to_small(integer);
        return;
    }
    Integer value = integer_of(integer);
    put(to, offset, size, &value, little);
}

void bits_put_word(uint8_t *to, size_t offset, size_t size, int64_t value, bool little) {
    put(to, offset, size, &(Integer){.value = value, .negative = value < 0}, little);
}

// --- floats --------------------------------------------------------------------------------------

static double double_from_half(uint64_t half) {
    int exponent = (int)(half >> 10 & 31), mantissa = (int)(half & 1023);
    double value = exponent == 0    ? ldexp(mantissa, -24)
                   : exponent == 31 ? INFINITY
                                    : ldexp(1024 + mantissa, exponent - 25);
    return half >> 15 ? -value : value;
}

// value / 2^shift, rounded to the nearest, ties to even.
static uint64_t shift_rounding(uint64_t value, unsigned shift) {
    uint64_t rest = value & (((uint64_t)1 << shift) - 1), half = (uint64_t)1 << (shift - 1);
    uint64_t result = value >> shift;
    return result + (rest > half || (rest == half && (result & 1)));
}

// Rounding up may carry into the exponent, which is then the right one; too large gives infinity.
static uint64_t half_from_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t sign = bits >> 63 << 15, mantissa = bits << 12 >> 12;
    int exponent = (int)(bits >> 52 & 2047) - 1023;
    if (exponent > 15) return sign | 0x7C00;
    if (exponent < -25) return sign;
    uint64_t whole = mantissa | (uint64_t)1 << 52;
    if (exponent < -14) return sign | shift_rounding(whole, (unsigned)(28 - exponent));
    return sign | (((uint64_t)(exponent + 15) << 10) + shift_rounding(mantissa, 42));
}

static double double_from_single(uint32_t bits) {
    float single;
    memcpy(&single, &bits, sizeof single);
    return single;
}

bool bits_get_float(const uint8_t *bytes, size_t offset, size_t size, bool little, double *out) {
    if (size != 16 && size != 32 && size != 64) return false;
    uint64_t bits = load_limb(bytes, offset, size, little, 0);
    double value;
    if (size == 16)
        value = double_from_half(bits);
    else if (size == 32)
        value = double_from_single((uint32_t)bits);
    else
        memcpy(&value, &bits, sizeof value);
    *out = value;
    return isfinite(value);
}

bool bits_put_float(uint8_t *to, size_t offset, size_t size, double value, bool little) {
    uint64_t bits = 0;
    if (size == 16) {
        bits = half_from_double(value);
    } else if (size == 32) {
        float single = (float)value;
        uint32_t word;
        memcpy(&word, &single, sizeof word);
        bits = word;
    } else if (size == 64) {
        memcpy(&bits, &value, sizeof bits);
    } else {
        return false;
    }
    bits_put_word(to, offset, size, (int64_t)bits, little);
    return true;
}

// --- characters ----------------------------------------------------------------------------------

// The next bytes of a character, at most four, in whole bytes.
static const uint8_t *next_bytes(const uint8_t *bytes, size_t position, size_t end, uint8_t copy[4], size_t *count) {
    *count = minimum(4, (end - position) / 8);
    if (position % 8 == 0) return bytes + position / 8;
    bits_copy(copy, 0, bytes, position, *count * 8);
    return copy;
}

static bool move(size_t *position, int length) {
    if (length <= 0) return false;
    *position += (size_t)length * 8;
    return true;
}

bool bits_get_utf8(const uint8_t *bytes, size_t *position, size_t end, uint32_t *character) {
    uint8_t copy[4];
    size_t count;
    const uint8_t *at = next_bytes(bytes, *position, end, copy, &count);
    return move(position, unicode_from_utf8(at, at + count, character));
}

bool bits_get_utf16(const uint8_t *bytes, size_t *position, size_t end, bool little, uint32_t *character) {
    uint8_t copy[4];
    size_t count;
    const uint8_t *at = next_bytes(bytes, *position, end, copy, &count);
    return move(position, unicode_from_utf16(at, at + count, little, character));
}

bool bits_get_utf32(const uint8_t *bytes, size_t *position, size_t end, bool little, uint32_t *character) {
    uint8_t copy[4];
    size_t count;
    const uint8_t *at = next_bytes(bytes, *position, end, copy, &count);
    return move(position, unicode_from_utf32(at, at + count, little, character));
}

void bits_put_utf8(uint8_t *to, size_t offset, uint32_t character) {
    uint8_t bytes[4];
    size_t length = unicode_to_utf8(bytes, character);
    bits_copy(to, offset, bytes, 0, length * 8);
}

void bits_put_utf16(uint8_t *to, size_t offset, uint32_t character, bool little) {
    if (character < 0x10000) {
        bits_put_word(to, offset, 16, character, little);
        return;
    }
    uint32_t rest = character - 0x10000;
    bits_put_word(to, offset, 16, 0xD800 | rest >> 10, little);
    bits_put_word(to, offset + 16, 16, 0xDC00 | (rest & 0x3FF), little);
}

void bits_put_utf32(uint8_t *to, size_t offset, uint32_t character, bool little) {
    bits_put_word(to, offset, 32, character, little);
}

// --- building terms ------------------------------------------------------------------------------

static const uint64_t GROWABLE = (uint64_t)1 << 63;

enum { SUBBINARY_WORDS = 4 };

static size_t words_for(size_t bytes) { return 2 + (bytes + 7) / 8; }

static Term new_subbinary(Heap *heap, Term binary, size_t offset, size_t size) {
    Term t = heap_box(heap, KIND_SUBBINARY, 3);
    term_words(t)[1] = binary;
    term_words(t)[2] = term_small((int64_t)offset);
    term_words(t)[3] = term_small((int64_t)size);
    return t;
}

Term bits_new(Heap *heap, size_t size, uint8_t **bytes) {
    size_t count = size / 8 + (size % 8 > 0);
    if (!heap_has_room(heap, words_for(count) + SUBBINARY_WORDS)) return NO_TERM;
    Term binary = heap_binary(heap, count);
    *bytes = term_binary_bytes(binary);
    if (size % 8 == 0) return binary;
    (*bytes)[count - 1] = 0;
    return new_subbinary(heap, binary, 0, size);
}

static void set_used(Term binary, size_t bits) {
    uint64_t bytes = (bits + 7) / 8, unused = bytes * 8 - bits;
    term_words(binary)[1].bits = GROWABLE | unused << 60 | bytes;
}

static size_t used(Term binary) { return term_binary_size(binary) * 8 - (term_words(binary)[1].bits >> 60 & 7); }

static size_t capacity(Term binary) { return (term_size(binary) - 1) * 64; }   // in bits

static Term new_growable(Heap *heap, size_t bytes) {
    if (!heap_has_room(heap, words_for(bytes) + SUBBINARY_WORDS)) return NO_TERM;
    return heap_binary(heap, bytes);
}

Term bits_new_growable(Heap *heap, size_t bytes) {
    Term binary = new_growable(heap, bytes);
    if (term_is_none(binary)) return NO_TERM;
    set_used(binary, 0);
    return new_subbinary(heap, binary, 0, 0);
}

// Whether `more` bits can be written behind the bitstring without anyone noticing.
static bool can_grow(const Heap *heap, Term bitstring, size_t more) {
    if (term_kind(bitstring) != KIND_SUBBINARY) return false;
    Term binary = term_words(bitstring)[1];
    if (!term_is_growable(binary) || term_words(binary) < heap->frozen) return false;
    Bits bits = term_bits(bitstring);
    size_t end = bits.offset + bits.size;
    return end == used(binary) && more <= capacity(binary) - end;
}

// A copy of the bitstring in a growable binary with room for as much again.
static Term copy_growable(Heap *heap, Bits bits, size_t more) {
    enum { LEAST_BYTES = 64 };
    size_t size = (bits.size + more + 7) / 8;
    Term binary = new_growable(heap, size < LEAST_BYTES / 2 ? LEAST_BYTES : size * 2);
    if (!term_is_none(binary)) bits_put_bits(term_binary_bytes(binary), 0, bits);
    return binary;
}

Term bits_append(Heap *heap, Term bitstring, size_t more, uint8_t **bytes, size_t *offset) {
    Bits bits = term_bits(bitstring);
    if (more > SIZE_MAX / 64 - bits.size) return NO_TERM;
    Term binary;
    size_t start = 0;
    if (can_grow(heap, bitstring, more)) {
        if (!heap_has_room(heap, SUBBINARY_WORDS)) return NO_TERM;
        binary = term_words(bitstring)[1];
        start = bits.offset;
    } else {
        binary = copy_growable(heap, bits, more);
        if (term_is_none(binary)) return NO_TERM;
    }
    *bytes = term_binary_bytes(binary);
    *offset = start + bits.size;
    set_used(binary, start + bits.size + more);
    return new_subbinary(heap, binary, start, bits.size + more);
}
