#include "explore/witness/normal.h"

#include <assert.h>

#include "base/memory.h"

#define LABEL_GAP ((uint64_t)1 << 32)

void normal_free(Normal *normal) {
    memory_free(normal->next);
    memory_free(normal->previous);
    memory_free(normal->labels);
    memory_free(normal->actors);
    *normal = (Normal){0};
}

static void reserve(Normal *n, uint32_t nodes) {
    if (nodes <= n->capacity) return;
    n->capacity = nodes * 2 + 64;
    n->next = memory_resize(n->next, n->capacity * sizeof *n->next);
    n->previous = memory_resize(n->previous, n->capacity * sizeof *n->previous);
    n->labels = memory_resize(n->labels, n->capacity * sizeof *n->labels);
    n->actors = memory_resize(n->actors, n->capacity * sizeof *n->actors);
}

static void take_out(Normal *n, uint32_t node) {
    n->next[n->previous[node]] = n->next[node];
    n->previous[n->next[node]] = n->previous[node];
}

// Evenly, whatever they were.
static void label_all(Normal *n) {
    uint64_t label = 0;
    uint32_t node = 0;
    do {
        n->labels[node] = label;
        label += LABEL_GAP;
        node = n->next[node];
    } while (node);
}

static void put_behind(Normal *n, uint32_t node, uint32_t before) {
    uint32_t behind = n->next[before];
    n->next[before] = n->previous[behind] = node;
    n->previous[node] = before;
    n->next[node] = behind;
    uint64_t low = n->labels[before], high = behind ? n->labels[behind] : low + 2 * LABEL_GAP;
    n->labels[node] = low + (high - low) / 2;
    if (n->labels[node] == low) label_all(n);
}

// Of the steps that a clock has seen, the one that stands last. What it saw of a slot ends with a step of that slot.
static uint32_t last_seen(const Normal *n, Clock clock, uint32_t own) {
    uint32_t last = 0;
    for (uint32_t i = 0; i < clock.size; i++) {
        uint32_t node = clock.seen[i];   // the step at seen - 1
        if (node && node != own && n->labels[node] > n->labels[last]) last = node;
    }
    return last;
}

static void put(Normal *n, const Step *step, uint32_t node, Cast *cast) {
    cast_meet(cast, step->actor);
    uint32_t rank = cast_rank(cast, step->actor), before = last_seen(n, step->clock, node);
    if (step->previous && n->labels[step->previous] > n->labels[before]) before = step->previous;
    while (n->next[before] && cast_rank(cast, n->actors[n->next[before]]) < rank) before = n->next[before];
    n->actors[node] = step->actor;
    put_behind(n, node, before);
}

// How many steps are as they were.
static uint32_t unchanged(const Normal *n, const Execution *execution) {
    bool known = n->execution == execution && execution->last_read->reader == n;
    uint32_t below = known ? execution->last_read->unchanged : 0;
    return below < n->length ? below : n->length;
}

void normal_update(Normal *n, const Execution *execution, Cast *cast) {
    uint32_t same = unchanged(n, execution);
    assert(execution->clocked == execution->length && same <= execution->length);
    reserve(n, execution->length + 1);
    if (same == 0)
        n->next[0] = n->previous[0] = 0, n->labels[0] = 0;
    else
        for (uint32_t node = n->length; node > same; node--) take_out(n, node);
    for (uint32_t i = same; i < execution->length; i++) put(n, &execution->steps[i], i + 1, cast);
    n->execution = execution;
    n->length = execution->length;
    *execution->last_read = (LastRead){n, execution->length};
}
