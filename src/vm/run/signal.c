#include "vm/run/signal.h"

#include "vm/ets/table.h"
#include "vm/run/glance.h"
#include "vm/run/happened.h"
#include "vm/run/node.h"
#include "vm/run/port.h"
#include "vm/run/quiet.h"
#include "vm/run/remote.h"
#include "vm/run/request.h"
#include "vm/run/tracing.h"
#include "vm/term/map.h"

// In a search with instant delivery processes keep links to those that ended (if signals are handled at once: normally,
// without their taking notice), and monitors of those that ended, or would take the 'DOWN' out of their mailboxes
// again. So what the end of a process touches does not depend on whether that was before. A search over states would
// find more of them.
static bool keeps_what_is_over(const Machine *m) {
    return m->stepping && !m->config->async_delivery && !m->config->stateful;
}

// Not of what is on another node: there an end only begins by sending, whatever it finds.
static bool keeps_of(const Process *p, Term other) {
    return keeps_what_is_over(p->machine) && !delivery_is_far(p->pid, other);
}

// --- names ----------------------------------------------------------------------------------------------

Term name_pid(const Machine *m, Term name) { return map_get(m->globals->names, name); }

Process *name_find(Machine *m, Term name) {
    Term pid = name_pid(m, name);
    return term_is_none(pid) ? NULL : process_find(m, pid);
}

bool name_register(Process *p, Term name) {
    Machine *m = p->machine;
    if (!term_is_none(name_pid(m, name_known(p, name))) || !term_is_nil(p->name)) return false;
    store_touch(&m->store, m->globals);
    process_touch(p);
    m->globals->names = map_put(p->heap, m->globals->names, name_known(p, name), p->pid);
    p->name = name;
    if (tracing_is_on(m)) tracing_does(p, ATOM(register), name);
    return true;
}

void name_unregister(Machine *m, Term name) {
    Process *p = name_find(m, name);
    store_touch(&m->store, m->globals);
    m->globals->names = map_remove(&m->store.heap, m->globals->names, name);
    if (!p) return;
    if (tracing_is_on(m)) tracing_does(p, ATOM(unregister), p->name);
    process_touch(p);
    p->name = TERM_NIL;
}

// --- sending --------------------------------------------------------------------------------------------

bool signal_is_linked(const Process *p, Term other) {
    Term link = map_get(p->links, other);
    return !term_is_none(link) && (term_same(link, ATOM(true)) || term_same(link, ATOM(noconnection)));
}

Term alias_maker(Term reference) { return term_reference_pid(reference); }

Term alias_mode(const Process *p, Term reference) {
    Term mode = map_get(p->aliases, reference);
    return !term_is_none(mode) && term_same(mode, ATOM(false)) ? NO_TERM : mode;
}

Process *alias_find(Machine *m, Term reference) {
    if (term_kind(reference) != KIND_REFERENCE) return NULL;
    Process *p = process_find(m, alias_maker(reference));
    if (!p) return NULL;
    Term mode = alias_mode(p, reference);
    if (term_is_none(mode)) return NULL;
    if (term_same(mode, ATOM(reply_demonitor)) || term_same(mode, ATOM(reply))) {
        process_touch(p);
        p->aliases = map_remove(p->heap, p->aliases, reference);
        if (term_same(mode, ATOM(reply_demonitor))) signal_demonitor(p, reference);
    }
    return p;
}

uint64_t signal_next_object(Process *p) {
    process_touch_run(p);
    return mailbox_message_object(p, ++p->sent);
}

uint64_t signal_answer_object(const Signal *signal) { return object_of(OBJECT_MESSAGE, signal->object, ATOM(ok)); }

static bool is_kill(const Signal *signal) {
    return signal->kind == SIGNAL_EXIT && term_same(signal->value, ATOM(kill));
}

bool signal_ends(const Process *p, Term from, const Signal *signal) {
    if (signal->kind == SIGNAL_LINK_EXIT && !signal_is_linked(p, from)) return false;
    if (signal->kind != SIGNAL_EXIT && signal->kind != SIGNAL_LINK_EXIT) return false;
    return is_kill(signal) || (!p->trap_exit && !term_same(signal->value, ATOM(normal)));
}

