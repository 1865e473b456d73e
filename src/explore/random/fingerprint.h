// Fingerprint: which class an execution belongs to, as a number.
//
// Executions that differ only in the order of independent steps are of one class, and so are those that differ in the
// order of two messages that nobody noticed. A step is known by its actor, the actor's step before it, and the
// steps before it that it depends on: their numbers added up, which is the same in every order. Of an object there is
// kept, for each kind of access, the sum of all steps that had it. So a step costs a look at the objects it touches.
//
// Two sends to a mailbox do not depend on each other here. Which message a receive took tells as much of their order as
// anybody noticed; who looks at a whole mailbox depends on the order of all that was ever sent there.
#pragma once
#include "vm/event.h"

typedef struct {
    uint64_t object;
    uint32_t generation;           // the execution that it belongs to
    uint32_t kinds;                // of accesses that were made, as bits; the other sums mean nothing
    uint64_t order;                // of the steps that sent
    uint64_t sums[ACCESS_COUNT];   // of the steps that had an access of that kind
} FingerprintObject;

typedef struct {
    FingerprintObject *objects;   // a hash table
    uint32_t size, count;         // size: a power of two
    uint32_t generation;
    uint8_t conflicting[ACCESS_COUNT];   // kinds that conflict with each kind, as bits
    uint64_t all;                        // the sum of all steps: what the execution is known by
    uint64_t everything;                 // the sum of those that touched everything
    uint64_t order;                      // of those that sent: the sum of that of all objects
} Fingerprint;

void fingerprint_init(Fingerprint *fingerprint);
void fingerprint_free(Fingerprint *fingerprint);
void fingerprint_begin(Fingerprint *fingerprint);   // another execution

// A step by an actor known as `name`, whose step before was `last` (0: none). Returns its number.
uint64_t fingerprint_add(Fingerprint *fingerprint, uint64_t name, uint64_t last, const Footprint *footprint);
