// weft check: every interleaving of one test that can matter.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/command.h"
#include "monitor/judge.h"
#include "report/report.h"

typedef struct {
    Program program;
    const char *strategy, *bound_kind, *timeouts, *delivery, *json, *schedule;
    uint64_t budget, depth, interleavings, seconds, short_timeout;
    bool has_budget, keep_going, strict_deadlock, first_process_only, assertions_only, quiet;
    TextList ignored, normal;
} Check;

#define FIELD(name) offsetof(Check, name)

static const Option check_options[] = {
    {"--dpor", "HOW", "optimal (default), source, persistent or none", OPTION_TEXT, FIELD(strategy)},
    {"--scheduling-bound-type", "HOW", "none (default), preemption or delay", OPTION_TEXT, FIELD(bound_kind)},
    {"--scheduling-bound", "N", "how many preemptions or delays an interleaving may have", OPTION_NUMBER, FIELD(budget)},
    {"--depth-bound", "N", "steps of one interleaving (5000)", OPTION_NUMBER, FIELD(depth)},
    {"--interleaving-bound", "N", "stop after N interleavings", OPTION_NUMBER, FIELD(interleavings)},
    {"--max-seconds", "S", "stop after S seconds", OPTION_NUMBER, FIELD(seconds)},
    {"--keep-going", NULL, "go on after the first error", OPTION_FLAG, FIELD(keep_going)},
    {"--after-timeout", "MS", "timeouts from MS on fire only when nothing else can happen (1000)", OPTION_NUMBER,
     FIELD(short_timeout)},
    {"--timeouts", "HOW", "any: all timeouts may fire at any moment; idle: only when nothing else can", OPTION_TEXT,
     FIELD(timeouts)},
    {"--delivery", "HOW", "instant (default): a message is there when it is sent", OPTION_TEXT, FIELD(delivery)},
    {"--strict-deadlock", NULL, "processes that are left behind are an error", OPTION_FLAG, FIELD(strict_deadlock)},
    {"--first-process-errors-only", NULL, "crashes of other processes are no errors", OPTION_FLAG, FIELD(first_process_only)},
    {"--assertions-only", NULL, "only failed assertions are errors", OPTION_FLAG, FIELD(assertions_only)},
    {"--ignore-error", "KIND", "abnormal_exit, assertion, deadlock, depth_bound, livelock or halt", OPTION_LIST, FIELD(ignored)},
    {"--treat-as-normal", "REASON", "a process that ends with REASON has not crashed", OPTION_LIST, FIELD(normal)},
    {"--json", "FILE", "write the result as JSON", OPTION_TEXT, FIELD(json)},
    {"--schedule", "FILE", "write the schedule of the first error, for weft replay", OPTION_TEXT, FIELD(schedule)},
    {"-q", NULL, "print nothing", OPTION_FLAG, FIELD(quiet)},
    {0},
};

// --- interrupting ----------------------------------------------------------------------------------------

static volatile sig_atomic_t interrupted;

static void interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static void catch_signals(void) {
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

// --- settings --------------------------------------------------------------------------------------------

static bool choose(const char *option, const char *given, const char *const *words, int *out, Error *err) {
    for (*out = 0; given && words[*out]; (*out)++)
        if (strcmp(words[*out], given) == 0) return true;
    if (!given) return *out = 0, true;
    return fail(err, "%s %s: there is no such choice; --help lists them", option, given);
}

static bool judge_options(const Check *c, JudgeOptions *out, Error *err) {
    *out = (JudgeOptions){.strict_deadlock = c->strict_deadlock, .first_process_only = c->first_process_only,
                          .assertions_only = c->assertions_only, .normal = c->normal.items,
                          .normal_count = c->normal.count};
    for (size_t i = 0; i < c->ignored.count; i++) {
        int kind = 0;
        while (kind < FINDING_KINDS && strcmp(finding_names[kind], c->ignored.items[i]) != 0) kind++;
        if (kind == FINDING_KINDS) return fail(err, "--ignore-error %s: there is no such kind", c->ignored.items[i]);
        out->ignored[kind] = true;
    }
    return true;
}

static bool search_config(const Check *c, SearchConfig *out, Error *err) {
    static const char *const kinds[] = {"none", "preemption", "delay", NULL};
    int kind;
    out->strategy = strategy_find(c->strategy ? c->strategy : "optimal");
    if (!out->strategy) return fail(err, "--dpor %s: choose optimal, source, persistent or none", c->strategy);
    if (!choose("--scheduling-bound-type", c->bound_kind, kinds, &kind, err)) return false;
    out->bound = (Bound){.depth = c->depth ? (uint32_t)c->depth : 5000, .interleavings = c->interleavings,
                         .seconds = (double)c->seconds, .stop = &interrupted, .kind = (BoundKind)kind,
                         .budget = (uint32_t)c->budget};
    return true;
}

static bool machine_config(const Check *c, MachineConfig *out, Error *err) {
    static const char *const timeouts[] = {"default", "any", "idle", NULL};
    static const char *const deliveries[] = {"instant", NULL};
    int choice;
    if (c->delivery && strcmp(c->delivery, "async") == 0)
        return fail(err, "--delivery async is not supported; messages arrive when they are sent");
    if (!choose("--delivery", c->delivery, deliveries, &choice, err)) return false;
    if (!choose("--timeouts", c->timeouts, timeouts, &choice, err)) return false;
    out->short_timeout = c->short_timeout;
    if (choice == 1) out->short_timeout = UINT32_MAX;
    out->idle_timeouts = choice == 2;
    return true;
}

// --- searching -------------------------------------------------------------------------------------------

typedef struct {
    Findings findings;
    JudgeOptions judge;
    bool keep_going, unable;
} Watch;

static bool at_end(void *context, const Execution *execution) {
    Watch *watch = context;
    if (machine_outcome(execution->machine) == OUTCOME_UNSUPPORTED) {
        watch->unable = true;
        return false;
    }
    bool wrong = judge_end(&watch->findings, execution, &watch->judge);
    return !wrong || watch->keep_going;
}

static void tell_stories(Machine *machine, Mark start, Findings *findings) {
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        machine_undo(machine, start);
        story_tell(machine, &findings->findings[i].schedule, &findings->findings[i].story);
    }
}

