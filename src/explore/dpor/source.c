// Source DPOR, Abdulla, Aronis, Jonsson, Sagonas 2014, Algorithm 1; names as there.
//
// Races are reversed at the ends of executions, with all of them that does not happen after the race's first event.
#include "explore/dpor/strategy.h"

static Choice *choose(Trace *trace, Order order) {
    return trace_top(trace)->taken ? strategy_planned(trace) : strategy_default(trace, order);
}

static void ended(Trace *trace, uint32_t first) {
    (void)first;
    for (uint32_t late = 0; late < trace->length; late++)
        for (Race *race = trace->steps[late].races; race; race = race->next) strategy_plan(trace, race);
    for (uint32_t i = 0; trace->attempts && i < trace->length; i++)
        for (Race *race = trace->steps[i].attempts; race; race = race->next)
            if (region_lets(trace, race)) strategy_plan(trace, race);
}

const Strategy strategy_source = {
    .name = "source",
    .about = "source sets: no two complete interleavings are equivalent, some may be blocked",
    .sleeps = true,
    .choose = choose,
    .ended = ended,
};
