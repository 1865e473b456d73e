// Making processes and stopping them for a while.
#include "base/words.h"
#include "vm/bif/setting.h"
#include "vm/bif/spawn_options.h"
#include "vm/run/bif.h"
#include "vm/run/fault.h"
#include "vm/run/heap_limit.h"
#include "vm/run/remote.h"
#include "vm/run/signal.h"
#include "vm/term/map.h"
#include "vm/term/number.h"
#include "vm/world/boot.h"

// --- what spawning touches ------------------------------------------------------------------------------

static bool child_serves(Machine *m, const Term *args) {
    if (term_is_fun(args[0])) return boot_serves_fun(m, args[0]);
    return term_is_atom(args[0]) && term_is_atom(args[1]) && boot_serves(m, args[0], args[1], args[2]);
}

// A process that serves the program acts within the step that makes it: what it does is noted when it does it, and may
// be anything before.
static void touches_processes(Process *p, const Term *args, Footprint *out) {
    const Machine *m = p->machine;
    if (p->machine->has_budgets) fault_touches_target(p->machine, FAULT_KILLS, out);
    footprint_add_settled(out, object_of(OBJECT_PROCESSES, 0, NO_TERM), ACCESS_UPDATE, 0);
    footprint_add_settled(out, object_of(OBJECT_LEADER, term_pid_index(p->pid), NO_TERM), ACCESS_READ,
                          0);   // the child inherits it
    out->everything |= !m->acting && m->quiet && child_serves(p->machine, args);
}

// It may be linked to the child, or watch it.
static void touches_relations(Process *p, const Term *args, Footprint *out) {
    touches_processes(p, args, out);
    signal_touches_relations(p->pid, out);
}

static void interrupts(Process *p, const Term *args, Footprint *out) {
    if (remote_is(p, args[0])) return;
    const Process *other = process_find(p->machine, args[0]);
    if (term_is_local_pid(args[0]))
        footprint_add(out, object_of(OBJECT_PROCESS_LIFE, term_pid_index(args[0]), NO_TERM), ACCESS_READ, 0);
    if (other) interruption_footprint(other, out);
}

// --- options --------------------------------------------------------------------------------------------

static bool monitor_option(Term option, SpawnOptions *out) {
    if (!term_is_tuple_of(option, 2)) return false;
    Term name = term_elements(option)[0], value = term_elements(option)[1];
    if (term_same(name, ATOM(tag))) {
        out->monitor_tag = value;
        return true;
    }
    bool known = term_same(value, ATOM(explicit_unalias)) || term_same(value, ATOM(demonitor)) ||
                 term_same(value, ATOM(reply_demonitor));
    if (!term_same(name, ATOM(alias)) || !known) return false;
    out->alias_option = value;
    return true;
}

static bool monitor_options(Term list, SpawnOptions *out) {
    out->monitor = true;
    for (; term_is_cons(list); list = term_tail(list))
        if (!monitor_option(term_head(list), out)) return false;
    return term_is_nil(list);
}

static bool priority_from(Term level, uint32_t *priority) {
    static const Term levels[] = {ATOM_INIT(normal), ATOM_INIT(low), ATOM_INIT(high), ATOM_INIT(max)};
    for (uint32_t i = 0; i < 4; i++)
        if (term_same(levels[i], level)) return *priority = i, true;
    return false;
}

static bool size_from(Term value, uint32_t *size) {
    if (!term_is_small(value) || term_to_small(value) < 0) return false;
    *size = (uint32_t)term_to_small(value);
    return true;
}

static bool heap_limit_option(Term value, SpawnOptions *out) {
    uint32_t ignored;
    Term size = term_is_map(value) ? map_get(value, ATOM(size)) : value;
    out->heap_limit = value;
    return !term_is_none(size) && size_from(size, &ignored);
}

static bool pair_option(Term name, Term value, SpawnOptions *out) {
    uint32_t ignored;
    if (term_same(name, ATOM(monitor))) return monitor_options(value, out);
    if (term_same(name, ATOM(priority))) return priority_from(value, &out->priority);
    if (term_same(name, ATOM(min_heap_size))) return size_from(value, &out->min_heap_size);
    if (term_same(name, ATOM(fullsweep_after))) return size_from(value, &out->fullsweep_after);
    if (term_same(name, ATOM(min_bin_vheap_size))) return size_from(value, &ignored);
    if (term_same(name, ATOM(max_heap_size))) return heap_limit_option(value, out);
    if (term_same(name, ATOM(message_queue_data))) {
        out->off_heap = term_same(value, ATOM(off_heap));
        return out->off_heap || term_same(value, ATOM(on_heap));
    }
    return term_same(name, ATOM(async_dist)) && (term_same(value, ATOM(true)) || term_same(value, ATOM(false)));
}

