#include "vm/run/code.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/memory.h"
#include "vm/load/load.h"
#include "vm/run/entry.h"
#include "vm/run/machine_state.h"
#include "vm/run/tracing.h"
#include "vm/run/vocabulary.h"

enum { EXPORT_BUCKETS = 1 << 15, MODULE_BUCKETS = 1 << 10 };

typedef struct {
    const Code *start, *end;
    Module *module;
} Range;

// All that is loaded under one name. The first three are state: written through the trail.
typedef struct Versions {
    Module *current, *old;
    uint64_t resident;   // 1: see code_is_resident
    Module *newest;      // of all; the others hang on `version`
    Term name;
    struct Versions *next;
} Versions;

struct CodeServer {
    Export *exports[EXPORT_BUCKETS];
    Versions *versions[MODULE_BUCKETS];
    Module **modules;
    uint32_t module_count, module_capacity;
    Range *ranges;   // by address, for code_place
    Heap literals;
    Hash traced;   // the first instruction of each function that was ever traced, by its address
};

enum { LITERAL_BYTES_SHIFT = 34 };

CodeServer *code_new(const Release *release) {
    CodeServer *code = memory_zeroed(1, sizeof *code);
    size_t bytes = (size_t)1 << LITERAL_BYTES_SHIFT;
    Heap *heap = &code->literals;
    heap->start = heap->top = heap->frozen = heap->young = memory_reserve(bytes);
    heap->end = heap->soft = heap->start + bytes / sizeof(Term);
    heap->release = release;
    return code;
}

static void free_module(Module *module) {
    memory_free(module->code);
    memory_free(module->functions);
    memory_free(module->locations);
    memory_free(module->exchanges);
    memory_free(module->files);
    memory_free(module->funs);
    memory_free(module->records);
    memory_free(module->exports);
    memory_free(module->export_codes);
    memory_free((void *)(uintptr_t)module->path);
    memory_free((void *)(uintptr_t)module->file.data);
    beam_free(&module->beam);
    memory_free(module);
}

void code_free(CodeServer *code) {
    for (size_t i = 0; i < EXPORT_BUCKETS; i++)
        for (Export *e = code->exports[i], *next; e; e = next) {
            next = e->next;
            memory_free(e);
        }
    for (size_t i = 0; i < MODULE_BUCKETS; i++)
        for (Versions *v = code->versions[i], *next; v; v = next) {
            next = v->next;
            memory_free(v);
        }
    for (uint32_t i = 0; i < code->module_count; i++) free_module(code->modules[i]);
    memory_free(code->modules);
    memory_free(code->ranges);
    hash_free(&code->traced);
    memory_unreserve(code->literals.start, (size_t)1 << LITERAL_BYTES_SHIFT);
    memory_free(code);
}

// --- exports -----------------------------------------------------------------------------------------

static Export **bucket_of(CodeServer *code, Term module, Term function, uint32_t arity) {
    uint64_t h = (module.bits * 31 + function.bits) * 0x9E3779B97F4A7C15u + arity * 0xD1B54A32D192ED03u;
    return &code->exports[h >> 40 & (EXPORT_BUCKETS - 1)];
}

Export *code_find_export(CodeServer *code, Term module, Term function, uint32_t arity) {
    Export *e = *bucket_of(code, module, function, arity);
    while (e && !(term_same(e->module, module) && term_same(e->function, function) && e->arity == arity)) e = e->next;
    return e;
}

// Before its module is loaded an export is a call to the loader; a BIF is a call to its C function. The word
// before an address is the arity, as before the code of any function.
static void set_stub(Export *e) {
    e->gate[0] = e->arity;
    e->gate[1] = interp_word(e->bif ? OP_call_bif_only : OP_undefined);
    memcpy(&e->gate[2], &e, sizeof e);
    e->gate[4] = 1;
    e->address = &e->gate[1];
    memcpy(e->traced, e->gate, sizeof e->gate);
    e->traced[1] = interp_word(OP_traced);
}

Export *code_export(CodeServer *code, Term module, Term function, uint32_t arity) {
    Export *e = code_find_export(code, module, function, arity);
    if (e) return e;
    Export **bucket = bucket_of(code, module, function, arity);
    e = memory_zeroed(1, sizeof *e);
    e->module = module;
    e->function = function;
    e->arity = arity;
    e->next = *bucket;
    *bucket = e;
    set_stub(e);
    return e;
}

void code_add_bifs(CodeServer *code, const Bif *bifs) {
    for (; bifs->module; bifs++) {
        if (!release_has_bif(code->literals.release, bifs->module, bifs->function, bifs->arity)) continue;
        Export *e = code_export(code, atom_from_text(bifs->module), atom_from_text(bifs->function), bifs->arity);
        e->bif = bifs;
        e->defined = true;
        set_stub(e);
    }
}

