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
        for (int b = 0; b < ACCESS_COUNT; b++) CHECK(depend((AccessKind)a, (AccessKind)b) == depend((AccessKind)b, (AccessKind)a));
}
