// The samplers on programs of the toy machine for which the chances are known. Seeds are fixed, so that nothing here
// depends on luck: a distribution that is right passes for ever.
#include "explore/random/random.h"

#include <math.h>
#include <stdio.h>

#include "tap.h"
#include "toy.h"

enum { RUNS = 8000 };

// --- sampling ------------------------------------------------------------------------------------------------

// What a run shows is the values of the variables a to f, each read and written by the programs as they like.
static void show_values(void *context, Machine *machine, bool ended, Showing *out) {
    (void)context, (void)ended;
    for (char variable = 'a'; variable <= 'f'; variable++) text_format(&out->text, "%d ", toy_value(machine, variable));
    for (size_t i = 0; i < out->text.size; i++)
        out->hash = chance_mix(out->hash + (unsigned char)out->text.data[i] + 1);
    out->returned = true;
}

static void sample(RandomResult *result, const char *sampler, const char *const *programs, uint32_t count,
                   uint64_t runs) {
    RandomConfig config = {.seed = 5, .runs = runs, .depth = 1000, .keep_going = true, .judge = show_values};
    Error err;
    Machine *machine = toy_new(programs, count);
    config.sampler = sampler_find(sampler, &config.setup, &err);
    random_run(machine, &config, result, &err);
    toy_free(machine);
}

// How many runs ended with these values.
static uint64_t runs_with(const RandomResult *result, const char *values) {
    for (uint32_t i = 0; i < result->seen_count; i++)
        if (strncmp(text_string(&result->seen[i].showing.text), values, strlen(values)) == 0)
            return result->seen[i].count;
    return 0;
}

typedef struct {
    const char *values;
    double probability;
} Expected;

// Whether a fit as bad as this is more likely than one in a thousand.
static bool fits(const RandomResult *result, const Expected *expected, int count) {
    static const double limits[] = {0, 10.83, 13.82, 16.27, 18.47, 20.52, 22.46, 24.32, 26.12, 27.88, 29.59};
    double chi = 0, sum = 0;
    for (int i = 0; i < count; i++) {
        double mean = expected[i].probability * (double)result->runs,
               off = (double)runs_with(result, expected[i].values) - mean;
        chi += off * off / mean;
        sum += expected[i].probability;
    }
    if (chi >= limits[count - 1]) printf("#   chi-square %.1f\n", chi);
    return fabs(sum - 1) < 1e-9 && chi < limits[count - 1];
}

static bool sampler_fits(const char *sampler, const char *const *programs, uint32_t processes, const Expected *expected,
                         int count) {
    RandomResult result;
    sample(&result, sampler, programs, processes, RUNS);
    bool holds = fits(&result, expected, count);
    if (!holds)
        for (uint32_t i = 0; i < result.seen_count; i++)
            printf("#   %s: %s %llu\n", sampler, text_string(&result.seen[i].showing.text),
                   (unsigned long long)result.seen[i].count);
    random_result_free(&result);
    return holds;
}

// --- distributions -------------------------------------------------------------------------------------------

TEST(a_walk_chooses_each_with_the_same_probability) {
    // Two processes that write to a, the last one stays: 1 writes twice, 2 once.
    static const char *const programs[] = {"A1A1", "A2"};
    static const Expected expected[] = {{"1", 0.75}, {"2", 0.25}};
    CHECK(sampler_fits("walk", programs, 2, expected, 2));
}

TEST(partial_order_sampling_draws_racing_events_again) {
    // What the second writes races with both writes of the first: it is the first, in the middle and the last with
    // probability 1/2, 1/4 and 1/4.
    static const char *const programs[] = {"A1A2", "A3"};
    static const Expected expected[] = {{"2", 0.75}, {"3", 0.25}};
    CHECK(sampler_fits("pos", programs, 2, expected, 2));
}

