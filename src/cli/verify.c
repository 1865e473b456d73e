// weft verify: all states of one test, each visited once.
#include <stdio.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/lines.h"
#include "claim/claim.h"
#include "engine/confine.h"
#include "engine/exploration.h"
#include "engine/output.h"
#include "explore/random/harvest.h"
#include "explore/states/states.h"
#include "option/command.h"

typedef struct {
    Program program;
    Semantics semantics;
    Outputs outputs;
    const char *store, *search, *fairness, *reduction, *abstraction;
    TextList always, ltl, monitors;
    Claims claims;
    bool shortest, unable;
    Error undecided;   // why the formulas could not be decided, if `unable`
    const StatesResult *result;
    uint64_t store_memory, max_states, seconds, seed;
    bool keep_going, show_races, show_handled;
    MachineConfig machine;         // what they mean, from here on
    JudgeOptions judge, passing;   // passing: of a state that is no end
    StatesConfig states;
} Verify;

#define FIELD(name) offsetof(Verify, name)

static const Option own_options[] = {
    {"--always", "FORMULA", "what has to hold in every state", OPTION_LIST, FIELD(always), GROUP_WHAT,
     .more = "A formula over facts (weft:fact/1,2) and events of the step that led to the state: "
             "weft:probe/1,2, send(From, To, Message), receive(Who, Message), "
             "exit(Who, Reason), crash(Who, Reason), spawn(Parent, Child). Variables stand for any "
             "value: !(in_use(A) & in_use(B) & A != B).",
     .example = "verify -m lock -t main lock.erl --always '!(in_use(A) & in_use(B) & A != B)'", .open = true},
    {"--ltl", "FORMULA", "what has to hold of every path, also of those that never end", OPTION_LIST, FIELD(ltl),
     GROUP_WHAT,
     .more = "Linear temporal logic over the propositions of --always: G (always), F (at some "
             "time), X (next), U, W, R, and ! & | -> <->. For every value of "
             "its variables: G(request(C) -> F release(C)). An execution that ends repeats its "
             "last state for ever.",
     .example = "verify -m lock -t main lock.erl --ltl 'G(request(C) -> F release(C))'", .open = true},
    {"--monitor", "MOD[:TERM]", "a module that watches each step and says when something is wrong", OPTION_LIST,
     FIELD(monitors), GROUP_WHAT,
     .more = "It exports init/1, which gets TERM, and step/3 (weft_monitor). Ready ones: weft_monitor:deadlock, "
             "weft_monitor:mailbox(N), weft_monitor:bounds(#{processes => N}), "
             "weft_monitor:mutual_exclusion(Enter, Leave).",
     .example = "verify -m lock -t main lock.erl --monitor 'weft_monitor:mailbox(10)'", .open = true},
    {"--fairness", "HOW", "which paths that never end count for --ltl", OPTION_TEXT, FIELD(fairness), GROUP_SEARCH,
     .choices = "weak strong none",
     .more = "weak: those on which whoever can act from some time on without a break does act. "
             "strong: whoever can act again and again. none: all. "
             "Processes, timers and deliveries are owed this.",
     .example = "verify -m lock -t main lock.erl --ltl 'G F granted' --fairness strong"},
    {"--reduction", "HOW", "what is left out because it makes no difference", OPTION_TEXT, FIELD(reduction),
     GROUP_SEARCH, .choices = "none alone", .usual = "alone",
     .more = "alone: a step that nobody's steps conflict with is taken without trying others "
             "first, unless it changes a fact or is an event that a formula "
             "speaks of. What conflicts is found out on the way. It finds all ends, crashes and violations that "
             "none finds, in fewer states. --ltl, --shortest, --monitor, --abstraction and functions in formulas "
             "visit all states.",
     .example = "verify -m lock -t main lock.erl --reduction none"},
    {"--abstraction", "MOD", "states of which MOD:abstract/1 makes the same count as one", OPTION_TEXT,
     FIELD(abstraction), GROUP_SEARCH,
     .more = "It gets a view (weft_view) and returns a term. Of states that count as one the first stands for all, so "
             "errors that "
             "are found happen in the program as it is, and one that is not found may happen all the same: the verdict "
             "is about the "
             "abstraction. Not with --ltl.",
     .example = "verify -m lock -t main lock.erl --abstraction lock_model", .open = true},
    {"--shortest", NULL, "tell errors by the fewest steps that lead to them", OPTION_FLAG, FIELD(shortest),
     GROUP_SEARCH,
     .more = "States are visited in the order of their distance (--search breadth), up to the first error. With "
             "--keep-going and with --ltl all are visited first, which needs memory for what leads from one to another "
             "(16 bytes each), and --store exact.",
     .example = "verify -m lock -t main lock.erl --shortest"},
    {"--store", "HOW", "what is kept of a state that was visited", OPTION_TEXT, FIELD(store), GROUP_SEARCH,
     .choices = "exact compact bitstate",
     .more = "exact: all of it, parts that states have in common once. compact: 128 bits of a "
             "hash. bitstate: some bits in a table of a fixed size "
             "(--store-memory); it takes some states for others when the table fills, so that it "
             "finds errors but proves nothing. The report says what may have been missed.",
     .example = "verify -m lock -t main lock.erl --store compact"},
    {"--search", "HOW", "the order in which states are visited", OPTION_TEXT, FIELD(search), GROUP_SEARCH,
     .choices = "depth breadth random",
     .more = "depth: from each state on to what comes next, back where all is known. breadth: all states that are "
             "one step away, then those that are two, so that the first error that is found is one of the fewest "
             "steps; all states are visited. random: as depth, the next step chosen by chance (--seed).",
     .example = "verify -m lock -t main lock.erl --search random --seed 2"},
    {"--seed", "N", "which random order", OPTION_NUMBER, FIELD(seed), GROUP_SEARCH, .usual = "1",
     .example = "verify -m lock -t main lock.erl --search random --seed 42"},
    {"--keep-going", NULL, "go on after the first error", OPTION_FLAG, FIELD(keep_going), GROUP_SEARCH, .also = "-k",
     .more = "All distinct errors are told, each with the number of states that show it.",
     .example = "verify -m lock -t main lock.erl --keep-going"},
    {"--max-states", "N", "stop after N states", OPTION_COUNT, FIELD(max_states), GROUP_BOUND, .usual = "no limit",
     .example = "verify -m lock -t main lock.erl --max-states 1m"},
    {"--max-seconds", "S", "stop after S seconds", OPTION_COUNT, FIELD(seconds), GROUP_BOUND, .usual = "no limit",
     .example = "verify -m lock -t main lock.erl --max-seconds 60"},
    {"--store-memory", "N", "stop when states take N bytes; of bitstate, the size of the table", OPTION_COUNT,
     FIELD(store_memory), GROUP_LIMIT, .usual = "no limit; 64m of bitstate",
     .example = "verify -m lock -t main lock.erl --store bitstate --store-memory 512m"},
    {"--show-races", NULL, "tell all races of each error, and the nearest interleaving that passes", OPTION_FLAG,
     FIELD(show_races), GROUP_OUTPUT, .example = "verify -m lock -t main lock.erl --show-races"},
    {"--show-handled", NULL, "tell also of crashes that somebody handled", OPTION_FLAG, FIELD(show_handled),
     GROUP_OUTPUT, .example = "verify -m lock -t main lock.erl --show-handled"},
    {0},
};

