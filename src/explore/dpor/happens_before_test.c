// Clocks and races of long executions, against all pairs of their events.
#include "explore/dpor/happens_before.h"

#include <stdio.h>

#include "explore/dpor/trace.h"
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

static void go_somewhere(Trace *trace) {
    const Step *step = trace_top(trace);
    trace_forward(trace, &step->choices[any(step->choice_count)]);
}

// To an end, turning back a few times on the way.
static void wander(Trace *trace) {
    for (uint32_t turns = 0; trace_top(trace)->choice_count;) {
        go_somewhere(trace);
        bool turn = turns < 10 && any(20) == 0;
        turns += turn;
        for (uint32_t back = turn ? any(trace->length) : 0; back; back--) trace_back(trace, AWAKE);
    }
}

static bool is_direct(const Trace *trace, const Step *early, const Step *late) {
    return early->actor == late->actor || action_conflicts(trace->orders, early->action, late->action);
}

static bool before[EVENTS_MAX][EVENTS_MAX];

static void close_order(const Trace *trace) {
    for (uint32_t j = 0; j < trace->length; j++)
        for (uint32_t i = j; i-- > 0;) {
            before[i][j] = is_direct(trace, &trace->steps[i], &trace->steps[j]);
            for (uint32_t k = i + 1; k < j && !before[i][j]; k++) before[i][j] = before[i][k] && before[k][j];
        }
}

static bool same_order(const Trace *trace) {
    for (uint32_t j = 0; j < trace->length; j++)
        for (uint32_t i = 0; i < j; i++)
            if (trace_before(trace, i, j) != before[i][j]) return false;
    return true;
}

static bool enables(const Step *early, const Step *late) {
    for (uint32_t i = 0; i < early->action->count; i++)
        for (uint32_t j = 0; j < late->action->count; j++)
            if (access_enables(early->action->items[i], late->action->items[j])) return true;
    return false;
}

static bool is_race(const Trace *trace, uint32_t i, uint32_t j) {
    const Step *early = &trace->steps[i], *late = &trace->steps[j];
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

static bool same_races(const Trace *trace) {
    for (uint32_t j = 0; j < trace->length; j++)
        for (uint32_t i = 0; i < j; i++)
            if (has_race(&trace->steps[j], i) != is_race(trace, i, j)) return false;
    return true;
}

static bool check_random(const char *const *others, uint32_t count) {
    bool holds = true;
    for (uint32_t i = 0; i < 20 && holds; i++) {
        Program program;
        Trace trace;
        seed = i + 1;
        program_random(&program, others, count);
        Machine *machine = toy_new(program.lines, PROCESSES);
        trace_init(&trace, machine, &(TraceConfig){.every_order = true});
        wander(&trace);
        close_order(&trace);
        trace_judge(&trace);
        holds = same_order(&trace) && same_races(&trace);
        while (trace.length) trace_back(&trace, AWAKE);
        holds &= trace.index.count == 0 && trace.slots == 0;
        trace_free(&trace);
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
