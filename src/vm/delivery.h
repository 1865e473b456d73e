// Delivery: signals that are under way from one process to another.
//
// Erlang orders signals between a pair of processes only. With instant delivery a signal reaches its receiver when
// it is sent. With async delivery it goes into the channel of that pair, and handing over the first signal of a channel
// is an action of its own, of an actor that stands for the channel:
//
//     P sends m1 to Q                  P->Q: m1
//     P sends m2 to R                  P->Q: m1    P->R: m2
//     P->R delivers m2                 P->Q: m1                   R has m2
//     R sends m3 to Q                  P->Q: m1    R->Q: m3
//     R->Q delivers m3, P->Q m1                                   Q has m3, m1
//
// Sending touches nothing but the channel, and so does not race with what others send. What a signal does at its
// receiver (vm/signal.c) happens when it is delivered, to the living or the dead. Signals to oneself, to and from the
// system's own processes, and what timers send take no time.
#pragma once
#include "vm/machine_state.h"

typedef enum {
    SIGNAL_MESSAGE,     // value; reference: the alias it was sent to, or nil
    SIGNAL_EXIT,        // value: the reason; reference as above
    SIGNAL_LINK,
    SIGNAL_UNLINK,
    SIGNAL_UNLINKED,    // the answer to that
    SIGNAL_LINK_EXIT,   // value: the reason with which the other end of a link ended
    SIGNAL_MONITOR,     // reference, item, tag
    SIGNAL_DEMONITOR,   // reference
    SIGNAL_DOWN,        // reference, item, tag; value: the reason
    SIGNAL_REQUEST,     // the call that its sender stands before (vm/request.h)
    SIGNAL_ANSWER,      // value; item: whether the call raised instead
} SignalKind;

typedef struct {
    SignalKind kind;
    Term value, reference, item, tag;
    uint64_t time;      // of who sent it
    uint64_t object;    // identifies it in footprints
} Signal;

// Whether signals between these two, both pids, are under way for a while.
bool delivery_takes_time(const Machine *machine, Term from, Term to);
void delivery_put(Machine *machine, Term from, Term to, const Signal *signal);

// What putting a signal into a channel touches. False, and nothing: it takes no time.
bool delivery_touches(const Machine *machine, Term from, Term to, uint64_t object, Footprint *out);
bool delivery_touches_next(const Process *from, Term to, Footprint *out);   // the next signal it sends

// --- stepping ------------------------------------------------------------------------------------------
// The channels that have something under way.
uint32_t delivery_actors(Machine *machine, Actor *actors, uint32_t max);
static inline bool delivery_is_actor(const Machine *m, Actor actor) {
    return m->config->async_delivery && actor < m->descent_count && (m->descents[actor].child & DESCENT_CHANNEL);
}
void delivery_footprint(Machine *machine, Actor actor, Footprint *out);
void delivery_step(Machine *machine, Actor actor);

// --- telling -------------------------------------------------------------------------------------------
void delivery_ends(const Machine *machine, Actor actor, Actor *from, Actor *to);
bool delivery_first(Machine *machine, Actor actor, Signal *out);            // false: nothing is under way
uint64_t delivery_hash(const Machine *machine);
