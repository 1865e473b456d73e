#include "explore/dpor/orders.h"

#include <assert.h>

#include "base/chance.h"
#include "base/memory.h"

enum { FIRST_SIZE = 256 };

void orders_init(Orders *orders, bool all) {
    *orders = (Orders){.generation = 1, .pairs = memory_zeroed(FIRST_SIZE, sizeof(OrdersPair)), .size = FIRST_SIZE, .all = all};
}

void orders_free(Orders *orders) { memory_free(orders->pairs); }

// Of the two messages in either order.
static uint64_t key_of(uint64_t mailbox, uint64_t a, uint64_t b) {
    uint64_t low = a < b ? a : b, high = a < b ? b : a;
    uint64_t key = chance_mix(chance_mix(chance_mix(mailbox) ^ low) ^ high);
    return key ? key : 1;
}

static OrdersPair *find(const Orders *orders, uint64_t key) {
    uint32_t at = (uint32_t)(key >> 32) & (orders->size - 1);
    while (orders->pairs[at].key && orders->pairs[at].key != key) at = (at + 1) & (orders->size - 1);
    return &orders->pairs[at];
}

static void grow(Orders *orders) {
    Orders old = *orders;
    orders->size *= 2;
    orders->pairs = memory_zeroed(orders->size, sizeof(OrdersPair));
    for (uint32_t i = 0; i < old.size; i++)
        if (old.pairs[i].key) *find(orders, old.pairs[i].key) = old.pairs[i];
    memory_free(old.pairs);
}

static void add(Orders *orders, uint64_t key, bool ordered) {
    if (2 * ++orders->count > orders->size) grow(orders);
    OrdersPair *pair = find(orders, key);
    assert(!pair->key);
    *pair = (OrdersPair){key, ordered};
}

bool orders_has(const Orders *orders, uint64_t mailbox, uint64_t a, uint64_t b) {
    return orders->all || find(orders, key_of(mailbox, a, b))->ordered;
}

bool orders_matter(Orders *orders, uint64_t mailbox, uint64_t a, uint64_t b) {
    if (orders->all) return true;
    uint64_t key = key_of(mailbox, a, b);
    const OrdersPair *pair = find(orders, key);
    if (pair->key) return pair->ordered;
    add(orders, key, false);
    return false;
}

bool orders_learn_key(Orders *orders, uint64_t key) {
    OrdersPair *pair = find(orders, key);
    if (pair->ordered) return false;
    orders->refuted |= pair->key != 0;
    if (pair->key) pair->ordered = true;
    else add(orders, key, true);
    orders->ordered++;
    orders->generation++;
    return true;
}

void orders_begin_again(Orders *orders) {
    OrdersPair *old = orders->pairs;
    uint32_t size = orders->size;
    orders->pairs = memory_zeroed(size, sizeof(OrdersPair));
    for (uint32_t i = 0; i < size; i++)
        if (old[i].ordered) *find(orders, old[i].key) = old[i];
    orders->count = orders->ordered;
    orders->refuted = false;
    orders->generation++;
    memory_free(old);
}

bool orders_knows_key(const Orders *orders, uint64_t key) { return find(orders, key)->ordered; }

bool orders_learn(Orders *orders, uint64_t mailbox, uint64_t a, uint64_t b) {
    return orders_learn_key(orders, key_of(mailbox, a, b));
}

uint32_t orders_keys(const Orders *orders, uint64_t *keys, uint32_t max) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < orders->size; i++)
        if (orders->pairs[i].ordered && count < max) keys[count++] = orders->pairs[i].key;
    return orders->ordered;
}
