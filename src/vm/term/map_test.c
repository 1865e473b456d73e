#include "vm/term/map.h"

#include <stdio.h>

#include "fixture.h"
#include "tap.h"

static Heap *heap;

// --- random terms --------------------------------------------------------------------------------
static uint64_t seed;

static uint64_t random_below(uint64_t limit) {
    seed += UINT64_C(0x9e3779b97f4a7c15);
    return hash_mix(seed) % limit;
}

static void start(uint64_t new_seed) {
    heap = fixture_process()->heap;
    seed = new_seed;
}

static uint64_t undo_shift(uint64_t x, unsigned shift) {
    uint64_t y = x;
    for (unsigned done = shift; done < 64; done += shift) y = x ^ y >> shift;
    return y;
}

// The input of hash_mix that gives x.
static uint64_t unmix(uint64_t x) {
    x = undo_shift(x, 31) * UINT64_C(0x319642b2d24d8ec3);
    x = undo_shift(x, 27) * UINT64_C(0x96de1b173f119089);
    return undo_shift(x, 30);
}

// Floats and integers that agree in all hash bits a tree looks at, `which` (0 .. 7) of one group.
static Term colliding(unsigned group, unsigned which) {
    uint64_t hash = hash_mix(group) & ~UINT64_C(0xF);
    for (unsigned low = 0, found = 0;; low++) {
        uint64_t bits = unmix(hash + low);
        double number;
        uint64_t as_float = bits ^ HASH_FLOAT;
        memcpy(&number, &as_float, sizeof number);
        bool finite = (as_float >> 52 & 0x7FF) != 0x7FF;
        int64_t small = (int64_t)(bits ^ HASH_SMALL);
        if (finite && found++ == which) return heap_float(heap, number);
        if (small_fits(small) && found++ == which) return term_small(small);
        if (low == 15) return term_small(which);
    }
}

static Term random_key(unsigned variety) {
    char name[16];
    int64_t number = (int64_t)random_below(variety);
    switch (random_below(7)) {
    case 0: return term_small(number - 5);
    case 1: return heap_float(heap, (double)number / 2);
    case 2: snprintf(name, sizeof name, "a%d", (int)number); return atom_from_text(name);
    case 3: return heap_tuple2(heap, term_small(number % 3), term_pid((uint32_t)number));
    case 4: return heap_binary_from(heap, &number, (size_t)(number % 9));
    case 5: return heap_cons(heap, term_small(number), TERM_NIL);
    default: return colliding((unsigned)number % 5, (unsigned)number % 8);
    }
}

// --- a model: an array of pairs ------------------------------------------------------------------
enum { MODEL_MAX = 4096 };
typedef struct {
    size_t count;
    Term pairs[2 * MODEL_MAX];
} Model;
static Model model;

static size_t model_find(Term key) {
    size_t i = 0;
    while (i < model.count && term_compare_exact(model.pairs[2 * i], key) != 0) i++;
    return i;
}

static void model_put(Term key, Term value) {
    size_t at = model_find(key);
    if (at == model.count) model.pairs[2 * model.count++] = key;
    model.pairs[2 * at + 1] = value;
}

static void model_remove(Term key) {
    size_t at = model_find(key);
    if (at == model.count) return;
    model.count--;
    model.pairs[2 * at] = model.pairs[2 * model.count];
    model.pairs[2 * at + 1] = model.pairs[2 * model.count + 1];
}

static void model_shuffle(void) {
    for (size_t i = model.count; i > 1; i--) {
        size_t j = random_below(i);
        for (size_t k = 0; k < 2; k++) {
            Term saved = model.pairs[2 * (i - 1) + k];
            model.pairs[2 * (i - 1) + k] = model.pairs[2 * j + k];
            model.pairs[2 * j + k] = saved;
        }
    }
}

// Whether two trees consist of equal words, down to keys and values.
static bool same_tree(Term a, Term b) {
    if (term_is_boxed(a) && (term_kind(a) == KIND_NODE || term_kind(a) == KIND_COLLISION)) {
        if (!term_is_boxed(b) || term_words(a)[0].bits != term_words(b)[0].bits) return false;
        if (term_words(a)[1].bits != term_words(b)[1].bits) return false;
        for (size_t i = 2; i <= term_size(a); i++)
            if (!same_tree(term_words(a)[i], term_words(b)[i])) return false;
        return true;
    }
    return term_is_cons(a) && term_is_cons(b) && term_identical(term_head(a), term_head(b)) &&
           term_identical(term_tail(a), term_tail(b));
}