static bool spawn_option(Term option, SpawnOptions *out) {
    if (term_same(option, ATOM(link))) return out->link = true;
    if (term_same(option, ATOM(monitor))) return out->monitor = true;
    return term_is_tuple_of(option, 2) && pair_option(term_elements(option)[0], term_elements(option)[1], out);
}

static bool spawn_options(Term list, SpawnOptions *out) {
    for (; term_is_cons(list); list = term_tail(list))
        if (!spawn_option(term_head(list), out)) return false;
    return term_is_nil(list);
}

const SpawnOptions spawn_options_plain = {
    .monitor_tag = ATOM_INIT(DOWN), .alias_option = {SPECIAL_NIL}, .heap_limit = {SPECIAL_NIL}};

// --- spawning -------------------------------------------------------------------------------------------

static void limit_heap(Process *child, const SpawnOptions *options) {
    if (term_is_nil(options->heap_limit)) return;
    Term none = heap_limit_default(child->heap, 0);
    setting_change_process(child, ATOM(max_heap_size), heap_limit_from(child->heap, options->heap_limit, none), none);
    child->heap_limit = heap_limit_words(options->heap_limit);
}

static Term spawn(Process *p, Term module, Term function, Term args, SpawnOptions *options) {
    if (!term_is_atom(module) || !term_is_atom(function) || term_list_length(args) < 0) return process_badarg(p);
    if (term_list_length(args) > 255 || p->machine->process_count >= PROCESS_LIMIT) return process_system_limit(p);
    Process *child = process_spawn(p->machine, p, module, function, args, options);
    limit_heap(child, options);
    return options->monitor ? heap_tuple2(p->heap, child->pid, options->monitor_reference) : child->pid;
}

static Term spawn_fun(Process *p, Term fun, SpawnOptions *options) {
    if (!term_is_fun(fun)) {
        process_badarg(p);
        p->function_raise = true;
        return NO_TERM;
    }
    Term args = heap_cons(p->heap, fun, heap_cons(p->heap, TERM_NIL, TERM_NIL));
    return spawn(p, ATOM(erlang), ATOM(apply), args, options);
}

static Term erlang_spawn_3(Process *p, const Term *args) {
    SpawnOptions options = spawn_options_plain;
    return spawn(p, args[0], args[1], args[2], &options);
}

static Term erlang_spawn_link_3(Process *p, const Term *args) {
    SpawnOptions options = spawn_options_plain;
    options.link = true;
    return spawn(p, args[0], args[1], args[2], &options);
}

static Term erlang_spawn_opt_4(Process *p, const Term *args) {
    SpawnOptions options = spawn_options_plain;
    if (!spawn_options(args[3], &options)) return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    return spawn(p, args[0], args[1], args[2], &options);
}

static Term erlang_spawn_1(Process *p, const Term *args) {
    SpawnOptions options = spawn_options_plain;
    return spawn_fun(p, args[0], &options);
}

static Term erlang_spawn_link_1(Process *p, const Term *args) {
    SpawnOptions options = spawn_options_plain;
    options.link = true;
    return spawn_fun(p, args[0], &options);
}

static Term erlang_spawn_monitor_1(Process *p, const Term *args) {
    SpawnOptions options = spawn_options_plain;
    options.monitor = true;
    return spawn_fun(p, args[0], &options);
}

static bool reply_mode(Term value, ReplyMode *mode) {
    static const Term modes[] = {ATOM_INIT(yes), ATOM_INIT(no), ATOM_INIT(error_only), ATOM_INIT(success_only)};
    for (uint32_t i = 0; i < 4; i++)
        if (term_same(modes[i], value)) return *mode = (ReplyMode)i, true;
    return false;
}

