// Sample: what is told of runs that were drawn by chance. They never prove anything about the others.
#pragma once
#include "report/report.h"

void sample_verdict(const Report *report, Text *out);   // the first lines of the text
void sample_drawn(const Report *report, Text *out);     // of runs drawn besides a search: one line
void sample_json(const Report *report, const RandomResult *runs, JsonWriter *writer);
void sample_tries(const Finding *finding, Text *out);   // how hard it was tried to find a simpler schedule
