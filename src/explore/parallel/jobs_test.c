// Several processes against brute force, on small random programs of the toy machine.
#include "explore/parallel/jobs.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "brute.h"
#include "found.h"
#include "program.h"
#include "tap.h"
#include "toy.h"

static SearchConfig config_of(Brute *found, Learned *learned, bool eager) {
    *found = (Brute){.orders = &learned->orders};
    return (SearchConfig){.strategy = strategy_find("optimal"),
                          .on_end = found_note,
                          .forget = found_forget,
                          .context = found,
                          .eager = eager,
                          .learned = learned};
}

static bool agrees_split(const Program *program, uint32_t workers, uint32_t regions, bool eager, double split_after) {
    Machine *machine = toy_new(program->lines, program->count);
    Learned learned;
    learned_init(&learned, false);
    Brute truth = {.limit = 2000, .orders = &learned.orders}, found;
    SearchConfig config = config_of(&found, &learned, eager);
    Jobs jobs = {
        .workers = workers, .regions = regions, .split_after = split_after, .save = found_save, .load = found_load};
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
    return agrees_split(program, workers, regions, false, 0) && agrees_split(program, workers, regions, true, 0);
}

// --- going on from what was kept ---------------------------------------------------------------------------

typedef struct {
    Text records;         // parcel of texts
    ARRAY(size_t) ends;   // of each
    uint32_t patience;    // so many records, then the search is to stop
    volatile sig_atomic_t stop;
    uint32_t renewed;   // how often
} Memory;

static void keep(void *context, const Text *record) {
    Memory *memory = context;
    parcel_add_text(&memory->records, record->data, record->size);
    array_push(&memory->ends, memory->records.size);
    if (memory->patience && !--memory->patience) memory->stop = 1;
}

static void keep_anew(void *context, const Text *records) {
    Memory *memory = context;
    text_clear(&memory->records);
    text_add_bytes(&memory->records, records->data, records->size);
    array_clear(&memory->ends);
    array_push(&memory->ends, memory->records.size);
    memory->renewed++;
}

// Only the first of them were written when the power went.
static void lose_some(Memory *memory) {
    uint32_t left = memory->ends.count ? memory->ends.count - program_any(memory->ends.count) / 2 : 0;
    array_cut(&memory->ends, left);
    memory->records.size = left ? *array_last(&memory->ends) : 0;
}

static bool run_kept(Machine *machine, const SearchConfig *given, Memory *memory, Brute *found, SearchResult *result) {
    Text before = {0};
    Error err = {0};
    SearchConfig config = *given;
    text_add_bytes(&before, text_string(&memory->records), memory->records.size);
    JobsJournal journal = {.keep = keep,
                           .keep_anew = program_any(2) ? keep_anew : NULL,
                           .room = 100,
                           .context = memory,
                           .kept = before.data,
                           .kept_size = before.size};
    Jobs jobs = {.workers = 1 + program_any(3),
                 .regions = 1 + program_any(3),
                 .split_after = program_any(2) ? 1e-9 : 0,
                 .save = found_save,
                 .load = found_load,
                 .join = found_join,
                 .journal = &journal};
    learned_free(config.learned);
    learned_init(config.learned, false);
    found_forget(found);
    memory->stop = 0;
    config.bound.stop = &memory->stop;
    bool sound = jobs_run(machine, &config, &jobs, result, &err);
    if (!sound) printf("#   %s\n", err.text);
    text_free(&before);
    return sound;
}

