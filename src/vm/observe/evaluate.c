// What Erlang code outside of the program says of a state (erlang/weft_view.erl).
#include "base/memory.h"
#include "vm/elixir/guest.h"
#include "vm/observe/describe.h"
#include "vm/term/bits.h"

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
    int64_t arity = term_is_small(frame[2]) ? term_to_small(frame[2]) : term_list_length(frame[2]);
    text_add(out, " in ");
    describe_function(m, out, frame[0], frame[1], (uint32_t)arity);
    for (Term info = frame[3]; term_is_cons(info); info = term_tail(info)) {
        const Term *pair = term_elements(term_head(info));
        if (strcmp(atom_string(pair[0]), "line") == 0)
            text_format(out, " (line %lld)", (long long)term_to_small(pair[1]));
    }
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

// It stands before something that others could notice, has crashed, or computes on and on.
static void tell_refusal(void *context, Process *guest) {
    Value *value = context;
    Description d;
    if (value->machine->unsupported) {
        text_add(value->out, value->machine->message);
        return;
    }
    if (!guest->standing) {
        text_add(value->out, "it waits, or computes on and on");
        return;
    }
    describe_action(guest, &d);
    text_format(value->out, "it may only look, and %s", text_string(&d.what));
    for (const char *line = text_string(&d.stack); *line;) {
        size_t size = strcspn(line, "\n");
        text_format(value->out, "\n  in %.*s", (int)size, line);
        line += size + (line[size] == '\n');
    }
    description_free(&d);
}

bool machine_evaluate(Machine *m, const char *expression, Text *out) {
    size_t mark = store_mark(&m->store);
    Value value = {m, out, false};
    uint8_t *bytes;
    Term text = bits_new(&m->store.heap, 8 * strlen(expression), &bytes);
    memcpy(bytes, expression, strlen(expression));
    Term args = heap_cons(&m->store.heap, text, TERM_NIL);
    guest_call(m, atom_from_text("weft_view"), atom_from_text("evaluate"), args, true, take_value, tell_refusal,
               &value);
    store_abandon(&m->store, mark);
    return value.good;
}
