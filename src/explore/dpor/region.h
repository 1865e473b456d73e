// Region: a part of the executions of a program, given by the order of some of their steps.
//
// Two steps that race split the executions in two: those in which the one comes first, and those in which the other
// does. So a rule is a step that has to wait for another one. A step is known by whose it is and how many steps that
// actor has taken before: its turn.
//
//     P.1's turn 0 before P.2's turn 3          P.2's turn 3 before P.1's turn 0
//
// A class of executions may be on both sides: the two turns come in no particular order there, or it comes to neither.
// It belongs to the side whose rule says `either`. So what belongs to the other side has no execution that obeys
// the rules by which the region was split before, and this one turned round. Regions that were split off one another
// thus have no class of executions in common, and together they have them all.
//
// No rule is about a fault (machine_may_wait).
//
// A search of a region is a search of a program in which some steps wait. It may come to executions that nobody wants:
// that end because a step waits for one that never comes, and those that belong to the region beside.
#pragma once
#include "vm/event.h"

struct Execution;
struct Race;

typedef struct {
    Actor actor;
    uint32_t turn;
} Turn;

typedef struct {
    Turn early, late;   // the late one waits for the early one
    bool either;
} Rule;

enum { REGION_RULES = FOOTPRINT_SPARE };

typedef struct {
    Rule rules[REGION_RULES];
    uint32_t count;
} Region;

uint64_t region_actors(const Region *region);   // that its rules are about, a bit for each, which others may share
static inline uint64_t region_bit(Actor actor) { return (uint64_t)1 << (actor & 63); }

// Of the execution's region:

bool region_names(const struct Execution *execution, Actor actor);    // its next step is one that a rule is about
bool region_delays(const struct Execution *execution, Actor actor);   // its next step has to wait

// Adds to what the actor's next step touches that others wait for it, or that it has waited.
void region_touch(const struct Execution *execution, Actor actor, Footprint *footprint);

bool region_has_rule(const struct Execution *execution, uint64_t object, uint32_t *rule);   // whose object it is

// Whether a disabled event need not wait, if all that does not depend on what made it impossible comes before it.
bool region_lets(const struct Execution *execution, const struct Race *disabled);

// Whether the execution, whose clocks are computed, belongs to the region.
bool region_owns(struct Execution *execution);

// Adds a rule that splits the region, by a race of the execution, whose clocks are computed: the two steps as they
// came. False: there is none. Turning the rule round gives the other half.
bool region_split(const struct Execution *execution, Region *region);
void region_turn_last(Region *region);
