// erlang:trace/3, trace_pattern/3 and trace_info/2: who is traced, and what (vm/run/tracing.h).
#include "base/words.h"
#include "vm/ets/match_spec.h"
#include "vm/run/code.h"
#include "vm/run/remote.h"
#include "vm/run/tracing.h"
#include "vm/term/map.h"

enum { FUNC_INFO_WORDS = 2 };

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
    bool session;   // which has a tracer of its own
} Order;

static bool is_session(const Process *p) { return !term_is_nil(p->machine->trace_session); }

static Term usual_tracer(const Process *p) {
    return is_session(p) ? tracing_field(p->machine, TRACING_TRACER) : p->pid;
}

static void read_tracer(Term tracer, Order *out) {
    bool other = term_is_atom(tracer) || term_is_port(tracer);   // a module, or a port
    out->tracer = tracer;
    out->unable |= other;
    out->valid &= other || term_is_local_pid(tracer);
}

static void read_flag(Term flag, Order *out) {
    bool tagged = term_is_tuple_of(flag, 2) || term_is_tuple_of(flag, 3);
    if (tagged && !out->session && term_same(term_elements(flag)[0], ATOM(tracer))) {
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
    Order order = {.tracer = usual_tracer(p), .valid = true, .session = is_session(p)};
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

static Term unseen(Process *p) {
    return process_unsupported(p, "tracing by code that is not seen to do so before the search: let a module that is "
                                  "there from the beginning call erlang:trace/3, trace_pattern or dbg by name");
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
    if (on && p->machine->stepping && !p->machine->traces) return unseen(p);
    if (!one) return trace_group(p, members_of(args[0]), &order, on);
    return trace_one(p->machine, args[0], &order, on) ? term_small(1) : process_badarg(p);
}

// Later releases name a session first: {Reference, {Name, Number}}, or its second part. nil: the usual one; NO_TERM: it
// is none, or has ended.
static Term session_of(Process *p, Term session) {
    if (term_is_atom(session)) return TERM_NIL;
    if (!term_is_tuple_of(session, 2)) return NO_TERM;
    Term weak = term_is_atom(term_elements(session)[0]) ? session : term_elements(session)[1];
    if (!term_is_tuple_of(weak, 2)) return NO_TERM;
    Term number = term_elements(weak)[1];
    if (term_is_atom(number)) return TERM_NIL;
    return term_is_none(map_get(tracing_sessions(p->machine), number)) ? NO_TERM : number;
}

static Term in_session(Process *p, const Term *args, BifFunction function) {
    Term session = session_of(p, args[0]);
    if (term_is_none(session) || !tracing_session_begin(p->machine, session))
        return process_raise_cause(p, ATOM(badarg), ATOM(session));
    Term result = function(p, args + 1);
    tracing_session_end(p->machine);
    return result;
}

static Term erts_internal_trace_4(Process *p, const Term *args) { return in_session(p, args, erts_internal_trace_3); }

// trace_session_create(Name, Tracer, Options)
static Term erts_internal_trace_session_create_3(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return process_raise_cause(p, ATOM(badarg), ATOM(name));
    if (!term_is_nil(args[2])) return process_raise_cause(p, ATOM(badarg), ATOM(badopt));
    if (term_is_local_port(args[1]) || term_is_tuple_of(args[1], 2))
        return process_unsupported(p,
                                   "sessions of tracing with a port or a tracer module; a process can be the tracer");
    if (!term_is_local_pid(args[1])) return process_raise_cause(p, ATOM(badarg), ATOM(tracer));
    if (p->machine->stepping && !p->machine->traces) return unseen(p);
    Term weak = heap_tuple2(p->heap, args[0], tracing_new_session(p, args[0], args[1]));
    return heap_tuple2(p->heap, process_new_reference(p), weak);
}

static void trace_as_before(Machine *m, Term key) {
    const Term *fields = term_elements(key);
    bool global, local;
    Export *export = code_find_export(m->code, fields[0], fields[1], (uint32_t)term_to_small(fields[2]));
    const Module *module = code_module(m->code, fields[0]);
    tracing_ways(m, key, &global, &local);
    if (export && export->defined && !export->bif) code_trace_export(m, export, global);
    for (uint32_t i = 0; module && i < module->function_count; i++) {
        const Function *f = &module->functions[i];
        if (term_same(f->function, fields[1]) && (int64_t)f->arity == term_to_small(fields[2]))
            code_trace_function(m, f->start + FUNC_INFO_WORDS, local);
    }
}

static Term erts_internal_trace_session_destroy_1(Process *p, const Term *args) {
    Machine *m = p->machine;
    Term session = session_of(p, args[0]), key, entry;
    if (term_is_nil(session)) return process_raise_cause(p, ATOM(badarg), ATOM(session));
    if (term_is_none(session)) return ATOM(false);
    tracing_session_begin(m, session);
    Term functions = tracing_field(m, TRACING_FUNCTIONS);
    tracing_session_end(m);
    tracing_drop_session(m, session);
    MapIterator it;
    for (map_iterate(&it, functions); map_next(&it, &key, &entry);) trace_as_before(m, key);
    return ATOM(true);
}

// --- erlang:trace_pattern ------------------------------------------------------------------------------

typedef struct {
    bool global, local, meta;
    uint32_t counters;   // TracingCounters
    Term given;          // true, false, restart, pause or a match specification
    Term tracer;         // of meta tracing
    int64_t count;       // of functions that matched
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

// Whether a match specification has forms that do what weft has not.
static bool has_effects(Term t) {
    static const Term names[] = {ATOM_INIT(set_tcw), ATOM_INIT(set_seq_token), ATOM_INIT(display)};
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

static bool is_for_counters(Term given) { return term_same(given, ATOM(restart)) || term_same(given, ATOM(pause)); }

// True, false, restart, pause, or a list that compiles. NO_TERM: something else, and it has been raised.
static Term read_specification(Process *p, Term given) {
    if (is_boolean(given) || term_is_nil(given) || is_for_counters(given)) return given;
    MatchSpec spec;
    bool valid = term_is_cons(given) && match_spec_compile(&spec, p, given, MATCH_TRACE, NULL);
    if (term_is_cons(given)) match_spec_free(&spec);
    if (!valid) return process_raise_cause(p, ATOM(badarg), ATOM(match_spec));
    return has_effects(given) ? process_unsupported(p, "match specifications that print, or have tokens") : given;
}

static bool read_kind(Process *p, Term option, Pattern *out) {
    if (term_same(option, ATOM(global)))
        out->global = true;
    else if (term_same(option, ATOM(local)))
        out->local = true;
    else if (term_same(option, ATOM(meta)))
        out->meta = true, out->tracer = usual_tracer(p);
    else if (!is_session(p) && term_is_tuple_of(option, 2) && term_same(term_elements(option)[0], ATOM(meta)) &&
             term_is_local_pid(term_elements(option)[1]))
        out->meta = true, out->tracer = term_elements(option)[1];
    else if (term_same(option, ATOM(call_count)))
        out->counters |= TRACING_COUNTS;
    else if (term_same(option, ATOM(call_time)))
        out->counters |= TRACING_TIMES;
    else
        return false;
    return true;
}

// What [] and lists of kinds ask for. False: it has been raised.
static bool read_kinds(Process *p, Term list, Term given, Pattern *out) {
    bool valid = true;
    for (; valid && term_is_cons(list); list = term_tail(list)) {
        Term option = term_head(list);
        if (term_same(option, ATOM(call_memory)) || term_is_tuple_of(option, 3)) {
            process_unsupported(p, "counting memory by tracing, and tracer modules");
            return false;
        }
        valid = read_kind(p, option, out);
    }
    bool more = out->local || out->meta || out->counters;
    Term cause = out->counters & TRACING_COUNTS && term_is_cons(given) ? ATOM(call_count) : NO_TERM;
    if (!valid || !term_is_nil(list) || (out->global && more)) cause = ATOM(badopt);
    if (!term_is_none(cause)) process_raise_cause(p, ATOM(badarg), cause);
    out->global |= !more;
    return term_is_none(cause);
}

// What is known of a traced function after that; NO_TERM: nothing.
static Term changed_function(Heap *heap, Term entry, const Pattern *pattern) {
    Term kind = ATOM(false), specification = TERM_NIL, meta = TERM_NIL;
    uint32_t counting = 0;
    if (!term_is_none(entry)) {
        const Term *old = term_elements(entry);
        kind = old[TRACED_KIND], specification = old[TRACED_SPECIFICATION], meta = old[TRACED_META];
        counting = (uint32_t)term_to_small(old[TRACED_COUNTING]);
    }
    bool on = !term_same(pattern->given, ATOM(false)), plain = !is_for_counters(pattern->given);
    Term given = term_is_cons(pattern->given) ? pattern->given : TERM_NIL;
    // Whoever is traced when called from other modules has no other kinds of tracing.
    if (pattern->global && (on || term_same(kind, ATOM(global))))
        kind = on ? ATOM(global) : ATOM(false), specification = given, meta = TERM_NIL, counting = 0;
    if (!pattern->global && on && term_same(kind, ATOM(global))) kind = ATOM(false);
    if (pattern->local && (on || term_same(kind, ATOM(local))))
        kind = on ? ATOM(local) : ATOM(false), specification = given;
    if (pattern->meta) meta = on ? heap_tuple2(heap, pattern->tracer, given) : TERM_NIL;
    uint32_t paused = pattern->counters << TRACING_PAUSED;
    if (term_same(pattern->given, ATOM(pause))) counting |= counting << TRACING_PAUSED & paused;
    if (term_same(pattern->given, ATOM(restart))) counting &= ~paused;
    if (plain) counting = (counting & ~(pattern->counters | paused)) | (on ? pattern->counters : 0);
    if (term_same(kind, ATOM(false)) && term_is_nil(meta) && !counting) return NO_TERM;
    return heap_tuple4(heap, kind, specification, meta, term_small(counting));
}

static void trace_function(Process *p, const Module *module, const Function *function, Pattern *pattern) {
    Machine *m = p->machine;
    Export *export = code_find_export(m->code, module->name, function->function, function->arity);
    bool exported = export && export->defined && !export->bif;
    if (pattern->global && !exported) return;
    Term all = tracing_field(m, TRACING_FUNCTIONS);
    Term key = heap_tuple3(p->heap, module->name, function->function, term_small(function->arity));
    pattern->count++;
    Term entry = changed_function(p->heap, map_get(all, key), pattern);
    bool known = !term_is_none(entry), global, local;
    if (pattern->counters) tracing_clear_counters(m, key, pattern->counters, !term_same(pattern->given, ATOM(pause)));
    all = known ? map_put(p->heap, all, key, entry) : map_remove(p->heap, all, key);
    tracing_set_field(m, TRACING_FUNCTIONS, all);
    tracing_ways(m, key, &global, &local);
    if (exported) code_trace_export(m, export, global);
    code_trace_function(m, function->start + FUNC_INFO_WORDS, local);
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
    pattern.given = read_specification(p, args[1]);
    if (term_is_none(pattern.given) || !read_kinds(p, args[2], pattern.given, &pattern)) return NO_TERM;
    if (is_event(args[0])) return trace_event(p, args[0], pattern.given);
    bool off = term_same(pattern.given, ATOM(false));
    if (is_builtin(p, args[0]))
        return off ? term_small(1) : process_unsupported(p, "tracing of calls of built-in functions");
    if (!off && p->machine->stepping && !p->machine->traces) return unseen(p);
    trace_functions(p, args[0], &pattern);
    return term_small(pattern.count);
}

static Term erts_internal_trace_pattern_4(Process *p, const Term *args) {
    return in_session(p, args, erts_internal_trace_pattern_3);
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

// Of a traced function. NO_TERM: there is no such item.
static Term traced_item(Process *p, Term key, Term entry, Term item) {
    const Term *fields = term_elements(entry);
    bool traced = !term_same(fields[TRACED_KIND], ATOM(false)), meta = term_is_tuple(fields[TRACED_META]);
    uint32_t counting = (uint32_t)term_to_small(fields[TRACED_COUNTING]);
    if (term_same(item, ATOM(traced))) return fields[TRACED_KIND];
    if (term_same(item, ATOM(match_spec))) return traced ? fields[TRACED_SPECIFICATION] : ATOM(false);
    if (term_same(item, ATOM(meta))) return meta ? term_elements(fields[TRACED_META])[0] : ATOM(false);
    if (term_same(item, ATOM(meta_match_spec))) return meta ? term_elements(fields[TRACED_META])[1] : ATOM(false);
    if (term_same(item, ATOM(call_count)))
        return counting & TRACING_COUNTS ? tracing_counter(p->machine, key, TRACING_COUNTS) : ATOM(false);
    if (term_same(item, ATOM(call_time)))
        return counting & TRACING_TIMES ? tracing_counter(p->machine, key, TRACING_TIMES) : ATOM(false);
    return term_same(item, ATOM(call_memory)) ? ATOM(false) : NO_TERM;
}

// `entry`: what is known of a traced function; or false or undefined.
static Term function_item(Process *p, Term key, Term entry, Term item) {
    static const Term items[] = {ATOM_INIT(traced),          ATOM_INIT(match_spec), ATOM_INIT(meta),
                                 ATOM_INIT(meta_match_spec), ATOM_INIT(call_time),  ATOM_INIT(call_count),
                                 ATOM_INIT(call_memory)};
    if (!term_is_atom(entry)) return traced_item(p, key, entry, item);
    return is_one_of(item, items, sizeof items / sizeof *items) ? entry : NO_TERM;
}

static Term all_items(Process *p, Term key, Term entry) {
    static const Term items[] = {ATOM_INIT(call_count),      ATOM_INIT(call_time), ATOM_INIT(call_memory),
                                 ATOM_INIT(meta_match_spec), ATOM_INIT(meta),      ATOM_INIT(match_spec),
                                 ATOM_INIT(traced)};
    Term list = TERM_NIL;
    if (!term_is_tuple(entry)) return entry;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        if (p->heap->release->number >= 26 || !term_same(items[i], ATOM(call_memory)))
            list = heap_cons(p->heap, heap_tuple2(p->heap, items[i], function_item(p, key, entry, items[i])), list);
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
    Term answer = term_same(item, ATOM(all)) ? all_items(p, function, entry) : function_item(p, function, entry, item);
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

// Whether something is traced in the session.
static bool concerns(Process *p, Term of) {
    Machine *m = p->machine;
    if (term_is_local_pid(of)) return tracing_of(m, of).flags != 0;
    if (term_is_tuple_of(of, 3)) return !term_is_none(map_get(tracing_field(m, TRACING_FUNCTIONS), of));
    if (members_of(of) == GROUP_NEW) return !term_is_nil(tracing_field(m, TRACING_NEW));
    return is_event(of) || term_same(of, ATOM(any));
}

// By their numbers; the usual one comes last.
static Term put_session(Heap *heap, Term list, Term name, Term number) {
    Term before = TERM_NIL;
    for (; term_is_cons(list); list = term_tail(list)) {
        Term other = term_elements(term_head(list))[1];
        if (term_is_atom(other) || (!term_is_atom(number) && term_to_small(number) < term_to_small(other))) break;
        before = heap_cons(heap, term_head(list), before);
    }
    list = heap_cons(heap, heap_tuple2(heap, name, number), list);
    for (; term_is_cons(before); before = term_tail(before)) list = heap_cons(heap, term_head(before), list);
    return list;
}

// trace_info(any, Of, session): {session, [{Name, Number}]}
static Term sessions_of(Process *p, Term of) {
    Term list = TERM_NIL;
    for (TracingSessions s = {0}; tracing_next_session(p->machine, &s);) {
        if (!concerns(p, of)) continue;
        bool usual = !is_session(p);
        list = put_session(p->heap, list, usual ? ATOM(legacy) : tracing_field(p->machine, TRACING_NAME),
                           usual ? ATOM(default) : p->machine->trace_session);
    }
    return heap_tuple2(p->heap, ATOM(session), list);
}

static Term erts_internal_trace_info_3(Process *p, const Term *args) {
    if (term_same(args[2], ATOM(session))) return sessions_of(p, args[1]);
    return in_session(p, args, erlang_trace_info_2);
}

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

static Term needs_module(Process *p, const Term *args) {
    (void)args;
    return process_unsupported(p, "tracer modules; a process can be the tracer");
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
    BIF(erts_internal, trace_session_create, 3, concerns_all),
    BIF(erts_internal, trace_session_destroy, 1, concerns_all),
    BIF_NAMED("erl_tracer", "enabled", 3, needs_module, PURE),
    BIF_NAMED("erl_tracer", "trace", 5, needs_module, PURE),
    {0},
};
