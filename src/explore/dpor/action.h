// Action: an event as the search remembers it, each kind of event once.
//
// The same actor doing the same thing to the same objects is one Action, however often and wherever
// in the search it occurs: sequences of events are arrays of pointers. Who keeps a pointer holds a
// reference; actions that nobody holds stay until the table needs the room.
//
// Where it is known what is contended (learned.h), only that is looked at when actions are compared.
#pragma once
#include <assert.h>

#include "explore/dpor/learned.h"
#include "vm/event.h"

typedef struct Action {
    uint64_t hash;
    uint64_t does[2];          // a bit for each object and kind of access, more or less, in two ways
    uint64_t conflicting[2];   // the bits of what conflicts with that: two actions are independent unless
                               // one does what the other minds, both ways
    uint64_t touches;          // the bits of all that it touches, in one way
    uint64_t decided_by;       // the bits of what conflicts with that of it which has a say in what else it touches
    uint64_t settled;          // bits of those that have no say in what else is touched, as in a Footprint
    uint64_t shares;           // bits of what it touches that others do, too, when so many objects were shared:
    uint32_t references;
    Actor actor;
    uint32_t count;   // of items
    uint32_t touched_count;
    uint8_t kinds;                  // of access to all that it touches, as bits
    bool everything, idle, fixed;   // as in a Footprint
    bool invisible;                 // touches nothing contended (learned.h)
    bool noted;                     // that its actor touches these objects (learned.h)
    uint32_t shared;
    uint32_t *places;        // of those (learned_place)
    const Access *touched;   // all of the footprint
    Access items[];          // what others might mind, and messages
} Action;

typedef struct {
    Hash table;       // from their hashes
    uint32_t limit;   // of their number, before those are dropped that nobody holds
    Learned *learned;
} Actions;

void actions_init(Actions *actions, Learned *learned);
void actions_free(Actions *actions);

// The action, with one reference more. `look` is what a receive that finds nothing is known by (orders_look); 0: by
// nothing.
Action *actions_hold(Actions *actions, Actor actor, const Footprint *footprint, uint64_t look);

static inline Action *action_share(Action *action) {
    action->references++;
    return action;
}

static inline void action_release(Action *action) {
    assert(action->references > 0);
    action->references--;
}

bool action_is(const Action *action, Actor actor, const Footprint *footprint, uint64_t look);

static inline bool action_may_conflict(const Action *a, const Action *b) {
    return (a->does[0] & b->conflicting[0]) && (a->does[1] & b->conflicting[1]);
}

bool action_compare(Orders *orders, const Action *a, const Action *b);   // the closer look

// Of different actors: whether their order matters.
static inline bool action_conflicts(Orders *orders, const Action *a, const Action *b) {
    return action_may_conflict(a, b) && action_compare(orders, a, b);
}

static inline bool access_is_look(const Access *access) {
    return access->kind == ACCESS_RECEIVE && orders_is_look(access->value);
}

// Two messages of one mailbox, or a message and a receive that found none: whether their order matters is learned.
static inline bool access_are_mail(const Access *a, const Access *b) {
    if (a->object != b->object || !a->value || !b->value) return false;
    if (a->kind == ACCESS_SEND) return b->kind == ACCESS_SEND || access_is_look(b);
    return b->kind == ACCESS_SEND && access_is_look(a);
}

// Whether two accesses of different actors conflict.
static inline bool accesses_conflict(Orders *orders, const Access *a, const Access *b) {
    if (access_are_mail(a, b)) return orders_matter(orders, a->object, a->value, b->value);
    return access_conflicts(*a, *b);
}

bool action_compare_decisive(const Action *action, const Action *other);   // the closer look

// Whether another event has a say in what the action touches: if not, it touches the same before that and after it.
static inline bool action_depends(const Action *action, const Action *other) {
    return (action->decided_by & other->touches) && action_compare_decisive(action, other);
}
