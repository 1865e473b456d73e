// Sending, linking, monitoring, registering, exiting, timers: all that processes do to each other.
#include "vm/bif.h"
#include "vm/map.h"
#include "vm/number.h"
#include "vm/signal.h"
#include "vm/timer.h"

// --- footprints -----------------------------------------------------------------------------------------

static uint64_t life_of(Term pid) { return object_of(OBJECT_PROCESS_LIFE, term_pid_index(pid), NO_TERM); }
static uint64_t mailbox_of(Term pid) { return object_of(OBJECT_MAILBOX, term_pid_index(pid), NO_TERM); }
static uint64_t links_of(Term pid) { return object_of(OBJECT_LINKS, term_pid_index(pid), NO_TERM); }
static uint64_t name_object(Term name) { return object_of(OBJECT_NAME, 0, name); }

void send_footprint(Machine *m, Term to, uint64_t message, Footprint *out) {
    if (term_is_tuple_of(to, 2)) to = term_elements(to)[0];
    if (term_is_atom(to)) {
        footprint_add(out, name_object(to), ACCESS_READ, 0);
        Process *target = name_find(m, to);
        if (!target) return;
        to = target->pid;
    }
    if (term_is_reference(to) && term_kind(to) == KIND_REFERENCE)
        to = term_pid((uint32_t)term_reference_maker(to));
    Process *receiver = process_find(m, to);
    if (receiver && receiver->system) return;   // the system's own processes are quiet
    // A message to the dead is lost, whatever its place among others that are. Earlier it could have been received.
    if (receiver) footprint_add(out, mailbox_of(to), ACCESS_SEND, message >> 5);
    else if (term_is_local_pid(to)) footprint_add(out, mailbox_of(to), ACCESS_UPDATE, 0);
}

void footprint_send(Process *p, const Term *args, Footprint *out) {
    send_footprint(p->machine, args[0], mailbox_message_object(p, p->sent + 1), out);
}

static void touches_relations(Footprint *out) {
    footprint_add(out, signal_relations_object(), ACCESS_UPDATE, 0);
}

// Who links to or watches a process that is not there is told so at once.
static void told_if_gone(Process *p, const Process *target, Footprint *out) {
    if (!target) footprint_add(out, mailbox_of(p->pid), ACCESS_SEND, 0);
}

static void touches_links(Process *p, const Term *args, Footprint *out) {
    touches_relations(out);
    footprint_add(out, links_of(p->pid), ACCESS_WRITE, 0);
    if (!term_is_local_pid(args[0])) return;
    footprint_add(out, links_of(args[0]), ACCESS_WRITE, 0);
    footprint_add(out, life_of(args[0]), ACCESS_READ, 0);
    if (p->trap_exit) told_if_gone(p, process_find(p->machine, args[0]), out);
}

// An exit signal that ends its receiver touches all that the receiver could still do.
static void touches_life(Process *p, const Term *args, Footprint *out) {
    out->everything |= term_is_reference(args[0]);   // an alias
    Process *target = process_find(p->machine, args[0]);
    if (!target) {
        if (term_is_local_pid(args[0])) footprint_add(out, life_of(args[0]), ACCESS_READ, 0);
        return;
    }
    bool kill = term_same(args[1], ATOM(kill));
    footprint_add(out, object_of(OBJECT_FLAGS, term_pid_index(args[0]), NO_TERM), ACCESS_READ, 0);
    if (kill || !target->trap_exit) out->everything |= kill || !term_same(args[1], ATOM(normal)) || target == p;
    else send_footprint(p->machine, args[0], mailbox_message_object(p, p->sent + 1), out);
}

static void touches_name(Term name, Term holder, Footprint *out) {
    footprint_add(out, object_of(OBJECT_NAME, 1, NO_TERM), ACCESS_PART_WRITE, 0);
    footprint_add(out, name_object(name), ACCESS_WRITE, 0);
    if (!term_is_local_pid(holder)) return;
    footprint_add(out, object_of(OBJECT_NAME, 2, holder), ACCESS_WRITE, 0);   // a process has one name at most
    footprint_add(out, life_of(holder), ACCESS_READ, 0);
}

