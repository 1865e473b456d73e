// Persistent sets where preemptions are bounded (Coons, Musuvathi, McKinley 2013), by blocks (block.h).
//
// Every class with a member within the bound is explored. What comes from a state X within the bound and begins with none
// of those explored there must have something that conflicts with their blocks. Let P be the whole block of one
// of them, and e the first thing in the other execution that conflicts with P. Then e comes up after P, too, and at no higher
// cost, since a block that is not interrupted is left for free. There the race of e with a step of P is seen, and e is
// planned twice: where that step is, which interrupts P, and in X, which does not. So X has somebody with whom
// the other execution can begin, and what has to come before moves there in whole blocks.
//
// A block that waits is left for free, too. If P has found a message on the way to that step, e could also have come while P
// waited for it: P up to there is planned to come before the one who sent it.
#include "explore/dpor/strategy.h"

// Whoever goes on comes first: it costs nothing.
static Choice *choose(Trace *trace, Order order) {
    if (trace_top(trace)->taken) return strategy_planned(trace);
    return strategy_default(trace, order == ORDER_STRICT ? ORDER_OLDEST : order);
}

static void plan_all(Step *step) {
    for (uint32_t i = 0; i < step->choice_count; i++) step->choices[i].planned = true;
}

// Plans that the step `late` comes before the one at `at` and the rest of its block: somebody who has to act for that, unless one
// is planned or explored. Sleepers do not count, for what races with them is seen elsewhere.
static void plan_at(Trace *trace, uint32_t at, uint32_t late) {
    Step *step = &trace->steps[at];
    Choice *found = NULL;
    for (uint32_t i = block_end(trace, at); i <= late; i++) {
        if (i < late && !trace_before(trace, i, late)) continue;
        if (i < late && trace_before(trace, at, i)) return;   // it cannot come before all of the block
        Choice *choice = trace_choice(step, trace->steps[i].actor);
        if (choice && (choice->planned || choice->done)) return;
        if (choice && !choice->asleep) found = choice;
    }
    if (found) found->planned = true;
    else plan_all(step);
}

// The send of a message that a step has found, though it could have come and waited for it earlier: its position; or NO_POSITION.
static uint32_t found_early(const Trace *trace, uint32_t at) {
    const Step *receive = &trace->steps[at];
    if (!receive->enabler || !receive->previous) return NO_POSITION;
    uint32_t sent = receive->enabler - 1, arrived = receive->previous - 1;
    return sent < arrived && !trace_before(trace, sent, arrived) ? sent : NO_POSITION;
}

static void plan(Trace *trace, uint32_t first, uint32_t late);

// To come between the steps of a block costs nothing where it waits: in front of a message that it has found.
static void plan_waiting(Trace *trace, uint32_t begin, uint32_t first) {
    for (uint32_t i = begin + 1; i <= first; i++) {
        uint32_t sent = found_early(trace, i);
        if (sent == NO_POSITION || trace->steps[i].sequence == trace->sequence) continue;
        trace->steps[i].sequence = trace->sequence;   // once for each race will do
        plan(trace, sent, i - 1);
    }
}

static void plan(Trace *trace, uint32_t first, uint32_t late) {
    uint32_t begin = block_begin(trace, first);
    plan_at(trace, first, late);
    if (begin != first) plan_at(trace, begin, late);
    plan_waiting(trace, begin, first);
}

static void reverse(Trace *trace, const Race *race, uint32_t late) {
    trace->sequence++;
    plan(trace, race->first, late);
}

static void plan_actor(Step *step, Actor actor) {
    Choice *choice = trace_choice(step, actor);
    if (choice && !choice->asleep) choice->planned = true;
    else if (choice && !choice->done) plan_all(step);
}

// What a step made impossible.
static void plan_attempts(Trace *trace, uint32_t first) {
    uint32_t begin = block_begin(trace, first);
    for (const Race *race = trace->steps[first].attempts; race; race = race->next) {
        plan_actor(&trace->steps[first], race->event->actor);
        plan_actor(&trace->steps[begin], race->event->actor);
        trace->sequence++;
        plan_waiting(trace, begin, first);
    }
}

static void ended(Trace *trace, uint32_t first) {
    for (uint32_t late = first; late < trace->length; late++)
        for (const Race *race = trace->steps[late].races; race; race = race->next) reverse(trace, race, late);
    for (uint32_t i = 0; trace->attempts && i < trace->length; i++) plan_attempts(trace, i);
}

const Strategy strategy_bounded = {
    .name = "bounded",
    .about = "persistent sets of blocks: all that has few enough preemptions",
    .sleeps = true,
    .choose = choose,
    .ended = ended,
};
