#include "base/hash.h"

#include <string.h>

#include "base/chance.h"
#include "tap.h"

TEST(an_empty_table_finds_nothing) {
    Hash hash = {0};
    CHECK(!hash_find(&hash, 0) && !hash_find(&hash, 42));
    hash_cut(&hash, 0);
    hash_clear(&hash);
    hash_check(&hash);
    hash_free(&hash);
}

TEST(a_table_gives_back_what_was_put_under_a_key) {
    Hash hash = {0};
    int here;
    hash_insert(&hash, 0)->pointer = &here;
    hash_insert(&hash, UINT64_MAX)->number = 7;

    CHECK(hash_find(&hash, 0)->pointer == &here);
    CHECK(hash_find(&hash, UINT64_MAX)->number == 7);
    CHECK(!hash_find(&hash, 1));
    hash_free(&hash);
}

TEST(a_key_is_inserted_once) {
    Hash hash = {0};
    hash_insert(&hash, 5)->number = 1;
    CHECK(hash_insert(&hash, 5)->number == 1 && hash.count == 1);
    CHECK(hash_insert(&hash, 6)->number == 0 && hash.count == 2);
    hash_free(&hash);
}

TEST(entries_are_in_the_order_in_which_their_keys_came) {
    enum { COUNT = 1000 };
    Hash hash = {0};
    for (uint64_t i = 0; i < COUNT; i++) hash_insert(&hash, chance_mix(i))->number = i;
    bool ordered = hash.count == COUNT;
    for (uint64_t i = 0; ordered && i < COUNT; i++)
        ordered = hash.entries[i].key == chance_mix(i) && hash.entries[i].number == i;
    CHECK(ordered);
    hash_check(&hash);
    hash_free(&hash);
}

// What a table should hold: the same entries, looked for one by one.
enum { MODEL_SIZE = 600 };

typedef struct {
    uint64_t keys[MODEL_SIZE];
    uint32_t count;
} Model;

static bool model_has(const Model *model, uint64_t key) {
    for (uint32_t i = 0; i < model->count; i++)
        if (model->keys[i] == key) return true;
    return false;
}

// Keys that look alike: small numbers, their multiples, numbers that differ only in their high bits; some of them
// often.
static uint64_t draw_key(Chance *chance) {
    uint64_t number = chance_below(chance, 500);
    switch (chance_below(chance, 4)) {
    case 0: return number;
    case 1: return number * 4096;
    case 2: return number << 48;
    default: return chance_mix(number);
    }
}

static void insert(Hash *hash, Model *model, uint64_t key) {
    if (model->count == MODEL_SIZE) return;
    bool there = model_has(model, key);
    uint64_t number = hash_insert(hash, key)->number;
    CHECK(there ? model->keys[number - 1] == key : number == 0);
    if (there) return;
    model->keys[model->count++] = key;
    hash_find(hash, key)->number = model->count;
}

TEST(a_table_that_grows_and_is_cut_holds_what_a_list_holds) {
    for (uint64_t round = 0; round < 20; round++) {
        Chance chance = chance_new(7, round);
        Hash hash = {0};
        Model model = {.count = 0};
        for (int i = 0; i < 300; i++) {
            for (uint32_t n = chance_below(&chance, 12); n > 0; n--) insert(&hash, &model, draw_key(&chance));
            if (chance_below(&chance, 3) == 0) {
                model.count -= chance_below(&chance, model.count / 2 + 1);
                hash_cut(&hash, model.count);
            } else if (chance_below(&chance, 100) == 0) {
                model.count = 0;
                hash_clear(&hash);
            }
            uint64_t key = draw_key(&chance);
            CHECK((hash_find(&hash, key) != NULL) == model_has(&model, key));
            CHECK(hash.count == model.count);
            hash_check(&hash);
        }
        for (uint32_t i = 0; i < model.count; i++) CHECK(hash.entries[i].key == model.keys[i]);
        hash_free(&hash);
    }
}

TEST(a_cleared_table_is_empty_however_full_it_was) {
    for (uint64_t count = 0; count < 200; count++) {
        Hash hash = {0};
        for (uint64_t i = 0; i < 100; i++) hash_insert(&hash, i);
        hash_cut(&hash, 0);
        for (uint64_t i = 0; i < count; i++) hash_insert(&hash, i);
        hash_clear(&hash);
        hash_check(&hash);
        CHECK(hash.count == 0 && !hash_find(&hash, 0));
        hash_free(&hash);
    }
}

// How many slots a key looks at, on the average, when there are as many keys as a table of 8192 slots takes.
static double probes(uint64_t factor) {
    Hash hash = {0};
    uint64_t looks = 0;
    for (uint64_t i = 0; i < 4096; i++) hash_insert(&hash, i * factor);
    for (uint32_t i = 0; i < hash.count; i++) {
        size_t at = hash_slot(hash.entries[i].key, hash.shift);
        for (; hash.slots[at] != i + 1; at = (at + 1) & (hash.capacity * 2 - 1)) looks++;
    }
    hash_free(&hash);
    return 1 + (double)looks / 4096;
}

TEST(keys_that_differ_in_few_bits_are_spread) {
    for (unsigned shift = 0; shift < 50; shift++) CHECK(probes(UINT64_C(1) << shift) < 2.5);
    CHECK(probes(24) < 2.5 && probes(1000) < 2.5);
}

TEST(sequences_of_small_numbers_have_keys_of_their_own) {
    HashSet keys = {0};
    for (uint64_t length = 0; length < 4; length++)
        for (uint64_t code = 0; code < (uint64_t)1 << (4 * length); code++) {
            uint64_t key = hash_extend(HASH_BEGIN, length);
            for (uint64_t i = 0; i < length; i++) key = hash_extend(key, code >> (4 * i) & 15);
            CHECK(hash_set_add(&keys, key));
        }
    hash_set_free(&keys);
}

TEST(a_set_has_what_was_added) {
    HashSet set = {0};
    CHECK(!hash_set_has(&set, 0) && !hash_set_has(&set, 1));
    CHECK(hash_set_add(&set, 0) && hash_set_add(&set, 1) && hash_set_add(&set, UINT64_MAX));
    CHECK(!hash_set_add(&set, 0) && !hash_set_add(&set, 1) && !hash_set_add(&set, UINT64_MAX));
    CHECK(hash_set_has(&set, 0) && hash_set_has(&set, 1) && hash_set_has(&set, UINT64_MAX) && !hash_set_has(&set, 2));
    CHECK(set.count == 3);

    hash_set_clear(&set);

    CHECK(set.count == 0 && !hash_set_has(&set, 0) && !hash_set_has(&set, 1));
    hash_set_free(&set);
}

TEST(a_set_of_zero_alone_can_be_cleared) {
    HashSet set = {0};
    CHECK(hash_set_add(&set, 0) && set.count == 1);
    hash_set_clear(&set);
    CHECK(!hash_set_has(&set, 0));
    hash_set_free(&set);
}

TEST(a_large_set_is_walked_through_once) {
    enum { COUNT = 10000 };
    static bool seen[COUNT];
    memset(seen, 0, sizeof seen);
    HashSet set = {0};
    for (uint64_t i = 0; i < COUNT; i++) hash_set_add(&set, i * 64);
    size_t at = 0, count = 0;
    for (uint64_t member; hash_set_next(&set, &at, &member); count++) {
        CHECK(member % 64 == 0 && member / 64 < COUNT && !seen[member / 64]);
        seen[member / 64] = true;
    }
    CHECK(count == COUNT && set.count == COUNT && set.size >= 2 * (set.count - 1));
    hash_set_free(&set);
}
