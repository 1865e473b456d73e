#include "explore/dpor/observer.h"

#include <assert.h>

#include "explore/dpor/execution.h"

static Mailbox *find_mailbox(Execution *execution, uint64_t object) {
    const HashEntry *entry = hash_find(&execution->mails.mailboxes, object);
    return entry ? entry->pointer : NULL;
}

static Mailbox *mailbox_of(Execution *execution, Step *step, uint64_t object) {
    Mailbox *found = find_mailbox(execution, object);
    if (found) return found;
    found = arena_take(&execution->path, sizeof *found);
    *found = (Mailbox){object, NULL};
    step->mailboxes++;
    return hash_add(&execution->mails.mailboxes, object)->pointer = found;
}

// --- noting ----------------------------------------------------------------------------------------

static uint32_t position_of(const Execution *execution, const Step *step) {
    return (uint32_t)(step - execution->steps);
}

static void note_sent(Execution *execution, Step *step, const Access *access, uint64_t message) {
    Mailbox *mailbox = mailbox_of(execution, step, access->object);
    Mail *mail = arena_take(&execution->path, sizeof *mail);
    *mail = (Mail){
        .older = mailbox->newest,
        .beside = step->mails,
        .mailbox = mailbox,
        .value = access->value,
        .message = message,
        .serial = ++execution->mails.serial,
        .position = position_of(execution, step),
    };
    mailbox->newest = step->mails = mail;
}

static void observe(Execution *execution, Step *step, Mailbox *mailbox, Mail *taken) {
    Observation *observation = arena_take(&execution->path, sizeof *observation);
    *observation = (Observation){step->observations, mailbox, taken, 0, false};
    step->observations = observation;
    execution->mails.observer = position_of(execution, step) + 1;
    if (taken) taken->taken = position_of(execution, step) + 1;
}

static void note_taken(Execution *execution, Step *step, const Access *access) {
    Mailbox *mailbox = find_mailbox(execution, access->object);
    Mail *mail = mailbox ? mailbox->newest : NULL;
    while (mail && mail->value != access->value) mail = mail->older;
    if (!mail) return;   // it lay there before the search began
    observe(execution, step, mailbox, mail);
    if (access->kind == ACCESS_RECEIVE) step->observations->look = orders_look(step->turn);
}

static void note_found_nothing(Execution *execution, Step *step, uint64_t object) {
    observe(execution, step, mailbox_of(execution, step, object), NULL);
    step->observations->look = orders_look(step->turn);
}

static void note_looked(Execution *execution, Step *step, const Access *access) {
    Mailbox *mailbox = find_mailbox(execution, access->object);
    if (!mailbox) return;
    observe(execution, step, mailbox, NULL);
    step->observations->back = access->value == VALUE_LOOKS_BACK;
}

static void note_looked_everywhere(Execution *execution, Step *step) {
    const Hash *mailboxes = &execution->mails.mailboxes;
    for (uint32_t i = 0; i < mailboxes->count; i++) observe(execution, step, mailboxes->entries[i].pointer, NULL);
}

static void note_access(Execution *execution, Step *step, const Access *access, uint64_t message) {
    switch (access->kind) {
    case ACCESS_SEND:
        if (access->value) note_sent(execution, step, access, message);
        return;
    case ACCESS_RECEIVE:
    case ACCESS_AWAIT:
        if (access->value)
            note_taken(execution, step, access);
        else
            note_found_nothing(execution, step, access->object);
        return;
    case ACCESS_READ: note_looked(execution, step, access); return;
    default: return;
    }
}

static void begin_notes(const Execution *execution, Step *step) {
    step->mails = NULL;
    step->mailboxes = 0;
    step->observations = NULL;
    step->observer = execution->mails.observer;
}

static bool takes_or_sends(const Action *action) { return action->kinds >> ACCESS_SEND; }

static bool may_look(const Execution *execution, const Action *action) {
    return execution->mails.mailboxes.count > 0 && (action->everything || action->kinds >> ACCESS_READ & 1);
}

// A step that touches everything has listed the mailboxes that it looked at, unless its list was too short.
void observer_note(Execution *execution, Step *step, const Event *event) {
    const Footprint *footprint = &event->footprint;
    begin_notes(execution, step);
    if (!takes_or_sends(step->action) && !may_look(execution, step->action)) return;
    for (uint32_t i = 0; i < footprint->count; i++)
        note_access(execution, step, &footprint->items[i], event->messages[i]);
    if (footprint->everything && footprint->count == FOOTPRINT_MAX) note_looked_everywhere(execution, step);
}

void observer_note_invisible(Execution *execution, Step *step, const Footprint *footprint) {
    begin_notes(execution, step);
    if (!takes_or_sends(step->action)) return;
    for (uint32_t i = 0; i < footprint->count; i++)
        if (footprint->items[i].kind == ACCESS_AWAIT && footprint->items[i].value)
            note_taken(execution, step, &footprint->items[i]);
    execution->mails.observer = step->observer;
}

