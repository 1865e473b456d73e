// Stage: where single interleavings are run again, step by step, to look at them.
//
// A stage takes a machine at the start of stepping and can begin anew any number of times. Actors are given by
// number or by name; steps that are not possible are refused, never guessed.
#pragma once
#include "explore/dpor/execution.h"
#include "explore/witness/cast.h"

typedef struct {
    Machine *machine;
    Mark start;
    Cast cast;
    Actor *enabled;   // who can act now, ascending
    uint32_t enabled_count, enabled_capacity;
    Actor *path;   // who has acted since the beginning
    uint32_t length, capacity;
    Event event;   // of the last step
} Stage;

void stage_init(Stage *stage, Machine *machine);   // the machine stands at the start
void stage_free(Stage *stage);
void stage_begin(Stage *stage);   // back to the start

void stage_look(Stage *stage);   // again who can act: the rules have changed
bool stage_can(const Stage *stage, Actor actor);
bool stage_find(Stage *stage, const char *name, size_t size, Actor *actor);   // among those who can act
void stage_step(Stage *stage, Actor actor);

// Begins anew and takes the first steps of a path. False: one of them was not possible, and it stands before that.
bool stage_go(Stage *stage, const Actor *path, uint32_t steps);

// Begins anew and follows names, separated by blanks. False: one could not act.
bool stage_follow(Stage *stage, const Text *names);

// The actor of the next of the names, if it can act now; `names` then points behind it.
bool stage_next(Stage *stage, const char **names, Actor *actor);

// Who acts where nobody says who: who acted last, or else the first by name; somebody can.
Actor stage_usual(Stage *stage);

// Goes on so until nobody can act. False: there are more than `depth` steps in all.
bool stage_finish(Stage *stage, uint32_t depth);

void stage_names(Stage *stage, Text *out);   // of the path

// Runs the path again as an execution, which then knows what happens before what, and the races. The machine stands at
// its end until the stage begins anew.
void stage_execution(Stage *stage, Execution *out);

// What an actor is about to do, with its name in front.
void stage_describe(Stage *stage, Actor actor, Text *out);
