// weft parallel: commands for a state-machine model, run in parallel.
#include <stdio.h>
#include <string.h>

#include "base/chance.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "engine/confine.h"
#include "engine/exploration.h"
#include "engine/output.h"
#include "engine/shrink.h"
#include "option/command.h"
#include "verdict/account.h"

typedef struct {
    Program program;
    Semantics semantics;
    Exploration exploration;
    Outputs outputs;
    uint64_t commands, processes, tail, seed, runs, schedules, repeats, procrastinated, proof;
    const char *strategy;
    const char *given;   // by --case
    bool exhaustive, whole, anew;

    const char *model, *property;
    CaseSampling sampling;
    Cases cases;
    uint64_t number;     // of the case that is run
    uint64_t complete;   // cases of which every interleaving was explored
    double start;
    Failure failure;
    uint32_t first_length;   // of the failure, before it was shrunk
    ShrinkResult shrunk;
    double shrinking;   // seconds of the processor
} Parallel;

#define FIELD(name) offsetof(Parallel, name)

enum {
    COMMANDS = 30,
    PROCESSES = 2,
    TAIL = 8,
    RUNS = 1000,
    CASES = 100,
    SCHEDULES = 10,
    REPEATS = 50,
    PROCRASTINATED = 30,
    BATCH = 20,
    PROOF = 2000
};

static const Option own_options[] = {
    {"--commands", "N", "size of PropEr's generator: about so many commands in a case", OPTION_COUNT, FIELD(commands),
     GROUP_SEARCH, .usual = "30", .example = "parallel -m bank_model bank.erl bank_model.erl --commands 12"},
    {"--processes", "N", "branches that run at the same time", OPTION_COUNT, FIELD(processes), GROUP_SEARCH,
     .usual = "2", .example = "parallel -m bank_model bank.erl bank_model.erl --processes 3"},
    {"--parallel-commands", "N", "commands in all branches of a case, at most", OPTION_COUNT, FIELD(tail), GROUP_SEARCH,
     .usual = "8", .example = "parallel -m bank_model bank.erl bank_model.erl --parallel-commands 12"},
    {"--seed", "N", "makes other cases and other schedules", OPTION_NUMBER, FIELD(seed), GROUP_SEARCH, .usual = "0",
     .more = "The same seed leads to the same cases, the same runs and the same result, on every machine.",
     .example = "parallel -m bank_model bank.erl bank_model.erl --seed 7"},
    {"--exhaustive", NULL, "explore every interleaving of each case", OPTION_FLAG, FIELD(exhaustive), GROUP_SEARCH,
     .more = "Each of 100 cases, or of as many as --max-seconds allows, is searched as weft check would search it, "
             "instead of run at random. --interleaving-bound limits how many interleavings of a case are explored.",
     .example = "parallel -m bank_model bank.erl bank_model.erl --exhaustive --commands 6"},
    {"--strategy", "HOW", "how random schedules are made, as for weft random", OPTION_TEXT, FIELD(strategy),
     GROUP_SEARCH, .usual = "pos", .more = "portfolio, walk, pos, pct:D, pctcp:D, surw or procrastinate.",
     .example = "parallel -m bank_model bank.erl bank_model.erl --strategy procrastinate --schedules 30", .open = true},
    {"--runs", "N", "stop after N runs of cases", OPTION_COUNT, FIELD(runs), GROUP_BOUND,
     .usual = "1000, or no limit with --max-seconds",
     .example = "parallel -m bank_model bank.erl bank_model.erl --runs 20000"},
    {"--schedules", "N", "random schedules of each case", OPTION_COUNT, FIELD(schedules), GROUP_BOUND, .usual = "10",
     .example = "parallel -m bank_model bank.erl bank_model.erl --schedules 100"},
    {"--repeats", "N", "random runs of each smaller case while shrinking", OPTION_NUMBER, FIELD(repeats), GROUP_BOUND,
     .usual = "50", .example = "parallel -m bank_model bank.erl bank_model.erl --repeats 500"},
    {"--procrastinate", "N", "runs of each smaller case with conflicts reversed", OPTION_NUMBER, FIELD(procrastinated),
     GROUP_BOUND, .usual = "30", .example = "parallel -m bank_model bank.erl bank_model.erl --procrastinate 100"},
    {"--proof", "N", "explore up to N interleavings of each smaller case that did not fail", OPTION_NUMBER,
     FIELD(proof), GROUP_BOUND, .usual = "2000",
     .more =
         "Where all interleavings of all smaller cases pass, what is told is as small as it can be. 0 leaves it out.",
     .example = "parallel -m bank_model bank.erl bank_model.erl --proof 100k"},
    {"--case", "TERM", "run this case only, as --json and --schedule write it", OPTION_TEXT, FIELD(given), GROUP_SEARCH,
     .example = "parallel -m bank_model bank.erl bank_model.erl --case '{[],[[],[]]}' --exhaustive", .open = true},
    {"--anew", NULL, "shrink without following the schedule that failed", OPTION_FLAG, FIELD(anew), GROUP_SEARCH,
     .more = "Following it is what makes shrinking fast; this is to measure how much.",
     .example = "parallel -m bank_model bank.erl bank_model.erl --anew"},
    {"--whole", NULL, "tell the case that failed, without making it smaller", OPTION_FLAG, FIELD(whole), GROUP_OUTPUT,
     .example = "parallel -m bank_model bank.erl bank_model.erl --whole"},
    {0},
};

