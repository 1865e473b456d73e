#include "vm/elixir/inspect.h"

#include <math.h>

#include "base/memory.h"
#include "vm/machine.h"
#include "vm/run/code.h"
#include "vm/store/atom.h"
#include "vm/term/bits.h"
#include "vm/term/float_text.h"
#include "vm/term/identity.h"
#include "vm/term/map.h"
#include "vm/term/number.h"
#include "vm/term/unicode.h"

// Two words each.
typedef enum {
    STEP_TERM,
    STEP_TEXT,    // a C string
    STEP_TAIL,    // what follows in a list, behind an element
    STEP_KEY,     // an atom that a value follows: "key: "
    STEP_PAIRS,   // what follows in a keyword list, behind a pair
} StepKind;

static void push(Inspector *i, StepKind kind, uint64_t value) {
    words_push(&i->steps, value);
    words_push(&i->steps, kind);
}

void inspect_push_term(Inspector *i, Term term) { push(i, STEP_TERM, term.bits); }
void inspect_push_text(Inspector *i, const char *text) { push(i, STEP_TEXT, (uint64_t)(uintptr_t)text); }

static bool is_full(const Inspector *i) { return i->out->size > i->limit; }

// --- characters -------------------------------------------------------------------------------------------

static bool is_between(uint32_t c, uint32_t low, uint32_t high) { return c >= low && c <= high; }

static const char *escape_of(uint32_t c) {
    switch (c) {
    case 0: return "\\0";
    case 7: return "\\a";
    case '\b': return "\\b";
    case '\t': return "\\t";
    case '\n': return "\\n";
    case '\v': return "\\v";
    case '\f': return "\\f";
    case '\r': return "\\r";
    case 27: return "\\e";
    case 127: return "\\d";
    case 0xFEFF: return "\\uFEFF";
    default: return NULL;
    }
}

// As String.printable? has it.
static bool is_printable(uint32_t c) {
    if (is_between(c, ' ', '~') || is_between(c, 0xA0, 0xD7FF)) return true;
    if (c < 0xA0) return c != 0 && escape_of(c);
    return is_between(c, 0xE000, 0xFFFD) || is_between(c, 0x10000, 0x10FFFF);
}

static void put_character(Text *out, uint32_t c, char quote) {
    const char *escape = escape_of(c);
    if (c == (uint8_t)quote || c == '\\')
        text_format(out, "\\%c", (char)c);
    else if (escape)
        text_add(out, escape);
    else if (is_printable(c))
        text_add_utf8(out, c);
    else
        text_format(out, c > 0xFF ? "\\x{%X}" : "\\x%02X", c);
}

// #{ would begin an interpolation.
static void put_string(Text *out, Bytes utf8, char quote) {
    const uint8_t *at = utf8.data, *end = at + utf8.size;
    text_add_char(out, quote);
    for (uint32_t c; at < end;) {
        at += unicode_from_utf8(at, end, &c);
        if (c == '#' && at < end && *at == '{') text_add_char(out, '\\');
        put_character(out, c, quote);
    }
    text_add_char(out, quote);
}

// --- atoms ------------------------------------------------------------------------------------------------

static bool is_upper(uint32_t c) { return is_between(c, 'A', 'Z'); }
static bool is_digit(uint32_t c) { return is_between(c, '0', '9'); }

// Letters of other alphabets count as such without a look at their category.
static bool is_letter(uint32_t c) {
    if (c < 0x80) return is_upper(c) || is_between(c, 'a', 'z') || c == '_';
    return c == 0xAA || c == 0xB5 || c == 0xBA || (c >= 0xC0 && c != 0xD7 && c != 0xF7);
}

// An identifier, which may end with a ? or a !.
static bool is_identifier(Bytes name, bool at_sign) {
    const uint8_t *at = name.data, *end = at + name.size;
    if (at < end && (end[-1] == '?' || end[-1] == '!')) end--;
    bool first = true;
    for (uint32_t c; at < end; first = false) {
        at += unicode_from_utf8(at, end, &c);
        bool inside = !first && (is_digit(c) || (at_sign && c == '@'));
        if (!is_letter(c) && !inside) return false;
    }
    return !first;
}

