// Deferred: reversals whose last event is not known before the search is back in the state where they begin.
//
// Each is kept as it is: which of its events matter follows from what the last one does and from all that is in the
// wakeup tree by then. So there may be as many as executions below the state differ in what does not happen after the
// race's first event.
//
// A state of which nothing is deferred has NULL in place of all this. What a last event was found to do when it was run
// is remembered by the actors that came before it.
#pragma once
#include "base/hash.h"
#include "explore/dpor/reversal.h"

typedef struct Deferred {
    struct Deferred *next;
    Actor last;
    uint32_t count, needed;   // as in a Reversal
    uint32_t kept;            // of the first events; they are a prefix of the sequence
    Action *events[];         // held
} Deferred;

typedef struct Deferrals {
    Deferred *first;   // to be resolved
    HashSet all;       // hashes of those deferred so far
    Hash tried;        // from the hash of what came before to the Action, held
} Deferrals;

void deferrals_free(Deferrals *deferrals);   // or NULL

// Defers a sequence, unless it was; all of it is there, and its last event is not known.
void deferrals_add(Deferrals **deferrals, Reversal *reversal);

static inline bool deferrals_wait(const Deferrals *deferrals) { return deferrals && deferrals->first; }
Deferred *deferrals_take(Deferrals *deferrals);                       // one of them, or NULL
void deferrals_put_back(Deferrals **deferrals, Deferred *deferred);   // one that was taken, or comes from elsewhere
void deferrals_drop(Deferrals *deferrals);                            // all that wait
void deferred_free(Deferred *deferred);
void deferred_collect(const Deferred *deferred, Reversal *reversal);

// What the last event of the sequence was found to do after those that it needs; NULL: that was not tried. The
// reference is handed over to be remembered.
Action *deferrals_tried(const Deferrals *deferrals, const Reversal *reversal);
void deferrals_remember(Deferrals *deferrals, const Reversal *reversal, Action *last);
