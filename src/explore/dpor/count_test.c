// Programs whose numbers of interleavings are known.
#include "explore/dpor/search.h"

#include <stdio.h>

#include "program.h"
#include "tap.h"
#include "toy.h"

typedef struct {
    char text[TOY_PROCESSES][TOY_PROCESSES * 5];
    uint32_t count;
} Lines;

static char *add_process(Lines *program) { return program->text[program->count++]; }

static SearchResult run(const Lines *program, const char *strategy, Order order) {
    const char *lines[TOY_PROCESSES];
    for (uint32_t i = 0; i < program->count; i++) lines[i] = program->text[i];
    Machine *machine = toy_new(lines, program->count);
    SearchConfig config = {.strategy = strategy_find(strategy), .order = order};
    SearchResult result = search_run(machine, &config);
    toy_free(machine);
    return result;
}

static uint64_t explored(const Lines *program, const char *strategy) {
    SearchResult result = run(program, strategy, ORDER_ROUND);
    CHECK(result.complete);
    CHECK(result.blocked == 0 || strcmp(strategy, "optimal") != 0);
    return result.explored;
}

static uint64_t started(const Lines *program, const char *strategy, Order order) {
    SearchResult result = run(program, strategy, order);
    return result.explored + result.blocked;
}

// One writes x; the others read a variable of their own and then x.
static Lines readers(int n) {
    Lines program = {.count = 0};
    strcpy(add_process(&program), "X");
    for (int i = 0; i < n; i++) snprintf(add_process(&program), 3, "%cx", 'a' + i);
    return program;
}

// One looks for the last zero from the end; the others each add one to what they find before theirs.
static Lines lastzero(int n) {
    Lines program = {.count = 0};
    char *text = add_process(&program);
    for (int i = n; i >= 0; i--) sprintf(text + strlen(text), i ? "%c(" : "%c", 'a' + i);
    for (int i = n; i > 0; i--) strcat(text, ")");
    for (int i = 1; i <= n; i++) snprintf(add_process(&program), 3, "%c%c", 'a' + i - 1, 'A' + i);
    return program;
}

static Lines nsend(int n, const char *receive) {
    Lines program = {.count = 0};
    char *text = add_process(&program);
    for (int i = 0; i < n; i++) sprintf(text + strlen(text), receive, i + 1);
    for (int i = 0; i < n; i++) strcpy(add_process(&program), "!0");
    return program;
}

static Lines repeated(int n, const char *text) {
    Lines program = {.count = 0};
    for (int i = 0; i < n; i++) strcpy(add_process(&program), text);
    return program;
}

TEST(readers_have_two_to_the_n_classes) {
    for (int n = 1; n <= 10; n++) {
        Lines program = readers(n);
        CHECK(explored(&program, "optimal") == (uint64_t)1 << n);
        CHECK(explored(&program, "source") == (uint64_t)1 << n);
    }
}

TEST(persistent_sets_start_more_runs_for_readers) {
    uint64_t power = 1;
    for (int n = 1; n <= 8; n++) {
        Lines program = readers(n);
        power *= 3;
        CHECK(started(&program, "persistent", ORDER_OLDEST) == (power + 1) / 2);
    }
}

TEST(lastzero_has_its_published_numbers) {
    Lines five = lastzero(5), eight = lastzero(8), ten = lastzero(10);
    CHECK(explored(&five, "optimal") == 64);
    CHECK(explored(&eight, "optimal") == 704);
    CHECK(explored(&ten, "optimal") == 3328);
    CHECK(explored(&ten, "source") == 3328);
    CHECK(started(&five, "source", ORDER_OLDEST) == 79);
}

TEST(n_senders_have_n_factorial_classes) {
    uint64_t factorial = 1;
    for (int n = 1; n <= 6; n++) {
        Lines program = nsend(n, "?");
        factorial *= (uint64_t)n;
        CHECK(explored(&program, "optimal") == factorial);
    }
}

TEST(independent_processes_have_one_class) {
    Lines program = {.count = 0};
    for (int i = 0; i < 8; i++) snprintf(add_process(&program), 4, "%c%c%c", 'a' + i, 'A' + i, 'a' + i);
    for (uint32_t i = 0; i < 3; i++) {
        SearchResult result = run(&program, strategy_at(i)->name, ORDER_ROUND);
        CHECK(result.explored == 1 && result.blocked == 0);
        CHECK(result.events == 24);
    }
}

TEST(updates_and_equal_writes_have_one_class) {
    Lines counters = repeated(6, "+a+a"), equal = repeated(6, "A5");
    CHECK(explored(&counters, "optimal") == 1);
    CHECK(explored(&equal, "optimal") == 1);
}

// Each takes a place, or else the next one.
TEST(insertions_at_one_place_have_n_factorial_classes) {
    Lines two = repeated(2, "^a(^b)"), three = repeated(3, "^a(^b(^c))"), four = repeated(4, "^a(^b(^c(^d)))");
    CHECK(explored(&two, "optimal") == 2);
    CHECK(explored(&three, "optimal") == 6);
    CHECK(explored(&four, "optimal") == 24);
}

// --- work ------------------------------------------------------------------------------------------

