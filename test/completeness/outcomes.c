// Finds all outcomes of a program by visiting each of its states once, and checks every search
// against them.
//
// What follows a state depends on nothing but the state, so it is looked at once, however many
// executions lead there: the outcomes of programs are known that have far too many executions to
// try them all. This relies on no footprint and on no search, only on machine_hash: states with one
// hash are one state. An outcome is how the test ended, who crashed and why, and who is left. Every
// search must find all of them and no others, the optimal one without giving up anything and,
// whatever the number of jobs, with the same number of executions; without a reduction it explores
// each of them.
//
//     outcomes check LIMIT DELIVERY OTP-ROOT DIRECTORY MODULE FUNCTION...
//     outcomes tell  LIMIT DELIVERY OTP-ROOT DIRECTORY MODULE FUNCTION...
//     outcomes states LIMIT DELIVERY OTP-ROOT DIRECTORY MODULE FUNCTION...
//
// check: a line for each function: its name and "good", "many" (too many states or executions),
// "wasteful" (all is found, but the optimal search is not optimal) or "bad", and why. tell: for
// each function a line "== FUNCTION:states", then JSON as weft check writes it: the results of the
// test function, how many states there are, and whether that is all of them. states: as check, of the search over
// states (explore/states), with each store: it must find the same outcomes but for the names of processes, and whatever
// it takes for one state must be followed by the same states whenever it is met.
#include "base/json.h"
#include "base/memory.h"
#include "explore/parallel/jobs.h"
#include "explore/states/states.h"
#include "subject.h"

enum { DEPTH_MAX = 1000, SHOWN = 3, EXPLORED_MAX = 100000, NONE_MAX = 10000 };

// --- outcomes -----------------------------------------------------------------------------------------------

typedef struct {
    char **items;   // in order
    uint32_t count, capacity;
} Outcomes;

