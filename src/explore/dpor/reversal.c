#include "explore/dpor/reversal.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "explore/dpor/check.h"
#include "explore/dpor/execution.h"

void reversal_init(Reversal *reversal, const Execution *execution, Orders *orders) {
    *reversal = (Reversal){.last = NO_ACTOR, .execution = execution, .orders = orders};
}

void reversal_free(Reversal *reversal) { memory_free(reversal->all); }

void reversal_clear(Reversal *reversal) {
    reversal->events = reversal->all;
    reversal->count = reversal->needed = 0;
    reversal->conflicting[0] = reversal->conflicting[1] = reversal->actors = 0;
    reversal->last = NO_ACTOR;
    reversal->planned = NO_POSITION;
}

static void reserve(Reversal *reversal, uint32_t capacity) {
    if (capacity <= reversal->capacity) return;
    reversal->capacity = capacity * 2;
    reversal->events = reversal->all = memory_resize(reversal->all, reversal->capacity * sizeof(ReversalEvent));
}

static inline void add(Reversal *reversal, Action *action, uint32_t position, bool kept) {
    reversal->events[reversal->count++] = (ReversalEvent){action, position, kept};
    reversal->conflicting[0] |= action->conflicting[0];
    reversal->conflicting[1] |= action->conflicting[1];
    reversal->actors |= reversal_bit(action->actor);
}

void reversal_add(Reversal *reversal, Action *action, uint32_t position, bool kept) {
    assert(reversal->last == NO_ACTOR && reversal->events == reversal->all);
    reserve(reversal, reversal->count + 1);
    add(reversal, action, position, kept);
}

void reversal_remove(Reversal *reversal, uint32_t at) {
    assert(at <= reversal->count);
    if (at == reversal->count) {
        reversal->last = NO_ACTOR;
        return;
    }
    memmove(reversal->events + 1, reversal->events, at * sizeof(ReversalEvent));
    reversal->events++;
    reversal->count--;
}

// --- of a race ---------------------------------------------------------------------------------------------

static void add_notdep(Reversal *v, const Race *race, uint32_t from, uint32_t to) {
    const Step *steps = v->execution->steps, *step = steps + from;
    uint32_t slot = steps[race->first].slot;
    for (uint32_t i = from; i < to; i++, step++)
        if (!step->invisible && !clock_saw(step->clock, slot, race->first)) add(v, step->action, i, false);
}

// Puts those first that happen before e'. Of a disabled event there are none: it could have come where e did.
static void put_needed_first(Reversal *v, const Race *race) {
    for (uint32_t i = 0; i < v->count && v->events[i].position < race->second; i++) {
        ReversalEvent event = v->events[i];
        if (!execution_before(v->execution, event.position, race->second)) continue;
        memmove(v->events + v->needed + 1, v->events + v->needed, (i - v->needed) * sizeof event);
        event.kept = true;
        v->events[v->needed++] = event;
    }
}

void reversal_of(Reversal *v, const Race *race) {
    uint32_t length = v->execution->length;
    bool happened = race->known && !race_is_of_disabled(race);
    reversal_clear(v);
    reserve(v, length - race->first);
    add_notdep(v, race, race->first + 1, happened ? race->second : length);
    if (happened) {
        add(v, race->event, race->second, true);
        add_notdep(v, race, race->second + 1, length);
    } else {
        put_needed_first(v, race);
        if (race->known)
            reversal_end_after_all(v, race->event);
        else
            v->last = race->event->actor;
    }
    reversal_check(v, race);
}

bool reversal_end(Reversal *v, Action *last) {
    assert(v->last == last->actor && v->events == v->all);
    for (uint32_t i = v->needed; i < v->count; i++)
        if (action_conflicts(v->orders, v->events[i].action, last)) return false;
    v->last = NO_ACTOR;
    reversal_add(v, last, NO_POSITION, true);
    ReversalEvent *place = v->events + v->needed, end = v->events[v->count - 1];
    memmove(place + 1, place, (v->count - 1 - v->needed) * sizeof(ReversalEvent));
    *place = end;
    return true;
}

void reversal_end_after_all(Reversal *v, Action *last) {
    for (uint32_t i = v->needed; i < v->count; i++)
        v->events[i].kept |= action_conflicts(v->orders, v->events[i].action, last);
    v->last = NO_ACTOR;
    reversal_add(v, last, NO_POSITION, true);
}

// --- prefixes ----------------------------------------------------------------------------------------------

static bool is_before(const Reversal *v, uint32_t early, uint32_t late) {
    uint32_t first = v->events[early].position, second = v->events[late].position;
    return first == NO_POSITION || (second != NO_POSITION && execution_before(v->execution, first, second));
}

void reversal_close(Reversal *v) {
    for (uint32_t late = v->count; late-- > 0;)
        for (uint32_t early = 0; v->events[late].kept && early < late; early++)
            if (!v->events[early].kept) v->events[early].kept = is_before(v, early, late);
}

bool reversal_has_initial(const Reversal *v, Actor actor) {
    uint32_t at = 0, before;
    while (at < v->count && v->events[at].action->actor != actor) at++;
    return at < v->count && reversal_has_weak_initial(v, v->events[at].action, &before) == YES;
}
