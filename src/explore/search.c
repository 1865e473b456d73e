#include "explore/search.h"

enum { EVENTS_BETWEEN_LOOKS = 1024 };   // at the clock

void search_stop(Search *search, Cut cut) {
    search->result.cuts |= cut;
    search->stopped = true;
}

static void judge(Search *search) {
    uint32_t first = trace_judge(&search->trace);
    if (first < search->seen) search->seen = first;
}

static void learn(Search *search) {
    const SearchConfig *config = search->config;
    Trace *trace = &search->trace;
    if (!config->strategy->ended) return;
    judge(search);
    config->strategy->ended(trace, search->seen, config->bound.careful);
    search->seen = trace->length;
    if (search->pause) search->pause(search);
}

static void end_blocked(Search *search) {
    search->result.blocked++;
    if (search->config->on_blocked) search->config->on_blocked(search->config->context, &search->trace);
    learn(search);
}

// The trace has come to an end: reports it, and lets the strategy learn from it.
static void end_execution(Search *search, EndKind end) {
    const SearchConfig *config = search->config;
    Trace *trace = &search->trace;
    if (config->on_end || config->region) judge(search);   // who is told may want to know what happened before what
    if ((end == END_COMPLETE && trace_top(trace)->held_count) || !region_owns(trace)) {
        end_blocked(search);
        return;
    }
    Execution execution = {trace->machine, trace, end, ++search->result.explored};
    if (end == END_DEPTH) search->result.cuts |= CUT_DEPTH;
    if (config->on_end && !config->on_end(config->context, &execution)) search_stop(search, CUT_STOPPED);
    learn(search);
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

static void go_back(Search *search) {
    const Step *step = trace_top(&search->trace) - 1;
    bool whole = step->left_out == search->left_out;   // else the bound cut some of what begins with it
    trace_back(&search->trace, search->config->strategy->sleeps && (whole || !search->config->bound.careful));
    if (search->seen > search->trace.length) search->seen = search->trace.length;
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
        if (try_forward(search)) continue;
        if (search->trace.length == 0) return;
        go_back(search);
    }
}

void search_begin(Search *search, Machine *machine, const SearchConfig *config) {
    *search = (Search){.config = config, .start = bound_now(), .look = EVENTS_BETWEEN_LOOKS};
    trace_init(&search->trace, machine, config->strategy->observes && !config->every_order && !config->bound.careful,
               config->region);
}

SearchResult search_end(Search *search) {
    Trace *trace = &search->trace;
    while (trace->length) go_back(search);
    if (trace->behind) machine_undo(trace->machine, trace->steps[0].mark);
    search->result.events = trace->events;
    search->result.seconds = bound_now() - search->start;
    search->result.complete = search->result.cuts == 0;
    trace_free(trace);
    return search->result;
}

SearchResult search_run(Machine *machine, const SearchConfig *config) {
    Search search;
    search_begin(&search, machine, config);
    search_walk(&search);
    return search_end(&search);
}
