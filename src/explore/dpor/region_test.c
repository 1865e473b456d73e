// Regions: their rules one by one, and that those split off one another share all classes, each once.
#include "explore/dpor/region.h"

#include "brute.h"
#include "explore/dpor/search.h"
#include "program.h"
#include "tap.h"
#include "toy.h"

// --- rules -----------------------------------------------------------------------------------------

typedef struct {
    Machine *machine;
    Execution execution;
} Fixture;

static void setup(Fixture *f, const char *first, const char *second, const Region *region) {
    const char *const lines[] = {first, second};
    f->machine = toy_new(lines, 2);
    execution_init(&f->execution, f->machine, &(ExecutionConfig){.every_order = true, .region = region});
}

static void teardown(Fixture *f) {
    execution_free(&f->execution);
    toy_free(f->machine);
}

// Who acts, one digit for each step.
static void run(Fixture *f, const char *actors) {
    for (; *actors; actors++)
        execution_forward(&f->execution, execution_choice(execution_top(&f->execution), (Actor)(*actors - '0')));
    execution_compute_clocks(&f->execution);
}

static bool is_rule(const Rule *rule, Turn early, Turn late, bool either) {
    return rule->early.actor == early.actor && rule->early.turn == early.turn && rule->late.actor == late.actor &&
           rule->late.turn == late.turn && rule->either == either;
}

static const Region first_before_second = {.rules = {{{0, 0}, {1, 0}, true}}, .count = 1};

TEST(a_late_step_waits_for_the_early_one) {
    Fixture f;
    setup(&f, "ab", "cd", &first_before_second);
    const Step *top = execution_top(&f.execution);
    CHECK(top->choice_count == 1 && top->held_count == 1 && top->choices[0].actor == 0 && top->choices[1].actor == 1);
    CHECK(region_delays(&f.execution, 1) && !region_delays(&f.execution, 0));
    CHECK(region_names(&f.execution, 0) && region_names(&f.execution, 1));
    run(&f, "0");
    CHECK(execution_top(&f.execution)->choice_count == 2 && execution_top(&f.execution)->held_count == 0);
    CHECK(!region_names(&f.execution, 0) && region_names(&f.execution, 1) && !region_delays(&f.execution, 1));
    run(&f, "1");
    CHECK(!region_names(&f.execution, 1) && execution_before(&f.execution, 0, 1));
    run(&f, "01");
    CHECK(region_owns(&f.execution));
    teardown(&f);
}

TEST(a_rule_touches_its_two_steps_and_no_others) {
    Fixture f;
    uint32_t rule = 7;
    setup(&f, "ab", "cd", &first_before_second);
    run(&f, "0101");
    const Action *early = f.execution.steps[0].action, *late = f.execution.steps[1].action;
    CHECK(early->touched_count == 2 && early->touched[1].kind == ACCESS_SEND);
    CHECK(late->touched_count == 2 && late->touched[1].kind == ACCESS_AWAIT &&
          late->touched[1].object == early->touched[1].object);
    CHECK(f.execution.steps[2].action->touched_count == 1 && f.execution.steps[3].action->touched_count == 1);
    CHECK(region_has_rule(&f.execution, early->touched[1].object, &rule) && rule == 0);
    CHECK(!region_has_rule(&f.execution, early->touched[0].object, &rule));
    teardown(&f);
}

TEST(a_rule_has_room_in_a_footprint_that_is_full) {
    Fixture f;
    Footprint full;
    footprint_clear(&full);
    for (uint64_t i = 0; i < FOOTPRINT_MAX; i++) footprint_add(&full, i, ACCESS_READ, 0);
    setup(&f, "ab", "cd", &first_before_second);
    region_touch(&f.execution, 0, &full);
    CHECK(full.count == FOOTPRINT_MAX + 1 && !full.everything && full.items[FOOTPRINT_MAX].kind == ACCESS_SEND);
    teardown(&f);
}

TEST(a_region_is_about_the_actors_of_its_rules) {
    Region region = {.rules = {{{0, 0}, {3, 0}, true}, {{65, 2}, {4, 1}, false}, {{9, 0}, {10, 0}, true}}, .count = 2};
    CHECK(region_actors(&region) == (1 << 0 | 1 << 3 | 1 << 1 | 1 << 4));
}

