// Dynamic partial order reduction, Flanagan and Godefroid 2005, with sleep sets.
#include "explore/strategy.h"

// What has to come before the later step, and then that step.
static void collect_needed(Trace *trace, const Race *race, uint32_t late) {
    Sequence *sequence = &trace->sequence;
    sequence->count = 0;
    for (uint32_t i = race->first + 1; i < late; i++)
        if (trace_before(trace, i, late)) sequence_add(sequence, trace->steps[i].action);
    sequence_add(sequence, race->late);
}

static Choice *choose(Trace *trace, Order order) {
    return trace_top(trace)->taken ? strategy_planned(trace) : strategy_default(trace, order);
}

static void stepped(Trace *trace, bool bounded) {
    uint32_t late = trace->length - 1;
    for (const Race *race = trace->steps[late].races; race; race = race->next) {
        collect_needed(trace, race, late);
        strategy_plan(trace, race, bounded);
    }
}

const Strategy strategy_persistent = {
    .name = "persistent",
    .about = "persistent sets: the classic reduction",
    .sleeps = true,
    .choose = choose,
    .stepped = stepped,
    .ended = strategy_plan_attempts,
};
