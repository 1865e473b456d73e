// Orders with few switches, against all orders there are.
#include "explore/witness/reorder.h"

#include <stdio.h>

#include "explore/dpor/search.h"
#include "tap.h"
#include "toy.h"

enum { STEPS = 16, CLASSES = 4096 };

typedef struct {
    Machine *machine;
    Execution execution;
    Cast cast;
    Reorder reorder;
} Scene;

static void run(Scene *scene, const char *const *lines, uint32_t count, const char *path) {
    scene->machine = toy_new(lines, count);
    execution_init(&scene->execution, scene->machine, &(ExecutionConfig){0});
    for (; *path; path++)
        execution_forward(&scene->execution, execution_choice(execution_top(&scene->execution), (Actor)(*path - '0')));
    execution_compute_clocks(&scene->execution);
    cast_init(&scene->cast, scene->machine);
    scene->reorder = (Reorder){0};
}

static void end(Scene *scene) {
    reorder_free(&scene->reorder);
    cast_free(&scene->cast);
    execution_free(&scene->execution);
    toy_free(scene->machine);
}

static void write_result(const Reorder *reorder, char *out) {
    for (uint32_t i = 0; i < reorder->length; i++) out[i] = (char)('0' + reorder->actors.items[i]);
    out[reorder->length] = 0;
}

static void check_fewest(const char *const *lines, uint32_t count, const char *path, const char *wanted,
                         uint32_t switches) {
    Scene scene;
    char got[64];
    run(&scene, lines, count, path);
    CHECK(reorder_fewest(&scene.reorder, &scene.execution, &scene.cast, 100) == switches);
    write_result(&scene.reorder, got);
    CHECK_TEXT(got, wanted);
    if (switches)
        CHECK(reorder_fewest(&scene.reorder, &scene.execution, &scene.cast, switches - 1) == REORDER_TOO_MANY);
    CHECK(reorder_fewest(&scene.reorder, &scene.execution, &scene.cast, switches) == switches);
    end(&scene);
}

TEST(independent_steps_are_told_one_actor_after_the_other) {
    static const char *const lines[] = {"AB", "CD", "EF"};
    check_fewest(lines, 3, "012012", "001122", 2);
    check_fewest(lines, 3, "221100", "001122", 2);
}

TEST(dependent_steps_keep_their_order) {
    static const char *const lines[] = {"AB", "ab"};
    check_fewest(lines, 2, "0101", "0011", 1);
    check_fewest(lines, 2, "1010", "1100", 1);
    check_fewest(lines, 2, "0110", "0110", 2);
}

// --- against all orders --------------------------------------------------------------------------------

// The fewest switches of all orders that keep what happens before what.
static uint32_t try_all(const Execution *execution, uint32_t done, uint32_t last, uint32_t switches, uint32_t best) {
    if (switches >= best) return best;
    if (done == (1u << execution->length) - 1) return switches;
    for (uint32_t i = 0; i < execution->length; i++) {
        bool ready = !(done & 1u << i);
        for (uint32_t j = 0; ready && j < i; j++) ready = done & 1u << j || !execution_before(execution, j, i);
        uint32_t more = last != UINT32_MAX && execution->steps[i].actor != last;
        if (ready) best = try_all(execution, done | 1u << i, execution->steps[i].actor, switches + more, best);
    }
    return best;
}

typedef struct {
    Cast cast;
    Reorder reorder;
    char fewest[CLASSES][STEPS + 1], first[CLASSES][STEPS + 1];
    uint32_t fewest_count, first_count;
    bool minimal;
    bool exact;   // compare with all orders
} Census;

static uint32_t add_once(char (*known)[STEPS + 1], uint32_t count, const Reorder *reorder) {
    char text[STEPS + 1];
    write_result(reorder, text);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(known[i], text) == 0) return count;
    strcpy(known[count], text);
    return count + 1;
}

static bool take_census(void *context, const ExecutionEnd *end) {
    Census *census = context;
    const Execution *execution = end->execution;
    uint32_t switches = reorder_fewest(&census->reorder, execution, &census->cast, UINT32_MAX - 1);
    census->fewest_count = add_once(census->fewest, census->fewest_count, &census->reorder);
    reorder_first(&census->reorder, execution, &census->cast, NULL, 0);
    census->first_count = add_once(census->first, census->first_count, &census->reorder);
    if (census->exact) census->minimal &= try_all(execution, 0, UINT32_MAX, 0, UINT32_MAX) == switches;
    return true;
}

static void count_orders(Census *census, const char *const *lines, uint32_t count, const char *strategy) {
    Machine *machine = toy_new(lines, count);
    cast_init(&census->cast, machine);
    census->reorder = (Reorder){0};
    census->fewest_count = census->first_count = 0;
    census->minimal = true;
    SearchConfig config = {.strategy = strategy_find(strategy), .on_end = take_census, .context = census};
    search_run(machine, &config);
    reorder_free(&census->reorder);
    cast_free(&census->cast);
    toy_free(machine);
}

static const char *const programs[][4] = {
    {"AbA", "aBb", "Ca"}, {"aA", "aA", "aA"},  {"A!1", "?a!2", "b?"}, {"AB", "BC", "CA"},
    {"^aB", "^ab", "Cc"}, {"a(B)", "A", "bA"}, {"!2b", "!2B", "??"},  {"ABCD", "dcba"},
};

static uint32_t lines_of(const char *const *lines) {
    uint32_t count = 0;
    while (count < 4 && lines[count]) count++;
    return count;
}

TEST(no_order_has_fewer_switches) {
    static Census census;
    census.exact = true;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        count_orders(&census, programs[i], lines_of(programs[i]), "optimal");
        CHECK(census.minimal);
    }
    census.exact = false;
}

// Whichever of its orders the search meets: as many results as classes.
TEST(all_orders_of_an_execution_lead_to_the_same_one) {
    static Census all, once;
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        count_orders(&all, programs[i], lines_of(programs[i]), "none");
        count_orders(&once, programs[i], lines_of(programs[i]), "optimal");
        if (all.fewest_count != once.fewest_count || all.first_count != once.first_count)
            printf("# program %zu: %u and %u, %u and %u\n", i, all.fewest_count, once.fewest_count, all.first_count,
                   once.first_count);
        CHECK(all.fewest_count == once.fewest_count);
        CHECK(all.first_count == once.first_count);
    }
}

TEST(many_actors_are_told_one_after_the_other) {
    const char *lines[30];
    char path[61];
    for (uint32_t i = 0; i < 30; i++) lines[i] = "ab";
    for (uint32_t i = 0; i < 60; i++) path[i] = (char)('0' + i % 30);
    path[60] = 0;
    Scene scene;
    run(&scene, lines, 30, path);
    CHECK(reorder_fewest(&scene.reorder, &scene.execution, &scene.cast, 100) == 29);
    end(&scene);
}
