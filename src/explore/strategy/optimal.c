// Optimal DPOR, Abdulla et al. 2014, Algorithm 2; names as there.
#include <stdlib.h>
#include "explore/sleep.h"
#include "explore/strategy.h"

// The next branch of the wakeup tree. Its labels say what an action might do, as long as it is not known
// what it does; so it happens that a branch was explored meanwhile, or cannot be followed. The latter
// may have stood for others, so where nothing else is left, the way is open again.
static Actor follow(Trace *trace, Step *step, Order order) {
    bool lost = false;
    while (step->wakeup) {
        Actor actor = wakeup_take(&trace->wakeups, &step->wakeup, &trace->ahead);
        const Choice *choice = trace_choice(step, actor);
        if (choice && !choice->asleep) return actor;
        lost |= !choice;
        wakeup_drop(&trace->wakeups, trace->ahead);
        trace->ahead = NULL;
    }
    return lost && !step->taken ? strategy_default(trace, order) : NO_ACTOR;
}

static Actor choose(Trace *trace, Order order) {
    Step *step = trace_top(trace);
    bool free = !step->taken && !step->wakeup;
    return free ? strategy_default(trace, order) : follow(trace, step, order);
}

// v := notdep(e, E).e', where e' is the later event.
static void collect_reversal(Trace *trace, const Race *race, uint32_t late) {
    Sequence *v = &trace->sequence;
    v->count = 0;
    for (uint32_t i = race->first + 1; i < trace->length; i++)
        if (i != late && !trace_before(trace, race->first, i)) sequence_add(v, trace->steps[i].action);
    sequence_add(v, race->late);
}

static void reverse(Trace *trace, const Race *race, uint32_t late) {
    Step *step = &trace->steps[race->first];
    collect_reversal(trace, race, late);
    if (!sleep_covers(step, &trace->sequence)) wakeup_insert(&trace->wakeups, &step->wakeup, &trace->sequence);
}

// Races among older steps were seen at an earlier end.
static void ended(Trace *trace, uint32_t first) {
    (void)first; for (uint32_t late = getenv("ALL") ? 0 : first; late < trace->length; late++)
        for (const Race *race = trace->steps[late].races; race; race = race->next) reverse(trace, race, late);
}

const Strategy strategy_optimal = {
    .name = "optimal",
    .about = "optimal DPOR: each class of interleavings once, none in vain",
    .sleeps = true,
    .choose = choose,
    .ended = ended,
};
