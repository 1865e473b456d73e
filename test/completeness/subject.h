// Subject: a machine that stands before the first visible action of a program.
// `delivery` is async, instant, or at-once: the latter with signals handled at once. Or it says what may break: nodes
// (nothing), crashes, restarts, disconnects, kills, or faults (one of each). With pieces, the bytes of streams come in
// any.

#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm/machine.h"

enum { SUBJECT_ACTORS = 64 };

typedef struct {
    MachineConfig config;   // the machine refers to it
    const char *path;
    Machine *machine;
} Subject;

static inline bool subject_has(const char *delivery, const char *fault) {
    return strcmp(delivery, fault) == 0 || strcmp(delivery, "faults") == 0;
}

typedef enum {
    SUBJECT_PLAIN,       // as weft check has it
    SUBJECT_ANY_FIRST,   // any of those who are told of an end may be the first
    SUBJECT_STATES,      // so it is for a search over states
} SubjectKind;

// False: it could not be started; why is on standard error.
static inline bool subject_open_as(SubjectKind kind, Subject *subject, const char *delivery, const char *otp_root,
                                   const char *directory, const char *module, const char *function) {
    Error err;
    subject->path = directory;
    subject->config = (MachineConfig){.otp_root = otp_root,
                                      .paths = &subject->path,
                                      .path_count = 1,
                                      .max_memory = (size_t)4 << 30,
                                      .part_bits = 1,
                                      .any_told_first = kind == SUBJECT_ANY_FIRST,
                                      .stateful = kind == SUBJECT_STATES,
                                      .async_delivery = strcmp(delivery, "async") == 0,
                                      .signals_at_once = strcmp(delivery, "at-once") == 0,
                                      .any_pieces = strcmp(delivery, "pieces") == 0};
    bool breaks = subject_has(delivery, "crashes") || subject_has(delivery, "disconnects") ||
                  strcmp(delivery, "restarts") == 0 || subject_has(delivery, "kills");
    if (breaks || strcmp(delivery, "nodes") == 0) {
        subject->config.node = "main";
        subject->config.nodes = "a,b";
        subject->config.restarts = strcmp(delivery, "restarts") == 0;
        subject->config.crashes = subject_has(delivery, "crashes") || subject->config.restarts;
        subject->config.disconnects = subject_has(delivery, "disconnects");
        subject->config.kills = subject_has(delivery, "kills");
    }
    subject->machine = machine_new(&subject->config, &err);
    bool started = subject->machine && machine_start(subject->machine, module, function, NULL, 0, &err);
    if (started)
        machine_begin_stepping(subject->machine);
    else
        fprintf(stderr, "%s\n", err.text);
    return started;
}

static inline bool subject_open(Subject *subject, const char *delivery, const char *otp_root, const char *directory,
                                const char *module, const char *function) {
    return subject_open_as(SUBJECT_PLAIN, subject, delivery, otp_root, directory, module, function);
}

static inline void subject_close(Subject *subject) { machine_free(subject->machine); }

// For main(): PROGRAM LIMIT DELIVERY ROOT FOLDER MODULE FUNCTION...; each function is checked on a machine of its own.
// The exit status.
static inline int subject_check_each(int argc, char **argv,
                                     bool (*check)(Machine *machine, const char *name, int limit)) {
    bool good = true;
    if (argc < 7) return 2;
    for (int i = 6; i < argc; i++) {
        Subject subject;
        if (!subject_open(&subject, argv[2], argv[3], argv[4], argv[5], argv[i])) return 2;
        good &= check(subject.machine, argv[i], atoi(argv[1]));
        subject_close(&subject);
    }
    return good ? 0 : 1;
}

// Prints who the actor is and what it is about to do.
static inline void subject_tell(Machine *machine, Actor actor) {
    Description description;
    Text name = {0};
    machine_describe(machine, actor, &description);
    machine_actor_name(machine, actor, &name);
    printf("  %s: %s\n", text_string(&name), text_string(&description.what));
    description_free(&description);
    text_free(&name);
}
