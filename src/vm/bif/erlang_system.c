// system_flag and statistics, and what else concerns the system as a whole.
//
// What a program can set is remembered and told, and changes nothing else, except how deep stack
// traces go. Numbers that grow (time, reductions) come from the past of the process that asks.
#include "vm/bif/process_info.h"
#include "vm/run/observed.h"
#include "vm/term/map.h"
#include "vm/term/unicode.h"
#include "vm/world/clock.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool is_count(Term t) { return term_is_small(t) && term_to_small(t) >= 0; }
static bool is_boolean(Term t) { return term_same(t, ATOM(true)) || term_same(t, ATOM(false)); }

static Term change(Process *p, Term flag, Term value) { return setting_change_machine(p->machine, flag, value); }

// --- system_flag: the old value, or NO_TERM for a value that is none for this flag ---------------

static Term set_backtrace_depth(Process *p, Term value) {
    enum { DEPTH_MAX = 64 };
    Machine *m = p->machine;
    if (!is_count(value)) return NO_TERM;
    Term old = term_small((int64_t)m->backtrace_depth);
    store_log_word(&m->store, &m->backtrace_depth);
    m->backtrace_depth = term_to_small(value) > DEPTH_MAX ? DEPTH_MAX : (uint64_t)term_to_small(value);
    return old;
}

static Term set_multi_scheduling(Process *p, Term value) {
    static const struct {
        Term order, state;
    } orders[] = {{ATOM_INIT(block), ATOM_INIT(blocked)},
                  {ATOM_INIT(unblock), ATOM_INIT(enabled)},
                  {ATOM_INIT(block_normal), ATOM_INIT(blocked_normal)},
                  {ATOM_INIT(unblock_normal), ATOM_INIT(enabled)}};
    for (size_t i = 0; i < COUNT(orders); i++) {
        if (!term_same(orders[i].order, value)) continue;
        change(p, ATOM(multi_scheduling), orders[i].state);
        return orders[i].state;
    }
    return NO_TERM;
}

// There is one.
static Term set_schedulers_online(Process *p, Term value) {
    (void)p;
    return term_same(value, term_small(1)) ? value : NO_TERM;
}

static Term set_fullsweep_after(Process *p, Term value) {
    if (!is_count(value)) return NO_TERM;
    bool large = term_to_small(value) > FULLSWEEP_AFTER;
    return change(p, ATOM(fullsweep_after), large ? term_small(FULLSWEEP_AFTER) : value);
}

static Term set_heap_size(Process *p, Term flag, Term value) {
    if (!is_count(value)) return NO_TERM;
    return change(p, flag, term_small((int64_t)heap_size_next((uint64_t)term_to_small(value))));
}

static Term set_min_heap_size(Process *p, Term value) { return set_heap_size(p, ATOM(min_heap_size), value); }
static Term set_min_bin_vheap_size(Process *p, Term value) { return set_heap_size(p, ATOM(min_bin_vheap_size), value); }

static Term set_max_heap_size(Process *p, Term value) {
    Term old = setting_of_machine(p->machine, ATOM(max_heap_size));
    if (term_is_none(old)) old = heap_limit_default(p->heap, 0);
    Term limit = heap_limit_from(p->heap, value, old);
    if (term_is_none(limit)) return NO_TERM;
    int64_t words = term_to_small(map_get(limit, ATOM(size)));
    if (words != 0 && words < HEAP_SIZE_MINIMUM) return NO_TERM;
    change(p, ATOM(max_heap_size), limit);
    return old;
}

static Term set_trace_control_word(Process *p, Term value) {
    if (!is_count(value) || term_to_small(value) > UINT32_MAX) return NO_TERM;
    return change(p, ATOM(trace_control_word), value);
}

static Term set_sequential_tracer(Process *p, Term value) {
    if (term_same(value, ATOM(false))) return value;
    return term_is_pid(value) || term_is_port(value) ? process_unsupported(p, "sequential tracing") : NO_TERM;
}

static Term set_scheduler_wall_time(Process *p, Term value) {
    return is_boolean(value) ? change(p, ATOM(scheduler_wall_time), value) : NO_TERM;
}

static Term set_microstate_accounting(Process *p, Term value) {
    if (term_same(value, ATOM(reset))) return setting_of_machine(p->machine, ATOM(microstate_accounting));
    return is_boolean(value) ? change(p, ATOM(microstate_accounting), value) : NO_TERM;
}

