#include "vm/observe/monitor.h"

#include <stdio.h>

#include "base/array.h"
#include "vm/elixir/guest.h"
#include "vm/observe/describe.h"
#include "vm/observe/evaluate.h"
#include "vm/run/happened.h"
#include "vm/term/bits.h"
#include "vm/term/compare.h"
#include "vm/term/etf.h"

struct Monitors {
    ARRAY(Term) modules;
};

// --- calling one -----------------------------------------------------------------------------------------

typedef enum { SAYS_NOTHING, SAYS_STATE, SAYS_PRUNE, SAYS_VIOLATION, SAYS_TROUBLE } Says;

typedef struct {
    Machine *machine;
    Says says;
    Term before;    // its state; NO_TERM: none yet
    bool same;      // so it is afterwards
    Text value;     // the new state, or what is wrong, in the external format
    Text trouble;   // why it is refused
} Call;

static void add_frames(Machine *m, Term stack, Text *out) {
    for (; term_is_cons(stack); stack = term_tail(stack)) {
        const Term *frame = term_elements(term_head(stack));
        if (strcmp(atom_string(frame[0]), "weft_monitor") == 0) break;
        text_add(out, "\n  in ");
        describe_frame(m, out, frame);
    }
}

static void keep(Call *call, Term value) {
    call->same = !term_is_none(call->before) && term_compare_exact(call->before, value) == 0;
    if (!call->same) etf_encode(&call->value, value, (EtfEncodeOptions){.minor_version = 2});
}

// {ok, State}, prune, {violation, Term}, {error, Text} or {raised, Class, Reason, Stack}.
static void take(void *context, Term result) {
    Call *call = context;
    const Term *fields = term_is_atom(result) ? NULL : term_elements(result);
    const char *word = atom_string(fields ? fields[0] : result);
    call->says = strcmp(word, "ok") == 0          ? SAYS_STATE
                 : strcmp(word, "prune") == 0     ? SAYS_PRUNE
                 : strcmp(word, "violation") == 0 ? SAYS_VIOLATION
                                                  : SAYS_TROUBLE;
    if (call->says == SAYS_STATE || call->says == SAYS_VIOLATION) {
        keep(call, fields[1]);
    } else if (strcmp(word, "error") == 0) {
        Bytes bytes;
        uint8_t *scratch;
        if (bits_of_binary(fields[1], &bytes, &scratch)) text_add_bytes(&call->trouble, bytes.data, bytes.size);
        memory_free(scratch);
    } else if (call->says == SAYS_TROUBLE) {
        text_format(&call->trouble, "it crashes with %s: ", atom_string(fields[1]));
        describe_term(call->machine, &call->trouble, fields[2]);
        add_frames(call->machine, fields[3], &call->trouble);
    }
}

static void refuse(void *context, Process *guest) {
    Call *call = context;
    call->says = SAYS_TROUBLE;
    evaluate_refusal(guest, "weft_monitor:", &call->trouble);
}

static void call_free(Call *call) {
    text_free(&call->value);
    text_free(&call->trouble);
}

// `args` is made beyond the mark that the caller has set.
static void ask(Call *call, const char *function, Term args) {
    guest_call(call->machine, atom_from_text("weft_monitor"), atom_from_text(function), args, false, take, refuse,
               call);
}

static Term value_of(Machine *m, const Call *call) {
    Error err;
    Bytes bytes = {(const uint8_t *)call->value.data, call->value.size};
    return etf_decode(&m->store.heap, bytes, (EtfOptions){.code = m->code}, NULL, &err);
}

// --- what they know --------------------------------------------------------------------------------------

// The same with another element.
static Term with(Machine *m, Term known, uint32_t place, Term value) {
    size_t size = term_tuple_size(known);
    Term copy = heap_tuple(&m->store.heap, size);
    memcpy(term_elements(copy), term_elements(known), size * sizeof(Term));
    term_elements(copy)[place] = value;
    return copy;
}

static void set(Machine *m, uint32_t place, Term value) {
    store_touch(&m->store, m->globals);
    m->globals->monitors = with(m, m->globals->monitors, place, value);
}

static void stop(Machine *m, Term module, const char *why) {
    m->unsupported = true;
    snprintf(m->message, sizeof m->message, "monitor %s: %s", atom_string(module), why);
}

