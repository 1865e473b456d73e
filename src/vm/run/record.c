#include "vm/run/record.h"

#include <stdlib.h>

#include "base/memory.h"
#include "vm/run/interp_bits.h"

Term record_define(Heap *heap, Term module, Term name, bool exported, size_t fields) {
    Term definition = heap_tuple(heap, DEFINITION_FIELDS + fields);
    Term *elements = term_elements(definition);
    elements[DEFINITION_MODULE] = module;
    elements[DEFINITION_NAME] = name;
    elements[DEFINITION_EXPORTED] = exported ? ATOM(true) : ATOM(false);
    return definition;
}

Term record_new(Heap *heap, Term definition) {
    Term record = heap_box(heap, KIND_RECORD, 1 + term_tuple_size(definition) - DEFINITION_FIELDS);
    term_words(record)[1] = definition;
    return record;
}

static int by_bits(const void *a, const void *b) {
    uint64_t x = ((const Term *)a)->bits, y = ((const Term *)b)->bits;
    return x < y ? -1 : x > y;
}

bool record_names_differ(const Term *names, size_t count) {
    Term *sorted = memory_new((count + 1) * sizeof *sorted);
    bool differ = true;
    memcpy(sorted, names, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_bits);
    for (size_t i = 1; i < count; i++) differ = differ && !term_same(sorted[i - 1], sorted[i]);
    memory_free(sorted);
    return differ;
}

// Where the value of a field is; NULL: nowhere.
static Term *value_of(Term record, Term field) {
    const Term *fields = record_fields(record);
    for (size_t i = 0; i < record_size(record); i++)
        if (term_same(fields[i], field)) return &record_values(record)[i];
    return NULL;
}

Term record_get(Term record, Term field) {
    const Term *value = value_of(record, field);
    return value ? *value : NO_TERM;
}

Term record_template(Process *p, Term module, Term name) {
    const Module *loaded = code_module(p->machine->code, module);
    for (uint32_t i = 0; loaded && i < loaded->record_count; i++) {
        Term definition = term_elements(loaded->records[i])[0];
        if (term_same(term_elements(definition)[DEFINITION_NAME], name)) return loaded->records[i];
    }
    return NO_TERM;
}

// --- errors ----------------------------------------------------------------------------------------------

Term record_bad(Process *p, Term what) { return process_raise(p, heap_tuple2(p->heap, ATOM(badrecord), what)); }

static Term bad_part(Process *p, Term reason, Term definition, Term field) {
    const Term *of = term_elements(definition);
    Term id = heap_tuple2(p->heap, of[DEFINITION_MODULE], of[DEFINITION_NAME]);
    return process_raise(p, heap_tuple2(p->heap, reason, heap_tuple2(p->heap, id, field)));
}

Term record_bad_field(Process *p, Term definition, Term field) {
    return bad_part(p, ATOM(badfield), definition, field);
}

// --- making ----------------------------------------------------------------------------------------------

static Term record_copy(Heap *heap, Term record) {
    Term copy = record_new(heap, record_definition(record));
    memcpy(record_values(copy), record_values(record), record_size(record) * sizeof(Term));
    return copy;
}

static bool set(Process *p, Term record, Term field, Term value) {
    Term *place = value_of(record, field);
    if (place)
        *place = value;
    else
        record_bad_field(p, record_definition(record), field);
    return place != NULL;
}

Term record_update(Process *p, Term record, const Term *pairs, size_t count) {
    Term copy = record_copy(p->heap, record);
    for (size_t i = 0; i < count; i++)
        if (!set(p, copy, pairs[2 * i], pairs[2 * i + 1])) return NO_TERM;
    return copy;
}

// --- instructions ----------------------------------------------------------------------------------------

static Term constant_at(const Code *ip) {
    Term t;
    memcpy(&t, ip, sizeof t);
    return t;
}

// Fields in an instruction: c s ...
static bool set_all(Process *p, Term record, const Code *field, uint32_t count, const Term *x, const Term *stack) {
    for (uint32_t i = 0; i < count; i++, field += RECORD_FIELD_WORDS)
        if (!set(p, record, constant_at(field), operand_source(field + 2, x, stack))) return false;
    return true;
}

// With its defaults; what has none is NO_TERM until set_all gave it a value.
static Term from_template(Heap *heap, Term template) {
    const Term *elements = term_elements(template);
    Term record = record_new(heap, elements[0]);
    for (size_t i = 0; i < record_size(record); i++)
        record_values(record)[i] = term_is_nil(elements[1 + i]) ? NO_TERM : term_head(elements[1 + i]);
    return record;
}

// The first field that still has no value, NO_TERM when all do. Afterwards all do: heaps have no holes.
static Term fill(Term record) {
    Term missing = NO_TERM, *values = record_values(record);
    for (size_t i = record_size(record); i-- > 0;) {
        if (!term_is_none(values[i])) continue;
        values[i] = TERM_NIL;
        missing = record_fields(record)[i];
    }
    return missing;
}

// The id of a record of another module is {Module, Name}; it must be loaded and show the record.
static Term template_of(Process *p, Term id) {
    const Term *parts = term_elements(id);
    if (!term_is_atom(parts[0])) return id;
    Term template = record_template(p, parts[0], parts[1]);
    bool seen = !term_is_none(template) &&
                term_same(term_elements(term_elements(template)[0])[DEFINITION_EXPORTED], ATOM(true));
    return seen ? template : record_bad(p, id);
}

Term record_create(Process *p, const Code *ip, const Term *x, const Term *stack) {
    enum { ID = 2, COUNT = 5, FIELDS = 6 };
    Term template = template_of(p, constant_at(ip + ID));
    if (term_is_none(template)) return NO_TERM;
    Term record = from_template(p->heap, template);
    bool good = set_all(p, record, ip + FIELDS, ip[COUNT], x, stack);
    Term missing = fill(record);
    if (!good) return NO_TERM;
    return term_is_none(missing) ? record : bad_part(p, ATOM(novalue), record_definition(record), missing);
}

Term record_put(Process *p, const Code *ip, const Term *x, const Term *stack) {
    enum { SOURCE = 2, COUNT = 4, FIELDS = 5 };
    Term source = operand_source(ip + SOURCE, x, stack);
    if (!term_is_record(source)) return record_bad(p, source);
    Term copy = record_copy(p->heap, source);
    return set_all(p, copy, ip + FIELDS, ip[COUNT], x, stack) ? copy : NO_TERM;
}

Term record_take(Process *p, const Code *ip, const Term *x, const Term *stack) {
    enum { SOURCE = 2, MODULE = 3, NAME = 5, FIELD = 7, EXPORTED = 9 };
    Term record = operand_source(ip + SOURCE, x, stack), module = constant_at(ip + MODULE);
    bool any = term_is_nil(module) && term_is_record(record);
    if (!any && !record_is(record, module, constant_at(ip + NAME))) return record_bad(p, record);
    if (ip[EXPORTED] && !term_same(record_exported(record), ATOM(true))) return record_bad(p, record);
    Term value = record_get(record, constant_at(ip + FIELD));
    return term_is_none(value) ? record_bad_field(p, record_definition(record), constant_at(ip + FIELD)) : value;
}
