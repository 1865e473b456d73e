// Receives, asked what they would take.
//
// Matching is local code that reads the frame it stands in and leaves nothing behind but registers; the loader sees to
// that (vm/load/load_receive.c). Frames of earlier marks are never written (stack.c) and their terms do not move, so
// the matching code of a receive can run again at any later time: in a process of its own whose mailbox has the one
// message, beyond a mark that is taken back. That process is made before the first step, and after each question it is
// again as it was made.
#include "vm/run/interp_bits.h"
#include "vm/run/machine_state.h"

enum { MATCHING_SLICE = 1000000, LOOP_REC_ANY = 4 };

bool machine_receive(Machine *m, Actor actor, Receive *out) {
    const Process *p = m->processes[actor];
    if (!p || !p->receive_ip) return false;
    bool looks = p->standing ? *p->ip == interp_word(OP_remove_message) || *p->ip == interp_word(OP_timeout)
                             : p->status == PROCESS_WAITING && p->timeout_ip;   // its time may be over
    if (!looks) return false;
    *out = (Receive){p->receive_ip, p->stack, actor};
    return true;
}

static bool is_message(Term link, uint64_t object) {
    return (uint64_t)term_to_small(term_words(link)[MESSAGE_OBJECT]) == object;
}

static Term find_unsent(const Globals *globals, uint64_t object) {
    Term list = globals->unsent;
    while (term_is_cons(list) && !is_message(term_head(list), object)) list = term_tail(list);
    return term_is_cons(list) ? term_head(list) : TERM_NIL;
}

static Term find_message(const Process *p, uint64_t object) {
    Term link = p->last;   // most often it is the newest
    if (!term_is_nil(link) && is_message(link, object)) return link;
    for (link = p->first; !term_is_nil(link); link = term_words(link)[MESSAGE_NEXT])
        if (is_message(link, object)) return link;
    return TERM_NIL;
}

// What the step sent, as the search may name it later.
void receive_find_messages(Machine *m, Event *event) {
    const Footprint *footprint = &event->footprint;
    for (uint32_t i = 0; i < footprint->count; i++) {
        event->messages[i] = 0;
        if (footprint->items[i].kind != ACCESS_SEND) continue;
        const Process *to = m->processes[m->sent_to[i]];
        uint64_t value = footprint->items[i].value;
        Term link = to ? find_message(to, value) : TERM_NIL;
        if (term_is_nil(link)) link = find_unsent(m->globals, value);
        if (!term_is_nil(link)) event->messages[i] = link.bits;
    }
}

static Term only_message(Machine *m, uint64_t message) {
    Term link = heap_box(&m->store.heap, KIND_MESSAGE, MESSAGE_WORDS);
    memcpy(term_words(link) + 1, term_words((Term){message}) + 1, MESSAGE_WORDS * sizeof(Term));
    term_words(link)[MESSAGE_NEXT] = TERM_NIL;
    return link;
}

bool machine_exchange(Machine *m, Actor actor, Text *module, uint32_t *number) {
    const Process *p = m->processes[actor];
    Place place;
    bool exchanges = p && p->standing && (*p->ip == interp_word(OP_remove_message) || *p->ip == interp_word(OP_send));
    if (!exchanges || !code_place(m->code, p->ip, &place)) return false;
    text_add(module, atom_string(place.module->name));
    for (*number = 0; *number < place.module->exchange_count; (*number)++)
        if (place.module->exchanges[*number] == p->ip) return true;
    return false;
}

void receive_prepare(Machine *m) {
    Process *p = m->matcher = process_record(&m->store);
    p->machine = m;
    p->timer_armed = true;   // whether its time is over is not the question
    p->deadline = UINT64_MAX;
    stack_init(p);
}

static Process *matcher(Machine *m, const Receive *receive, uint64_t message) {
    Process *p = m->matcher;
    process_touch_run(p);
    p->pid = pid_at(m, receive->actor);
    p->first = p->last = only_message(m, message);
    p->stack = stack_copy_frame(p, receive->frame, p->stack);
    p->ran = m->store.mark_epoch;
    p->ip = receive->code;
    return p;
}

// It has no pattern, or one that cannot be asked (vm/load/load_receive.c).
static bool takes_any(const Receive *receive) { return ((const Code *)receive->code)[LOOP_REC_ANY]; }

bool machine_accepts(Machine *m, const Receive *receive, uint64_t message) {
    if (takes_any(receive)) return true;
    size_t mark = store_mark(&m->store);
    uint64_t reductions = m->reductions;
    Process *p = matcher(m, receive, message);
    RunResult result = interp_run(m, p, MATCHING_SLICE);
    bool takes = result == RUN_STOPPED && *p->ip == interp_word(OP_remove_message);
    bool accepts = takes || result == RUN_YIELDED;   // who takes that long may take it
    m->reductions = reductions;
    store_abandon(&m->store, mark);
    return accepts;
}
