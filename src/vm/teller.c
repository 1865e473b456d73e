#include "vm/teller.h"

#include "base/memory.h"
#include "vm/describe.h"
#include "vm/frames.h"

enum { LOCAL_SLICE = 100000, SLICES_MAX = 300000, DEPTH_MAX = 256 };   // deeper calls are not told apart
enum { FUNCTION_HEAD = 2 };   // words of func_info, before a function's code

typedef struct {
    const Code *back;      // where it returns to
    size_t depth;
    uint32_t number;
    Text text;
} LibraryCall;

typedef struct {           // of one process
    LibraryCall *calls;    // outermost first
    uint32_t count, capacity;
    bool ended;
    Text ending;
    Text first;            // function of the program's own that it entered
} Notes;

struct Teller {
    Notes *processes;      // by pid index
    uint32_t process_count;
    uint32_t calls;        // noted so far
    uint32_t slices;       // so far: beyond SLICES_MAX calls are not noted, lest a long computation takes for ever
};

// --- life ----------------------------------------------------------------------------------------------

static void forget_calls(Notes *notes, uint32_t count) {
    while (notes->count > count) text_free(&notes->calls[--notes->count].text);
}

static void teller_free(Teller *teller) {
    for (uint32_t i = 0; i < teller->process_count; i++) {
        Notes *notes = &teller->processes[i];
        forget_calls(notes, 0);
        memory_free(notes->calls);
        text_free(&notes->ending);
        text_free(&notes->first);
    }
    memory_free(teller->processes);
    memory_free(teller);
}

static void copy_notes(Notes *to, const Notes *from) {
    to->calls = memory_new((from->count + 1) * sizeof *to->calls);
    to->count = from->count;
    to->capacity = from->count + 1;
    text_add(&to->first, text_string(&from->first));
    for (uint32_t i = 0; i < from->count; i++) {
        to->calls[i] = from->calls[i];
        to->calls[i].text = (Text){0};
        text_add(&to->calls[i].text, text_string(&from->calls[i].text));
    }
}

// With what was noted up to the first step.
static Teller *teller_begin(const Teller *overture) {
    Teller *teller = memory_zeroed(1, sizeof *teller);
    teller->process_count = overture->process_count;
    teller->processes = memory_zeroed(teller->process_count + 1, sizeof(Notes));
    for (uint32_t i = 0; i < teller->process_count; i++) copy_notes(&teller->processes[i], &overture->processes[i]);
    teller->calls = overture->calls;
    return teller;
}

void teller_end(Machine *m) {
    if (m->teller) teller_free(m->teller);
    if (m->overture) teller_free(m->overture);
    m->teller = m->overture = NULL;
}

void teller_start(Machine *m) {
    teller_end(m);
    m->teller = memory_zeroed(1, sizeof *m->teller);
}

void teller_pause(Machine *m) {
    m->overture = m->teller;
    m->teller = NULL;
}

void machine_tell(Machine *m, bool on) {
    if (m->teller) teller_free(m->teller);
    m->teller = on ? teller_begin(m->overture) : NULL;
}

static Notes *notes_of(Teller *teller, const Process *p) {
    uint32_t index = term_pid_index(p->pid), count = teller->process_count;
    if (index >= count) {
        teller->process_count = index * 2 + 16;
        teller->processes = memory_resize(teller->processes, teller->process_count * sizeof(Notes));
        memset(teller->processes + count, 0, (teller->process_count - count) * sizeof(Notes));
    }
    return &teller->processes[index];
}

// --- noting --------------------------------------------------------------------------------------------

int64_t teller_slice(const Teller *teller) {
    return teller && teller->slices < SLICES_MAX ? 1 : LOCAL_SLICE;
}

// The function that the process is about to enter: of a module that nobody has called yet, it is a gate.
static bool entered_function(const Process *p, Term *module, Term *function, uint32_t *arity) {
    Place place;
    const Export *export;
    if (code_place(p->machine->code, p->ip, &place)) {
        if (place.function->start + FUNCTION_HEAD != p->ip) return false;
        *module = place.module->name;
        *function = place.function->function;
        *arity = place.function->arity;
        return true;
    }
    if (*p->ip != interp_word(OP_undefined)) return false;
    memcpy(&export, p->ip + 1, sizeof export);
    *module = export->module;
    *function = export->function;
    *arity = export->arity;
    return true;
}

