// Check: what holds of the structures of the search, walked through in builds with assertions.
//
// Each function computes a structure again from its definition, as plainly as can be, and compares. docs/search.md says
// which claim needs it. What takes the square of the length of an execution is left out for long ones (CHECK_LENGTH).
#pragma once
#include "explore/dpor/execution.h"

enum { CHECK_LENGTH = 48, CHECK_NODES = 64 };

#ifdef NDEBUG
#define action_conflicts_check(orders, a, b, conflict) ((void)0)
#define given_back_check(execution) ((void)0)
#define orders_check(orders) ((void)0)
#define learned_check(learned) ((void)0)
#define contract_check(step) ((void)0)
#define state_check(execution) ((void)0)
#define sleep_check(execution) ((void)0)
#define followed_check(execution, follows, leaf) ((void)(follows), (void)(leaf))
#define only_branch_check(execution, needed, pending) ((void)0)
#define execution_check(execution) ((void)0)
#define happens_before_check(execution, first) ((void)0)
#define index_check(execution) ((void)0)
#define observer_check(execution) ((void)0)
#define block_check(execution) ((void)0)
#define races_check(execution) ((void)0)
#define actions_check(actions, references) ((void)0)
#define reversal_check(v, race) ((void)0)
#define wakeup_check(state, orders) ((void)0)
#define initial_check(v, action, initial) ((void)0)
#else

// Of two actions: whether they conflict was told rightly.
void action_conflicts_check(const Orders *orders, const Action *a, const Action *b, bool conflict);

void actions_check(const Actions *actions, uint64_t references);   // which are held in all
void given_back_check(const Execution *execution);                 // back at the start: nobody holds an action
void orders_check(const Orders *orders);
void learned_check(const Learned *learned);

void contract_check(const Step *step);   // of a step just taken: what was pending covers what it did (C4)

// The top, just entered or come back to; just entered: who sleeps on, and whether a branch of a wakeup tree was
// followed (leaf: to its end).
void state_check(const Execution *execution);
void sleep_check(const Execution *execution);
void followed_check(const Execution *execution, bool follows, bool leaf);
void only_branch_check(const Execution *execution, uint32_t needed, const Action *pending);

// At an end.
void execution_check(const Execution *execution);
void happens_before_check(const Execution *execution,
                          uint32_t first);   // clocks and races from a position on, and the index
void index_check(const Execution *execution);
void observer_check(const Execution *execution);
void block_check(const Execution *execution);
void races_check(const Execution *execution);   // each one was reversed, or will be

void initial_check(const Reversal *v, const Action *action,
                   Initial initial);   // whether it is a weak initial was told rightly
void reversal_check(const Reversal *v, const Race *race);
void wakeup_check(const Step *state,
                  const Orders *orders);   // what its tree has is not covered by what is to the left, or asleep

#endif