// One that changes nothing need not wait.
static bool is_idle(const Process *p, const Signal *signal) {
    bool exit = signal->kind == SIGNAL_EXIT || signal->kind == SIGNAL_LINK_EXIT;
    return exit && !p->trap_exit && term_same(signal->value, ATOM(normal));
}

static bool is_kept(Machine *m, Term from, Term to, const Signal *signal) {
    if (term_same(from, to) || !delivery_is_handled_later(m, from, to)) return false;
    const Process *p = process_find(m, to);
    if (!p || is_idle(p, signal)) return false;
    return delivery_has_queue(m, to) || signal_ends(p, from, signal);
}

// No connection, and nobody who waits for one: to and from processes of the system, and before the first step.
static void return_far(Machine *m, Term from, Term to, const Signal *signal) {
    Signal answer = *signal;
    answer.value = ATOM(noconnection);
    answer.kind = signal->kind == SIGNAL_MONITOR ? SIGNAL_DOWN : SIGNAL_LINK_EXIT;
    if (signal->kind == SIGNAL_MONITOR || signal->kind == SIGNAL_LINK) signal_arrive(m, to, from, &answer);
}

void signal_send(Machine *m, Term from, Term to, const Signal *signal) {
    if (delivery_takes_time(m, from, to))
        delivery_put(m, from, to, signal);
    else if (delivery_is_far(from, to) && term_is_local_pid(from) &&
             !node_reach(m, term_pid_node(from), term_pid_node(to)))
        return_far(m, from, to, signal);
    else if (is_kept(m, from, to, signal))
        delivery_keep(m, from, to, signal);
    else
        signal_arrive(m, from, to, signal);
}

bool signal_waits_for_oneself(const Process *from, Term to) {
    if (!term_is_kind(to, KIND_REFERENCE) || !term_same(alias_maker(to), from->pid)) return false;
    return !term_is_none(alias_mode(from, to)) && delivery_is_handled_later(from->machine, from->pid, from->pid);
}

static void send_to_own_alias(Process *p, Term alias, Term message) {
    Signal signal = {
        .kind = SIGNAL_MESSAGE, .value = message, .reference = alias, .time = p->time, .object = signal_next_object(p)};
    outcome_note_report(p, message);
    delivery_keep_own(p, &signal);
}

// `alias` is nil, or what `to` made and the message was sent to.
static void send_message(Machine *m, Process *from, Term to, Term alias, Term message) {
    if (from) outcome_note_report(from, message);
    if (from && delivery_takes_time(m, from->pid, to)) {
        Signal signal = {.kind = SIGNAL_MESSAGE,
                         .value = message,
                         .reference = alias,
                         .time = from->time,
                         .object = signal_next_object(from)};
        delivery_put(m, from->pid, to, &signal);
        return;
    }
    bool plain = term_is_nil(alias) || term_is_atom(alias);
    Process *target = plain ? process_find(m, to) : alias_find(m, alias);
    if (from && delivery_is_far(from->pid, to) && !node_reach(m, term_pid_node(from->pid), term_pid_node(to)))
        target = NULL, plain = false;
    uint64_t object = from ? signal_next_object(from) : 0;
    uint64_t time = from ? from->time : m->globals->clock;
    if (target)
        mailbox_append(target, message, time, from ? from->pid : TERM_NIL, object);
    else if (plain)
        mailbox_note_unsent(m, to, message, from ? from->pid : TERM_NIL, object);
}

void process_send(Machine *m, Process *from, Term to, Term message) { send_message(m, from, to, TERM_NIL, message); }

