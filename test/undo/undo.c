// Runs a function step by step and takes back every step: the hash of the state after an undo must be the one taken at
// the mark, and the same step again must lead to the same state.
//
//     undo SEED OTP-ROOT DIRECTORY MODULE FUNCTION [ARGUMENT ...]
//
// With COLLECT_ALWAYS in the environment garbage is collected at every chance.
#include <stdio.h>
#include <stdlib.h>

#include "vm/machine.h"

enum { STEPS_MAX = 3000, ACTORS_MAX = 64 };

static uint64_t seed;

static uint32_t any(uint32_t below) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (uint32_t)(seed >> 16) % below;
}

static Mark marks[STEPS_MAX];
static uint64_t hashes[STEPS_MAX];

static int wrong(const char *what, int step) {
    printf("step %d: %s\n", step, what);
    return 1;
}

static int check_step(Machine *machine, int step, Actor actor) {
    marks[step] = machine_mark(machine);
    hashes[step] = machine_hash(machine);
    machine_step(machine, actor);
    uint64_t after = machine_hash(machine);
    machine_undo(machine, marks[step]);
    if (machine_hash(machine) != hashes[step]) return wrong("undo did not bring the state back", step);
    machine_step(machine, actor);
    if (machine_hash(machine) != after) return wrong("the same step led to another state", step);
    return 0;
}

static int walk(Machine *machine) {
    Actor actors[ACTORS_MAX];
    int step = 0;
    while (step < STEPS_MAX) {
        uint32_t count = machine_enabled(machine, actors, ACTORS_MAX);
        if (count == 0) break;
        if (check_step(machine, step++, actors[any(count)])) return 1;
    }
    for (int back = step - 1; back >= 0; back -= 1 + (int)any(5)) {
        machine_undo(machine, marks[back]);
        if (machine_hash(machine) != hashes[back]) return wrong("an earlier state did not come back", back);
    }
    printf("%d steps\n", step);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 6) return 2;
    seed = strtoull(argv[1], NULL, 10) * 2654435769u + 1;
    const char *paths[] = {argv[3]};
    MachineConfig config = {.otp_root = argv[2],
                            .paths = paths,
                            .path_count = 1,
                            .max_memory = (size_t)4 << 30,
                            .collect_always = getenv("COLLECT_ALWAYS"),
                            .async_delivery = getenv("ASYNC_DELIVERY")};
    const char *const *arguments = argc > 6 ? (const char *const *)(argv + 6) : NULL;
    Error err;
    Machine *machine = machine_new(&config, &err);
    if (!machine_start(machine, argv[4], argv[5], arguments, (size_t)(argc - 6), &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    machine_begin_stepping(machine);
    int status = walk(machine);
    if (machine_outcome(machine) == OUTCOME_UNSUPPORTED) printf("stopped: %s\n", machine_message(machine));
    machine_free(machine);
    return status;
}
