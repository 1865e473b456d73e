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
// receiver (vm/run/signal.c) happens when it is delivered, to the living or the dead. Signals to oneself, to and from
// the system's own processes, and what timers send take no time.
//
// To arrive is one thing, to be handled another. A signal that would end its receiver has arrived when it is sent, and
// waits: until the receiver handles it, which is an action of its own beside what the receiver does, that goes on
// acting. All that arrives meanwhile waits behind it, and no receive takes such a message:
//
//     P sends exit to Q                Q: exit                    Q goes on
//     R sends m1 to Q                  Q: exit, m1                Q does not see m1
//     Q handles exit                   Q: -                       Q has ended; or, if it traps exits
//                                                                 now, it has 'EXIT', m1
//
// So does a message that a process sends to an alias of its own: it may give that up before it comes to look.
//
// Other signals are handled as they arrive, unless some wait. Nobody could tell: whoever learns from a message that one
// has arrived gets that message later than the receiver gets the signal.
#pragma once
#include "vm/run/machine_state.h"
#include "vm/term/map.h"

typedef enum {
    SIGNAL_MESSAGE,   // value; reference: the alias it was sent to, or nil
    SIGNAL_EXIT,      // value: the reason; reference as above
    SIGNAL_LINK,
    SIGNAL_UNLINK,
    SIGNAL_UNLINKED,    // the answer to that
    SIGNAL_LINK_EXIT,   // value: the reason with which the other end of a link ended
    SIGNAL_MONITOR,     // reference, item, tag
    SIGNAL_DEMONITOR,   // reference
    SIGNAL_DOWN,        // reference, item, tag; value: the reason
    SIGNAL_REQUEST,     // the call that its sender stands before (vm/run/request.h)
    SIGNAL_ANSWER,      // value; item: whether the call raised instead
    SIGNAL_SPAWN,       // to a node: value: what, item: how (vm/run/remote.h); reference
    SIGNAL_LEADER,      // value: the group leader, of a process on another node
    SIGNAL_SPAWNED,     // the answer: value: the process, or why not; item: ok or error; reference
} SignalKind;

typedef struct {
    SignalKind kind;
    Term value, reference, item, tag;
    uint64_t time;     // of who sent it
    uint64_t object;   // identifies it in footprints
    uint32_t epoch;    // under way: of the connection that it goes through, or what news are about; 0: none
} Signal;

// Whether signals between these two, both pids, are under way for a while.
bool delivery_takes_time(const Machine *machine, Term from, Term to);
void delivery_put(Machine *machine, Term from, Term to, const Signal *signal);
// Into the channel from something else, whatever it is from, with its epoch.
void delivery_put_in(Machine *machine, Term channel, Term to, Term from, const Signal *signal);
// Whether two are on different nodes: then signals always take time (vm/run/node.h).
static inline bool delivery_is_far(Term from, Term to) { return !term_pids_are_near(from, to); }
// What is under way between two nodes, from before an epoch, is lost.
void delivery_lose(Machine *machine, uint32_t from, uint32_t to, uint32_t epoch);
void delivery_stop_node(Machine *machine, uint32_t node);   // what is under way within it is gone

// What putting a signal into a channel touches. False, and nothing: it takes no time.
bool delivery_touches(const Machine *machine, Term from, Term to, uint64_t object, Footprint *out);
bool delivery_touches_next(const Process *from, Term to, Footprint *out);   // the next signal it sends

// A monitor of the dead is refused some time later, and some requests are answered then, by a signal that is under way
// in the channel from who was asked. With async delivery all signals are.
bool delivery_refuses_later(const Machine *machine, Term dead, Term to);
bool delivery_answers_later(const Machine *machine, Term from, Term to);
void delivery_answer(Machine *machine, Term from, Term to, const Signal *signal);
bool delivery_touches_refusal(const Machine *machine, Term dead, Term to, uint64_t object,
                              Footprint *out);   // false: it does not
bool delivery_touches_answer(const Machine *machine, Term from, Term to, uint64_t object, Footprint *out);   // likewise

// --- signals that wait to be handled ---------------------------------------------------------------------
// Whether a signal between these two waits if it would end its receiver, or if others wait.
bool delivery_is_handled_later(const Machine *machine, Term from, Term to);
bool delivery_has_queue(const Machine *machine, Term to);       // some wait there
bool delivery_has_unhandled(const Machine *machine, Term to);   // and it has not ended
void delivery_keep(Machine *machine, Term from, Term to, const Signal *signal);
void delivery_keep_own(Process *p, const Signal *signal);   // of a process to itself, by an alias
// What the arrival of a signal that is no message touches, besides what it does: one that ends its receiver, or another
// one.
void delivery_touches_unhandled(const Machine *machine, Term from, Term to, uint64_t object, bool ends, Footprint *out);
// A receive that would find nothing, or whose time would be over, handles what has arrived first, as a step of the
// process itself: so it is seen that without the signal it would have gone on. What such a step touches, if something
// has arrived or not.
bool delivery_handles_itself(const Process *p);
void delivery_handle(Machine *machine, Term to);
void delivery_touches_looking(const Process *p, Footprint *out);
bool delivery_is_late(const Machine *machine, Term from,
                      Term to);                           // a signal between these two is not handled at once
static inline bool delivery_is_idle(const Machine *m) {   // none is, but for those that end their receivers
    return !m->config->async_delivery && map_count(m->globals->channels) == 0;
}
// What comes of those that a process has not handled when it ended: questions are answered, links and monitors refused,
// all others dropped at once.
void delivery_drop_unhandled(Machine *machine, Term to);
void delivery_return_first(Machine *machine, Term to);   // the first of those that are left
void delivery_return_footprint(Machine *machine, Term to, Footprint *out);

// --- stepping ------------------------------------------------------------------------------------------
// The channels that have something under way, and the processes that have something to handle.
uint32_t delivery_actors(Machine *machine, Actor *actors, uint32_t max);
static inline bool delivery_is_actor(const Machine *m, Actor actor) {
    return actor < m->descent_count && (m->descents[actor].child & DESCENT_CHANNEL);
}
void delivery_footprint(Machine *machine, Actor actor, Footprint *out);
void delivery_step(Machine *machine, Actor actor);

// --- telling -------------------------------------------------------------------------------------------
void delivery_ends(const Machine *machine, Actor actor, Actor *from, Actor *to);
bool delivery_first(Machine *machine, Actor actor, Term *from, Signal *out);   // false: nothing is under way
// All that is under way or waits to be handled, of each channel in its order.
void delivery_list(const Machine *machine, void (*see)(void *context, Term from, Term to, const Signal *signal),
                   void *context);
uint64_t delivery_hash(const Machine *machine);
