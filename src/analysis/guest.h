// Guests: library functions whose code is walked as if it belonged to the unit that calls them.
//
// What does more than compute and is not in library.def might tell anybody about the process that calls it. Most of it
// does not, and its code shows that. But a call may have half of a library behind it, so only those come as guests that
// have little code behind them; all others stay what they are: noise.
#pragma once
#include "analysis/modules.h"

// A guest that starts processes is walked anew for each place of the unit that calls it: what one of these hands over
// does not get to others, and the processes that are started for them are told apart.
typedef enum { GUEST_UNKNOWN, GUEST_NONE, GUEST_SHARED, GUEST_OWN } Guest;

// What a function is: its module's index, and the flow's number of it.
Guest guest_of(Modules *modules, uint32_t module, uint32_t function);
