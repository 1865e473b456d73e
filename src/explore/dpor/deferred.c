#include "explore/dpor/deferred.h"

#include "base/memory.h"

// Of the first actors and the last one.
static uint64_t hash_of(const Reversal *v, uint32_t count) {
    uint64_t hash = hash_extend(HASH_BEGIN, (uint64_t)count << 32 | v->last);
    for (uint32_t i = 0; i < count; i++) hash = hash_extend(hash, v->events[i].action->actor);
    return hash;
}

// Those that are kept come first, then the others.
static void add_events(Deferred *deferred, const Reversal *v, bool kept) {
    for (uint32_t i = 0; i < v->count; i++)
        if (v->events[i].kept == kept) deferred->events[deferred->count++] = action_share(v->events[i].action);
}

void deferrals_add(Deferrals **deferrals, Reversal *v) {
    if (!*deferrals) *deferrals = memory_zeroed(1, sizeof **deferrals);
    if (!hash_set_add(&(*deferrals)->all, hash_of(v, v->count))) return;
    Deferred *deferred = memory_new(sizeof *deferred + v->count * sizeof(Action *));
    *deferred = (Deferred){.next = (*deferrals)->first, .last = v->last, .needed = v->needed};
    reversal_close(v);
    add_events(deferred, v, true);
    deferred->kept = deferred->count;
    add_events(deferred, v, false);
    (*deferrals)->first = deferred;
}

void deferrals_put_back(Deferrals **deferrals, Deferred *deferred) {
    if (!*deferrals) *deferrals = memory_zeroed(1, sizeof **deferrals);
    deferred->next = (*deferrals)->first;
    (*deferrals)->first = deferred;
}

Deferred *deferrals_take(Deferrals *deferrals) {
    Deferred *taken = deferrals ? deferrals->first : NULL;
    if (taken) deferrals->first = taken->next;
    return taken;
}

void deferred_collect(const Deferred *deferred, Reversal *v) {
    reversal_clear(v);
    for (uint32_t i = 0; i < deferred->count; i++)
        reversal_add(v, deferred->events[i], NO_POSITION, i < deferred->kept);
    v->last = deferred->last;
    v->needed = deferred->needed;
}

void deferred_free(Deferred *deferred) {
    for (uint32_t i = 0; i < deferred->count; i++) action_release(deferred->events[i]);
    memory_free(deferred);
}

Action *deferrals_tried(const Deferrals *deferrals, const Reversal *v) {
    const HashEntry *entry =
        deferrals && deferrals->tried.count ? hash_find(&deferrals->tried, hash_of(v, v->needed)) : NULL;
    return entry ? entry->pointer : NULL;
}

void deferrals_remember(Deferrals *deferrals, const Reversal *v, Action *last) {
    hash_add(&deferrals->tried, hash_of(v, v->needed))->pointer = last;
}

void deferrals_drop(Deferrals *deferrals) {
    for (Deferred *deferred; (deferred = deferrals_take(deferrals));) deferred_free(deferred);
}

void deferrals_free(Deferrals *deferrals) {
    if (!deferrals) return;
    deferrals_drop(deferrals);
    for (uint32_t i = 0; i < deferrals->tried.count; i++) action_release(deferrals->tried.entries[i].pointer);
    hash_free(&deferrals->tried);
    hash_set_free(&deferrals->all);
    memory_free(deferrals);
}
