#include "read_term.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "vm/store/atom.h"
#include "vm/term/map.h"

enum { ITEMS_MAX = 256, NAME_MAX_BYTES = 64 };

typedef struct {
    Heap *heap;
    const char *at;
} Reader;

static Term read_one(Reader *r);

static void expect(bool holds, const Reader *r) {
    if (holds) return;
    fprintf(stderr, "cannot read a term at: %s\n", r->at);
    abort();
}

static bool skip(Reader *r, const char *token) {
    while (*r->at == ' ' || *r->at == '\n') r->at++;
    size_t size = strlen(token);
    if (strncmp(r->at, token, size) != 0) return false;
    r->at += size;
    return true;
}

static Term read_number(Reader *r) {
    char *end;
    long long integer = strtoll(r->at, &end, 10);
    if (*end != '.') {
        r->at = end;
        return heap_integer(r->heap, integer);
    }
    double value = strtod(r->at, &end);
    r->at = end;
    return heap_float(r->heap, value);
}

static Term read_atom(Reader *r) {
    char name[NAME_MAX_BYTES];
    size_t size = 0;
    bool quoted = skip(r, "'");
    while (quoted ? *r->at != '\'' : isalnum((unsigned char)*r->at) || *r->at == '_') {
        expect(*r->at && size < sizeof name - 1, r);
        name[size++] = *r->at++;
    }
    if (quoted) r->at++;
    expect(size > 0 || quoted, r);
    name[size] = 0;
    return atom_from_text(name);
}

static Term read_string(Reader *r) {
    const char *start = r->at;
    while (*r->at && *r->at != '"') r->at++;
    expect(*r->at == '"', r);
    Term list = TERM_NIL;
    for (const char *at = r->at++; at > start; at--) list = heap_cons(r->heap, term_small(at[-1]), list);
    return list;
}

static size_t read_items(Reader *r, Term *items, const char *end, const char *between) {
    size_t count = 0;
    if (skip(r, end)) return 0;
    do {
        expect(count < ITEMS_MAX, r);
        items[count++] = read_one(r);
        if (between && skip(r, between)) items[count++] = read_one(r);
    } while (skip(r, ","));
    return count;
}

static Term read_list(Reader *r) {
    Term items[ITEMS_MAX + 1], tail = TERM_NIL;
    if (skip(r, "]")) return TERM_NIL;
    size_t count = read_items(r, items, "|", NULL);
    if (skip(r, "|")) tail = read_one(r);
    expect(skip(r, "]"), r);
    return heap_list_from(r->heap, items, count, tail);
}

static Term read_tuple(Reader *r) {
    Term items[ITEMS_MAX + 1];
    size_t count = read_items(r, items, "}", NULL);
    if (count > 0) expect(skip(r, "}"), r);
    Term tuple = heap_tuple(r->heap, count);
    if (count) memcpy(term_elements(tuple), items, count * sizeof *items);
    return tuple;
}

static Term read_map(Reader *r) {
    Term items[ITEMS_MAX + 1];
    size_t count = read_items(r, items, "}", "=>");
    if (count > 0) expect(skip(r, "}"), r);
    return map_from_pairs(r->heap, items, count / 2, NULL);
}

static Term read_one(Reader *r) {
    if (skip(r, "[")) return read_list(r);
    if (skip(r, "{")) return read_tuple(r);
    if (skip(r, "#{")) return read_map(r);
    if (skip(r, "\"")) return read_string(r);
    bool number = isdigit((unsigned char)*r->at) || (*r->at == '-' && isdigit((unsigned char)r->at[1]));
    return number ? read_number(r) : read_atom(r);
}

Term read_term(Heap *heap, const char *text) {
    Reader r = {heap, text};
    Term term = read_one(&r);
    skip(&r, "");
    expect(*r.at == 0, &r);
    return term;
}
