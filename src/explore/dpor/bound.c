#include "explore/dpor/bound.h"

#include <time.h>

static bool is_preemption(const Execution *execution, Actor actor) {
    const Step *step = execution_top(execution);
    return !step->rests && step[-1].actor != actor;
}

uint32_t bound_cost(const Bound *bound, const Execution *execution, Actor actor) {
    switch (bound->kind) {
    case BOUND_PREEMPTION: return is_preemption(execution, actor);
    case BOUND_DELAY: return execution_top(execution)->taken;
    case BOUND_NONE: break;
    }
    return 0;
}

bool bound_allows(const Bound *bound, const Execution *execution, Actor actor) {
    if (bound->kind == BOUND_NONE) return true;
    return execution_top(execution)->spent + bound_cost(bound, execution, actor) <= bound->budget;
}

double bound_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double bound_used(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}