// Where it stands, or would.
static uint32_t outcomes_place(const Outcomes *outcomes, const char *text) {
    uint32_t low = 0, high = outcomes->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (strcmp(outcomes->items[middle], text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool outcomes_has(const Outcomes *outcomes, const char *text) {
    uint32_t place = outcomes_place(outcomes, text);
    return place < outcomes->count && strcmp(outcomes->items[place], text) == 0;
}

static void outcomes_add(Outcomes *outcomes, const char *text) {
    if (outcomes_has(outcomes, text)) return;
    if (outcomes->count == outcomes->capacity) {
        outcomes->capacity = outcomes->capacity ? outcomes->capacity * 2 : 16;
        outcomes->items = memory_resize(outcomes->items, outcomes->capacity * sizeof *outcomes->items);
    }
    uint32_t place = outcomes_place(outcomes, text);
    memmove(outcomes->items + place + 1, outcomes->items + place,
            (outcomes->count++ - place) * sizeof *outcomes->items);
    outcomes->items[place] = memory_text(text);
}

static void outcomes_clear(Outcomes *outcomes) {
    for (uint32_t i = 0; i < outcomes->count; i++) memory_free(outcomes->items[i]);
    memory_free(outcomes->items);
    *outcomes = (Outcomes){0};
}

static void add_crash(Machine *machine, uint32_t index, Outcomes *lines) {
    Crash crash;
    Text line = {0};
    machine_crash(machine, index, &crash);
    machine_actor_name(machine, crash.actor, &line);
    text_format(&line, " crashes: %s", text_string(&crash.reason));
    outcomes_add(lines, text_string(&line));
    crash_free(&crash);
    text_free(&line);
}

static void add_left(Machine *machine, uint32_t index, Outcomes *lines) {
    Blocked blocked;
    Text line = {0};
    machine_blocked(machine, index, &blocked);
    machine_actor_name(machine, blocked.actor, &line);
    text_add(&line, " is left");
    outcomes_add(lines, text_string(&line));
    blocked_free(&blocked);
    text_free(&line);
}

// What is to be told so far, whatever the order in which it happened; at an end also who is left.
static void describe(Machine *machine, bool ended, Text *out) {
    static const char *const ways[] = {[OUTCOME_RETURNED] = "returned ",
                                       [OUTCOME_CRASHED] = "crashed ",
                                       [OUTCOME_HALTED] = "halted ",
                                       [OUTCOME_LIVELOCK] = "livelock ",
                                       [OUTCOME_UNSUPPORTED] = "unsupported "};
    Outcomes lines = {0};
    Outcome outcome = machine_outcome(machine);
    if (outcome != OUTCOME_WAITING) text_add(out, ways[outcome]), machine_outcome_text(machine, out);
    for (uint32_t i = 0; i < machine_crash_count(machine); i++) add_crash(machine, i, &lines);
    for (uint32_t i = 0; ended && i < machine_blocked_count(machine); i++) add_left(machine, i, &lines);
    for (uint32_t i = 0; i < lines.count; i++) text_format(out, "; %s", lines.items[i]);
    outcomes_clear(&lines);
}

// --- all states ---------------------------------------------------------------------------------------------

typedef struct {
    uint64_t number;     // 0: a free place
    double executions;   // that lead on from it
} State;

typedef struct {
    Machine *machine;
    State *states;
    uint32_t size, count, limit;   // size: a power of two
    Outcomes outcomes;             // by describe
    Outcomes results;              // of the test function, as weft check tells them
} Walk;

static State *find_state(const Walk *walk, uint64_t number) {
    uint32_t at = (uint32_t)(number >> 20) & (walk->size - 1);
    while (walk->states[at].number && walk->states[at].number != number) at = (at + 1) & (walk->size - 1);
    return &walk->states[at];
}

static void grow(Walk *walk) {
    State *old = walk->states;
    uint32_t size = walk->size;
    walk->size = size ? size * 2 : 1024;
    walk->states = memory_zeroed(walk->size, sizeof(State));
    for (uint32_t i = 0; i < size; i++)
        if (old[i].number) *find_state(walk, old[i].number) = old[i];
    memory_free(old);
}

// What is to be told is no part of the machine's state, but of ours.
static uint64_t state_number(Machine *machine) {
    Text told = {0};
    uint64_t number = machine_hash(machine);
    describe(machine, false, &told);
    for (const char *at = text_string(&told); *at; at++) number = (number ^ (unsigned char)*at) * 0x100000001b3;
    text_free(&told);
    return ((number ^ number >> 31) * 0x9e3779b97f4a7c15) | 1;
}

static void note_end(Walk *walk) {
    Text told = {0}, result = {0};
    Outcome outcome = machine_outcome(walk->machine);
    describe(walk->machine, true, &told);
    outcomes_add(&walk->outcomes, text_string(&told));
    if (outcome == OUTCOME_RETURNED || outcome == OUTCOME_CRASHED) {
        machine_outcome_text(walk->machine, &result);
        outcomes_add(&walk->results, text_string(&result));
    }
    text_free(&told);
    text_free(&result);
}

// How many executions lead on from here; less than 0: there are too many states.
static double visit(Walk *walk, uint32_t depth) {
    Machine *machine = walk->machine;
    Actor actors[SUBJECT_ACTORS];
    uint64_t number = state_number(machine);
    if (walk->count * 2 >= walk->size) grow(walk);
    State *known = find_state(walk, number);
    if (known->number) return known->executions;
    if (walk->count++ == walk->limit || depth == DEPTH_MAX) return -1;
    *known = (State){.number = number};
    uint32_t count = machine_enabled(machine, actors, SUBJECT_ACTORS);
    double executions = count == 0;
    if (count == 0) note_end(walk);
    Mark mark = machine_mark(machine);
    for (uint32_t i = 0; i < count; i++) {
        machine_step_blindly(machine, actors[i]);
        double more = visit(walk, depth + 1);
        machine_undo(machine, mark);
        if (more < 0) return -1;
        executions += more;
    }
    find_state(walk, number)->executions = executions;
    return executions;
}

static void walk_free(Walk *walk) {
    memory_free(walk->states);
    outcomes_clear(&walk->outcomes);
    outcomes_clear(&walk->results);
}

// --- searches -----------------------------------------------------------------------------------------------

typedef struct {
    const char *strategy;
    uint32_t jobs;
    bool every_order;
    Order order;
} Setting;

static const Setting settings[] = {
    {"optimal", 1, false, ORDER_ROUND},    {"optimal", 1, false, ORDER_NEWEST}, {"optimal", 1, false, ORDER_OLDEST},
    {"optimal", 2, false, ORDER_ROUND},    {"optimal", 5, false, ORDER_ROUND},  {"source", 1, false, ORDER_ROUND},
    {"persistent", 1, false, ORDER_ROUND}, {"optimal", 1, true, ORDER_ROUND},   {"optimal", 1, true, ORDER_NEWEST},
    {"optimal", 2, true, ORDER_ROUND},     {"optimal", 5, true, ORDER_ROUND},   {"source", 1, true, ORDER_ROUND},
    {"persistent", 1, true, ORDER_ROUND},  {"none", 1, true, ORDER_ROUND},
};

// What optimal searches have to explore, too.
static bool is_measure(const Setting *setting) {
    return setting->jobs == 1 && setting->order == ORDER_ROUND && strcmp(setting->strategy, "optimal") == 0;
}

static void setting_tell(const Setting *setting, Text *out) {
    static const char *const orders[] = {
        [ORDER_ROUND] = "round_robin", [ORDER_OLDEST] = "oldest", [ORDER_NEWEST] = "newest"};
    text_format(out, "\n  --dpor %s --jobs %u --use-receive-patterns %s --scheduling %s: ", setting->strategy,
                setting->jobs, setting->every_order ? "false" : "true", orders[setting->order]);
}

static bool note(void *context, const ExecutionEnd *end) {
    Text told = {0};
    describe(end->machine, true, &told);
    outcomes_add(context, text_string(&told));
    text_free(&told);
    return machine_outcome(end->machine) != OUTCOME_UNSUPPORTED;
}

static void forget(void *context) { outcomes_clear(context); }

static void save(void *context, Text *out) {
    const Outcomes *found = context;
    for (uint32_t i = 0; i < found->count; i++) text_add_bytes(out, found->items[i], strlen(found->items[i]) + 1);
}

static bool load(void *context, const char *bytes, size_t size) {
    for (const char *at = bytes; at < bytes + size; at += strlen(at) + 1) outcomes_add(context, at);
    return true;
}

static bool run(Machine *machine, const Setting *setting, Outcomes *found, SearchResult *result, Error *err) {
    SearchConfig config = {.strategy = strategy_find(setting->strategy),
                           .every_order = setting->every_order,
                           .order = setting->order,
                           .on_end = note,
                           .forget = forget,
                           .context = found};
    Jobs jobs = {.workers = setting->jobs, .save = save, .load = load};
    if (setting->jobs > 1) return jobs_run(machine, &config, &jobs, result, err);
    config.bound.interleavings = EXPLORED_MAX;
    *result = search_run(machine, &config);
    return true;
}

// Those of `from` that are not in `in`.
static bool tell_missing(const Outcomes *from, const Outcomes *in, const Setting *setting, const char *what,
                         Text *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        if (outcomes_has(in, from->items[i]) || ++count > SHOWN) continue;
        setting_tell(setting, out);
        text_format(out, "%s %s", what, from->items[i]);
    }
    if (count > SHOWN) text_format(out, ", and %u more", count - SHOWN);
    return count > 0;
}

// --- one function -------------------------------------------------------------------------------------------

typedef enum { GOOD, MANY, WASTEFUL, BAD } Verdict;   // from the best to the worst

// What must hold of the number of executions; `alone`: how many one job explored.
static Verdict compare_counts(const SearchResult *result, const Setting *setting, uint64_t alone, double executions,
                              Text *out) {
    bool optimal = strcmp(setting->strategy, "optimal") == 0, none = strcmp(setting->strategy, "none") == 0;
    double explored = (double)result->explored;
    if (optimal && (result->blocked || result->explored != alone)) {
        setting_tell(setting, out);
        text_format(out, "explored %lu and gave up %lu; one job explored %lu", (unsigned long)result->explored,
                    (unsigned long)result->blocked, (unsigned long)alone);
        return WASTEFUL;
    }
    if (none ? explored == executions : explored <= executions) return GOOD;
    setting_tell(setting, out);
    text_format(out, "explored %lu", (unsigned long)result->explored);
    return BAD;
}

static bool has_unsupported(const Outcomes *outcomes) {
    uint32_t place = outcomes_place(outcomes, "unsupported");
    return place < outcomes->count && strncmp(outcomes->items[place], "unsupported", strlen("unsupported")) == 0;
}

// Something can come that the machine does not support: who searches comes there, and stops.
static Verdict compare_unsupported(Outcomes *found, const Setting *setting, Text *out) {
    bool good = has_unsupported(found);
    if (!good) setting_tell(setting, out), text_add(out, "did not find what is not supported");
    outcomes_clear(found);
    return good ? MANY : BAD;
}

static Verdict compare(const Walk *walk, double executions, const Setting *setting, uint64_t *alone, Text *out) {
    Outcomes found = {0};
    SearchResult result;
    Error err;
    if (!run(walk->machine, setting, &found, &result, &err)) {
        setting_tell(setting, out);
        text_add(out, err.text);
        return BAD;
    }
    if (is_measure(setting)) *alone = result.explored;
    if (has_unsupported(&walk->outcomes)) return compare_unsupported(&found, setting, out);
    bool all = result.complete || executions <= EXPLORED_MAX;   // else there may be that many, and it was stopped
    bool same = !tell_missing(&found, &walk->outcomes, setting, "made up", out);
    if (all) same &= !tell_missing(&walk->outcomes, &found, setting, "missed", out);
    Verdict verdict = all ? compare_counts(&result, setting, *alone, executions, out) : MANY;
    outcomes_clear(&found);
    return same ? verdict : BAD;
}

static Verdict worse(Verdict a, Verdict b) { return a > b ? a : b; }

static bool check(Machine *machine, const char *name, uint32_t limit) {
    static const char *const words[] = {"good", "many", "wasteful", "bad"};
    Walk walk = {.machine = machine, .limit = limit};
    Text told = {0};
    uint64_t alone = 0;
    double executions = visit(&walk, 0);
    Verdict verdict = executions < 0 ? MANY : GOOD;
    for (size_t i = 0; i < sizeof settings / sizeof *settings && executions >= 0; i++) {
        bool none = strcmp(settings[i].strategy, "none") == 0;
        if (settings[i].jobs > 1 && alone >= EXPLORED_MAX) continue;   // only one job can be stopped
        if (none && executions > NONE_MAX) continue;
        verdict = worse(verdict, compare(&walk, executions, &settings[i], &alone, &told));
    }
    printf("%s %s: %.0f executions, %u states, %u outcomes%s\n", name, words[verdict], executions, walk.count,
           walk.outcomes.count, text_string(&told));
    fflush(stdout);
    text_free(&told);
    walk_free(&walk);
    return verdict == GOOD || verdict == MANY;
}

static bool tell(Machine *machine, const char *name, uint32_t limit) {
    Walk walk = {.machine = machine, .limit = limit};
    Text text = {0};
    JsonWriter json = {.out = &text};
    bool all = visit(&walk, 0) >= 0;
    json_object(&json, NULL);
    json_text(&json, "status", "ok");
    json_boolean(&json, "complete", all);
    json_number(&json, "explored", walk.count);
    json_number(&json, "blocked", 0);
    json_array(&json, "outcomes");
    for (uint32_t i = 0; i < walk.results.count; i++) {
        json_object(&json, NULL);
        json_text(&json, "result", walk.results.items[i]);
        json_end(&json);
    }
    json_end(&json);
    json_end(&json);
    printf("== %s:states\n%s\n", name, text_string(&text));
    text_free(&text);
    walk_free(&walk);
    return true;
}

// --- the search over states --------------------------------------------------------------------------------------

static bool is_name_part(char c) { return c == '.' || (c >= '0' && c <= '9'); }

// Which process it was is forgotten: states that differ in the names of processes only are one.
static void forget_names(const char *text, Text *out) {
    for (const char *at = text; *at;) {
        bool name = *at == 'P' &&
                    (at == text || at[-1] == ' ' || at[-1] == ',' || at[-1] == '{' || at[-1] == '[' || at[-1] == '<');
        text_add_char(out, *at++);
        while (name && is_name_part(*at)) at++;
    }
}

static int compare_lines(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

// The parts of what describe tells are in the order of names; those that were of several processes are told once, as
// states do with crashes that were handled.
static void sort_told(Text *told) {
    char *lines[64];
    size_t count = 0;
    Text sorted = {0};
    char *save = NULL;
    for (char *line = strtok_r(told->data, ";", &save); line && count < 64; line = strtok_r(NULL, ";", &save))
        lines[count++] = line;
    if (count > 1) qsort(lines + 1, count - 1, sizeof *lines, compare_lines);
    for (size_t i = 0; i < count; i++)
        if (i < 2 || strcmp(lines[i], lines[i - 1]) != 0) text_format(&sorted, "%s;", lines[i]);
    text_free(told);
    *told = sorted;
}

static void add_nameless(Outcomes *outcomes, const char *text) {
    Text told = {0};
    forget_names(text, &told);
    if (told.size) sort_told(&told);
    outcomes_add(outcomes, text_string(&told));
    text_free(&told);
}

static void note_state(void *context, Machine *machine, bool ended, Showing *out) {
    Text told = {0};
    *out = (Showing){.hash = 1};
    if (!ended) return;
    describe(machine, true, &told);
    add_nameless(context, text_string(&told));
    text_free(&told);
}

static Verdict compare_states(Machine *machine, const Outcomes *wanted, StoreKind store, bool reduce, uint32_t limit,
                              Text *out) {
    Outcomes found = {0};
    StatesResult result;
    Setting setting = {store_names[store], 1, !reduce, ORDER_ROUND};
    StatesConfig config = {.store = store,
                           .max_states = limit,
                           .keep_going = true,
                           .check = store == STORE_EXACT && !reduce,
                           .reduce = reduce,
                           .judge = note_state,
                           .context = &found};
    states_run(machine, &config, &result);
    bool all = (result.cuts & ~(unsigned)STATES_CUT_STORE) == 0;
    bool same = !wanted || !tell_missing(&found, wanted, &setting, "made up", out);
    if (wanted && all && store != STORE_BITSTATE) same &= !tell_missing(wanted, &found, &setting, "missed", out);
    if (result.mistakes) {
        setting_tell(&setting, out);
        text_format(out, "%lu of %lu states are taken for others", (unsigned long)result.mistakes,
                    (unsigned long)result.states);
    }
    outcomes_clear(&found);
    Verdict verdict = !same || result.mistakes ? BAD : all ? GOOD : MANY;
    states_result_free(&result);
    return verdict;
}

static bool check_states(char **argv, const char *name, uint32_t limit) {
    static const char *const words[] = {"good", "many", "wasteful", "bad"};
    Subject plain, stateful;
    Outcomes wanted = {0};
    Text told = {0};
    // Both begin before one of them makes atoms.
    if (!subject_open_as(SUBJECT_ANY_FIRST, &plain, argv[3], argv[4], argv[5], argv[6], name)) return false;
    if (!subject_open_as(SUBJECT_STATES, &stateful, argv[3], argv[4], argv[5], argv[6], name)) return false;
    Walk walk = {.machine = plain.machine, .limit = limit};
    Verdict verdict = visit(&walk, 0) < 0 ? MANY : GOOD;
    for (uint32_t i = 0; i < walk.outcomes.count; i++) add_nameless(&wanted, walk.outcomes.items[i]);
    subject_close(&plain);
    if (verdict == MANY)   // perhaps it never ends: then only what is taken for one state is checked
        verdict = worse(verdict, compare_states(stateful.machine, NULL, STORE_EXACT, false, limit, &told));
    for (StoreKind store = STORE_EXACT; store <= STORE_BITSTATE && verdict == GOOD; store++)
        for (int reduce = 0; reduce < 2 && verdict == GOOD; reduce++)
            verdict = worse(verdict, compare_states(stateful.machine, &wanted, store, reduce, limit, &told));
    printf("%s %s: %u states, %u outcomes%s\n", name, words[verdict], walk.count, wanted.count, text_string(&told));
    fflush(stdout);
    subject_close(&stateful);
    outcomes_clear(&wanted);
    text_free(&told);
    walk_free(&walk);
    return verdict == GOOD || verdict == MANY;
}

int main(int argc, char **argv) {
    if (argc < 8) return 2;
    bool good = true, checks = strcmp(argv[1], "check") == 0, states = strcmp(argv[1], "states") == 0;
    uint32_t limit = (uint32_t)strtoul(argv[2], NULL, 10);
    for (int i = 7; i < argc; i++) {
        Subject subject;
        if (states) {
            good &= check_states(argv, argv[i], limit);
            continue;
        }
        if (!subject_open(&subject, argv[3], argv[4], argv[5], argv[6], argv[i])) return 2;
        good &= checks ? check(subject.machine, argv[i], limit) : tell(subject.machine, argv[i], limit);
        subject_close(&subject);
    }
    return good ? 0 : 1;
}
