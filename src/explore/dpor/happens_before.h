// Happens before: which steps happen before which, and which could be the other way round.
//
// An index remembers for each object the accesses that a later one could depend on, newest first. A
// new step is compared with those of its own objects only: its clock joins theirs, and those that
// nothing else puts before it are its races. The index follows the execution back and forth.
//
//     object --> read by 3 --> read by 1 --> write by 2 [barrier] --> ...
//
// A barrier is an access that all below it happen before: whoever depends on it need not look further.
//
// What is contended is found out on the way: of messages by the index, of other objects by who touched them last.
#pragma once
#include "base/array.h"
#include "explore/dpor/action.h"

struct Execution;

typedef struct IndexEntry {
    struct IndexEntry *next;    // older
    struct IndexEntry *other;   // the newest older one of another kind
    const Access *access;
    uint32_t position, slot;   // of the step
    uint32_t count;            // of entries down to the newest barrier, this one included
    uint32_t limit;            // of that count, before entries are dropped that newer ones replace
    uint8_t kinds;             // bits: of all accesses from here down
    bool barrier;
} IndexEntry;

typedef struct {
    uint64_t object;
    IndexEntry *newest;
    bool contended;   // a mailbox, and known to be
} IndexObject;

typedef struct IndexChange {   // made by a step
    struct IndexChange *next;
    IndexObject *object;
    IndexEntry *newest;   // before it; NULL: the object was new
} IndexChange;

typedef struct Touch {   // a step touched a shared object (learned.h)
    struct Touch *next;
    uint32_t place;   // of the object
    Actor last;       // who had touched it before, and in which step
    uint32_t position;
} Touch;

typedef struct {
    Hash objects;                 // to their IndexObject, in the order in which they were first touched
    uint32_t everything;          // position of the last step that touched everything plus 1, or 0
    ARRAY(uint32_t) candidates;   // positions, scratch
    uint8_t *replaced;            // by slot, the kinds seen; scratch
    uint32_t replaced_capacity;
    const IndexEntry **kept;   // scratch
    uint32_t kept_capacity;
} Index;

void index_free(Index *index);

// Gives the step at a position its clock and its races, and adds it to the index; those before it are there.
void happens_before_add(struct Execution *execution, uint32_t position);
void happens_before_remove(struct Execution *execution, uint32_t position);   // the latest one again

// Whether two steps conflict; of the rules of a region, only the first `rules` count.
bool happens_before_conflicts(struct Execution *execution, uint32_t early, uint32_t late, uint32_t rules);
