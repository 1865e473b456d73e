// Known: classes of executions that were met before, each as a number.
//
// A step is known by its actor, how many steps that had taken before, and the steps that happen before it; an execution
// by the sum of its steps. So the number is the same for all members of a class.
#pragma once
#include "explore/dpor/execution.h"

typedef struct {
    HashSet classes;         // their numbers
    ARRAY(uint64_t) steps;   // numbers of the execution's, scratch
} Known;

void known_init(Known *known);
void known_free(Known *known);

// Adds the class of the execution, whose clocks are computed. False: it was there.
bool known_add(Known *known, const Execution *execution);
