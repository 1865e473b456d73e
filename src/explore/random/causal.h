// Causal: which steps of a run could not have been without which.
//
// A step comes after the one before it of its actor, after the one that made it possible, and after the one that sent
// the message it takes. That is less than what happened before what: two that merely touched the same object could have
// come in the other order.
#pragma once
#include "explore/random/run.h"

typedef struct {
    uint32_t *seen;   // by slot of an actor: how many of its steps came before
    uint32_t size;
} CausalClock;

typedef struct {
    uint32_t generation;   // of the run that the rest belongs to
    uint32_t slot;
    uint32_t last;    // position of its latest step plus 1, or 0
    uint32_t since;   // position plus 1 of the step that made its next one possible, or 0
    bool enabled;     // in the state before
} CausalActor;

typedef struct {
    uint64_t object, value;
    uint32_t generation, position;
} CausalMail;

typedef struct {
    CausalActor *actors;
    uint32_t actor_capacity;
    uint32_t slots;        // given out
    CausalClock *clocks;   // by position; their memory is used again
    uint32_t *clock_capacities;
    uint32_t *step_slots, *step_counts;   // by position: whose, and the how many-th of it
    uint32_t count, capacity;
    CausalMail *mails;   // a hash table
    uint32_t mail_size, mail_count;
    Actor *before;   // who could act in the state before
    uint32_t before_count, before_capacity;
    CausalClock next;   // scratch
    uint32_t next_capacity;
} Causal;

void causal_free(Causal *causal);
void causal_begin(Causal *causal, Run *run);
void causal_add(Causal *causal, Run *run);   // the run's latest step

// What comes before the next step of an actor who can act: good until the next call.
CausalClock causal_next(Causal *causal, Run *run, Actor actor);

// Whether the step at a position came before what has this clock.
static inline bool causal_saw(const Causal *causal, CausalClock clock, uint32_t position) {
    uint32_t slot = causal->step_slots[position];
    return slot < clock.size && clock.seen[slot] > causal->step_counts[position];
}
