// Dynamic partial order reduction, Flanagan and Godefroid 2005, with sleep sets.
#include "explore/strategy.h"

// What has to come before the later step, and then that step.
static void collect_needed(Trace *trace, const Race *race, uint32_t late) {
    Sequence *sequence = &trace->sequence;
    sequence_begin(sequence, NULL, race->first);
    for (uint32_t i = race->first + 1; i < late; i++)
        if (trace_before(trace, i, late)) sequence_add(sequence, trace->steps[i].action, i);
    sequence_add(sequence, race->late, late);
}

static Choice *choose(Trace *trace, Order order) {
    return trace_top(trace)->taken ? strategy_planned(trace) : strategy_default(trace, order);
}

static void ended(Trace *trace, uint32_t first) {
    for (uint32_t late = first; late < trace->length; late++)
        for (const Race *race = trace->steps[late].races; race; race = race->next) {
            collect_needed(trace, race, late);
            strategy_plan(trace, race);
        }
    strategy_plan_attempts(trace);
}

const Strategy strategy_persistent = {
    .name = "persistent",
    .about = "persistent sets: the classic reduction",
    .sleeps = true,
    .choose = choose,
    .ended = ended,
};
