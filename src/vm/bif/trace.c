// erlang:trace/3, trace_pattern/3 and trace_info/2: who is traced, and what (vm/run/tracing.h).
#include "base/words.h"
#include "vm/ets/match_spec.h"
#include "vm/run/code.h"
#include "vm/run/remote.h"
#include "vm/run/tracing.h"
#include "vm/term/map.h"

static bool is_boolean(Term t) { return term_same(t, ATOM(true)) || term_same(t, ATOM(false)); }

static bool is_one_of(Term t, const Term *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (term_same(names[i], t)) return true;
    return false;
}

// --- flags ---------------------------------------------------------------------------------------------

static const struct {
    Term name;
    uint32_t flag;   // 0: weft has nothing to tell of that
} flags[] = {
#define FLAG(name) {ATOM_INIT(name), TRACE_##name},
    TRACE_FLAGS(FLAG)
#undef FLAG
        {ATOM_INIT(ports), 0},
    {ATOM_INIT(all), UINT32_MAX},
    {ATOM_INIT(running), 0},
    {ATOM_INIT(running_procs), 0},
    {ATOM_INIT(running_ports), 0},
    {ATOM_INIT(exiting), 0},
    {ATOM_INIT(garbage_collection), 0},
    {ATOM_INIT(cpu_timestamp), 0},
};
enum { FLAGS = sizeof flags / sizeof *flags, TRACE_ALL = (1 << TRACE_FLAG_COUNT) - 1 };

// What a list of flags says. `unable`: one of them is more than weft can do.
typedef struct {
    uint32_t flags;
    Term tracer;
    bool valid, unable;
} Order;

static void read_tracer(Term tracer, Order *out) {
    bool other = term_is_atom(tracer) || term_is_port(tracer);   // a module, or a port
    out->tracer = tracer;
    out->unable |= other;
    out->valid &= other || term_is_local_pid(tracer);
}

static void read_flag(Term flag, Order *out) {
    bool tagged = term_is_tuple_of(flag, 2) || term_is_tuple_of(flag, 3);
    if (tagged && term_same(term_elements(flag)[0], ATOM(tracer))) {
        read_tracer(term_elements(flag)[1], out);
        return;
    }
    size_t i = 0;
    while (i < FLAGS && !term_same(flags[i].name, flag)) i++;
    out->valid &= i < FLAGS;
    if (i == FLAGS) return;
    out->flags |= flags[i].flag;
    out->unable |= flags[i].flag == 0 && !term_same(flag, ATOM(ports));   // there are none that could be traced
}

static Order read_flags(Process *p, Term list) {
    Order order = {.tracer = p->pid, .valid = true};
    for (; term_is_cons(list); list = term_tail(list)) read_flag(term_head(list), &order);
    order.valid &= term_is_nil(list);
    return order;
}

// --- erlang:trace --------------------------------------------------------------------------------------

static Traced changed(Traced now, const Order *order, bool on) {
    uint32_t wanted = order->flags & TRACE_ALL;
    now.flags = on ? now.flags | wanted : now.flags & ~wanted;
    now.tracer = on ? order->tracer : now.tracer;
    return now;
}

// False: it is traced by somebody else.
static bool trace_one(Machine *m, Term pid, const Order *order, bool on) {
    Traced now = tracing_of(m, pid);
    if (on && now.flags && !term_same(now.tracer, order->tracer) && process_find(m, now.tracer)) return false;
    if (on || now.flags) tracing_set(m, pid, changed(now, order, on));
    return true;
}

static int64_t trace_existing(Process *p, const Order *order, bool on) {
    Machine *m = p->machine;
    int64_t count = 0;
    for (uint32_t i = 0; i < m->pid_count; i++) {
        const Process *other = m->processes[i];
        bool asked = other && !other->port && !(on && term_same(other->pid, order->tracer));
        if (asked && trace_one(m, other->pid, order, on)) count++;
    }
    return count;
}

static void trace_new(Process *p, const Order *order, bool on) {
    Traced traced = changed(tracing_read(tracing_field(p->machine, TRACING_NEW)), order, on);
    Term entry = traced.flags ? heap_tuple2(p->heap, term_small(traced.flags), traced.tracer) : TERM_NIL;
    tracing_set_field(p->machine, TRACING_NEW, entry);
}