static Term set_requests_limit(Process *p, Term value) {
    enum { LIMIT_MAX = 134217727 };
    bool valid = is_count(value) && term_to_small(value) > 0 && term_to_small(value) <= LIMIT_MAX;
    return valid ? change(p, ATOM(outstanding_system_requests_limit), value) : NO_TERM;
}

static Term set_scheduler_bind_type(Process *p, Term value) {
    static const Term types[] = {ATOM_INIT(unbound),
                                 ATOM_INIT(no_spread),
                                 ATOM_INIT(thread_spread),
                                 ATOM_INIT(processor_spread),
                                 ATOM_INIT(spread),
                                 ATOM_INIT(no_node_thread_spread),
                                 ATOM_INIT(no_node_processor_spread),
                                 ATOM_INIT(thread_no_node_processor_spread)};
    if (term_same(value, ATOM(default_bind))) value = ATOM(thread_no_node_processor_spread);
    for (size_t i = 0; i < COUNT(types); i++)
        if (term_same(types[i], value)) return change(p, ATOM(scheduler_bind_type), value);
    return NO_TERM;
}

static Term set_system_logger(Process *p, Term value) {
    bool valid = term_is_local_pid(value) || term_same(value, ATOM(logger)) || term_same(value, ATOM(undefined));
    return valid ? change(p, ATOM(system_logger), value) : NO_TERM;
}

static Term set_scheduling_statistics(Process *p, Term value) {
    (void)p;
    bool valid = term_same(value, ATOM(enable)) || term_same(value, ATOM(disable)) || term_same(value, ATOM(clear));
    return valid ? ATOM(true) : NO_TERM;
}

static Term set_time_offset(Process *p, Term value) {
    (void)p;
    return term_same(value, ATOM(finalize)) ? ATOM(final) : NO_TERM;
}

static Term set_nothing(Process *p, Term value) {
    (void)p, (void)value;
    return ATOM(true);
}

static Term set_never(Process *p, Term value) {
    (void)p, (void)value;
    return NO_TERM;
}

static Term set_cpu_topology(Process *p, Term value) {
    if (!term_same(value, ATOM(undefined))) return NO_TERM;
    Term logical = heap_tuple2(p->heap, ATOM(logical), term_small(0));
    return heap_cons(p->heap, heap_tuple2(p->heap, ATOM(processor), logical), TERM_NIL);
}

static Term set_internal_cpu_topology(Process *p, Term value) {
    static const int numbers[] = {0, 0, -1, 0, 0, 0};
    if (!term_same(value, ATOM(undefined))) return NO_TERM;
    Term cpu = heap_tuple(p->heap, 1 + COUNT(numbers));
    term_elements(cpu)[0] = ATOM(cpu);
    for (size_t i = 0; i < COUNT(numbers); i++) term_elements(cpu)[i + 1] = term_small(numbers[i]);
    return heap_cons(p->heap, cpu, TERM_NIL);
}

static const struct {
    Term name;
    Term (*set)(Process *p, Term value);
} flags[] = {
    {ATOM_INIT(backtrace_depth), set_backtrace_depth},
    {ATOM_INIT(cpu_topology), set_cpu_topology},
    {ATOM_INIT(debug_flags), set_nothing},
    {ATOM_INIT(dirty_cpu_schedulers_online), set_schedulers_online},
    {ATOM_INIT(erts_alloc), set_never},
    {ATOM_INIT(fullsweep_after), set_fullsweep_after},
    {ATOM_INIT(internal_cpu_topology), set_internal_cpu_topology},
    {ATOM_INIT(max_heap_size), set_max_heap_size},
    {ATOM_INIT(microstate_accounting), set_microstate_accounting},
    {ATOM_INIT(min_bin_vheap_size), set_min_bin_vheap_size},
    {ATOM_INIT(min_heap_size), set_min_heap_size},
    {ATOM_INIT(multi_scheduling), set_multi_scheduling},
    {ATOM_INIT(outstanding_system_requests_limit), set_requests_limit},
    {ATOM_INIT(reset_seq_trace), set_nothing},
    {ATOM_INIT(scheduler_bind_type), set_scheduler_bind_type},
    {ATOM_INIT(scheduler_wall_time), set_scheduler_wall_time},
    {ATOM_INIT(schedulers_online), set_schedulers_online},
    {ATOM_INIT(scheduling_statistics), set_scheduling_statistics},
    {ATOM_INIT(sequential_tracer), set_sequential_tracer},
    {ATOM_INIT(system_logger), set_system_logger},
    {ATOM_INIT(time_offset), set_time_offset},
    {ATOM_INIT(trace_control_word), set_trace_control_word},
};

