// Dynamic partial order reduction, Flanagan and Godefroid 2005, with sleep sets.
//
// In the state before a race's first event the later event's process is planned, or one whose event it needs. Where
// that process is asleep, or what is planned could not begin the race's reversal, a source set is planned beside it: a
// persistent set is one.
#include "explore/dpor/strategy.h"

static Choice *awake(const Step *state, Actor actor) {
    Choice *choice = execution_choice(state, actor);
    return choice && !choice->asleep ? choice : NULL;
}

// The process of the later event, if it can act in the state, else one whose event happens before that.
static Choice *needed(Execution *execution, const Race *race) {
    const Step *state = &execution->steps[race->first];
    Choice *choice = awake(state, race->event->actor);
    for (uint32_t i = race->first + 1; !choice && i < race->second; i++)
        if (execution_before(execution, i, race->second)) choice = awake(state, execution->steps[i].actor);
    return choice;
}

static void plan(Execution *execution, Race *race) {
    Choice *choice = needed(execution, race);
    if (choice) choice->planned = true;
    strategy_plan(execution, race);
}

static void ended(Execution *execution, uint32_t first) {
    (void)first;
    strategy_reverse_all(execution, plan);
}

const Strategy strategy_persistent = {
    .name = "persistent",
    .about = "persistent sets: the classic reduction",
    .sleeps = true,
    .choose = strategy_planned_or_first,
    .ended = ended,
};
