// process_flag: what a process may set about itself.
#include "vm/run/node.h"
#include "vm/run/remote.h"
#include "vm/bif/process_info.h"
#include "vm/run/heap_limit.h"
#include "vm/term/map.h"

// --- priorities ----------------------------------------------------------------------------------

static const Term priorities[] = {ATOM_INIT(normal), ATOM_INIT(low), ATOM_INIT(high), ATOM_INIT(max)};
enum { PRIORITY_COUNT = sizeof priorities / sizeof *priorities };

Term priority_name(uint32_t priority) { return priorities[priority % PRIORITY_COUNT]; }

bool priority_from_name(Term name, uint32_t *priority) {
    for (uint32_t i = 0; i < PRIORITY_COUNT; i++)
        if (term_same(priorities[i], name)) return *priority = i, true;
    return false;
}

// --- setting one flag: the old value, or NO_TERM when the new one is none for this flag ----------

// A yes or no.
static Term set_boolean(bool *flag, Term value) {
    if (!term_same(value, ATOM(true)) && !term_same(value, ATOM(false))) return NO_TERM;
    Term old = process_boolean(*flag);
    *flag = term_same(value, ATOM(true));
    return old;
}

static bool is_count(Term value) { return term_is_small(value) && term_to_small(value) >= 0; }

static Term set_trap_exit(Process *p, Term value) { return set_boolean(&p->trap_exit, value); }
static Term set_sensitive(Process *p, Term value) { return set_boolean(&p->sensitive, value); }
static Term set_async_dist(Process *p, Term value) { return set_boolean(&p->async_dist, value); }

static Term set_priority(Process *p, Term value) {
    Term old = priority_name(p->priority);
    return priority_from_name(value, &p->priority) ? old : NO_TERM;
}

static Term set_error_handler(Process *p, Term value) {
    Term old = p->error_handler;
    if (!term_is_atom(value)) return NO_TERM;
    p->error_handler = value;
    return old;
}

static uint64_t heap_size_from(Term words, uint64_t minimum) {
    uint64_t wanted = (uint64_t)term_to_small(words);
    return wanted < minimum ? minimum : heap_size_next(wanted);
}

static Term set_min_heap_size(Process *p, Term value) {
    if (!is_count(value)) return NO_TERM;
    uint32_t old = p->min_heap_size > HEAP_SIZE_MINIMUM ? p->min_heap_size : HEAP_SIZE_MINIMUM;
    uint64_t size = heap_size_from(value, HEAP_SIZE_MINIMUM);
    p->min_heap_size = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
    return term_small(old);
}

static Term set_min_bin_vheap_size(Process *p, Term value) {
    if (!is_count(value)) return NO_TERM;
    Term size = term_small((int64_t)heap_size_from(value, HEAP_SIZE_MINIMUM_BINARIES));
    return setting_change_process(p, ATOM(min_bin_vheap_size), size, term_small(HEAP_SIZE_MINIMUM_BINARIES));
}

static Term set_max_heap_size(Process *p, Term value) {
    Term old = process_heap_limit(p, p), all = heap_limit_default(p->heap, 0);
    Term limit = heap_limit_from(p->heap, value, all);
    if (term_is_none(limit)) return NO_TERM;
    int64_t words = term_to_small(map_get(limit, ATOM(size)));
    int64_t minimum = p->min_heap_size > HEAP_SIZE_MINIMUM ? p->min_heap_size : HEAP_SIZE_MINIMUM;
    if (words != 0 && words < minimum) return NO_TERM;
    setting_change_process(p, ATOM(max_heap_size), limit, old);
    p->heap_limit = heap_limit_words(limit);
    return old;
}

static Term set_fullsweep_after(Process *p, Term value) {
    if (!is_count(value)) return NO_TERM;
    uint32_t old = p->fullsweep_after;
    p->fullsweep_after = (uint16_t)term_to_small(value);
    return term_small(old);
}

static Term set_message_queue_data(Process *p, Term value) {
    bool off = term_same(value, ATOM(off_heap));
    if (!off && !term_same(value, ATOM(on_heap))) return NO_TERM;
    Term old = p->message_queue_off_heap ? ATOM(off_heap) : ATOM(on_heap);
    p->message_queue_off_heap = off;
    return old;
}

// There is one scheduler; 0 means any.
static Term set_scheduler(Process *p, Term value) {
    if (!is_count(value) || term_to_small(value) > 1) return NO_TERM;
    return setting_change_process(p, ATOM(scheduler), value, term_small(0));
}

// [] or a map with some of these keys.
static bool are_options(Term options, const Term *known, size_t count) {
    if (term_is_nil(options)) return true;
    if (!term_is_map(options)) return false;
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (!term_is_none(map_get(options, known[i]))) found++;
    return found == map_count(options);
}

// monitor_nodes, or {monitor_nodes, Options} where the options are [] or a map.
static bool is_monitor_nodes(Term flag) {
    static const Term known[] = {ATOM_INIT(list), ATOM_INIT(connection_id), ATOM_INIT(node_type),
                                 ATOM_INIT(nodedown_reason)};
    if (term_same(flag, ATOM(monitor_nodes))) return true;
    return term_is_tuple_of(flag, 2) && term_same(term_elements(flag)[0], ATOM(monitor_nodes)) &&
           are_options(term_elements(flag)[1], known, sizeof known / sizeof *known);
}

