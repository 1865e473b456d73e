// Orders: which pairs of messages have an order in their mailbox that a receive can tell.
//
// Two sends to one mailbox commute, as far as anybody can see, unless some receive takes one of the two messages and
// would have taken the other, had that come first. Whether such a receive exists is learned: the search assumes of
// every pair that there is none, and looks for one at the end of each execution (observer.h). A pair that is found out
// has an order from then on, in every execution: the relation is one for the whole search, so what the search does is
// plain DPOR over it.
//
// Claim: a search that has come to its end has relied on no wrong assumption. Reason: let E be the shortest execution
// in which a receive takes a and would have taken b, although the pair was assumed to have no order. What comes before
// that receive is equivalent, under the assumptions, to the beginning of an explored execution (E is the shortest, so
// in that part they hold), which goes on with the same receive, since the same messages lie there; it takes a or b and
// would have taken the other; so the end of that execution has found the pair out.
//
// An assumption that was relied on and turns out to be wrong is refuted: the search has to begin again, with what it
// has learned. What is learned in the end does not depend on the order of the search: it is what some execution shows.
//
// The same holds for a message and a receive that finds none: they commute unless the receive would have taken it. Such
// a look is known by its actor's number of steps before it, marked as one (orders_look), in place of a message.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/parcel.h"

enum { RELIED_ON, ORDERED };   // of a pair: that it has no order; it has one

// Whether two actions conflict (action.h), as long as nothing more is learned: most are compared many times.
typedef struct {
    uint64_t key;   // of the two
    uint32_t generation;
    bool conflict;
} OrdersAnswer;

enum { ORDERS_ANSWERS = 2048 };

typedef struct {
    OrdersAnswer answers[ORDERS_ANSWERS];
    uint32_t generation;   // of the answers that hold
    Hash pairs;            // from the key of a mailbox and two messages to one of the above
    uint32_t ordered;      // how many have an order
    bool all;              // every pair has an order
    bool refuted;
} Orders;

// What stands for a receive that finds nothing, after so many steps of its process.
static inline uint64_t orders_look(uint32_t turn) { return (uint64_t)1 << 63 | turn; }
static inline bool orders_is_look(uint64_t value) { return value >> 63; }

void orders_init(Orders *orders, bool all);
void orders_free(Orders *orders);

// Whether the order of two messages in a mailbox matters; if not, that is relied on from now on.
bool orders_matter(Orders *orders, uint64_t mailbox, uint64_t a, uint64_t b);

// The same, without relying on it.
bool orders_has(const Orders *orders, uint64_t mailbox, uint64_t a, uint64_t b);

void orders_begin_again(Orders *orders);   // forgets what was relied on

// A receive can tell which of the two came first. False: that was known.
bool orders_learn(Orders *orders, uint64_t mailbox, uint64_t a, uint64_t b);

// For several searches of one program: what one has learned, as keys, and learning from another one.
uint32_t orders_keys(const Orders *orders, uint64_t *keys, uint32_t max);   // how many there are
bool orders_learn_key(Orders *orders, uint64_t key);
bool orders_knows_key(const Orders *orders, uint64_t key);

// For a search that goes on in another process (position.h): the pairs from a place on, in the order in which they
// came, with what is known of each. Loading adds them behind the first `from` that were loaded. False: they cannot be
// read.
void orders_save(const Orders *orders, uint32_t from, Text *out);
bool orders_load(Orders *orders, Parcel *in);
