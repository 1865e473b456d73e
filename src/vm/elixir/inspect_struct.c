// Structs as Elixir shows them (vm/elixir/inspect.h).
#include <stdio.h>

#include "base/memory.h"
#include "vm/elixir/guest.h"
#include "vm/elixir/inspect.h"
#include "vm/run/machine_state.h"
#include "vm/store/atom.h"
#include "vm/term/bits.h"
#include "vm/term/etf.h"
#include "vm/term/map.h"
#include "vm/term/unicode.h"
#include "vm/world/world.h"

static Term field(Term map, const char *name) { return map_get(map, atom_from_text(name)); }

static bool is_binary(Term t) {
    return term_is_boxed(t) && (term_kind(t) == KIND_BINARY || term_kind(t) == KIND_SUBBINARY) &&
           term_bits(t).size % 8 == 0;
}

// --- the order of fields ----------------------------------------------------------------------------------

// The module that defines a struct, loaded or not.
static const Module *defining_module(Machine *m, Term name) {
    const Module *module = code_module(m->code, name);
    Text path = {0};
    Bytes file;
    Error err;
    if (!module && world_find_module(m->world, atom_string(name), &path)) {
        module = code_idle_version_of(m->code, name, path.data);
        if (!module && host_read(world_host(m->world), path.data, BYTES_MOST, &file)) {
            module = code_load(m->code, file, path.data, &err);
            memory_free((void *)(uintptr_t)file.data);
        }
    }
    text_free(&path);
    return module;
}

// Whether a constant of the module is what __info__(:struct) gives for such a map: [%{field: :a, ...}, ...] with all
// of its keys. Their order goes to `keys`.
static bool is_definition(Term list, Term map, Term *keys, size_t count) {
    size_t found = 0;
    for (; term_is_cons(list); list = term_tail(list)) {
        Term item = term_head(list);
        Term key = term_is_map(item) ? map_get(item, ATOM(field)) : NO_TERM;
        if (term_is_none(key) || !term_is_atom(key) || term_is_none(map_get(map, key))) return false;
        if (term_same(key, ATOM(exception_key))) continue;
        if (found == count) return false;
        keys[found++] = key;
    }
    return term_is_nil(list) && found == count;
}

// Only lists that begin with a map are read, and for a struct without fields what it is by default.
static bool may_be_definition(Bytes literal, size_t count) {
    if (count == 0) return literal.size > 1 && literal.data[1] == ETF_MAP;
    return literal.size > 6 && literal.data[1] == ETF_LIST && literal.data[6] == ETF_MAP;
}

static bool find_order(Machine *m, const Module *module, Term map, Term *keys, size_t count) {
    Heap *heap = &m->store.heap;
    const BeamModule *beam = &module->beam;
    bool found = false;
    for (uint32_t k = 0; k < beam->literal_count && !found; k++) {
        Error err;
        Term *top = heap->top;
        if (!may_be_definition(beam->literals[k], count)) continue;
        Term literal = etf_decode(heap, beam->literals[k], (EtfOptions){.code = m->code}, NULL, &err);
        if (term_is_none(literal)) continue;
        found = count ? is_definition(literal, map, keys, count) : term_identical(literal, map);
        heap->top = top;   // only atoms of it are needed
    }
    return found;
}

static void put_fields(Inspector *i, Term map, Term name, const Term *keys, size_t count) {
    Term *pairs = memory_new((count * 2 + 1) * sizeof *pairs);
    for (size_t k = 0; k < count; k++) {
        pairs[k * 2] = keys[k];
        pairs[k * 2 + 1] = map_get(map, keys[k]);
    }
    text_add_char(i->out, '%');
    inspect_module(i->out, name);
    text_add_char(i->out, '{');
    inspect_push_pairs(i, pairs, count, "}");
    memory_free(pairs);
}

// False: no struct of that name has these fields.
static bool put_defined(Inspector *i, Term map, Term name) {
    Machine *m = i->options.structs;
    size_t hidden = 1 + !term_is_none(map_get(map, ATOM(exception_key))), count = map_count(map) - hidden;
    const Module *module = defining_module(m, name);
    Term *keys = memory_new((count + 1) * sizeof *keys);
    bool defined = module && find_order(m, module, map, keys, count);
    if (defined) put_fields(i, map, name, keys, count);
    memory_free(keys);
    return defined;
}