enum { GROUP_OLD = 1, GROUP_NEW = 2, GROUP_PORTS = 4 };

static const struct {
    Term name;
    int members;
} groups[] = {
    {ATOM_INIT(all), GROUP_OLD | GROUP_NEW},
    {ATOM_INIT(processes), GROUP_OLD | GROUP_NEW},
    {ATOM_INIT(existing), GROUP_OLD},
    {ATOM_INIT(existing_processes), GROUP_OLD},
    {ATOM_INIT(new), GROUP_NEW},
    {ATOM_INIT(new_processes), GROUP_NEW},
    {ATOM_INIT(ports), GROUP_PORTS},
    {ATOM_INIT(existing_ports), GROUP_PORTS},
    {ATOM_INIT(new_ports), GROUP_PORTS},
};

static int members_of(Term group) {
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (term_same(groups[i].name, group)) return groups[i].members;
    return 0;
}

static Term trace_group(Process *p, int members, const Order *order, bool on) {
    int64_t count = members & GROUP_OLD ? trace_existing(p, order, on) : 0;
    if (members & GROUP_NEW) trace_new(p, order, on);
    return term_small(count);
}

static Term erts_internal_trace_3(Process *p, const Term *args) {
    Order order = read_flags(p, args[2]);
    if (!order.valid) return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    if (!is_boolean(args[1])) return process_badarg(p);
    bool on = term_same(args[1], ATOM(true)), one = term_is_local_pid(args[0]);
    if (one ? remote_is(p, args[0]) || !process_find(p->machine, args[0]) : !members_of(args[0]))
        return process_badarg(p);
    if (on && (order.unable || order.flags == UINT32_MAX))
        return process_unsupported(
            p, "tracing of what schedulers and collectors do, and to ports and tracer modules: name "
               "the flags for messages, processes and calls, and trace to a process");
    if (on && p->machine->stepping && !p->machine->traces)
        return process_unsupported(p,
                                   "tracing by code that is not seen to do so before the search: let a module that is "
                                   "there from the beginning call erlang:trace/3 or dbg by name");
    if (!one) return trace_group(p, members_of(args[0]), &order, on);
    return trace_one(p->machine, args[0], &order, on) ? term_small(1) : process_badarg(p);
}

// Later releases name a session first. There is the usual one only.
static Term erts_internal_trace_4(Process *p, const Term *args) { return erts_internal_trace_3(p, args + 1); }

// --- erlang:trace_pattern ------------------------------------------------------------------------------

typedef struct {
    bool on, local;
    Term specification;   // [] for all calls
    int64_t count;        // of functions that matched
} Pattern;

static bool is_event(Term t) { return term_same(t, ATOM(send)) || term_same(t, ATOM(receive)); }

static int event_field(Term event) { return term_same(event, ATOM(send)) ? TRACING_SEND : TRACING_RECEIVE; }

static bool is_any(Term t) { return term_same(t, ATOM(underscore)); }

// {M, F, A}, in which everything behind a wildcard is one, too.
static bool is_function_pattern(Term t) {
    if (!term_is_tuple_of(t, 3)) return false;
    const Term *fields = term_elements(t);
    bool named = term_is_atom(fields[0]) && term_is_atom(fields[1]) && (is_any(fields[2]) || term_is_small(fields[2]));
    return named && (!is_any(fields[0]) || is_any(fields[1])) && (!is_any(fields[1]) || is_any(fields[2]));
}

// Whether a match specification has forms that do more than choose and tell.
static bool has_effects(Term t) {
    static const Term names[] = {ATOM_INIT(enable_trace), ATOM_INIT(disable_trace), ATOM_INIT(trace),
                                 ATOM_INIT(silent),       ATOM_INIT(set_tcw),       ATOM_INIT(set_seq_token),
                                 ATOM_INIT(display)};
    Words todo;
    bool found = false;
    words_init(&todo);
    words_push(&todo, t.bits);
    while (todo.count > 0 && !found) {
        t = (Term){words_pop(&todo)};
        if (term_is_cons(t)) words_push(&todo, term_head(t).bits), words_push(&todo, term_tail(t).bits);
        size_t size = term_is_tuple(t) ? term_tuple_size(t) : 0;
        found = size > 1 && is_one_of(term_elements(t)[0], names, sizeof names / sizeof *names);
        for (size_t i = 0; i < size; i++) words_push(&todo, term_elements(t)[i].bits);
    }
    words_free(&todo);
    return found;
}

