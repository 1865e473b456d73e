// Hint: what usually helps against a race of this kind.
//
// Judged by the two steps and the error alone: which built-ins they are, what they touch, how it ends.
#pragma once
#include "explore/witness/finding.h"

const char *hint_for(const Finding *finding);   // NULL: none comes to mind

// Where somebody asks for numbers that depend on the machine: reductions, memory, the processes of a node. NULL:
// nowhere.
const StoryStep *hint_measures(const Finding *finding);

// Where the first step of the race reads and the second one writes: the step with which the reader writes then, by what
// it has read. 0: none.
uint32_t hint_outdated(const Finding *finding);
