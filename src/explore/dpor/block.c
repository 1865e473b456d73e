#include "explore/dpor/block.h"

#include <assert.h>

#include "base/memory.h"
#include "explore/dpor/execution.h"

static Block *put_before(Action *action, Block *rest) {
    Block *block = memory_new(sizeof *block);
    *block = (Block){.rest = rest, .action = action_share(action), .references = 1};
    if (rest) block_share(rest);
    for (int way = 0; way < 2; way++) {
        block->does[way] = action->does[way] | (rest ? rest->does[way] : 0);
        block->conflicting[way] = action->conflicting[way] | (rest ? rest->conflicting[way] : 0);
    }
    return block;
}

void block_release(Block *block) {
    assert(!block || block->references > 0);
    while (block && --block->references == 0) {
        Block *rest = block->rest;
        assert(!rest || rest->references > 0);
        action_release(block->action);
        memory_free(block);
        block = rest;
    }
}

bool block_conflicts(Orders *orders, const Block *block, const Action *action) {
    for (; block; block = block->rest) {
        if (!(block->does[0] & action->conflicting[0]) || !(block->does[1] & action->conflicting[1])) return false;
        if (action_conflicts(orders, block->action, action)) return true;
    }
    return false;
}

// --- along the execution -------------------------------------------------------------------------------

uint32_t block_begin(const Execution *execution, uint32_t at) {
    const Step *steps = execution->steps;
    while (at > 0 && steps[at - 1].actor == steps[at].actor && !steps[at].rests) at--;
    return at;
}

uint32_t block_end(const Execution *execution, uint32_t at) {
    const Step *steps = execution->steps;
    do at++;
    while (at < execution->length && steps[at - 1].actor == steps[at].actor && !steps[at].rests);
    return at;
}

static bool can_act(const Execution *execution, const Step *step, Actor actor) {
    for (uint32_t i = 0; i < step->choice_count; i++)
        if (execution->enabled[i] == actor) return true;
    return false;
}

void block_enter(Execution *execution) {
    Step *step = execution_top(execution);
    Footprint look;
    step->look = NULL;
    step->block = NULL;
    step->rests = true;
    if (execution->length == 0) return;
    Actor last = step[-1].actor;
    bool waits = machine_waiting(execution->machine, last, &look);
    step->rests = waits || !can_act(execution, step, last);
    if (!waits) look.everything = true;   // nobody knows what it waits for
    if (step->rests) step->look = actions_hold(&execution->actions, last, &look, 0);
}

void block_leave(Execution *execution) {
    Step *step = execution_top(execution);
    if (step->look) action_release(step->look);
    if (step->block) block_release(step->block);
}

Block *block_new(Execution *execution) {
    Step *after = execution_top(execution), *step = after - 1;
    if (!execution->blocks) return NULL;
    assert(!after->block || (!after->rests && after->block->action->actor == step->actor));
    Block *block = put_before(step->action, after->block);
    bool goes_on = execution->length > 1 && step[-1].actor == step->actor && !step->rests;
    if (goes_on && !step->block) {
        step->block = block;
        block_share(block);
    }
    return block;
}

bool block_is_seen(const Execution *execution, const Block *block) {
    const Action *look = execution_top(execution)->look;
    return look && block_conflicts(execution->orders, block, look);
}
