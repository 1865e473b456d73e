// Keeper: what the first process of several that search knows. Within this room.
//
// It has the units, hands them out and hears what comes of them (jobs.c); splits them (splitting.c); keeps them on this
// machine, as records (kept.c), or shares them with other machines (sharing.c). searcher.c is what workers do.
#pragma once
#include "base/array.h"
#include "explore/parallel/crew.h"
#include "explore/parallel/jobs.h"
#include "explore/parallel/work_unit.h"

#include <stdatomic.h>

enum { NO_UNIT = UINT32_MAX, UNITS_MAX = 1 << 20 };

// What one process does with a unit, in memory of all processes.
typedef struct {
    _Atomic uint64_t explored, blocked, events;
    atomic_uint errors;
    _Atomic double done;   // the part of it that is explored, as far as anybody can know
    atomic_bool drop;      // nobody wants it any more
} Count;

typedef struct {
    atomic_bool stop;
    Count counts[];   // by worker
} Shared;

typedef struct {
    WorkUnit unit;
    bool taken;        // somebody searches it
    bool whole;        // it could not be split
    uint32_t losses;   // of those who did, since something was heard of it
    uint64_t agreed;   // with so many orders, and one; 0: nobody looked
    double since;      // it is searched, from its beginning
    bool ours;         // of one that is shared: this process has it
    uint64_t token;    // by which others know that
    uint32_t step;     // how much was said of it since
    uint32_t slices;   // there
} Task;

typedef struct {
    Machine *machine;
    const Jobs *jobs;
    const SearchConfig *config;
    double start;
    ARRAY(Task) tasks;
    uint32_t *task_of;   // by worker; NO_UNIT: none, or nobody wants to hear of it
    Learned *learned;
    Shared *shared;
    Text actors;   // their records, as texts of a parcel
    size_t kept;   // bytes, since all was kept anew
    // Of a search that is shared:
    uint64_t known;      // orders that were learned from there
    uint64_t question;   // number of the last one
    double *next_ask;    // by worker
    double next_beat;
    bool over;       // there is nothing more to do
    bool all_done;   // because all is done
    bool broken;     // `err` says why it cannot go on
    bool late;       // this process may go on no longer
    SearchResult result;
    Error *err;
} Keeper;

// --- units (jobs.c) -------------------------------------------------------------------------------------------

Task *keeper_task(Keeper *k, uint32_t number);   // makes room for it
bool keeper_add_slice(Keeper *k, const Slice *slice);
// Whether slices are told as it goes on, from which others can go on.
static inline bool keeper_tells(const Keeper *k) { return k->jobs->journal || k->jobs->sharing; }
double keeper_seconds_between(const Keeper *k);
// A unit on its way to a worker, with all that is known of the order of messages.
void keeper_save_task(const Keeper *k, uint32_t number, Text *out);
void keeper_hand_out(Keeper *k, uint32_t number, uint32_t worker, Text *out);
void keeper_drop(Keeper *k, uint32_t number);   // whoever searches it stops, and is not listened to

// --- splitting (splitting.c) ------------------------------------------------------------------------------------

// Adds a rule to the region by the first execution of it. False: there is no race to split by.
bool splitting_halve(Keeper *k, Region *region);
// All there is in so many units, as far as there are races.
void splitting_all(Keeper *k, uint32_t wanted);
// The unit that had better be split, if somebody has nothing to do. NO_UNIT: none.
uint32_t splitting_candidate(const Keeper *k);
// Splits it, searched or not; what has come of it comes to nothing. False: it is whole.
bool splitting_split(Keeper *k, uint32_t number, Region *other);

// --- a worker (searcher.c) ----------------------------------------------------------------------------------------

// Does a unit; what crew_run wants.
void searcher_work(void *keeper, uint32_t worker, const char *unit, size_t size, Channel *back);

// --- records (kept.c) ---------------------------------------------------------------------------------------------

bool kept_read(Keeper *k);
void kept_add_units(Keeper *k);
void kept_add_slice(Keeper *k, const char *bytes, size_t size);
void kept_add_half(Keeper *k, uint32_t number);   // the last unit is the other half of this one
void kept_add_actor(Keeper *k, Actor number, Actor maker, uint64_t child);

// --- with other machines (sharing.c) ------------------------------------------------------------------------------

bool sharing_begin(Keeper *k);
bool sharing_next(Keeper *k, uint32_t worker, Text *out);
void sharing_tell(Keeper *k, const Slice *slice);
void sharing_tell_half(Keeper *k, uint32_t number, const Region *other);
void sharing_release(Keeper *k, uint32_t number, bool loss);
void sharing_look(Keeper *k);   // says now and then that its units are searched, and hears whether one is to be split
Actor sharing_number(Keeper *k, Actor maker, uint64_t child);
bool sharing_collect(Keeper *k);   // what has come of all units, into tasks
void sharing_end(Keeper *k);
