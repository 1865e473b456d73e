#include "explore/dpor/execution.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "explore/dpor/check.h"
#include "explore/dpor/sleep.h"

enum { FIRST_STEPS = 256, FIRST_ACTORS = 4, MERGED_MAX = 64 };

static uint32_t take_invisible_steps(Execution *execution, const Step *before);
static void enter_state(Execution *execution, uint32_t able, Step *before);
static void leave_state(Execution *execution);

void execution_init(Execution *execution, Machine *machine, const ExecutionConfig *config) {
    *execution = (Execution){
        .machine = machine,
        .blocks = config->blocks,
        .region = config->region,
        .ruled = config->region ? region_actors(config->region) : 0,
        .learned = config->learned,
        .depth = config->depth,
        .watcher = config->watcher,
        .watcher_context = config->watcher_context,
        .forced = true,
        .steps = memory_zeroed(FIRST_STEPS, sizeof(Step)),
        .capacity = FIRST_STEPS,
        .enabled = memory_new(FIRST_ACTORS * sizeof(Actor)),
        .were_enabled = memory_new(FIRST_ACTORS * sizeof(Actor)),
        .new_enabled = memory_new(FIRST_ACTORS * sizeof(uint32_t)),
        .enabled_capacity = FIRST_ACTORS,
        .last_read = memory_zeroed(1, sizeof(LastRead)),
    };
    arena_init(&execution->path);
    arena_init(&execution->order);
    learned_init(&execution->unknown, config->every_order);
    if (!execution->learned) execution->learned = &execution->unknown;
    execution->orders = &execution->learned->orders;
    reversal_init(&execution->reversal, execution, execution->orders);
    actions_init(&execution->actions, execution->learned);
    enter_state(execution, take_invisible_steps(execution, NULL), NULL);
    execution->root = execution->length;
    execution_top(execution)->memory = arena_mark(&execution->path);
    state_check(execution);
}

void execution_free(Execution *execution) {
    leave_state(execution);   // what was kept for it nobody else knows of
    if (execution->expected) action_release(execution->expected);
    wakeup_drop(&execution->wakeups, execution->ahead);
    given_back_check(execution);
    arena_free(&execution->path);
    arena_free(&execution->order);
    actions_free(&execution->actions);
    hash_free(&execution->mails.mailboxes);
    learned_free(&execution->unknown);
    index_free(&execution->index);
    wakeup_free(&execution->wakeups);
    reversal_free(&execution->reversal);
    memory_free(execution->steps);
    memory_free(execution->actors);
    memory_free(execution->enabled);
    memory_free(execution->were_enabled);
    memory_free(execution->new_enabled);
    memory_free(execution->last_read);
}

Choice *execution_choice(const Step *step, Actor actor) {
    uint32_t low = 0, high = step->choice_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (step->choices[middle].actor < actor)
            low = middle + 1;
        else
            high = middle;
    }
    return low < step->choice_count && step->choices[low].actor == actor ? &step->choices[low] : NULL;
}

const Choice *execution_held(const Step *step, Actor actor) {
    const Choice *held = step->choices + step->choice_count, *end = held + step->held_count;
    while (held < end && held->actor != actor) held++;
    return held < end ? held : NULL;
}

// --- actors ----------------------------------------------------------------------------------------

static void grow_actors(Execution *execution, uint32_t count) {
    execution->actors = memory_resize(execution->actors, count * sizeof(ActorState));
    for (uint32_t i = execution->actor_count; i < count; i++) execution->actors[i] = (ActorState){.slot = NO_SLOT};
    execution->actor_count = count;
}

static inline ActorState *actor_state(Execution *execution, Actor actor) {
    if (actor >= execution->actor_count) grow_actors(execution, actor * 2 + 16);
    return &execution->actors[actor];
}

