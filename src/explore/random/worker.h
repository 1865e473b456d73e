// Worker: does draws, and tells of each of their runs in a few words.
#pragma once
#include "explore/random/log.h"

typedef struct {
    const RandomConfig *config;
    Run run;
    Survey survey;
    void *sampler;
    Classes known;
    Log log;
    uint32_t *slots;   // a hash table: index into the log's showings plus 1, or 0
    uint32_t slot_count;
    double start;   // of the search
} Worker;

void worker_init(Worker *worker, Machine *machine, const RandomConfig *config);
void worker_free(Worker *worker);

// How many draws, the first ones, are walks for the survey. They have to be done before others.
uint32_t worker_surveys(const Worker *worker);
void worker_survey(Worker *worker, uint64_t number);
void worker_finish_survey(Worker *worker);

void worker_draw(Worker *worker, uint64_t number);
unsigned worker_is_late(const Worker *worker);   // what cuts the search off by now, or 0
