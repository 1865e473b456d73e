// Persistent sets where preemptions are bounded (Coons, Musuvathi, McKinley 2013), by blocks (block.h).
//
// Every class with a member within the bound is explored. What comes from a state X within the bound and begins with
// none of those explored there must have something that conflicts with their blocks. Let P be the whole block of one of
// them, and e the first thing in the other execution that conflicts with P. Then e comes up after P, too, and at no
// higher cost, since a block that is not interrupted is left for free. There the race of e with a step of P is seen,
// and e is planned twice: where that step is, which interrupts P, and in X, which does not. So X has somebody with whom
// the other execution can begin, and what has to come before moves there in whole blocks.
//
// A block that waits is left for free, too. If P has found a message on the way to that step, e could also have come
// while P waited for it: P up to there is planned to come before the one who sent it.
#include <assert.h>

#include "explore/dpor/strategy.h"

// Whoever goes on comes first: it costs nothing.
static Choice *choose(Execution *execution, Order order) {
    if (execution_top(execution)->taken) return strategy_planned(execution);
    return strategy_default(execution, order == ORDER_STRICT ? ORDER_OLDEST : order);
}

static void plan_all(Step *step) {
    for (uint32_t i = 0; i < step->choice_count; i++) step->choices[i].planned = true;
}

// Plans that the step `late` comes before the one at `at` and the rest of its block: somebody who has to act for that,
// unless one is planned or explored. Sleepers do not count, for what races with them is seen elsewhere.
static void plan_at(Execution *execution, uint32_t at, uint32_t late) {
    Step *step = &execution->steps[at];
    Choice *found = NULL;
    for (uint32_t i = block_end(execution, at); i <= late; i++) {
        if (i < late && !execution_before(execution, i, late)) continue;
        if (i < late && execution_before(execution, at, i)) return;   // it cannot come before all of the block
        Choice *choice = execution_choice(step, execution->steps[i].actor);
        if (choice && (choice->planned || choice->done)) return;
        if (choice && !choice->asleep) found = choice;
    }
    if (found)
        found->planned = true;
    else
        plan_all(step);
}

// The send of a message that a step has found, though it could have come and waited for it earlier: its position; or
// NO_POSITION.
static uint32_t found_early(const Execution *execution, uint32_t at) {
    const Step *receive = &execution->steps[at];
    if (!receive->previous) return NO_POSITION;
    uint32_t sent = receive->enabler - 1, arrived = receive->previous - 1;   // NO_POSITION: it has found none
    return sent < arrived && !execution_before(execution, sent, arrived) ? sent : NO_POSITION;
}

static void plan(Execution *execution, uint32_t first, uint32_t late);

// To come between the steps of a block costs nothing where it waits: in front of a message that it has found.
static void plan_waiting(Execution *execution, uint32_t begin, uint32_t first) {
    for (uint32_t i = begin + 1; i <= first; i++) {
        uint32_t sent = found_early(execution, i);
        if (sent == NO_POSITION || execution->steps[i].sequence == execution->sequence) continue;
        execution->steps[i].sequence = execution->sequence;   // once for each race will do
        plan(execution, sent, i - 1);
    }
}

static void plan(Execution *execution, uint32_t first, uint32_t late) {
    uint32_t begin = block_begin(execution, first);
    assert(begin <= first && first < late && late < execution->length);
    plan_at(execution, first, late);
    if (begin != first) plan_at(execution, begin, late);
    plan_waiting(execution, begin, first);
}

static void reverse(Execution *execution, const Race *race, uint32_t late) {
    execution->sequence++;
    plan(execution, race->first, late);
}

static void plan_actor(Step *step, Actor actor) {
    Choice *choice = execution_choice(step, actor);
    if (choice && !choice->asleep)
        choice->planned = true;
    else if (choice && !choice->done)
        plan_all(step);
}

// What a step made impossible.
static void plan_disabled(Execution *execution, uint32_t first) {
    uint32_t begin = block_begin(execution, first);
    for (const Race *race = execution->steps[first].disabled; race; race = race->next) {
        plan_actor(&execution->steps[first], race->event->actor);
        plan_actor(&execution->steps[begin], race->event->actor);
        execution->sequence++;
        plan_waiting(execution, begin, first);
    }
}

static void ended(Execution *execution, uint32_t first) {
    for (uint32_t late = first; late < execution->length; late++)
        for (const Race *race = execution->steps[late].races; race; race = race->next) reverse(execution, race, late);
    for (uint32_t i = 0; execution->disabled && i < execution->length; i++) plan_disabled(execution, i);
}

const Strategy strategy_bounded = {
    .name = "bounded",
    .about = "persistent sets of blocks: all that has few enough preemptions",
    .sleeps = true,
    .choose = choose,
    .ended = ended,
};
