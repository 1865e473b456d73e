#include "explore/dpor/search.h"

#include <assert.h>

#include "explore/dpor/sleep.h"

enum { EVENTS_BETWEEN_LOOKS = 1024 };   // at the clock
enum { LOOK_AROUND = 8 };               // executions before contention is relied on, if it pays
static const double share = 0.4;        // of steps that are invisible; with fewer, more is taken back and done again than is saved
enum { MUCH = 2000, LATE_MAX = 2 };     // how often a search may begin again when it has explored so many

void search_stop(Search *search, Cut cut) {
    search->result.cuts |= cut;
    search->stopped = true;
}

static void stop_to_begin_again(Search *search) { search->again = search->stopped = true; }

// False: it turned out that the search has to begin again.
static bool judge(Search *search) {
    uint32_t first = trace_judge(&search->trace);
    if (first < search->seen) search->seen = first;
    if (search->learned->outdated) stop_to_begin_again(search);
    return !search->learned->outdated;
}

static void learn(Search *search) {
    const SearchConfig *config = search->config;
    Trace *trace = &search->trace;
    if (!config->strategy->ended || !judge(search)) return;
    config->strategy->ended(trace, search->seen);
    search->seen = trace->length;
    if (search->pause) search->pause(search);
}

// --- the trace -------------------------------------------------------------------------------------

static void begin_trace(Search *search) {
    const SearchConfig *config = search->config;
    uint64_t events = search->trace.events;
    TraceConfig trace = {
        .blocks = config->bound.kind == BOUND_PREEMPTION,
        .region = config->region,
        .learned = search->learned,
        .depth = config->bound.depth,
    };
    trace_init(&search->trace, search->trace.machine, &trace);
    search->trace.events += events;
}

static void go_back(Search *search) {
    const Step *step = trace_led_by(&search->trace, trace_top(&search->trace));
    bool whole = step->left_out == search->left_out;   // else the bound cut some of what begins with it
    Sleep sleep = whole ? ASLEEP : ASLEEP_BLOCKWISE;
    trace_back(&search->trace, search->config->strategy->sleeps ? sleep : AWAKE);
    if (search->seen > search->trace.length) search->seen = search->trace.length;
}

static void end_trace(Search *search) {
    Trace *trace = &search->trace;
    while (trace->length > trace->root) go_back(search);
    machine_undo(trace->machine, search->origin);
    trace_free(trace);
}

// --- what is contended -----------------------------------------------------------------------------

static bool can_rely(const Search *search) {
    const SearchConfig *config = search->config;
    bool able = config->strategy->merges && config->bound.kind == BOUND_NONE && !config->plain;
    return able && !search->learned->everything && search->learned->late <= LATE_MAX;
}

static bool would_be_invisible(const Learned *learned, const Action *action) {
    bool invisible = !action->everything && !action->idle;
    for (uint32_t i = 0; invisible && i < action->touched_count; i++)
        invisible = !learned_is_contended(learned, &action->touched[i]);
    return invisible;
}

// Whether there is more to come, and enough of the execution nobody would mind.
static bool pays(const Search *search) {
    const Trace *trace = &search->trace;
    uint32_t invisible = 0, open = 0;
    for (uint32_t i = 0; i < trace->length; i++) open += trace->steps[i].wakeup != NULL;
    if (!open) return false;
    for (uint32_t i = 0; i < trace->length; i++) invisible += would_be_invisible(search->learned, trace->steps[i].action);
    return invisible >= share * trace->length;
}

// After the first executions it is known, but for a little, what is contended.
static void look_around(Search *search) {
    if (search->learned->on || search->result.explored != LOOK_AROUND || !can_rely(search) || !pays(search)) return;
    stop_to_begin_again(search);
}

bool search_begin_again(Search *search) {
    Learned *learned = search->learned;
    if (!search->again) return false;
    if (learned->on && search->result.explored > MUCH) learned->late++;
    end_trace(search);
    learned->on = can_rely(search);
    learned_begin_again(learned);
    search->result = (SearchResult){.events = search->trace.events};
    search->seen = 0;
    search->left_out = 0;
    search->stopped = search->again = false;
    if (search->config->forget) search->config->forget(search->config->context);
    begin_trace(search);
    return true;
}

// --- ends ------------------------------------------------------------------------------------------

static void end_blocked(Search *search) {
    if (!judge(search)) return;
    search->result.blocked++;
    if (search->config->on_blocked) search->config->on_blocked(search->config->context, &search->trace);
    learn(search);
}

