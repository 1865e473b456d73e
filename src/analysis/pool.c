#include "analysis/pool.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

enum { FIRST_SLOTS = 1024, FIRST_WORDS = 1024 };

void pool_free(Pool *pool) {
    memory_free(pool->words);
    memory_free(pool->places);
    memory_free(pool->slots);
    *pool = (Pool){0};
}

static uint32_t hash_of(const uint32_t *words, size_t count) {
    uint64_t hash = 0x9e3779b97f4a7c15u + count;
    for (size_t i = 0; i < count; i++) hash = (hash ^ words[i]) * 0xff51afd7ed558ccdu ^ hash >> 29;
    return (uint32_t)(hash ^ hash >> 32);
}

static bool is_same(const Pool *pool, uint32_t number, const uint32_t *words, size_t count) {
    return pool_length(pool, number) == count &&
           (count == 0 || memcmp(pool_words(pool, number), words, count * sizeof *words) == 0);
}

static void grow_slots(Pool *pool) {
    memory_free(pool->slots);
    pool->slot_count *= 2;
    pool->slots = memory_zeroed(pool->slot_count, sizeof *pool->slots);
    for (uint32_t i = 0; i < pool->count; i++) {
        uint32_t at = hash_of(pool_words(pool, i), pool_length(pool, i)) & (pool->slot_count - 1);
        while (pool->slots[at]) at = (at + 1) & (pool->slot_count - 1);
        pool->slots[at] = i + 1;
    }
}

static void make_room(Pool *pool, size_t count) {
    if (pool->used + count > pool->capacity) {
        pool->capacity = (pool->capacity + count) * 2;
        pool->words = memory_resize(pool->words, pool->capacity * sizeof *pool->words);
    }
    if (pool->count == pool->place_capacity) {
        pool->place_capacity = pool->place_capacity ? pool->place_capacity * 2 : 256;
        pool->places = memory_resize(pool->places, pool->place_capacity * sizeof *pool->places);
    }
}

static uint32_t add(Pool *pool, const uint32_t *words, size_t count) {
    size_t inside = pool->words && words >= pool->words && words < pool->words + pool->used
                        ? (size_t)(words - pool->words)
                        : SIZE_MAX;
    make_room(pool, count);
    if (inside != SIZE_MAX) words = pool->words + inside;
    if (count) memcpy(pool->words + pool->used, words, count * sizeof *words);
    pool->places[pool->count] = (uint64_t)pool->used << POOL_LENGTH_BITS | count;
    pool->used += count;
    return pool->count++;
}

uint32_t pool_intern(Pool *pool, const uint32_t *words, size_t count) {
    assert(count <= POOL_LENGTH_MAX);
    if (pool->count * 2 >= pool->slot_count) grow_slots(pool);
    uint32_t at = hash_of(words, count) & (pool->slot_count - 1);
    for (; pool->slots[at]; at = (at + 1) & (pool->slot_count - 1))
        if (is_same(pool, pool->slots[at] - 1, words, count)) return pool->slots[at] - 1;
    pool->slots[at] = pool->count + 1;
    return add(pool, words, count);
}

void pool_init(Pool *pool) {
    *pool = (Pool){.slot_count = FIRST_SLOTS};
    pool->slots = memory_zeroed(FIRST_SLOTS, sizeof *pool->slots);
    make_room(pool, FIRST_WORDS);   // so that there is a place for no words, too
    uint32_t empty = pool_intern(pool, NULL, 0);
    assert(empty == 0);
    (void)empty;
}

// --- sets ---------------------------------------------------------------------------------------------------

enum { SHORT_SET = 64 };

uint32_t set_of(Pool *pool, uint32_t member) { return pool_intern(pool, &member, 1); }

uint32_t set_union(Pool *pool, uint32_t a, uint32_t b) {
    if (a == b || b == 0) return a;
    if (a == 0) return b;
    uint32_t space[SHORT_SET] = {0}, a_count = pool_length(pool, a), b_count = pool_length(pool, b), i = 0, j = 0,
             count = 0;
    uint32_t *both = a_count + b_count <= SHORT_SET ? space : memory_new((a_count + b_count) * sizeof *both);
    const uint32_t *x = pool_words(pool, a), *y = pool_words(pool, b);
    while (i < a_count || j < b_count) {
        bool left = j == b_count || (i < a_count && x[i] <= y[j]),
             right = i == a_count || (j < b_count && y[j] <= x[i]);
        both[count++] = left ? x[i] : y[j];
        i += left;
        j += right;
    }
    uint32_t set = pool_intern(pool, both, count);
    if (both != space) memory_free(both);
    return set;
}

uint32_t set_intersection(Pool *pool, uint32_t a, uint32_t b) {
    if (a == b || b == 0) return b;
    if (a == 0) return 0;
    uint32_t space[SHORT_SET] = {0}, a_count = pool_length(pool, a), count = 0;
    uint32_t *both = a_count <= SHORT_SET ? space : memory_new(a_count * sizeof *both);
    for (uint32_t i = 0; i < a_count; i++)
        if (set_has(pool, b, pool_words(pool, a)[i])) both[count++] = pool_words(pool, a)[i];
    uint32_t set = pool_intern(pool, both, count);
    if (both != space) memory_free(both);
    return set;
}

bool set_has(const Pool *pool, uint32_t set, uint32_t member) {
    const uint32_t *words = pool_words(pool, set);
    uint32_t low = 0, high = pool_length(pool, set);
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (words[middle] == member) return true;
        if (words[middle] < member)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}
