// Module records: native records (OTP 29) seen from outside.
#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/run/machine_state.h"
#include "vm/run/record.h"
#include "vm/term/map.h"

static Term records_get_2(Process *p, const Term *args) {
    Term value = term_is_record(args[1]) ? record_get(args[1], args[0]) : NO_TERM;
    return term_is_none(value) ? process_badarg(p) : value;
}

static Term records_get_module_1(Process *p, const Term *args) {
    return term_is_record(args[0]) ? record_module(args[0]) : process_badarg(p);
}

static Term records_get_name_1(Process *p, const Term *args) {
    return term_is_record(args[0]) ? record_name(args[0]) : process_badarg(p);
}

static Term records_get_field_names_1(Process *p, const Term *args) {
    if (!term_is_record(args[0])) return record_bad(p, args[0]);
    return heap_list_from(p->heap, record_fields(args[0]), record_size(args[0]), TERM_NIL);
}

static Term records_is_exported_1(Process *p, const Term *args) {
    return term_is_record(args[0]) ? record_exported(args[0]) : record_bad(p, args[0]);
}

// --- making ----------------------------------------------------------------------------------------------

static Term bad_map(Process *p, Term t) { return process_raise(p, heap_tuple2(p->heap, ATOM(badmap), t)); }

// #{is_exported => Boolean} and nothing else.
static bool read_exported(Term options, bool *exported) {
    Term value = map_get(options, ATOM(is_exported));
    *exported = !term_is_none(value) && term_same(value, ATOM(true));
    return map_count(options) == 1 && !term_is_none(value) && (*exported || term_same(value, ATOM(false)));
}

// Spreads a list of {Field, Value} over a record. NO_TERM after raising.
static Term fill(Process *p, Term record, Term list) {
    Term definition = record_definition(record);
    Term *fields = term_elements(definition) + DEFINITION_FIELDS;
    for (size_t i = 0; i < record_size(record); i++, list = term_tail(list)) {
        Term pair = term_head(list);
        if (!term_is_tuple_of(pair, 2)) return process_badarg(p);
        fields[i] = term_elements(pair)[0];
        record_values(record)[i] = term_elements(pair)[1];
        if (!term_is_atom(fields[i])) return record_bad_field(p, definition, fields[i]);
    }
    return record_names_differ(fields, record_size(record)) ? record : process_badarg(p);
}

// The record is made below what is raised, so that a half of one is never seen.
static Term records_create_4(Process *p, const Term *args) {
    bool exported;
    if (!term_is_atom(args[0]) || !term_is_atom(args[1])) return record_bad(p, args[1]);
    if (!term_is_map(args[3])) return bad_map(p, args[3]);
    int64_t count = term_list_length(args[2]);
    if (count < 0 || !read_exported(args[3], &exported)) return process_badarg(p);
    Term definition = record_define(p->heap, args[0], args[1], exported, (size_t)count);
    for (int64_t i = 0; i < count; i++) term_elements(definition)[DEFINITION_FIELDS + i] = TERM_NIL;
    Term record = record_new(p->heap, definition);
    for (int64_t i = 0; i < count; i++) record_values(record)[i] = TERM_NIL;
    return fill(p, record, args[2]);
}

static Term records_update_4(Process *p, const Term *args) {
    if (!term_is_record(args[0])) return record_bad(p, args[0]);
    if (!record_is(args[0], args[1], args[2])) return record_bad(p, args[2]);
    if (!term_is_map(args[3])) return bad_map(p, args[3]);
    size_t count = map_count(args[3]);
    Term *pairs = memory_new((2 * count + 1) * sizeof *pairs);
    MapIterator it;
    map_iterate(&it, args[3]);
    for (size_t i = 0; i < count; i++) map_next(&it, &pairs[2 * i], &pairs[2 * i + 1]);
    Term record = record_update(p, args[0], pairs, count);
    memory_free(pairs);
    return record;
}

// {#{is_exported => Boolean}, [Field | {Field, Default}]}
static Term records_get_definition_2(Process *p, const Term *args) {
    Term template = record_template(p, args[0], args[1]);
    if (term_is_none(template)) return process_badarg(p);
    const Term *defaults = term_elements(template) + 1, *definition = term_elements(defaults[-1]);
    Term list = TERM_NIL;
    for (size_t i = term_tuple_size(template) - 1; i-- > 0;) {
        Term field = definition[DEFINITION_FIELDS + i];
        if (term_is_cons(defaults[i])) field = heap_tuple2(p->heap, field, term_head(defaults[i]));
        list = heap_cons(p->heap, field, list);
    }
    Term options = map_put(p->heap, map_empty(p->heap), ATOM(is_exported), definition[DEFINITION_EXPORTED]);
    return heap_tuple2(p->heap, options, list);
}

const Bif records_bifs[] = {
    BIF(records, get, 2, PURE),
    BIF(records, get_module, 1, PURE),
    BIF(records, get_name, 1, PURE),
    BIF(records, get_field_names, 1, PURE),
    BIF(records, is_exported, 1, PURE),
    BIF(records, create, 4, PURE),
    BIF(records, update, 4, PURE),
    BIF(records, get_definition, 2, PURE),
    {0},
};
