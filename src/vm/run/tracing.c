#include "vm/run/tracing.h"

#include "vm/bif/erlang_time.h"
#include "vm/ets/match_spec.h"
#include "vm/run/bif.h"
#include "vm/run/port.h"
#include "vm/run/quiet.h"
#include "vm/run/signal.h"
#include "vm/term/map.h"
#include "vm/world/clock.h"

// --- the state -----------------------------------------------------------------------------------------

static Term initial_field(Machine *m, int field) {
    if (field == TRACING_SEND || field == TRACING_RECEIVE) return ATOM(true);
    return field == TRACING_NEW ? TERM_NIL : map_empty(&m->store.heap);
}

Term tracing_sessions(Machine *m) {
    if (!tracing_is_on(m)) return map_empty(&m->store.heap);
    return term_elements(m->globals->tracing)[TRACING_SESSIONS];
}

Term tracing_field(Machine *m, int field) {
    if (!tracing_is_on(m)) return initial_field(m, field);
    if (term_is_nil(m->trace_session)) return term_elements(m->globals->tracing)[field];
    Term session = map_get(tracing_sessions(m), m->trace_session);
    return term_is_none(session) ? initial_field(m, field) : term_elements(session)[field];
}

static bool is_nothing(const Term *fields) {
    return map_count(fields[TRACING_PROCESSES]) == 0 && map_count(fields[TRACING_FUNCTIONS]) == 0 &&
           map_count(fields[TRACING_SESSIONS]) == 0 && term_is_nil(fields[TRACING_NEW]) &&
           term_same(fields[TRACING_SEND], ATOM(true)) && term_same(fields[TRACING_RECEIVE], ATOM(true));
}

static void set_usual_field(Machine *m, int field, Term value) {
    Term session = m->trace_session, fields = heap_tuple(&m->store.heap, TRACING_FIELDS);
    m->trace_session = TERM_NIL;
    for (int i = 0; i < TRACING_FIELDS; i++) term_elements(fields)[i] = i == field ? value : tracing_field(m, i);
    m->trace_session = session;
    store_touch(&m->store, m->globals);
    m->globals->tracing = is_nothing(term_elements(fields)) ? TERM_NIL : fields;
}

void tracing_set_field(Machine *m, int field, Term value) {
    Heap *heap = &m->store.heap;
    if (term_is_nil(m->trace_session)) {
        set_usual_field(m, field, value);
        return;
    }
    Term all = tracing_sessions(m), old = map_get(all, m->trace_session);
    if (term_is_none(old)) return;
    Term fields = heap_tuple(heap, TRACING_SESSION_FIELDS);
    memcpy(term_elements(fields), term_elements(old), TRACING_SESSION_FIELDS * sizeof(Term));
    term_elements(fields)[field] = value;
    set_usual_field(m, TRACING_SESSIONS, map_put(heap, all, m->trace_session, fields));
}

// --- sessions ------------------------------------------------------------------------------------------

// Numbers are not used again, so that a session that has ended is known as such.
static Term next_number(Machine *m) {
    Term last = port_cell(m, ATOM(session)), number = term_small(term_is_none(last) ? 1 : term_to_small(last) + 1);
    port_set_cell(m, ATOM(session), number);
    return number;
}

Term tracing_new_session(Process *p, Term name, Term tracer) {
    Machine *m = p->machine;
    Term number = next_number(m), fields = heap_tuple(p->heap, TRACING_SESSION_FIELDS),
         *elements = term_elements(fields);
    for (int i = 0; i < TRACING_SESSIONS; i++) elements[i] = initial_field(m, i);
    elements[TRACING_TRACER] = tracer;
    elements[TRACING_NAME] = name;
    set_usual_field(m, TRACING_SESSIONS, map_put(p->heap, tracing_sessions(m), number, fields));
    return number;
}

bool tracing_session_begin(Machine *m, Term number) {
    bool there = term_is_nil(number) || !term_is_none(map_get(tracing_sessions(m), number));
    if (there) m->trace_session = number;
    return there;
}

void tracing_drop_session(Machine *m, Term number) {
    set_usual_field(m, TRACING_SESSIONS, map_remove(&m->store.heap, tracing_sessions(m), number));
}

