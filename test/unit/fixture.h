// Fixture: a process with a heap of its own, for testing built-ins and term code alone.
#pragma once
#include "vm/run/process.h"

Process *fixture_process(void);   // fresh: empty heap, no exception
