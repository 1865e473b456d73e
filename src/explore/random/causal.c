#include "explore/random/causal.h"

#include <string.h>

#include "base/memory.h"

enum { FIRST_MAILS = 256 };

void causal_free(Causal *causal) {
    memory_free(causal->actors);
    for (uint32_t i = 0; i < causal->capacity; i++) memory_free(causal->clocks[i].seen);
    memory_free(causal->clocks);
    memory_free(causal->clock_capacities);
    memory_free(causal->step_slots);
    memory_free(causal->step_counts);
    memory_free(causal->mails);
    memory_free(causal->before);
    memory_free(causal->next.seen);
    *causal = (Causal){0};
}

// --- actors ----------------------------------------------------------------------------------------------------

static CausalActor *actor_of(Causal *causal, const Run *run, Actor actor) {
    if (actor >= causal->actor_capacity) {
        uint32_t capacity = actor * 2 + 64;
        causal->actors = memory_resize(causal->actors, capacity * sizeof *causal->actors);
        memset(causal->actors + causal->actor_capacity, 0,
               (capacity - causal->actor_capacity) * sizeof *causal->actors);
        causal->actor_capacity = capacity;
    }
    CausalActor *found = &causal->actors[actor];
    if (found->generation != run->generation)
        *found = (CausalActor){.generation = run->generation, .slot = causal->slots++};
    return found;
}

// Who can act now and could not before was made able to by the latest step, if there was one.
static void note_enabled(Causal *causal, Run *run) {
    for (uint32_t i = 0; i < run->enabled_count; i++) {
        CausalActor *actor = actor_of(causal, run, run->enabled[i]);
        if (!actor->enabled) actor->since = run->length;
    }
    for (uint32_t i = 0; i < causal->before_count; i++) actor_of(causal, run, causal->before[i])->enabled = false;
    for (uint32_t i = 0; i < run->enabled_count; i++) actor_of(causal, run, run->enabled[i])->enabled = true;
    if (causal->before_capacity < run->enabled_count) {
        causal->before_capacity = run->enabled_count * 2;
        causal->before = memory_resize(causal->before, causal->before_capacity * sizeof(Actor));
    }
    if (run->enabled_count) memcpy(causal->before, run->enabled, run->enabled_count * sizeof(Actor));
    causal->before_count = run->enabled_count;
}

// --- messages --------------------------------------------------------------------------------------------------

static CausalMail *mail_slot(const Causal *causal, const Run *run, const Access *access) {
    uint32_t mask = causal->mail_size - 1, i = (uint32_t)chance_mix(access->object ^ chance_mix(access->value)) & mask;
    for (;; i = (i + 1) & mask) {
        CausalMail *mail = &causal->mails[i];
        if (mail->generation != run->generation) return mail;
        if (mail->object == access->object && mail->value == access->value) return mail;
    }
}

static void grow_mails(Causal *causal, const Run *run) {
    Causal old = *causal;
    causal->mail_size = old.mail_size ? old.mail_size * 2 : FIRST_MAILS;
    causal->mails = memory_zeroed(causal->mail_size, sizeof *causal->mails);
    for (uint32_t i = 0; i < old.mail_size; i++) {
        Access access = {.object = old.mails[i].object, .value = old.mails[i].value};
        if (old.mails[i].generation == run->generation) *mail_slot(causal, run, &access) = old.mails[i];
    }
    memory_free(old.mails);
}

static void note_sends(Causal *causal, Run *run) {
    const Footprint *footprint = &run->event.footprint;
    for (uint32_t i = 0; i < footprint->count; i++) {
        const Access *access = &footprint->items[i];
        if (access->kind != ACCESS_SEND || !access->value) continue;
        if (++causal->mail_count * 2 > causal->mail_size) grow_mails(causal, run);
        *mail_slot(causal, run, access) = (CausalMail){access->object, access->value, run->generation, run->length - 1};
    }
}

