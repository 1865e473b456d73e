// Evaluate: what Erlang code that is no part of the program says of a state.
#pragma once
#include "vm/run/machine_state.h"

// Why a guest did not come to its end, with its stack down to a line that begins with `until`.
void evaluate_refusal(Process *guest, const char *until, Text *out);

// Whether module:function(Term, ...) is true in this state. `arguments` are terms as texts; `read` keeps them from one
// time to the next, and begins empty. If there is no answer the machine cannot go on, and says why.
bool evaluate_call(Machine *machine, const char *module, const char *function, const char *const *arguments,
                   uint32_t count, Text *read);