void code_replace(CodeServer *code, const char *module, const char *function, uint32_t arity, const char *by) {
    Term name = atom_from_text(function);
    code_export(code, atom_from_text(module), name, arity)->instead =
        code_export(code, atom_from_text(by), name, arity);
}

const Bif *code_find_bif(CodeServer *code, Term module, Term function, uint32_t arity) {
    Export *e = code_find_export(code, module, function, arity);
    return e ? e->bif : NULL;
}

// --- modules -----------------------------------------------------------------------------------------

static Versions *versions_of(CodeServer *code, Term name) {
    Versions *v = code->versions[name.bits * 0x9E3779B97F4A7C15u >> 40 & (MODULE_BUCKETS - 1)];
    while (v && !term_same(v->name, name)) v = v->next;
    return v;
}

static void add_version(CodeServer *code, Module *module) {
    Versions *v = versions_of(code, module->name);
    if (!v) {
        Versions **bucket = &code->versions[module->name.bits * 0x9E3779B97F4A7C15u >> 40 & (MODULE_BUCKETS - 1)];
        v = memory_zeroed(1, sizeof *v);
        v->name = module->name;
        v->next = *bucket;
        *bucket = v;
    }
    module->version = v->newest;
    v->newest = module;
}

Module *code_module(CodeServer *code, Term name) {
    const Versions *v = versions_of(code, name);
    return v ? v->current : NULL;
}

Module *code_old_module(CodeServer *code, Term name) {
    const Versions *v = versions_of(code, name);
    return v ? v->old : NULL;
}

bool code_is_resident(CodeServer *code, Term name) {
    const Versions *v = versions_of(code, name);
    return v && v->resident;
}

void code_settle_residents(CodeServer *code) {
    for (size_t i = 0; i < MODULE_BUCKETS; i++)
        for (Versions *v = code->versions[i]; v; v = v->next) v->resident = v->current != NULL;
}

static bool is_idle(const Versions *v, const Module *module) { return module != v->current && module != v->old; }

Module *code_idle_version(CodeServer *code, Term name, Bytes file) {
    const Versions *v = versions_of(code, name);
    for (Module *module = v ? v->newest : NULL; module; module = module->version) {
        bool same = module->file.size == file.size && memcmp(module->file.data, file.data, file.size) == 0;
        if (same && is_idle(v, module)) return module;
    }
    return NULL;
}

Module *code_idle_version_of(CodeServer *code, Term name, const char *path) {
    const Versions *v = versions_of(code, name);
    for (Module *module = v ? v->newest : NULL; module; module = module->version)
        if (strcmp(module->path, path) == 0 && is_idle(v, module)) return module;
    return NULL;
}

Heap *code_constants(CodeServer *code) { return &code->literals; }

uint32_t code_module_count(CodeServer *code) { return code->module_count; }

Module *code_module_at(CodeServer *code, uint32_t index) { return code->modules[index]; }