static bool write_file(const char *path, const Text *text) {
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(text_string(text), 1, text->size, file) == text->size;
    if (file && fclose(file) != 0) written = false;
    if (!written) fprintf(stderr, "weft: cannot write %s\n", path);
    return written;
}

static bool write_files(const Check *c, const Report *report) {
    Text text = {0};
    bool written = true;
    if (c->json) {
        report_json(report, &text);
        written = write_file(c->json, &text);
    }
    text_clear(&text);
    if (c->schedule && report->findings->finding_count) {
        report_schedule(report, &report->findings->findings[0].story, &text);
        written = write_file(c->schedule, &text) && written;
    }
    text_free(&text);
    return written;
}

static int finish(const Check *c, Machine *machine, Watch *watch, Report *report) {
    report->findings = &watch->findings;
    report->message = watch->unable ? machine_message(machine) : NULL;
    bool written = write_files(c, report);
    if (watch->unable) {
        fprintf(stderr, "weft: %s\n", report->message);
        return EXIT_UNABLE;
    }
    Text text = {0};
    report_text(report, &text);
    if (!c->quiet) fwrite(text_string(&text), 1, text.size, stdout);
    text_free(&text);
    if (!written) return EXIT_UNABLE;
    return watch->findings.finding_count ? EXIT_FOUND : EXIT_OK;
}

static int explore(Check *c, Machine *machine, SearchConfig *search, const JudgeOptions *judge) {
    Watch watch = {.judge = *judge, .keep_going = c->keep_going};
    search->on_end = at_end;
    search->context = &watch;
    machine_begin_stepping(machine);
    Mark start = machine_mark(machine);
    Report report = {.version = WEFT_VERSION, .module = c->program.module, .function = c->program.function,
                     .files = c->program.files, .file_count = c->program.file_count, .strategy = search->strategy->name};
    if (machine_outcome(machine) == OUTCOME_UNSUPPORTED) watch.unable = true;
    else report.search = search_run(machine, search);
    if (!watch.unable) tell_stories(machine, start, &watch.findings);
    int status = finish(c, machine, &watch, &report);
    findings_free(&watch.findings);
    return status;
}

static int check(int argc, char **argv) {
    Check c = {0};
    Error err;
    SearchConfig search = {0};
    MachineConfig config = {0};
    JudgeOptions judge;
    Machine *machine = NULL;
    if (options_parse(check_options, &c, argc, argv, &err) && judge_options(&c, &judge, &err) &&
        search_config(&c, &search, &err) && machine_config(&c, &config, &err))
        machine = program_start(&c.program, &config, &err);
    if (!machine) fprintf(stderr, "weft: %s\n", err.text);
    catch_signals();
    int status = machine ? explore(&c, machine, &search, &judge) : EXIT_UNABLE;
    if (machine) machine_free(machine);
    program_free(&c.program);
    return status;
}

const Command command_check = {
    .name = "check",
    .usage = "-m MOD -t FUN [FILE|DIR ...] [OPTION ...]",
    .about = "every interleaving of one test that can matter",
    .help = "Runs FUN/0 under every schedule that can make a difference, each once, and tells of errors: a process that\n"
            "crashes, a test function that never returns, a failed assertion.\n"
            "Exit status: 0 no error found, 1 here is one, 2 weft could not do it.",
    .options = check_options,
    .run = check,
};
