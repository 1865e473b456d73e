// MachineFixture: a machine that runs nothing, with a few processes, for testing built-ins on what
// processes share.
#pragma once
#include "vm/run/machine_state.h"

enum { FIXTURE_PROCESSES = 3 };

Process *machine_fixture(void);                     // fresh; the first process
Process *machine_fixture_process(unsigned index);   // all of them live in the same machine
void machine_fixture_gone(unsigned index);          // it has ended

// Calls module:function with a list of arguments in Erlang text. The answer as text; for an
// exception its reason, and the cause after a space.
const char *machine_fixture_call(Process *p, const char *function, const char *arguments);
