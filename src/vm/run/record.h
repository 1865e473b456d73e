// Record: the native records of OTP 29, values with named fields.
//
//     | definition | value | ... |       definition: {Module, Name, Exported, Field, ...}
//
// A record keeps the definition it was made with: when its module changes, it does not. A template is what a module
// makes records from, {Definition, Default, ...} where a default is [Value], or [] for a field that must be given.
#pragma once
#include "vm/run/process.h"
#include "vm/store/atom.h"
#include "vm/store/heap.h"

enum { DEFINITION_MODULE, DEFINITION_NAME, DEFINITION_EXPORTED, DEFINITION_FIELDS };

static inline bool term_is_record(Term t) { return term_is_kind(t, KIND_RECORD); }
static inline Term record_definition(Term record) { return term_words(record)[1]; }
static inline Term record_module(Term record) { return term_elements(record_definition(record))[DEFINITION_MODULE]; }
static inline Term record_name(Term record) { return term_elements(record_definition(record))[DEFINITION_NAME]; }
static inline Term record_exported(Term record) {
    return term_elements(record_definition(record))[DEFINITION_EXPORTED];
}
static inline size_t record_size(Term record) { return term_size(record) - 1; }
static inline Term *record_values(Term record) { return term_words(record) + 2; }
static inline const Term *record_fields(Term record) {
    return term_elements(record_definition(record)) + DEFINITION_FIELDS;
}
static inline bool record_is(Term t, Term module, Term name) {
    return term_is_record(t) && term_same(record_module(t), module) && term_same(record_name(t), name);
}

// A definition whose fields the caller fills; a record whose values the caller fills.
Term record_define(Heap *heap, Term module, Term name, bool exported, size_t fields);
Term record_new(Heap *heap, Term definition);

// Whether no two of the names are the same.
bool record_names_differ(const Term *names, size_t count);

Term record_get(Term record, Term field);   // NO_TERM: it has none of that name
// The template of a loaded module; NO_TERM: it has none of that name.
Term record_template(Process *p, Term module, Term name);

// What instructions and functions raise; NO_TERM.
Term record_bad(Process *p, Term what);                           // {badrecord, What}
Term record_bad_field(Process *p, Term definition, Term field);   // {badfield, {{Module, Name}, Field}}

// A copy with other values. The pairs are names and values.
Term record_update(Process *p, Term record, const Term *pairs, size_t count);

// The instructions new_record, put_record and get_record_field at `ip` (op.def). NO_TERM after raising.
enum { RECORD_FIELD_WORDS = 3 };   // of a field and its value in an instruction
Term record_create(Process *p, const Code *ip, const Term *x, const Term *stack);
Term record_put(Process *p, const Code *ip, const Term *x, const Term *stack);
Term record_take(Process *p, const Code *ip, const Term *x, const Term *stack);