void tracing_session_end(Machine *m) { m->trace_session = TERM_NIL; }

// While one is asked about, others may be: what is told to a tracer is received by it.
bool tracing_next_session(Machine *m, TracingSessions *s) {
    Term number, fields;
    if (!s->begun) {
        s->begun = true;
        s->before = m->trace_session;
        s->all = tracing_sessions(m);
        map_iterate(&s->it, s->all);
        m->trace_session = TERM_NIL;
        return true;
    }
    bool more = map_next(&s->it, &number, &fields);
    m->trace_session = more ? number : s->before;
    return more;
}

#define EACH_SESSION(m) for (TracingSessions session = {0}; tracing_next_session((m), &session);)

Traced tracing_read(Term entry) {
    if (!term_is_tuple_of(entry, 2)) return (Traced){0, TERM_NIL};
    return (Traced){(uint32_t)term_to_small(term_elements(entry)[0]), term_elements(entry)[1]};
}

Traced tracing_of(Machine *m, Term pid) {
    if (!tracing_is_on(m)) return (Traced){0, TERM_NIL};
    Term entry = map_get(tracing_field(m, TRACING_PROCESSES), pid);
    return tracing_read(term_is_none(entry) ? TERM_NIL : entry);
}

void tracing_set(Machine *m, Term pid, Traced traced) {
    Heap *heap = &m->store.heap;
    Term all = tracing_field(m, TRACING_PROCESSES);
    if (traced.flags)
        all = map_put(heap, all, pid, heap_tuple2(heap, term_small(traced.flags), traced.tracer));
    else
        all = map_remove(heap, all, pid);
    tracing_set_field(m, TRACING_PROCESSES, all);
}

// A step decides by who is traced, and nothing that it does is the same whatever others trace.
void tracing_touches(const Machine *m, Footprint *out) {
    footprint_add(out, object_of(OBJECT_TRACING, 0, NO_TERM), ACCESS_READ, 0);
    out->everything |= tracing_is_on(m) && !m->acting;
}

// --- telling -------------------------------------------------------------------------------------------

static Term time_of(Process *p, uint32_t flags) {
    if (flags & TRACE_timestamp) return time_timestamp(p, clock_system(p) / 1000);
    Term now = heap_integer(p->heap, clock_monotonic(p));
    return flags & TRACE_monotonic_timestamp ? now : heap_tuple2(p->heap, now, time_monotonic_integer(p, false));
}

// {trace, Pid, Term ...}, or {trace_ts, Pid, Term ..., Time}.
static Term event(Process *p, uint32_t flags, const Term *terms, uint32_t count) {
    bool timed = flags & (TRACE_timestamp | TRACE_monotonic_timestamp | TRACE_strict_monotonic_timestamp);
    Term time = timed ? time_of(p, flags) : NO_TERM;
    Term out = heap_tuple(p->heap, count + 2 + timed);
    Term *elements = term_elements(out);
    elements[0] = timed ? ATOM(trace_ts) : ATOM(trace);
    elements[1] = p->pid;
    for (uint32_t i = 0; i < count; i++) elements[2 + i] = terms[i];
    if (timed) elements[2 + count] = time;
    return out;
}

static uint64_t next_object(Process *p) {
    process_touch(p);
    return object_of(OBJECT_MESSAGE, (uint64_t)term_pid_index(p->pid) << 36 ^ ++p->traced, ATOM(trace));
}

// What telling touches, which is noted when it happens: whether the tracer lives and, if it is a server of the system,
// what it serves, since that acts within the step.
static void note_telling(Machine *m, Term tracer, uint64_t object) {
    Footprint more = {0};
    const Process *p = process_find(m, tracer);
    footprint_add(&more, object_of(OBJECT_PROCESS_LIFE, term_pid_index(tracer), NO_TERM), ACCESS_READ, 0);
    if (p && quiet_serves(p)) send_footprint(m, tracer, object, &more);
    if (m->acting) step_note(m, &more);
}

// The tracer gets it now: what traces is not traced itself, as to this.
static void tell(Process *p, Traced traced, const Term *terms, uint32_t count, uint64_t object) {
    Process *tracer = process_find(p->machine, traced.tracer);
    if (term_same(traced.tracer, p->pid)) return;
    note_telling(p->machine, traced.tracer, object);
    if (tracer) mailbox_append(tracer, event(p, traced.flags, terms, count), p->time, p->pid, object);
}

