#include "explore/mail.h"

#include "explore/trace.h"

static Mailbox **bucket_of(Mails *mails, uint64_t object) {
    return &mails->buckets[object * 0x9e3779b97f4a7c15 >> 56 & (MAIL_BUCKETS - 1)];
}

static Mailbox *find_mailbox(const Trace *trace, uint64_t object) {
    Mailbox *found = *bucket_of((Mails *)(uintptr_t)&trace->mails, object);
    while (found && found->object != object) found = found->next;
    return found;
}

static Mailbox *mailbox_of(Trace *trace, uint64_t object) {
    Mailbox *found = find_mailbox(trace, object);
    if (found) return found;
    Mailbox **bucket = bucket_of(&trace->mails, object);
    found = path_take(&trace->path, sizeof *found);
    *found = (Mailbox){*bucket, object, NULL};
    trace->mails.count++;
    return *bucket = found;
}

Mail *mail_find(const Trace *trace, uint64_t object, uint64_t value) {
    const Mailbox *mailbox = find_mailbox(trace, object);
    Mail *mail = mailbox ? mailbox->newest : NULL;
    while (mail && mail->value != value) mail = mail->older;
    return mail;
}

Mail *mail_of(const Step *step, uint64_t object, uint64_t value) {
    Mail *mail = step->mails;
    while (mail && (mail->value != value || mail->mailbox->object != object)) mail = mail->beside;
    return mail;
}

// Who comes after a mail may have to be judged anew: whether they conflict is another question now.
static void set_observer(Trace *trace, Mail *mail, uint32_t observer) {
    mail->observer = observer;
    const Mail *after = NULL;
    for (const Mail *newer = mail->mailbox->newest; newer != mail; newer = newer->older) after = newer;
    if (after && after->position < trace->doubtful) trace->doubtful = after->position;
}

// --- noting ----------------------------------------------------------------------------------------

static void note_sent(Trace *trace, Step *step, const Access *access, uint64_t message) {
    Mailbox *mailbox = mailbox_of(trace, access->object);
    Mail *mail = path_take(&trace->path, sizeof *mail);
    *mail = (Mail){
        .older = mailbox->newest,
        .beside = step->mails,
        .mailbox = mailbox,
        .value = access->value,
        .message = message,
        .serial = ++trace->mails.serial,
        .position = (uint32_t)(step - trace->steps),
    };
    mailbox->newest = step->mails = mail;
}

static void add_notice(Trace *trace, Step *step, Mailbox *mailbox, Mail *taken) {
    Notice *notice = path_take(&trace->path, sizeof *notice);
    *notice = (Notice){step->notices, mailbox, taken};
    step->notices = notice;
}

static void note_taken(Trace *trace, Step *step, const Access *access) {
    Mail *mail = mail_find(trace, access->object, access->value);
    if (!mail) return;   // it lay there before the search began
    add_notice(trace, step, mail->mailbox, mail);
    if (!mail->observer) set_observer(trace, mail, (uint32_t)(step - trace->steps) + 1);
}

static void note_looked(Trace *trace, Step *step, Mailbox *mailbox) {
    add_notice(trace, step, mailbox, NULL);
    for (Mail *mail = mailbox->newest; mail; mail = mail->older)
        if (!mail->observer) set_observer(trace, mail, (uint32_t)(step - trace->steps) + 1);
}

static void note_looked_everywhere(Trace *trace, Step *step) {
    for (uint32_t i = 0; i < MAIL_BUCKETS; i++)
        for (Mailbox *mailbox = trace->mails.buckets[i]; mailbox; mailbox = mailbox->next)
            note_looked(trace, step, mailbox);
}

static void note_access(Trace *trace, Step *step, const Access *access, uint64_t message) {
    switch (access->kind) {
    case ACCESS_SEND:
        if (access->value) note_sent(trace, step, access, message);
        return;
    case ACCESS_RECEIVE:
    case ACCESS_AWAIT:
        if (access->value) note_taken(trace, step, access);
        return;
    case ACCESS_READ: {
        Mailbox *mailbox = trace->mails.count ? find_mailbox(trace, access->object) : NULL;
        if (mailbox) note_looked(trace, step, mailbox);
        return;
    }
    default: return;
    }
}

void mail_note(Trace *trace, Step *step, const Event *event) {
    const Footprint *footprint = &event->footprint;
    step->mails = NULL;
    step->notices = NULL;
    for (uint32_t i = 0; i < footprint->count; i++)
        note_access(trace, step, &footprint->items[i], event->messages[i]);
    if (footprint->everything && trace->mails.count) note_looked_everywhere(trace, step);
}

static void take_back_observer(Trace *trace, Mail *mail, uint32_t observer) {
    if (mail->observer == observer) set_observer(trace, mail, 0);
}

static void take_back_notice(Trace *trace, const Notice *notice, uint32_t observer) {
    if (notice->taken) {
        take_back_observer(trace, notice->taken, observer);
        return;
    }
    for (Mail *mail = notice->mailbox->newest; mail; mail = mail->older) take_back_observer(trace, mail, observer);
}

void mail_forget(Trace *trace, Step *step) {
    for (const Notice *notice = step->notices; notice; notice = notice->next)
        take_back_notice(trace, notice, (uint32_t)(step - trace->steps) + 1);
    for (const Mail *mail = step->mails; mail; mail = mail->beside) {
        Mailbox *mailbox = mail->mailbox;
        mailbox->newest = mail->older;
        if (mailbox->newest) continue;
        *bucket_of(&trace->mails, mailbox->object) = mailbox->next;   // the latest comes first
        trace->mails.count--;
    }
}

// --- asking ----------------------------------------------------------------------------------------

bool mail_is_wanted(Trace *trace, const Step *look, const Mail *mail) {
    if (!look->receive.code || !mail->message) return true;   // nobody can tell
    Answer *answer = &trace->mails.answers[(look->received * 31 + mail->serial) & (MAIL_ANSWERS - 1)];
    if (answer->receive != look->received || answer->mail != mail->serial)
        *answer = (Answer){look->received, mail->serial, machine_accepts(trace->machine, &look->receive, mail->message)};
    return answer->accepts;
}

bool mail_is_observed(Trace *trace, const Mail *mail, uint32_t observer, const Mail *other) {
    const Step *step = &trace->steps[observer];
    for (const Notice *notice = step->notices; notice; notice = notice->next)
        if (notice->mailbox == mail->mailbox) return !notice->taken || mail_is_wanted(trace, step, other);
    return true;
}

static const Notice *notice_of(const Step *step, const Mail *mail) {
    const Notice *notice = step->notices;
    while (notice && (notice->mailbox != mail->mailbox || (notice->taken && notice->taken != mail))) notice = notice->next;
    return notice;
}

uint32_t mail_next_observer(const Trace *trace, const Mail *mail, uint32_t observer) {
    if (notice_of(&trace->steps[observer - 1], mail)->taken) return 0;   // there it is gone
    for (uint32_t i = observer; i < trace->length; i++)
        if (notice_of(&trace->steps[i], mail)) return i + 1;
    return 0;
}