static void begin_step(Execution *execution, Step *step) {
    ActorState *state = actor_state(execution, step->actor);
    if (state->slot == NO_SLOT) state->slot = execution->slots++;
    step->slot = state->slot;
    step->slots = execution->slots;
    step->previous = state->last;
    step->turn = state->turns++;
    state->last = execution->length + 1;
}

static void take_back_step(Execution *execution, const Step *step) {
    ActorState *state = &execution->actors[step->actor];
    state->last = step->previous;
    state->turns--;
    if (step->previous) return;
    state->slot = NO_SLOT;
    execution->slots--;
}

static uint32_t find_enabled(Execution *execution) {
    for (;;) {
        uint32_t count = machine_enabled(execution->machine, execution->enabled, execution->enabled_capacity);
        if (count < execution->enabled_capacity) return count;
        execution->enabled_capacity *= 2;
        execution->enabled = memory_resize(execution->enabled, execution->enabled_capacity * sizeof(Actor));
        execution->were_enabled = memory_resize(execution->were_enabled, execution->enabled_capacity * sizeof(Actor));
        execution->new_enabled = memory_resize(execution->new_enabled, execution->enabled_capacity * sizeof(uint32_t));
    }
}

static bool is_ruled(const Execution *execution, Actor actor) { return execution->ruled & region_bit(actor); }

// Puts those that the region lets wait behind the others; returns how many the others are.
static uint32_t put_back_delayed(const Execution *execution, Actor *enabled, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        Actor actor = enabled[kept];
        if (!is_ruled(execution, actor) || !region_delays(execution, actor)) {
            kept++;
            continue;
        }
        memmove(enabled + kept, enabled + kept + 1, (count - kept - 1) * sizeof *enabled);
        enabled[count - 1] = actor;
    }
    return kept;
}

// --- entering a state ------------------------------------------------------------------------------

// Receives that find nothing are told apart, so that it can be learned what they would have taken (orders.h).
static uint64_t look_of(const Execution *execution, Actor actor) {
    return orders_look(actor < execution->actor_count ? execution->actors[actor].turns : 0);
}

// What an actor does or might do next, which is its way to want something. When an object turns out to be shared, those
// who touched it before have to be looked at again.
static Action *hold(Execution *execution, Actor actor, const Footprint *footprint) {
    Action *action = actions_hold(&execution->actions, actor, footprint, look_of(execution, actor));
    if (action->noted || execution->forced) return action;
    uint32_t shared = execution->learned->shared;
    action->noted = true;
    learned_note(execution->learned, actor, footprint->items, footprint->count);
    if (footprint->everything) learned_note_everything(execution->learned);
    if (execution->learned->shared != shared) execution->stale = true;
    return action;
}

static void find_pending(const Execution *execution, Actor actor, Footprint *out) {
    machine_pending(execution->machine, actor, out);
    if (is_ruled(execution, actor)) region_touch(execution, actor, out);
}

// What others took away before it could happen is never seen to be in their way.
static void contend_all(Learned *learned, const Action *action) {
    for (uint32_t i = 0; i < action->touched_count; i++) {
        LearnedObject *object = learned_shared(learned, action->touched[i].object);
        if (object) learned_contend(learned, object);
    }
}

// What an actor was about to do that the last step took away from it: they race, though one of the
// two has not happened. The machine is asked in the state before.
static void add_disabled(Execution *execution, Step *before, Actor actor) {
    Footprint pending;
    uint32_t first = (uint32_t)(before - execution->steps);
    machine_undo(execution->machine, before->mark);
    find_pending(execution, actor, &pending);
    machine_step(execution->machine, before->actor);
    for (uint32_t i = first + 1; i < execution->length; i++)
        machine_step(execution->machine, execution->steps[i].actor);
    Race *race = arena_take(&execution->path, sizeof *race);
    *race = (Race){
        .next = before->disabled,
        .first = first,
        .second = first,
        .event = hold(execution, actor, &pending),
        .turn = actor_state(execution, actor)->turns,
        .known = pending.fixed,
    };
    contend_all(execution->learned, race->event);
    before->disabled = race;
    execution->disabled++;
}

