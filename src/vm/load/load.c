// The way through a module: its functions, one after the other, then where everything lies.
#include "vm/load/loader.h"

#include "base/memory.h"
#include "vm/term/etf.h"

// --- functions -----------------------------------------------------------------------------------------------

void load_label(Loader *l, Op op, const BeamOperand *o) {
    (void)op;
    l->labels[o[0].value] = l->count;
}

static void add_location(Loader *l, uint64_t index) {
    BeamLine line = l->beam->lines[index];
    Location *last = l->location_count ? &l->module->locations[l->location_count - 1] : NULL;
    uintptr_t here = l->count;   // turned into an address when the code is placed
    if (last && (uintptr_t)last->start == here) l->location_count--;
    l->module->locations[l->location_count++] = (Location){(const Code *)here, line.file, line.line};
}

void load_line(Loader *l, Op op, const BeamOperand *o) {
    (void)op;
    add_location(l, o[0].value);
}

void load_exchange(Loader *l, Op op, const BeamOperand *o) {
    l->module->exchanges[l->module->exchange_count++] =
        (const Code *)(uintptr_t)l->count;   // turned into an address, too
    emit(l, op, op == OP_remove_message ? "r" : "", o);
}

void load_debug_line(Loader *l, Op op, const BeamOperand *o) {
    (void)op;
    add_location(l, o[1].value);
}

static uint32_t registers_in(Loader *l, const BeamOperand *operands, uint32_t count, uint32_t most) {
    for (uint32_t i = 0; i < count; i++) {
        const BeamOperand *o = &operands[i];
        if (o->kind == OPERAND_X && o->value >= most) most = (uint32_t)o->value + 1;
        if (o->kind == OPERAND_LIST) most = registers_in(l, loader_list(l, o), o->list.count, most);
    }
    return most;
}

static uint32_t registers_of_function(Loader *l) {
    const BeamModule *beam = l->beam;
    uint32_t most = 1;
    for (uint32_t i = l->next; i < beam->code_count && beam->code[i].opcode != BEAM_func_info; i++)
        most = registers_in(l, beam->operands + beam->code[i].first, beam->code[i].count, most);
    return most;
}

// A function that the machine, C or another module implements has a body of one instruction, before that of the
// file: whoever calls it inside the module gets the same.
typedef enum { BODY_OF_FILE, BODY_BIF, BODY_INSTEAD, BODY_APPLY, BODY_YIELD, BODY_HIBERNATE } Body;

static Body other_body_of(Loader *l, Term name, uint32_t arity) {
    const Export *export = code_find_export(l->server, l->module->name, name, arity);
    if (export && export->bif) return BODY_BIF;
    if (export && export->instead) return BODY_INSTEAD;
    if (!term_same(l->module->name, ATOM(erlang))) return BODY_OF_FILE;
    if (term_same(name, ATOM(apply)) && (arity == 2 || arity == 3)) return BODY_APPLY;
    if (term_same(name, ATOM(yield)) && arity == 0) return BODY_YIELD;
    return term_same(name, ATOM(hibernate)) && arity == 0 ? BODY_HIBERNATE : BODY_OF_FILE;
}

static void other_body(Loader *l, const Function *f) {
    switch (other_body_of(l, f->function, f->arity)) {
    case BODY_BIF:
        emit_op(l, OP_call_bif_only);
        emit_pointer(l, code_find_export(l->server, l->module->name, f->function, f->arity));
        emit_number(l, 1);
        break;
    case BODY_INSTEAD:
        emit_op(l, OP_call_ext_only);
        emit_pointer(l, code_find_export(l->server, l->module->name, f->function, f->arity)->instead);
        break;
    case BODY_APPLY:
        emit_op(l, OP_apply_list);
        emit_number(l, f->arity);
        emit_number(l, APPLY_BODY);
        emit_number(l, 0);
        break;
    case BODY_YIELD: emit_op(l, OP_yield); break;
    case BODY_HIBERNATE: emit_op(l, OP_hibernate); break;
    case BODY_OF_FILE: break;
    }
}