static const OptionPart verify_options[] = {
    {program_options, FIELD(program)},     {own_options, 0},
    {semantics_options, FIELD(semantics)}, {network_options, FIELD(semantics.network)},
    {output_options, FIELD(outputs)},      {0},
};

// --- what the options mean ----------------------------------------------------------------------------------

static bool is_deadlock(const char *monitor) { return strcmp(monitor, "weft_monitor:deadlock") == 0; }

static bool add_claims(Verify *v, Error *err) {
    static const char *const words[] = {"weak", "strong", "none", NULL};
    static const Fairness kinds[] = {FAIRNESS_WEAK, FAIRNESS_STRONG, FAIRNESS_NONE};
    int fairness;
    if (!semantics_choose("--fairness", v->fairness, words, &fairness, err)) return false;
    v->claims.fairness = kinds[fairness];
    for (size_t i = 0; i < v->always.count; i++)
        if (!claims_add(&v->claims, v->always.items[i], true, err)) return false;
    for (size_t i = 0; i < v->ltl.count; i++)
        if (!claims_add(&v->claims, v->ltl.items[i], false, err)) return false;
    for (size_t i = 0; i < v->monitors.count; i++)   // whether anybody can act is not for a module to see
        if (is_deadlock(v->monitors.items[i]) && !claims_add(&v->claims, "!deadlock", true, err)) return false;
    static const char *const reductions[] = {"alone", "none", NULL};
    int reduction;
    if (!semantics_choose("--reduction", v->reduction, reductions, &reduction, err)) return false;
    if (v->shortest && v->ltl.count == 0 && !v->keep_going) v->shortest = false, v->states.order = ORDER_BREADTH;
    bool graph = v->ltl.count > 0 || v->shortest;
    v->states.reduce = reduction == 0 && !graph && !v->abstraction;
    if (graph && v->states.store != STORE_EXACT)
        return fail(err, "%s needs --store exact", v->shortest ? "--shortest" : "--ltl");
    if (v->abstraction && graph)
        return fail(err, "--abstraction does not work with %s: a path of the abstraction may be none of the program",
                    v->shortest ? "--shortest" : "--ltl");
    v->states.graph = graph;
    v->states.shortest = v->shortest;
    return true;
}