static bool same_layout(Term a, Term b) {
    if (term_kind(a) != term_kind(b) || map_count(a) != map_count(b)) return false;
    if (!map_is_flat(a)) return same_tree(map_root(a), map_root(b));
    for (size_t i = 0; i < map_count(a); i++) {
        if (!term_identical(term_elements(map_flat_keys(a))[i], term_elements(map_flat_keys(b))[i])) return false;
        if (!term_identical(map_flat_values(a)[i], map_flat_values(b)[i])) return false;
    }
    return true;
}

static bool agrees_with_model(Term map) {
    if (!map_check(map) || map_count(map) != model.count) return false;
    for (size_t i = 0; i < model.count; i++)
        if (!term_same(map_get(map, model.pairs[2 * i]), model.pairs[2 * i + 1])) return false;
    return true;
}

// --- tests ---------------------------------------------------------------------------------------
static Term sequence(int64_t from, int64_t to) {
    Term map = map_empty(heap);
    for (int64_t i = from; i <= to; i++) map = map_put(heap, map, term_small(i), term_small(i * i));
    return map;
}

TEST(an_empty_map_has_no_keys) {
    start(1);
    Term map = map_empty(heap);
    CHECK(map_count(map) == 0);
    CHECK(term_is_none(map_get(map, ATOM(ok))));
    CHECK(term_same(map_remove(heap, map, ATOM(ok)), map));
    CHECK(map_check(map));
}

TEST(a_small_map_is_walked_in_key_order_with_integers_before_floats) {
    start(2);
    Term pairs[] = {ATOM(ok),      term_small(1), heap_float(heap, 0.5), term_small(2), term_small(7),
                    term_small(3), TERM_NIL,      term_small(4)};
    Term map = map_from_pairs(heap, pairs, 4, NULL), key, value;
    int64_t expected[] = {3, 2, 1, 4};
    size_t i = 0;
    MapIterator it;
    for (map_iterate(&it, map); map_next(&it, &key, &value);) CHECK(term_to_small(value) == expected[i++]);
    CHECK(i == 4);
}

TEST(an_update_shares_the_keys_and_an_idle_one_shares_the_map) {
    start(3);
    Term map = sequence(1, 10);
    Term other = map_put(heap, map, term_small(3), ATOM(ok));
    CHECK(term_same(map_flat_keys(map), map_flat_keys(other)));
    CHECK(term_to_small(map_get(map, term_small(3))) == 9);
    CHECK(term_same(map_put(heap, other, term_small(3), ATOM(ok)), other));
    Term large = sequence(1, 100);
    CHECK(term_same(map_put(heap, large, term_small(3), term_small(9)), large));
}

TEST(a_map_changes_its_form_between_32_and_33_keys) {
    start(4);
    Term map = sequence(1, 32);
    CHECK(map_is_flat(map));
    Term large = map_put(heap, map, term_small(33), ATOM(ok));
    CHECK(!map_is_flat(large));
    CHECK(map_check(large));
    Term back = map_remove(heap, large, term_small(33));
    CHECK(same_layout(back, map));
}

TEST(updating_needs_the_key) {
    start(5);
    Term map = sequence(1, 5), large = sequence(1, 50);
    CHECK(term_is_none(map_update(heap, map, term_small(9), ATOM(ok))));
    CHECK(term_is_none(map_update(heap, large, term_small(90), ATOM(ok))));
    Term updated = map_update(heap, large, term_small(9), ATOM(ok));
    CHECK(term_same(map_get(updated, term_small(9)), ATOM(ok)));
    CHECK(map_count(updated) == 50);
}

