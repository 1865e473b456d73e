// Term: one Erlang value in one word. Terms never change once they are built.
//
//   low 2 bits   the rest
//   00 header    never a value: the first word of a boxed object, or raw memory
//   01 list      address of two words: head, tail
//   10 boxed     address of a header word and what it describes
//   11 immediate low 4 bits: 0011 pid, 0111 atom, 1011 special, 1111 small integer
//
// A pid is the number of a process, 32 bits, and its node: the atom of the node's name, 20 bits, and which life of that
// name it was, 8 bits. Both are 0 where there is no distribution. Numbers are given out once for all nodes.
//
// A header is (words that follow) << 8 | kind << 2. Kinds from KIND_RAW on hold bytes or numbers;
// the words of all other kinds are terms, so a collector can walk memory without knowing more.
// Whatever else such an object needs (code addresses, offsets) is kept as a small integer.
#pragma once
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    uint64_t bits;
} Term;

enum { TAG_HEADER = 0, TAG_LIST = 1, TAG_BOXED = 2, TAG_IMMEDIATE = 3 };
enum { IMM_PID = 0x3, IMM_ATOM = 0x7, IMM_SPECIAL = 0xB, IMM_SMALL = 0xF };
enum { SPECIAL_NIL = 0x0B, SPECIAL_PORT = 0x1B, SPECIAL_CATCH = 0x2B, SPECIAL_MOVED = 0x3B };

typedef enum {
    KIND_TUPLE,           // elements
    KIND_FUN,             // FunEntry address, creator pid, free variables ...    (vm/run/code.h)
    KIND_EXPORT,          // fun M:F/A: Export address                            (vm/run/code.h)
    KIND_SUBBINARY,       // KIND_BINARY, offset in bits, size in bits
    KIND_MATCH,           // KIND_BINARY, position in bits, end in bits, start in bits (match context)
    KIND_MAP,             // tuple of keys in term order, then the values          (vm/term/map.h)
    KIND_HASHMAP,         // number of keys, root node                             (vm/term/map.h)
    KIND_NODE,            // bitmap, children: nodes or leaves                     (vm/term/map.h)
    KIND_COLLISION,       // hash, leaves whose keys share it                      (vm/term/map.h)
    KIND_EXTERNAL_PID,    // node atom, id, serial, creation
    KIND_EXTERNAL_PORT,   // node atom, id, creation
    KIND_RECORD,          // native record of OTP 29: definition, fields
    KIND_MESSAGE,         // next, value, ... : a link of a mailbox                (vm/mailbox.h)
    KIND_TREE,            // a node of an ordered table                            (vm/term/tree.h)
    KIND_TRACE,           // raw stack trace                                       (vm/exception.h)
    KIND_RAW = 32,
    KIND_POSITIVE = KIND_RAW,   // bignum: 64-bit limbs, lowest first; the highest is not 0
    KIND_NEGATIVE,              // bignum: magnitude as above; never fits a small
    KIND_FLOAT,                 // one IEEE double; see heap_float for the second word of a negative zero
    KIND_REFERENCE,             // see term_reference_*
    KIND_EXTERNAL_REFERENCE,    // node atom bits, creation, count, then ids
    KIND_BINARY,                // bytes in use; then the bytes (room to the end of the object)
} Kind;

#define NO_TERM ((Term){0})   // "no value": an exception is under way, a key is absent
#define TERM_NIL ((Term){SPECIAL_NIL})

static inline bool term_is_none(Term t) { return t.bits == 0; }
// The same word: for immediates this is Erlang's =:=, for others only "the same object".
static inline bool term_same(Term a, Term b) { return a.bits == b.bits; }

// --- small integers -----------------------------------------------------------------------------
#define SMALL_MAX (((int64_t)1 << 59) - 1)
#define SMALL_MIN (-((int64_t)1 << 59))

