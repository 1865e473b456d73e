// Guests: library functions whose code is walked as if it belonged to the unit that calls them.
//
// What does more than compute and is not in library.def might tell anybody about the process that calls it. Most of it
// does not, and its code shows that. But a call may have half of a library behind it, so only those come as guests that
// have little code behind them; all others stay what they are: noise.
#pragma once
#include "analysis/modules.h"

// Whether a function is one: its module's index, and the flow's number of it.
bool guest_is_welcome(Modules *modules, uint32_t module, uint32_t function);
