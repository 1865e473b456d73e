#include "explore/block.h"

#include "explore/trace.h"

uint32_t block_begin(const Trace *trace, uint32_t at) {
    const Step *steps = trace->steps;
    while (at > 0 && steps[at - 1].actor == steps[at].actor && !steps[at].rests) at--;
    return at;
}

uint32_t block_end(const Trace *trace, uint32_t at) {
    const Step *steps = trace->steps;
    do at++;
    while (at < trace->length && steps[at - 1].actor == steps[at].actor && !steps[at].rests);
    return at;
}

static bool can_act(const Trace *trace, const Step *step, Actor actor) {
    for (uint32_t i = 0; i < step->choice_count; i++)
        if (trace->enabled[i] == actor) return true;
    return false;
}

void block_enter(Trace *trace) {
    Step *step = trace_top(trace);
    Footprint look;
    step->look = step->block = NULL;
    step->rests = true;
    if (trace->length == 0) return;
    Actor last = step[-1].actor;
    bool waits = machine_waiting(trace->machine, last, &look);
    step->rests = waits || !can_act(trace, step, last);
    if (!waits) look.everything = true;   // nobody knows what it waits for
    if (step->rests) step->look = actions_hold(&trace->actions, last, &look);
}

void block_leave(Trace *trace) {
    Step *step = trace_top(trace);
    if (step->look) action_release(step->look);
    if (step->block) action_release(step->block);
}

Action *block_action(Trace *trace) {
    Step *after = trace_top(trace), *step = after - 1;
    Action *block = after->block ? actions_join(&trace->actions, step->action, after->block) : action_share(step->action);
    bool goes_on = trace->length > 1 && step[-1].actor == step->actor && !step->rests;
    if (goes_on && !step->block) step->block = action_share(block);
    return block;
}

bool block_is_seen(Trace *trace, const Action *action) {
    const Action *look = trace_top(trace)->look;
    return look && action_conflicts(look, action);
}
