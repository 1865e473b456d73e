#include "explore/dpor/trace.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "explore/dpor/sleep.h"

enum { FIRST_STEPS = 256, FIRST_ACTORS = 64, MERGED_MAX = 64 };

static uint32_t take_invisible_steps(Trace *trace, const Step *before);
static void enter_state(Trace *trace, uint32_t able, Step *before);
static void leave_state(Trace *trace);

void trace_init(Trace *trace, Machine *machine, const TraceConfig *config) {
    *trace = (Trace){
        .machine = machine,
        .blocks = config->blocks,
        .region = config->region,
        .ruled = config->region ? region_actors(config->region) : 0,
        .learned = config->learned,
        .depth = config->depth,
        .forced = true,
        .doubtful = UINT32_MAX,
        .steps = memory_zeroed(FIRST_STEPS, sizeof(Step)),
        .capacity = FIRST_STEPS,
        .enabled = memory_new(FIRST_ACTORS * sizeof(Actor)),
        .were_enabled = memory_new(FIRST_ACTORS * sizeof(Actor)),
        .enabled_capacity = FIRST_ACTORS,
        .onlooker = memory_zeroed(1, sizeof(Onlooker)),
    };
    path_init(&trace->path);
    path_init(&trace->order);
    learned_init(&trace->unknown, config->every_order);
    if (!trace->learned) trace->learned = &trace->unknown;
    trace->orders = &trace->learned->orders;
    reversal_init(&trace->reversal, trace->orders);
    actions_init(&trace->actions, trace->learned);
    index_init(&trace->index);
    wakeup_init(&trace->wakeups);
    enter_state(trace, take_invisible_steps(trace, NULL), NULL);
    trace->root = trace->length;
    trace_top(trace)->memory = trace->path.used;
}

void trace_free(Trace *trace) {
    if (trace->blocks) leave_state(trace);   // whose blocks nobody else knows of
    path_free(&trace->path);
    path_free(&trace->order);
    actions_free(&trace->actions);
    learned_free(&trace->unknown);
    index_free(&trace->index);
    wakeup_free(&trace->wakeups);
    reversal_free(&trace->reversal);
    memory_free(trace->steps);
    memory_free(trace->actors);
    memory_free(trace->enabled);
    memory_free(trace->were_enabled);
    memory_free(trace->onlooker);
}

Choice *trace_choice(const Step *step, Actor actor) {
    uint32_t low = 0, high = step->choice_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (step->choices[middle].actor < actor) low = middle + 1;
        else high = middle;
    }
    return low < step->choice_count && step->choices[low].actor == actor ? &step->choices[low] : NULL;
}

const Choice *trace_held(const Step *step, Actor actor) {
    const Choice *held = step->choices + step->choice_count, *end = held + step->held_count;
    while (held < end && held->actor != actor) held++;
    return held < end ? held : NULL;
}

// --- actors ----------------------------------------------------------------------------------------

static ActorState *actor_state(Trace *trace, Actor actor) {
    if (actor >= trace->actor_count) {
        uint32_t count = actor * 2 + 16;
        trace->actors = memory_resize(trace->actors, count * sizeof(ActorState));
        for (uint32_t i = trace->actor_count; i < count; i++) trace->actors[i] = (ActorState){.slot = NO_SLOT};
        trace->actor_count = count;
    }
    return &trace->actors[actor];
}

static void begin_step(Trace *trace, Step *step) {
    ActorState *state = actor_state(trace, step->actor);
    if (state->slot == NO_SLOT) state->slot = trace->slots++;
    step->slot = state->slot;
    step->slots = trace->slots;
    step->previous = state->last;
    step->turn = state->turns++;
    state->last = trace->length + 1;
}

static void take_back_step(Trace *trace, const Step *step) {
    ActorState *state = &trace->actors[step->actor];
    state->last = step->previous;
    state->turns--;
    if (step->previous) return;
    state->slot = NO_SLOT;
    trace->slots--;
}