static bool agrees_in_the_end(const Program *program, bool eager, uint32_t *renewed) {
    Machine *machine = toy_new(program->lines, program->count);
    Learned learned;
    Memory memory = {.patience = 0};
    learned_init(&learned, false);
    Brute truth = {.limit = 500, .orders = &learned.orders}, found;
    SearchConfig config = config_of(&found, &learned, eager);
    SearchResult result = {0};
    bool sound = true;
    for (uint32_t runs = 0; sound && (runs < 4 || !result.complete); runs++) {
        lose_some(&memory);
        memory.patience = 2 + program_any(24);
        sound = run_kept(machine, &config, &memory, &found, &result);
    }
    bool holds = sound;
    *renewed += memory.renewed;
    if (brute_enumerate(machine, &truth)) {
        brute_sort(&found);
        holds &= !truth.inconsistent && result.explored == truth.count && brute_same(&truth, &found);
        if (!holds) {
            program_print(program, "jobs, kept");
            printf("#   classes %u found %u explored %lu\n", truth.count, found.count, (unsigned long)result.explored);
        }
    }
    brute_free(&truth);
    brute_free(&found);
    learned_free(&learned);
    text_free(&memory.records);
    array_free(&memory.ends);
    toy_free(machine);
    return holds;
}

// Few messages make few slices, of which most still counts: only others can be kept anew.
static bool check_kept(const char *kinds, bool renews) {
    uint32_t failures = 0, programs = 10, renewed = 0;
    const char *more = getenv("WEFT_TEST_PROGRAMS");
    if (more) programs = (uint32_t)atoi(more);
    for (uint32_t i = 0; i < programs && failures < 3; i++) {
        Program program;
        program_random(&program, kinds, i * 7919 + 3);
        failures += !agrees_in_the_end(&program, i % 2, &renewed);
    }
    return failures == 0 && (renewed > 0 || !renews);
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

// Whoever has nothing to do gets the half of what another one has, whatever that costs.
static bool check_split(const char *kinds) {
    uint32_t failures = 0;
    for (uint32_t i = 0; i < 30 && failures < 3; i++) {
        Program program;
        program_random(&program, kinds, i * 7919 + 11);
        failures += !agrees_split(&program, 2 + i % 3, 1, i % 2, 1e-9);
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
    SearchConfig config = {.strategy = strategy_find("optimal"), .on_end = die, .forget = found_forget};
    Jobs jobs = {.workers = 2, .save = found_save, .load = found_load};
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

TEST(jobs_split_variables) { CHECK(check_split("vw(")); }
TEST(jobs_split_messages) { CHECK(check_split("v!!?s(")); }
TEST(jobs_split_all_kinds) { CHECK(check_split("vw1+^!!?s~l#*$(")); }

TEST(jobs_go_on_with_variables_after_what_was_kept) { CHECK(check_kept("vw(", true)); }
TEST(jobs_go_on_with_messages_after_what_was_kept) { CHECK(check_kept("v!!?s(", false)); }
TEST(jobs_go_on_with_timeouts_after_what_was_kept) { CHECK(check_kept("!!!sll~w(", false)); }
TEST(jobs_go_on_with_all_kinds_after_what_was_kept) { CHECK(check_kept("vw1+^!!?s~l#*$(", true)); }

// Kept of one program and given to another one, or cut anywhere.
TEST(jobs_refuse_what_was_kept_of_another_search) {
    const char *const programs[] = {"ABa", "bA", "Bab"}, *const others[] = {"c", "!0?", "?"};
    Machine *machine = toy_new(programs, 3), *other = toy_new(others, 3);
    Learned learned;
    Memory memory = {.patience = 0};
    learned_init(&learned, false);
    Brute found;
    SearchConfig config = config_of(&found, &learned, false);
    SearchResult result;
    CHECK(run_kept(machine, &config, &memory, &found, &result) && result.complete);
    CHECK(memory.ends.count > 6);
    uint64_t all = result.explored;
    array_cut(&memory.ends, 5);
    memory.records.size = *array_last(&memory.ends);
    CHECK(!run_kept(other, &config, &memory, &found, &result));
    array_cut(&memory.ends, 5);
    memory.records.size = *array_last(&memory.ends);
    CHECK(run_kept(machine, &config, &memory, &found, &result) && result.explored == all);
    memory.records.size = memory.ends.items[4] - 1;
    CHECK(!run_kept(machine, &config, &memory, &found, &result));
    brute_free(&found);
    learned_free(&learned);
    text_free(&memory.records);
    array_free(&memory.ends);
    toy_free(machine);
    toy_free(other);
}
