// Value: what a term may be, without running anything.
//
// A value stands for a set of terms: kinds, of atoms which ones, of tuples which shapes, of lists and maps what is in
// them, and of pids, references and funs where they come from: their *origins*. No kind at all is the value of what
// never happens. Values are kept once each (analysis/pool.h), so that equal ones have the same number.
//
//     {pong, P}    kinds TUPLE, one shape of two places: ATOM {pong}; PID with origin "spawned at m.erl:7"
//
// Two things are unknown in different ways. What shape a term has may be unknown (VALUE_ANY) although all that it can
// hold is known: a list that went through lists:sort/1 holds what was in it before. And where a pid comes from may be
// unknown (VALUE_UNKNOWN): then it is one that the code in question did not make, or one that it gave away before. An
// origin that was given away is *lost* (domain_lose); claim: a pid, reference or fun whose origin is not lost is never
// among the terms of a value unless that value names its origin. This is what every proof of lint rests on.
//
// Chains of joins end: there are few atoms, shapes, origins and places in depth before a value becomes less precise.
#pragma once
#include "analysis/pool.h"
#include "base/array.h"
#include "base/hash.h"

typedef uint32_t Value;

enum {
    KIND_ATOM = 1 << 0,
    KIND_INTEGER = 1 << 1,
    KIND_FLOAT = 1 << 2,
    KIND_BITS = 1 << 3,
    KIND_PID = 1 << 4,
    KIND_PORT = 1 << 5,
    KIND_REF = 1 << 6,
    KIND_FUN = 1 << 7,
    KIND_NIL = 1 << 8,
    KIND_CONS = 1 << 9,
    KIND_MAP = 1 << 10,
    KIND_TUPLE = 1 << 11,
    KIND_RECORD = 1 << 12,   // native records
    KIND_ALL = (1 << 13) - 1,
    KIND_LIST = KIND_NIL | KIND_CONS,
    KIND_BORN = KIND_PID | KIND_PORT | KIND_REF | KIND_FUN,   // those that have origins
    KIND_DATA = KIND_ALL & ~KIND_BORN,

    VALUE_ATOMS = 1 << 16,      // any atom
    VALUE_TUPLES = 1 << 17,     // tuples of any shape, whose elements are `inside`
    VALUE_IMPROPER = 1 << 18,   // lists may end in something else than nil
    VALUE_UNKNOWN = 1 << 19,    // of unknown origin: from outside, or lost
    VALUE_EVERY = 1 << 20,      // any pid at all, lost or not
    VALUE_ANY = 1 << 21,        // of any shape; all parts are this value again
};

enum { LOST_NOT, LOST_TO_CALLERS, LOST_OUTSIDE, LOST_TO_NOISE };   // how far something was given away

typedef struct {
    uint16_t kind;   // KIND_PID, KIND_REF or KIND_FUN
    uint8_t lost;
    uint32_t index;   // for its owner
} Origin;

typedef struct {
    Pool sets;   // of atoms and origins
    Pool values;
    ARRAY(Origin) origins;
    Hash joins, meets;   // what was computed before; meets only until something more is lost
    Hash parts, atoms;   // the same of value_only, and values of atoms
    Value top, data;
    bool relied;      // a meet was empty because an origin is not lost
    bool lost_more;   // an origin was lost that was not, or not so far
} Domain;

enum { VALUE_NONE = 0 };

void domain_init(Domain *domain);
void domain_free(Domain *domain);
uint32_t domain_origin(Domain *domain, uint16_t kind, uint32_t index);
void domain_lose(Domain *domain, Value value, uint8_t level);   // all that a value holds
void domain_lose_origin(Domain *domain, uint32_t origin, uint8_t level);

// --- making -----------------------------------------------------------------------------------------------------

Value value_kinds(Domain *domain, uint32_t kinds);       // data of these kinds, which hold nothing that has an origin
Value value_unknown(Domain *domain, uint32_t kinds);     // of these kinds, of unknown origin
Value value_every(Domain *domain);                       // any pid at all
Value value_top(Domain *domain);                         // anything of unknown origin
Value value_holding(Domain *domain, uint32_t origins);   // the same, and with these in it
Value value_data(Domain *domain);                        // anything that holds nothing with an origin
Value value_atom(Domain *domain, uint32_t atom);
Value value_born(Domain *domain, uint32_t origin);
Value value_tuple(Domain *domain, const Value *elements, uint32_t count);
Value value_cons(Domain *domain, Value head, Value tail);
Value value_map(Domain *domain, Value contents);
Value value_list(Domain *domain, Value element);   // a proper list, perhaps empty
Value value_blob(Domain *domain, Value value);     // of any shape, with all that is in a value

Value value_join(Domain *domain, Value a, Value b);
Value value_meet(Domain *domain, Value a, Value b);               // terms that both stand for
Value value_limit(Domain *domain, Value value, uint32_t depth);   // the same, less precise below that depth

// --- looking ----------------------------------------------------------------------------------------------------

uint32_t value_bits(const Domain *domain, Value value);
static inline uint32_t value_kinds_of(const Domain *domain, Value value) {
    return value_bits(domain, value) & KIND_ALL;
}
uint32_t value_origins(const Domain *domain, Value value);               // set: of the term itself
uint32_t value_deep_origins(const Domain *domain, Value value);          // set: and of all in it
bool value_holds_every(const Domain *domain, Value value);               // something in it is any pid at all
uint32_t value_atoms(const Domain *domain, Value value);                 // set; empty if any atom may be
bool value_is_atom(const Domain *domain, Value value, uint32_t *atom);   // exactly this one
Value value_element(Domain *domain, Value value);                        // of a list
Value value_tail(Domain *domain, Value value);
Value value_contents(Domain *domain, Value value);                // of a map
Value value_place(Domain *domain, Value value, uint32_t place);   // of a tuple, from 0
uint32_t value_shapes(const Domain *domain, Value value);         // how many a tuple may have
Value value_shape(Domain *domain, Value value, uint32_t index);   // the value with this shape alone
// The size of all its tuples and their elements. False: it may be something else, or tuples of several shapes.
bool value_only_shape(const Domain *domain, Value value, uint32_t *count, const uint32_t **elements);

// --- knowing more -------------------------------------------------------------------------------------------------

Value value_only(Domain *domain, Value value, uint32_t kinds);
static inline Value value_without(Domain *domain, Value value, uint32_t kinds) {
    return value_only(domain, value, KIND_ALL & ~kinds);
}
Value value_without_atom(Domain *domain, Value value, uint32_t atom);
enum { NO_TAG = 0 };   // no atom has this number
Value value_sized(Domain *domain, Value value, uint32_t size,
                  uint32_t tag);   // tuples with so many places, the first a certain atom
Value value_not_sized(Domain *domain, Value value, uint32_t size,
                      uint32_t tag);   // all that is certainly not one of these, left out
Value value_with_place(Domain *domain, Value value, uint32_t place,
                       Value element);   // tuples that may hold this there, and then do
Value value_set_place(Domain *domain, Value value, uint32_t place, Value element);   // element/2 written anew
