#include "explore/sleep.h"

static void add_dozer(Trace *trace, Step *step, Dozer dozer) {
    Dozer *added = path_take(&trace->path, sizeof *added);
    *added = dozer;
    added->next = step->dozers;
    step->dozers = added;
}

// --- what was sent and what was looked for ---------------------------------------------------------

// What was sent, as the machine knows it; 0: it does not.
static uint64_t message_of(const Event *event, const Access *send) {
    for (uint32_t i = 0; i < event->footprint.count; i++) {
        const Access *access = &event->footprint.items[i];
        bool same = access->kind == ACCESS_SEND && access->object == send->object && access->value == send->value;
        if (same && event->messages[i]) return event->messages[i];
    }
    return 0;
}

// Whether the last step, which found nothing, would have taken what an actor is about to send.
static bool wants_next(Trace *trace, const Step *look, Actor sender, const Access *send) {
    Mark mark = machine_mark(trace->machine);
    uint64_t message = message_of(machine_step(trace->machine, sender), send);
    bool wants = !message || machine_accepts(trace->machine, &look->receive, message);
    machine_undo(trace->machine, mark);
    return wants;
}

// Whether an actor that is about to find nothing would take what the last step sent.
static bool wants_last(Trace *trace, Actor looker, uint64_t message) {
    Receive receive;
    if (!message || !machine_receive(trace->machine, looker, &receive)) return true;
    return machine_accepts(trace->machine, &receive, message);
}

// What a sleeper and the last step, which conflict over mail, are to each other.
static Conflict look_closer(Trace *trace, const Action *asleep, const Step *last) {
    const Action *executed = last->action;
    Conflict conflict = CONFLICT_NONE;
    for (uint32_t i = 0; i < asleep->count; i++)
        for (uint32_t j = 0; j < executed->count; j++) {
            const Access *a = &asleep->items[i], *b = &executed->items[j];
            if (!access_conflicts(*a, *b)) continue;
            if (access_are_sends(a, b)) conflict = CONFLICT_OF_MAIL;
            else if (access_looks_for(a, b) && wants_last(trace, asleep->actor, message_of(&trace->event, b))) return CONFLICT_REAL;
            else if (access_looks_for(b, a) && (!last->receive.code || wants_next(trace, last, asleep->actor, a)))
                return CONFLICT_REAL;
        }
    return conflict;
}

static Conflict conflict_with(Trace *trace, const Action *asleep, const Step *last) {
    if (!action_may_conflict(asleep, last->action)) return CONFLICT_NONE;
    Conflict conflict = action_conflict(asleep, last->action);
    if (conflict != CONFLICT_OF_MAIL) return conflict;
    return trace->observing ? look_closer(trace, asleep, last) : CONFLICT_REAL;
}

// --- sleepers --------------------------------------------------------------------------------------

static bool wakes_block(const Trace *trace, const Block *block, const Step *last) {
    return block_conflicts(block->rest, last->action) || block_is_seen(trace, block);
}

// An actor that was enabled before the step and did not take it.
static Choice keep(Trace *trace, Step *step, const Choice *before, bool passed) {
    Choice choice = {.actor = before->actor, .since = before->since};
    if (!before->asleep) return choice;
    Conflict conflict = conflict_with(trace, before->asleep, trace_led_by(trace, step));
    if (before->block && wakes_block(trace, before->block, trace_led_by(trace, step))) conflict = CONFLICT_REAL;
    if (conflict == CONFLICT_NONE) {
        choice.block = before->block;
        choice.asleep = before->asleep;
        choice.origin = before->origin;
        choice.passed = passed;
    } else if (conflict == CONFLICT_OF_MAIL) {
        add_dozer(trace, step, (Dozer){.action = before->asleep, .origin = before->origin});
    }
    return choice;
}

// Whether somebody who dozes has taken the step that was explored.
static bool has_acted(const Trace *trace, const Dozer *dozer) {
    return trace->actors[dozer->action->actor].last > dozer->origin;
}

static void keep_dozers(Trace *trace, Step *step, const Step *before) {
    for (const Dozer *dozer = before->dozers; dozer; dozer = dozer->next) {
        bool acted = has_acted(trace, dozer);
        if (acted || action_conflict(dozer->action, before->action) != CONFLICT_REAL) add_dozer(trace, step, *dozer);
    }
}

