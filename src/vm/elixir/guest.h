// Guest: a function of the program called for its value alone, between steps: for how it wants a term to be shown.
//
// The call runs in a process of its own beyond a mark that is taken back, so that nothing is left of it. It may look
// at what others see, and gets no further than its first action that they could notice.
#pragma once
#include "vm/run/machine_state.h"

// Adds the binary that module:function(args...) returns. False: it does not, or would do something else.
bool guest_text(Machine *machine, Term module, Term function, Term args, Text *out);
