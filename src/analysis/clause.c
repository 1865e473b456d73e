// Clauses as they are in the source, where a file has its debug information. Compilers make one of two clauses with the
// same body: one that takes a message in order to drop it is gone if one for everything drops it, too.
//
// What is known of a pattern: that it takes everything, that it cannot take a message, or that it may.
#include <string.h>

#include "analysis/external.h"
#include "analysis/unit.h"
#include "base/memory.h"

typedef enum { PATTERN_EVERYTHING, PATTERN_OTHER, PATTERN_MAY } Pattern;

typedef struct {
    Unit *unit;
    Bytes name;                // of the function
    uint32_t arity, message;   // the latter: which argument
    Value value;               // of that
    bool elixir;
} Search;

static Pattern pattern(const Search *s, Cursor c, Value value, uint32_t depth);

// Both of P1 = P2.
static Pattern pattern_of_both(const Search *s, Cursor c, Value value, uint32_t depth) {
    Pattern first = pattern(s, c, value, depth + 1),
            second = external_skip(&c) ? pattern(s, c, value, depth + 1) : PATTERN_MAY;
    if (first == PATTERN_OTHER || second == PATTERN_OTHER) return PATTERN_OTHER;
    return first == PATTERN_EVERYTHING ? second : first;
}

// A tuple of so many places; the cursor is at the first one.
static Pattern pattern_of_tuple(const Search *s, Cursor c, uint32_t size, Value value, uint32_t depth) {
    Value tuples = value_sized(&s->unit->domain, value, size, NO_TAG);
    for (uint32_t i = 0; i < size; i++) {
        if (tuples == VALUE_NONE || pattern(s, c, value_place(&s->unit->domain, tuples, i), depth + 1) == PATTERN_OTHER)
            return PATTERN_OTHER;
        if (!external_skip(&c)) return PATTERN_MAY;
    }
    return tuples == VALUE_NONE ? PATTERN_OTHER : PATTERN_MAY;
}

static Pattern pattern_of_atom(const Search *s, Bytes name, Value value) {
    Domain *d = &s->unit->domain;
    return value_meet(d, value, value_atom(d, modules_atom_bytes(s->unit->modules, name))) == VALUE_NONE ? PATTERN_OTHER
                                                                                                         : PATTERN_MAY;
}

// {var, _, _}, {atom, _, Name}, {tuple, _, Elements}, {match, _, P, Q}: behind each is its annotation.
static Pattern pattern_of_erlang(const Search *s, Cursor c, Value value, uint32_t depth) {
    uint32_t arity, size;
    Bytes kind, name;
    if (!external_tuple(&c, &arity) || !external_atom(&c, &kind) || !external_skip(&c)) return PATTERN_MAY;
    if (kind.size == 3 && memcmp(kind.data, "var", 3) == 0) return PATTERN_EVERYTHING;
    if (kind.size == 4 && memcmp(kind.data, "atom", 4) == 0)
        return external_atom(&c, &name) ? pattern_of_atom(s, name, value) : PATTERN_MAY;
    if (kind.size == 5 && memcmp(kind.data, "match", 5) == 0) return pattern_of_both(s, c, value, depth);
    if (kind.size == 5 && memcmp(kind.data, "tuple", 5) == 0 && external_list(&c, &size))
        return pattern_of_tuple(s, c, size, value, depth);
    return PATTERN_MAY;
}

// name, {Name, _, Context}, {A, B}, {'{}', _, Elements}, {'=', _, [P, Q]}
static Pattern pattern_of_elixir(const Search *s, Cursor c, Value value, uint32_t depth) {
    uint32_t arity, size;
    Bytes name;
    Cursor first = c;
    if (external_atom(&first, &name)) return pattern_of_atom(s, name, value);
    if (!external_tuple(&c, &arity)) return PATTERN_MAY;
    if (arity == 2) return pattern_of_tuple(s, c, 2, value, depth);
    if (arity != 3 || !external_atom(&c, &name) || !external_skip(&c)) return PATTERN_MAY;
    Cursor context = c;
    Bytes word;
    if (external_atom(&context, &word)) return PATTERN_EVERYTHING;
    if (!external_list(&c, &size)) return PATTERN_MAY;
    if (name.size == 1 && *name.data == '=' && size == 2) return pattern_of_both(s, c, value, depth);
    if (name.size == 2 && memcmp(name.data, "{}", 2) == 0) return pattern_of_tuple(s, c, size, value, depth);
    return PATTERN_MAY;
}

static Pattern pattern(const Search *s, Cursor c, Value value, uint32_t depth) {
    enum { DEPTH_MAX = 20 };
    if (depth == DEPTH_MAX) return PATTERN_MAY;
    return s->elixir ? pattern_of_elixir(s, c, value, depth) : pattern_of_erlang(s, c, value, depth);
}

// --- functions --------------------------------------------------------------------------------------------------

