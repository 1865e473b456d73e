#include "base/hash.h"

#include <string.h>

#include "base/memory.h"

enum { FIRST_BITS = 4 };   // of the number of slots

void hash_free(Hash *hash) {
    memory_free(hash->entries);
    memory_free(hash->slots);
    *hash = (Hash){0};
}

// The first free slot for a key.
static uint32_t *free_slot(const Hash *hash, uint64_t key) {
    size_t mask = (size_t)hash->capacity * 2 - 1, at = hash_slot(key, hash->shift);
    while (hash->slots[at]) at = (at + 1) & mask;
    return &hash->slots[at];
}

static void grow(Hash *hash) {
    uint32_t bits = hash->capacity ? 64 - hash->shift + 1 : FIRST_BITS;
    if (bits > 31) memory_exhausted(SIZE_MAX);
    hash->capacity = UINT32_C(1) << (bits - 1);
    hash->shift = 64 - bits;
    hash->entries = memory_resize(hash->entries, hash->capacity * sizeof *hash->entries);
    memory_free(hash->slots);
    hash->slots = memory_zeroed((size_t)hash->capacity * 2, sizeof *hash->slots);
    for (uint32_t i = 0; i < hash->count; i++) *free_slot(hash, hash->entries[i].key) = i + 1;
}

HashEntry *hash_add(Hash *hash, uint64_t key) {
    assert(!hash_find(hash, key));
    if (hash->count == hash->capacity) grow(hash);
    HashEntry *added = &hash->entries[hash->count++];
    *added = (HashEntry){.key = key};
    *free_slot(hash, key) = hash->count;
    return added;
}

void hash_cut(Hash *hash, uint32_t count) {
    assert(count <= hash->count);
    size_t mask = (size_t)hash->capacity * 2 - 1;
    for (; hash->count > count; hash->count--) {
        size_t at = hash_slot(hash->entries[hash->count - 1].key, hash->shift);
        while (hash->slots[at] != hash->count) at = (at + 1) & mask;
        hash->slots[at] = 0;
    }
}

void hash_clear(Hash *hash) {
    if (hash->count < hash->capacity / 8) {
        hash_cut(hash, 0);
    } else if (hash->count) {
        memset(hash->slots, 0, (size_t)hash->capacity * 2 * sizeof *hash->slots);
        hash->count = 0;
    }
}

void hash_check(const Hash *hash) {
    assert(hash->count <= hash->capacity && (hash->capacity & (hash->capacity - 1)) == 0);
    assert(hash->capacity == 0 || hash->capacity * 2 == UINT64_C(1) << (64 - hash->shift));
    uint32_t taken = 0;
    for (uint32_t i = 0; i < hash->capacity * 2; i++) taken += hash->slots[i] != 0;
    assert(taken == hash->count);
    for (uint32_t i = 0; i < hash->count; i++) assert(hash_find(hash, hash->entries[i].key) == &hash->entries[i]);
    (void)taken;
}

// --- sets ------------------------------------------------------------------------------------------------

// The slot of a member that is not 0, or the one to put it into.
static uint64_t *set_slot(const HashSet *set, uint64_t member) {
    size_t at = hash_slot(member, set->shift);
    while (set->slots[at] && set->slots[at] != member) at = (at + 1) & (set->size - 1);
    return &set->slots[at];
}

static void set_grow(HashSet *set) {
    HashSet old = *set;
    unsigned bits = old.size ? 64 - old.shift + 1 : FIRST_BITS;
    set->size = (size_t)1 << bits;
    set->shift = 64 - bits;
    set->slots = memory_zeroed(set->size, sizeof *set->slots);
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i]) *set_slot(set, old.slots[i]) = old.slots[i];
    memory_free(old.slots);
}

static bool add_zero(HashSet *set) {
    if (set->zero) return false;
    set->count++;
    return set->zero = true;
}

bool hash_set_add(HashSet *set, uint64_t member) {
    if (member == 0) return add_zero(set);
    if (set->count * 2 >= set->size) set_grow(set);
    uint64_t *slot = set_slot(set, member);
    if (*slot) return false;
    *slot = member;
    set->count++;
    return true;
}

bool hash_set_has(const HashSet *set, uint64_t member) {
    if (member == 0) return set->zero;
    return set->size && *set_slot(set, member);
}

void hash_set_clear(HashSet *set) {
    if (set->slots) memset(set->slots, 0, set->size * sizeof *set->slots);
    set->count = 0;
    set->zero = false;
}

void hash_set_free(HashSet *set) {
    memory_free(set->slots);
    *set = (HashSet){0};
}

// `*at` is 0 before the first, then the number of the next slot plus 1.
bool hash_set_next(const HashSet *set, size_t *at, uint64_t *member) {
    if (*at == 0 && set->zero) {
        *member = 0;
        *at = 1;
        return true;
    }
    size_t slot = *at ? *at - 1 : 0;
    while (slot < set->size && !set->slots[slot]) slot++;
    if (slot >= set->size) return false;
    *member = set->slots[slot];
    *at = slot + 2;
    return true;
}
