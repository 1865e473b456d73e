// Sending, linking, monitoring, registering, exiting, timers: all that processes do to each other.
#include "vm/run/bif.h"
#include "vm/run/estate.h"
#include "vm/run/node.h"
#include "vm/run/port.h"
#include "vm/run/quiet.h"
#include "vm/run/remote.h"
#include "vm/run/signal.h"
#include "vm/run/timer.h"
#include "vm/term/map.h"
#include "vm/term/number.h"

// --- footprints -----------------------------------------------------------------------------------------

static uint64_t life_of(Term pid) { return object_of(OBJECT_PROCESS_LIFE, term_pid_index(pid), NO_TERM); }
static uint64_t mailbox_of(Term pid) { return object_of(OBJECT_MAILBOX, term_pid_index(pid), NO_TERM); }
static uint64_t name_object(const Process *p, Term name) { return object_of(OBJECT_NAME, 0, name_known(p, name)); }

static uint64_t next_object(const Process *p) { return mailbox_message_object(p, p->sent + 1); }

// Who is told that it is not watched any more.
static void touches_watched(Term pid, Footprint *out) {
    footprint_add(out, life_of(pid), ACCESS_READ, 0);
    signal_touches_relations(pid, out);
}

// Some aliases are used up by a message, and a monitor with them. The end of the maker finds only those that are left,
// so to use one up is to see that the maker lives.
static void alias_footprint(Machine *m, Term alias, Footprint *out) {
    const Process *maker = process_find(m, alias_maker(alias));
    Term mode = maker ? alias_mode(maker, alias) : NO_TERM;
    bool with_monitor = !term_is_none(mode) && term_same(mode, ATOM(reply_demonitor));
    bool once = with_monitor || (!term_is_none(mode) && term_same(mode, ATOM(reply)));
    footprint_add(out, signal_monitor_object(alias), once ? ACCESS_WRITE : ACCESS_READ, 0);
    if (once) footprint_add(out, life_of(maker->pid), ACCESS_READ, 0);
    if (!with_monitor) return;
    Term monitor = map_get(maker->monitors, alias);
    signal_touches_relations(maker->pid, out);
    bool told = !term_is_none(monitor) && !delivery_is_handled_later(m, maker->pid, term_elements(monitor)[0]);
    if (told) touches_watched(term_elements(monitor)[0], out);
}

// A server of the system acts within the step that sends to it. What it does is noted when it does it, and may be
// anything before.
static void serve_footprint(Machine *m, const Process *server, Footprint *out) {
    if (quiet_passes_text(server)) return;
    footprint_add(out, object_of(OBJECT_SERVER, term_pid_index(server->pid), NO_TERM), ACCESS_WRITE, 0);
    out->everything |= !m->acting;
}

// Who gets what is sent to a pid, port or alias.
static Term send_target(const Machine *m, Term to) {
    return term_is_kind(to, KIND_REFERENCE) ? alias_maker(to) : port_process(m, to);
}

void send_footprint(Machine *m, Term to, uint64_t message, Footprint *out) {
    to = send_target(m, to);
    const Process *receiver = process_find(m, to);
    if (receiver && quiet_serves(receiver))
        serve_footprint(m, receiver, out);
    else if (term_is_local_pid(to))
        footprint_add_settled(out, mailbox_of(to), ACCESS_SEND, message >> 5);
}

static bool is_name_of(Term to, Term node) {
    return term_is_tuple_of(to, 2) && term_is_atom(term_elements(to)[0]) && term_same(term_elements(to)[1], node);
}

// Where a name on another node leads for the time being, and what finding that out touches.
static Term far_target(const Process *p, Term to, Footprint *out) {
    if (!term_is_tuple_of(to, 2)) return to;
    Term name = term_elements(to)[0], node = term_elements(to)[1];
    if (!term_is_atom(name) || !term_is_atom(node)) return NO_TERM;
    Term target = remote_target(p, name, node);
    if (term_is_none(target)) return target;
    Machine *m = p->machine;
    footprint_add(out, object_of(OBJECT_NAME, 0, node_private(m, term_pid_node(target), name)), ACCESS_READ, 0);
    uint32_t now = node_now(m, node);
    if (m->has_faults && now != NODE_ELSEWHERE) footprint_add(out, node_life_object(now), ACCESS_READ, 0);
    return target;
}

