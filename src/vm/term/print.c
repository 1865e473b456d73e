#include "vm/term/print.h"

#include "base/memory.h"
#include "base/words.h"
#include "vm/elixir/inspect.h"
#include "vm/machine.h"
#include "vm/run/code.h"
#include "vm/run/record.h"
#include "vm/store/atom.h"
#include "vm/term/bits.h"
#include "vm/term/float_text.h"
#include "vm/term/identity.h"
#include "vm/term/map.h"
#include "vm/term/number.h"
#include "vm/term/unicode.h"

// What is left to print: a stack of steps, three words each.
typedef enum {
    STEP_TERM,       // a term
    STEP_TEXT,       // a C string
    STEP_TAIL,       // what follows in a list, behind an element
    STEP_ELEMENTS,   // what follows in a tuple: address and number of the elements
} StepKind;

// Depth counts down; it limits how far lists and tuples go as well as how deep. Below zero it never
// ends.
typedef struct {
    Text *out;
    size_t limit;   // the size of `out` that is enough
    PrintOptions options;
    Words steps;
} Printer;

static void push(Printer *p, StepKind kind, int64_t depth, uint64_t a, uint64_t b) {
    Words *steps = &p->steps;
    if (steps->count + 3 > steps->capacity) words_grow(steps, steps->capacity * 2);
    uint64_t *step = steps->items + steps->count;
    step[0] = b;
    step[1] = a;
    step[2] = (uint64_t)depth << 8 | kind;
    steps->count += 3;
}

static void push_text(Printer *p, const char *text) { push(p, STEP_TEXT, 0, (uint64_t)(uintptr_t)text, 0); }

static void push_term(Printer *p, Term t, int64_t depth) { push(p, STEP_TERM, depth, t.bits, 0); }

static bool is_full(const Printer *p) { return p->out->size > p->limit; }

// --- characters ----------------------------------------------------------------------------------

static bool is_between(uint32_t c, uint32_t low, uint32_t high) { return c >= low && c <= high; }

static const char *escape_of(uint32_t c) {
    switch (c) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    case '\v': return "\\v";
    case '\b': return "\\b";
    case '\f': return "\\f";
    case 27: return "\\e";
    case 127: return "\\d";
    default: return NULL;
    }
}

// What may stand in a string; the control characters with a name of their own may.
static bool is_printable(uint32_t c, bool unicode) {
    if (is_between(c, ' ', '~') || is_between(c, 0xA0, 0xFF)) return true;
    if (c < 0xA0) return c != 127 && escape_of(c);
    return unicode && (c < 0xD800 || is_between(c, 0xE000, 0xFFFD) || is_between(c, 0x10000, 0x10FFFF));
}

static void put_character(Printer *p, uint32_t c, char quote, bool unicode) {
    const char *escape = escape_of(c);
    if (c == (uint8_t)quote || c == '\\')
        text_format(p->out, "\\%c", (char)c);
    else if (is_between(c, ' ', '~') || is_between(c, 0xA0, 0xFF) || (unicode && c > 0xFF))
        text_add_utf8(p->out, c);
    else if (escape)
        text_add(p->out, escape);
    else
        text_format(p->out, c > 0xFF ? "\\x{%X}" : "\\%03o", c);
}

// --- atoms ---------------------------------------------------------------------------------------

static bool is_lower(uint32_t c) { return is_between(c, 'a', 'z') || (is_between(c, 0xDF, 0xFF) && c != 0xF7); }

static bool is_name_character(uint32_t c) {
    return is_lower(c) || is_between(c, 'A', 'Z') || is_between(c, '0', '9') || c == '_' ||
           (is_between(c, 0xC0, 0xDE) && c != 0xD7);
}

static bool is_reserved(const char *name) {
    static const char *const words[] = {
        "after", "and",  "andalso", "band",   "begin",   "bnot", "bor", "bsl",  "bsr",
        "bxor",  "case", "catch",   "cond",   "div",     "end",  "fun", "if",   "let",
        "not",   "of",   "or",      "orelse", "receive", "rem",  "try", "when", "xor",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0) return true;
    return false;
}

// Whether the name is an atom without quotes. The emulator itself knows no reserved words and
// quotes names with an at sign.
static bool is_plain_name(Bytes name, bool emulator) {
    const uint8_t *at = name.data, *end = at + name.size;
    if (at == end || (!emulator && is_reserved((const char *)at))) return false;
    for (uint32_t c; at < end;) {
        bool first = at == name.data;
        at += unicode_from_utf8(at, end, &c);
        if (first ? !is_lower(c) : !is_name_character(c) && (emulator || c != '@')) return false;
    }
    return true;
}