TEST(equal_hashes_stand_side_by_side) {
    start(6);
    Term map = sequence(100, 140);
    for (unsigned i = 0; i < 8; i++) map = map_put(heap, map, colliding(1, i), term_small(i));
    CHECK(map_check(map));
    CHECK(map_count(map) == 49);
    for (unsigned i = 0; i < 8; i++) CHECK(term_to_small(map_get(map, colliding(1, i))) == i);
    for (unsigned i = 0; i < 7; i++) map = map_remove(heap, map, colliding(1, i));
    CHECK(map_check(map));
    CHECK(term_to_small(map_get(map, colliding(1, 7))) == 7);
    CHECK(same_layout(map_remove(heap, map, colliding(1, 7)), sequence(100, 140)));
}

static void random_run(unsigned variety, unsigned steps, unsigned removes_of_ten) {
    model.count = 0;
    Term map = map_empty(heap);
    for (unsigned i = 0; i < steps; i++) {
        Term key = random_key(variety);
        if (random_below(10) < removes_of_ten) {
            map = map_remove(heap, map, key);
            model_remove(key);
        } else {
            map = map_put(heap, map, key, term_small(i));
            model_put(key, term_small(i));
        }
        if (i % 16 == 0) CHECK(agrees_with_model(map));
    }
    CHECK(agrees_with_model(map));
    model_shuffle();
    bool duplicate = true;
    Term again = map_from_pairs(heap, model.pairs, model.count, &duplicate);
    CHECK(!duplicate);
    CHECK(same_layout(map, again));
    CHECK(term_identical(map, again) && term_compare_exact(map, again) == 0);
    CHECK(term_hash(map) == term_hash(again));
    Term third = map_empty(heap);
    for (size_t i = 0; i < model.count; i++) third = map_put(heap, third, model.pairs[2 * i], model.pairs[2 * i + 1]);
    CHECK(same_layout(map, third));
}

TEST(random_puts_and_removes_agree_with_a_model_and_leave_no_history) {
    start(7);
    for (unsigned round = 0; round < 60; round++)
        random_run(4 + round * 4, 200 + round * 20, (unsigned)random_below(7));
}

TEST(a_later_pair_wins) {
    start(8);
    Term pairs[400];
    for (size_t i = 0; i < 200; i++) {
        pairs[2 * i] = term_small((int64_t)i % 50);
        pairs[2 * i + 1] = term_small((int64_t)i);
    }
    bool duplicate = false;
    Term map = map_from_pairs(heap, pairs, 200, &duplicate);
    CHECK(duplicate && map_count(map) == 50 && map_check(map));
    CHECK(term_to_small(map_get(map, term_small(7))) == 157);
    for (size_t i = 0; i < 200; i++) pairs[2 * i] = term_small((int64_t)i % 20);
    map = map_from_pairs(heap, pairs, 200, &duplicate);
    CHECK(map_is_flat(map) && map_count(map) == 20 && map_check(map));
    CHECK(term_to_small(map_get(map, term_small(7))) == 187);
}

static Term random_map(size_t size, unsigned variety) {
    Term map = map_empty(heap);
    for (size_t i = 0; i < size; i++)
        map = map_put(heap, map, random_key(variety), term_small((int64_t)random_below(3)));
    return map;
}

TEST(merging_is_putting_all_of_the_second) {
    start(9);
    for (unsigned round = 0; round < 200; round++) {
        Term a = random_map(random_below(120), 60), b = random_map(random_below(120), 60);
        Term expected = a, key, value;
        MapIterator it;
        for (map_iterate(&it, b); map_next(&it, &key, &value);) expected = map_put(heap, expected, key, value);
        Term merged = map_merge(heap, a, b);
        CHECK(map_check(merged));
        CHECK(same_layout(merged, expected));
    }
    Term large = sequence(1, 1000);
    CHECK(term_same(map_merge(heap, large, sequence(3, 500)), large));
}

TEST(many_pairs_are_put_in_one_go) {
    start(10);
    for (unsigned round = 0; round < 200; round++) {
        Term map = random_map(random_below(50), 40), pairs[40], missing;
        size_t count = random_below(20);
        for (size_t i = 0; i < count; i++) {
            pairs[2 * i] = random_key(40);
            pairs[2 * i + 1] = term_small((int64_t)i);
        }
        Term expected = map;
        bool all_there = true;
        for (size_t i = 0; i < count; i++) {
            all_there = all_there && !term_is_none(map_get(map, pairs[2 * i]));
            expected = map_put(heap, expected, pairs[2 * i], pairs[2 * i + 1]);
        }
        CHECK(same_layout(map_put_many(heap, map, pairs, count, false, NULL), expected));
        Term exact = map_put_many(heap, map, pairs, count, true, &missing);
        CHECK(all_there == !term_is_none(exact));
        CHECK(all_there ? same_layout(exact, expected) : term_is_none(map_get(map, missing)));
    }
}

