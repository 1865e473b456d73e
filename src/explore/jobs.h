// Jobs: one search done by several processes.
//
// The first process keeps the part of the tree that more than one of them works on, its nodes, and hands out what is
// still to be explored from them as units (unit.h). A worker explores its unit alone. What it plans for a state
// before its unit it reports, and the keeper plans it there unless it was explored or is being explored. When
// somebody has nothing to do, a worker is asked to share: it gives up the states from its unit's to the first that
// has branches left, and goes on below.
//
//     keeper ──unit──> worker          worker ──planned──> keeper
//            ──share──>                       ──shared───>
//            ──stop──>                        ──done─────>   ──result──>
//
// Each class of executions is explored once, by whomever: the numbers do not depend on how many there are.
#pragma once
#include "explore/search.h"

typedef struct {
    uint32_t workers;
    uint32_t eager;  // not 0: share at every so many chances, to see whether it is done well
    // A worker is done: what on_end found in it, as bytes; and in the first process, all of them one after another.
    void (*save)(void *context, Text *out);
    bool (*load)(void *context, const char *bytes, size_t size);   // false: it cannot be read
    // How many different errors on_end has found in this process; NULL: nobody asks.
    uint32_t (*errors)(void *context);
    // Called now and then in the first process: what all have done so far, and the most errors that one has found. Or NULL.
    void (*progress)(void *context, const SearchResult *so_far, uint32_t errors);
} Jobs;

// As search_run, with an optimal strategy and no scheduling bound. False: a worker could not do its part.
bool jobs_run(Machine *machine, const SearchConfig *config, const Jobs *jobs, SearchResult *result, Error *err);
