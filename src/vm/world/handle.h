// Handle: something a program holds by a reference and that changes: an open file, a buffer.
//
// They are in globals->handles: reference => a tuple that says how it stands.
#pragma once
#include "vm/run/machine_state.h"

Term handle_new(Process *p, Term state);                    // its reference
Term handle_get(Process *p, Term reference, size_t size);   // a tuple of that size, or NO_TERM
void handle_set(Process *p, Term reference, Term state);
void handle_close(Process *p, Term reference);
