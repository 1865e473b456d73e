// Strategy: which interleavings are worth exploring.
//
// The search goes forward and back; a strategy decides where to. It marks what is to be explored in
// the states of the execution, from the races it sees: a step and an earlier one that could be the other
// way round. Strategies differ in what they try in the earlier state, and so in how many executions they
// need for all that can be told apart.
#pragma once
#include "explore/dpor/execution.h"

// Who runs first where nothing is planned: the actor that ran last, if it can; else
typedef enum {
    ORDER_ROUND,   // the next one in order of age, going round
    ORDER_OLDEST,
    ORDER_NEWEST,
    ORDER_STRICT,   // oldest, without going on with the last
} Order;

typedef struct {
    const char *name;   // weft check --dpor=name
    const char *about;
    bool sleeps;   // what was explored in a state is put to sleep there
    bool merges;   // invisible steps may be merged with the step before them (learned.h)

    // Who is to be explored next from the execution's top, not asleep; NULL: nobody more.
    Choice *(*choose)(Execution *execution, Order order);

    // The execution's top is an end, or all there are asleep; the races of steps from `first` on have not been seen.
    // May be NULL.
    void (*ended)(Execution *execution, uint32_t first);
} Strategy;

const Strategy *strategy_find(const char *name);   // NULL: there is none of that name
const Strategy *strategy_at(uint32_t index);       // NULL: there are not so many

extern const Strategy strategy_bounded;   // where preemptions are bounded; not one of those that have a name there

// --- for strategies --------------------------------------------------------------------------------

// An awake actor by the order, or NULL.
Choice *strategy_default(const Execution *execution, Order order);

// An awake actor by ORDER_ROUND, of those that have not raced so far if there are some; or NULL.
Choice *strategy_calm(const Execution *execution);

// The next branch of the wakeup tree, or NULL.
Choice *strategy_follow(Execution *execution);

// The first planned actor not explored yet.
Choice *strategy_planned(const Execution *execution);

// Source sets (Abdulla et al. 2014, Algorithm 1): plans an initial of v, a process that could begin the race's
// reversal, preferably the later event's, in the state before the race's first step, unless one was explored there, is
// asleep or planned (source sets).
void strategy_plan(Execution *execution, Race *race);

// Every race of the execution, those with disabled events included.
void strategy_reverse_all(Execution *execution, void (*reverse)(Execution *execution, Race *race));

// Who runs next where single processes are planned: one that is, or by the order the first time.
Choice *strategy_planned_or_first(Execution *execution, Order order);