static uint32_t find_enabled(Trace *trace) {
    for (;;) {
        uint32_t count = machine_enabled(trace->machine, trace->enabled, trace->enabled_capacity);
        if (count < trace->enabled_capacity) return count;
        trace->enabled_capacity *= 2;
        trace->enabled = memory_resize(trace->enabled, trace->enabled_capacity * sizeof(Actor));
        trace->were_enabled = memory_resize(trace->were_enabled, trace->enabled_capacity * sizeof(Actor));
    }
}

static bool is_ruled(const Trace *trace, Actor actor) { return trace->ruled & region_bit(actor); }

// Puts those that the region lets wait behind the others; returns how many the others are.
static uint32_t put_back_delayed(const Trace *trace, Actor *enabled, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        Actor actor = enabled[kept];
        if (!is_ruled(trace, actor) || !region_delays(trace, actor)) {
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
static uint64_t look_of(const Trace *trace, Actor actor) {
    return orders_look(actor < trace->actor_count ? trace->actors[actor].turns : 0);
}

// What an actor does or might do next, which is its way to want something. When an object turns out to be shared, those
// who touched it before have to be looked at again.
static Action *hold(Trace *trace, Actor actor, const Footprint *footprint) {
    Action *action = actions_hold(&trace->actions, actor, footprint, look_of(trace, actor));
    if (action->counted || trace->forced) return action;
    uint32_t shared = trace->learned->shared;
    action->counted = true;
    learned_note(trace->learned, actor, footprint->items, footprint->count);
    if (footprint->everything) learned_note_everything(trace->learned);
    if (trace->learned->shared != shared) trace->doubtful = 0;
    return action;
}

static void find_pending(const Trace *trace, Actor actor, Footprint *out) {
    machine_pending(trace->machine, actor, out);
    if (is_ruled(trace, actor)) region_touch(trace, actor, out);
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
static void add_attempt(Trace *trace, Step *before, Actor actor) {
    Footprint pending;
    uint32_t first = (uint32_t)(before - trace->steps);
    machine_undo(trace->machine, before->mark);
    find_pending(trace, actor, &pending);
    machine_step(trace->machine, before->actor);
    for (uint32_t i = first + 1; i < trace->length; i++) machine_step(trace->machine, trace->steps[i].actor);
    Race *race = path_take(&trace->path, sizeof *race);
    *race = (Race){
        .next = before->attempts,
        .first = first,
        .second = first,
        .event = hold(trace, actor, &pending),
        .turn = actor_state(trace, actor)->turns,
        .known = pending.fixed,
    };
    contend_all(trace->learned, race->event);
    before->attempts = race;
    trace->attempts++;
}

// Also of those who wait by a rule: it could have come after what they wait for.
static void find_disabled(Trace *trace, Step *before, uint32_t from) {
    const Step *step = trace_top(trace);
    for (uint32_t i = from; i < before->choice_count + before->held_count; i++) {
        Actor actor = before->choices[i].actor;
        if (actor != before->actor && !trace_held(step, actor) && !trace_choice(step, actor)) add_attempt(trace, before, actor);
    }
}

static void enter_state(Trace *trace, uint32_t able, Step *before) {
    Step *step = trace_top(trace);
    uint32_t count = trace->region ? put_back_delayed(trace, trace->enabled, able) : able;
    step->invisible = false;
    step->forced = trace->forced;
    step->led_by = before ? (uint32_t)(before - trace->steps) + 1 : 0;
    step->choices = path_take(&trace->path, able * sizeof(Choice));
    step->choice_count = count;
    step->held_count = able - count;
    step->sleeping = step->taken = 0;
    step->deferred = NULL;
    step->tried = NULL;
    step->wakeup = trace->ahead;
    trace->ahead = NULL;
    if (trace->blocks) block_enter(trace);
    if (before) {
        uint32_t stayed = sleep_inherit(trace, trace->enabled);
        find_disabled(trace, before, stayed + 1 < before->choice_count ? 0 : before->choice_count);
        step->spent = before->spent;
    } else {
        for (uint32_t i = 0; i < able; i++) {
            Actor actor = trace->enabled[i];
            step->choices[i] = (Choice){.actor = actor, .since = trace_merges(trace) ? trace->actors[actor].since : 0};
        }
    }
    step->mark = machine_mark(trace->machine);
}

// --- steps -----------------------------------------------------------------------------------------

static Action *hold_done(Trace *trace, Actor actor, const Footprint *done) {
    Footprint more;
    if (!is_ruled(trace, actor)) return hold(trace, actor, done);
    footprint_copy(&more, done);
    region_touch(trace, actor, &more);
    return hold(trace, actor, &more);
}

static const Event *run_step(Trace *trace, Step *step) {
    Footprint pending;
    find_pending(trace, step->actor, &pending);
    const Event *event = machine_step(trace->machine, step->actor);
    step->action = hold_done(trace, step->actor, &event->footprint);
    step->pending = action_is(step->action, step->actor, &pending, look_of(trace, step->actor)) ? action_share(step->action)
                                                                   : hold(trace, step->actor, &pending);
    return event;
}

static void find_receive(Trace *trace, Step *step) {
    bool receives = !trace->orders->all && machine_receive(trace->machine, step->actor, &step->receive);
    if (!receives) step->receive = (Receive){0};
    step->received = ++trace->mails.serial;
}

static void grow_steps(Trace *trace) {
    trace->steps = memory_resize(trace->steps, 2 * trace->capacity * sizeof(Step));
    memset(trace->steps + trace->capacity, 0, trace->capacity * sizeof(Step));   // they are in no sequence yet
    trace->capacity *= 2;
}

static void count_step(Trace *trace, Step *step) {
    begin_step(trace, step);
    step->counts = !trace->forced;
    trace->length++;
    trace->events++;
}

void trace_forward(Trace *trace, Choice *choice) {
    if (trace->length + 2 > trace->capacity) grow_steps(trace);
    uint32_t position = trace->length;
    Step *step = trace_top(trace);
    assert(choice >= step->choices && choice < step->choices + step->choice_count && !choice->asleep);
    if (trace->behind) machine_undo(trace->machine, step->mark);
    trace->behind = false;
    choice->done = true;
    step->taken++;
    step->choice = choice;
    step->actor = choice->actor;
    step->attempts = NULL;
    trace->forced &= step->choice_count + step->held_count == 1;
    find_receive(trace, step);
    const Event *event = run_step(trace, step);
    count_step(trace, step);
    if (!trace->orders->all) observer_note(trace, step, event);
    uint32_t able = take_invisible_steps(trace, step);
    step = &trace->steps[position];
    enter_state(trace, able, step);
    trace_top(trace)->memory = trace->path.used;
}

// --- invisible steps ----------------------------------------------------------------------------------

// Whether a step may be invisible depends on its actor alone, and on what is contended: who follows a sequence of steps of
// another execution has to find the same ones invisible.
static bool may_be_invisible(Trace *trace, Actor actor) {
    if (actor_state(trace, actor)->turns % MERGED_MAX == MERGED_MAX - 1) return false;   // lest one goes on for ever
    if (trace->depth && trace->length >= trace->depth) return false;
    return learned_allows(trace->learned, actor) && !(is_ruled(trace, actor) && region_names(trace, actor));
}

// What is foreseen of an actor's next step, held, if nobody minds it; else NULL.
static Action *foresee_invisible(Trace *trace, Actor actor, bool forced) {
    Footprint pending;
    if (!may_be_invisible(trace, actor)) return NULL;
    find_pending(trace, actor, &pending);
    bool before = trace->forced;
    trace->forced &= forced;
    Action *action = hold(trace, actor, &pending);
    if (action->invisible) return action;
    action_release(action);
    trace->forced = before;
    return NULL;
}

static void take_invisible_step(Trace *trace, Actor actor, Action *foreseen) {
    if (trace->length + 2 > trace->capacity) grow_steps(trace);
    Step *step = trace_top(trace);
    Choice *choice = path_take(&trace->path, sizeof *choice);
    *choice = (Choice){.actor = actor, .since = trace->actors[actor].since};
    step->invisible = true;
    step->actor = actor;
    step->choice = choice;
    step->choices = NULL;
    step->choice_count = step->held_count = step->sleeping = step->taken = 0;
    step->wakeup = NULL;
    step->deferred = NULL;
    step->tried = NULL;
    step->attempts = NULL;
    step->mails = NULL;
    step->observations = NULL;
    step->receive = (Receive){0};
    step->pending = foreseen;
    const Footprint *done = &machine_step(trace->machine, actor)->footprint;
    step->action = action_is(foreseen, actor, done, look_of(trace, actor)) ? action_share(foreseen) : hold_done(trace, actor, done);
    if (!step->action->invisible) learned_forbid(trace->learned, actor);
    count_step(trace, step);
}

// Whether the same actors can act as before the step of the one at a place, but for that one perhaps.
static bool are_the_same(const Trace *trace, uint32_t were, uint32_t able, uint32_t place) {
    const Actor *old = trace->were_enabled, *now = trace->enabled;
    if (able == were) return memcmp(old, now, able * sizeof *now) == 0;
    return able + 1 == were && memcmp(old, now, place * sizeof *now) == 0 &&
           memcmp(old + place + 1, now + place, (able - place) * sizeof *now) == 0;
}

// Whether all others than the actor who could act before its step still can. Notes who can act since.
static bool others_stay(Trace *trace, uint32_t were, uint32_t able, Actor actor) {
    const Actor *old = trace->were_enabled, *end = old + were;
    uint32_t stay = 0;
    for (uint32_t i = 0; i < able; i++) {
        Actor now = trace->enabled[i];
        while (old < end && *old < now) old++;
        bool stays = old < end && *old == now;
        if (stays) stay += now != actor;
        else actor_state(trace, now)->since = trace->length;
    }
    return stay + 1 == were;
}

static uint32_t find_enabled_again(Trace *trace) {
    Actor *were = trace->enabled;
    trace->enabled = trace->were_enabled;
    trace->were_enabled = were;
    return find_enabled(trace);
}

// Whether an actor could act in the state before the step of another one; `*at` goes along with the actors.
static bool could_act(const Step *before, Actor actor, uint32_t *at) {
    if (!before || actor == before->actor) return false;
    while (*at < before->choice_count && before->choices[*at].actor < actor) ++*at;
    return (*at < before->choice_count && before->choices[*at].actor == actor) || trace_held(before, actor);
}

static void note_new(Trace *trace, const Step *before, uint32_t able, uint32_t since) {
    for (uint32_t i = 0, at = 0; i < able; i++)
        if (!could_act(before, trace->enabled[i], &at)) actor_state(trace, trace->enabled[i])->since = since;
}

// Whoever has become able to act by the step from a state, or at the start, goes on while nobody minds. Returns how
// many can act then.
static uint32_t take_invisible_steps(Trace *trace, const Step *before) {
    uint32_t able = find_enabled(trace), since = before ? (uint32_t)(before - trace->steps) + 1 : 0;
    if (!trace_merges(trace)) return able;
    note_new(trace, before, able, since);
    for (uint32_t i = 0, at = 0; i < able;) {
        Actor actor = trace->enabled[i];
        Action *foreseen = could_act(before, actor, &at) ? NULL : foresee_invisible(trace, actor, able == 1);
        if (!foreseen) {
            i++;
            continue;
        }
        uint32_t were = able;
        take_invisible_step(trace, actor, foreseen);
        if (before) before = &trace->steps[since - 1];   // steps may have moved
        able = find_enabled_again(trace);
        if (are_the_same(trace, were, able, i)) continue;
        if (!others_stay(trace, were, able, actor)) learned_forbid(trace->learned, actor);
        i = at = 0;
    }
    return able;
}

static void forget_judgement(Trace *trace) {
    depend_remove(trace, --trace->judged);
    if (trace->judged < trace->onlooker->below) trace->onlooker->below = trace->judged;
}

// An order of messages that turns out to matter makes the clocks from the later message on wrong.
uint32_t trace_judge(Trace *trace) {
    uint32_t observed = observer_find(trace, trace->judged);
    if (observed < trace->doubtful) trace->doubtful = observed;
    while (trace->judged > trace->doubtful) forget_judgement(trace);
    trace->doubtful = UINT32_MAX;
    trace->learned->outdated |= trace->orders->refuted;
    uint32_t first = trace->judged;
    while (trace->judged < trace->length && !trace->learned->outdated) depend_add(trace, trace->judged++);
    return first;
}

void deferred_free(Deferred *deferred) {
    for (uint32_t i = 0; i < deferred->count; i++) action_release(deferred->events[i]);
    memory_free(deferred);
}

static void leave_state(Trace *trace) {
    Step *step = trace_top(trace);
    for (uint32_t i = 0; step->taken && i < step->choice_count; i++) {
        const Choice *choice = &step->choices[i];
        if (choice->done && choice->asleep) action_release(choice->asleep);
        if (choice->done && choice->block) block_release(choice->block);
    }
    wakeup_drop(&trace->wakeups, step->wakeup);
    for (Deferred *deferred = step->deferred, *next; deferred; deferred = next) {
        next = deferred->next;
        deferred_free(deferred);
    }
    for (Tried *tried = step->tried, *next; tried; tried = next) {
        next = tried->next;
        action_release(tried->last);
        memory_free(tried);
    }
    if (trace->blocks) block_leave(trace);
}

static void take_back_invisible_step(Trace *trace) {
    const Step *step = &trace->steps[--trace->length];
    if (trace->judged > trace->length) forget_judgement(trace);
    action_release(step->pending);
    action_release(step->action);
    take_back_step(trace, step);
}

// The references move there.
static void put_to_sleep(Step *step, Block *block) {
    step->choice->asleep = step->action;
    step->choice->block = block;
    step->sleeping++;
}

void trace_back(Trace *trace, Sleep sleep) {
    assert(trace->length > trace->root);
    Block *block = block_new(trace);
    leave_state(trace);
    while (trace->steps[trace->length - 1].invisible) take_back_invisible_step(trace);
    trace->length--;
    trace->behind = true;
    Step *step = trace_top(trace);
    for (Race *race = step->attempts; race; race = race->next, trace->attempts--) action_release(race->event);
    if (trace->judged > trace->length) forget_judgement(trace);
    if (!trace->orders->all) observer_forget(trace, step);
    action_release(step->pending);
    if (sleep) put_to_sleep(step, sleep == ASLEEP_BLOCKWISE ? block : NULL);
    else action_release(step->action);
    if (sleep != ASLEEP_BLOCKWISE) block_release(block);
    take_back_step(trace, step);
    trace->forced = step->forced;
    path_cut(&trace->path, step->memory);
}

// --- trying out --------------------------------------------------------------------------------------------

static bool try_step(Trace *trace, Actor actor) {
    Choice *choice = trace_choice(trace_top(trace), actor);
    if (!choice || choice->asleep) return false;
    trace_forward(trace, choice);
    return true;
}

Action *trace_try(Trace *trace, Action *const *events, uint32_t count, Actor last) {
    uint32_t start = trace->length, taken = trace_top(trace)->taken, done = 0;
    Choice *choice = trace_choice(trace_top(trace), count ? events[0]->actor : last);
    bool was_done = choice && choice->done;
    while (done < count && try_step(trace, events[done]->actor)) done++;
    bool able = done == count && try_step(trace, last);
    Action *action = able ? action_share(trace_led_by(trace, trace_top(trace))->action) : NULL;
    while (trace->length > start) trace_back(trace, AWAKE);
    trace_top(trace)->taken = taken;
    if (choice) choice->done = was_done;
    return action;
}
