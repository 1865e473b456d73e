// Rounds: searches with a bound of 0, then 1, and so on, so that what takes the fewest preemptions or delays is met
// first.
//
// Each round is a search of its own from the start. What an earlier round has met is walked through again, but neither
// told nor counted: most of the time goes into the last round, as each has many times the executions of the one before.
// The rounds end when one of them has left out nothing, for then nothing is left to find.
#pragma once
#include "explore/dpor/search.h"

// As search_run, up to the bound's budget. `pause` and its context are those of a Search.
SearchResult rounds_run(Machine *machine, const SearchConfig *config, void (*pause)(Search *search),
                        void *pause_context);