// The verdict of a monitor: prune, or {violation, Monitor, Term}.
static void note_verdict(Machine *m, Term module, const Call *call) {
    Term verdict = atom_from_text("prune");
    if (call->says == SAYS_VIOLATION) {
        Term what = call->same ? call->before : value_of(m, call);
        verdict = heap_tuple(&m->store.heap, 3);
        term_elements(verdict)[0] = atom_from_text("violation");
        term_elements(verdict)[1] = module;
        term_elements(verdict)[2] = what;
    }
    set(m, 0, verdict);
}

static void step_one(Machine *m, uint32_t place) {
    Heap *heap = &m->store.heap;
    Term module = m->monitors->modules.items[place - 1];
    Term actor = m->actor < m->pid_count ? term_pid(m->actor) : atom_from_text("none");
    Call call = {.machine = m, .before = term_elements(m->globals->monitors)[place]};
    Visit visit = visit_begin(m);
    Term args = heap_cons(heap, call.before, TERM_NIL);
    args = heap_cons(heap, m->globals->happened, args);
    args = heap_cons(heap, module, heap_cons(heap, actor, args));
    ask(&call, "advance", args);
    visit_end(m, visit);
    if (call.says == SAYS_TROUBLE)
        stop(m, module, text_string(&call.trouble));
    else if (call.says != SAYS_STATE)
        note_verdict(m, module, &call);
    else if (!call.same)
        set(m, place, value_of(m, &call));
    call_free(&call);
}

void monitors_step(Machine *m) {
    uint32_t count = m->monitors->modules.count;
    if (m->unsupported || m->halted) return;
    m->showed = true;
    if (!term_is_nil(term_elements(m->globals->monitors)[0])) set(m, 0, TERM_NIL);
    for (uint32_t place = 1; place <= count && !m->unsupported; place++)
        if (term_is_nil(term_elements(m->globals->monitors)[0])) step_one(m, place);
}

// --- the door --------------------------------------------------------------------------------------------

static void add_state(Machine *m, Term module, Term state) {
    Term before = m->globals->monitors;
    size_t size = term_is_nil(before) ? 1 : term_tuple_size(before);
    Term after = heap_tuple(&m->store.heap, size + 1);
    term_elements(after)[0] = TERM_NIL;
    if (size > 1) memcpy(term_elements(after), term_elements(before), size * sizeof(Term));
    term_elements(after)[size] = state;
    store_touch(&m->store, m->globals);
    m->globals->monitors = after;
    array_push(&m->monitors->modules, module);
}

static Term text_term(Machine *m, const char *text) {
    uint8_t *bytes;
    size_t size = strlen(text);
    Term term = bits_new(&m->store.heap, 8 * size, &bytes);
    memcpy(bytes, text, size);
    return term;
}

bool machine_monitor(Machine *m, const char *name, const char *argument, Error *err) {
    Term module = atom_from_text(name);
    Call call = {.machine = m, .before = NO_TERM};
    Visit visit = visit_begin(m);
    Term args = heap_cons(&m->store.heap, text_term(m, argument), TERM_NIL);
    ask(&call, "begin", heap_cons(&m->store.heap, module, args));
    visit_end(m, visit);
    bool begun = call.says == SAYS_STATE;
    if (!m->monitors) m->monitors = memory_zeroed(1, sizeof *m->monitors);
    if (begun) happened_note_all(m);
    if (begun) add_state(m, module, value_of(m, &call));
    if (!begun) fail(err, "--monitor %s: %s", name, text_string(&call.trouble));
    call_free(&call);
    return begun;
}

MonitorVerdict machine_monitored(Machine *m, Text *out) {
    Term verdict = term_is_nil(m->globals->monitors) ? TERM_NIL : term_elements(m->globals->monitors)[0];
    if (term_is_nil(verdict)) return MONITOR_CONTENT;
    if (term_is_atom(verdict)) return MONITOR_PRUNES;
    const Term *fields = term_elements(verdict);
    if (out) text_format(out, "monitor %s: ", atom_string(fields[1]));
    if (out) describe_term(m, out, fields[2]);
    return MONITOR_OBJECTS;
}

void monitors_free(Machine *m) {
    if (m->monitors) array_free(&m->monitors->modules);
    memory_free(m->monitors);
    m->monitors = NULL;
}
