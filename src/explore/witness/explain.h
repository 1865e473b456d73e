// Explain: why an interleaving fails, by the nearest one that passes.
//
// An error that depends on the schedule has a race to blame: two steps that could be the other way round. Each race of
// the failing interleaving is reversed, latest first, everything else left as it was as far as possible, and the run is
// judged. The first one that passes is the explanation. Where none does, steps are put off until all others have gone
// on; and then the step is to blame that took the last chance, which is found by searching on from the states of the
// run (doom.h). The number of tries is bounded, and a limit of time ends them, too; then the finding says so. That
// there is no race to blame is said only where every interleaving fails.
#pragma once
#include "explore/witness/finding.h"
#include "explore/witness/stage.h"

typedef struct {
    bool passes;     // there is no error
    bool same;       // there is the error in question
    bool happened;   // or what it is about, though others decide later whether that is an error
    bool unknown;    // it could not be run to where it could be judged
} Verdict;

typedef struct {
    Stage *stage;
    uint32_t depth;   // steps of a run that count as endless
    // Judges the run that the machine stands at the end of. `ended`: nobody can act any more.
    Verdict (*judge)(void *context, Machine *machine, bool ended, const char *key);
    void *context;
    bool full;          // stories say what each step changes of the visible state
    uint64_t *budget;   // steps for finding out where errors become unavoidable, for all of them; NULL: none
    uint64_t always;    // interleavings that there are, if all are known; 0: they are not
    int interrupted;    // the signal that had come by the time it began (base/interrupt.h)
} Explainer;

// Fills the story, the races, the cause, the other story and the point of no return of a settled finding. If its
// schedule does not lead to the same error again, the one that the search met is told instead.
void explain_finding(const Explainer *explainer, Finding *finding);
