// Source DPOR, Abdulla, Aronis, Jonsson, Sagonas 2014, Algorithm 1; names as there.
//
// The source set of a state is what its choices say: `planned`, `done` and `asleep`. Who is added to it: strategy_plan
// (strategy.c). Races are reversed at the ends of executions, with all of them that does not happen after the race's
// first event.
#include "explore/dpor/strategy.h"

static void ended(Execution *execution, uint32_t first) {
    (void)first;
    strategy_reverse_all(execution, strategy_plan);
}

const Strategy strategy_source = {
    .name = "source",
    .about = "source sets: no two complete interleavings are equivalent, some may be blocked",
    .sleeps = true,
    .choose = strategy_planned_or_first,
    .ended = ended,
};
