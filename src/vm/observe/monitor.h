// Monitor: modules of Erlang that watch each step (erlang/weft_monitor.erl; vm/machine.h).
//
// What they know is a part of the state: a term among the globals, {Verdict, State1, State2, ...}. After each step each
// of them is called in a guest (vm/elixir/guest.h), which may look at everything and change nothing; what it returns is
// copied to this side of the guest's mark.
#pragma once
#include "vm/run/machine_state.h"

typedef struct Monitors Monitors;

void monitors_step(Machine *machine);   // at the end of a step
void monitors_free(Machine *machine);
