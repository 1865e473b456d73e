// Every strategy against brute force, on small random programs of the toy machine.
#include "explore/search.h"

#include <stdio.h>
#include <stdlib.h>

#include "brute.h"
#include "program.h"
#include "tap.h"
#include "toy.h"

// --- comparing -------------------------------------------------------------------------------------

static bool is_direct(const Trace *trace, const BruteEvent *events, uint32_t i, uint32_t j) {
    const Event *early = &events[i].event, *late = &events[j].event;
    if (early->actor == late->actor || trace->steps[j].choice->since == i + 1) return true;
    return footprint_conflicts(&early->footprint, &late->footprint);
}

// Clocks know what happens before what, whatever steps were lonely.
static bool has_right_clocks(const Trace *trace, const BruteEvent *events) {
    bool before[BRUTE_EVENTS][BRUTE_EVENTS];
    for (uint32_t j = 0; j < trace->length; j++)
        for (uint32_t i = j; i-- > 0;) {
            before[i][j] = is_direct(trace, events, i, j);
            for (uint32_t k = i + 1; k < j && !before[i][j]; k++) before[i][j] = before[i][k] && before[k][j];
            if (before[i][j] != trace_before(trace, i, j)) return false;
        }
    return true;
}

static bool count_class(void *context, const Execution *execution) {
    BruteEvent events[BRUTE_EVENTS];
    const Trace *trace = execution->trace;
    for (uint32_t i = 0; i < trace->length; i++) events[i] = brute_event(&trace->steps[i], trace->observing);
    CHECK(trace->observing || has_right_clocks(trace, events));
    brute_add(context, execution->machine, events, execution->trace->length);
    return true;
}

static void forget(void *context) {
    Brute *found = context;
    found->count = 0;
    found->executions = 0;
}

static SearchResult search_toy(Machine *machine, const char *strategy, Order order, bool eager, Brute *found) {
    SearchConfig config = {
        .strategy = strategy_find(strategy), .order = order, .on_end = count_class, .forget = forget, .context = found,
        .every_order = !found->noticed_only, .eager = eager};
    SearchResult result = search_run(machine, &config);
    brute_sort(found);
    return result;
}

static bool check_search(const Program *program, const Brute *truth, const char *strategy, bool eager, bool never_blocked) {
    Machine *machine = toy_new(program->lines, program->count);
    uint64_t start = machine_hash(machine);
    Brute found = {.noticed_only = truth->noticed_only};
    SearchResult result = search_toy(machine, strategy, (Order)program_any(4), eager, &found);
    bool once = strcmp(strategy, "optimal") == 0 || strcmp(strategy, "source") == 0;
    bool holds = result.complete && brute_same(truth, &found) && machine_hash(machine) == start;
    if (once) holds &= found.executions == found.count;
    if (result.every_order) never_blocked = false, holds = result.complete;   // which is looked at elsewhere
    if (never_blocked) holds &= result.blocked == 0;
    if (!holds) {
        program_print(program, strategy);
        printf("#   %s%s: classes %u found %u executions %lu blocked %lu\n",
               eager ? "eager, " : "", truth->noticed_only ? "noticed orders" : "all orders", truth->count, found.count,
               (unsigned long)found.executions, (unsigned long)result.blocked);
    }
    brute_free(&found);
    toy_free(machine);
    return holds;
}

static bool check_strategy(const Program *program, const Brute *truth, const char *strategy, bool never_blocked) {
    return check_search(program, truth, strategy, false, never_blocked);
}

static bool check_orders(const Program *program, bool noticed_only, bool never_blocked) {
    Machine *machine = toy_new(program->lines, program->count);
    Brute truth = {.limit = 3000, .noticed_only = noticed_only};
    bool holds = true;
    if (brute_enumerate(machine, &truth)) {
        holds &= check_strategy(program, &truth, "optimal", never_blocked);
        holds &= check_search(program, &truth, "optimal", true, never_blocked);
        holds &= check_strategy(program, &truth, "source", false);
        if (!noticed_only) holds &= check_strategy(program, &truth, "persistent", false);
        if (!noticed_only) holds &= check_strategy(program, &truth, "none", true);
    }
    brute_free(&truth);
    toy_free(machine);
    return holds;
}

static bool check_program(const Program *program, bool never_blocked) {
    return check_orders(program, false, never_blocked) && check_orders(program, true, never_blocked);
}

typedef void (*Make)(Program *program, const char *kinds, uint32_t seed);

