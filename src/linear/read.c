// Histories as files. One event in a line, in one of these forms, of which each line may have another:
//
//     {invoke, 1, {write, 3}}.        {invoke, <0.83.0>, read}.        {ok, 1, ok}.        {fail, 1}.        {info, 1}.
//     {:process 1, :type :invoke, :f :write, :value 3}
//     {"process": 1, "type": "invoke", "f": "write", "value": 3}
//
// A client calls (invoke, call) and learns what came of it (ok, return: the result), or that nothing did (fail), or
// nothing (info, or no other event): then the operation may have happened at any time since, or not at all. Values are
// Erlang's, Clojure's or JSON's; each is brought into one form of writing, so that equal ones have equal texts; nil,
// null and undefined are the same. Empty lines and those that begin with %, # or ; are left out.
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/memory.h"
#include "base/words.h"
#include "linear/linear.h"

// --- values ------------------------------------------------------------------------------------------------

static uint64_t hash_of(const char *text, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

static void grow_values(LinearHistory *h) {
    h->value_capacity = h->value_capacity * 2 + 64;
    h->values = memory_resize(h->values, h->value_capacity * sizeof *h->values);
    h->value_slot_count = h->value_slot_count ? h->value_slot_count * 4 : 256;
    memory_free(h->value_slots);
    h->value_slots = memory_zeroed(h->value_slot_count, sizeof *h->value_slots);
    for (uint32_t i = 0; i < h->value_count; i++) {
        uint64_t at = hash_of(h->values[i].data, h->values[i].size);
        while (h->value_slots[at & (h->value_slot_count - 1)]) at++;
        h->value_slots[at & (h->value_slot_count - 1)] = i + 1;
    }
}

static uint32_t intern(LinearHistory *h, const char *text, size_t size) {
    if (h->value_count == h->value_capacity) grow_values(h);
    uint64_t at = hash_of(text, size);
    for (uint32_t slot; (slot = h->value_slots[at & (h->value_slot_count - 1)]); at++) {
        const Text *known = &h->values[slot - 1];
        if (known->size == size && memcmp(known->data, text, size) == 0) return slot - 1;
    }
    h->values[h->value_count] = (Text){0};
    text_add_bytes(&h->values[h->value_count], text, size);
    h->value_slots[at & (h->value_slot_count - 1)] = ++h->value_count;
    return h->value_count - 1;
}

uint32_t linear_value(LinearHistory *h, const char *text, size_t size) {
    if (h->value_count == 0) intern(h, "undefined", 9);
    return intern(h, text, size);
}

const char *linear_text(const LinearHistory *h, uint32_t value) { return text_string(&h->values[value]); }

bool linear_integer(const LinearHistory *h, uint32_t value, int64_t *out) {
    char *end;
    const char *text = linear_text(h, value);
    *out = strtoll(text, &end, 10);
    return *text && !*end;
}

// --- reading one value -------------------------------------------------------------------------------------

typedef struct {
    const char *at;        // ends with a NUL
    const char *problem;   // NULL: none so far
} Reader;

static bool refuse(Reader *r, const char *problem) {
    r->problem = problem;
    return false;
}

static void skip_blanks(Reader *r) { r->at += strspn(r->at, " \t\r"); }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_high(char c) { return (unsigned char)c >= 0x80; }

// Up to the quote that ends it, the two included.
static bool copy_quoted(Reader *r, Text *out) {
    char quote = *r->at;
    text_add_char(out, *r->at++);
    for (; *r->at && *r->at != quote; text_add_char(out, *r->at++))
        if (*r->at == '\\' && r->at[1]) text_add_char(out, *r->at++);
    if (!*r->at) return refuse(r, "a quote is not closed");
    text_add_char(out, *r->at++);
    return true;
}

// <0.83.0>, #Ref<0.1.2.3>, <<"text">>: whatever stands between angle brackets is taken as it is.
static bool copy_angled(Reader *r, Text *out) {
    for (int depth = 0; *r->at;) {
        if (*r->at == '"') {
            if (!copy_quoted(r, out)) return false;
            continue;
        }
        depth += *r->at == '<' ? 1 : *r->at == '>' ? -1 : 0;
        text_add_char(out, *r->at++);
        if (depth == 0) return true;
    }
    return refuse(r, "an angle bracket is not closed");
}

static void copy_number(Reader *r, Text *out) {
    if (*r->at == '+') r->at++;
    for (; is_digit(*r->at) || *r->at == '-' || *r->at == '+' || *r->at == 'e' || *r->at == 'E' ||
           (*r->at == '.' && is_digit(r->at[1]));
         r->at++)
        text_add_char(out, *r->at);
}

// An atom, a keyword or a symbol, as an atom.
static bool copy_word(Reader *r, Text *out) {
    const char *begin = r->at;
    bool plain = *begin >= 'a' && *begin <= 'z';
    for (; is_letter(*r->at) || is_digit(*r->at) || is_high(*r->at) || (*r->at && strchr("_@-?!/*", *r->at)) ||
           (*r->at == '.' && is_letter(r->at[1]));
         r->at++)
        plain &= !strchr("-?!/*.", *r->at) && !is_high(*r->at);
    size_t size = (size_t)(r->at - begin);
    if (size == 0) return refuse(r, "this is no value");
    bool nothing = (size == 3 && !memcmp(begin, "nil", 3)) || (size == 4 && !memcmp(begin, "null", 4));
    if (nothing)
        text_add(out, "undefined");
    else
        text_format(out, plain ? "%.*s" : "'%.*s'", (int)size, begin);
    return true;
}

static bool copy_simple(Reader *r, Text *out) {
    switch (*r->at) {
    case '"':
    case '\'': return copy_quoted(r, out);
    case '<': return copy_angled(r, out);
    case ':': r->at++; return copy_word(r, out);
    default: break;
    }
    bool sign = (*r->at == '-' || *r->at == '+') && is_digit(r->at[1]);
    if (!sign && !is_digit(*r->at)) return copy_word(r, out);
    copy_number(r, out);
    return true;
}

// What is open around a value.
typedef enum { TUPLE, LIST, MAP_OF_ERLANG, MAP_OF_CLOJURE, MAP_OF_JSON } Kind;
static bool is_map(Kind kind) { return kind >= MAP_OF_ERLANG; }

// A brace opens a tuple, or a map of Clojure or JSON: {:key ... and {"key": ...
static Kind kind_of_brace(const char *at) {
    at += strspn(at, " \t");
    if (*at == ':') return MAP_OF_CLOJURE;
    if (*at != '"') return TUPLE;
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    at += *at == '"';
    return at[strspn(at, " \t")] == ':' ? MAP_OF_JSON : TUPLE;
}

typedef struct {   // on the stack of what is open
    Kind kind;
    uint32_t elements;
} Open;

static uint64_t pack(Open open) { return (uint64_t)open.elements << 8 | (uint64_t)open.kind; }
static Open unpack(uint64_t word) { return (Open){(Kind)(word & 0xff), (uint32_t)(word >> 8)}; }

// Opens what begins here, if something does.
static bool open_here(Reader *r, Words *open, Text *out) {
    Kind kind;
    if (r->at[0] == '#' && r->at[1] == '{')
        kind = MAP_OF_ERLANG, r->at += 2;
    else if (*r->at == '{')
        kind = kind_of_brace(++r->at);
    else if (*r->at == '[' || *r->at == '(')
        kind = LIST, r->at++;
    else
        return false;
    text_add(out, is_map(kind) ? "#{" : kind == TUPLE ? "{" : "[");
    words_push(open, pack((Open){kind, 0}));
    return true;
}

static bool closes(char c, Kind kind) { return kind == LIST ? c == ']' || c == ')' : c == '}'; }

// A tag such as #object stands before its value. #Ref<...> is a value.
static bool skip_tag(Reader *r) {
    if (*r->at != '#' || !is_letter(r->at[1])) return false;
    const char *end = r->at + 1;
    while (is_letter(*end) || is_digit(*end) || (*end && strchr("._/-", *end))) end++;
    if (*end == '<') return false;
    r->at = end;
    skip_blanks(r);
    return true;
}

static bool copy_reference(Reader *r, Text *out) {
    while (*r->at != '<') text_add_char(out, *r->at++);
    return copy_angled(r, out);
}

// Between the elements of what is open, in the source and in the text.
static void separate(Reader *r, Words *open, Text *out) {
    Open top = unpack(open->items[open->count - 1]);
    bool value_of_key = is_map(top.kind) && top.elements % 2 == 1;
    if (value_of_key && top.kind == MAP_OF_JSON && *r->at == ':') r->at++;
    if (value_of_key && top.kind == MAP_OF_ERLANG && (strncmp(r->at, "=>", 2) == 0 || strncmp(r->at, ":=", 2) == 0))
        r->at += 2;
    if (top.elements) text_add(out, value_of_key ? "=>" : ",");
    top.elements++;
    open->items[open->count - 1] = pack(top);
    skip_blanks(r);
}

static bool read_parts(Reader *r, Words *open, Text *out) {
    do {
        skip_blanks(r);
        while (open->count && *r->at == ',') r->at++, skip_blanks(r);
        if (open->count && closes(*r->at, unpack(open->items[open->count - 1]).kind)) {
            text_add_char(out, unpack(words_pop(open)).kind == LIST ? ']' : '}');
            r->at++;
            continue;
        }
        if (!*r->at) return refuse(r, open->count ? "a bracket is not closed" : "a value is missing");
        if (open->count) separate(r, open, out);
        while (skip_tag(r)) {}
        if (open_here(r, open, out)) continue;
        bool reference = r->at[0] == '#' && is_letter(r->at[1]);
        if (!(reference ? copy_reference(r, out) : copy_simple(r, out))) return false;
    } while (open->count);
    return true;
}

static bool read_value(Reader *r, Text *out) {
    Words open;
    words_init(&open);
    bool sound = read_parts(r, &open, out);
    words_free(&open);
    return sound;
}

// --- taking values apart -----------------------------------------------------------------------------------

typedef struct {
    const char *text;
    size_t size;
} Span;

static bool span_is(Span span, const char *word) {
    size_t size = strlen(word);
    bool quoted = span.size == size + 2 && (*span.text == '"' || *span.text == '\'');
    return (quoted || span.size == size) && memcmp(span.text + quoted, word, size) == 0;
}

static size_t skip_quoted(const char *text, size_t i) {
    char quote = text[i++];
    while (text[i] && text[i] != quote) i += text[i] == '\\' && text[i + 1] ? 2 : 1;
    return i;
}

// The elements of a tuple, list or map as read_value writes it: how many; those beyond `max` are counted only.
static uint32_t split(Span span, Span *parts, uint32_t max) {
    uint32_t count = 0, depth = 0;
    size_t begin = span.text[0] == '#' ? 2 : 1, end = span.size - 1;
    if (begin >= end) return 0;
    for (size_t i = begin, from = begin; i <= end; i++) {
        char c = span.text[i];
        bool arrow = depth == 0 && c == '=' && span.text[i + 1] == '>';
        if (i == end || (depth == 0 && c == ',') || arrow) {
            if (count < max) parts[count] = (Span){span.text + from, i - from};
            count++;
            i += arrow;
            from = i + 1;
        } else if (c == '"' || c == '\'') {
            i = skip_quoted(span.text, i);
        } else if (c == '=' && span.text[i + 1] == '>') {
            i++;
        } else if (strchr("{[<", c)) {
            depth++;
        } else if (strchr("}]", c) || (c == '>' && depth)) {
            depth--;
        }
    }
    return count;
}

static Span span_of(const LinearHistory *h, uint32_t value) {
    return (Span){linear_text(h, value), h->values[value].size};
}

void linear_spread(LinearHistory *h, LinearOperation *o, uint32_t arguments) {
    if (o->argument_count != 1 || arguments == 1) return;
    Span value = span_of(h, o->arguments[0]), parts[3];
    if (arguments == 0 && o->arguments[0] == 0) o->argument_count = 0;   // a value that says nothing
    if (arguments == 0 || !strchr("[{", value.text[0]) || split(value, parts, 3) != arguments) return;
    uint32_t values[3];
    for (uint32_t i = 0; i < arguments; i++) values[i] = linear_value(h, parts[i].text, parts[i].size);
    memcpy(o->arguments, values, sizeof values);
    o->argument_count = arguments;
}

void linear_strip_key(LinearHistory *h, LinearOperation *o) {
    Span parts[2], key = span_of(h, o->arguments[0]);
    if (o->argument_count == 1 && key.text[0] == '[' && split(key, parts, 2) == 2) {
        o->arguments[0] = linear_value(h, parts[0].text, parts[0].size);
        key = span_of(h, o->arguments[0]);
    }
    if (o->result == NO_VALUE) return;
    Span result = span_of(h, o->result);
    if (result.text[0] != '[' || split(result, parts, 2) != 2) return;
    if (parts[0].size == key.size && memcmp(parts[0].text, key.text, key.size) == 0)
        o->result = linear_value(h, parts[1].text, parts[1].size);
}

void linear_call_text(const LinearHistory *h, const LinearOperation *o, Text *out) {
    text_format(out, "%s(", linear_text(h, o->name));
    for (uint32_t i = 0; i < o->argument_count; i++)
        text_format(out, "%s%s", i ? ", " : "", linear_text(h, o->arguments[i]));
    text_add(out, ")");
}

// --- events ------------------------------------------------------------------------------------------------

typedef enum { CALLS, RETURNS, FAILS, UNKNOWN, NO_TYPE } EventType;

typedef struct {
    LinearHistory *history;
    uint32_t *open;   // by client: the operation that has not returned, or NO_VALUE
    uint32_t line;
    Error *err;
} Events;

static EventType type_of(Span span) {
    static const char *const words[][4] = {
        {"invoke", "call"}, {"ok", "return", "returned"}, {"fail", "failed"}, {"info", "unknown", "crash"}};
    for (int type = 0; type < NO_TYPE; type++)
        for (int i = 0; i < 4 && words[type][i]; i++)
            if (span_is(span, words[type][i])) return (EventType)type;
    return NO_TYPE;
}

static uint32_t client_of(Events *e, Span name) {
    LinearHistory *h = e->history;
    uint32_t value = linear_value(h, name.text, name.size);
    for (uint32_t i = 0; i < h->client_count; i++)
        if (h->clients[i] == value) return i;
    if (h->client_count == h->client_capacity) {
        h->client_capacity = h->client_capacity * 2 + 16;
        h->clients = memory_resize(h->clients, h->client_capacity * sizeof *h->clients);
        e->open = memory_resize(e->open, h->client_capacity * sizeof *e->open);
    }
    e->open[h->client_count] = NO_VALUE;
    h->clients[h->client_count] = value;
    return h->client_count++;
}

static uint32_t value_of(Events *e, Span span) { return linear_value(e->history, span.text, span.size); }

// write, {write, 3} or {call, Module, write, [3]}.
static bool set_operation(Events *e, LinearOperation *o, Span operation) {
    enum { PARTS = 4 };
    Span parts[PARTS] = {operation};
    uint32_t count = *operation.text == '{' ? split(operation, parts, PARTS) : 1;
    Span *arguments = parts + 1, of_call[3];
    if (count == 4 && span_is(parts[0], "call") && *parts[3].text == '[') {
        parts[0] = parts[2];
        arguments = of_call;
        count = split(parts[3], of_call, 3) + 1;
    }
    if (count == 0 || count > 4)
        return fail(e->err, "line %u: an operation has a name and at most three arguments", e->line);
    o->name = value_of(e, parts[0]);
    for (o->argument_count = 0; o->argument_count + 1 < count; o->argument_count++)
        o->arguments[o->argument_count] = value_of(e, arguments[o->argument_count]);
    return true;
}

static LinearOperation *add_call(Events *e, uint32_t client) {
    LinearHistory *h = e->history;
    if (e->open[client] != NO_VALUE) {
        fail(e->err, "line %u: client %s calls although what it called in line %u has not returned", e->line,
             linear_text(h, h->clients[client]), h->operations[e->open[client]].line);
        return NULL;
    }
    if (h->count == h->capacity) {
        h->capacity = h->capacity * 2 + 64;
        h->operations = memory_resize(h->operations, h->capacity * sizeof *h->operations);
    }
    e->open[client] = h->count;
    h->operations[h->count] =
        (LinearOperation){.client = client, .result = NO_VALUE, .from = h->events++, .to = NEVER, .line = e->line};
    return &h->operations[h->count++];
}

static bool add_end(Events *e, uint32_t client, EventType type, uint32_t result) {
    LinearHistory *h = e->history;
    if (e->open[client] == NO_VALUE)
        return fail(e->err, "line %u: client %s has called nothing that could end here", e->line,
                    linear_text(h, h->clients[client]));
    LinearOperation *o = &h->operations[e->open[client]];
    e->open[client] = NO_VALUE;
    if (type == RETURNS) {
        o->to = h->events++;
        o->result = result;
    } else if (type == FAILS) {
        o->from = NEVER;   // it did not happen
    }
    return true;
}

// {Type, Client, What}
static bool read_tuple(Events *e, Span line) {
    Span parts[3];
    uint32_t count = split(line, parts, 3);
    EventType type = count >= 2 ? type_of(parts[0]) : NO_TYPE;
    if (type == NO_TYPE || count > 3 || (type == CALLS && count != 3))
        return fail(
            e->err,
            "line %u: an event is {invoke, Client, Operation}, {ok, Client, Result}, {fail, Client} or {info, Client}",
            e->line);
    uint32_t client = client_of(e, parts[1]);
    if (type != CALLS) return add_end(e, client, type, count == 3 ? value_of(e, parts[2]) : 0);
    LinearOperation *o = add_call(e, client);
    return o && set_operation(e, o, parts[2]);
}

static bool field(const Span *parts, uint32_t count, const char *name, const char *also, Span *out) {
    for (uint32_t i = 0; i + 1 < count; i += 2)
        if (span_is(parts[i], name) || (also && span_is(parts[i], also))) return *out = parts[i + 1], true;
    return false;
}

// {:process 1, :type :invoke, :f :write, :value 3}
static bool read_map(Events *e, Span line) {
    enum { PARTS = 64 };
    Span parts[PARTS], type, client, operation, value = {"undefined", 9};
    uint32_t count = split(line, parts, PARTS);
    if (count > PARTS) count = PARTS;
    if (!field(parts, count, "process", "client", &client) || !field(parts, count, "type", NULL, &type) ||
        type_of(type) == NO_TYPE)
        return fail(e->err, "line %u: an event has a process and a type (invoke, ok, fail or info)", e->line);
    bool named = field(parts, count, "f", "op", &operation);
    field(parts, count, "value", NULL, &value);
    if (type_of(type) != CALLS) return add_end(e, client_of(e, client), type_of(type), value_of(e, value));
    if (!named) return fail(e->err, "line %u: a call says what is called: f", e->line);
    if (*operation.text == '"') operation = (Span){operation.text + 1, operation.size - 2};
    LinearOperation *o = add_call(e, client_of(e, client));
    if (!o) return false;
    o->name = value_of(e, operation);
    o->arguments[0] = value_of(e, value);
    o->argument_count = 1;
    return true;
}

static bool is_left_out(const char *line) {
    line += strspn(line, " \t\r");
    return !*line || *line == '%' || *line == ';' || (*line == '#' && !is_letter(line[1]) && line[1] != '{') ||
           ((*line == '[' || *line == ']') && !line[1 + strspn(line + 1, " \t\r.,")]);
}

static bool read_line(Events *e, const char *line) {
    Text text = {0};
    Reader reader = {.at = line};
    bool sound = read_value(&reader, &text);
    if (!sound) fail(e->err, "line %u, column %zu: %s", e->line, (size_t)(reader.at - line) + 1, reader.problem);
    reader.at += strspn(reader.at, " \t\r.,");
    Span span = {text_string(&text), text.size};
    if (sound && *reader.at)
        sound = fail(e->err, "line %u, column %zu: there is more behind the event", e->line,
                     (size_t)(reader.at - line) + 1);
    else if (sound && *span.text == '#')
        sound = read_map(e, span);
    else if (sound && *span.text == '{')
        sound = read_tuple(e, span);
    else if (sound)
        sound = fail(e->err, "line %u: this is no event", e->line);
    text_free(&text);
    return sound;
}

// Those that did not happen go; the others are numbered.
static void settle(LinearHistory *h) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < h->count; i++) {
        if (h->operations[i].from == NEVER) continue;
        h->operations[kept] = h->operations[i];
        h->operations[kept].number = kept + 1;
        kept++;
    }
    h->count = kept;
}

