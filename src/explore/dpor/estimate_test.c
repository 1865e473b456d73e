// What is guessed of the size of a search while it runs, on small random programs of the toy machine.
#include "explore/dpor/estimate.h"

#include <math.h>

#include "program.h"
#include "tap.h"
#include "toy.h"

typedef struct {
    double done;     // at the last end
    uint64_t most;   // of what were said to be the least
} Watched;

static void watch(Search *search) {
    Watched *watched = search->pause_context;
    uint64_t planned;
    watched->done = estimate_done(&search->execution, &planned);
    if (search->result.explored + planned > watched->most) watched->most = search->result.explored + planned;
}

static SearchResult search_watched(const Program *program, const char *strategy, Watched *watched) {
    Machine *machine = toy_new(program->lines, program->count);
    SearchConfig config = {.strategy = strategy_find(strategy)};
    Search search;
    *watched = (Watched){0};
    search_begin(&search, machine, &config);
    search.pause = watch;
    search.pause_context = watched;
    do search_walk(&search);
    while (search_begin_again(&search));
    SearchResult result = search_finish(&search);
    toy_free(machine);
    return result;
}

static bool is_one(double part) { return part > 1 - 1e-6 && part < 1 + 1e-6; }

TEST(at_the_last_end_all_of_the_tree_is_done) {
    Watched watched;
    for (uint32_t i = 0; i < 200; i++) {
        Program program;
        program_random(&program, "vw!?(", i * 7919 + 1);
        search_watched(&program, "optimal", &watched);
        CHECK(is_one(watched.done));
    }
}

TEST(there_are_at_least_as_many_as_was_said) {
    Watched watched;
    for (uint32_t i = 0; i < 200; i++) {
        Program program;
        program_random(&program, "vw!?(", i * 7919 + 1);
        SearchResult result = search_watched(&program, "optimal", &watched);
        CHECK(watched.most <= result.explored + result.blocked);
    }
}

// --- made-up searches ------------------------------------------------------------------------------

static Search made_up;   // too large for the stack

TEST(branches_that_are_planned_or_explored_divide_what_is_left) {
    Wakeup later = {0}, last = {.sibling = &later};
    Action asleep = {0};
    Choice choices[] = {
        {.planned = true}, {.planned = true, .done = true}, {.planned = true, .asleep = &asleep}, {.done = true}};
    Step steps[] = {
        {.taken = 2, .wakeup = &last},   // one of four is done, the second is being explored
        {.taken = 1},
        {.taken = 1, .choices = choices, .choice_count = 4},   // one is planned
        {.invisible = true},
    };
    Execution *execution = &made_up.execution;
    *execution = (Execution){.steps = steps, .length = 4};
    uint64_t planned;
    double done = estimate_done(execution, &planned);
    CHECK(planned == 3);
    CHECK(is_one(done / (1.0 / 4 + 1.0 / 8)));
    execution->length = 0;
    CHECK(estimate_done(execution, &planned) == 1 && planned == 0);
}

// A search that has explored so many, and one part in so many.
static Total look(Estimate *estimate, uint64_t explored, uint32_t parts) {
    Wakeup branches[64] = {{0}};
    Step step = {.taken = 1, .wakeup = parts > 1 ? branches : NULL};
    for (uint32_t i = 0; i + 2 < parts; i++) branches[i].sibling = &branches[i + 1];
    made_up.execution = (Execution){.steps = &step, .length = 1};
    made_up.result.explored = explored;
    return estimate_look(estimate, &made_up);
}

static Total look_at_all(const uint64_t *guesses, uint32_t count) {
    Estimate estimate = {0};
    Total total = {0};
    for (uint32_t i = 0; i < count; i++) total = look(&estimate, guesses[i] / 10, 10);
    return total;
}

static bool is_close(double value, double expected) { return is_one(value / expected); }

