// Bounded searches, and what the search tells of itself.
#include "explore/search.h"

#include "brute.h"
#include "tap.h"
#include "toy.h"

static SearchResult search(const char *const *lines, uint32_t count, SearchConfig config) {
    Machine *machine = toy_new(lines, count);
    SearchResult result = search_run(machine, &config);
    toy_free(machine);
    return result;
}

static SearchResult search_bounded(BoundKind kind, uint32_t budget, const char *strategy) {
    static const char *const lines[] = {"AB", "BA", "ab"};
    return search(lines, 3,
                  (SearchConfig){.strategy = strategy_find(strategy), .bound = {.kind = kind, .budget = budget}});
}

TEST(without_preemptions_processes_run_one_after_the_other) {
    SearchResult result = search_bounded(BOUND_PREEMPTION, 0, "none");
    CHECK(result.explored == 6);
    CHECK(!result.complete && result.cuts == CUT_BUDGET);
}

// Of three processes with two steps each: where the first is interrupted, and by whom, and so on.
TEST(one_preemption_allows_one_interruption) {
    CHECK(search_bounded(BOUND_PREEMPTION, 1, "none").explored == 6 + 18);
}

TEST(enough_preemptions_allow_everything) {
    SearchResult result = search_bounded(BOUND_PREEMPTION, 5, "none");
    CHECK(result.explored == 90);
    CHECK(result.complete);
}

TEST(leaving_a_process_that_waits_is_free) {
    static const char *const lines[] = {"?a", "A!0"};
    SearchResult result = search(
        lines, 2, (SearchConfig){.strategy = strategy_find("none"), .bound = {.kind = BOUND_PREEMPTION, .budget = 0}});
    CHECK(result.explored == 1 && result.complete);
}

TEST(without_delays_there_is_one_interleaving) {
    SearchResult result = search_bounded(BOUND_DELAY, 0, "none");
    CHECK(result.explored == 1 && !result.complete);
    CHECK(search_bounded(BOUND_DELAY, 1, "none").explored > 1);
    CHECK(search_bounded(BOUND_DELAY, 100, "none").explored == 90);
}

TEST(bounded_reductions_find_no_more_than_the_whole) {
    uint64_t whole = search_bounded(BOUND_NONE, 0, "optimal").explored;
    for (uint32_t i = 0; i < 3; i++) {
        const char *name = strategy_at(i)->name;
        uint64_t before = 0;
        for (uint32_t budget = 0; budget < 5; budget++) {
            SearchResult result = search_bounded(BOUND_PREEMPTION, budget, name);
            CHECK(result.explored >= before);
            before = result.explored;
        }
        CHECK(before >= whole || i == 0);
        CHECK(search_bounded(BOUND_DELAY, 0, name).explored == 1);
    }
}

static uint64_t started(const char *const *lines, uint32_t count, Bound bound) {
    SearchResult result = search(lines, count, (SearchConfig){.strategy = strategy_find("source"), .bound = bound});
    return result.explored;
}

static bool note(void *context, const Execution *execution) {
    BruteEvent events[BRUTE_EVENTS];
    const Trace *trace = execution->trace;
    for (uint32_t i = 0; i < trace->length; i++) events[i] = brute_event(&trace->steps[i], false);
    brute_add(context, execution->machine, events, trace->length);
    return true;
}

static void find_classes(const char *const *lines, uint32_t count, const char *strategy, Bound bound, Brute *found) {
    search(lines, count,
           (SearchConfig){.strategy = strategy_find(strategy), .bound = bound, .on_end = note, .context = found});
    brute_sort(found);
}

// The second process has to come first for the first to find what it reads; within the budget only as a whole.
TEST(careful_bounds_switch_where_it_costs_nothing) {
    static const char *const lines[] = {"AAa", "BBA"};
    Bound bound = {.kind = BOUND_PREEMPTION, .budget = 0};
    CHECK(started(lines, 2, bound) == 1);
    bound.careful = true;
    CHECK(started(lines, 2, bound) == 2);
}

// Who waits for a message may be left at no cost; who has it may not.
TEST(careful_bounds_let_processes_wait) {
    static const char *const lines[] = {"!1", "a?a", "A"};
    Bound bound = {.kind = BOUND_PREEMPTION, .budget = 0, .careful = true};
    Brute all = {0}, careful = {0};
    find_classes(lines, 3, "none", bound, &all);
    find_classes(lines, 3, "source", bound, &careful);
    CHECK(all.count == 3 && brute_same(&all, &careful));
    brute_free(&all);
    brute_free(&careful);
}

TEST(the_depth_bound_ends_executions) {
    static const char *const lines[] = {"aaaa", "bbbb"};
    SearchResult result =
        search(lines, 2, (SearchConfig){.strategy = strategy_find("optimal"), .bound = {.depth = 5}});
    CHECK(result.explored == 1 && result.blocked == 0);
    CHECK(result.cuts == CUT_DEPTH && !result.complete);
    CHECK(result.events == 5);
}

TEST(the_interleaving_bound_is_no_cut_if_nothing_is_left) {
    static const char *const lines[] = {"A", "a"};
    for (uint64_t limit = 1; limit <= 3; limit++) {
        SearchResult result =
            search(lines, 2, (SearchConfig){.strategy = strategy_find("optimal"), .bound = {.interleavings = limit}});
        CHECK(result.explored == (limit < 2 ? limit : 2));
        CHECK(result.complete == (limit >= 2));
    }
}

static bool stop_at_once(void *context, const Execution *execution) {
    *(uint64_t *)context = execution->number;
    return false;
}

TEST(the_judge_may_stop_the_search) {
    static const char *const lines[] = {"A", "a"};
    uint64_t number = 0;
    SearchResult result = search(
        lines, 2, (SearchConfig){.strategy = strategy_find("optimal"), .on_end = stop_at_once, .context = &number});
    CHECK(number == 1 && result.explored == 1);
    CHECK(result.cuts == CUT_STOPPED);
}

TEST(the_stop_flag_ends_a_long_search) {
    static const char *const lines[] = {"ABABABAB", "BABABABA", "ABABABAB"};
    volatile sig_atomic_t flag = 1;
    SearchResult result =
        search(lines, 3, (SearchConfig){.strategy = strategy_find("none"), .bound = {.stop = &flag}});
    CHECK(result.cuts == CUT_STOPPED && result.events < 10000);
    result = search(lines, 3, (SearchConfig){.strategy = strategy_find("none"), .bound = {.seconds = 0.01}});
    CHECK(result.cuts == CUT_TIME && result.seconds < 5);
}

TEST(strategies_are_found_by_name) {
    CHECK(strategy_at(0) == strategy_find("optimal"));
    CHECK(strategy_find("source") && strategy_find("persistent") && strategy_find("none"));
    CHECK(!strategy_find("magic") && !strategy_at(100));
}