TEST(partial_order_sampling_keeps_priorities_where_nothing_races) {
    // The one event of the second process races with the second of the first only. If it comes after the first one, it
    // has lost once, and loses against the next with probability 2/3: the chances of the last writer are 1/3 and 2/3.
    static const char *const programs[] = {"BA1", "A2"};
    static const Expected expected[] = {{"1", 0.5 + 1.0 / 6}, {"2", 1.0 / 3}};
    CHECK(sampler_fits("pos", programs, 2, expected, 2));
}

TEST(selective_walks_have_every_order_of_the_accesses_equally_often) {
    // Of the 10 orders of three accesses and two, 6 end with one of the first, 4 with one of the second.
    static const char *const programs[] = {"A1A1A1", "A2A2"};
    static const Expected expected[] = {{"1", 0.6}, {"2", 0.4}};
    CHECK(sampler_fits("surw", programs, 2, expected, 2));
}

TEST(selective_walks_are_not_misled_by_other_steps) {
    // The same, with things to do that nobody else is interested in.
    static const char *const programs[] = {"A1BBBBA1BBBBA1", "A2CA2"};
    RandomResult result;
    sample(&result, "surw", programs, 2, RUNS);
    double ones = 0;
    for (uint32_t i = 0; i < result.seen_count; i++)
        if (text_string(&result.seen[i].showing.text)[0] == '1') ones += (double)result.seen[i].count;
    CHECK(fabs(ones / RUNS - 0.6) < 0.02);
    random_result_free(&result);
}

TEST(selective_walks_count_those_who_are_not_there_yet) {
    // The first makes two others after its own access, so its access is the first in any case. One of the others writes
    // twice.
    static const char *const programs[] = {"A1*1*2", "@A2A2", "@A3"};
    static const Expected expected[] = {{"2", 2.0 / 3}, {"3", 1.0 / 3}};
    CHECK(sampler_fits("surw", programs, 3, expected, 2));
}

// --- guarantees ----------------------------------------------------------------------------------------------

static double frequency(const char *sampler, const char *const *programs, uint32_t count, uint64_t runs,
                        const char *values) {
    RandomResult result;
    sample(&result, sampler, programs, count, runs);
    double found = (double)runs_with(&result, values) / (double)result.runs;
    random_result_free(&result);
    return found;
}

// The second process must act after the 15th and before the 16th of 20 steps of the first: a bug of depth 2, with 2
// processes and 22 steps. It reads a, which is 3 there alone, and then writes b.
static const char *const deep[] = {"cccccccccccccccA3A4cccc", "aB"};

TEST(pct_meets_a_bug_of_depth_2_as_often_as_it_promises) {
    double promised = 1.0 / (2 * 23), found = frequency("pct:2", deep, 2, RUNS, "4 4");
    CHECK(found > promised * 0.9);
    CHECK(frequency("walk", deep, 2, RUNS, "4 4") < promised / 20);
}

TEST(pct_with_too_small_a_depth_does_not_meet_it) { CHECK(frequency("pct:1", deep, 2, 2000, "4 4") == 0); }

// The second reads a in the gap, and then e only after the first has written it at its end: depth 3, 2 processes, 19
// steps.
static const char *const deeper[] = {"ccccccccA3A4ccccE3", "aBeD"};

TEST(pct_meets_a_bug_of_depth_3_as_often_as_it_promises) {
    double promised = 1.0 / (2 * 19 * 19), found = frequency("pct:3", deeper, 2, 3 * RUNS, "4 4 0 4");
    CHECK(found > promised * 0.9);
    CHECK(frequency("walk", deeper, 2, 3 * RUNS, "4 4 0 4") < promised / 5);
}

// --- procrastination -----------------------------------------------------------------------------------------

// 5 waits for two messages: one comes through four others, one directly. It takes a if the first is of 4, b if it is of
// 6.
static const char *const passed_on[] = {"!1", "?!2", "?!3", "?!4", "?!5", "?B?", "!5"};

TEST(chains_of_messages_have_one_priority) {
    // With 2 chains, one of them is the first in half of the runs; a walk lets the long one win once in many.
    double found = frequency("pctcp:1", passed_on, 7, 2000, "0 6"), promised = 1.0 / 4;
    CHECK(found >= promised);
    CHECK(frequency("walk", passed_on, 7, 2000, "0 6") < 0.1);
}

