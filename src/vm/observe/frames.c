#include "vm/observe/frames.h"

#include "vm/observe/describe.h"
#include "vm/observe/teller.h"
#include "vm/world/world.h"

enum { FRAMES_TOLD = 32 };

typedef struct {   // one line of a stack
    Term module, function;
    uint32_t arity;
    Term file;       // a string
    uint32_t line;   // 0: unknown
} Frame;

// --- libraries -----------------------------------------------------------------------------------------

static bool is_library(const Machine *m, const Module *module) {
    return !module->path[0] || world_is_library(m->world, module->path);
}

bool frames_in_library(const Machine *m, const Code *address) {
    Place place;
    return !code_place(m->code, address - 1, &place) || is_library(m, place.module);
}

bool frames_of_library(const Machine *m, Term name) {
    for (uint32_t i = code_module_count(m->code); i > 0; i--) {
        const Module *module = code_module_at(m->code, i - 1);
        if (term_same(module->name, name)) return is_library(m, module);
    }
    Text path = {0};
    bool library = !world_find_module(m->world, atom_string(name), &path) || world_is_library(m->world, path.data);
    text_free(&path);
    return library;
}

// --- the frames of a stack -----------------------------------------------------------------------------

static bool frame_at(const Machine *m, const Code *address, Frame *out) {
    Place place;
    if (!code_place(m->code, address, &place)) return false;
    *out = (Frame){place.module->name, place.function->function, place.function->arity, place.file, place.line};
    return true;
}

static void add_frame(const Machine *m, const Frame *frame, Text *out) {
    describe_function(m, out, frame->module, frame->function, frame->arity);
    if (frame->line) {
        text_add(out, " (");
        describe_string(out, frame->file);
        text_format(out, ":%u)", frame->line);
    }
    text_add(out, "\n");
}

static void set_user(const Machine *m, const Frame *frame, Description *out) {
    describe_function(m, &out->user_function, frame->module, frame->function, frame->arity);
    describe_string(&out->user_file, frame->file);
    out->user_line = frame->line;
}

// What the first frame of the program's own code called: noted when it did, or else what stands there.
static void set_call(const Process *p, const Code *back, size_t depth, const Frame *inner, Description *out) {
    const Machine *m = p->machine;
    if (m->teller) out->call_number = teller_call(m->teller, p, back, depth, &out->call);
    if (!out->call_number) describe_function(m, &out->call, inner->module, inner->function, inner->arity);
}

typedef struct {
    Process *process;
    Description *out;
    Frame inner;     // the one that was told last
    bool any, own;   // whether there was one, and one of the program's own
} Walk;

static void tell_frame(Walk *walk, const Frame *frame, bool library, const Code *back, size_t depth) {
    const Machine *m = walk->process->machine;
    Description *out = walk->out;
    if (!walk->any) out->library = library;
    if (!library && !walk->own) {
        set_user(m, frame, out);
        if (walk->any) set_call(walk->process, back, depth, &walk->inner, out);
    }
    if (!out->line && frame->line) {
        describe_string(&out->file, frame->file);
        out->line = frame->line;
    }
    add_frame(m, frame, &out->stack);
    walk->own |= !library;
    walk->any = true;
    walk->inner = *frame;
}

// A function that made the call as the last thing it did, and is in no frame.
static void tell_last_caller(Walk *walk, const Code *back, size_t depth) {
    const Machine *m = walk->process->machine;
    const Code *last = m->teller ? teller_last_call(m->teller, walk->process, back, depth) : NULL;
    Frame frame;
    if (last && frame_at(m, last, &frame)) tell_frame(walk, &frame, false, back, depth);
}

static void describe_stack(Process *p, Description *out) {
    const Machine *m = p->machine;
    const Code *returns[FRAMES_TOLD];
    size_t count = stack_returns(p->stack, returns, FRAMES_TOLD), depth = stack_depth(p->stack, SIZE_MAX);
    Walk walk = {.process = p, .out = out};
    Frame frame;
    for (size_t i = 0; i <= count; i++) {
        if (i > 0) tell_last_caller(&walk, returns[i - 1], depth - (i - 1));
        if (!frame_at(m, i ? returns[i - 1] - 1 : p->ip, &frame)) continue;
        bool library = i ? frames_in_library(m, returns[i - 1]) : frames_of_library(m, frame.module);
        tell_frame(&walk, &frame, library, i ? returns[i - 1] : NULL, depth - (i ? i - 1 : 0));
    }
    if (count < FRAMES_TOLD) tell_last_caller(&walk, NULL, depth - count);
}

// --- the frames of an exception --------------------------------------------------------------------------

static bool frame_of_entry(Term entry, Frame *out) {
    if (!term_is_tuple_of(entry, 4)) return false;
    const Term *fields = term_elements(entry);
    if (!term_is_atom(fields[0]) || !term_is_atom(fields[1])) return false;
    *out = (Frame){.module = fields[0], .function = fields[1], .file = TERM_NIL};
    if (term_is_small(fields[2]))
        out->arity = (uint32_t)term_to_small(fields[2]);
    else if (term_list_length(fields[2]) >= 0)
        out->arity = (uint32_t)term_list_length(fields[2]);
    for (Term info = fields[3]; term_is_cons(info); info = term_tail(info)) {
        Term pair = term_head(info);
        if (!term_is_tuple_of(pair, 2)) continue;
        const Term *words = term_elements(pair);
        if (term_same(words[0], ATOM(file))) out->file = words[1];
        if (term_same(words[0], ATOM(line)) && term_is_small(words[1])) out->line = (uint32_t)term_to_small(words[1]);
    }
    return true;
}

static void describe_exception(Process *p, Description *out) {
    const Machine *m = p->machine;
    Frame frame, inner;
    bool any = false, own = false;
    for (Term trace = exception_cook(p, p->trace); term_is_cons(trace); trace = term_tail(trace)) {
        if (!frame_of_entry(term_head(trace), &frame)) continue;
        bool library = frames_of_library(m, frame.module);
        if (!library && !own) {
            set_user(m, &frame, out);
            if (any) describe_function(m, &out->call, inner.module, inner.function, inner.arity);
        }
        add_frame(m, &frame, &out->stack);
        own |= !library;
        any = true;
        inner = frame;
    }
}

void frames_describe(Process *p, Description *out) {
    if (*p->ip == interp_word(OP_exit_raise))
        describe_exception(p, out);
    else
        describe_stack(p, out);
}
