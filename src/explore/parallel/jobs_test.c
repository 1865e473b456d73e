// Several processes against brute force, on small random programs of the toy machine.
#include "explore/parallel/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "brute.h"
#include "program.h"
#include "tap.h"
#include "toy.h"

// Which executions were found goes from a worker to the first process as it is.
static bool note(void *context, const ExecutionEnd *end) {
    Brute *found = context;
    BruteEvent events[BRUTE_EVENTS];
    const Execution *execution = end->execution;
    for (uint32_t i = 0; i < execution->length; i++) events[i] = brute_event_unruled(execution, &execution->steps[i]);
    brute_add(found, end->machine, events, execution->length);
    return true;
}

static void forget(void *context) {
    Brute *found = context;
    found->count = 0;
    found->executions = 0;
}

static void save(void *context, Text *out) {
    const Brute *found = context;
    text_add_bytes(out, found->items, found->count * sizeof(BruteClass));
}

static bool load(void *context, const char *bytes, size_t size) {
    Brute *found = context;
    for (size_t at = 0; at < size; at += sizeof(BruteClass)) {
        BruteClass class;
        memcpy(&class, bytes + at, sizeof class);
        brute_join(found, &class);
    }
    return true;
}

static bool agrees_if(const Program *program, uint32_t workers, uint32_t regions, bool eager) {
    Machine *machine = toy_new(program->lines, program->count);
    Learned learned;
    learned_init(&learned, false);
    Brute truth = {.limit = 2000, .orders = &learned.orders}, found = {.orders = &learned.orders};
    SearchConfig config = {.strategy = strategy_find("optimal"),
                           .on_end = note,
                           .forget = forget,
                           .context = &found,
                           .eager = eager,
                           .learned = &learned};
    Jobs jobs = {.workers = workers, .regions = regions, .save = save, .load = load};
    SearchResult result;
    Error err = {0};
    bool holds = jobs_run(machine, &config, &jobs, &result, &err);
    if (brute_enumerate(machine, &truth)) {
        brute_sort(&found);
        holds &= result.complete && !truth.inconsistent && result.explored == truth.count && brute_same(&truth, &found);
        if (!holds) {
            program_print(program, "jobs");
            printf("#   classes %u found %u explored %lu %s\n", truth.count, found.count,
                   (unsigned long)result.explored, err.text);
        }
    }
    brute_free(&truth);
    brute_free(&found);
    learned_free(&learned);
    toy_free(machine);
    return holds;
}

static bool agrees(const Program *program, uint32_t workers, uint32_t regions) {
    return agrees_if(program, workers, regions, false) && agrees_if(program, workers, regions, true);
}

static bool check_random(const char *kinds) {
    uint32_t failures = 0, programs = 40;
    const char *more = getenv("WEFT_TEST_PROGRAMS");
    if (more) programs = (uint32_t)atoi(more);
    for (uint32_t i = 0; i < programs && failures < 3; i++) {
        Program program;
        program_random(&program, kinds, i * 7919 + 5);
        failures += !agrees(&program, 1 + i % 3, 1 << i % 7);
    }
    return failures == 0;
}

// All that a worker runs is in its own process, so that one ends here and not the test.
static bool die(void *context, const ExecutionEnd *end) {
    (void)context, (void)end;
    _exit(EXIT_FAILURE);
}

TEST(jobs_fail_when_a_worker_dies) {
    const char *const programs[] = {"A", "a"};
    Machine *machine = toy_new(programs, 2);
    uint64_t start = machine_hash(machine);
    SearchConfig config = {.strategy = strategy_find("optimal"), .on_end = die};
    Jobs jobs = {.workers = 2, .save = save, .load = load};
    SearchResult result;
    Error err = {0};
    CHECK(!jobs_run(machine, &config, &jobs, &result, &err));
    CHECK(strcmp(err.text, "a worker ended before it was done") == 0);
    CHECK(machine_hash(machine) == start);
    toy_free(machine);
}

TEST(jobs_share_variables) { CHECK(check_random("vw(")); }
TEST(jobs_share_messages) { CHECK(check_random("v!!?s(")); }
TEST(jobs_share_timeouts) { CHECK(check_random("!!?~w(")); }
TEST(jobs_share_choosy_timeouts) { CHECK(check_random("!!!sllw(")); }
TEST(jobs_share_spawning) { CHECK(check_random("vw!?*(")); }
TEST(jobs_share_all_kinds) { CHECK(check_random("vw1+^!!?s~l#*$(")); }
