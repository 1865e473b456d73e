// Bits: reading and writing bitstrings at any bit, and binaries that grow at their end.
//
// Positions and sizes are in bits, counted from the most significant bit of the first byte. Readers
// expect the caller to have checked that the bits are there; writers, that the room is, and they leave
// all bits around their own as they were.
//
// A growable binary is what makes <<Acc/binary, X>> in a loop cheap, although terms never change:
//
//     word 1 of a KIND_BINARY:   growable (1 bit) | unused bits of the last byte (3) | bytes in use (60)
//     KIND_SUBBINARY [0, 24)  ------+
//     KIND_SUBBINARY [0, 40)  ------+--> | header | 5 bytes in use | a b c d e . . . . . . . . . . |
//
// Only subbinaries refer to such an object, each with a size of its own. Appending to one that ends
// where the used part ends writes behind all that anyone can see; appending to a shorter one copies.
// So does appending to an object that an undo needs (below heap->frozen).
#pragma once
#include "base/bytes.h"
#include "vm/store/heap.h"

// --- whole bitstrings ----------------------------------------------------------------------------
void bits_copy(uint8_t *to, size_t to_offset, const uint8_t *from, size_t from_offset, size_t size);
int bits_compare(Bits a, Bits b);   // Erlang's order: negative, 0, positive
bool bits_equal(Bits a, Bits b);

// The bytes of a bitstring whose size is whole bytes. Points into the term when it starts at a byte;
// else copies to memory, which *scratch then holds for memory_free (NULL when there is none).
Bytes bits_bytes(Bits bits, uint8_t **scratch);
// The same for a term; false unless it is a binary.
bool bits_of_binary(Term t, Bytes *bytes, uint8_t **scratch);

// --- taking apart --------------------------------------------------------------------------------
// Up to 56 bits as an unsigned number, most significant first.
static inline uint64_t bits_load(const uint8_t *bytes, size_t offset, size_t size) {
    const uint8_t *at = bytes + offset / 8;
    size_t last = offset % 8 + size;   // where the number ends, from `at`
    uint64_t value = 0;
    for (size_t i = 0; i < last; i += 8) value = value << 8 | *at++;
    return value >> ((8 - last % 8) % 8) & (((uint64_t)1 << size) - 1);
}

Term bits_get_any_integer(Heap *heap, const uint8_t *bytes, size_t offset, size_t size, bool little, bool sign);

// An integer of any size. NO_TERM when it is larger than integers may be, or the heap.
static inline Term bits_get_integer(Heap *heap, const uint8_t *bytes, size_t offset, size_t size, bool little,
                                    bool sign) {
    if (size <= 8 && !sign) return term_small((int64_t)bits_load(bytes, offset, size));
    if (size <= 56 && !little) {
        uint64_t value = bits_load(bytes, offset, size);
        if (sign && value >> (size ? size - 1 : 0) & 1) value |= UINT64_MAX << size;
        return term_small((int64_t)value);
    }
    return bits_get_any_integer(heap, bytes, offset, size, little, sign);
}

// A float of 16, 32 or 64 bits. False for other sizes and for what is no number (nan, infinity).
bool bits_get_float(const uint8_t *bytes, size_t offset, size_t size, bool little, double *out);

// One character at *position, which moves behind it. False, and nothing moves, if there is no whole and
// valid one before `end`: surrogates, overlong forms and numbers above 10FFFF (hex) are refused.
bool bits_get_utf8(const uint8_t *bytes, size_t *position, size_t end, uint32_t *character);
bool bits_get_utf16(const uint8_t *bytes, size_t *position, size_t end, bool little, uint32_t *character);
bool bits_get_utf32(const uint8_t *bytes, size_t *position, size_t end, bool little, uint32_t *character);

// --- putting together ----------------------------------------------------------------------------
// The low `size` bits of an integer term, two's complement.
void bits_put_integer(uint8_t *to, size_t offset, size_t size, Term integer, bool little);
// The same for a plain number; above 64 bits it is sign-extended.
void bits_put_word(uint8_t *to, size_t offset, size_t size, int64_t value, bool little);
// False for sizes other than 16, 32 and 64 and for numbers too large for the size.
bool bits_put_float(uint8_t *to, size_t offset, size_t size, double value, bool little);
static inline void bits_put_bits(uint8_t *to, size_t offset, Bits from) {
    bits_copy(to, offset, from.bytes, from.offset, from.size);
}

// Characters: the size in bits (8 .. 32), and writing it. The character must be a valid one.
static inline bool bits_is_character(uint64_t code) { return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF); }
static inline size_t bits_utf8_size(uint32_t character) {
    return character < 0x80 ? 8 : character < 0x800 ? 16 : character < 0x10000 ? 24 : 32;
}
static inline size_t bits_utf16_size(uint32_t character) { return character < 0x10000 ? 16 : 32; }
void bits_put_utf8(uint8_t *to, size_t offset, uint32_t character);
void bits_put_utf16(uint8_t *to, size_t offset, uint32_t character, bool little);
void bits_put_utf32(uint8_t *to, size_t offset, uint32_t character, bool little);

// --- building terms ------------------------------------------------------------------------------
// A new bitstring of so many bits: a KIND_BINARY, under a KIND_SUBBINARY when the last byte is not full
// (that byte is zeroed). *bytes is where to write, from bit 0. NO_TERM when there is no room.
Term bits_new(Heap *heap, size_t size, uint8_t **bytes);

// An empty growable bitstring with room for so many bytes. NO_TERM when there is no room.
Term bits_new_growable(Heap *heap, size_t bytes);

// `bitstring` and so many bits more, which the caller writes at *bytes from bit *offset on (they may
// hold anything before). Amortised constant time when it is the end of a growable binary.
// NO_TERM when there is no room.
Term bits_append(Heap *heap, Term bitstring, size_t more, uint8_t **bytes, size_t *offset);
