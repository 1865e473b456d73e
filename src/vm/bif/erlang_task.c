// Small requests to processes: who am I, who leads the group, collect, is the old code gone, are
// you alive.
//
// A real node answers some of them with a message from the process asked. With instant delivery the
// answer lies in the mailbox when the call returns; with async delivery see vm/run/request.h.
#include "vm/run/remote.h"
#include "vm/bif/process_info.h"
#include "vm/run/signal.h"
#include "vm/term/map.h"
#include "vm/world/code_path.h"

static Term erlang_self_0(Process *p, const Term *args) {
    (void)args;
    return p->pid;
}

// --- group leaders -------------------------------------------------------------------------------

static Term erlang_group_leader_0(Process *p, const Term *args) {
    (void)args;
    return p->group_leader;
}

static Term send_leader(Process *p, Term to, Term leader) {
    Signal signal = {.kind = SIGNAL_LEADER, .value = leader, .time = p->time, .object = signal_next_object(p)};
    signal_send(p->machine, p->pid, to, &signal);
    return ATOM(true);
}

// True, or badarg as an atom: erlang:group_leader/2 makes an error of it.
static Term erts_internal_group_leader_2(Process *p, const Term *args) {
    if (p->answered) return process_take_answer(p);
    if (!term_is_pid(args[0]) || !term_is_pid(args[1])) return ATOM(badarg);
    if (!term_is_local_pid(args[1])) return ATOM(true);   // of a node we are not connected to
    if (remote_is(p, args[1])) return send_leader(p, args[1], args[0]);
    Process *of = process_find(p->machine, args[1]);
    if (!of) return ATOM(badarg);
    process_touch(of);
    of->group_leader = args[0];
    return ATOM(true);
}

static void answer(Process *p, Term from, Term message) {
    mailbox_append(p, message, p->time, from, signal_next_object(p));
}

static Term erts_internal_group_leader_3(Process *p, const Term *args) {
    if (!term_is_pid(args[0]) || !term_is_local_pid(args[1]) || !term_is_reference(args[2])) return process_badarg(p);
    answer(p, args[1], heap_tuple2(p->heap, args[2], erts_internal_group_leader_2(p, args)));
    return ATOM(ok);
}

static void reads_own_leader(Process *p, const Term *args, Footprint *out) {
    (void)args;
    footprint_add(out, object_of_process(OBJECT_LEADER, p->pid), ACCESS_READ, 0);
}

static void reads_life(Term pid, Footprint *out) {
    if (term_is_local_pid(pid)) footprint_add(out, object_of_process(OBJECT_PROCESS_LIFE, pid), ACCESS_READ, 0);
}

static void writes_leader(Process *p, const Term *args, Footprint *out) {
    if (!term_is_local_pid(args[1])) return;
    if (remote_is(p, args[1]) && delivery_touches_next(p, args[1], out)) return;
    reads_life(args[1], out);
    footprint_add(out, object_of_process(OBJECT_LEADER, args[1]), ACCESS_WRITE, object_of(OBJECT_LEADER, 0, args[0]));
}

static void gets_answer(Process *p, Footprint *out) {
    uint64_t message = mailbox_message_object(p, p->sent + 1);
    footprint_add(out, object_of_process(OBJECT_MAILBOX, p->pid), ACCESS_SEND, message >> 5);
}

static void writes_leader_and_answers(Process *p, const Term *args, Footprint *out) {
    writes_leader(p, args, out);
    gets_answer(p, out);
}

// --- collecting and checking code: nothing to do, but to say so ----------------------------------

static bool is_collection(Term type) { return term_same(type, ATOM(major)) || term_same(type, ATOM(minor)); }

static Term erts_internal_garbage_collect_1(Process *p, const Term *args) {
    return is_collection(args[0]) ? ATOM(true) : process_badarg(p);
}

static Term erts_internal_check_process_code_1(Process *p, const Term *args) {
    return term_is_atom(args[0]) ? process_boolean(code_is_old_in(p, args[0])) : process_badarg(p);
}

static Term erts_internal_check_dirty_process_code_2(Process *p, const Term *args) {
    if (!term_is_pid(args[0]) || !term_is_atom(args[1])) return process_badarg(p);
    return ATOM(normal);
}

static Term erts_internal_dirty_process_handle_signals_1(Process *p, const Term *args) {
    return term_is_pid(args[0]) ? ATOM(normal) : process_badarg(p);
}

static Term erts_internal_is_process_executing_dirty_1(Process *p, const Term *args) {
    return term_is_pid(args[0]) ? ATOM(false) : process_badarg(p);
}

static bool is_priority(Term priority) {
    uint32_t ignored;
    return term_same(priority, ATOM(inherit)) || priority_from_name(priority, &ignored);
}

