// Source DPOR, Abdulla et al. 2014, Algorithm 1; names as there.
#include "explore/strategy.h"

static Choice *choose(Trace *trace, Order order) {
    return trace_top(trace)->taken ? strategy_planned(trace) : strategy_default(trace, order);
}

static void stepped(Trace *trace, bool bounded) {
    uint32_t late = trace->length - 1;
    for (const Race *race = trace->steps[late].races; race; race = race->next) {
        strategy_reversal(trace, race);
        strategy_plan(trace, race, bounded);
    }
}

const Strategy strategy_source = {
    .name = "source",
    .about = "source sets: no two complete interleavings are equivalent, some may be blocked",
    .sleeps = true,
    .choose = choose,
    .stepped = stepped,
    .ended = strategy_plan_attempts,
};
