// Timer: messages that come later, on the virtual clock.
#pragma once
#include "vm/machine_state.h"

// `to` is a pid or a name; `reference` identifies the timer from now on.
Term timer_start(Process *p, uint64_t deadline, Term to, Term message, Term reference);
bool timer_find(Machine *machine, Term reference, uint64_t *deadline);
bool timer_cancel(Machine *machine, Term reference, uint64_t *deadline);
