// Walks random schedules of a program. Wherever two actors can act and what they touch does not conflict, their order
// must not matter: both orders lead to the same state, and neither takes the other's chance away.
//
//     commute SEED WALKS OTP-ROOT DIRECTORY MODULE FUNCTION
#include <stdio.h>
#include <stdlib.h>

#include "vm/machine.h"

enum { STEPS_MAX = 1000, ACTORS_MAX = 64 };

static uint64_t seed;

static uint32_t any(uint32_t below) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (uint32_t)(seed >> 16) % below;
}

static bool is_enabled(Machine *machine, Actor actor) {
    Actor actors[ACTORS_MAX];
    uint32_t count = machine_enabled(machine, actors, ACTORS_MAX);
    for (uint32_t i = 0; i < count; i++)
        if (actors[i] == actor) return true;
    return false;
}

static void tell(Machine *machine, const char *what, Actor a, Actor b) {
    const Actor actors[] = {a, b};
    printf("%s:\n", what);
    for (int i = 0; i < 2; i++) {
        Description description;
        Text name = {0};
        machine_describe(machine, actors[i], &description);
        machine_actor_name(machine, actors[i], &name);
        printf("  %s: %s\n", text_string(&name), text_string(&description.what));
        description_free(&description);
        text_free(&name);
    }
}

// The state after both, or 0: the second could not follow the first.
static uint64_t hash_after(Machine *machine, Mark mark, Actor first, Actor second) {
    machine_step(machine, first);
    uint64_t hash = 0;
    if (is_enabled(machine, second)) {
        machine_step(machine, second);
        hash = machine_hash(machine);
    }
    machine_undo(machine, mark);
    return hash;
}

static bool commute(Machine *machine, Mark mark, Actor a, Actor b) {
    Footprint first, second;
    machine_pending(machine, a, &first);
    machine_pending(machine, b, &second);
    if (footprint_conflicts(&first, &second)) return true;
    uint64_t one = hash_after(machine, mark, a, b), other = hash_after(machine, mark, b, a);
    if (one && one == other) return true;
    tell(machine, one && other ? "the order matters" : "one makes the other impossible", a, b);
    return false;
}

static bool all_commute(Machine *machine, const Actor *actors, uint32_t count) {
    Mark mark = machine_mark(machine);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++)
            if (!commute(machine, mark, actors[i], actors[j])) return false;
    return true;
}

static bool walk(Machine *machine) {
    Actor actors[ACTORS_MAX];
    for (int step = 0; step < STEPS_MAX; step++) {
        uint32_t count = machine_enabled(machine, actors, ACTORS_MAX);
        if (count == 0) break;
        if (!all_commute(machine, actors, count)) return false;
        machine_step(machine, actors[any(count)]);
    }
    return true;
}

int main(int argc, char **argv) {
    if (argc != 7) return 2;
    seed = strtoull(argv[1], NULL, 10) * 2654435769u + 1;
    const char *paths[] = {argv[4]};
    MachineConfig config = {.otp_root = argv[3], .paths = paths, .path_count = 1, .max_memory = (size_t)4 << 30};
    Error err;
    Machine *machine = machine_new(&config, &err);
    if (!machine_start(machine, argv[5], argv[6], NULL, 0, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 2;
    }
    machine_begin_stepping(machine);
    Mark start = machine_mark(machine);
    bool good = true;
    for (int walks = atoi(argv[2]); good && walks > 0; walks--) {
        good = walk(machine);
        machine_undo(machine, start);
    }
    machine_free(machine);
    return good ? 0 : 1;
}
