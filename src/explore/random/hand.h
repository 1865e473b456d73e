// Hand: does draws, and tells of each of their runs in a few words.
#pragma once
#include "explore/random/log.h"

typedef struct {
    const RandomConfig *config;
    Run run;
    Survey survey;
    void *sampler;
    Classes known;
    Log log;
    uint32_t *slots;       // a hash table: index into the log's showings plus 1, or 0
    uint32_t slot_count;
    double start;          // of the search
} Hand;

void hand_init(Hand *hand, Machine *machine, const RandomConfig *config);
void hand_free(Hand *hand);

// How many draws, the first ones, are walks for the survey. They have to be done before others.
uint32_t hand_surveys(const Hand *hand);
void hand_survey(Hand *hand, uint64_t number);
void hand_finish_survey(Hand *hand);

void hand_draw(Hand *hand, uint64_t number);
unsigned hand_is_late(const Hand *hand);   // what cuts the search off by now, or 0