static bool check_many(Make make, const char *kinds, uint32_t programs, bool never_blocked) {
    uint32_t failures = 0;
    const char *more = getenv("WEFT_TEST_PROGRAMS");
    if (more) programs = (uint32_t)atoi(more);
    for (uint32_t i = 0; i < programs && failures < 5; i++) {
        Program program;
        make(&program, kinds, i * 7919 + 1);
        failures += !check_program(&program, never_blocked);
    }
    return failures == 0;
}

static bool check_random(const char *kinds, uint32_t programs, bool never_blocked) {
    return check_many(program_random, kinds, programs, never_blocked);
}

static bool check_crowds(const char *kinds, uint32_t programs) {
    return check_many(program_crowd, kinds, programs, false);
}

static bool check_each_order(const Program *program, bool never_blocked) {
    bool holds = true;
    for (uint32_t i = 0; i < 20; i++) holds &= check_program(program, never_blocked);   // in an order by chance
    return holds;
}

// Found among many thousands: the search misses one class if races are reversed once only.
TEST(a_race_is_reversed_when_what_covered_it_has_changed) {
    Program program = {.count = 4, .lines = {"(B)<b>", "a<bB>A", "B", "a<aa>(B)"}};
    CHECK(check_each_order(&program, true));
}

// In these, classes were missed or explored twice.
TEST(who_dozes_and_is_killed_was_explored) {
    Program program = {.count = 2, .lines = {"*1<!1!1>()", "@<!0~>!1~1#0()#1!0"}};
    CHECK(check_each_order(&program, false));
}

TEST(a_message_that_is_never_sent_is_noticed_by_nobody) {
    Program program = {.count = 4, .lines = {"#2", "", "!2", "!2!2"}};
    CHECK(check_each_order(&program, false));
}

TEST(what_is_left_to_a_branch_is_followed_up_to_who_notices) {
    Program program = {.count = 3, .lines = {"?!0", "!0", "!0$"}};
    CHECK(check_each_order(&program, false));
}

TEST(a_message_is_put_behind_two_others) {
    Program killed = {.count = 3, .lines = {"!0!0", "#2", "!0$"}}, received = {.count = 4, .lines = {"!2#2", "!2", "?#0", "!2"}};
    CHECK(check_each_order(&killed, false));
    CHECK(check_each_order(&received, false));
}

TEST(who_notices_second_notices_when_the_first_comes_later) {
    Program program = {.count = 4, .lines = {"A$", "!3", "!3!3A", "~"}};
    CHECK(check_each_order(&program, false));
}

TEST(a_sequence_is_followed_though_its_first_actor_is_planned) {
    Program program = {.count = 3, .lines = {"*1!1", "@*2#0$", "@!1"}};
    CHECK(check_each_order(&program, false));
}

TEST(what_comes_after_a_race_does_not_speak_against_reversing_it) {
    Program program = {.count = 4, .lines = {"!1", "~0", "!1", "#2"}};
    CHECK(check_each_order(&program, false));
}

TEST(variables_are_searched_like_brute_force) { CHECK(check_random("vw", 120, true)); }
TEST(branches_are_searched_like_brute_force) { CHECK(check_random("vw(", 120, true)); }
TEST(known_values_and_updates_are_searched_like_brute_force) { CHECK(check_random("vw1+(", 120, true)); }
TEST(messages_are_searched_like_brute_force) { CHECK(check_random("v!!?s(", 120, true)); }
TEST(timeouts_are_searched_like_brute_force) { CHECK(check_random("!!?~w(", 120, false)); }
TEST(choosy_timeouts_are_searched_like_brute_force) { CHECK(check_random("!!!sllw(", 120, false)); }
TEST(failing_insertions_are_searched_like_brute_force) { CHECK(check_random("vw^^(", 120, false)); }
TEST(crowds_are_searched_like_brute_force) { CHECK(check_crowds("vw", 60)); }
TEST(crowds_with_timeouts_are_searched_like_brute_force) { CHECK(check_crowds("w~l", 60)); }
TEST(crowds_with_kills_are_searched_like_brute_force) { CHECK(check_crowds("#l", 60)); }
TEST(crowds_with_actions_on_everything_are_searched_like_brute_force) { CHECK(check_crowds("#~$", 25)); }
TEST(spawning_is_searched_like_brute_force) { CHECK(check_random("vw!?*(", 120, true)); }
TEST(killing_is_searched_like_brute_force) { CHECK(check_random("vw#!?(", 120, false)); }
TEST(actions_on_everything_are_searched_like_brute_force) { CHECK(check_random("vww!?$(", 120, true)); }
TEST(all_kinds_together_are_searched_like_brute_force) { CHECK(check_random("vw1+^!!?s~l#*$(", 120, false)); }
