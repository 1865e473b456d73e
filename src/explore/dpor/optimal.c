// Optimal DPOR, Abdulla, Aronis, Jonsson, Sagonas 2014 and 2017, Algorithm 2; names as there.
//
// At every end, each race (e, e') of the execution is reversed: v = notdep(e, E).p' is inserted into the wakeup tree of the
// state before e, unless a sleeping event of that state is a weak initial of v. Both questions are about the events of v as they
// happen from that state on; docs/search.md has the proof, which is not the paper's where events depend on the state.
//
// What the last event of v touches may not be known (reversal.h). If an answer depends on it, v is deferred until the
// search is back in the state, before another branch is begun there: then v is run once, and inserted.
#include <string.h>

#include "base/chance.h"
#include "base/memory.h"
#include "explore/dpor/sleep.h"
#include "explore/dpor/strategy.h"

// --- last events that are not known --------------------------------------------------------------------------

static uint64_t hash_of(const Reversal *v, uint32_t count) {
    uint64_t hash = chance_mix((uint64_t)v->last + 1);
    for (uint32_t i = 0; i < count; i++) hash = chance_mix(hash ^ v->events[i].action->actor);
    return hash;
}

static const Tried *find_tried(const Step *state, const Reversal *v) {
    uint64_t hash = hash_of(v, v->needed);
    const Tried *tried = state->tried;
    while (tried && tried->hash != hash) tried = tried->next;
    return tried;
}

// The last event if it is known because it was tried from that state: then it is added. Or NULL.
static Action *add_tried(const Step *state, Reversal *v) {
    const Tried *tried = find_tried(state, v);
    return tried && reversal_end(v, tried->last) ? tried->last : NULL;
}

static void remember(Step *state, const Reversal *v, Action *last) {
    Tried *tried = memory_new(sizeof *tried);
    *tried = (Tried){state->tried, hash_of(v, v->needed), last};
    state->tried = tried;
}

static bool is_deferred(const Step *state, uint64_t hash) {
    const Deferred *deferred = state->deferred;
    while (deferred && deferred->hash != hash) deferred = deferred->next;
    return deferred;
}

static void defer(Step *state, const Reversal *v) {
    uint64_t hash = hash_of(v, v->count);
    if (is_deferred(state, hash)) return;
    Deferred *deferred = memory_new(sizeof *deferred + v->count * sizeof(Action *));
    *deferred = (Deferred){.next = state->deferred, .hash = hash, .last = v->last, .count = v->count, .needed = v->needed};
    for (uint32_t i = 0; i < v->count; i++) deferred->events[i] = action_share(v->events[i].action);
    state->deferred = deferred;
}

// --- reversing ---------------------------------------------------------------------------------------------

// What speaks against exploring a sequence: for whom that may be of use again.
typedef struct {
    const Choice *cover;   // the sleeping event that is a weak initial; NULL: none is
    bool occurs;           // it does, and not as the last one
    bool settled;          // events of the trace before a position alone have decided
    bool used_up;          // the sequence is
} Reason;

// Inserts the collected sequence into the state's wakeup tree, if it is not covered. `limit`: the position that a reason is
// about.
static WakeupInsertion insert(Trace *trace, Step *state, uint32_t limit, Reason *reason) {
    Reversal *v = &trace->reversal;
    uint32_t at;
    Initial covered = sleep_covers(state, v, &reason->cover, &at);
    reason->occurs = covered == YES && at + 1 < v->count;
    reason->settled = covered == YES && at < v->count && v->events[at].position < limit;
    reason->used_up = covered == NO;
    if (covered == YES) return WAKEUP_COVERED;
    reason->cover = NULL;
    if (covered == UNKNOWN) return WAKEUP_UNKNOWN;
    return wakeup_insert(&trace->wakeups, &state->wakeup, v, limit, &reason->settled);
}

// Whether a race that a sleeping event covered at an earlier end still is, now that the steps from position `first` on are others.
static bool is_covered(const Trace *trace, const Race *race, uint32_t first) {
    if (!race->cover) return false;
    const Action *asleep = race->cover->asleep;
    for (uint32_t i = first; i < trace->length; i++) {
        const Step *step = &trace->steps[i];
        if (step->invisible || trace_before(trace, race->first, i)) continue;
        if (step->actor == asleep->actor) return true;
        if (action_conflicts(trace->orders, step->action, asleep)) return false;
        if (race->tried && action_conflicts(trace->orders, step->action, race->tried)) return false;   // it may be another then
    }
    return true;
}

