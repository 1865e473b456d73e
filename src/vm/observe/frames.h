// Frames: where a process stands, and whose code that is: the program's own or a library's.
//
// A library is what the installation of Erlang or Elixir brought, and weft's own modules. All else belongs to the
// program, also what it depends on.
#pragma once
#include "vm/run/machine_state.h"

bool frames_in_library(const Machine *machine, const Code *address);   // also: it is no module's
bool frames_of_library(const Machine *machine, Term module);

// Fills in what a description says of the place.
void frames_describe(Process *p, Description *out);
