#include "vm/run/tracing.h"

#include "vm/bif/erlang_time.h"
#include "vm/ets/match_spec.h"
#include "vm/run/bif.h"
#include "vm/run/quiet.h"
#include "vm/run/signal.h"
#include "vm/term/map.h"
#include "vm/world/clock.h"

// --- the state -----------------------------------------------------------------------------------------

Term tracing_field(Machine *m, int field) {
    if (tracing_is_on(m)) return term_elements(m->globals->tracing)[field];
    if (field == TRACING_SEND || field == TRACING_RECEIVE) return ATOM(true);
    return field == TRACING_NEW ? TERM_NIL : map_empty(&m->store.heap);
}

static bool is_nothing(const Term *fields) {
    return map_count(fields[TRACING_PROCESSES]) == 0 && map_count(fields[TRACING_FUNCTIONS]) == 0 &&
           term_is_nil(fields[TRACING_NEW]) && term_same(fields[TRACING_SEND], ATOM(true)) &&
           term_same(fields[TRACING_RECEIVE], ATOM(true));
}

void tracing_set_field(Machine *m, int field, Term value) {
    Term fields = heap_tuple(&m->store.heap, TRACING_FIELDS);
    for (int i = 0; i < TRACING_FIELDS; i++) term_elements(fields)[i] = i == field ? value : tracing_field(m, i);
    store_touch(&m->store, m->globals);
    m->globals->tracing = is_nothing(term_elements(fields)) ? TERM_NIL : fields;
}

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

void tracing_sends(Process *p, Term to, Term pid, Term message) {
    Traced traced = tracing_of(p->machine, p->pid);
    if (!(traced.flags & TRACE_send)) return;
    Term arguments[] = {to, message}, besides;
    if (!passes(p, TRACING_SEND, arguments, 2, &besides)) return;
    bool gone = term_is_local_pid(to) && !term_is_none(pid) && !process_find(p->machine, pid);
    Term terms[] = {gone ? ATOM(send_to_non_existing_process) : ATOM(send), message, to, besides};
    tell(p, traced, terms, count_told(terms, 4), next_object(p));
}

void tracing_receives(Process *p, Term from, Term message, uint64_t object) {
    Traced traced = tracing_of(p->machine, p->pid);
    if (!(traced.flags & TRACE_receive)) return;
    Term arguments[] = {ATOM(nonode_nohost), term_is_none(from) ? ATOM(undefined) : from, message}, besides;
    if (!passes(p, TRACING_RECEIVE, arguments, 3, &besides)) return;
    Term terms[] = {ATOM(receive), message, besides};
    tell(p, traced, terms, count_told(terms, 3), object_of(OBJECT_MESSAGE, object, ATOM(receive)));
}

void tracing_times_out(Process *p) {
    Traced traced = tracing_of(p->machine, p->pid);
    if (!(traced.flags & TRACE_receive)) return;
    Term arguments[] = {ATOM(nonode_nohost), ATOM(clock_service), ATOM(timeout)}, besides;
    if (!passes(p, TRACING_RECEIVE, arguments, 3, &besides)) return;
    Term terms[] = {ATOM(receive), ATOM(timeout), besides};
    tell(p, traced, terms, count_told(terms, 3), next_object(p));
}

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

void tracing_does(Process *p, Term tag, Term to) {
    Process *other = term_is_local_pid(to) ? process_find(p->machine, to) : NULL;
    if (term_same(tag, ATOM(link)) && other) inherit(other, p, TRACE_set_on_link, TRACE_set_on_first_link);
    Term terms[] = {tag, to};
    tell_procs(p, terms, 2, 0);
}

void tracing_undergoes(Process *p, Term tag, Term from, uint64_t signal) {
    Term terms[] = {tag, from};
    tell_procs(p, terms, 2, signal);
}

void tracing_spawns(Process *parent, Process *child, Term module, Term function, Term args, bool link) {
    Machine *m = parent->machine;
    Term call = heap_tuple3(parent->heap, module, function, args);
    Term spawn[] = {ATOM(spawn), child->pid, call}, spawned[] = {ATOM(spawned), parent->pid, call};
    Traced new = tracing_read(tracing_field(m, TRACING_NEW));
    if (new.flags && !child->port) tracing_set(m, child->pid, new);
    inherit(child, parent, TRACE_set_on_spawn, TRACE_set_on_first_spawn);
    tell_procs(parent, spawn, 3, 0);
    if (link) tracing_does(parent, ATOM(link), child->pid);
    tell_procs(child, spawned, 3, 0);
    if (link) tracing_does(child, ATOM(getting_linked), parent->pid);
}

