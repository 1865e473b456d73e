#include "engine/exploration.h"

#include <string.h>

#include "base/interrupt.h"
#include "base/lines.h"
#include "base/parcel.h"
#include "engine/diary.h"
#include "engine/sampling.h"
#include "explore/dpor/rounds.h"
#include "explore/parallel/jobs.h"
#include "explore/witness/explain.h"
#include "explore/witness/finding_bytes.h"
#include "explore/witness/scene.h"
#include "explore/witness/telling.h"
#include "jail/jail.h"
#include "option/command.h"
#include "report/hint.h"
#include "report/wording.h"
#include "verdict/timing.h"

static const char strategies[] =
#define STRATEGY(name) " " #name
#include "explore/dpor/strategy.def"
#undef STRATEGY
    ;

#define FIELD(name) offsetof(Exploration, name)

const Option exploration_options[] = {
    {"--dpor", "HOW", "what is left out because it makes no difference", OPTION_TEXT, FIELD(strategy), GROUP_SEARCH,
     .choices = strategies + 1,   // not the blank before the first
     .more = "optimal explores each class of equivalent interleavings once and next to nothing in vain; source and "
             "persistent explore some again; none explores every order of every two steps.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --dpor source"},
    {"--use-receive-patterns", "BOOL", "the order of messages matters only where a receive could notice", OPTION_TEXT,
     FIELD(patterns), GROUP_SEARCH, .choices = "true false",
     .example = "check -m mailbox -t main mailbox.erl --use-receive-patterns false"},
    {"--scheduling", "HOW", "who runs first", OPTION_TEXT, FIELD(order), GROUP_SEARCH,
     .choices = "round_robin oldest newest",
     .more =
         "It decides in which order interleavings are explored, not which: another order may meet an error earlier.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --scheduling newest"},
    {"--jobs", "N", "explore with N processes at once", OPTION_COUNT, FIELD(jobs), GROUP_SEARCH, .also = "-j",
     .usual = "1", .more = "What is found does not depend on N. It needs --dpor optimal, and no scheduling bound.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --jobs 4"},
    {"--keep-going", NULL, "go on after the first error", OPTION_FLAG, FIELD(keep_going), GROUP_SEARCH, .also = "-k",
     .more = "All distinct errors are told, each with the interleaving that has the fewest switches, and how many of "
             "all interleavings have it.",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --keep-going"},
    {"--scheduling-bound-type", "HOW", "explore first what has the fewest preemptions or delays", OPTION_TEXT,
     FIELD(bound_kind), GROUP_BOUND, .also = "-c", .choices = "none preemption delay",
     .more = "A preemption is a switch from a process that could have gone on; leaving one that waits is none. A delay "
             "passes over who would have run by --scheduling. First come all interleavings with none of them, then "
             "those with one, and so on, until nothing is left out or --scheduling-bound is reached: an error is met "
             "with as few as it takes. Preemptions have a reduction of their own, delays have none.",
     .example = "check -m pool -t main pool.erl --scheduling-bound-type preemption"},
    {"--scheduling-bound", "N", "the most preemptions or delays an interleaving may have", OPTION_NUMBER, FIELD(budget),
     GROUP_BOUND, .also = "-b", .usual = "no limit", .more = "--scheduling-bound-type says of what.",
     .example = "check -m pool -t main pool.erl --scheduling-bound-type delay --scheduling-bound 3"},
    {"--interleaving-bound", "N", "stop after N interleavings", OPTION_COUNT, FIELD(interleavings), GROUP_BOUND,
     .also = "-i", .example = "check -m pool -t main pool.erl --interleaving-bound 100k"},
    {"--max-seconds", "S", "stop after S seconds; weft test: each test", OPTION_COUNT, FIELD(seconds), GROUP_BOUND,
     .usual = "60 for weft test, else no limit", .example = "test --max-seconds 600"},
    {"--random", "N", "draw N schedules by chance of a test that could not be explored all", OPTION_COUNT, FIELD(draws),
     GROUP_SEARCH,
     .more = "After a search that a bound ended and that found no error: what lies far from where it looked is "
             "sampled, as weft random does it, for as many seconds as the search may take. An error found so is told "
             "like any other. Without one the verdict stays open.",
     .example = "test --max-seconds 10 --random 1000"},
    {"--timing", "HOW", "whether errors count that only a timeout brings about which fires early", OPTION_TEXT,
     FIELD(timing), GROUP_ERROR, .choices = "note fail", .usual = "note for weft test, fail for weft check",
     .more = "An error that does not occur if timeouts fire only when nothing else can happen (--timeouts idle) is a "
             "matter of timing: on a fast machine it is rare. A second search of the tests that fail decides it. note: "
             "it is told, and the exit status does not tell.",
     .example = "test --timing fail"},
    {"--open", "HOW", "whether tests fail that could not be explored all", OPTION_TEXT, FIELD(open), GROUP_ERROR,
     .choices = "note fail",
     .more = "A search that a bound ended has found no error, but there may be one. fail: the exit status is 1 then.",
     .example = "test --max-seconds 5 --open fail"},
    {"--show-races", NULL, "tell all races of each error, and the nearest interleaving that passes", OPTION_FLAG,
     FIELD(show_races), GROUP_OUTPUT, .example = "check -m ping_pong -t main examples/ping_pong.erl --show-races"},
    {"--show-handled", NULL, "tell also of crashes that somebody handled", OPTION_FLAG, FIELD(show_handled),
     GROUP_OUTPUT,
     .more = "A crash is handled if a process that monitors the one that crashes, or is linked to it and traps exits, "
             "is told, or if it is the answer to who started it.",
     .example = "test --show-handled"},
    {"--log-all", NULL, "write every interleaving to the report file, as it ends", OPTION_FLAG, FIELD(log_all),
     GROUP_OUTPUT,
     .more = "For each its number, how it ends, and who acts, step by step. It needs a report file, and one process "
             "(--jobs 1).",
     .example = "check -m ping_pong -t main examples/ping_pong.erl --keep-going --log-all"},
    {0},
};

// --- interrupting ----------------------------------------------------------------------------------------

bool exploration_interrupted(void) { return interrupt_signal() != 0; }

int exploration_status(void) {
    int signal = interrupt_signal();
    bool limit = signal == INTERRUPT_MEMORY || signal == INTERRUPT_TIME;
    return signal && !limit ? EXIT_SIGNAL + signal : EXIT_OK;
}

// --- settings --------------------------------------------------------------------------------------------

enum { JOBS_MAX = 256 };

// A bound needs a strategy that leaves out nothing within it.
static bool choose_strategy(const Exploration *e, BoundKind kind, SearchConfig *out, Error *err) {
    const Strategy *named = e->strategy ? strategy_find(e->strategy) : NULL;
    if (e->strategy && !named) return fail(err, "--dpor %s: choose optimal, source, persistent or none", e->strategy);
    const Strategy *usual[] = {strategy_find("optimal"), &strategy_bounded, strategy_find("none")};
    out->strategy = named ? named : usual[kind];
    if (search_is_exact(out)) return true;
    if (kind == BOUND_DELAY)
        return fail(err, "--scheduling-bound-type delay works without a reduction only: leave out --dpor %s",
                    e->strategy);
    return fail(err,
                "--scheduling-bound-type preemption has a reduction of its own, since %s would leave out some of what "
                "has few preemptions: leave out --dpor %s, or choose none",
                e->strategy, e->strategy);
}

// Whether it is split into parts (explore/parallel/jobs.h).
static bool is_split(const Exploration *e) { return e->jobs > 1 || e->splits; }

static bool check_jobs(const Exploration *e, bool bounded, Error *err) {
    const char *splits = e->jobs > 1 ? "--jobs" : e->splits;
    if (!is_split(e)) return true;
    if (e->jobs > JOBS_MAX) return fail(err, "--jobs %llu: at most %d", (unsigned long long)e->jobs, JOBS_MAX);
    if (e->strategy && strcmp(e->strategy, "optimal") != 0)
        return fail(err, "%s needs --dpor optimal: %s keeps no tree that could be shared", splits, e->strategy);
    if (e->gathers) return fail(err, "%s and --graph cannot be used together: --graph-of errors can", splits);
    if (bounded) return fail(err, "%s and --scheduling-bound-type cannot be used together", splits);
    if (e->interleavings)
        return fail(err, "%s and --interleaving-bound cannot be used together: --max-seconds can", splits);
    return true;
}

enum { BEYOND_VERDICT = 1000 };   // steps of others that are explored once the test has its verdict

static bool prepare_search(Exploration *e, const Program *program, Error *err) {
    static const char *const kinds[] = {"none", "preemption", "delay", NULL};
    static const char *const booleans[] = {"true", "false", NULL};
    static const char *const orders[] = {"round_robin", "oldest", "newest", NULL};
    SearchConfig *out = &e->search;
    int kind, patterns, order;
    if (!semantics_choose("--use-receive-patterns", e->patterns, booleans, &patterns, err)) return false;
    out->every_order = patterns == 1;
    if (!semantics_choose("--scheduling", e->order, orders, &order, err)) return false;
    out->order = (Order)order;
    if (!semantics_choose("--scheduling-bound-type", e->bound_kind, kinds, &kind, err)) return false;
    bool given = option_given(program, "--scheduling-bound");
    if (given && kind == BOUND_NONE)
        return fail(err,
                    "--scheduling-bound says how many, but not of what: --scheduling-bound-type preemption or delay");
    if (e->budget > UINT32_MAX / 2) return fail(err, "--scheduling-bound: the number is too large");
    out->bound = (Bound){.depth = e->depth,
                         .beyond = BEYOND_VERDICT,
                         .interleavings = e->interleavings,
                         .seconds = (double)e->seconds,
                         .stop = interrupt_catch(),
                         .kind = (BoundKind)kind,
                         .budget = given ? (uint32_t)e->budget : UINT32_MAX};
    if (!choose_strategy(e, out->bound.kind, out, err) || !check_jobs(e, kind != BOUND_NONE, err)) return false;
    return true;
}

// Whether an option of two words says that something counts.
static bool choose_failing(const char *option, const char *given, bool usual, bool *fails, Error *err) {
    static const char *const words[] = {"note", "fail", NULL};
    int choice;
    if (!semantics_choose(option, given, words, &choice, err)) return false;
    *fails = given ? choice == 1 : usual;
    return true;
}

bool exploration_prepare(Exploration *e, const Semantics *semantics, Program *program, Error *err) {
    e->depth = semantics_depth(semantics);
    e->semantics = semantics;
    if (e->log_all && is_split(e))
        return fail(err, "--log-all and %s cannot be used together: one process notes them in order",
                    e->jobs > 1 ? "--jobs" : e->splits);
    return choose_failing("--timing", e->timing, !program->project.tests.wanted, &e->timing_fails, err) &&
           choose_failing("--open", e->open, false, &e->open_fails, err) && prepare_search(e, program, err) &&
           semantics_apply(semantics, program, &e->machine, &e->judge, err);
}

// --- searching -------------------------------------------------------------------------------------------

typedef struct {
    Findings *findings;
    JudgeOptions judge;
    bool keep_going;
    bool unable;
    Text *message;        // why, then
    Progress *progress;   // NULL: nobody wants to see it
    FILE *diary;          // NULL: nobody keeps one
    Machine *machine;
    Hidden *hidden;
    Tree *tree;           // NULL: nobody wants to draw it
    Suspects *suspects;   // NULL: there are none
    bool races;           // with them
    uint32_t noted;       // errors that the supervisor knows of
    uint64_t explored;    // when they were met
} Watch;

// After the execution was judged.
static void gather(Watch *watch, const ExecutionEnd *end) {
    const Findings *findings = watch->findings;
    bool cut = end->kind != END_COMPLETE;
    TreeNode *leaf = tree_add(watch->tree, end->execution, &watch->findings->cast, cut ? TREE_CUT : TREE_ENDED);
    if (!leaf) return;
    leaf->number = end->number;
    machine_outcome_text(end->machine, &leaf->result);
    for (uint32_t i = 0; i < findings->finding_count; i++)
        if (findings->findings[i].last == end->number)
            text_add_bytes(&leaf->errors, text_string(&findings->findings[i].key), findings->findings[i].key.size + 1);
    if (watch->races) tree_add_races(watch->tree, end->execution);
}

static void gather_blocked(void *context, const Execution *execution) {
    Watch *watch = context;
    tree_add(watch->tree, execution, &watch->findings->cast, TREE_BLOCKED);
}

// The first time that an error is met it has as few preemptions as it takes.
static void note_cost(Findings *findings, const ExecutionEnd *end) {
    for (uint32_t i = 0; i < findings->finding_count; i++)
        if (findings->findings[i].count == 1 && findings->findings[i].last == end->number)
            findings->findings[i].cost = end->budget;
}

// Each new error is noted outside at once: it is not lost, whatever happens to this process.
static void note_outside(Watch *watch) {
    Text parcel = {0};
    if (!jail_is_inside() || watch->findings->finding_count <= watch->noted) return;
    watch->noted = watch->findings->finding_count;
    findings_settle(watch->findings);
    parcel_add_number(&parcel, watch->explored);
    findings_save(watch->findings, &parcel);
    jail_note(&parcel);
    text_free(&parcel);
}

static bool at_end(void *context, const ExecutionEnd *end) {
    Watch *watch = context;
    if (machine_outcome(end->machine) == OUTCOME_UNSUPPORTED) {
        watch->unable = true;
        text_add(watch->message, machine_message(end->machine));
        return false;
    }
    bool wrong = judge_end(watch->findings, end, &watch->judge);
    if (watch->suspects && suspects_judge(watch->suspects, end, watch->findings)) wrong = true;
    if (wrong) note_cost(watch->findings, end);
    watch->explored = end->number;
    if (wrong) note_outside(watch);
    if (watch->diary) diary_note(watch->diary, &watch->findings->cast, end, wrong);
    if (watch->tree) gather(watch, end);
    return !wrong || watch->keep_going;
}

static void look_at_step(void *context, Machine *machine, uint32_t position, Actor actor) {
    suspects_watch(((Watch *)context)->suspects, machine, position, actor);
}

static void forget(void *context) {
    Watch *watch = context;
    if (watch->suspects) suspects_forget(watch->suspects);
    findings_free(watch->findings);
    findings_init(watch->findings, watch->machine);
}

// What a worker found.
static void save(void *context, Text *out) {
    Watch *watch = context;
    findings_settle(watch->findings);
    findings_save(watch->findings, out);
    machine_hidden(watch->machine, watch->hidden);
    text_format(out, "%d%s", watch->hidden->output, text_string(&watch->hidden->servers));
    text_add_char(out, '\0');
    text_add_bytes(out, text_string(watch->message), watch->message->size);
}

// As far as the 0 behind them.
static bool load_hidden(Hidden *hidden, const char **at, const char *end) {
    const char *last = memchr(*at, 0, (size_t)(end - *at));
    if (!last || last == *at) return false;
    hidden->output |= **at == '1';
    lines_merge(&hidden->servers, *at + 1);
    *at = last + 1;
    return true;
}

static bool load(void *context, const char *bytes, size_t size) {
    Watch *watch = context;
    Findings part = {0};
    const char *at = bytes;
    bool sound = findings_load(&part, &at, bytes + size) && load_hidden(watch->hidden, &at, bytes + size);
    if (sound && at < bytes + size && !watch->unable) {
        watch->unable = true;
        text_add_bytes(watch->message, at, (size_t)(bytes + size - at));
    }
    findings_merge(watch->findings, &part);
    if (sound) note_outside(watch);
    return sound;
}

static void join(void *context, const Text *pieces, Text *out) {
    Findings findings;
    Text message = {0}, piece = {0};
    Hidden hidden = {0};
    Watch watch = *(Watch *)context;
    findings_init(&findings, watch.machine);
    watch.findings = &findings;
    watch.message = &message;
    watch.hidden = &hidden;
    watch.unable = false;
    watch.noted = UINT32_MAX;   // it is noted when it is loaded
    for (Parcel in = parcel_open(text_string(pieces), pieces->size); in.at < in.end;) {
        parcel_text(&in, &piece);
        if (in.broken || !load(&watch, text_string(&piece), piece.size)) break;
    }
    save(&watch, out);
    findings_free(&findings);
    text_free(&message);
    text_free(&piece);
    text_free(&hidden.servers);
}

static uint32_t count_errors(void *context) { return ((Watch *)context)->findings->finding_count; }

static void show_from_afar(void *context, const SearchResult *so_far, uint32_t errors) {
    progress_look_from_afar(((Watch *)context)->progress, so_far, errors);
}

static void show(Search *search) { progress_look(search->pause_context, search); }

static SearchResult search_alone(Machine *machine, const SearchConfig *config) {
    Search search;
    Watch *watch = config->context;
    if (config->bound.kind != BOUND_NONE)
        return rounds_run(machine, config, watch->progress ? show : NULL, watch->progress);
    search_begin(&search, machine, config);
    if (watch->progress) search.pause = show;
    search.pause_context = watch->progress;
    do search_walk(&search);
    while (search_begin_again(&search));
    return search_finish(&search);
}

// What an earlier process noted before it came to a bad end.
static void recall(const Program *program, Findings *findings, SearchResult *result) {
    Parcel parcel = parcel_open(program->partial.data, program->partial.size);
    *result = (SearchResult){.explored = parcel_number(&parcel), .cuts = CUT_STOPPED};
    Findings noted = {0};
    if (findings_load(&noted, &parcel.at, parcel.end)) findings_merge(findings, &noted);
}

// First: the one that is kept, or shared.
static bool search_all(const Exploration *e, Machine *machine, SearchConfig *search, bool first, SearchResult *result,
                       Error *err) {
    Watch *watch = search->context;
    const JobsJournal *journal = first ? e->journal : NULL;
    const JobsSharing *sharing = first ? e->sharing : NULL;
    if (e->jobs > 1 || journal || sharing) {
        Jobs jobs = {.workers = e->jobs > 1 ? (uint32_t)e->jobs : 1,
                     .regions = e->jobs > 1 ? 0 : 1,
                     .journal = journal,
                     .sharing = sharing,
                     .save = save,
                     .load = load,
                     .join = join,
                     .errors = count_errors,
                     .progress = watch->progress ? show_from_afar : NULL};
        return jobs_run(machine, search, &jobs, result, err);
    }
    *result = search_alone(machine, search);
    findings_settle(watch->findings);
    return true;
}

// --- matters of timing -----------------------------------------------------------------------------------

enum { PATIENT_SECONDS = 10 };   // for the second search, where there is no limit

// What is left of the time, but never too little to tell.
static double seconds_left(const SearchConfig *search, double spent) {
    double all = search->bound.seconds, left = all - spent;
    return all == 0 ? PATIENT_SECONDS : left > all / 2 ? left : all / 2;
}

// The machine stands at the start before and after.
static void decide_timing(const Exploration *e, Machine *machine, const SearchConfig *first, SearchResult *result,
                          Findings *findings) {
    Findings patient;
    Text message = {0};
    Hidden hidden = {0};
    Error err;
    SearchResult found;
    if (e->machine.idle_timeouts || !timing_is_in_question(machine, findings)) return;
    findings_init(&patient, machine);
    JudgeOptions judge = e->judge;
    Watch watch = {.findings = &patient,
                   .judge = timing_judge(&judge, findings),
                   .keep_going = e->keep_going,
                   .message = &message,
                   .machine = machine,
                   .hidden = &hidden,
                   .noted = UINT32_MAX};
    SearchConfig second = *first;
    second.bound.seconds = seconds_left(first, result->seconds);
    second.on_blocked = NULL;
    second.plain = false;
    second.context = &watch;
    machine_let_time_wait(machine, true);
    machine_heed(machine, second.bound.stop);
    bool searched = search_all(e, machine, &second, false, &found, &err) && !watch.unable;
    machine_heed(machine, NULL);
    machine_let_time_wait(machine, false);
    if (searched && timing_decide(machine, &judge, findings, &patient, &found)) {
        result->explored += found.explored;
        result->events += found.events;
        result->seconds += found.seconds;
    }
    findings_free(&patient);
    text_free(&message);
    text_free(&hidden.servers);
}

// --- drawing by chance -----------------------------------------------------------------------------------

uint64_t exploration_seconds(const Exploration *e) { return e->draws ? 2 * e->seconds : e->seconds; }

static bool is_open(const SearchResult *result, const Findings *findings) {
    return !result->complete && findings->finding_count == 0 && !interrupt_signal();
}

// What the search left is sampled. The machine stands at the start before and after.
static void draw(const Exploration *e, Machine *machine, Watch *watch, ExplorationResult *out) {
    Error err;
    JudgeOptions judge = e->judge;
    RandomConfig config = {.seed = 1,
                           .runs = e->draws,
                           .seconds = (double)e->seconds,
                           .stop = e->search.bound.stop,
                           .depth = e->depth,
                           .jobs = (uint32_t)e->jobs,
                           .keep_going = e->keep_going};
    config.sampler = sampler_find(sampler_at(0)->name, &config.setup, &err);
    sampling_judge(&config, &judge);
    if (watch->progress) watch->progress->unit = "run", sampling_show(&config, watch->progress);
    machine_heed(machine, config.stop);
    bool done = random_run(machine, &config, &out->drawn, &err);
    machine_heed(machine, NULL);
    if (!done) text_add(watch->message, err.text);
    watch->unable = !done || sampling_unable(&out->drawn, watch->message);
    if (watch->unable) return;
    sampling_harvest(machine, &config, &out->drawn, true, &out->findings);
    out->report.drawn = &out->drawn;
    out->report.sampler = config.sampler->name;
    out->report.seed = config.seed;
    note_outside(watch);
}

// --- telling ---------------------------------------------------------------------------------------------

enum { EXPLAINED = 100 };                                                 // errors whose races are looked into
enum { BUDGET_LEAST = 30000, BUDGET_MOST = 200000, BUDGET_SHARE = 10 };   // of steps to find points of no return

// What that may take: a tenth of what the search took.
static uint64_t doom_budget(const SearchResult *search) {
    uint64_t share = BUDGET_LEAST + search->events / BUDGET_SHARE;
    return share < BUDGET_MOST ? share : BUDGET_MOST;
}

static void tell_plainly(const Exploration *e, Stage *stage, Finding *finding) {
    story_tell(stage, &finding->schedule.names, e->full, &finding->story);
    scene_set(&finding->story);
}

// The machine stands at the start again. Plainly: only the interleavings that were met are run once more.
static void tell(const Exploration *e, Machine *machine, const SearchResult *search, Findings *findings, bool plainly) {
    Stage stage;
    stage_init(&stage, machine);
    JudgeOptions judge = e->judge;
    uint64_t budget = doom_budget(search);
    Explainer explainer = {.stage = &stage,
                           .depth = e->depth,
                           .judge = judge_run,
                           .context = &judge,
                           .full = e->full,
                           .budget = &budget,
                           .always = search->complete ? search->explored : 0,
                           .interrupted = interrupt_signal()};
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        if (i < EXPLAINED && !plainly && finding_has_cause(&findings->findings[i]) &&
            interrupt_signal() != INTERRUPT_TIME)
            explain_finding(&explainer, &findings->findings[i]);
        else
            tell_plainly(e, &stage, &findings->findings[i]);
        judge_tell_waiting(&stage, &findings->findings[i]);
    }
    findings_sort(findings);
    if (findings->left.count && stage_follow(&stage, &findings->left.schedule.names))
        judge_tell_left(machine, &findings->left.told);
    stage_begin(&stage);
    stage_free(&stage);
}

