#include "analysis/library.h"
#include "analysis/guest.h"
#include "analysis/value.h"

#include <string.h>

enum { ANY = -1 };
#define ALL NULL

typedef struct {
    const char *module, *function;
    int arity;
    Effect effect;
    uint32_t result;
} Line;

static const Line lines[] = {
#define MODEL(module, function, arity, effect, result) {module, function, arity, EFFECT_##effect, result},
#include "analysis/library.def"
#undef MODEL
};

static bool is_word(Bytes text, const char *word) {
    return strlen(word) == text.size && memcmp(word, text.data, text.size) == 0;
}

static const Line *find_line(const Modules *modules, uint32_t module, uint32_t function, uint32_t arity) {
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (!is_word(modules_text(modules, module), lines[i].module)) continue;
        if (lines[i].arity != ANY && (uint32_t)lines[i].arity != arity) continue;
        if (lines[i].function == ALL || is_word(modules_text(modules, function), lines[i].function)) return &lines[i];
    }
    return NULL;
}

// --- functions that only compute ----------------------------------------------------------------------------------
//
// All that a function may call is collected. Those with an instruction that does more than compute, and then those that
// call one of them, are not pure; the others are. Whatever was collected is decided then, so each function is looked at
// once.

typedef struct {
    uint32_t module, function;   // the latter as the flow numbers it
    bool impure;
    bool calls;   // funs
} Look;

typedef struct {
    Modules *modules;
    ARRAY(Look) looks;
    ARRAY(uint64_t) calls;      // caller << 32 | called, as numbers of looks
    ARRAY(uint64_t) believed;   // the same of calls whose effect is in library.def: only what funs they call matters
    Hash known;                 // look + 1 of module << 32 | function
} Purity;

static uint64_t model_key(uint32_t module, uint32_t function) { return (uint64_t)module << 32 | function; }

static Model from_number(uint64_t number) { return (Model){(Effect)(number & 0xff), 0, false, number >> 8 & 1}; }
static uint64_t to_number(Model model) { return (uint64_t)1 << 40 | (uint64_t)model.calls << 8 | model.effect; }

static Model from_import(uint64_t number) {
    return (Model){(Effect)(number & 0xff), (uint32_t)(number >> 10 & 0xffffff), number >> 9 & 1, number >> 8 & 1};
}
static uint64_t to_import(Model m) {
    return (uint64_t)m.result << 10 | (uint64_t)m.listed << 9 | (uint64_t)m.calls << 8 | m.effect;
}

// `believed`: what it does otherwise is in library.def.
static void need(Purity *p, uint32_t caller, uint32_t module, uint32_t function, bool believed) {
    Look *look = &p->looks.items[caller];
    if (function == NO_FUNCTION) {
        look->calls |= believed;
        look->impure |= !believed;
        return;
    }
    HashEntry *decided = hash_find(&p->modules->models, model_key(module, function));
    if (decided) {
        look->impure |= !believed && from_number(decided->number).effect != EFFECT_PURE;
        look->calls |= from_number(decided->number).calls;
        return;
    }
    HashEntry *entry = hash_insert(&p->known, model_key(module, function));
    if (!entry->number) {
        array_push(&p->looks, (Look){module, function, false, false});
        entry->number = p->looks.count;
    }
    uint64_t call = (uint64_t)caller << 32 | (entry->number - 1);
    if (believed)
        array_push(&p->believed, call);
    else
        array_push(&p->calls, call);
}

static bool computes(Effect effect) {   // an exception is made of the arguments, too
    return effect == EFFECT_PURE || effect == EFFECT_PLAIN || effect == EFFECT_ELEMENT ||
           effect == EFFECT_SET_ELEMENT || effect == EFFECT_HEAD || effect == EFFECT_TAIL || effect == EFFECT_RAISE;
}

static void look_at_import(Purity *p, uint32_t caller, const ModuleCode *m, uint32_t import) {
    const BeamImport *i = &m->beam.imports[import];
    uint32_t module = m->atoms[i->module], function = m->atoms[i->function];
    const Line *line = find_line(p->modules, module, function, i->arity);
    if (line) p->looks.items[caller].impure |= !computes(line->effect);
    if (line && (!computes(line->effect) || line->effect == EFFECT_PLAIN ||
                 is_word(modules_text(p->modules, module), "erlang")))
        return;
    uint32_t index = modules_module(p->modules, module);
    uint32_t found =
        index == NO_MODULE ? NO_FUNCTION : modules_function(p->modules->items.items[index], function, i->arity);
    need(p, caller, index, found, line != NULL);
}

