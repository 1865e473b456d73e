// Jobs: one search done by several processes.
//
// The executions are split into regions (region.h) that have nothing in common, more of them than there are workers, so
// that all are busy to the end. Each is a unit (work_unit.h); whoever has nothing to do gets the next one and searches
// it as if it were alone (crew.h). Each class of executions is in one region, whoever explores it: the numbers do not
// depend on how many there are.
//
// The numbers of all regions have to be about one relation. When a search has learned of an order of messages, units
// whose search has relied on the two having none are searched again; what has nothing to do with it stays.
//
// A unit that is searched for long, while others have nothing to do, is split into two, which begin again.
//
// A search may be kept as it goes on: as records that say how it was split, and what is new of each unit. Another one
// of the same program that is given them, or only the first of them, goes on from there.
//
// Or it is shared with other machines: then the units are where all of these get them from, and say what has come of
// them (queue/queue.lua has the operations). Each machine has the units that it was given for as long as it says that
// it searches them; one that is not heard of loses them to others.
#pragma once
#include "explore/dpor/search.h"

typedef struct {
    double seconds;   // between two slices of a unit
    void (*keep)(void *context, const Text *record);
    // Instead of all that was kept so far, in fewer bytes: texts of a parcel. NULL: it only becomes more.
    void (*keep_anew)(void *context, const Text *records);
    size_t room;   // for so many bytes before that is done
    void *context;
    const char *kept;   // records of an earlier search, as texts of a parcel
    size_t kept_size;
} JobsJournal;

typedef struct {
    // Does an operation, whose words are texts of a parcel. The answer: for each item a letter, n and a number, or t
    // and a text. False: it could not be done.
    bool (*ask)(void *context, const Text *words, Text *answer, Error *err);
    void *context;
    const char *name;     // of this process, among all
    const char *header;   // what others have to know before they can join
    size_t header_size;
    const char *identity;   // of what is searched
    double seconds;         // between two slices of a unit
    bool helps;             // others want to know what comes of it, and this process does not
} JobsSharing;

typedef struct {
    uint32_t workers;
    uint32_t regions;     // to split into, as far as there are races to split by; 0: a good number for the workers
    double split_after;   // so many seconds, if others have nothing to do; 0: when it pays
    // In a worker: what on_end has found since the search began or config->forget was called, as bytes.
    void (*save)(void *context, Text *out);
    // Here, at the end, for all that was saved.
    bool (*load)(void *context, const char *bytes, size_t size);   // false: it cannot be read
    // Pieces of what was saved, as texts of a parcel, in one that says the same; NULL: they stay pieces.
    void (*join)(void *context, const Text *pieces, Text *out);
    // How many different errors on_end has found in this process; NULL: nobody asks.
    uint32_t (*errors)(void *context);
    // Called now and then in the first process: what all have done so far, and the most errors that one has found. Or
    // NULL.
    void (*progress)(void *context, const SearchResult *so_far, uint32_t errors);
    const JobsJournal *journal;   // NULL: nothing is kept
    const JobsSharing *sharing;   // NULL: it is searched here only
} Jobs;

// As search_run, with an optimal strategy and no scheduling bound, and with config->forget. False: a worker could not
// do its part, or what was kept is of another search.
bool jobs_run(Machine *machine, const SearchConfig *config, const Jobs *jobs, SearchResult *result, Error *err);
