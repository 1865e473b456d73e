#include "explore/sleep.h"

// An actor that was enabled before the step and did not take it.
static Choice keep(const Choice *before, const Action *executed) {
    Choice choice = {.actor = before->actor, .since = before->since};
    if (before->asleep && !action_conflicts(before->asleep, executed)) choice.asleep = before->asleep;
    return choice;
}

uint32_t sleep_inherit(Trace *trace, const Actor *actors, uint32_t count) {
    Step *step = trace_top(trace), *before = step - 1;
    const Choice *old = before->choices, *end = old + before->choice_count;
    uint32_t stayed_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        while (old < end && old->actor < actors[i]) old++;
        bool stayed = old < end && old->actor == actors[i] && actors[i] != before->actor;
        step->choices[i] = stayed ? keep(old, before->action) : (Choice){.actor = actors[i], .since = trace->length};
        step->sleeping += step->choices[i].asleep != NULL;
        stayed_count += stayed;
    }
    return stayed_count;
}

bool sleep_covers(const Step *step, const Sequence *sequence) {
    uint32_t at, left = step->sleeping;
    for (const Choice *choice = step->choices; left; choice++) {
        if (!choice->asleep) continue;
        if (sequence_may_begin(sequence, choice->asleep, &at)) return true;
        left--;
    }
    return false;
}
