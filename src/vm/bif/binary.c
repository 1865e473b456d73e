// Module binary, except for searching (binary_search.c).
#include "vm/run/bif.h"
#include "vm/term/bits.h"

// --- single bytes --------------------------------------------------------------------------------

static Term byte_at(Bits bits, size_t index) {
    return term_small((int64_t)bits_load(bits.bytes, bits.offset + index * 8, 8));
}

static Term binary_at_2(Process *p, const Term *args) {
    if (!term_is_binary(args[0]) || !term_is_small(args[1])) return process_badarg(p);
    Bits bits = term_bits(args[0]);
    int64_t index = term_to_small(args[1]);
    if (index < 0 || index >= (int64_t)(bits.size / 8)) return process_badarg(p);
    return byte_at(bits, (size_t)index);
}

static Term binary_first_1(Process *p, const Term *args) {
    if (!term_is_binary(args[0]) || term_bits(args[0]).size == 0) return process_badarg(p);
    return byte_at(term_bits(args[0]), 0);
}

static Term binary_last_1(Process *p, const Term *args) {
    if (!term_is_binary(args[0]) || term_bits(args[0]).size == 0) return process_badarg(p);
    Bits bits = term_bits(args[0]);
    return byte_at(bits, bits.size / 8 - 1);
}

// --- copies --------------------------------------------------------------------------------------

static Term copy(Process *p, Term binary, int64_t times) {
    Bits bits = term_bits(binary);
    size_t total;
    uint8_t *to;
    if (__builtin_mul_overflow(bits.size, (size_t)times, &total)) return process_system_limit(p);
    Term result = bits_new(p->heap, total, &to);
    if (term_is_none(result)) return process_system_limit(p);
    for (size_t at = 0; at < total; at += bits.size) bits_put_bits(to, at, bits);
    return result;
}

static Term binary_copy_1(Process *p, const Term *args) {
    return term_is_binary(args[0]) ? copy(p, args[0], 1) : process_badarg(p);
}

static Term binary_copy_2(Process *p, const Term *args) {
    int64_t times = term_is_small(args[1]) ? term_to_small(args[1]) : -1;
    bool unchecked = times == 0 && !p->heap->release->checks_unused;
    if (unchecked && term_is_bitstring(args[0])) return heap_binary(p->heap, 0);
    if (times < 0 || !term_is_binary(args[0])) return process_badarg(p);
    return copy(p, args[0], times);
}

// OTP copies short parts of a binary, weft refers to them: answer as if they had been copied.
static Term binary_referenced_byte_size_1(Process *p, const Term *args) {
    enum { COPIED_BITS = 64 * 8 };
    if (!term_is_bitstring(args[0])) return process_badarg(p);
    size_t size = term_bits(args[0]).size;
    if (term_kind(args[0]) == KIND_SUBBINARY && size > COPIED_BITS)
        return term_small((int64_t)term_binary_size(term_words(args[0])[1]));
    return term_small((int64_t)((size + 7) / 8));
}

// --- integers ------------------------------------------------------------------------------------

static bool read_endianness(Term t, bool *little) {
    *little = term_same(t, ATOM(little));
    return *little || term_same(t, ATOM(big));
}

static Term binary_decode_unsigned_2(Process *p, const Term *args) {
    bool little;
    if (!term_is_binary(args[0]) || !read_endianness(args[1], &little)) return process_badarg(p);
    Bits bits = term_bits(args[0]);
    Term integer = bits_get_integer(p->heap, bits.bytes, bits.offset, bits.size, little, false);
    return term_is_none(integer) ? process_system_limit(p) : integer;
}

static Term binary_decode_unsigned_1(Process *p, const Term *args) {
    return binary_decode_unsigned_2(p, (Term[]){args[0], ATOM(big)});
}

static bool is_unsigned(Term t) { return term_is_small(t) ? term_to_small(t) >= 0 : term_is_kind(t, KIND_POSITIVE); }

// How many bits an integer >= 0 needs.
static size_t width(Term integer) {
    uint64_t highest = (uint64_t)term_to_small(integer);
    size_t below = 0;
    if (term_is_bignum(integer)) {
        below = (term_size(integer) - 1) * 64;
        highest = term_words(integer)[term_size(integer)].bits;
    }
    return highest == 0 ? 0 : below + 64 - (size_t)__builtin_clzll(highest);
}

static Term binary_encode_unsigned_2(Process *p, const Term *args) {
    bool little;
    if (!is_unsigned(args[0]) || !read_endianness(args[1], &little)) return process_badarg(p);
    size_t bits = (width(args[0]) + 7) / 8 * 8;
    if (bits == 0) bits = 8;
    uint8_t *to;
    Term binary = bits_new(p->heap, bits, &to);
    if (term_is_none(binary)) return process_system_limit(p);
    bits_put_integer(to, 0, bits, args[0], little);
    return binary;
}

static Term binary_encode_unsigned_1(Process *p, const Term *args) {
    return binary_encode_unsigned_2(p, (Term[]){args[0], ATOM(big)});
}

// --- what binaries have in common ----------------------------------------------------------------

static size_t common_prefix(Bits a, Bits b, size_t most) {
    for (size_t i = 0; i < most; i++)
        if (!term_same(byte_at(a, i), byte_at(b, i))) return i;
    return most;
}

static size_t common_suffix(Bits a, Bits b, size_t most) {
    size_t a_size = a.size / 8, b_size = b.size / 8;
    for (size_t i = 0; i < most; i++)
        if (!term_same(byte_at(a, a_size - 1 - i), byte_at(b, b_size - 1 - i))) return i;
    return most;
}

// What all have in common is what each has in common with the first.
static Term longest_common(Process *p, Term list, size_t (*common)(Bits, Bits, size_t)) {
    if (!term_is_cons(list) || !term_is_binary(term_head(list))) return process_badarg(p);
    Bits first = term_bits(term_head(list));
    size_t most = first.size / 8;
    for (; term_is_cons(list); list = term_tail(list)) {
        if (!term_is_binary(term_head(list))) return process_badarg(p);
        Bits bits = term_bits(term_head(list));
        if (bits.size / 8 < most) most = bits.size / 8;
        most = common(first, bits, most);
    }
    if (!term_is_nil(list)) return process_badarg(p);
    return term_small((int64_t)most);
}

static Term binary_longest_common_prefix_1(Process *p, const Term *args) {
    return longest_common(p, args[0], common_prefix);
}

static Term binary_longest_common_suffix_1(Process *p, const Term *args) {
    return longest_common(p, args[0], common_suffix);
}

const Bif binary_bifs[] = {
    BIF(binary, at, 2, PURE),
    BIF(binary, first, 1, PURE),
    BIF(binary, last, 1, PURE),
    BIF(binary, copy, 1, PURE),
    BIF(binary, copy, 2, PURE),
    BIF(binary, referenced_byte_size, 1, PURE),
    BIF(binary, decode_unsigned, 1, PURE),
    BIF(binary, decode_unsigned, 2, PURE),
    BIF(binary, encode_unsigned, 1, PURE),
    BIF(binary, encode_unsigned, 2, PURE),
    BIF(binary, longest_common_prefix, 1, PURE),
    BIF(binary, longest_common_suffix, 1, PURE),
    {0},
};
