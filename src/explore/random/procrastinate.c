// Procrastination (Arts, Hughes, Norell and others 2011, on top of PULSE).
//
// A run is drawn at random. For each of its decisions those later ones are found that conflict with it. Each decision
// is put off until after the last of them, and everything else is followed as it was: what is not possible is left out,
// and when nothing is left it goes on at random. Which of the pairs have really changed places is noted; of these so
// many as the level's limit says are then run, and what they led to may be the start of the next level.
//
// Decisions conflict if they are of different actors and their footprints do: messages from two senders to one
// process, accesses to one object of which one writes. Those that follow from each other cannot change places.
#include <string.h>

#include "base/memory.h"
#include "explore/random/causal.h"
#include "explore/random/sampler.h"

enum { LIMIT_USUAL = 10 };

typedef struct {   // a decision
    Actor actor;
    uint32_t nth;            // of the actor's
    uint32_t first, count;   // of the accesses
    uint32_t declared;       // what the user said it conflicts with, or 0
    bool everything;
    uint64_t objects;   // a bit for each, more or less
} Decision;

typedef struct {
    Decision *decisions;
    uint32_t length, capacity;
    Access *accesses;
    uint32_t access_count, access_capacity;
} Recording;

typedef struct {
    uint32_t early, late;   // positions
    uint32_t last;          // of those that conflict with the early one
} Pair;

typedef struct {
    Pair *items;
    uint32_t count, capacity;
} Pairs;

typedef struct {
    SamplerSetup setup;
    uint32_t levels;
    Causal causal;
    Draw *draw;
    bool stopped;                     // no more runs are wanted
    bool causes;                      // the run may be one to start from: what follows from what is noted
    Recording runs[LEVELS_MAX + 1];   // the one each level starts from
    Recording latest;                 // what the last run was
    Pairs candidates[LEVELS_MAX], feasible[LEVELS_MAX];
} Procrastinate;

static void *make(const SamplerSetup *setup) {
    Procrastinate *p = memory_zeroed(1, sizeof *p);
    p->setup = *setup;
    p->levels = setup->levels ? setup->levels : 1;
    return p;
}

static void free_recording(Recording *recording) {
    memory_free(recording->decisions);
    memory_free(recording->accesses);
}

static void release(void *self) {
    Procrastinate *p = self;
    causal_free(&p->causal);
    for (uint32_t i = 0; i <= LEVELS_MAX; i++) free_recording(&p->runs[i]);
    for (uint32_t i = 0; i < LEVELS_MAX; i++) memory_free(p->candidates[i].items), memory_free(p->feasible[i].items);
    free_recording(&p->latest);
    memory_free(p);
}

static uint32_t limit_of(const Procrastinate *p, uint32_t level) {
    return p->setup.limits[level] ? p->setup.limits[level] : LIMIT_USUAL;
}

// --- recording -------------------------------------------------------------------------------------------------

static void add_accesses(Recording *recording, Decision *decision, const Footprint *footprint) {
    if (recording->access_count + footprint->count > recording->access_capacity) {
        recording->access_capacity = (recording->access_count + footprint->count) * 2;
        recording->accesses = memory_resize(recording->accesses, recording->access_capacity * sizeof(Access));
    }
    decision->first = recording->access_count;
    decision->count = footprint->count;
    for (uint32_t i = 0; i < footprint->count; i++) {
        recording->accesses[recording->access_count++] = footprint->items[i];
        decision->objects |= (uint64_t)1 << (chance_mix(footprint->items[i].object) & 63);
    }
}

// Takes a step and writes it down.
static void step(Procrastinate *p, Actor actor) {
    Run *run = p->draw->run;
    Recording *recording = &p->latest;
    if (recording->length == recording->capacity) {
        recording->capacity = recording->capacity * 2 + 256;
        recording->decisions = memory_resize(recording->decisions, recording->capacity * sizeof(Decision));
    }
    Decision *decision = &recording->decisions[recording->length++];
    *decision = (Decision){.actor = actor, .nth = run_actor(run, actor)->steps};
    if (p->setup.declared) decision->declared = p->setup.declared(p->setup.context, run->machine, actor);
    run_step(run, actor);
    if (p->causes) causal_add(&p->causal, run);
    decision->everything = run->event.footprint.everything;
    add_accesses(recording, decision, &run->event.footprint);
}

static void begin(Procrastinate *p, bool causes) {
    run_again(p->draw->run);
    p->latest.length = p->latest.access_count = 0;
    p->causes = causes;
    if (causes) causal_begin(&p->causal, p->draw->run);
}

static void go_on_at_random(Procrastinate *p) {
    Run *run = p->draw->run;
    while (!run_is_over(run)) step(p, run_any(run));
    p->stopped = !p->draw->ended(p->draw);
}

// --- following -------------------------------------------------------------------------------------------------

// A decision that was put off holds back those of the same actor that came after it: they are not possible before.
static bool is_possible(Run *run, const Decision *decision) {
    return run_can(run, decision->actor) && run_actor(run, decision->actor)->steps == decision->nth;
}

static void follow(Procrastinate *p, const Recording *recording, uint32_t first, uint32_t end) {
    Run *run = p->draw->run;
    for (uint32_t i = first; i < end && !run_is_over(run); i++)
        if (is_possible(run, &recording->decisions[i])) step(p, recording->decisions[i].actor);
}

// The recorded run with a decision put off until right after a later one.
static void run_put_off(Procrastinate *p, const Recording *recording, uint32_t early, uint32_t late, bool causes) {
    begin(p, causes);
    follow(p, recording, 0, early);
    follow(p, recording, early + 1, late + 1);
    follow(p, recording, early, early + 1);
    follow(p, recording, late + 1, recording->length);
    go_on_at_random(p);
}

