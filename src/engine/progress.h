// Progress: one line about a search while it runs.
//
// On a terminal the line is rewritten a few times each second and wiped at the end. Elsewhere, as in the log of a
// build, a line is printed after ten seconds and each time the search has taken twice as long. What it costs: a look at
// the clock after some thousand steps, and the path's branches being counted when a line is written.
#pragma once
#include "explore/dpor/estimate.h"
#include "explore/witness/finding.h"

typedef struct {
    const char *unit;    // what is counted; NULL: interleavings
    const char *title;   // of what is being searched, NULL: nothing needs to be said
    const Findings *findings;
    BoundKind bound;   // searched in rounds: how many there will be in each nobody knows
    bool terminal, utf8;
    uint32_t width;
    bool shown;                 // there is a line to be wiped
    uint64_t look;              // events at which the clock is looked at next
    double start, next, wait;   // seconds
    double seconds;             // the search's limit; 0: none
    uint64_t bytes;             // that what is kept takes; 0: nobody wants to know
    uint64_t depth;             // the deepest seen when a line was written
    uint32_t errors;
    Estimate estimate;
} Progress;

// Decides where and how; false: nobody wants to see it.
bool progress_begin(Progress *progress, bool quiet);

void progress_look(Progress *progress, const Search *search);   // from the search's pauses
// The same where others search: what is known of what they have done.
void progress_look_from_afar(Progress *progress, const SearchResult *result, uint32_t errors);

void progress_end(Progress *progress);
