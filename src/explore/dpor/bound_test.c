// Bounded searches, and what the search tells of itself.
#include "explore/dpor/rounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "brute.h"
#include "program.h"
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
TEST(one_preemption_allows_one_interruption) { CHECK(search_bounded(BOUND_PREEMPTION, 1, "none").explored == 6 + 18); }

TEST(enough_preemptions_allow_everything) {
    SearchResult result = search_bounded(BOUND_PREEMPTION, 5, "none");
    CHECK(result.explored == 90);
    CHECK(result.complete);
}

// The last step of the first process comes after 0 to 6 of the second one, its other step before any of these; what is
// cut after two more is what has more than two left.
TEST(others_go_on_for_so_many_steps_once_the_verdict_is_clear) {
    static const char *const lines[] = {"ab", "cdefgh"};
    SearchConfig config = {.strategy = strategy_find("none"), .plain = true, .bound = {.beyond = 2}};
    SearchResult result = search(lines, 2, config);
    CHECK(result.explored == 28 && result.running == 1 + 2 + 3 + 4 && result.complete);
    config.bound.beyond = 6;
    CHECK(search(lines, 2, config).running == 0);
    config.bound.beyond = 5;
    CHECK(search(lines, 2, config).running == 1);
    config.bound.beyond = 0;
    result = search(lines, 2, config);
    CHECK(result.explored == 28 && result.running == 0);
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

// --- preemptions, against brute force ------------------------------------------------------------------

typedef struct {
    Learned learned;   // what was learned
    Brute classes;
    uint32_t *budgets;   // of each execution, in the order in which they were met
    uint64_t *finals;
    uint32_t count, capacity;
} Met;

static void met_init(Met *met, bool every_order) {
    *met = (Met){0};
    learned_init(&met->learned, every_order);
    met->classes.orders = &met->learned.orders;
}

static void met_free(Met *met) {
    learned_free(&met->learned);
    brute_free(&met->classes);
    memory_free(met->budgets);
    memory_free(met->finals);
}

static bool meet(void *context, const ExecutionEnd *end) {
    Met *met = context;
    BruteEvent events[BRUTE_EVENTS];
    const Execution *execution = end->execution;
    for (uint32_t i = 0; i < execution->length; i++) events[i] = brute_event(&execution->steps[i]);
    brute_add(&met->classes, end->machine, events, execution->length);
    if (met->count == met->capacity) {
        met->capacity = met->capacity * 2 + 64;
        met->budgets = memory_resize(met->budgets, met->capacity * sizeof *met->budgets);
        met->finals = memory_resize(met->finals, met->capacity * sizeof *met->finals);
    }
    met->budgets[met->count] = end->budget;
    met->finals[met->count++] = machine_hash(end->machine);
    return true;
}

static void forget(void *context) {
    Met *met = context;
    met->classes.count = met->count = 0;
    met->classes.executions = 0;
}

static SearchConfig config_for(const Strategy *strategy, uint32_t budget, Met *met) {
    return (SearchConfig){.strategy = strategy,
                          .order = (Order)program_any(4),
                          .on_end = meet,
                          .forget = forget,
                          .context = met,
                          .every_order = met->learned.orders.all,
                          .learned = &met->learned,
                          .bound = {.kind = BOUND_PREEMPTION, .budget = budget}};
}

static SearchResult meet_all(const Program *program, const Strategy *strategy, uint32_t budget, Met *met) {
    SearchResult result = search(program->lines, program->count, config_for(strategy, budget, met));
    brute_sort(&met->classes);
    return result;
}

static SearchResult meet_in_rounds(const Program *program, const Strategy *strategy, uint32_t budget, Met *met) {
    Machine *machine = toy_new(program->lines, program->count);
    SearchConfig config = config_for(strategy, budget, met);
    SearchResult result = rounds_run(machine, &config, NULL, NULL);
    toy_free(machine);
    brute_sort(&met->classes);
    return result;
}

static bool check_bound(const Program *program, uint32_t budget, bool every_order) {
    Machine *machine = toy_new(program->lines, program->count);
    Met met;
    met_init(&met, every_order);
    SearchResult result = meet_all(program, &strategy_bounded, budget, &met);
    Brute all = {.bounded = true, .budget = budget, .orders = &met.learned.orders};
    brute_enumerate(machine, &all);
    bool holds = brute_same(&all, &met.classes) && !all.inconsistent;
    if (!holds) {
        program_print(program, every_order ? "bounded, every order" : "bounded");
        printf("#   budget %u: classes %u found %u in %lu\n", budget, all.count, met.classes.count,
               (unsigned long)result.explored);
    }
    met_free(&met);
    brute_free(&all);
    toy_free(machine);
    return holds;
}

enum { BUDGETS = 4 };

// The smallest budget with which brute force comes to that state; BUDGETS: there is none.
static uint32_t least_budget(const Met *all, uint64_t final) {
    for (uint32_t budget = 0; budget < BUDGETS; budget++)
        for (uint32_t i = 0; i < all[budget].count; i++)
            if (all[budget].finals[i] == final) return budget;
    return BUDGETS;
}

static bool has_final(const Met *met, uint64_t final) {
    for (uint32_t i = 0; i < met->count; i++)
        if (met->finals[i] == final) return true;
    return false;
}

// All that brute force finds, nothing twice, and each state first in the round that it takes.
static bool check_rounds(const Program *program, const Met *all, const Strategy *strategy) {
    Met met;
    met_init(&met, !strategy->sleeps);
    SearchResult result = meet_in_rounds(program, strategy, BUDGETS - 1, &met);
    bool holds = met.count == result.explored && (!strategy->sleeps || met.classes.executions == met.classes.count);
    for (uint32_t i = 0; i < all[BUDGETS - 1].count; i++) holds &= has_final(&met, all[BUDGETS - 1].finals[i]);
    for (uint32_t i = 0; i < met.count; i++) {
        bool first = true;
        for (uint32_t j = 0; j < i; j++) first &= met.finals[j] != met.finals[i];
        holds &= first ? met.budgets[i] == least_budget(all, met.finals[i]) : met.budgets[i] >= met.budgets[i - 1];
    }
    if (!strategy->sleeps) holds &= result.explored == all[BUDGETS - 1].count;
    if (!holds) program_print(program, strategy->name);
    met_free(&met);
    return holds;
}

static bool check_program(const Program *program) {
    Met all[BUDGETS];
    bool holds = true;
    for (uint32_t budget = 0; budget < BUDGETS; budget++) met_init(&all[budget], true);
    for (uint32_t budget = 0; budget < BUDGETS; budget++)
        meet_all(program, strategy_find("none"), budget, &all[budget]);
    if (all[BUDGETS - 1].count < 2000) {
        for (uint32_t budget = 0; budget < BUDGETS; budget++)
            holds &= check_bound(program, budget, false) && check_bound(program, budget, true);
        holds &= check_rounds(program, all, &strategy_bounded) && check_rounds(program, all, strategy_find("none"));
    }
    for (uint32_t budget = 0; budget < BUDGETS; budget++) met_free(&all[budget]);
    return holds;
}

static bool check_random(const char *kinds, uint32_t programs) {
    uint32_t failures = 0;
    const char *more = getenv("WEFT_TEST_PROGRAMS");
    if (more) programs = (uint32_t)atoi(more);
    for (uint32_t i = 0; i < programs && failures < 5; i++) {
        Program program;
        program_random(&program, kinds, i * 7919 + 1);
        failures += !check_program(&program);
    }
    return failures == 0;
}

TEST(variables_are_bounded_like_brute_force) { CHECK(check_random("vw", 40)); }
TEST(branches_are_bounded_like_brute_force) { CHECK(check_random("vw(", 40)); }
TEST(messages_are_bounded_like_brute_force) { CHECK(check_random("v!!?s(", 80)); }
TEST(timeouts_are_bounded_like_brute_force) { CHECK(check_random("!!?~w(", 60)); }
TEST(looks_at_mailboxes_are_bounded_like_brute_force) { CHECK(check_random("v!!?s~l&(", 80)); }
TEST(failing_insertions_are_bounded_like_brute_force) { CHECK(check_random("vw^^(", 40)); }
TEST(spawning_is_bounded_like_brute_force) { CHECK(check_random("vw!?*(", 80)); }
TEST(killing_is_bounded_like_brute_force) { CHECK(check_random("vw#!?(", 60)); }
TEST(all_kinds_are_bounded_like_brute_force) { CHECK(check_random("vw1+^!!?s~l#*$(", 80)); }

// Each of these was missed by a search that looked at steps alone, not at blocks, or forgot who sleeps.
TEST(switches_are_made_where_they_cost_nothing) {
    static const Program programs[] = {
        {.count = 2, .lines = {"AAa", "BBA"}},       // the second has to come first as a whole
        {.count = 3, .lines = {"!1", "a?a", "A"}},   // who waits for a message may be left at no cost
        {.count = 4, .lines = {"a", "Aab", "bb", "AB"}},
        {.count = 3, .lines = {"(!1?)!2#1", "BA(#2a)#0#0!2", "?b"}},
        {.count = 4, .lines = {"(#1)*1?", "@*2!0<A$>", "@*3#1^a", "@!2#0"}},
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        for (int order = 0; order < 6; order++) CHECK(check_program(&programs[i]));
}

static SearchResult bounded(const Program *program, uint32_t budget) {
    return search(program->lines, program->count,
                  (SearchConfig){.strategy = &strategy_bounded, .bound = {.kind = BOUND_PREEMPTION, .budget = budget}});
}

// Who waits is no actor, so nobody switches to it in vain, and leaving it is free: a larger budget changes nothing.
TEST(who_only_waits_for_others_is_never_interrupted) {
    static const struct {
        Program program;
        uint64_t classes;
    } cases[] = {
        {{.count = 3, .lines = {"a?a", "b?b", "c!0!1"}}, 1},
        {{.count = 4, .lines = {"!3", "!3", "!3", "???"}}, 6},
        {{.count = 3, .lines = {"?1!1?2!2", "!0?0", "!0?0"}}, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        SearchResult none = bounded(&cases[i].program, 0), more = bounded(&cases[i].program, 3);
        CHECK(none.complete && none.explored == cases[i].classes);
        CHECK(more.complete && more.explored == none.explored && more.events == none.events);
    }
}

typedef struct {
    char runs[2000][BRUTE_EVENTS];
    uint32_t count;
} Runs;

static void keep_run(void *context, const Execution *execution) {
    Runs *runs = context;
    if (runs->count == sizeof runs->runs / sizeof *runs->runs) return;
    char *run = runs->runs[runs->count++];
    for (uint32_t i = 0; i < execution->length; i++) run[i] = (char)('a' + execution->steps[i].actor);
    run[execution->length] = 0;
}

static bool keep_end(void *context, const ExecutionEnd *end) {
    keep_run(context, end->execution);
    return true;
}

static int compare_runs(const void *a, const void *b) { return strcmp(a, b); }

// Those that are given up included: none of them is the beginning of another.
TEST(no_beginning_that_ends_in_waiting_is_explored_twice) {
    static Runs runs;
    for (uint32_t seed = 0; seed < 100; seed++) {
        Program program;
        program_random(&program, "!!??s", seed * 7919 + 5);
        runs.count = 0;
        search(program.lines, program.count,
               (SearchConfig){.strategy = &strategy_bounded,
                              .bound = {.kind = BOUND_PREEMPTION, .budget = seed % 3},
                              .on_end = keep_end,
                              .on_blocked = keep_run,
                              .context = &runs});
        qsort(runs.runs, runs.count, sizeof *runs.runs, compare_runs);
        for (uint32_t i = 1; i < runs.count; i++)
            CHECK(strncmp(runs.runs[i - 1], runs.runs[i], strlen(runs.runs[i - 1])) != 0);
    }
}

TEST(independent_blocks_are_not_permuted) {
    static const Program apart = {.count = 4, .lines = {"aAaA", "bBbB", "cCcC", "dDdD"}};
    SearchResult result = bounded(&apart, 0);
    CHECK(result.explored == 1 && result.complete && result.events == 16);
}

// --- rounds ------------------------------------------------------------------------------------------------

static bool stop_at_loss(void *context, const ExecutionEnd *end) {
    *(ExecutionEnd *)context = *end;
    return toy_value(end->machine, 'x') != 1;   // both have read before either wrote
}

// Two add 1 to x, not at once.
TEST(rounds_meet_first_what_takes_the_fewest_preemptions) {
    static const char *const lines[] = {"axX", "bxX"};
    Machine *machine = toy_new(lines, 2);
    ExecutionEnd last = {0};
    SearchConfig config = {.strategy = &strategy_bounded,
                           .bound = {.kind = BOUND_PREEMPTION, .budget = 9},
                           .on_end = stop_at_loss,
                           .context = &last};
    SearchResult result = rounds_run(machine, &config, NULL, NULL);
    CHECK(last.budget == 1 && result.rounds == 1 && result.cuts & CUT_STOPPED);
    toy_free(machine);
}

// Which orders of messages matter may turn out in any round.
TEST(the_last_round_begins_again_as_the_others_do) {
    for (uint32_t seed = 0; seed < 60; seed++) {
        Program program;
        Met once, rounds;
        program_random(&program, "!!?~w(", seed * 7919 + 1);
        met_init(&once, false);
        met_init(&rounds, false);
        meet_all(&program, &strategy_bounded, 0, &once);
        meet_in_rounds(&program, &strategy_bounded, 0, &rounds);
        CHECK(brute_same(&once.classes, &rounds.classes));
        met_free(&once);
        met_free(&rounds);
    }
}

TEST(rounds_end_when_nothing_was_left_out) {
    static const Program program = {.count = 2, .lines = {"axX", "bxX"}};
    Met met;
    met_init(&met, true);
    SearchResult result = meet_in_rounds(&program, &strategy_bounded, 1000, &met);
    CHECK(result.complete && result.rounds > 1 && result.rounds < 6);
    met_free(&met);
}

TEST(limits_hold_for_all_rounds_together) {
    static const Program program = {.count = 3, .lines = {"xXxX", "xXxX", "xXxX"}};
    Machine *machine = toy_new(program.lines, program.count);
    SearchConfig config = {.strategy = &strategy_bounded,
                           .bound = {.kind = BOUND_PREEMPTION, .budget = 9, .interleavings = 20}};
    SearchResult result = rounds_run(machine, &config, NULL, NULL);
    CHECK(result.explored == 20 && result.cuts & CUT_INTERLEAVINGS && result.rounds >= 1);
    toy_free(machine);
}

TEST(delays_are_bounded_in_rounds_too) {
    static const char *const lines[] = {"AB", "BA", "ab"};
    Machine *machine = toy_new(lines, 3);
    SearchConfig config = {.strategy = strategy_find("none"), .bound = {.kind = BOUND_DELAY, .budget = 1000}};
    SearchResult result = rounds_run(machine, &config, NULL, NULL);
    CHECK(result.explored == 90 && result.complete && result.rounds > 2);
    toy_free(machine);
}

// --- depth, number, time -----------------------------------------------------------------------------------

TEST(the_depth_bound_ends_blocks_that_would_go_on) {
    for (uint32_t seed = 0; seed < 60; seed++) {
        Program program;
        program_random(&program, "vw1!?(", seed * 7919 + 5);
        SearchConfig config = {.strategy = &strategy_bounded,
                               .bound = {.kind = BOUND_PREEMPTION, .budget = 2, .depth = 4}};
        SearchResult result = search(program.lines, program.count, config);
        CHECK(result.explored > 0 && !result.complete == (result.cuts != 0));
    }
}

TEST(the_depth_bound_ends_executions) {
    static const char *const lines[] = {"aaaa", "bbbb"};
    SearchResult result = search(lines, 2, (SearchConfig){.strategy = strategy_find("optimal"), .bound = {.depth = 5}});
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

static bool stop_at_once(void *context, const ExecutionEnd *end) {
    *(uint64_t *)context = end->number;
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
    SearchResult result = search(lines, 3, (SearchConfig){.strategy = strategy_find("none"), .bound = {.stop = &flag}});
    CHECK(result.cuts == CUT_STOPPED && result.events < 10000);
    result = search(lines, 3, (SearchConfig){.strategy = strategy_find("none"), .bound = {.seconds = 0.01}});
    CHECK(result.cuts == CUT_TIME && result.seconds < 5);
}

TEST(strategies_are_found_by_name) {
    CHECK(strategy_at(0) == strategy_find("optimal"));
    CHECK(strategy_find("source") && strategy_find("persistent") && strategy_find("none"));
    CHECK(!strategy_find("magic") && !strategy_at(100));
}

static const char *const long_lines[] = {"aAbBcC", "AaBbCc", "cCbBaA", "CcAaBb"};

TEST(the_time_bound_ends_a_long_search) {
    SearchConfig config = {.strategy = strategy_find("none"), .bound.seconds = 0.001};
    SearchResult result = search(long_lines, 4, config);
    CHECK(!result.complete && result.cuts == CUT_TIME && result.events >= 1024 && result.seconds >= 0.001);
    config.bound.seconds = 100;
    config.bound.interleavings = 3;
    result = search(long_lines, 4, config);
    CHECK(result.cuts == CUT_INTERLEAVINGS && result.explored == 3);
}

static void count_pause(Search *search) { ++*(uint64_t *)search->pause_context; }

// Every so many steps, and at every end.
TEST(a_search_pauses_when_it_looks_at_its_limits) {
    static const char *const few[] = {"A", "a"};
    Machine *machine = toy_new(few, 2);
    uint64_t pauses = 0;
    Search one;
    SearchConfig config = {.strategy = strategy_find("optimal")};
    search_begin(&one, machine, &config);
    one.pause = count_pause;
    one.pause_context = &pauses;
    search_walk(&one);
    CHECK(search_finish(&one).explored == 2 && pauses == 2);
    toy_free(machine);

    machine = toy_new(long_lines, 4);
    pauses = 0;
    config.strategy = strategy_find("none");
    config.bound.interleavings = 10000;
    search_begin(&one, machine, &config);
    one.pause = count_pause;
    one.pause_context = &pauses;
    search_walk(&one);
    SearchResult result = search_finish(&one);
    CHECK(result.events >= 10000 && pauses == result.events / 1024);
    toy_free(machine);
}

TEST(all_rounds_together_look_at_their_limits) {
    Machine *machine = toy_new(long_lines, 4);
    SearchConfig config = {.strategy = strategy_find("none"),
                           .bound = {.kind = BOUND_PREEMPTION, .budget = 3, .seconds = 0.02}};
    uint64_t pauses = 0;
    double start = bound_now();
    SearchResult result = rounds_run(machine, &config, count_pause, &pauses);
    CHECK(result.cuts & CUT_TIME && result.rounds < 4 && bound_now() - start < 10);
    CHECK(pauses + 4 >= result.events / 1024 && pauses <= result.events / 1024);
    toy_free(machine);
}

TEST(clocks_of_the_machine_go_on) {
    double now = bound_now(), used = bound_used(), later = now;
    while (later < now + 0.002) later = bound_now();
    CHECK(bound_used() > used && bound_used() - used < 60 && later - now < 60);
}