static bool prepare(Verify *v, Error *err) {
    static const char *const stores[] = {"exact", "compact", "bitstate", NULL};
    static const char *const searches[] = {"depth", "breadth", "random", NULL};
    StatesConfig *config = &v->states;
    int store, search;
    if (!semantics_choose("--store", v->store, stores, &store, err)) return false;
    if (!semantics_choose("--search", v->search, searches, &search, err)) return false;
    if (!semantics_apply(&v->semantics, &v->program, &v->machine, &v->judge, err)) return false;
    v->machine.stateful = true;
    v->passing = v->judge;
    v->passing.in_passing = true;
    config->store = (StoreKind)store;
    config->store_memory = v->store_memory;
    config->order = (StatesOrder)search;
    config->seed = option_given(&v->program, "--seed") ? v->seed : 1;
    config->max_states = v->max_states;
    config->seconds = (double)v->seconds;
    config->depth = option_given(&v->program, "--depth-bound") ? semantics_depth(&v->semantics) : 0;
    config->stop = interrupt_catch();
    config->keep_going = v->keep_going;
    return add_claims(v, err);
}

// --- searching ----------------------------------------------------------------------------------------------

typedef struct {
    Report report;
    StatesResult states;
    Findings findings;
    Surroundings around;
    Text message, properties;
} Verified;

static void judge_state(void *context, Machine *machine, bool ended, Showing *out) {
    Verify *v = context;
    judge_sample(ended ? &v->judge : &v->passing, machine, ended, out);
}

// Formulas and monitors.
static bool all_holds(Verify *v, Machine *machine, bool ended, Text *why) {
    return claims_hold(&v->claims, machine, ended, why) && machine_monitored(machine, why) != MONITOR_OBJECTS;
}

static bool state_holds(void *context, Machine *machine, bool ended, Showing *out) {
    Verify *v = context;
    Text why = {0};
    if (all_holds(v, machine, ended, &why)) return true;
    *out = (Showing){.wrong = true, .hash = HASH_BEGIN};
    for (size_t i = 0; i < strcspn(text_string(&why), ":"); i++)
        out->hash = hash_extend(out->hash, (unsigned char)why.data[i]);   // whichever values
    text_free(&why);
    return false;
}

// Where that makes nothing of a state, the machine says why.
static void state_abstract(void *context, Machine *machine, Text *out) {
    machine_abstract(machine, ((Verify *)context)->abstraction, out);
}

static bool state_prunes(void *context, Machine *machine) {
    (void)context;
    return machine_monitored(machine, NULL) == MONITOR_PRUNES;
}