// Options of a request that are not those of the process: how to reply. False: they are none.
static bool request_option(Term option, ReplyMode *mode, Term *tag, bool *good) {
    Term name = term_is_tuple_of(option, 2) ? term_elements(option)[0] : NO_TERM;
    if (term_same(name, ATOM(reply_tag)))
        *tag = term_elements(option)[1];
    else if (term_same(name, ATOM(reply)))
        *good &= reply_mode(term_elements(option)[1], mode);
    else
        return false;
    return true;
}

bool spawn_request_options(Term list, SpawnOptions *out, ReplyMode *mode, Term *tag) {
    bool good = true;
    for (; term_is_cons(list); list = term_tail(list))
        if (!request_option(term_head(list), mode, tag, &good)) good &= spawn_option(term_head(list), out);
    return good;
}

// Who asks for a process is told of it by a message, or that its options are bad, unless it does not want that.
static void requests_process(Process *p, const Term *args, Footprint *out) {
    SpawnOptions options = spawn_options_plain;
    ReplyMode mode = REPLY_YES;
    Term tag;
    touches_relations(p, args, out);
    bool good = spawn_request_options(args[3], &options, &mode, &tag);
    if (reply_is_wanted(mode, good)) send_footprint(p->machine, p->pid, mailbox_message_object(p, p->sent + 1), out);
}

static Term erts_internal_spawn_request_4(Process *p, const Term *args) {
    SpawnOptions options = spawn_options_plain;
    ReplyMode mode = REPLY_YES;
    Term tag = ATOM(spawn_reply), reference, result = ATOM(badopt);
    if (!term_is_atom(args[0]) || !term_is_atom(args[1]) || term_list_length(args[2]) < 0) return ATOM(badarg);
    if (term_list_length(args[3]) < 0) return ATOM(badopt);
    bool good = spawn_request_options(args[3], &options, &mode, &tag);
    Process *child = good ? process_spawn(p->machine, p, args[0], args[1], args[2], &options) : NULL;
    if (child) limit_heap(child, &options), result = child->pid;
    reference = good && options.monitor ? options.monitor_reference : process_new_reference(p);
    Term reply = heap_tuple4(p->heap, tag, reference, good ? ATOM(ok) : ATOM(error), result);
    if (reply_is_wanted(mode, good)) process_send(p->machine, p, p->pid, reply);
    return reference;
}

static Term erlang_spawn_request_abandon_1(Process *p, const Term *args) {
    if (!term_is_reference(args[0])) return process_badarg(p);
    Term entry = map_get(p->monitors, args[0]);
    if (term_is_none(entry) || !signal_is_spawn(entry)) return ATOM(false);
    process_touch(p);
    p->monitors = map_remove(p->heap, p->monitors, args[0]);
    return ATOM(true);
}

// Of another node the answer may come first; of the own one it is there at once.
static void abandons(Process *p, const Term *args, Footprint *out) {
    if (nodes_are_many(p->machine) && term_is_reference(args[0]))
        footprint_add(out, signal_monitor_object(args[0]), ACCESS_WRITE, 0);
}

static Term erts_internal_spawn_system_process_3(Process *p, const Term *args) {
    SpawnOptions options = spawn_options_plain;
    options.system = true;
    return spawn(p, args[0], args[1], args[2], &options);
}

// --- on other nodes -------------------------------------------------------------------------------------

static void requests_far(Process *p, const Term *args, Footprint *out) { remote_touches_request(p, args[0], out); }

static bool has_monitor(Term options) {
    SpawnOptions wanted = spawn_options_plain;
    ReplyMode mode;
    Term tag;
    return spawn_request_options(options, &wanted, &mode, &tag) && wanted.monitor;
}

static Term erts_internal_dist_spawn_request_4(Process *p, const Term *args) {
    Term options = args[2];
    if (!term_is_atom(args[0]) || !term_is_tuple_of(args[1], 3) || term_list_length(options) < 0) return ATOM(badarg);
    const Term *call = term_elements(args[1]);
    if (!term_is_atom(call[0]) || !term_is_atom(call[1]) || term_list_length(call[2]) < 0) return ATOM(badarg);
    Term reference = remote_request(p, args[0], args[1], options);
    bool waits = term_same(args[3], ATOM(spawn_opt));
    return waits ? heap_tuple2(p->heap, reference, process_boolean(has_monitor(options))) : reference;
}

// --- waiting and suspending -----------------------------------------------------------------------------

