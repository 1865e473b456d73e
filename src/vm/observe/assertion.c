#include "vm/observe/assertion.h"

#include "base/lines.h"
#include "base/memory.h"
#include "vm/observe/describe.h"
#include "vm/term/bits.h"
#include "vm/term/map.h"
#include "vm/term/print.h"
#include "vm/term/quoted.h"

static bool is_atom(Term t, const char *name) { return term_is_atom(t) && strcmp(atom_string(t), name) == 0; }
static Term field(Term map, const char *name) { return map_get(map, atom_from_text(name)); }
static PrintOptions options_of(Machine *m) { return print_options_for(m, m->stepping); }

bool assertion_is(Term reason) {
    if (term_is_map(reason)) return is_atom(field(reason, "__struct__"), "Elixir.ExUnit.AssertionError");
    if (!term_is_tuple_of(reason, 2)) return false;
    Term name = term_elements(reason)[0], info = term_elements(reason)[1];
    return term_is_atom(name) && strncmp(atom_string(name), "assert", 6) == 0 && term_is_cons(info);
}

// --- ExUnit's ----------------------------------------------------------------------------------------------------

static bool is_meant(Term value) { return !term_is_none(value) && !is_atom(value, "ex_unit_no_meaningful_value"); }

static void add_message(Machine *m, Text *out, Term message) {
    Bytes bytes;
    uint8_t *scratch = NULL;
    if (!bits_of_binary(message, &bytes, &scratch)) return;
    Text given = {0}, text = {0};
    text_add_bytes(&given, (const char *)bytes.data, bytes.size);
    describe_names(m, &text, text_string(&given));
    text_free(&given);
    const char *rest = text_string(&text), *line, *indent = "  ";
    size_t size;
    for (; (line = lines_next(&rest, &size)); indent = "    ") text_format(out, "%s%.*s\n", indent, (int)size, line);
    text_free(&text);
    memory_free(scratch);
}

static void add_labelled(Machine *m, Text *out, const char *label, Term term, bool quoted) {
    text_format(out, "    %s ", label);
    if (quoted)
        quoted_print(out, term, options_of(m));
    else
        term_print(out, term, options_of(m));
    text_add(out, "\n");
}

// {mailbox, Pinned, Messages}: what was there instead.
static void add_mailbox(Machine *m, Text *out, Term pattern, Term context) {
    add_labelled(m, out, "pattern:", pattern, true);
    for (Term list = term_elements(context)[2]; term_is_cons(list); list = term_tail(list))
        add_labelled(m, out, "mailbox:", term_head(list), false);
}

static void add_sides(Machine *m, Text *out, Term left, Term right, bool match) {
    if (is_meant(left)) add_labelled(m, out, "left: ", left, match);
    if (is_meant(right)) add_labelled(m, out, "right:", right, false);
}

static void add_exunit(Machine *m, Text *out, Term exception) {
    Term message = field(exception, "message"), code = field(exception, "expr");
    Term left = field(exception, "left"), right = field(exception, "right"), context = field(exception, "context");
    if (is_meant(message) && term_is_boxed(message)) add_message(m, out, message);
    if (is_meant(code)) add_labelled(m, out, "code: ", code, true);
    bool within = !term_is_none(context) && term_is_tuple(context) && term_tuple_size(context) > 0;
    if (within && term_is_tuple_of(context, 3) && is_atom(term_elements(context)[0], "mailbox"))
        add_mailbox(m, out, left, context);
    else
        add_sides(m, out, left, right, within && is_atom(term_elements(context)[0], "match"));
}

// --- EUnit's -----------------------------------------------------------------------------------------------------

// {assertEqual, [{module, M}, {line, L} ...]}
static void add_eunit(Machine *m, Text *out, Term reason) {
    text_format(out, "  %s\n", atom_string(term_elements(reason)[0]));
    for (Term info = term_elements(reason)[1]; term_is_cons(info); info = term_tail(info)) {
        Term pair = term_head(info);
        if (!term_is_tuple_of(pair, 2) || !term_is_atom(term_elements(pair)[0])) continue;
        Term name = term_elements(pair)[0], value = term_elements(pair)[1];
        if (term_same(name, ATOM(module)) || term_same(name, ATOM(line))) continue;   // the trace has them
        text_format(out, "    %-10s ", is_atom(name, "value") ? "got" : atom_string(name));
        if (term_same(name, ATOM(expression)) || term_same(name, ATOM(pattern)))
            describe_string(out, value);
        else
            term_print(out, value, options_of(m));
        text_add(out, "\n");
    }
}

void assertion_print(Machine *m, Text *out, Term reason) {
    if (term_is_map(reason))
        add_exunit(m, out, reason);
    else
        add_eunit(m, out, reason);
}
