// Lineage: processes known by what they are for, so that a schedule survives changes of the program.
//
// P.3 is the third process that P makes. If the program is changed and makes one process less before it, the same
// process is P.2 now. What tells which one is meant is the function that it began with, and how many of the same
// parent's had begun with the same one before: P.3, the second who began with server:loop/1, is now the second who
// begins with it.
#pragma once
#include "explore/witness/cast.h"

typedef struct {
    Text name, initial;   // initial: the function
} LineageProcess;

typedef struct {
    LineageProcess *processes;   // in the order in which they were added
    uint32_t count, capacity;
} Lineage;

void lineage_free(Lineage *lineage);
void lineage_add(Lineage *lineage, const char *name, const char *initial);

// Adds the processes of the machine that are not there yet.
void lineage_look(Lineage *lineage, Machine *machine, Cast *cast);

// What an actor of one program is called in another; also one that is no process but named after some, such as a
// timer. False: nobody there corresponds to it so far.
bool lineage_translate(const Lineage *then, const Lineage *now, const char *name, Text *out);
