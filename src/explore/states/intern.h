// Intern: byte strings, each kept once and known by a number from 1 on (hash-consing).
//
// Strings lie one behind the other in blocks that never move, so what a number stands for stays where it is. A number
// is found by a table of slots with open addressing; a slot has the number and 32 bits of the hash, so that nearly
// every comparison of bytes is of equal ones. Equal means equal here: whatever the hashes are, bytes are compared.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"

typedef struct {
    uint64_t low, high;
} Digest128;

Digest128 digest128(const void *bytes, size_t size, uint64_t seed);

typedef struct {
    uint32_t number, tag;
} InternSlot;

typedef struct {   // all zeros: empty
    ARRAY(uint8_t *) blocks;
    size_t used;              // of the last block
    ARRAY(uint64_t) places;   // of each string: its block and where it begins there
    InternSlot *slots;        // number 0: free
    size_t slot_count;        // a power of two
    size_t memory;            // bytes taken in all
} Interned;

// The number of the string; `added`: it is a new one. UINT32_MAX: there are too many.
uint32_t intern_add(Interned *pool, const void *bytes, size_t size, bool *added);
const uint8_t *intern_bytes(const Interned *pool, uint32_t number, size_t *size);
uint32_t intern_count(const Interned *pool);
void intern_free(Interned *pool);
