// A history and what was found out about it: in words, with bars on lanes, and as data for other programs.
#pragma once
#include "linear/linear.h"

typedef struct {
    const LinearHistory *history;
    const LinearVerdict *verdict;
    const char *model;
    double seconds;
} LinearReport;

void linear_tell_text(const LinearReport *report, Text *out);
void linear_tell_failure(const LinearReport *report, Text *out);   // the lines behind the first, if it does not hold

// As JSON: the operations on their lanes and why there is no order, as a page shows it; of a long history, the part
// that matters. And in few words, with the whole order.
void linear_tell_history(const LinearReport *report, Text *out);
void linear_tell_summary(const LinearReport *report, Text *out);