bool send_to(Process *from, Term to, Term message) {
    Machine *m = from->machine;
    Term pid = NO_TERM, alias = TERM_NIL;
    to = port_process(m, to);
    if (term_is_local_pid(to)) {
        pid = to;
    } else if (term_is_atom(to)) {
        pid = name_pid(m, name_known(from, to));
        if (term_is_none(pid)) {
            if (tracing_is_on(m)) tracing_sends(from, to, pid, message);
            return false;
        }
    } else if (term_is_reference(to)) {
        alias = to;
        if (term_kind(to) == KIND_REFERENCE) pid = alias_maker(to);
    } else if (term_is_tuple_of(to, 2)) {
        const Term *elements = term_elements(to);
        if (!term_is_atom(elements[0]) || !term_is_atom(elements[1])) return false;
        if (term_same(elements[1], node_of(from))) {
            pid = name_pid(m, name_known(from, elements[0]));
        } else {
            pid = remote_target(from, elements[0], elements[1]);
            alias = elements[0];
        }
    } else if (!term_is_pid(to) && !term_is_port(to)) {
        return false;
    }
    if (!term_is_none(pid)) happened_note(m, HAPPENED_SEND, from->pid, pid, message);
    if (tracing_is_on(m)) tracing_sends(from, to, pid, message);
    if (signal_waits_for_oneself(from, to))
        send_to_own_alias(from, to, message);
    else if (!term_is_none(pid))
        send_message(m, from, pid, alias, message);
    if (!term_is_none(pid) && term_same(pid, from->pid)) glance_note_all(from);
    return true;
}

static void message_arrives(Process *p, Term from, const Signal *signal) {
    if (term_is_nil(signal->reference) || alias_find(p->machine, signal->reference))
        mailbox_append(p, signal->value, signal->time, from, signal->object);
}

// --- links ----------------------------------------------------------------------------------------------
//
// Each end of a link has its own view of it. Whoever unlinks ignores what the other end does with the link until that
// has confirmed it: a link or an exit signal that was under way then is of the old link.

static void add_link(Process *p, Term other) {
    process_touch(p);
    p->links = map_put(p->heap, p->links, other, ATOM(true));
}

static void remove_link(Process *p, Term other) {
    process_touch(p);
    p->links = map_remove(p->heap, p->links, other);
}

static void stop_unlinking(Process *p, Term other) {
    if (map_count(p->unlinking) == 0) return;
    process_touch(p);
    p->unlinking = map_remove(p->heap, p->unlinking, other);
}

void signal_link_child(Process *parent, Process *child) {
    add_link(parent, child->pid);
    add_link(child, parent->pid);
}

void signal_link(Process *p, Term other) {
    if (tracing_is_on(p->machine)) tracing_does(p, ATOM(link), other);
    Signal link = {.kind = SIGNAL_LINK, .time = p->time, .object = signal_next_object(p)};
    add_link(p, other);
    stop_unlinking(p, other);
    signal_send(p->machine, p->pid, other, &link);
}

static void refuse_link(Machine *m, Term from, Term to, const Signal *link) {
    Signal refusal = {
        .kind = SIGNAL_LINK_EXIT, .value = ATOM(noproc), .time = link->time, .object = signal_answer_object(link)};
    signal_send(m, to, from, &refusal);
}

static void link_arrives(Process *p, Term from, const Signal *link) {
    if (!term_is_none(map_get(p->unlinking, from))) return;
    if (!p->closed && tracing_is_on(p->machine)) tracing_undergoes(p, ATOM(getting_linked), from, link->object);
    process_touch(p);
    p->links = map_put(p->heap, p->links, from, p->closed ? ATOM(noproc) : ATOM(true));
}

static Term unlink_id(const Signal *unlink) { return term_small((int64_t)(unlink->object >> 5)); }

void signal_unlink(Process *p, Term other) {
    if (!signal_is_linked(p, other)) return;
    if (tracing_is_on(p->machine)) tracing_does(p, ATOM(unlink), other);
    Signal unlink = {.kind = SIGNAL_UNLINK, .time = p->time, .object = signal_next_object(p)};
    bool lost = term_same(map_get(p->links, other), ATOM(noconnection));   // and it has not been told yet
    remove_link(p, other);
    if (lost) return;
    if (delivery_is_late(p->machine, p->pid, other))
        p->unlinking = map_put(p->heap, p->unlinking, other, unlink_id(&unlink));
    signal_send(p->machine, p->pid, other, &unlink);
}

