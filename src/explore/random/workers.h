// Workers: draws done by several processes, told in their order.
//
// Of the draws from `next` on each process does every so many-th. What they come to is sent as logs, a few draws in
// each, and put in order here. Nobody is told when to stop: the processes end when what they say is not heard any more.
#pragma once
#include "explore/random/worker.h"

typedef struct {
    Worker *worker;   // ready to draw; each process gets a copy
    uint32_t jobs;
    uint64_t next;   // the first draw
    unsigned cuts;   // what cut it off, if `take` did not
    // A draw of a log, whose first run is this one. False: it was the last one that is wanted.
    bool (*take)(void *context, const Log *log, uint32_t draw, uint32_t first_run);
    void *context;
} Workers;

bool workers_run(Workers *workers, Error *err);   // false: a process ended before its time