// Where a decision of another run comes in the latest one; its length: nowhere.
static uint32_t find_decision(const Procrastinate *p, const Decision *decision) {
    uint32_t i = 0;
    const Recording *latest = &p->latest;
    while (i < latest->length &&
           (latest->decisions[i].actor != decision->actor || latest->decisions[i].nth != decision->nth))
        i++;
    return i;
}

static bool changed_places(const Procrastinate *p, const Recording *recording, uint32_t early, uint32_t late) {
    uint32_t first = find_decision(p, &recording->decisions[early]),
             second = find_decision(p, &recording->decisions[late]);
    return second < first && first < p->latest.length;
}

// --- conflicts -------------------------------------------------------------------------------------------------

static bool conflict(const Recording *recording, const Decision *a, const Decision *b) {
    if (a->actor == b->actor) return false;
    if (a->everything || b->everything || (a->declared && a->declared == b->declared)) return true;
    if (!(a->objects & b->objects)) return false;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (access_conflicts(recording->accesses[a->first + i], recording->accesses[b->first + j])) return true;
    return false;
}

static void add_pair(Pairs *pairs, Pair pair) {
    if (pairs->count == pairs->capacity) {
        pairs->capacity = pairs->capacity * 2 + 64;
        pairs->items = memory_resize(pairs->items, pairs->capacity * sizeof *pairs->items);
    }
    pairs->items[pairs->count++] = pair;
}

// Of the run whose causes were noted last.
static void find_conflicts(Procrastinate *p, const Recording *recording, Pairs *out) {
    const Causal *causal = &p->causal;
    out->count = 0;
    for (uint32_t i = 0; i < recording->length; i++) {
        uint32_t start = out->count;
        for (uint32_t j = i + 1; j < recording->length; j++) {
            if (!conflict(recording, &recording->decisions[i], &recording->decisions[j])) continue;
            if (!causal_saw(causal, causal->clocks[j], i)) add_pair(out, (Pair){.early = i, .late = j});
        }
        for (uint32_t k = start; k < out->count; k++) out->items[k].last = out->items[out->count - 1].late;
    }
    p->draw->conflicts += out->count;
}

// --- levels ----------------------------------------------------------------------------------------------------

// Puts each decision off until after the last that conflicts with it, and notes which pairs change places then.
static void find_feasible(Procrastinate *p, const Recording *recording, const Pairs *candidates, Pairs *out) {
    out->count = 0;
    for (uint32_t i = 0, next; i < candidates->count && !p->stopped; i = next) {
        const Pair *pair = &candidates->items[i];
        run_put_off(p, recording, pair->early, pair->last, false);
        for (next = i; next < candidates->count && candidates->items[next].early == pair->early; next++)
            if (changed_places(p, recording, pair->early, candidates->items[next].late))
                add_pair(out, candidates->items[next]);
    }
    p->draw->feasible += out->count;
}

// Brings so many of them to the front, drawn at random.
static uint32_t draw_some(Procrastinate *p, Pairs *pairs, uint32_t limit) {
    uint32_t count = pairs->count < limit ? pairs->count : limit;
    for (uint32_t i = 0; i < count && count < pairs->count; i++) {
        uint32_t other = i + chance_below(&p->draw->run->chance, pairs->count - i);
        Pair pair = pairs->items[i];
        pairs->items[i] = pairs->items[other];
        pairs->items[other] = pair;
    }
    return count;
}

static void exchange(Recording *a, Recording *b) {
    Recording other = *a;
    *a = *b;
    *b = other;
}

// The run to start from is the level's. One that put a decision off until the last conflict was done before, and
// is done again only to start from.
static bool begin_level(Procrastinate *p, uint32_t level) {
    find_conflicts(p, &p->runs[level], &p->candidates[level]);
    find_feasible(p, &p->runs[level], &p->candidates[level], &p->feasible[level]);
    return !p->stopped;
}

static bool run_pair(Procrastinate *p, uint32_t level, const Pair *pair) {
    if (level + 1 == p->levels && pair->late == pair->last) return false;
    run_put_off(p, &p->runs[level], pair->early, pair->late, level + 1 < p->levels);
    return level + 1 < p->levels && changed_places(p, &p->runs[level], pair->early, pair->late);
}

// Depth first over the levels, without recursion: at[l] is the next pair to be run at level l.
static void run_levels(Procrastinate *p) {
    uint32_t at[LEVELS_MAX] = {0}, counts[LEVELS_MAX], level = 0;
    if (!begin_level(p, 0)) return;
    counts[0] = draw_some(p, &p->feasible[0], limit_of(p, 0));
    while (!p->stopped) {
        if (at[level] == counts[level]) {
            if (level == 0) return;
            level--;
            continue;
        }
        bool deeper = run_pair(p, level, &p->feasible[level].items[at[level]++]);
        if (!deeper || p->stopped) continue;
        exchange(&p->runs[++level], &p->latest);
        if (!begin_level(p, level)) return;
        at[level] = 0;
        counts[level] = draw_some(p, &p->feasible[level], limit_of(p, level));
    }
}

static void draw_runs(void *self, Draw *draw) {
    Procrastinate *p = self;
    p->draw = draw;
    p->stopped = false;
    run_begin(draw->run, draw->seed, draw->number);
    begin(p, true);
    go_on_at_random(p);
    if (p->stopped) return;
    exchange(&p->runs[0], &p->latest);
    run_levels(p);
}

const Sampler sampler_procrastinate = {
    .name = "procrastinate",
    .about = "a run at random, then again with each of its conflicts reversed",
    .make = make,
    .free = release,
    .draw = draw_runs,
};