// Whether a match specification lets an event pass, after a look at some arguments, and what is to be told besides.
static bool passes(Process *p, int field, const Term *arguments, uint32_t count, Term *besides) {
    Term source = tracing_field(p->machine, field);
    *besides = ATOM(true);
    if (term_is_atom(source)) return term_same(source, ATOM(true));
    MatchSpec spec;
    bool valid = match_spec_compile(&spec, p, source, MATCH_TRACE, NULL);
    Term object = heap_tuple(p->heap, count), list = heap_list_from(p->heap, arguments, count, TERM_NIL);
    memcpy(term_elements(object), arguments, count * sizeof *arguments);
    *besides = valid ? match_spec_run(&spec, p, object, list) : NO_TERM;
    match_spec_free(&spec);
    return !term_is_none(*besides) && !term_same(*besides, ATOM(false));
}

// The last one of the terms is what is told besides: true if that is nothing.
static uint32_t count_told(const Term *terms, uint32_t count) {
    return term_same(terms[count - 1], ATOM(true)) ? count - 1 : count;
}

// --- messages ------------------------------------------------------------------------------------------

static void sends(Process *p, Term to, Term pid, Term message) {
    Traced traced = tracing_of(p->machine, p->pid);
    if (!(traced.flags & TRACE_send)) return;
    Term arguments[] = {to, message}, besides;
    if (!passes(p, TRACING_SEND, arguments, 2, &besides)) return;
    bool gone = term_is_local_pid(to) && !term_is_none(pid) && !process_find(p->machine, pid);
    Term terms[] = {gone ? ATOM(send_to_non_existing_process) : ATOM(send), message, to, besides};
    tell(p, traced, terms, count_told(terms, 4), next_object(p));
}

void tracing_sends(Process *p, Term to, Term pid, Term message) { EACH_SESSION(p->machine) sends(p, to, pid, message); }

static void receives(Process *p, Term from, Term message, uint64_t object) {
    Traced traced = tracing_of(p->machine, p->pid);
    if (!(traced.flags & TRACE_receive)) return;
    Term arguments[] = {ATOM(nonode_nohost), term_is_none(from) ? ATOM(undefined) : from, message}, besides;
    if (!passes(p, TRACING_RECEIVE, arguments, 3, &besides)) return;
    Term terms[] = {ATOM(receive), message, besides};
    tell(p, traced, terms, count_told(terms, 3), object_of(OBJECT_MESSAGE, object, ATOM(receive)));
}

void tracing_receives(Process *p, Term from, Term message, uint64_t object) {
    EACH_SESSION(p->machine) receives(p, from, message, object);
}

static void times_out(Process *p) {
    Traced traced = tracing_of(p->machine, p->pid);
    if (!(traced.flags & TRACE_receive)) return;
    Term arguments[] = {ATOM(nonode_nohost), ATOM(clock_service), ATOM(timeout)}, besides;
    if (!passes(p, TRACING_RECEIVE, arguments, 3, &besides)) return;
    Term terms[] = {ATOM(receive), ATOM(timeout), besides};
    tell(p, traced, terms, count_told(terms, 3), next_object(p));
}

void tracing_times_out(Process *p) { EACH_SESSION(p->machine) times_out(p); }

// --- processes -----------------------------------------------------------------------------------------

static void tell_procs(Process *p, const Term *terms, uint32_t count, uint64_t signal) {
    Traced traced = tracing_of(p->machine, p->pid);
    if (!(traced.flags & TRACE_procs)) return;
    tell(p, traced, terms, count, signal ? object_of(OBJECT_MESSAGE, signal, terms[0]) : next_object(p));
}

// A child, or who gets linked, is traced as the other one is; with `once` that one stops to hand it on.
static void inherit(Process *to, const Process *from, uint32_t always, uint32_t once) {
    Machine *m = from->machine;
    Traced traced = tracing_of(m, from->pid);
    if (!(traced.flags & (always | once)) || tracing_of(m, to->pid).flags) return;
    bool stops = traced.flags & once;
    if (stops) traced.flags &= ~(always | once);
    tracing_set(m, to->pid, traced);
    if (stops) tracing_set(m, from->pid, traced);
}

