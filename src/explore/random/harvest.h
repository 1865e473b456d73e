// Harvest: what sampled runs showed, as findings.
//
// Runs without an error are only counted. Those with one are run again, judged as any other execution is, and made
// simpler (shrink.h).
#pragma once
#include "explore/dpor/search.h"
#include "explore/random/random.h"
#include "explore/witness/explain.h"

typedef struct {
    Stage *stage;
    const Explainer *explainer;   // whose stage it is; judges what is tried
    Findings *findings;
    // Notes what the execution shows, in the findings.
    bool (*on_end)(void *context, const ExecutionEnd *end);
    void *context;
    bool errors_only;   // other runs are not counted either
} Harvest;

void harvest_all(const Harvest *harvest, const Seen *seen, uint32_t count);

// Runs the stage's path again and notes what it shows.
void harvest_path(const Harvest *harvest, uint64_t number);
