#include "explore/dpor/sleep.h"

#include "explore/dpor/check.h"

static bool wakes_block(const Execution *execution, const Block *block, const Step *last) {
    return block_conflicts(execution->orders, block->rest, last->action) || block_is_seen(execution, block);
}

// An actor that was enabled before the step and did not take it.
static Choice keep(Execution *execution, const Step *step, const Choice *before) {
    Choice choice = {.actor = before->actor, .since = before->since};
    const Step *last = execution_led_by(execution, step);
    if (!before->asleep || action_conflicts(execution->orders, before->asleep, last->action)) return choice;
    if (before->block && wakes_block(execution, before->block, last)) return choice;
    choice.block = before->block;
    choice.asleep = before->asleep;
    return choice;
}

// Since when an actor can act that was not among those who might be chosen.
static uint32_t since_of(const Execution *execution, const Step *before, Actor actor) {
    uint32_t now = (uint32_t)(before - execution->steps) + 1;
    const Choice *held = execution_held(before, actor);
    if (held) return held->since;
    return execution_merges(execution) ? execution->actors[actor].since : now;
}

static void inherit_held(Execution *execution, const Actor *actors) {
    Step *step = execution_top(execution), *before = execution_led_by(execution, step);
    for (uint32_t i = step->choice_count; i < step->choice_count + step->held_count; i++) {
        const Choice *old = actors[i] == before->actor ? NULL : execution_choice(before, actors[i]);
        uint32_t since = old ? old->since : since_of(execution, before, actors[i]);
        step->choices[i] = (Choice){.actor = actors[i], .since = since};
    }
}

uint32_t sleep_inherit(Execution *execution, const Actor *actors) {
    Step *step = execution_top(execution), *before = execution_led_by(execution, step);
    const Choice *old = before->choices, *end = old + before->choice_count;
    uint32_t stayed = 0;
    for (uint32_t i = 0; i < step->choice_count; i++) {
        Choice *choice = &step->choices[i];
        while (old < end && old->actor < actors[i]) old++;
        if (old < end && old->actor == actors[i] && actors[i] != before->actor) {
            *choice = keep(execution, step, old);
            stayed++;
        } else {
            *choice = (Choice){.actor = actors[i], .since = since_of(execution, before, actors[i])};
        }
        step->sleeping += choice->asleep != NULL;
    }
    if (step->held_count) inherit_held(execution, actors);
    return stayed;
}

Initial sleep_covers(const Step *state, Reversal *reversal, const Choice **cover) {
    Initial answer = NO;
    uint32_t left = state->sleeping, at;
    for (const Choice *choice = state->choices; left; choice++) {
        if (!choice->asleep) continue;
        *cover = choice;
        left--;
        Initial initial = reversal_has_weak_initial(reversal, choice->asleep, &at);
        initial_check(reversal, choice->asleep, initial);
        if (initial == YES) return YES;
        if (initial == UNKNOWN)
            answer = UNKNOWN;
        else
            reversal->events[at].kept = true;
    }
    *cover = NULL;
    return answer;
}
