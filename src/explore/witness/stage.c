#include "explore/witness/stage.h"

#include <string.h>

#include "base/memory.h"

void stage_look(Stage *stage) {
    for (;;) {
        stage->enabled_count = machine_enabled(stage->machine, stage->enabled, stage->enabled_capacity);
        if (stage->enabled_count < stage->enabled_capacity) return;
        stage->enabled_capacity = stage->enabled_capacity * 2 + 64;
        stage->enabled = memory_resize(stage->enabled, stage->enabled_capacity * sizeof(Actor));
    }
}

void stage_init(Stage *stage, Machine *machine) {
    *stage = (Stage){.machine = machine, .start = machine_mark(machine)};
    cast_init(&stage->cast, machine);
    stage_look(stage);
}

void stage_free(Stage *stage) {
    cast_free(&stage->cast);
    memory_free(stage->enabled);
    memory_free(stage->path);
}

void stage_begin(Stage *stage) {
    machine_undo(stage->machine, stage->start);
    stage->length = 0;
    stage_look(stage);
}

// --- steps -----------------------------------------------------------------------------------------------

bool stage_can(const Stage *stage, Actor actor) {
    uint32_t low = 0, high = stage->enabled_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (stage->enabled[middle] < actor)
            low = middle + 1;
        else
            high = middle;
    }
    return low < stage->enabled_count && stage->enabled[low] == actor;
}

bool stage_find(Stage *stage, const char *name, size_t size, Actor *actor) {
    for (uint32_t i = 0; i < stage->enabled_count; i++) {
        const char *other = cast_name(&stage->cast, stage->enabled[i]);
        if (strncmp(other, name, size) == 0 && !other[size]) return *actor = stage->enabled[i], true;
    }
    return false;
}

void stage_step(Stage *stage, Actor actor) {
    if (stage->length == stage->capacity) {
        stage->capacity = stage->capacity * 2 + 64;
        stage->path = memory_resize(stage->path, stage->capacity * sizeof(Actor));
    }
    stage->path[stage->length++] = actor;
    event_copy(&stage->event, machine_step(stage->machine, actor));
    stage_look(stage);
}

bool stage_go(Stage *stage, const Actor *path, uint32_t steps) {
    stage_begin(stage);
    for (uint32_t i = 0; i < steps; i++) {
        if (!stage_can(stage, path[i])) return false;
        stage_step(stage, path[i]);
    }
    return true;
}

bool stage_next(Stage *stage, const char **names, Actor *actor) {
    const char *name = *names + strspn(*names, " ");
    size_t size = strcspn(name, " ");
    *names = name + size;
    return size && stage_find(stage, name, size, actor);
}

bool stage_follow(Stage *stage, const Text *names) {
    Actor actor;
    const char *rest = text_string(names);
    stage_begin(stage);
    while (stage_next(stage, &rest, &actor)) stage_step(stage, actor);
    return !*rest;
}

// The first of those who can act, by name: numbers depend on what was run before.
static Actor first_by_name(Stage *stage) {
    Actor first = stage->enabled[0];
    for (uint32_t i = 0; i < stage->enabled_count; i++) cast_meet(&stage->cast, stage->enabled[i]);
    for (uint32_t i = 1; i < stage->enabled_count; i++)
        if (cast_rank(&stage->cast, stage->enabled[i]) < cast_rank(&stage->cast, first)) first = stage->enabled[i];
    return first;
}

Actor stage_usual(Stage *stage) {
    Actor last = stage->length ? stage->path[stage->length - 1] : NO_ACTOR;
    return stage_can(stage, last) ? last : first_by_name(stage);
}

bool stage_finish(Stage *stage, uint32_t depth) {
    while (stage->enabled_count && stage->length < depth) stage_step(stage, stage_usual(stage));
    return !stage->enabled_count;
}

void stage_execution(Stage *stage, Execution *out) {
    machine_undo(stage->machine, stage->start);
    execution_init(out, stage->machine, &(ExecutionConfig){0});
    for (uint32_t i = 0; i < stage->length; i++)
        execution_forward(out, execution_choice(execution_top(out), stage->path[i]));
    execution_compute_clocks(out);
}

// --- telling ---------------------------------------------------------------------------------------------

void stage_names(Stage *stage, Text *out) {
    for (uint32_t i = 0; i < stage->length; i++) {
        if (i) text_add(out, " ");
        text_add(out, cast_name(&stage->cast, stage->path[i]));
    }
}

void stage_describe(Stage *stage, Actor actor, Text *out) {
    Description description;
    machine_describe(stage->machine, actor, &description);
    text_format(out, "%s %s", cast_name(&stage->cast, actor), text_string(&description.what));
    if (description.line) text_format(out, "   (%s:%u)", text_string(&description.file), description.line);
    description_free(&description);
}
