// Mailboxes: linked KIND_MESSAGE objects. `save` is the last message that the receive under way has looked at; it
// and all before it did not match. Only links are ever changed, through store_set.
#include "vm/run/delivery.h"
#include "vm/run/glance.h"
#include "vm/run/happened.h"
#include "vm/run/interp_bits.h"
#include "vm/run/machine_state.h"
#include "vm/run/quiet.h"
#include "vm/run/tracing.h"

uint64_t mailbox_message_object(const Process *sender, uint64_t number) {
    return object_of(OBJECT_MESSAGE, (uint64_t)term_pid_index(sender->pid) << 36 ^ number, NO_TERM);
}

static void note_send(Machine *m, Term to, uint64_t object) {
    uint64_t mailbox = object_of(OBJECT_MAILBOX, term_pid_index(to), NO_TERM);
    step_note_receiver(m, term_pid_index(to));
    footprint_add_settled(&m->event.footprint, mailbox, ACCESS_SEND, object >> 5);
}

// A server of the system answers who asks it, within the step of that.
static bool is_answered_quietly(const Process *to) {
    const Machine *m = to->machine;
    return m->current && quiet_serves(m->current) && m->actor == term_pid_index(to->pid);
}

// The footprint of the action under way tells which messages it sent; those to the system's processes and what these
// answer to who asked are no news to others.
static void note_delivery(Process *to, Term message, uint64_t object) {
    Machine *m = to->machine;
    if (!m->stepping) return;
    if (quiet_serves(to)) {
        quiet_note(to, message);
        return;
    }
    if (!is_answered_quietly(to)) note_send(m, to->pid, object);
}

// Who was about to find nothing in its mailbox.
static void look_again(Process *p) {
    process_dequeue(p);
    p->ip = p->receive_ip;
    p->standing = false;
    process_enqueue(p);
}

static Term new_message(Heap *heap, Term message, uint64_t time, Term from, uint64_t object) {
    Term link = heap_box(heap, KIND_MESSAGE, MESSAGE_WORDS);
    Term *words = term_words(link);
    words[MESSAGE_NEXT] = TERM_NIL;
    words[MESSAGE_VALUE] = message;
    words[MESSAGE_TIME] = term_small((int64_t)time);
    words[MESSAGE_FROM] = from;
    words[MESSAGE_OBJECT] = term_small((int64_t)(object >> 5));   // 59 bits are enough to tell them apart
    return link;
}

void mailbox_note_unsent(Machine *m, Term to, Term message, Term from, uint64_t object) {
    Heap *heap = &m->store.heap;
    if (!m->stepping) return;
    store_touch(&m->store, m->globals);
    m->globals->unsent = heap_cons(heap, new_message(heap, message, 0, from, object), m->globals->unsent);
    note_send(m, to, object);
}

void mailbox_note_signal(Machine *m, Term to, uint64_t object) {
    if (m->stepping) note_send(m, to, object);
}

void mailbox_append(Process *to, Term message, uint64_t time, Term from, uint64_t object) {
    Machine *m = to->machine;
    bool handles = m->handling && m->handling == term_pid_index(to->pid);
    if (handles) object = object_of(OBJECT_MESSAGE, object, ATOM(EXIT)) >> 5 << 5;   // it is no more what arrived
    if (!handles && delivery_has_queue(m, to->pid) && !is_answered_quietly(to)) {
        Signal signal = {
            .kind = SIGNAL_MESSAGE, .value = message, .reference = TERM_NIL, .time = time, .object = object};
        delivery_keep(m, from, to->pid, &signal);
        return;
    }
    mailbox_admit(to, message, time, from, object);
    note_delivery(to, message, object);
}

void mailbox_admit(Process *to, Term message, uint64_t time, Term from, uint64_t object) {
    Store *store = to->store;
    if (tracing_is_on(to->machine)) tracing_receives(to, from, message, object);
    process_touch_run(to);
    Term link = new_message(&store->heap, message, time, from, object);
    if (term_is_nil(to->first))
        to->first = link;
    else
        store_set(store, term_words(to->last) + MESSAGE_NEXT, link);
    to->last = link;
    to->mailbox_count++;
    if (to->status == PROCESS_WAITING)
        process_enqueue(to);
    else if (to->standing && to->receive_ip && *to->ip == interp_word(OP_timeout))
        look_again(to);
}

Term mailbox_peek(const Process *p) { return term_is_nil(p->save) ? p->first : term_words(p->save)[MESSAGE_NEXT]; }

void mailbox_skip(Process *p) { p->save = mailbox_peek(p); }

// Takes `message` out, which follows `before` (nil: it is the first).
void mailbox_unlink(Process *p, Term before, Term message) {
    Term next = term_words(message)[MESSAGE_NEXT];
    if (term_is_nil(before))
        p->first = next;
    else
        store_set(p->store, term_words(before) + MESSAGE_NEXT, next);
    if (term_same(p->last, message)) p->last = before;
    p->mailbox_count--;
}

void mailbox_remove(Process *p) {
    Term message = mailbox_peek(p);
    uint64_t sent = (uint64_t)term_to_small(term_words(message)[MESSAGE_TIME]);
    if (sent > p->time) p->time = sent;
    // What follows a message comes later, if not by much; it is not worth a state.
    if (sent == p->time && (sent + 1) % TIME_STEP != 0 && !p->machine->config->stateful) p->time++;
    if (p->early && !term_same(term_words(message)[MESSAGE_FROM], p->pid)) process_touch(p), p->early = 0;
    outcome_note_told(p, term_words(message)[MESSAGE_VALUE]);
    happened_note(p->machine, HAPPENED_RECEIVE, p->pid, term_words(message)[MESSAGE_VALUE], NO_TERM);
    mailbox_unlink(p, p->save, message);
    glance_note_taken(p, p->save);
    p->save = TERM_NIL;
    p->timer_endless = false;
    p->received++;
    if (p->timer_armed) timer_disarm_receive(p);
}