// Since when an actor can act that was not among those who might be chosen.
static uint32_t since_of(const Trace *trace, const Step *before, Actor actor) {
    uint32_t now = (uint32_t)(before - trace->steps) + 1;
    const Choice *held = actor == before->actor || !before->held_count ? NULL : trace_held(before, actor);
    if (held) return held->since;
    return trace_passes(trace) ? trace->actors[actor].since : now;
}

static void inherit_held(Trace *trace, const Actor *actors) {
    Step *step = trace_top(trace), *before = trace_led_by(trace, step);
    for (uint32_t i = step->choice_count; i < step->choice_count + step->held_count; i++) {
        const Choice *old = actors[i] == before->actor ? NULL : trace_choice(before, actors[i]);
        uint32_t since = old ? old->since : since_of(trace, before, actors[i]);
        step->choices[i] = (Choice){.actor = actors[i], .since = since};
    }
}

uint32_t sleep_inherit(Trace *trace, const Actor *actors) {
    Step *step = trace_top(trace), *before = trace_led_by(trace, step);
    const Choice *old = before->choices, *end = old + before->choice_count;
    uint32_t stayed = 0;
    keep_dozers(trace, step, before);
    for (uint32_t i = 0; i < step->choice_count; i++) {
        Choice *choice = &step->choices[i];
        while (old < end && old->actor < actors[i]) old++;
        if (old < end && old->actor == actors[i] && actors[i] != before->actor) {
            *choice = keep(trace, step, old, !step->led);
            stayed++;
        } else {
            *choice = (Choice){.actor = actors[i], .since = since_of(trace, before, actors[i])};
        }
        step->sleeping += choice->asleep != NULL;
    }
    if (step->held_count) inherit_held(trace, actors);
    return stayed;
}

// A sleeper that the sequence does not mention is no reason to drop it if it was passed: the sequence may
// have been left to this branch where the sleeper's was explored.
static bool covers(const Choice *sleeper, Sequence *sequence, uint32_t *at) {
    if (!sequence_may_begin(sequence, sleeper->asleep, at)) return false;
    return *at < sequence->count || !sleeper->passed;
}

const Choice *sleep_cover(const Step *step, Sequence *sequence, uint32_t *at) {
    uint32_t left = step->sleeping;
    for (const Choice *choice = step->choices; left; choice++) {
        if (!choice->asleep) continue;
        if (covers(choice, sequence, at)) return choice;
        left--;
    }
    return NULL;
}

// Who dozes was explored where it sent first and, where somebody noticed that, also with its message behind the next one.
// Behind more of them it is put only after that, when what begins with those may be asleep already. That matters where a
// step did not let somebody act, or the one that the sequence is to come before would notice, or would not let it send.
static bool dozer_covers(const Trace *trace, const Dozer *dozer, const Step *first, Sequence *sequence) {
    const Action *action = dozer->action;
    bool attempt = sequence->items[sequence->count - 1].position == NO_POSITION;
    bool one_only = attempt || action_conflict(first->action, action) == CONFLICT_REAL;
    uint32_t at, passed = 0;
    for (const Step *step = trace->steps + dozer->origin; step < first; step++) {
        if (step->actor == action->actor) return true;
        if (!action_conflicts(step->action, action)) continue;
        if (one_only && passed++) return false;
        if (sequence_conflicts(sequence, step->action, (uint32_t)(step - trace->steps), action)) return false;
    }
    return sequence_may_begin(sequence, action, &at) && at < sequence->count;
}

bool sleep_dozer_covers(const Trace *trace, const Step *step, Sequence *sequence) {
    for (const Dozer *dozer = step->dozers; dozer; dozer = dozer->next)
        if (dozer_covers(trace, dozer, step, sequence)) return true;
    return false;
}

// Whether somebody who dozes could have begun what happened since it was explored.
static bool dozer_could_begin(Trace *trace, const Dozer *dozer) {
    const Action *action = dozer->action;
    for (uint32_t i = dozer->origin; i < trace->length; i++) {
        const Step *step = &trace->steps[i];
        if (step->actor == action->actor) return true;
        if (action_may_conflict(step->action, action) &&
            sequence_conflicts(&trace->sequence, step->action, i, action)) return false;
    }
    return false;
}

bool sleep_repeats(Trace *trace) {
    const Dozer *dozer = trace_top(trace)->dozers;
    if (dozer) sequence_begin(&trace->sequence, trace, trace->length);
    while (dozer && !dozer_could_begin(trace, dozer)) dozer = dozer->next;
    return dozer;
}