// Whether an execution with one rule belongs to the region; `either` as in the rule.
static bool owns(const char *first, const char *second, bool either, const char *actors) {
    Region region = {.rules = {{{0, 0}, {1, 0}, either}}, .count = 1};
    Fixture f;
    setup(&f, first, second, &region);
    run(&f, actors);
    bool owned = region_owns(&f.execution);
    teardown(&f);
    return owned;
}

TEST(an_execution_in_which_the_turns_have_an_order_belongs_to_its_side) {
    CHECK(owns("A", "a", false, "01") && owns("A", "a", true, "01"));
    CHECK(owns("Ab", "a", false, "001"));
}

TEST(an_execution_in_which_the_turns_have_no_order_belongs_to_the_side_that_says_either) {
    CHECK(!owns("A", "b", false, "01") && owns("A", "b", true, "01"));
    CHECK(!owns("aB", "c", false, "010"));
}

TEST(an_order_of_two_turns_may_come_from_steps_between_them) {
    Region region = {.rules = {{{0, 0}, {1, 1}, false}}, .count = 1};
    Fixture f;
    setup(&f, "aB", "bc", &region);   // a, then B of the same one, which b reads, then c
    run(&f, "0011");
    CHECK(region_owns(&f.execution));
    teardown(&f);
    setup(&f, "aB", "bc", &region);
    run(&f, "0101");
    CHECK(!region_owns(&f.execution));
    teardown(&f);
    Region message = {.rules = {{{0, 0}, {1, 1}, false}}, .count = 1};
    setup(&f, "a!1", "?c", &message);   // who waits is woken
    run(&f, "0011");
    CHECK(region_owns(&f.execution));
    teardown(&f);
}

TEST(an_order_of_two_turns_may_come_from_a_step_that_touches_everything) {
    Region region = {.rules = {{{0, 0}, {1, 1}, false}}, .count = 1},
           other = {.rules = {{{0, 0}, {1, 0}, false}}, .count = 1};
    Fixture f;
    setup(&f, "a", "$b", &region);
    run(&f, "011");
    CHECK(region_owns(&f.execution));
    teardown(&f);
    setup(&f, "a", "$b", &region);
    run(&f, "101");   // b comes after a by the rule alone
    CHECK(!region_owns(&f.execution));
    teardown(&f);
    setup(&f, "a$", "b", &other);
    run(&f, "001");
    CHECK(region_owns(&f.execution));
    teardown(&f);
}

TEST(an_execution_that_never_comes_to_the_early_turn_belongs_elsewhere) {
    Region region = {.rules = {{{0, 5}, {1, 0}, false}}, .count = 1},
           late = {.rules = {{{0, 0}, {1, 5}, false}}, .count = 1};
    Fixture f;
    setup(&f, "a", "b", &region);
    run(&f, "0");
    CHECK(execution_top(&f.execution)->held_count == 1 && !region_owns(&f.execution));
    teardown(&f);
    setup(&f, "a", "b", &late);
    run(&f, "01");
    CHECK(region_owns(&f.execution));
    teardown(&f);
}

// --- splitting -------------------------------------------------------------------------------------

TEST(a_region_is_split_by_the_race_of_the_earliest_turns) {
    Fixture f;
    Region region = {.count = 0};
    setup(&f, "AB", "aB", NULL);
    run(&f, "0011");
    CHECK(region_split(&f.execution, &region) && region.count == 1);
    CHECK(is_rule(&region.rules[0], (Turn){0, 0}, (Turn){1, 0}, true));
    CHECK(region_split(&f.execution, &region) &&
          is_rule(&region.rules[1], (Turn){0, 1}, (Turn){1, 1}, true));   // turns that have no rule
    CHECK(region_split(&f.execution, &region) && is_rule(&region.rules[2], (Turn){0, 0}, (Turn){1, 0}, true));
    region_turn_last(&region);
    CHECK(region.count == 3 && is_rule(&region.rules[2], (Turn){1, 0}, (Turn){0, 0}, false));
    CHECK(is_rule(&region.rules[0], (Turn){0, 0}, (Turn){1, 0}, true));
    while (region.count < REGION_RULES) CHECK(region_split(&f.execution, &region));
    CHECK(!region_split(&f.execution, &region) && region.count == REGION_RULES);
    teardown(&f);
}

