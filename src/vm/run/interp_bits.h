// InterpBits: the instructions of the bit syntax, as functions of the interpreter.
//
// A match context (KIND_MATCH) is a cursor over a binary. It is the one object that instructions change
// in place; store_set makes that safe to undo. Only registers refer to it.
#pragma once
#include "vm/run/machine_state.h"

enum { CONTEXT_BASE = 1, CONTEXT_POSITION, CONTEXT_END, CONTEXT_START, CONTEXT_WORDS = 4 };
enum { BITS_LITTLE = 2, BITS_SIGNED = 4 };   // flags of segments

// --- matching: NO_TERM or false where the pattern does not match ---------------------------------------
Term match_start(Heap *heap, Term bitstring);
Term match_integer(Store *store, Term context, Term size, uint32_t unit, uint32_t flags);
Term match_fixed_integer(Store *store, Term context, size_t bits, uint32_t flags);
Term match_float(Store *store, Term context, Term size, uint32_t unit, uint32_t flags);
Term match_binary(Store *store, Term context, Term size, uint32_t unit);   // size `all`: the rest
Term match_fixed_binary(Store *store, Term context, size_t bits);
Term match_utf(Store *store, Term context, uint32_t width, uint32_t flags);
bool match_skip(Store *store, Term context, Term size, uint32_t unit);
bool match_string(Store *store, Term context, const uint8_t *bytes, size_t bits);
bool match_equal(Store *store, Term context, size_t bits, Term value);
Term match_tail(Heap *heap, Term context);
Term match_whole(Heap *heap, Term context);   // from where it started; other terms as they are
Term match_position(Term context);
void match_set_position(Store *store, Term context, Term position);

static inline size_t match_at(Term context) { return (size_t)term_to_small(term_words(context)[CONTEXT_POSITION]); }
static inline size_t match_left(Term context) {
    return (size_t)term_to_small(term_words(context)[CONTEXT_END]) - match_at(context);
}
static inline void match_advance(Store *store, Term context, size_t bits) {
    store_set(store, term_words(context) + CONTEXT_POSITION, term_small((int64_t)(match_at(context) + bits)));
}

// Whether a position lies in the context. The difference of two small integers is a multiple of 16.
static inline bool match_has_position(Term context, Term position) {
    const Term *words = term_words(context);
    uint64_t start = words[CONTEXT_START].bits, distance = position.bits - start;
    return distance % 16 == 0 && distance <= words[CONTEXT_END].bits - start;
}

// --- building ------------------------------------------------------------------------------------------
typedef enum {
    SEGMENT_INTEGER,
    SEGMENT_FLOAT,
    SEGMENT_BINARY,
    SEGMENT_STRING,
    SEGMENT_UTF8,
    SEGMENT_UTF16,
    SEGMENT_UTF32,
    SEGMENT_APPEND,
    SEGMENT_PRIVATE_APPEND,
} SegmentType;

enum { SEGMENT_CODE_WORDS = 6 };   // of a segment in the instruction

// The instruction bs_create at `ip`. NO_TERM after raising.
Term bits_create(Process *p, const Code *ip, const Term *x, const Term *stack);

// The instructions of compilers before OTP 25: size first, then one piece after the other.
Term bits_begin(Process *p, Term size, uint32_t unit);
Term bits_begin_append(Process *p, Term binary, Term size, uint32_t unit);
Term bits_size_add(Process *p, Term size, Term count, uint32_t unit);
Term bits_size_of_character(Term character, uint32_t width);
bool bits_add_integer(Process *p, Term size, uint32_t unit, uint32_t flags, Term value);
bool bits_add_float(Process *p, Term size, uint32_t unit, uint32_t flags, Term value);
bool bits_add_binary(Process *p, Term size, uint32_t unit, Term value);
bool bits_add_character(Process *p, uint32_t width, uint32_t flags, Term value);
bool bits_add_string(Process *p, const uint8_t *bytes, size_t size);

// An operand of an instruction.
static inline Term operand_source(const Code *at, const Term *x, const Term *stack) {
    Code w = *at;
    if ((w & 3) == 0) return x[w >> 2];
    if ((w & 3) == 1) return stack[w >> 2];
    return *(const Term *)((const char *)at + (int32_t)(w & ~3u));
}