// A list of clauses; whether it is read and none of them but those for everything may take the message. Each is a
// tuple, whose patterns are at `place`. Guards make a clause one that is not for everything.
static bool none_of_clauses(const Search *s, Cursor *c, uint32_t place) {
    uint32_t count, arity, patterns, guards;
    if (!external_list(c, &count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        Cursor clause = *c;
        if (!external_skip(c) || !external_tuple(&clause, &arity) || arity < place + 2) return false;
        for (uint32_t k = 0; k < place; k++)
            if (!external_skip(&clause)) return false;
        Cursor behind = clause;
        if (!external_skip(&behind) || !external_list(&clause, &patterns) || patterns != s->arity) return false;
        for (uint32_t k = 0; k < s->message; k++)
            if (!external_skip(&clause)) return false;
        Pattern found = pattern(s, clause, s->value, 0);
        bool guarded = !external_list(&behind, &guards) || guards > 0;
        if (found == PATTERN_MAY || (found == PATTERN_EVERYTHING && guarded)) return false;
    }
    return true;
}

static bool is_name(const Search *s, Cursor *c) {
    Bytes name;
    uint32_t arity;
    return external_atom(c, &name) && name.size == s->name.size && memcmp(name.data, s->name.data, name.size) == 0 &&
           external_number(c, &arity) && arity == s->arity;
}

// {function, _, Name, Arity, Clauses} among the forms.
static bool none_in_forms(const Search *s, Cursor c) {
    uint32_t arity, count;
    if (!external_tuple(&c, &arity) || arity != 2 || !external_list(&c, &count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        Cursor form = c;
        if (!external_skip(&c)) return false;
        bool function =
            external_tuple(&form, &arity) && arity == 5 && external_word(&form, "function") && external_skip(&form);
        if (function && is_name(s, &form)) return none_of_clauses(s, &form, 2);
    }
    return false;
}

// {{Name, Arity}, _, _, Clauses} among the definitions.
static bool none_in_definitions(const Search *s, Cursor c) {
    uint32_t arity, pairs, count = 0;
    if (!external_tuple(&c, &arity) || arity != 3 || !external_word(&c, "elixir_v1") || !external_map(&c, &pairs))
        return false;
    while (pairs > 0 && !external_word(&c, "definitions")) {
        if (!external_skip(&c) || !external_skip(&c)) return false;
        pairs--;
    }
    if (pairs == 0 || !external_list(&c, &count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        Cursor definition = c;
        if (!external_skip(&c) || !external_tuple(&definition, &arity) || arity != 4) return false;
        Cursor name = definition;
        if (!external_tuple(&name, &arity) || !is_name(s, &name)) continue;
        if (!external_skip(&definition) || !external_skip(&definition) || !external_skip(&definition)) return false;
        return none_of_clauses(s, &definition, 1);
    }
    return false;
}

static bool none_in_debug_info(Search *s, Cursor c) {
    uint32_t arity;
    if (!external_tuple(&c, &arity) || arity != 3 || !external_word(&c, "debug_info_v1")) return false;
    if (external_word(&c, "erl_abstract_code")) return none_in_forms(s, c);
    s->elixir = external_word(&c, "elixir_erl");
    return s->elixir && none_in_definitions(s, c);
}

// Unpacks it the first time, since a server is asked often. False: it is not readable.
static bool unpack_debug_info(Modules *modules, ModuleCode *m) {
    enum { HEAD = 6 };   // version, tag, 4 bytes of size
    const uint8_t *at = m->debug_info.data;
    size_t size = m->debug_info.size;
    if (size < HEAD || at[0] != EXT_VERSION) return false;
    if (at[1] != EXT_COMPRESSED) return true;
    uint8_t *unpacked;
    size_t whole = (size_t)at[2] << 24 | (size_t)at[3] << 16 | (size_t)at[4] << 8 | at[5];
    m->debug_info = (Bytes){0};
    if (!beam_inflate((Bytes){at + HEAD, size - HEAD}, whole, &unpacked)) return false;
    uint8_t *copy = arena_take(&modules->arena, whole + 1);
    copy[0] = EXT_VERSION;
    memcpy(copy + 1, unpacked, whole);
    memory_free(unpacked);
    m->debug_info = (Bytes){copy, whole + 1};
    return whole >= HEAD;
}

bool clause_none_takes(Unit *u, uint32_t function, uint32_t message, Value value) {
    const UnitFunction *f = &u->functions.items[function];
    ModuleCode *m = u->modules->items.items[f->module];
    const FlowFunction *flow = &m->flow.functions[f->flow];
    Search s = {.unit = u, .name = m->beam.atoms[flow->name], .arity = flow->arity, .message = message, .value = value};
    if (!unpack_debug_info(u->modules, m)) return false;
    return none_in_debug_info(&s, (Cursor){m->debug_info.data + 1, m->debug_info.data + m->debug_info.size});
}
