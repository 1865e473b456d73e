// weft random: many schedules of one test, drawn by chance.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "engine/confine.h"
#include "engine/exploration.h"
#include "engine/output.h"
#include "engine/sampling.h"
#include "option/command.h"

typedef struct {
    Program program;
    Semantics semantics;
    Outputs outputs;
    const char *strategy, *limit;
    uint64_t seed, runs, seconds, jobs, levels;
    TextList conflicts;
    bool keep_going, show_races;
    MachineConfig machine;   // what they mean, from here on
    JudgeOptions judge;
    RandomConfig random;
} Random;

enum { RUNS_USUAL = 10000, JOBS_MAX = 256 };

#define FIELD(name) offsetof(Random, name)

static const Option own_options[] = {
    {"--strategy", "HOW", "how decisions are made", OPTION_TEXT, FIELD(strategy), GROUP_SEARCH, .usual = "portfolio",
     .more = "walk: each who can act is equally likely. pos: each class of interleavings has a fair chance. pct:D "
             "finds a bug that needs D orders right, of n processes and k steps, with a probability of 1/(n k^(D-1)) "
             "at least; pctcp:D has chains of messages in place of processes. surw: all orders of the accesses to one "
             "shared object are equally likely. procrastinate: one run at random, then again with its conflicts "
             "reversed. portfolio: all of them in turn.",
     .example = "random -m pool -t main pool.erl --strategy pct:3", .open = true},
    {"--seed", "N", "which of all samples", OPTION_NUMBER, FIELD(seed), GROUP_SEARCH, .usual = "1",
     .more = "The same seed gives the same runs, on every machine and with any number of jobs.",
     .example = "random -m pool -t main pool.erl --seed 42"},
    {"--levels", "L", "procrastination: how many conflicts are reversed one upon the other", OPTION_COUNT,
     FIELD(levels), GROUP_SEARCH, .usual = "1",
     .example = "random -m pool -t main pool.erl --strategy procrastinate --levels 2 --limit 5,1"},
    {"--limit", "N,M,...", "procrastination: how many reversals are tried, at each level; all: no limit", OPTION_TEXT,
     FIELD(limit), GROUP_SEARCH, .usual = "10",
     .example = "random -m pool -t main pool.erl --strategy procrastinate --limit all", .open = true},
    {"--conflict", "M:F", "procrastination: what processes do in M:F conflicts, whatever it touches", OPTION_LIST,
     FIELD(conflicts), GROUP_SEARCH, .more = "Or what they do by calling the built-in function M:F.",
     .example = "random -m pool -t main pool.erl --strategy procrastinate --conflict pool:take", .open = true},
    {"--jobs", "N", "run with N processes at once", OPTION_COUNT, FIELD(jobs), GROUP_SEARCH, .also = "-j", .usual = "1",
     .more = "What is found does not depend on N.", .example = "random -m pool -t main pool.erl --jobs 4"},
    {"--keep-going", NULL, "go on after the first error", OPTION_FLAG, FIELD(keep_going), GROUP_SEARCH, .also = "-k",
     .more = "All distinct errors are told, each with how many of the runs have it.",
     .example = "random -m pool -t main pool.erl --keep-going"},
    {"--runs", "N", "stop after N runs", OPTION_COUNT, FIELD(runs), GROUP_BOUND,
     .usual = "10000, or no limit with --max-seconds", .example = "random -m pool -t main pool.erl --runs 1m"},
    {"--max-seconds", "S", "stop after S seconds", OPTION_COUNT, FIELD(seconds), GROUP_BOUND, .usual = "no limit",
     .example = "random -m pool -t main pool.erl --max-seconds 60"},
    {"--show-races", NULL, "tell all races of each error, and the nearest interleaving that passes", OPTION_FLAG,
     FIELD(show_races), GROUP_OUTPUT, .example = "random -m pool -t main pool.erl --show-races"},
    {0},
};

static const OptionPart random_options[] = {
    {program_options, FIELD(program)},     {own_options, 0},
    {semantics_options, FIELD(semantics)}, {network_options, FIELD(semantics.network)},
    {output_options, FIELD(outputs)},      {0},
};