static const OptionPart parallel_options[] = {
    {program_options, FIELD(program)},
    {exploration_options, FIELD(exploration)},
    {semantics_options, FIELD(semantics)},
    {network_options, FIELD(semantics.network)},
    {output_options, FIELD(outputs)},
    {own_options, 0},
    {0},
};

static uint64_t usual(uint64_t given, uint64_t otherwise) { return given ? given : otherwise; }

// Without a number, time limits the search, or else there is a usual number.
static uint64_t runs_of(const Parallel *p) { return usual(p->runs, p->exploration.seconds ? UINT64_MAX : RUNS); }

static bool is_over(const Parallel *p) {
    bool timed = p->exploration.seconds > 0, late = timed && bound_now() - p->start > (double)p->exploration.seconds;
    bool enough = p->exhaustive ? !timed && p->number >= CASES : p->cases.runs >= runs_of(p);
    return late || enough || exploration_interrupted();
}

static bool failed(const Parallel *p) { return p->failure.text.size > 0; }

// --- hunting -----------------------------------------------------------------------------------------------

static RunEnd try_at_random(Parallel *p) {
    uint64_t left = runs_of(p) - p->cases.runs, schedules = usual(p->schedules, SCHEDULES);
    p->sampling.seed = chance_mix(p->seed + 1) + p->number;
    p->sampling.runs = schedules < left ? schedules : left;
    return cases_sample(&p->cases, &p->sampling, &p->failure.key);
}

static RunEnd try_all(Parallel *p) {
    SearchConfig search = p->exploration.search;
    SearchResult result;
    if (search.bound.seconds > 0) search.bound.seconds -= bound_now() - p->start;   // which is not over
    RunEnd end = cases_explore(&p->cases, &search, &result, &p->failure.key);
    p->complete += result.complete;
    return end;
}

static RunEnd try_case(Parallel *p, const Case *tried) {
    cases_choose(&p->cases, tried->text);
    RunEnd end = p->exhaustive ? try_all(p) : try_at_random(p);
    if (end != RUN_FAILS) return end;
    p->failure.length = p->first_length = tried->length;
    text_add(&p->failure.text, tried->text);
    stage_names(&p->cases.stage, &p->failure.names);
    return end;
}

// Of the one that the user gave, its schedules are all that is random.
static bool hunt_given(Parallel *p, Error *err) {
    Case tried = {.text = p->given};
    for (const char *at = p->given; (at = strstr(at, "{set,")); at++) tried.length++;
    p->schedules = runs_of(p);
    RunEnd end = try_case(p, &tried);
    p->number++;
    return end != RUN_UNABLE || fail(err, "%s", machine_message(p->cases.machine));
}

