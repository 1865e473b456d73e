// Constants of a .beam file, as values.
#include <string.h>

#include "analysis/external.h"
#include "analysis/unit.h"

enum { NESTING_MAX = 8 };   // below that a term is data of any shape

typedef struct {
    Unit *unit;
    const uint8_t *at, *end;
    bool broken;   // cut short, or with a tag that is not known
} Term;

static uint32_t take(Term *t, uint32_t bytes) {
    uint32_t number = 0;
    if ((size_t)(t->end - t->at) < bytes) return t->broken = true, 0;
    while (bytes-- > 0) number = number << 8 | *t->at++;
    return number;
}

static Bytes take_bytes(Term *t, size_t size) {
    if ((size_t)(t->end - t->at) < size) return t->broken = true, (Bytes){0};
    Bytes bytes = {t->at, size};
    t->at += size;
    return bytes;
}

static Value term(Term *t, uint32_t nesting);

static Value atom(Term *t, size_t size) {
    return value_atom(&t->unit->domain, modules_atom_bytes(t->unit->modules, take_bytes(t, size)));
}

static Value number(Term *t, size_t size, uint32_t kind) {
    take_bytes(t, size);
    return value_kinds(&t->unit->domain, kind);
}

static Value tuple(Term *t, uint32_t count, uint32_t nesting) {
    enum { FEW = 32 };
    Domain *d = &t->unit->domain;
    Value elements[FEW], all = VALUE_NONE;
    for (uint32_t i = 0; i < count && !t->broken; i++) {
        Value element = term(t, nesting + 1);
        if (i < FEW) elements[i] = element;
        all = value_join(d, all, element);
    }
    if (count <= FEW) return t->broken ? VALUE_NONE : value_tuple(d, elements, count);
    return value_only(d, value_blob(d, all), KIND_TUPLE);
}

static Value list(Term *t, uint32_t count, uint32_t nesting) {
    Domain *d = &t->unit->domain;
    Value all = VALUE_NONE;
    for (uint32_t i = 0; i < count && !t->broken; i++) all = value_join(d, all, term(t, nesting + 1));
    return value_cons(d, all, term(t, nesting + 1));
}

static Value map(Term *t, uint32_t count, uint32_t nesting) {
    Value all = VALUE_NONE;
    for (uint64_t i = 0; i < (uint64_t)count * 2 && !t->broken; i++)
        all = value_join(&t->unit->domain, all, term(t, nesting + 1));
    return value_map(&t->unit->domain, all);
}

static Value text(Term *t) {
    Domain *d = &t->unit->domain;
    take_bytes(t, take(t, 2));
    return value_cons(d, value_kinds(d, KIND_INTEGER), value_kinds(d, KIND_NIL));
}

// fun M:F/A: module and function are atoms, the arity an integer.
static Value exported_fun(Term *t, uint32_t nesting) {
    for (int i = 0; i < 3; i++) term(t, nesting + 1);
    t->unit->dynamic = true;
    return value_unknown(&t->unit->domain, KIND_FUN);
}

static Value term(Term *t, uint32_t nesting) {
    Domain *d = &t->unit->domain;
    if (nesting > NESTING_MAX) return t->broken = true, VALUE_NONE;
    uint32_t tag = take(t, 1);
    switch (tag) {
    case EXT_SMALL_INTEGER: return number(t, 1, KIND_INTEGER);
    case EXT_INTEGER: return number(t, 4, KIND_INTEGER);
    case EXT_SMALL_BIG: return number(t, 1 + (size_t)take(t, 1), KIND_INTEGER);
    case EXT_LARGE_BIG: return number(t, 1 + (size_t)take(t, 4), KIND_INTEGER);
    case EXT_NEW_FLOAT: return number(t, 8, KIND_FLOAT);
    case EXT_FLOAT: return number(t, 31, KIND_FLOAT);
    case EXT_BINARY: return number(t, take(t, 4), KIND_BITS);
    case EXT_BIT_BINARY: return number(t, 1 + (size_t)take(t, 4), KIND_BITS);
    case EXT_ATOM:
    case EXT_ATOM_UTF8: return atom(t, take(t, 2));
    case EXT_SMALL_ATOM:
    case EXT_SMALL_ATOM_UTF8: return atom(t, take(t, 1));
    case EXT_NIL: return value_kinds(d, KIND_NIL);
    case EXT_STRING: return text(t);
    case EXT_LIST: return list(t, take(t, 4), nesting);
    case EXT_SMALL_TUPLE: return tuple(t, take(t, 1), nesting);
    case EXT_LARGE_TUPLE: return tuple(t, take(t, 4), nesting);
    case EXT_MAP: return map(t, take(t, 4), nesting);
    case EXT_EXPORT: return exported_fun(t, nesting);
    default: t->broken = true; return VALUE_NONE;
    }
}

// What is too deep or strange is anything at all, funs of other modules included.
Value literal_term(Unit *unit, Bytes external) {
    Term t = {unit, external.data, external.data + external.size, false};
    if (take(&t, 1) != EXT_VERSION) return unit->top;
    Value value = term(&t, 0);
    return t.broken || value == VALUE_NONE ? unit->top : value;
}

Value literal_value(Unit *unit, uint32_t module, uint32_t literal) {
    uint64_t key = place_key(module, literal);
    HashEntry *known = hash_find(&unit->literals, key);
    if (known) return (Value)known->number;
    Value value = literal_term(unit, unit->modules->items.items[module]->beam.literals[literal]);
    hash_insert(&unit->literals, key)->number = value;
    return value;
}