static uint32_t letter(void *context, Machine *machine, bool ended, bool repeated) {
    return claims_letter(&((Verify *)context)->claims, machine, ended, repeated);
}

typedef struct {
    Findings *findings;
    Verify *verify;
    const Liveness *lasso;   // what is being told; NULL: it is another error
} Notes;

static void note_violation(Notes *notes, const ExecutionEnd *end, Text *why) {
    Finding seen = {.kind = FINDING_MONITOR};
    text_add(&seen.process, "P");
    text_add(&seen.reason, text_string(why));
    text_format(&seen.key, "%d %.*s", FINDING_MONITOR, (int)strcspn(text_string(why), ":"), text_string(why));
    findings_note(notes->findings, &seen, end->execution, end->number);
}

static void note_lasso(Notes *notes, const ExecutionEnd *end) {
    const Liveness *lasso = notes->lasso;
    Finding seen = {.kind = FINDING_LIVENESS, .cycle_from = lasso->prefix + 1};
    text_add(&seen.process, "P");
    text_format(&seen.reason, "not %s", notes->verify->claims.claims.items[lasso->claim].property.text);
    if (lasso->told.size) text_format(&seen.reason, ": here with %s", text_string(&lasso->told));
    if (lasso->cycle > 1)
        text_format(&seen.details, "  steps %u to %u repeat for ever\n", lasso->prefix + 1,
                    lasso->prefix + lasso->cycle);
    else if (lasso->cycle)
        text_format(&seen.details, "  step %u repeats for ever\n", lasso->prefix + 1);
    else
        text_add(&seen.details, "  nothing happens any more: the last state stays for ever\n");
    text_format(&seen.key, "%d %u", FINDING_LIVENESS, lasso->claim);
    findings_note(notes->findings, &seen, end->execution, end->number);
}

static bool note(void *context, const ExecutionEnd *end) {
    Notes *notes = context;
    Text why = {0};
    bool ended = end->kind == END_COMPLETE;
    if (notes->lasso) {
        note_lasso(notes, end);
        return true;
    }
    bool wrong = !all_holds(notes->verify, end->machine, ended, &why);
    if (wrong) note_violation(notes, end, &why);
    text_free(&why);
    return judge_end(notes->findings, end, ended ? &notes->verify->judge : &notes->verify->passing) || wrong;
}

// For explanations: what a single run shows.
static Verdict judge_alone(void *context, Machine *machine, bool ended, const char *key) {
    Verify *v = context;
    return judge_run(ended ? &v->judge : &v->passing, machine, ended, key);
}

static uint32_t longest(const Verify *v, const StatesResult *states) {
    uint32_t usual = semantics_depth(&v->semantics), deepest = states->deepest + 1;
    return deepest > usual ? deepest : usual;
}

// The machine stands at the start again.
static void tell(Verify *v, Machine *machine, Verified *out) {
    Stage stage;
    Notes notes = {&out->findings, v, NULL};
    stage_init(&stage, machine);
    Explainer explainer = {.stage = &stage,
                           .depth = longest(v, &out->states),
                           .judge = judge_alone,
                           .context = v,
                           .interrupted = interrupt_signal()};
    Harvest harvest = {
        .stage = &stage, .explainer = &explainer, .findings = &out->findings, .on_end = note, .context = &notes};
    harvest_all(&harvest, out->states.seen, out->states.seen_count);
    for (uint32_t i = 0; i < v->claims.lassos.count; i++) {
        notes.lasso = &v->claims.lassos.items[i];
        if (stage_follow(&stage, &notes.lasso->names)) harvest_path(&harvest, out->states.states + i + 1);
    }
    stage_begin(&stage);
    stage_free(&stage);
    findings_settle(&out->findings);
    findings_sort(&out->findings);
    Exploration telling = {.depth = explainer.depth, .judge = v->passing, .full = outputs_show_state(&v->outputs)};
    exploration_tell(&telling, machine, &out->report.search, &out->findings);
}

static void find_message(Verified *out) {
    for (uint32_t i = 0; i < out->states.seen_count; i++)
        if (out->states.seen[i].showing.unable) text_add(&out->message, text_string(&out->states.seen[i].showing.text));
}