// The same of whatever may be given.
static Term target_for(const Process *p, Term to, Footprint *out) {
    if (is_name_of(to, node_of(p))) to = term_elements(to)[0];
    if (!term_is_atom(to)) return term_is_tuple_of(to, 2) ? far_target(p, to, out) : send_target(p->machine, to);
    footprint_add(out, name_object(p, to), ACCESS_READ, 0);
    return name_pid(p->machine, name_known(p, to));
}

void footprint_send(Process *p, const Term *args, Footprint *out) {
    Term to = target_for(p, args[0], out);
    if (delivery_touches_next(p, to, out)) return;
    if (signal_waits_for_oneself(p, args[0])) {
        footprint_add(out, signal_monitor_object(args[0]), ACCESS_READ, 0);
        delivery_touches_unhandled(p->machine, p->pid, p->pid, next_object(p), true, out);
        return;
    }
    if (term_is_kind(args[0], KIND_REFERENCE)) alias_footprint(p->machine, args[0], out);
    const Process *receiver = process_find(p->machine, to);
    if (receiver && quiet_takes_text(receiver, args[1])) return;
    send_footprint(p->machine, to, next_object(p), out);
}

// Who links to or watches a process that is not there is told so at once.
static void told_if_gone(Process *p, bool gone, uint64_t message, Footprint *out) {
    if (gone) footprint_add_settled(out, mailbox_of(p->pid), ACCESS_SEND, message >> 5);
}

// The link of two processes, whoever asks for it. Ends mind it through the lives.
static void touches_link(Process *p, Term other, bool linked, Footprint *out) {
    signal_touches_relations(p->pid, out);
    if (remote_is(p, other)) {
        delivery_touches_next(p, other, out);
        footprint_add(out, signal_link_object(p->machine, p->pid, other), ACCESS_WRITE, 0);
        return;
    }
    signal_touches_relations(other, out);
    if (!term_is_local_pid(other)) return;
    bool later = delivery_is_handled_later(p->machine, p->pid, other);
    if (linked || later)
        footprint_add(out, life_of(other), ACCESS_READ, 0);
    else
        footprint_add_settled(out, life_of(other), ACCESS_READ, 0);
    if (delivery_touches_next(p, other, out)) {
        footprint_add(out, signal_link_object(p->machine, p->pid, other), ACCESS_WRITE, 0);
        return;
    }
    uint64_t link = signal_link_object(p->machine, p->pid, other);
    if (later)
        footprint_add(out, link, ACCESS_WRITE, linked ? 1 : 2);
    else
        footprint_add_settled(out, link, ACCESS_WRITE, linked ? 1 : 2);
    delivery_touches_unhandled(p->machine, p->pid, other, next_object(p), false, out);
    if (linked) estate_touches_closing(p->machine, other, ACCESS_READ, out);
    if (linked && p->trap_exit) told_if_gone(p, !process_find(p->machine, other), next_object(p), out);
}

static void links(Process *p, const Term *args, Footprint *out) {
    touches_link(p, port_process(p->machine, args[0]), true, out);
}
static void unlinks(Process *p, const Term *args, Footprint *out) {
    touches_link(p, port_process(p->machine, args[0]), false, out);
}

// A port closes for any reason, and sees to that itself: it has to know that this is no link.
static Term exit_reason(const Process *p, Term to, Term reason) {
    if (!port_is(p->machine, to)) return reason;
    return heap_tuple2(p->heap, ATOM(weft_exit), term_same(reason, ATOM(kill)) ? ATOM(killed) : reason);
}

static void touches_life(Process *p, const Term *args, Footprint *out) {
    Term to = port_process(p->machine, args[0]);
    out->everything |= term_is_reference(to);   // an alias
    if (!term_is_local_pid(to) || delivery_touches_next(p, to, out)) return;
    Term reason = port_is(p->machine, to) ? ATOM(killed) : args[1];   // whatever it is, it is told
    exit_arrival_footprint(p->machine, p->pid, to, reason, false, next_object(p), out);
}