static void push_call(Notes *notes, LibraryCall call) {
    if (notes->count == notes->capacity) {
        notes->capacity = notes->capacity * 2 + 4;
        notes->calls = memory_resize(notes->calls, notes->capacity * sizeof *notes->calls);
    }
    notes->calls[notes->count++] = call;
}

static void forget_deeper(Notes *notes, size_t depth) {
    while (notes->count > 0 && notes->calls[notes->count - 1].depth > depth) forget_calls(notes, notes->count - 1);
}

// The program's own code runs: it has returned from calls that would be as deep.
static void note_own(Notes *notes, const Process *p) {
    if (notes->count == 0) return;
    size_t depth = stack_depth(p->stack, notes->calls[notes->count - 1].depth + 1);
    forget_deeper(notes, depth ? depth - 1 : 0);
}

// A library is entered from the program's own code, which then has to return to `back`. If the same call is still there
// the library went on from one function to the next: to be there again, code of the program would have run.
static void note_library(Teller *teller, Notes *notes, const Process *p, const Code *back) {
    Term module, function;
    uint32_t arity;
    LibraryCall call = {.back = back, .depth = stack_depth(p->stack, DEPTH_MAX)};
    if (call.depth == DEPTH_MAX) return;
    forget_deeper(notes, call.depth);
    const LibraryCall *last = notes->count ? &notes->calls[notes->count - 1] : NULL;
    if (last && last->depth == call.depth && last->back == back) return;
    forget_deeper(notes, call.depth - 1);
    entered_function(p, &module, &function, &arity);
    call.number = ++teller->calls;
    describe_call(p->machine, &call.text, module, function, p->stack - p->live, arity);
    push_call(notes, call);
}

void teller_note_slice(Teller *teller, Process *p) {
    Term module, function;
    uint32_t arity;
    const Code *back;
    if (teller->slices == SLICES_MAX || p->system) return;
    teller->slices++;
    if (!entered_function(p, &module, &function, &arity)) return;
    const Machine *m = p->machine;
    Notes *notes = notes_of(teller, p);
    bool own = !frames_of_library(m, module);
    if (own && !notes->first.size) describe_function(m, &notes->first, module, function, arity);
    if (own) note_own(notes, p);
    else if (stack_returns(p->stack, &back, 1) && !frames_in_library(m, back)) note_library(teller, notes, p, back);
}

static bool is_frame(Term entry) {
    return term_is_tuple_of(entry, 4) && term_is_atom(term_elements(entry)[0]) && term_is_atom(term_elements(entry)[1]);
}

// An error ends a process with {Reason, Trace}: what it was is enough.
static Term without_trace(Term reason) {
    if (!term_is_tuple_of(reason, 2)) return reason;
    Term trace = term_elements(reason)[1];
    return term_is_cons(trace) && is_frame(term_head(trace)) ? term_elements(reason)[0] : reason;
}

void teller_note_end(Teller *teller, const Process *p, Term reason) {
    Notes *notes = notes_of(teller, p);
    notes->ended = true;
    text_clear(&notes->ending);
    describe_term(p->machine, &notes->ending, without_trace(reason));
}

// --- telling -------------------------------------------------------------------------------------------

uint32_t teller_call(const Teller *teller, const Process *p, const Code *back, size_t depth, Text *out) {
    uint32_t index = term_pid_index(p->pid);
    if (index >= teller->process_count || teller->slices == SLICES_MAX || depth >= DEPTH_MAX) return 0;
    const Notes *notes = &teller->processes[index];
    for (uint32_t i = notes->count; i > 0; i--) {
        const LibraryCall *call = &notes->calls[i - 1];
        if (call->depth != depth || call->back != back) continue;
        text_add(out, text_string(&call->text));
        return call->number;
    }
    return 0;
}

bool teller_ending(const Teller *teller, Actor process, Text *out) {
    if (process >= teller->process_count || !teller->processes[process].ended) return false;
    text_add(out, text_string(&teller->processes[process].ending));
    return true;
}

bool teller_first_function(const Teller *teller, Actor process, Text *out) {
    if (process >= teller->process_count || !teller->processes[process].first.size) return false;
    text_add(out, text_string(&teller->processes[process].first));
    return true;
}
