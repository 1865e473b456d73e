// Run: one execution of the machine, decided step by step.
//
// Runs begin at the same mark, so that none pays for the start of the program. What is drawn for a run follows from
// the seed and the number of its draw alone, and no choice depends on the numbers of actors, which are given
// out as they are met: who is chosen is the same whoever does the run, and after whatever other runs.
#pragma once
#include "base/chance.h"
#include "explore/random/fingerprint.h"
#include "vm/machine.h"

typedef struct {
    uint64_t name;         // a number that stands for its name; 0: not met yet
    uint32_t generation;   // of the run that the rest belongs to
    uint32_t steps;        // it has taken
    uint64_t last;         // its latest step in the fingerprint
    uint32_t foreseen;     // `pending` is what it is about to do as step number so much minus 1; 0: not asked yet
    Footprint *pending;    // NULL: never asked
} RunActor;

typedef struct Run {
    Machine *machine;
    Mark start;
    uint32_t depth;   // steps, at most
    Chance chance;
    uint32_t generation;
    Actor *enabled;   // who can act now
    uint32_t enabled_count, enabled_capacity;
    Actor *path;   // who has acted
    uint32_t length, capacity;
    bool blind;    // nobody wants to know what steps touch: no events, no fingerprint
    Event event;   // the latest step
    Fingerprint fingerprint;
    RunActor *actors;
    uint32_t actor_capacity;
    uint64_t events;   // steps of all runs
    Text name;         // scratch
} Run;

void run_init(Run *run, Machine *machine, uint32_t depth);   // the machine stands at the start
void run_free(Run *run);

void run_begin(Run *run, uint64_t seed, uint64_t number);   // back to the start
void run_again(Run *run);                                   // the same, and what is drawn goes on
void run_step(Run *run, Actor actor);

static inline bool run_is_over(const Run *run) { return run->enabled_count == 0 || run->length >= run->depth; }
bool run_can(const Run *run, Actor actor);

RunActor *run_meet(Run *run, Actor actor);   // for the first time in a run

static inline RunActor *run_actor(Run *run, Actor actor) {
    bool met = actor < run->actor_capacity && run->actors[actor].generation == run->generation;
    return met ? &run->actors[actor] : run_meet(run, actor);
}

uint64_t run_hash_name(const char *name, size_t size);   // the number that stands for it

// What an actor is about to do.
const Footprint *run_pending(Run *run, Actor actor);

// A random number that belongs to an actor, and to whatever else the words say, in this draw.
static inline uint64_t run_draw(Run *run, uint64_t draw, Actor actor) {
    return chance_mix(draw ^ run_actor(run, actor)->name);
}

// One of those who can act, or of some of them, each equally likely.
Actor run_any(Run *run);
Actor run_any_of(Run *run, const Actor *actors, uint32_t count);
