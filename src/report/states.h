// States: what is told of a search over states (explore/states/states.h).
#pragma once
#include "report/report.h"

void states_verdict(const Report *report, Style style, Text *out);   // the first lines of the text
void states_json(const Report *report, JsonWriter *writer);