static void confirm_unlink(Machine *m, Term from, Term to, const Signal *unlink) {
    const Process *p = process_find(m, from);
    bool awaited = p && map_count(p->unlinking) > 0;
    if (!awaited && !delivery_takes_time(m, to, from)) return;
    Signal unlinked = {.kind = SIGNAL_UNLINKED,
                       .value = unlink_id(unlink),
                       .time = unlink->time,
                       .object = signal_answer_object(unlink)};
    signal_send(m, to, from, &unlinked);
}

static void unlink_arrives(Process *p, Term from, const Signal *unlink) {
    if (tracing_is_on(p->machine) && signal_is_linked(p, from))
        tracing_undergoes(p, ATOM(getting_unlinked), from, unlink->object);
    remove_link(p, from);
    confirm_unlink(p->machine, from, p->pid, unlink);
}

static void unlinked_arrives(Process *p, Term from, const Signal *unlinked) {
    Term id = map_get(p->unlinking, from);
    if (!term_is_none(id) && term_identical(id, unlinked->value)) stop_unlinking(p, from);
}

// Where signals take no time, both ends see the same.
uint64_t signal_link_object(const Machine *m, Term end, Term other) {
    uint64_t one = term_pid_index(end), two = term_pid_index(other);
    if (delivery_takes_time(m, end, other)) return object_of(OBJECT_LINKS, one + 1, other);
    return object_of(OBJECT_LINKS, one < two ? one << 32 | two : two << 32 | one, ATOM(link));
}

// --- monitors -------------------------------------------------------------------------------------------

uint64_t signal_down_object(Term reference) { return object_of(OBJECT_MESSAGE, 1, reference); }
uint64_t signal_demonitor_object(Term reference) { return object_of(OBJECT_MESSAGE, 3, reference); }
uint64_t signal_monitor_object(Term reference) { return object_of(OBJECT_LINKS, 0, reference); }

uint64_t signal_relations_object(Term pid) { return object_of(OBJECT_RELATIONS, term_pid_index(pid), NO_TERM); }

void signal_touches_relations(Term pid, Footprint *out) {
    if (!term_is_local_pid(pid)) return;
    uint64_t relations = signal_relations_object(pid);
    for (uint32_t i = 0; i < out->count; i++)
        if (out->items[i].object == relations && out->items[i].kind == ACCESS_UPDATE) return;
    footprint_add_settled(out, relations, ACCESS_UPDATE, 0);
}

static Term down_message(Heap *heap, const Signal *signal) {
    Term down = heap_tuple(heap, 5);
    Term *fields = term_elements(down);
    fields[0] = signal->tag;
    fields[1] = signal->reference;
    fields[2] = term_is_port(signal->item) ? ATOM(port) : ATOM(process);
    fields[3] = signal->item;
    fields[4] = signal->value;
    return down;
}

// Whether an alias ends when the monitor does that it was made with; `mode` is none where there is no alias.
static bool is_lost_with_monitor(Term mode) { return !term_is_none(mode) && !term_same(mode, ATOM(explicit_unalias)); }

// An alias that a 'DOWN' has ended is kept as such, so that the end of its maker touches the same, whichever came
// first.
static void end_alias(Process *p, Term reference) {
    process_touch(p);
    if (keeps_what_is_over(p->machine))
        p->aliases = map_put(p->heap, p->aliases, reference, ATOM(false));
    else
        p->aliases = map_remove(p->heap, p->aliases, reference);
}

static void append_down(Process *to, Term from, const Signal *signal) {
    if (is_lost_with_monitor(alias_mode(to, signal->reference))) end_alias(to, signal->reference);
    mailbox_append(to, down_message(to->heap, signal), signal->time, from, signal->object);
}

static Signal down_signal(const Signal *monitor, Term reason, uint64_t time) {
    return (Signal){.kind = SIGNAL_DOWN,
                    .value = reason,
                    .reference = monitor->reference,
                    .item = monitor->item,
                    .tag = monitor->tag,
                    .time = time,
                    .object = signal_down_object(monitor->reference)};
}

