// Modules: those that were read, by name. Those in question are given; others are asked for when somebody calls them.
#pragma once
#include "analysis/pool.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/hash.h"
#include "beam/flow.h"

typedef struct {
    const char *path;   // of the file
    uint32_t name;
    BeamModule beam;
    Flow flow;
    Bytes debug_info;        // Dbgi chunk, of modules that have a behaviour
    uint32_t *atoms;         // of the file's atoms, those of Modules
    bool *exported;          // of each function
    uint32_t *function_of;   // of each fun, the function that it runs
    uint32_t unit;           // which unit it belongs to; NO_UNIT: a library
    bool native;             // it loads native functions, which may do anything in place of its code
} ModuleCode;

enum { NO_UNIT = UINT32_MAX, NO_MODULE = UINT32_MAX };

// Content of the .beam file of a module, which the caller frees. False: there is none.
typedef bool (*ModuleFinder)(void *context, const char *module, Bytes *file);

typedef struct {
    Pool names;   // atoms, by their letters
    ARRAY(ModuleCode *) items;
    Hash by_name;   // module index + 1; 0: looked for in vain
    Hash models;    // what the code of library functions says
    Hash imports;   // what is known of module << 40 | function << 8 | arity
    Hash guests;    // which library functions are guests (analysis/guest.h)
    ModuleFinder find;
    void *context;
    Arena arena;
} Modules;

void modules_init(Modules *modules, ModuleFinder find, void *context);
void modules_free(Modules *modules);

// Reads a module in question. The bytes are copied.
bool modules_add(Modules *modules, const char *path, Bytes file, uint32_t unit, uint32_t *index, Error *err);
uint32_t modules_module(Modules *modules, uint32_t name);   // NO_MODULE: there is none

uint32_t modules_atom(Modules *modules, const char *text);
uint32_t modules_atom_bytes(Modules *modules, Bytes text);
Bytes modules_text(const Modules *modules, uint32_t atom);   // until the next atom

// The function of a module, NO_FUNCTION: none. The flow's number of it.
uint32_t modules_function(const ModuleCode *module, uint32_t name, uint32_t arity);
// Whether one of its functions, by the flow's number, may be another than its code says.
bool modules_is_native(const Modules *modules, const ModuleCode *module, uint32_t function);
