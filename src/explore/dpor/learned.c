#include "explore/dpor/learned.h"

void learned_init(Learned *learned, bool every_order) {
    *learned = (Learned){0};
    orders_init(&learned->orders, every_order);
}

void learned_free(Learned *learned) {
    orders_free(&learned->orders);
    hash_free(&learned->places);
    array_free(&learned->objects);
}

static LearnedObject *find(const Learned *learned, uint64_t object) {
    const HashEntry *place = hash_find(&learned->places, object);
    return place ? &learned->objects.items[place->number] : NULL;
}

static LearnedObject *find_or_add(Learned *learned, Actor actor, uint64_t object) {
    LearnedObject *found = find(learned, object);
    if (found) return found;
    hash_add(&learned->places, object)->number = learned->objects.count;
    array_push(&learned->objects, (LearnedObject){.object = object, .owner = actor});
    return array_last(&learned->objects);
}

bool learned_add(Learned *learned, const LearnedObject *object) {
    if (find(learned, object->object)) return false;
    hash_add(&learned->places, object->object)->number = learned->objects.count;
    array_push(&learned->objects, *object);
    learned->shared += object->shared;
    return true;
}

void learned_contend(Learned *learned, LearnedObject *object) {
    if (!object->contended) learned->outdated |= learned->on;
    object->contended = true;
}

// Of messages that are sent and awaited it is looked at in each execution whether they come in order.
static uint8_t conflicting_with(AccessKind kind) {
    const uint8_t messages = 1 << ACCESS_SEND | 1 << ACCESS_AWAIT;
    bool message = messages >> kind & 1;
    return (uint8_t)(access_conflicting[kind] & (message ? ~messages : ~0));
}

static void note(Learned *learned, Actor actor, const Access *access) {
    LearnedObject *object = find_or_add(learned, actor, access->object);
    uint8_t kind = (uint8_t)(1 << access->kind), others = object->by_others;
    bool owner = object->owner == actor;
    if (owner)
        object->by_owner |= kind;
    else
        object->by_others |= kind, others |= object->by_owner;
    if (object->shared || !(others & conflicting_with(access->kind))) return;
    object->shared = true;
    learned->shared++;
}

void learned_note(Learned *learned, Actor actor, const Access *accesses, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) note(learned, actor, &accesses[i]);
}

void learned_note_everything(Learned *learned) {
    if (learned->on && !learned->everything) learned->outdated = learned->broken = true;   // no step is invisible now
    learned->everything = true;
}

bool learned_has(const Learned *learned, uint64_t object) {
    const LearnedObject *found = find(learned, object);
    return found && found->contended;
}

LearnedObject *learned_shared(const Learned *learned, uint64_t object) {
    LearnedObject *found = find(learned, object);
    return found && found->shared && !found->contended ? found : NULL;
}

void learned_contend_mailbox(Learned *learned, uint64_t object) {
    learned_contend(learned, find_or_add(learned, NO_ACTOR, object));
}

// A number that no object of a machine has but by chance.
static uint64_t object_of(Actor actor) { return (actor + 1) * 0xa24baed4963ee407; }

void learned_forbid(Learned *learned, Actor actor) {
    learned_contend(learned, find_or_add(learned, actor, object_of(actor)));
    learned->broken = true;
    learned->forbidden++;
}

bool learned_forbids(const Learned *learned, Actor actor) { return learned_has(learned, object_of(actor)); }
