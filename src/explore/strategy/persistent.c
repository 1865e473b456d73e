// Dynamic partial order reduction, Flanagan and Godefroid 2005, with sleep sets.
#include "explore/strategy.h"

// What has to come before the later step.
static bool needed(const Trace *trace, uint32_t first, uint32_t late, uint32_t position) {
    (void)first;
    return trace_before(trace, position, late);
}

static Actor choose(Trace *trace, Order order) {
    return trace_top(trace)->taken ? strategy_planned(trace) : strategy_default(trace, order);
}

static void stepped(Trace *trace, bool bounded) { strategy_plan(trace, needed, bounded); }

const Strategy strategy_persistent = {
    .name = "persistent",
    .about = "persistent sets: the classic reduction",
    .sleeps = true,
    .choose = choose,
    .stepped = stepped,
};
