// code: finding and loading modules, as the code server of a real node would.
//
// What concerns the code path is Erlang code over weft_code:set_path/1,2 (erlang/weft_code.erl).
#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/run/entry.h"
#include "vm/run/machine_state.h"
#include "vm/term/bits.h"
#include "vm/term/compare.h"
#include "vm/term/map.h"
#include "vm/world/boot.h"
#include "vm/world/code_path.h"
#include "vm/world/file.h"
#include "vm/world/filename.h"
#include "vm/world/world.h"

static Term string(Process *p, const char *text) { return filename_string(p, text, strlen(text)); }
static Term error(Process *p, Term reason) { return heap_tuple2(p->heap, ATOM(error), reason); }
static Term bad_clause(Process *p) { return process_raise(p, ATOM(function_clause)); }
static Term loaded(Process *p, Term module) { return heap_tuple2(p->heap, ATOM(module), module); }

// --- loading --------------------------------------------------------------------------------------------

static bool starts_with_library(const char *path, const char *root, const char *library) {
    Text prefix = {0};
    text_format(&prefix, "%s/lib/%s-", root, library);
    bool starts = strncmp(path, prefix.data, prefix.size) == 0;
    text_free(&prefix);
    return starts;
}

// The emulator's own modules, and those of the first libraries.
static bool begins_sticky(Process *p, Term module) {
    if (code_is_preloaded(module)) return true;
    Text path = {0};
    const char *root = world_otp_root(p->machine->world);
    bool sticky = world_find_module(p->machine->world, atom_string(module), &path) &&
                  (starts_with_library(path.data, root, "kernel") || starts_with_library(path.data, root, "stdlib") ||
                   starts_with_library(path.data, root, "compiler"));
    text_free(&path);
    return sticky;
}

// Whether a module that is loaded is not to be replaced: as the program has said, or as it was in the beginning.
static bool is_sticky(Process *p, Term module) {
    if (term_is_none(code_loaded_file(p, module))) return false;
    Term said = map_get(p->machine->globals->sticky, module);
    return term_is_none(said) ? begins_sticky(p, module) : term_same(said, ATOM(true));
}

// There is room for two versions.
static bool is_full(Process *p, Term module) {
    CodeServer *code = p->machine->code;
    return code_module(code, module) && code_old_module(code, module);
}

// `file` is what the program will know as the name of its file.
static Term load_bytes(Process *p, Term module, Bytes bytes, const char *path, Term file) {
    Module *version;
    if (is_sticky(p, module)) return error(p, ATOM(sticky_directory));
    switch (code_load_bytes(p, module, bytes, path, &version)) {
    case CODE_LOADED:
        if (is_full(p, module)) return error(p, ATOM(not_purged));
        code_set_loaded(p->machine, version, file);
        boot_on_load(p, version);
        boot_names_of(p->machine, version);
        return loaded(p, module);
    case CODE_BAD_FILE: return error(p, ATOM(badfile));
    case CODE_UNSUPPORTED: return NO_TERM;
    }
    return NO_TERM;
}

static Term code_ensure_loaded_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return bad_clause(p);
    if (code_autoload(p, args[0])) return loaded(p, args[0]);
    return p->machine->attention ? NO_TERM : error(p, ATOM(nofile));
}

static Term code_load_file_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return bad_clause(p);
    Bytes bytes;
    Text path = {0};
    Term result = error(p, ATOM(nofile));
    if (code_path_read(p, args[0], &bytes, &path)) {
        result = load_bytes(p, args[0], bytes, path.data, string(p, path.data));
        memory_free((void *)(uintptr_t)bytes.data);
    }
    text_free(&path);
    return result;
}

static Term code_load_binary_3(Process *p, const Term *args) {
    Bytes bytes;
    uint8_t *scratch;
    Text path = {0};
    bool named = term_is_atom(args[1]) || term_is_list(args[1]);
    if (!term_is_atom(args[0]) || !named || !bits_of_binary(args[2], &bytes, &scratch)) return bad_clause(p);
    bool good = term_is_atom(args[1]) || filename_add(&path, args[1]);
    if (good && !is_sticky(p, args[0]) && is_full(p, args[0])) code_end_old(p, args[0]);
    Term result = good ? load_bytes(p, args[0], bytes, text_string(&path), args[1]) : error(p, ATOM(badarg));
    text_free(&path);
    memory_free(scratch);
    return result;
}

