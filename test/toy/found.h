// Found: the classes of executions that a search finds, for several processes: each context is a Brute, which goes from
// a worker to the first process as it is.
#pragma once
#include "explore/parallel/jobs.h"

bool found_note(void *context, const ExecutionEnd *end);
void found_forget(void *context);
void found_save(void *context, Text *out);
bool found_load(void *context, const char *bytes, size_t size);
void found_join(void *context, const Text *pieces, Text *out);