// Also of those who wait by a rule: it could have come after what they wait for.
static void find_disabled(Execution *execution, Step *before, uint32_t from) {
    const Step *step = execution_top(execution);
    for (uint32_t i = from; i < before->choice_count + before->held_count; i++) {
        Actor actor = before->choices[i].actor;
        if (actor != before->actor && !execution_held(step, actor) && !execution_choice(step, actor))
            add_disabled(execution, before, actor);
    }
}

static void enter_state(Execution *execution, uint32_t able, Step *before) {
    Step *step = execution_top(execution);
    uint32_t count = execution->region ? put_back_delayed(execution, execution->enabled, able) : able;
    step->invisible = false;
    step->forced = execution->forced;
    step->led_by = before ? (uint32_t)(before - execution->steps) + 1 : 0;
    step->choices = arena_take(&execution->path, able * sizeof(Choice));
    step->choice_count = count;
    step->held_count = able - count;
    step->sleeping = step->taken = 0;
    step->deferrals = NULL;
    step->wakeup = execution->ahead;
    execution->ahead = NULL;
    if (execution->blocks) block_enter(execution);
    if (before) {
        uint32_t stayed = sleep_inherit(execution, execution->enabled);
        find_disabled(execution, before, stayed + 1 < before->choice_count ? 0 : before->choice_count);
        step->spent = before->spent;
    } else {
        for (uint32_t i = 0; i < able; i++) {
            Actor actor = execution->enabled[i];
            step->choices[i] =
                (Choice){.actor = actor, .since = execution_merges(execution) ? execution->actors[actor].since : 0};
        }
    }
    step->mark = machine_mark(execution->machine);
}

// --- steps -----------------------------------------------------------------------------------------

static Action *hold_done(Execution *execution, Actor actor, const Footprint *done) {
    Footprint more;
    if (!is_ruled(execution, actor)) return hold(execution, actor, done);
    footprint_copy(&more, done);
    region_touch(execution, actor, &more);
    return hold(execution, actor, &more);
}

static const Event *run_step(Execution *execution, Step *step) {
    Footprint pending;
    find_pending(execution, step->actor, &pending);
    const Event *event = machine_step(execution->machine, step->actor);
    step->action = hold_done(execution, step->actor, &event->footprint);
    step->pending = action_is(step->action, step->actor, &pending, look_of(execution, step->actor))
                        ? action_share(step->action)
                        : hold(execution, step->actor, &pending);
    contract_check(step);
    return event;
}

static void find_receive(Execution *execution, Step *step) {
    bool receives = !execution->orders->all && machine_receive(execution->machine, step->actor, &step->receive);
    if (!receives) step->receive = (Receive){0};
    step->received = ++execution->mails.serial;
}

static void grow_steps(Execution *execution) {
    execution->steps = memory_resize(execution->steps, 2 * execution->capacity * sizeof(Step));
    memset(execution->steps + execution->capacity, 0,
           execution->capacity * sizeof(Step));   // they are in no sequence yet
    execution->capacity *= 2;
}

static void count_step(Execution *execution, Step *step) {
    begin_step(execution, step);
    step->counts = !execution->forced;
    execution->length++;
    execution->events++;
}

// In whatever order, but for what begins with it: that may be another thing, which nobody else knows of.
static bool does_all_of(const Action *action, const Action *other) {
    for (uint32_t i = 0; i < other->touched_count; i++) {
        const Access *access = &other->touched[i];
        bool found = access->value == VALUE_BEGINS;
        for (uint32_t j = 0; j < action->touched_count && !found; j++)
            found = action->touched[j].object == access->object && action->touched[j].kind == access->kind;
        if (!found) return false;
    }
    return true;
}

