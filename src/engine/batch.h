// Batch: tests that begin in the same state, each in a copy of this process, one after the other.
//
// To make a state ready may take longer than a test: a node boots, applications start. So it is done once, and every
// test is a fork that goes on from there. A fork that has nothing to say in the end, or does not end in time, ends the
// batch: whoever began it can run that test on its own, where its end can be told.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

typedef struct {
    size_t count;
    uint64_t seconds;                                                            // of a search; telling may take longer
    void (*run)(void *context, size_t index, Text *answer);                      // in the fork
    void (*take)(void *context, size_t index, const char *bytes, size_t size);   // here
    void *context;
} Batch;

// How many have answered.
size_t batch_run(const Batch *batch);