void load_function(Loader *l, Op op, const BeamOperand *o) {
    // module, function, arity
    Function *f = &l->module->functions[l->function_count++];
    *f = (Function){(const Code *)(uintptr_t)l->count, l->atoms[o[1].value], (uint32_t)o[2].value};
    l->registers = registers_of_function(l);
    emit(l, op, "u2", o);
    const BeamOperand *entry = loader_take(l, BEAM_label);
    if (!entry) return;
    load_label(l, op, entry);
    other_body(l, f);
}

void load_on_load(Loader *l, Op op, const BeamOperand *o) {
    (void)op;
    (void)o;
    l->on_load = l->count;
}

void load_try_case(Loader *l, Op op, const BeamOperand *o) {
    emit(l, op, "u0", o);
    emit_number(l, l->now->offset);
}

static void nothing(Loader *l, Op op, const BeamOperand *o) {
    (void)l;
    (void)op;
    (void)o;
}

// --- instructions --------------------------------------------------------------------------------------

typedef struct {
    Translate *translate;   // NULL: as the format says
    Op op;
    const char *format;   // NULL too: the machine does not have it
} Translation;

static const Translation translations[BEAM_OPCODE_COUNT] = {
#define PLAIN(beam, op, format) [BEAM_##beam] = {NULL, OP_##op, format},
#define FORMS(beam, function, op) [BEAM_##beam] = {function, OP_##op, NULL},
#define NOTHING(beam) [BEAM_##beam] = {nothing, OP_COUNT, NULL},
#include "vm/load/load.def"
#undef PLAIN
#undef FORMS
#undef NOTHING
};

// --- what could not be proved -----------------------------------------------------------------------------

static void need(Loader *l, Op op, const BeamOperand *value) {
    emit_op(l, op);
    emit_source(l, value);
    emit_number(l, l->now->offset);
}

static void need_tuple(Loader *l, const BeamOperand *value, const BeamOperand *place) {
    need(l, OP_need_tuple, value);
    emit_number(l, place->value + 1);
}

// An instruction before the one that is marked looks at what that one relies on.
static void look_first(Loader *l, const BeamOperand *o) {
    switch (l->now->opcode) {
    case BEAM_get_list:
    case BEAM_get_hd:
    case BEAM_get_tl: need(l, OP_need_cons, &o[0]); break;
    case BEAM_get_tuple_element: need_tuple(l, &o[0], &o[1]); break;
    case BEAM_set_tuple_element: need_tuple(l, &o[1], &o[2]); break;
    case BEAM_update_record:
        need(l, OP_need_tuple_of, &o[2]);
        emit_header(l, &o[1]);
        break;
    case BEAM_has_map_fields:
    case BEAM_get_map_elements: need(l, OP_need_map, &o[1]); break;
    case BEAM_remove_message:
    case BEAM_loop_rec_end:
        emit_op(l, OP_need_message);
        emit_number(l, l->registers);
        emit_number(l, l->now->offset);
        break;
    default: break;   // has a form that looks itself
    }
}

static void translate_now(Loader *l) {
    const Translation *t = &translations[l->now->opcode];
    const BeamOperand *o = l->beam->operands + l->now->first;
    if (loader_marked(l)) look_first(l, o);
    if (t->translate)
        t->translate(l, t->op, o);
    else if (t->format)
        emit(l, t->op, t->format, o);
    else
        emit_unsupported(l);
}

static void translate(Loader *l) {
    uint32_t at = l->next++;
    if (loader_takes_early(l)) {
        l->now = &l->beam->code[l->taken];
        translate_now(l);
    } else if (at == l->taken && at) {
        return;   // was written already
    }
    l->now = &l->beam->code[at];
    translate_now(l);
}

