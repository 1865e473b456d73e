#include "vm/world/code_path.h"

#include <stdlib.h>

#include "base/memory.h"
#include "vm/run/bif.h"
#include "vm/run/entry.h"
#include "vm/run/signal.h"
#include "vm/term/map.h"
#include "vm/world/boot.h"
#include "vm/world/file.h"
#include "vm/world/filename.h"
#include "vm/world/inquiry.h"
#include "vm/world/world.h"

// --- modules of a booted node ---------------------------------------------------------------------------

// Part of the emulator.
static const char *const preloaded[] = {
    "atomics",
    "counters",
    "erl_init",
    "erl_prim_loader",
    "erl_tracer",
    "erlang",
    "erts_code_purger",
    "erts_dirty_process_signal_handler",
    "erts_internal",
    "erts_literal_area_collector",
    "erts_trace_cleaner",
    "init",
    "persistent_term",
    "prim_buffer",
    "prim_eval",
    "prim_file",
    "prim_inet",
    "prim_net",
    "prim_socket",
    "prim_zip",
    "socket_registry",
    "zlib",
};

// Loaded when a node boots.
static const char *const booted[] = {
    "application",
    "application_controller",
    "application_master",
    "beam_lib",
    "binary",
    "c",
    "code",
    "code_server",
    "epp",
    "erl_distribution",
    "erl_eval",
    "erl_features",
    "erl_lint",
    "erl_parse",
    "erl_scan",
    "erl_signal_handler",
    "erpc",
    "error_handler",
    "error_logger",
    "ets",
    "file",
    "file_io_server",
    "file_server",
    "filename",
    "gb_sets",
    "gb_trees",
    "gen",
    "gen_event",
    "gen_server",
    "global",
    "global_group",
    "heart",
    "inet",
    "inet_config",
    "inet_db",
    "inet_gethost_native",
    "inet_parse",
    "inet_udp",
    "io",
    "io_lib",
    "io_lib_format",
    "io_lib_pretty",
    "kernel",
    "kernel_config",
    "kernel_refc",
    "lists",
    "logger",
    "logger_backend",
    "logger_config",
    "logger_filters",
    "logger_formatter",
    "logger_h_common",
    "logger_handler_watcher",
    "logger_olp",
    "logger_proxy",
    "logger_server",
    "logger_simple_h",
    "logger_std_h",
    "logger_sup",
    "maps",
    "net_kernel",
    "orddict",
    "os",
    "peer",
    "proc_lib",
    "proplists",
    "queue",
    "rand",
    "raw_file_io",
    "rpc",
    "standard_error",
    "string",
    "supervisor",
    "supervisor_bridge",
    "unicode",
    "unicode_util",
    "user",
    "user_sup",
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static bool is_among(Term module, const char *const *sorted, size_t count) {
    const char *name = atom_string(module);
    return bsearch(&name, sorted, count, sizeof *sorted, by_name) != NULL;
}

bool code_is_preloaded(Term module) { return is_among(module, preloaded, COUNT(preloaded)); }

bool code_is_booted(Term module) {
    Bytes ignored;
    return code_is_preloaded(module) || is_among(module, booted, COUNT(booted)) ||
           world_embedded_module(atom_string(module), &ignored);
}

static void see_files(Machine *m, const char *const *names, size_t count, void (*see)(Machine *m, const char *path)) {
    Text path = {0};
    for (size_t i = 0; i < count; i++) {
        text_clear(&path);
        if (world_find_module(m->world, names[i], &path)) see(m, path.data);
    }
    text_free(&path);
}

void code_booted_files(Machine *m, void (*see)(Machine *m, const char *path)) {
    see_files(m, preloaded, COUNT(preloaded), see);
    see_files(m, booted, COUNT(booted), see);
}

// --- the path -------------------------------------------------------------------------------------------

static Term string(Process *p, const char *text) { return filename_string(p, text, strlen(text)); }

Term code_path_list(Process *p) {
    Term list = p->machine->globals->code_path;
    if (term_is_cons(list)) return list;
    const World *world = p->machine->world;
    list = TERM_NIL;
    for (size_t i = world_path_count(world); i > 0; i--)
        list = heap_cons(p->heap, string(p, world_path(world, i - 1)), list);
    return list;
}

void code_path_set(Process *p, Term list) {
    Globals *globals = p->machine->globals;
    store_touch(p->store, globals);
    globals->code_path = list;
}

// Whether the module's file is in this directory, given as the program names it.
static bool find_in(Process *p, const char *directory, const char *file, Text *path) {
    Text name = {0}, absolute = {0};
    FileInfo info;
    text_format(&name, "%s/%s", directory, file);
    world_absolute(&absolute, file_directory(p), directory);
    bool found = map_count(p->machine->globals->files) > 0
                     ? term_is_none(file_info(p, name.data, true, &info))
                     : world_directory_has(p->machine->world, absolute.data, file);
    if (found) world_absolute(path, file_directory(p), name.data);
    text_free(&name);
    text_free(&absolute);
    return found;
}

bool code_path_find(Process *p, Term module, Text *path) {
    Globals *globals = p->machine->globals;
    if (!term_is_cons(globals->code_path) && map_count(globals->files) == 0)
        return world_find_module(p->machine->world, atom_string(module), path);
    Text file = {0}, directory = {0};
    text_format(&file, "%s.beam", atom_string(module));
    bool found = false;
    for (Term list = code_path_list(p); term_is_cons(list) && !found; list = term_tail(list)) {
        text_clear(&directory);
        found = filename_add_any(&directory, term_head(list)) && find_in(p, text_string(&directory), file.data, path);
    }
    text_free(&file);
    text_free(&directory);
    return found;
}

// Copies bytes out of a binary term, for those who free what they get.
static Bytes copy_of_binary(Term binary) {
    size_t size = term_binary_size(binary);
    uint8_t *copy = memory_new(size + 1);
    memcpy(copy, term_binary_bytes(binary), size);
    return (Bytes){copy, size};
}

bool code_path_read(Process *p, Term module, Bytes *file, Text *path) {
    Term binary;
    if (!code_path_find(p, module, path)) return false;
    if (map_count(p->machine->globals->files) == 0)
        return host_read(world_host(p->machine->world), path->data, BYTES_MOST, file);
    if (!term_is_none(file_read(p, path->data, &binary))) return false;
    *file = copy_of_binary(binary);
    return true;
}

// --- what is loaded -------------------------------------------------------------------------------------

// NO_TERM for others, and for those that this release does not have.
static Term file_of_booted(Process *p, Term module) {
    bool early = code_is_preloaded(module);
    Text path = {0};
    Term file = NO_TERM;
    if ((early || is_among(module, booted, COUNT(booted))) &&
        world_find_module(p->machine->world, atom_string(module), &path))
        file = early ? ATOM(preloaded) : string(p, path.data);
    text_free(&path);
    return file;
}

static Term file_of_loaded(Process *p, Term module) {
    const char *folder = p->machine->config->loaded_path;
    Text path = {0};
    Term file = NO_TERM;
    bool found = folder && world_find_module(p->machine->world, atom_string(module), &path);
    size_t size = found ? strlen(folder) : 0;
    if (found && strncmp(path.data, folder, size) == 0 && path.data[size] == '/') file = string(p, path.data);
    text_free(&path);
    return file;
}

Term code_loaded_file(Process *p, Term module) {
    Term file = map_get(p->machine->globals->loaded, module);
    if (term_is_none(file)) file = file_of_booted(p, module);
    if (term_is_none(file)) file = file_of_loaded(p, module);
    return !term_is_none(file) && term_same(file, ATOM(false)) ? NO_TERM : file;
}

static void note_loaded(Machine *machine, Term module, Term file) {
    Globals *globals = machine->globals;
    store_touch(&machine->store, globals);
    globals->loaded = map_put(&machine->store.heap, globals->loaded, module, file);
}

void code_set_loaded(Machine *machine, Module *version, Term file) {
    note_loaded(machine, version->name, file);
    code_switch(machine, version);
}

void code_set_deleted(Machine *machine, Term module) {
    note_loaded(machine, module, ATOM(false));
    code_delete(machine, module);
}

static Term add_booted(Process *p, Term list, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Term module = atom_from_text(names[i]);
        Term file = file_of_booted(p, module);
        bool listed = !term_is_none(map_get(p->machine->globals->loaded, module));
        if (!listed && !term_is_none(file)) list = heap_cons(p->heap, heap_tuple2(p->heap, module, file), list);
    }
    return list;
}

