#include "explore/dpor/strategy.h"

static Choice *choose(Trace *trace, Order order) {
    const Step *step = trace_top(trace);
    if (!step->taken) return strategy_default(trace, order);
    for (uint32_t i = 0; i < step->choice_count; i++)
        if (!step->choices[i].done) return &step->choices[i];
    return NULL;
}

const Strategy strategy_none = {
    .name = "none",
    .about = "every interleaving, with no reduction",
    .choose = choose,
};
