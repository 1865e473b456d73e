// Mailboxes: linked KIND_MESSAGE objects. `save` is the last message that the receive under way has looked at; it
// and all before it did not match. Only links are ever changed, through store_set.
#include "vm/machine_state.h"

void mailbox_append(Process *to, Term message, uint64_t time, Term from) {
    Store *store = to->store;
    process_touch(to);
    Term link = heap_box(&store->heap, KIND_MESSAGE, 4);
    Term *words = term_words(link);
    words[MESSAGE_NEXT] = TERM_NIL;
    words[MESSAGE_VALUE] = message;
    words[MESSAGE_TIME] = term_small((int64_t)time);
    words[MESSAGE_FROM] = from;
    if (term_is_nil(to->first)) to->first = link;
    else store_set(store, term_words(to->last) + MESSAGE_NEXT, link);
    to->last = link;
    to->mailbox_count++;
    if (to->status == PROCESS_WAITING) process_enqueue(to);
}

Term mailbox_peek(const Process *p) {
    return term_is_nil(p->save) ? p->first : term_words(p->save)[MESSAGE_NEXT];
}

void mailbox_skip(Process *p) { p->save = mailbox_peek(p); }

// Takes `message` out, which follows `before` (nil: it is the first).
void mailbox_unlink(Process *p, Term before, Term message) {
    Term next = term_words(message)[MESSAGE_NEXT];
    if (term_is_nil(before)) p->first = next;
    else store_set(p->store, term_words(before) + MESSAGE_NEXT, next);
    if (term_same(p->last, message)) p->last = before;
    p->mailbox_count--;
}

void mailbox_remove(Process *p) {
    Term message = mailbox_peek(p);
    uint64_t sent = (uint64_t)term_to_small(term_words(message)[MESSAGE_TIME]);
    if (sent > p->time) p->time = sent;
    mailbox_unlink(p, p->save, message);
    p->save = TERM_NIL;
    p->received++;
    if (p->timer_armed) timer_disarm_receive(p);
}