TEST(a_region_is_not_split_where_nothing_races_or_where_there_is_no_room) {
    Fixture f;
    Region region = {.count = 0};
    setup(&f, "A", "b", NULL);
    run(&f, "01");
    CHECK(!region_split(&f.execution, &region) && region.count == 0);
    teardown(&f);
    setup(&f, "$", "b", NULL);
    run(&f, "01");
    CHECK(f.execution.steps[1].races && !region_split(&f.execution, &region));
    teardown(&f);
    setup(&f, "b", "$", NULL);
    run(&f, "01");
    CHECK(f.execution.steps[1].races && !region_split(&f.execution, &region));
    teardown(&f);
}

// --- all of a program ------------------------------------------------------------------------------

enum { REGIONS = 8 };

typedef struct {
    Region half;
    bool found;
} Splitting;

static bool split_at_end(void *context, const ExecutionEnd *end) {
    Splitting *splitting = context;
    splitting->found = region_split(end->execution, &splitting->half);
    return false;
}

static uint32_t split(Machine *machine, Region *regions, uint32_t count) {
    for (uint32_t i = 0; i < count && count < REGIONS; i++) {
        Splitting splitting = {.half = regions[i]};
        SearchConfig config = {
            .strategy = strategy_find("none"), .region = &regions[i], .on_end = split_at_end, .context = &splitting};
        search_run(machine, &config);
        if (!splitting.found) continue;
        regions[i] = regions[count] = splitting.half;
        region_turn_last(&regions[count++]);
    }
    return count;
}

static bool note(void *context, const ExecutionEnd *end) {
    BruteEvent events[BRUTE_EVENTS];
    for (uint32_t i = 0; i < end->execution->length; i++)
        events[i] = brute_event_unruled(end->execution, &end->execution->steps[i]);
    brute_add(context, end->machine, events, end->execution->length);
    return true;
}

typedef struct {
    Brute found;
    uint32_t before;   // what earlier regions have found
} Part;

static bool note_part(void *context, const ExecutionEnd *end) { return note(&((Part *)context)->found, end); }

static void forget_part(void *context) {
    Part *part = context;
    part->found.count = part->before;
}

static bool check_regions(Machine *machine, const Region *regions, uint32_t count, const Brute *truth,
                          const char *strategy, bool eager) {
    Part part = {.before = 0};
    bool holds = true, once = strcmp(strategy, "optimal") == 0 || strcmp(strategy, "source") == 0;
    for (uint32_t i = 0; i < count; i++) {
        part.before = part.found.count;
        SearchConfig config = {.strategy = strategy_find(strategy),
                               .order = (Order)program_any(4),
                               .every_order = true,
                               .eager = eager,
                               .region = &regions[i],
                               .on_end = note_part,
                               .forget = forget_part,
                               .context = &part};
        holds &= search_run(machine, &config).complete;
    }
    uint32_t told = part.found.count;
    brute_sort(&part.found);
    holds &= brute_same(truth, &part.found) && (!once || told == truth->count);
    brute_free(&part.found);
    return holds;
}

static bool check_program(const Program *program) {
    static const char *const strategies[] = {"optimal", "source", "persistent"};
    Machine *machine = toy_new(program->lines, program->count);
    Brute truth = {.limit = 1500};
    Region regions[REGIONS] = {{.count = 0}};
    bool holds = true;
    if (brute_enumerate(machine, &truth)) {
        uint32_t count = split(machine, regions, 1);
        for (int i = 0; i < 3; i++) holds &= check_regions(machine, regions, count, &truth, strategies[i], false);
        holds &= check_regions(machine, regions, count, &truth, "optimal", true);
    }
    if (!holds) program_print(program, "regions");
    brute_free(&truth);
    toy_free(machine);
    return holds;
}

TEST(regions_share_all_classes_and_have_none_in_common) {
    static const char *const kinds[] = {"vw", "vw(", "!!?~w(", "vw^%(", "vw!?*", "vw#!?(", "vw1+^!!?s~l#*$("};
    for (uint32_t i = 0; i < 280; i++) {
        Program program;
        program_random(&program, kinds[i % 7], i * 7919 + 11);
        CHECK(check_program(&program));
    }
}
