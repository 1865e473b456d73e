#include "analysis/hidden.h"

#include <string.h>

#include "analysis/external.h"

// --- how often the code mentions an atom --------------------------------------------------------------------------

static void mention(Hash *mentions, uint32_t atom) { hash_insert(mentions, atom)->number++; }

static void look_at_operand(Hash *mentions, const ModuleCode *m, const BeamOperand *o) {
    if (o->kind == OPERAND_ATOM) mention(mentions, m->atoms[o->value]);
    for (uint32_t i = 0; o->kind == OPERAND_LIST && i < o->list.count; i++) {
        const BeamOperand *item = m->beam.operands + o->list.first + i;
        if (item->kind == OPERAND_ATOM) mention(mentions, m->atoms[item->value]);
    }
}

// Every place of a constant where an atom may begin, so that nothing has to be known of the rest.
static void look_at_literal(Hash *mentions, Modules *modules, Bytes term) {
    Bytes name;
    for (size_t i = 0; i < term.size; i++)
        if (external_atom(&(Cursor){term.data + i, term.data + term.size}, &name))
            mention(mentions, modules_atom_bytes(modules, name));
}

static void look_at_module(Hash *mentions, Modules *modules, const ModuleCode *m) {
    for (uint32_t at = 0; at < m->beam.code_count; at++) {
        const BeamInstruction *in = &m->beam.code[at];
        const BeamOperand *o = flow_operands(&m->flow, at);
        for (uint32_t i = 0; in->opcode != BEAM_func_info && i < in->count; i++) look_at_operand(mentions, m, &o[i]);
    }
    for (uint32_t i = 0; i < m->beam.literal_count; i++) look_at_literal(mentions, modules, m->beam.literals[i]);
}

void hidden_init(Hidden *hidden, Modules *modules, uint32_t unit) {
    *hidden = (Hidden){0};
    for (uint32_t i = 0; i < modules->items.count; i++)
        if (modules->items.items[i]->unit == unit) look_at_module(&hidden->mentions, modules, modules->items.items[i]);
}

void hidden_free(Hidden *hidden) {
    hash_free(&hidden->mentions);
    hash_free(&hidden->starts);
    hash_set_free(&hidden->begun);
}

// --- functions of processes ---------------------------------------------------------------------------------------

static bool calls_itself(const ModuleCode *m, const FlowFunction *flow, uint32_t at) {
    const BeamOperand *o = flow_operands(&m->flow, at);
    switch (m->beam.code[at].opcode) {
    case BEAM_call_last:
    case BEAM_call_only: return m->flow.label_at[o[1].value] == flow->entry;
    case BEAM_call_ext_last:
    case BEAM_call_ext_only: {
        const BeamImport *i = &m->beam.imports[o[1].value];
        return i->arity == flow->arity && m->atoms[i->module] == m->name &&
               m->atoms[i->function] == m->atoms[flow->name];
    }
    default: return false;
    }
}

// A function that receives and then calls itself is the loop of a process: it is exported so that new code can take
// over, not to be called.
static bool is_loop(const ModuleCode *m, const FlowFunction *flow) {
    bool receives = false, recurs = false;
    for (uint32_t at = flow->entry; at < flow->end; at++) {
        receives |= m->beam.code[at].opcode == BEAM_loop_rec;
        recurs |= calls_itself(m, flow, at);
    }
    return receives && recurs;
}

static const ModuleCode *code_of(const Unit *u, const UnitFunction *f, const FlowFunction **flow) {
    const ModuleCode *m = u->modules->items.items[f->module];
    *flow = &m->flow.functions[f->flow];
    return m;
}

static uint64_t number_of(const Hash *hash, uint32_t atom) {
    const HashEntry *entry = hash_find(hash, atom);
    return entry ? entry->number : 0;
}

// Each place that starts processes mentions once what they begin with.
static void note_start(Hidden *hidden, const Unit *u, const Role *role) {
    HashSet names = {0};
    for (uint32_t i = 0; i < pool_length(&u->domain.sets, role->named); i++) {
        const FlowFunction *flow;
        const UnitFunction *f = &u->functions.items[pool_words(&u->domain.sets, role->named)[i]];
        uint32_t name = code_of(u, f, &flow)->atoms[flow->name];
        if (hash_set_add(&names, name)) hash_insert(&hidden->starts, name)->number++;
        if (u->domain.origins.items[role->origin].lost != LOST_NOT)
            hash_set_add(&hidden->begun, place_key(f->module, f->flow));
    }
    hash_set_free(&names);
}

void hidden_learn(Hidden *hidden, const Unit *u) {
    hash_free(&hidden->starts);
    hidden->starts = (Hash){0};
    for (uint32_t i = 1; i < u->roles.count; i++)
        if (!unit_is_guest(u, u->roles.items[i].module)) note_start(hidden, u, &u->roles.items[i]);
}

// What sys calls of a process that knows its protocol.
static bool is_called_by_sys(const Unit *u, const ModuleCode *m, const FlowFunction *flow) {
    static const struct {
        const char *name;
        uint32_t arity;
    } functions[] = {{"system_continue", 3},
                     {"system_terminate", 4},
                     {"system_code_change", 4},
                     {"system_get_state", 1},
                     {"system_replace_state", 2}};
    Bytes text = modules_text(u->modules, m->atoms[flow->name]);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (flow->arity == functions[i].arity && text.size == strlen(functions[i].name) &&
            memcmp(text.data, functions[i].name, text.size) == 0)
            return true;
    return false;
}

bool hidden_has(const Hidden *hidden, const Unit *u, const UnitFunction *f) {
    const FlowFunction *flow;
    const ModuleCode *m = code_of(u, f, &flow);
    return f->callback || is_loop(m, flow) || is_called_by_sys(u, m, flow) ||
           hash_set_has(&hidden->begun, place_key(f->module, f->flow));
}

bool hidden_is_unnamed(const Hidden *hidden, const Unit *u, const UnitFunction *f) {
    const FlowFunction *flow;
    uint32_t name = code_of(u, f, &flow)->atoms[flow->name];
    return number_of(&hidden->mentions, name) <= number_of(&hidden->starts, name);
}