// --- what the options mean ---------------------------------------------------------------------------------

static bool read_limit(const char **at, uint32_t *out, Error *err) {
    if (strncmp(*at, "all", 3) == 0) {
        *out = UINT32_MAX;
        *at += 3;
    } else {
        char *end;
        unsigned long value = strtoul(*at, &end, 10);
        if (end == *at || value == 0 || value >= UINT32_MAX || **at == '-' || **at == '+')
            return fail(err, "--limit: a number from 1 on for each level, or all, separated by commas");
        *out = (uint32_t)value;
        *at = end;
    }
    return true;
}

// A limit for each level; the last one holds for those that have none.
static bool read_limits(const Random *r, SamplerSetup *setup, Error *err) {
    uint32_t count = 0;
    for (const char *at = r->limit; at && count < LEVELS_MAX; at++) {
        if (!read_limit(&at, &setup->limits[count++], err)) return false;
        if (!*at) break;
        if (*at != ',') return fail(err, "--limit %s: numbers, or all, separated by commas", r->limit);
    }
    setup->levels = r->levels ? (uint32_t)r->levels : count;
    if (r->levels > LEVELS_MAX) return fail(err, "--levels: at most %d", LEVELS_MAX);
    if (count > setup->levels) return fail(err, "--limit has %u numbers for %u levels", count, setup->levels);
    for (uint32_t i = count; i < setup->levels && count; i++) setup->limits[i] = setup->limits[count - 1];
    return true;
}

static bool check_conflicts(const Random *r, Error *err) {
    for (size_t i = 0; i < r->conflicts.count; i++) {
        const char *colon = strchr(r->conflicts.items[i], ':');
        if (!colon || colon == r->conflicts.items[i] || !colon[1])
            return fail(err, "--conflict %s: say which function, as M:F", r->conflicts.items[i]);
    }
    return true;
}

// Which of the functions an actor stands in, or before: its place in the list plus 1.
static uint32_t declared(void *context, Machine *machine, Actor actor) {
    const TextList *list = context;
    for (size_t i = 0; i < list->count; i++)
        if (machine_acts_in(machine, actor, list->items[i])) return (uint32_t)i + 1;
    return 0;
}

static bool prepare(Random *r, Error *err) {
    RandomConfig *config = &r->random;
    config->sampler = sampler_find(r->strategy ? r->strategy : sampler_at(0)->name, &config->setup, err);
    if (!config->sampler || !read_limits(r, &config->setup, err) || !check_conflicts(r, err)) return false;
    if (r->jobs > JOBS_MAX) return fail(err, "--jobs %llu: at most %d", (unsigned long long)r->jobs, JOBS_MAX);
    if (r->conflicts.count) config->setup.declared = declared;
    config->setup.context = &r->conflicts;
    config->seed = option_given(&r->program, "--seed") ? r->seed : 1;
    config->runs = r->runs || r->seconds ? r->runs : RUNS_USUAL;
    config->seconds = (double)r->seconds;
    config->stop = interrupt_catch();
    config->depth = semantics_depth(&r->semantics);
    config->jobs = (uint32_t)r->jobs;
    config->keep_going = r->keep_going;
    sampling_judge(config, &r->judge);
    return semantics_apply(&r->semantics, &r->program, &r->machine, &r->judge, err);
}

// --- sampling ----------------------------------------------------------------------------------------------

typedef struct {
    Report report;
    RandomResult sampled;
    Findings findings;
    Surroundings around;
    Text message;
} Sample;

// The machine stands at the start again.
static void tell(Random *r, Machine *machine, Sample *out) {
    sampling_harvest(machine, &r->random, &out->sampled, false, &out->findings);
    findings_sort(&out->findings);
    Exploration telling = {.depth = r->random.depth, .judge = r->judge, .full = outputs_show_state(&r->outputs)};
    exploration_tell(&telling, machine, &out->report.search, &out->findings);
}

