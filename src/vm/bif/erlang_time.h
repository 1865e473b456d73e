// Times and integers as terms, for others than the built-ins that give them to programs.
#pragma once
#include "vm/run/process.h"

Term time_timestamp(Process *p, int64_t microseconds);    // {MegaSeconds, Seconds, MicroSeconds}
Term time_monotonic_integer(Process *p, bool positive);   // of all processes: who asks later gets a greater one
