#include "vm/run/request.h"

#include "vm/run/bif.h"
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
        return term_is_local_pid(to) && !term_same(to, p->pid) ? to : NO_TERM;
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

Term request_target(const Process *p) {
    if (delivery_is_idle(p->machine)) return NO_TERM;
    Term to = request_asked(p);
    return !term_is_none(to) && delivery_is_late(p->machine, p->pid, to) ? to : NO_TERM;
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
    p->standing = p->suspended;   // unless somebody suspended it, it goes on
    process_enqueue(p);
    p->machine->granted = p->queued;
}

Term process_take_answer(Process *p) {
    process_touch(p);
    Term answer = p->answer;
    p->answered = false;
    p->answer = TERM_NIL;
    return answer;
}
