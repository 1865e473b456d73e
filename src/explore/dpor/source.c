// Source DPOR, Abdulla, Aronis, Jonsson, Sagonas 2014, Algorithm 1; names as there.
//
// Races are reversed at the ends of executions, with all of them that does not happen after the race's first event.
#include "explore/dpor/strategy.h"

static Choice *choose(Execution *execution, Order order) {
    return execution_top(execution)->taken ? strategy_planned(execution) : strategy_default(execution, order);
}

static void ended(Execution *execution, uint32_t first) {
    (void)first;
    for (uint32_t late = 0; late < execution->length; late++)
        for (Race *race = execution->steps[late].races; race; race = race->next) strategy_plan(execution, race);
    for (uint32_t i = 0; execution->disabled && i < execution->length; i++)
        for (Race *race = execution->steps[i].disabled; race; race = race->next)
            if (region_lets(execution, race)) strategy_plan(execution, race);
}

const Strategy strategy_source = {
    .name = "source",
    .about = "source sets: no two complete interleavings are equivalent, some may be blocked",
    .sleeps = true,
    .choose = choose,
    .ended = ended,
};
