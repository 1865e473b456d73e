#include "explore/witness/lineage.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void lineage_free(Lineage *lineage) {
    for (uint32_t i = 0; i < lineage->count; i++) {
        text_free(&lineage->processes[i].name);
        text_free(&lineage->processes[i].initial);
    }
    memory_free(lineage->processes);
    *lineage = (Lineage){0};
}

static const LineageProcess *find(const Lineage *lineage, const char *name, size_t size) {
    for (uint32_t i = 0; i < lineage->count; i++) {
        const Text *other = &lineage->processes[i].name;
        if (other->size == size && memcmp(other->data, name, size) == 0) return &lineage->processes[i];
    }
    return NULL;
}

void lineage_add(Lineage *lineage, const char *name, const char *initial) {
    if (find(lineage, name, strlen(name))) return;
    if (lineage->count == lineage->capacity) {
        lineage->capacity = lineage->capacity * 2 + 16;
        lineage->processes = memory_resize(lineage->processes, lineage->capacity * sizeof *lineage->processes);
    }
    LineageProcess *process = &lineage->processes[lineage->count++];
    *process = (LineageProcess){0};
    text_add(&process->name, name);
    text_add(&process->initial, initial);
}

void lineage_look(Lineage *lineage, Machine *machine, Cast *cast) {
    uint32_t capacity = 64, count;
    Actor *actors = memory_new(capacity * sizeof *actors);
    while ((count = machine_processes(machine, actors, capacity)) == capacity) {
        capacity *= 2;
        actors = memory_resize(actors, capacity * sizeof *actors);
    }
    for (uint32_t i = 0; i < count; i++) {
        const char *name = cast_name(cast, actors[i]);
        if (find(lineage, name, strlen(name))) continue;
        ProcessSight sight;
        machine_process(machine, actors[i], &sight);
        lineage_add(lineage, name, text_string(&sight.initial));
        process_sight_free(&sight);
    }
    memory_free(actors);
}

// --- names -----------------------------------------------------------------------------------------------

// Whether a process is a child of the one that has the first `size` bytes as its name; the how many-th.
static bool is_child(const Text *name, const char *parent, size_t size, unsigned long *place) {
    if (name->size <= size + 1 || memcmp(name->data, parent, size) != 0 || name->data[size] != '.') return false;
    char *end;
    *place = strtoul(name->data + size + 1, &end, 10);
    return *end == 0;
}

// How many children of a parent began with this function and come before a place.
static uint32_t count_before(const Lineage *lineage, const char *parent, size_t size, const Text *initial,
                             unsigned long limit) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < lineage->count; i++) {
        const LineageProcess *process = &lineage->processes[i];
        unsigned long place;
        if (!is_child(&process->name, parent, size, &place) || place >= limit) continue;
        count += strcmp(text_string(&process->initial), text_string(initial)) == 0;
    }
    return count;
}

// The child of a parent that began with this function, so many of which come before it; NULL: there is none so far.
static const LineageProcess *child_of(const Lineage *lineage, const Text *parent, const Text *initial,
                                      uint32_t before) {
    for (uint32_t i = 0; i < lineage->count; i++) {
        const LineageProcess *process = &lineage->processes[i];
        unsigned long place;
        if (!is_child(&process->name, text_string(parent), parent->size, &place)) continue;
        if (strcmp(text_string(&process->initial), text_string(initial)) != 0) continue;
        if (count_before(lineage, text_string(parent), parent->size, initial, place) == before) return process;
    }
    return NULL;
}

// From the first ancestor on: `out` is what the process is called that the name stands for as far as it was read.
static bool translate_process(const Lineage *then, const Lineage *now, const char *name, size_t size, Text *out) {
    size_t parent = 0;
    while (parent < size && name[parent] != '.') parent++;
    text_add_bytes(out, name, parent);
    while (parent < size) {
        size_t end = parent + 1;
        while (end < size && name[end] != '.') end++;
        const LineageProcess *known = find(then, name, end);
        if (!known) {   // it was not written down
            text_add_bytes(out, name + parent, end - parent);
        } else {
            uint32_t before = count_before(then, name, parent, &known->initial, strtoul(name + parent + 1, NULL, 10));
            const LineageProcess *child = child_of(now, out, &known->initial, before);
            if (!child) return false;
            text_clear(out);
            text_add(out, text_string(&child->name));
        }
        parent = end;
    }
    return true;
}

// The part of a name that is a process: others have something behind it, as P.1/timer2 and P.1?2.
static size_t process_size(const char *name, size_t size) {
    size_t end = 0;
    while (end < size && name[end] != '/' && name[end] != '?') end++;
    return end;
}

static bool translate_part(const Lineage *then, const Lineage *now, const char *name, size_t size, Text *out) {
    Text process = {0};
    size_t end = process_size(name, size);
    bool found = translate_process(then, now, name, end, &process);
    text_add_bytes(out, text_string(&process), process.size);
    text_add_bytes(out, name + end, size - end);
    text_free(&process);
    return found;
}

bool lineage_translate(const Lineage *then, const Lineage *now, const char *name, Text *out) {
    const char *arrow = strstr(name, "->");
    text_clear(out);
    if (!arrow) return translate_part(then, now, name, strlen(name), out);
    bool found = translate_part(then, now, name, (size_t)(arrow - name), out);
    text_add(out, "->");
    return translate_part(then, now, arrow + 2, strlen(arrow + 2), out) && found;
}