void exploration_tell(const Exploration *e, Machine *machine, const SearchResult *search, Findings *findings) {
    tell(e, machine, search, findings, false);
}

static void tell_tree(Tree *tree, Machine *machine) {
    Stage stage;
    stage_init(&stage, machine);
    tree_tell(tree, &stage);
    stage_free(&stage);
}

static Report begin_report(const Exploration *e, const Program *program, ExplorationResult *out) {
    Report report = surroundings_begin(&out->around, program, &out->findings, e->search.strategy->name);
    report.timing_fails = e->timing_fails;
    report.open_fails = e->open_fails;
    report.bound = e->search.bound.kind;
    report.show_races = e->show_races;
    report.show_handled = e->show_handled;
    return report;
}

static bool is_without_race(const Finding *f) { return f->cause == CAUSE_NO_RACE || f->cause == CAUSE_ALWAYS; }

// Where a test that fails whatever the schedule has asked for numbers that this machine has, but not as erl has them:
// whether it fails there, nothing here can say. NULL: that is not so.
static const StoryStep *find_measure(const Findings *findings) {
    const StoryStep *step = NULL;
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        if (!is_without_race(&findings->findings[i])) return NULL;
        step = hint_measures(&findings->findings[i]);
        if (!step) return NULL;
    }
    return step;
}

