#include "analysis/guest.h"

#include "analysis/library.h"

enum { INSTRUCTIONS_MAX = 1000 };

typedef struct {
    Modules *modules;
    ARRAY(uint64_t) functions;   // that may be run: module << 32 | function
    HashSet known;
    uint32_t instructions;
    bool starts;   // processes
} Closure;

static uint64_t place_of(uint32_t module, uint32_t function) { return (uint64_t)module << 32 | function; }

static void add(Closure *c, uint32_t module, uint32_t function) {
    if (function != NO_FUNCTION && hash_set_add(&c->known, place_of(module, function)))
        array_push(&c->functions, place_of(module, function));
}

// Functions of other modules are behind it only if nothing else is known of them.
static void add_import(Closure *c, const ModuleCode *m, uint32_t import) {
    const BeamImport *i = &m->beam.imports[import];
    uint32_t module = m->atoms[i->module], function = m->atoms[i->function];
    c->starts |= library_starts(c->modules, module, function, i->arity);
    uint32_t index =
        library_is_listed(c->modules, module, function, i->arity) ? NO_MODULE : modules_module(c->modules, module);
    if (index == NO_MODULE || c->modules->items.items[index]->native) return;
    uint32_t found = modules_function(c->modules->items.items[index], function, i->arity);
    if (found != NO_FUNCTION && !library_only_computes(c->modules, index, found)) add(c, index, found);
}

static void look_at_instruction(Closure *c, uint32_t module, uint32_t at) {
    const ModuleCode *m = c->modules->items.items[module];
    const BeamOperand *o = flow_operands(&m->flow, at);
    switch (m->beam.code[at].opcode) {
    case BEAM_call:
    case BEAM_call_last:
    case BEAM_call_only: add(c, module, m->flow.function_at[o[1].value]); break;
    case BEAM_call_ext:
    case BEAM_call_ext_last:
    case BEAM_call_ext_only: add_import(c, m, (uint32_t)o[1].value); break;
    case BEAM_make_fun2:
    case BEAM_make_fun3: add(c, module, m->function_of[o[0].value]); break;
    default: break;
    }
}

static bool is_small(Closure *c) {
    for (uint32_t i = 0; i < c->functions.count; i++) {
        uint32_t module = (uint32_t)(c->functions.items[i] >> 32);
        const FlowFunction *f = &c->modules->items.items[module]->flow.functions[(uint32_t)c->functions.items[i]];
        c->instructions += f->end - f->entry;
        if (c->instructions > INSTRUCTIONS_MAX) return false;
        for (uint32_t at = f->entry; at < f->end; at++) look_at_instruction(c, module, at);
    }
    return true;
}

Guest guest_of(Modules *modules, uint32_t module, uint32_t function) {
    HashEntry *known = hash_insert(&modules->guests, place_of(module, function));
    if (known->number) return (Guest)known->number;
    Closure c = {.modules = modules};
    add(&c, module, function);
    bool welcome = !modules_is_native(modules, modules->items.items[module], function) && is_small(&c);
    Guest guest = !welcome ? GUEST_NONE : c.starts ? GUEST_OWN : GUEST_SHARED;
    hash_insert(&modules->guests, place_of(module, function))->number = guest;
    array_free(&c.functions);
    hash_set_free(&c.known);
    return guest;
}