static void look_at_instruction(Purity *p, uint32_t caller, uint32_t module, uint32_t at) {
    const ModuleCode *m = p->modules->items.items[module];
    const BeamOperand *o = flow_operands(&m->flow, at);
    switch (m->beam.code[at].opcode) {
    case BEAM_send:
    case BEAM_loop_rec:
    case BEAM_wait:
    case BEAM_wait_timeout:
    case BEAM_apply:
    case BEAM_apply_last:
    case BEAM_nif_start: p->looks.items[caller].impure = true; break;
    case BEAM_call_fun:
    case BEAM_call_fun2: p->looks.items[caller].calls = true; break;
    case BEAM_call:
    case BEAM_call_last:
    case BEAM_call_only: need(p, caller, module, m->flow.function_at[o[1].value], false); break;
    case BEAM_call_ext:
    case BEAM_call_ext_last:
    case BEAM_call_ext_only: look_at_import(p, caller, m, (uint32_t)o[1].value); break;
    case BEAM_bif0: look_at_import(p, caller, m, (uint32_t)o[0].value); break;
    case BEAM_bif1:
    case BEAM_bif2:
    case BEAM_bif3: look_at_import(p, caller, m, (uint32_t)o[1].value); break;
    case BEAM_gc_bif1:
    case BEAM_gc_bif2:
    case BEAM_gc_bif3: look_at_import(p, caller, m, (uint32_t)o[2].value); break;
    case BEAM_make_fun2:
    case BEAM_make_fun3: need(p, caller, module, m->function_of[o[0].value], false); break;
    default: break;
    }
}

static void look_at(Purity *p, uint32_t look) {
    uint32_t module = p->looks.items[look].module;
    const FlowFunction *f = &p->modules->items.items[module]->flow.functions[p->looks.items[look].function];
    p->looks.items[look].impure |=
        modules_is_native(p->modules, p->modules->items.items[module], p->looks.items[look].function);
    for (uint32_t at = f->entry; at < f->end; at++) look_at_instruction(p, look, module, at);
}

static bool spread_along(Purity *p, uint64_t call, bool believed) {
    Look *caller = &p->looks.items[call >> 32];
    const Look *called = &p->looks.items[(uint32_t)call];
    bool impure = called->impure && !caller->impure && !believed, calls = called->calls && !caller->calls;
    caller->impure |= impure;
    caller->calls |= calls;
    return impure || calls;
}

static void spread(Purity *p) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = p->calls.count; i > 0; i--) changed |= spread_along(p, p->calls.items[i - 1], false);
        for (uint32_t i = p->believed.count; i > 0; i--) changed |= spread_along(p, p->believed.items[i - 1], true);
    }
}

static void decide(Modules *modules, uint32_t module, uint32_t function) {
    Purity p = {.modules = modules};
    array_push(&p.looks, (Look){module, function, false, false});
    hash_insert(&p.known, model_key(module, function))->number = 1;
    for (uint32_t i = 0; i < p.looks.count; i++) look_at(&p, i);
    spread(&p);
    for (uint32_t i = 0; i < p.looks.count; i++) {
        Look look = p.looks.items[i];
        Model model = {look.impure ? EFFECT_NOISE : EFFECT_PURE, 0, false, look.calls};
        hash_insert(&modules->models, model_key(look.module, look.function))->number = to_number(model);
    }
    array_free(&p.looks);
    array_free(&p.calls);
    array_free(&p.believed);
    hash_free(&p.known);
}

// What the code of a function says: one that the flow has this number for, in a module with this index.
static Model model_of(Modules *modules, uint32_t module, uint32_t function) {
    HashEntry *known = hash_find(&modules->models, model_key(module, function));
    if (!known) {
        decide(modules, module, function);
        known = hash_find(&modules->models, model_key(module, function));
    }
    return from_number(known->number);
}

static Model model_by_code(Modules *modules, uint32_t module, uint32_t function, uint32_t arity) {
    uint32_t index = modules_module(modules, module);
    uint32_t found = index == NO_MODULE ? NO_FUNCTION : modules_function(modules->items.items[index], function, arity);
    if (found == NO_FUNCTION) return (Model){EFFECT_NOISE, 0, false, true};
    Model model = model_of(modules, index, found);
    bool walked = model.effect == EFFECT_NOISE && guest_of(modules, index, found) > GUEST_NONE;
    return walked ? (Model){EFFECT_GUEST, 0, false, model.calls} : model;
}

bool library_only_computes(Modules *modules, uint32_t module, uint32_t function) {
    return model_of(modules, module, function).effect == EFFECT_PURE;
}

bool library_starts(const Modules *modules, uint32_t module, uint32_t function, uint32_t arity) {
    const Line *line = find_line(modules, module, function, arity);
    return line && line->effect >= EFFECT_SPAWN && line->effect <= EFFECT_PROC_SPAWN;
}

bool library_is_listed(const Modules *modules, uint32_t module, uint32_t function, uint32_t arity) {
    return find_line(modules, module, function, arity) != NULL;
}

static Model model_now(Modules *modules, uint32_t module, uint32_t function, uint32_t arity) {
    const Line *line = find_line(modules, module, function, arity);
    if (!line) return model_by_code(modules, module, function, arity);
    bool built_in = is_word(modules_text(modules, module), "erlang");
    bool calls = !built_in && line->effect == EFFECT_PURE && model_by_code(modules, module, function, arity).calls;
    return (Model){line->effect, line->result, true, calls};
}

Model library_model(Modules *modules, uint32_t module, uint32_t function, uint32_t arity) {
    uint64_t key = (uint64_t)module << 40 | (uint64_t)function << 8 | (arity & 0xff);
    HashEntry *known = hash_find(&modules->imports, key);
    if (known) return from_import(known->number);
    Model model = model_now(modules, module, function, arity);
    hash_insert(&modules->imports, key)->number = to_import(model);
    return model;
}
