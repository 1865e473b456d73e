// Place: where in the source something happened, for formats that point there.
//
// What is wrong may have happened in a library; a place that people can go to is in a file that is here.
#pragma once
#include "explore/witness/finding.h"

typedef struct {
    const char *file;   // NULL: unknown
    size_t size;        // of the name
    uint32_t line;
} Place;

Place place_of_step(const StoryStep *step);
// The innermost frame of a trace, a place where somebody waits ...: the first "(FILE:LINE)" whose file is here.
Place place_in_text(const char *text);
Place place_of_finding(const Finding *finding);