void tracing_exits(Process *p, Term reason) {
    Term terms[] = {ATOM(exit), reason};
    tell_procs(p, terms, 2, 0);
    if (tracing_of(p->machine, p->pid).flags) tracing_set(p->machine, p->pid, (Traced){0, TERM_NIL});
}

// --- calls ---------------------------------------------------------------------------------------------

enum { FRAME_RETURN = 1, FRAME_EXCEPTION = 2, FRAME_RETURN_TO = 4 };   // {M, F, A, these}

static Term key_of(Heap *heap, const TracedCall *call) {
    return heap_tuple3(heap, call->module, call->function, term_small(call->arity));
}

// The match specification for a function, nil: none is needed; NO_TERM: it is not traced so.
static Term specification(const Process *p, const TracedCall *call) {
    Term entry = map_get(tracing_field(p->machine, TRACING_FUNCTIONS), key_of(p->heap, call));
    if (term_is_none(entry) || !term_same(term_elements(entry)[0], call->kind)) return NO_TERM;
    return term_elements(entry)[1];
}

void tracing_forgets(Machine *m, Term module) {
    Term all = tracing_field(m, TRACING_FUNCTIONS), left = all, key, value;
    MapIterator it;
    for (map_iterate(&it, all); map_next(&it, &key, &value);)
        if (term_same(term_elements(key)[0], module)) left = map_remove(&m->store.heap, left, key);
    if (map_count(left) < map_count(all)) tracing_set_field(m, TRACING_FUNCTIONS, left);
}

bool tracing_wants(const Process *p, const TracedCall *call) {
    return tracing_of(p->machine, p->pid).flags & TRACE_call && !term_is_none(specification(p, call));
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

// One frame tells where all functions return to that were called last in it.
static bool tells_already(const Term *stack) {
    for (; stack->bits == (uint64_t)interp_trace_return_code; stack += FRAME_WORDS)
        if (term_to_small(term_elements(stack[2])[3]) & FRAME_RETURN_TO) return true;
    return false;
}

Term tracing_calls(Process *p, const TracedCall *call, const Term *x, const Term *stack) {
    Traced traced = tracing_of(p->machine, p->pid);
    Verdict verdict = judge(p, specification(p, call), call, x, stack);
    bool local = term_same(call->kind, ATOM(local));
    if (verdict.told && !(traced.flags & TRACE_silent)) tell_call(p, traced, call, x, verdict.besides);
    if (verdict.told && local && traced.flags & TRACE_return_to && !tells_already(stack))
        verdict.frame |= FRAME_RETURN_TO;
    if (!verdict.frame) return TERM_NIL;
    return heap_tuple4(p->heap, call->module, call->function, term_small(call->arity), term_small(verdict.frame));
}

bool tracing_catches(Term frame) {
    return term_to_small(term_elements(frame)[3]) & (FRAME_EXCEPTION | FRAME_RETURN_TO);
}

bool tracing_wants_return(const Process *p, Term frame) {
    (void)frame;
    uint32_t flags = tracing_of(p->machine, p->pid).flags;
    return flags & TRACE_call && !(flags & TRACE_silent);
}

static Term function_of(Heap *heap, Term frame) {
    const Term *fields = term_elements(frame);
    return heap_tuple3(heap, fields[0], fields[1], fields[2]);
}

void tracing_returns(Process *p, Term frame, Term value, const Term *stack) {
    Traced traced = tracing_of(p->machine, p->pid);
    int64_t what = term_to_small(term_elements(frame)[3]);
    Term from[] = {ATOM(return_from), function_of(p->heap, frame), value};
    if (what & FRAME_RETURN) tell(p, traced, from, 3, next_object(p));
    Term to[] = {ATOM(return_to), returns_into(p, stack)};
    if (what & FRAME_RETURN_TO && traced.flags & TRACE_return_to) tell(p, traced, to, 2, next_object(p));
}

void tracing_raises(Process *p, Term frame, Term class, Term reason, const Term *stack) {
    Traced traced = tracing_of(p->machine, p->pid);
    int64_t what = term_to_small(term_elements(frame)[3]);
    Term terms[] = {ATOM(exception_from), function_of(p->heap, frame), heap_tuple2(p->heap, class, reason)};
    if (what & FRAME_EXCEPTION) tell(p, traced, terms, 3, next_object(p));
    const Code *handler = exception_next_handler(p, stack);
    bool passes_on = !handler || handler == interp_trace_exception_code;
    if (passes_on || !(what & FRAME_RETURN_TO) || !(traced.flags & TRACE_return_to)) return;
    Term to[] = {ATOM(return_to), place_of(p, handler)};
    tell(p, traced, to, 2, next_object(p));
}
