// Estimate: how many interleavings there will be, judged by where the search stands.
//
// Each state of the current path has branches that were explored, the one being explored, and others that are known
// to come. If all branches of a state led to equally many interleavings (Knuth 1975), the part done so far would be
//
//     sum over the states of  1 / (branches of all states before it) * (explored here / branches here)
//
// and the total what was explored divided by that. They do not, and races that were not met yet will add branches. How
// far the guesses of the last while lie apart is what is known of their quality, so an estimate is a range. As long
// as they still move a lot, only the least is told: what was explored and what is planned.
#pragma once
#include "explore/dpor/search.h"

typedef struct {
    uint64_t least;     // there are at least so many
    double low, high;   // there may be so many, INFINITY: or more; 0: too early to say
} Total;

enum { ESTIMATE_GUESSES = 32 };

typedef struct {
    double guesses[ESTIMATE_GUESSES];   // at times that lie equally far apart, oldest first
    uint32_t count;
    uint32_t stride, skipped;   // every how many looks one is kept
} Estimate;

// Looks at the search, from time to time; the first look is at an empty estimate.
Total estimate_look(Estimate *estimate, const Search *search);

// The part of the tree that was explored, between 0 and 1, as far as its branches are known.
double estimate_done(const Execution *execution, uint64_t *planned);
