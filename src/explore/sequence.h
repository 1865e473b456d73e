// Sequence: events in an order in which they could happen from a state of the trace on.
//
// They are steps of the trace, some of them left out or moved. Where the conflict of two sends depends on who
// takes the messages (mail.h), it depends on the receives that are in the same sequence.
#pragma once
#include "explore/action.h"
#include "explore/mail.h"

enum { NO_POSITION = UINT32_MAX };

typedef struct {
    Action *action;
    uint32_t position;      // of the step in the trace that it is; NO_POSITION: it has not happened
} SequenceItem;

typedef struct {
    SequenceItem *items;
    uint32_t count, capacity;
    struct Trace *trace;    // NULL: all sends to a mailbox conflict
    uint32_t first;         // position of the state it begins in
    uint32_t number;        // steps that are in it have this number
    uint32_t observer;      // position plus 1 of a receive that takes the one instead of the other; 0: none
    const Mail *instead, *other;
    Action *label;          // held: what that receive is to do
    bool entered;           // a part of it is taken off: what it is compared with may come from elsewhere
    bool conditional;       // an answer depended on who takes which message
} Sequence;

// Empties it. With a trace, conflicts of sends are looked at closely.
void sequence_begin(Sequence *sequence, struct Trace *trace, uint32_t first);
void sequence_add(Sequence *sequence, Action *action, uint32_t position);
void sequence_remove(Sequence *sequence, uint32_t at);   // at == count: nothing
void sequence_free(Sequence *sequence);

// Whether two events conflict, the first being the step at a position; the closer look.
bool sequence_conflicts(Sequence *sequence, const Action *early, uint32_t position, const Action *action);

// Whether the sequence could begin with the action (one of the paper's weak initials). `*at` is its place in
// the sequence, or count when it does not occur.
static inline bool sequence_may_begin(Sequence *sequence, const Action *action, uint32_t *at) {
    uint32_t i = 0;
    for (; i < sequence->count; i++) {
        const SequenceItem *item = &sequence->items[i];
        if (item->action->actor == action->actor) break;
        if (action_may_conflict(item->action, action) &&
            sequence_conflicts(sequence, item->action, item->position, action)) return false;
    }
    *at = i;
    return true;
}
