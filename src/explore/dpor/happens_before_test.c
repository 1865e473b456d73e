// Clocks and races of long executions, against all pairs of their events.
#include "explore/dpor/happens_before.h"

#include <stdio.h>

#include "explore/dpor/execution.h"
#include "tap.h"
#include "toy.h"

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

static bool check_random(const char *const *others, uint32_t count) {
    bool holds = true;
    for (uint32_t i = 0; i < 20 && holds; i++) {
        Program program;
        Execution execution;
        seed = i + 1;
        program_random(&program, others, count);
        Machine *machine = toy_new(program.lines, PROCESSES);
        execution_init(&execution, machine, &(ExecutionConfig){.every_order = true});
        wander(&execution);
        close_order(&execution);
        execution_compute_clocks(&execution);
        holds = same_order(&execution) && same_races(&execution);
        while (execution.length) execution_back(&execution, AWAKE);
        holds &= execution.index.objects.count == 0 && execution.slots == 0;
        execution_free(&execution);
        toy_free(machine);
    }
    return holds;
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
