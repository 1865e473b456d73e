#include "explore/dpor/sleep.h"

static bool wakes_block(const Trace *trace, const Block *block, const Step *last) {
    return block_conflicts(trace->orders, block->rest, last->action) || block_is_seen(trace, block);
}

// An actor that was enabled before the step and did not take it.
static Choice keep(Trace *trace, const Step *step, const Choice *before) {
    Choice choice = {.actor = before->actor, .since = before->since};
    const Step *last = trace_led_by(trace, step);
    if (!before->asleep || action_conflicts(trace->orders, before->asleep, last->action)) return choice;
    if (before->block && wakes_block(trace, before->block, last)) return choice;
    choice.block = before->block;
    choice.asleep = before->asleep;
    return choice;
}

// Since when an actor can act that was not among those who might be chosen.
static uint32_t since_of(const Trace *trace, const Step *before, Actor actor) {
    uint32_t now = (uint32_t)(before - trace->steps) + 1;
    const Choice *held = actor == before->actor || !before->held_count ? NULL : trace_held(before, actor);
    if (held) return held->since;
    return trace_merges(trace) ? trace->actors[actor].since : now;
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
    for (uint32_t i = 0; i < step->choice_count; i++) {
        Choice *choice = &step->choices[i];
        while (old < end && old->actor < actors[i]) old++;
        if (old < end && old->actor == actors[i] && actors[i] != before->actor) {
            *choice = keep(trace, step, old);
            stayed++;
        } else {
            *choice = (Choice){.actor = actors[i], .since = since_of(trace, before, actors[i])};
        }
        step->sleeping += choice->asleep != NULL;
    }
    if (step->held_count) inherit_held(trace, actors);
    return stayed;
}

Initial sleep_covers(const Step *state, const Reversal *reversal, const Choice **cover, uint32_t *at) {
    Initial answer = NO;
    uint32_t left = state->sleeping;
    for (const Choice *choice = state->choices; left; choice++) {
        if (!choice->asleep) continue;
        *cover = choice;
        Initial initial = reversal_has_weak_initial(reversal, choice->asleep, at);
        if (initial == YES) return YES;
        if (initial == UNKNOWN) answer = UNKNOWN;
        left--;
    }
    return answer;
}