Term code_all_loaded(Process *p) {
    Term list = add_booted(p, TERM_NIL, booted, COUNT(booted)), module, file;
    list = add_booted(p, list, preloaded, COUNT(preloaded));
    MapIterator it;
    for (map_iterate(&it, p->machine->globals->loaded); map_next(&it, &module, &file);) {
        Bytes ignored;
        bool own = world_embedded_module(atom_string(module), &ignored);
        if (!own && !term_same(file, ATOM(false))) list = heap_cons(p->heap, heap_tuple2(p->heap, module, file), list);
    }
    return list;
}

// --- who asks -------------------------------------------------------------------------------------------

void code_touch(Process *asker, Term module, Footprint *footprint) {
    Machine *m = asker->machine;
    if (term_is_none(module) && m->inquisitive) footprint_add_settled(footprint, CODE_ALL, ACCESS_READ, 0);
    if (term_is_none(module) || !term_is_atom(module) || !entry_is_watched(m, module)) return;
    footprint_add_settled(footprint, CODE_OF(module), ACCESS_READ, 0);
}

void code_asks(Process *p, const Term *args, Footprint *out) { code_touch(p, args[0], out); }

void code_asks_for_all(Process *p, const Term *args, Footprint *out) {
    (void)args;
    code_touch(p, NO_TERM, out);
}

