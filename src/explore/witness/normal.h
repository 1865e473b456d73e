// Normal: the first order of an execution's steps by the names of who acts, kept up to date as the search goes on.
//
// A step that nothing depends on yet has one place in that order: behind the last step that happens before it, and
// behind those that follow there and have smaller names. All others stay in the order they had. So an execution
// that shares its beginning with the one before costs only the steps that are new:
//
//     P  P  P.1  P.1  P.2  P.2        a new step of P.1 that depends on its own steps only
//     P  P  P.1  P.1  P.1  P.2  P.2
//
// Labels that ascend along the order tell which of two steps comes first.
#pragma once
#include "explore/dpor/execution.h"
#include "explore/witness/cast.h"

typedef struct {
    const Execution *execution;   // whose steps are in the order; NULL: none are
    uint32_t length;              // of them; step i is node i + 1, and node 0 stands before all
    uint32_t *next, *previous;    // by node; 0 ends the order
    uint64_t *labels;             // by node
    Actor *actors;                // by node
    uint32_t capacity;
} Normal;

void normal_free(Normal *normal);

// Takes over what has changed since. All steps are judged.
void normal_update(Normal *normal, const Execution *execution, Cast *cast);
