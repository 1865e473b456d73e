#include "explore/dpor/region.h"

#include <assert.h>

#include "explore/dpor/execution.h"

static uint32_t turns_of(const Execution *execution, Actor actor) {
    return actor < execution->actor_count ? execution->actors[actor].turns : 0;
}

static bool has_come(const Execution *execution, Turn turn) { return turns_of(execution, turn.actor) > turn.turn; }

static bool is_next(const Execution *execution, Turn turn, Actor actor) {
    return turn.actor == actor && turns_of(execution, actor) == turn.turn;
}

uint64_t region_actors(const Region *region) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < region->count; i++)
        bits |= region_bit(region->rules[i].early.actor) | region_bit(region->rules[i].late.actor);
    return bits;
}

bool region_names(const Execution *execution, Actor actor) {
    const Region *region = execution->region;
    for (uint32_t i = 0; i < region->count; i++)
        if (is_next(execution, region->rules[i].early, actor) || is_next(execution, region->rules[i].late, actor))
            return true;
    return false;
}

bool region_delays(const Execution *execution, Actor actor) {
    const Region *region = execution->region;
    for (uint32_t i = 0; i < region->count; i++)
        if (is_next(execution, region->rules[i].late, actor) && !has_come(execution, region->rules[i].early))
            return true;
    return false;
}

static uint32_t position_of(const Execution *execution, Turn turn) {
    assert(has_come(execution, turn));
    uint32_t position = execution->actors[turn.actor].last - 1;
    while (execution->steps[position].turn > turn.turn) position = execution->steps[position].previous - 1;
    assert(execution->steps[position].actor == turn.actor && execution->steps[position].turn == turn.turn);
    return position;
}

bool region_lets(const Execution *execution, const Race *disabled) {
    const Region *region = execution->region;
    for (uint32_t i = 0; region && i < region->count; i++) {
        const Rule *rule = &region->rules[i];
        if (rule->late.actor != disabled->event->actor || rule->late.turn != disabled->turn) continue;
        if (!has_come(execution, rule->early)) return false;
        if (execution_before(execution, disabled->first, position_of(execution, rule->early))) return false;
    }
    return true;
}

// --- what steps touch ------------------------------------------------------------------------------

// A number that no object of a machine has but by chance of one in 2^64.
static uint64_t object_of_rule(uint32_t rule) { return (rule + 1) * 0xd1b54a32d192ed03; }

bool region_has_rule(const Execution *execution, uint64_t object, uint32_t *rule) {
    for (*rule = 0; execution->region && *rule < execution->region->count; ++*rule)
        if (object == object_of_rule(*rule)) return true;
    return false;
}

// As if the early one sent a message and the late one received it.
void region_touch(const Execution *execution, Actor actor, Footprint *footprint) {
    const Region *region = execution->region;
    for (uint32_t i = 0; i < region->count; i++) {
        if (is_next(execution, region->rules[i].early, actor))
            footprint_add_spare(footprint, object_of_rule(i), ACCESS_SEND, 1);
        if (is_next(execution, region->rules[i].late, actor))
            footprint_add_spare(footprint, object_of_rule(i), ACCESS_AWAIT, 1);
    }
}

// --- whose an execution is -------------------------------------------------------------------------

// Whether a step happens after one of those marked, from `first` on.
static bool follows(Execution *execution, const bool *marked, uint32_t first, uint32_t position, uint32_t rules) {
    const Step *step = &execution->steps[position];
    uint32_t woken = step->choice->since;
    if (step->previous > first && marked[step->previous - 1 - first]) return true;
    if (woken > first && woken > step->previous && marked[woken - 1 - first]) return true;
    for (uint32_t i = first; i < position; i++)
        if (marked[i - first] && happens_before_conflicts(execution, i, position, rules)) return true;
    return false;
}

// In the class of executions, with the first `rules` rules. Clocks count all of them, so they do not know.
static bool happens_before(Execution *execution, uint32_t early, uint32_t late, uint32_t rules) {
    if (happens_before_conflicts(execution, early, late, rules)) return true;
    ArenaMark here = arena_mark(&execution->order);
    bool *marked = arena_take(&execution->order, late - early + 1);
    marked[0] = true;
    for (uint32_t i = early + 1; i <= late; i++) marked[i - early] = follows(execution, marked, early, i, rules);
    bool before = marked[late - early];
    arena_cut(&execution->order, here);
    return before;
}

// Whether the execution has no equivalent one that obeys the rule turned round and all before it.
static bool obeys(Execution *execution, uint32_t index) {
    const Rule *rule = &execution->region->rules[index];
    if (rule->either) return true;
    if (!has_come(execution, rule->early)) return false;
    if (!has_come(execution, rule->late)) return true;
    uint32_t early = position_of(execution, rule->early), late = position_of(execution, rule->late);
    assert(early < late && execution_before(execution, early, late) ==
                               happens_before(execution, early, late, execution->region->count));
    return happens_before(execution, early, late, index);
}

bool region_owns(Execution *execution) {
    for (uint32_t i = 0; execution->region && i < execution->region->count; i++)
        if (!obeys(execution, i)) return false;
    return true;
}

// --- splitting -------------------------------------------------------------------------------------

static bool is_same(Turn a, Turn b) { return a.actor == b.actor && a.turn == b.turn; }

static uint32_t uses_of(const Region *region, Turn turn) {
    uint32_t uses = 0;
    for (uint32_t i = 0; i < region->count; i++)
        uses += is_same(region->rules[i].early, turn) + is_same(region->rules[i].late, turn);
    return uses;
}

static bool can_wait(const Execution *execution, const Step *step) {
    return !step->action->everything && machine_may_wait(execution->machine, step->actor);
}

// First steps come in every execution, late ones perhaps only in some; and many rules about one step say little more
// than one does.
static uint32_t cost_of(const Region *region, const Rule *rule) {
    uint32_t uses = uses_of(region, rule->early) + uses_of(region, rule->late);
    return rule->early.turn + rule->late.turn + 2 * uses;
}

bool region_split(const Execution *execution, Region *region) {
    uint32_t best = UINT32_MAX;
    Rule found = {0};
    if (region->count == REGION_RULES) return false;
    for (const Step *step = execution->steps; step < execution->steps + execution->length; step++)
        for (const Race *race = step->races; race; race = race->next) {
            const Step *first = &execution->steps[race->first];
            Rule rule = {{first->actor, first->turn}, {step->actor, step->turn}, .either = true};
            uint32_t cost = cost_of(region, &rule);
            if (cost >= best || !can_wait(execution, first) || !can_wait(execution, step)) continue;
            best = cost;
            found = rule;
        }
    if (best == UINT32_MAX) return false;
    region->rules[region->count++] = found;
    return true;
}

void region_turn_last(Region *region) {
    assert(region->count > 0);
    Rule *rule = &region->rules[region->count - 1];
    *rule = (Rule){.early = rule->late, .late = rule->early, .either = !rule->either};
}
