// Entry: a process calls a module of the program for the first time.
//
// Such a call loads the module, if nobody has loaded it yet. Where the program can ask which code is loaded
// (world/inquiry.h) the call is an action, and it is one for each process: whether a process stops there must follow
// from what it has done itself, not from whether another one has loaded the module meanwhile, as that would be in
// conflict with whatever it did before. So exports of these modules stay behind their gates (vm/run/code.h) when they
// are loaded. Two entries commute: it does not matter who has loaded a module.
//
// A module that is deleted may be loaded again by any call, so nobody has called it then.
#pragma once
#include "vm/run/machine_state.h"

bool entry_is_watched(Machine *machine, Term module);   // calls of it may be entries
bool entry_stops(Process *p, Term module);              // a call by this process is one
void entry_footprint(Term module, Footprint *out);
void entry_note(Process *p, Term module);           // it happens within an action
void entry_done(Process *p, Term module);           // the module was there
void entry_forget(Machine *machine, Term module);   // it was deleted

// Whether a process stands before one, and of which module.
bool entry_is_next(const Process *p, const Export **export);