static void touches_name(const Process *p, Term name, Term holder, Footprint *out) {
    footprint_add(out, node_names_object(term_pid_node(p->pid)), ACCESS_PART_WRITE, 0);
    if (term_is_atom(name)) footprint_add(out, name_object(p, name), ACCESS_WRITE, 0);
    if (!term_is_local_pid(holder)) return;
    footprint_add(out, object_of(OBJECT_ONLY_NAME, term_pid_index(holder), NO_TERM), ACCESS_WRITE, 0);
    footprint_add(out, life_of(holder), ACCESS_READ, 0);
}

static void registers_name(Process *p, const Term *args, Footprint *out) { touches_name(p, args[0], args[1], out); }

static void unregisters_name(Process *p, const Term *args, Footprint *out) {
    touches_name(p, args[0], term_is_atom(args[0]) ? name_pid(p->machine, name_known(p, args[0])) : NO_TERM, out);
}

// Servers that were there before the search began and stay to the end: to look one up, or to watch whether it is still
// there while it answers, is nothing that others could disturb.
static bool is_lasting(const Process *asker, Term target) {
    Machine *m = asker->machine;
    if (is_name_of(target, node_of(asker))) target = term_elements(target)[0];
    const Process *p = term_is_atom(target) ? name_find(m, name_known(asker, target)) : process_find(m, target);
    return p && p->system && term_pid_index(p->pid) <= m->system_pids && !remote_is(asker, p->pid);
}

static void reads_name(Process *p, const Term *args, Footprint *out) {
    if (is_lasting(p, args[0]) || !term_is_atom(args[0])) return;
    footprint_add_settled(out, name_object(p, args[0]), ACCESS_READ, 0);
}

static void monitors(Process *p, const Term *args, Footprint *out) {
    Term target = port_process(p->machine, args[1]);
    if (is_lasting(p, target)) return;
    signal_touches_relations(p->pid, out);
    if (term_is_tuple_of(target, 2) || term_is_atom(target)) {
        target = target_for(p, target, out);
        if (term_is_none(target)) told_if_gone(p, true, 0, out);
    }
    if (!term_is_local_pid(target) || delivery_touches_next(p, target, out)) return;
    footprint_add(out, life_of(target), ACCESS_READ, 0);
    signal_touches_relations(target, out);
    delivery_touches_unhandled(p->machine, p->pid, target, next_object(p), false, out);
    bool gone = !process_find(p->machine, target);
    if (!gone || !delivery_touches_refusal(p->machine, target, p->pid, 0, out)) told_if_gone(p, gone, 0, out);
    estate_touches_asking(p->machine, target, out);
}

// `flush`: a 'DOWN' that has come is taken out of the mailbox.
static void touches_monitor(Process *p, const Term *args, bool flush, Footprint *out) {
    if (!term_is_reference(args[0])) return;
    Term monitor = map_get(p->monitors, args[0]);
    if (!term_is_none(monitor) && is_lasting(p, term_elements(monitor)[0])) return;
    signal_touches_relations(p->pid, out);
    Term target = term_is_none(monitor) ? NO_TERM : term_elements(monitor)[0];
    footprint_add(out, signal_monitor_object(args[0]), ACCESS_WRITE, 0);
    bool far = !term_is_none(target) && remote_is(p, target);
    bool told = !term_is_none(target) && (far || !delivery_is_handled_later(p->machine, p->pid, target));
    if (told && !delivery_touches(p->machine, p->pid, target, signal_demonitor_object(args[0]), out))
        touches_watched(target, out);
    if (term_is_none(monitor) && flush && signal_has_down(p, args[0]))
        footprint_add(out, mailbox_of(p->pid), ACCESS_RECEIVE, signal_down_object(args[0]) >> 5);
}

static void demonitors(Process *p, const Term *args, Footprint *out) { touches_monitor(p, args, false, out); }

static bool has_option(Term options, Term option) {
    for (; term_is_cons(options); options = term_tail(options))
        if (term_same(term_head(options), option)) return true;
    return false;
}