// True, false, or a list that compiles. NO_TERM: something else, and it has been raised.
static Term read_specification(Process *p, Term given) {
    if (is_boolean(given) || term_is_nil(given)) return given;
    if (term_same(given, ATOM(restart)) || term_same(given, ATOM(pause)))
        return process_unsupported(p, "counting calls by tracing");
    MatchSpec spec;
    bool valid = term_is_cons(given) && match_spec_compile(&spec, p, given, MATCH_TRACE, NULL);
    if (term_is_cons(given)) match_spec_free(&spec);
    if (!valid) return process_raise_cause(p, ATOM(badarg), ATOM(match_spec));
    return has_effects(given) ? process_unsupported(p, "match specifications that switch tracing, or print") : given;
}

// [], [global] or [local]; others count calls, or tell a process that is named there. False: it has been raised.
static bool read_kind(Process *p, Term list, bool *local) {
    static const Term others[] = {ATOM_INIT(meta), ATOM_INIT(call_count), ATOM_INIT(call_time), ATOM_INIT(call_memory)};
    for (; term_is_cons(list); list = term_tail(list)) {
        Term option = term_head(list);
        *local |= term_same(option, ATOM(local));
        if (term_same(option, ATOM(local)) || term_same(option, ATOM(global))) continue;
        if (is_one_of(option, others, 4) || term_is_tuple_of(option, 2))
            process_unsupported(p, "meta tracing, and counting calls by tracing");
        else
            process_raise_cause(p, ATOM(badarg), ATOM(badopt));
        return false;
    }
    if (!term_is_nil(list)) process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    return term_is_nil(list);
}

static bool is_traced_so(Term entry, bool local) {
    return !term_is_none(entry) && term_same(term_elements(entry)[0], local ? ATOM(local) : ATOM(global));
}

static void trace_function(Process *p, const Module *module, const Function *function, Pattern *pattern) {
    enum { FUNC_INFO_WORDS = 2 };
    Machine *m = p->machine;
    Export *export = code_find_export(m->code, module->name, function->function, function->arity);
    bool exported = export && export->defined && !export->bif;
    if (!pattern->local && !exported) return;
    Term all = tracing_field(m, TRACING_FUNCTIONS);
    Term key = heap_tuple3(p->heap, module->name, function->function, term_small(function->arity));
    pattern->count++;
    if (!pattern->on && !is_traced_so(map_get(all, key), pattern->local)) return;
    Term entry = heap_tuple2(p->heap, pattern->local ? ATOM(local) : ATOM(global), pattern->specification);
    all = pattern->on ? map_put(p->heap, all, key, entry) : map_remove(p->heap, all, key);
    tracing_set_field(m, TRACING_FUNCTIONS, all);
    if (exported) code_trace_export(m, export, pattern->on && !pattern->local);
    code_trace_function(m, function->start + FUNC_INFO_WORDS, pattern->on && pattern->local);
}

static void trace_module(Process *p, const Module *module, Term wanted, Pattern *pattern) {
    const Term *fields = term_elements(wanted);
    for (uint32_t i = 0; i < module->function_count; i++) {
        const Function *f = &module->functions[i];
        bool named = is_any(fields[1]) || term_same(fields[1], f->function);
        bool sized = is_any(fields[2]) || term_to_small(fields[2]) == (int64_t)f->arity;
        if (named && sized) trace_function(p, module, f, pattern);
    }
}