static void does(Process *p, Term tag, Term to) {
    Process *other = term_is_local_pid(to) ? process_find(p->machine, to) : NULL;
    if (term_same(tag, ATOM(link)) && other) inherit(other, p, TRACE_set_on_link, TRACE_set_on_first_link);
    Term terms[] = {tag, to};
    tell_procs(p, terms, 2, 0);
}

void tracing_does(Process *p, Term tag, Term to) { EACH_SESSION(p->machine) does(p, tag, to); }

static void undergoes(Process *p, Term tag, Term from, uint64_t signal) {
    Term terms[] = {tag, from};
    tell_procs(p, terms, 2, signal);
}

void tracing_undergoes(Process *p, Term tag, Term from, uint64_t signal) {
    EACH_SESSION(p->machine) undergoes(p, tag, from, signal);
}

static void spawns(Process *parent, Process *child, Term module, Term function, Term args, bool link) {
    Machine *m = parent->machine;
    Term call = heap_tuple3(parent->heap, module, function, args);
    Term spawn[] = {ATOM(spawn), child->pid, call}, spawned[] = {ATOM(spawned), parent->pid, call};
    Traced new = tracing_read(tracing_field(m, TRACING_NEW));
    if (new.flags && !child->port) tracing_set(m, child->pid, new);
    inherit(child, parent, TRACE_set_on_spawn, TRACE_set_on_first_spawn);
    tell_procs(parent, spawn, 3, 0);
    if (link) does(parent, ATOM(link), child->pid);
    tell_procs(child, spawned, 3, 0);
    if (link) does(child, ATOM(getting_linked), parent->pid);
}

void tracing_spawns(Process *parent, Process *child, Term module, Term function, Term args, bool link) {
    EACH_SESSION(parent->machine) spawns(parent, child, module, function, args, link);
}

static void ends(Process *p, Term reason) {
    Term terms[] = {ATOM(exit), reason};
    tell_procs(p, terms, 2, 0);
    if (term_is_atom(p->name)) does(p, ATOM(unregister), p->name);
    if (tracing_of(p->machine, p->pid).flags) tracing_set(p->machine, p->pid, (Traced){0, TERM_NIL});
}

void tracing_exits(Process *p, Term reason) { EACH_SESSION(p->machine) ends(p, reason); }

// --- calls ---------------------------------------------------------------------------------------------

// {M, F, A, these of all sessions, [{Session, these, MetaTracer}]}
enum {
    FRAME_RETURN = 1,
    FRAME_EXCEPTION = 2,
    FRAME_RETURN_TO = 4,
    FRAME_META_RETURN = 8,
    FRAME_META_EXCEPTION = 16,
    FRAME_META = FRAME_META_RETURN | FRAME_META_EXCEPTION
};

static Term key_of(Heap *heap, const TracedCall *call) {
    return heap_tuple3(heap, call->module, call->function, term_small(call->arity));
}

// What is known of a traced function; NULL: it is not traced.
static const Term *function_entry(const Process *p, const TracedCall *call) {
    Term entry = map_get(tracing_field(p->machine, TRACING_FUNCTIONS), key_of(p->heap, call));
    return term_is_none(entry) ? NULL : term_elements(entry);
}

// --- counters ------------------------------------------------------------------------------------------

static Term counter_key(Heap *heap, Term session, Term key, TracingCounters which) {
    return heap_tuple3(heap, which == TRACING_COUNTS ? ATOM(call_count) : ATOM(call_time), key, session);
}

Term tracing_counter(Machine *m, Term key, TracingCounters which) {
    Term value = port_cell(m, counter_key(&m->store.heap, m->trace_session, key, which)), list = TERM_NIL, pid, count;
    if (which == TRACING_COUNTS) return term_is_none(value) ? term_small(0) : value;
    MapIterator it;
    if (term_is_none(value)) return list;
    for (map_iterate(&it, value); map_next(&it, &pid, &count);)
        list = heap_cons(&m->store.heap, heap_tuple4(&m->store.heap, pid, count, term_small(0), term_small(0)), list);
    return list;
}

