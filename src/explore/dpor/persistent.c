// Dynamic partial order reduction, Flanagan and Godefroid 2005, with sleep sets.
//
// In the state before a race's first event the later event's process is planned, or one whose event it needs. Where
// that process is asleep, or what is planned could not begin the race's reversal, a source set is planned beside it: a
// persistent set is one.
#include "explore/dpor/strategy.h"

static Choice *awake(const Step *state, Actor actor) {
    Choice *choice = trace_choice(state, actor);
    return choice && !choice->asleep ? choice : NULL;
}

// The process of the later event, if it can act in the state, else one whose event happens before that.
static Choice *needed(Trace *trace, const Race *race) {
    const Step *state = &trace->steps[race->first];
    Choice *choice = awake(state, race->event->actor);
    for (uint32_t i = race->first + 1; !choice && i < race->second; i++)
        if (trace_before(trace, i, race->second)) choice = awake(state, trace->steps[i].actor);
    return choice;
}

static void plan(Trace *trace, Race *race) {
    Choice *choice = needed(trace, race);
    if (choice) choice->planned = true;
    strategy_plan(trace, race);
}

static Choice *choose(Trace *trace, Order order) {
    return trace_top(trace)->taken ? strategy_planned(trace) : strategy_default(trace, order);
}

static void ended(Trace *trace, uint32_t first) {
    (void)first;
    for (uint32_t late = 0; late < trace->length; late++)
        for (Race *race = trace->steps[late].races; race; race = race->next) plan(trace, race);
    for (uint32_t i = 0; trace->attempts && i < trace->length; i++)
        for (Race *race = trace->steps[i].attempts; race; race = race->next)
            if (region_lets(trace, race)) plan(trace, race);
}

const Strategy strategy_persistent = {
    .name = "persistent",
    .about = "persistent sets: the classic reduction",
    .sleeps = true,
    .choose = choose,
    .ended = ended,
};
