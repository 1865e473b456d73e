// Clocks and races of long executions, against all pairs of their events.
#include "explore/dpor/happens_before.h"

#include <stdio.h>

#include "explore/dpor/check.h"
#include "explore/dpor/execution.h"
#include "tap.h"
#include "toy.h"

enum { ENTRIES_KEPT = 24 };   // of an object, however few are needed
enum { PROCESSES = 5, ACTIONS = 60, EVENTS_MAX = PROCESSES * ACTIONS + 1 };

static uint32_t seed;

static uint32_t any(uint32_t below) {
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
}

typedef struct {
    char text[PROCESSES][ACTIONS * 2 + 1];
    const char *lines[PROCESSES];
} Program;

// Mostly reads, so that many entries gather in the index; the rest by `others`.
static void program_random(Program *program, const char *const *others, uint32_t count) {
    for (uint32_t i = 0; i < PROCESSES; i++) {
        program->text[i][0] = 0;
        program->lines[i] = program->text[i];
        for (uint32_t j = 0; j < ACTIONS; j++) {
            const char *read = any(2) ? "a" : "b";
            strcat(program->text[i], any(8) ? read : others[any(count)]);
        }
    }
}

// Mostly messages to the first, which takes them late and from whom it wants, so that they gather in its mailbox.
static void program_queue(Program *program, const char *const *takes, uint32_t count) {
    for (uint32_t i = 0; i < PROCESSES; i++) {
        program->text[i][0] = 0;
        program->lines[i] = program->text[i];
        for (uint32_t j = 0; j < ACTIONS; j++)
            strcat(program->text[i], i == 0 ? takes[any(count)] : any(4) ? "!0" : any(2) ? "a" : "A");
    }
}

// One sends, the first takes, nobody else does anything.
static void program_stream(Program *program, const char *const *takes, uint32_t count) {
    program_queue(program, takes, count);
    for (uint32_t i = 2; i < PROCESSES; i++) program->text[i][0] = 0;
}

static void go_somewhere(Execution *execution) {
    const Step *step = execution_top(execution);
    execution_forward(execution, &step->choices[any(step->choice_count)]);
}

// To an end, turning back a few times on the way.
static void wander(Execution *execution) {
    for (uint32_t turns = 0; execution_top(execution)->choice_count;) {
        go_somewhere(execution);
        bool turn = turns < 10 && any(20) == 0;
        turns += turn;
        for (uint32_t back = turn ? any(execution->length) : 0; back; back--) execution_back(execution, AWAKE);
    }
}

static bool is_direct(const Execution *execution, const Step *early, const Step *late) {
    return early->actor == late->actor || action_conflicts(execution->orders, early->action, late->action);
}

static bool before[EVENTS_MAX][EVENTS_MAX];

static void close_order(const Execution *execution) {
    for (uint32_t j = 0; j < execution->length; j++)
        for (uint32_t i = j; i-- > 0;) {
            before[i][j] = is_direct(execution, &execution->steps[i], &execution->steps[j]);
            for (uint32_t k = i + 1; k < j && !before[i][j]; k++) before[i][j] = before[i][k] && before[k][j];
        }
}

static bool same_order(const Execution *execution) {
    for (uint32_t j = 0; j < execution->length; j++)
        for (uint32_t i = 0; i < j; i++)
            if (execution_before(execution, i, j) != before[i][j]) return false;
    return true;
}

static bool enables(const Step *early, const Step *late) {
    for (uint32_t i = 0; i < early->action->count; i++)
        for (uint32_t j = 0; j < late->action->count; j++)
            if (access_enables(early->action->items[i], late->action->items[j])) return true;
    return false;
}

static bool is_race(const Execution *execution, uint32_t i, uint32_t j) {
    const Step *early = &execution->steps[i], *late = &execution->steps[j];
    if (!before[i][j] || early->actor == late->actor || enables(early, late)) return false;
    for (uint32_t k = i + 1; k < j; k++)
        if (before[i][k] && before[k][j]) return false;
    return true;
}

static bool has_race(const Step *late, uint32_t first) {
    for (const Race *race = late->races; race; race = race->next)
        if (race->first == first) return true;
    return false;
}

static bool same_races(const Execution *execution) {
    for (uint32_t j = 0; j < execution->length; j++)
        for (uint32_t i = 0; i < j; i++)
            if (has_race(&execution->steps[j], i) != is_race(execution, i, j)) return false;
    return true;
}

typedef void (*Make)(Program *program, const char *const *others, uint32_t count);

// The most entries of an object that an access was compared with.
static uint32_t most_entries(const Execution *execution) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < execution->length; i++)
        for (const IndexChange *change = execution->steps[i].changes; change; change = change->next)
            if (change->newest && change->newest->count > most) most = change->newest->count;
    return most;
}

static bool check(Make make, const char *const *others, uint32_t count, bool every_order, uint32_t entries) {
    bool holds = true;
    for (uint32_t i = 0; i < 20 && holds; i++) {
        Program program;
        Execution execution;
        seed = i + 1;
        make(&program, others, count);
        Machine *machine = toy_new(program.lines, PROCESSES);
        execution_init(&execution, machine, &(ExecutionConfig){.every_order = every_order});
        wander(&execution);
        execution_compute_clocks(&execution);
        close_order(&execution);
        index_check(&execution);
        holds = most_entries(&execution) <= entries && same_order(&execution) && same_races(&execution);
        while (execution.length) execution_back(&execution, AWAKE);
        holds &= execution.index.objects.count == 0 && execution.slots == 0;
        execution_free(&execution);
        toy_free(machine);
    }
    return holds;
}

static bool check_random(const char *const *others, uint32_t count) {
    return check(program_random, others, count, true, 2 * (PROCESSES + 2) + ENTRIES_KEPT);
}

TEST(clocks_order_reads_and_writes) {
    static const char *const others[] = {"A", "B"};
    CHECK(check_random(others, 2));
}

TEST(clocks_order_reads_only) {
    static const char *const others[] = {"a", "b"};
    CHECK(check_random(others, 2));
}

TEST(clocks_order_updates_and_equal_writes) {
    static const char *const others[] = {"+a", "A1", "A2", "+b", "B1"};
    CHECK(check_random(others, 5));
}

TEST(clocks_order_messages) {
    static const char *const others[] = {"!0", "!1", "!0", "?", "~", "~"};
    CHECK(check_random(others, 6));
}

TEST(clocks_order_actions_on_everything) {
    static const char *const others[] = {"$", "A", "!0"};
    CHECK(check_random(others, 3));
}

TEST(clocks_order_many_variables) {
    static const char *const others[] = {"c", "D", "d", "E", "e", "F", "f", "G", "g", "h", "I", "j", "K", "k",
                                         "L", "l", "m", "N", "n", "O", "P", "p", "q", "R", "s", "T", "u", "V"};
    CHECK(check_random(others, 28));
}

TEST(clocks_order_a_long_queue) {
    static const char *const takes[] = {"?", "~", "a", "?1", "~2"}, *const all[] = {"?"}, *const looks[] = {"~"};
    for (int every_order = 0; every_order < 2; every_order++) {
        CHECK(check(program_queue, takes, 5, every_order, EVENTS_MAX));
        CHECK(check(program_queue, all, 1, every_order, EVENTS_MAX));
        CHECK(check(program_queue, looks, 1, every_order, EVENTS_MAX));
    }
}

TEST(messages_that_were_taken_do_not_gather_in_the_index) {
    static const char *const takes[] = {"?"};
    CHECK(check(program_stream, takes, 1, true, 2 * ENTRIES_KEPT));
}
