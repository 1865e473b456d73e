// Sequential tracing, which nobody uses, and watching the system: monitors of it and profilers are remembered and never
// hear anything, for nothing here takes long or grows large.
#include "vm/bif/process_info.h"
#include "vm/term/map.h"

// --- sequential tracing: no process has a token --------------------------------------------------

static bool is_token_flag(Term t) {
    return term_same(t, ATOM(send)) || term_same(t, ATOM(receive)) || term_same(t, ATOM(print)) ||
           term_same(t, ATOM(timestamp)) || term_same(t, ATOM(monotonic_timestamp)) ||
           term_same(t, ATOM(strict_monotonic_timestamp));
}

static Term erlang_seq_trace_2(Process *p, const Term *args) {
    if (term_same(args[0], ATOM(sequential_trace_token)) && term_is_nil(args[1])) return TERM_NIL;
    bool known = is_token_flag(args[0]) || term_same(args[0], ATOM(label)) || term_same(args[0], ATOM(serial)) ||
                 term_same(args[0], ATOM(sequential_trace_token));
    return known ? process_unsupported(p, "sequential tracing") : process_badarg(p);
}

static Term erlang_seq_trace_info_1(Process *p, const Term *args) {
    if (is_token_flag(args[0])) return heap_tuple2(p->heap, args[0], ATOM(false));
    bool known = term_same(args[0], ATOM(label)) || term_same(args[0], ATOM(serial));
    return known ? TERM_NIL : process_badarg(p);
}

static Term says_false(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(false);
}

// --- tags of dynamic tracing, which was not built in ---------------------------------------------

static Term says_undefined(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(undefined);
}

static Term says_the_same(Process *p, const Term *args) {
    (void)p;
    return args[0];
}

static Term says_true_to_a_tag(Process *p, const Term *args) {
    bool tag = term_same(args[0], ATOM(true)) || term_same(args[0], ATOM(false)) || term_is_tuple_of(args[0], 2);
    return tag ? ATOM(true) : process_badarg(p);
}

// --- monitors of the system and profilers --------------------------------------------------------

// In the order in which they are told. A limit is not below the given minimum; 0: the option has
// none.
static const struct {
    Term name;
    int64_t minimum;
} monitor_options[] = {
    {ATOM_INIT(busy_dist_port), 0}, {ATOM_INIT(busy_port), 0}, {ATOM_INIT(large_heap), 16384},
    {ATOM_INIT(long_schedule), 1},  {ATOM_INIT(long_gc), 1},
};
enum { MONITOR_OPTIONS = sizeof monitor_options / sizeof *monitor_options };

// Which of them it is, or -1.
static int monitor_option(Term option) {
    for (int i = 0; i < MONITOR_OPTIONS; i++) {
        if (monitor_options[i].minimum == 0) {
            if (term_same(option, monitor_options[i].name)) return i;
        } else if (term_is_tuple_of(option, 2) && term_same(term_elements(option)[0], monitor_options[i].name)) {
            Term limit = term_elements(option)[1];
            return term_is_small(limit) && term_to_small(limit) >= 0 ? i : -1;
        }
    }
    return -1;
}

static Term told_option(Heap *heap, Term option, int which) {
    int64_t minimum = monitor_options[which].minimum;
    if (minimum == 0 || term_to_small(term_elements(option)[1]) >= minimum) return option;
    return heap_tuple2(heap, monitor_options[which].name, term_small(minimum));
}

// The options in order; NO_TERM if one is none.
static Term read_monitor_options(Heap *heap, Term options) {
    Term given[MONITOR_OPTIONS] = {{0}};
    for (; term_is_cons(options); options = term_tail(options)) {
        int which = monitor_option(term_head(options));
        if (which < 0) return NO_TERM;
        given[which] = told_option(heap, term_head(options), which);
    }
    if (!term_is_nil(options)) return NO_TERM;
    Term list = TERM_NIL;
    for (int i = MONITOR_OPTIONS; i-- > 0;)
        if (!term_is_none(given[i])) list = heap_cons(heap, given[i], list);
    return list;
}

static Term change_monitor(Process *p, Term pid, Term options) {
    Machine *m = p->machine;
    Term setting = ATOM(undefined);
    if (!term_same(pid, ATOM(undefined))) {
        Term told = read_monitor_options(p->heap, options);
        if (!process_find(m, pid) || term_is_none(told)) return process_badarg(p);
        if (!term_is_nil(told)) setting = heap_tuple2(p->heap, pid, told);
    }
    return setting_change_machine(m, ATOM(system_monitor), setting);
}