// {Type, Id, Argument}: whoever asked gets {Type, Id, Result}.
static Term system_task(Process *p, Term requester, Term target, Term priority, Term operation) {
    if (!remote_is_near(p, target) || !is_priority(priority) || !term_is_tuple_of(operation, 3))
        return process_badarg(p);
    const Term *fields = term_elements(operation);
    bool collect = term_same(fields[0], ATOM(garbage_collect));
    bool valid =
        collect ? is_collection(fields[2]) : term_same(fields[0], ATOM(check_process_code)) && term_is_atom(fields[2]);
    if (!valid) return process_badarg(p);
    const Process *asked = process_find(p->machine, target);
    Term result = process_boolean(asked && (collect || code_is_old_in(asked, fields[2])));
    Signal answer = {.kind = SIGNAL_MESSAGE,
                     .value = heap_tuple3(p->heap, fields[0], fields[1], result),
                     .reference = TERM_NIL,
                     .time = p->time,
                     .object = signal_next_object(p)};
    if (delivery_answers_later(p->machine, target, requester))
        delivery_answer(p->machine, target, requester, &answer);
    else
        signal_send(p->machine, target, requester, &answer);
    return ATOM(ok);
}

static Term erts_internal_request_system_task_3(Process *p, const Term *args) {
    if (p->answered) return process_take_answer(p);
    return system_task(p, p->pid, args[0], args[1], args[2]);
}

static Term erts_internal_request_system_task_4(Process *p, const Term *args) {
    if (p->answered) return process_take_answer(p);
    return system_task(p, args[0], args[1], args[2], args[3]);
}

static void answers(Process *p, Term target, Term requester, Footprint *out) {
    uint64_t answer = mailbox_message_object(p, p->sent + 1);
    reads_life(target, out);
    if (!term_is_local_pid(requester) || delivery_touches_answer(p->machine, target, requester, answer, out)) return;
    if (!delivery_touches(p->machine, target, requester, 0, out))
        footprint_add(out, object_of_process(OBJECT_MAILBOX, requester), ACCESS_SEND, 0);
}

static void asks_process(Process *p, const Term *args, Footprint *out) { answers(p, args[0], p->pid, out); }

static void asks_process_for_another(Process *p, const Term *args, Footprint *out) {
    answers(p, args[1], args[0], out);
}

// --- other requests ------------------------------------------------------------------------------

static Term erts_internal_is_process_alive_2(Process *p, const Term *args) {
    if (!term_is_local_pid(args[0]) || !term_is_reference(args[1])) return process_badarg(p);
    Term alive = process_boolean(process_find(p->machine, args[0]));
    answer(p, args[0], heap_tuple2(p->heap, args[1], alive));
    return ATOM(ok);
}

static void asks_if_alive(Process *p, const Term *args, Footprint *out) {
    reads_life(args[0], out);
    gets_answer(p, out);
}

static Term erts_internal_process_display_2(Process *p, const Term *args) {
    if (p->answered) return process_take_answer(p);
    if (!term_same(args[1], ATOM(backtrace))) return bif_refusal(p, ATOM(badopt));
    Process *of = remote_is_near(p, args[0]) ? process_find(p->machine, args[0]) : NULL;
    if (!of) return ATOM(badarg);
    Text text = {0};
    process_backtrace(of, &text);
    const MachineConfig *config = p->machine->config;
    if (config->error_output) config->error_output(config->output_context, text_string(&text), text.size);
    text_free(&text);
    return ATOM(true);
}

static void displays(Process *p, const Term *args, Footprint *out) {
    out->everything = !term_same(args[0], p->pid);
    footprint_add(out, object_of(OBJECT_OUTPUT, 0, NO_TERM), ACCESS_WRITE, 0);
}

// Whoever has used up its slice lets the others go first.
static Term erlang_bump_reductions_1(Process *p, const Term *args) {
    enum { SLICE = 4000 };
    if (!term_is_small(args[0]) || term_to_small(args[0]) < 0) return process_badarg(p);
    int64_t reductions = term_to_small(args[0]);
    process_touch(p);
    p->reductions += (uint64_t)(reductions < SLICE ? reductions : SLICE);
    if (reductions >= SLICE) p->machine->attention = true;
    return ATOM(true);
}

const Bif erlang_task_bifs[] = {
    BIF(erlang, self, 0, PURE),
    BIF(erlang, group_leader, 0, reads_own_leader),
    BIF(erts_internal, group_leader, 2, writes_leader),
    BIF(erts_internal, group_leader, 3, writes_leader_and_answers),
    BIF(erts_internal, garbage_collect, 1, PURE),
    BIF(erts_internal, check_process_code, 1, PURE),
    BIF(erts_internal, check_dirty_process_code, 2, PURE),
    BIF(erts_internal, dirty_process_handle_signals, 1, PURE),
    BIF(erts_internal, is_process_executing_dirty, 1, PURE),
    BIF(erts_internal, request_system_task, 3, asks_process),
    BIF(erts_internal, request_system_task, 4, asks_process_for_another),
    BIF(erts_internal, is_process_alive, 2, asks_if_alive),
    BIF(erts_internal, process_display, 2, displays),
    BIF(erlang, bump_reductions, 1, PURE),
    {0},
};