static int by_start(const void *a, const void *b) {
    const Range *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

static void add_module(CodeServer *code, Module *module) {
    if (code->module_count == code->module_capacity) {
        code->module_capacity = code->module_capacity ? code->module_capacity * 2 : 64;
        code->modules = memory_resize(code->modules, code->module_capacity * sizeof *code->modules);
        code->ranges = memory_resize(code->ranges, code->module_capacity * sizeof *code->ranges);
    }
    add_version(code, module);
    code->modules[code->module_count] = module;
    code->ranges[code->module_count++] = (Range){module->code, module->code_end, module};
    qsort(code->ranges, code->module_count, sizeof *code->ranges, by_start);
}

Module *code_load(CodeServer *code, Bytes file, const char *path, Error *err) {
    Module *module = memory_zeroed(1, sizeof *module);
    uint8_t *copy = memory_new(file.size);
    memcpy(copy, file.data, file.size);
    module->file = (Bytes){copy, file.size};
    module->path = memory_text(path);
    if (!beam_read(module->file, &module->beam, err) || !load_code(code, &code->literals, &module->beam, module, err)) {
        fail_at(err, path);
        free_module(module);
        return NULL;
    }
    // The emulator's own modules show no lines in stack traces.
    if (strstr(path, "/lib/erts-")) module->location_count = 0;
    add_module(code, module);
    return module;
}

const uint8_t *code_md5(Module *module) {
    if (!module->md5_known) module->md5_known = beam_md5(module->file, module->md5);
    return module->md5;
}

// --- which version is called ----------------------------------------------------------------------------

// `body` is NULL for one that is to be defined no longer.
static void rebind(Machine *m, Export *e, const Code *body, bool gated) {
    const Code *address = body && !gated ? body : &e->gate[1];
    bool defined = body != NULL;
    if (e->bif || (e->address == address && e->body == body && e->defined == defined)) return;
    store_log_word(&m->store, &e->address);
    store_log_word(&m->store, &e->body);
    store_log_word(&m->store, &e->defined);
    e->address = address;
    e->body = body;
    e->defined = defined;
}

static void set_versions(Machine *m, Versions *v, Module *current, Module *old) {
    store_log_word(&m->store, &v->current);
    store_log_word(&m->store, &v->old);
    v->current = current;
    v->old = old;
}

// Calls go nowhere; what they went to becomes old.
static void retire(Machine *m, Versions *v) {
    Module *module = v->current;
    if (!module) return;
    if (tracing_is_on(m)) tracing_forgets(m, module->name);
    for (uint32_t i = 0; i < module->export_count; i++) rebind(m, module->exports[i], NULL, true);
    assert(!v->old);
    set_versions(m, v, NULL, module);
}

void code_delete(Machine *m, Term name) {
    Versions *v = versions_of(m->code, name);
    if (!v) return;
    retire(m, v);
    entry_forget(m, name);
    if (!v->resident) return;
    store_log_word(&m->store, &v->resident);
    v->resident = false;
}

void code_purge(Machine *m, Term name) {
    Versions *v = versions_of(m->code, name);
    if (v && v->old) set_versions(m, v, v->current, NULL);
}

void code_switch(Machine *m, Module *module) {
    Versions *v = versions_of(m->code, module->name);
    if (v->current == module) return;
    retire(m, v);
    set_versions(m, v, module, v->old);
    bool gated = entry_is_watched(m, module->name);
    for (uint32_t i = 0; i < module->export_count; i++) rebind(m, module->exports[i], module->export_codes[i], gated);
    vocabulary_bring(m, module);
}

void code_switch_always(Machine *m, Module *module) {
    versions_of(m->code, module->name)->current = module;
    for (uint32_t i = 0; i < module->export_count; i++) {
        Export *e = module->exports[i];
        if (!e->bif) e->address = e->body = module->export_codes[i];
        e->defined = true;
    }
}

// --- tracing ----------------------------------------------------------------------------------------------

static bool is_gated(Machine *m, const Export *e) { return entry_is_watched(m, e->module); }

void code_trace_export(Machine *m, Export *e, bool on) {
    const Code *usual = e->body && !is_gated(m, e) ? e->body : &e->gate[1];
    const Code *address = on ? &e->traced[1] : usual;
    if (e->address == address) return;
    store_log_word(&m->store, &e->address);
    e->address = address;
}

// Code words are half as long as those of the trail.
void code_trace_function(Machine *m, const Code *entry, bool on) {
    Code *word = (Code *)(uintptr_t)entry;
    HashEntry *before = hash_find(&m->code->traced, (uintptr_t)entry);
    if ((*word == interp_word(OP_traced_entry)) == on) return;
    if (!before) before = hash_add(&m->code->traced, (uintptr_t)entry), before->number = *word;
    store_log_word(&m->store, (void *)((uintptr_t)entry / sizeof(uint64_t) * sizeof(uint64_t)));
    *word = on ? interp_word(OP_traced_entry) : (Code)before->number;
}

Code code_traced_word(const CodeServer *code, const Code *entry) {
    const HashEntry *before = hash_find(&code->traced, (uintptr_t)entry);
    assert(before);
    return (Code)before->number;
}

// --- places ------------------------------------------------------------------------------------------

bool code_place(CodeServer *code, const Code *address, Place *place) {
    uint32_t low = 0, high = code->module_count;
    while (low < high) {   // the last range that starts at or before the address
        uint32_t middle = (low + high) / 2;
        if (code->ranges[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || address >= code->ranges[low - 1].end) return false;
    Module *module = code->ranges[low - 1].module;
    low = 0, high = module->function_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (module->functions[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return false;
    const Function *function = &module->functions[low - 1];
    *place = (Place){module, function, TERM_NIL, 0};
    low = 0, high = module->location_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (module->locations[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low > 0) {
        const Location *location = &module->locations[low - 1];
        if (location->start >= function->start && location->line > 0) {
            place->line = location->line;
            place->file = module->files[location->file];
        }
    }
    return true;
}

Term fun_from_export(Heap *heap, Export *entry) {
    Term fun = heap_box(heap, KIND_EXPORT, 1);
    term_words(fun)[1] = term_from_pointer(entry);
    return fun;
}
