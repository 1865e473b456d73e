// Hash: a table from numbers to small values, and a set of numbers.
//
//     Hash last = {0};                                    // of each object, the position of its last access
//     hash_insert(&last, object)->number = position;
//     HashEntry *entry = hash_find(&last, object);        // NULL: it is not there
//     for (uint32_t i = 0; i < last.count; i++) look_at(&last.entries[i]);
//     hash_free(&last);
//
// The entries lie side by side in the order in which their keys came, so that walking through them is fast and the same
// on every machine. Slots find them by their keys:
//
//     slots      0   2   0   0   3   1   0   0        number of an entry plus 1; 0: none
//     entries    key value | key value | key value
//
// A key begins to look at the top bits of its product with a large odd number (Knuth 6.4, multiplicative hashing) and
// goes on slot by slot (linear probing) to the first that is free. There are at least twice as many slots as entries.
//
// Entries leave in the opposite order: hash_cut takes off the last ones, as a search wants it that goes back. Claim: to
// do that, it is enough to free their slots. Reason: an entry depends on the slots before its own being taken, and all
// of those were taken by earlier ones; this holds too after the table grew, since entries get their new slots in the
// same order.
#pragma once
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t key;
    union {
        uint64_t number;
        void *pointer;
    };
} HashEntry;

typedef struct {   // all zeros: empty, and without memory
    HashEntry *entries;
    uint32_t count, capacity;   // of entries
    uint32_t *slots;            // twice the capacity, a power of two
    unsigned shift;             // from a product to the number of a slot
} Hash;

void hash_free(Hash *hash);   // as new

static inline size_t hash_slot(uint64_t key, unsigned shift) { return key * 0x9e3779b97f4a7c15u >> shift; }

// A key for a sequence of numbers, made one by one: from that of those before, or HASH_BEGIN, and the next number.
#define HASH_BEGIN 0x2545f4914f6cdd1du   // small numbers do not make it zero, which zeros would leave as it is

static inline uint64_t hash_extend(uint64_t key, uint64_t number) {
    key = (key ^ number) * 0x9e3779b97f4a7c15u;
    return key ^ key >> 29;
}

// The entry of a key, or NULL. It stays where it is until the next is inserted.
static inline HashEntry *hash_find(const Hash *hash, uint64_t key) {
    if (hash->count == 0) return NULL;
    size_t mask = (size_t)hash->capacity * 2 - 1;
    for (size_t at = hash_slot(key, hash->shift); hash->slots[at]; at = (at + 1) & mask) {
        HashEntry *entry = &hash->entries[hash->slots[at] - 1];
        if (entry->key == key) return entry;
    }
    return NULL;
}

// Inserts a key that is not there, with a value of zero.
HashEntry *hash_add(Hash *hash, uint64_t key);

// The entry of a key; if there was none, it is a new one with a value of zero.
static inline HashEntry *hash_insert(Hash *hash, uint64_t key) {
    HashEntry *found = hash_find(hash, key);
    return found ? found : hash_add(hash, key);
}

void hash_cut(Hash *hash, uint32_t count);   // takes off all entries but the first so many
void hash_clear(Hash *hash);                 // and all of them, in time of their number; keeps the memory

void hash_check(const Hash *hash);   // asserts that the above holds

// HashSet: the same without values, for many numbers. They lie in the slots themselves and never leave one by one.
typedef struct {       // all zeros: empty
    uint64_t *slots;   // a member, or 0
    size_t size;       // of them; a power of two, at least twice as many as members
    size_t count;      // members
    unsigned shift;
    bool zero;   // 0 is a member
} HashSet;

bool hash_set_add(HashSet *set, uint64_t member);   // false: it was there
bool hash_set_has(const HashSet *set, uint64_t member);
void hash_set_clear(HashSet *set);   // keeps the memory
void hash_set_free(HashSet *set);

// Walks through the members, in an order that depends only on what was added and when: the first one for `*at` 0, then
// the next ones. False: there are no more.
bool hash_set_next(const HashSet *set, size_t *at, uint64_t *member);
