#include "explore/states/intern.h"

#include <string.h>

#include "base/memory.h"

// --- hashing ------------------------------------------------------------------------------------------------
//
// Two lanes, each of which folds the product of what it has with an odd number, which differs from
// lane to lane.

static uint64_t fold(uint64_t a, uint64_t b) {
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t load(const uint8_t *at, size_t size) {
    uint64_t word = 0;
    memcpy(&word, at, size);
    return word;
}

static uint64_t finish(uint64_t word) {
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return word ^ word >> 31;
}

Digest128 digest128(const void *bytes, size_t size, uint64_t seed) {
    const uint8_t *at = bytes;
    Digest128 digest = {seed ^ size ^ 0x2545f4914f6cdd1du, ~seed ^ size * 0x9e3779b97f4a7c15u};
    for (size_t left = size; left > 0;) {
        size_t part = left < 8 ? left : 8;
        uint64_t word = load(at, part);
        digest.low = fold(digest.low ^ word, 0xa0761d6478bd642fu) + 0x8ebc6af09c88c6e3u;
        digest.high = fold(digest.high + word, 0xe7037ed1a0b428dbu) ^ (digest.high << 23 | digest.high >> 41);
        at += part, left -= part;
    }
    return (Digest128){finish(digest.low + digest.high * 3), finish(digest.high ^ digest.low << 1)};
}

// For finding strings, which are compared as well: sixteen bytes at a time.
static uint64_t hash_of(const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    uint64_t hash = size ^ 0x2545f4914f6cdd1du;
    for (; size >= 16; at += 16, size -= 16)
        hash = fold(load(at, 8) ^ 0xa0761d6478bd642fu, load(at + 8, 8) ^ hash) + 0x9e3779b97f4a7c15u;
    uint64_t first = load(at, size < 8 ? size : 8), last = size > 8 ? load(at + 8, size - 8) : 0;
    return finish(fold(first ^ 0xe7037ed1a0b428dbu, last ^ hash) + hash);
}

// --- strings ------------------------------------------------------------------------------------------------

enum { BLOCK_BITS = 22, BLOCK_SIZE = 1 << BLOCK_BITS, FIRST_SLOTS = 1024 };

// A string that is larger than a block has one for itself; its size stands before it.
static uint8_t *take(Interned *pool, size_t size, uint64_t *place) {
    size_t whole = sizeof(uint32_t) + size;
    if (pool->blocks.count == 0 || pool->used + whole > BLOCK_SIZE) {
        size_t block = whole > BLOCK_SIZE ? whole : BLOCK_SIZE;
        array_push(&pool->blocks, memory_new(block));
        pool->used = 0;
        pool->memory += block;
    }
    *place = (uint64_t)(pool->blocks.count - 1) << BLOCK_BITS | pool->used;
    uint8_t *at = *array_last(&pool->blocks) + pool->used;
    pool->used += whole > BLOCK_SIZE ? BLOCK_SIZE - 1 : whole;
    return at;
}

static const uint8_t *at_place(const Interned *pool, uint64_t place, size_t *size) {
    const uint8_t *at = pool->blocks.items[place >> BLOCK_BITS] + (place & (BLOCK_SIZE - 1));
    uint32_t length;
    memcpy(&length, at, sizeof length);
    *size = length;
    return at + sizeof length;
}

const uint8_t *intern_bytes(const Interned *pool, uint32_t number, size_t *size) {
    return at_place(pool, pool->places.items[number - 1], size);
}

uint32_t intern_count(const Interned *pool) { return pool->places.count; }

static void put(InternSlot *slots, size_t count, InternSlot slot, uint64_t hash) {
    size_t at = hash & (count - 1);
    while (slots[at].number) at = (at + 1) & (count - 1);
    slots[at] = slot;
}

static void grow(Interned *pool) {
    size_t count = pool->slot_count ? pool->slot_count * 2 : FIRST_SLOTS;
    InternSlot *slots = memory_zeroed(count, sizeof *slots);
    for (uint32_t i = 1; i <= pool->places.count; i++) {
        size_t size;
        const uint8_t *bytes = intern_bytes(pool, i, &size);
        uint64_t hash = hash_of(bytes, size);
        put(slots, count, (InternSlot){i, (uint32_t)(hash >> 32)}, hash);
    }
    memory_free(pool->slots);
    pool->memory += (count - pool->slot_count) * sizeof *slots;
    pool->slots = slots;
    pool->slot_count = count;
}

static bool is_at(const Interned *pool, uint32_t number, const void *bytes, size_t size) {
    size_t other;
    const uint8_t *at = intern_bytes(pool, number, &other);
    return other == size && memcmp(at, bytes, size) == 0;
}

uint32_t intern_add(Interned *pool, const void *bytes, size_t size, bool *added) {
    uint64_t hash = hash_of(bytes, size);
    uint32_t tag = (uint32_t)(hash >> 32);
    if ((size_t)pool->places.count * 2 >= pool->slot_count) grow(pool);
    size_t mask = pool->slot_count - 1, at = hash & mask;
    *added = false;
    for (; pool->slots[at].number; at = (at + 1) & mask)
        if (pool->slots[at].tag == tag && is_at(pool, pool->slots[at].number, bytes, size))
            return pool->slots[at].number;
    if (pool->places.count == UINT32_MAX - 1) return UINT32_MAX;
    uint64_t place;
    uint32_t length = (uint32_t)size;
    uint8_t *to = take(pool, size, &place);
    memcpy(to, &length, sizeof length);
    if (size) memcpy(to + sizeof length, bytes, size);
    array_push(&pool->places, place);
    pool->slots[at] = (InternSlot){pool->places.count, tag};
    *added = true;
    return pool->places.count;
}

void intern_free(Interned *pool) {
    for (uint32_t i = 0; i < pool->blocks.count; i++) memory_free(pool->blocks.items[i]);
    array_free(&pool->blocks);
    array_free(&pool->places);
    memory_free(pool->slots);
    *pool = (Interned){0};
}
