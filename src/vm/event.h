// Event: what a search may know of one visible action: who does it and what it touches.
//
// Two actions of different actors are dependent iff some object occurs in both footprints with
// accesses that conflict. Precision is added by finer objects and access kinds, never by special
// cases above the door.
#pragma once
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    ACCESS_READ,     // looks at the object
    ACCESS_WRITE,    // changes it; two writes of the same value commute
    ACCESS_UPDATE,   // changes it in a way that commutes with other updates (a counter, no result). Of a mailbox: looks
                     // at how many messages there are, which does not tell their order as reading it does
    ACCESS_PART_READ,    // looks at a part of it; the part is an object of its own in the footprint
    ACCESS_PART_WRITE,   // changes a part of it
    ACCESS_SEND,         // appends to a mailbox; `value` identifies the message. The others concern mailboxes, too:
    ACCESS_RECEIVE,      // takes the message `value` from a mailbox or, when 0, may find nothing there
    ACCESS_AWAIT,        // takes the message `value`, and would have waited for it
    ACCESS_COUNT
} AccessKind;

typedef struct {
    uint64_t object;   // a fingerprint: equal objects have equal numbers
    uint64_t value;    // what is written, where that is known, or one of those below; else 0
    AccessKind kind;
} Access;

// Of a mailbox that is read: the look tells the order of the messages that were taken before, too, and of messages and
// receives that found nothing.
#define VALUE_LOOKS_BACK 1

// Written to an object by what brings it into being. Whatever touches it comes later, so it is not foreseen.
#define VALUE_BEGINS UINT64_MAX

// Written to an object by an action that would have been possible without it: the two orders of that action and of what
// begins the object are a race. Any other access to the object could not have come before its beginning.
#define VALUE_WITHOUT_IT (UINT64_MAX - 1)

// Room for a call of global:register_name/2, all of which is one action. Spare: for what a search adds of its own.
enum { FOOTPRINT_MAX = 48, FOOTPRINT_SPARE = 8 };

typedef struct {
    uint32_t count;
    bool everything;    // touches more than fits: dependent with every action
    bool idle;          // happens only when nothing else can, so after all that came before it
    bool fixed;         // touches exactly this in every state in which its actor has not moved, but for what it begins
    uint64_t settled;   // bits: items that have no say in what else is touched; the action decides by the others
    Access items[FOOTPRINT_MAX + FOOTPRINT_SPARE];
} Footprint;

extern const uint8_t access_conflicting[ACCESS_COUNT];   // for each kind those that conflict with it, as bits

// Sending one message and taking another out of the same mailbox commute, as two writes of the same value do.
static inline bool access_conflicts(Access a, Access b) {
    if (a.object != b.object || !(access_conflicting[a.kind] >> b.kind & 1)) return false;
    if (!a.value || !b.value) return true;
    if (a.kind == ACCESS_WRITE && b.kind == ACCESS_WRITE) return a.value != b.value;
    bool sent_and_taken =
        (a.kind == ACCESS_SEND && b.kind > ACCESS_SEND) || (a.kind > ACCESS_SEND && b.kind == ACCESS_SEND);
    return !sent_and_taken || a.value == b.value;
}

static inline bool access_begins(Access access) { return access.kind == ACCESS_WRITE && access.value == VALUE_BEGINS; }

// The second could not have come first.
static inline bool access_enables(Access first, Access second) {
    if (first.object != second.object) return false;
    if (access_begins(first)) return second.kind != ACCESS_WRITE || second.value != VALUE_WITHOUT_IT;
    return first.kind == ACCESS_SEND && second.kind == ACCESS_AWAIT && first.value && first.value == second.value;
}

// A fingerprint is what kind of object it is (6 bits), whether it shows its owner, then the owner and a hash, or only a
// hash.
enum { OBJECT_OWNER_BITS = 24, OBJECT_HASH_BITS = 33, OBJECT_KIND_SHIFT = 58, OBJECT_OWNED_SHIFT = 57 };

