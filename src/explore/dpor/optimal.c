// Optimal DPOR, Abdulla, Aronis, Jonsson, Sagonas 2014 and 2017, Algorithm 2; names as there.
//
// At every end, each race (e, e') of the execution is reversed: v = notdep(e, E).p' is inserted into the wakeup tree of
// the state before e, unless a sleeping event of that state is a weak initial of v. Both questions are about the events
// of v as they happen from that state on; docs/search.md has the proof, which is not the paper's where events depend on
// the state.
//
// What the last event of v touches may not be known (reversal.h). If an answer depends on it, v is deferred until the
// search is back in the state, before another branch is begun there: then v is run once, and inserted.

#include <assert.h>

#include "explore/dpor/check.h"
#include "explore/dpor/sleep.h"
#include "explore/dpor/strategy.h"

// Inserts the collected sequence into the state's wakeup tree, if it is not covered. `*cover`: by this sleeping event;
// NULL: by none.
static WakeupInsertion insert(Execution *execution, Step *state, const Choice **cover) {
    Initial covered = sleep_covers(state, &execution->reversal, cover);
    if (covered == YES) return WAKEUP_COVERED;
    if (covered == UNKNOWN) return WAKEUP_UNKNOWN;
    WakeupInsertion insertion = wakeup_insert(&execution->wakeups, &state->wakeup, &execution->reversal);
    wakeup_check(state, execution->orders);
    return insertion;
}

// --- races -------------------------------------------------------------------------------------------------

// Whether a race that a branch or a sleeping event covered at an earlier end still is, now that the steps from position
// `first` on are others. A branch is, if its steps are still there: it stays as long as the race does.
static bool is_covered(const Execution *execution, const Race *race, uint32_t first) {
    if (race->planned < first) return true;
    if (!race->cover) return false;
    const Action *asleep = race->cover->asleep;
    for (uint32_t i = first; i < execution->length; i++) {
        const Step *step = &execution->steps[i];
        if (step->invisible || execution_before(execution, race->first, i)) continue;
        if (action_conflicts(execution->orders, step->action, asleep)) return false;
        if (race->tried && action_conflicts(execution->orders, step->action, race->tried))
            return false;   // it may be another then
    }
    return true;
}

// The last event if it is known because it was tried from that state: then it is added. Or NULL.
static Action *add_tried(const Step *state, Reversal *v) {
    Action *tried = deferrals_tried(state->deferrals, v);
    return tried && reversal_end(v, tried) ? tried : NULL;
}

static void reverse(Execution *execution, Race *race) {
    Step *state = &execution->steps[race->first];
    Reversal *v = &execution->reversal;
    execution->reversals++;
    reversal_of(v, race);
    race->tried = race->known ? NULL : add_tried(state, v);
    WakeupInsertion insertion = insert(execution, state, &race->cover);
    race->planned = insertion == WAKEUP_UNKNOWN ? NO_POSITION : v->planned;
    if (insertion != WAKEUP_UNKNOWN) return;
    if (v->events != v->all) {   // it was used up
        reversal_of(v, race);
        sleep_covers(state, v, &race->cover);
    }
    deferrals_add(&state->deferrals, v);
}

// --- last events that are not known --------------------------------------------------------------------------

// What the last event of a sequence does after the first `count` others; held. NULL: it or one of them cannot happen.
static Action *try_after(Execution *execution, const Deferred *deferred, uint32_t count) {
    if (!execution_go(execution, deferred->events, count)) return NULL;
    Action *last = execution_try(execution, deferred->last);
    execution_return(execution, count);
    return last;
}

// The execution is back in the state: finds out what the last event of the collected sequence does, by running it after
// those that it needs or, if others are in its way, after all. False: it cannot happen there: the race's first event is
// what enables it.
static bool find_last(Execution *execution, const Deferred *deferred) {
    Reversal *v = &execution->reversal;
    Deferrals *deferrals = execution_top(execution)->deferrals;
    Action *last = NULL;
    if (!deferrals_tried(deferrals, v)) last = try_after(execution, deferred, deferred->needed);
    if (last) {
        deferrals_remember(deferrals, v, last);
        if (reversal_end(v, last)) return true;
    }
    last = try_after(execution, deferred, deferred->count);
    if (!last) return false;
    reversal_end_after_all(v, last);
    action_release(last);   // it stays until the next action is looked up
    return true;
}

static void resolve(Execution *execution, const Deferred *deferred) {
    const Choice *cover;
    deferred_collect(deferred, &execution->reversal);
    add_tried(execution_top(execution), &execution->reversal);
    if (insert(execution, execution_top(execution), &cover) != WAKEUP_UNKNOWN) return;
    deferred_collect(deferred, &execution->reversal);
    if (find_last(execution, deferred)) insert(execution, execution_top(execution), &cover);
}

