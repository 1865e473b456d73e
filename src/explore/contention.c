#include "explore/contention.h"

#include "base/memory.h"

enum { FIRST_SIZE = 256 };

static const uint64_t odd = 0x9e3779b97f4a7c15;

void contention_init(Contention *contention, bool every_order) {
    *contention = (Contention){.objects = memory_zeroed(FIRST_SIZE, sizeof(ContentionObject)), .size = FIRST_SIZE};
    orders_init(&contention->orders, every_order);
}

void contention_free(Contention *contention) {
    orders_free(&contention->orders);
    memory_free(contention->objects);
}

static bool is_free(const ContentionObject *place) { return !(place->by_owner | place->by_others); }

// Where the object is, or where it is to be put.
static ContentionObject *find(const Contention *contention, uint64_t object) {
    uint32_t at = (uint32_t)(object * odd >> 32) & (contention->size - 1);
    while (!is_free(&contention->objects[at]) && contention->objects[at].object != object)
        at = (at + 1) & (contention->size - 1);
    return &contention->objects[at];
}

static void grow(Contention *contention) {
    Contention old = *contention;
    contention->size *= 2;
    contention->objects = memory_zeroed(contention->size, sizeof(ContentionObject));
    for (uint32_t i = 0; i < old.size; i++)
        if (!is_free(&old.objects[i])) *find(contention, old.objects[i].object) = old.objects[i];
    memory_free(old.objects);
}

static ContentionObject *find_or_add(Contention *contention, Actor actor, uint64_t object) {
    ContentionObject *found = find(contention, object);
    if (!is_free(found)) return found;
    if (2 * ++contention->count > contention->size) {
        grow(contention);
        found = find(contention, object);
    }
    *found = (ContentionObject){.object = object, .owner = actor};
    return found;
}

void contention_contend(Contention *contention, ContentionObject *object) {
    if (!object->contended) contention->outdated |= contention->on;
    object->contended = true;
}

// Of messages that are sent and awaited it is looked at in each execution whether they come in order.
static uint8_t conflicting_with(AccessKind kind) {
    const uint8_t messages = 1 << ACCESS_SEND | 1 << ACCESS_AWAIT;
    bool message = messages >> kind & 1;
    return (uint8_t)(access_conflicting[kind] & (message ? ~messages : ~0));
}

static void note(Contention *contention, Actor actor, const Access *access) {
    ContentionObject *object = find_or_add(contention, actor, access->object);
    uint8_t kind = (uint8_t)(1 << access->kind), others = object->by_others;
    bool owner = object->owner == actor;
    if (owner) object->by_owner |= kind;
    else object->by_others |= kind, others |= object->by_owner;
    if (object->shared || !(others & conflicting_with(access->kind))) return;
    object->shared = true;
    contention->shared++;
}

void contention_note(Contention *contention, Actor actor, const Access *accesses, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) note(contention, actor, &accesses[i]);
}

void contention_note_everything(Contention *contention) {
    if (!contention->everything) contention->outdated |= contention->on;
    contention->everything = true;
}

bool contention_has(const Contention *contention, uint64_t object) { return find(contention, object)->contended; }

ContentionObject *contention_shared(const Contention *contention, uint64_t object) {
    ContentionObject *found = find(contention, object);
    return found->shared && !found->contended ? found : NULL;
}

void contention_contend_mailbox(Contention *contention, uint64_t object) {
    ContentionObject *mailbox = find_or_add(contention, NO_ACTOR, object);
    mailbox->by_others |= 1 << ACCESS_SEND;
    contention_contend(contention, mailbox);
}

// A number that no object of a machine has but by chance.
static uint64_t object_of(Actor actor) { return (actor + 1) * 0xa24baed4963ee407; }

void contention_forbid(Contention *contention, Actor actor) {
    ContentionObject *object = find_or_add(contention, actor, object_of(actor));
    object->by_owner |= 1 << ACCESS_WRITE;
    contention_contend(contention, object);
    contention->broken = true;
    contention->forbidden++;
}

bool contention_forbids(const Contention *contention, Actor actor) {
    return contention_has(contention, object_of(actor));
}