// Case after case, until one fails. False: it could not be done.
static bool hunt(Parallel *p, Error *err) {
    if (p->given) return hunt_given(p, err);
    CaseOrder order = {.seed = p->seed,
                       .count = BATCH,
                       .commands = usual(p->commands, COMMANDS),
                       .processes = usual(p->processes, PROCESSES),
                       .tail = usual(p->tail, TAIL)};
    RunEnd end = RUN_PASSES;
    while (end == RUN_PASSES && !is_over(p)) {
        Text lines = {0};
        if (!cases_generate(&p->cases, &order, &lines, err)) return false;
        char *rest = lines.data;
        for (Case tried; end == RUN_PASSES && !is_over(p) && case_next(&rest, &tried); p->number++)
            end = try_case(p, &tried);
        if (end == RUN_UNABLE) fail(err, "%s", machine_message(p->cases.machine));
        text_free(&lines);
        order.first += order.count;
    }
    return end != RUN_UNABLE;
}

static uint64_t proof_of(const Parallel *p) { return option_given(&p->program, "--proof") ? p->proof : PROOF; }

static bool shrink(Parallel *p, Error *err) {
    bool repeats = option_given(&p->program, "--repeats"),
         procrastinated = option_given(&p->program, "--procrastinate");
    ShrinkEffort effort = {.procrastination = sampler_find("procrastinate", NULL, err),
                           .walk = sampler_find("walk", NULL, err),
                           .procrastinated = procrastinated ? (uint32_t)p->procrastinated : PROCRASTINATED,
                           .repeats = repeats ? (uint32_t)p->repeats : REPEATS,
                           .interleavings = proof_of(p),
                           .seed = p->seed,
                           .reuse = !p->anew,
                           .stopped = exploration_interrupted};
    if (p->whole || !failed(p)) return true;
    double start = bound_used();
    bool sound = shrink_failure(&p->cases, &effort, &p->failure, &p->shrunk, err);
    p->shrinking = bound_used() - start;
    return sound;
}

// --- telling -----------------------------------------------------------------------------------------------

static void tell_shrinking(const Parallel *p, Text *out) {
    const ShrinkResult *s = &p->shrunk;
    text_format(out, "from %u command%s to %u in %llu runs", p->first_length, text_plural(p->first_length),
                p->failure.length, (unsigned long long)s->runs);
    if (s->cut)
        text_add(out, ", when it was interrupted\n");
    else if (s->candidates == 0)
        text_add(out, ": there is nothing smaller\n");
    else if (s->proved == s->candidates)
        text_format(out, ": no interleaving of the %u smaller case%s fails\n", s->candidates,
                    text_plural(s->candidates));
    else
        text_format(out, ": of the %u smaller cases none failed, of %u of them every interleaving was explored\n",
                    s->candidates, s->proved);
}

static void tell_hunt(const Parallel *p, Text *out) {
    const char *model = p->model;
    uint64_t runs = p->cases.runs - p->shrunk.runs;
    if (failed(p))
        text_format(out, "case %llu for %s fails", (unsigned long long)p->number, model);
    else if (p->exhaustive && p->complete == p->number)
        text_format(out, "ok: no schedule of %llu case%s for %s fails", (unsigned long long)p->number,
                    text_plural(p->number), model);
    else
        text_format(out, "no error found in %llu case%s for %s", (unsigned long long)p->number, text_plural(p->number),
                    model);
    text_format(out, "\n%llu run%s, %llu steps, %.2f s, seed %llu", (unsigned long long)runs, text_plural(runs),
                (unsigned long long)p->cases.steps, bound_now() - p->start, (unsigned long long)p->seed);
    if (p->exhaustive && !failed(p))
        text_format(out, ", every interleaving of %llu case%s", (unsigned long long)p->complete,
                    text_plural(p->complete));
    text_add(out, exploration_interrupted() ? ", interrupted\n" : "\n");
}

