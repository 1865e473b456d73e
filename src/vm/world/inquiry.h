// Inquiry: whether a program can ask which code is loaded, or which atoms there are, and whether it can look at other
// processes and at mailboxes.
//
// Few programs do. For those that do not it would be a step for nothing whenever a process calls a module for the first
// time, or makes an atom, or begins to run: a process that was spawned runs up to its first action together with the
// spawn, if nobody can see that it has not run yet, and ends at once, if nobody can link to it meanwhile. So before a
// search begins, the modules of the program are read for the names of such questions: those that are loaded or named by
// the arguments of the first call, those that their atoms and constants name, and so on.
//
// What is left is a module that gets a name, or its code, during the search. If such a one asks, it sees one order
// only, and the report names code_server among those whose orders are not shown (machine_hidden). Questions that a
// library asks on its own do not count either.
#pragma once
#include "vm/run/machine_state.h"

// Finds out what it can: machine->inquisitive, looks_at_processes, looks_at_mailboxes, traces, links, fixes_tables and
// opens_sockets, for the whole search.
void inquiry_begin(Machine *machine);
// All atoms in a module, those in its constants, too; some twice.
typedef void (*SeeWord)(void *context, const char *word);
void inquiry_see_words(const BeamModule *beam, SeeWord see, void *context);
// A file was loaded for the first time.
void inquiry_note(Machine *machine, const Module *version);
