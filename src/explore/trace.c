#include "explore/trace.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "explore/sleep.h"

enum { FIRST_STEPS = 256, FIRST_ACTORS = 64 };

static void enter_state(Trace *trace);

void trace_init(Trace *trace, Machine *machine, bool observing, const Region *region) {
    *trace = (Trace){
        .machine = machine,
        .observing = observing,
        .region = region,
        .doubtful = UINT32_MAX,
        .steps = memory_zeroed(FIRST_STEPS, sizeof(Step)),
        .capacity = FIRST_STEPS,
        .enabled = memory_new(FIRST_ACTORS * sizeof(Actor)),
        .enabled_capacity = FIRST_ACTORS,
        .onlooker = memory_zeroed(1, sizeof(Onlooker)),
    };
    path_init(&trace->path);
    path_init(&trace->order);
    actions_init(&trace->actions);
    index_init(&trace->index);
    wakeup_init(&trace->wakeups);
    enter_state(trace);
    trace_top(trace)->memory = trace->path.used;
}

void trace_free(Trace *trace) {
    path_free(&trace->path);
    path_free(&trace->order);
    actions_free(&trace->actions);
    index_free(&trace->index);
    wakeup_free(&trace->wakeups);
    sequence_free(&trace->sequence);
    memory_free(trace->steps);
    memory_free(trace->actors);
    memory_free(trace->enabled);
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

// --- entering a state ------------------------------------------------------------------------------

static uint32_t find_enabled(Trace *trace) {
    for (;;) {
        uint32_t count = machine_enabled(trace->machine, trace->enabled, trace->enabled_capacity);
        if (count < trace->enabled_capacity) return count;
        trace->enabled_capacity *= 2;
        trace->enabled = memory_resize(trace->enabled, trace->enabled_capacity * sizeof(Actor));
    }
}

// Puts those that the region lets wait behind the others; returns how many the others are.
static uint32_t put_back_delayed(const Trace *trace, Actor *enabled, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        Actor actor = enabled[kept];
        if (!region_delays(trace, actor)) {
            kept++;
            continue;
        }
        memmove(enabled + kept, enabled + kept + 1, (count - kept - 1) * sizeof *enabled);
        enabled[count - 1] = actor;
    }
    return kept;
}

static void find_pending(const Trace *trace, Actor actor, Footprint *out) {
    machine_pending(trace->machine, actor, out);
    if (trace->region) region_touch(trace, actor, out);
}

// What an actor was about to do that the last step took away from it: they race, though one of the
// two has not happened. The machine is asked in the state before.
static void add_attempt(Trace *trace, Step *before, Actor actor) {
    Footprint pending;
    machine_undo(trace->machine, before->mark);
    find_pending(trace, actor, &pending);
    event_copy(&trace->event, machine_step(trace->machine, before->actor));
    Race *race = path_take(&trace->path, sizeof *race);
    *race = (Race){
        .next = before->attempts,
        .first = trace->length - 1,
        .second = trace->length - 1,
        .late = actions_hold(&trace->actions, actor, &pending),
    };
    before->attempts = race;
    trace->attempts++;
}

static bool is_able(const Step *step, Actor actor) {
    bool held = false;
    for (uint32_t i = 0; i < step->held_count; i++) held |= step->choices[step->choice_count + i].actor == actor;
    return held || trace_choice(step, actor);
}

// Also of those who wait by a rule: it could have come after what they wait for.
static void find_disabled(Trace *trace) {
    Step *step = trace_top(trace), *before = step - 1;
    for (uint32_t i = 0; i < before->choice_count + before->held_count; i++) {
        Actor actor = before->choices[i].actor;
        if (actor != before->actor && !is_able(step, actor)) add_attempt(trace, before, actor);
    }
}