static void resolve_all(Execution *execution) {
    for (Deferred *deferred; (deferred = deferrals_take(execution_top(execution)->deferrals));) {
        resolve(execution, deferred);
        deferred_free(deferred);
    }
}

// --- one branch for all ------------------------------------------------------------------------------------------

// Whether all that is deferred, from the first on, needs the same events before the last one, which is of the same
// process.
static bool all_need_the_same(const Deferred *first) {
    bool same = true;
    for (const Deferred *other = first->next; same && other; other = other->next) {
        same = other->last == first->last && other->needed == first->needed;
        for (uint32_t i = 0; same && i < first->needed; i++) same = other->events[i]->actor == first->events[i]->actor;
    }
    return same;
}

// Whether what the last process might do after the events that are needed conflicts with none of the others.
static bool is_next_of_all(const Execution *execution, const Deferred *first, const Action *pending) {
    for (const Deferred *deferred = first; deferred; deferred = deferred->next)
        for (uint32_t i = first->needed; i < deferred->count; i++)
            if (action_conflicts(execution->orders, deferred->events[i], pending)) return false;
    return true;
}

// The choice of an actor in the execution's top, if its event is the next of all that is deferred; or NULL.
static Choice *next_of_all(Execution *execution, const Deferred *first) {
    Choice *choice = execution_choice(execution_top(execution), first->last);
    if (!choice) return NULL;
    assert(!choice->asleep);   // only the first event of these races sleeps
    Action *pending = execution_pending(execution, first->last);
    only_branch_check(execution, first->needed, pending);
    bool is_next = is_next_of_all(execution, first, pending);
    action_release(pending);
    return is_next ? choice : NULL;
}

// Let e be all that was explored. If all reversals that are deferred need the same events u before one of the same
// process, and what that process may do after u conflicts with nothing else in any of them, then u and that event are a
// prefix of all of them, and the next branch; it need not be tried (docs/search.md, 4). Goes along u.
static Choice *follow_only_branch(Execution *execution) {
    const Step *state = execution_top(execution);
    Deferrals *deferrals = state->deferrals;
    if (!deferrals_wait(deferrals) || state->wakeup || state->sleeping != 1) return NULL;
    assert(state->taken == 1);   // and sleeps now
    const Deferred *first = deferrals->first;
    uint32_t needed = first->needed;
    if (!all_need_the_same(first) || !execution_go(execution, first->events, needed)) return NULL;
    Choice *choice = next_of_all(execution, first);
    if (choice)
        deferrals_drop(deferrals);
    else
        execution_return(execution, needed);
    execution->follows = choice != NULL;
    return choice;
}

// --- the door ----------------------------------------------------------------------------------------------

// Whose event slept until the last step, which conflicts with it: now the two come the other way round, and nothing
// between them makes for a story that is easy to compare with the one before.
static Choice *woken(const Step *step, const Step *before) {
    uint32_t left = before->sleeping;
    for (const Choice *old = before->choices; left; old++) {
        if (!old->asleep) continue;
        Choice *choice = execution_choice(step, old->actor);
        if (choice) return choice;   // awake: nobody sleeps where nothing is planned
        left--;
    }
    return NULL;
}

// Where nothing is planned. Those who have raced come last: the states before their events are those that the search
// comes back to, and what is behind them is done again.
static Choice *choose_freely(const Execution *execution, Order order) {
    const Step *state = execution_top(execution), *before = execution_led_by(execution, state);
    if (order != ORDER_ROUND) return strategy_default(execution, order);
    Choice *choice = before ? woken(state, before) : NULL;
    return choice ? choice : strategy_calm(execution);
}

static Choice *choose(Execution *execution, Order order) {
    Choice *next = follow_only_branch(execution);
    if (next) return next;
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
    for (Race *race = execution->open; race; race = race->next_open) {
        execution->looks++;
        if (!is_covered(execution, race, first)) reverse(execution, race);
    }
    for (uint32_t i = 0; execution->disabled && i < execution->length; i++)
        for (Race *race = execution->steps[i].disabled; race; race = race->next)
            if (region_lets(execution, race)) reverse(execution, race);
    races_check(execution);
}

const Strategy strategy_optimal = {
    .name = "optimal",
    .about = "optimal DPOR: each class of interleavings once, none in vain",
    .sleeps = true,
    .merges = true,
    .choose = choose,
    .ended = ended,
};
