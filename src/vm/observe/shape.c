#include "vm/observe/shape.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/memory.h"
#include "vm/term/bits.h"
#include "vm/term/compare.h"
#include "vm/term/map.h"
#include "vm/term/number.h"

typedef enum { SHAPE_ANY, SHAPE_VARIABLE, SHAPE_TERM, SHAPE_NAME, SHAPE_TUPLE, SHAPE_CONS, SHAPE_TEXT } ShapeKind;

// Nodes are numbers in a list; the parts of a tuple are linked.
typedef struct {
    ShapeKind kind;
    uint32_t variable;        // or the number of parts
    Term term;                // an atom, a small integer or nil
    uint32_t first, second;   // parts: the first of a tuple, head and tail of a cons; 0: none
    uint32_t next;            // the next part of the tuple that this is one of
    char *text;               // of a binary; the name of a process
    double number;            // of a float
    bool is_float;
} Node;

struct Shape {
    ARRAY(Node) nodes;   // the first is not used
    uint32_t root;
};

typedef struct {
    Shape *shape;
    const char *text, *at;
    uint32_t (*find)(void *context, const char *name);
    void *context;
    Error *err;
    uint32_t depth;
} Reader;

enum { NESTING_MAX = 200 };

static uint32_t add(Reader *r, Node node) {
    array_push(&r->shape->nodes, node);
    return r->shape->nodes.count - 1;
}

static void skip_blanks(Reader *r) { r->at += strspn(r->at, " \t\n\r"); }

static bool take(Reader *r, char c) {
    skip_blanks(r);
    if (*r->at != c) return false;
    r->at++;
    return true;
}

static uint32_t refuse(Reader *r, const char *why) {
    if (!r->err->text[0]) fail(r->err, "%s: %s, at \"%.20s\"", r->text, why, r->at);
    return 0;
}

static uint32_t read_shape(Reader *r);

static uint32_t read_tuple(Reader *r) {
    uint32_t tuple = add(r, (Node){.kind = SHAPE_TUPLE}), last = 0;
    if (take(r, '}')) return tuple;
    do {
        uint32_t part = read_shape(r);
        if (!part) return 0;
        if (last)
            r->shape->nodes.items[last].next = part;
        else
            r->shape->nodes.items[tuple].first = part;
        last = part;
        r->shape->nodes.items[tuple].variable++;
    } while (take(r, ','));
    return take(r, '}') ? tuple : refuse(r, "a tuple ends with }");
}

static uint32_t add_cons(Reader *r, uint32_t head, uint32_t tail) {
    return add(r, (Node){.kind = SHAPE_CONS, .first = head, .second = tail});
}

static uint32_t read_list(Reader *r) {
    uint32_t parts[64], count = 0, tail;
    if (take(r, ']')) return add(r, (Node){.kind = SHAPE_TERM, .term = TERM_NIL});
    do {
        if (count == 64) return refuse(r, "a list of more than 64 elements");
        parts[count] = read_shape(r);
        if (!parts[count++]) return 0;
    } while (take(r, ','));
    tail = take(r, '|') ? read_shape(r) : add(r, (Node){.kind = SHAPE_TERM, .term = TERM_NIL});
    if (!tail || !take(r, ']')) return refuse(r, "a list ends with ]");
    while (count > 0) tail = add_cons(r, parts[--count], tail);
    return tail;
}

// The text between two quotes, of which the first was read.
static bool read_quoted(Reader *r, char quote, Text *out) {
    for (; *r->at && *r->at != quote; r->at++) {
        if (*r->at == '\\' && r->at[1]) r->at++;
        text_add_char(out, *r->at);
    }
    return *r->at == quote && *r->at++;
}

static uint32_t read_string(Reader *r) {
    Text text = {0};
    uint32_t tail = add(r, (Node){.kind = SHAPE_TERM, .term = TERM_NIL});
    if (!read_quoted(r, '"', &text)) return text_free(&text), refuse(r, "a text ends with \"");
    for (size_t i = text.size; i > 0; i--)
        tail =
            add_cons(r, add(r, (Node){.kind = SHAPE_TERM, .term = term_small((unsigned char)text.data[i - 1])}), tail);
    text_free(&text);
    return tail;
}

static uint32_t read_atom(Reader *r, const char *text, size_t size) {
    if (size > 255) return refuse(r, "an atom has at most 255 characters");
    return add(r, (Node){.kind = SHAPE_TERM, .term = atom_from_bytes((Bytes){(const uint8_t *)text, size})});
}

static uint32_t read_quoted_atom(Reader *r) {
    Text text = {0};
    uint32_t node =
        read_quoted(r, '\'', &text) ? read_atom(r, text_string(&text), text.size) : refuse(r, "an atom ends with '");
    text_free(&text);
    return node;
}

static uint32_t read_binary(Reader *r) {
    Text text = {0};
    if (!take(r, '<')) return refuse(r, "no pattern");
    if (take(r, '"') && !read_quoted(r, '"', &text)) return text_free(&text), refuse(r, "a text ends with \"");
    if (!take(r, '>') || !take(r, '>'))
        return text_free(&text), refuse(r, "of binaries only <<\"text\">> can be written here");
    return add(r, (Node){.kind = SHAPE_TEXT, .text = memory_text(text_string(&text))});
}

static uint32_t read_number(Reader *r) {
    char *end, *whole_end;
    long long whole = strtoll(r->at, &whole_end, 10);
    double number = strtod(r->at, &end);
    bool is_float = *whole_end == '.' && isdigit((unsigned char)whole_end[1]);
    if (end == r->at) return refuse(r, "no pattern");
    r->at = is_float ? end : whole_end;
    if (is_float) return add(r, (Node){.kind = SHAPE_TERM, .number = number, .is_float = true});
    return add(r, (Node){.kind = SHAPE_TERM, .term = term_small(whole)});
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '@'; }

