// Survey: what a few runs showed of a program: how long it is, and which objects several actors contend for.
#pragma once
#include "explore/random/run.h"

typedef struct {
    Actor actor;
    uint32_t count;   // of its accesses, the most in one run
    uint32_t now;     // in the run being surveyed
    uint16_t kinds;   // of them, as bits
} SurveyUser;

typedef struct {
    uint64_t object;
    SurveyUser *users;
    uint32_t user_count;
    bool contended;   // accesses of different actors conflict
} SurveyObject;

typedef struct Survey {
    uint32_t runs;
    uint32_t steps;   // of the longest
    SurveyObject *objects;
    uint32_t object_count, object_capacity;
    uint32_t *slots;   // a hash table: index into objects plus 1, or 0
    uint32_t slot_count;
    uint32_t contended;   // how many are
    uint32_t *contended_objects;
} Survey;

void survey_free(Survey *survey);
void survey_begin(Survey *survey);                 // a run
void survey_add(Survey *survey, const Run *run);   // its latest step
void survey_end(Survey *survey, const Run *run);
void survey_finish(Survey *survey);   // no more runs

// Whether an action touches an object in a way that somebody else could mind. Waiting for a message does not.
bool survey_touches(const Footprint *footprint, uint64_t object);