static void make_data(const Parallel *p, Text *out) {
    JsonWriter w = {.out = out};
    json_object(&w, NULL);
    json_text(&w, "model", p->model);
    json_number(&w, "seed", p->seed);
    json_number(&w, "cases", p->number);
    json_number(&w, "runs", p->cases.runs - p->shrunk.runs);
    json_boolean(&w, "exhaustive", p->exhaustive);
    json_number(&w, "complete_cases", p->complete);
    if (failed(p)) {
        json_text(&w, "case", text_string(&p->failure.text));
        json_number(&w, "commands", p->failure.length);
        json_number(&w, "commands_before", p->first_length);
        json_number(&w, "shrink_runs", p->shrunk.runs);
        json_seconds(&w, "shrink_cpu_seconds", p->shrinking);
        json_number(&w, "smaller_cases", p->shrunk.candidates);
        json_number(&w, "smaller_cases_proved", p->shrunk.proved);
    }
    json_end(&w);
}

static int tell(Parallel *p, const Report *report) {
    Text text = {0};
    tell_hunt(p, &text);
    if (failed(p) && !p->whole) tell_shrinking(p, &text);
    if (failed(p)) {
        text_add(&text, "\n");
        report_text(report, outputs_style(&p->outputs), &text);
    }
    if (!outputs_silent(&p->outputs)) terminal_tell(stdout, &text);
    text_free(&text);
    outputs_begin(&p->outputs, false);
    outputs_add(&p->outputs, report);
    if (!outputs_end(&p->outputs)) return EXIT_UNABLE;
    return failed(p) ? EXIT_FOUND : EXIT_OK;
}

typedef struct {
    Parallel *parallel;
    Findings *findings;
} Notes;

static bool note(void *context, const ExecutionEnd *end) {
    Notes *notes = context;
    judge_end(notes->findings, end, &notes->parallel->cases.judge);
    return !exploration_interrupted();
}

static void forget(void *context) {
    Notes *notes = context;
    findings_free(notes->findings);
    findings_init(notes->findings, notes->parallel->cases.machine);
}

static bool has_failure(const Parallel *p, const Findings *findings) {
    for (uint32_t i = 0; i < findings->finding_count; i++)
        if (strcmp(text_string(&findings->findings[i].key), text_string(&p->failure.key)) == 0) return true;
    return false;
}

// Of a case with few interleavings all are explored, and the simplest of those that fail is told.
static bool explore_failure(Parallel *p, Findings *findings, SearchResult *result) {
    Notes notes = {p, findings};
    SearchConfig config = {.strategy = strategy_find("optimal"),
                           .on_end = note,
                           .forget = forget,
                           .context = &notes,
                           .bound = {.depth = p->cases.depth, .interleavings = proof_of(p)}};
    if (!config.bound.interleavings) return false;
    findings_init(findings, p->cases.machine);
    *result = search_run(p->cases.machine, &config);
    findings_settle(findings);
    findings_sort(findings);
    if (result->complete && has_failure(p, findings)) {
        p->exploration.full = outputs_show_state(&p->outputs);
        exploration_tell(&p->exploration, p->cases.machine, result, findings);
        return true;
    }
    findings_free(findings);
    *findings = (Findings){0};
    return false;
}

static void follow_failure(Parallel *p, Findings *findings, SearchResult *result) {
    Stage *stage = &p->cases.stage;
    Account account = {.judge = &p->cases.judge, .depth = p->cases.depth, .full = outputs_show_state(&p->outputs)};
    cases_follow(&p->cases, text_string(&p->failure.names), &p->failure.key);
    account_give(&account, stage, !stage->enabled_count, findings);
    *result =
        (SearchResult){.explored = 1, .events = findings->finding_count ? findings->findings[0].schedule.length : 0};
}

