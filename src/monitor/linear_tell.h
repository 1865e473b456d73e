// A history and what was found out about it: in words, with bars on lanes, and as data for other programs.
#pragma once
#include "monitor/linear.h"

typedef struct {
    const LinearHistory *history;
    const LinearVerdict *verdict;
    const char *model, *version;   // version: of weft
    double seconds;
} LinearReport;

void linear_tell_text(const LinearReport *report, Text *out);
void linear_tell_json(const LinearReport *report, Text *out);
