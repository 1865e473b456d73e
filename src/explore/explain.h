// Explain: why an interleaving fails, by the nearest one that passes.
//
// An error that depends on the schedule has a race to blame: two steps that could be the other way round. Each race of
// the failing interleaving is reversed, latest first, everything else left as it was as far as possible, and the run
// is judged. The first one that passes is the explanation. The number of tries is bounded, and when none passes
// the finding says so.
#pragma once
#include "explore/finding.h"
#include "explore/stage.h"

typedef struct {
    bool passes;             // there is no error
    bool same;               // there is the error in question
} Verdict;

typedef struct {
    Stage *stage;
    uint32_t depth;          // steps of a run that count as endless
    // Judges the run that the machine stands at the end of. `ended`: nobody can act any more.
    Verdict (*judge)(void *context, Machine *machine, bool ended, const char *key);
    void *context;
    bool full;               // stories say what each step changes of the visible state
} Explainer;

// Fills the story, the races and the cause of a settled finding. If its schedule does not lead to the same error again,
// the one that the search met is told instead.
void explain_finding(const Explainer *explainer, Finding *finding);
