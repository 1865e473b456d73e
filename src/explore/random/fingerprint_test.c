// Fingerprints against brute force: as many of them as there are classes, on small random programs of the toy machine.
#include "explore/random/fingerprint.h"

#include <stdio.h>

#include "base/chance.h"
#include "brute.h"
#include "explore/dpor/search.h"
#include "explore/random/classes.h"
#include "program.h"
#include "tap.h"
#include "toy.h"

typedef struct {
    Fingerprint fingerprint;
    Classes classes;
} Count;

static void add_step(Fingerprint *fingerprint, const Step *step, uint64_t *lasts) {
    Footprint footprint = {
        .count = step->action->touched_count, .everything = step->action->everything, .idle = step->action->idle};
    for (uint32_t i = 0; i < footprint.count; i++) footprint.items[i] = step->action->touched[i];
    uint64_t *last = &lasts[step->actor];
    *last = fingerprint_add(fingerprint, chance_mix(step->actor + 1), *last, &footprint);
}

static bool count_execution(void *context, const ExecutionEnd *end) {
    Count *count = context;
    uint64_t lasts[TOY_PROCESSES] = {0};
    fingerprint_begin(&count->fingerprint);
    for (uint32_t i = 0; i < end->execution->length; i++)
        add_step(&count->fingerprint, &end->execution->steps[i], lasts);
    classes_add(&count->classes, count->fingerprint.all);
    return true;
}

static uint32_t count_fingerprints(const Program *program) {
    Machine *machine = toy_new(program->lines, program->count);
    Count count = {0};
    SearchConfig config = {.strategy = strategy_find("none"), .on_end = count_execution, .context = &count};
    fingerprint_init(&count.fingerprint);
    search_run(machine, &config);
    uint32_t found = count.classes.count;
    fingerprint_free(&count.fingerprint);
    classes_free(&count.classes);
    toy_free(machine);
    return found;
}

// Whether there are as many fingerprints as classes, or at least as many; programs with very many executions are left
// out.
static bool agree(const char *kinds, uint32_t seed, bool exact) {
    Program program;
    program_random(&program, kinds, seed);
    Machine *machine = toy_new(program.lines, program.count);
    Brute truth = {.limit = 1000, .by_messages = true};
    bool few = brute_enumerate(machine, &truth);
    uint32_t found = few ? count_fingerprints(&program) : 0;
    bool holds = !few || (exact ? found == truth.count : found >= truth.count);
    if (!holds) {
        program_print(&program, "fingerprints");
        printf("#   %u classes, %u fingerprints\n", truth.count, found);
    }
    brute_free(&truth);
    toy_free(machine);
    return holds;
}

static bool all_agree(const char *kinds, bool exact) {
    bool holds = true;
    for (uint32_t seed = 1; seed <= 60; seed++) holds &= agree(kinds, seed, exact);
    return holds;
}

TEST(there_are_as_many_fingerprints_as_classes_of_reads_and_writes) { CHECK(all_agree("vw1+^", true)); }
TEST(there_are_as_many_fingerprints_as_classes_of_messages) { CHECK(all_agree("!!?s", true)); }
TEST(there_are_as_many_fingerprints_as_classes_with_branches) { CHECK(all_agree("vw!?(", true)); }
TEST(there_are_as_many_fingerprints_as_classes_with_spawns) { CHECK(all_agree("vw!?*", true)); }
TEST(no_two_classes_have_one_fingerprint_where_mailboxes_are_looked_at) { CHECK(all_agree("vw!?~", false)); }
TEST(no_two_classes_have_one_fingerprint_where_everything_is_touched) { CHECK(all_agree("vw!?$", false)); }
