// Programs whose numbers of interleavings are known.
#include "explore/dpor/search.h"

#include <stdio.h>

#include "tap.h"
#include "toy.h"

typedef struct {
    char text[TOY_PROCESSES][TOY_PROCESSES * 5];
    uint32_t count;
} Program;

static char *add_process(Program *program) {
    return program->text[program->count++];
}

static SearchResult run(const Program *program, const char *strategy, Order order) {
    const char *lines[TOY_PROCESSES];
    for (uint32_t i = 0; i < program->count; i++) lines[i] = program->text[i];
    Machine *machine = toy_new(lines, program->count);
    SearchConfig config = {.strategy = strategy_find(strategy), .order = order};
    SearchResult result = search_run(machine, &config);
    toy_free(machine);
    return result;
}

static uint64_t explored(const Program *program, const char *strategy) {
    SearchResult result = run(program, strategy, ORDER_ROUND);
    CHECK(result.complete);
    CHECK(result.blocked == 0 || strcmp(strategy, "optimal") != 0);
    return result.explored;
}

static uint64_t started(const Program *program, const char *strategy, Order order) {
    SearchResult result = run(program, strategy, order);
    return result.explored + result.blocked;
}

// One writes x; the others read a variable of their own and then x.
static Program readers(int n) {
    Program program = {.count = 0};
    strcpy(add_process(&program), "X");
    for (int i = 0; i < n; i++) snprintf(add_process(&program), 3, "%cx", 'a' + i);
    return program;
}

// One looks for the last zero from the end; the others each add one to what they find before theirs.
static Program lastzero(int n) {
    Program program = {.count = 0};
    char *text = add_process(&program);
    for (int i = n; i >= 0; i--) sprintf(text + strlen(text), i ? "%c(" : "%c", 'a' + i);
    for (int i = n; i > 0; i--) strcat(text, ")");
    for (int i = 1; i <= n; i++) snprintf(add_process(&program), 3, "%c%c", 'a' + i - 1, 'A' + i);
    return program;
}

static Program nsend(int n, const char *receive) {
    Program program = {.count = 0};
    char *text = add_process(&program);
    for (int i = 0; i < n; i++) sprintf(text + strlen(text), receive, i + 1);
    for (int i = 0; i < n; i++) strcpy(add_process(&program), "!0");
    return program;
}

static Program repeated(int n, const char *text) {
    Program program = {.count = 0};
    for (int i = 0; i < n; i++) strcpy(add_process(&program), text);
    return program;
}

TEST(readers_have_two_to_the_n_classes) {
    for (int n = 1; n <= 10; n++) {
        Program program = readers(n);
        CHECK(explored(&program, "optimal") == (uint64_t)1 << n);
        CHECK(explored(&program, "source") == (uint64_t)1 << n);
    }
}

TEST(persistent_sets_start_more_runs_for_readers) {
    uint64_t power = 1;
    for (int n = 1; n <= 8; n++) {
        Program program = readers(n);
        power *= 3;
        CHECK(started(&program, "persistent", ORDER_OLDEST) == (power + 1) / 2);
    }
}

TEST(lastzero_has_its_published_numbers) {
    Program five = lastzero(5), eight = lastzero(8), ten = lastzero(10);
    CHECK(explored(&five, "optimal") == 64);
    CHECK(explored(&eight, "optimal") == 704);
    CHECK(explored(&ten, "optimal") == 3328);
    CHECK(explored(&ten, "source") == 3328);
    CHECK(started(&five, "source", ORDER_OLDEST) == 79);
}

TEST(n_senders_have_n_factorial_classes) {
    uint64_t factorial = 1;
    for (int n = 1; n <= 6; n++) {
        Program program = nsend(n, "?");
        factorial *= (uint64_t)n;
        CHECK(explored(&program, "optimal") == factorial);
    }
}

TEST(independent_processes_have_one_class) {
    Program program = {.count = 0};
    for (int i = 0; i < 8; i++) snprintf(add_process(&program), 4, "%c%c%c", 'a' + i, 'A' + i, 'a' + i);
    for (uint32_t i = 0; i < 3; i++) {
        SearchResult result = run(&program, strategy_at(i)->name, ORDER_ROUND);
        CHECK(result.explored == 1 && result.blocked == 0);
        CHECK(result.events == 24);
    }
}

TEST(updates_and_equal_writes_have_one_class) {
    Program counters = repeated(6, "+a+a"), equal = repeated(6, "A5");
    CHECK(explored(&counters, "optimal") == 1);
    CHECK(explored(&equal, "optimal") == 1);
}

// Each takes a place, or else the next one.
TEST(insertions_at_one_place_have_n_factorial_classes) {
    Program two = repeated(2, "^a(^b)"), three = repeated(3, "^a(^b(^c))"), four = repeated(4, "^a(^b(^c(^d)))");
    CHECK(explored(&two, "optimal") == 2);
    CHECK(explored(&three, "optimal") == 6);
    CHECK(explored(&four, "optimal") == 24);
}
