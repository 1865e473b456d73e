// Code: loaded modules, ready to run.
//
// A module's instructions are 32-bit words: an opcode (op.def), then its operands. Constants of a
// module lie in memory that lives for ever, so instructions refer to them by distance. All functions
// of other modules are reached through an Export, one for each M:F/A that anybody mentions; before
// the module is loaded (or when it has no such function) its code is a gate that sorts it out.
#pragma once
#include "base/error.h"
#include "beam/beam.h"
#include "vm/run/bif.h"
#include "vm/run/op.h"

typedef struct Module Module;

typedef struct Export {
    const Code *address;   // where a call goes
    const Code *body;      // the function in the module, if there is one: `address`, or what the gate there leads to
    Term module, function;
    uint32_t arity;
    const Bif *bif;           // C function behind it, or NULL
    struct Export *instead;   // function that stands in for it when its module is loaded, or NULL
    struct Export *next;      // hash chain
    Code gate[5];             // where `address` points before loading, or for a BIF
    Code traced[5];           // and while calls of it from other modules are traced (vm/run/tracing.h)
    uint64_t defined;         // 1: exported by a loaded module (or a BIF)
} Export;

typedef struct FunEntry {
    const Code *address;
    Term module, function;   // function: the name the compiler gave the fun's body
    uint32_t arity;          // as seen by callers
    uint32_t free_count;
    uint32_t index, old_uniq;
    Module *owner;
} FunEntry;

typedef struct {   // of a function, by address
    const Code *start;
    Term function;
    uint32_t arity;
} Function;

typedef struct {   // from `start` on, code comes from this line
    const Code *start;
    uint32_t file, line;
} Location;

struct Module {
    Term name;
    Code *code, *code_end;
    Function *functions;
    uint32_t function_count;
    Location *locations;
    uint32_t location_count;
    const Code **exchanges;
    uint32_t exchange_count;   // instructions that send a message or take one off the mailbox, in order
    Term *files;               // file names as strings (literal lists)
    uint32_t file_count;
    FunEntry *funs;
    uint32_t fun_count;
    Term *records;
    uint32_t record_count;   // templates of its native records (vm/run/record.h)
    Export **exports;
    uint32_t export_count;
    const Code **export_codes;                                  // where each of them begins in this version
    Term exported, attributes, compile_info, local_functions;   // lists, literal
    uint8_t md5[16];                                            // if it is known: see code_md5
    bool md5_known;
    const Code *on_load;
    uint32_t unknown;         // opcode of an instruction or guard in it that weft does not have; 0: none
    const char *path;         // of the file, "" when there was none
    Bytes file;               // the whole file
    BeamModule beam;          // what it says; strings of the code are used from here
    struct Module *version;   // another of the same name, loaded before; NULL: none
};

// The code of a machine: modules by name, exports by name. What is loaded once stays, every version of a module; which
// version calls go to, and which one before it may still run, is part of the state (machine_state.h).
typedef struct CodeServer CodeServer;

CodeServer *code_new(const Release *release);
void code_free(CodeServer *code);
// Adds C functions, as far as the release has them; before any module is loaded.
void code_add_bifs(CodeServer *code, const Bif *bifs);
// From then on, calls of module:function/arity go to the function of that name in `by`.
void code_replace(CodeServer *code, const char *module, const char *function, uint32_t arity, const char *by);

Export *code_export(CodeServer *code, Term module, Term function, uint32_t arity);        // makes it
Export *code_find_export(CodeServer *code, Term module, Term function, uint32_t arity);   // or NULL
const Bif *code_find_bif(CodeServer *code, Term module, Term function, uint32_t arity);
// A module that was loaded before the first step of a search, and has not been deleted since then.
bool code_is_resident(CodeServer *code, Term name);
void code_settle_residents(CodeServer *code);           // those that are loaded now
Module *code_module(CodeServer *code, Term name);       // the version that calls go to; NULL: not loaded
Module *code_old_module(CodeServer *code, Term name);   // the one before it; NULL: there is none, or it was purged
// A version that is neither of them: with these bytes, or from the file of that name. NULL: there is none.
Module *code_idle_version(CodeServer *code, Term name, Bytes file);
Module *code_idle_version_of(CodeServer *code, Term name, const char *path);
Heap *code_constants(CodeServer *code);   // where those of all modules are
uint32_t code_module_count(CodeServer *code);
Module *code_module_at(CodeServer *code, uint32_t index);   // in order of loading

// Takes a .beam file and makes it runnable, for when code_switch comes. `path` is for messages and code:which.
Module *code_load(CodeServer *code, Bytes file, const char *path, Error *err);

// Loads the module from the code path if it is not loaded yet (world/code_path.c). False: there is none, or it
// cannot be used; then p->machine may want attention.
bool code_autoload(Process *p, Term module);
void code_foresee(Process *p,
                  Term module);   // reads its file, so that loading it later costs nothing; the program cannot tell

// Tracing of calls, through the trail: calls of an export lead to OP_traced, the first instruction of a function is
// OP_traced_entry. `entry` is where calls of the function go.
void code_trace_export(Machine *machine, Export *export, bool on);
void code_trace_function(Machine *machine, const Code *entry, bool on);
Code code_traced_word(const CodeServer *code, const Code *entry);   // the instruction that it was

// The digest of a module's file, which few ask for.
const uint8_t *code_md5(Module *module);

// The module, function and line that an address belongs to. False for addresses of no module.
typedef struct {
    Module *module;
    const Function *function;
    Term file;       // string, nil when unknown
    uint32_t line;   // 0 when unknown
} Place;
bool code_place(CodeServer *code, const Code *address, Place *place);

enum { APPLY_CALL, APPLY_LAST, APPLY_ONLY, APPLY_BODY };   // how apply_list was reached

// --- funs ------------------------------------------------------------------------------------------
static inline FunEntry *fun_entry(Term fun) { return (FunEntry *)term_to_small(term_words(fun)[1]); }
static inline Export *fun_export(Term fun) { return (Export *)term_to_small(term_words(fun)[1]); }
static inline Term term_from_pointer(const void *pointer) { return term_small((int64_t)(uintptr_t)pointer); }
static inline uint32_t fun_arity(Term fun) {
    return term_kind(fun) == KIND_EXPORT ? fun_export(fun)->arity : fun_entry(fun)->arity;
}
Term fun_from_export(Heap *heap, Export *entry);