// --- placing -----------------------------------------------------------------------------------------------

static void fill_labels(const Loader *l, Code *code) {
    for (uint32_t i = 0; i < l->label_use_count; i++) {
        LabelUse use = l->label_uses[i];
        code[use.at] = (Code)(int32_t)(l->labels[use.label] - use.start);
    }
}

static void fill_constants(const Loader *l, Code *code, Term *constants) {
    if (l->constant_count) memcpy(constants, l->constants, l->constant_count * sizeof(Term));
    for (uint32_t i = 0; i < l->constant_use_count; i++) {
        ConstantUse use = l->constant_uses[i];
        ptrdiff_t distance = (char *)&constants[use.constant] - (char *)&code[use.at];
        code[use.at] = (Code)(int32_t)distance | 2;
    }
}

// The code and, behind it, its constants, in memory of their own.
static void place(Loader *l) {
    Module *module = l->module;
    uint32_t words = (l->count + 1) & ~1u;
    Code *code = memory_new(words * sizeof(Code) + l->constant_count * sizeof(Term) + 8);
    memcpy(code, l->code, l->count * sizeof(Code));
    fill_labels(l, code);
    fill_constants(l, code, (Term *)(code + words));
    for (uint32_t i = 0; i < l->function_count; i++)
        module->functions[i].start = code + (uintptr_t)module->functions[i].start;
    for (uint32_t i = 0; i < l->location_count; i++)
        module->locations[i].start = code + (uintptr_t)module->locations[i].start;
    for (uint32_t i = 0; i < module->exchange_count; i++) module->exchanges[i] = code + (uintptr_t)module->exchanges[i];
    module->code = code;
    module->code_end = code + l->count;
    module->on_load = l->on_load == UINT32_MAX ? NULL : code + l->on_load;
    module->function_count = l->function_count;
    module->location_count = l->location_count;
}

static void bind_funs(Loader *l) {
    for (uint32_t i = 0; i < l->beam->fun_count; i++)
        l->module->funs[i].address = l->module->code + l->labels[l->beam->funs[i].label];
}

// Callers find them when the program has loaded the module (code_switch).
static void list_exports(Loader *l) {
    Module *module = l->module;
    module->exports = memory_new((l->beam->export_count + 1) * sizeof(Export *));
    module->export_codes = memory_new((l->beam->export_count + 1) * sizeof(Code *));
    for (uint32_t i = 0; i < l->beam->export_count; i++) {
        BeamExport e = l->beam->exports[i];
        Export *export = code_export(l->server, module->name, l->atoms[e.function], e.arity);
        module->export_codes[module->export_count] = module->code + l->labels[e.label];
        module->exports[module->export_count++] = export;
    }
    if (!module->on_load) return;
    module->export_codes[module->export_count] = module->on_load;   // has a name only weft knows
    module->exports[module->export_count++] = code_export(l->server, module->name, atom_from_text("$on_load"), 0);
}

// --- what a module consists of --------------------------------------------------------------------------------

static void make_funs(Loader *l) {
    Module *module = l->module;
    module->funs = memory_zeroed(l->beam->fun_count, sizeof(FunEntry));
    module->fun_count = l->beam->fun_count;
    for (uint32_t i = 0; i < module->fun_count; i++) {
        BeamFun fun = l->beam->funs[i];
        module->funs[i] = (FunEntry){NULL,           module->name, l->atoms[fun.function], fun.arity - fun.free_count,
                                     fun.free_count, fun.index,    fun.old_uniq,           module};
    }
}

static bool make_terms(Loader *l, Error *err) {
    const BeamModule *beam = l->beam;
    l->atoms = memory_new((beam->atom_count + 1) * sizeof(Term));
    for (uint32_t i = 1; i < beam->atom_count; i++) l->atoms[i] = atom_from_bytes(beam->atoms[i]);
    l->terms = memory_new((beam->literal_count + 1) * sizeof(Term));
    for (uint32_t i = 0; i < beam->literal_count; i++) {
        l->terms[i] = etf_decode(l->literals, beam->literals[i], (EtfOptions){.code = l->server}, NULL, err);
        if (term_is_none(l->terms[i])) return fail_at(err, "LitT chunk");
    }
    return true;
}

