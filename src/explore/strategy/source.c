// Source DPOR, Abdulla et al. 2014, Algorithm 1; names as there.
#include "explore/strategy.h"

static Choice *choose(Trace *trace, Order order) {
    return trace_top(trace)->taken ? strategy_planned(trace) : strategy_default(trace, order);
}

static void ended(Trace *trace, uint32_t first, bool bounded) {
    for (uint32_t late = first; late < trace->length; late++) {
        if (bounded) strategy_plan_waiting(trace, late);
        for (const Race *race = trace->steps[late].races; race; race = race->next) {
            strategy_reversal(trace, race);
            trace->sequence.trace = NULL;   // only its beginning is planned: whoever notices an order may not follow
            strategy_plan(trace, race, bounded);
        }
    }
    strategy_plan_attempts(trace);
}

const Strategy strategy_source = {
    .name = "source",
    .about = "source sets: no two complete interleavings are equivalent, some may be blocked",
    .sleeps = true,
    .observes = true,
    .choose = choose,
    .ended = ended,
};