static bool does_as_expected(const Action *action, const Action *expected) {
    if (action == expected) return true;
    return action->actor == expected->actor && does_all_of(action, expected) && does_all_of(expected, action);
}

static void check_expected(Execution *execution, const Action *action) {
    if (!execution->expected) return;
    bool kept = does_as_expected(action, execution->expected);
    assert(kept);
    execution->broken |= !kept;
    action_release(execution->expected);
    execution->expected = NULL;
}

// Takes the machine back to the state on top.
static void catch_up(Execution *execution) {
    if (execution->behind) machine_undo(execution->machine, execution_top(execution)->mark);
    execution->behind = false;
}

void execution_forward(Execution *execution, Choice *choice) {
    if (execution->length + 2 > execution->capacity) grow_steps(execution);
    uint32_t position = execution->length;
    bool follows = execution->follows, leaf = !execution->ahead;
    execution->follows = false;
    Step *step = execution_top(execution);
    assert(choice >= step->choices && choice < step->choices + step->choice_count && !choice->asleep);
    catch_up(execution);
    choice->done = true;
    step->taken++;
    step->choice = choice;
    step->actor = choice->actor;
    step->disabled = NULL;
    execution->forced &= step->choice_count + step->held_count == 1;
    find_receive(execution, step);
    if (execution->watcher) execution->watcher(execution->watcher_context, execution->machine, position, step->actor);
    const Event *event = run_step(execution, step);
    check_expected(execution, step->action);
    count_step(execution, step);
    if (!execution->orders->all) observer_note(execution, step, event);
    uint32_t able = take_invisible_steps(execution, step);
    step = &execution->steps[position];
    enter_state(execution, able, step);
    execution_top(execution)->memory = arena_mark(&execution->path);
    state_check(execution);
    sleep_check(execution);
    followed_check(execution, follows, leaf);
    execution->broken |= follows && leaf && execution_top(execution)->sleeping;
}

// --- invisible steps ----------------------------------------------------------------------------------

// Whether a step may be invisible depends on its actor alone, and on what is contended: who follows a sequence of steps
// of another execution has to find the same ones invisible.
static bool may_be_invisible(Execution *execution, Actor actor) {
    if (actor_state(execution, actor)->turns % MERGED_MAX == MERGED_MAX - 1)
        return false;   // lest one goes on for ever
    if (execution->depth && execution->length >= execution->depth) return false;
    return learned_allows(execution->learned, actor) && !(is_ruled(execution, actor) && region_names(execution, actor));
}

// What is pending of an actor's next step, held, if it is invisible; else NULL.
static Action *find_invisible(Execution *execution, Actor actor, bool forced) {
    Footprint pending;
    if (!may_be_invisible(execution, actor)) return NULL;
    find_pending(execution, actor, &pending);
    bool before = execution->forced;
    execution->forced &= forced;
    Action *action = hold(execution, actor, &pending);
    if (action->invisible) return action;
    action_release(action);
    execution->forced = before;
    return NULL;
}

static void take_invisible_step(Execution *execution, Actor actor, Action *pending) {
    if (execution->length + 2 > execution->capacity) grow_steps(execution);
    Step *step = execution_top(execution);
    Choice *choice = arena_take(&execution->path, sizeof *choice);
    *choice = (Choice){.actor = actor, .since = execution->actors[actor].since};
    step->invisible = true;
    step->actor = actor;
    step->choice = choice;
    step->choices = NULL;
    step->choice_count = step->held_count = step->sleeping = step->taken = 0;
    step->wakeup = NULL;
    step->deferrals = NULL;
    step->disabled = NULL;
    step->pending = pending;
    const Footprint *done = &machine_step(execution->machine, actor)->footprint;
    step->action = action_is(pending, actor, done, look_of(execution, actor)) ? action_share(pending)
                                                                              : hold_done(execution, actor, done);
    contract_check(step);
    if (!step->action->invisible) learned_forbid(execution->learned, actor);
    count_step(execution, step);
    if (!execution->orders->all) observer_note_invisible(execution, step, done);
}

