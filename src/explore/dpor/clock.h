// Clock: which steps of the current execution happen before something.
//
// Steps have positions 0, 1, 2 ... in the execution, and each actor that has taken a step has a slot.
// A clock knows, for each slot, how far along the execution it has seen the steps of that actor: all
// of them at positions below seen[slot]. Slots are given out as actors take their first step, so an
// earlier clock is never the longer one; what it lacks counts as 0.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct {
    uint32_t *seen;
    uint32_t size;
} Clock;

Clock clock_new(Arena *arena, uint32_t size);   // has seen nothing
Clock clock_copy(Arena *arena, uint32_t size, Clock from);
void clock_join(Clock *clock, Clock earlier);   // has now seen what either saw

static inline bool clock_saw(Clock clock, uint32_t slot, uint32_t position) {
    return slot < clock.size && clock.seen[slot] > position;
}
