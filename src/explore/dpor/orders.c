#include "explore/dpor/orders.h"

#include "base/chance.h"

void orders_init(Orders *orders, bool all) { *orders = (Orders){.generation = 1, .all = all}; }

void orders_free(Orders *orders) { hash_free(&orders->pairs); }

// Of the two messages in either order.
static uint64_t key_of(uint64_t mailbox, uint64_t a, uint64_t b) {
    uint64_t low = a < b ? a : b, high = a < b ? b : a;
    return chance_mix(chance_mix(chance_mix(mailbox) ^ low) ^ high);
}

bool orders_has(const Orders *orders, uint64_t mailbox, uint64_t a, uint64_t b) {
    return orders->all || orders_knows_key(orders, key_of(mailbox, a, b));
}

bool orders_matter(Orders *orders, uint64_t mailbox, uint64_t a, uint64_t b) {
    return orders->all || hash_insert(&orders->pairs, key_of(mailbox, a, b))->number == ORDERED;
}

bool orders_learn_key(Orders *orders, uint64_t key) {
    const HashEntry *relied = hash_find(&orders->pairs, key);
    if (relied && relied->number == ORDERED) return false;
    orders->refuted |= relied != NULL;
    hash_insert(&orders->pairs, key)->number = ORDERED;
    orders->ordered++;
    orders->generation++;
    return true;
}

void orders_begin_again(Orders *orders) {
    Hash old = orders->pairs;
    orders->pairs = (Hash){0};
    for (uint32_t i = 0; i < old.count; i++)
        if (old.entries[i].number == ORDERED) hash_add(&orders->pairs, old.entries[i].key)->number = ORDERED;
    orders->refuted = false;
    orders->generation++;
    hash_free(&old);
}

bool orders_knows_key(const Orders *orders, uint64_t key) {
    const HashEntry *pair = hash_find(&orders->pairs, key);
    return pair && pair->number == ORDERED;
}

bool orders_learn(Orders *orders, uint64_t mailbox, uint64_t a, uint64_t b) {
    return orders_learn_key(orders, key_of(mailbox, a, b));
}

uint32_t orders_keys(const Orders *orders, uint64_t *keys, uint32_t max) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < orders->pairs.count; i++)
        if (orders->pairs.entries[i].number == ORDERED && count < max) keys[count++] = orders->pairs.entries[i].key;
    return orders->ordered;
}

void orders_save(const Orders *orders, uint32_t from, Text *out) {
    parcel_add_number(out, from);
    parcel_add_number(out, orders->pairs.count - from);
    for (uint32_t i = from; i < orders->pairs.count; i++) {
        const HashEntry *pair = &orders->pairs.entries[i];
        parcel_add_number(out, pair->key);
        text_add_char(out, (char)pair->number);
    }
}

bool orders_load(Orders *orders, Parcel *in) {
    uint64_t from = parcel_number(in), count = parcel_number(in);
    if (from != orders->pairs.count) return false;
    for (uint64_t i = 0; i < count && !in->broken; i++) {
        uint64_t key = parcel_number(in);
        char number;
        parcel_take(in, &number, 1);
        if (in->broken || (number != RELIED_ON && number != ORDERED) || hash_find(&orders->pairs, key)) return false;
        hash_add(&orders->pairs, key)->number = (uint64_t)number;
        orders->ordered += number == ORDERED;
    }
    orders->generation++;
    return !in->broken;
}
