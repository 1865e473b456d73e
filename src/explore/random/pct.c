// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte 2010).
//
// Actors have random priorities, and the highest who can acts. At D - 1 random steps the one about to act falls below
// all others. A bug that needs D orders to be right is met with a probability of at least 1/(n k^(D-1)) in a program of
// n actors and k steps. k is what the survey saw; in longer runs, where somebody might wait for another who never gets
// a turn, the rest is a plain walk.
#include "base/memory.h"
#include "explore/random/sampler.h"

enum { DEPTH_USUAL = 3 };

typedef struct {
    uint32_t generation;
    uint64_t value;
} Priority;

typedef struct {
    uint32_t depth, steps;   // D and k
    Priority *priorities;    // by actor
    uint32_t capacity;
    uint32_t *changes;   // D - 1 positions, in no order
    uint64_t draw;       // of the run
} Pct;

static void *make(const SamplerSetup *setup) {
    Pct *pct = memory_zeroed(1, sizeof *pct);
    pct->depth = setup->depth ? setup->depth : DEPTH_USUAL;
    pct->steps = setup->survey && setup->survey->steps ? setup->survey->steps : 1;
    pct->changes = memory_zeroed(pct->depth, sizeof *pct->changes);
    return pct;
}

static void release(void *self) {
    Pct *pct = self;
    memory_free(pct->priorities);
    memory_free(pct->changes);
    memory_free(pct);
}

static void begin(void *self, Run *run) {
    Pct *pct = self;
    pct->draw = chance_next(&run->chance);
    for (uint32_t i = 0; i + 1 < pct->depth; i++) pct->changes[i] = chance_below(&run->chance, pct->steps);
}

static Priority *priority_of(Pct *pct, Run *run, Actor actor) {
    if (actor >= pct->capacity) {
        uint32_t capacity = actor * 2 + 64;
        pct->priorities = memory_resize(pct->priorities, capacity * sizeof *pct->priorities);
        for (uint32_t i = pct->capacity; i < capacity; i++) pct->priorities[i] = (Priority){0};
        pct->capacity = capacity;
    }
    Priority *priority = &pct->priorities[actor];
    if (priority->generation != run->generation)
        *priority = (Priority){run->generation, run_draw(run, pct->draw, actor) | (uint64_t)1 << 63};
    return priority;
}

static Actor highest(Pct *pct, Run *run) {
    Actor best = run->enabled[0];
    for (uint32_t i = 1; i < run->enabled_count; i++)
        if (priority_of(pct, run, run->enabled[i])->value > priority_of(pct, run, best)->value) best = run->enabled[i];
    return best;
}

static Actor choose(void *self, Run *run) {
    Pct *pct = self;
    if (run->length >= pct->steps) return run_any(run);
    for (uint32_t i = 0; i + 1 < pct->depth; i++)
        if (pct->changes[i] == run->length) priority_of(pct, run, highest(pct, run))->value = pct->depth - i;
    return highest(pct, run);
}

const Sampler sampler_pct = {
    .name = "pct",
    .about = "random priorities of actors that change D - 1 times",
    .takes_depth = true,
    .surveys = true,
    .make = make,
    .free = release,
    .begin = begin,
    .blind = true,
    .choose = choose,
};
