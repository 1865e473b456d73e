// Random: many runs of a machine, each decided by chance, and what they showed.
//
// The machine stands at the start of stepping. Each draw (sampler.h) follows from the seed and its number. Draws are
// done by workers: one in this process, or several processes that take turns. What they showed is put together in the
// order of the draws, up to where the search ends: the same whatever the number of workers.
//
// Runs of one class (fingerprint.h) show the same, so that only the first of each is judged. Where decisions do not
// depend on what steps touch, most runs are done without looking at that, which is faster; each of them is judged.
#pragma once
#include <signal.h>

#include "explore/random/classes.h"
#include "explore/random/sampler.h"
#include "explore/witness/seen.h"

struct RandomResult;

typedef struct {
    const Sampler *sampler;
    SamplerSetup setup;
    uint64_t seed;
    uint64_t runs;                       // 0: no limit
    double seconds;                      // 0: no limit
    const volatile sig_atomic_t *stop;   // becomes nonzero when the search shall end; may be NULL
    uint32_t depth;                      // steps of one run
    uint32_t jobs;                       // processes; 0 or 1: this one
    bool keep_going;                     // after the first error
    // The machine stands at the end of a run. `ended`: nobody can act any more.
    void (*judge)(void *context, Machine *machine, bool ended, Showing *out);
    uint64_t (*glance)(void *context, Machine *machine);   // at what is cheap to see; may be NULL
    void *context;
    void (*pause)(void *context, const struct RandomResult *so_far);   // now and then; may be NULL
    void *pause_context;
} RandomConfig;

typedef struct RandomResult {
    Seen *seen;   // in the order in which they were met first
    uint32_t seen_count;
    Classes classes;   // of the runs that were looked at
    Classes drawn;     // of the first run of each draw: these are independent of each other; empty: of all of them
    uint64_t runs, draws, steps;
    uint64_t conflicts, feasible;   // of procrastination, as in a Draw
    uint32_t surveyed;              // runs that were walks, to get to know the program
    uint32_t contended;             // objects that several actors contend for, seen by them
    uint32_t longest;               // steps of a run
    unsigned cuts;                  // as in a SearchResult
    double seconds;
    double processor;   // seconds of this process at work
} RandomResult;

// False: another process could not do its part.
bool random_run(Machine *machine, const RandomConfig *config, RandomResult *result, Error *err);
void random_result_free(RandomResult *result);
