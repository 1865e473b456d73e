// Attempts: what somebody would try who could run any code in a process that is locked in (jail/cage.h). Prints a line
// for each thing that works and should not, or that does not and should.
#pragma once
#include <stdbool.h>

void attempt_all(const char *folder, bool forks);   // forks: it may
