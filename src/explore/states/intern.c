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

enum { BLOCK_BITS = 22, BLOCK_SIZE = 1 << BLOCK_BITS, FIRST_SLOTS = 1024, PLACE_BITS = 40 };
enum { FIRST_BLOCK_SIZE = 1 << 16 };   // many pools stay small
#define PLACE_MASK (((uint64_t)1 << PLACE_BITS) - 1)

typedef struct {   // stands before a string
    uint32_t size, number;
} Header;

// A string that is larger than a block has one for itself.
static uint8_t *take(Interned *pool, size_t size, uint64_t *place) {
    size_t whole = sizeof(Header) + size;
    if (pool->blocks.count == 0 || pool->used + whole > pool->size) {
        size_t block = pool->blocks.count == 0 ? FIRST_BLOCK_SIZE : BLOCK_SIZE;
        if (block < whole) block = whole;
        array_push(&pool->blocks, memory_new(block));
        if (block >= BLOCK_SIZE) memory_prefer_large(*array_last(&pool->blocks), block);
        pool->used = 0;
        pool->size = block;
        pool->memory += block;
    }
    *place = (uint64_t)(pool->blocks.count - 1) << BLOCK_BITS | pool->used;
    uint8_t *at = *array_last(&pool->blocks) + pool->used;
    pool->used += whole;
    return at;
}

static const uint8_t *at_place(const Interned *pool, uint64_t place, Header *header) {
    const uint8_t *at = pool->blocks.items[place >> BLOCK_BITS] + (place & (BLOCK_SIZE - 1));
    memcpy(header, at, sizeof *header);
    return at + sizeof *header;
}

const uint8_t *intern_bytes(const Interned *pool, uint32_t number, size_t *size) {
    Header header;
    const uint8_t *bytes = at_place(pool, pool->places.items[number - 1], &header);
    *size = header.size;
    return bytes;
}

uint32_t intern_count(const Interned *pool) { return pool->places.count; }

// Where to begin is in the low bits of the hash.
static uint64_t slot_for(uint64_t place, uint64_t hash) { return (place + 1) | (hash & ~PLACE_MASK); }

static void put(uint64_t *slots, size_t count, uint64_t slot, uint64_t hash) {
    size_t at = hash & (count - 1);
    while (slots[at]) at = (at + 1) & (count - 1);
    slots[at] = slot;
}

static void free_slots(Interned *pool) {
    if (pool->slots) memory_unreserve(pool->slots, pool->slot_count * sizeof *pool->slots);
}

static void grow(Interned *pool) {
    size_t count = pool->slot_count ? pool->slot_count * 2 : FIRST_SLOTS;
    uint64_t *slots = memory_reserve(count * sizeof *slots);
    memory_prefer_large(slots, count * sizeof *slots);
    for (uint32_t i = 0; i < pool->places.count; i++) {
        Header header;
        const uint8_t *bytes = at_place(pool, pool->places.items[i], &header);
        uint64_t hash = hash_of(bytes, header.size);
        put(slots, count, slot_for(pool->places.items[i], hash), hash);
    }
    free_slots(pool);
    pool->memory += (count - pool->slot_count) * sizeof *slots;
    pool->slots = slots;
    pool->slot_count = count;
}

// The number of the string, if it is the one in this slot; else 0.
static uint32_t number_in(const Interned *pool, uint64_t slot, const void *bytes, size_t size, uint64_t hash) {
    Header header;
    if ((slot ^ hash) & ~PLACE_MASK) return 0;
    const uint8_t *at = at_place(pool, (slot & PLACE_MASK) - 1, &header);
    return header.size == size && memcmp(at, bytes, size) == 0 ? header.number : 0;
}

uint32_t intern_add(Interned *pool, const void *bytes, size_t size, bool *added) {
    uint64_t hash = hash_of(bytes, size), place;
    if ((size_t)pool->places.count * 4 >= pool->slot_count * 3) grow(pool);
    size_t mask = pool->slot_count - 1, at = hash & mask;
    *added = false;
    for (; pool->slots[at]; at = (at + 1) & mask) {
        uint32_t number = number_in(pool, pool->slots[at], bytes, size, hash);
        if (number) return number;
    }
    if (pool->places.count == UINT32_MAX - 1) return UINT32_MAX;
    uint8_t *to = take(pool, size, &place);
    array_push(&pool->places, place);
    Header header = {(uint32_t)size, pool->places.count};
    memcpy(to, &header, sizeof header);
    if (size) memcpy(to + sizeof header, bytes, size);
    pool->slots[at] = slot_for(place, hash);
    *added = true;
    return header.number;
}

void intern_free(Interned *pool) {
    for (uint32_t i = 0; i < pool->blocks.count; i++) memory_free(pool->blocks.items[i]);
    array_free(&pool->blocks);
    array_free(&pool->places);
    free_slots(pool);
    *pool = (Interned){0};
}