// The watcher's side of a new monitor.
static Signal begin_monitor(Process *p, Term target, Term item, Term tag, Term alias_option) {
    Signal monitor = {.kind = SIGNAL_MONITOR,
                      .reference = process_new_reference(p),
                      .item = item,
                      .tag = tag,
                      .time = p->time,
                      .object = signal_next_object(p)};
    if (!term_is_nil(alias_option)) p->aliases = map_put(p->heap, p->aliases, monitor.reference, alias_option);
    if (!term_is_none(target))
        p->monitors = map_put(p->heap, p->monitors, monitor.reference,
                              delivery_is_far(p->pid, target) ? heap_tuple3(p->heap, target, item, tag)
                                                              : heap_tuple2(p->heap, target, item));
    return monitor;
}

Term signal_monitor(Process *p, Term target, Term item, Term tag, Term alias_option) {
    Signal monitor = begin_monitor(p, target, item, tag, alias_option);
    if (term_is_none(target)) {
        Signal down = down_signal(&monitor, ATOM(noproc), p->time);
        append_down(p, TERM_NIL, &down);
    } else {
        signal_send(p->machine, p->pid, target, &monitor);
    }
    return monitor.reference;
}

Term signal_monitor_child(Process *parent, Process *child, Term tag, Term alias_option) {
    Signal monitor = begin_monitor(parent, child->pid, child->pid, tag, alias_option);
    signal_arrive(parent->machine, parent->pid, child->pid, &monitor);
    return monitor.reference;
}

// Monitors of a process that are over, which p keeps: a new one has to do with the end of p as well.
static void forget_kept(Process *p, const Process *watcher) {
    Term reference, kept;
    MapIterator it;
    for (map_iterate(&it, p->watchers); map_next(&it, &reference, &kept);)
        if (term_same(term_elements(kept)[0], watcher->pid) && term_is_none(map_get(watcher->monitors, reference)))
            p->watchers = map_remove(p->heap, p->watchers, reference);
}

static void monitor_arrives(Process *p, Term from, const Signal *monitor) {
    process_touch(p);
    const Process *maker = process_find(p->machine, from);
    if (maker && keeps_what_is_over(p->machine)) forget_kept(p, maker);
    Term watcher = heap_tuple3(p->heap, from, monitor->item, monitor->tag);
    p->watchers = map_put(p->heap, p->watchers, monitor->reference, watcher);
}

static void refuse_monitor(Machine *m, Term from, Term to, const Signal *monitor) {
    Signal down = down_signal(monitor, ATOM(noproc), monitor->time);
    if (delivery_refuses_later(m, to, from))
        delivery_answer(m, to, from, &down);
    else
        signal_send(m, to, from, &down);
}

static void send_demonitor(Process *p, Term reference, Term monitor) {
    Signal demonitor = {.kind = SIGNAL_DEMONITOR,
                        .reference = reference,
                        .time = p->time,
                        .object = signal_demonitor_object(reference)};
    signal_send(p->machine, p->pid, term_elements(monitor)[0], &demonitor);
}

// The watcher's side of the end of a monitor. NO_TERM: there was none, else what it watched.
static Term end_monitor(Process *p, Term reference) {
    Term monitor = map_get(p->monitors, reference);
    if (is_lost_with_monitor(map_get(p->aliases, reference))) {
        process_touch(p);
        p->aliases = map_remove(p->heap, p->aliases, reference);
    }
    if (term_is_none(monitor)) return monitor;
    process_touch(p);
    p->monitors = map_remove(p->heap, p->monitors, reference);
    return monitor;
}

// Where signals are handled later, the other side is not told: it would make no difference but to what its end touches,
// and to how many states there are.
bool signal_demonitor(Process *p, Term reference) {
    Term monitor = end_monitor(p, reference);
    if (term_is_none(monitor)) return false;
    Term target = term_elements(monitor)[0];
    bool needless = delivery_is_handled_later(p->machine, p->pid, target) && !delivery_is_far(p->pid, target) &&
                    !p->machine->config->stateful;
    if (!needless) send_demonitor(p, reference, monitor);
    return true;
}