static bool is_operator(const char *name) {
    static const char *const operators[] = {
        "!",  "!=",  "!==", "%",   "%{}",  "&",   "&&", "&&&",  "*",   "**",   "+",   "++", "+++", "-",   "--",  "---",
        "->", ".",   "..",  "...", "..//", "/",   "<",  "<-",   "<<<", "<<>>", "<<~", "<=", "<>",  "<~",  "<~>", "=",
        "==", "===", "=~",  ">",   ">=",   ">>>", "@",  "\\\\", "^",   "{}",   "|",   "|>", "||",  "|||", "~>",  "~>>",
    };
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (strcmp(name, operators[k]) == 0) return true;
    return false;
}

static bool begins_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

// Elixir, or Elixir. and names with capitals.
static bool is_alias(const char *name) {
    if (!begins_with(name, "Elixir")) return false;
    for (name += 6; *name == '.';) {
        if (!is_upper((uint8_t) * ++name)) return false;
        while (is_upper((uint8_t)*name) || is_between((uint8_t)*name, 'a', 'z') || is_digit((uint8_t)*name) ||
               *name == '_')
            name++;
    }
    return !*name;
}

static bool is_plain(Term atom, bool at_sign) {
    return is_identifier(atom_text(atom), at_sign) || is_operator(atom_string(atom));
}

static void put_alias(Text *out, const char *name) {
    bool whole =
        strcmp(name, "Elixir") == 0 || strcmp(name, "Elixir.Elixir") == 0 || begins_with(name, "Elixir.Elixir.");
    text_add(out, whole ? name : name + 7);
}

static void put_atom(Text *out, Term atom) {
    const char *name = atom_string(atom);
    if (term_same(atom, ATOM(nil)) || term_same(atom, ATOM(true)) || term_same(atom, ATOM(false))) {
        text_add(out, name);
    } else if (is_alias(name)) {
        put_alias(out, name);
    } else {
        text_add_char(out, ':');
        if (is_plain(atom, true))
            text_add(out, name);
        else
            put_string(out, atom_text(atom), '"');
    }
}

static bool is_key(Term t) { return term_is_atom(t) && !begins_with(atom_string(t), "Elixir."); }

static void put_key(Text *out, Term atom) {
    bool quoted = strcmp(atom_string(atom), "Elixir") == 0 || !is_plain(atom, true);
    if (quoted)
        put_string(out, atom_text(atom), '"');
    else
        text_add(out, atom_string(atom));
    text_add(out, ": ");
}

// --- functions --------------------------------------------------------------------------------------------

void inspect_module(Text *out, Term module) { put_atom(out, module); }

static void put_call_name(Text *out, Bytes name) {
    Text copy = {0};
    text_add_bytes(&copy, (const char *)name.data, name.size);
    if (is_identifier(name, false) || is_operator(text_string(&copy)))
        text_add(out, text_string(&copy));
    else
        put_string(out, name, '"');
    text_free(&copy);
}

// Of '-name/2-fun-0-', which compilers make for a fun in name/2: the name and the 2. False: it is another one.
static bool parent_of(const char *function, Bytes *name, uint32_t *arity) {
    if (*function != '-') return false;
    for (const char *slash = strchr(function, '/'); slash; slash = strchr(slash + 1, '/')) {
        const char *at = slash + 1;
        for (*arity = 0; is_digit((uint8_t)*at); at++) *arity = *arity * 10 + (uint32_t)(*at - '0');
        if (at == slash + 1 || *at != '-') continue;
        *name = (Bytes){(const uint8_t *)function + 1, (size_t)(slash - function - 1)};
        return true;
    }
    return false;
}

static void put_in_parent(Text *out, Term module, Bytes name, uint32_t arity) {
    put_atom(out, module);
    text_add_char(out, '.');
    put_call_name(out, name);
    text_format(out, "/%u", arity);
}

void inspect_function(Text *out, Term module, Term function, uint32_t arity) {
    Bytes name;
    uint32_t parent_arity;
    if (parent_of(atom_string(function), &name, &parent_arity)) {
        text_format(out, "anonymous fn/%u in ", arity);
        put_in_parent(out, module, name, parent_arity);
    } else {
        put_in_parent(out, module, atom_text(function), arity);
    }
}

static void put_fun(Inspector *i, Term fun) {
    if (term_kind(fun) != KIND_FUN) {
        const Export *export = fun_export(fun);
        text_add_char(i->out, '&');
        put_in_parent(i->out, export->module, atom_text(export->function), export->arity);
        return;
    }
    const FunEntry *entry = fun_entry(fun);
    Bytes name = {0};
    uint32_t arity;
    text_format(i->out, "#Function<%u.%u/%u in ", entry->index, entry->old_uniq, entry->arity);
    if (parent_of(atom_string(entry->function), &name, &arity)) {
        put_in_parent(i->out, entry->module, name, arity);
    } else {   // &name/1
        put_atom(i->out, entry->module);
        text_add_char(i->out, '.');
        put_call_name(i->out, atom_text(entry->function));
    }
    text_add_char(i->out, '>');
}

