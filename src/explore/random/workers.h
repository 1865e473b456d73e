// Workers: draws done by several processes, told in their order.
//
// They are handed out a few in a row (parallel/crew.h), so many that it takes some hundredths of a second, and what
// came of them is put in order here. A process that is lost is replaced, and its draws are done again.
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

bool workers_run(Workers *workers, Error *err);   // false: processes ended before their time, again and again