static void show(void *context, const StatesResult *so_far) {
    SearchResult result = {.explored = so_far->states, .events = so_far->transitions};
    Progress *progress = context;
    uint32_t errors = 0;
    for (uint32_t i = 0; i < so_far->seen_count; i++) errors += so_far->seen[i].showing.wrong;
    progress->depth = so_far->depth;
    progress->bytes = so_far->store_bytes + so_far->part_bytes;
    progress_look_from_afar(progress, &result, errors);
}

// All states are known.
static void decide(void *context, struct StatesWalk *walk) {
    Verify *v = context;
    if (v->result->cuts == 0 && !claims_decide(&v->claims, walk, v->result, &v->undecided)) v->unable = true;
}

static void visit_all(Verify *v, Machine *machine, StatesResult *result) {
    Progress progress = {.unit = "state"};
    StatesConfig config = v->states;
    v->result = result;
    config.judge = judge_state;
    if (claims_have_states(&v->claims) || v->monitors.count) config.holds = state_holds;
    if (v->monitors.count) config.prunes = state_prunes;
    if (v->abstraction) config.abstract = state_abstract;
    if (v->ltl.count) config.letter = letter, config.done = decide;
    config.context = v;
    config.pause = progress_begin(&progress, v->outputs.quiet) ? show : NULL;
    config.pause_context = &progress;
    states_run(machine, &config, result);
    progress_end(&progress);
}

static Report begin_report(const Verify *v, Verified *out) {
    Report report = surroundings_begin(&out->around, &v->program, &out->findings, "states");
    if (!option_given(&v->program, "--for-states")) text_add(&out->around.options, "option: --for-states\n");
    report.options = text_string(&out->around.options);
    report.show_races = v->show_races;
    report.show_handled = v->show_handled;
    return report;
}

static bool is_violated(const Findings *findings, const char *formula) {
    for (uint32_t i = 0; i < findings->finding_count; i++)
        if (finding_is_of_path(&findings->findings[i]) && strstr(text_string(&findings->findings[i].reason), formula))
            return true;
    return false;
}

// What was asked, and whether it is proved.
static void tell_properties(const Verify *v, Verified *out) {
    static const char *const paths[] = {[FAIRNESS_NONE] = "on every path",
                                        [FAIRNESS_WEAK] = "on every weakly fair path",
                                        [FAIRNESS_STRONG] = "on every strongly fair path"};
    for (uint32_t i = 0; i < v->claims.claims.count; i++) {
        const Claim *claim = &v->claims.claims.items[i];
        bool proved = out->states.complete && !is_violated(&out->findings, claim->property.text);
        if (proved)
            text_format(&out->properties, "proved: %s, %s\n", claim->property.text,
                        claim->always ? "in every state" : paths[v->claims.fairness]);
    }
    for (size_t i = 0; i < v->monitors.count; i++) {
        const char *said = v->monitors.items[i];
        Text module = {0};
        text_format(&module, "monitor %.*s: ", (int)strcspn(said, ":"), said);
        if (out->states.complete && !is_deadlock(said) && !is_violated(&out->findings, text_string(&module)))
            text_format(&out->properties, "proved: monitor %s, in every state\n", said);
        text_free(&module);
    }
    if (out->states.pruned)
        text_format(&out->properties, "note: what follows from %llu state%s was left out, as monitors say\n",
                    (unsigned long long)out->states.pruned, text_plural(out->states.pruned));
    Text unheld = {0};
    const char *line, *rest;
    size_t size;
    claims_tell_unheld(&v->claims, &unheld);
    for (rest = text_string(&unheld); (line = lines_next(&rest, &size));)
        text_format(&out->properties, "note: %.*s never holds\n", (int)size, line);
    text_free(&unheld);
    if (out->properties.size) out->report.properties = text_string(&out->properties);
}

// "lock_monitor:{3, x}" is a module and a term.
static bool begin_monitors(const Verify *v, Machine *machine, Error *err) {
    bool begun = true;
    for (size_t i = 0; i < v->monitors.count && begun; i++) {
        const char *said = v->monitors.items[i], *colon = strchr(said, ':');
        Text module = {0};
        text_add_bytes(&module, said, colon ? (size_t)(colon - said) : strlen(said));
        begun = is_deadlock(said) || machine_monitor(machine, text_string(&module), colon ? colon + 1 : "", err);
        text_free(&module);
    }
    return begun;
}