void tracing_clear_counters(Machine *m, Term key, uint32_t which, bool really) {
    if (really && which & TRACING_COUNTS)
        port_set_cell(m, counter_key(&m->store.heap, m->trace_session, key, TRACING_COUNTS), NO_TERM);
    if (really && which & TRACING_TIMES)
        port_set_cell(m, counter_key(&m->store.heap, m->trace_session, key, TRACING_TIMES), NO_TERM);
}

static Term one_more(Term count) { return term_small(term_is_none(count) ? 1 : term_to_small(count) + 1); }

static void count(Process *p, Term key, TracingCounters which) {
    Machine *m = p->machine;
    Term cell = counter_key(p->heap, m->trace_session, key, which), value = port_cell(m, cell);
    Footprint more = {0};
    footprint_add(&more, port_cell_object(cell), ACCESS_UPDATE, 0);
    if (m->acting) step_note(m, &more);
    if (which == TRACING_COUNTS) {
        port_set_cell(m, cell, one_more(value));
        return;
    }
    Term all = term_is_none(value) ? map_empty(p->heap) : value;
    port_set_cell(m, cell, map_put(p->heap, all, p->pid, one_more(map_get(all, p->pid))));
}

static bool counts(const Term *entry, TracingCounters which) {
    int64_t counting = term_to_small(entry[TRACED_COUNTING]);
    return counting & which && !(counting & which << TRACING_PAUSED);
}

// --- traced functions ----------------------------------------------------------------------------------

static void forgets(Machine *m, Term module) {
    Term all = tracing_field(m, TRACING_FUNCTIONS), left = all, key, value;
    MapIterator it;
    for (map_iterate(&it, all); map_next(&it, &key, &value);)
        if (term_same(term_elements(key)[0], module)) left = map_remove(&m->store.heap, left, key);
    if (map_count(left) < map_count(all)) tracing_set_field(m, TRACING_FUNCTIONS, left);
}

void tracing_forgets(Machine *m, Term module) { EACH_SESSION(m) forgets(m, module); }

void tracing_ways(Machine *m, Term key, bool *global, bool *local) {
    *global = *local = false;
    EACH_SESSION(m) {
        Term entry = map_get(tracing_field(m, TRACING_FUNCTIONS), key);
        if (term_is_none(entry)) continue;
        bool by_export = term_same(term_elements(entry)[TRACED_KIND], ATOM(global));
        *global |= by_export;
        *local |= !by_export;
    }
}

static bool wants(const Process *p, const TracedCall *call) {
    const Term *entry = function_entry(p, call);
    if (!entry) return false;
    bool calls = tracing_of(p->machine, p->pid).flags & TRACE_call;
    bool besides =
        term_same(call->kind, ATOM(local)) &&
        (term_is_tuple(entry[TRACED_META]) || counts(entry, TRACING_COUNTS) || (calls && counts(entry, TRACING_TIMES)));
    return besides || (calls && term_same(entry[TRACED_KIND], call->kind));
}

bool tracing_wants(const Process *p, const TracedCall *call) {
    bool wanted = false;
    EACH_SESSION(p->machine) wanted |= wants(p, call);
    return wanted;
}

bool tracing_wants_here(const Process *p, const Code *entry, TracedCall *out) {
    Place place;
    if (!tracing_is_on(p->machine) || !code_place(p->machine->code, entry, &place)) return false;
    *out = (TracedCall){place.module->name, place.function->function, place.function->arity, ATOM(local)};
    return tracing_wants(p, out);
}

// Its function may not be traced any more: then there is nothing to tell, and what was told before is over.
void tracing_goes_on(Process *p) {
    bool traced = interp_stands_at(p, OP_traced) || *p->ip == interp_word(OP_traced_entry) ||
                  interp_stands_at(p, OP_trace_return) || interp_stands_at(p, OP_trace_exception);
    p->telling &= traced;
    p->call_told &= traced;
}

