// Counts the classes of a program's executions without any cleverness, and checks every search against them.
//
// Two executions are in one class iff they have the same events and order all pairs that conflict alike. An event's
// number is made of its actor, what it touched and the numbers of the earlier events it conflicts with, so it stands
// for all that happened before it; a class is the set of its events' numbers. All executions of a class must lead
// to one state. A search must find every class, and the optimal one each of them once. It gives up nothing either, as
// long as what an action touches is known before it happens and does not depend on what others do. A search that minds
// only what receives can notice must find all results: how the test ended, who crashed and who is left. One that bounds
// preemptions must find the classes of the executions that have so few of them, and no others.
//
//     classes LIMIT DELIVERY OTP-ROOT DIRECTORY MODULE FUNCTION...
//
// A line for each function: its name and "good", "many" (more executions than the limit) or "bad" and why.
#include "base/memory.h"
#include "explore/dpor/search.h"
#include "subject.h"

enum { EVENTS_MAX = 400, WAY_MAX = 60 };

// --- sets of classes -----------------------------------------------------------------------------------

typedef struct {
    uint64_t key;      // 0: a free place
    uint64_t final;    // the state at its end
    uint64_t result;   // what is to be told of it
    uint32_t found;    // times, by the search under way
    bool within;       // some of its executions have few enough preemptions
    uint16_t length;
    uint16_t way[WAY_MAX];   // who acts, in one of its executions
} Class;

typedef struct {
    Class *items;
    uint32_t size, count;   // size: a power of two
    uint64_t executions;
} Classes;

static Class *classes_find(const Classes *classes, uint64_t key) {
    uint32_t at = (uint32_t)(key >> 20) & (classes->size - 1);
    while (classes->items[at].key && classes->items[at].key != key) at = (at + 1) & (classes->size - 1);
    return &classes->items[at];
}

static void classes_grow(Classes *classes) {
    Classes old = *classes;
    classes->size = old.size ? old.size * 2 : 256;
    classes->items = memory_zeroed(classes->size, sizeof(Class));
    for (uint32_t i = 0; i < old.size; i++)
        if (old.items[i].key) *classes_find(classes, old.items[i].key) = old.items[i];
    memory_free(old.items);
}

static Class *classes_add(Classes *classes, uint64_t key) {
    if (classes->count * 2 >= classes->size) classes_grow(classes);
    return classes_find(classes, key);
}

// --- numbers of events -----------------------------------------------------------------------------------

typedef struct {
    Event events[EVENTS_MAX];
    uint64_t numbers[EVENTS_MAX];
    uint32_t length;
} Run;

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 29;
}

static uint64_t footprint_number(const Footprint *footprint) {
    uint64_t sum = footprint->everything;
    for (uint32_t i = 0; i < footprint->count; i++) {
        const Access *access = &footprint->items[i];
        sum += mix(mix(access->object, access->value), (uint64_t)access->kind + 1);
    }
    return sum;
}

static bool depends(const Event *a, const Event *b) {
    return a->actor == b->actor || footprint_conflicts(&a->footprint, &b->footprint);
}

static void run_add(Run *run, const Event *event) {
    uint64_t before = 0;
    for (uint32_t i = 0; i < run->length; i++)
        if (depends(&run->events[i], event)) before += mix(1, run->numbers[i]);
    run->events[run->length] = *event;
    run->numbers[run->length++] = mix(mix(event->actor + 1, footprint_number(&event->footprint)), before);
}

static uint64_t run_key(const Run *run) {
    uint64_t key = 0;
    for (uint32_t i = 0; i < run->length; i++) key += mix(2, run->numbers[i]);
    return key ? key : 1;
}

// --- results -----------------------------------------------------------------------------------------------

static uint64_t mix_text(uint64_t hash, Text *text) {
    for (const char *at = text_string(text); *at; at++) hash = mix(hash, (unsigned char)*at);
    text_free(text);
    return hash;
}

// Whatever the order of the crashes.
static uint64_t result_of(Machine *machine) {
    Text outcome = {0};
    machine_outcome_text(machine, &outcome);
    uint64_t result = mix_text(mix(3, machine_outcome(machine)), &outcome);
    for (uint32_t i = 0; i < machine_crash_count(machine); i++) {
        Crash crash;
        machine_crash(machine, i, &crash);
        Text reason = {0};
        text_add(&reason, text_string(&crash.reason));
        result += mix_text(mix(4, crash.actor), &reason);
        crash_free(&crash);
    }
    for (uint32_t i = 0; i < machine_blocked_count(machine); i++) {
        Blocked blocked;
        machine_blocked(machine, i, &blocked);
        result += mix(5, blocked.actor);
        blocked_free(&blocked);
    }
    return result;
}

// --- all executions ---------------------------------------------------------------------------------------

typedef enum { GOOD, MANY, BAD } Verdict;

typedef struct {
    Machine *machine;
    Classes classes;
    Run run;
    bool certain;   // what actions touch was always known before
    uint64_t limit, given_up;
    const char *name;
} Brute;

