// Reorder: an execution told in another order of its steps.
//
// Steps that do not depend on each other may be told either way round. All orders that keep the dependent ones
// are the same execution; two of them are of use here, and neither depends on which one the search has met:
//
//     fewest   the one with the fewest switches between actors, which is the easiest to read
//     first    the first in the order of names, which is the cheapest to compare
//
// The actors of a step are lanes: an order is given by how far each lane has come.
#pragma once
#include "explore/witness/normal.h"

enum { REORDER_TOO_MANY = UINT32_MAX };

typedef struct {
    uint32_t *items;
    size_t capacity;
} ReorderArray;

typedef struct {
    const Execution *execution;
    uint32_t lanes, length;
    ReorderArray actors;                           // of the result; by position
    ReorderArray lane_actors, starts, positions;   // the steps of lane i: positions[starts[i]] up to starts[i + 1]
    ReorderArray needs;          // by step of a lane, for each lane: how many of its steps come before
    ReorderArray states, next;   // of the search for few switches: for each lane, how far it has come
    ReorderArray blocks;         // which lane ran to get to a state, and its predecessor: all levels
    ReorderArray table;          // of states of a level, to find equal ones
    ReorderArray slots;          // the lane of each slot of the clocks
    ReorderArray following;      // by position: the actor's next step
    ReorderArray fronts;         // by slot: the next step to be told
    ReorderArray order;          // by name: slots
    Normal normal;               // the first order, of the last execution
    ReorderArray waits;          // for each slot, another one and the position that its front has to come to first
} Reorder;

void reorder_free(Reorder *work);

// Fills work->actors with the order of the execution's steps that has the fewest switches; returns their number, or
// REORDER_TOO_MANY when there are more than `limit`. Exact unless there are very many ways to tell it, or very many
// actors.
uint32_t reorder_fewest(Reorder *work, const Execution *execution, Cast *cast, uint32_t limit);

// Whether the first order of the execution's steps by name comes before an earlier result of this function, kept in
// `best` (of `length`; NULL: there is none). If so work->actors is that order.
bool reorder_first(Reorder *work, const Execution *execution, Cast *cast, const Actor *best, uint32_t length);

// Of two schedules: below 0 when the first has the first smaller name.
int reorder_compare(const Cast *cast, const Actor *a, uint32_t a_length, const Actor *b, uint32_t b_length);
