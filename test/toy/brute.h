// Brute: the executions of a toy machine counted without any cleverness, to check the search against.
//
// Two executions are in one class iff they have the same events and order all dependent pairs alike. Of two sends to
// one mailbox it depends on what a search has learned whether they are (orders.h). If that was wrong, executions of one
// class come to different ends. The key of a class is its first member in alphabetical order of actors, found from all
// pairs of events.
#pragma once
#include "explore/dpor/execution.h"

enum { BRUTE_EVENTS = 40 };

typedef struct {
    char actors[BRUTE_EVENTS];   // +'a', ended by 0
    uint64_t final;              // the machine's hash
    uint64_t touched;            // what its events touched, if that tells classes apart
    uint32_t times;              // found
} BruteClass;

typedef struct {
    Event event;
} BruteEvent;

typedef struct {
    BruteClass *items;
    uint32_t count, capacity;
    uint64_t executions;
    uint64_t limit;         // of executions; 0: none
    const Orders *orders;   // of messages that matter; NULL: all do
    bool by_messages;       // no orders matter, but who took what
    bool inconsistent;      // two executions of one class ended differently
    bool bounded;           // only those with few preemptions:
    uint32_t budget;        // another process acts although the last one could go on
} Brute;

// All executions. False: there are more than the limit.
bool brute_enumerate(Machine *machine, Brute *brute);

// Learns which orders of messages some execution shows to matter: a receive in it takes one and would have taken the
// other. False: there are more executions than the limit.
bool brute_learn(Machine *machine, Orders *orders, uint64_t limit);

// Counts one execution as a member of its class.
void brute_add(Brute *brute, Machine *machine, const BruteEvent *events, uint32_t count);

// A step of a trace as an event.
BruteEvent brute_event(const Step *step);
BruteEvent brute_event_unruled(const Execution *execution,
                               const Step *step);   // without what rules of a region add to it

void brute_join(Brute *brute, const BruteClass *class);   // found elsewhere
bool brute_same(const Brute *a, const Brute *b);          // both sorted

void brute_sort(Brute *brute);   // by key, each class once
void brute_free(Brute *brute);