static Term erlang_system_monitor_0(Process *p, const Term *args) {
    (void)args;
    return setting_of_machine(p->machine, ATOM(system_monitor));
}

static Term erlang_system_monitor_1(Process *p, const Term *args) {
    if (term_same(args[0], ATOM(undefined))) return change_monitor(p, args[0], TERM_NIL);
    if (!term_is_tuple_of(args[0], 2)) return process_badarg(p);
    return change_monitor(p, term_elements(args[0])[0], term_elements(args[0])[1]);
}

static Term erlang_system_monitor_2(Process *p, const Term *args) { return change_monitor(p, args[0], args[1]); }

// Later releases name a session first.
static Term erts_internal_system_monitor_1(Process *p, const Term *args) { return erlang_system_monitor_0(p, args); }
static Term erts_internal_system_monitor_3(Process *p, const Term *args) { return change_monitor(p, args[1], args[2]); }

static bool are_profile_options(Term options) {
    static const Term names[] = {ATOM_INIT(runnable_procs),
                                 ATOM_INIT(runnable_ports),
                                 ATOM_INIT(scheduler),
                                 ATOM_INIT(exclusive),
                                 ATOM_INIT(timestamp),
                                 ATOM_INIT(monotonic_timestamp),
                                 ATOM_INIT(strict_monotonic_timestamp)};
    for (; term_is_cons(options); options = term_tail(options)) {
        bool known = false;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            known = known || term_same(names[i], term_head(options));
        if (!known) return false;
    }
    return term_is_nil(options);
}

static Term erlang_system_profile_0(Process *p, const Term *args) {
    (void)args;
    return setting_of_machine(p->machine, ATOM(system_profile));
}

static Term erlang_system_profile_2(Process *p, const Term *args) {
    bool off = term_same(args[0], ATOM(undefined)) || term_is_nil(args[1]);
    if (!off && (!process_find(p->machine, args[0]) || !are_profile_options(args[1]))) return process_badarg(p);
    Term setting = off ? ATOM(undefined) : heap_tuple2(p->heap, args[0], args[1]);
    return setting_change_machine(p->machine, ATOM(system_profile), setting);
}

static void reads_monitor(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    footprint_add(out, setting_object(ATOM(system_monitor)), ACCESS_READ, 0);
}

static void writes_monitor(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    footprint_add(out, setting_object(ATOM(system_monitor)), ACCESS_WRITE, 0);
}

static void reads_profile(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    footprint_add(out, setting_object(ATOM(system_profile)), ACCESS_READ, 0);
}

static void writes_profile(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    footprint_add(out, setting_object(ATOM(system_profile)), ACCESS_WRITE, 0);
}

const Bif erlang_trace_bifs[] = {
    BIF(erlang, seq_trace, 2, PURE),
    BIF(erlang, seq_trace_info, 1, PURE),
    BIF_NAMED("erlang", "seq_trace_print", 1, says_false, PURE),
    BIF_NAMED("erlang", "seq_trace_print", 2, says_false, PURE),
    BIF_NAMED("erlang", "dt_get_tag", 0, says_undefined, PURE),
    BIF_NAMED("erlang", "dt_get_tag_data", 0, says_undefined, PURE),
    BIF_NAMED("erlang", "dt_put_tag", 1, says_undefined, PURE),
    BIF_NAMED("erlang", "dt_prepend_vm_tag_data", 1, says_the_same, PURE),
    BIF_NAMED("erlang", "dt_append_vm_tag_data", 1, says_the_same, PURE),
    BIF_NAMED("erlang", "dt_spread_tag", 1, says_true_to_a_tag, PURE),
    BIF_NAMED("erlang", "dt_restore_tag", 1, says_true_to_a_tag, PURE),
    BIF(erlang, system_monitor, 0, reads_monitor),
    BIF(erlang, system_monitor, 1, writes_monitor),
    BIF(erlang, system_monitor, 2, writes_monitor),
    BIF(erts_internal, system_monitor, 1, reads_monitor),
    BIF(erts_internal, system_monitor, 3, writes_monitor),
    BIF(erlang, system_profile, 0, reads_profile),
    BIF(erlang, system_profile, 2, writes_profile),
    {0},
};