// A file named without its extension.
static Term load_absolute(Process *p, const char *name, Term module) {
    Text path = {0};
    Term binary, result;
    world_absolute(&path, file_directory(p), name);
    text_add(&path, ".beam");
    if (!term_is_none(file_read(p, path.data, &binary))) {
        result = error(p, ATOM(nofile));
    } else {
        Bytes bytes = {term_binary_bytes(binary), term_binary_size(binary)};
        result = load_bytes(p, module, bytes, path.data, string(p, path.data));
    }
    text_free(&path);
    return result;
}

static Term code_load_abs_2(Process *p, const Term *args) {
    Text name = {0};
    if (term_is_atom(args[0]))
        text_add(&name, atom_string(args[0]));
    else if (!term_is_list(args[0]))
        return bad_clause(p);
    bool good = term_is_atom(args[0]) || filename_add(&name, args[0]);
    Term result = NO_TERM;
    if (!term_is_atom(args[1]))
        bad_clause(p);
    else
        result = good ? load_absolute(p, text_string(&name), args[1]) : error(p, ATOM(badarg));
    text_free(&name);
    return result;
}

static Term code_load_abs_1(Process *p, const Term *args) {
    Text name = {0};
    if (!term_is_atom(args[0]) && !filename_add(&name, args[0])) {
        text_free(&name);
        return bad_clause(p);
    }
    const char *whole = term_is_atom(args[0]) ? atom_string(args[0]) : text_string(&name);
    const char *slash = strrchr(whole, '/');
    Term both[] = {args[0], atom_from_text(slash ? slash + 1 : whole)};
    text_free(&name);
    return code_load_abs_2(p, both);
}

static Term erlang_load_module_2(Process *p, const Term *args) {
    if (!term_is_atom(args[0]) || !term_is_binary(args[1])) return process_badarg(p);
    Term all[] = {args[0], TERM_NIL, args[1]};
    if (is_full(p, args[0])) return error(p, ATOM(not_purged));
    return code_load_binary_3(p, all);
}

// --- loading in two steps -------------------------------------------------------------------------------

// What is prepared is kept as {Module, Binary}.
static Term erts_internal_prepare_loading_2(Process *p, const Term *args) {
    Bytes bytes;
    uint8_t *scratch;
    BeamModule beam;
    Error ignored;
    if (!term_is_atom(args[0]) || !bits_of_binary(args[1], &bytes, &scratch)) return process_badarg(p);
    bool good = beam_read(bytes, &beam, &ignored);
    if (good) beam_free(&beam);
    memory_free(scratch);
    return good ? heap_tuple2(p->heap, args[0], args[1]) : error(p, ATOM(badfile));
}

static bool is_prepared(Term prepared, const Term **fields) {
    if (!term_is_tuple_of(prepared, 2)) return false;
    *fields = term_elements(prepared);
    return term_is_atom((*fields)[0]) && term_is_binary((*fields)[1]);
}

static Term erlang_has_prepared_code_on_load_1(Process *p, const Term *args) {
    const Term *fields;
    Bytes bytes;
    uint8_t *scratch;
    BeamModule beam;
    Error ignored;
    bool on_load = false;
    if (!is_prepared(args[0], &fields) || !bits_of_binary(fields[1], &bytes, &scratch)) return process_badarg(p);
    if (beam_read(bytes, &beam, &ignored)) {
        for (uint32_t i = 0; i < beam.code_count; i++) on_load |= beam.code[i].opcode == BEAM_on_load;
        beam_free(&beam);
    }
    memory_free(scratch);
    return process_boolean(on_load);
}