// As the emulator does in display and in the text of funs.
static void put_emulator_character(Printer *p, uint32_t c) {
    bool named = c < 27 && escape_of(c);
    if (c == '\'' || c == '\\' || named)
        put_character(p, c, '\'', true);
    else if (c < ' ' || is_between(c, 0x80, 0x9F))
        text_format(p->out, "\\%03o", c);
    else
        text_add_utf8(p->out, c);
}

static void put_atom_as(Printer *p, Term atom, bool emulator) {
    Bytes name = atom_text(atom);
    if (is_plain_name(name, emulator)) {
        text_add_bytes(p->out, name.data, name.size);
        return;
    }
    text_add_char(p->out, '\'');
    const uint8_t *at = name.data, *end = at + name.size;
    for (uint32_t c; at < end;) {
        at += unicode_from_utf8(at, end, &c);
        if (emulator)
            put_emulator_character(p, c);
        else
            put_character(p, c, '\'', p->options.unicode);
    }
    text_add_char(p->out, '\'');
}

static void put_atom(Printer *p, Term atom) { put_atom_as(p, atom, p->options.style == PRINT_DISPLAY); }

// --- numbers and names ---------------------------------------------------------------------------

static void put_small(Printer *p, int64_t value) {
    char digits[24], *at = digits + sizeof digits;
    uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do *--at = (char)('0' + magnitude % 10);
    while (magnitude /= 10);
    if (value < 0) *--at = '-';
    text_add_bytes(p->out, at, (size_t)(digits + sizeof digits - at));
}

static void put_float(Printer *p, double value) {
    char text[FLOAT_TEXT_MAX];
    if (p->options.style == PRINT_DISPLAY)
        float_text_scientific(value, 6, text);
    else
        float_text_shortest(value, text);
    text_add(p->out, text);
}

static uint32_t channel_of(const Printer *p, Term term, const Identity *identity) {
    bool of_machine = term_is_immediate(term) || term_is_kind(term, KIND_REFERENCE);
    Term usual = of_machine ? identity->node : IDENTITY_NODE;
    return identity_channel(term_is_none(p->options.here) ? usual : p->options.here, identity->node);
}

static void put_pid(Printer *p, Term pid) {
    if (p->options.names && term_is_local_pid(pid)) {
        machine_actor_name(p->options.names, term_pid_index(pid), p->out);
        return;
    }
    Identity identity = identity_of(pid);
    text_format(p->out, "<%u.%u.%u>", channel_of(p, pid, &identity), identity.ids[0], identity.ids[1]);
}

static void put_port(Printer *p, Term port) {
    if (p->options.names && term_is_local_port(port)) {
        text_add(p->out, "#Port<");
        machine_actor_name(p->options.names, term_port_index(port), p->out);
        text_add_char(p->out, '>');
        return;
    }
    Identity identity = identity_of(port);
    uint64_t number = (uint64_t)identity.ids[1] << 32 | identity.ids[0];
    text_format(p->out, "#Port<%u.%llu>", channel_of(p, port, &identity), (unsigned long long)number);
}

static void put_reference(Printer *p, Term reference) {
    if (p->options.names && term_kind(reference) == KIND_REFERENCE) {
        text_add(p->out, "#Ref<");
        machine_actor_name(p->options.names, (uint32_t)term_reference_maker(reference), p->out);
        text_format(p->out, ".%llu>", (unsigned long long)term_reference_number(reference));
        return;
    }
    Identity identity = identity_of(reference);
    text_format(p->out, "#Ref<%u", channel_of(p, reference, &identity));
    for (uint32_t i = identity.count; i-- > 0;) text_format(p->out, ".%u", identity.ids[i]);
    text_add_char(p->out, '>');
}

void print_function_name(Text *out, const char *name) {
    size_t size = strlen(name);
    if (size > 2 && name[0] == '-' && name[size - 1] == '-')
        text_add_bytes(out, name + 1, size - 2);
    else
        text_add(out, name);
}

static void put_fun(Printer *p, Term fun) {
    if (term_kind(fun) == KIND_FUN) {
        const FunEntry *entry = fun_entry(fun);
        if (p->options.names) {
            text_format(p->out, "#Fun<%s:", atom_string(entry->module));
            print_function_name(p->out, atom_string(entry->function));
            text_add_char(p->out, '>');
            return;
        }
        text_format(p->out, "#Fun<%s.%u.%u>", atom_string(entry->module), entry->index, entry->old_uniq);
        return;
    }
    const Export *export = fun_export(fun);
    text_add(p->out, "fun ");
    put_atom_as(p, export->module, true);
    text_add_char(p->out, ':');
    put_atom_as(p, export->function, true);
    text_format(p->out, "/%u", export->arity);
}

