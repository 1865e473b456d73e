#include "base/chance.h"

#include "tap.h"

TEST(the_generator_gives_the_published_numbers) {
    // From the state 1, 2, 3, 4, as other implementations of xoshiro256** have them.
    Chance chance = {{1, 2, 3, 4}};
    CHECK(chance_next(&chance) == 11520);
    CHECK(chance_next(&chance) == 0);
    CHECK(chance_next(&chance) == 1509978240);
    CHECK(chance_next(&chance) == 1215971899390074240);
}

TEST(a_seed_and_a_number_always_give_the_same_stream) {
    Chance one = chance_new(42, 7), same = chance_new(42, 7), next = chance_new(42, 8), other = chance_new(43, 7);
    uint64_t first = chance_next(&one);
    CHECK(first == chance_next(&same));
    CHECK(first != chance_next(&next));
    CHECK(first != chance_next(&other));
    CHECK(chance_next(&one) == chance_next(&same));
}

TEST(numbers_below_a_limit_are_equally_frequent) {
    enum { LIMIT = 6, DRAWS = 60000 };
    uint32_t seen[LIMIT] = {0};
    Chance chance = chance_new(1, 1);
    for (int i = 0; i < DRAWS; i++) seen[chance_below(&chance, LIMIT)]++;
    double chi = 0;
    for (int i = 0; i < LIMIT; i++) {
        double off = seen[i] - (double)DRAWS / LIMIT;
        chi += off * off / ((double)DRAWS / LIMIT);
    }
    CHECK(chi < 20.5);   // exceeded once in 1000 by chance, with 5 degrees of freedom
    CHECK(chance_below(&chance, 1) == 0);
}