// The scheduler takes the process apart when this returns (machine.c).
static Term erlang_hibernate_3(Process *p, const Term *args) {
    if (!term_is_atom(args[0]) || !term_is_atom(args[1]) || term_list_length(args[2]) < 0) return process_badarg(p);
    process_touch(p);
    p->result = heap_tuple3(p->heap, args[0], args[1], args[2]);
    p->hibernating = true;
    p->machine->attention = true;
    return ATOM(true);
}

typedef struct {
    bool unless_suspending, asynchronous;
    Term tag;   // of the message that tells when it is done; none: nobody wants it
} SuspendOptions;

static bool read_suspend_options(Term list, SuspendOptions *out) {
    *out = (SuspendOptions){.tag = NO_TERM};
    for (; term_is_cons(list); list = term_tail(list)) {
        Term option = term_head(list);
        bool tagged = term_is_tuple_of(option, 2) && term_same(term_elements(option)[0], ATOM(asynchronous));
        if (tagged) out->tag = term_elements(option)[1];
        if (tagged || term_same(option, ATOM(asynchronous)))
            out->asynchronous = true;
        else if (term_same(option, ATOM(unless_suspending)))
            out->unless_suspending = true;
        else
            return false;
    }
    return term_is_nil(list);
}

static void tell_suspended(Process *p, Term other, Term tag) {
    Term how = process_find(p->machine, other) ? ATOM(suspended) : ATOM(exited);
    Signal answer = {.kind = SIGNAL_MESSAGE,
                     .value = heap_tuple2(p->heap, tag, how),
                     .reference = TERM_NIL,
                     .time = p->time,
                     .object = signal_next_object(p)};
    signal_send(p->machine, other, p->pid, &answer);
}

static void suspends(Process *p, const Term *args, Footprint *out) {
    SuspendOptions options;
    interrupts(p, args, out);
    if (read_suspend_options(args[1], &options) && !term_is_none(options.tag))
        footprint_add_settled(out, object_of(OBJECT_MAILBOX, term_pid_index(p->pid), NO_TERM), ACCESS_SEND,
                              mailbox_message_object(p, p->sent + 1) >> 5);
}

static Term erts_internal_suspend_process_2(Process *p, const Term *args) {
    if (p->answered) return process_take_answer(p);
    Process *other = process_find(p->machine, args[0]);
    SuspendOptions options;
    if (!remote_is_near(p, args[0]) || term_same(args[0], p->pid)) return ATOM(badarg);
    if (!read_suspend_options(args[1], &options)) return ATOM(badarg);
    if (other && options.unless_suspending && signal_times_suspended(p, other->pid) > 0) return ATOM(false);
    if (!other && !options.asynchronous) return ATOM(badarg);
    if (other) signal_suspend(p, other);
    if (!term_is_none(options.tag)) tell_suspended(p, args[0], options.tag);
    return ATOM(true);
}

static Term erlang_resume_process_1(Process *p, const Term *args) {
    Process *other = remote_is(p, args[0]) ? NULL : process_find(p->machine, args[0]);
    if (!other || signal_times_suspended(p, other->pid) == 0) return process_badarg(p);
    signal_resume(p, other->pid, 1);
    return ATOM(true);
}

static Term erlang_make_ref_0(Process *p, const Term *args) {
    (void)args;
    return process_new_reference(p);
}

const Bif erlang_process_bifs[] = {
    BIF(erlang, spawn, 1, touches_processes),
    BIF(erlang, spawn, 3, touches_processes),
    BIF(erlang, spawn_link, 1, touches_relations),
    BIF(erlang, spawn_link, 3, touches_relations),
    BIF(erlang, spawn_monitor, 1, touches_relations),
    BIF(erlang, spawn_opt, 4, touches_relations),
    BIF(erts_internal, spawn_request, 4, requests_process),
    BIF(erts_internal, dist_spawn_request, 4, requests_far),
    BIF(erlang, spawn_request_abandon, 1, abandons),
    BIF(erts_internal, spawn_system_process, 3, touches_processes),
    BIF(erlang, hibernate, 3, PURE),
    BIF(erts_internal, suspend_process, 2, suspends),
    BIF(erlang, resume_process, 1, interrupts),
    BIF(erlang, make_ref, 0, PURE),
    {0},
};
