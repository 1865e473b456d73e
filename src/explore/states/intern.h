// Intern: byte strings, each kept once and known by a number from 1 on (hash-consing).
//
// Strings lie one behind the other in blocks that never move, so what a number stands for stays where it is. A string
// is found by a table of slots with open addressing; a slot has its place and some bits of the hash, so that nearly
// every comparison of bytes is of equal ones, and two looks at far memory find a string: one at its slot, one at its
// place, where its number and size stand before it. Equal means equal here: whatever the hashes are, bytes are
// compared.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"

typedef struct {
    uint64_t low, high;
} Digest128;

Digest128 digest128(const void *bytes, size_t size, uint64_t seed);

typedef struct {   // all zeros: empty
    ARRAY(uint8_t *) blocks;
    size_t used, size;        // of the last block
    ARRAY(uint64_t) places;   // of each string: its block and where it begins there
    uint64_t *slots;          // a place plus 1, and 24 bits of the hash above it; 0: free
    size_t slot_count;        // a power of two
    size_t memory;            // bytes taken in all
} Interned;

// The number of the string; `added`: it is a new one. UINT32_MAX: there are too many.
uint32_t intern_add(Interned *pool, const void *bytes, size_t size, bool *added);
const uint8_t *intern_bytes(const Interned *pool, uint32_t number, size_t *size);
uint32_t intern_count(const Interned *pool);
void intern_free(Interned *pool);
