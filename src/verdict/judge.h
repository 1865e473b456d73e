// Judge: what an execution that came to its end has to be blamed for.
//
// An error is a test function that fails or never returns, a halt with a status other than 0, a bound that is hit, and
// a process that crashes without anybody being told who could act. If the function is a test of a framework, only what
// that calls a failure is an error: crashes of other processes are notes, as they are elsewhere when somebody was told.
//
// A process that a signal ends is a consequence of what its sender did and is told with it; it is an error of its own
// only if it is the first process and nothing else explains its end. If the first process is among those that a crash
// takes along, the crash is the error.
//
// The same error in many interleavings is one finding with a count. Crashes are the same when they have the same kind,
// the same shape of reason and the same trace, whatever the data: ten workers that fail alike are one error.
#pragma once
#include "explore/dpor/search.h"
#include "explore/random/random.h"
#include "explore/witness/explain.h"
#include "explore/witness/finding.h"

typedef struct {
    bool ignored[FINDING_KINDS];
    bool in_passing;           // of a state on the way: what would come next is judged there
    bool strict_deadlock;      // whoever is left behind is an error
    bool strict_exits;         // any exit for a reason that is not normal is an error, also by a signal
    bool first_process_only;   // crashes of others are not errors
    bool framework;            // the function runs a test of EUnit or ExUnit, so that what fails it is theirs to say,
    bool crashes_fail;         // and crashes that nobody was told of do
    bool assertions_only;
    const char *const *normal;   // reasons that are no crash, as patterns (verdict/pattern.h)
    size_t normal_count;
} JudgeOptions;

// Adds what this execution shows. True: it has an error.
bool judge_end(Findings *findings, const ExecutionEnd *end, const JudgeOptions *options);

// For explanations: judges a single run, and keeps nothing.
Verdict judge_run(void *options, Machine *machine, bool ended, const char *key);

// The key of the first error that such a run shows.
void judge_key(const JudgeOptions *options, Machine *machine, bool ended, Text *out);
// For runs that are sampled: what is to be told of one, and a number that is cheap to have and differs if that does,
// or else not always.
void judge_sample(void *options, Machine *machine, bool ended, Showing *out);
uint64_t judge_glance(void *options, Machine *machine);

// Who waits at the end of a settled finding's schedule, if it is a deadlock.
void judge_tell_waiting(Stage *stage, Finding *finding);

// The machine stands at the end of an execution: who is left, a line each.
void judge_tell_left(Machine *machine, Text *out);
