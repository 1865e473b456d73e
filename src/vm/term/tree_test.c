#include "vm/term/tree.h"

#include "fixture.h"
#include "tap.h"
#include "vm/term/compare.h"

enum { KEYS = 200 };

static Term put(Process *p, Term root, int64_t key, int64_t value) {
    bool added;
    return tree_put(p->store, root, term_small(key), term_small(value), &added);
}

static Term take(Process *p, Term root, int64_t key) {
    bool removed;
    return tree_remove(p->store, root, term_small(key), &removed);
}

static int64_t value_at(Term root, int64_t key) {
    Term node = tree_find(root, term_small(key));
    return term_is_none(node) ? -1 : term_to_small(tree_value(node));
}

static bool has_exactly(Term root, const int64_t *values) {
    for (int64_t key = 0; key < KEYS; key++)
        if (value_at(root, key) != values[key]) return false;
    return tree_check(root);
}

static uint64_t next_random(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

static Term change_at_random(Process *p, Term root, int64_t *values, uint64_t *state) {
    int64_t key = (int64_t)(next_random(state) % KEYS);
    if (next_random(state) % 3 == 0) {
        values[key] = -1;
        return take(p, root, key);
    }
    values[key] = (int64_t)(next_random(state) % 1000);
    return put(p, root, key, values[key]);
}

TEST(a_tree_holds_what_was_put_and_not_removed) {
    Process *p = fixture_process();
    int64_t values[KEYS];
    uint64_t state = 1;
    Term root = TERM_NIL;
    for (int i = 0; i < KEYS; i++) values[i] = -1;
    for (int i = 0; i < 3000; i++) root = change_at_random(p, root, values, &state);
    CHECK(has_exactly(root, values));
}

TEST(an_undo_takes_back_changes_in_place) {
    Process *p = fixture_process();
    int64_t values[KEYS], later[KEYS];
    uint64_t state = 2;
    Term root = TERM_NIL;
    for (int i = 0; i < KEYS; i++) values[i] = -1;
    for (int i = 0; i < 300; i++) root = change_at_random(p, root, values, &state);
    size_t mark = store_mark(p->store);
    memcpy(later, values, sizeof values);
    Term changed = root;
    for (int i = 0; i < 300; i++) changed = change_at_random(p, changed, later, &state);
    CHECK(has_exactly(changed, later));
    store_undo(p->store, mark);
    CHECK(has_exactly(root, values));
}

TEST(integers_and_floats_that_are_equal_are_one_key) {
    Process *p = fixture_process();
    bool added;
    Term root = put(p, TERM_NIL, 1, 10);
    root = tree_put(p->store, root, heap_float(p->heap, 1.0), term_small(11), &added);
    CHECK(!added);
    CHECK(value_at(root, 1) == 11);
    CHECK(term_is_float(tree_key(tree_first(root))));
}

TEST(neighbours_are_found_from_keys_that_are_not_there) {
    Process *p = fixture_process();
    Term root = TERM_NIL;
    for (int64_t key = 0; key < 100; key += 10) root = put(p, root, key, key);
    CHECK(term_to_small(tree_key(tree_next(root, term_small(35)))) == 40);
    CHECK(term_to_small(tree_key(tree_previous(root, term_small(35)))) == 30);
    CHECK(term_to_small(tree_key(tree_next(root, term_small(30)))) == 40);
    CHECK(term_is_none(tree_next(root, term_small(90))));
    CHECK(term_is_none(tree_previous(root, term_small(0))));
    CHECK(term_is_none(tree_first(TERM_NIL)));
}

static int side(const void *range, Term key) {
    const int64_t *bounds = range;
    int64_t number = term_to_small(key);
    return number < bounds[0] ? -1 : number > bounds[1];
}

static int64_t walk(Term root, bool forward, int64_t low, int64_t high) {
    int64_t bounds[] = {low, high}, digits = 0;
    TreeIterator it;
    tree_iterate(&it, root, forward, side, bounds);
    for (Term node; !term_is_none(node = tree_iterator_next(&it));)
        digits = digits * 10 + term_to_small(tree_key(node));
    tree_iterator_end(&it);
    return digits;
}

TEST(a_walk_visits_a_range_in_both_directions) {
    Process *p = fixture_process();
    Term root = TERM_NIL;
    for (int64_t key = 9; key > 0; key--) root = put(p, root, key, key);
    CHECK(walk(root, true, 0, 10) == 123456789);
    CHECK(walk(root, false, 0, 10) == 987654321);
    CHECK(walk(root, true, 3, 6) == 3456);
    CHECK(walk(root, false, 3, 6) == 6543);
    CHECK(walk(root, true, 20, 30) == 0);
}
