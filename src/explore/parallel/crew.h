// Crew: processes that do one unit of work after another, and the one that hands units out.
//
// What a unit is, the two sides agree on: bytes here. The one that hands out stays as it is, and each of the others is
// a copy of it that knows all that it knew when the crew began. A copy says what has come of its unit in as many words
// as it likes. One that ends before it was asked to is a loss; whether another one takes its place is asked.
#pragma once
#include "explore/parallel/fork.h"

typedef struct {
    uint32_t workers;
    // In a copy, of which `worker` says which one it is: does a unit.
    void (*work)(void *context, uint32_t worker, const char *unit, size_t size, Channel *back);
    // Here. The next unit for a worker; false: there is none, unless something more is heard.
    bool (*next)(void *context, uint32_t worker, Text *unit);
    bool (*waits)(void *context);    // there may be one later, whatever is heard; NULL: no
    bool (*enough)(void *context);   // nothing more is wanted, whoever is busy; NULL: no
    bool (*hear)(void *context, uint32_t worker, const char *bytes, size_t size, Error *err);
    void (*answer)(void *context, const char *question, size_t size, Text *answer);   // NULL: nobody asks
    bool (*lose)(void *context, uint32_t worker, Error *err);   // true: another one shall take its place
    void (*look)(void *context);                                // now and then
    void *context;
} Crew;

// Until nobody has a unit, there is none, and none is waited for, or there was enough. False: something was wrong, or
// too many were lost.
bool crew_run(const Crew *crew, Error *err);

// In a copy: what is heard there, and what is answered.
void crew_say(Channel *back, const Text *words);
void crew_ask(Channel *back, const Text *question, Text *answer);
