// CodePath: where a program finds its modules, and which of them it knows to be loaded.
//
// Code that was loaded once stays in the CodeServer for all states of the machine; what is part of
// a state is globals->loaded: module => name of its file (a string, or an atom such as `preloaded`), or `false`
// for one that was deleted. Modules that a real node loads when it boots count as loaded from the start.
#pragma once
#include "base/text.h"
#include "vm/run/machine_state.h"

// code:get_path/0: a list of strings.
Term code_path_list(Process *p);
void code_path_set(Process *p, Term list);
// The module's file on that path, absolute; also one that the program wrote itself.
bool code_path_find(Process *p, Term module, Text *path);
// The same, and what is in it, in memory the caller frees.
bool code_path_read(Process *p, Term module, Bytes *file, Text *path);

// The file of a module that the program knows to be loaded; NO_TERM for others.
Term code_loaded_file(Process *p, Term module);
void code_set_loaded(Machine *machine, Module *version, Term file);
void code_set_deleted(Machine *machine, Term module);
// All of them: a list of {Module, File}.
Term code_all_loaded(Process *p);
bool code_is_preloaded(Term module);
bool code_is_booted(Term module);   // a node loads it when it boots, or it is part of weft
void code_booted_files(Machine *machine, void (*see)(Machine *machine, const char *path));

// The footprint of who asks whether a module is there (NO_TERM: which ones are), where somebody may load it by a call
// (vm/run/entry.h). Who takes it away or replaces it is in conflict with everybody.
void code_touch(Process *asker, Term module, Footprint *footprint);
void code_asks(Process *p, const Term *args, Footprint *out);   // for built-ins with the module as first argument
void code_asks_for_all(Process *p, const Term *args, Footprint *out);

typedef enum { CODE_LOADED, CODE_BAD_FILE, CODE_UNSUPPORTED } CodeResult;
// Loads a module from bytes: a version that nobody calls yet.
CodeResult code_load_bytes(Process *p, Term module, Bytes file, const char *path, Module **version);

// Whether a process is in old code of a module, or would return to it.
bool code_is_old_in(const Process *p, Term module);
// Forgets old code of a module, and ends those who are in it. Whether there were any.
bool code_end_old(Process *p, Term module);
