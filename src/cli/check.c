// weft check: every interleaving of one test that can matter.
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "explore/finding_bytes.h"
#include "explore/jobs.h"
#include "cli/semantics.h"
#include "explore/explain.h"
#include "report/report.h"

typedef struct {
    Program program;
    Semantics semantics;
    const char *strategy, *order, *patterns, *bound_kind, *json, *schedule;
    uint64_t budget, interleavings, seconds, jobs;
    bool keep_going, show_races, quiet;
} Check;

#define FIELD(name) offsetof(Check, name)

static const Option check_options[] = {
    {"--dpor", "HOW", "optimal (default), source, persistent or none", OPTION_TEXT, FIELD(strategy), false},
    {"--use-receive-patterns", "BOOL", "true (default): the order of messages matters only where a receive could notice",
     OPTION_TEXT, FIELD(patterns), false},
    {"--scheduling", "HOW", "who runs first: round_robin (default), oldest or newest", OPTION_TEXT, FIELD(order), false},
    {"--scheduling-bound-type", "HOW", "none (default), preemption, delay, or bpor: preemption, more thorough and slower", OPTION_TEXT, FIELD(bound_kind), false},
    {"--scheduling-bound", "N", "how many preemptions or delays an interleaving may have", OPTION_NUMBER, FIELD(budget), false},
    {"--interleaving-bound", "N", "stop after N interleavings", OPTION_COUNT, FIELD(interleavings), false},
    {"--max-seconds", "S", "stop after S seconds", OPTION_COUNT, FIELD(seconds), false},
    {"--jobs", "N", "explore with N processes at once (1)", OPTION_COUNT, FIELD(jobs), false},
    {"--keep-going", NULL, "go on after the first error", OPTION_FLAG, FIELD(keep_going), false},
    SEMANTICS_OPTIONS(Check),
    {"--show-races", NULL, "tell all races of each error, and the nearest interleaving that passes", OPTION_FLAG,
     FIELD(show_races), false},
    {"--json", "FILE", "write the result as JSON", OPTION_TEXT, FIELD(json), false},
    {"--schedule", "FILE", "write the schedule of the first error, for weft replay", OPTION_TEXT, FIELD(schedule), false},
    {"-q", NULL, "print nothing", OPTION_FLAG, FIELD(quiet), false},
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

enum { BPOR = BOUND_DELAY + 1, JOBS_MAX = 256 };

// The tree that the optimal strategy keeps cannot tell what a bound has cut off.
static bool choose_strategy(const Check *c, bool careful, SearchConfig *out, Error *err) {
    const char *usual = careful ? "source" : "optimal";
    out->strategy = strategy_find(c->strategy ? c->strategy : usual);
    if (!out->strategy) return fail(err, "--dpor %s: choose optimal, source, persistent or none", c->strategy);
    if (careful && out->strategy == strategy_find("optimal"))
        return fail(err, "--scheduling-bound-type bpor does not work with --dpor optimal: choose source");
    return true;
}

static bool check_jobs(const Check *c, bool bounded, Error *err) {
    if (c->jobs <= 1) return true;
    if (c->jobs > JOBS_MAX) return fail(err, "--jobs %llu: at most %d", (unsigned long long)c->jobs, JOBS_MAX);
    if (c->strategy && strcmp(c->strategy, "optimal") != 0)
        return fail(err, "--jobs needs --dpor optimal: %s keeps no tree that could be shared", c->strategy);
    if (bounded) return fail(err, "--jobs and --scheduling-bound-type cannot be used together");
    if (c->interleavings) return fail(err, "--jobs and --interleaving-bound cannot be used together: --max-seconds can");
    return true;
}

static bool search_config(const Check *c, SearchConfig *out, Error *err) {
    static const char *const kinds[] = {"none", "preemption", "delay", "bpor", NULL};
    static const char *const booleans[] = {"true", "false", NULL};
    static const char *const orders[] = {"round_robin", "oldest", "newest", NULL};
    int kind, patterns, order;
    if (!semantics_choose("--use-receive-patterns", c->patterns, booleans, &patterns, err)) return false;
    out->every_order = patterns == 1;
    if (!semantics_choose("--scheduling", c->order, orders, &order, err)) return false;
    out->order = (Order)order;
    if (!semantics_choose("--scheduling-bound-type", c->bound_kind, kinds, &kind, err)) return false;
    bool careful = kind == BPOR;
    if (careful) kind = BOUND_PREEMPTION;
    if (!choose_strategy(c, careful, out, err) || !check_jobs(c, kind != BOUND_NONE, err)) return false;
    bool given = option_given(&c->program, "--scheduling-bound");
    if (given && kind == BOUND_NONE)
        return fail(err, "--scheduling-bound says how many, but not of what: --scheduling-bound-type preemption or delay");
    if (!given && kind != BOUND_NONE)
        return fail(err, "--scheduling-bound-type %s needs a number: --scheduling-bound N", c->bound_kind);
    if (c->budget > UINT32_MAX / 2) return fail(err, "--scheduling-bound: the number is too large");
    out->bound = (Bound){.depth = semantics_depth(&c->semantics), .interleavings = c->interleavings,
                         .seconds = (double)c->seconds, .stop = &interrupted, .kind = (BoundKind)kind,
                         .budget = (uint32_t)c->budget, .careful = careful};
    return true;
}

// So that a long search does not end with a file that cannot be written.
static bool check_output(const char *option, const char *path, Error *err) {
    struct stat info;
    char folder[PATH_MAX];
    if (!path) return true;
    if (stat(path, &info) == 0) {
        if (S_ISDIR(info.st_mode)) return fail(err, "%s %s: it is a folder", option, path);
        return access(path, W_OK) == 0 || fail(err, "%s %s: %s", option, path, strerror(errno));
    }
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    return access(folder, W_OK) == 0 || fail(err, "%s %s: %s", option, path, strerror(errno));
}

static bool check_outputs(const Check *c, Error *err) {
    if (c->quiet && c->show_races && !c->json) return fail(err, "-q and --show-races exclude each other");
    if (c->json && c->schedule && strcmp(c->json, c->schedule) == 0)
        return fail(err, "--json and --schedule are to be written to the same file");
    return check_output("--json", c->json, err) && check_output("--schedule", c->schedule, err);
}

// --- searching -------------------------------------------------------------------------------------------

typedef struct {
    Findings findings;
    JudgeOptions judge;
    bool keep_going;
    bool unable;
    Text message;      // why, then
} Watch;

static bool at_end(void *context, const Execution *execution) {
    Watch *watch = context;
    if (machine_outcome(execution->machine) == OUTCOME_UNSUPPORTED) {
        watch->unable = true;
        text_add(&watch->message, machine_message(execution->machine));
        return false;
    }
    bool wrong = judge_end(&watch->findings, execution, &watch->judge);
    return !wrong || watch->keep_going;
}

// What a worker found.
static void save(void *context, Text *out) {
    Watch *watch = context;
    findings_settle(&watch->findings);
    findings_save(&watch->findings, out);
    text_add_bytes(out, text_string(&watch->message), watch->message.size);
}

static bool load(void *context, const char *bytes, size_t size) {
    Watch *watch = context;
    Findings part = {0};
    const char *at = bytes;
    bool sound = findings_load(&part, &at, bytes + size);
    if (sound && at < bytes + size && !watch->unable) {
        watch->unable = true;
        text_add_bytes(&watch->message, at, (size_t)(bytes + size - at));
    }
    findings_merge(&watch->findings, &part);
    return sound;
}

static bool search_all(const Check *c, Machine *machine, SearchConfig *search, SearchResult *result, Error *err) {
    if (c->jobs > 1) {
        Jobs jobs = {.workers = (uint32_t)c->jobs, .save = save, .load = load};
        return jobs_run(machine, search, &jobs, result, err);
    }
    *result = search_run(machine, search);
    findings_settle(&((Watch *)search->context)->findings);
    return true;
}

enum { EXPLAINED = 100 };   // errors whose races are looked into

// The machine stands at the start again.
static void tell_stories(const Check *c, Machine *machine, Watch *watch) {
    Stage stage;
    Findings *findings = &watch->findings;
    stage_init(&stage, machine);
    Explainer explainer = {.stage = &stage, .depth = semantics_depth(&c->semantics), .judge = judge_run,
                           .context = &watch->judge};
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        if (i < EXPLAINED) explain_finding(&explainer, &findings->findings[i]);
        else stage_tell(&stage, &findings->findings[i].schedule.names, &findings->findings[i].story);
    }
    if (findings->left.count && stage_follow(&stage, &findings->left.schedule.names))
        judge_tell_left(machine, &findings->left.told);
    stage_begin(&stage);
    stage_free(&stage);
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

static int finish(const Check *c, Watch *watch, Report *report) {
    report->findings = &watch->findings;
    report->message = watch->unable ? text_string(&watch->message) : NULL;
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

static const char *describe_bound(const Check *c, Text *out) {
    if (!c->bound_kind) return NULL;
    const char *kind = strcmp(c->bound_kind, "bpor") == 0 ? "preemption" : c->bound_kind;
    text_format(out, "interleavings with more than %llu %s%s were left out", (unsigned long long)c->budget, kind,
                c->budget == 1 ? "" : "s");
    bool exact = strcmp(kind, "delay") == 0 || (c->strategy && strcmp(c->strategy, "none") == 0);
    if (!exact) text_add(out, ", and of the others those that the reduction reaches only through them");
    return text_string(out);
}

static int explore(const Check *c, Machine *machine, SearchConfig *search, const JudgeOptions *judge) {
    Watch watch = {.judge = *judge, .keep_going = c->keep_going};
    Text bound = {0}, options = {0};
    findings_init(&watch.findings, machine);
    search->on_end = at_end;
    search->context = &watch;
    options_record(&c->program, &options);
    machine_begin_stepping(machine);
    Report report = {.version = WEFT_VERSION, .module = c->program.module, .function = c->program.function,
                     .files = c->program.files, .file_count = c->program.file_count, .options = text_string(&options),
                     .strategy = search->strategy->name, .bound = describe_bound(c, &bound), .show_races = c->show_races};
    Error err;
    watch.unable = machine_outcome(machine) == OUTCOME_UNSUPPORTED;
    if (watch.unable) text_add(&watch.message, machine_message(machine));
    else if (!search_all(c, machine, search, &report.search, &err)) {
        watch.unable = true;
        text_add(&watch.message, err.text);
    }
    report.interrupted = interrupted;
    findings_sort(&watch.findings);
    if (!watch.unable) tell_stories(c, machine, &watch);
    int status = finish(c, &watch, &report);
    findings_free(&watch.findings);
    text_free(&watch.message);
    text_free(&bound);
    text_free(&options);
    return status;
}

// Nothing was searched; who reads the JSON file learns why.
static int refuse(const Check *c, const char *message) {
    fprintf(stderr, "weft: %s\n", message);
    Findings none = {0};
    Report report = {.version = WEFT_VERSION, .module = c->program.module ? c->program.module : "",
                     .function = c->program.function ? c->program.function : "",
                     .strategy = c->strategy ? c->strategy : "optimal", .findings = &none, .message = message};
    Text text = {0};
    report_json(&report, &text);
    Error err;
    if (c->json && check_output("--json", c->json, &err)) write_file(c->json, &text);
    text_free(&text);
    return EXIT_UNABLE;
}

static int check(int argc, char **argv) {
    Check c = {0};
    Error err;
    SearchConfig search = {0};
    MachineConfig config = {0};
    JudgeOptions judge;
    Machine *machine = NULL;
    catch_signals();
    if (options_parse(check_options, &c, argc, argv, &err) && check_outputs(&c, &err) &&
        search_config(&c, &search, &err) && semantics_apply(&c.semantics, &c.program, &config, &judge, &err) &&
        program_prepare(&c.program, &err))
        machine = program_start(&c.program, &config, &err);
    if (!machine && interrupted) fail(&err, "interrupted");
    int status = machine ? explore(&c, machine, &search, &judge) : refuse(&c, err.text);
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
