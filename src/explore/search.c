#include "explore/search.h"

enum { EVENTS_BETWEEN_LOOKS = 1024 };   // at the clock

typedef struct {
    const SearchConfig *config;
    SearchResult result;
    Trace trace;
    uint32_t judged;      // steps whose races were seen at an earlier end
    uint64_t look;        // events at which the clock is due
    double start;
    bool stopped;
} Search;

static void stop(Search *search, Cut cut) {
    search->result.cuts |= cut;
    search->stopped = true;
}

// The trace has come to an end: reports it, and lets the strategy learn from it.
static void end_execution(Search *search, EndKind end) {
    const SearchConfig *config = search->config;
    Trace *trace = &search->trace;
    Execution execution = {trace->machine, trace, end, ++search->result.explored};
    if (end == END_DEPTH) search->result.cuts |= CUT_DEPTH;
    if (config->on_end && !config->on_end(config->context, &execution)) stop(search, CUT_STOPPED);
    if (config->strategy->ended) config->strategy->ended(trace, search->judged);
    search->judged = trace->length;
}

static void end_blocked(Search *search) {
    const Strategy *strategy = search->config->strategy;
    search->result.blocked++;
    if (strategy->ended) strategy->ended(&search->trace, search->trace.length);
}

static void look_at_limits(Search *search) {
    const Bound *bound = &search->config->bound;
    search->look = search->trace.events + EVENTS_BETWEEN_LOOKS;
    if (bound->stop && *bound->stop) stop(search, CUT_STOPPED);
    if (bound->seconds > 0 && bound_now() - search->start >= bound->seconds) stop(search, CUT_TIME);
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
    trace_forward(trace, choice);
    trace_top(trace)->spent += cost;
    if (config->strategy->stepped) config->strategy->stepped(trace, config->bound.kind == BOUND_PREEMPTION);
    if (trace->events >= search->look) look_at_limits(search);
}

static void go_back(Search *search) {
    trace_back(&search->trace, search->config->strategy->sleeps);
    if (search->judged > search->trace.length) search->judged = search->trace.length;
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
    if (interleavings && search->result.explored >= interleavings) stop(search, CUT_INTERLEAVINGS);
    else go_forward(search, choice);
    return true;
}

static void walk(Search *search) {
    while (!search->stopped) {
        if (try_forward(search)) continue;
        if (search->trace.length == 0) return;
        go_back(search);
    }
}

SearchResult search_run(Machine *machine, const SearchConfig *config) {
    Search search = {.config = config, .start = bound_now(), .look = EVENTS_BETWEEN_LOOKS};
    trace_init(&search.trace, machine);
    walk(&search);
    while (search.trace.length) go_back(&search);
    if (search.trace.behind) machine_undo(machine, search.trace.steps[0].mark);
    search.result.events = search.trace.events;
    search.result.seconds = bound_now() - search.start;
    search.result.complete = search.result.cuts == 0;
    trace_free(&search.trace);
    return search.result;
}