// --- those of Elixir's library ----------------------------------------------------------------------------

static bool put_range(Inspector *i, Term map) {
    Term step = field(map, "step"), first = field(map, "first"), last = field(map, "last");
    if (term_is_none(first) || term_is_none(last) || !term_is_small(first) || !term_is_small(last)) return false;
    bool forward = term_to_small(first) <= term_to_small(last);
    if (!term_is_none(step) && !(forward && term_same(step, term_small(1)))) {
        inspect_push_term(i, step);
        inspect_push_text(i, "//");
    }
    inspect_push_term(i, last);
    inspect_push_text(i, "..");
    inspect_push_term(i, first);
    return true;
}

// MapSet.new([1, 2])
static bool put_set(Inspector *i, Term map) {
    Term members = field(map, "map"), key, value;
    if (term_is_none(members) || !term_is_map(members)) return false;
    Words keys;
    words_init(&keys);
    MapIterator it;
    for (map_iterate(&it, members); map_next(&it, &key, &value);) words_push(&keys, key.bits);
    text_add(i->out, "MapSet.new([");
    inspect_push_text(i, "])");
    while (keys.count > 0) {
        inspect_push_term(i, (Term){words_pop(&keys)});
        if (keys.count > 0) inspect_push_text(i, ", ");
    }
    words_free(&keys);
    return true;
}

// The end of the sigil stands for itself behind a backslash.
static void put_pattern(Text *out, Bytes source) {
    const uint8_t *at = source.data, *end = at + source.size;
    while (at < end) {
        if (*at == '/') text_add_char(out, '\\');
        if (*at == '\\' && at + 1 < end) text_add_char(out, (char)*at++);
        text_add_char(out, (char)*at++);
    }
}

static bool put_regex(Inspector *i, Term map) {
    Term source = field(map, "source"), options = field(map, "opts");
    uint8_t *scratch = NULL, *more = NULL;
    Bytes bytes, letters;
    if (term_is_none(source) || !is_binary(source) || term_is_none(options) || !is_binary(options)) return false;
    bits_of_binary(source, &bytes, &scratch);
    bits_of_binary(options, &letters, &more);
    text_add(i->out, "~r/");
    put_pattern(i->out, bytes);
    text_add_char(i->out, '/');
    text_add_bytes(i->out, (const char *)letters.data, letters.size);
    memory_free(scratch);
    memory_free(more);
    return true;
}

typedef struct {
    int64_t year, month, day, hour, minute, second, fraction, digits;
} Moment;

static bool read_number(Term map, const char *name, int64_t *out) {
    Term value = field(map, name);
    if (term_is_none(value) || !term_is_small(value)) return false;
    *out = term_to_small(value);
    return true;
}

static bool is_iso(Term map) {
    Term calendar = field(map, "calendar");
    return term_is_atom(calendar) && strcmp(atom_string(calendar), "Elixir.Calendar.ISO") == 0;
}

static bool read_date(Term map, Moment *out) {
    return is_iso(map) && read_number(map, "year", &out->year) && read_number(map, "month", &out->month) &&
           read_number(map, "day", &out->day);
}

static bool read_time(Term map, Moment *out) {
    Term fraction = field(map, "microsecond");
    if (!is_iso(map) || term_is_none(fraction) || !term_is_tuple_of(fraction, 2)) return false;
    const Term *parts = term_elements(fraction);
    if (!term_is_small(parts[0]) || !term_is_small(parts[1])) return false;
    out->fraction = term_to_small(parts[0]);
    out->digits = term_to_small(parts[1]);
    return out->digits >= 0 && out->digits <= 6 && read_number(map, "hour", &out->hour) &&
           read_number(map, "minute", &out->minute) && read_number(map, "second", &out->second);
}

