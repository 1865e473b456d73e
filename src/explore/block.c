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

void block_enter(Trace *trace) {
    Step *step = trace_top(trace);
    Footprint look;
    step->look = step->block = NULL;
    step->rests = trace->length == 0 || machine_waiting(trace->machine, step[-1].actor, &look);
    if (step->rests && trace->length) step->look = actions_hold(&trace->actions, step[-1].actor, &look);
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
