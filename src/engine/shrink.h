// Shrink: from a case that fails to the smallest one near it.
//
// Of a case that fails the machine lists smaller ones. The first that fails takes its place, until none does. Whether a
// candidate can fail nobody knows before it does, so all of them get a little before one gets much: first each follows
// the schedule that failed, as far as it is possible; then all interleavings of those that have few are explored, which
// shows that some cannot fail; the others are run with conflicts reversed (procrastination) and at random, twice as
// often each time, and explored further at last.
#pragma once
#include "engine/cases.h"

typedef struct {
    const Sampler *procrastination, *walk;
    uint32_t procrastinated;   // runs of a candidate by the one, at most; 0: none
    uint32_t repeats;          // and by the other
    uint64_t interleavings;    // of a candidate that is then explored, at most; 0: none is
    uint64_t seed;
    bool reuse;              // the failing schedule is followed
    bool (*stopped)(void);   // whether the user has had enough
} ShrinkEffort;

typedef struct {   // a case that fails
    uint32_t length;
    Text text;
    Text names;   // who acts, step by step, as it fails
    Text key;     // of its error
} Failure;

typedef struct {
    uint32_t rounds;       // smaller cases that failed
    uint32_t candidates;   // smaller ones of the last case, none of which failed
    uint32_t proved;       // of them, those whose interleavings were all explored
    uint64_t tried;        // candidates altogether
    uint64_t runs;         // of the program
    bool cut;              // it was stopped before all were tried
} ShrinkResult;

void failure_free(Failure *failure);

// Replaces the failure by a smaller one as long as there is one.
bool shrink_failure(Cases *cases, const ShrinkEffort *effort, Failure *failure, ShrinkResult *result, Error *err);