static void registers_name(Process *p, const Term *args, Footprint *out) {
    (void)p;
    touches_name(args[0], args[1], out);
}

static void unregisters_name(Process *p, const Term *args, Footprint *out) {
    Process *holder = term_is_atom(args[0]) ? name_find(p->machine, args[0]) : NULL;
    touches_name(args[0], holder ? holder->pid : NO_TERM, out);
}

static void reads_name(Process *p, const Term *args, Footprint *out) {
    (void)p;
    footprint_add(out, name_object(args[0]), ACCESS_READ, 0);
}

static void monitors(Process *p, const Term *args, Footprint *out) {
    Term target = args[1];
    touches_relations(out);
    if (term_is_tuple_of(target, 2)) target = term_elements(target)[0];
    if (term_is_atom(target)) {
        footprint_add(out, name_object(target), ACCESS_READ, 0);
        Process *found = name_find(p->machine, target);
        told_if_gone(p, found, out);
        if (!found) return;
        target = found->pid;
    }
    if (!term_is_local_pid(target)) return;
    footprint_add(out, life_of(target), ACCESS_READ, 0);
    told_if_gone(p, process_find(p->machine, target), out);
}

static void demonitors(Process *p, const Term *args, Footprint *out) {
    Term monitor = map_get(p->monitors, args[0]);
    touches_relations(out);
    if (!term_is_none(monitor)) footprint_add(out, life_of(term_elements(monitor)[0]), ACCESS_READ, 0);
    footprint_add(out, mailbox_of(p->pid), ACCESS_RECEIVE, 0);
}

static void touches_timer(Process *p, const Term *args, Footprint *out) {
    (void)p;
    footprint_add(out, object_of(OBJECT_TIMER, 0, args[0]), ACCESS_WRITE, 0);
}

static void touches_own_mailbox(Process *p, const Term *args, Footprint *out) {
    (void)args;
    footprint_add(out, mailbox_of(p->pid), ACCESS_RECEIVE, 0);
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

static Term erlang_send_3(Process *p, const Term *args) {
    for (Term list = args[2]; !term_is_nil(list); list = term_tail(list))
        if (!term_is_cons(list) || !is_send_option(p, term_head(list)))
            return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    return send_to(p, args[0], args[1]) ? ATOM(ok) : process_badarg(p);
}

// --- names ----------------------------------------------------------------------------------------------

static Term erlang_register_2(Process *p, const Term *args) {
    Process *target = process_find(p->machine, args[1]);
    if (!term_is_atom(args[0]) || term_same(args[0], ATOM(undefined)))
        return process_raise_cause(p, ATOM(badarg), ATOM(none));
    if (!term_is_local_pid(args[1])) return process_badarg(p);
    if (!target) return process_raise_cause(p, ATOM(badarg), ATOM(notalive));
    if (name_find(p->machine, args[0])) return process_raise_cause(p, ATOM(badarg), ATOM(registered_name));
    if (!name_register(target, args[0])) return process_raise_cause(p, ATOM(badarg), ATOM(registered_name));
    return ATOM(true);
}

static Term erlang_unregister_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0]) || !name_find(p->machine, args[0])) return process_badarg(p);
    name_unregister(p->machine, args[0]);
    return ATOM(true);
}

static Term erlang_whereis_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return process_badarg(p);
    Process *found = name_find(p->machine, args[0]);
    return found ? found->pid : ATOM(undefined);
}

// --- links ----------------------------------------------------------------------------------------------

static Term erlang_link_1(Process *p, const Term *args) {
    if (!term_is_pid(args[0]) && !term_is_port(args[0])) return process_badarg(p);
    if (term_same(args[0], p->pid)) return ATOM(true);
    Process *other = process_find(p->machine, args[0]);
    if (!other && !p->trap_exit && term_is_local_pid(args[0])) return process_raise(p, ATOM(noproc));
    if (other) signal_link(p, other);
    else signal_exit(p->machine, args[0], p->pid, term_is_local_pid(args[0]) ? ATOM(noproc) : ATOM(noconnection), true);
    return ATOM(true);
}

