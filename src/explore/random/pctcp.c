// PCT for message passing (Ozkan, Majumdar, Niksic, Befrouei and Weissenbacher 2018).
//
// What has a priority is not an actor but a chain of steps that each follow from the one before: a request, what the
// server does, the answer, and what the client does next. The steps are put into chains as they become possible
// (Agarwal and Garg 2007); of w steps that are independent of each other at most, w^2 chains at most are made. The
// chain with the highest priority goes on; at D - 1 random steps the one about to go on falls below all others. A bug
// that needs D orders to be right is met with a probability of at least 1/(w^2 k^(D-1)).
#include "base/memory.h"
#include "explore/random/causal.h"
#include "explore/random/sampler.h"

enum { DEPTH_USUAL = 3 };

typedef struct {
    uint64_t priority;
    Actor actor;      // of its latest step, which perhaps has not happened
    uint32_t count;   // it is the actor's how many-th
    bool empty;
} Chain;

typedef struct {
    uint32_t generation, steps;   // the run, and how many steps its actor had taken
    uint32_t chain;
} Place;

typedef struct {
    uint32_t depth, steps;   // D and k
    uint32_t *changes;
    uint64_t draw;
    Causal causal;
    Chain *chains;
    uint32_t chain_count, chain_capacity;
    uint32_t *sets;   // of chains: set i has i of them, behind those of the sets before
    uint32_t set_count, set_capacity;
    Place *places;   // by actor: where its next step is
    uint32_t place_capacity;
} Pctcp;

static void *make(const SamplerSetup *setup) {
    Pctcp *p = memory_zeroed(1, sizeof *p);
    p->depth = setup->depth ? setup->depth : DEPTH_USUAL;
    p->steps = setup->survey && setup->survey->steps ? setup->survey->steps : 1;
    p->changes = memory_zeroed(p->depth, sizeof *p->changes);
    return p;
}

static void release(void *self) {
    Pctcp *p = self;
    causal_free(&p->causal);
    memory_free(p->changes);
    memory_free(p->chains);
    memory_free(p->sets);
    memory_free(p->places);
    memory_free(p);
}

// --- chains ----------------------------------------------------------------------------------------------------

static uint32_t add_chain(Pctcp *p) {
    if (p->chain_count == p->chain_capacity) {
        p->chain_capacity = p->chain_capacity * 2 + 16;
        p->chains = memory_resize(p->chains, p->chain_capacity * sizeof *p->chains);
    }
    uint64_t priority = chance_mix(p->draw + p->chain_count) | (uint64_t)1 << 63;
    p->chains[p->chain_count] = (Chain){.priority = priority, .empty = true};
    return p->chain_count++;
}

// The set of i chains, from 1 on.
static uint32_t *set_at(Pctcp *p, uint32_t i) {
    while (p->set_count < i) {
        uint32_t first = p->set_count * (p->set_count + 1) / 2, size = ++p->set_count;
        if (first + size > p->set_capacity) {
            p->set_capacity = (first + size) * 2;
            p->sets = memory_resize(p->sets, p->set_capacity * sizeof *p->sets);
        }
        for (uint32_t j = 0; j < size; j++) p->sets[first + j] = add_chain(p);
    }
    return p->sets + i * (i - 1) / 2;
}

// Whether the latest step of a chain comes before what has this clock.
static bool leads_to(Pctcp *p, const Run *run, const Chain *chain, CausalClock clock) {
    const CausalActor *actor = &p->causal.actors[chain->actor];
    return chain->empty ||
           (actor->generation == run->generation && actor->slot < clock.size && clock.seen[actor->slot] > chain->count);
}

// The one chosen leaves its set for the last place, and the others change places with the set before.
static void exchange(uint32_t *set, uint32_t size, uint32_t at, uint32_t *before) {
    uint32_t chosen = set[at];
    set[at] = set[size - 1];
    set[size - 1] = chosen;
    for (uint32_t i = 0; i + 1 < size; i++) {
        uint32_t other = before[i];
        before[i] = set[i];
        set[i] = other;
    }
}

static uint32_t find_chain(Pctcp *p, const Run *run, CausalClock clock) {
    for (uint32_t size = 1;; size++) {
        uint32_t *set = set_at(p, size);
        for (uint32_t at = 0; at < size; at++) {
            if (!leads_to(p, run, &p->chains[set[at]], clock)) continue;
            uint32_t chain = set[at];
            if (size > 1) exchange(set, size, at, set_at(p, size - 1));
            return chain;
        }
    }
}

static Chain *chain_of(Pctcp *p, Run *run, Actor actor) {
    if (actor >= p->place_capacity) {
        uint32_t capacity = actor * 2 + 64;
        p->places = memory_resize(p->places, capacity * sizeof *p->places);
        for (uint32_t i = p->place_capacity; i < capacity; i++) p->places[i] = (Place){0};
        p->place_capacity = capacity;
    }
    Place *place = &p->places[actor];
    uint32_t steps = run_actor(run, actor)->steps;
    if (place->generation != run->generation || place->steps != steps) {
        uint32_t chain = find_chain(p, run, causal_next(&p->causal, run, actor));
        *place = (Place){run->generation, steps, chain};
        p->chains[chain].actor = actor;
        p->chains[chain].count = steps;
        p->chains[chain].empty = false;
    }
    return &p->chains[place->chain];
}

// --- decisions -------------------------------------------------------------------------------------------------

static void begin(void *self, Run *run) {
    Pctcp *p = self;
    p->draw = chance_next(&run->chance);
    for (uint32_t i = 0; i + 1 < p->depth; i++) p->changes[i] = chance_below(&run->chance, p->steps);
    p->chain_count = p->set_count = 0;
    causal_begin(&p->causal, run);
}

static bool is_placed(const Pctcp *p, Run *run, Actor actor) {
    if (actor >= p->place_capacity) return false;
    const Place *place = &p->places[actor];
    return place->generation == run->generation && place->steps == run_actor(run, actor)->steps;
}

// Steps that become possible at once are put into chains in an order that does not depend on their actors' numbers.
static void place_all(Pctcp *p, Run *run) {
    for (;;) {
        Actor first = NO_ACTOR;
        for (uint32_t i = 0; i < run->enabled_count; i++) {
            Actor actor = run->enabled[i];
            if (is_placed(p, run, actor)) continue;
            if (first == NO_ACTOR || run_actor(run, actor)->name < run_actor(run, first)->name) first = actor;
        }
        if (first == NO_ACTOR) return;
        chain_of(p, run, first);
    }
}

static Actor highest(Pctcp *p, Run *run) {
    Actor best = run->enabled[0];
    for (uint32_t i = 1; i < run->enabled_count; i++)
        if (chain_of(p, run, run->enabled[i])->priority > chain_of(p, run, best)->priority) best = run->enabled[i];
    return best;
}

static Actor choose(void *self, Run *run) {
    Pctcp *p = self;
    if (run->length >= p->steps) return run_any(run);
    place_all(p, run);
    for (uint32_t i = 0; i + 1 < p->depth; i++)
        if (p->changes[i] == run->length) chain_of(p, run, highest(p, run))->priority = p->depth - i;
    return highest(p, run);
}

static void stepped(void *self, Run *run) { causal_add(&((Pctcp *)self)->causal, run); }

const Sampler sampler_pctcp = {
    .name = "pctcp",
    .about = "random priorities of chains of messages that change D - 1 times",
    .takes_depth = true,
    .surveys = true,
    .make = make,
    .free = release,
    .begin = begin,
    .choose = choose,
    .stepped = stepped,
};