static inline bool term_is_small(Term t) { return (t.bits & 0xF) == IMM_SMALL; }
static inline Term term_small(int64_t value) { return (Term){(uint64_t)value << 4 | IMM_SMALL}; }
static inline int64_t term_to_small(Term t) { return (int64_t)t.bits >> 4; }
static inline bool small_fits(int64_t value) { return value >= SMALL_MIN && value <= SMALL_MAX; }

// --- other immediates ---------------------------------------------------------------------------
static inline bool term_is_immediate(Term t) { return (t.bits & 3) == TAG_IMMEDIATE; }
static inline bool term_is_atom(Term t) { return (t.bits & 0xF) == IMM_ATOM; }
static inline Term term_atom(uint32_t index) { return (Term){(uint64_t)index << 4 | IMM_ATOM}; }
static inline uint32_t term_atom_index(Term t) { return (uint32_t)(t.bits >> 4); }
static inline bool term_is_nil(Term t) { return t.bits == SPECIAL_NIL; }
static inline bool term_is_local_pid(Term t) { return (t.bits & 0xF) == IMM_PID; }
static inline Term term_pid(uint32_t index) { return (Term){(uint64_t)index << 4 | IMM_PID}; }
static inline uint32_t term_pid_index(Term t) { return (uint32_t)(t.bits >> 4); }
enum { PID_NODE_SHIFT = 36, NODE_NAME_BITS = 20, NODE_LIVES = 256 };
static inline uint32_t term_pid_node(Term t) { return (uint32_t)(t.bits >> PID_NODE_SHIFT); }
static inline Term term_pid_at(uint32_t node, uint32_t index) {
    return (Term){(uint64_t)node << PID_NODE_SHIFT | (uint64_t)index << 4 | IMM_PID};
}
static inline bool term_pids_are_near(Term a, Term b) { return (a.bits ^ b.bits) >> PID_NODE_SHIFT == 0; }
static inline bool term_is_local_port(Term t) { return (t.bits & 0xFF) == SPECIAL_PORT; }
static inline Term term_port(uint32_t index) { return (Term){(uint64_t)index << 8 | SPECIAL_PORT}; }
static inline uint32_t term_port_index(Term t) { return (uint32_t)(t.bits >> 8); }

// --- lists ----------------------------------------------------------------------------------------
static inline bool term_is_cons(Term t) { return (t.bits & 3) == TAG_LIST; }
static inline bool term_is_list(Term t) { return term_is_cons(t) || term_is_nil(t); }
static inline Term *term_list_words(Term t) { return (Term *)(t.bits - TAG_LIST); }
static inline Term term_head(Term t) { return term_list_words(t)[0]; }
static inline Term term_tail(Term t) { return term_list_words(t)[1]; }
static inline Term term_from_list_words(const Term *words) { return (Term){(uint64_t)words + TAG_LIST}; }

// --- boxed objects --------------------------------------------------------------------------------
static inline bool term_is_boxed(Term t) { return (t.bits & 3) == TAG_BOXED; }
// The header and what follows it.
static inline Term *term_words(Term t) { return (Term *)(t.bits - TAG_BOXED); }
static inline Term term_from_words(const Term *words) { return (Term){(uint64_t)words + TAG_BOXED}; }

static inline Term header_make(Kind kind, size_t size) { return (Term){(uint64_t)size << 8 | (uint64_t)kind << 2}; }
static inline Kind header_kind(Term header) { return (Kind)(header.bits >> 2 & 63); }
static inline size_t header_size(Term header) { return header.bits >> 8; }

static inline Kind term_kind(Term boxed) { return header_kind(*term_words(boxed)); }
static inline size_t term_size(Term boxed) { return header_size(*term_words(boxed)); }
static inline bool term_is_kind(Term t, Kind kind) { return term_is_boxed(t) && term_kind(t) == kind; }

