// Functions of module erlang on bitstrings and lists of bytes.
#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/run/interp_bits.h"
#include "vm/term/bits.h"
#include "vm/term/iolist.h"
#include "vm/term/unicode.h"

// --- from lists ----------------------------------------------------------------------------------

static Term erlang_iolist_to_binary_1(Process *p, const Term *args) {
    Term binary = iolist_to_binary(p->heap, args[0]);
    if (!term_is_none(binary)) return binary;
    size_t size;
    return iolist_size(args[0], &size) ? process_system_limit(p) : process_badarg(p);
}

static Term erlang_list_to_binary_1(Process *p, const Term *args) {
    return term_is_list(args[0]) ? erlang_iolist_to_binary_1(p, args) : process_badarg(p);
}

static Term erlang_list_to_bitstring_1(Process *p, const Term *args) {
    if (!term_is_list(args[0])) return process_badarg(p);
    Term bitstring = iolist_to_bitstring(p->heap, args[0]);
    if (!term_is_none(bitstring)) return bitstring;
    size_t size;
    return iolist_bit_size(args[0], &size) ? process_system_limit(p) : process_badarg(p);
}

static Term erlang_iolist_to_iovec_1(Process *p, const Term *args) {
    Term binary = erlang_iolist_to_binary_1(p, args);
    if (term_is_none(binary)) return NO_TERM;
    return term_bits(binary).size == 0 ? TERM_NIL : heap_cons(p->heap, binary, TERM_NIL);
}

static Term erlang_iolist_size_1(Process *p, const Term *args) {
    size_t size;
    if (!iolist_size(args[0], &size)) return process_badarg(p);
    return term_small((int64_t)size);
}

// --- to lists ------------------------------------------------------------------------------------

// The whole bytes of a bitstring as a list in front of `tail`.
static Term list_of_bytes(Process *p, Bits bits, Term tail) {
    bits.size -= bits.size % 8;
    if (!heap_has_room(p->heap, bits.size / 4)) return process_system_limit(p);
    uint8_t *scratch;
    Bytes bytes = bits_bytes(bits, &scratch);
    Term list = unicode_list_from_latin1(p->heap, bytes.data, bytes.size, tail);
    memory_free(scratch);
    return list;
}

static Term erlang_binary_to_list_1(Process *p, const Term *args) {
    if (!term_is_binary(args[0])) return process_badarg(p);
    return list_of_bytes(p, term_bits(args[0]), TERM_NIL);
}

static Term erlang_bitstring_to_list_1(Process *p, const Term *args) {
    if (!term_is_bitstring(args[0])) return process_badarg(p);
    Bits bits = term_bits(args[0]);
    size_t rest = bits.size % 8;
    Term tail = TERM_NIL;
    if (rest > 0) {
        Term last = heap_subbinary(p->heap, args[0], bits.size - rest, rest);
        tail = heap_cons(p->heap, last, TERM_NIL);
    }
    return list_of_bytes(p, bits, tail);
}

// From byte `first` to byte `last`, counted from 1.
static Term erlang_binary_to_list_3(Process *p, const Term *args) {
    if (!term_is_bitstring(args[0]) || !term_is_small(args[1]) || !term_is_small(args[2])) return process_badarg(p);
    Bits bits = term_bits(args[0]);
    int64_t first = term_to_small(args[1]), last = term_to_small(args[2]);
    if (first < 1 || first > last || last > (int64_t)(bits.size / 8)) return process_badarg(p);
    bits.offset += (size_t)(first - 1) * 8;
    bits.size = (size_t)(last - first + 1) * 8;
    return list_of_bytes(p, bits, TERM_NIL);
}

// --- parts and sizes -----------------------------------------------------------------------------

static Term erlang_split_binary_2(Process *p, const Term *args) {
    if (!term_is_bitstring(args[0]) || !term_is_small(args[1])) return process_badarg(p);
    size_t size = term_bits(args[0]).size;
    int64_t at = term_to_small(args[1]);
    if (at < 0 || at > (int64_t)(size / 8)) return process_badarg(p);
    size_t cut = (size_t)at * 8;
    return heap_tuple2(p->heap, heap_subbinary(p->heap, args[0], 0, cut),
                       heap_subbinary(p->heap, args[0], cut, size - cut));
}

// A negative length reaches backwards from the position.
static Term part(Process *p, Term binary, Term position, Term length) {
    if (!term_is_bitstring(binary) || !term_is_small(position) || !term_is_small(length)) return process_badarg(p);
    int64_t start = term_to_small(position), count = term_to_small(length);
    if (start < 0) return process_badarg(p);
    if (count < 0) {
        start += count;
        count = -count;
    }
    if (start < 0 || start + count > (int64_t)(term_bits(binary).size / 8)) return process_badarg(p);
    return heap_subbinary(p->heap, binary, (size_t)start * 8, (size_t)count * 8);
}

static Term erlang_binary_part_3(Process *p, const Term *args) { return part(p, args[0], args[1], args[2]); }

static Term erlang_binary_part_2(Process *p, const Term *args) {
    if (!term_is_tuple_of(args[1], 2)) return process_badarg(p);
    const Term *range = term_elements(args[1]);
    return part(p, args[0], range[0], range[1]);
}

// In bits; -1 for other terms. From OTP 26 on compilers ask it of a match context: that is what it has left.
static int64_t size_of(Term t) {
    if (term_is_bitstring(t)) return (int64_t)term_bits(t).size;
    return term_is_kind(t, KIND_MATCH) ? (int64_t)match_left(t) : -1;
}

static Term erlang_byte_size_1(Process *p, const Term *args) {
    int64_t size = size_of(args[0]);
    return size < 0 ? process_badarg(p) : term_small((size + 7) / 8);
}

static Term erlang_bit_size_1(Process *p, const Term *args) {
    int64_t size = size_of(args[0]);
    return size < 0 ? process_badarg(p) : term_small(size);
}

const Bif erlang_binary_bifs[] = {
    BIF(erlang, list_to_binary, 1, PURE),
    BIF_NAMED("binary", "list_to_bin", 1, erlang_list_to_binary_1, PURE),
    BIF(erlang, iolist_to_binary, 1, PURE),
    BIF(erlang, iolist_to_iovec, 1, PURE),
    BIF(erlang, iolist_size, 1, PURE),
    BIF(erlang, list_to_bitstring, 1, PURE),
    BIF(erlang, binary_to_list, 1, PURE),
    BIF(erlang, binary_to_list, 3, PURE),
    BIF(erlang, bitstring_to_list, 1, PURE),
    BIF(erlang, split_binary, 2, PURE),
    BIF(erlang, binary_part, 2, PURE),
    BIF(erlang, binary_part, 3, PURE),
    BIF_NAMED("binary", "part", 2, erlang_binary_part_2, PURE),
    BIF_NAMED("binary", "part", 3, erlang_binary_part_3, PURE),
    BIF(erlang, byte_size, 1, PURE),
    BIF(erlang, bit_size, 1, PURE),
    {0},
};
