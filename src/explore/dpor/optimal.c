// Optimal DPOR, Abdulla, Aronis, Jonsson, Sagonas 2014 and 2017, Algorithm 2; names as there.
//
// At every end, each race (e, e') of the execution is reversed: v = notdep(e, E).p' is inserted into the wakeup tree of the
// state before e, unless a sleeping event of that state is a weak initial of v. Both questions are about the events of v as they
// happen from that state on; docs/search.md has the proof, which is not the paper's where events depend on the state.
//
// What the last event of v touches may not be known (reversal.h). If an answer depends on it, v is deferred until the
// search is back in the state, before another branch is begun there: then v is run once, and inserted.

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
    bool settled;          // events of the execution before a position alone have decided
    bool used_up;          // the sequence is
} Reason;

// Inserts the collected sequence into the state's wakeup tree, if it is not covered. `limit`: the position that a reason is
// about.
static WakeupInsertion insert(Execution *execution, Step *state, uint32_t limit, Reason *reason) {
    Reversal *v = &execution->reversal;
    uint32_t at;
    Initial covered = sleep_covers(state, v, &reason->cover, &at);
    reason->occurs = covered == YES && at + 1 < v->count;
    reason->settled = covered == YES && at < v->count && v->events[at].position < limit;
    reason->used_up = covered == NO;
    if (covered == YES) return WAKEUP_COVERED;
    reason->cover = NULL;
    if (covered == UNKNOWN) return WAKEUP_UNKNOWN;
    return wakeup_insert(&execution->wakeups, &state->wakeup, v, limit, &reason->settled);
}

// Whether a race that a sleeping event covered at an earlier end still is, now that the steps from position `first` on are others.
static bool is_covered(const Execution *execution, const Race *race, uint32_t first) {
    if (!race->cover) return false;
    const Action *asleep = race->cover->asleep;
    for (uint32_t i = first; i < execution->length; i++) {
        const Step *step = &execution->steps[i];
        if (step->invisible || execution_before(execution, race->first, i)) continue;
        if (step->actor == asleep->actor) return true;
        if (action_conflicts(execution->orders, step->action, asleep)) return false;
        if (race->tried && action_conflicts(execution->orders, step->action, race->tried)) return false;   // it may be another then
    }
    return true;
}

static void reverse(Execution *execution, Race *race) {
    Step *state = &execution->steps[race->first];
    Reason reason;
    reversal_of(&execution->reversal, execution, race);
    race->tried = race->known ? NULL : add_tried(state, &execution->reversal);
    WakeupInsertion insertion = insert(execution, state, race->second, &reason);
    race->cover = race->known || race->tried || reason.occurs ? reason.cover : NULL;
    race->settled = reason.settled;
    if (insertion != WAKEUP_UNKNOWN) return;
    if (reason.used_up) reversal_of(&execution->reversal, execution, race);
    defer(state, &execution->reversal);
}

static void reverse_open(Execution *execution, uint32_t first) {
    for (Race **at = &execution->open; *at;) {
        Race *race = *at;
        if (!is_covered(execution, race, first)) reverse(execution, race);
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

// The execution is back in the state: finds out what the last event of the collected sequence does, by running it after those that it
// needs or, if others are in its way, after all. False: it cannot happen there: the race's first event is what enables it.
static bool find_last(Execution *execution, const Deferred *deferred) {
    Reversal *v = &execution->reversal;
    Action *last = NULL;
    if (!find_tried(execution_top(execution), v)) last = execution_try(execution, deferred->events, deferred->needed, deferred->last);
    if (last) {
        remember(execution_top(execution), v, last);
        if (reversal_end(v, last)) return true;
    }
    last = execution_try(execution, deferred->events, deferred->count, deferred->last);
    if (!last) return false;
    v->last = NO_ACTOR;
    reversal_add(v, last, NO_POSITION);
    action_release(last);   // it stays until the next action is looked up
    return true;
}

static void resolve(Execution *execution, const Deferred *deferred) {
    Reason reason;
    collect(&execution->reversal, deferred);
    bool known = add_tried(execution_top(execution), &execution->reversal);
    if (insert(execution, execution_top(execution), 0, &reason) != WAKEUP_UNKNOWN || known) return;
    collect(&execution->reversal, deferred);
    if (find_last(execution, deferred)) insert(execution, execution_top(execution), 0, &reason);
}

static void resolve_all(Execution *execution) {
    for (Deferred *deferred; (deferred = execution_top(execution)->deferred);) {
        execution_top(execution)->deferred = deferred->next;
        resolve(execution, deferred);
        deferred_free(deferred);
    }
}

// Whose event slept until the last step, which conflicts with it: now the two come the other way round, and nothing between
// them makes for a story that is easy to compare with the one before.
static Choice *woken(const Step *step, const Step *before) {
    uint32_t left = before->sleeping;
    for (const Choice *old = before->choices; left; old++) {
        if (!old->asleep) continue;
        Choice *choice = execution_choice(step, old->actor);
        if (choice && !choice->asleep) return choice;
        left--;
    }
    return NULL;
}

// Where nothing is planned.
static Choice *choose_freely(const Execution *execution, Order order) {
    const Step *state = execution_top(execution), *before = execution_led_by(execution, state);
    Choice *choice = before && order == ORDER_ROUND ? woken(state, before) : NULL;
    return choice ? choice : strategy_default(execution, order);
}

static Choice *choose(Execution *execution, Order order) {
    resolve_all(execution);
    const Step *state = execution_top(execution);
    return state->taken || state->wakeup ? strategy_follow(execution) : choose_freely(execution, order);
}

static void ended(Execution *execution, uint32_t first) {
    for (uint32_t late = first; late < execution->length; late++)
        for (Race *race = execution->steps[late].races; race; race = race->next) {
            race->next_open = execution->open;
            execution->open = race;
        }
    reverse_open(execution, first);
    for (uint32_t i = 0; execution->disabled && i < execution->length; i++)
        for (Race *race = execution->steps[i].disabled; race; race = race->next)
            if (region_lets(execution, race)) reverse(execution, race);
}

const Strategy strategy_optimal = {
    .name = "optimal",
    .about = "optimal DPOR: each class of interleavings once, none in vain",
    .sleeps = true,
    .merges = true,
    .choose = choose,
    .ended = ended,
};