static void demonitor_arrives(Process *p, const Signal *demonitor) {
    process_touch(p);
    p->watchers = map_remove(p->heap, p->watchers, demonitor->reference);
}

// Who will take the 'DOWN' out of its mailbox again does not mind when it comes, so that to a search it is sent either
// way.
static void down_arrives(Process *p, Term from, const Signal *down) {
    if (term_is_none(map_get(p->monitors, down->reference))) {
        if (keeps_of(p, from) && !p->machine->teller)
            mailbox_note_unsent(p->machine, p->pid, down_message(p->heap, down), from, down->object);
        return;
    }
    process_touch(p);
    p->monitors = map_remove(p->heap, p->monitors, down->reference);
    append_down(p, from, down);
}

static bool is_down(Term message, Term reference) {
    return term_is_tuple_of(message, 5) && term_identical(term_elements(message)[1], reference);
}

bool signal_has_down(const Process *p, Term reference) {
    for (Term link = p->first; !term_is_nil(link); link = term_words(link)[MESSAGE_NEXT])
        if (is_down(term_words(link)[MESSAGE_VALUE], reference)) return true;
    return false;
}

void signal_flush_down(Process *p, Term reference) {
    Term before = TERM_NIL;
    for (Term link = p->first; !term_is_nil(link); link = term_words(link)[MESSAGE_NEXT]) {
        if (is_down(term_words(link)[MESSAGE_VALUE], reference)) {
            process_touch(p);
            mailbox_unlink(p, before, link);
            glance_note_flushed(p, before);
            return;
        }
        before = link;
    }
}

void signal_demonitor_flush(Process *p, Term reference) {
    Term monitor = end_monitor(p, reference);
    if (term_is_none(monitor)) {
        signal_flush_down(p, reference);
        return;
    }
    const Process *watched = process_find(p->machine, term_elements(monitor)[0]);
    bool served = quiet_serves(p) || (watched && quiet_serves(watched));
    if (served || !keeps_of(p, term_elements(monitor)[0])) send_demonitor(p, reference, monitor);
}

// --- suspending -----------------------------------------------------------------------------------------

static void set_suspending(Process *p, Term other, int64_t count) {
    process_touch(p);
    p->suspending =
        count ? map_put(p->heap, p->suspending, other, term_small(count)) : map_remove(p->heap, p->suspending, other);
}

int64_t signal_times_suspended(const Process *p, Term other) {
    Term count = map_get(p->suspending, other);
    return term_is_none(count) ? 0 : term_to_small(count);
}

void signal_suspend(Process *p, Process *other) {
    set_suspending(p, other->pid, signal_times_suspended(p, other->pid) + 1);
    process_touch(other);
    other->suspended++;
    process_dequeue(other);
}

void signal_resume(Process *p, Term pid, int64_t times) {
    Process *other = process_find(p->machine, pid);
    set_suspending(p, pid, signal_times_suspended(p, pid) - times);
    if (!other) return;
    process_touch(other);
    other->suspended -= (uint32_t)times;
    if (other->suspended > 0) return;
    process_release(other, signal_next_object(p));
    bool waits = other->status == PROCESS_WAITING && !other->timed_out;
    if (waits && term_is_nil(mailbox_peek(other))) return;
    other->status = PROCESS_WAITING;
    process_enqueue(other);
}

static void resume_all(Process *p) {
    Term other, count;
    MapIterator it;
    for (map_iterate(&it, p->suspending); map_next(&it, &other, &count);) signal_resume(p, other, term_to_small(count));
}

// --- exits ----------------------------------------------------------------------------------------------

void signal_end(Process *p, Term reason) {
    process_touch_run(p);
    p->trace = TERM_NIL;   // of an exception that it caught
    process_exit(p, reason);
}

uint64_t signal_exit_object(Term from, Term to) {
    return object_of(OBJECT_MESSAGE, (uint64_t)term_to_small(term_small((int64_t)from.bits)) << 1 | 1, to);
}

void signal_exit(Process *p, Term to, Term alias, Term reason) {
    Signal exit = {
        .kind = SIGNAL_EXIT, .value = reason, .reference = alias, .time = p->time, .object = signal_next_object(p)};
    signal_send(p->machine, p->pid, to, &exit);
}

