// Type: what is known of the value in a register, as a set of kinds.
//
// A value is of one of the kinds that its type has. No kind at all is the type of what never happens, and the more
// kinds, the less is known. Above the kinds that a program can see there are those that only registers hold: they
// must not get into a term, a message or another module.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"

enum {
    TYPE_INTEGER = 1 << 0,
    TYPE_FLOAT = 1 << 1,
    TYPE_ATOM = 1 << 2,
    TYPE_NIL = 1 << 3,
    TYPE_CONS = 1 << 4,
    TYPE_TUPLE = 1 << 5,
    TYPE_MAP = 1 << 6,
    TYPE_BITSTRING = 1 << 7,
    TYPE_FUN = 1 << 8,
    TYPE_OTHER = 1 << 9,      // pids, ports, references, native records, raw stack traces
    TYPE_CONTEXT = 1 << 10,   // a cursor over a bitstring
    TYPE_TAG = 1 << 11,       // in a Y register: where exceptions go
    TYPE_UNSET = 1 << 12,     // nobody wrote there

    TYPE_NUMBER = TYPE_INTEGER | TYPE_FLOAT,
    TYPE_LIST = TYPE_NIL | TYPE_CONS,
    TYPE_TERM = TYPE_CONTEXT - 1,   // all that a program can see
    TYPE_VALUE = TYPE_TERM | TYPE_CONTEXT,
};

typedef struct {
    uint32_t kinds;
    uint32_t detail;   // with TYPE_TUPLE: its size; with TYPE_TAG: which set of labels, as its owner numbers them
} BeamType;

static inline BeamType type_of(uint32_t kinds) { return (BeamType){kinds, 0}; }
static inline bool type_same(BeamType a, BeamType b) { return a.kinds == b.kinds && a.detail == b.detail; }
// Whether it is certain that a value is of one of the kinds.
static inline bool type_is(BeamType type, uint32_t kinds) { return (type.kinds & ~kinds) == 0; }
static inline bool type_has(BeamType type, uint32_t kinds) { return (type.kinds & kinds) != 0; }

// A tuple of so many elements, or of that many at least.
BeamType type_tuple(uint32_t size, bool exact);
// The smallest size that a value has, if it is a tuple.
static inline uint32_t type_tuple_size(BeamType type) { return type.detail >> 1; }
bool type_is_tuple(BeamType type, uint32_t size, bool exact);

// What it is if it is of one of these kinds; what it is if it is of none of them.
BeamType type_only(BeamType type, uint32_t kinds);
static inline BeamType type_without(BeamType type, uint32_t kinds) { return type_only(type, ~kinds); }

// What is known of a value that is of one type or the other. Neither has TYPE_TAG. A chain of joins ends soon: sizes of
// tuples fall in few steps.
BeamType type_join(BeamType a, BeamType b);

// Of a constant, by its external format.
BeamType type_of_literal(Bytes external);