// Who takes the 'DOWN' out of its mailbox again does not mind whether the end of the other came before: either way it
// is not told. With the alias it is the same.
static void demonitors_with(Process *p, const Term *args, Footprint *out) {
    Term monitor = term_is_reference(args[0]) ? map_get(p->monitors, args[0]) : NO_TERM;
    bool flush = has_option(args[1], ATOM(flush)), info = has_option(args[1], ATOM(info));
    bool anywhere = nodes_are_many(p->machine);   // who is watched, if the monitor is over, nobody knows
    if (p->machine->config->async_delivery || !term_is_reference(args[0]) || !flush || info || anywhere) {
        touches_monitor(p, args, flush, out);
        return;
    }
    if (!term_is_none(monitor) && is_lasting(p, term_elements(monitor)[0])) return;
    signal_touches_relations(p->pid, out);
    footprint_add_settled(out, signal_monitor_object(args[0]), ACCESS_WRITE, 1);
    footprint_add_settled(out, mailbox_of(p->pid), ACCESS_RECEIVE,
                          signal_demonitor_object(args[0]) >> 5);   // nobody's message
}

static void ends_alias(Process *p, const Term *args, Footprint *out) {
    (void)p;
    footprint_add_settled(out, signal_monitor_object(args[0]), ACCESS_WRITE, 0);
}

// --- sending --------------------------------------------------------------------------------------------

static Term erlang_send_2(Process *p, const Term *args) {
    return send_to(p, args[0], args[1]) ? args[1] : process_badarg(p);
}

// Priority is for aliases that were made with it, of which there are none.
static bool is_send_option(const Process *p, Term option) {
    return term_same(option, ATOM(nosuspend)) || term_same(option, ATOM(noconnect)) ||
           (term_same(option, ATOM(priority)) && p->heap->release->number >= 28);
}

// With the node of a pid, name or alias, or about to be.
static bool is_connected(const Process *p, Term to) {
    Machine *m = p->machine;
    Term node = node_of(p);
    if (term_is_tuple_of(to, 2) && term_is_atom(term_elements(to)[1]))
        node = term_elements(to)[1];
    else if (term_is_pid(to) || term_is_reference(to))
        node = identity_of(to).node;
    uint32_t here = term_pid_node(p->pid);
    if (term_same(node, node_of(p))) return true;
    return node_is_alive(m, here) && node_view(m, here, term_atom_index(node)).state != VIEW_DOWN;
}

static Term erlang_send_3(Process *p, const Term *args) {
    for (Term list = args[2]; !term_is_nil(list); list = term_tail(list))
        if (!term_is_cons(list) || !is_send_option(p, term_head(list)))
            return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    if (has_option(args[2], ATOM(noconnect)) && !is_connected(p, args[0])) return ATOM(noconnect);
    return send_to(p, args[0], args[1]) ? ATOM(ok) : process_badarg(p);
}

// --- names ----------------------------------------------------------------------------------------------

static Term unable_to_register(Process *p, Term cause) {
    bif_changed_nothing(p);
    return process_raise_cause(p, ATOM(badarg), cause);
}

static Term erlang_register_2(Process *p, const Term *args) {
    Process *target = remote_is(p, args[1]) ? NULL : process_find(p->machine, args[1]);
    if (!term_is_atom(args[0]) || term_same(args[0], ATOM(undefined))) return unable_to_register(p, ATOM(none));
    if (!remote_is_near(p, args[1])) return unable_to_register(p, ATOM(none));
    if (!target) return unable_to_register(p, ATOM(notalive));
    if (!name_register(target, args[0])) return unable_to_register(p, ATOM(registered_name));
    return ATOM(true);
}

static Term erlang_unregister_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0]) || term_is_none(name_pid(p->machine, name_known(p, args[0])))) {
        bif_changed_nothing(p);
        return process_badarg(p);
    }
    name_unregister(p->machine, name_known(p, args[0]));
    return ATOM(true);
}

static Term erlang_whereis_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return process_badarg(p);
    Term found = name_pid(p->machine, name_known(p, args[0]));
    return term_is_none(found) ? ATOM(undefined) : found;
}

// --- links ----------------------------------------------------------------------------------------------

