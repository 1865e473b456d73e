// The point of no return, and the race to blame, against brute force, on small random programs of the toy machine.
#include "explore/witness/doom.h"

#include "program.h"
#include "tap.h"
#include "toy.h"

enum { DEPTH = 64, ENDS_MAX = 3000 };

// A run passes when variable a is even in the end; otherwise its error is what a is.
static Verdict judge(void *context, Machine *machine, bool ended, const char *key) {
    (void)context;
    int value = toy_value(machine, 'a');
    return (Verdict){.passes = ended && value % 2 == 0, .same = ended && value == key[0]};
}

typedef struct {
    uint32_t ends, passing, same;
    Actor failing[DEPTH];   // the last one that does
    uint32_t length;        // 0: none
} Tally;

// All runs from where the machine stands.
static void try_all(Machine *machine, Actor *path, uint32_t depth, const char *key, Tally *tally) {
    Actor actors[TOY_PROCESSES];
    uint32_t count = machine_enabled(machine, actors, TOY_PROCESSES);
    if (tally->ends > ENDS_MAX) return;
    Mark mark = machine_mark(machine);
    for (uint32_t i = 0; i < count; i++) {
        path[depth] = actors[i];
        machine_step(machine, actors[i]);
        try_all(machine, path, depth + 1, key, tally);
        machine_undo(machine, mark);
    }
    if (count) return;
    Verdict verdict = judge(NULL, machine, true, key);
    tally->ends++;
    tally->passing += verdict.passes;
    tally->same += verdict.same;
    if (verdict.passes) return;
    for (uint32_t i = 0; i < depth; i++) tally->failing[i] = path[i];
    tally->length = depth;
}

static Doom find_by_force(Machine *machine, const DoomedRun *run, uint32_t *steps) {
    Mark start = machine_mark(machine);
    for (*steps = 0;; ++*steps) {
        Actor path[DEPTH];
        Tally tally = {0};
        machine_undo(machine, start);
        for (uint32_t i = 0; i < *steps; i++) machine_step(machine, run->path[i]);
        try_all(machine, path, 0, run->key, &tally);
        machine_undo(machine, start);
        if (!tally.passing) return tally.same == tally.ends ? DOOM_SAME : DOOM_ANY;
    }
}

static Doom find(Machine *machine, const DoomedRun *run, uint64_t budget, uint32_t *steps) {
    Stage stage;
    stage_init(&stage, machine);
    Explainer explainer = {.stage = &stage, .depth = DEPTH, .judge = judge};
    Doom doom = doom_find(&explainer, run, &budget, steps);
    stage_begin(&stage);
    stage_free(&stage);
    return doom;
}

// The key of a failing run is what its variable a ends with.
static char key_of(Machine *machine, const Tally *tally) {
    Mark mark = machine_mark(machine);
    for (uint32_t i = 0; i < tally->length; i++) machine_step(machine, tally->failing[i]);
    char key = (char)toy_value(machine, 'a');
    machine_undo(machine, mark);
    return key;
}

static bool check_program(const Program *program, uint32_t *checked) {
    Actor path[DEPTH];
    Tally tally = {0};
    Machine *machine = toy_new(program->lines, program->count);
    try_all(machine, path, 0, "", &tally);
    bool holds = true;
    if (tally.length && tally.ends <= ENDS_MAX) {
        char key[2] = {key_of(machine, &tally), 0};
        DoomedRun run = {.path = tally.failing, .fails = tally.length, .key = key};
        uint32_t steps, expected;
        Doom right = find_by_force(machine, &run, &expected), found = find(machine, &run, 1000000, &steps);
        holds = found == right && steps == expected;
        if (!holds) program_print(program, "doom");
        ++*checked;
    }
    toy_free(machine);
    return holds;
}

TEST(the_point_of_no_return_is_the_one_that_brute_force_finds) {
    uint32_t checked = 0;
    bool holds = true;
    for (uint32_t seed = 1; seed <= 400; seed++) {
        Program program;
        program_random(&program, seed % 2 ? "vw" : "vw!?", seed);
        holds &= check_program(&program, &checked);
    }
    CHECK(holds);
    CHECK(checked > 100);
}

TEST(a_way_out_that_is_known_already_is_not_looked_for) {
    static const char *const lines[] = {"aA", "aA"};   // 1 when the second reads too early
    static const Actor path[] = {0, 1, 0, 1};
    Machine *machine = toy_new(lines, 2);
    DoomedRun run = {.path = path, .escapes = 2, .fails = 2, .key = "\1"};
    uint32_t steps;
    CHECK(find(machine, &run, 0, &steps) == DOOM_SAME && steps == 2);
    run.escapes = 0;
    CHECK(find(machine, &run, 1000, &steps) == DOOM_SAME && steps == 2);
    toy_free(machine);
}

TEST(when_the_budget_is_used_up_nothing_is_claimed) {
    static const char *const lines[] = {"aA", "aA"};
    static const Actor path[] = {0, 1, 0, 1};
    Machine *machine = toy_new(lines, 2);
    DoomedRun run = {.path = path, .fails = 4, .key = "\1"};
    uint32_t steps;
    CHECK(find(machine, &run, 3, &steps) == DOOM_UNKNOWN);
    toy_free(machine);
}

// --- the race to blame -------------------------------------------------------------------------------------

static void add_names(const Tally *tally, Text *out) {
    for (uint32_t i = 0; i < tally->length; i++) text_format(out, i ? " %u" : "%u", tally->failing[i]);
}

// A race is named if some interleaving passes, and the one that is told beside it does, with the two the other way
// round.
static bool names_a_race(Machine *machine, const Tally *tally, char key) {
    Stage stage;
    uint64_t budget = 1000000;
    Finding finding = {0};
    stage_init(&stage, machine);
    Explainer explainer = {.stage = &stage, .depth = DEPTH, .judge = judge, .budget = &budget};
    add_names(tally, &finding.schedule.names);
    text_format(&finding.key, "%c", key);
    explain_finding(&explainer, &finding);
    bool named = finding.cause == CAUSE_RACE, holds = named == (tally->passing > 0);
    if (named) {
        const StoryRace *race = &finding.races[finding.race];
        holds &= stage_follow(&stage, &finding.passing.names) && judge(NULL, machine, !stage.enabled_count, "").passes;
        holds &= (race->second ? race->second > race->first : race->late.size > 0) &&
                 stage.path[race->first - 1] != tally->failing[race->first - 1];
    }
    stage_begin(&stage);
    stage_free(&stage);
    finding_free(&finding);
    return holds;
}

static bool explains_program(const Program *program, uint32_t *checked) {
    Actor path[DEPTH];
    Tally tally = {0};
    Machine *machine = toy_new(program->lines, program->count);
    try_all(machine, path, 0, "", &tally);
    bool judged = tally.length && tally.ends <= ENDS_MAX && key_of(machine, &tally);
    bool holds = !judged || names_a_race(machine, &tally, key_of(machine, &tally));
    if (!holds) program_print(program, "explain");
    *checked += judged && tally.passing;
    toy_free(machine);
    return holds;
}

TEST(a_race_is_to_blame_whenever_some_interleaving_passes) {
    static const char *const kinds[] = {"vw", "vw!?", "vw!?#", "vw^("};
    uint32_t checked = 0;
    bool holds = true;
    for (uint32_t seed = 1; seed <= 800; seed++) {
        Program program;
        program_random(&program, kinds[seed % 4], seed);
        holds &= explains_program(&program, &checked);
    }
    CHECK(holds);
    CHECK(checked > 100);
}
