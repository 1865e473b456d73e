#include "vm/event.h"

#include "tap.h"

static Footprint touching(uint64_t object, AccessKind kind, uint64_t value) {
    Footprint footprint = {0};
    footprint_add(&footprint, object, kind, value);
    return footprint;
}

static bool depend(AccessKind a, AccessKind b) {
    Footprint x = touching(1, a, 0), y = touching(1, b, 0);
    return footprint_conflicts(&x, &y);
}

TEST(readers_do_not_disturb_each_other_and_writers_do) {
    CHECK(!depend(ACCESS_READ, ACCESS_READ));
    CHECK(depend(ACCESS_READ, ACCESS_WRITE));
    CHECK(depend(ACCESS_WRITE, ACCESS_WRITE));
}

TEST(updates_commute_with_each_other_only) {
    CHECK(!depend(ACCESS_UPDATE, ACCESS_UPDATE));
    CHECK(depend(ACCESS_UPDATE, ACCESS_READ));
    CHECK(depend(ACCESS_WRITE, ACCESS_UPDATE));
}

TEST(touching_different_parts_is_independent_but_not_of_the_whole) {
    CHECK(!depend(ACCESS_PART_WRITE, ACCESS_PART_WRITE));
    CHECK(!depend(ACCESS_PART_READ, ACCESS_PART_WRITE));
    CHECK(depend(ACCESS_PART_WRITE, ACCESS_READ));
    CHECK(!depend(ACCESS_PART_READ, ACCESS_READ));
    CHECK(depend(ACCESS_PART_READ, ACCESS_WRITE));
}

TEST(writes_of_the_same_value_commute) {
    Footprint a = touching(1, ACCESS_WRITE, 42), b = touching(1, ACCESS_WRITE, 42), c = touching(1, ACCESS_WRITE, 43);
    CHECK(!footprint_conflicts(&a, &b));
    CHECK(footprint_conflicts(&a, &c));
}

TEST(different_objects_are_independent) {
    Footprint a = touching(1, ACCESS_WRITE, 0), b = touching(2, ACCESS_WRITE, 0);
    CHECK(!footprint_conflicts(&a, &b));
}

TEST(a_footprint_that_is_full_conflicts_with_everything) {
    Footprint full = {0}, other = touching(1000, ACCESS_READ, 0);
    for (uint64_t i = 0; i <= FOOTPRINT_MAX; i++) footprint_add(&full, i, ACCESS_READ, 0);
    CHECK(full.everything);
    CHECK(footprint_conflicts(&full, &other));
}

TEST(conflicts_do_not_depend_on_the_order) {
    for (int a = 0; a < ACCESS_COUNT; a++)
        for (int b = 0; b < ACCESS_COUNT; b++)
            CHECK(depend((AccessKind)a, (AccessKind)b) == depend((AccessKind)b, (AccessKind)a));
}

TEST(what_an_action_begins_enables_all_that_touches_it) {
    Access begun = {1, VALUE_BEGINS, ACCESS_WRITE}, written = {1, 7, ACCESS_WRITE}, part = {1, 0, ACCESS_PART_WRITE};
    CHECK(access_enables(begun, part));
    CHECK(access_conflicts(begun, part));
    CHECK(!access_enables(written, part));
    CHECK(!access_enables(begun, (Access){2, 0, ACCESS_READ}));
}

TEST(what_was_possible_without_an_object_was_not_enabled_by_its_beginning) {
    Access begun = {1, VALUE_BEGINS, ACCESS_WRITE}, other = {1, VALUE_WITHOUT_IT, ACCESS_WRITE};
    CHECK(!access_enables(begun, other));
    CHECK(access_conflicts(begun, other));
}

TEST(only_what_an_action_decides_by_changes_what_it_touches) {
    Footprint action = {0}, name = touching(1, ACCESS_WRITE, 0), key = touching(2, ACCESS_WRITE, 0);
    footprint_add(&action, 1, ACCESS_READ, 0);
    footprint_add_settled(&action, 2, ACCESS_READ, 0);
    footprint_close(&action);
    CHECK(!action.fixed);
    CHECK(footprint_depends(&action, &name));
    CHECK(!footprint_depends(&action, &key));
}

TEST(a_footprint_is_fixed_if_nothing_in_it_decides) {
    Footprint action = {0}, full = {0};
    footprint_add_settled(&action, 1, ACCESS_SEND, 3);
    footprint_close(&action);
    CHECK(action.fixed);
    for (uint64_t i = 0; i <= FOOTPRINT_MAX; i++) footprint_add_settled(&full, i, ACCESS_READ, 0);
    footprint_close(&full);
    CHECK(!full.fixed);
}

TEST(items_that_are_kept_stay_settled_or_not) {
    Footprint action = {0};
    uint32_t kept = 0;
    footprint_add_settled(&action, 1, ACCESS_SEND, 0);
    footprint_add(&action, 2, ACCESS_READ, 0);
    footprint_add_settled(&action, 3, ACCESS_READ, 0);
    footprint_keep(&action, &kept, 1);
    footprint_keep(&action, &kept, 2);
    footprint_cut(&action, kept);
    CHECK(action.count == 2 && action.items[0].object == 2 && action.items[1].object == 3);
    CHECK(!footprint_is_settled(&action, 0) && footprint_is_settled(&action, 1));
}