static Term erlang_link_1(Process *p, const Term *args) {
    if (!term_is_pid(args[0]) && !term_is_port(args[0])) return process_badarg(p);
    Term to = port_process(p->machine, args[0]);
    if (term_same(to, p->pid)) return ATOM(true);
    Process *other = process_find(p->machine, to);
    // So it finds out before it looks for a link.
    bool missing = !other && !p->machine->config->async_delivery && !remote_is(p, to);
    if (signal_is_linked(p, to) && !missing) {
        signal_next_object(p);   // what comes later is called the same, whether the other has linked first or not
        return ATOM(true);
    }
    bool here = remote_is_near(p, to) || term_is_local_port(to);
    if (remote_is(p, to)) {
        signal_link(p, to);
        return ATOM(true);
    }
    if (!other && !p->trap_exit && here) return process_raise(p, ATOM(noproc));
    if (other || delivery_takes_time(p->machine, p->pid, to))
        signal_link(p, to);
    else
        signal_unable_to_link(p, to, here ? ATOM(noproc) : ATOM(noconnection));
    return ATOM(true);
}

static Term erlang_unlink_1(Process *p, const Term *args) {
    if (!term_is_pid(args[0]) && !term_is_port(args[0])) return process_badarg(p);
    signal_unlink(p, port_process(p->machine, args[0]));
    return ATOM(true);
}

// [priority], from OTP 28 on: what it asks for is that messages overtake others.
static bool read_priority(Term options, bool *priority) {
    *priority = term_is_cons(options);
    for (; term_is_cons(options); options = term_tail(options))
        if (!term_same(term_head(options), ATOM(priority))) return false;
    return term_is_nil(options);
}

static Term no_priority(Process *p) { return process_unsupported(p, "messages with priority"); }

static Term erlang_link_2(Process *p, const Term *args) {
    bool priority;
    if (!read_priority(args[1], &priority)) return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    return priority ? no_priority(p) : erlang_link_1(p, args);
}

static Term exit_alias(Process *p, Term alias, Term reason) {
    if (term_kind(alias) == KIND_REFERENCE) signal_exit(p, term_reference_pid(alias), alias, reason);
    return ATOM(true);
}

static Term erlang_exit_2(Process *p, const Term *args) {
    if (term_is_reference(args[0]) && p->heap->release->number >= 28) return exit_alias(p, args[0], args[1]);
    if (!term_is_pid(args[0]) && !term_is_port(args[0])) return process_badarg(p);
    Term to = port_process(p->machine, args[0]);
    signal_exit(p, to, TERM_NIL, exit_reason(p, to, args[1]));
    return ATOM(true);
}

static Term erlang_exit_signal_2(Process *p, const Term *args) { return erlang_exit_2(p, args); }

static Term erlang_exit_3(Process *p, const Term *args) {
    bool priority;
    if (!read_priority(args[2], &priority)) return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    return erlang_exit_2(p, args);
}

static Term erlang_exit_signal_3(Process *p, const Term *args) { return erlang_exit_3(p, args); }

// --- monitors -------------------------------------------------------------------------------------------

// `found` is a pid, or none.
static bool find_target(Process *p, Term target, Term *found, Term *item) {
    const Machine *m = p->machine;
    *item = target;
    if (term_is_pid(target)) {
        *found = term_is_local_pid(target) ? target : NO_TERM;
        return true;
    }
    if (term_is_atom(target)) {
        *found = name_pid(m, name_known(p, target));
        *item = heap_tuple2(p->heap, target, node_of(p));
        return true;
    }
    if (!term_is_tuple_of(target, 2) || !term_is_atom(term_elements(target)[0]) ||
        !term_is_atom(term_elements(target)[1]))
        return false;
    Term name = term_elements(target)[0];
    bool here = is_name_of(target, node_of(p)), alive = node_is_alive(m, term_pid_node(p->pid));
    *found = here ? name_pid(m, name_known(p, name)) : remote_target(p, name, term_elements(target)[1]);
    return here || alive;
}

static Term monitor(Process *p, Term type, Term target, Term tag, Term alias) {
    Term found, item;
    if (term_same(type, ATOM(time_offset)) && term_same(target, ATOM(clock_service))) return process_new_reference(p);
    if (!term_same(type, ATOM(process))) {
        if (!term_same(type, ATOM(port))) return process_raise_cause(p, ATOM(badarg), ATOM(badtype));
        if (!term_is_port(target) && !term_is_atom(target)) return process_badarg(p);
        if (term_is_atom(target)) return process_unsupported(p, "a port with a registered name");
        found = port_process(p->machine, target);
        item = target;
        if (!term_is_local_pid(found)) found = NO_TERM;
    } else if (!find_target(p, target, &found, &item))
        return process_badarg(p);
    if (!term_is_none(found) && term_same(found, p->pid)) return process_new_reference(p);
    if (!term_is_none(found) && !remote_is(p, found)) estate_settle(p->machine, found);
    return signal_monitor(p, found, item, tag, alias);
}