static inline bool term_is_tuple(Term t) { return term_is_kind(t, KIND_TUPLE); }
static inline size_t term_tuple_size(Term t) { return term_size(t); }
static inline Term *term_elements(Term tuple) { return term_words(tuple) + 1; }   // [0] is the first
static inline bool term_is_tuple_of(Term t, size_t size) {
    return term_is_boxed(t) && term_words(t)->bits == header_make(KIND_TUPLE, size).bits;
}

static inline bool term_is_bignum(Term t) {
    return term_is_boxed(t) && (term_kind(t) == KIND_POSITIVE || term_kind(t) == KIND_NEGATIVE);
}
static inline bool term_is_integer(Term t) { return term_is_small(t) || term_is_bignum(t); }
static inline bool term_is_float(Term t) { return term_is_kind(t, KIND_FLOAT); }
static inline bool term_is_number(Term t) { return term_is_integer(t) || term_is_float(t); }
static inline double term_to_double(Term t) {
    double value;
    memcpy(&value, term_words(t) + 1, sizeof value);
    return value;
}
static inline bool term_is_map(Term t) {
    return term_is_boxed(t) && (term_kind(t) == KIND_MAP || term_kind(t) == KIND_HASHMAP);
}
static inline bool term_is_fun(Term t) {
    return term_is_boxed(t) && (term_kind(t) == KIND_FUN || term_kind(t) == KIND_EXPORT);
}
static inline bool term_is_pid(Term t) { return term_is_local_pid(t) || term_is_kind(t, KIND_EXTERNAL_PID); }
static inline bool term_is_port(Term t) { return term_is_local_port(t) || term_is_kind(t, KIND_EXTERNAL_PORT); }
static inline bool term_is_reference(Term t) {
    return term_is_boxed(t) && (term_kind(t) == KIND_REFERENCE || term_kind(t) == KIND_EXTERNAL_REFERENCE);
}

// --- references of this node: who made it, and the how manieth of that maker it is -----------------
// Words: number (1 ..), maker (a pid without its tag). Order of references is order of (number, maker).
static inline uint64_t term_reference_number(Term t) { return term_words(t)[1].bits; }
static inline uint32_t term_reference_maker(Term t) { return (uint32_t)term_words(t)[2].bits; }
static inline Term term_reference_pid(Term t) { return (Term){term_words(t)[2].bits << 4 | IMM_PID}; }

// --- bitstrings -----------------------------------------------------------------------------------
// A KIND_BINARY is whole bytes; a part of it, or one that does not end at a byte, is a KIND_SUBBINARY.
// A match context is never seen by Erlang code as a term; it only lives in registers.
typedef struct {
    const uint8_t *bytes;   // of the underlying binary
    size_t offset;          // in bits
    size_t size;            // in bits
} Bits;

static inline uint8_t *term_binary_bytes(Term binary) { return (uint8_t *)(term_words(binary) + 2); }
// In bytes. The highest four bits of that word belong to growable binaries (vm/term/bits.h).
static inline size_t term_binary_size(Term binary) { return term_words(binary)[1].bits << 4 >> 4; }
// Only subbinaries may refer to a growable binary: its size is not theirs.
static inline bool term_is_growable(Term binary) { return term_words(binary)[1].bits >> 63; }

static inline bool term_is_bitstring(Term t) {
    return term_is_boxed(t) && (term_kind(t) == KIND_BINARY || term_kind(t) == KIND_SUBBINARY);
}
static inline Bits term_bits(Term t) {
    assert(term_is_bitstring(t));
    if (term_kind(t) == KIND_BINARY) return (Bits){term_binary_bytes(t), 0, term_binary_size(t) * 8};
    const Term *words = term_words(t);
    return (Bits){term_binary_bytes(words[1]), (size_t)term_to_small(words[2]), (size_t)term_to_small(words[3])};
}
static inline bool term_is_binary(Term t) { return term_is_bitstring(t) && term_bits(t).size % 8 == 0; }