static bool fails_by_measures(const Findings *findings, Text *message) {
    const StoryStep *step = find_measure(findings);
    if (!step) return false;
    Text what = {0};
    wording_function(text_string(&step->what), &what);
    text_format(message,
                "not supported: a test that fails whatever the schedule, after it has asked for numbers that are "
                "others on each node, such as reductions, memory or how many processes there are (by %s",
                text_string(&what));
    if (step->user_function.size) text_format(message, ", called from %s", text_string(&step->user_function));
    text_add(message, ")");
    text_free(&what);
    return true;
}

void exploration_run(const Exploration *e, const Program *program, Machine *machine, ExplorationResult *out) {
    *out = (ExplorationResult){0};
    Watch watch = {.findings = &out->findings,
                   .judge = e->judge,
                   .keep_going = e->keep_going,
                   .message = &out->message,
                   .machine = machine,
                   .hidden = &out->around.hidden,
                   .tree = e->gathers ? &out->tree : NULL,
                   .suspects = e->suspects,
                   .races = e->show_races};
    SearchConfig search = e->search;
    Progress progress = {.findings = &out->findings, .title = e->title, .bound = search.bound.kind};
    Error err;
    if (progress_begin(&progress, e->silent)) watch.progress = &progress;
    progress.utf8 = progress.utf8 && !e->ascii;
    if (e->diary) diary_begin(watch.diary = e->diary, e->title);
    findings_init(&out->findings, machine);
    search.on_end = at_end;
    search.forget = forget;
    search.plain = watch.tree || watch.diary || watch.suspects;
    if (watch.suspects) search.watcher = look_at_step;
    if (watch.tree) search.on_blocked = gather_blocked;
    search.context = &watch;
    search.bound.stop = interrupt_catch();
    if (!e->journal && !e->sharing)
        machine_heed(machine, search.bound.stop);   // what others go on from needs finished steps
    if (program->ready)
        machine_begin_call(machine, program->function, program->ready, program->ready_count);
    else
        machine_begin_stepping(machine);
    out->report = begin_report(e, program, out);
    out->report.tree = watch.tree;
    watch.unable = machine_outcome(machine) == OUTCOME_UNSUPPORTED;
    if (watch.unable)
        text_add(&out->message, machine_message(machine));
    else if (program->partial.size)
        recall(program, &out->findings, &out->report.search);
    else if (!search_all(e, machine, &search, true, &out->report.search, &err)) {
        watch.unable = true;
        text_add(&out->message, err.text);
    }
    machine_heed(machine, NULL);
    if (e->draws && !watch.unable && !program->partial.size && is_open(&out->report.search, &out->findings))
        draw(e, machine, &watch, out);
    progress_end(&progress);
    if (!watch.unable && !watch.suspects && !program->partial.size)
        decide_timing(e, machine, &search, &out->report.search, &out->findings);
    watch.noted = 0;
    note_outside(&watch);   // with what is known of them by now
    out->report.interrupted = program->partial.size ? text_string(&program->partial_reason) : interrupt_reason();
    surroundings_searched(&out->around, program, e->semantics, &e->machine, e->command, machine, &out->report);
    findings_sort(&out->findings);
    if (!watch.unable) tell(e, machine, &out->report.search, &out->findings, program->partial.size > 0);
    if (!watch.unable && watch.tree) tell_tree(watch.tree, machine);
    if (!watch.unable && e->judge.framework) watch.unable = fails_by_measures(&out->findings, &out->message);
    const char *why = watch.unable ? text_string(&out->message) : NULL;
    if (machine_skipped(machine))
        out->report.skipped = why;
    else
        out->report.message = why;
    out->report.skip_fails = machine_skipped(machine) == SKIPPED_BY_FAILURE;
    surroundings_end(&out->around, machine, &out->report);
}

void exploration_refuse(const Exploration *e, const Program *program, const char *why, ExplorationResult *out) {
    *out = (ExplorationResult){0};
    text_add(&out->message, why);
    out->report =
        surroundings_refuse(program, &out->findings, e->strategy ? e->strategy : "optimal", text_string(&out->message));
}

void exploration_result_free(ExplorationResult *result) {
    findings_free(&result->findings);
    text_free(&result->message);
    surroundings_free(&result->around);
    tree_free(&result->tree);
    random_result_free(&result->drawn);
}