static void add_date(Text *out, const Moment *m) {
    text_format(out, m->year < 0 ? "%05lld-%02lld-%02lld" : "%04lld-%02lld-%02lld", (long long)m->year,
                (long long)m->month, (long long)m->day);
}

static void add_time(Text *out, const Moment *m) {
    char fraction[32];
    text_format(out, "%02lld:%02lld:%02lld", (long long)m->hour, (long long)m->minute, (long long)m->second);
    snprintf(fraction, sizeof fraction, "%06lld", (long long)m->fraction);
    if (m->digits) text_format(out, ".%.*s", (int)m->digits, fraction);
}

static bool put_date(Inspector *i, Term map) {
    Moment moment;
    if (!read_date(map, &moment)) return false;
    text_add(i->out, "~D[");
    add_date(i->out, &moment);
    text_add_char(i->out, ']');
    return true;
}

static bool put_time(Inspector *i, Term map) {
    Moment moment;
    if (!read_time(map, &moment)) return false;
    text_add(i->out, "~T[");
    add_time(i->out, &moment);
    text_add_char(i->out, ']');
    return true;
}

static bool put_moment(Inspector *i, Term map, const char *begin, const char *end) {
    Moment moment;
    if (!read_date(map, &moment) || !read_time(map, &moment)) return false;
    text_add(i->out, begin);
    add_date(i->out, &moment);
    text_add_char(i->out, ' ');
    add_time(i->out, &moment);
    text_add(i->out, end);
    return true;
}

static bool put_naive(Inspector *i, Term map) { return put_moment(i, map, "~N[", "]"); }

static bool put_universal(Inspector *i, Term map) {
    Term zone = field(map, "time_zone");
    uint8_t *scratch = NULL;
    Bytes name;
    if (term_is_none(zone) || !is_binary(zone) || !bits_of_binary(zone, &name, &scratch)) return false;
    bool universal = name.size == 7 && memcmp(name.data, "Etc/UTC", 7) == 0;
    memory_free(scratch);
    return universal && put_moment(i, map, "~U[", "Z]");
}

static const struct {
    const char *name;
    bool (*put)(Inspector *inspector, Term map);
} ways[] = {
    {"Elixir.Range", put_range}, {"Elixir.MapSet", put_set},          {"Elixir.Regex", put_regex},
    {"Elixir.Date", put_date},   {"Elixir.NaiveDateTime", put_naive}, {"Elixir.DateTime", put_universal},
    {"Elixir.Time", put_time},
};

// --- those of the program ---------------------------------------------------------------------------------

// Whether somebody has implemented the protocol Inspect for it.
static bool has_way_of_its_own(Machine *m, Term name) {
    Text implementation = {0}, path = {0};
    text_format(&implementation, "Elixir.Inspect.%s",
                strncmp(atom_string(name), "Elixir.", 7) == 0 ? atom_string(name) + 7 : atom_string(name));
    bool found = code_module(m->code, atom_from_text(implementation.data)) ||
                 world_find_module(m->world, implementation.data, &path);
    text_free(&implementation);
    text_free(&path);
    return found;
}

static bool put_own(Inspector *i, Term map, Term name) {
    Machine *m = i->options.structs;
    if (!has_way_of_its_own(m, name)) return false;
    Heap *heap = &m->store.heap;
    Term *top = heap->top;
    size_t size = i->out->size;
    Term args = heap_cons(heap, map, heap_cons(heap, TERM_NIL, TERM_NIL));
    bool told = guest_text(m, atom_from_text("Elixir.Kernel"), atom_from_text("inspect"), args, i->out);
    heap->top = top;
    if (!told || !memchr(i->out->data + size, '\n', i->out->size - size)) return told;
    i->out->size = size;   // an exception that it raised, told on several lines
    return false;
}

bool inspect_struct(Inspector *i, Term map) {
    Term name = map_get(map, ATOM(struct_key));
    if (term_is_none(name) || !term_is_atom(name) || !i->options.structs) return false;
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++)
        if (strcmp(atom_string(name), ways[k].name) == 0 && ways[k].put(i, map)) return true;
    return put_own(i, map, name) || put_defined(i, map, name);
}
