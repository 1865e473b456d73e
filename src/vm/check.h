// Check: what holds of a machine between two steps, walked through at marks in builds with assertions.
#pragma once
#include "vm/machine.h"

#ifdef NDEBUG
#define machine_check(machine) ((void)0)
#else
void machine_check(Machine *machine);
#endif
