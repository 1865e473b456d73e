// Strategy: which interleavings are worth exploring.
//
// The search goes forward and back; a strategy decides where to. It marks what is to be explored in
// the states of the trace, from the races it sees: a step and an earlier one that could be the other
// way round. Strategies differ in what they try in the earlier state, and so in how many executions they
// need for all that can be told apart.
#pragma once
#include "explore/trace.h"

// Who runs first where nothing is planned: the actor that ran last, if it can; else
typedef enum {
    ORDER_ROUND,    // the next one in order of age, going round
    ORDER_OLDEST,
    ORDER_NEWEST,
    ORDER_STRICT,   // oldest, without going on with the last
} Order;

typedef struct {
    const char *name;    // weft check --dpor=name
    const char *about;
    bool sleeps;         // what was explored in a state is put to sleep there

    // Who is to be explored next from the trace's top, which cannot be asleep; NO_ACTOR: nobody more.
    Actor (*choose)(Trace *trace, Order order);

    // After a step: its races are known. May be NULL.
    void (*stepped)(Trace *trace, bool bounded);

    // The trace's top is an end; steps from `first` on are new since the last end. May be NULL.
    void (*ended)(Trace *trace, uint32_t first);
} Strategy;

const Strategy *strategy_find(const char *name);    // NULL: there is none of that name
const Strategy *strategy_at(uint32_t index);        // NULL: there are not so many

// --- for strategies --------------------------------------------------------------------------------

// An awake actor by the order, or NO_ACTOR.
Actor strategy_default(const Trace *trace, Order order);

// The first planned actor not explored yet.
Actor strategy_planned(const Trace *trace);

typedef bool RaceFilter(const Trace *trace, uint32_t first, uint32_t late, uint32_t position);

// Plans, for every race of the last step, an actor to begin with in the state before the earlier of the two,
// unless one is planned or explored. `filter` selects the steps that shall come before the later one.
void strategy_plan(Trace *trace, RaceFilter *filter, bool bounded);
