// Source DPOR, Abdulla et al. 2014, Algorithm 1; names as there.
#include "explore/strategy.h"

// notdep(e, E): what happened since e but not because of it.
static bool not_after(const Trace *trace, uint32_t first, uint32_t late, uint32_t position) {
    (void)late;
    return !trace_before(trace, first, position);
}

static Actor choose(Trace *trace, Order order) {
    return trace_top(trace)->taken ? strategy_planned(trace) : strategy_default(trace, order);
}

static void stepped(Trace *trace, bool bounded) { strategy_plan(trace, not_after, bounded); }

const Strategy strategy_source = {
    .name = "source",
    .about = "source sets: no two complete interleavings are equivalent, some may be blocked",
    .sleeps = true,
    .choose = choose,
    .stepped = stepped,
};
