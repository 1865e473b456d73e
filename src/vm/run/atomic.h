// Atomic: a fun that runs as one step of its process, weft:atomic/1.
//
// What it will touch is not known before, so before the step it may be everything. While it runs the process does not
// stop before visible actions, and what each of them touches is added to the footprint of the step. Only the system's
// processes run meanwhile, because what they do is part of the step that wakes them.
#pragma once
#include "vm/run/machine_state.h"

// What entering touches.
void atomic_touches(Process *p, const Term *args, Footprint *out);
void atomic_enter(Process *p);
void atomic_leave(Process *p);

// The process is about to send, to take a message, to look into an empty mailbox or to end (`ip`), or to call a
// built-in. `x` has the arguments. False: it cannot be done within one step.
void atomic_note(Process *p, const Code *ip, const Term *x);
bool atomic_note_call(Process *p, const Export *export, const Term *x);

// Whether a process that the interpreter came back from goes on at once: it is inside, and has used its slice, or would
// wait and hears that it must not.
bool atomic_goes_on(Process *p, RunResult result);
