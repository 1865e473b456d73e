#include "base/arena.h"

#include <string.h>

#include "tap.h"

TEST(what_is_taken_from_an_arena_lies_side_by_side_and_stays) {
    Arena arena;
    arena_init(&arena);
    char *first = arena_take(&arena, 5);
    memcpy(first, "five", 5);
    char *second = arena_take(&arena, 1000000);
    memset(second, 'x', 1000000);
    char *third = arena_take(&arena, 1);

    CHECK(second == first + 8 && third == second + 1000000);
    CHECK_TEXT(first, "five");
    CHECK((uintptr_t)third % ARENA_ALIGNMENT == 0);
    arena_free(&arena);
}

TEST(a_cut_gives_back_what_was_taken_since_the_mark) {
    Arena arena;
    arena_init(&arena);
    uint64_t *before = arena_take(&arena, sizeof *before);
    *before = 42;
    ArenaMark mark = arena_mark(&arena);
    void *since = arena_take(&arena, 100);
    arena_take(&arena, 100);

    arena_cut(&arena, mark);

    CHECK(*before == 42);
    CHECK(arena_mark(&arena).used == mark.used);
    CHECK(arena_take(&arena, 100) == since);
    arena_free(&arena);
}

TEST(marks_are_cut_back_to_from_the_latest_to_the_first) {
    enum { MARKS = 100 };
    Arena arena;
    ArenaMark marks[MARKS];
    arena_init(&arena);
    for (size_t i = 0; i < MARKS; i++) {
        marks[i] = arena_mark(&arena);
        *(size_t *)arena_take(&arena, sizeof(size_t)) = i;
        arena_take(&arena, i);
    }
    bool kept = true;
    for (size_t i = MARKS; i > 1; i--) {
        arena_cut(&arena, marks[i - 1]);
        kept = kept && *(size_t *)(arena.start + marks[i - 2].used) == i - 2;
    }
    CHECK(kept);
    arena_cut(&arena, marks[0]);
    CHECK(arena.used == 0);
    arena_free(&arena);
}

TEST(an_arena_gives_nothing_for_nothing) {
    Arena arena;
    arena_init(&arena);
    void *none = arena_take(&arena, 0);
    CHECK(arena_take(&arena, 1) == none);
    arena_free(&arena);
}

#ifdef __SANITIZE_ADDRESS__
TEST(the_sanitizer_knows_what_was_cut_off) {
    Arena arena;
    arena_init(&arena);
    char *before = arena_take(&arena, 24);
    ArenaMark mark = arena_mark(&arena);
    char *since = arena_take(&arena, 24);
    CHECK(!__asan_region_is_poisoned(since, 24));

    arena_cut(&arena, mark);

    CHECK(!__asan_region_is_poisoned(before, 24));
    CHECK(__asan_address_is_poisoned(since) && __asan_address_is_poisoned(since + 23));
    arena_take(&arena, 16);
    CHECK(!__asan_region_is_poisoned(since, 16) && __asan_address_is_poisoned(since + 16));
    arena_free(&arena);
    CHECK(!__asan_region_is_poisoned(before, 48));
}
#endif
