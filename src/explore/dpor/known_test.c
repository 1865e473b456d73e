// Numbers of classes against brute force.
#include "explore/dpor/known.h"

#include "brute.h"
#include "explore/dpor/search.h"
#include "program.h"
#include "tap.h"
#include "toy.h"

typedef struct {
    Known known;
    uint64_t added, met;
} Count;

static bool count_new(void *context, const ExecutionEnd *end) {
    Count *count = context;
    count->met++;
    count->added += known_add(&count->known, end->execution);
    return true;
}

static Count count_classes(const Program *program, uint64_t limit) {
    Machine *machine = toy_new(program->lines, program->count);
    Count count = {.added = 0};
    known_init(&count.known);
    SearchConfig config = {
        .strategy = strategy_find("none"), .bound.interleavings = limit, .on_end = count_new, .context = &count};
    search_run(machine, &config);
    known_free(&count.known);
    toy_free(machine);
    return count;
}

TEST(orders_of_independent_steps_are_one_class) {
    static const Program program = {.count = 3, .lines = {"A", "B", "C"}};
    Count count = count_classes(&program, 0);
    CHECK(count.met == 6 && count.added == 1);
}

TEST(orders_of_dependent_steps_are_several) {
    static const Program program = {.count = 3, .lines = {"A", "a", "B"}};
    Count count = count_classes(&program, 0);
    CHECK(count.met == 6 && count.added == 2);
}

TEST(an_execution_without_steps_is_a_class) {
    static const Program program = {.count = 2, .lines = {"", ""}};
    CHECK(count_classes(&program, 0).added == 1);
}

TEST(there_are_as_many_numbers_as_classes) {
    for (uint32_t seed = 0; seed < 150; seed++) {
        Program program;
        program_random(&program, "vw1+^!!?s~l#*(", seed * 7919 + 3);
        Machine *machine = toy_new(program.lines, program.count);
        Brute truth = {.limit = 3000};
        if (brute_enumerate(machine, &truth)) CHECK(count_classes(&program, 0).added == truth.count);
        brute_free(&truth);
        toy_free(machine);
    }
}

TEST(many_classes_are_told_apart_and_known_again) {
    static const char *const lines[] = {"A", "A", "A", "A", "A", "A", "A"};
    Machine *machine = toy_new(lines, 7);
    Count count = {.added = 0};
    known_init(&count.known);
    SearchConfig config = {.strategy = strategy_find("none"), .on_end = count_new, .context = &count};
    search_run(machine, &config);
    CHECK(count.met == 5040 && count.added == 5040 && count.known.classes.count == 5040);
    search_run(machine, &config);
    CHECK(count.met == 10080 && count.added == 5040 && count.known.classes.count == 5040);
    known_free(&count.known);
    toy_free(machine);
}

// The same actors in the same order, but the second of the first one's steps does not depend on the other's.
TEST(a_class_is_known_by_what_happens_before_what) {
    static const Program apart = {.count = 2, .lines = {"AB", "C"}}, together = {.count = 2, .lines = {"AB", "b"}};
    Machine *one = toy_new(apart.lines, 2), *other = toy_new(together.lines, 2);
    Count count = {.added = 0};
    known_init(&count.known);
    SearchConfig config = {.strategy = strategy_find("none"), .on_end = count_new, .context = &count};
    search_run(one, &config);
    CHECK(count.met == 3 && count.added == 1);
    search_run(other, &config);   // b first is the same as apart
    CHECK(count.met == 6 && count.added == 3);
    known_free(&count.known);
    toy_free(one);
    toy_free(other);
}
