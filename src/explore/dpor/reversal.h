// Reversal: what is to be explored so that two racing events come the other way round.
//
// Abdulla, Aronis, Jonsson, Sagonas (2014, 2017): for a race of e with the later e' of process p', in the execution E,
// it is the sequence v = notdep(e, E).p' from the state before e on: all events that do not happen after e, and then
// p'.
//
// The events of notdep(e, E) touch there what they touched in E. The last one need not: e' ran after e, with which it
// conflicts, and without e the process may do something else. What it touches there is known beforehand only if e has
// no say in that (action_depends). If it has, questions whose answer depends on it remain open until the sequence was
// run once (optimal.c).
//
// Events of the sequence are kept if it is to be explored: those that others have been found to conflict with, and what
// happens before them. They are a prefix of it, up to equivalence.
#pragma once
#include "explore/dpor/action.h"

enum { NO_POSITION = UINT32_MAX };

typedef struct {
    Action *action;
    uint32_t position;   // of the step in the execution that it is; NO_POSITION: of none
    bool kept;
} ReversalEvent;

typedef struct {
    ReversalEvent *events;   // those that are left of `all`, in an order that they could happen in
    uint32_t count;
    ReversalEvent *all;
    uint32_t capacity;
    uint64_t conflicting[2];   // of all events, as in an Action
    uint64_t actors;           // a bit for each of theirs, which others may share
    Actor last;                // whose event comes after these, not known yet; NO_ACTOR: there is none
    uint32_t needed;           // then: how many of the first events have to come before it
    uint32_t planned;   // position of the last event that is in the branch which it was found to have or was given
                        // (wakeup.h); NO_POSITION: there is none, or the branch has events that are of no step
    Orders *orders;
    const struct Execution *execution;
} Reversal;

struct Execution;
struct Race;

void reversal_init(Reversal *reversal, const struct Execution *execution, Orders *orders);
void reversal_free(Reversal *reversal);

// v = notdep(e, E).p' for a race of the execution. The last event, if it is known, stands where it happened: nothing
// behind it depends on it. If not, what happened before it comes first.
void reversal_of(Reversal *reversal, const struct Race *race);

void reversal_clear(Reversal *reversal);
void reversal_add(Reversal *reversal, Action *action, uint32_t position, bool kept);
void reversal_remove(Reversal *reversal,
                     uint32_t at);   // an event; at == count: the last one if it is not known, else nothing

// The last event is found to be this one if it happens after the first `needed` events alone. True: then it is the same
// after all of them, and is added.
bool reversal_end(Reversal *reversal, Action *last);

// The last event is found to be this one after all others.
void reversal_end_after_all(Reversal *reversal, Action *last);

// Keeps what happens before events that are kept. Of those that are of no execution that is all that comes before them.
void reversal_close(Reversal *reversal);

// Whether an event of the state where the sequence begins is one of its weak initials: the sequence could begin with
// it, or it could come before and change nothing.
typedef enum { NO, YES, UNKNOWN } Initial;

static inline uint64_t reversal_bit(Actor actor) { return (uint64_t)1 << (actor & 63); }

// Neither its process nor anything that it could conflict with is in the sequence.
static inline bool reversal_is_beside(const Reversal *v, const Action *action) {
    if (v->actors & reversal_bit(action->actor)) return false;
    return !(action->does[0] & v->conflicting[0]) || !(action->does[1] & v->conflicting[1]);
}

// `*at`: YES: the place of the event in the sequence, count if it is the last one, which is not known, or does not
// occur; NO: the place of the first event that conflicts with it; UNKNOWN: count.
static inline Initial reversal_has_weak_initial(const Reversal *v, const Action *action, uint32_t *at) {
    for (*at = reversal_is_beside(v, action) ? v->count : 0; *at < v->count; ++*at) {
        const Action *event = v->events[*at].action;
        if (event->actor == action->actor) return YES;
        if (action_conflicts(v->orders, event, action)) return NO;
    }
    return v->last == NO_ACTOR || v->last == action->actor ? YES : UNKNOWN;
}

// Whether a process has an event in the sequence, other than the last if it is not known, that depends on none before
// it: one of the paper's initials.
bool reversal_has_initial(const Reversal *reversal, Actor actor);
