// Action: an event as the search remembers it, each kind of event once.
//
// The same actor doing the same thing to the same objects is one Action, however often and wherever
// in the search it occurs: sequences of events are arrays of pointers. Who keeps a pointer holds a
// reference; actions that nobody holds stay until the table needs the room.
//
// Where it is known what is contended (contention.h), only that is looked at when actions are compared.
#pragma once
#include "explore/contention.h"
#include "vm/event.h"

typedef struct Action {
    struct Action *next;   // in its bucket
    uint64_t hash;
    uint64_t does[2];      // a bit for each object and kind of access, more or less, in two ways
    uint64_t minds[2];     // the bits of what conflicts with that: two actions are independent unless
                           // one does what the other minds, both ways
    uint32_t references;
    Actor actor;
    uint32_t count;        // of items
    uint32_t touched_count;
    bool everything, idle; // as in a Footprint
    bool lonely;           // nobody minds it, whenever it happens (contention.h)
    bool counted;          // its actor wants what it touches (contention.h)
    bool shares;           // something of that with others, when so many objects were shared:
    uint32_t shared;
    const Access *touched; // all of the footprint
    Access items[];        // what others might mind, and messages
} Action;

typedef struct {
    Action **buckets;
    uint32_t size;    // of buckets, a power of two
    uint32_t count;   // of actions
    Contention *contention;
} Actions;

void actions_init(Actions *actions, Contention *contention);
void actions_free(Actions *actions);

// The action, with one reference more.
Action *actions_hold(Actions *actions, Actor actor, const Footprint *footprint);

static inline Action *action_share(Action *action) {
    action->references++;
    return action;
}

static inline void action_release(Action *action) { action->references--; }

bool action_is(const Action *action, Actor actor, const Footprint *footprint);

typedef enum {
    CONFLICT_NONE,
    CONFLICT_OF_MAIL,    // only in that both send to one mailbox, or that one sends what the other does not find there:
                         // it matters if somebody sees the order, or would have taken it
    CONFLICT_REAL,
} Conflict;

Conflict action_conflict(const Action *a, const Action *b);

static inline bool access_are_sends(const Access *a, const Access *b) {
    return a->kind == ACCESS_SEND && b->kind == ACCESS_SEND && a->value && b->value;
}

// A receive finds nothing, and the other access is a message that it might have found.
static inline bool access_looks_for(const Access *look, const Access *send) {
    return look->kind == ACCESS_RECEIVE && !look->value && send->kind == ACCESS_SEND && send->value;
}

static inline bool action_may_conflict(const Action *a, const Action *b) {
    return (a->does[0] & b->minds[0]) && (a->does[1] & b->minds[1]);
}

// Of different actors: whether their order matters.
static inline bool action_conflicts(const Action *a, const Action *b) {
    return action_may_conflict(a, b) && action_conflict(a, b) != CONFLICT_NONE;
}