TEST(the_least_is_told_at_once_and_the_rest_when_enough_was_seen) {
    Estimate estimate = {0};
    CHECK(look(&estimate, 0, 5).least == 4 && estimate.count == 0);
    for (uint32_t i = 0; i < 7; i++) {
        Total total = look(&estimate, 10, 5);
        CHECK(total.least == 14 && total.low == 0 && total.high == 0);
    }
    Total total = look(&estimate, 10, 5);
    CHECK(total.least == 14 && is_close(total.low, 50) && is_close(total.high, 50));
}

TEST(an_estimate_spans_the_later_half_of_the_guesses) {
    static const uint64_t shrinking[] = {900, 900, 900, 900, 100, 90, 80, 80},
                          middle[] = {900, 900, 900, 900, 100, 90, 120, 100};
    Total total = look_at_all(shrinking, 8);
    CHECK(is_close(total.low, 80) && is_close(total.high, 100));
    total = look_at_all(middle, 8);
    CHECK(is_close(total.low, 90) && is_close(total.high, 120));
}

TEST(what_guesses_grew_by_is_expected_once_more) {
    static const uint64_t little[] = {100, 100, 100, 100, 100, 100, 100, 110},
                          much[] = {100, 100, 100, 100, 100, 100, 100, 130};
    Total total = look_at_all(little, 8);
    CHECK(is_close(total.low, 100) && is_close(total.high, 121));
    total = look_at_all(much, 8);
    CHECK(is_close(total.low, 130) && isinf(total.high));
}

TEST(guesses_that_lie_far_apart_say_nothing) {
    static const uint64_t apart[] = {100, 100, 100, 100, 900, 900, 900, 100},
                          near[] = {100, 100, 100, 100, 800, 800, 800, 100};
    Total total = look_at_all(apart, 8);
    CHECK(total.low == 0 && total.high == 0 && total.least == 19);
    total = look_at_all(near, 8);
    CHECK(is_close(total.low, 100) && is_close(total.high, 800));
}

TEST(there_are_never_fewer_than_were_met_and_planned) {
    Estimate estimate = {0}, other = {0};
    Total total = {0};
    for (uint32_t i = 0; i < 7; i++) look(&estimate, 100, 1);
    total = look(&estimate, 110, 1);
    CHECK(total.least == 110 && is_close(total.low, 110) && is_close(total.high, 121));

    // Nine of ten parts are done, but the last one has many branches.
    Wakeup branches[60] = {{0}};
    Step steps[] = {{.taken = 10}, {.taken = 1, .wakeup = branches}};
    for (uint32_t i = 0; i + 1 < 60; i++) branches[i].sibling = &branches[i + 1];
    made_up.execution = (Execution){.steps = steps, .length = 2};
    made_up.result.explored = 100;
    for (uint32_t i = 0; i < 8; i++) total = estimate_look(&other, &made_up);
    CHECK(total.least == 160 && is_close(total.low, 160) && is_close(total.high, 160));
}

// Of a search with one part, a guess is what was explored.
TEST(guesses_are_kept_from_moments_that_lie_equally_far_apart) {
    Estimate estimate = {0};
    for (uint64_t i = 1; i <= 32; i++) look(&estimate, i, 1);
    CHECK(estimate.count == 32 && estimate.stride == 1);
    for (uint32_t i = 0; i < 32; i++) CHECK(is_close(estimate.guesses[i], i + 1));
    look(&estimate, 33, 1);
    CHECK(estimate.count == 17 && estimate.stride == 2);
    for (uint32_t i = 0; i < 16; i++) CHECK(is_close(estimate.guesses[i], 2 * i + 2));
    CHECK(is_close(estimate.guesses[16], 33));
    look(&estimate, 34, 1);
    CHECK(estimate.count == 17);
    look(&estimate, 35, 1);
    CHECK(estimate.count == 18 && is_close(estimate.guesses[17], 35));
    for (uint64_t i = 36; i <= 65; i++) look(&estimate, i, 1);
    CHECK(estimate.count == 17 && estimate.stride == 4);
    CHECK(is_close(estimate.guesses[0], 4) && is_close(estimate.guesses[15], 63) && is_close(estimate.guesses[16], 65));
}
