#include "explore/dpor/strategy.h"

static Choice *choose(Execution *execution, Order order) {
    const Step *step = execution_top(execution);
    if (!step->taken) return strategy_default(execution, order);
    for (uint32_t i = 0; i < step->choice_count; i++)
        if (!step->choices[i].done) return &step->choices[i];
    return NULL;
}

const Strategy strategy_none = {
    .name = "none",
    .about = "every interleaving, with no reduction",
    .choose = choose,
};