static Term exit_message(Machine *m, Term from, const Signal *signal) {
    return heap_tuple3(&m->store.heap, ATOM(EXIT), port_seen(m, from), signal->value);
}

Term signal_message(Machine *m, Term from, Term to, const Signal *signal) {
    bool exit = signal->kind == SIGNAL_EXIT || signal->kind == SIGNAL_LINK_EXIT;
    if (signal->kind == SIGNAL_MESSAGE) return signal->value;
    if (signal->kind == SIGNAL_DOWN) return down_message(&m->store.heap, signal);
    return exit && !is_kill(signal) && process_traps(m, to) ? exit_message(m, from, signal) : NO_TERM;
}

// To a search the message of an exit signal is sent to whoever traps exits, linked or not, alive or not: so what the
// end of a process touches does not depend on that.
static void note_unsent_exit(Machine *m, Term from, Term to, const Signal *signal) {
    Term message = signal_message(m, from, to, signal);
    if (term_is_none(message) || m->teller || !delivery_is_handled_later(m, from, to)) return;
    if (delivery_is_far(from, to)) return;
    mailbox_note_unsent(m, to, message, from, signal->object);
}

static void exit_arrives(Process *p, Term from, const Signal *signal) {
    Machine *m = p->machine;
    Term reason = signal->value;
    bool kill = is_kill(signal);
    if (!kill && p->trap_exit) {
        mailbox_append(p, exit_message(m, from, signal), signal->time, from, signal->object);
        return;
    }
    if (term_same(reason, ATOM(normal)) && !term_same(from, p->pid)) return;
    if (kill) reason = ATOM(killed);
    outcome_note_signal(p, from, reason);
    if (p == m->current) {   // the interpreter ends it as soon as the built-in returns
        process_touch(p);
        p->exit_reason = reason;
        p->dying = true;
        m->attention = true;
        return;
    }
    signal_end(p, reason);
}

void signal_kill(Process *p, Term to) {
    Signal kill = {.kind = SIGNAL_EXIT,
                   .value = ATOM(kill),
                   .reference = TERM_NIL,
                   .time = p->time,
                   .object = signal_next_object(p)};
    signal_arrive(p->machine, p->pid, to, &kill);
}

static void alias_exit_arrives(Process *p, Term from, const Signal *signal) {
    if (term_is_nil(signal->reference) || alias_find(p->machine, signal->reference)) exit_arrives(p, from, signal);
}

// A link that is over is kept as such, so that the end of this process touches the same, whichever came first.
static void end_link(Process *p, Term other, bool noticed) {
    bool keeps =
        keeps_of(p, other) && !quiet_serves(p) && (!noticed || delivery_is_handled_later(p->machine, other, p->pid));
    process_touch(p);
    p->links = keeps ? map_put(p->heap, p->links, other, ATOM(false)) : map_remove(p->heap, p->links, other);
}

static void link_exit_arrives(Process *p, Term from, const Signal *signal) {
    stop_unlinking(p, from);
    if (!signal_is_linked(p, from)) {
        note_unsent_exit(p->machine, from, p->pid, signal);
        return;
    }
    bool lives = p->trap_exit || term_same(signal->value, ATOM(normal));
    if (lives && tracing_is_on(p->machine)) tracing_undergoes(p, ATOM(getting_unlinked), from, signal->object);
    end_link(p, from, !term_same(signal->value, ATOM(normal)) || p->trap_exit);
    exit_arrives(p, from, signal);
}

void signal_unable_to_link(Process *p, Term other, Term reason) {
    Signal signal = {.kind = SIGNAL_LINK_EXIT, .value = reason, .time = p->time, .object = signal_next_object(p)};
    exit_arrives(p, other, &signal);
}

void signal_tell_watcher(Process *p, Term reference, Term watcher, Term reason) {
    const Term *fields = term_elements(watcher);
    Signal monitor = {.reference = reference, .item = fields[1], .tag = fields[2]};
    Signal down = down_signal(&monitor, reason, p->time);
    signal_send(p->machine, p->pid, fields[0], &down);
}

