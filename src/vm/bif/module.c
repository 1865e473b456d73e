// Modules: what is known about loaded ones, and about files that hold one.
#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/run/machine_state.h"
#include "vm/term/bits.h"
#include "vm/world/code_path.h"
#include "vm/world/filename.h"
#include "vm/world/world.h"

// --- what is loaded -------------------------------------------------------------------------------------

static bool is_loaded(Process *p, Term module) { return !term_is_none(code_loaded_file(p, module)); }

static Term erlang_module_loaded_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return process_badarg(p);
    return process_boolean(is_loaded(p, args[0]));
}

static Term erlang_loaded_0(Process *p, const Term *args) {
    (void)args;
    Term list = TERM_NIL;
    for (Term pairs = code_all_loaded(p); term_is_cons(pairs); pairs = term_tail(pairs))
        list = heap_cons(p->heap, term_elements(term_head(pairs))[0], list);
    return list;
}

static Term erlang_pre_loaded_0(Process *p, const Term *args) {
    (void)args;
    Term list = TERM_NIL;
    for (Term pairs = code_all_loaded(p); term_is_cons(pairs); pairs = term_tail(pairs)) {
        Term module = term_elements(term_head(pairs))[0];
        if (code_is_preloaded(module)) list = heap_cons(p->heap, module, list);
    }
    return list;
}

// The export if the function can be called; NULL if not.
static const Export *export_of(Process *p, Term module, Term function, Term arity) {
    int64_t count = term_to_small(arity);
    if (count < 0 || count > 255) return NULL;
    const Export *export = code_find_export(p->machine->code, module, function, (uint32_t)count);
    return export && export->defined ? export : NULL;
}

static Term erlang_function_exported_3(Process *p, const Term *args) {
    if (!term_is_atom(args[0]) || !term_is_atom(args[1]) || !term_is_small(args[2])) return process_badarg(p);
    Bytes ours;
    bool known = is_loaded(p, args[0]) || world_embedded_module(atom_string(args[0]), &ours);
    if (!known || !code_autoload(p, args[0])) return ATOM(false);
    return process_boolean(export_of(p, args[0], args[1], args[2]) != NULL);
}

// Functions of these modules are C only here.
static bool is_simulated(Term module) {
    return term_same(module, ATOM(code)) || term_same(module, ATOM(init)) || term_same(module, ATOM(prim_file)) ||
           term_same(module, ATOM(prim_buffer)) || term_same(module, ATOM(zlib));
}

static Term erlang_is_builtin_3(Process *p, const Term *args) {
    if (!term_is_atom(args[0]) || !term_is_atom(args[1]) || !term_is_small(args[2])) return process_badarg(p);
    const Export *export = export_of(p, args[0], args[1], args[2]);
    bool apply = term_same(args[0], ATOM(erlang)) && term_same(args[1], ATOM(apply)) &&
                 (term_to_small(args[2]) == 2 || term_to_small(args[2]) == 3);
    return process_boolean(apply || (export && export->bif && !is_simulated(args[0])));
}

// --- module_info ----------------------------------------------------------------------------------------

static Term join_lists(Process *p, Term first, Term second) {
    Term list = second, reversed = TERM_NIL;
    for (; term_is_cons(first); first = term_tail(first)) reversed = heap_cons(p->heap, term_head(first), reversed);
    for (; term_is_cons(reversed); reversed = term_tail(reversed)) list = heap_cons(p->heap, term_head(reversed), list);
    return list;
}

// NO_TERM: there is no such item.
static Term module_item(Process *p, Module *module, Term item) {
    if (term_same(item, ATOM(module))) return module->name;
    if (term_same(item, ATOM(exports))) return module->exported;
    if (term_same(item, ATOM(functions))) return join_lists(p, module->local_functions, module->exported);
    if (term_same(item, ATOM(attributes))) return module->attributes;
    if (term_same(item, ATOM(compile))) return module->compile_info;
    if (term_same(item, ATOM(md5))) return heap_binary_from(p->heap, code_md5(module), 16);
    if (term_same(item, ATOM(nifs)) || term_same(item, ATOM(native_addresses))) return TERM_NIL;
    if (term_same(item, ATOM(native))) return ATOM(false);
    return NO_TERM;
}

static Module *module_of(Process *p, Term name) {
    if (!term_is_atom(name) || !is_loaded(p, name) || !code_autoload(p, name)) return NULL;
    return code_module(p->machine->code, name);
}

static Term erlang_get_module_info_2(Process *p, const Term *args) {
    Module *module = module_of(p, args[0]);
    Term value = module ? module_item(p, module, args[1]) : NO_TERM;
    return term_is_none(value) ? process_badarg(p) : value;
}

static Term erlang_get_module_info_1(Process *p, const Term *args) {
    static const Term items[] = {ATOM_INIT(module), ATOM_INIT(exports), ATOM_INIT(attributes), ATOM_INIT(compile),
                                 ATOM_INIT(md5)};
    Module *module = module_of(p, args[0]);
    if (!module) return process_badarg(p);
    Term list = TERM_NIL;
    for (size_t i = sizeof items / sizeof *items; i > 0; i--) {
        Term pair = heap_tuple2(p->heap, items[i - 1], module_item(p, module, items[i - 1]));
        list = heap_cons(p->heap, pair, list);
    }
    return list;
}

// --- files ----------------------------------------------------------------------------------------------

static Term erts_internal_beamfile_chunk_2(Process *p, const Term *args) {
    Bytes bytes, chunk;
    uint8_t *scratch;
    Text name = {0};
    bool named = filename_add(&name, args[1]) && name.size == 4;
    if (!named || !bits_of_binary(args[0], &bytes, &scratch)) {
        text_free(&name);
        return process_badarg(p);
    }
    Term result = ATOM(undefined);
    if (beam_chunk(bytes, name.data, &chunk)) result = heap_binary_from(p->heap, chunk.data, chunk.size);
    memory_free(scratch);
    text_free(&name);
    return result;
}

static Term erts_internal_beamfile_module_md5_1(Process *p, const Term *args) {
    Bytes bytes;
    uint8_t *scratch;
    uint8_t digest[16];
    if (!bits_of_binary(args[0], &bytes, &scratch)) return process_badarg(p);
    Term result = beam_md5(bytes, digest) ? heap_binary_from(p->heap, digest, sizeof digest) : ATOM(undefined);
    memory_free(scratch);
    return result;
}

static Term code_is_module_native_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return process_badarg(p);
    return term_is_none(code_loaded_file(p, args[0])) ? ATOM(undefined) : ATOM(false);
}

const Bif module_bifs[] = {
    BIF(erlang, module_loaded, 1, code_asks),
    BIF(erlang, loaded, 0, code_asks_for_all),
    BIF(erlang, pre_loaded, 0, PURE),
    BIF(erlang, function_exported, 3, code_asks),
    BIF(erlang, is_builtin, 3, PURE),
    BIF(erlang, get_module_info, 1, code_asks),
    BIF(erlang, get_module_info, 2, code_asks),
    BIF(erts_internal, beamfile_chunk, 2, PURE),
    BIF(erts_internal, beamfile_module_md5, 1, PURE),
    BIF_NAMED("code", "get_chunk", 2, erts_internal_beamfile_chunk_2, PURE),
    BIF_NAMED("code", "module_md5", 1, erts_internal_beamfile_module_md5_1, PURE),
    BIF(code, is_module_native, 1, code_asks),
    {0},
};