static void enter_state(Trace *trace) {
    uint32_t able = find_enabled(trace), count = able;
    Step *step = trace_top(trace);
    if (trace->region) count = put_back_delayed(trace, trace->enabled, able);
    step->choices = path_take(&trace->path, able * sizeof(Choice));
    step->choice_count = count;
    step->held_count = able - count;
    step->sleeping = step->taken = 0;
    step->dozers = NULL;
    step->wakeup = trace->ahead;
    step->led = trace->ahead;
    trace->ahead = NULL;
    if (trace->length) {
        uint32_t stayed = sleep_inherit(trace, trace->enabled);
        if (stayed + 1 < step[-1].choice_count || step[-1].held_count) find_disabled(trace);
        step->spent = step[-1].spent;
    } else {
        for (uint32_t i = 0; i < able; i++) step->choices[i] = (Choice){.actor = trace->enabled[i]};
    }
    step->mark = machine_mark(trace->machine);
}

// --- steps -----------------------------------------------------------------------------------------

static Action *hold_done(Trace *trace, Actor actor, const Footprint *done) {
    if (!trace->region) return actions_hold(&trace->actions, actor, done);
    Footprint more;
    footprint_copy(&more, done);
    region_touch(trace, actor, &more);
    return actions_hold(&trace->actions, actor, &more);
}

static void run_step(Trace *trace, Step *step) {
    Footprint pending;
    find_pending(trace, step->actor, &pending);
    event_copy(&trace->event, machine_step(trace->machine, step->actor));
    step->action = hold_done(trace, step->actor, &trace->event.footprint);
    step->pending = action_is(step->action, step->actor, &pending)
                        ? action_share(step->action)
                        : actions_hold(&trace->actions, step->actor, &pending);
}

static void find_receive(Trace *trace, Step *step) {
    bool receives = trace->observing && machine_receive(trace->machine, step->actor, &step->receive);
    if (!receives) step->receive = (Receive){0};
    step->received = ++trace->mails.serial;
}

static void grow_steps(Trace *trace) {
    trace->steps = memory_resize(trace->steps, 2 * trace->capacity * sizeof(Step));
    memset(trace->steps + trace->capacity, 0, trace->capacity * sizeof(Step));   // they are in no sequence yet
    trace->capacity *= 2;
}

void trace_forward(Trace *trace, Choice *choice) {
    if (trace->length + 2 > trace->capacity) grow_steps(trace);
    Step *step = trace_top(trace);
    assert(choice >= step->choices && choice < step->choices + step->choice_count && !choice->asleep);
    if (trace->behind) machine_undo(trace->machine, step->mark);
    trace->behind = false;
    choice->done = true;
    step->taken++;
    step->choice = choice;
    step->actor = choice->actor;
    step->attempts = NULL;
    find_receive(trace, step);
    run_step(trace, step);
    begin_step(trace, step);
    trace->length++;
    trace->events++;
    enter_state(trace);
    if (trace->observing) mail_note(trace, step, &trace->event);
    trace_top(trace)->memory = trace->path.used;
}

static void forget_judgement(Trace *trace) {
    depend_remove(trace, --trace->judged);
    if (trace->judged < trace->onlooker->below) trace->onlooker->below = trace->judged;
}

uint32_t trace_judge(Trace *trace) {
    while (trace->judged > trace->doubtful) forget_judgement(trace);
    trace->doubtful = UINT32_MAX;
    uint32_t first = trace->judged;
    while (trace->judged < trace->length) depend_add(trace, trace->judged++);
    return first;
}

static void leave_state(Trace *trace) {
    Step *step = trace_top(trace);
    for (uint32_t i = 0; step->taken && i < step->choice_count; i++)
        if (step->choices[i].done && step->choices[i].asleep) action_release(step->choices[i].asleep);
    wakeup_drop(&trace->wakeups, step->wakeup);
}

void trace_back(Trace *trace, bool sleep) {
    assert(trace->length);
    leave_state(trace);
    trace->length--;
    trace->behind = true;
    Step *step = trace_top(trace);
    for (Race *race = step->attempts; race; race = race->next, trace->attempts--) action_release(race->late);
    if (trace->judged > trace->length) forget_judgement(trace);
    if (trace->observing) mail_forget(trace, step);
    action_release(step->pending);
    if (sleep) {
        step->choice->asleep = step->action;   // the reference moves there
        step->choice->origin = trace->length;
        step->sleeping++;
    } else {
        action_release(step->action);
    }
    take_back_step(trace, step);
    path_cut(&trace->path, step->memory);
}