// P, P.1, P.1.2 is a process; all else that begins like that a variable.
static uint32_t read_variable(Reader *r) {
    const char *start = r->at;
    while (is_word(*r->at)) r->at++;
    bool process = r->at == start + 1 && *start == 'P';
    while (process && *r->at == '.' && isdigit((unsigned char)r->at[1])) {
        r->at++;
        while (isdigit((unsigned char)*r->at)) r->at++;
    }
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)(r->at - start), start);
    if (strchr(name, '.')) return add(r, (Node){.kind = SHAPE_NAME, .text = memory_text(name)});
    if (strcmp(name, "_") == 0) return add(r, (Node){.kind = SHAPE_ANY});
    uint32_t variable = r->find(r->context, name);
    if (variable >= SHAPE_VARIABLES) return refuse(r, "too many variables");
    return add(r, (Node){.kind = SHAPE_VARIABLE, .variable = variable});
}

static uint32_t read_unnested(Reader *r) {
    const char *start = r->at;
    char c = *start;
    if (c == '{') return r->at++, read_tuple(r);
    if (c == '[') return r->at++, read_list(r);
    if (c == '"') return r->at++, read_string(r);
    if (c == '\'') return r->at++, read_quoted_atom(r);
    if (c == '<') return r->at++, read_binary(r);
    if (c == '$' && start[1])
        return r->at += 2, add(r, (Node){.kind = SHAPE_TERM, .term = term_small((unsigned char)start[1])});
    if (isupper((unsigned char)c) || c == '_') return read_variable(r);
    if (isdigit((unsigned char)c) || c == '-') return read_number(r);
    while (is_word(*r->at)) r->at++;
    return islower((unsigned char)c) ? read_atom(r, start, (size_t)(r->at - start)) : refuse(r, "no pattern");
}

static uint32_t read_shape(Reader *r) {
    skip_blanks(r);
    if (++r->depth > NESTING_MAX) return refuse(r, "nested too deeply");
    uint32_t node = read_unnested(r);
    r->depth--;
    return node;
}

Shape *shape_parse(const char *text, uint32_t (*find)(void *context, const char *name), void *context, Error *err) {
    Shape *shape = memory_zeroed(1, sizeof *shape);
    err->text[0] = 0;
    Reader r = {.shape = shape, .text = text, .at = text, .find = find, .context = context, .err = err};
    add(&r, (Node){0});
    shape->root = read_shape(&r);
    skip_blanks(&r);
    if (shape->root && *r.at) refuse(&r, "something is left over");
    if (!err->text[0]) return shape;
    shape_free(shape);
    return NULL;
}

void shape_free(Shape *shape) {
    for (uint32_t i = 0; i < shape->nodes.count; i++) memory_free(shape->nodes.items[i].text);
    array_free(&shape->nodes);
    memory_free(shape);
}

// --- matching -----------------------------------------------------------------------------------------------

static bool is_process(const Machine *m, const char *name, Term t) {
    Text text = {0};
    if (!term_is_local_pid(t)) return false;
    machine_actor_name((Machine *)(uintptr_t)m, term_pid_index(t), &text);
    bool same = strcmp(text_string(&text), name) == 0;
    text_free(&text);
    return same;
}

// A registered name means the process that has it, too.
static bool is_term(const Machine *m, const Node *node, Term t) {
    if (node->is_float) return term_is_float(t) && term_to_double(t) == node->number;
    if (term_same(node->term, t)) return true;
    if (!term_is_atom(node->term) || !term_is_local_pid(t)) return false;
    Term named = map_get(m->globals->names, node->term);
    return !term_is_none(named) && term_same(named, t);
}

static bool is_text(const char *text, Term t) {
    Bytes bytes;
    uint8_t *scratch = NULL;
    if (!bits_of_binary(t, &bytes, &scratch)) return false;
    bool same = bytes.size == strlen(text) && memcmp(bytes.data, text, bytes.size) == 0;
    memory_free(scratch);
    return same;
}

static bool binds(uint32_t variable, Term t, Term *values) {
    if (!term_is_none(values[variable])) return term_identical(values[variable], t);
    values[variable] = t;
    return true;
}

// The nesting of shapes is limited, so recursion is.
static bool matches(const Machine *m, const Shape *shape, uint32_t at, Term t, Term *values) {
    for (;;) {
        const Node *node = &shape->nodes.items[at];
        switch (node->kind) {
        case SHAPE_ANY: return true;
        case SHAPE_VARIABLE: return binds(node->variable, t, values);
        case SHAPE_TERM: return is_term(m, node, t);
        case SHAPE_NAME: return is_process(m, node->text, t);
        case SHAPE_TEXT: return is_text(node->text, t);
        case SHAPE_TUPLE:
            if (!term_is_tuple(t) || term_tuple_size(t) != node->variable) return false;
            for (uint32_t part = node->first, i = 0; part; part = shape->nodes.items[part].next, i++)
                if (!matches(m, shape, part, term_elements(t)[i], values)) return false;
            return true;
        case SHAPE_CONS:
            if (!term_is_cons(t) || !matches(m, shape, node->first, term_head(t), values)) return false;
            at = node->second;
            t = term_tail(t);
            break;
        }
    }
}

bool shape_matches(const Machine *m, const Shape *shape, Term term, Term *values) {
    return matches(m, shape, shape->root, term, values);
}