// --- numbers and names ------------------------------------------------------------------------------------

// Whole numbers of up to 16 digits have no exponent.
static void put_float(Text *out, double value) {
    char text[FLOAT_TEXT_MAX];
    double size = fabs(value);
    if (size >= 1.0 && size < 1.0e16 && trunc(value) == value) {
        text_format(out, "%lld.0", (long long)value);
        return;
    }
    float_text_shortest(value, text);
    text_add(out, text);
}

// <0.1.0> as term_print has it, behind a name that says what it is.
static void put_named(Inspector *i, const char *name, Term term) {
    Text plain = {0};
    PrintOptions options = i->options;
    options.style = PRINT_PRETTY;
    options.length = 0;
    term_print(&plain, term, options);
    const char *text = text_string(&plain), *open = strchr(text, '<');
    text_add(i->out, name);
    if (open)
        text_add(i->out, open);
    else
        text_format(i->out, "<%s>", text);   // the name that stories give it
    text_free(&plain);
}

// --- bitstrings -------------------------------------------------------------------------------------------

static bool is_text(Bytes bytes) {
    const uint8_t *at = bytes.data, *end = at + bytes.size;
    for (uint32_t c; at < end;) {
        int size = unicode_from_utf8(at, end, &c);
        if (size <= 0 || !is_printable(c)) return false;
        at += size;
    }
    return true;
}

static void put_numbers(Inspector *i, Bits bits) {
    size_t size = bits.size / 8, rest = bits.size % 8;
    text_add(i->out, "<<");
    for (size_t k = 0; k < size && !is_full(i); k++)
        text_format(i->out, k ? ", %u" : "%u", (unsigned)bits_load(bits.bytes, bits.offset + k * 8, 8));
    if (rest)
        text_format(i->out, "%s%u::size(%zu)", size ? ", " : "",
                    (unsigned)bits_load(bits.bytes, bits.offset + size * 8, rest), rest);
    text_add(i->out, ">>");
}

static void put_bitstring(Inspector *i, Bits bits) {
    uint8_t *scratch = NULL;
    Bytes bytes = bits.size % 8 ? (Bytes){0} : bits_bytes(bits, &scratch);
    if (bits.size % 8 == 0 && is_text(bytes))
        put_string(i->out, bytes, '"');
    else
        put_numbers(i, bits);
    memory_free(scratch);
}

// --- containers -------------------------------------------------------------------------------------------

static bool is_charlist(Term list) {
    for (; term_is_cons(list); list = term_tail(list)) {
        Term head = term_head(list);
        if (!term_is_small(head)) return false;
        int64_t c = term_to_small(head);
        if (!(c >= ' ' && c <= '~') && !(c >= 7 && c <= 13) && c != 27) return false;
    }
    return term_is_nil(list);
}

static void put_charlist(Inspector *i, Term list) {
    text_add_char(i->out, '\'');
    for (; term_is_cons(list) && !is_full(i); list = term_tail(list)) {
        Term next = term_tail(list);
        bool opens = term_is_cons(next) && term_same(term_head(next), term_small('{'));
        if (opens && term_same(term_head(list), term_small('#'))) text_add_char(i->out, '\\');
        put_character(i->out, (uint32_t)term_to_small(term_head(list)), '\'');
    }
    text_add_char(i->out, '\'');
}

static bool is_keywords(Term list) {
    for (; term_is_cons(list); list = term_tail(list))
        if (!term_is_tuple_of(term_head(list), 2) || !is_key(term_elements(term_head(list))[0])) return false;
    return term_is_nil(list);
}

static void put_list(Inspector *i, Term list) {
    if (is_charlist(list)) {
        put_charlist(i, list);
        return;
    }
    text_add_char(i->out, '[');
    push(i, is_keywords(list) ? STEP_PAIRS : STEP_TAIL, term_tail(list).bits);
    if (!is_keywords(list)) {
        inspect_push_term(i, term_head(list));
        return;
    }
    const Term *pair = term_elements(term_head(list));
    inspect_push_term(i, pair[1]);
    push(i, STEP_KEY, pair[0].bits);
}