static void trace_functions(Process *p, Term wanted, Pattern *pattern) {
    Term name = term_elements(wanted)[0];
    CodeServer *code = p->machine->code;
    for (uint32_t i = 0; is_any(name) && i < code_module_count(code); i++) {
        const Module *module = code_module_at(code, i);
        if (code_module(code, module->name) == module) trace_module(p, module, wanted, pattern);
    }
    if (is_any(name)) return;
    code_autoload(p, name);
    if (code_module(code, name)) trace_module(p, code_module(code, name), wanted, pattern);
}

static bool is_builtin(const Process *p, Term wanted) {
    const Term *fields = term_elements(wanted);
    if (!term_is_small(fields[2])) return false;
    return code_find_bif(p->machine->code, fields[0], fields[1], (uint32_t)term_to_small(fields[2]));
}

static Term trace_event(Process *p, Term event, Term given) {
    tracing_set_field(p->machine, event_field(event), term_is_nil(given) ? ATOM(true) : given);
    return term_small(1);
}

static Term erts_internal_trace_pattern_3(Process *p, const Term *args) {
    Pattern pattern = {0};
    if (term_same(args[0], ATOM(on_load)))
        return term_same(args[1], ATOM(false)) ? term_small(0) : process_unsupported(p, "tracing of modules to come");
    if (!is_event(args[0]) && !is_function_pattern(args[0])) return process_raise_cause(p, ATOM(badarg), ATOM(none));
    Term given = read_specification(p, args[1]);
    if (term_is_none(given) || !read_kind(p, args[2], &pattern.local)) return NO_TERM;
    if (is_event(args[0])) return trace_event(p, args[0], given);
    pattern.on = !term_same(given, ATOM(false));
    pattern.specification = term_is_cons(given) ? given : TERM_NIL;
    if (is_builtin(p, args[0]))
        return pattern.on ? process_unsupported(p, "tracing of calls of built-in functions") : term_small(1);
    trace_functions(p, args[0], &pattern);
    return term_small(pattern.count);
}

static Term erts_internal_trace_pattern_4(Process *p, const Term *args) {
    return erts_internal_trace_pattern_3(p, args + 1);
}

// --- erlang:trace_info ---------------------------------------------------------------------------------

static Term list_of_flags(Heap *heap, uint32_t wanted) {
    Term list = TERM_NIL;
    for (size_t i = 0; i < TRACE_FLAG_COUNT; i++)
        if (wanted & flags[i].flag) list = heap_cons(heap, flags[i].name, list);
    return list;
}

// Of a process, or of those to come. Who traced may have ended since.
static Term process_trace_info(Process *p, Traced traced, Term item) {
    if (traced.flags && !process_find(p->machine, traced.tracer)) traced = (Traced){0, TERM_NIL};
    if (term_same(item, ATOM(flags))) return heap_tuple2(p->heap, item, list_of_flags(p->heap, traced.flags));
    if (!term_same(item, ATOM(tracer))) return process_badarg(p);
    return heap_tuple2(p->heap, item, traced.flags ? traced.tracer : TERM_NIL);
}

// `entry`: {Kind, Specification} of a traced function; false or undefined. NO_TERM: there is no such item.
static Term function_item(Term entry, Term item) {
    static const Term others[] = {ATOM_INIT(meta), ATOM_INIT(meta_match_spec), ATOM_INIT(call_time),
                                  ATOM_INIT(call_count), ATOM_INIT(call_memory)};
    bool traced = term_is_tuple(entry);
    if (term_same(item, ATOM(traced))) return traced ? term_elements(entry)[0] : entry;
    if (term_same(item, ATOM(match_spec))) return traced ? term_elements(entry)[1] : entry;
    if (!is_one_of(item, others, 5)) return NO_TERM;
    return traced ? ATOM(false) : entry;
}

static Term all_items(Process *p, Term entry) {
    static const Term items[] = {ATOM_INIT(call_memory),     ATOM_INIT(call_count), ATOM_INIT(call_time),
                                 ATOM_INIT(meta_match_spec), ATOM_INIT(meta),       ATOM_INIT(match_spec),
                                 ATOM_INIT(traced)};
    Term list = TERM_NIL;
    if (!term_is_tuple(entry)) return entry;
    for (size_t i = p->heap->release->number < 26; i < sizeof items / sizeof *items; i++)
        list = heap_cons(p->heap, heap_tuple2(p->heap, items[i], function_item(entry, items[i])), list);
    return list;
}