// --- bitstrings ----------------------------------------------------------------------------------

static uint8_t byte_at(Bits bits, size_t index) { return (uint8_t)bits_load(bits.bytes, bits.offset + index * 8, 8); }

// <<1,2,3:7>>; with a depth, so many bytes and three dots.
static void put_numbers(Printer *p, Bits bits, int64_t depth) {
    size_t size = bits.size / 8, rest = bits.size % 8;
    text_add(p->out, "<<");
    for (size_t i = 0; i < size && !is_full(p); i++) {
        if (i) text_add_char(p->out, ',');
        if (depth-- == 1) {
            text_add(p->out, "...>>");
            return;
        }
        put_small(p, byte_at(bits, i));
    }
    if (rest && size) text_add_char(p->out, ',');
    if (rest && depth == 1)
        text_add(p->out, "...");
    else if (rest)
        text_format(p->out, "%u:%zu", (unsigned)bits_load(bits.bytes, bits.offset + size * 8, rest), rest);
    text_add(p->out, ">>");
}

// The characters at the front of a binary that can be shown as a string.
typedef struct {
    size_t characters;   // how many
    size_t bytes;        // in so many bytes
    bool utf8;
} Prefix;

static bool starts_with_utf8(Bytes bytes, size_t characters) {
    const uint8_t *at = bytes.data, *end = at + bytes.size;
    for (uint32_t c; at < end && characters; characters--) {
        int size = unicode_from_utf8(at, end, &c);
        if (size <= 0) return false;
        at += size;
    }
    return true;
}

static Prefix printable_prefix(const Printer *p, Bytes bytes, size_t max) {
    Prefix prefix = {.utf8 = p->options.unicode && starts_with_utf8(bytes, max)};
    while (prefix.characters < max && prefix.bytes < bytes.size) {
        uint32_t c = bytes.data[prefix.bytes];
        int size = 1;
        if (prefix.utf8) size = unicode_from_utf8(bytes.data + prefix.bytes, bytes.data + bytes.size, &c);
        if (!is_printable(c, prefix.utf8 && p->options.any_printable)) break;
        prefix.characters++;
        prefix.bytes += (size_t)size;
    }
    return prefix;
}

static void put_prefix(Printer *p, Bytes bytes, Prefix prefix) {
    const uint8_t *at = bytes.data, *end = at + prefix.bytes;
    text_add(p->out, "<<\"");
    while (at < end && !is_full(p)) {
        uint32_t c = *at;
        at += prefix.utf8 ? (size_t)unicode_from_utf8(at, end, &c) : 1;
        put_character(p, c, '"', true);
    }
    text_add_char(p->out, '"');
    if (prefix.bytes != prefix.characters) text_add(p->out, "/utf8");
    text_add(p->out, prefix.bytes < bytes.size ? "...>>" : ">>");
}

// A depth stands for four characters each.
static bool put_pretty_binary(Printer *p, Bits bits, int64_t depth) {
    size_t max = bits.size / 8;
    if (depth > 0 && (uint64_t)(depth - 1) * 4 < max) max = (size_t)(depth - 1) * 4;
    uint8_t *scratch;
    Bytes bytes = bits_bytes(bits, &scratch);
    Prefix prefix = printable_prefix(p, bytes, max);
    bool whole = prefix.bytes == bytes.size;
    bool good = whole || (depth > 1 && prefix.characters >= (size_t)(depth - 1));
    if (good) put_prefix(p, bytes, prefix);
    memory_free(scratch);
    return good;
}

// Only what ASCII prints; quotes are escaped, backslashes are not.
static bool put_display_binary(Printer *p, Bits bits) {
    size_t size = bits.size / 8;
    for (size_t i = 0; i < size; i++)
        if (!is_between(byte_at(bits, i), ' ', '~')) return false;
    text_add(p->out, "<<\"");
    for (size_t i = 0; i < size && !is_full(p); i++) {
        if (byte_at(bits, i) == '"') text_add_char(p->out, '\\');
        text_add_char(p->out, (char)byte_at(bits, i));
    }
    text_add(p->out, "\">>");
    return true;
}

static void put_bitstring(Printer *p, Bits bits, int64_t depth) {
    bool whole = bits.size % 8 == 0 && bits.size > 0;
    if (p->options.style == PRINT_PRETTY && whole && depth != 1 && put_pretty_binary(p, bits, depth)) return;
    if (p->options.style == PRINT_DISPLAY && whole && put_display_binary(p, bits)) return;
    put_numbers(p, bits, depth);
}

