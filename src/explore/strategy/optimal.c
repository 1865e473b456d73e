// Optimal DPOR, Abdulla et al. 2014, Algorithm 2; names as there.
#include "explore/sleep.h"
#include "explore/strategy.h"

// The next branch of the wakeup tree. Its labels say what an action might do, as long as it is not known
// what it does; so it happens that a branch was explored meanwhile, or cannot be followed. The latter
// may have stood for others, so where nothing else is left, the way is open again.
static Choice *follow(Trace *trace, Step *step, Order order) {
    bool lost = false;
    while (step->wakeup) {
        Actor actor = wakeup_take(&trace->wakeups, &step->wakeup, &trace->ahead);
        Choice *choice = trace_choice(step, actor);
        if (choice && !choice->asleep) return choice;
        lost |= !choice;
        wakeup_drop(&trace->wakeups, trace->ahead);
        trace->ahead = NULL;
    }
    return lost && !step->taken ? strategy_default(trace, order) : NULL;
}

static Choice *choose(Trace *trace, Order order) {
    Step *step = trace_top(trace);
    bool free = !step->taken && !step->wakeup;
    return free ? strategy_default(trace, order) : follow(trace, step, order);
}

static void reverse(Trace *trace, const Race *race) {
    Step *step = &trace->steps[race->first];
    strategy_reversal(trace, race);
    if (!sleep_covers(step, &trace->sequence)) wakeup_insert(&trace->wakeups, &step->wakeup, &trace->sequence);
}

// Races of older steps were reversed at an earlier end. An attempt leaves no step whose own races would
// tell what else could come before it, so it is tried again at every end.
static void ended(Trace *trace, uint32_t first) {
    for (uint32_t late = first; late < trace->length; late++)
        for (const Race *race = trace->steps[late].races; race; race = race->next) reverse(trace, race);
    for (uint32_t i = 0; trace->attempts && i < trace->length; i++)
        for (const Race *race = trace->steps[i].attempts; race; race = race->next) reverse(trace, race);
}

const Strategy strategy_optimal = {
    .name = "optimal",
    .about = "optimal DPOR: each class of interleavings once, none in vain",
    .sleeps = true,
    .choose = choose,
    .ended = ended,
};