// Steps are taken once more to find out what the last event of a reversal does, and a race is looked at again when what
// decided about it may have changed. A search that does more is right, too, but slow: who changes these numbers knows
// why.
static void check_work(const Lines *program, uint64_t events, uint64_t looks, uint64_t reversals) {
    const char *lines[TOY_PROCESSES];
    for (uint32_t i = 0; i < program->count; i++) lines[i] = program->text[i];
    Machine *machine = toy_new(lines, program->count);
    SearchConfig config = {.strategy = strategy_find("optimal"), .plain = true, .every_order = true};
    Search search;
    search_begin(&search, machine, &config);
    search_walk(&search);
    CHECK(search.execution.events == events);
    CHECK(search.execution.looks == looks);
    CHECK(search.execution.reversals == reversals);
    CHECK(search_finish(&search).complete);
    toy_free(machine);
}

TEST(races_are_looked_at_no_more_often_than_needed) {
    Lines zero = lastzero(8), reading = readers(8), sending = nsend(5, "?");
    check_work(&zero, 4316, 6752, 3325);
    check_work(&reading, 2045, 2048, 2048);
    check_work(&sending, 836, 480, 320);
}

TEST(last_events_that_are_not_known_are_tried_no_more_often_than_needed) {
    Lines inserting = repeated(4, "^a(^b(^c(^d)))"), mixed = {.count = 0};
    check_work(&inserting, 168, 144, 112);
    strcpy(add_process(&mixed), "^a(b)A");
    strcpy(add_process(&mixed), "^b<a>^a");
    strcpy(add_process(&mixed), "aB^a(^b)");
    strcpy(add_process(&mixed), "~~(A)");
    strcpy(add_process(&mixed), "b!3^b");
    check_work(&mixed, 13625, 20327, 11600);
}

// --- the work of many searches ---------------------------------------------------------------------

typedef struct {
    uint64_t explored, blocked, events, reversals, invisible, again;
} Work;

static bool count_invisible(void *context, const ExecutionEnd *end) {
    Work *work = context;
    for (uint32_t i = 0; i < end->execution->length; i++) work->invisible += end->execution->steps[i].invisible;
    return true;
}

static void count_again(void *context) { ((Work *)context)->again++; }

static Work work_of(const char *kinds, SearchConfig config) {
    Work work = {0};
    config.bound.interleavings = 150;
    config.on_end = count_invisible;
    config.forget = count_again;
    config.context = &work;
    for (uint32_t i = 0; i < 60; i++) {
        Program program;
        Search search;
        program_random(&program, kinds, i * 7919 + 13);
        Machine *machine = toy_new(program.lines, program.count);
        config.order = (Order)(i % 4);
        search_begin(&search, machine, &config);
        do search_walk(&search);
        while (search_begin_again(&search));
        work.reversals += search.execution.reversals;
        SearchResult result = search_finish(&search);
        work.explored += result.explored;
        work.blocked += result.blocked;
        work.events += result.events;
        toy_free(machine);
    }
    return work;
}

static const char *const random_kinds[] = {"vw1+(", "v!!?s~l&(", "vw^%(", "vw#!?*(", "vw1+^!!?s~l#*$("};

// As above: who changes these numbers knows why.
TEST(searches_take_as_many_steps_as_they_did) {
    const SearchConfig configs[] = {
        {.strategy = strategy_find("optimal"), .plain = true},
        {.strategy = strategy_find("source")},
        {.strategy = strategy_find("persistent")},
        {.strategy = strategy_find("optimal"), .eager = true},
        {.strategy = strategy_find("optimal")},
        {.strategy = &strategy_bounded, .bound = {.kind = BOUND_PREEMPTION, .budget = 1}},
    };
    static const Work expected[5][6] = {
        {{4336, 0, 18796, 12344, 0, 0},
         {4336, 14, 19144, 0, 0, 0},
         {4336, 63, 19385, 0, 0, 0},
         {4336, 0, 19969, 12344, 859, 99},
         {4336, 0, 18823, 12344, 54, 1},
         {2769, 45, 16740, 0, 0, 0}},
        {{119, 0, 784, 132, 0, 2},
         {119, 0, 710, 0, 0, 1},
         {119, 3, 723, 0, 0, 1},
         {119, 0, 1013, 132, 347, 35},
         {119, 0, 779, 132, 38, 2},
         {131, 9, 856, 0, 0, 1}},
        {{3060, 0, 16236, 10614, 0, 0},
         {3060, 183, 16059, 0, 0, 0},
         {3060, 320, 16466, 0, 0, 0},
         {3060, 0, 17065, 10614, 151, 93},
         {3060, 0, 16236, 10614, 0, 0},
         {1494, 72, 9742, 0, 0, 0}},
        {{93, 0, 367, 81, 0, 0},
         {93, 0, 372, 0, 0, 0},
         {93, 0, 372, 0, 0, 0},
         {93, 0, 510, 80, 286, 21},
         {93, 0, 367, 81, 0, 0},
         {79, 0, 327, 0, 0, 0}},
        {{250, 0, 1243, 494, 0, 2},
         {250, 6, 1195, 0, 0, 2},
         {250, 6, 1195, 0, 0, 2},
         {250, 0, 1553, 494, 279, 44},
         {250, 0, 1279, 494, 84, 3},
         {133, 0, 774, 0, 0, 2}},
    };
    for (uint32_t i = 0; i < 5; i++)
        for (uint32_t j = 0; j < 6; j++) {
            Work work = work_of(random_kinds[i], configs[j]);
            CHECK(memcmp(&work, &expected[i][j], sizeof work) == 0);
        }
}
