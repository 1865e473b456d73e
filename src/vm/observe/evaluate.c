// What Erlang code outside of the program says of a state (erlang/weft_view.erl).
#include "vm/observe/evaluate.h"

#include <stdio.h>

#include "base/memory.h"
#include "vm/elixir/guest.h"
#include "vm/observe/describe.h"
#include "vm/observe/frames.h"
#include "vm/term/bits.h"
#include "vm/term/etf.h"

typedef struct {
    Machine *machine;
    Text *out;
    bool good;
} Value;

enum { VALUE_BYTES_MOST = 1 << 20 };

static void add_error(Term text, Text *out) {
    Bytes bytes;
    uint8_t *scratch;
    if (!bits_of_binary(text, &bytes, &scratch)) return;
    text_add_bytes(out, bytes.data, bytes.size);
    memory_free(scratch);
}

// Where it was raised, if that is known: {Module, Function, Arity or Arguments, [{file, _}, {line, Line}]}.
static void add_place(Machine *m, Term stack, Text *out) {
    const Term *frame = term_is_cons(stack) ? term_elements(term_head(stack)) : NULL;
    if (!frame) return;
    text_add(out, " in ");
    describe_frame(m, out, frame);
}

// {ok, Value}, {error, Text}, or {raised, Class, Reason, Stack}.
static void take_value(void *context, Term result) {
    Value *value = context;
    Machine *m = value->machine;
    const Term *fields = term_elements(result);
    value->good = term_same(fields[0], ATOM(ok));
    PrintOptions options = print_options_for(m, true);
    options.length = VALUE_BYTES_MOST;
    if (value->good) {
        term_print(value->out, fields[1], options);
    } else if (term_tuple_size(result) == 2) {
        add_error(fields[1], value->out);
    } else {
        text_format(value->out, "%s: ", atom_string(fields[1]));
        term_print(value->out, fields[2], options);
        add_place(m, fields[3], value->out);
    }
}

void evaluate_refusal(Process *guest, const char *until, Text *out) {
    Description d = {.partner = NO_ACTOR};
    if (guest->machine->unsupported) {
        text_add(out, guest->machine->message);
        return;
    }
    if (guest->standing)
        describe_action(guest, &d);
    else
        frames_describe(guest, &d);
    text_format(out, guest->standing ? "it may only look, and %s" : "it waits, or computes on and on%s",
                text_string(&d.what));
    for (const char *line = text_string(&d.stack); *line && !(*until && strncmp(line, until, strlen(until)) == 0);) {
        size_t size = strcspn(line, "\n");
        text_format(out, "\n  in %.*s", (int)size, line);
        line += size + (line[size] == '\n');
    }
    description_free(&d);
}

// It stands before something that others could notice, has crashed, or computes on and on.
static void tell_refusal(void *context, Process *guest) {
    Value *value = context;
    evaluate_refusal(guest, "", value->out);
}

bool machine_evaluate(Machine *m, const char *expression, Text *out) {
    Visit visit = visit_begin(m);
    Value value = {m, out, false};
    uint8_t *bytes;
    Term text = bits_new(&m->store.heap, 8 * strlen(expression), &bytes);
    memcpy(bytes, expression, strlen(expression));
    Term args = heap_cons(&m->store.heap, text, TERM_NIL);
    guest_call(m, atom_from_text("weft_view"), atom_from_text("evaluate"), args, true, take_value, tell_refusal,
               &value);
    visit_end(m, visit);
    return value.good;
}

// --- formulas --------------------------------------------------------------------------------------------

static Term text_term(Machine *m, const char *text) {
    uint8_t *bytes;
    size_t size = strlen(text);
    Term term = bits_new(&m->store.heap, 8 * size, &bytes);
    memcpy(bytes, text, size);
    return term;
}

static void take_bytes(void *context, Term result) {
    Value *value = context;
    const Term *fields = term_elements(result);
    value->good = term_same(fields[0], ATOM(ok));
    if (value->good)
        etf_encode(value->out, fields[1], (EtfEncodeOptions){.minor_version = 2, .deterministic = true});
    else
        take_value(context, result);
}

static bool read_arguments(Machine *m, const char *const *arguments, uint32_t count, Text *read) {
    Visit visit = visit_begin(m);
    Value value = {m, read, false};
    Term list = TERM_NIL;
    for (uint32_t i = count; i-- > 0;) list = heap_cons(&m->store.heap, text_term(m, arguments[i]), list);
    Term args = heap_cons(&m->store.heap, list, TERM_NIL);
    guest_call(m, atom_from_text("weft_view"), atom_from_text("read_all"), args, true, take_bytes, tell_refusal,
               &value);
    visit_end(m, visit);
    return value.good;
}

static void take_truth(void *context, Term result) {
    Value *value = context;
    const Term *fields = term_elements(result);
    if (term_same(fields[0], ATOM(ok)))
        value->good = term_same(fields[1], ATOM(true));
    else
        take_value(context, result);
}

static void give_up(Machine *m, const char *module, const char *function, const Text *why) {
    m->unsupported = true;
    snprintf(m->message, sizeof m->message, "%s:%s: %s", module, function, text_string(why));
}

bool evaluate_call(Machine *m, const char *module, const char *function, const char *const *arguments, uint32_t count,
                   Text *read) {
    Heap *heap = &m->store.heap;
    Text why = {0};
    Value value = {m, &why, false};
    Error err;
    if (m->unsupported) return false;
    if (!read->size && !read_arguments(m, arguments, count, read)) {
        give_up(m, module, function, read);
        return false;
    }
    Visit visit = visit_begin(m);
    Term list =
        etf_decode(heap, (Bytes){(const uint8_t *)read->data, read->size}, (EtfOptions){.code = m->code}, NULL, &err);
    Term args = heap_cons(heap, atom_from_text(function), heap_cons(heap, list, TERM_NIL));
    args = heap_cons(heap, atom_from_text(module), args);
    guest_call(m, atom_from_text("weft_view"), atom_from_text("holds"), args, false, take_truth, tell_refusal, &value);
    visit_end(m, visit);
    if (why.size) give_up(m, module, function, &why);
    text_free(&why);
    return value.good;
}

// --- abstractions ----------------------------------------------------------------------------------------

bool machine_abstract(Machine *m, const char *module, Text *out) {
    Value value = {m, out, false};
    if (m->unsupported) return false;
    Visit visit = visit_begin(m);
    Term args = heap_cons(&m->store.heap, atom_from_text(module), TERM_NIL);
    guest_call(m, atom_from_text("weft_view"), atom_from_text("abstract"), args, false, take_bytes, tell_refusal,
               &value);
    visit_end(m, visit);
    if (!value.good) give_up(m, module, "abstract", out);
    return value.good;
}