static void make_files(Loader *l) {
    Module *module = l->module;
    module->file_count = l->beam->file_count;
    module->files = memory_new((module->file_count + 1) * sizeof(Term));
    for (uint32_t i = 0; i < module->file_count; i++) {
        Bytes name = l->beam->files[i];
        Term list = TERM_NIL;
        for (size_t k = name.size; k > 0; k--) list = heap_cons(l->literals, term_small(name.data[k - 1]), list);
        module->files[i] = list;
    }
}

static Term name_arity_list(Loader *l, const BeamExport *entries, uint32_t count) {
    Term list = TERM_NIL;
    for (uint32_t i = 0; i < count; i++) {
        Term pair = heap_tuple2(l->literals, l->atoms[entries[i].function], term_small(entries[i].arity));
        list = heap_cons(l->literals, pair, list);
    }
    return list;
}

static Term optional_term(Loader *l, Bytes bytes) {
    Error ignored;
    if (bytes.size == 0) return TERM_NIL;
    Term term = etf_decode(l->literals, bytes, (EtfOptions){.code = l->server}, NULL, &ignored);
    return term_is_none(term) ? TERM_NIL : term;
}

static void make_information(Loader *l) {
    Module *module = l->module;
    module->exported = name_arity_list(l, l->beam->exports, l->beam->export_count);
    module->local_functions = name_arity_list(l, l->beam->locals, l->beam->local_count);
    module->attributes = optional_term(l, l->beam->attributes);
    module->compile_info = optional_term(l, l->beam->compile_info);
    make_files(l);
}

static void free_loader(Loader *l) {
    memory_free(l->atoms);
    memory_free(l->terms);
    memory_free(l->code);
    memory_free(l->labels);
    memory_free(l->label_uses);
    memory_free(l->constants);
    memory_free(l->constant_uses);
    verified_free(&l->verified);
}

// --- proving it first -----------------------------------------------------------------------------------------

static bool has_other_body(void *loader, uint32_t name, uint32_t arity) {
    Loader *l = loader;
    return other_body_of(l, l->atoms[name], arity) != BODY_OF_FILE;
}

static bool is_builtin(void *loader, const BeamImport *import) {
    Loader *l = loader;
    return code_find_bif(l->server, l->atoms[import->module], l->atoms[import->function], import->arity);
}

static bool prove(Loader *l, Error *err) {
    l->module->name = l->atoms[1];
    return verify(l->beam, (VerifyConfig){has_other_body, is_builtin, l}, &l->verified, err);
}

static uint32_t count_exchanges(const BeamModule *beam) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < beam->code_count; i++) count += beam_is_exchange(beam->code[i].opcode);
    return count;
}

bool load_code(CodeServer *server, Heap *literals, const BeamModule *beam, Module *module, Error *err) {
    Loader l = {.server = server, .literals = literals, .beam = beam, .module = module, .on_load = UINT32_MAX};
    bool done = make_terms(&l, err) && prove(&l, err);
    if (done) {
        l.labels = memory_zeroed(beam->label_count + 1, sizeof *l.labels);
        module->functions = memory_new((beam->function_count + 1) * sizeof(Function));
        module->locations = memory_new((beam->code_count + 1) * sizeof(Location));
        module->exchanges = memory_new((count_exchanges(beam) + 1) * sizeof(Code *));
        make_funs(&l);
        loader_make_records(&l);
        while (l.next < beam->code_count) translate(&l);
        place(&l);
        bind_funs(&l);
        list_exports(&l);
        make_information(&l);
    }
    free_loader(&l);
    return done;
}
