// Pool: sequences of numbers, each kept once and named by its number.
//
// Two sequences are equal iff their numbers are, so that values and sets made of them are compared, joined and
// remembered by number. Number 0 is the empty sequence. A set is a sequence in ascending order, each member once.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t *words;   // all sequences, one behind the other
    size_t used, capacity;
    uint64_t *places;   // of each: where it begins << 16 | how long it is
    uint32_t count, place_capacity;
    uint32_t *slots;       // number + 1 of a sequence, by hash; 0: none
    uint32_t slot_count;   // a power of two, more than twice the count
} Pool;

enum { POOL_LENGTH_BITS = 16, POOL_LENGTH_MAX = (1 << POOL_LENGTH_BITS) - 1 };

void pool_init(Pool *pool);
void pool_free(Pool *pool);

// The number of a sequence of at most POOL_LENGTH_MAX words. They may be words of the pool.
uint32_t pool_intern(Pool *pool, const uint32_t *words, size_t count);

// The words of a sequence; they move when a new one is interned.
static inline const uint32_t *pool_words(const Pool *pool, uint32_t number) {
    return pool->words + (pool->places[number] >> POOL_LENGTH_BITS);
}
static inline uint32_t pool_length(const Pool *pool, uint32_t number) {
    return (uint32_t)(pool->places[number] & POOL_LENGTH_MAX);
}

uint32_t set_of(Pool *pool, uint32_t member);
uint32_t set_union(Pool *pool, uint32_t a, uint32_t b);
uint32_t set_intersection(Pool *pool, uint32_t a, uint32_t b);
bool set_has(const Pool *pool, uint32_t set, uint32_t member);