bool tracing_call(const Process *p, TracedCall *out) {
    const Export *export;
    if (interp_stands_at(p, OP_traced)) {
        memcpy(&export, p->ip + 1, sizeof export);
        *out = (TracedCall){export->module, export->function, export->arity, ATOM(global)};
        return true;
    }
    bool ends = interp_stands_at(p, OP_trace_return) || interp_stands_at(p, OP_trace_exception);
    if (!ends) {
        Place place;
        code_place(p->machine->code, p->ip, &place);
        *out = (TracedCall){place.module->name, place.function->function, place.function->arity, ATOM(local)};
        return true;
    }
    const Term *frame = term_elements(p->stack[1]);
    *out = (TracedCall){frame[0], frame[1], (uint32_t)term_to_small(frame[2]), ATOM(local)};
    return false;
}

static Term place_of(Process *p, const Code *address) {
    Place place;
    if (!address || !code_place(p->machine->code, address, &place)) return ATOM(undefined);
    return heap_tuple3(p->heap, place.module->name, place.function->function, term_small(place.function->arity));
}

// {M, F, A} of the function that the stack returns into, behind what is told on the way.
static Term returns_into(Process *p, const Term *stack) {
    enum { DEPTH = 64 };
    const Code *addresses[DEPTH];
    size_t count = exception_addresses(stack, addresses, DEPTH), i = 0;
    while (i < count && addresses[i] + 1 == interp_trace_return_code) i++;   // they point to calls
    return place_of(p, i < count ? addresses[i] : NULL);
}

// --- specifications that switch tracing ----------------------------------------------------------------

// Who changes that is in conflict with every step of others, as one who calls erlang:trace/3.
static void switch_tracing(Process *p, Term pid, uint32_t off, uint32_t on, Term tracer) {
    Machine *m = p->machine;
    Traced now = tracing_of(m, pid), own = tracing_of(m, p->pid);
    if (term_is_none(tracer)) tracer = now.flags ? now.tracer : own.tracer;
    Traced then = {(now.flags & ~off) | on, tracer};
    if (!process_find(m, pid) || !term_is_local_pid(tracer)) return;
    Footprint more = {.everything = true};
    if (m->acting) step_note(m, &more);
    if (then.flags != now.flags) tracing_set(m, pid, then);
}

// The flags that a list names; false: one of them is none.
static bool read_flags(Term list, uint32_t *out) {
    static const struct {
        Term name;
        uint32_t flag;
    } names[] = {
#define FLAG(name) {ATOM_INIT(name), TRACE_##name},
        TRACE_FLAGS(FLAG)
#undef FLAG
            {ATOM_INIT(all), (1 << TRACE_FLAG_COUNT) - 1},
    };
    for (*out = 0; term_is_cons(list); list = term_tail(list)) {
        size_t i = 0, size = sizeof names / sizeof *names;
        while (i < size && !term_same(names[i].name, term_head(list))) i++;
        if (i == size) return false;
        *out |= names[i].flag;
    }
    return term_is_nil(list);
}

static Term effect(Process *p, Term name, const Term *args, size_t count) {
    uint32_t off = 0, on = 0;
    if (term_same(name, ATOM(silent))) {
        if (term_same(args[0], ATOM(true)) || term_same(args[0], ATOM(false)))
            switch_tracing(p, p->pid, TRACE_silent, term_same(args[0], ATOM(true)) ? TRACE_silent : 0, NO_TERM);
        return ATOM(true);
    }
    bool both = term_same(name, ATOM(trace)), enables = term_same(name, ATOM(enable_trace));
    Term pid = count > (both ? 2u : 1u) ? args[0] : p->pid, last = args[count - 1];
    if (!both) last = heap_cons(p->heap, last, TERM_NIL);
    bool valid = enables || both ? read_flags(last, &on) : read_flags(last, &off);
    if (both) valid &= read_flags(args[count - 2], &off);
    if (!valid || !term_is_local_pid(pid)) return NO_TERM;
    switch_tracing(p, pid, off, on, NO_TERM);
    return both && !off && !on ? ATOM(false) : ATOM(true);
}

// What the match specification says of a call: whether it is told, what besides, what of its end.
typedef struct {
    bool told;
    Term besides;
    uint32_t frame;
} Verdict;

