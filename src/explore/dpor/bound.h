// Bound: how much of the search is done.
//
// Depth, number, time and a stop flag cut the search where it is. A scheduling bound gives each execution a budget: of
// preemptions (another actor runs although the last one is a process that could go on; leaving one that waits is free),
// or of delays (alternatives tried before this one in a state). What it allows is explored all, with every strategy
// that may be used with it: for preemptions that is strategy_bounded, and for both those without a reduction.
#pragma once
#include <signal.h>

#include "explore/dpor/execution.h"

typedef enum { BOUND_NONE, BOUND_PREEMPTION, BOUND_DELAY } BoundKind;

typedef struct {
    uint32_t depth;                      // steps of one execution; 0: no bound
    uint32_t beyond;                     // steps of others once the verdict is clear (machine_has_verdict); 0: no bound
    uint64_t interleavings;              // 0: no bound
    double seconds;                      // 0: no bound
    const volatile sig_atomic_t *stop;   // becomes nonzero when the search shall end; may be NULL
    BoundKind kind;
    uint32_t budget;
} Bound;

// What it would cost to let the actor run from the execution's top.
uint32_t bound_cost(const Bound *bound, const Execution *execution, Actor actor);
bool bound_allows(const Bound *bound, const Execution *execution, Actor actor);

double bound_now(void);    // seconds of a clock that only goes on
double bound_used(void);   // seconds of the processor that this process has had, whatever else the machine does