// --- clocks ----------------------------------------------------------------------------------------------------

static void join(CausalClock *clock, CausalClock earlier) {
    for (uint32_t i = 0; i < earlier.size && i < clock->size; i++)
        if (earlier.seen[i] > clock->seen[i]) clock->seen[i] = earlier.seen[i];
}

static void join_messages(Causal *causal, const Run *run, const Footprint *footprint) {
    for (uint32_t i = 0; i < footprint->count && causal->mail_size; i++) {
        const Access *access = &footprint->items[i];
        if ((access->kind != ACCESS_AWAIT && access->kind != ACCESS_RECEIVE) || !access->value) continue;
        const CausalMail *mail = mail_slot(causal, run, access);
        if (mail->generation == run->generation) join(&causal->next, causal->clocks[mail->position]);
    }
}

static void reserve(CausalClock *clock, uint32_t *capacity, uint32_t size) {
    if (size > *capacity) {
        *capacity = size * 2;
        clock->seen = memory_resize(clock->seen, *capacity * sizeof *clock->seen);
    }
    clock->size = size;
}

// What happens only when nothing else can comes after all there was.
static void join_all(const Causal *causal, CausalClock *clock) {
    for (uint32_t i = 0; i < causal->count; i++) join(clock, causal->clocks[i]);
}

static void find_next(Causal *causal, Run *run, Actor actor, const Footprint *footprint) {
    const CausalActor *acting = actor_of(causal, run, actor);
    CausalClock *next = &causal->next;
    reserve(next, &causal->next_capacity, causal->slots);
    memset(next->seen, 0, next->size * sizeof *next->seen);
    if (acting->last) join(next, causal->clocks[acting->last - 1]);
    if (acting->since > acting->last) join(next, causal->clocks[acting->since - 1]);
    join_messages(causal, run, footprint);
    if (footprint->idle) join_all(causal, next);
}

CausalClock causal_next(Causal *causal, Run *run, Actor actor) {
    find_next(causal, run, actor, run_pending(run, actor));
    return causal->next;
}

static void grow(Causal *causal) {
    uint32_t capacity = causal->capacity * 2 + 256;
    causal->clocks = memory_resize(causal->clocks, capacity * sizeof *causal->clocks);
    causal->clock_capacities = memory_resize(causal->clock_capacities, capacity * sizeof(uint32_t));
    memset(causal->clocks + causal->capacity, 0, (capacity - causal->capacity) * sizeof *causal->clocks);
    memset(causal->clock_capacities + causal->capacity, 0, (capacity - causal->capacity) * sizeof(uint32_t));
    causal->step_slots = memory_resize(causal->step_slots, capacity * sizeof(uint32_t));
    causal->step_counts = memory_resize(causal->step_counts, capacity * sizeof(uint32_t));
    causal->capacity = capacity;
}

// --- the door --------------------------------------------------------------------------------------------------

void causal_begin(Causal *causal, Run *run) {
    causal->slots = causal->mail_count = causal->before_count = causal->count = 0;
    note_enabled(causal, run);
}

void causal_add(Causal *causal, Run *run) {
    uint32_t position = run->length - 1;
    if (position == causal->capacity) grow(causal);
    find_next(causal, run, run->event.actor, &run->event.footprint);
    CausalActor *acting = actor_of(causal, run, run->event.actor);
    CausalClock *clock = &causal->clocks[position];
    uint32_t before = causal->next.seen[acting->slot];
    reserve(clock, &causal->clock_capacities[position], causal->next.size);
    memcpy(clock->seen, causal->next.seen, clock->size * sizeof *clock->seen);
    clock->seen[acting->slot] = before + 1;
    causal->step_slots[position] = acting->slot;
    causal->step_counts[position] = before;
    acting->last = causal->count = run->length;
    note_sends(causal, run);
    note_enabled(causal, run);
}
