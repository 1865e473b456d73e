#include "explore/dpor/clock.h"

#include "tap.h"

TEST(a_joined_clock_has_seen_what_both_saw) {
    Arena path;
    arena_init(&path);
    Clock early = clock_new(&path, 2), late = clock_new(&path, 3);
    early.seen[0] = 3;
    late.seen[1] = 5;

    clock_join(&late, early);

    CHECK(clock_saw(late, 0, 2));
    CHECK(!clock_saw(late, 0, 3));
    CHECK(clock_saw(late, 1, 4));
    CHECK(!clock_saw(late, 2, 0));
    arena_free(&path);
}

TEST(a_clock_has_not_seen_slots_beyond_its_size) {
    Arena path;
    arena_init(&path);
    Clock clock = clock_new(&path, 1);
    clock.seen[0] = 7;
    Clock copy = clock_copy(&path, 4, clock);
    CHECK(!clock_saw(clock, 3, 0));
    CHECK(clock_saw(copy, 0, 6) && !clock_saw(copy, 3, 0));
    arena_free(&path);
}
