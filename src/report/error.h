// Error: one error for people: what happened, where in the source, which race is to blame, how often, how it comes
// about step by step, and what usually helps.
#pragma once
#include "report/page.h"
#include "report/report.h"
#include "report/source.h"

void error_show(Page *page, Sources *sources, const Report *report, uint32_t index);

// Without leaving anything out: for the report file.
void error_show_whole(Page *page, Sources *sources, const Report *report, uint32_t index);
