// Judge: what an execution that came to its end has to be blamed for.
//
// An error is a process that crashes, an assertion that fails, a test function that never returns, a halt with
// a status other than 0, a bound that is hit. The same error in many interleavings is one finding with a count;
// of its interleavings the one with the fewest switches between processes is kept.
#pragma once
#include "explore/finding.h"
#include "explore/search.h"

typedef struct {
    bool ignored[FINDING_KINDS];
    bool strict_deadlock;          // whoever is left behind is an error
    bool first_process_only;       // crashes of others are not errors
    bool assertions_only;
    const char *const *normal;     // reasons that are no crash
    size_t normal_count;
} JudgeOptions;

// Adds what this execution shows. True: it has an error.
bool judge_end(Findings *findings, const Execution *execution, const JudgeOptions *options);

// Goes through a schedule from where the machine stands and tells each step. Stops where an actor cannot run.
void story_tell(Machine *machine, const Schedule *schedule, Story *out);
