// Worker: explores units that it is given over a channel (jobs.h).
#pragma once
#include "explore/channel.h"
#include "explore/jobs.h"

// The letters of messages.
enum {
    MESSAGE_UNIT = 'U',      // to a worker: explore this
    MESSAGE_SHARE = 'H',     // to a worker: give up some of it
    MESSAGE_STOP = 'Q',      // to a worker: no more
    MESSAGE_PLANNED = 'P',   // position, newline, names: to be explored from a state before the unit
    MESSAGE_SHARED = 'S',    // states that are given up, as a unit from the worker's own on
    MESSAGE_DONE = 'D',      // with the unit; a WorkerDone
    MESSAGE_COUNT = 'C',     // a WorkerCount, now and then
    MESSAGE_VAIN = 'V',      // what it was given early is explored in vain
    MESSAGE_RESULT = 'R',    // a SearchResult, then what was found
};

typedef struct {
    bool stopped;            // the search shall end
} WorkerDone;

typedef struct {
    uint64_t explored, blocked, events;   // so far
    uint32_t errors;
} WorkerCount;

_Noreturn void worker_run(Channel *channel, Machine *machine, const SearchConfig *config, const Jobs *jobs);
