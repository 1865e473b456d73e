// GitHub: what its workflows show of a run. Both are written without being asked for, when weft runs in one.
#pragma once
#include "report/format.h"

extern const Format format_annotations;   // workflow commands on standard output: a mark at the place of each error
extern const Format format_summary;       // Markdown for the page of the job