static Term erlang_unlink_1(Process *p, const Term *args) {
    if (!term_is_pid(args[0]) && !term_is_port(args[0])) return process_badarg(p);
    signal_unlink(p, args[0]);
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
    const Process *to = alias_find(p->machine, alias);
    if (to) signal_exit(p->machine, p->pid, to->pid, reason, false);
    return ATOM(true);
}

static Term erlang_exit_2(Process *p, const Term *args) {
    if (term_is_reference(args[0]) && p->heap->release->number >= 28) return exit_alias(p, args[0], args[1]);
    if (!term_is_pid(args[0]) && !term_is_port(args[0])) return process_badarg(p);
    signal_exit(p->machine, p->pid, args[0], args[1], false);
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

static bool find_target(Process *p, Term target, Process **found, Term *item) {
    Machine *m = p->machine;
    *item = target;
    if (term_is_pid(target)) {
        *found = process_find(m, target);
        return true;
    }
    if (term_is_atom(target)) {
        *found = name_find(m, target);
        *item = heap_tuple2(p->heap, target, ATOM(nonode_nohost));
        return true;
    }
    if (!term_is_tuple_of(target, 2) || !term_is_atom(term_elements(target)[0]) ||
        !term_is_atom(term_elements(target)[1]))
        return false;
    bool here = term_same(term_elements(target)[1], ATOM(nonode_nohost));
    *found = here ? name_find(m, term_elements(target)[0]) : NULL;
    return true;
}

static Term monitor(Process *p, Term type, Term target, Term tag, Term alias) {
    Process *found = NULL;
    Term item;
    if (term_same(type, ATOM(time_offset)) && term_same(target, ATOM(clock_service)))
        return process_new_reference(p);
    if (!term_same(type, ATOM(process))) {
        if (!term_same(type, ATOM(port))) return process_raise_cause(p, ATOM(badarg), ATOM(badtype));
        if (!term_is_port(target) && !term_is_atom(target)) return process_badarg(p);
        return process_unsupported(p, "ports");
    }
    if (!find_target(p, target, &found, &item)) return process_badarg(p);
    if (found == p) return process_new_reference(p);
    return signal_monitor(p, found, item, tag, alias);
}

static Term erlang_monitor_2(Process *p, const Term *args) {
    return monitor(p, args[0], args[1], ATOM(DOWN), TERM_NIL);
}

static Term erlang_monitor_3(Process *p, const Term *args) {
    Term tag = ATOM(DOWN), alias = TERM_NIL, list = args[2];
    for (; term_is_cons(list); list = term_tail(list)) {
        Term option = term_head(list);
        if (term_same(option, ATOM(priority)) && p->heap->release->number >= 28) return no_priority(p);
        if (!term_is_tuple_of(option, 2)) return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
        Term name = term_elements(option)[0], value = term_elements(option)[1];
        if (term_same(name, ATOM(tag))) tag = value;
        else if (term_same(name, ATOM(alias)) &&
                 (term_same(value, ATOM(explicit_unalias)) || term_same(value, ATOM(demonitor)) ||
                  term_same(value, ATOM(reply_demonitor))))
            alias = value;
        else return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    }
    if (!term_is_nil(list)) return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    return monitor(p, args[0], args[1], tag, alias);
}

static Term demonitor(Process *p, Term reference, bool flush, bool info) {
    if (!term_is_reference(reference)) return process_badarg(p);
    if (term_kind(reference) == KIND_REFERENCE &&
        term_reference_maker(reference) != term_pid_index(p->pid))
        return process_badarg(p);
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
        if (term_same(term_head(list), ATOM(flush))) flush = true;
        else if (term_same(term_head(list), ATOM(info))) info = true;
        else return process_badarg(p);
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
        if (!term_same(mode, ATOM(explicit_unalias)) && !term_same(mode, ATOM(reply)))
            return process_badarg(p);
    }
    if (!term_is_nil(list)) return process_badarg(p);
    Term reference = process_new_reference(p);
    p->aliases = map_put(p->heap, p->aliases, reference, mode);
    return reference;
}