static Term erlang_finish_loading_1(Process *p, const Term *args) {
    const Term *fields;
    if (term_list_length(args[0]) < 0) return process_badarg(p);
    Term unready = TERM_NIL;
    for (Term list = args[0]; term_is_cons(list); list = term_tail(list)) {
        if (!is_prepared(term_head(list), &fields)) return process_badarg(p);
        if (is_full(p, fields[0])) unready = heap_cons(p->heap, fields[0], unready);
    }
    if (!term_is_nil(unready)) return heap_tuple2(p->heap, ATOM(not_purged), unready);
    for (Term list = args[0]; term_is_cons(list); list = term_tail(list)) {
        is_prepared(term_head(list), &fields);
        Term load[] = {fields[0], TERM_NIL, fields[1]};
        if (term_is_none(code_load_binary_3(p, load))) return NO_TERM;
    }
    return ATOM(ok);
}

// --- what is there --------------------------------------------------------------------------------------

static Term code_is_loaded_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return bad_clause(p);
    Term file = code_loaded_file(p, args[0]);
    return term_is_none(file) ? ATOM(false) : heap_tuple2(p->heap, ATOM(file), file);
}

static Term code_all_loaded_0(Process *p, const Term *args) {
    (void)args;
    return code_all_loaded(p);
}

static Term code_get_object_code_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return bad_clause(p);
    Bytes bytes;
    Text path = {0};
    Term result = ATOM(error);
    if (code_path_read(p, args[0], &bytes, &path)) {
        Term binary = heap_binary_from(p->heap, bytes.data, bytes.size);
        result = heap_tuple3(p->heap, args[0], binary, string(p, path.data));
        memory_free((void *)(uintptr_t)bytes.data);
    }
    text_free(&path);
    return result;
}

static Term code_get_path_0(Process *p, const Term *args) {
    (void)args;
    return code_path_list(p);
}

static Term weft_code_set_path_1(Process *p, const Term *args) {
    if (term_list_length(args[0]) < 0) return process_badarg(p);
    code_path_set(p, args[0]);
    return ATOM(true);
}

// Nothing is done if the path is not the first one any more.
static Term weft_code_set_path_2(Process *p, const Term *args) {
    if (term_identical(code_path_list(p), args[0])) return weft_code_set_path_1(p, args + 1);
    bif_changed_nothing(p);
    return ATOM(false);
}

static Term weft_code_is_sticky_1(Process *p, const Term *args) {
    return process_boolean(term_is_atom(args[0]) && is_sticky(p, args[0]));
}

static Term weft_code_set_sticky_2(Process *p, const Term *args) {
    Globals *globals = p->machine->globals;
    if (!term_is_atom(args[0])) return process_badarg(p);
    store_touch(p->store, globals);
    globals->sticky = map_put(p->heap, globals->sticky, args[0], args[1]);
    return ATOM(true);
}

static Term code_get_mode_0(Process *p, const Term *args) {
    (void)p, (void)args;
    return ATOM(interactive);
}

static Term code_root_dir_0(Process *p, const Term *args) {
    (void)args;
    return string(p, world_otp_root(p->machine->world));
}

static Term code_lib_dir_0(Process *p, const Term *args) {
    (void)args;
    Text path = {0};
    text_format(&path, "%s/lib", world_otp_root(p->machine->world));
    Term directory = string(p, path.data);
    text_free(&path);
    return directory;
}

// --- taking away ----------------------------------------------------------------------------------------

// Calls to a deleted module find it again only if it has a file.
static Term delete_module(Process *p, Term module) {
    code_set_deleted(p->machine, module);
    return ATOM(true);
}

static bool was_loaded(Process *p, Term module) {
    return !term_is_none(code_loaded_file(p, module)) || !term_is_none(map_get(p->machine->globals->loaded, module));
}

static Term code_delete_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return bad_clause(p);
    bool possible = was_loaded(p, args[0]) && !code_old_module(p->machine->code, args[0]);
    return possible ? delete_module(p, args[0]) : ATOM(false);
}

static Term erlang_delete_module_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return process_badarg(p);
    if (!was_loaded(p, args[0])) return ATOM(undefined);
    return code_old_module(p->machine->code, args[0]) ? process_badarg(p) : delete_module(p, args[0]);
}