static Term erlang_system_flag_2(Process *p, const Term *args) {
    for (size_t i = 0; i < COUNT(flags); i++) {
        if (!term_same(flags[i].name, args[0])) continue;
        Term old = flags[i].set(p, args[1]);
        if (!term_is_none(old)) return old;
        // There is nothing to set but `finalize`: anything else is no flag at all.
        if (term_same(args[0], ATOM(time_offset))) break;
        return process_badarg(p);
    }
    return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
}

static void writes_setting(Process *p, const Term *args, Footprint *out) {
    (void)p;
    footprint_add(out, setting_object(args[0]), ACCESS_WRITE, object_of(OBJECT_ENVIRONMENT, 1, args[1]));
}

static Term erts_internal_scheduler_wall_time_1(Process *p, const Term *args) {
    return change(p, ATOM(scheduler_wall_time), process_boolean(term_same(args[0], ATOM(true))));
}

static void writes_wall_time(Process *p, const Term *args, Footprint *out) {
    (void)p;
    footprint_add(out, setting_object(ATOM(scheduler_wall_time)), ACCESS_WRITE, args[0].bits);
}

// --- statistics ----------------------------------------------------------------------------------

// {Total, since this process asked last}.
static Term growing(Process *p, Term name, uint64_t total) {
    Term now = heap_unsigned(p->heap, total);
    Term last = setting_change_process(p, name, term_small((int64_t)total), term_small(0));
    return heap_tuple2(p->heap, now, heap_unsigned(p->heap, total - (uint64_t)term_to_small(last)));
}

static uint64_t milliseconds(Process *p) { return process_now(p) / 1000000; }

static Term stat_wall_clock(Process *p) { return growing(p, ATOM(wall_clock), milliseconds(p)); }
static Term stat_runtime(Process *p) { return growing(p, ATOM(runtime), milliseconds(p)); }
static Term stat_reductions(Process *p) {
    observed_work(p);
    return growing(p, ATOM(reductions), process_reductions(p));
}
static Term stat_exact_reductions(Process *p) {
    observed_work(p);
    return growing(p, ATOM(exact_reductions), process_reductions(p));
}
static Term stat_zero(Process *p) { return (void)p, term_small(0); }
static Term stat_one(Process *p) { return (void)p, term_small(1); }

static Term stat_context_switches(Process *p) {
    return heap_tuple2(p->heap, heap_unsigned(p->heap, p->received), term_small(0));
}

static Term stat_garbage_collection(Process *p) {
    return heap_tuple3(p->heap, term_small(0), term_small(0), term_small(0));
}

// Through ports, of which there are none.
static Term stat_io(Process *p) {
    Term input = heap_tuple2(p->heap, ATOM(input), term_small(0));
    return heap_tuple2(p->heap, input, heap_tuple2(p->heap, ATOM(output), term_small(0)));
}

// Of the scheduler, of dirty ones for computing, of dirty ones for io.
static Term queues(Process *p, int running, size_t count) {
    Term lengths[3] = {term_small(running), term_small(0), term_small(0)};
    return heap_list_from(p->heap, lengths, count, TERM_NIL);
}

static Term stat_active_tasks(Process *p) { return queues(p, 1, 2); }
static Term stat_active_tasks_all(Process *p) { return queues(p, 1, 3); }
static Term stat_run_queue_lengths(Process *p) { return queues(p, 0, 2); }
static Term stat_run_queue_lengths_all(Process *p) { return queues(p, 0, 3); }

static Term stat_run_queues(Process *p) { return heap_tuple3(p->heap, term_small(0), term_small(0), term_small(0)); }

static Term stat_scheduler_wall_time(Process *p) {
    if (!term_same(setting_of_machine(p->machine, ATOM(scheduler_wall_time)), ATOM(true))) return ATOM(undefined);
    Term now = heap_unsigned(p->heap, process_now(p));
    return heap_cons(p->heap, heap_tuple3(p->heap, term_small(1), now, now), TERM_NIL);
}