static Verdict judge(Process *p, Term source, const TracedCall *call, const Term *x, const Term *stack) {
    if (term_is_nil(source)) return (Verdict){true, ATOM(true), 0};
    MatchSpec spec;
    Term object = heap_tuple(p->heap, call->arity);
    memcpy(term_elements(object), x, call->arity * sizeof *x);
    bool valid = match_spec_compile(&spec, p, source, MATCH_TRACE, NULL);
    spec.caller = returns_into(p, stack);
    spec.effect = effect;
    Term found = valid ? match_spec_run(&spec, p, object, heap_list_from(p->heap, x, call->arity, TERM_NIL)) : NO_TERM;
    uint32_t flags = valid ? spec.flags : 0;
    match_spec_free(&spec);
    if (term_is_none(found)) return (Verdict){false, found, 0};
    uint32_t frame = (flags & MATCH_RETURN_TRACE ? FRAME_RETURN : 0) |
                     (flags & MATCH_EXCEPTION_TRACE ? FRAME_RETURN | FRAME_EXCEPTION : 0);
    return (Verdict){!term_same(found, ATOM(false)), found, frame};
}

static void tell_call(Process *p, Traced traced, const TracedCall *call, const Term *x, Term besides) {
    Term arguments =
        traced.flags & TRACE_arity ? term_small(call->arity) : heap_list_from(p->heap, x, call->arity, TERM_NIL);
    Term terms[] = {ATOM(call), heap_tuple3(p->heap, call->module, call->function, arguments), besides};
    tell(p, traced, terms, count_told(terms, 3), next_object(p));
}

enum { FRAME_WORDS = 3 };   // with the address that it is returned to by

// What a frame says of the session; NULL: nothing.
static const Term *entry_of(const Machine *m, Term frame) {
    for (Term list = term_elements(frame)[4]; term_is_cons(list); list = term_tail(list))
        if (term_same(term_elements(term_head(list))[0], m->trace_session)) return term_elements(term_head(list));
    return NULL;
}

static int64_t flags_of(const Term *entry) { return entry ? term_to_small(entry[1]) : 0; }

// One frame tells where all functions return to that were called last in it.
static bool tells_already(const Machine *m, const Term *stack) {
    for (; stack->bits == (uint64_t)interp_trace_return_code; stack += FRAME_WORDS)
        if (flags_of(entry_of(m, stack[2])) & FRAME_RETURN_TO) return true;
    return false;
}

// What the function's own specification says, and whoever is told by it.
static uint32_t plain_call(Process *p, const TracedCall *call, const Term *entry, const Term *x, const Term *stack) {
    Traced before = tracing_of(p->machine, p->pid);
    if (!(before.flags & TRACE_call) || !term_same(entry[TRACED_KIND], call->kind)) return 0;
    Verdict verdict = judge(p, entry[TRACED_SPECIFICATION], call, x, stack);
    Traced now = {tracing_of(p->machine, p->pid).flags, before.tracer};   // the specification may have changed them
    if (verdict.told && !(now.flags & TRACE_silent)) tell_call(p, now, call, x, verdict.besides);
    bool local = term_same(call->kind, ATOM(local));
    if (verdict.told && local && now.flags & TRACE_return_to && !tells_already(p->machine, stack))
        verdict.frame |= FRAME_RETURN_TO;
    return verdict.frame;
}

// Whoever the process is traced by, or not.
static uint32_t meta_call(Process *p, const TracedCall *call, const Term *meta, const Term *x, const Term *stack) {
    Verdict verdict = judge(p, meta[1], call, x, stack);
    if (verdict.told) tell_call(p, (Traced){TRACE_timestamp, meta[0]}, call, x, verdict.besides);
    return (verdict.frame & FRAME_RETURN ? FRAME_META_RETURN : 0) |
           (verdict.frame & FRAME_EXCEPTION ? FRAME_META_EXCEPTION : 0);
}

// What the frame is to say of the session, put before the others; 0: nothing.
static uint32_t call_in_session(Process *p, const TracedCall *call, const Term *x, const Term *stack, Term *entries) {
    const Term *entry = function_entry(p, call);
    bool local = term_same(call->kind, ATOM(local)), calls = tracing_of(p->machine, p->pid).flags & TRACE_call;
    if (!entry) return 0;
    if (local && counts(entry, TRACING_COUNTS)) count(p, key_of(p->heap, call), TRACING_COUNTS);
    if (local && calls && counts(entry, TRACING_TIMES)) count(p, key_of(p->heap, call), TRACING_TIMES);
    uint32_t frame = plain_call(p, call, entry, x, stack);
    const Term *meta = local && term_is_tuple(entry[TRACED_META]) ? term_elements(entry[TRACED_META]) : NULL;
    if (meta) frame |= meta_call(p, call, meta, x, stack);
    if (!frame) return 0;
    Term said = heap_tuple3(p->heap, p->machine->trace_session, term_small(frame), meta ? meta[0] : TERM_NIL);
    *entries = heap_cons(p->heap, said, *entries);
    return frame;
}

