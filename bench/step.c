// How long it takes to mark a state, make one visible action happen, and take it back.
//
//     step OTP-ROOT DIRECTORY MODULE FUNCTION ...
#include <stdio.h>
#include <time.h>

#include "vm/machine.h"

enum { ROUNDS = 1000000, ACTORS_MAX = 8 };

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int measure(const MachineConfig *config, const char *module, const char *function) {
    Error err;
    Machine *machine = machine_new(config, &err);
    if (!machine_start(machine, module, function, NULL, 0, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    machine_begin_stepping(machine);
    Actor actors[ACTORS_MAX];
    uint32_t count = machine_enabled(machine, actors, ACTORS_MAX);
    if (count == 0) return 1;
    double start = seconds();
    Mark first = machine_mark(machine);
    for (int i = 0; i < ROUNDS; i++) {
        machine_mark(machine);
        machine_step(machine, actors[count - 1]);
        machine_undo(machine, first);
    }
    printf("%-12s %6.0f ns for mark, step and undo\n", function, (seconds() - start) * 1e9 / ROUNDS);
    machine_free(machine);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 5) return 2;
    const char *paths[] = {argv[2]};
    MachineConfig config = {.otp_root = argv[1], .paths = paths, .path_count = 1, .max_memory = (size_t)1 << 30};
    for (int i = 4; i < argc; i++)
        if (measure(&config, argv[3], argv[i])) return 1;
    return 0;
}
