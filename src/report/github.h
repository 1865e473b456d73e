// GitHub: what its workflows show of a run. Both are written without being asked for, when weft runs in one.
#pragma once
#include "report/format.h"
#include "report/place.h"

extern const Format format_annotations;   // workflow commands on standard output: a mark at the place of each error
extern const Format format_summary;       // Markdown for the page of the job

// One of these commands; without a place, if its file is NULL.
void github_command(Sheet *sheet, const char *level, Place place, const char *title, const char *message);
