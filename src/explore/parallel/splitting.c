#include "explore/parallel/keeper.h"

static const double usual_after = 0.5;   // seconds
static const double split_below = 0.4;   // the part of a unit that is explored: more would be lost than won

bool splitting_halve(Keeper *k, Region *region) {
    SearchConfig config = *k->config;
    Search search;
    Execution *execution = &search.execution;
    uint32_t depth = config.bound.depth;
    config.region = region;
    config.learned = k->learned;
    search_begin(&search, k->machine, &config);
    for (Choice *choice;
         (!depth || execution->length < depth) && (choice = config.strategy->choose(execution, config.order));)
        execution_forward(execution, choice);
    execution_compute_clocks(execution);
    Region half = *region;
    bool found = region_split(execution, &half);
    search_finish(&search);
    learned_begin_again(k->learned);   // nothing was relied on
    *region = half;
    return found;
}

// All are split in two, round by round, as long as there are races.
void splitting_all(Keeper *k, uint32_t wanted) {
    uint32_t before = 0;
    keeper_task(k, 0);
    while (before < k->tasks.count && k->tasks.count < wanted) {
        before = k->tasks.count;
        for (uint32_t i = 0; i < before && k->tasks.count < wanted; i++) {
            Region half = k->tasks.items[i].unit.region;
            if (!splitting_halve(k, &half)) continue;
            Task *other = keeper_task(k, k->tasks.count);
            k->tasks.items[i].unit.region = other->unit.region = half;
            region_turn_last(&other->unit.region);
        }
    }
}

static bool may_be_split(const Keeper *k, uint32_t worker, double now) {
    uint32_t number = k->task_of[worker];
    const Task *task = number == NO_UNIT ? NULL : &k->tasks.items[number];
    double after = k->jobs->split_after > 0 ? k->jobs->split_after : usual_after;
    return task && !task->whole && task->unit.region.count < REGION_RULES && now - task->since >= after &&
           atomic_load(&k->shared->counts[worker].done) < split_below;
}

uint32_t splitting_candidate(const Keeper *k) {
    double now = bound_now(), most = 0;
    uint32_t best = NO_UNIT;
    for (uint32_t i = 0; i < k->jobs->workers; i++) {
        if (!may_be_split(k, i, now)) continue;
        double left = (now - k->tasks.items[k->task_of[i]].since) * (1 - atomic_load(&k->shared->counts[i].done));
        if (left > most) best = k->task_of[i], most = left;
    }
    return best;
}

bool splitting_split(Keeper *k, uint32_t number, Region *other) {
    Task *task = &k->tasks.items[number];
    Region half = task->unit.region;
    task->whole = half.count == REGION_RULES || !splitting_halve(k, &half);
    if (task->whole) return false;
    keeper_drop(k, number);
    work_unit_forget(&task->unit);
    task->unit.region = *other = half;
    region_turn_last(other);
    return true;
}