// [], a map without anything, or one that only says how what is told would be written: all the same.
static bool asks_for_nothing(Term options) {
    if (term_is_nil(options)) return true;
    return map_count(options) == !term_is_none(map_get(options, ATOM(list)));
}

// Nodes come and go elsewhere; here only the number of subscriptions with the same options is kept.
static Term set_monitor_nodes(Process *p, Term flag, Term value) {
    if (term_is_tuple(flag) && asks_for_nothing(term_elements(flag)[1])) flag = ATOM(monitor_nodes);
    bool known = term_same(value, ATOM(true)) || term_same(value, ATOM(false));
    if (known && nodes_are_many(p->machine))
        node_watch_all(p, term_is_tuple(flag) ? term_elements(flag)[1] : TERM_NIL, term_same(value, ATOM(true)));
    int64_t old = term_to_small(setting_of_process(p, flag, term_small(0)));
    bool on = term_same(value, ATOM(true));
    if (!on && !term_same(value, ATOM(false))) return NO_TERM;
    setting_change_process(p, flag, term_small(on ? old + 1 : 0), NO_TERM);
    return term_small(old);
}

static Term set_save_calls(Process *p, Term value) {
    enum { SAVE_CALLS_MAX = 10000 };
    if (!is_count(value) || term_to_small(value) > SAVE_CALLS_MAX) return NO_TERM;
    p->save_calls = term_to_small(value) > 0;
    return setting_change_process(p, ATOM(save_calls), value, term_small(0));
}

static const struct {
    Term name;
    Term (*set)(Process *p, Term value);
    int since;
} flags[] = {
    {ATOM_INIT(trap_exit), set_trap_exit, 0},
    {ATOM_INIT(priority), set_priority, 0},
    {ATOM_INIT(error_handler), set_error_handler, 0},
    {ATOM_INIT(message_queue_data), set_message_queue_data, 0},
    {ATOM_INIT(sensitive), set_sensitive, 0},
    {ATOM_INIT(min_heap_size), set_min_heap_size, 0},
    {ATOM_INIT(min_bin_vheap_size), set_min_bin_vheap_size, 0},
    {ATOM_INIT(max_heap_size), set_max_heap_size, 0},
    {ATOM_INIT(fullsweep_after), set_fullsweep_after, 0},
    {ATOM_INIT(scheduler), set_scheduler, 0},
    {ATOM_INIT(async_dist), set_async_dist, 26},
};

static bool is_monitor_tuple(Term flag) {
    return term_is_tuple_of(flag, 2) && term_same(term_elements(flag)[0], ATOM(monitor_nodes));
}

static Term old_or_badarg(Process *p, Term old) { return term_is_none(old) ? process_badarg(p) : old; }

static Term erlang_process_flag_2(Process *p, const Term *args) {
    process_touch(p);
    if (term_same(args[0], ATOM(save_calls))) {
        Term old = set_save_calls(p, args[1]);
        return term_is_none(old) ? process_raise_cause(p, ATOM(badarg), ATOM(none)) : old;
    }
    if (is_monitor_nodes(args[0])) return old_or_badarg(p, set_monitor_nodes(p, args[0], args[1]));
    if (is_monitor_tuple(args[0])) return process_badarg(p);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (!term_same(flags[i].name, args[0])) continue;
        if (p->heap->release->number < flags[i].since) break;
        return old_or_badarg(p, flags[i].set(p, args[1]));
    }
    return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
}

// Of any process; erlang:process_flag/3 makes errors of the atoms.
static Term erts_internal_process_flag_3(Process *p, const Term *args) {
    if (p->answered) return process_take_answer(p);
    Process *of = remote_is(p, args[0]) ? NULL : process_find(p->machine, args[0]);
    if (!of) return bif_refusal(p, ATOM(badtype));
    if (!term_same(args[1], ATOM(save_calls))) return ATOM(badarg);
    process_touch(of);
    Term old = set_save_calls(of, args[2]);
    return term_is_none(old) ? ATOM(badarg) : old;
}

// --- what setting touches ------------------------------------------------------------------------

static void writes_flags(Process *p, const Term *args, Footprint *out) {
    bool trap_exit = term_same(args[0], ATOM(trap_exit));
    if (is_monitor_nodes(args[0]) && nodes_are_many(p->machine))
        footprint_add_settled(out, node_watch_object(term_pid_node(p->pid)), ACCESS_WRITE, 0);
    uint64_t object = trap_exit ? object_of_process(OBJECT_FLAGS, p->pid) : object_of_other_flags(p->pid);
    footprint_add_settled(out, object, ACCESS_WRITE, object_of(OBJECT_FLAGS, term_hash(args[0]), args[1]));
}

static void writes_flags_of(Process *p, const Term *args, Footprint *out) {
    (void)p;
    if (!term_is_local_pid(args[0])) return;
    footprint_add(out, object_of_process(OBJECT_PROCESS_LIFE, args[0]), ACCESS_READ, 0);
    footprint_add(out, object_of_other_flags(args[0]), ACCESS_WRITE, 0);
}

const Bif erlang_flag_bifs[] = {
    BIF(erlang, process_flag, 2, writes_flags),
    BIF(erts_internal, process_flag, 3, writes_flags_of),
    {0},
};