static void tell_way(Machine *machine, Mark start, const Class *class) {
    machine_undo(machine, start);
    for (uint32_t i = 0; i < class->length; i++) {
        subject_tell(machine, class->way[i]);
        machine_step(machine, class->way[i]);
    }
    machine_undo(machine, start);
}

static Verdict brute_end(Brute *brute) {
    Run *run = &brute->run;
    Class *class = classes_add(&brute->classes, run_key(run));
    uint64_t final = machine_hash(brute->machine);
    brute->classes.executions++;
    if (class->key) return class->final == final ? GOOD : BAD;
    *class = (Class){
        .key = run_key(run), .final = final, .result = result_of(brute->machine), .length = (uint16_t)run->length};
    if (class->length > WAY_MAX) class->length = WAY_MAX;
    for (uint32_t i = 0; i < class->length; i++) class->way[i] = (uint16_t)run->events[i].actor;
    brute->classes.count++;
    return GOOD;
}

typedef struct {
    Actor actors[SUBJECT_ACTORS];
    uint64_t pending[SUBJECT_ACTORS];   // numbers of what they are about to touch
    uint32_t count;
} State;

static void state_of(Machine *machine, State *state) {
    state->count = machine_enabled(machine, state->actors, SUBJECT_ACTORS);
    for (uint32_t i = 0; i < state->count; i++) {
        Footprint footprint;
        machine_pending(machine, state->actors[i], &footprint);
        state->pending[i] = footprint_number(&footprint);
    }
}

// Whether those who did not act are about to touch what they were about to touch before.
static bool is_same_for_others(const State *before, const State *after, Actor actor) {
    uint32_t j = 0;
    for (uint32_t i = 0; i < before->count; i++) {
        if (before->actors[i] == actor) continue;
        while (j < after->count && after->actors[j] < before->actors[i]) j++;
        if (j == after->count || after->actors[j] != before->actors[i] || after->pending[j] != before->pending[i])
            return false;
    }
    return true;
}

static Verdict brute_from(Brute *brute, const State *state, uint32_t depth) {
    Machine *machine = brute->machine;
    if (brute->classes.executions > brute->limit || depth == EVENTS_MAX) return MANY;
    if (state->count == 0) return brute_end(brute);
    Mark mark = machine_mark(machine);
    Verdict verdict = GOOD;
    for (uint32_t i = 0; i < state->count && verdict == GOOD; i++) {
        State next;
        Event event = *machine_step(machine, state->actors[i]);
        brute->run.length = depth;
        run_add(&brute->run, &event);
        state_of(machine, &next);
        brute->certain &= footprint_number(&event.footprint) == state->pending[i];
        brute->certain &= is_same_for_others(state, &next, event.actor);
        verdict = brute_from(brute, &next, depth + 1);
        machine_undo(machine, mark);
    }
    return verdict;
}

static Verdict brute_all(Brute *brute) {
    State start;
    state_of(brute->machine, &start);
    brute->certain = true;
    Verdict verdict = brute_from(brute, &start, 0);
    if (verdict != BAD) return verdict;
    printf("%s bad: executions of one class lead to different states, the last of them:\n", brute->name);
    Class last = {.length = (uint16_t)brute->run.length};
    for (uint32_t i = 0; i < last.length && i < WAY_MAX; i++) last.way[i] = (uint16_t)brute->run.events[i].actor;
    tell_way(brute->machine, machine_mark(brute->machine), &last);
    return BAD;
}

// --- searches ---------------------------------------------------------------------------------------------

static bool execution_end(void *context, const ExecutionEnd *end) {
    Brute *brute = context;
    Run *run = &brute->run;
    run->length = 0;
    for (uint32_t i = 0; i < end->execution->length; i++) {
        const Step *step = &end->execution->steps[i];
        Event event = {.actor = step->actor};
        event.footprint.everything = step->action->everything;
        event.footprint.count = step->action->touched_count;
        memcpy(event.footprint.items, step->action->touched, event.footprint.count * sizeof(Access));
        for (uint32_t j = 0; j < event.footprint.count; j++)
            if (access_is_look(&event.footprint.items[j])) event.footprint.items[j].value = 0;
        run_add(run, &event);
    }
    classes_find(&brute->classes, run_key(run))->found++;
    return true;
}

static void forget(void *context) {
    Classes *classes = &((Brute *)context)->classes;
    for (uint32_t i = 0; i < classes->size; i++) classes->items[i].found = 0;
}

static const Class *first_missed(const Classes *classes) {
    for (uint32_t i = 0; i < classes->size; i++)
        if (classes->items[i].key && !classes->items[i].found) return &classes->items[i];
    return NULL;
}

// Whoever has a result that was found counts as found.
static void find_by_result(Classes *classes) {
    for (uint32_t i = 0; i < classes->size; i++)
        for (uint32_t j = 0; classes->items[i].found && j < classes->size; j++)
            classes->items[j].found += classes->items[j].key && classes->items[j].result == classes->items[i].result;
}