void signal_tell_link(Process *p, Term other, Term reason) {
    Signal signal = {
        .kind = SIGNAL_LINK_EXIT, .value = reason, .time = p->time, .object = signal_exit_object(p->pid, other)};
    signal_send(p->machine, p->pid, other, &signal);
}

static void tell_watchers(Process *p, Term reason) {
    Term reference, watcher;
    MapIterator it;
    for (map_iterate(&it, p->watchers); map_next(&it, &reference, &watcher);)
        signal_tell_watcher(p, reference, watcher, reason);
}

static void tell_links(Process *p, Term reason) {
    Term other, value;
    MapIterator it;
    for (map_iterate(&it, p->links); map_next(&it, &other, &value);) signal_tell_link(p, other, reason);
}

static void forget_monitors(Process *p) {
    Term reference, monitor;
    MapIterator it;
    for (map_iterate(&it, p->monitors); map_next(&it, &reference, &monitor);)
        if (!keeps_of(p, term_elements(monitor)[0])) send_demonitor(p, reference, monitor);
}

void signal_process_ended(Process *p, Term reason) {
    Machine *m = p->machine;
    if (!term_is_nil(p->name)) name_unregister(m, name_known(p, p->name));
    tables_owner_exits(m->tables, p);
    forget_monitors(p);
    if (map_count(p->links) > 0) tell_links(p, reason);
    if (map_count(p->suspending) > 0) resume_all(p);
    if (map_count(p->watchers) > 0) tell_watchers(p, reason);
}

// --- arriving -------------------------------------------------------------------------------------------

static void arrive_at_nobody(Machine *m, Term from, Term to, const Signal *signal) {
    switch (signal->kind) {
    case SIGNAL_LINK: refuse_link(m, from, to, signal); break;
    case SIGNAL_UNLINK: confirm_unlink(m, from, to, signal); break;
    case SIGNAL_MONITOR: refuse_monitor(m, from, to, signal); break;
    case SIGNAL_REQUEST: request_arrives(m, from, to, signal); break;
    case SIGNAL_SPAWNED: remote_refused(m, from, to, signal); break;
    case SIGNAL_MESSAGE:
        if (term_is_nil(signal->reference)) mailbox_note_unsent(m, to, signal->value, from, signal->object);
        break;
    case SIGNAL_DOWN: mailbox_note_unsent(m, to, down_message(&m->store.heap, signal), from, signal->object); break;
    case SIGNAL_EXIT:
    case SIGNAL_LINK_EXIT: note_unsent_exit(m, from, to, signal); break;
    default: break;
    }
}

void signal_arrive(Machine *m, Term from, Term to, const Signal *signal) {
    Process *p = process_find(m, to);
    if (!p || p->status == PROCESS_EXITED) {
        arrive_at_nobody(m, from, to, signal);
        return;
    }
    switch (signal->kind) {
    case SIGNAL_MESSAGE: message_arrives(p, from, signal); break;
    case SIGNAL_EXIT: alias_exit_arrives(p, from, signal); break;
    case SIGNAL_LINK: link_arrives(p, from, signal); break;
    case SIGNAL_UNLINK: unlink_arrives(p, from, signal); break;
    case SIGNAL_UNLINKED: unlinked_arrives(p, from, signal); break;
    case SIGNAL_LINK_EXIT: link_exit_arrives(p, from, signal); break;
    case SIGNAL_MONITOR: monitor_arrives(p, from, signal); break;
    case SIGNAL_DEMONITOR: demonitor_arrives(p, signal); break;
    case SIGNAL_DOWN: down_arrives(p, from, signal); break;
    case SIGNAL_REQUEST: request_arrives(m, from, to, signal); break;
    case SIGNAL_ANSWER: request_answer_arrives(p, signal); break;
    case SIGNAL_SPAWN: break;
    case SIGNAL_LEADER:
        process_touch(p);
        p->group_leader = signal->value;
        break;
    case SIGNAL_SPAWNED: remote_spawned(m, p, from, signal); break;
    }
}