static inline uint64_t object_fingerprint(uint32_t kind, uint64_t owner, uint64_t hash) {
    bool owned = owner < (uint64_t)1 << OBJECT_OWNER_BITS;
    uint64_t rest = owned ? owner << OBJECT_HASH_BITS | (hash & (((uint64_t)1 << OBJECT_HASH_BITS) - 1))
                          : hash & (((uint64_t)1 << OBJECT_OWNED_SHIFT) - 1);
    return (uint64_t)kind << OBJECT_KIND_SHIFT | (uint64_t)owned << OBJECT_OWNED_SHIFT | rest;
}
static inline uint32_t object_kind(uint64_t object) { return (uint32_t)(object >> OBJECT_KIND_SHIFT); }
static inline bool object_is_owned(uint64_t object) { return object >> OBJECT_OWNED_SHIFT & 1; }
static inline uint32_t object_owner(uint64_t object) {
    return (uint32_t)(object >> OBJECT_HASH_BITS & (((uint64_t)1 << OBJECT_OWNER_BITS) - 1));
}

bool footprint_conflicts(const Footprint *a, const Footprint *b);
// Whether the other has a say in what is touched: if not, the same is touched before it and after it.
bool footprint_depends(const Footprint *footprint, const Footprint *other);

static inline uint64_t footprint_bit(uint32_t item) { return (uint64_t)1 << item; }

static inline void footprint_clear(Footprint *footprint) {
    footprint->count = footprint->settled = 0;
    footprint->everything = footprint->idle = footprint->fixed = false;
}

static inline void footprint_add(Footprint *footprint, uint64_t object, AccessKind kind, uint64_t value) {
    if (footprint->count == FOOTPRINT_MAX)
        footprint->everything = true;
    else
        footprint->items[footprint->count++] = (Access){object, value, kind};
}

static inline void footprint_add_settled(Footprint *footprint, uint64_t object, AccessKind kind, uint64_t value) {
    if (footprint->count < FOOTPRINT_MAX) footprint->settled |= footprint_bit(footprint->count);
    footprint_add(footprint, object, kind, value);
}

static inline void footprint_add_spare(Footprint *footprint, uint64_t object, AccessKind kind, uint64_t value) {
    assert(footprint->count < FOOTPRINT_MAX + FOOTPRINT_SPARE);
    footprint->items[footprint->count++] = (Access){object, value, kind};
}

static inline bool footprint_is_settled(const Footprint *footprint, uint32_t item) {
    return footprint->settled >> item & 1;
}

// All that is touched is in it.
static inline void footprint_close(Footprint *footprint) {
    footprint->fixed = !footprint->everything && footprint->settled == footprint_bit(footprint->count) - 1;
}

// An item that is kept while others are left out takes the next place.
static inline void footprint_keep(Footprint *footprint, uint32_t *kept, uint32_t item) {
    uint64_t bit = footprint_bit(*kept);
    footprint->settled = footprint_is_settled(footprint, item) ? footprint->settled | bit : footprint->settled & ~bit;
    footprint->items[(*kept)++] = footprint->items[item];
}

static inline void footprint_cut(Footprint *footprint, uint32_t count) {
    footprint->count = count;
    footprint->settled &= footprint_bit(count) - 1;
}

// For what several parts of an action touch.
static inline bool footprint_has(const Footprint *footprint, uint64_t object, AccessKind kind, uint64_t value) {
    for (uint32_t i = 0; i < footprint->count; i++) {
        const Access *item = &footprint->items[i];
        if (item->object == object && item->kind == kind && item->value == value) return true;
    }
    return false;
}

static inline void footprint_add_once(Footprint *footprint, uint64_t object, AccessKind kind, uint64_t value) {
    if (!footprint_has(footprint, object, kind, value)) footprint_add(footprint, object, kind, value);
}

static inline void footprint_add_settled_once(Footprint *footprint, uint64_t object, AccessKind kind, uint64_t value) {
    if (!footprint_has(footprint, object, kind, value)) footprint_add_settled(footprint, object, kind, value);
}

static inline void footprint_copy(Footprint *to, const Footprint *from) {
    to->count = from->count;
    to->everything = from->everything;
    to->idle = from->idle;
    to->fixed = from->fixed;
    to->settled = from->settled;
    for (uint32_t i = 0; i < from->count; i++) to->items[i] = from->items[i];
}

typedef uint32_t Actor;   // a process, a delivery or a timer, by number
#define NO_ACTOR UINT32_MAX

typedef struct {
    Actor actor;
    Footprint footprint;
    uint64_t messages[FOOTPRINT_MAX + FOOTPRINT_SPARE];   // of the sends in the footprint, for machine_accepts; 0: none
} Event;

static inline void event_copy(Event *to, const Event *from) {
    to->actor = from->actor;
    footprint_copy(&to->footprint, &from->footprint);
    for (uint32_t i = 0; i < from->footprint.count; i++) to->messages[i] = from->messages[i];
}