void observer_forget(Execution *execution, Step *step) {
    execution->mails.observer = step->observer;
    for (const Observation *observation = step->observations; observation; observation = observation->next)
        if (observation->taken) observation->taken->taken = 0;
    for (const Mail *mail = step->mails; mail; mail = mail->beside) {
        assert(mail->mailbox->newest == mail && !mail->taken);
        mail->mailbox->newest = mail->older;
    }
    if (step->mailboxes) hash_cut(&execution->mails.mailboxes, execution->mails.mailboxes.count - step->mailboxes);
}

// --- observers -------------------------------------------------------------------------------------

static bool would_take(Execution *execution, const Step *receive, const Mail *mail) {
    if (!receive->receive.code || !mail->message) return true;   // nobody can tell
    Answer *answer = &execution->mails.answers[(receive->received * 31 + mail->serial) & (MAIL_ANSWERS - 1)];
    if (answer->receive != receive->received || answer->mail != mail->serial)
        *answer = (Answer){receive->received, mail->serial,
                           machine_accepts(execution->machine, &receive->receive, mail->message)};
    assert(answer->accepts == machine_accepts(execution->machine, &receive->receive, mail->message));
    return answer->accepts;
}

// Of what one process sends the order is known anyway.
static bool is_known(const Execution *execution, const Mail *a, const Mail *b) {
    if (execution->steps[a->position].actor == execution->steps[b->position].actor) return true;
    return orders_has(execution->orders, a->mailbox->object, a->value, b->value);
}

static void learn(Execution *execution, const Mail *a, const Mail *b) {
    orders_learn(execution->orders, a->mailbox->object, a->value, b->value);
}

static void learn_look(Execution *execution, const Observation *seen, const Mail *mail) {
    orders_learn(execution->orders, mail->mailbox->object, seen->look, mail->value);
}

static bool is_there(const Mail *mail, uint32_t position) { return !mail->taken || mail->taken - 1 >= position; }

// The step took a message. Others that it would have taken instead come before that one or behind it. If it need not
// have waited for the message, it would have found nothing before.
static void compare_taken(Execution *execution, uint32_t position, const Observation *seen, uint32_t first) {
    const Step *receive = &execution->steps[position];
    const Mail *taken = seen->taken;
    bool new = position >= first;
    if (seen->look) learn_look(execution, seen, taken);
    for (const Mail *mail = taken->mailbox->newest; mail; mail = mail->older) {
        if (!is_there(mail, position) || (!new && mail->position < first)) continue;
        if (!is_known(execution, taken, mail) && would_take(execution, receive, mail)) learn(execution, taken, mail);
    }
}

// The step found nothing. Messages that it would have taken come later, or were sent in vain (a 'DOWN' that nobody
// wants any more), and whether such a one comes before the step or after it must not make a difference to what is
// learned. If the step is no receive, all count: to take a receive away from another process is to look at all that
// comes there.
static void compare_look(Execution *execution, uint32_t position, const Observation *seen, uint32_t first) {
    bool receives = execution->steps[position].receive.code;
    for (const Mail *mail = seen->mailbox->newest; mail; mail = mail->older) {
        if (receives && mail->position < position && !is_there(mail, position)) continue;
        if (position < first && mail->position < first) continue;
        if (orders_has(execution->orders, seen->mailbox->object, seen->look, mail->value)) continue;
        if (would_take(execution, &execution->steps[position], mail)) learn_look(execution, seen, mail);
    }
}

// What it sees follows from which messages were there when earlier receives found nothing.
static void compare_earlier_look(Execution *execution, uint32_t position, const Observation *look) {
    for (const Mail *mail = look->mailbox->newest; mail; mail = mail->older)
        if (mail->position < position && !orders_has(execution->orders, look->mailbox->object, look->look, mail->value))
            learn_look(execution, look, mail);
}

static void compare_earlier_looks(Execution *execution, uint32_t position, const Mailbox *mailbox) {
    for (uint32_t at = execution->steps[position].observer; at; at = execution->steps[at - 1].observer)
        for (const Observation *seen = execution->steps[at - 1].observations; seen; seen = seen->next)
            if (seen->look && seen->mailbox == mailbox) compare_earlier_look(execution, position, seen);
}

// The step saw all messages that lay there, in their order; or of all that ever did.
static void compare_all(Execution *execution, uint32_t position, const Observation *seen, uint32_t first) {
    if (position < first) return;
    if (seen->back) compare_earlier_looks(execution, position, seen->mailbox);
    for (const Mail *a = seen->mailbox->newest; a; a = a->older)
        for (const Mail *b = a->older; b && a->position < position && (seen->back || is_there(a, position));
             b = b->older)
            if ((seen->back || is_there(b, position)) && !is_known(execution, a, b)) learn(execution, a, b);
}

bool observer_find(Execution *execution, uint32_t first) {
    uint32_t ordered = execution->orders->ordered;
    for (uint32_t at = execution->mails.observer; at && !execution->orders->all; at = execution->steps[at - 1].observer)
        for (const Observation *seen = execution->steps[at - 1].observations; seen; seen = seen->next) {
            if (seen->taken)
                compare_taken(execution, at - 1, seen, first);
            else if (seen->look)
                compare_look(execution, at - 1, seen, first);
            else
                compare_all(execution, at - 1, seen, first);
        }
    return execution->orders->ordered != ordered;
}