static void reverse(Trace *trace, Race *race) {
    Step *state = &trace->steps[race->first];
    Reason reason;
    reversal_of(&trace->reversal, trace, race);
    race->tried = race->known ? NULL : add_tried(state, &trace->reversal);
    WakeupInsertion insertion = insert(trace, state, race->second, &reason);
    race->cover = race->known || race->tried || reason.occurs ? reason.cover : NULL;
    race->settled = reason.settled;
    if (insertion != WAKEUP_UNKNOWN) return;
    if (reason.used_up) reversal_of(&trace->reversal, trace, race);
    defer(state, &trace->reversal);
}

static void reverse_open(Trace *trace, uint32_t first) {
    for (Race **at = &trace->open; *at;) {
        Race *race = *at;
        if (!is_covered(trace, race, first)) reverse(trace, race);
        if (race->settled) *at = race->next_open;
        else at = &race->next_open;
    }
}

// --- the door ----------------------------------------------------------------------------------------------

static void collect(Reversal *v, const Deferred *deferred) {
    reversal_clear(v);
    for (uint32_t i = 0; i < deferred->count; i++) reversal_add(v, deferred->events[i], NO_POSITION);
    v->last = deferred->last;
    v->needed = deferred->needed;
}

// The trace is back in the state: finds out what the last event of the collected sequence does, by running it after those that it
// needs or, if others are in its way, after all. False: it cannot happen there: the race's first event is what enables it.
static bool find_last(Trace *trace, const Deferred *deferred) {
    Reversal *v = &trace->reversal;
    Action *last = NULL;
    if (!find_tried(trace_top(trace), v)) last = trace_try(trace, deferred->events, deferred->needed, deferred->last);
    if (last) {
        remember(trace_top(trace), v, last);
        if (reversal_end(v, last)) return true;
    }
    last = trace_try(trace, deferred->events, deferred->count, deferred->last);
    if (!last) return false;
    v->last = NO_ACTOR;
    reversal_add(v, last, NO_POSITION);
    action_release(last);   // it stays until the next action is looked up
    return true;
}

static void resolve(Trace *trace, const Deferred *deferred) {
    Reason reason;
    collect(&trace->reversal, deferred);
    bool known = add_tried(trace_top(trace), &trace->reversal);
    if (insert(trace, trace_top(trace), 0, &reason) != WAKEUP_UNKNOWN || known) return;
    collect(&trace->reversal, deferred);
    if (find_last(trace, deferred)) insert(trace, trace_top(trace), 0, &reason);
}

static void resolve_all(Trace *trace) {
    for (Deferred *deferred; (deferred = trace_top(trace)->deferred);) {
        trace_top(trace)->deferred = deferred->next;
        resolve(trace, deferred);
        deferred_free(deferred);
    }
}

// Whose event slept until the last step, which conflicts with it: now the two come the other way round, and nothing between
// them makes for a story that is easy to compare with the one before.
static Choice *woken(const Step *step, const Step *before) {
    uint32_t left = before->sleeping;
    for (const Choice *old = before->choices; left; old++) {
        if (!old->asleep) continue;
        Choice *choice = trace_choice(step, old->actor);
        if (choice && !choice->asleep) return choice;
        left--;
    }
    return NULL;
}

// Where nothing is planned.
static Choice *choose_freely(const Trace *trace, Order order) {
    const Step *state = trace_top(trace), *before = trace_led_by(trace, state);
    Choice *choice = before && order == ORDER_ROUND ? woken(state, before) : NULL;
    return choice ? choice : strategy_default(trace, order);
}

static Choice *choose(Trace *trace, Order order) {
    resolve_all(trace);
    const Step *state = trace_top(trace);
    return state->taken || state->wakeup ? strategy_follow(trace) : choose_freely(trace, order);
}

static void ended(Trace *trace, uint32_t first) {
    for (uint32_t late = first; late < trace->length; late++)
        for (Race *race = trace->steps[late].races; race; race = race->next) {
            race->next_open = trace->open;
            trace->open = race;
        }
    reverse_open(trace, first);
    for (uint32_t i = 0; trace->attempts && i < trace->length; i++)
        for (Race *race = trace->steps[i].attempts; race; race = race->next)
            if (region_lets(trace, race)) reverse(trace, race);
}

const Strategy strategy_optimal = {
    .name = "optimal",
    .about = "optimal DPOR: each class of interleavings once, none in vain",
    .sleeps = true,
    .merges = true,
    .choose = choose,
    .ended = ended,
};