// `every_order`: of messages to one process, whether or not it notices. `eager`: what nobody minds happens at once.
static Verdict compare_with(Brute *brute, const char *strategy, bool every_order, bool eager) {
    Classes *classes = &brute->classes;
    forget(brute);
    SearchConfig config = {.strategy = strategy_find(strategy),
                           .every_order = every_order,
                           .eager = eager,
                           .on_end = execution_end,
                           .forget = forget,
                           .context = brute};
    SearchResult result = search_run(brute->machine, &config);
    bool optimal = strcmp(strategy, "optimal") == 0;
    bool once = !optimal || (every_order ? result.explored == classes->count : result.explored <= classes->count);
    if (optimal && every_order) brute->given_up = result.blocked, once &= !brute->certain || !result.blocked;
    if (!every_order) find_by_result(classes);
    const Class *missed = first_missed(classes);
    if (!missed && once) return GOOD;
    printf("%s bad: %s%s%s explored %lu and gave up %lu, of %u classes%s\n", brute->name, eager ? "eager " : "",
           strategy, every_order ? "" : " with patterns", (unsigned long)result.explored, (unsigned long)result.blocked,
           classes->count, missed ? "; it missed this one:" : "");
    if (missed) tell_way(brute->machine, machine_mark(brute->machine), missed);
    return BAD;
}

static SearchResult search_within(Brute *brute, const Strategy *strategy, uint32_t budget, bool every_order) {
    for (uint32_t i = 0; i < brute->classes.size; i++) brute->classes.items[i].found = 0;
    SearchConfig config = {.strategy = strategy,
                           .every_order = every_order,
                           .on_end = execution_end,
                           .context = brute,
                           .bound = {.kind = BOUND_PREEMPTION, .budget = budget}};
    return search_run(brute->machine, &config);
}

static const Class *first_different(const Classes *classes, bool every_order) {
    for (uint32_t i = 0; i < classes->size; i++) {
        const Class *class = &classes->items[i];
        bool found = class->found > 0;
        if (class->key && (class->within && !found)) return class;
        if (class->key && every_order && found && !class->within) return class;
    }
    return NULL;
}

static Verdict compare_order_within(Brute *brute, uint32_t budget, bool every_order) {
    Classes *classes = &brute->classes;
    SearchResult result = search_within(brute, &strategy_bounded, budget, every_order);
    if (!every_order) find_by_result(classes);
    const Class *different = first_different(classes, every_order);
    if (!different) return GOOD;
    printf("%s bad: with at most %u preemptions%s, explored %lu and gave up %lu; it %s this one:\n", brute->name,
           budget, every_order ? "" : " and patterns", (unsigned long)result.explored, (unsigned long)result.blocked,
           different->within ? "missed" : "should not have found");
    tell_way(brute->machine, machine_mark(brute->machine), different);
    return BAD;
}

static Verdict compare_within(Brute *brute, uint32_t budget) {
    Classes *classes = &brute->classes;
    search_within(brute, strategy_find("none"), budget, true);
    for (uint32_t i = 0; i < classes->size; i++) classes->items[i].within = classes->items[i].found > 0;
    Verdict verdict = compare_order_within(brute, budget, true);
    return verdict == GOOD ? compare_order_within(brute, budget, false) : verdict;
}

static Verdict check(Brute *brute) {
    static const char *const strategies[] = {"optimal", "source", "persistent"};
    Verdict verdict = brute_all(brute);
    for (int i = 0; i < 3 && verdict == GOOD; i++) verdict = compare_with(brute, strategies[i], true, false);
    for (int i = 0; i < 3 && verdict == GOOD; i++) verdict = compare_with(brute, strategies[i], false, false);
    for (int i = 0; i < 2 && verdict == GOOD; i++) verdict = compare_with(brute, "optimal", i, true);
    for (uint32_t budget = 0; budget < 3 && verdict == GOOD; budget++) verdict = compare_within(brute, budget);
    if (verdict == GOOD)
        printf("%s good: %lu executions, %u classes, gave up %lu\n", brute->name,
               (unsigned long)brute->classes.executions, brute->classes.count, (unsigned long)brute->given_up);
    if (verdict == MANY) printf("%s many\n", brute->name);
    return verdict;
}

int main(int argc, char **argv) {
    if (argc < 7) return 2;
    bool good = true;
    for (int i = 6; i < argc; i++) {
        Subject subject;
        if (!subject_open(&subject, argv[2], argv[3], argv[4], argv[5], argv[i])) return 2;
        Brute *brute = memory_zeroed(1, sizeof *brute);
        brute->machine = subject.machine;
        brute->limit = strtoull(argv[1], NULL, 10);
        brute->name = argv[i];
        good &= check(brute) != BAD;
        memory_free(brute->classes.items);
        memory_free(brute);
        subject_close(&subject);
    }
    return good ? 0 : 1;
}
