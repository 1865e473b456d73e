// Diary: every interleaving of a search, written down as it ends (--log-all): its number, how it ends, who acted.
#pragma once
#include <stdio.h>

#include "explore/dpor/search.h"
#include "explore/witness/finding.h"

void diary_begin(FILE *file, const char *title);   // of a test; NULL: there is one only
void diary_note(FILE *file, Cast *cast, const ExecutionEnd *end, bool wrong);