// --- lists ---------------------------------------------------------------------------------------

static bool is_display_string_character(uint32_t c) {
    return c == '\n' || c == '\t' || c == '\r' || is_between(c, ' ', '~') || is_between(c, 0xA0, 0xFF);
}

static bool is_string(const Printer *p, Term list) {
    bool unicode = p->options.unicode && p->options.any_printable;
    for (; term_is_cons(list); list = term_tail(list)) {
        Term head = term_head(list);
        if (!term_is_small(head) || (uint64_t)term_to_small(head) > 0x10FFFF) return false;
        uint32_t c = (uint32_t)term_to_small(head);
        bool good = p->options.style == PRINT_DISPLAY ? is_display_string_character(c) : is_printable(c, unicode);
        if (!good) return false;
    }
    return term_is_nil(list);
}

static void put_string(Printer *p, Term list) {
    bool display = p->options.style == PRINT_DISPLAY;
    text_add_char(p->out, '"');
    for (; term_is_cons(list) && !is_full(p); list = term_tail(list)) {
        uint32_t c = (uint32_t)term_to_small(term_head(list));
        if (display && c != '\n' && c != '"')
            text_add_utf8(p->out, c);
        else
            put_character(p, c, '"', true);
    }
    text_add_char(p->out, '"');
}

static void put_list(Printer *p, Term list, int64_t depth) {
    if (depth != 1 && p->options.style != PRINT_WRITE && is_string(p, list)) {
        put_string(p, list);
    } else if (depth == 1) {
        text_add(p->out, "[...]");
    } else {
        text_add_char(p->out, '[');
        push_text(p, "]");
        push(p, STEP_TAIL, depth - 1, term_tail(list).bits, 0);
        push_term(p, term_head(list), depth - 1);
    }
}

static void put_tail(Printer *p, Term tail, int64_t depth) {
    if (term_is_nil(tail)) return;
    if (depth == 1) {
        text_add(p->out, "|...");
    } else if (term_is_cons(tail)) {
        text_add_char(p->out, ',');
        push(p, STEP_TAIL, depth - 1, term_tail(tail).bits, 0);
        push_term(p, term_head(tail), depth - 1);
    } else {
        text_add_char(p->out, '|');
        push_term(p, tail, depth - 1);
    }
}

// --- tuples and maps -----------------------------------------------------------------------------

static void put_tuple(Printer *p, Term tuple, int64_t depth) {
    size_t size = term_tuple_size(tuple);
    const Term *elements = term_elements(tuple);
    if (size == 0) {
        text_add(p->out, "{}");
    } else if (depth == 1) {
        text_add(p->out, "{...}");
    } else {
        text_add_char(p->out, '{');
        push_text(p, "}");
        push(p, STEP_ELEMENTS, depth - 1, (uint64_t)(uintptr_t)(elements + 1), size - 1);
        push_term(p, elements[0], depth - 1);
    }
}

static void put_elements(Printer *p, const Term *elements, size_t count, int64_t depth) {
    if (count == 0) return;
    if (depth == 1) {
        text_add(p->out, ",...");
        return;
    }
    text_add_char(p->out, ',');
    push(p, STEP_ELEMENTS, depth - 1, (uint64_t)(uintptr_t)(elements + 1), count - 1);
    push_term(p, elements[0], depth - 1);
}

static void push_pairs(Printer *p, Term map, size_t count, int64_t depth) {
    Term *pairs = memory_new(count * 2 * sizeof *pairs);
    MapIterator it;
    map_iterate(&it, map);
    for (size_t i = 0; i < count; i++) map_next(&it, &pairs[i * 2], &pairs[i * 2 + 1]);
    const char *arrow = p->options.style == PRINT_DISPLAY ? "=>" : " => ";
    for (size_t i = count; i-- > 0;) {
        push_term(p, pairs[i * 2 + 1], depth);
        push_text(p, arrow);
        push_term(p, pairs[i * 2], depth);
        if (i) push_text(p, ",");
    }
    memory_free(pairs);
}

// ~W has two oddities: no dots inside #{} at the last depth, and dots behind pairs that fill the
// depth.
static void put_map(Printer *p, Term map, int64_t depth) {
    bool write = p->options.style == PRINT_WRITE;
    size_t count = map_count(map), shown = count;
    if (count == 0 || depth == 1) {
        text_add(p->out, count == 0 || write ? "#{}" : "#{...}");
        return;
    }
    if (depth > 0 && (uint64_t)(depth - 1) < count) shown = (size_t)(depth - 1);
    bool dots = shown < count || (write && (int64_t)shown == depth - 1);
    text_add(p->out, "#{");
    push_text(p, dots ? ",...}" : "}");
    push_pairs(p, map, shown, depth - 1);
}

