#include "explore/random/run.h"

#include <string.h>

#include "base/memory.h"

static void find_enabled(Run *run) {
    for (;;) {
        run->enabled_count = machine_enabled(run->machine, run->enabled, run->enabled_capacity);
        if (run->enabled_count < run->enabled_capacity) return;
        run->enabled_capacity = run->enabled_capacity * 2 + 64;
        run->enabled = memory_resize(run->enabled, run->enabled_capacity * sizeof(Actor));
    }
}

void run_init(Run *run, Machine *machine, uint32_t depth) {
    *run = (Run){.machine = machine, .start = machine_mark(machine), .depth = depth};
    fingerprint_init(&run->fingerprint);
    find_enabled(run);
}

void run_free(Run *run) {
    machine_undo(run->machine, run->start);
    for (uint32_t i = 0; i < run->actor_capacity; i++) memory_free(run->actors[i].pending);
    fingerprint_free(&run->fingerprint);
    memory_free(run->actors);
    memory_free(run->enabled);
    memory_free(run->path);
    text_free(&run->name);
}

void run_begin(Run *run, uint64_t seed, uint64_t number) {
    run->chance = chance_new(seed, number);
    run_again(run);
}

void run_again(Run *run) {
    if (run->length) machine_undo(run->machine, run->start);
    run->generation++;
    run->length = 0;
    fingerprint_begin(&run->fingerprint);
    find_enabled(run);
}

// --- actors ------------------------------------------------------------------------------------------------

static void grow_actors(Run *run, Actor actor) {
    uint32_t capacity = actor * 2 + 64;
    run->actors = memory_resize(run->actors, capacity * sizeof *run->actors);
    memset(run->actors + run->actor_capacity, 0, (capacity - run->actor_capacity) * sizeof *run->actors);
    run->actor_capacity = capacity;
}

uint64_t run_hash_name(const char *name, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)name[i]) * 0x100000001b3u;
    return chance_mix(hash) | 1;
}

static uint64_t hash_name(Run *run, Actor actor) {
    text_clear(&run->name);
    machine_actor_name(run->machine, actor, &run->name);
    return run_hash_name(text_string(&run->name), run->name.size);
}

RunActor *run_meet(Run *run, Actor actor) {
    if (actor >= run->actor_capacity) grow_actors(run, actor);
    RunActor *met = &run->actors[actor];
    if (!met->name) met->name = hash_name(run, actor);
    *met = (RunActor){.name = met->name, .generation = run->generation, .pending = met->pending};
    return met;
}

bool run_can(const Run *run, Actor actor) {
    uint32_t low = 0, high = run->enabled_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (run->enabled[middle] < actor)
            low = middle + 1;
        else
            high = middle;
    }
    return low < run->enabled_count && run->enabled[low] == actor;
}

const Footprint *run_pending(Run *run, Actor actor) {
    RunActor *acting = run_actor(run, actor);
    if (acting->foreseen == acting->steps + 1) return acting->pending;
    if (!acting->pending) acting->pending = memory_new(sizeof *acting->pending);
    machine_pending(run->machine, actor, acting->pending);
    acting->foreseen = acting->steps + 1;
    return acting->pending;
}

// --- steps -------------------------------------------------------------------------------------------------

static void look_at_step(Run *run, RunActor *acting, Actor actor) {
    event_copy(&run->event, machine_step(run->machine, actor));
    acting->last = fingerprint_add(&run->fingerprint, acting->name, acting->last, &run->event.footprint);
}

void run_step(Run *run, Actor actor) {
    if (run->length == run->capacity) {
        run->capacity = run->capacity * 2 + 256;
        run->path = memory_resize(run->path, run->capacity * sizeof(Actor));
    }
    RunActor *acting = run_actor(run, actor);
    run->path[run->length++] = actor;
    run->events++;
    acting->steps++;
    if (run->blind)
        machine_step_blindly(run->machine, actor);
    else
        look_at_step(run, acting, actor);
    find_enabled(run);
}

// --- chance ------------------------------------------------------------------------------------------------

// Each draws a number for the occasion, and the lowest is chosen: the order in which they stand is no matter.
Actor run_any_of(Run *run, const Actor *actors, uint32_t count) {
    if (count == 1) return actors[0];
    uint64_t draw = chance_next(&run->chance), lowest = UINT64_MAX;
    Actor chosen = actors[0];
    for (uint32_t i = 0; i < count; i++) {
        uint64_t drawn = run_draw(run, draw, actors[i]);
        if (drawn > lowest) continue;
        lowest = drawn;
        chosen = actors[i];
    }
    return chosen;
}

Actor run_any(Run *run) { return run_any_of(run, run->enabled, run->enabled_count); }
