// Request: built-ins that ask another process: are you alive, what is in your mailbox, stop for a while.
//
// Such a question is a signal, and its answer is one too: each comes after whatever was sent before it in the same
// direction. Where the question is not handled at once, a process that asks stands before its call until the answer is
// there. The call itself is made when the question is handled.
//
// The answer of process_info/1,2 is a message, {Ref, Answer}, that the asking process takes out again. Where modules of
// the program look at mailboxes (vm/world/inquiry.h) that takes a step of its own, and others may see the message
// before.
#pragma once
#include "vm/run/delivery.h"

// Whether a call that asks another process would wait for the answer.
bool request_takes_time(const Process *p, const Export *export, const Term *args);
Term request_asked(const Process *p);    // whom the call asks that the process stands before; NO_TERM: nobody
Term request_target(const Process *p);   // the same; NO_TERM also if that takes no time
void request_send(Process *p, Term to);
static inline bool request_shows_answers(const Machine *m) {
    return m->looks_at_mailboxes && !m->config->async_delivery && !m->config->signals_at_once;
}
// What that message touches: of a call that p stands before, and where the question is handled.
void request_touches_message(const Process *p, Term asked, Footprint *out);
void request_touches_answer(const Process *p, Term asked, uint64_t answer, Footprint *out);
void request_take_message(Process *p);
void request_footprint(Process *p, Footprint *out);   // of the call it stands before, when it is made
void request_arrives(Machine *machine, Term from, Term to, const Signal *request);
void request_answer_arrives(Process *p, const Signal *answer);
