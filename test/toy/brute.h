// Brute: the executions of a toy machine counted without any cleverness, to check the search against.
//
// Two executions are in one class iff they have the same events and order all dependent pairs alike.
// The key of a class is its first member in alphabetical order of actors, found from all pairs of events.
#pragma once
#include "explore/trace.h"

enum { BRUTE_EVENTS = 40 };

typedef struct {
    char actors[BRUTE_EVENTS];   // +'a', ended by 0
    uint64_t final;              // the machine's hash
    uint32_t times;              // found
} BruteClass;

typedef struct {
    BruteClass *items;
    uint32_t count, capacity;
    uint64_t executions;
    uint64_t limit;              // of executions; 0: none
} Brute;

// All executions. False: there are more than the limit.
bool brute_enumerate(Machine *machine, Brute *brute);

// Counts one execution as a member of its class.
void brute_add(Brute *brute, Machine *machine, const Event *events, uint32_t count);

void brute_sort(Brute *brute);   // by key, each class once
void brute_free(Brute *brute);
