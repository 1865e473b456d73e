#include "explore/witness/cast.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

void cast_init(Cast *cast, Machine *machine) { *cast = (Cast){.machine = machine}; }

void cast_free(Cast *cast) {
    for (uint32_t i = 0; i < cast->capacity; i++) text_free(&cast->names[i]);
    memory_free(cast->names);
    memory_free(cast->ranks);
    memory_free(cast->order);
    *cast = (Cast){0};
}

static void grow(Cast *cast, Actor actor) {
    uint32_t capacity = actor * 2 + 16;
    cast->names = memory_resize(cast->names, capacity * sizeof *cast->names);
    cast->ranks = memory_resize(cast->ranks, capacity * sizeof *cast->ranks);
    cast->order = memory_resize(cast->order, capacity * sizeof *cast->order);
    memset(cast->names + cast->capacity, 0, (capacity - cast->capacity) * sizeof *cast->names);
    cast->capacity = capacity;
}

// Puts the actor in its place among the names.
static void insert(Cast *cast, Actor actor) {
    uint32_t at = cast->count++;
    const char *name = text_string(&cast->names[actor]);
    for (; at > 0 && strcmp(text_string(&cast->names[cast->order[at - 1]]), name) > 0; at--)
        cast->order[at] = cast->order[at - 1];
    cast->order[at] = actor;
    for (; at < cast->count; at++) cast->ranks[cast->order[at]] = at;
}

void cast_meet(Cast *cast, Actor actor) {
    if (actor >= cast->capacity) grow(cast, actor);
    if (cast->names[actor].size) return;
    machine_actor_name(cast->machine, actor, &cast->names[actor]);
    insert(cast, actor);
}

const char *cast_name(Cast *cast, Actor actor) {
    cast_meet(cast, actor);
    return text_string(&cast->names[actor]);
}

uint32_t cast_rank(const Cast *cast, Actor actor) {
    assert(actor < cast->capacity && cast->names[actor].size);
    return cast->ranks[actor];
}
