// Every strategy against brute force, on small random programs of the toy machine.
#include "explore/search.h"

#include <stdio.h>
#include <stdlib.h>

#include "brute.h"
#include "tap.h"
#include "toy.h"

enum { PROCESSES_MAX = 4, PROGRAM_MAX = 64 };

typedef struct {
    char text[PROCESSES_MAX][PROGRAM_MAX];
    const char *lines[PROCESSES_MAX];
    uint32_t count;
} Program;

// --- random programs -------------------------------------------------------------------------------

static uint32_t seed;

static uint32_t any(uint32_t below) {
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % below;
}

static void add(char *text, const char *format, int operand) {
    size_t size = strlen(text);
    snprintf(text + size, PROGRAM_MAX - size, format, operand);
}

// `kinds` lists the letters of the actions to choose from, as in toy.h; v and w read and write.
static void add_action(char *text, const char *kinds, uint32_t processes) {
    char kind = kinds[any((uint32_t)strlen(kinds))];
    int process = (int)any(processes), letter = (int)any(2);
    switch (kind) {
    case 'v': add(text, "%c", 'a' + letter); break;
    case 'w': add(text, "%c", 'A' + letter); break;
    case '1': add(text, letter ? "A%d" : "B%d", (int)any(2) + 1); break;
    case '+': add(text, "+%c", 'a' + letter); break;
    case '^': add(text, "^%c", 'a' + letter); break;
    case '!': add(text, "!%d", process); break;
    case '?': add(text, "?", 0); break;
    case 's': add(text, "?%d", process); break;
    case '~': add(text, "~", 0); break;
    case '#': add(text, "#%d", process); break;
    case '$': add(text, "$", 0); break;
    }
}

static void add_actions(char *text, const char *kinds, uint32_t count, uint32_t processes) {
    bool branches = strchr(kinds, '(') != NULL;
    for (uint32_t i = 0; i < count; i++) {
        bool branch = branches && any(3) == 0;
        bool zero = any(2);
        if (branch) add(text, zero ? "<" : "(", 0);
        add_action(text, kinds, processes);
        if (branch) add_action(text, kinds, processes);
        if (branch) add(text, zero ? ">" : ")", 0);
    }
}

static void program_random(Program *program, const char *kinds) {
    bool spawns = strchr(kinds, '*') != NULL;
    program->count = 2 + any(3);
    uint32_t length = program->count == 2 ? 5 : program->count == 3 ? 4 : 3;
    for (uint32_t i = 0; i < program->count; i++) {
        char *text = program->text[i];
        program->lines[i] = text;
        strcpy(text, spawns && i > 0 ? "@" : "");
        add_actions(text, kinds, any(length), program->count);
        if (spawns && i + 1 < program->count) add(text, "*%d", (int)i + 1);
        add_actions(text, kinds, 1 + any(length - 1), program->count);
    }
}

static void program_print(const Program *program, const char *what) {
    printf("# %s:", what);
    for (uint32_t i = 0; i < program->count; i++) printf(" \"%s\"", program->lines[i]);
    printf("\n");
}

// --- comparing -------------------------------------------------------------------------------------

static Event event_of(const Step *step) {
    Event event = {.actor = step->actor};
    event.footprint.everything = step->action->everything;
    event.footprint.count = step->action->count;
    memcpy(event.footprint.items, step->action->items, step->action->count * sizeof(Access));
    return event;
}

static bool count_class(void *context, const Execution *execution) {
    Event events[BRUTE_EVENTS];
    for (uint32_t i = 0; i < execution->trace->length; i++) events[i] = event_of(&execution->trace->steps[i]);
    brute_add(context, execution->machine, events, execution->trace->length);
    return true;
}

static SearchResult search_toy(Machine *machine, const char *strategy, Order order, Brute *found) {
    SearchConfig config = {
        .strategy = strategy_find(strategy), .order = order, .on_end = count_class, .context = found};
    SearchResult result = search_run(machine, &config);
    brute_sort(found);
    return result;
}

static bool same_classes(const Brute *a, const Brute *b) {
    if (a->count != b->count) return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (strcmp(a->items[i].actors, b->items[i].actors) != 0 || a->items[i].final != b->items[i].final) return false;
    return true;
}

static bool check_strategy(const Program *program, const Brute *truth, const char *strategy, bool never_blocked) {
    Machine *machine = toy_new(program->lines, program->count);
    uint64_t start = machine_hash(machine);
    Brute found = {0};
    SearchResult result = search_toy(machine, strategy, (Order)any(4), &found);
    bool once = strcmp(strategy, "optimal") == 0 || strcmp(strategy, "source") == 0;
    bool holds = result.complete && same_classes(truth, &found) && machine_hash(machine) == start;
    if (once) holds &= found.executions == found.count;
    if (never_blocked) holds &= result.blocked == 0;
    if (!holds) {
        program_print(program, strategy);
        printf("#   classes %u found %u executions %lu blocked %lu\n", truth->count, found.count,
               (unsigned long)found.executions, (unsigned long)result.blocked);
    }
    brute_free(&found);
    toy_free(machine);
    return holds;
}

static bool check_program(const Program *program, bool never_blocked) {
    Machine *machine = toy_new(program->lines, program->count);
    Brute truth = {.limit = 3000};
    bool holds = true;
    if (brute_enumerate(machine, &truth)) {
        holds &= check_strategy(program, &truth, "optimal", never_blocked);
        holds &= check_strategy(program, &truth, "source", false);
        holds &= check_strategy(program, &truth, "persistent", false);
        holds &= check_strategy(program, &truth, "none", true);
    }
    brute_free(&truth);
    toy_free(machine);
    return holds;
}

static bool check_random(const char *kinds, uint32_t programs, bool never_blocked) {
    uint32_t failures = 0;
    const char *more = getenv("WEFT_TEST_PROGRAMS");
    if (more) programs = (uint32_t)atoi(more);
    for (uint32_t i = 0; i < programs && failures < 5; i++) {
        Program program;
        seed = i * 7919 + 1;
        program_random(&program, kinds);
        failures += !check_program(&program, never_blocked);
    }
    return failures == 0;
}

// Found among many thousands: the search misses one class if races are reversed once only.
TEST(a_race_is_reversed_when_what_covered_it_has_changed) {
    Program program = {.count = 4, .lines = {"(B)<b>", "a<bB>A", "B", "a<aa>(B)"}};
    for (uint32_t i = 0; i < 20; i++) CHECK(check_program(&program, true));   // in every order
}

TEST(variables_are_searched_like_brute_force) { CHECK(check_random("vw", 120, true)); }
TEST(branches_are_searched_like_brute_force) { CHECK(check_random("vw(", 120, true)); }
TEST(known_values_and_updates_are_searched_like_brute_force) { CHECK(check_random("vw1+(", 120, true)); }
TEST(messages_are_searched_like_brute_force) { CHECK(check_random("v!!?s(", 120, true)); }
TEST(timeouts_are_searched_like_brute_force) { CHECK(check_random("!!?~w(", 120, false)); }
TEST(failing_insertions_are_searched_like_brute_force) { CHECK(check_random("vw^^(", 120, false)); }
TEST(spawning_is_searched_like_brute_force) { CHECK(check_random("vw!?*(", 120, true)); }
TEST(killing_is_searched_like_brute_force) { CHECK(check_random("vw#!?(", 120, false)); }
TEST(actions_on_everything_are_searched_like_brute_force) { CHECK(check_random("vww!?$(", 120, true)); }
TEST(all_kinds_together_are_searched_like_brute_force) { CHECK(check_random("vw1+^!!?s~#*$(", 120, false)); }
