#include "vm/run/glance.h"

#include "vm/run/alternative.h"
#include "vm/run/quiet.h"

bool glance_is_partial(const Process *p) {
    const Machine *m = p->machine;
    return m->stepping && m->looks_at_mailboxes && !m->config->signals_at_once && !quiet_serves(p);
}

enum { SHOWS_FETCHED = 1, SHOWS_ALL = 2 };

void glance_stands(Process *p) { alternative_stand(p, SHOWS_ALL); }

uint32_t glance_shown(const Process *asker, const Process *p) {
    return asker == p && p->chosen == SHOWS_FETCHED ? p->fetched : p->mailbox_count;
}

bool glance_touches_mailbox(const Process *p) { return p->has_fetched || p->machine->place != SHOWS_FETCHED; }

static void set_fetched(Process *p, uint32_t count) {
    process_touch_run(p);
    p->fetched = count;
    p->has_fetched = true;
}

void glance_end(Process *p) {
    if (!p->alternatives) return;
    set_fetched(p, glance_shown(p, p));
    alternative_end(p);
}

void glance_note_all(Process *p) {
    if (p->machine->looks_at_mailboxes) set_fetched(p, p->mailbox_count);
}

static uint32_t place_of(const Process *p, Term message) {
    uint32_t place = 1;
    for (Term link = p->first; !term_same(link, message); link = term_words(link)[MESSAGE_NEXT]) place++;
    return place;
}

static uint32_t count_before(const Process *p, Term before) { return term_is_nil(before) ? 0 : place_of(p, before); }

void glance_note_taken(Process *p, Term before) {
    if (!p->machine->looks_at_mailboxes) return;
    uint32_t earlier = count_before(p, before);
    set_fetched(p, earlier < p->fetched ? p->fetched - 1 : earlier);
}

void glance_note_flushed(Process *p, Term before) {
    if (p->fetched > 0 && count_before(p, before) < p->fetched) set_fetched(p, p->fetched - 1);
}