static Term erlang_monitor_2(Process *p, const Term *args) {
    return monitor(p, args[0], args[1], ATOM(DOWN), TERM_NIL);
}

static Term erlang_monitor_3(Process *p, const Term *args) {
    Term tag = ATOM(DOWN), alias = TERM_NIL, list = args[2];
    for (; term_is_cons(list); list = term_tail(list)) {
        Term option = term_head(list);
        if (term_same(option, ATOM(priority)) && p->heap->release->number >= 28) {
            if (!p->system) return no_priority(p);
            continue;   // nothing waits to be overtaken where every message is handled at once
        }
        if (!term_is_tuple_of(option, 2)) return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
        Term name = term_elements(option)[0], value = term_elements(option)[1];
        if (term_same(name, ATOM(tag)))
            tag = value;
        else if (term_same(name, ATOM(alias)) &&
                 (term_same(value, ATOM(explicit_unalias)) || term_same(value, ATOM(demonitor)) ||
                  term_same(value, ATOM(reply_demonitor))))
            alias = value;
        else
            return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    }
    if (!term_is_nil(list)) return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    return monitor(p, args[0], args[1], tag, alias);
}

static Term demonitor(Process *p, Term reference, bool flush, bool info) {
    if (!term_is_reference(reference) || !term_same(identity_of(reference).node, node_of(p))) return process_badarg(p);
    if (flush && !info) {
        signal_demonitor_flush(p, reference);
        return ATOM(true);
    }
    bool removed = signal_demonitor(p, reference);
    if (!removed && flush) signal_flush_down(p, reference);
    return info ? process_boolean(removed) : ATOM(true);
}

static Term erlang_demonitor_1(Process *p, const Term *args) { return demonitor(p, args[0], false, false); }

static Term erlang_demonitor_2(Process *p, const Term *args) {
    bool flush = false, info = false;
    if (!term_is_reference(args[0])) return process_badarg(p);
    Term list = args[1];
    for (; term_is_cons(list); list = term_tail(list)) {
        if (term_same(term_head(list), ATOM(flush)))
            flush = true;
        else if (term_same(term_head(list), ATOM(info)))
            info = true;
        else
            return process_badarg(p);
    }
    if (!term_is_nil(list)) return process_badarg(p);
    return demonitor(p, args[0], flush, info);
}

// --- aliases --------------------------------------------------------------------------------------------

static Term erlang_alias_1(Process *p, const Term *args) {
    Term mode = ATOM(explicit_unalias), list = args[0];
    for (; term_is_cons(list); list = term_tail(list)) {
        mode = term_head(list);
        if (term_same(mode, ATOM(priority)) && p->heap->release->number >= 28) return no_priority(p);
        if (!term_same(mode, ATOM(explicit_unalias)) && !term_same(mode, ATOM(reply))) return process_badarg(p);
    }
    if (!term_is_nil(list)) return process_badarg(p);
    Term reference = process_new_reference(p);
    p->aliases = map_put(p->heap, p->aliases, reference, mode);
    return reference;
}

static Term erlang_unalias_1(Process *p, const Term *args) {
    if (!term_is_reference(args[0])) return process_badarg(p);
    if (term_is_none(alias_mode(p, args[0]))) return ATOM(false);
    process_touch(p);
    p->aliases = map_remove(p->heap, p->aliases, args[0]);
    return ATOM(true);
}

// --- timers ---------------------------------------------------------------------------------------------

typedef struct {
    bool absolute, async, info;
} TimerOptions;

static bool timer_options(Term list, TimerOptions *out) {
    for (; term_is_cons(list); list = term_tail(list)) {
        Term option = term_head(list);
        if (!term_is_tuple_of(option, 2)) return false;
        Term name = term_elements(option)[0], value = term_elements(option)[1];
        bool on = term_same(value, ATOM(true));
        if (!on && !term_same(value, ATOM(false))) return false;
        if (term_same(name, ATOM(abs)))
            out->absolute = on;
        else if (term_same(name, ATOM(async)))
            out->async = on;
        else if (term_same(name, ATOM(info)))
            out->info = on;
        else
            return false;
    }
    return term_is_nil(list);
}

