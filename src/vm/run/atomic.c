#include "vm/run/atomic.h"

#include "vm/run/bif.h"
#include "vm/run/interp_bits.h"
#include "vm/run/request.h"
#include "vm/run/signal.h"

void atomic_touches(Process *p, const Term *args, Footprint *out) {
    (void)args;
    bool begins = p->machine->acting && p->standing;   // then what is done inside is noted as it happens
    if (!p->atomic && !begins) out->everything = true;
}

void atomic_enter(Process *p) {
    process_touch(p);
    p->atomic++;
}

void atomic_leave(Process *p) {
    process_touch(p);
    if (p->atomic) p->atomic--;
}

// --- what is done inside --------------------------------------------------------------------------------

void atomic_note(Process *p, const Code *ip, const Term *x) {
    Footprint more = {0};
    uint64_t mailbox = object_of(OBJECT_MAILBOX, term_pid_index(p->pid), NO_TERM);
    if (*ip == interp_word(OP_send)) {
        footprint_send(p, x, &more);
    } else if (*ip == interp_word(OP_remove_message)) {
        uint64_t value = (uint64_t)term_to_small(term_words(mailbox_peek(p))[MESSAGE_OBJECT]);
        footprint_add(&more, mailbox, ACCESS_RECEIVE, value);   // without it, it would not have waited
    } else {
        footprint_add(&more, mailbox, ACCESS_RECEIVE, 0);
    }
    step_note(p->machine, &more);
}

bool atomic_note_call(Process *p, const Export *export, const Term *x) {
    if (request_takes_time(p, export, x)) {
        process_unsupported(p, "with --delivery async, a process that is inside weft:atomic/1 cannot ask another one: "
                               "the answer would take time");
        return false;
    }
    step_note_system(p, export->bif, x);
    return true;
}

// --- waiting --------------------------------------------------------------------------------------------

bool atomic_goes_on(Process *p, RunResult result) {
    Machine *m = p->machine;
    if ((result != RUN_YIELDED && result != RUN_WAITING) || !p->atomic) return false;
    if (result == RUN_WAITING) {
        machine_boot(m);   // one of the system's processes may answer
        process_touch(p);
        if (!p->queued) p->refused = true;
        process_dequeue(p);
    }
    return !m->unsupported && !m->halted;
}
