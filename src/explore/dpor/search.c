#include "explore/dpor/search.h"

#include <assert.h>

#include "explore/dpor/check.h"
#include "explore/dpor/sleep.h"

enum { EVENTS_BETWEEN_LOOKS = 1024 };   // at the clock
enum { LOOK_AROUND = 8 };               // executions before what was learned is relied on, if it pays
static const double share =
    0.4;   // of steps that are invisible; with fewer, more is taken back and done again than is saved
enum { MUCH = 2000, LATE_MAX = 2 };   // how often a search may begin again when it has explored so many

void search_stop(Search *search, Cut cut) {
    search->result.cuts |= cut;
    search->stopped = true;
}

// At the root there is nothing to go back from, and perhaps nothing left.
void search_halt(Search *search) { search->halted = search->execution.length > search->execution.root; }

static void stop_to_begin_again(Search *search) { search->again = search->stopped = true; }

// False: it turned out that the search has to begin again.
static bool judge(Search *search) {
    uint32_t first = execution_compute_clocks(&search->execution);
    if (first < search->seen) search->seen = first;
    assert(search->seen <= search->execution.length);
    if (search->learned->outdated) stop_to_begin_again(search);
    return !search->learned->outdated;
}

static void learn(Search *search) {
    const SearchConfig *config = search->config;
    Execution *execution = &search->execution;
    if (!config->strategy->ended || !judge(search)) return;
    execution_check(execution);
    observer_check(execution);
    block_check(execution);
    config->strategy->ended(execution, search->seen);
    search->seen = execution->length;
    if (search->pause) search->pause(search);
}

// --- the execution -------------------------------------------------------------------------------------

static void begin_execution(Search *search) {
    const SearchConfig *config = search->config;
    uint64_t events = search->execution.events;
    ExecutionConfig execution = {
        .blocks = config->bound.kind == BOUND_PREEMPTION,
        .region = config->region,
        .learned = search->learned,
        .depth = config->bound.depth,
        .watcher = config->watcher,
        .watcher_context = config->context,
    };
    execution_init(&search->execution, search->execution.machine, &execution);
    search->execution.events += events;
}

static void go_back(Search *search) {
    const Step *step = execution_led_by(&search->execution, execution_top(&search->execution));
    assert(step && step->left_out <= search->left_out);
    bool whole = step->left_out == search->left_out;   // else the bound cut some of what begins with it
    Sleep sleep = whole ? ASLEEP : ASLEEP_BLOCKWISE;
    execution_back(&search->execution, search->config->strategy->sleeps ? sleep : AWAKE);
    if (search->seen > search->execution.length) search->seen = search->execution.length;
    if (search->verdict > search->execution.length)
        search->verdict = UINT32_MAX;   // what comes now may have it elsewhere
}

static void end_path(Search *search) {
    Execution *execution = &search->execution;
    while (execution->length > execution->root) go_back(search);
    orders_check(execution->orders);
    learned_check(search->learned);
    machine_undo(execution->machine, search->origin);
    execution_free(execution);
}

// --- what is contended -----------------------------------------------------------------------------

static bool can_rely(const Search *search) {
    const SearchConfig *config = search->config;
    bool able = config->strategy->merges && config->bound.kind == BOUND_NONE && !config->plain;
    return able && !search->learned->everything && search->learned->late <= LATE_MAX;
}

static bool would_be_invisible(const Learned *learned, const Action *action) {
    bool invisible = !action->idle;   // nor does any touch everything (can_rely)
    for (uint32_t i = 0; invisible && i < action->touched_count; i++)
        invisible = !learned_is_contended(learned, &action->touched[i]);
    return invisible;
}

// Whether there is more to come, and enough of the execution nobody would mind.
static bool pays(const Search *search) {
    const Execution *execution = &search->execution;
    uint32_t invisible = 0, open = 0;
    for (uint32_t i = 0; i < execution->length; i++)
        open += execution->steps[i].wakeup || deferrals_wait(execution->steps[i].deferrals);
    if (!open) return false;
    for (uint32_t i = 0; i < execution->length; i++)
        invisible += would_be_invisible(search->learned, execution->steps[i].action);
    return invisible >= share * execution->length;
}

// After the first executions it is known, but for a little, what is contended.
static void look_around(Search *search) {
    if (search->learned->on || search->result.explored != LOOK_AROUND || !can_rely(search) || !pays(search)) return;
    stop_to_begin_again(search);
}

bool search_begin_again(Search *search) {
    Learned *learned = search->learned;
    assert(search->stopped || search->execution.length == search->execution.root);
    if (!search->again) return false;
    if (learned->on && search->result.explored > MUCH) learned->late++;
    end_path(search);
    learned->on = can_rely(search);
    learned_begin_again(learned);
    search->result = (SearchResult){.events = search->execution.events};
    search->seen = 0;
    search->stopped = search->again = false;
    if (search->config->forget) search->config->forget(search->config->context);
    begin_execution(search);
    return true;
}

// --- ends ------------------------------------------------------------------------------------------

static void end_blocked(Search *search) {
    if (!judge(search)) return;
    search->result.blocked++;
    if (search->config->on_blocked) search->config->on_blocked(search->config->context, &search->execution);
    learn(search);
}

// Whether an earlier round has told of the execution or an equivalent one. Without a reduction each tells of its own.
static bool is_known(const Search *search) {
    const SearchConfig *config = search->config;
    const Execution *execution = &search->execution;
    if (!config->known) return false;
    if (!config->strategy->sleeps) return execution_top(execution)->spent < config->bound.budget;
    return !known_add(config->known, execution);
}

