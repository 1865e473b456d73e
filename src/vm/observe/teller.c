#include "vm/observe/teller.h"

#include "base/memory.h"
#include "vm/observe/describe.h"
#include "vm/observe/frames.h"

enum { LOCAL_SLICE = 100000, SLICES_MAX = 300000, DEPTH_MAX = 256 };   // deeper calls are not told apart
enum { FUNCTION_HEAD = 2 };                                            // words of func_info, before a function's code

typedef struct {
    const Code *back;   // where it returns to; NULL: nowhere, the process ends then
    const Code *last;   // the instruction that called it, if that was the last thing its function did; or NULL
    size_t depth;
    uint32_t number;
    Text text;
} LibraryCall;

typedef struct {   // a function of the program's own
    const Code *start, *back;
} Entry;

typedef struct {          // of one process
    LibraryCall *calls;   // outermost first
    uint32_t count, capacity;
    Entry *entries;   // by depth, the function that was entered last
    uint32_t entry_count;
    bool ended;
    Text ending;
    Text first;   // function of the program's own that it entered
} Notes;

struct Teller {
    Notes *processes;   // by pid index
    uint32_t process_count;
    uint32_t calls;    // noted so far
    uint32_t slices;   // so far: beyond SLICES_MAX calls are not noted, lest a long computation takes for ever
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
        memory_free(notes->entries);
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
    to->entries = memory_new((from->entry_count + 1) * sizeof *to->entries);
    to->entry_count = from->entry_count;
    if (from->entry_count) memcpy(to->entries, from->entries, from->entry_count * sizeof *to->entries);
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

int64_t teller_slice(const Teller *teller) { return teller && teller->slices < SLICES_MAX ? 1 : LOCAL_SLICE; }

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

// --- last calls --------------------------------------------------------------------------------------------

// A function that calls another one as the last thing it does leaves no frame, so its place is found by looking for
// such a call in its code. That it is still its turn is known by where the other one returns to, which is where it
// would have returned to.

static const Code *code_behind(const Place *place) {
    const Module *module = place->module;
    const Function *next = place->function + 1;
    return next < module->functions + module->function_count ? next->start : module->code_end;
}

static bool is_last_call(Code word) {
    return word == interp_word(OP_call_ext_only) || word == interp_word(OP_call_ext_last);
}

// The one place in the function where that is; NULL: nowhere, or there are several.
static const Code *find_last_call(const Machine *m, const Code *start, const Export *to) {
    const Code *found = NULL;
    Place place;
    if (!to || !code_place(m->code, start, &place)) return NULL;
    for (const Code *at = start, *end = code_behind(&place); at + 2 < end; at++) {
        if (!is_last_call(*at) || memcmp(at + 1, &to, sizeof to) != 0) continue;
        if (found) return NULL;
        found = at;
    }
    return found;
}

static const Code *last_call(const Notes *notes, const Process *p, const Code *back, size_t depth, const Export *to) {
    if (depth >= notes->entry_count) return NULL;
    const Entry *entry = &notes->entries[depth];
    return entry->start && entry->back == back ? find_last_call(p->machine, entry->start, to) : NULL;
}

static void note_entry(Notes *notes, const Process *p, const Code *back, size_t depth) {
    uint32_t count = notes->entry_count;
    if (depth >= count) {
        notes->entry_count = (uint32_t)depth * 2 + 4;
        notes->entries = memory_resize(notes->entries, notes->entry_count * sizeof *notes->entries);
        memset(notes->entries + count, 0, (notes->entry_count - count) * sizeof *notes->entries);
    }
    notes->entries[depth] = (Entry){p->ip, back};
}

// --- calls -------------------------------------------------------------------------------------------------

// The program's own code runs: it has returned from calls that would be as deep.
static void note_own(Notes *notes, const Process *p, const Code *back) {
    size_t depth = stack_depth(p->stack, DEPTH_MAX);
    if (depth == DEPTH_MAX) return;
    while (notes->count > 0 && notes->calls[notes->count - 1].depth >= depth) forget_calls(notes, notes->count - 1);
    note_entry(notes, p, back, depth);
}

typedef struct {
    Term module, function;
    uint32_t arity;
} Callee;

// A library is entered from the program's own code, which then has to return to `back`, or whose last act that is. If
// the same call is still there the library went on from one function to the next: to be there again, code of the
// program would have run.
static void note_library(Teller *teller, Notes *notes, const Process *p, const Code *back, const Callee *callee) {
    LibraryCall call = {.back = back, .depth = stack_depth(p->stack, DEPTH_MAX)};
    if (call.depth == DEPTH_MAX) return;
    const Machine *m = p->machine;
    while (notes->count > 0 && notes->calls[notes->count - 1].depth > call.depth) forget_calls(notes, notes->count - 1);
    const LibraryCall *last = notes->count ? &notes->calls[notes->count - 1] : NULL;
    if (last && last->depth == call.depth && last->back == back) return;
    call.last = last_call(notes, p, back, call.depth,
                          code_find_export(m->code, callee->module, callee->function, callee->arity));
    if (!call.last && (!back || frames_in_library(m, back))) return;
    while (notes->count > 0 && notes->calls[notes->count - 1].depth >= call.depth)
        forget_calls(notes, notes->count - 1);
    call.number = ++teller->calls;
    describe_call(p->machine, &call.text, callee->module, callee->function, p->stack - p->live, callee->arity);
    push_call(notes, call);
}

void teller_note_slice(Teller *teller, Process *p) {
    Callee callee;
    const Code *back = NULL;
    if (teller->slices == SLICES_MAX || p->system) return;
    teller->slices++;
    if (!entered_function(p, &callee.module, &callee.function, &callee.arity)) return;
    const Machine *m = p->machine;
    Notes *notes = notes_of(teller, p);
    bool own = !frames_of_library(m, callee.module);
    if (own && !notes->first.size) describe_function(m, &notes->first, callee.module, callee.function, callee.arity);
    stack_returns(p->stack, &back, 1);
    if (own)
        note_own(notes, p, back);
    else
        note_library(teller, notes, p, back, &callee);
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

static const LibraryCall *find_call(const Teller *teller, const Process *p, const Code *back, size_t depth) {
    uint32_t index = term_pid_index(p->pid);
    if (index >= teller->process_count || teller->slices == SLICES_MAX || depth >= DEPTH_MAX) return NULL;
    const Notes *notes = &teller->processes[index];
    for (uint32_t i = notes->count; i > 0; i--) {
        const LibraryCall *call = &notes->calls[i - 1];
        if (call->depth == depth && call->back == back) return call;
    }
    return NULL;
}

uint32_t teller_call(const Teller *teller, const Process *p, const Code *back, size_t depth, Text *out) {
    const LibraryCall *call = find_call(teller, p, back, depth);
    if (call) text_add(out, text_string(&call->text));
    return call ? call->number : 0;
}

const Code *teller_last_call(const Teller *teller, const Process *p, const Code *back, size_t depth) {
    const LibraryCall *call = find_call(teller, p, back, depth);
    return call ? call->last : NULL;
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
