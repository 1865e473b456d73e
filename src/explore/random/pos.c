// Partial order sampling (Yuan, Yang and Gu 2018): each event that is about to happen has a random priority, and the
// highest happens. Then the event's successor in its process gets a new one, and so does every event that races with
// it. An order of racing events is drawn as such, however many independent ones lie between.
#include "base/memory.h"
#include "explore/random/sampler.h"

typedef struct {
    uint32_t generation, steps;   // the run, and how many steps its actor had taken
    uint64_t value;
} Priority;

typedef struct {
    Priority *priorities;   // by actor
    uint32_t capacity;
    uint64_t draw;   // of the current state
} Pos;

static void *make(const SamplerSetup *setup) {
    (void)setup;
    return memory_zeroed(1, sizeof(Pos));
}

static void release(void *self) {
    memory_free(((Pos *)self)->priorities);
    memory_free(self);
}

static Priority *priority_of(Pos *pos, Actor actor) {
    if (actor >= pos->capacity) {
        uint32_t capacity = actor * 2 + 64;
        pos->priorities = memory_resize(pos->priorities, capacity * sizeof *pos->priorities);
        for (uint32_t i = pos->capacity; i < capacity; i++) pos->priorities[i] = (Priority){0};
        pos->capacity = capacity;
    }
    return &pos->priorities[actor];
}

static void draw_anew(Pos *pos, Run *run, Actor actor) {
    *priority_of(pos, actor) =
        (Priority){run->generation, run_actor(run, actor)->steps, run_draw(run, pos->draw, actor)};
}

static void begin(void *self, Run *run) { ((Pos *)self)->draw = chance_next(&run->chance); }

static Actor choose(void *self, Run *run) {
    Pos *pos = self;
    Actor best = run->enabled[0];
    for (uint32_t i = 0; i < run->enabled_count; i++) {
        Actor actor = run->enabled[i];
        const Priority *priority = priority_of(pos, actor);
        if (priority->generation != run->generation || priority->steps != run_actor(run, actor)->steps)
            draw_anew(pos, run, actor);
        run_pending(run, actor);   // as seen now: others may be asked after they were woken
        if (priority_of(pos, actor)->value > priority_of(pos, best)->value) best = actor;
    }
    return best;
}

static void stepped(void *self, Run *run) {
    Pos *pos = self;
    pos->draw = chance_next(&run->chance);
    for (uint32_t i = 0; i < run->enabled_count; i++) {
        Actor actor = run->enabled[i];
        if (actor == run->event.actor) continue;
        if (footprint_conflicts(run_pending(run, actor), &run->event.footprint)) draw_anew(pos, run, actor);
    }
}

const Sampler sampler_pos = {
    .name = "pos",
    .about = "random priorities of events, drawn anew where they race",
    .make = make,
    .free = release,
    .begin = begin,
    .choose = choose,
    .stepped = stepped,
};
