// Clock: what time it is for the program. Time is virtual and begins at the same moment in every run.
#pragma once
#include "vm/run/machine_state.h"

#define CLOCK_SECOND INT64_C(1000000000)                             // in nanoseconds, the native unit
#define CLOCK_EPOCH (INT64_C(1704067200) * CLOCK_SECOND)             // 2024-01-01T00:00:00Z
#define CLOCK_MONOTONIC_START (INT64_C(-576460752) * CLOCK_SECOND)   // as on a real node

static inline int64_t clock_system(Process *p) { return CLOCK_EPOCH + (int64_t)process_now(p); }
static inline int64_t clock_monotonic(Process *p) { return CLOCK_MONOTONIC_START + (int64_t)process_now(p); }
static inline int64_t clock_seconds(Process *p) { return clock_system(p) / CLOCK_SECOND; }