// --- old code -------------------------------------------------------------------------------------------

static Term code_purge_1(Process *p, const Term *args) {
    return term_is_atom(args[0]) ? process_boolean(code_end_old(p, args[0])) : bad_clause(p);
}

static bool is_in_use(const Machine *m, Term module) {
    for (uint32_t i = 0; i < m->pid_count; i++)
        if (m->processes[i] && code_is_old_in(m->processes[i], module)) return true;
    return false;
}

static Term code_soft_purge_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return bad_clause(p);
    if (is_in_use(p->machine, args[0])) return ATOM(false);
    code_purge(p->machine, args[0]);
    return ATOM(true);
}

static Term erlang_purge_module_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0]) || !code_old_module(p->machine->code, args[0])) return process_badarg(p);
    code_end_old(p, args[0]);
    return ATOM(true);
}

static Term erlang_check_old_code_1(Process *p, const Term *args) {
    if (!term_is_atom(args[0])) return process_badarg(p);
    return process_boolean(code_old_module(p->machine->code, args[0]));
}

// --- footprints -----------------------------------------------------------------------------------------

// Any process may call the module next: giving it a version or taking one away concerns all.
static void replaces(Process *p, const Term *args, Footprint *out) {
    (void)p;
    out->everything = term_is_atom(args[0]);
}

static void replaces_any(Process *p, const Term *args, Footprint *out) {
    (void)p, (void)args;
    out->everything = true;
}

// Old code comes and goes by such actions only.
static void forgets_old(Process *p, const Term *args, Footprint *out) {
    out->everything = term_is_atom(args[0]) && code_old_module(p->machine->code, args[0]);
}

static void loads(Process *p, const Term *args, Footprint *out) {
    if (term_is_atom(args[0]) && entry_is_watched(p->machine, args[0])) entry_footprint(args[0], out);
}

static void reads_path(Process *p, const Term *args, Footprint *out) {
    (void)args;
    if (p->machine->inquisitive) footprint_add_settled(out, CODE_PATH, ACCESS_READ, 0);
}

static void sets_path(Process *p, const Term *args, Footprint *out) {
    (void)args;
    if (p->machine->inquisitive) footprint_add_settled(out, CODE_PATH, ACCESS_WRITE, 0);
}

static void changes_path(Process *p, const Term *args, Footprint *out) {
    (void)args;
    if (p->machine->inquisitive) footprint_add(out, CODE_PATH, ACCESS_WRITE, 0);
}

const Bif code_bifs[] = {
    BIF(code, ensure_loaded, 1, loads),
    BIF(code, load_file, 1, replaces),
    BIF(code, load_binary, 3, replaces),
    BIF(code, load_abs, 1, replaces_any),
    BIF(code, load_abs, 2, replaces_any),
    BIF(code, is_loaded, 1, code_asks),
    BIF(code, all_loaded, 0, code_asks_for_all),
    BIF(code, get_object_code, 1, reads_path),
    BIF(code, get_path, 0, reads_path),
    BIF(code, get_mode, 0, PURE),
    BIF(code, root_dir, 0, PURE),
    BIF(code, lib_dir, 0, PURE),
    BIF(code, delete, 1, replaces),
    BIF(code, purge, 1, forgets_old),
    BIF(code, soft_purge, 1, forgets_old),
    BIF(weft_code, set_path, 1, sets_path),
    BIF(weft_code, set_path, 2, changes_path),
    BIF(weft_code, is_sticky, 1, code_asks),
    BIF(weft_code, set_sticky, 2, replaces),
    BIF(erlang, load_module, 2, replaces),
    BIF(erlang, finish_loading, 1, replaces_any),
    BIF(erlang, has_prepared_code_on_load, 1, PURE),
    BIF(erlang, delete_module, 1, replaces),
    BIF(erlang, purge_module, 1, forgets_old),
    BIF(erlang, check_old_code, 1, PURE),
    BIF(erts_internal, prepare_loading, 2, PURE),
    BIF_NAMED("erlang", "prepare_loading", 2, erts_internal_prepare_loading_2, PURE),
    {0},
};
