#include "analysis/pool.h"

#include "tap.h"

TEST(a_sequence_is_kept_once) {
    Pool pool;
    pool_init(&pool);
    uint32_t words[] = {3, 1, 4, 1, 5}, first = pool_intern(&pool, words, 5);

    for (uint32_t i = 0; i < 5000; i++) pool_intern(&pool, &i, 1);
    CHECK(pool_intern(&pool, words, 5) == first);
    CHECK(pool_length(&pool, first) == 5 && pool_words(&pool, first)[4] == 5);
    CHECK(pool_intern(&pool, words, 4) != first);
    CHECK(pool_intern(&pool, NULL, 0) == 0);
    pool_free(&pool);
}

TEST(sets_have_unions_and_intersections) {
    Pool pool;
    pool_init(&pool);
    uint32_t even = 0, third = 0;
    for (uint32_t i = 0; i < 200; i += 2) even = set_union(&pool, even, set_of(&pool, i));
    for (uint32_t i = 198; i < 200; i -= 3) third = set_union(&pool, third, set_of(&pool, i));
    uint32_t all = set_union(&pool, even, third), both = set_intersection(&pool, even, third);

    for (uint32_t i = 0; i < 200; i++) {
        CHECK(set_has(&pool, all, i) == (i % 2 == 0 || i % 3 == 0));
        CHECK(set_has(&pool, both, i) == (i % 6 == 0));
    }
    CHECK(set_union(&pool, third, even) == all && set_intersection(&pool, third, even) == both);
    pool_free(&pool);
}