static void put_tail(Inspector *i, Term tail) {
    if (term_is_nil(tail)) {
        text_add_char(i->out, ']');
    } else if (term_is_cons(tail)) {
        text_add(i->out, ", ");
        push(i, STEP_TAIL, term_tail(tail).bits);
        inspect_push_term(i, term_head(tail));
    } else {
        text_add(i->out, " | ");
        inspect_push_text(i, "]");
        inspect_push_term(i, tail);
    }
}

static void put_more_pairs(Inspector *i, Term tail) {
    text_add(i->out, term_is_nil(tail) ? "]" : ", ");
    if (term_is_nil(tail)) return;
    const Term *pair = term_elements(term_head(tail));
    push(i, STEP_PAIRS, term_tail(tail).bits);
    inspect_push_term(i, pair[1]);
    push(i, STEP_KEY, pair[0].bits);
}

static void put_tuple(Inspector *i, Term tuple) {
    text_add_char(i->out, '{');
    inspect_push_text(i, "}");
    for (uint32_t k = term_tuple_size(tuple); k-- > 0;) {
        inspect_push_term(i, term_elements(tuple)[k]);
        if (k) inspect_push_text(i, ", ");
    }
}

void inspect_push_pairs(Inspector *i, const Term *pairs, size_t count, const char *end) {
    bool keys = true;
    for (size_t k = 0; k < count; k++) keys = keys && is_key(pairs[k * 2]);
    inspect_push_text(i, end);
    for (size_t k = count; k-- > 0;) {
        inspect_push_term(i, pairs[k * 2 + 1]);
        if (keys) {
            push(i, STEP_KEY, pairs[k * 2].bits);
        } else {
            inspect_push_text(i, " => ");
            inspect_push_term(i, pairs[k * 2]);
        }
        if (k) inspect_push_text(i, ", ");
    }
}

static void put_map(Inspector *i, Term map) {
    if (inspect_struct(i, map)) return;
    size_t count = map_count(map);
    Term *pairs = memory_new((count * 2 + 1) * sizeof *pairs);
    MapIterator it;
    map_iterate(&it, map);
    for (size_t k = 0; k < count; k++) map_next(&it, &pairs[k * 2], &pairs[k * 2 + 1]);
    text_add(i->out, "%{");
    inspect_push_pairs(i, pairs, count, "}");
    memory_free(pairs);
}

// --- the walk ---------------------------------------------------------------------------------------------

static void put_boxed(Inspector *i, Term t) {
    switch (term_kind(t)) {
    case KIND_TUPLE: put_tuple(i, t); return;
    case KIND_FUN:
    case KIND_EXPORT: put_fun(i, t); return;
    case KIND_BINARY:
    case KIND_SUBBINARY: put_bitstring(i, term_bits(t)); return;
    case KIND_MAP:
    case KIND_HASHMAP: put_map(i, t); return;
    case KIND_POSITIVE:
    case KIND_NEGATIVE: number_integer_text(t, 10, i->out); return;
    case KIND_FLOAT: put_float(i->out, term_to_double(t)); return;
    case KIND_EXTERNAL_PID: put_named(i, "#PID", t); return;
    case KIND_REFERENCE:
    case KIND_EXTERNAL_REFERENCE: put_named(i, "#Reference", t); return;
    default: {   // ports, native records: as Erlang has them
        PrintOptions options = i->options;
        options.style = PRINT_PRETTY;
        options.length = 0;
        term_print(i->out, t, options);
    }
    }
}

static void put_term(Inspector *i, Term t) {
    if (term_is_small(t))
        text_format(i->out, "%lld", (long long)term_to_small(t));
    else if (term_is_atom(t))
        put_atom(i->out, t);
    else if (term_is_nil(t))
        text_add(i->out, "[]");
    else if (term_is_cons(t))
        put_list(i, t);
    else if (term_is_local_pid(t))
        put_named(i, "#PID", t);
    else if (term_is_local_port(t))
        put_named(i, "#Port", t);
    else
        put_boxed(i, t);
}

void inspect_steps(Inspector *i, Term term) {
    inspect_push_term(i, term);
    while (i->steps.count && !is_full(i)) {
        StepKind kind = (StepKind)words_pop(&i->steps);
        uint64_t value = words_pop(&i->steps);
        switch (kind) {
        case STEP_TERM: put_term(i, (Term){value}); break;
        case STEP_TEXT: text_add(i->out, (const char *)(uintptr_t)value); break;
        case STEP_TAIL: put_tail(i, (Term){value}); break;
        case STEP_KEY: put_key(i->out, (Term){value}); break;
        case STEP_PAIRS: put_more_pairs(i, (Term){value}); break;
        }
    }
}