// #module:name{field=value,...}, as ~w does.
static void put_record(Printer *p, Term record, int64_t depth) {
    text_add_char(p->out, '#');
    put_atom(p, record_module(record));
    text_add_char(p->out, ':');
    put_atom(p, record_name(record));
    if (depth == 1) {
        text_add(p->out, "{...}");
        return;
    }
    text_add_char(p->out, '{');
    push_text(p, "}");
    for (size_t i = record_size(record); i-- > 0;) {
        push_term(p, record_values(record)[i], depth - 1);
        push_text(p, p->options.style == PRINT_DISPLAY ? "=" : " = ");
        push_term(p, record_fields(record)[i], depth - 1);
        if (i) push_text(p, ",");
    }
}

// --- the walk ------------------------------------------------------------------------------------

static void put_boxed(Printer *p, Term t, int64_t depth) {
    switch (term_kind(t)) {
    case KIND_TUPLE: put_tuple(p, t, depth); return;
    case KIND_FUN:
    case KIND_EXPORT: put_fun(p, t); return;
    case KIND_BINARY:
    case KIND_SUBBINARY: put_bitstring(p, term_bits(t), depth); return;
    case KIND_MAP:
    case KIND_HASHMAP: put_map(p, t, depth); return;
    case KIND_RECORD: put_record(p, t, depth); return;
    case KIND_POSITIVE:
    case KIND_NEGATIVE: number_integer_text(t, 10, p->out); return;
    case KIND_FLOAT: put_float(p, term_to_double(t)); return;
    case KIND_EXTERNAL_PID: put_pid(p, t); return;
    case KIND_EXTERNAL_PORT: put_port(p, t); return;
    case KIND_REFERENCE:
    case KIND_EXTERNAL_REFERENCE: put_reference(p, t); return;
    default: text_format(p->out, "#Internal<%d>", (int)term_kind(t)); return;
    }
}

static void put_term(Printer *p, Term t, int64_t depth) {
    if (depth == 0)
        text_add(p->out, "...");
    else if (term_is_small(t))
        put_small(p, term_to_small(t));
    else if (term_is_atom(t))
        put_atom(p, t);
    else if (term_is_nil(t))
        text_add(p->out, "[]");
    else if (term_is_cons(t))
        put_list(p, t, depth);
    else if (term_is_local_pid(t))
        put_pid(p, t);
    else if (term_is_local_port(t))
        put_port(p, t);
    else if (term_is_boxed(t))
        put_boxed(p, t, depth);
    else
        text_add(p->out, "#Internal");
}

static void step(Printer *p) {
    uint64_t head = words_pop(&p->steps), a = words_pop(&p->steps), b = words_pop(&p->steps);
    int64_t depth = (int64_t)head >> 8;
    switch ((StepKind)(head & 0xFF)) {
    case STEP_TERM: put_term(p, (Term){a}, depth); return;
    case STEP_TEXT: text_add(p->out, (const char *)(uintptr_t)a); return;
    case STEP_TAIL: put_tail(p, (Term){a}, depth); return;
    case STEP_ELEMENTS: put_elements(p, (const Term *)(uintptr_t)a, b, depth); return;
    }
}

// Leaves at most `length` bytes, whole characters, the dots included.
static void cut(Text *out, size_t start, size_t length) {
    size_t keep = length > 3 ? start + length - 3 : start;
    while (keep > start && (out->data[keep] & 0xC0) == 0x80) keep--;
    out->size = keep;
    text_add(out, "...");
}

static void print_erlang(Text *out, Term term, PrintOptions options, size_t limit) {
    Printer p = {.out = out, .limit = limit, .options = options};
    words_init(&p.steps);
    push_term(&p, term, options.depth ? (int64_t)options.depth : -1);
    while (p.steps.count && !is_full(&p)) step(&p);
    words_free(&p.steps);
}

static void print_elixir(Text *out, Term term, PrintOptions options, size_t limit) {
    Inspector inspector = {.out = out, .limit = limit, .options = options};
    words_init(&inspector.steps);
    inspect_steps(&inspector, term);
    words_free(&inspector.steps);
}

void term_print(Text *out, Term term, PrintOptions options) {
    size_t start = out->size, limit = options.length ? start + options.length : SIZE_MAX;
    if (options.style == PRINT_ELIXIR)
        print_elixir(out, term, options, limit);
    else
        print_erlang(out, term, options, limit);
    if (out->size > limit) cut(out, start, options.length);
}