// --- loading --------------------------------------------------------------------------------------------

static bool names_module(Bytes file, Term module) {
    BeamModule beam;
    Error ignored;
    if (!beam_read(file, &beam, &ignored)) return false;
    Bytes name = atom_text(module);
    bool same = beam.atoms[1].size == name.size && memcmp(beam.atoms[1].data, name.data, name.size) == 0;
    beam_free(&beam);
    return same;
}

CodeResult code_load_bytes(Process *p, Term module, Bytes file, const char *path, Module **version) {
    CodeServer *code = p->machine->code;
    Error err;
    *version = code_idle_version(code, module, file);
    if (*version) return CODE_LOADED;
    if (!names_module(file, module)) return CODE_BAD_FILE;
    *version = code_load(code, file, path, &err);
    if (*version) inquiry_note(p->machine, *version);
    if (*version) return CODE_LOADED;
    process_unsupported(p, err.text);
    return CODE_UNSUPPORTED;
}

static Term file_of_module(Process *p, const Module *module) {
    return code_is_preloaded(module->name) ? ATOM(preloaded) : string(p, module->path);
}

// A version from the code path that nobody calls yet. Files of the host are read once.
static Module *version_on_path(Process *p, Term module) {
    CodeServer *code = p->machine->code;
    Bytes file;
    Text path = {0};
    Error err = {{0}};
    Module *version = NULL;
    bool embedded = world_embedded_module(atom_string(module), &file);
    if (!embedded && map_count(p->machine->globals->files) == 0 && code_path_find(p, module, &path))
        version = code_idle_version_of(code, module, path.data);
    text_clear(&path);
    bool found = !version && (embedded || code_path_read(p, module, &file, &path));
    if (found) version = code_idle_version(code, module, file);
    if (found && !version) {
        version = code_load(code, file, text_string(&path), &err);
        if (!version)
            process_unsupported(p, err.text);
        else
            inquiry_note(p->machine, version);
    }
    if (found && !embedded) memory_free((void *)(uintptr_t)file.data);
    text_free(&path);
    return version;
}

void code_foresee(Process *p, Term module) {
    if (!code_module(p->machine->code, module)) version_on_path(p, module);
}

bool code_autoload(Process *p, Term module) {
    Machine *m = p->machine;
    if (code_module(m->code, module)) return true;
    Module *version = version_on_path(p, module);
    if (!version) return false;
    bool needs_boot = boot_is_needed(module), deleted = !term_is_none(map_get(m->globals->loaded, module));
    if (code_is_booted(module) && !needs_boot && !deleted) {   // the program cannot see when these are loaded
        code_switch_always(m, version);
        boot_on_load(p, version);
        return true;
    }
    code_set_loaded(m, version, file_of_module(p, version));
    boot_on_load(p, version);
    if (needs_boot) boot_want(p, module);
    return true;
}

// --- old code -------------------------------------------------------------------------------------------

bool code_is_old_in(const Process *p, Term module) {
    const Module *old = code_old_module(p->machine->code, module);
    if (!old) return false;
    bool now = p->ip >= old->code && p->ip < old->code_end;
    return now || exception_returns_into(p->stack, old->code, old->code_end);
}

bool code_end_old(Process *p, Term module) {
    Machine *m = p->machine;
    bool ended = false;
    if (!code_old_module(m->code, module)) return false;
    for (uint32_t i = 0; i < m->pid_count; i++) {
        const Process *other = m->processes[i];
        if (!other || !code_is_old_in(other, module)) continue;
        signal_kill(p, other->pid);
        ended = true;
    }
    code_purge(m, module);
    return ended;
}