static bool function_exists(Process *p, const Term *fields) {
    code_autoload(p, fields[0]);
    const Export *export = code_find_export(p->machine->code, fields[0], fields[1], (uint32_t)term_to_small(fields[2]));
    return export && export->defined;
}

static Term function_trace_info(Process *p, Term function, Term item) {
    const Term *fields = term_elements(function);
    if (!term_is_atom(fields[0]) || !term_is_atom(fields[1]) || !term_is_small(fields[2])) return process_badarg(p);
    Term entry = map_get(tracing_field(p->machine, TRACING_FUNCTIONS), function);
    if (term_is_none(entry)) entry = function_exists(p, fields) ? ATOM(false) : ATOM(undefined);
    Term answer = term_same(item, ATOM(all)) ? all_items(p, entry) : function_item(entry, item);
    return term_is_none(answer) ? process_badarg(p) : heap_tuple2(p->heap, item, answer);
}

static Term erlang_trace_info_2(Process *p, const Term *args) {
    Term of = args[0], item = args[1];
    Machine *m = p->machine;
    if (term_is_local_pid(of) && !process_find(m, of)) return ATOM(undefined);
    if (term_is_local_pid(of)) return process_trace_info(p, tracing_of(m, of), item);
    if (term_is_local_port(of) || term_same(of, ATOM(new_ports)))
        return process_trace_info(p, (Traced){0, TERM_NIL}, item);
    if (members_of(of) == GROUP_NEW) return process_trace_info(p, tracing_read(tracing_field(m, TRACING_NEW)), item);
    if (is_event(of)) {
        if (!term_same(item, ATOM(match_spec))) return process_badarg(p);
        return heap_tuple2(p->heap, item, tracing_field(m, event_field(of)));
    }
    if (term_same(of, ATOM(on_load))) return heap_tuple2(p->heap, item, ATOM(false));
    if (term_is_tuple_of(of, 3)) return function_trace_info(p, of, item);
    return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
}

static Term erts_internal_trace_info_3(Process *p, const Term *args) { return erlang_trace_info_2(p, args + 1); }

// --- the rest ------------------------------------------------------------------------------------------

// All that was to be told has been.
static Term erlang_trace_delivered_1(Process *p, const Term *args) {
    if (!term_is_local_pid(args[0]) && !term_same(args[0], ATOM(all))) return process_badarg(p);
    Term reference = process_new_reference(p);
    mailbox_append(p, heap_tuple3(p->heap, ATOM(trace_delivered), args[0], reference), p->time, p->pid, 0);
    return reference;
}

static void sends_to_self(Process *p, const Term *args, Footprint *out) {
    (void)args;
    footprint_add(out, object_of(OBJECT_MAILBOX, term_pid_index(p->pid), NO_TERM), ACCESS_SEND, 0);
}

static Term needs_session(Process *p, const Term *args) {
    (void)args;
    return process_unsupported(p, "sessions of tracing, and tracer modules: erlang:trace/3 and trace_pattern/3 work");
}

// Whoever changes what is traced is in conflict with every step of others (vm/run/tracing.h); who asks sees the ends of
// those who are traced, or trace.
static void concerns_all(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    out->everything = true;
}

const Bif trace_bifs[] = {
    BIF(erts_internal, trace, 3, concerns_all),
    BIF(erts_internal, trace, 4, concerns_all),
    BIF(erts_internal, trace_pattern, 3, concerns_all),
    BIF(erts_internal, trace_pattern, 4, concerns_all),
    BIF(erlang, trace_info, 2, concerns_all),
    BIF(erts_internal, trace_info, 3, concerns_all),
    BIF(erlang, trace_delivered, 1, sends_to_self),
    BIF_NAMED("erts_internal", "trace_session_create", 3, needs_session, PURE),
    BIF_NAMED("erts_internal", "trace_session_destroy", 1, needs_session, PURE),
    BIF_NAMED("erl_tracer", "enabled", 3, needs_session, PURE),
    BIF_NAMED("erl_tracer", "trace", 5, needs_session, PURE),
    {0},
};
