#include "brute.h"

#include "toy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static bool depends(const Event *a, const Event *b) {
    return a->actor == b->actor || footprint_conflicts(&a->footprint, &b->footprint);
}

// The first actor in the alphabet with an event left that depends on none left before it.
static uint32_t next_event(const Event *events, uint32_t count, const bool *used) {
    uint32_t best = count;
    for (uint32_t i = 0; i < count; i++) {
        if (used[i]) continue;
        bool first = true;
        for (uint32_t j = 0; j < i; j++) first &= used[j] || !depends(&events[j], &events[i]);
        if (first && (best == count || events[i].actor < events[best].actor)) best = i;
    }
    return best;
}

static void key_of(const Event *events, uint32_t count, char *key) {
    bool used[BRUTE_EVENTS] = {0};
    assert(count < BRUTE_EVENTS);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = next_event(events, count, used);
        used[next] = true;
        key[i] = (char)('a' + events[next].actor);
    }
    key[count] = 0;
}

void brute_add(Brute *brute, Machine *machine, const Event *events, uint32_t count) {
    if (brute->count == brute->capacity) {
        brute->capacity = brute->capacity * 2 + 64;
        brute->items = memory_resize(brute->items, brute->capacity * sizeof(BruteClass));
    }
    BruteClass *added = &brute->items[brute->count++];
    key_of(events, count, added->actors);
    added->final = machine_hash(machine);
    added->times = 1;
    brute->executions++;
}

static int compare(const void *a, const void *b) {
    return strcmp(((const BruteClass *)a)->actors, ((const BruteClass *)b)->actors);
}

void brute_sort(Brute *brute) {
    if (!brute->count) return;
    qsort(brute->items, brute->count, sizeof(BruteClass), compare);
    uint32_t kept = 0;
    for (uint32_t i = 1; i < brute->count; i++) {
        if (compare(&brute->items[kept], &brute->items[i]) == 0) brute->items[kept].times += brute->items[i].times;
        else brute->items[++kept] = brute->items[i];
    }
    brute->count = kept + 1;
}

void brute_free(Brute *brute) { memory_free(brute->items); }

static bool enumerate_from(Machine *machine, Brute *brute, Event *events, uint32_t depth) {
    Actor actors[TOY_PROCESSES];
    uint32_t count = machine_enabled(machine, actors, TOY_PROCESSES);
    if (count == 0) brute_add(brute, machine, events, depth);
    if (brute->limit && brute->executions > brute->limit) return false;
    Mark mark = machine_mark(machine);
    for (uint32_t i = 0; i < count; i++) {
        events[depth] = machine_step(machine, actors[i]);
        bool within = enumerate_from(machine, brute, events, depth + 1);
        machine_undo(machine, mark);
        if (!within) return false;
    }
    return true;
}

bool brute_enumerate(Machine *machine, Brute *brute) {
    Event events[BRUTE_EVENTS];
    if (!enumerate_from(machine, brute, events, 0)) return false;
    brute_sort(brute);
    return true;
}