TEST(putting_known_keys_shares_the_tuple_of_keys) {
    start(11);
    Term map = sequence(1, 10), pairs[] = {term_small(2), ATOM(ok), term_small(9), ATOM(error)};
    Term other = map_put_many(heap, map, pairs, 2, true, NULL);
    CHECK(term_same(map_flat_keys(map), map_flat_keys(other)));
    CHECK(term_same(map_get(other, term_small(9)), ATOM(error)));
}

TEST(single_steps_lead_through_the_leaves_in_the_order_of_a_walk) {
    start(12);
    for (unsigned size = 0; size < 300; size += 7) {
        Term map = random_map(size, 100), root = TERM_NIL, key, value, leaf;
        MapIterator it;
        for (map_iterate(&it, map); map_next(&it, &key, &value);)
            root = hamt_put(heap, root, term_hash(key), key, value, NULL);
        CHECK(hamt_check(root));
        Term at, before = NO_TERM;
        bool more = hamt_first(root, &at, &value);
        for (HamtIterator leaves = hamt_iterate(root); !term_is_none(leaf = hamt_iterator_next(&leaves));) {
            CHECK(more && term_same(at, term_head(leaf)));
            Term previous;
            bool has_previous = hamt_previous(root, term_hash(at), at, &previous, &value);
            CHECK(has_previous == !term_is_none(before));
            CHECK(!has_previous || term_same(previous, before));
            before = at;
            more = hamt_next(root, term_hash(at), at, &at, &value);
        }
        CHECK(!more);
        CHECK(!hamt_last(root, &at, &value) || term_same(at, before));
    }
}

TEST(a_step_from_a_removed_key_leads_where_it_would_have) {
    start(13);
    Term map = random_map(400, 200), root = map_root(map), key, value;
    MapIterator it;
    for (map_iterate(&it, map); map_next(&it, &key, &value);) {
        uint64_t hash = term_hash(key);
        bool removed;
        Term without = hamt_remove(heap, root, hash, key, &removed), a, b;
        CHECK(removed && hamt_check(without));
        bool more = hamt_next(root, hash, key, &a, &value);
        CHECK(hamt_next(without, hash, key, &b, &value) == more);
        CHECK(!more || term_same(a, b));
        bool less = hamt_previous(root, hash, key, &a, &value);
        CHECK(hamt_previous(without, hash, key, &b, &value) == less);
        CHECK(!less || term_same(a, b));
    }
}

TEST(a_walk_can_begin_at_any_position) {
    start(14);
    Term map = random_map(300, 100), root = map_root(map), leaf;
    size_t rest = map_count(map);
    for (HamtIterator it = hamt_iterate(root); !term_is_none(leaf = hamt_iterator_next(&it)); rest--) {
        HamtIterator from = hamt_iterate_from(root, hamt_position(term_hash(term_head(leaf))));
        size_t count = 0;
        while (!term_is_none(hamt_iterator_next(&from))) count++;
        CHECK(count >= rest && count < rest + 8);
        from = hamt_iterate_from(root, hamt_position(term_hash(term_head(leaf))) + 1);
        count = 0;
        while (!term_is_none(hamt_iterator_next(&from))) count++;
        CHECK(count < rest);
    }
}

TEST(the_last_key_leaves_an_empty_tree) {
    start(15);
    Term root = hamt_put(heap, NO_TERM, term_hash(ATOM(ok)), ATOM(ok), ATOM(true), NULL), key, value;
    CHECK(term_same(hamt_get(root, term_hash(ATOM(ok)), ATOM(ok)), ATOM(true)));
    root = hamt_remove(heap, root, term_hash(ATOM(ok)), ATOM(ok), NULL);
    CHECK(term_is_nil(root));
    CHECK(!hamt_first(root, &key, &value));
    CHECK(term_is_none(hamt_get(NO_TERM, 0, ATOM(ok))));
}
