// FindingBytes: findings on their way from one process to another.
#pragma once
#include "explore/witness/finding.h"

void findings_save(const Findings *findings, Text *out);   // settled ones

// Reads what was saved, as far as `*at`, into empty findings. False: it is cut off.
bool findings_load(Findings *findings, const char **at, const char *end);
