// Mail: the messages sent in the current execution, who took them, and whether a receive could tell their order.
//
//     send a   send b   receive a          the receive can tell iff it would have taken b, too
//     send a   send b   look at both       it can
//     send a   send b                      nobody can
//
// Such a receive is the observer of Aronis, Jonsson, Lång, Sagonas (2018). There the two sends conflict in this
// execution only; here the pair has an order from then on in all of them (orders.h), which is what makes the relation
// one that clocks, sleep sets and wakeup trees can be computed from before the execution is over.
#pragma once
#include "base/hash.h"
#include "vm/machine.h"

struct Execution;
struct Step;

typedef struct Mail {
    struct Mail *older;    // in the same mailbox
    struct Mail *beside;   // sent by the same step
    struct Mailbox *mailbox;
    uint64_t value;      // which message, as in a footprint
    uint64_t message;    // as the machine knows it
    uint64_t serial;     // no other mail and no other receive of this search has it
    uint32_t position;   // of the step that sent it
    uint32_t taken;      // position of the step that took it, plus 1; 0: it lies there
} Mail;

typedef struct Mailbox {
    uint64_t object;
    Mail *newest;
} Mailbox;

typedef struct Observation {    // of a mailbox, by a step
    struct Observation *next;   // by the same step
    Mailbox *mailbox;
    Mail *taken;     // NULL: none; the step found nothing, or looked at all that lay there
    uint64_t look;   // of a step that found nothing or would have, but for what it took (orders_look); 0: of others
    bool back;       // it looked at all, and tells the order of what was taken before, too (VALUE_LOOKS_BACK)
} Observation;

typedef struct {
    uint64_t receive, mail;   // serials
    bool accepts;
} Answer;

enum { MAIL_ANSWERS = 1024 };

typedef struct {
    Hash mailboxes;      // from their objects, in the order in which they were first used
    uint32_t observer;   // position of the last step with observations, plus 1
    uint64_t serial;
    Answer answers[MAIL_ANSWERS];   // of the machine, given before
} Mails;

// The step at the execution's top was taken: notes what it sent, took and looked at.
void observer_note(struct Execution *execution, struct Step *step, const Event *event);
// Likewise of an invisible step. It can tell no order, but what it took is gone.
void observer_note_invisible(struct Execution *execution, struct Step *step, const Footprint *footprint);
void observer_forget(struct Execution *execution, struct Step *step);   // before the step is

// Looks for receives that can tell the order of messages, where the receive or one of the messages is of a step from
// `first` on. True: some were found.
bool observer_find(struct Execution *execution, uint32_t first);
