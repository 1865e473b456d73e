// Source DPOR, Abdulla et al. 2014, Algorithm 1; names as there.
#include "explore/strategy.h"

static Choice *choose(Trace *trace, Order order) {
    const Step *step = trace_top(trace);
    Choice *next = strategy_follow(trace, order);   // before who is planned alone, and may be the first of a sequence
    if (next) return next;
    return step->taken ? strategy_planned(trace) : strategy_default(trace, order);
}

// If it was noticed only later that the order matters, a run that only begins with the reversal may be one where
// nobody notices: the whole of it has to be followed. Where nobody notices, what came after a race may keep its place by chance,
// and says nothing about how other executions that have the race can begin.
static void reverse(Trace *trace, const Race *race) {
    if (strategy_is_loose(trace) && !race->observer) strategy_beginning(trace, race);
    else strategy_reversal(trace, race);
    trace->sequence.trace = NULL;   // who could begin it is asked as if every order mattered
    if (race->observer) strategy_plan_whole(trace, race);
    else strategy_plan(trace, race);
}

static void ended(Trace *trace, uint32_t first) {
    for (uint32_t late = first; late < trace->length; late++)
        for (const Race *race = trace->steps[late].races; race; race = race->next) reverse(trace, race);
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
