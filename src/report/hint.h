// Hint: what usually helps against a race of this kind.
//
// Judged by the two steps and the error alone: which built-ins they are, what they touch, how it ends.
#pragma once
#include "explore/witness/finding.h"

const char *hint_for(const Finding *finding);   // NULL: none comes to mind
