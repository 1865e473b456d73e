#include "explore/dpor/strategy.h"

#include <assert.h>
#include <string.h>

#include "explore/dpor/sleep.h"

#define STRATEGY(name) extern const Strategy strategy_##name;
#include "explore/dpor/strategy.def"
#undef STRATEGY

static const Strategy *const strategies[] = {
#define STRATEGY(name) &strategy_##name,
#include "explore/dpor/strategy.def"
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

// From a place on, going round. `calm`: preferably of those who have not raced.
static Choice *first_awake(const Execution *execution, uint32_t from, bool calm) {
    const Step *step = execution_top(execution);
    Choice *first = NULL;
    for (uint32_t i = 0; i < step->choice_count; i++) {
        Choice *choice = &step->choices[from + i < step->choice_count ? from + i : from + i - step->choice_count];
        if (choice->asleep) continue;
        if (!calm || !execution_has_raced(execution, choice->actor)) return choice;
        if (!first) first = choice;
    }
    return first;
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

Choice *strategy_default(const Execution *execution, Order order) {
    const Step *step = execution_top(execution), *before = execution_led_by(execution, step);
    if (before && order != ORDER_STRICT) {
        Choice *last = execution_choice(step, before->actor);
        if (last) return last;   // whoever has just acted does not sleep
        if (order == ORDER_ROUND) return first_awake(execution, first_not_below(step, before->actor), false);
    }
    return order == ORDER_NEWEST ? last_awake(step) : first_awake(execution, 0, false);
}

Choice *strategy_calm(const Execution *execution) {
    const Step *step = execution_top(execution), *before = execution_led_by(execution, step);
    return first_awake(execution, before ? first_not_below(step, before->actor) : 0, true);
}

Choice *strategy_planned(const Execution *execution) {
    const Step *step = execution_top(execution);
    for (uint32_t i = 0; i < step->choice_count; i++) {
        Choice *choice = &step->choices[i];
        if (choice->planned && !choice->done && !choice->asleep) return choice;
    }
    return NULL;
}

// The next branch of the wakeup tree. It can always be followed: no sleeping event is a weak initial of it (optimal.c),
// and what it says that happens does happen. Unless the machine has broken its contract: then the search goes on with
// what is left, and says that it is not complete.
Choice *strategy_follow(Execution *execution) {
    Step *step = execution_top(execution);
    while (step->wakeup) {
        Wakeup branch = wakeup_take(&execution->wakeups, &step->wakeup);
        Choice *choice = execution_choice(step, branch.action->actor);
        assert(choice && !choice->asleep);
        if (choice && !choice->asleep) {
            execution->ahead = branch.child;
            execution->expected = branch.action;
            execution->follows = true;
            return choice;
        }
        execution->broken = true;
        action_release(branch.action);
        wakeup_drop(&execution->wakeups, branch.child);
    }
    return NULL;
}

// --- source sets -------------------------------------------------------------------------------------------

// Whether the reversal could begin with a process's next event in that state. Of the last event of the reversal that is
// known only if the process sleeps there, with nothing in its way.
static bool can_begin(const Reversal *v, const Choice *choice) {
    uint32_t at;
    if (reversal_has_initial(v, choice->actor)) return true;
    return v->last == choice->actor && choice->asleep && reversal_has_weak_initial(v, choice->asleep, &at) == YES;
}

static bool is_begun(const Step *state, const Reversal *v) {
    for (uint32_t i = 0; i < state->choice_count; i++) {
        const Choice *choice = &state->choices[i];
        if ((choice->asleep || choice->planned || choice->done) && can_begin(v, choice)) return true;
    }
    return false;
}

void strategy_plan(Execution *execution, Race *race) {
    const Step *state = &execution->steps[race->first];
    Reversal *v = &execution->reversal;
    reversal_of(v, race);
    if (is_begun(state, v)) return;
    Actor later = race->event->actor;
    assert(later != state->actor && (v->count || v->last == later));
    Choice *choice = NULL;
    if (v->count == 0 || reversal_has_initial(v, later)) choice = execution_choice(state, later);
    if (!choice && v->count) choice = execution_choice(state, v->events[0].action->actor);
    if (choice && !choice->asleep) choice->planned = true;
}

void strategy_reverse_all(Execution *execution, void (*reverse)(Execution *execution, Race *race)) {
    for (uint32_t i = 0; i < execution->length; i++) {
        for (Race *race = execution->steps[i].races; race; race = race->next) reverse(execution, race);
        for (Race *race = execution->steps[i].disabled; race; race = race->next)
            if (region_lets(execution, race)) reverse(execution, race);
    }
}

Choice *strategy_planned_or_first(Execution *execution, Order order) {
    return execution_top(execution)->taken ? strategy_planned(execution) : strategy_default(execution, order);
}