// Milliseconds of OTP's monotonic clock at the machine's start.
#define CLOCK_START_MS ((int64_t)-576460752000)
// Deadlines are small integers of nanoseconds; no run gets as far as this.
#define TIME_MAX_MS ((int64_t)1 << 38)

static Term start_timer(Process *p, const Term *args, Term option_list, bool plain_message) {
    TimerOptions options = {0};
    int64_t time;
    if (!timer_options(option_list, &options)) return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    if (!number_to_int64(args[0], &time)) return process_raise_cause(p, ATOM(badarg), ATOM(time));
    if (time < 0 && !options.absolute) return process_raise_cause(p, ATOM(badarg), ATOM(time));
    if (!remote_is_near(p, args[1]) && !term_is_atom(args[1])) return process_badarg(p);
    uint64_t now = options.absolute ? process_now(p) : process_time(p);
    if (options.absolute) time -= CLOCK_START_MS + (int64_t)(now / 1000000);
    if (time < 0) time = 0;
    if (time > TIME_MAX_MS) time = TIME_MAX_MS;
    Term reference = process_new_reference(p);
    Term message = args[2];
    if (!plain_message) message = heap_tuple3(p->heap, ATOM(timeout), reference, message);
    timer_start(p, now + (uint64_t)time * 1000000, args[1], message, reference);
    if (!p->machine->config->stateful) p->time++;   // the next one comes later
    return reference;
}

// If another one of the process has to wait for it then; the time is not looked at twice.
static void starts_timer(Process *p, const Term *args, Footprint *out) {
    int64_t time;
    if (number_to_int64(args[0], &time) && time >= 0 && time < TIME_MAX_MS)
        timer_touches_start(p, (uint64_t)time * 1000000, out);
    else
        timer_touches_own_deadlines(p, out);
}

static Term erlang_send_after_3(Process *p, const Term *args) { return start_timer(p, args, TERM_NIL, true); }
static Term erlang_send_after_4(Process *p, const Term *args) { return start_timer(p, args, args[3], true); }
static Term erlang_start_timer_3(Process *p, const Term *args) { return start_timer(p, args, TERM_NIL, false); }
static Term erlang_start_timer_4(Process *p, const Term *args) { return start_timer(p, args, args[3], false); }

// Erlang counts the milliseconds that its clock has begun: at first all are left, and to who has slept for 20 of them
// it seems that 21 are gone.
static Term time_left(Process *p, uint64_t deadline, uint64_t length) {
    enum { MILLISECOND = 1000000 };
    uint64_t now = process_moment(p), left = deadline > now ? (deadline - now + MILLISECOND / 2) / MILLISECOND : 0;
    return term_small((int64_t)(left > 0 && left < length / MILLISECOND ? left - 1 : left));
}

static Term timer_maker(const Process *p, Term reference) {
    return term_kind(reference) == KIND_REFERENCE ? alias_maker(reference) : p->pid;
}

// Who asks for a timer of another process is answered from there.
static void tell_timer(Process *p, Term maker, Term message) {
    Signal answer = {.kind = SIGNAL_MESSAGE,
                     .value = message,
                     .reference = TERM_NIL,
                     .time = p->time,
                     .object = signal_next_object(p)};
    if (delivery_answers_later(p->machine, maker, p->pid))
        delivery_answer(p->machine, maker, p->pid, &answer);
    else
        signal_arrive(p->machine, p->pid, p->pid, &answer);
}

static Term ask_timer(Process *p, Term reference, Term option_list, bool cancel) {
    TimerOptions options = {.info = true};
    uint64_t deadline = 0;
    if (!timer_options(option_list, &options) || !term_is_reference(reference)) return process_badarg(p);
    bool found = timer_find(p->machine, reference, &deadline) && timer_has_receiver(p->machine, reference);
    uint64_t length = found ? timer_length(map_get(p->machine->globals->timers, reference)) : 0;
    if (found && cancel) timer_cancel(p->machine, reference, &deadline);
    if (!found) bif_changed_nothing(p);
    Term left = found ? time_left(p, deadline, length) : ATOM(false);
    if (!options.async) return options.info ? left : ATOM(ok);
    if (options.info) {
        Term name = cancel ? ATOM(cancel_timer) : ATOM(read_timer);
        tell_timer(p, timer_maker(p, reference), heap_tuple3(p->heap, name, reference, left));
    }
    return ATOM(ok);
}