static Term stat_microstate_accounting(Process *p) {
    Term zero = term_small(0);
    Term counters[] = {ATOM(aux), zero,        ATOM(check_io), zero,       ATOM(emulator), zero,        ATOM(gc),
                       zero,      ATOM(other), zero,           ATOM(port), zero,           ATOM(sleep), zero};
    Term thread[] = {ATOM(counters), map_from_pairs(p->heap, counters, COUNT(counters) / 2, NULL),
                     ATOM(id),       term_small(1),
                     ATOM(type),     ATOM(scheduler)};
    return heap_cons(p->heap, map_from_pairs(p->heap, thread, COUNT(thread) / 2, NULL), TERM_NIL);
}

static const struct {
    Term name;
    Term (*value)(Process *p);
} statistics[] = {
    {ATOM_INIT(wall_clock), stat_wall_clock},
    {ATOM_INIT(runtime), stat_runtime},
    {ATOM_INIT(reductions), stat_reductions},
    {ATOM_INIT(run_queue), stat_zero},
    {ATOM_INIT(io), stat_io},
    {ATOM_INIT(garbage_collection), stat_garbage_collection},
    {ATOM_INIT(exact_reductions), stat_exact_reductions},
    {ATOM_INIT(context_switches), stat_context_switches},
    {ATOM_INIT(total_run_queue_lengths), stat_zero},
    {ATOM_INIT(total_run_queue_lengths_all), stat_zero},
    {ATOM_INIT(total_active_tasks), stat_one},
    {ATOM_INIT(total_active_tasks_all), stat_one},
    {ATOM_INIT(active_tasks), stat_active_tasks},
    {ATOM_INIT(active_tasks_all), stat_active_tasks_all},
    {ATOM_INIT(run_queue_lengths), stat_run_queue_lengths},
    {ATOM_INIT(run_queue_lengths_all), stat_run_queue_lengths_all},
    {ATOM_INIT(run_queues), stat_run_queues},
    {ATOM_INIT(scheduler_wall_time), stat_scheduler_wall_time},
    {ATOM_INIT(scheduler_wall_time_all), stat_scheduler_wall_time},
    {ATOM_INIT(microstate_accounting), stat_microstate_accounting},
};

static Term erlang_statistics_1(Process *p, const Term *args) {
    for (size_t i = 0; i < COUNT(statistics); i++)
        if (term_same(statistics[i].name, args[0])) return statistics[i].value(p);
    return process_badarg(p);
}

// --- internals of schedulers and allocators ------------------------------------------------------

static Term erts_internal_system_check_1(Process *p, const Term *args) {
    return term_same(args[0], ATOM(schedulers)) ? ATOM(ok) : process_badarg(p);
}

// One scheduler, and one more that never answers.
static Term erts_internal_no_aux_work_threads_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return term_small(2);
}

// How many messages with results will come.
static Term no_messages(Process *p, const Term *args) {
    (void)p, (void)args;
    return term_small(0);
}

// Native libraries are not loaded: whoever wants one hears that the file is not there.
static Term erlang_load_nif_2(Process *p, const Term *args) {
    Text path = {0}, message = {0};
    if (!unicode_add(&path, args[0])) {
        text_free(&path);
        return process_badarg(p);
    }
    text_format(&message,
                "Failed to load NIF library: '%s.so: cannot open shared object file: No such file "
                "or directory'",
                text_string(&path));
    Term words = unicode_list_from_utf8(p->heap, (const uint8_t *)text_string(&message), message.size, TERM_NIL);
    text_free(&path);
    text_free(&message);
    return heap_tuple2(p->heap, ATOM(error), heap_tuple2(p->heap, ATOM(load_failed), words));
}

const Bif erlang_system_bifs[] = {
    BIF(erlang, system_flag, 2, writes_setting),
    BIF(erlang, statistics, 1, PURE),
    BIF(erts_internal, scheduler_wall_time, 1, writes_wall_time),
    BIF(erts_internal, system_check, 1, PURE),
    BIF(erts_internal, no_aux_work_threads, 0, PURE),
    BIF_NAMED("erts_internal", "gather_alloc_histograms", 1, no_messages, PURE),
    BIF_NAMED("erts_internal", "gather_carrier_info", 1, no_messages, PURE),
    BIF(erlang, load_nif, 2, PURE),
    {0},
};