bool linear_read(LinearHistory *h, const char *bytes, size_t size, Error *err) {
    Events events = {.history = h, .err = err};
    Text line = {0};
    bool sound = true;
    *h = (LinearHistory){0};
    linear_value(h, "undefined", 9);
    for (const char *at = bytes, *end = bytes + size; sound && at < end;) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        if (!next) next = end;
        text_clear(&line);
        text_add_bytes(&line, at, (size_t)(next - at));
        events.line++;
        if (memchr(at, 0, (size_t)(next - at)))
            sound = fail(err, "line %u: this is no text", events.line);
        else
            sound = is_left_out(text_string(&line)) || read_line(&events, text_string(&line));
        at = next + 1;
    }
    settle(h);
    text_free(&line);
    memory_free(events.open);
    return sound;
}

bool linear_read_file(LinearHistory *h, const char *path, Error *err) {
    Bytes bytes;
    *h = (LinearHistory){0};
    if (!bytes_read_file(path, &bytes, err)) return false;
    bool sound = linear_read(h, (const char *)bytes.data, bytes.size, err) || fail_at(err, path);
    memory_free((void *)(uintptr_t)bytes.data);
    return sound;
}

void linear_free(LinearHistory *h) {
    for (uint32_t i = 0; i < h->value_count; i++) text_free(&h->values[i]);
    memory_free(h->values);
    memory_free(h->value_slots);
    memory_free(h->clients);
    memory_free(h->operations);
    *h = (LinearHistory){0};
}