static int report_all(Parallel *p) {
    const char *arguments[4];
    Findings findings = {0};
    Text title = {0}, data = {0};
    Surroundings around = {0};
    Report report = surroundings_begin(&around, &p->program, &findings, "optimal");
    report.module = "weft_parallel";
    report.function = "test";
    report.arguments = arguments;
    report.argument_count = cases_arguments(&p->cases, text_string(&p->failure.text), arguments);
    report.show_races = p->exploration.show_races;
    report.search =
        (SearchResult){.explored = p->cases.runs, .events = p->cases.steps, .seconds = bound_now() - p->start};
    if (failed(p)) {
        cases_choose(&p->cases, text_string(&p->failure.text));
        report.replayed = !explore_failure(p, &findings, &report.search);
        if (report.replayed) follow_failure(p, &findings, &report.search);
    }
    text_format(&title, "%s with %u command%s", p->model, p->failure.length, text_plural(p->failure.length));
    report.title = text_string(&title);
    make_data(p, &data);
    report.more = text_string(&data);
    report.more_name = "parallel";
    int status = tell(p, &report);
    findings_free(&findings);
    surroundings_free(&around);
    text_free(&title);
    text_free(&data);
    return status;
}

// --- starting ----------------------------------------------------------------------------------------------

static bool check_options(Parallel *p, Error *err) {
    if (!p->program.module) return fail(err, "say which model: -m MODULE");
    if (p->processes > 16) return fail(err, "--processes %llu: at most 16", (unsigned long long)p->processes);
    if (p->runs && p->exhaustive)
        return fail(
            err, "--runs and --exhaustive exclude each other: --interleaving-bound and --max-seconds limit a search");
    if (p->exploration.jobs > 1) return fail(err, "--jobs: weft parallel works with one process");
    p->sampling.sampler = sampler_find(p->strategy ? p->strategy : "pos", &p->sampling.setup, err);
    return p->sampling.sampler && outputs_check(&p->outputs, err);
}

// The program is the driver; what it is to drive are its arguments.
static Machine *start(Parallel *p, Error *err) {
    const char *arguments[] = {p->model, ""};
    p->program.module = "weft_parallel";
    p->program.function = "test";
    p->program.arguments = arguments;
    p->program.argument_count = 2;
    Machine *machine = confine_start(&p->program, &p->exploration.machine, &p->outputs, p->exploration.seconds, err);
    p->program.arguments = NULL;
    p->program.argument_count = 0;
    return machine;
}

static int run_machine(Parallel *p, Machine *machine, Error *err) {
    p->start = bound_now();
    bool sound = cases_init(&p->cases, machine, p->model, p->property, err);
    p->cases.depth = p->exploration.depth;
    p->cases.judge = p->exploration.judge;
    sound = sound && hunt(p, err) && shrink(p, err);
    int status = sound ? report_all(p) : EXIT_UNABLE;
    if (!sound) terminal_trouble(err->text);
    cases_free(&p->cases);
    return status;
}

static int parallel(int argc, char **argv) {
    Parallel p = {0};
    Error err;
    Machine *machine = NULL;
    interrupt_catch();
    if (options_parse(parallel_options, &p, argc, argv, &err) && check_options(&p, &err) &&
        exploration_prepare(&p.exploration, &p.semantics, &p.program, &err) && program_prepare(&p.program, &err)) {
        p.model = p.program.module;
        p.property = p.program.function;
        machine = start(&p, &err);
    }
    if (!machine) terminal_trouble(err.text);
    int status = machine ? run_machine(&p, machine, &err) : EXIT_UNABLE;
    if (machine) machine_free(machine);
    failure_free(&p.failure);
    program_free(&p.program);
    return status;
}

const Command command_parallel = {
    .name = "parallel",
    .usage = "-m MODEL [-t PROPERTY] [FILE|DIR ...] [OPTION ...]",
    .about = "commands for a model of PropEr's proper_statem, run in parallel",
    .help = "PropEr makes commands for the model; the first run one after the other, the last in several processes at "
            "the same\n"
            "time, under random schedules. What they return must be what the model says for some order of them. A case "
            "that\n"
            "fails is made smaller as long as something smaller fails.\n"
            "Around the commands runs what the model's property does before and after it calls run_commands or\n"
            "run_parallel_commands: the only prop_*/0 that it exports, or -t PROPERTY. A model with setup/0 needs no "
            "property.\n"
            "Exit status: 0 no error found, 1 here is one, 2 weft could not do it.",
    .example = "parallel -m bank_model bank.erl bank_model.erl",
    .options = parallel_options,
    .run = parallel,
};
