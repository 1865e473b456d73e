// Store: which states were met before.
//
//     exact      all of the vector; nothing is ever taken for what it is not
//     compact    128 bits of its hash, in a table that grows
//     bitstate   a few bits in a table that does not, however many states there are (Holzmann, An Analysis of Bitstate
//                Hashing, 1998)
//
// What the last two may have missed is computed and told (state_store_missed).
#pragma once
#include "explore/states/intern.h"

typedef enum { STORE_EXACT, STORE_COMPACT, STORE_BITSTATE } StoreKind;
extern const char *const store_names[];

typedef struct {
    StoreKind kind;
    uint64_t count;   // of states added
    Interned exact;
    Digest128 *slots;     // of compact; all zeros: free
    size_t slot_count;    // any number
    uint64_t *bits;       // of bitstate
    uint64_t bit_count;   // a power of two
} StateStore;

// `memory`: bytes of the table of bits; 0: the usual.
void state_store_init(StateStore *store, StoreKind kind, uint64_t memory);
void state_store_free(StateStore *store);

// False: it was met before, or is taken for one that was. `number`: of the state, from 1; only exact and compact stores
// have one for a state that was met before.
bool state_store_add(StateStore *store, const void *bytes, size_t size, uint64_t *number);
uint64_t state_store_memory(const StateStore *store);
// The number of states that are to be expected to have been taken for others, at most.
double state_store_missed(const StateStore *store);
