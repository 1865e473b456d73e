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
    bool takes_lonely_steps;   // what nobody minds may happen at once (contention.h)

    // Who is to be explored next from the trace's top, not asleep; NULL: nobody more.
    Choice *(*choose)(Trace *trace, Order order);

    bool observes;       // sends to one mailbox conflict only if somebody notices their order (mail.h)

    // The trace's top is an end, or all there are asleep; the races of steps from `first` on have not been seen. May be NULL.
    void (*ended)(Trace *trace, uint32_t first);
} Strategy;

const Strategy *strategy_find(const char *name);    // NULL: there is none of that name
const Strategy *strategy_at(uint32_t index);        // NULL: there are not so many

extern const Strategy strategy_bounded;             // where preemptions are bounded; not one of those that have a name there

// --- for strategies --------------------------------------------------------------------------------

// An awake actor by the order, or NULL.
Choice *strategy_default(const Trace *trace, Order order);

// The next branch of the wakeup tree, or NULL.
Choice *strategy_follow(Trace *trace, Order order);

// The first planned actor not explored yet.
Choice *strategy_planned(const Trace *trace);

// Whether the execution has messages whose order nobody may have noticed.
static inline bool strategy_is_loose(const Trace *trace) { return trace->observing && trace->mails.count; }

// Collects in trace->sequence the paper's notdep(e, E).e': what happened since the race's first step but
// not because of it, and then what shall come before the first. If the race was noticed only later, the first
// step follows, all up to the one who noticed, and that one, taking the other message.
void strategy_reversal(Trace *trace, const Race *race);

// The same of what happened before the race's second step only: in each execution that has the race.
void strategy_beginning(Trace *trace, const Race *race);

// Plans an actor that the collected sequence could begin with, preferably the later one's, in the state
// before the race's first step, unless one is planned or explored there.
void strategy_plan(Trace *trace, const Race *race);

// Plans the whole collected sequence in the state where it begins, unless somebody who could begin it was explored there.
void strategy_plan_whole(Trace *trace, const Race *race);

// Plans what steps made impossible, in the states before them.
void strategy_plan_attempts(Trace *trace);
