#include "explore/strategy.h"

#include <string.h>

#define STRATEGY(name) extern const Strategy strategy_##name;
#include "explore/strategy.def"
#undef STRATEGY

static const Strategy *const strategies[] = {
#define STRATEGY(name) &strategy_##name,
#include "explore/strategy.def"
#undef STRATEGY
};

enum { STRATEGY_COUNT = sizeof strategies / sizeof *strategies };

const Strategy *strategy_at(uint32_t index) { return index < STRATEGY_COUNT ? strategies[index] : NULL; }

const Strategy *strategy_find(const char *name) {
    for (uint32_t i = 0; i < STRATEGY_COUNT; i++)
        if (strcmp(strategies[i]->name, name) == 0) return strategies[i];
    return NULL;
}

// --- who runs first --------------------------------------------------------------------------------

static Choice *first_awake(const Step *step, uint32_t from) {
    for (uint32_t i = 0; i < step->choice_count; i++) {
        uint32_t at = from + i < step->choice_count ? from + i : from + i - step->choice_count;
        if (!step->choices[at].asleep) return &step->choices[at];
    }
    return NULL;
}

static Choice *last_awake(const Step *step) {
    for (uint32_t i = step->choice_count; i > 0; i--)
        if (!step->choices[i - 1].asleep) return &step->choices[i - 1];
    return NULL;
}

static uint32_t first_not_below(const Step *step, Actor actor) {
    uint32_t i = 0;
    while (i < step->choice_count && step->choices[i].actor < actor) i++;
    return i;
}

Choice *strategy_default(const Trace *trace, Order order) {
    const Step *step = trace_top(trace);
    if (trace->length && order != ORDER_STRICT) {
        Choice *last = trace_choice(step, step[-1].actor);
        if (last && !last->asleep) return last;
        if (order == ORDER_ROUND) return first_awake(step, first_not_below(step, step[-1].actor));
    }
    return order == ORDER_NEWEST ? last_awake(step) : first_awake(step, 0);
}

Choice *strategy_planned(const Trace *trace) {
    const Step *step = trace_top(trace);
    for (uint32_t i = 0; i < step->choice_count; i++) {
        Choice *choice = &step->choices[i];
        if (choice->planned && !choice->done && !choice->asleep) return choice;
    }
    return NULL;
}

// --- planning --------------------------------------------------------------------------------------

// Whether the actor of a choice has a step in the sequence that depends on none before it (the paper's initials).
static bool is_initial(const Sequence *sequence, Actor actor) {
    uint32_t i = 0, at;
    while (i < sequence->count && sequence->items[i]->actor != actor) i++;
    if (i == sequence->count) return false;
    return sequence_may_begin(sequence, sequence->items[i], &at);
}

static bool begins_already(const Step *step, const Sequence *sequence) {
    for (uint32_t i = 0; i < step->choice_count; i++) {
        const Choice *choice = &step->choices[i];
        if ((choice->planned || choice->done || choice->asleep) && is_initial(sequence, choice->actor)) return true;
    }
    return false;
}

// Where steps are bounded, an execution may fit only if the switch is made earlier: at the beginning of
// the block of steps that is interrupted (Coons, Musuvathi, McKinley 2013).
static void plan_at_block(Trace *trace, uint32_t first, Actor actor) {
    while (first > 0 && trace->steps[first - 1].actor == trace->steps[first].actor) first--;
    Step *step = &trace->steps[first];
    Choice *choice = trace_choice(step, actor);
    if (choice) choice->planned = true;
    for (uint32_t i = 0; !choice && i < step->choice_count; i++) step->choices[i].planned = true;
}

void strategy_reversal(Trace *trace, const Race *race) {
    Sequence *sequence = &trace->sequence;
    sequence->count = 0;
    for (uint32_t i = race->first + 1; i < trace->length; i++)
        if (!trace_before(trace, race->first, i)) sequence_add(sequence, trace->steps[i].action);
    sequence_add(sequence, race->late);
}

void strategy_plan(Trace *trace, const Race *race, bool bounded) {
    const Sequence *sequence = &trace->sequence;
    Step *step = &trace->steps[race->first];
    // Who is made on the way conflicts with nothing there, yet is not the first.
    Choice *late = trace_choice(step, race->late->actor);
    Actor actor = late && is_initial(sequence, late->actor) ? late->actor : sequence->items[0]->actor;
    if (!begins_already(step, sequence)) {
        Choice *choice = trace_choice(step, actor);
        if (choice) choice->planned = true;
    }
    if (bounded) plan_at_block(trace, race->first, actor);
}

void strategy_plan_attempts(Trace *trace, uint32_t first) {
    (void)first;
    for (uint32_t i = 0; trace->attempts && i < trace->length; i++)
        for (const Race *race = trace->steps[i].attempts; race; race = race->next) {
            strategy_reversal(trace, race);
            strategy_plan(trace, race, false);
        }
}
