#include "explore/sleep.h"

// An actor that was enabled before the step and did not take it.
static Choice keep(const Choice *before, const Action *executed, bool passed) {
    Choice choice = {.actor = before->actor, .since = before->since};
    if (!before->asleep || action_conflicts(before->asleep, executed)) return choice;
    choice.asleep = before->asleep;
    choice.passed = passed;
    return choice;
}

uint32_t sleep_inherit(Trace *trace, const Actor *actors, uint32_t count) {
    Step *step = trace_top(trace), *before = step - 1;
    const Choice *old = before->choices, *end = old + before->choice_count;
    uint32_t stayed = 0;
    for (uint32_t i = 0; i < count; i++) {
        Choice *choice = &step->choices[i];
        while (old < end && old->actor < actors[i]) old++;
        if (old < end && old->actor == actors[i] && actors[i] != before->actor) {
            *choice = keep(old, before->action, !step->wakeup);
            stayed++;
        } else {
            *choice = (Choice){.actor = actors[i], .since = trace->length};
        }
        step->sleeping += choice->asleep != NULL;
    }
    return stayed;
}

// A sleeper that the sequence does not mention is no reason to drop it if it was passed: the sequence may
// have been left to this branch where the sleeper's was explored.
static bool covers(const Choice *sleeper, const Sequence *sequence, uint32_t *at) {
    if (!sequence_may_begin(sequence, sleeper->asleep, at)) return false;
    return *at < sequence->count || !sleeper->passed;
}

const Choice *sleep_cover(const Step *step, const Sequence *sequence, uint32_t *at) {
    uint32_t left = step->sleeping;
    for (const Choice *choice = step->choices; left; choice++) {
        if (!choice->asleep) continue;
        if (covers(choice, sequence, at)) return choice;
        left--;
    }
    return NULL;
}