// The execution has come to an end: reports it, and lets the strategy learn from it.
static void end_execution(Search *search, EndKind kind) {
    const SearchConfig *config = search->config;
    Execution *execution = &search->execution;
    if (!judge(search)) return;   // who is told may want to know what happened before what
    bool waits = kind == END_COMPLETE && execution_top(execution)->held_count;
    if (waits || !region_owns(execution)) {
        search->result.outside++;
        learn(search);
        return;
    }
    if (kind == END_DEPTH) search->result.cuts |= CUT_DEPTH;
    if (is_known(search)) {
        learn(search);
        return;
    }
    search->result.running += kind == END_VERDICT;
    ExecutionEnd end = {execution->machine, execution, kind, ++search->result.explored, config->bound.budget};
    if (config->on_end && !config->on_end(config->context, &end)) search_stop(search, CUT_STOPPED);
    learn(search);
    if (!search->stopped) look_around(search);
}

static void look_at_limits(Search *search) {
    const Bound *bound = &search->config->bound;
    search->look = search->execution.events + EVENTS_BETWEEN_LOOKS;
    if (bound->stop && *bound->stop) search_stop(search, CUT_STOPPED);
    if (bound->seconds > 0 && bound_now() - search->start >= bound->seconds) search_stop(search, CUT_TIME);
    if (search->pause) search->pause(search);
}

// Whether the others have gone on for long enough since the verdict became clear. An event of theirs that could have
// had a part in it comes soon, or it comes again and again.
static bool is_beyond(Search *search) {
    const Execution *execution = &search->execution;
    uint32_t beyond = search->config->bound.beyond, length = execution->length;
    if (!beyond) return false;
    if (!machine_has_verdict(execution->machine))
        search->verdict = UINT32_MAX;
    else if (length < search->verdict)
        search->verdict = length;
    return search->verdict < length && length - search->verdict >= beyond;
}

static bool reached_end(Search *search) {
    const Execution *execution = &search->execution;
    uint32_t depth = search->config->bound.depth;
    const Step *step = execution_top(execution);
    if (step->taken) return false;
    if (step->choice_count == 0)
        end_execution(search, END_COMPLETE);
    else if (is_beyond(search))
        end_execution(search, END_VERDICT);
    else if (depth && execution->length >= depth)
        end_execution(search, END_DEPTH);
    else
        return false;
    return true;
}

// Who runs next from the execution's top within the budget.
static Choice *choose(Search *search) {
    const SearchConfig *config = search->config;
    Execution *execution = &search->execution;
    for (;;) {
        Choice *choice = config->strategy->choose(execution, config->order);
        if (!choice || bound_allows(&config->bound, execution, choice->actor)) return choice;
        search->result.cuts |= CUT_BUDGET;
        search->left_out++;
        choice->done = true;
        execution_top(execution)->taken++;
        assert(!execution->ahead);   // what has wakeup trees is not used with a bound (search_is_exact)
    }
}

static void go_forward(Search *search, Choice *choice) {
    Execution *execution = &search->execution;
    const SearchConfig *config = search->config;
    uint32_t cost = bound_cost(&config->bound, execution, choice->actor);
    execution_top(execution)->left_out = search->left_out;
    execution_forward(execution, choice);
    execution_top(execution)->spent += cost;
    if (execution->events >= search->look) look_at_limits(search);
}

// True: the search stands in a new state. False: nothing is left to explore from this one.
static bool try_forward(Search *search) {
    if (reached_end(search)) return false;
    Choice *choice = choose(search);
    if (!choice) {
        if (!execution_top(&search->execution)->taken) end_blocked(search);
        return false;
    }
    uint64_t interleavings = search->config->bound.interleavings;
    if (interleavings && search->result.explored >= interleavings)
        search_stop(search, CUT_INTERLEAVINGS);
    else
        go_forward(search, choice);
    return true;
}

void search_walk(Search *search) {
    search->halted = false;
    while (!search->stopped && !search->halted) {
        if (machine_was_stopped(search->execution.machine))
            search_stop(search, CUT_STOPPED);
        else if (search->learned->broken)
            stop_to_begin_again(search);
        else if (try_forward(search))
            continue;
        else if (search->execution.length == search->execution.root)
            return;
        else
            go_back(search);
    }
}

void search_begin(Search *search, Machine *machine, const SearchConfig *config) {
    assert(search_is_exact(config));
    *search =
        (Search){.config = config, .start = bound_now(), .look = EVENTS_BETWEEN_LOOKS, .execution.machine = machine};
    learned_init(&search->own, config->every_order || !config->strategy->sleeps);   // nothing relies on more
    search->learned = config->learned ? config->learned : &search->own;
    search->learned->on |= config->eager && can_rely(search);
    search->origin = machine_mark(machine);
    begin_execution(search);
}

SearchResult search_finish(Search *search) {
    if (search->execution.broken) search->result.cuts |= CUT_CONTRACT;
    end_path(search);
    learned_free(&search->own);
    search->result.events = search->execution.events;
    search->result.seconds = bound_now() - search->start;
    search->result.complete = search->result.cuts == 0;
    return search->result;
}

SearchResult search_run(Machine *machine, const SearchConfig *config) {
    Search search;
    search_begin(&search, machine, config);
    do search_walk(&search);
    while (search_begin_again(&search));
    return search_finish(&search);
}
