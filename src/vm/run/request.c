#include "vm/run/request.h"

#include "vm/run/bif.h"
#include "vm/run/glance.h"
#include "vm/run/quiet.h"
#include "vm/run/signal.h"

static const struct {
    Term module, function;
    uint32_t arity, target;   // target: which argument says who is asked
} requests[] = {
    {ATOM_INIT(erlang), ATOM_INIT(process_info), 1, 0},
    {ATOM_INIT(erlang), ATOM_INIT(process_info), 2, 0},
    {ATOM_INIT(erlang), ATOM_INIT(is_process_alive), 1, 0},
    {ATOM_INIT(erts_internal), ATOM_INIT(group_leader), 2, 1},
    {ATOM_INIT(erts_internal), ATOM_INIT(process_flag), 3, 0},
    {ATOM_INIT(erts_internal), ATOM_INIT(process_display), 2, 0},
    {ATOM_INIT(erts_internal), ATOM_INIT(suspend_process), 2, 0},
    {ATOM_INIT(erts_internal), ATOM_INIT(request_system_task), 3, 0},
    {ATOM_INIT(erts_internal), ATOM_INIT(request_system_task), 4, 1},
};

static const Export *export_before(const Process *p) {
    const Export *export;
    memcpy(&export, p->ip + 1, sizeof export);
    return export;
}

static bool is_bif_call(const Process *p) {
    return interp_stands_at(p, OP_call_bif) || interp_stands_at(p, OP_call_bif_last) ||
           interp_stands_at(p, OP_call_bif_only);
}

// Who else is asked by a call. NO_TERM: nobody.
static Term asked_by(const Process *p, const Export *export, const Term *args) {
    if (!term_same(export->module, ATOM(erlang)) && !term_same(export->module, ATOM(erts_internal))) return NO_TERM;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        if (!term_same(export->function, requests[i].function) || export->arity != requests[i].arity ||
            !term_same(export->module, requests[i].module))
            continue;
        Term to = args[requests[i].target];
        bool near = term_is_local_pid(to) && term_pids_are_near(to, p->pid);
        return near && !term_same(to, p->pid) ? to : NO_TERM;
    }
    return NO_TERM;
}

bool request_takes_time(const Process *p, const Export *export, const Term *args) {
    if (delivery_is_idle(p->machine)) return false;
    Term to = asked_by(p, export, args);
    return !term_is_none(to) && delivery_is_late(p->machine, p->pid, to);
}

Term request_asked(const Process *p) {
    return p->answered || p->unbegun || !is_bif_call(p) ? NO_TERM : asked_by(p, export_before(p), p->stack - p->live);
}

// --- answers that others see ----------------------------------------------------------------------------

static bool is_shown(const Process *p) {
    return request_shows_answers(p->machine) && term_same(export_before(p)->function, ATOM(process_info));
}

// Who is not there when it is asked sends no answer.
static bool leaves_message(const Process *p, Term asked) {
    if (!is_shown(p)) return false;
    const Process *other = process_find(p->machine, asked);
    return p->asking || (other && !quiet_serves(other));
}

void request_touches_answer(const Process *p, Term asked, uint64_t answer, Footprint *out) {
    uint64_t mailbox = object_of(OBJECT_MAILBOX, term_pid_index(p->pid), NO_TERM);
    if (leaves_message(p, asked)) footprint_add_settled(out, mailbox, ACCESS_SEND, answer >> 5);
}

void request_touches_message(const Process *p, Term asked, Footprint *out) {
    uint64_t mailbox = object_of(OBJECT_MAILBOX, term_pid_index(p->pid), NO_TERM);
    Signal request = {.object = mailbox_message_object(p, p->sent + 1)};
    if (p->answer_message)
        footprint_add_settled(out, mailbox, ACCESS_AWAIT, p->answer_message);
    else if (!term_is_none(asked))
        request_touches_answer(p, asked, signal_answer_object(&request), out);
}

static void put_message(Process *p, const Signal *answer) {
    Term message = heap_tuple2(p->heap, process_new_reference(p), answer->value);
    mailbox_append(p, message, answer->time, TERM_NIL, answer->object);
    p->answer_message = (uint64_t)term_to_small(term_words(p->last)[MESSAGE_OBJECT]);
}

void request_take_message(Process *p) {
    Term before = TERM_NIL, link = p->first;
    while ((uint64_t)term_to_small(term_words(link)[MESSAGE_OBJECT]) != p->answer_message) {
        before = link;
        link = term_words(link)[MESSAGE_NEXT];
    }
    process_touch(p);
    p->answer_message = 0;
    mailbox_unlink(p, before, link);
    glance_note_taken(p, before);
}

// --- questions ------------------------------------------------------------------------------------------

Term request_target(const Process *p) {
    const Machine *m = p->machine;
    if (delivery_is_idle(m) && !request_shows_answers(m)) return NO_TERM;
    Term to = request_asked(p);
    if (term_is_none(to)) return to;
    return leaves_message(p, to) || delivery_is_late(m, p->pid, to) ? to : NO_TERM;
}

void request_send(Process *p, Term to) {
    Signal request = {.kind = SIGNAL_REQUEST, .time = p->time, .object = signal_next_object(p)};
    process_dequeue(p);
    p->asking = true;
    signal_send(p->machine, p->pid, to, &request);
}

void request_footprint(Process *p, Footprint *out) { export_before(p)->bif->footprint(p, p->stack - p->live, out); }

void request_arrives(Machine *m, Term from, Term to, const Signal *request) {
    Process *p = process_find(m, from);
    if (!p) return;
    Term value = export_before(p)->bif->call(p, p->stack - p->live);
    Signal answer = {.kind = SIGNAL_ANSWER,
                     .value = value,
                     .item = process_boolean(term_is_none(value)),
                     .time = request->time,
                     .object = signal_answer_object(request)};
    signal_send(m, to, from, &answer);
}

void request_answer_arrives(Process *p, const Signal *answer) {
    process_touch(p);
    process_release(p, answer->object);
    p->asking = false;
    p->answered = true;
    p->answer = term_same(answer->item, ATOM(true)) ? NO_TERM : answer->value;
    bool seen = !term_is_none(p->answer) && is_shown(p);
    if (seen) put_message(p, answer);
    p->standing = seen || p->suspended;   // unless somebody suspended it, it goes on
    process_enqueue(p);
    p->machine->granted = p->queued && !seen;
}

Term process_take_answer(Process *p) {
    process_touch(p);
    Term answer = p->answer;
    p->answered = false;
    p->answer = TERM_NIL;
    return answer;
}
