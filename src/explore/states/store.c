#include "explore/states/store.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

const char *const store_names[] = {"exact", "compact", "bitstate"};

enum { BITS_OF_A_STATE = 3, FIRST_SLOTS = 1024 };
#define USUAL_BYTES ((uint64_t)64 << 20)

void state_store_init(StateStore *store, StoreKind kind, uint64_t memory) {
    *store = (StateStore){.kind = kind};
    if (kind != STORE_BITSTATE) return;
    store->bit_count = 64;
    while (store->bit_count * 2 <= (memory ? memory : USUAL_BYTES) * 8) store->bit_count *= 2;
    store->bits = memory_zeroed(store->bit_count / 64, sizeof *store->bits);
}

void state_store_free(StateStore *store) {
    intern_free(&store->exact);
    memory_free(store->slots);
    memory_free(store->bits);
    *store = (StateStore){0};
}

// --- compact ------------------------------------------------------------------------------------------------

static bool is_free(const Digest128 *slot) { return slot->low == 0 && slot->high == 0; }

// A table of any size: the hash as a fraction says where to begin.
static Digest128 *slot_of(Digest128 *slots, size_t count, Digest128 digest) {
    size_t at = (size_t)((unsigned __int128)digest.low * count >> 64);
    while (!is_free(&slots[at]) && (slots[at].low != digest.low || slots[at].high != digest.high))
        at = at + 1 < count ? at + 1 : 0;
    return &slots[at];
}

// By little, so that a state never takes more than 20 bytes: 16, at most 9 of 10 slots taken, and 8
// of 10 after growing.
static void grow(StateStore *store) {
    size_t count = store->slot_count ? store->slot_count + store->slot_count / 8 : FIRST_SLOTS;
    Digest128 *slots = memory_zeroed(count, sizeof *slots);
    for (size_t i = 0; i < store->slot_count; i++)
        if (!is_free(&store->slots[i])) *slot_of(slots, count, store->slots[i]) = store->slots[i];
    memory_free(store->slots);
    store->slots = slots;
    store->slot_count = count;
}

static bool add_compact(StateStore *store, Digest128 digest) {
    if (store->count * 10 >= store->slot_count * 9) grow(store);
    if (is_free(&digest)) digest.low = 1;
    Digest128 *slot = slot_of(store->slots, store->slot_count, digest);
    if (!is_free(slot)) return false;
    *slot = digest;
    return true;
}

// --- bits ---------------------------------------------------------------------------------------------------

static bool add_bits(StateStore *store, Digest128 digest) {
    bool new = false;
    for (int i = 0; i < BITS_OF_A_STATE; i++) {
        uint64_t bit = (digest.low + (uint64_t)i * (digest.high | 1)) & (store->bit_count - 1);
        uint64_t *word = &store->bits[bit / 64], mask = (uint64_t)1 << bit % 64;
        new |= !(*word & mask);
        *word |= mask;
    }
    return new;
}

// --- the door -----------------------------------------------------------------------------------------------

bool state_store_add(StateStore *store, const void *bytes, size_t size, uint64_t *number) {
    bool added;
    if (store->kind == STORE_EXACT) {
        *number = intern_add(&store->exact, bytes, size, &added);
    } else {
        Digest128 digest = digest128(bytes, size, 0x5851f42d4c957f2du);
        added = store->kind == STORE_COMPACT ? add_compact(store, digest) : add_bits(store, digest);
        *number = store->count + 1;
    }
    store->count += added;
    return added;
}

uint64_t state_store_memory(const StateStore *store) {
    return store->exact.memory + store->exact.places.capacity * sizeof(uint64_t) +
           store->slot_count * sizeof *store->slots + store->bit_count / 8;
}

// Each pair of states has one chance in 2^128. Of bits: the i-th state finds all of its bits set
// with a probability that grows with the part of the table that is set, 1 - e^(-ki/m); the sum over
// all states is bounded by taking the last one's for each.
double state_store_missed(const StateStore *store) {
    double n = (double)store->count;
    if (store->kind == STORE_EXACT) return 0;
    if (store->kind == STORE_COMPACT) return n * n / 2 / 3.4028236692093846e38;
    double set = 1 - exp(-BITS_OF_A_STATE * n / (double)store->bit_count);
    return n * pow(set, BITS_OF_A_STATE);
}
