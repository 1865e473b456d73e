// What is kept of many interleavings, and that it does not depend on who met them in which order.
#include "explore/witness/finding.h"

#include <stdio.h>

#include "explore/dpor/search.h"
#include "tap.h"
#include "toy.h"

enum { PARTS = 3 };

typedef struct {
    Findings parts[PARTS];
    uint32_t count;   // of parts in use
    Machine *machine;
} Watch;

// An error for each value of a below 3; a result for each value of b.
static bool note(void *context, const ExecutionEnd *end) {
    Watch *watch = context;
    Findings *findings = &watch->parts[end->number % watch->count];
    int a = toy_value(end->machine, 'a');
    if (a < 3) {
        Finding seen = {.kind = FINDING_HALT};
        text_format(&seen.key, "%d", a);
        text_format(&seen.reason, "a is %d", a);
        findings_note(findings, &seen, end->execution, end->number);
    }
    Text result = {0};
    text_format(&result, "%d", toy_value(end->machine, 'b'));
    findings_note_outcome(findings, &result, end->execution);
    findings_note_left(findings, a == 1, end->execution);
    return true;
}

// All that findings say, as one text. Interleavings are counted only when each class is met once.
static void tell(const Findings *findings, bool counts, Text *out) {
    for (uint32_t i = 0; i < findings->finding_count; i++) {
        const Finding *f = &findings->findings[i];
        text_format(out, "%s %u [%s] %llu; ", text_string(&f->reason), f->switches, text_string(&f->schedule.names),
                    counts ? (unsigned long long)f->count : 0);
    }
    for (uint32_t i = 0; i < findings->outcome_count && counts; i++)
        text_format(out, "%s [%s] %llu; ", text_string(&findings->outcomes[i].result),
                    text_string(&findings->outcomes[i].schedule.names),
                    (unsigned long long)findings->outcomes[i].count);
    text_format(out, "left [%s]", text_string(&findings->left.schedule.names));
    if (counts) text_format(out, " %llu", (unsigned long long)findings->left.count);
}

static void forget(void *context) {
    Watch *watch = context;
    for (uint32_t i = 0; i < watch->count; i++) {
        findings_free(&watch->parts[i]);
        findings_init(&watch->parts[i], watch->machine);
    }
}

static Text search(const char *const *lines, uint32_t count, const char *strategy, Order order, uint32_t parts,
                   bool counts, bool eager) {
    Machine *machine = toy_new(lines, count);
    Watch watch = {.count = parts, .machine = machine};
    Text text = {0};
    for (uint32_t i = 0; i < parts; i++) findings_init(&watch.parts[i], machine);
    SearchConfig config = {.strategy = strategy_find(strategy),
                           .order = order,
                           .on_end = note,
                           .forget = forget,
                           .context = &watch,
                           .eager = eager};
    search_run(machine, &config);
    for (uint32_t i = 0; i < parts; i++) findings_settle(&watch.parts[i]);
    for (uint32_t i = parts - 1; i > 0; i--) findings_merge(&watch.parts[0], &watch.parts[i]);
    findings_sort(&watch.parts[0]);
    tell(&watch.parts[0], counts, &text);
    findings_free(&watch.parts[0]);
    toy_free(machine);
    return text;
}

static void compare(Text a, Text b) {
    if (strcmp(text_string(&a), text_string(&b)) != 0) printf("# %s\n# %s\n", text_string(&a), text_string(&b));
    CHECK_TEXT(text_string(&a), text_string(&b));
    text_free(&a);
    text_free(&b);
}

static const char *const programs[][3] = {
    {"aAB", "aAB", "aAb"}, {"aAbB", "bBaA", "C"},           {"!2a", "!2A", "?A?B"},
    {"aA", "aA", "aA"},    {"c*1*2aA", "@aA!2cC", "@?0bB"}, {"cC*1bB*2A", "@!2cAb", "@?aB"},
};

enum { PROGRAM_COUNT = sizeof programs / sizeof *programs };

TEST(what_is_kept_does_not_depend_on_the_order_of_the_search) {
    for (uint32_t i = 0; i < PROGRAM_COUNT; i++)
        for (Order order = ORDER_OLDEST; order <= ORDER_STRICT; order++)
            compare(search(programs[i], 3, "optimal", ORDER_ROUND, 1, true, false),
                    search(programs[i], 3, "optimal", order, 1, true, order % 2));
}

TEST(what_is_kept_does_not_depend_on_how_many_orders_were_met) {
    for (uint32_t i = 0; i < PROGRAM_COUNT; i++)
        compare(search(programs[i], 3, "optimal", ORDER_ROUND, 1, false, false),
                search(programs[i], 3, "none", ORDER_ROUND, 1, false, false));
}

TEST(parts_of_a_search_merge_to_the_whole) {
    for (uint32_t i = 0; i < PROGRAM_COUNT; i++)
        for (uint32_t parts = 2; parts <= PARTS; parts++)
            compare(search(programs[i], 3, "optimal", ORDER_ROUND, 1, true, false),
                    search(programs[i], 3, "optimal", ORDER_ROUND, parts, true, false));
}

// An error that several processes have in one interleaving.
TEST(an_interleaving_counts_once) {
    static const char *const lines[] = {"A", "B"};
    Machine *machine = toy_new(lines, 2);
    Execution execution;
    Findings findings;
    execution_init(&execution, machine, &(ExecutionConfig){0});
    execution_compute_clocks(&execution);
    findings_init(&findings, machine);
    for (uint64_t number = 1; number <= 4; number++) {
        Finding seen = {.kind = FINDING_HALT};
        text_add(&seen.key, "k");
        findings_note(&findings, &seen, &execution, (number + 1) / 2);
    }
    CHECK(findings.finding_count == 1 && findings.findings[0].count == 2);
    findings_free(&findings);
    execution_free(&execution);
    toy_free(machine);
}