Term tracing_calls(Process *p, const TracedCall *call, const Term *x, const Term *stack) {
    Term entries = TERM_NIL;
    uint32_t frame = 0;
    EACH_SESSION(p->machine) frame |= call_in_session(p, call, x, stack, &entries);
    if (!frame) return TERM_NIL;
    Term out = heap_tuple(p->heap, 5), *fields = term_elements(out);
    fields[0] = call->module, fields[1] = call->function, fields[2] = term_small(call->arity);
    fields[3] = term_small(frame), fields[4] = entries;
    return out;
}

bool tracing_catches(Term frame) {
    return term_to_small(term_elements(frame)[3]) & (FRAME_EXCEPTION | FRAME_RETURN_TO | FRAME_META_EXCEPTION);
}

static bool tells_calls(const Process *p) {
    uint32_t flags = tracing_of(p->machine, p->pid).flags;
    return flags & TRACE_call && !(flags & TRACE_silent);
}

bool tracing_wants_return(const Process *p, Term frame) {
    bool wanted = false;
    EACH_SESSION(p->machine) {
        int64_t flags = flags_of(entry_of(p->machine, frame));
        wanted |= flags & FRAME_META || (flags && tells_calls(p));
    }
    return wanted;
}

static Term function_of(Heap *heap, Term frame) {
    const Term *fields = term_elements(frame);
    return heap_tuple3(heap, fields[0], fields[1], fields[2]);
}

static Traced meta_of(const Term *entry) { return (Traced){TRACE_timestamp, entry[2]}; }

static void returns(Process *p, Term frame, Term value, const Term *stack) {
    Traced traced = tracing_of(p->machine, p->pid);
    const Term *entry = entry_of(p->machine, frame);
    int64_t what = flags_of(entry);
    Term from[] = {ATOM(return_from), function_of(p->heap, frame), value};
    bool tells = tells_calls(p);
    if (tells && what & FRAME_RETURN) tell(p, traced, from, 3, next_object(p));
    if (what & FRAME_META_RETURN) tell(p, meta_of(entry), from, 3, next_object(p));
    Term to[] = {ATOM(return_to), returns_into(p, stack)};
    if (tells && what & FRAME_RETURN_TO && traced.flags & TRACE_return_to) tell(p, traced, to, 2, next_object(p));
}

void tracing_returns(Process *p, Term frame, Term value, const Term *stack) {
    EACH_SESSION(p->machine) returns(p, frame, value, stack);
}

static void raises(Process *p, Term frame, Term class, Term reason, const Term *stack) {
    Traced traced = tracing_of(p->machine, p->pid);
    const Term *entry = entry_of(p->machine, frame);
    int64_t what = flags_of(entry);
    Term terms[] = {ATOM(exception_from), function_of(p->heap, frame), heap_tuple2(p->heap, class, reason)};
    bool tells = tells_calls(p);
    if (tells && what & FRAME_EXCEPTION) tell(p, traced, terms, 3, next_object(p));
    if (what & FRAME_META_EXCEPTION) tell(p, meta_of(entry), terms, 3, next_object(p));
    const Code *handler = exception_next_handler(p, stack);
    bool passes_on = !handler || handler == interp_trace_exception_code;
    if (!tells || passes_on || !(what & FRAME_RETURN_TO) || !(traced.flags & TRACE_return_to)) return;
    Term to[] = {ATOM(return_to), place_of(p, handler)};
    tell(p, traced, to, 2, next_object(p));
}

void tracing_raises(Process *p, Term frame, Term class, Term reason, const Term *stack) {
    EACH_SESSION(p->machine) raises(p, frame, class, reason, stack);
}
