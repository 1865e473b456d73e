// Request: built-ins that ask another process: are you alive, what is in your mailbox, stop for a while.
//
// Such a question is a signal, and its answer is one too: each comes after whatever was sent before it in the same
// direction. With async delivery a process that asks stands before its call until the answer is delivered. The call
// itself is made when the question is.
#pragma once
#include "vm/delivery.h"

// Whom the call asks that the process stands before; NO_TERM: nobody, or that takes no time.
// Whether a call that asks another process would wait for the answer.
bool request_takes_time(const Process *p, const Export *export, const Term *args);
Term request_target(const Process *p);
void request_send(Process *p, Term to);
void request_footprint(Process *p, Footprint *out);      // of the call it stands before, when it is made
void request_arrives(Machine *machine, Term from, Term to, const Signal *request);
void request_answer_arrives(Process *p, const Signal *answer);