// Whether the same actors can act as before the step of the one at a place, but for that one perhaps.
static bool are_the_same(const Execution *execution, uint32_t were, uint32_t able, uint32_t place) {
    const Actor *old = execution->were_enabled, *now = execution->enabled;
    if (able == were) return memcmp(old, now, able * sizeof *now) == 0;
    return able + 1 == were && memcmp(old, now, place * sizeof *now) == 0 &&
           memcmp(old + place + 1, now + place, (able - place) * sizeof *now) == 0;
}

// Whether all others than the actor who could act before its step still can. Notes who can act since.
static bool others_stay(Execution *execution, uint32_t were, uint32_t able, Actor actor) {
    const Actor *old = execution->were_enabled, *end = old + were;
    uint32_t stay = 0;
    for (uint32_t i = 0; i < able; i++) {
        Actor now = execution->enabled[i];
        while (old < end && *old < now) old++;
        bool stays = old < end && *old == now;
        if (stays)
            stay += now != actor;
        else
            actor_state(execution, now)->since = execution->length;
    }
    return stay + 1 == were;
}

static uint32_t find_enabled_again(Execution *execution) {
    Actor *were = execution->enabled;
    execution->enabled = execution->were_enabled;
    execution->were_enabled = were;
    return find_enabled(execution);
}

// Finds the places of those who can act and could not in the state before the step of another one; returns how many.
static uint32_t find_new(const Execution *execution, const Step *before, uint32_t able) {
    const Choice *old = before ? before->choices : NULL, *end = before ? old + before->choice_count : NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < able; i++) {
        Actor actor = execution->enabled[i];
        while (old < end && old->actor < actor) old++;
        bool could =
            before && actor != before->actor && ((old < end && old->actor == actor) || execution_held(before, actor));
        if (!could) execution->new_enabled[count++] = i;
    }
    return count;
}

static uint32_t note_new(Execution *execution, const Step *before, uint32_t able, uint32_t since) {
    uint32_t count = find_new(execution, before, able);
    for (uint32_t i = 0; i < count; i++)
        actor_state(execution, execution->enabled[execution->new_enabled[i]])->since = since;
    return count;
}

// Whoever has become able to act by the step from a state, or at the start, goes on while its steps are invisible.
// Returns how many can act then.
static uint32_t take_invisible_steps(Execution *execution, const Step *before) {
    uint32_t able = find_enabled(execution), since = before ? (uint32_t)(before - execution->steps) + 1 : 0;
    if (!execution_merges(execution)) return able;
    uint32_t new = note_new(execution, before, able, since), gone = 0;   // of the new ones: they can act no more
    for (uint32_t i = 0; i < new;) {
        uint32_t place = execution->new_enabled[i] - gone, were = able;
        Actor actor = execution->enabled[place];
        Action *pending = find_invisible(execution, actor, able == 1);
        if (!pending) {
            i++;
            continue;
        }
        take_invisible_step(execution, actor, pending);
        able = find_enabled_again(execution);
        if (are_the_same(execution, were, able, place)) {
            gone += were - able;
            i += were - able;
            continue;
        }
        if (!others_stay(execution, were, able, actor)) learned_forbid(execution->learned, actor);
        new = find_new(execution, before ? &execution->steps[since - 1] : NULL, able);   // steps may have moved
        i = gone = 0;
    }
    return able;
}

static void forget_clock(Execution *execution) {
    happens_before_remove(execution, --execution->clocked);
    if (execution->clocked < execution->last_read->unchanged) execution->last_read->unchanged = execution->clocked;
}