static void verify(Verify *v, Machine *machine, Verified *out) {
    Error err;
    findings_init(&out->findings, machine);
    bool watched = claims_watch(&v->claims, machine, &err);
    machine_heed(machine, v->states.stop);
    machine_begin_stepping(machine);
    if (machine_outcome(machine) != OUTCOME_UNSUPPORTED) watched = watched && begin_monitors(v, machine, &err);
    out->report = begin_report(v, out);
    if (!watched)
        text_add(&out->message, err.text);
    else if (machine_outcome(machine) == OUTCOME_UNSUPPORTED)
        text_add(&out->message, machine_message(machine));
    else
        visit_all(v, machine, &out->states);
    if (v->unable) text_add(&out->message, v->undecided.text);
    find_message(out);
    const StatesResult *states = &out->states;
    out->report.states = states;
    out->report.search = (SearchResult){.explored = states->states,
                                        .events = states->transitions,
                                        .seconds = states->seconds,
                                        .complete = states->complete};
    out->report.interrupted = interrupt_reason();
    surroundings_searched(&out->around, &v->program, &v->semantics, &v->machine, "verify", machine, &out->report);
    if (!out->message.size) tell(v, machine, out);
    if (!out->message.size) tell_properties(v, out);
    surroundings_end(&out->around, machine, &out->report);
}

static int finish(Verify *v, Verified *out) {
    const Report *report = &out->report;
    outputs_begin(&v->outputs, false);
    outputs_add(&v->outputs, report);
    bool written = outputs_end(&v->outputs);
    if (report->message) {
        terminal_trouble(report->message);
        return EXIT_UNABLE;
    }
    Text text = {0};
    report_text(report, outputs_style(&v->outputs), &text);
    if (!outputs_silent(&v->outputs)) terminal_tell(stdout, &text);
    text_free(&text);
    if (!written) return EXIT_UNABLE;
    return report->findings->finding_count ? EXIT_FOUND : exploration_status();
}

static void verified_free(Verified *out) {
    states_result_free(&out->states);
    findings_free(&out->findings);
    text_free(&out->message);
    surroundings_free(&out->around);
    text_free(&out->properties);
}

static int verify_command(int argc, char **argv) {
    Verify v = {0};
    Verified out = {0};
    Error err;
    Machine *machine = NULL;
    int status = EXIT_UNABLE;
    interrupt_catch();
    if (options_parse(verify_options, &v, argc, argv, &err) && program_is_named(&v.program, &err) &&
        outputs_check(&v.outputs, &err) && prepare(&v, &err) && program_prepare(&v.program, &err))
        machine = confine_start(&v.program, &v.machine, &v.outputs, v.seconds, &err);
    if (machine) {
        verify(&v, machine, &out);
        if (out.message.size) out.report.message = text_string(&out.message);
        status = finish(&v, &out);
        machine_free(machine);
    } else {
        out.report = begin_report(&v, &out);
        out.report.message = exploration_interrupted() ? "interrupted" : err.text;
        terminal_trouble(out.report.message);
        outputs_refuse(&v.outputs, &out.report, false);
    }
    verified_free(&out);
    claims_free(&v.claims);
    program_free(&v.program);
    return status;
}

const Command command_verify = {
    .name = "verify",
    .usage = "-m MOD -t FUN [FILE|DIR ...] [OPTION ...]",
    .about = "all states of one test, also of one that never ends",
    .help = "Visits each state that FUN/0 can come to, once. Servers and clients that go on for "
            "ever have finitely many states, as a rule,\n"
            "and then the search comes to an end: what is wrong in none of them never goes wrong.\n"
            "Exit status: 0 no error found (complete: there is none), 1 here is one, 2 weft could "
            "not do it.",
    .example = "verify -m ping_pong -t main examples/ping_pong.erl",
    .options = verify_options,
    .run = verify_command,
};