static bool run_all(const Random *r, Machine *machine, RandomResult *result, Error *err) {
    Progress progress = {.unit = "run"};
    RandomConfig config = r->random;
    if (progress_begin(&progress, r->outputs.quiet)) sampling_show(&config, &progress);
    bool done = random_run(machine, &config, result, err);
    machine_heed(machine, NULL);
    progress_end(&progress);
    return done;
}

static Report begin_report(const Random *r, Sample *out) {
    Report report = surroundings_begin(&out->around, &r->program, &out->findings, "random");
    report.show_races = r->show_races;
    return report;
}

static void sample(Random *r, Machine *machine, Sample *out) {
    Error err;
    findings_init(&out->findings, machine);
    machine_heed(machine, r->random.stop);
    machine_begin_stepping(machine);
    out->report = begin_report(r, out);
    if (machine_outcome(machine) == OUTCOME_UNSUPPORTED)
        text_add(&out->message, machine_message(machine));
    else if (!run_all(r, machine, &out->sampled, &err))
        text_add(&out->message, err.text);
    else
        sampling_unable(&out->sampled, &out->message);
    const RandomResult *sampled = &out->sampled;
    out->report.sampled = sampled;
    out->report.seed = r->random.seed;
    out->report.sampler = r->strategy ? r->strategy : r->random.sampler->name;
    out->report.search = (SearchResult){
        .explored = sampled->runs, .events = sampled->steps, .seconds = sampled->seconds, .cuts = sampled->cuts};
    out->report.interrupted = interrupt_reason();
    surroundings_searched(&out->around, &r->program, &r->semantics, &r->machine, "random", machine, &out->report);
    if (!out->message.size) tell(r, machine, out);
    surroundings_end(&out->around, machine, &out->report);
}

static int finish(Random *r, Sample *out) {
    const Report *report = &out->report;
    outputs_begin(&r->outputs, false);
    outputs_add(&r->outputs, report);
    bool written = outputs_end(&r->outputs);
    if (report->message) {
        terminal_trouble(report->message);
        return EXIT_UNABLE;
    }
    Text text = {0};
    report_text(report, outputs_style(&r->outputs), &text);
    if (!outputs_silent(&r->outputs)) terminal_tell(stdout, &text);
    text_free(&text);
    if (!written) return EXIT_UNABLE;
    return report->findings->finding_count ? EXIT_FOUND : exploration_status();
}

static void outcome_free(Sample *out) {
    random_result_free(&out->sampled);
    findings_free(&out->findings);
    text_free(&out->message);
    surroundings_free(&out->around);
}

static int random_command(int argc, char **argv) {
    Random r = {0};
    Sample out = {0};
    Error err;
    Machine *machine = NULL;
    int status = EXIT_UNABLE;
    interrupt_catch();
    if (options_parse(random_options, &r, argc, argv, &err) && program_is_named(&r.program, &err) &&
        outputs_check(&r.outputs, &err) && prepare(&r, &err) && program_prepare(&r.program, &err))
        r.program.jobs = r.jobs, machine = confine_start(&r.program, &r.machine, &r.outputs, r.seconds, &err);
    if (machine) {
        sample(&r, machine, &out);
        if (out.message.size) out.report.message = text_string(&out.message);
        status = finish(&r, &out);
        machine_free(machine);
    } else {
        out.report = begin_report(&r, &out);
        out.report.message = exploration_interrupted() ? "interrupted" : err.text;
        terminal_trouble(out.report.message);
        outputs_refuse(&r.outputs, &out.report, false);
    }
    outcome_free(&out);
    program_free(&r.program);
    return status;
}

const Command command_random = {
    .name = "random",
    .usage = "-m MOD -t FUN [FILE|DIR ...] [OPTION ...]",
    .about = "many schedules of one test, drawn by chance",
    .help = "Runs FUN/0 again and again, each time under a schedule drawn by chance, for tests that are too large for "
            "weft check.\n"
            "An error is made simpler and told as weft check tells it. The same seed gives the same runs.\n"
            "Exit status: 0 no error found, which proves nothing; 1 here is one, 2 weft could not do it.",
    .example = "random -m ping_pong -t main examples/ping_pong.erl --runs 1000 --seed 42",
    .options = random_options,
    .run = random_command,
};