// Whether an earlier round has told of the execution or an equivalent one. Without a reduction each tells of its own.
static bool is_known(const Search *search) {
    const SearchConfig *config = search->config;
    const Trace *trace = &search->trace;
    if (!config->known) return false;
    if (!config->strategy->sleeps) return trace_top(trace)->spent < config->bound.budget;
    return !known_add(config->known, trace);
}

// The trace has come to an end: reports it, and lets the strategy learn from it.
static void end_execution(Search *search, EndKind end) {
    const SearchConfig *config = search->config;
    Trace *trace = &search->trace;
    if (!judge(search)) return;   // who is told may want to know what happened before what
    bool waits = end == END_COMPLETE && trace_top(trace)->held_count;
    if (waits || !region_owns(trace)) {
        search->result.outside++;
        learn(search);
        return;
    }
    if (end == END_DEPTH) search->result.cuts |= CUT_DEPTH;
    if (is_known(search)) {
        learn(search);
        return;
    }
    Execution execution = {trace->machine, trace, end, ++search->result.explored, config->bound.budget};
    if (config->on_end && !config->on_end(config->context, &execution)) search_stop(search, CUT_STOPPED);
    learn(search);
    if (!search->stopped) look_around(search);
}

static void look_at_limits(Search *search) {
    const Bound *bound = &search->config->bound;
    search->look = search->trace.events + EVENTS_BETWEEN_LOOKS;
    if (bound->stop && *bound->stop) search_stop(search, CUT_STOPPED);
    if (bound->seconds > 0 && bound_now() - search->start >= bound->seconds) search_stop(search, CUT_TIME);
    if (search->pause) search->pause(search);
}

static bool reached_end(Search *search) {
    const Trace *trace = &search->trace;
    uint32_t depth = search->config->bound.depth;
    const Step *step = trace_top(trace);
    if (step->taken) return false;
    if (step->choice_count == 0) end_execution(search, END_COMPLETE);
    else if (depth && trace->length >= depth) end_execution(search, END_DEPTH);
    else return false;
    return true;
}

// Who runs next from the trace's top within the budget.
static Choice *choose(Search *search) {
    const SearchConfig *config = search->config;
    Trace *trace = &search->trace;
    for (;;) {
        Choice *choice = config->strategy->choose(trace, config->order);
        if (!choice || bound_allows(&config->bound, trace, choice->actor)) return choice;
        search->result.cuts |= CUT_BUDGET;
        search->left_out++;
        choice->done = true;
        trace_top(trace)->taken++;
        wakeup_drop(&trace->wakeups, trace->ahead);
        trace->ahead = NULL;
    }
}

static void go_forward(Search *search, Choice *choice) {
    Trace *trace = &search->trace;
    const SearchConfig *config = search->config;
    uint32_t cost = bound_cost(&config->bound, trace, choice->actor);
    trace_top(trace)->left_out = search->left_out;
    trace_forward(trace, choice);
    trace_top(trace)->spent += cost;
    if (trace->events >= search->look) look_at_limits(search);
}

// True: the search stands in a new state. False: nothing is left to explore from this one.
static bool try_forward(Search *search) {
    if (reached_end(search)) return false;
    Choice *choice = choose(search);
    if (!choice) {
        if (!trace_top(&search->trace)->taken) end_blocked(search);
        return false;
    }
    uint64_t interleavings = search->config->bound.interleavings;
    if (interleavings && search->result.explored >= interleavings) search_stop(search, CUT_INTERLEAVINGS);
    else go_forward(search, choice);
    return true;
}

void search_walk(Search *search) {
    while (!search->stopped) {
        if (search->learned->broken) stop_to_begin_again(search);
        else if (try_forward(search)) continue;
        else if (search->trace.length == search->trace.root) return;
        else go_back(search);
    }
}

void search_begin(Search *search, Machine *machine, const SearchConfig *config) {
    assert(search_is_exact(config));
    *search = (Search){.config = config, .start = bound_now(), .look = EVENTS_BETWEEN_LOOKS, .trace.machine = machine};
    learned_init(&search->own, config->every_order || !config->strategy->sleeps);   // nothing relies on more
    search->learned = config->learned ? config->learned : &search->own;
    search->learned->on |= config->eager && can_rely(search);
    search->origin = machine_mark(machine);
    begin_trace(search);
}

SearchResult search_end(Search *search) {
    end_trace(search);
    learned_free(&search->own);
    search->result.events = search->trace.events;
    search->result.seconds = bound_now() - search->start;
    search->result.complete = search->result.cuts == 0;
    return search->result;
}

SearchResult search_run(Machine *machine, const SearchConfig *config) {
    Search search;
    search_begin(&search, machine, config);
    do search_walk(&search);
    while (search_begin_again(&search));
    return search_end(&search);
}
