#include "explore/strategy.h"

#include <string.h>

#include "explore/sleep.h"

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
    const Step *step = trace_top(trace), *before = trace_led_by(trace, step);
    if (before && order != ORDER_STRICT) {
        Choice *last = trace_choice(step, before->actor);
        if (last && !last->asleep) return last;
        if (order == ORDER_ROUND) return first_awake(step, first_not_below(step, before->actor));
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

// The next branch of the wakeup tree. Its labels say what an action might do, as long as it is not known
// what it does; so it happens that a branch was explored meanwhile, or cannot be followed. The latter
// may have stood for others, so where nothing else is left, the way is open again.
Choice *strategy_follow(Trace *trace, Order order) {
    Step *step = trace_top(trace);
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

// --- planning --------------------------------------------------------------------------------------

// Whether the actor of a choice has a step in the sequence that depends on none before it (the paper's initials).
static bool is_initial(Sequence *sequence, Actor actor) {
    uint32_t i = 0, at;
    while (i < sequence->count && sequence->items[i].action->actor != actor) i++;
    if (i == sequence->count) return false;
    return sequence_may_begin(sequence, sequence->items[i].action, &at);
}

// Who sleeps does not count where orders may be unnoticed: if it is in the sequence, what woke it need not be.
static bool begins_already(const Trace *trace, const Step *step, Sequence *sequence) {
    bool sleepers = !strategy_is_loose(trace);
    for (uint32_t i = 0; i < step->choice_count; i++) {
        const Choice *choice = &step->choices[i];
        bool counts = choice->asleep ? sleepers : choice->planned || choice->done;
        if (counts && is_initial(sequence, choice->actor)) return true;
    }
    return false;
}

// What the one who noticed the order of two messages does if they lie there the other way round.
static Action *take_instead(Trace *trace, const Action *action, const Mail *taken, const Mail *instead) {
    Footprint footprint = {.count = action->count, .everything = action->everything, .idle = action->idle};
    for (uint32_t i = 0; i < action->count; i++) {
        footprint.items[i] = action->items[i];
        bool takes = action->items[i].object == taken->mailbox->object && action->items[i].value == taken->value;
        if (takes) footprint.items[i].value = instead->value;
    }
    return actions_hold(&trace->actions, action->actor, &footprint);
}

// The two messages whose order a step noticed.
static void find_messages(Trace *trace, const Race *race, const Mail **first, const Mail **second) {
    for (*first = trace->steps[race->first].mails; *first; *first = (*first)->beside)
        for (*second = trace->steps[race->second].mails; *second; *second = (*second)->beside)
            if ((*first)->mailbox == (*second)->mailbox && (*first)->observer == race->observer &&
                mail_is_observed(trace, *first, race->observer - 1, *second)) return;
}

static void add_observed(Trace *trace, const Race *race) {
    Sequence *sequence = &trace->sequence;
    uint32_t observer = race->observer - 1;
    Step *step = &trace->steps[observer];
    sequence_add(sequence, trace->steps[race->first].action, race->first);
    for (uint32_t i = race->first + 1; i < trace->length; i++) {
        bool done = i == race->second || i == observer || trace->steps[i].lonely || !trace_before(trace, race->first, i);
        if (!done && !trace_before(trace, observer, i)) sequence_add(sequence, trace->steps[i].action, i);
    }
    const Mail *first, *second;
    find_messages(trace, race, &first, &second);
    if (step->notices->taken) {
        sequence->observer = race->observer;
        sequence->other = first;
        sequence->instead = second;
    }
    sequence->label = take_instead(trace, step->action, first, second);
    sequence_add(sequence, sequence->label, observer);
}

void strategy_reversal(Trace *trace, const Race *race) {
    Sequence *sequence = &trace->sequence;
    sequence_begin(sequence, trace->observing ? trace : NULL, race->first);
    for (uint32_t i = race->first + 1; i < trace->length; i++)
        if (!trace->steps[i].lonely && !trace_before(trace, race->first, i))
            sequence_add(sequence, trace->steps[i].action, i);
    sequence_add(sequence, race->late, race->second == race->first ? NO_POSITION : race->second);
    if (race->observer) add_observed(trace, race);
}

void strategy_beginning(Trace *trace, const Race *race) {
    Sequence *sequence = &trace->sequence;
    sequence_begin(sequence, NULL, race->first);
    for (uint32_t i = race->first + 1; i < race->second; i++)
        if (!trace->steps[i].lonely && !trace_before(trace, race->first, i))
            sequence_add(sequence, trace->steps[i].action, i);
    sequence_add(sequence, race->late, race->second);
}

// Who is made on the way conflicts with nothing there, yet is not the first.
static bool can_begin(const Choice *choice, Sequence *sequence) {
    return choice && !choice->asleep && is_initial(sequence, choice->actor);
}

void strategy_plan(Trace *trace, const Race *race) {
    Sequence *sequence = &trace->sequence;
    Step *step = &trace->steps[race->first];
    Choice *choice = trace_choice(step, race->late->actor);
    for (uint32_t i = 0; !can_begin(choice, sequence) && i < sequence->count; i++)
        choice = trace_choice(step, sequence->items[i].action->actor);
    if (can_begin(choice, sequence) && !begins_already(trace, step, sequence)) choice->planned = true;
}

void strategy_plan_whole(Trace *trace, const Race *race) {
    Step *step = &trace->steps[race->first];
    uint32_t at;
    if (!sleep_cover(step, &trace->sequence, &at)) wakeup_insert(&trace->wakeups, &step->wakeup, &trace->sequence);
}

// It could have come first in that state, or after whatever else happened since.
void strategy_plan_attempts(Trace *trace) {
    for (uint32_t i = 0; trace->attempts && i < trace->length; i++)
        for (const Race *race = trace->steps[i].attempts; race; race = race->next) {
            strategy_reversal(trace, race);
            trace->sequence.trace = NULL;   // as if every order mattered
            strategy_plan(trace, race);
            trace_choice(&trace->steps[i], race->late->actor)->planned = true;
        }
}