// An order of messages that turns out to matter was relied on when the clocks of the two were compared, and the search
// begins again; or one of the two had seen the other anyway.
uint32_t execution_compute_clocks(Execution *execution) {
    observer_find(execution, execution->clocked);
    while (execution->stale && execution->clocked) forget_clock(execution);
    execution->stale = false;
    execution->learned->outdated |= execution->orders->refuted;
    uint32_t first = execution->clocked;
    while (execution->clocked < execution->length && !execution->learned->outdated)
        happens_before_add(execution, execution->clocked++);
    assert(execution->learned->outdated || !observer_find(execution, 0));   // nothing was passed over
    happens_before_check(execution, execution->orders->all ? first : 0);
    return first;
}

static void leave_state(Execution *execution) {
    Step *step = execution_top(execution);
    for (uint32_t i = 0; step->taken && i < step->choice_count; i++) {
        const Choice *choice = &step->choices[i];
        if (choice->done && choice->asleep) action_release(choice->asleep);
        if (choice->done) block_release(choice->block);
    }
    wakeup_drop(&execution->wakeups, step->wakeup);
    deferrals_free(step->deferrals);
    if (execution->blocks) block_leave(execution);
}

static void take_back_invisible_step(Execution *execution) {
    Step *step = &execution->steps[--execution->length];
    if (execution->clocked > execution->length) forget_clock(execution);
    if (!execution->orders->all) observer_forget(execution, step);
    action_release(step->pending);
    action_release(step->action);
    take_back_step(execution, step);
}

// The references move there.
static void put_to_sleep(Step *step, Block *block) {
    assert(!step->choice->asleep && step->action->actor == step->choice->actor);
    step->choice->asleep = step->action;
    step->choice->block = block;
    step->sleeping++;
}

void execution_back(Execution *execution, Sleep sleep) {
    assert(execution->length > execution->root);
    Block *block = block_new(execution);
    leave_state(execution);
    while (execution->steps[execution->length - 1].invisible) take_back_invisible_step(execution);
    execution->length--;
    execution->behind = true;
    Step *step = execution_top(execution);
    for (Race *race = step->disabled; race; race = race->next, execution->disabled--) action_release(race->event);
    if (execution->clocked > execution->length) forget_clock(execution);
    if (!execution->orders->all) observer_forget(execution, step);
    action_release(step->pending);
    if (sleep)
        put_to_sleep(step, sleep == ASLEEP_BLOCKWISE ? block : NULL);
    else
        action_release(step->action);
    if (sleep != ASLEEP_BLOCKWISE) block_release(block);
    take_back_step(execution, step);
    execution->forced = step->forced;
    arena_cut(&execution->path, step->memory);
    state_check(execution);
}

// --- trying out --------------------------------------------------------------------------------------------

static Choice *awake_choice(const Execution *execution, Actor actor) {
    Choice *choice = execution_choice(execution_top(execution), actor);
    return choice && !choice->asleep ? choice : NULL;
}

bool execution_go(Execution *execution, Action *const *events, uint32_t count) {
    for (uint32_t done = 0; done < count; done++) {
        Choice *choice = awake_choice(execution, events[done]->actor);
        if (choice)
            execution_forward(execution, choice);
        else {
            execution_return(execution, done);
            return false;
        }
    }
    return true;
}

void execution_return(Execution *execution, uint32_t count) {
    for (; count; count--) {
        execution_back(execution, AWAKE);
        Step *state = execution_top(execution);
        state->choice->done = false;   // those who are done with sleep
        state->taken--;
    }
}

Action *execution_pending(Execution *execution, Actor actor) {
    Footprint pending;
    catch_up(execution);
    find_pending(execution, actor, &pending);
    return hold(execution, actor, &pending);
}

Action *execution_try(Execution *execution, Actor actor) {
    if (!awake_choice(execution, actor)) return NULL;
    Step step = {.actor = actor};
    catch_up(execution);
    run_step(execution, &step);
    execution->behind = true;
    action_release(step.pending);
    return step.action;
}
