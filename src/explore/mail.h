// Mail: the messages sent in the current execution, and who was the first to notice where in its mailbox each lay.
//
// Two sends to one mailbox could as well come in the other order, unless a receive takes the one and would have
// taken the other had it been there first (Aronis, Jonsson, Lång, Sagonas 2018: observers). So their conflict
// is known only once the execution is over. What the search then knows:
//
//     send a   send b   receive a          a and b conflict iff that receive accepts b, too
//     send a   send b   look at both       they conflict
//     send a   send b                      they do not
#pragma once
#include "vm/machine.h"

struct Trace;
struct Step;

typedef struct Mail {
    struct Mail *older;      // in the same mailbox
    struct Mail *beside;     // sent by the same step
    struct Mailbox *mailbox;
    uint64_t value;          // which message, as in a footprint
    uint64_t message;        // as the machine knows it
    uint64_t serial;         // no other mail and no other receive of this search has it
    uint32_t position;       // of the step that sent it
    uint32_t observer;       // position of the first step that took it or looked at it, plus 1; 0: there is none
} Mail;

typedef struct Mailbox {
    struct Mailbox *next;    // in its bucket
    uint64_t object;
    Mail *newest;
} Mailbox;

typedef struct Notice {      // of the order in a mailbox, by a step
    struct Notice *next;     // by the same step
    Mailbox *mailbox;
    Mail *taken;             // NULL: the step looked at all that lay there
} Notice;

typedef struct {
    uint64_t receive, mail;    // serials
    bool accepts;
} Answer;

enum { MAIL_BUCKETS = 256, MAIL_ANSWERS = 1024 };

typedef struct {
    Mailbox *buckets[MAIL_BUCKETS];
    uint32_t count;                    // of mailboxes
    uint64_t serial;
    Answer answers[MAIL_ANSWERS];      // of the machine, given before
} Mails;

// The step at the trace's top was taken: notes what it sent, took and looked at.
void mail_note(struct Trace *trace, struct Step *step, const Event *event);
void mail_forget(struct Trace *trace, struct Step *step);   // before the step is

// The mail that a send put into a mailbox in this execution, or NULL.
Mail *mail_find(const struct Trace *trace, uint64_t mailbox, uint64_t value);

// The first mail of the step that went to the mailbox as that message, or NULL.
Mail *mail_of(const struct Step *step, uint64_t mailbox, uint64_t value);

// Whether the order of a mail and another one is seen by the step that noticed the first: it would have taken
// the other, had that been there before.
bool mail_is_observed(struct Trace *trace, const Mail *mail, uint32_t observer, const Mail *other);

// Who noticed the mail after one who did, position plus 1 both; 0: nobody.
uint32_t mail_next_observer(const struct Trace *trace, const Mail *mail, uint32_t observer);

// Whether a step that found nothing in a mailbox would have taken the mail.
bool mail_is_wanted(struct Trace *trace, const struct Step *look, const Mail *mail);