// A timer ends with who would get its message.
static void reads_receiver(Process *p, Term reference, Footprint *out) {
    Term to = timer_receiver(p->machine, reference);
    if (term_is_local_pid(to) && !term_same(to, p->pid)) footprint_add(out, life_of(to), ACCESS_READ, 0);
}

static void reads_timer(Process *p, const Term *args, Footprint *out) {
    footprint_add(out, object_of(OBJECT_TIMER, 0, args[0]), ACCESS_READ, 0);
    reads_receiver(p, args[0], out);
}

static void cancels_timer(Process *p, const Term *args, Footprint *out) {
    footprint_add(out, object_of(OBJECT_TIMER, 0, args[0]), ACCESS_WRITE, 0);
    if (term_is_reference(args[0])) timer_touches_deadlines(args[0], out);
    reads_receiver(p, args[0], out);
}

// An answer that does not come at once is a message.
static void gets_answer(Process *p, const Term *args, Footprint *out) {
    TimerOptions told = {.info = true};
    if (!timer_options(args[1], &told) || !told.async || !told.info || !term_is_reference(args[0])) return;
    if (delivery_touches_answer(p->machine, timer_maker(p, args[0]), p->pid, next_object(p), out)) return;
    footprint_add_settled(out, mailbox_of(p->pid), ACCESS_SEND, next_object(p) >> 5);
}

static void reads_timer_and_tells(Process *p, const Term *args, Footprint *out) {
    reads_timer(p, args, out);
    gets_answer(p, args, out);
}

static void cancels_timer_and_tells(Process *p, const Term *args, Footprint *out) {
    cancels_timer(p, args, out);
    gets_answer(p, args, out);
}

static Term erlang_cancel_timer_1(Process *p, const Term *args) { return ask_timer(p, args[0], TERM_NIL, true); }
static Term erlang_cancel_timer_2(Process *p, const Term *args) { return ask_timer(p, args[0], args[1], true); }
static Term erlang_read_timer_1(Process *p, const Term *args) { return ask_timer(p, args[0], TERM_NIL, false); }
static Term erlang_read_timer_2(Process *p, const Term *args) { return ask_timer(p, args[0], args[1], false); }

const Bif erlang_signal_bifs[] = {
    BIF_NAMED("erlang", "!", 2, erlang_send_2, footprint_send),
    BIF(erlang, send, 2, footprint_send),
    BIF(erlang, send, 3, footprint_send),
    BIF(erlang, register, 2, registers_name),
    BIF(erlang, unregister, 1, unregisters_name),
    BIF(erlang, whereis, 1, reads_name),
    BIF(erlang, link, 1, links),
    BIF(erlang, link, 2, links),
    BIF(erlang, unlink, 1, unlinks),
    BIF(erlang, exit, 2, touches_life),
    BIF(erlang, exit_signal, 2, touches_life),
    BIF(erlang, exit, 3, touches_life),
    BIF(erlang, exit_signal, 3, touches_life),
    BIF(erlang, monitor, 2, monitors),
    BIF(erlang, monitor, 3, monitors),
    BIF(erlang, demonitor, 1, demonitors),
    BIF(erlang, demonitor, 2, demonitors_with),
    BIF(erlang, alias, 1, PURE),
    BIF(erlang, unalias, 1, ends_alias),
    BIF(erlang, send_after, 3, starts_timer),
    BIF(erlang, send_after, 4, starts_timer),
    BIF(erlang, start_timer, 3, starts_timer),
    BIF(erlang, start_timer, 4, starts_timer),
    BIF(erlang, cancel_timer, 1, cancels_timer),
    BIF(erlang, cancel_timer, 2, cancels_timer_and_tells),
    BIF(erlang, read_timer, 1, reads_timer),
    BIF(erlang, read_timer, 2, reads_timer_and_tells),
    {0},
};
