// Jobs: one search done by several processes.
//
// The executions are split into regions (region.h) that have nothing in common, more of them than there are workers, so
// that all are busy to the end. A worker takes the next region that nobody has taken and searches it as if it were
// alone. Each class of executions is in one region, whoever explores it: the numbers do not depend on how many there
// are.
#pragma once
#include "explore/dpor/search.h"

typedef struct {
    uint32_t workers;
    uint32_t regions;   // to split into, as far as there are races to split by; 0: a good number for the workers
    // A worker is done: what on_end found in it, as bytes; and in the first process, all of them one after another.
    void (*save)(void *context, Text *out);
    bool (*load)(void *context, const char *bytes, size_t size);   // false: it cannot be read
    // How many different errors on_end has found in this process; NULL: nobody asks.
    uint32_t (*errors)(void *context);
    // Called now and then in the first process: what all have done so far, and the most errors that one has found. Or
    // NULL.
    void (*progress)(void *context, const SearchResult *so_far, uint32_t errors);
} Jobs;

// As search_run, with an optimal strategy and no scheduling bound. False: a worker could not do its part.
bool jobs_run(Machine *machine, const SearchConfig *config, const Jobs *jobs, SearchResult *result, Error *err);