TEST(procrastination_reverses_the_only_conflict_in_its_second_run) {
    RandomResult result;
    sample(&result, "procrastinate", passed_on, 7, 2);
    CHECK(result.runs == 2 && result.draws == 1 && result.conflicts == 1 && result.feasible == 1);
    CHECK(runs_with(&result, "0 6") == 1 && runs_with(&result, "0 8") == 1);
    random_result_free(&result);
}

TEST(procrastination_of_two_levels_reverses_two_conflicts) {
    // a and b are each written by both: that both are the second's takes two reversals from where both are the first's.
    static const char *const programs[] = {"A1B1", "A2", "B2"};
    RandomResult result;
    RandomConfig config = {.seed = 2, .runs = 200, .depth = 1000, .keep_going = true, .judge = show_values};
    Error err;
    Machine *machine = toy_new(programs, 3);
    config.sampler = sampler_find("procrastinate", &config.setup, &err);
    config.setup.levels = 2;
    config.setup.limits[0] = config.setup.limits[1] = UINT32_MAX;
    CHECK(random_run(machine, &config, &result, &err));
    CHECK(result.classes.count == 4);
    random_result_free(&result);
    toy_free(machine);
}

// --- the same everywhere -------------------------------------------------------------------------------------

// Each writes its number to a, reads a, and writes that to a variable of its own.
static const char *const three[] = {"A1aB", "A2aC", "A3aD"};

static bool same_results(const RandomResult *a, const RandomResult *b) {
    bool same = a->runs == b->runs && a->steps == b->steps && a->seen_count == b->seen_count &&
                a->classes.count == b->classes.count && a->classes.once == b->classes.once &&
                a->conflicts == b->conflicts;
    for (uint32_t i = 0; same && i < a->seen_count; i++)
        same = a->seen[i].count == b->seen[i].count && a->seen[i].first == b->seen[i].first &&
               strcmp(text_string(&a->seen[i].examples[0]), text_string(&b->seen[i].examples[0])) == 0;
    return same;
}

TEST(several_processes_come_to_the_same_result) {
    for (uint32_t i = 0; sampler_at(i); i++) {
        RandomResult results[3];
        for (uint32_t jobs = 1; jobs <= 3; jobs++) {
            RandomConfig config = {.sampler = sampler_at(i),
                                   .seed = 9,
                                   .runs = 500,
                                   .depth = 1000,
                                   .keep_going = true,
                                   .judge = show_values,
                                   .jobs = jobs};
            Error err;
            Machine *machine = toy_new(three, 3);
            CHECK(random_run(machine, &config, &results[jobs - 1], &err));
            toy_free(machine);
        }
        CHECK(same_results(&results[0], &results[1]) && same_results(&results[0], &results[2]));
        for (int j = 0; j < 3; j++) random_result_free(&results[j]);
    }
}

TEST(the_machine_is_back_at_the_start) {
    Machine *machine = toy_new(three, 3);
    uint64_t start = machine_hash(machine);
    RandomConfig config = {.seed = 1, .runs = 50, .depth = 1000, .keep_going = true, .judge = show_values};
    RandomResult result;
    Error err;
    config.sampler = sampler_find("portfolio", &config.setup, &err);
    CHECK(random_run(machine, &config, &result, &err) && machine_hash(machine) == start);
    random_result_free(&result);
    toy_free(machine);
}

TEST(unknown_samplers_are_refused) {
    SamplerSetup setup = {0};
    Error err;
    CHECK(!sampler_find("wlak", &setup, &err));
    CHECK_TEXT(err.text, "--strategy wlak: choose portfolio, walk, pos, pct:D, pctcp:D, surw or procrastinate");
    CHECK(!sampler_find("walk:2", &setup, &err) && !sampler_find("pct:", &setup, &err) &&
          !sampler_find("pct:0", &setup, &err));
    CHECK(sampler_find("pct:4", &setup, &err) && setup.depth == 4);
}
