// Learned: which objects more than one actor wants.
//
// Most of what a program does nobody else minds: a process reads what it alone wrote, answers the only one who asks, or
// ends with nobody watching. An object is contended once two actors have touched it in one execution, in ways that may
// conflict and in an order that nothing else decides. A step that touches no such object could as well come at any
// other moment; so once it is known what is contended, actions are reduced to that and to messages, and steps that
// touch nothing contended are taken at once, without a state before them that the search could come back to
// (execution.h).
//
// What is contended is learned as the search goes, from all executions it comes to. If more is, then what was passed
// over is not known to be complete, and the search has to begin again. It is complete when it has come to its end
// without learning anything new: had two steps been in each other's way, of which one was taken at once, then some
// execution that the search did come to would have had both, in no particular order.
//
// Steps that were the only ones possible, from the start on, do not count: they come first in every execution.
//
// Most objects belong to one actor, whatever the execution, and an action is asked for that once. Only those that
// several actors touch, though perhaps in different executions, are looked at again with every step: they are shared.
// Messages that are sent and awaited are looked at anyway (happens_before.h).
#pragma once
#include "base/array.h"
#include "explore/dpor/orders.h"
#include "vm/event.h"

typedef struct {
    uint64_t object;
    Actor owner;                   // the first to touch it
    uint8_t by_owner, by_others;   // kinds of access, as bits
    bool shared, contended;
    Actor last;   // of a shared one: who touched it last in this execution, and in which step
    uint32_t position;
} LearnedObject;

typedef struct {
    ARRAY(LearnedObject) objects;
    Hash places;          // from objects to their places there
    uint32_t shared;      // how many
    uint32_t forbidden;   // actors
    bool everything;      // somebody touched everything: no step can be taken at once
    bool on;              // the search relies on it
    bool outdated;        // it did, and what it relied on was wrong
    bool broken;          // so much that the current execution cannot go on
    uint32_t late;        // how often it had to begin again after much had been explored
    Orders orders;
} Learned;

void learned_init(Learned *learned, bool every_order);
void learned_free(Learned *learned);

// The search begins again with what it has learned.
static inline void learned_begin_again(Learned *learned) {
    learned->outdated = learned->broken = false;
    orders_begin_again(&learned->orders);
}

void learned_note(Learned *learned, Actor actor, const Access *accesses, uint32_t count);
void learned_note_everything(Learned *learned);
bool learned_has(const Learned *learned, uint64_t object);

// What another search knew of an object; false: it is there already.
bool learned_add(Learned *learned, const LearnedObject *object);

// The object if it is shared and not known to be contended; else NULL.
LearnedObject *learned_shared(const Learned *learned, uint64_t object);

// Where it stays, while others are added.
static inline uint32_t learned_place(const Learned *learned, const LearnedObject *object) {
    return (uint32_t)(object - learned->objects.items);
}

void learned_contend(Learned *learned, LearnedObject *object);
void learned_contend_mailbox(Learned *learned, uint64_t object);

// Whether somebody may mind the access. Who looks whether there is a message always minds when one comes.
static inline bool learned_is_contended(const Learned *learned, const Access *access) {
    bool looks = access->kind == ACCESS_RECEIVE || (access->kind == ACCESS_AWAIT && !access->value);
    return looks || learned_has(learned, access->object);
}

// An actor whose steps are never to be taken at once.
void learned_forbid(Learned *learned, Actor actor);
bool learned_forbids(const Learned *learned, Actor actor);

static inline bool learned_allows(const Learned *learned, Actor actor) {
    return !learned->forbidden || !learned_forbids(learned, actor);
}