static Term erlang_unalias_1(Process *p, const Term *args) {
    if (!term_is_reference(args[0])) return process_badarg(p);
    if (term_is_none(map_get(p->aliases, args[0]))) return ATOM(false);
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
        if (term_same(name, ATOM(abs))) out->absolute = on;
        else if (term_same(name, ATOM(async))) out->async = on;
        else if (term_same(name, ATOM(info))) out->info = on;
        else return false;
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
    if (!term_is_local_pid(args[1]) && !term_is_atom(args[1])) return process_badarg(p);
    uint64_t now = process_now(p);
    if (options.absolute) time -= CLOCK_START_MS + (int64_t)(now / 1000000);
    if (time < 0) time = 0;
    if (time > TIME_MAX_MS) time = TIME_MAX_MS;
    Term reference = process_new_reference(p);
    Term message = args[2];
    if (!plain_message) message = heap_tuple3(p->heap, ATOM(timeout), reference, message);
    timer_start(p, now + (uint64_t)time * 1000000, args[1], message, reference);
    return reference;
}

static Term erlang_send_after_3(Process *p, const Term *args) { return start_timer(p, args, TERM_NIL, true); }
static Term erlang_send_after_4(Process *p, const Term *args) { return start_timer(p, args, args[3], true); }
static Term erlang_start_timer_3(Process *p, const Term *args) { return start_timer(p, args, TERM_NIL, false); }
static Term erlang_start_timer_4(Process *p, const Term *args) { return start_timer(p, args, args[3], false); }

static Term time_left(Process *p, bool found, uint64_t deadline) {
    if (!found) return ATOM(false);
    uint64_t now = process_now(p);
    return term_small(deadline > now ? (int64_t)((deadline - now) / 1000000) : 0);
}

static Term ask_timer(Process *p, Term reference, Term option_list, bool cancel) {
    TimerOptions options = {.info = true};
    uint64_t deadline = 0;
    if (!timer_options(option_list, &options) || !term_is_reference(reference)) return process_badarg(p);
    bool found = cancel ? timer_cancel(p->machine, reference, &deadline)
                        : timer_find(p->machine, reference, &deadline);
    Term left = time_left(p, found, deadline);
    if (!options.async) return options.info ? left : ATOM(ok);
    if (options.info) {
        Term name = cancel ? ATOM(cancel_timer) : ATOM(read_timer);
        process_send(p->machine, p, p->pid, heap_tuple3(p->heap, name, reference, left));
    }
    return ATOM(ok);
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
    BIF(erlang, link, 1, touches_links),
    BIF(erlang, link, 2, touches_links),
    BIF(erlang, unlink, 1, touches_links),
    BIF(erlang, exit, 2, touches_life),
    BIF(erlang, exit_signal, 2, touches_life),
    BIF(erlang, exit, 3, touches_life),
    BIF(erlang, exit_signal, 3, touches_life),
    BIF(erlang, monitor, 2, monitors),
    BIF(erlang, monitor, 3, monitors),
    BIF(erlang, demonitor, 1, demonitors),
    BIF(erlang, demonitor, 2, demonitors),
    BIF(erlang, alias, 1, touches_own_mailbox),
    BIF(erlang, unalias, 1, touches_own_mailbox),
    BIF(erlang, send_after, 3, PURE),
    BIF(erlang, send_after, 4, PURE),
    BIF(erlang, start_timer, 3, PURE),
    BIF(erlang, start_timer, 4, PURE),
    BIF(erlang, cancel_timer, 1, touches_timer),
    BIF(erlang, cancel_timer, 2, touches_timer),
    BIF(erlang, read_timer, 1, touches_timer),
    BIF(erlang, read_timer, 2, touches_timer),
    {0},
};
