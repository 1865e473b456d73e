#include "explore/dpor/learned.h"

#include "base/memory.h"

enum { FIRST_SIZE = 256 };

static const uint64_t odd = 0x9e3779b97f4a7c15;

void learned_init(Learned *learned, bool every_order) {
    *learned = (Learned){.objects = memory_zeroed(FIRST_SIZE, sizeof(LearnedObject)), .size = FIRST_SIZE};
    orders_init(&learned->orders, every_order);
}

void learned_free(Learned *learned) {
    orders_free(&learned->orders);
    memory_free(learned->objects);
}

static bool is_free(const LearnedObject *place) { return !(place->by_owner | place->by_others); }

// Where the object is, or where it is to be put.
static LearnedObject *find(const Learned *learned, uint64_t object) {
    uint32_t at = (uint32_t)(object * odd >> 32) & (learned->size - 1);
    while (!is_free(&learned->objects[at]) && learned->objects[at].object != object)
        at = (at + 1) & (learned->size - 1);
    return &learned->objects[at];
}

static void grow(Learned *learned) {
    Learned old = *learned;
    learned->size *= 2;
    learned->objects = memory_zeroed(learned->size, sizeof(LearnedObject));
    for (uint32_t i = 0; i < old.size; i++)
        if (!is_free(&old.objects[i])) *find(learned, old.objects[i].object) = old.objects[i];
    memory_free(old.objects);
}

static LearnedObject *find_or_add(Learned *learned, Actor actor, uint64_t object) {
    LearnedObject *found = find(learned, object);
    if (!is_free(found)) return found;
    if (2 * ++learned->count > learned->size) {
        grow(learned);
        found = find(learned, object);
    }
    *found = (LearnedObject){.object = object, .owner = actor};
    return found;
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
    if (owner) object->by_owner |= kind;
    else object->by_others |= kind, others |= object->by_owner;
    if (object->shared || !(others & conflicting_with(access->kind))) return;
    object->shared = true;
    learned->shared++;
}

void learned_note(Learned *learned, Actor actor, const Access *accesses, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) note(learned, actor, &accesses[i]);
}

void learned_note_everything(Learned *learned) {
    if (!learned->everything) learned->outdated |= learned->on;
    learned->everything = true;
}

bool learned_has(const Learned *learned, uint64_t object) { return find(learned, object)->contended; }

LearnedObject *learned_shared(const Learned *learned, uint64_t object) {
    LearnedObject *found = find(learned, object);
    return found->shared && !found->contended ? found : NULL;
}

void learned_contend_mailbox(Learned *learned, uint64_t object) {
    LearnedObject *mailbox = find_or_add(learned, NO_ACTOR, object);
    mailbox->by_others |= 1 << ACCESS_SEND;
    learned_contend(learned, mailbox);
}

// A number that no object of a machine has but by chance.
static uint64_t object_of(Actor actor) { return (actor + 1) * 0xa24baed4963ee407; }

void learned_forbid(Learned *learned, Actor actor) {
    LearnedObject *object = find_or_add(learned, actor, object_of(actor));
    object->by_owner |= 1 << ACCESS_WRITE;
    learned_contend(learned, object);
    learned->broken = true;
    learned->forbidden++;
}

bool learned_forbids(const Learned *learned, Actor actor) {
    return learned_has(learned, object_of(actor));
}
