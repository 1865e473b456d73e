// Native records: their definitions, and the instructions on them.
#include "base/memory.h"
#include "vm/load/loader.h"
#include "vm/run/record.h"

// --- definitions -------------------------------------------------------------------------------------

static Term template_of(Loader *l, const BeamRecord *record) {
    const BeamOperand *fields = l->beam->record_operands + record->first;
    uint32_t count = record->field_count;
    Term definition = record_define(l->literals, l->module->name, l->atoms[record->name], record->exported, count);
    Term template = heap_tuple(l->literals, 1 + count);
    term_elements(template)[0] = definition;
    for (uint32_t i = 0; i < count; i++) {
        const BeamOperand *value = &fields[2 * i + 1];
        term_elements(definition)[DEFINITION_FIELDS + i] = l->atoms[fields[2 * i].value];
        term_elements(template)[1 + i] =
            value->kind == OPERAND_UNSIGNED ? TERM_NIL : heap_cons(l->literals, loader_term(l, value), TERM_NIL);
    }
    return template;
}

void loader_make_records(Loader *l) {
    Module *module = l->module;
    module->record_count = l->beam->record_count;
    module->records = memory_new((module->record_count + 1) * sizeof *module->records);
    for (uint32_t i = 0; i < module->record_count; i++) module->records[i] = template_of(l, &l->beam->records[i]);
}

// What a name stands for: {Module, Name} as it is, an atom for a record of this module.
typedef struct {
    Term module, name;   // nil, '_': any record
    bool foreign;
} RecordId;

static bool read_id(Loader *l, const BeamOperand *o, RecordId *id) {
    Term term = loader_term(l, o);
    if (term_is_atom(term)) {
        *id = (RecordId){term_same(term, ATOM(underscore)) ? TERM_NIL : l->module->name, term, false};
        return true;
    }
    if (!term_is_tuple_of(term, 2)) return false;
    *id = (RecordId){term_elements(term)[0], term_elements(term)[1], true};
    return term_is_atom(id->module) && term_is_atom(id->name);
}

// What a creation needs to know: the template if it is here, else the id, to be looked up when it runs.
static Term template_or_id(Loader *l, const RecordId *id) {
    if (id->foreign) return heap_tuple2(l->literals, id->module, id->name);
    for (uint32_t i = 0; i < l->module->record_count; i++) {
        Term definition = term_elements(l->module->records[i])[0];
        if (term_same(term_elements(definition)[DEFINITION_NAME], id->name)) return l->module->records[i];
    }
    return NO_TERM;
}

// --- instructions ------------------------------------------------------------------------------------

// Fail label, record, `external` or `auto_local`.
void load_is_record_accessible(Loader *l, Op op, const BeamOperand *o) {
    bool local = term_same(loader_term(l, &o[2]), ATOM(auto_local));
    emit(l, op, "j0s1", o);
    emit_constant(l, local ? l->module->name : TERM_NIL);
}

// Fail label, record, fields and where they go.
void load_get_record_elements(Loader *l, Op op, const BeamOperand *o) {
    const BeamOperand *list = loader_list(l, &o[2]);
    uint32_t count = o[2].list.count / 2;
    emit(l, op, "j0s1", o);
    emit_number(l, count);
    for (uint32_t i = 0; i < count; i++) emit_operands(l, "c0d1", &list[2 * i]);
}

// Fail label, record, name, field, destination.
void load_get_record_field(Loader *l, Op op, const BeamOperand *o) {
    RecordId id;
    if (!read_id(l, &o[2], &id)) {
        emit_unsupported(l);
        return;
    }
    emit(l, op, "j0s1", o);
    emit_constant(l, id.module);
    emit_constant(l, id.name);
    emit_operands(l, "c3", o);
    emit_number(l, id.foreign);
    emit_operands(l, "d4", o);
}

// Fail label, name, record or [], destination, live registers, fields and values.
void load_put_record(Loader *l, Op op, const BeamOperand *o) {
    const BeamOperand *list = loader_list(l, &o[5]);
    uint32_t count = o[5].list.count / 2;
    RecordId id;
    if (o[2].kind == OPERAND_NIL) {
        Term template = read_id(l, &o[1], &id) ? template_or_id(l, &id) : NO_TERM;
        if (term_is_none(template)) {
            emit_unsupported(l);
            return;
        }
        emit(l, OP_new_record, "j0", o);
        emit_constant(l, template);
        emit_operands(l, "d3", o);
    } else {
        emit(l, op, "j0s2d3", o);
    }
    emit_number(l, count);
    for (uint32_t i = 0; i < count; i++) emit_operands(l, "c0s1", &list[2 * i]);
}
