// Sampler: how the decisions of random runs are made.
//
// A draw is one run, or several that belong together, decided by the seed and the draw's number alone. What a sampler
// has to know of the program, such as how long it runs, it learns from a survey of the first draws, which are
// plain random walks.
#pragma once
#include "base/error.h"
#include "explore/random/run.h"
#include "explore/random/survey.h"

enum { LEVELS_MAX = 8 };

typedef struct {
    uint32_t depth;                // D of pct:D: how many orders have to be right for the bug to show; 0: the usual
    const Survey *survey;          // NULL: there is none
    uint32_t limits[LEVELS_MAX];   // of procrastination: how many reversals are tried, by level; UINT32_MAX: all
    uint32_t levels;               // 0: the usual
    // Whether the user said that what an actor is about to do conflicts with the like of it: a number for what it is,
    // or 0. May be NULL.
    uint32_t (*declared)(void *context, Machine *machine, Actor actor);
    void *context;
} SamplerSetup;

typedef struct Draw {
    Run *run;
    uint64_t seed, number;
    bool (*ended)(struct Draw *draw);   // the run has come to its end; false: no more runs are wanted
    void *context;
    uint64_t conflicts, feasible;   // of procrastination: pairs seen, and those that could really be reversed
} Draw;

typedef struct {
    const char *name, *about;
    bool takes_depth;   // as in pct:D
    bool surveys;
    bool blind;   // decides without knowing what steps touch
    void *(*make)(const SamplerSetup *setup);
    void (*free)(void *self);

    // Decides one run.
    void (*begin)(void *self, Run *run);   // may be NULL
    Actor (*choose)(void *self, Run *run);
    void (*stepped)(void *self, Run *run);   // the run's event is what happened; may be NULL

    // Or does a whole draw, if it is not NULL.
    void (*draw)(void *self, Draw *draw);
} Sampler;

const Sampler *sampler_at(uint32_t index);   // NULL: there are not so many

// As the command line has it: a name, or name:D.
const Sampler *sampler_find(const char *words, SamplerSetup *setup, Error *err);

// Runs one draw by a sampler that was made.
void sampler_draw(const Sampler *sampler, void *self, Draw *draw);
