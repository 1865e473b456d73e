#define _GNU_SOURCE   // memmem
#include "analysis/modules.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void modules_init(Modules *modules, ModuleFinder find, void *context) {
    *modules = (Modules){.find = find, .context = context};
    pool_init(&modules->names);
    arena_init(&modules->arena);
}

void modules_free(Modules *modules) {
    for (uint32_t i = 0; i < modules->items.count; i++) beam_free(&modules->items.items[i]->beam);
    array_free(&modules->items);
    hash_free(&modules->by_name);
    hash_free(&modules->models);
    hash_free(&modules->imports);
    hash_free(&modules->guests);
    pool_free(&modules->names);
    arena_free(&modules->arena);
}

// --- atoms ------------------------------------------------------------------------------------------------------

enum { ATOM_WORDS = 260 };   // an atom has at most 255 letters of up to 4 bytes

// A word for the size, then the letters.
uint32_t modules_atom_bytes(Modules *modules, Bytes text) {
    uint32_t words[ATOM_WORDS] = {(uint32_t)text.size};
    size_t size = text.size < (ATOM_WORDS - 1) * sizeof *words ? text.size : (ATOM_WORDS - 1) * sizeof *words;
    if (size) memcpy(words + 1, text.data, size);
    return pool_intern(&modules->names, words, 1 + (size + 3) / 4);
}

uint32_t modules_atom(Modules *modules, const char *text) {
    return modules_atom_bytes(modules, (Bytes){(const uint8_t *)text, strlen(text)});
}

Bytes modules_text(const Modules *modules, uint32_t atom) {
    const uint32_t *words = pool_words(&modules->names, atom);
    return (Bytes){(const uint8_t *)(words + 1), atom ? words[0] : 0};
}

// --- reading ----------------------------------------------------------------------------------------------------

static void number_functions(Modules *modules, ModuleCode *m) {
    const BeamModule *beam = &m->beam;
    m->exported = arena_take(&modules->arena, m->flow.function_count + 1);
    memset(m->exported, 0, m->flow.function_count + 1);
    for (uint32_t i = 0; i < beam->export_count; i++) {
        uint32_t function = m->flow.function_at[beam->exports[i].label];
        if (function != NO_FUNCTION) m->exported[function] = true;
    }
    m->function_of = arena_take(&modules->arena, (beam->fun_count + 1) * sizeof *m->function_of);
    for (uint32_t i = 0; i < beam->fun_count; i++) m->function_of[i] = m->flow.function_at[beam->funs[i].label];
}

static bool imports(const Modules *modules, const ModuleCode *m, uint64_t import, const char *function) {
    Bytes name = modules_text(modules, m->atoms[m->beam.imports[import].function]);
    return name.size == strlen(function) && memcmp(name.data, function, name.size) == 0;
}

static bool loads_native(const Modules *modules, const ModuleCode *m) {
    for (uint32_t i = 0; i < m->beam.import_count; i++)
        if (imports(modules, m, i, "load_nif")) return true;
    return false;
}

// Only servers are asked for their clauses.
static void keep_debug_info(Modules *modules, ModuleCode *m, Bytes file) {
    static const char word[] = "behavio";
    Bytes chunk;
    bool behaviour = m->beam.attributes.size > 0 &&
                     memmem(m->beam.attributes.data, m->beam.attributes.size, word, strlen(word)) != NULL;
    if (!behaviour || m->unit == NO_UNIT || !beam_chunk(file, "Dbgi", &chunk)) return;
    uint8_t *copy = arena_take(&modules->arena, chunk.size + 1);
    memcpy(copy, chunk.data, chunk.size);
    m->debug_info = (Bytes){copy, chunk.size};
}

static uint32_t add_module(Modules *modules, const char *path, BeamModule beam, Bytes file, uint32_t unit) {
    ModuleCode *m = arena_take(&modules->arena, sizeof *m);
    char *copy = arena_take(&modules->arena, strlen(path) + 1);
    *m = (ModuleCode){.path = strcpy(copy, path), .beam = beam, .unit = unit};
    m->flow = flow_of(&m->beam, &modules->arena);
    m->atoms = arena_take(&modules->arena, (beam.atom_count + 1) * sizeof *m->atoms);
    for (uint32_t i = 1; i < beam.atom_count; i++) m->atoms[i] = modules_atom_bytes(modules, beam.atoms[i]);
    m->name = m->atoms[1];
    number_functions(modules, m);
    m->native = loads_native(modules, m);
    keep_debug_info(modules, m, file);
    array_push(&modules->items, m);
    return modules->items.count - 1;
}

bool modules_add(Modules *modules, const char *path, Bytes file, uint32_t unit, uint32_t *index, Error *err) {
    BeamModule beam;
    if (!beam_read(file, &beam, err)) return fail_at(err, path);
    uint32_t name = modules_atom_bytes(modules, beam.atoms[1]);
    HashEntry *known = hash_find(&modules->by_name, name);
    if (known && known->number) {
        *index = (uint32_t)known->number - 1;
        beam_free(&beam);
        return true;
    }
    *index = add_module(modules, path, beam, file, unit);
    hash_insert(&modules->by_name, name)->number = *index + 1;
    return true;
}

// Asks for a file; one that cannot be read is as good as none.
static uint32_t look_for(Modules *modules, uint32_t name) {
    char text[1024];
    Bytes letters = modules_text(modules, name), file;
    uint32_t index;
    Error err;
    if (letters.size == 0 || letters.size >= sizeof text || memchr(letters.data, '/', letters.size) ||
        memchr(letters.data, 0, letters.size))
        return NO_MODULE;
    memcpy(text, letters.data, letters.size);
    text[letters.size] = 0;
    if (!modules->find || !modules->find(modules->context, text, &file)) return NO_MODULE;
    bool read = modules_add(modules, text, file, NO_UNIT, &index, &err);
    free((void *)(uintptr_t)file.data);
    return read && modules->items.items[index]->name == name ? index : NO_MODULE;
}

uint32_t modules_module(Modules *modules, uint32_t name) {
    HashEntry *known = hash_find(&modules->by_name, name);
    if (known) return known->number ? (uint32_t)known->number - 1 : NO_MODULE;
    uint32_t found = look_for(modules, name);
    if (found == NO_MODULE) hash_insert(&modules->by_name, name)->number = 0;
    return found;
}

uint32_t modules_function(const ModuleCode *module, uint32_t name, uint32_t arity) {
    for (uint32_t i = 0; i < module->flow.function_count; i++) {
        const FlowFunction *f = &module->flow.functions[i];
        if (f->arity == arity && module->atoms[f->name] == name) return i;
    }
    return NO_FUNCTION;
}

bool modules_is_native(const Modules *modules, const ModuleCode *m, uint32_t function) {
    const FlowFunction *f = &m->flow.functions[function];
    for (uint32_t at = f->entry; at < f->end && !m->native; at++) {
        uint16_t opcode = m->beam.code[at].opcode;
        bool call = opcode == BEAM_call_ext || opcode == BEAM_call_ext_last || opcode == BEAM_call_ext_only;
        if (opcode == BEAM_nif_start) return true;
        if (call && imports(modules, m, flow_operands(&m->flow, at)[1].value, "nif_error")) return true;
    }
    return m->native;
}
