#include "explore/dpor/reversal.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "explore/dpor/execution.h"

void reversal_init(Reversal *reversal, Orders *orders) { *reversal = (Reversal){.last = NO_ACTOR, .orders = orders}; }

void reversal_free(Reversal *reversal) { memory_free(reversal->all); }

void reversal_clear(Reversal *reversal) {
    reversal->events = reversal->all;
    reversal->count = 0;
    reversal->conflicting[0] = reversal->conflicting[1] = reversal->actors = 0;
    reversal->last = NO_ACTOR;
    reversal->needed = 0;
}

void reversal_add(Reversal *reversal, Action *action, uint32_t position) {
    assert(reversal->last == NO_ACTOR && reversal->events == reversal->all);
    if (reversal->count == reversal->capacity) {
        reversal->capacity = reversal->capacity * 2 + 64;
        reversal->events = reversal->all = memory_resize(reversal->all, reversal->capacity * sizeof(ReversalEvent));
    }
    reversal->events[reversal->count++] = (ReversalEvent){action, position};
    reversal->conflicting[0] |= action->conflicting[0];
    reversal->conflicting[1] |= action->conflicting[1];
    reversal->actors |= reversal_bit(action->actor);
}

void reversal_remove(Reversal *reversal, uint32_t at) {
    assert(at <= reversal->count);
    if (at == reversal->count) {
        reversal->last = NO_ACTOR;
        return;
    }
    reversal->count--;
    if (at == 0) reversal->events++;
    else memmove(reversal->events + at, reversal->events + at + 1, (reversal->count - at) * sizeof(ReversalEvent));
}

static bool is_in(const Execution *execution, const Race *race, uint32_t position) {
    return !execution->steps[position].invisible && !execution_before(execution, race->first, position);
}

// Of a disabled event nothing is needed: it could have come where the other one did.
static bool is_needed(const Execution *execution, const Race *race, uint32_t position) {
    return position < race->second && execution_before(execution, position, race->second);
}

static void add_notdep(Reversal *v, const Execution *execution, const Race *race) {
    for (uint32_t i = race->first + 1; i < execution->length; i++)
        if (is_in(execution, race, i)) reversal_add(v, execution->steps[i].action, i);
}

static void add_notdep_of(Reversal *v, const Execution *execution, const Race *race, bool needed) {
    for (uint32_t i = race->first + 1; i < execution->length; i++)
        if (is_in(execution, race, i) && is_needed(execution, race, i) == needed) reversal_add(v, execution->steps[i].action, i);
}

void reversal_of(Reversal *v, const Execution *execution, const Race *race) {
    reversal_clear(v);
    if (race->known) {
        add_notdep(v, execution, race);
        reversal_add(v, race->event, race_is_of_disabled(race) ? NO_POSITION : race->second);
    } else {
        add_notdep_of(v, execution, race, true);
        v->needed = v->count;
        add_notdep_of(v, execution, race, false);
        v->last = race->event->actor;
    }
}

bool reversal_end(Reversal *v, Action *last) {
    assert(v->last == last->actor && v->events == v->all);
    for (uint32_t i = v->needed; i < v->count; i++)
        if (action_conflicts(v->orders, v->events[i].action, last)) return false;
    v->last = NO_ACTOR;
    reversal_add(v, last, NO_POSITION);
    return true;
}

bool reversal_has_initial(const Reversal *v, Actor actor) {
    uint32_t at = 0, before;
    while (at < v->count && v->events[at].action->actor != actor) at++;
    return at < v->count && reversal_has_weak_initial(v, v->events[at].action, &before) == YES;
}
